/* Exact optimum of a small bag of tasks with limits of places, by depth-first branch and bound.
 *
 * It is enough to search the orders of sending, each executed as soon as possible. Let any schedule
 * send its tasks in the order r_1, r_2, ..; workers compute in order of arrival (tasks are equal).
 * As soon as possible, task k is sent at max(end of sending k-1, end of the computation of the b-th
 * task before on r_k), and computed at max(its arrival, end of the one before). Both grow with the
 * earlier dates, which by induction are no later than in the schedule; so these are no later
 * either.
 *
 * A node is a partial order. The search looks for an order that ends by M, the greatest makespan
 * that would be an improvement. A node is cut off if (a) a task ends after M; (b) the tasks left
 * cannot all arrive in time even if only the end of the schedule bounds them (latest.c, with T = M
 * - the date the port is free). Worker i takes at most as many as its places allow: a place free
 * from date f holds floor((M - max(f, port))/(c + w)) more tasks, and floor((M - max(idle, port +
 * c))/w) can be computed in total. Or if workers starve (starving.c); (c) a state with the same
 * numbers of tasks and no later date was searched before, which has found all that this one could.
 * Workers of equal costs are exchanged so that the dates of each group are sorted; a date before
 * the port is free counts as that date, since nothing starts earlier; dominance.c stores as many
 * states as it has room for; (d) the worker tried has the costs, places and dates of a worker
 * before it. An improvement found lowers M. Workers are tried by (date the task ends, index). */
#include "solve/bag/latest.h"
#include "solve/bounds/bounds.h"
#include "solve/optimum/optimum.h"

#include <starport/state.h>
#include <string.h>

/* Larger bags are not searched: the known plan and bound are returned. */
enum { MOST_TASKS = 1000, MOST_DATES = 100000 };

struct bb {
  struct optimum *o;
  const struct sp_redistribution *p;
  struct latest relaxed;
  struct starving starving; /* no rows: not used */
  double *idle;             /* [i] memory for the test by starving */
  int m, N, depth;
  struct sp_state state; /* every worker has at most N places */
  int *group;            /* [i] the first worker of equal costs and places */
  int *order, *best;     /* [k] worker of task k */
  struct dominance searched;
};

static double goal(const struct bb *b)
{
  return b->o->exact ? b->o->makespan - 1 : b->o->makespan * (1 - 0x1p-45);
}

static long places(const struct bb *b, int i)
{
  return b->state.worker[i].places;
}

/* The date at which the j-th place of worker i is free; they increase with j. */
static double free_at(const struct bb *b, int i, long j)
{
  const struct sp_state_worker *x = &b->state.worker[i];
  return b->state.finish[x->first + (x->sent + j) % x->places];
}

/* floor(time/cost), at least 0. */
static double fits(double time, double cost)
{
  return time < cost ? 0 : floor(time / cost * (1 + 0x1p-50));
}

/* Tests (b): false if the tasks left cannot be in time. */
static bool hopeful(struct bb *b, double link)
{
  const struct sp_redistribution *p = b->p;
  double M = goal(b), left = b->N - b->depth;
  for (int i = 1; i <= b->m; i++)
    b->idle[i] = b->state.worker[i].idle;
  if (b->starving.rows > 0 && !starving_in_time(&b->starving, left, link, b->idle, M))
    return false;
  for (int i = 1; i <= b->m; i++) {
    double held = 0;
    for (long j = 0; j < places(b, i); j++)
      held += fits(M - fmax(free_at(b, i, j), link), p->c[i] + p->w[i]);
    double computed = fits(M - fmax(b->idle[i], link + p->c[i]), p->w[i]);
    b->relaxed.limit[i] = fmin(held, computed);
  }
  return latest_most(&b->relaxed, (M - link) * (b->o->exact ? 1 : 1 + 0x1p-48), left) >= left;
}

static int compare_workers(const struct bb *b, int i, int k)
{
  long more = b->state.worker[i].sent - b->state.worker[k].sent;
  if (more != 0)
    return more < 0 ? -1 : 1;
  for (long j = 0; j < places(b, i); j++) {
    double x = free_at(b, i, j), y = free_at(b, k, j);
    if (x != y)
      return x < y ? -1 : 1;
  }
  return 0;
}

/* The worker of i's group whose rank by numbers and dates is the rank of i by index. */
static int ranked(const struct bb *b, int i)
{
  int rank = 0;
  for (int k = b->group[i]; k < i; k++)
    rank += b->group[k] == b->group[i];
  for (int k = b->group[i]; k <= b->m; k++) {
    int before = 0;
    if (b->group[k] != b->group[i])
      continue;
    for (int l = b->group[i]; l <= b->m; l++) {
      int order = b->group[l] == b->group[i] ? compare_workers(b, l, k) : 1;
      before += order < 0 || (order == 0 && l < k);
    }
    if (before == rank)
      return k;
  }
  return i;
}

/* Test (c): true if a state at least as good was searched before, with the port free at `link`; if
 * not, this state is stored: the numbers and dates, with the workers of each group sorted. */
static bool known(struct bb *b, double link)
{
  double *number = b->searched.state, *date = number + b->m;
  *date++ = link;
  for (int i = 1; i <= b->m; i++) {
    int k = ranked(b, i);
    *number++ = 1 + (double)b->state.worker[k].sent;
    for (long j = 0; j < places(b, k); j++)
      *date++ = fmax(free_at(b, k, j), link);
  }
  return dominance_known(&b->searched);
}

/* Test (d). */
static bool repeated(const struct bb *b, int i)
{
  for (int k = b->group[i]; k < i; k++)
    if (b->group[k] == b->group[i] && compare_workers(b, k, i) == 0)
      return true;
  return false;
}

/* The date at which worker i would end a task sent now. */
static double end_of(const struct bb *b, int i)
{
  const struct sp_state_worker *x = &b->state.worker[i];
  return sp_state_end(x, fmax(b->state.port[SP_OUT], x->room));
}

static void branch(struct bb *b);

static void send(struct bb *b, int i)
{
  struct sp_state_before before = sp_state_try(&b->state, 0, i);
  b->order[b->depth++] = i;
  branch(b);
  b->depth--;
  sp_state_take_back(&b->state, i, &before);
}

static void branch(struct bb *b)
{
  double link = b->state.port[SP_OUT];
  if (!optimum_visit(b->o))
    return;
  if (b->depth == b->N) {
    if (b->state.last < b->o->makespan) {
      b->o->makespan = b->state.last;
      memcpy(b->best, b->order, (size_t)b->N * sizeof *b->best);
    }
    return;
  }
  if (!hopeful(b, link) || known(b, link))
    return;
  double before = -1; /* (end, index) of the worker tried last */
  int last_tried = 0;
  for (;;) {
    int next = 0;
    double earliest = INFINITY;
    for (int i = 1; i <= b->m; i++) {
      double end = end_of(b, i);
      if (end < earliest && (end > before || (end == before && i > last_tried))) {
        earliest = end;
        next = i;
      }
    }
    if (next == 0 || earliest > goal(b))
      return;
    before = earliest;
    last_tried = next;
    if (!repeated(b, next))
      send(b, next);
  }
}

static bool same_costs(const struct bb *b, int i, int k)
{
  return b->p->c[i] == b->p->c[k] && b->p->w[i] == b->p->w[k] && places(b, i) == places(b, k);
}

static void prepare(struct bb *b)
{
  struct sp_context *cx = b->o->cx;
  size_t nodes = (size_t)b->m + 1;
  b->state = sp_redistribution_state(cx, b->p, b->N);
  b->group = sp_new(cx, nodes, int);
  for (int i = 1; i <= b->m; i++)
    for (b->group[i] = 1; !same_costs(b, b->group[i], i);)
      b->group[i]++;
  b->order = sp_new(cx, b->N, int);
  b->best = sp_new(cx, b->N, int);
  b->searched = dominance_new(cx, (size_t)b->m, (size_t)b->state.dates + 1, b->o->nodes);
  b->relaxed = latest_new(cx, b->p, true);
  b->idle = sp_new(cx, nodes, double);
  if (!starving_new(cx, b->p, b->N, &b->starving))
    b->starving.rows = 0;
}

void optimum_bag(struct optimum *o)
{
  const struct sp_instance *in = o->p->in;
  struct bb b = {.o = o, .p = o->p, .m = in->m, .N = (int)in->total.v};
  double to_beat = o->makespan, dates = 0;
  for (int i = 1; i <= b.m; i++)
    dates += fmin((double)in->buffer[i], b.N);
  if (b.N > MOST_TASKS || dates > MOST_DATES) {
    o->nodes = 0;
    return;
  }
  prepare(&b);
  branch(&b);
  if (!(o->makespan < to_beat))
    return;
  sp_schedule_clear(o->best);
  for (int k = 0; k < b.N; k++)
    sp_schedule_add(o->best, 0, b.best[k], 1, -1);
}

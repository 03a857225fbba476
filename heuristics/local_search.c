/* local-search: a plan improved by small changes, each evaluated by its executed makespan.
 *
 * The constructive heuristics never revise a decision. Here a plan of one of them is changed in one
 * place at a time: a message gets another receiver or another sender, two messages exchange theirs,
 * one is sent earlier or later, added or dropped. A relay makes two changes together, because each
 * alone does harm: a worker sends a task early to make room for one that comes late. No
 * construction finds relays. A change is kept if the ends of the workers, sorted with the latest
 * first, do not get greater in lexicographic order: the makespan may stay while fewer workers reach
 * it, so the search crosses plateaus. With few tasks N and enough evaluations the first half of the
 * search also accepts worse plans, by a threshold that decreases to 0.
 *
 *   kept iff ends' <= ends in lexicographic order, or, where evaluations >= 10 N^2, N >= 10,
 *            max ends' <= max ends (1 + 1/N max(0, 1 - 2 step/evaluations))
 *
 * Never worse than its start, since the best plan seen is kept. One evaluation is the recurrence of
 * RR-6005, section 2 (with the places of RR-5196 for a bag); it stops at the first end that is too
 * late, in most cases early. With 5000 evaluations and no threshold 0.2 % of tiny redistributions
 * and 4 % of tiny bags end above the optimum, with the threshold 0.01 % and 0.2 %; on 400 tasks the
 * threshold does harm.
 *
 * Source: starport; threshold accepting after Dueck and Scheuer, 1990. Start: `start`, or best-of
 * (bag: min_c-deadline). Cost: O(n + m log m) an evaluation; fewer than `evaluations` of them if
 * these would execute more than 3*10^7 messages. With several ports of the master, or for a bag
 * with a deadline, the plan of the start is returned unchanged. Example (Figure 2): "c=1,8,1,1
 * w=1,1,9,10 load=13,13,0,0": sending tasks of P1 to P4 and P3 and one of P2 to P1 takes 12, the
 * optimum; all constructions and the empty plan take 13. */

#include "solve/bag/bag.h"

#include <stdlib.h>
#include <string.h>

struct options {
  long evaluations;
  const char *start;
};

static const double most_messages = 3e7;

struct transfer {
  int from, to;
};

/* A plan, and the ends of the workers in it, sorted with the latest first. */
struct walk {
  long n;
  struct transfer *list;
  double *ends; /* [0..m-1] */
};

struct search {
  struct sp_context *cx;
  const struct sp_instance *in;
  bool bag;
  long room; /* transfers at most */
  struct sp_state state;
  double *kept;           /* [0..m] own tasks that are not sent */
  int computers, *worker; /* [0..computers-1] those that can compute */
};

static int descending(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x < y) - (x > y);
}

/* The ends of the workers' own tasks; false if a task is sent that does not exist, or is left on a
 * worker that cannot compute. */
static bool open_ends(struct search *s, const struct walk *walk)
{
  const struct sp_instance *in = s->in;
  sp_state_open(&s->state);
  for (int i = 1; i <= in->m; i++)
    s->kept[i] = s->bag ? 0 : in->load[i].v;
  for (long k = 0; k < walk->n && !s->bag; k++)
    s->kept[walk->list[k].from]--;
  for (int i = 1; i <= in->m; i++) {
    if (s->kept[i] < 0 || (s->kept[i] > 0 && in->w[i].v == INFINITY))
      return false;
    s->state.worker[i].idle = s->kept[i] > 0 ? s->kept[i] * in->w[i].v : 0;
  }
  return true;
}

/* Executes the plan; false if it cannot be executed or takes more than `limit`. */
static bool execute(struct search *s, struct walk *walk, double limit)
{
  const struct sp_state_worker *worker = s->state.worker;
  if (!open_ends(s, walk))
    return false;
  for (int i = 1; i <= s->in->m; i++)
    if (worker[i].idle > limit)
      return false;
  for (long k = 0; k < walk->n; k++)
    if (sp_state_send(&s->state, walk->list[k].from, walk->list[k].to, 1) > limit)
      return false;
  for (int i = 1; i <= s->in->m; i++)
    walk->ends[i - 1] = worker[i].idle;
  qsort(walk->ends, (size_t)s->in->m, sizeof *walk->ends, descending);
  return true;
}

/* < 0 if a's ends are less than b's in lexicographic order. */
static int compare(const struct search *s, const struct walk *a, const struct walk *b)
{
  int i = 0;
  while (i < s->in->m - 1 && a->ends[i] == b->ends[i])
    i++;
  return (a->ends[i] > b->ends[i]) - (a->ends[i] < b->ends[i]);
}

static void copy(const struct search *s, struct walk *to, const struct walk *from)
{
  to->n = from->n;
  memcpy(to->list, from->list, (size_t)from->n * sizeof *from->list);
  memcpy(to->ends, from->ends, (size_t)s->in->m * sizeof *from->ends);
}

static void insert(struct walk *walk, long k, int from, int to)
{
  memmove(walk->list + k + 1, walk->list + k, (size_t)(walk->n++ - k) * sizeof *walk->list);
  walk->list[k] = (struct transfer){from, to};
}

static void drop(struct walk *walk, long k)
{
  memmove(walk->list + k, walk->list + k + 1, (size_t)(--walk->n - k) * sizeof *walk->list);
}

/* A task of `over` goes to a receiver, and `over` gets another task in return. */
static void relay(struct search *s, struct walk *walk, double *x)
{
  int from = 1 + (int)sp_pick(x, s->in->m), over = s->worker[sp_pick(x, s->computers)];
  int to = s->worker[sp_pick(x, s->computers)];
  insert(walk, sp_pick(x, walk->n + 1), over, to);
  insert(walk, sp_pick(x, walk->n + 1), from, over);
}

/* One change of the plan. */
static void change(struct search *s, struct walk *walk)
{
  enum {
    RECEIVER,
    RECEIVERS,
    SHIFT,
    MOVES_OF_BAG,
    SENDER = MOVES_OF_BAG,
    SENDERS,
    DROP,
    ADD,
    RELAY,
    MOVES
  };
  double x = sp_uniform(s->cx);
  long move = sp_pick(&x, s->bag ? MOVES_OF_BAG : MOVES);
  if (walk->n + 2 > s->room && move >= ADD)
    move = DROP;
  if (walk->n == 0 && move != RELAY)
    move = ADD;
  if (move == RELAY) {
    relay(s, walk, &x);
    return;
  }
  long k = move == ADD ? sp_pick(&x, walk->n + 1) : sp_pick(&x, walk->n);
  struct transfer *a = &walk->list[k];
  int to = s->worker[sp_pick(&x, s->computers)], from = 1 + (int)sp_pick(&x, s->in->m);
  if (move == ADD)
    insert(walk, k, from, to);
  else if (move == DROP)
    drop(walk, k);
  else if (move == RECEIVER)
    a->to = to;
  else if (move == SENDER)
    a->from = from;
  else if (move == SHIFT)
    sp_move_to(walk->list, sizeof *walk->list, k, sp_pick(&x, walk->n));
  else {
    struct transfer *b = &walk->list[sp_pick(&x, walk->n)];
    if (move == RECEIVERS)
      sp_swap(a->to, b->to);
    else
      sp_swap(a->from, b->from);
  }
}

static struct walk walk_new(const struct search *s)
{
  return (struct walk){0, sp_new(s->cx, s->room, struct transfer), sp_new(s->cx, s->in->m, double)};
}

/* Improves *best; false if its start cannot be executed. */
static bool search(struct search *s, double evaluations, struct walk *best)
{
  struct walk now = walk_new(s), then = walk_new(s);
  if (!execute(s, best, INFINITY))
    return false;
  copy(s, &now, best);
  double tasks = fmax(10, s->in->total.v), many = 10 * tasks * tasks;
  double warmest = evaluations < many ? 0 : 1 / tasks;
  for (double step = 1; step < evaluations && !sp_stopped(s->cx); step++) {
    double warmth = warmest * fmax(0, 1 - step / (0.5 * evaluations));
    double limit = now.ends[0] * (1 + warmth);
    then.n = now.n;
    memcpy(then.list, now.list, (size_t)now.n * sizeof *now.list);
    change(s, &then);
    if (!execute(s, &then, limit) || (warmth == 0 && compare(s, &then, &now) > 0))
      continue;
    sp_swap(now, then);
    if (compare(s, &now, best) < 0)
      copy(s, best, &now);
  }
  return true;
}

static struct search prepare(struct sp_context *cx, const struct sp_instance *in, long n)
{
  int nodes = in->m + 1;
  struct search s = {.cx = cx, .in = in, .bag = in->problem == SP_BAG};
  s.room = s.bag ? n : 2 * n + 4L * in->m;
  s.state = sp_state_new(cx, in, s.bag ? (double)n : 0, 0);
  s.kept = sp_new(cx, nodes, double);
  s.worker = sp_new(cx, nodes, int);
  for (int i = 1; i <= in->m; i++)
    if (in->w[i].v < INFINITY)
      s.worker[s.computers++] = i;
  return s;
}

/* True if the plan can be searched. */
static bool is_plain(const struct sp_instance *in, const struct sp_schedule *plan)
{
  const struct sp_ports *ports = &in->platform.node[0].ports;
  for (long k = 0; k < plan->n; k++)
    if (plan->msg[k].after >= 0)
      return false;
  if (in->problem == SP_BAG && in->deadline.v < INFINITY)
    return false;
  return ports->send == 1 && (ports->recv == 1 || in->problem == SP_BAG);
}

static void improve(struct sp_context *cx, const struct sp_instance *in, double evaluations,
                    struct sp_schedule *out)
{
  struct search s = prepare(cx, in, out->n);
  struct walk best = walk_new(&s);
  best.n = out->n;
  for (long k = 0; k < out->n; k++)
    best.list[k] = (struct transfer){out->msg[k].from, out->msg[k].to};
  evaluations = fmin(evaluations, floor(most_messages / (double)(out->n + in->m)));
  if (s.computers == 0 || s.room == 0 || !search(&s, evaluations, &best))
    return;
  sp_schedule_clear(out);
  for (long k = 0; k < best.n; k++)
    sp_schedule_add(out, best.list[k].from, best.list[k].to, 1, -1);
}

static int local_search_plan(struct sp_context *cx, const struct sp_instance *in, const void *data,
                             struct sp_schedule *out)
{
  const struct options *options = data;
  const char *start = in->problem == SP_BAG ? "min_c-deadline" : "best-of";
  if (options->start[0])
    start = options->start;
  if (sp_plan_with(cx, start, in, out) != 0)
    return -1;
  if (is_plain(in, out))
    improve(cx, in, (double)options->evaluations, out);
  out->planned = sp_makespan(in, out);
  return 0;
}

static const struct sp_option options[] = {
    {"evaluations", SP_INTEGER, offsetof(struct options, evaluations), "20000", NULL, 0, 1e12,
     "most plans that the search may execute"},
    {"start", SP_TEXT, offsetof(struct options, start), "", NULL, 0, 0,
     "method whose plan is improved; empty: best-of, for a bag min_c-deadline"},
    SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_local_search = {
    .abi = SP_ABI,
    .name = "local-search",
    .summary = "a plan improved by small changes: receivers, senders, order, relays",
    .source = "starport; threshold accepting",
    .version = 1,
    .problems = SP_REDISTRIBUTION | SP_BAG,
    .options = options,
    .options_size = sizeof(struct options),
    .plan = local_search_plan,
};

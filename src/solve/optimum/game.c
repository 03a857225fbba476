/* The exact value of the game of game.h, by minimax with cuts.
 *
 * The rule decides when the port is free and a task waits: it sends to some worker at once, or
 * waits until the next date. These moves suffice: between two dates nothing becomes known, and a
 * message that is sent to the same worker earlier ends no later, so that the port and the worker
 * are free no later and no objective is greater. The adversary moves at each date, before the rule.
 * After the last date the rule completes as well as it can. A task that is waiting, and the order
 * in which tasks are sent, are as in the model; places are kept. */
#include "solve/optimum/game.h"
#include "base/memory.h"
#include "model/instance.h"
#include "solve/bag/bag.h"
#include "solve/bag/flow.h"

enum { OPTIMUM_NODES = 10000000 };

struct play {
  struct game *game;
  struct sp_context *cx;
  struct sp_state state;
  struct arriving arriving;
  long come, sent;                 /* tasks */
  double release[GAME_MOST_TASKS]; /* of those that have come */
  double *optimum;                 /* by the code of what arrives; 0: not known yet */
  bool failed;
};

bool game_next(const struct game *g, struct arriving *a)
{
  long sum = 0;
  for (int d = 0; d < g->dates; d++)
    sum += a->n[d];
  for (int d = 0; d < g->dates; d++) {
    if (sum < g->tasks) {
      a->n[d]++;
      return true;
    }
    sum -= a->n[d];
    a->n[d] = 0;
  }
  return false;
}

struct sp_instance *game_instance(const struct game *g, const struct arriving *a)
{
  struct sp_instance *in = sp_instance_copy(g->in);
  long n = 0;
  free(in->release);
  in->release = sp_xcalloc(GAME_MOST_TASKS, sizeof *in->release);
  for (int d = 0; d < g->dates; d++)
    for (long k = 0; k < a->n[d]; k++)
      in->release[n++] = g->date[d];
  in->total = sp_int(n);
  in->known = true;
  return in;
}

double game_optimum(struct sp_context *cx, const struct game *g, const struct arriving *a)
{
  struct sp_instance *in = game_instance(g, a);
  struct sp_optimal o = {.objective = g->objective, .nodes = OPTIMUM_NODES};
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  bool found = sp_optimal(cx, in, &o, &plan) == 0 && o.proven;
  sp_schedule_clear(&plan);
  sp_instance_free(in);
  return found ? o.value : NAN;
}

/* The optimum of what has arrived. */
static double optimum(struct play *p)
{
  size_t code = 0;
  for (int d = 0; d < p->game->dates; d++)
    code = code * (GAME_MOST_TASKS + 1) + (size_t)p->arriving.n[d];
  double *known = &p->optimum[code];
  if (*known == 0)
    *known = game_optimum(p->cx, p->game, &p->arriving);
  p->failed |= isnan(*known);
  return *known;
}

static double decide(struct play *p, double value, double now, int d, double low, double high);

/* The adversary at date d; what is at most low or at least high need not be exact. */
static double arrive(struct play *p, double value, int d, double low, double high)
{
  const struct game *g = p->game;
  double most = 0;
  for (long n = 0; p->come + n <= g->tasks && most < high; n++) {
    for (long k = 0; k < n; k++)
      p->release[p->come + k] = g->date[d];
    p->come += n;
    p->arriving.n[d] = n;
    most = fmax(most, decide(p, value, g->date[d], d, fmax(low, most), high));
    p->arriving.n[d] = 0;
    p->come -= n;
  }
  return most;
}

/* The rule from `now` on, after the adversary's move d. */
static double decide(struct play *p, double value, double now, int d, double low, double high)
{
  struct game *g = p->game;
  bool last = d + 1 == g->dates;
  double port = p->state.port[SP_OUT], least = INFINITY;
  now = fmax(now, port);
  p->failed |= ++g->visited > g->nodes || sp_stopped(p->cx);
  if (p->failed)
    return 0;
  if (p->sent == p->come && last)
    return p->come > 0 ? value / optimum(p) : 0;
  if (!last && (p->sent == p->come || now >= g->date[d + 1]))
    return arrive(p, value, d + 1, low, high);
  for (int i = 1; i <= p->state.m && least > low; i++) {
    struct sp_state_before before;
    if (isinf(p->state.worker[i].w))
      continue;
    p->state.port[SP_OUT] = now;
    before = sp_state_try(&p->state, 0, i);
    double more = flow_with(g->objective, value, p->release[p->sent], 1, p->state.worker[i].idle);
    p->sent++;
    least = fmin(least, decide(p, more, now, d, low, fmin(high, least)));
    p->sent--;
    sp_state_take_back(&p->state, i, &before);
    p->state.port[SP_OUT] = port;
  }
  if (!last && least > low)
    least = fmin(least, arrive(p, value, d + 1, low, fmin(high, least)));
  return least;
}

double game_value(struct sp_context *cx, struct game *g)
{
  size_t codes = 1;
  for (int d = 0; d < g->dates; d++)
    codes *= GAME_MOST_TASKS + 1;
  struct sp_instance *in = sp_instance_copy(g->in);
  in->total = sp_int(g->tasks);
  struct play p = {.game = g,
                   .cx = cx,
                   .state = sp_state_new(cx, in, (double)g->tasks, 0),
                   .optimum = sp_new(cx, codes, double)};
  g->visited = 0;
  double value = sp_bag_served(cx, in, false) ? NAN : arrive(&p, 0, 0, 0, INFINITY);
  sp_instance_free(in);
  if (!p.failed)
    return value;
  sp_refuse(cx, "the game is not solved after %ld nodes: fewer tasks, dates or workers",
            g->visited);
  return NAN;
}

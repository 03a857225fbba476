/* The best throughput of a star with bounded places: one message over the least mean time of a
 * cycle in the graph of its states (places_states.c). Every endless schedule is a walk in this
 * graph; N messages of it take at least N times the mean, less a constant, and the cycle takes just
 * that.
 *
 * Howard's policy iteration in whole numbers. A policy is a move of each state but some, the roots.
 * Its best cycle has P units of time and Q messages; weights are Q time - P, and d(u) is the sum of
 * those from u to a root. Moves with d(u) > weight + d(v) replace those of the policy. The sum over
 * a cycle that this closes is negative, so its mean is less than P/Q: it gives a new P and Q, and
 * cycles are cut at new roots. If no move is left then
 *
 *   d(u) <= d(v) + Q time - P   for all moves from u to v
 *
 * and the sum over any cycle shows that its mean is at least P/Q: d are potentials, the proof.
 *
 * Where a message to worker i has a gain, Q is the sum of the gains of a cycle, and weights are
 * Q time - P gain. */
#include "solve/bag/places.h"
#include "base/memory.h"
#include "method/context.h"
#include "model/instance.h"

struct policy {
  struct places_graph *g;
  struct places_cycle best;
  int32_t *by;   /* [u] its move, -1: a root */
  int32_t *path; /* scratch */
  char *mark;    /* [u] scratch: 0, on the path (1), done (2) */
};

/* The state after a message to worker i; -1: no move, nor is one without gain. */
static int32_t after(const struct policy *x, int32_t u, int i)
{
  return x->g->worker[i].gain > 0 ? x->g->to[(size_t)u * (size_t)x->g->p + (size_t)i] : -1;
}

static int64_t weight(const struct policy *x, int32_t u, int i)
{
  return x->best.gain * places_time(x->g, u, i) - x->best.P * x->g->worker[i].gain;
}

/* Keeps the cycle of these states if it is the best so far. */
static void offer_cycle(struct policy *x, const int32_t *state, int64_t n)
{
  int64_t time = 0, gain = 0;
  for (int64_t k = 0; k < n; k++) {
    time += places_time(x->g, state[k], x->by[state[k]]);
    gain += x->g->worker[x->by[state[k]]].gain;
  }
  struct places_cycle *best = &x->best;
  if (best->Q && time * best->gain >= best->P * gain)
    return;
  *best = (struct places_cycle){time, n, gain, state[0],
                                sp_xrealloc(best->move, (size_t)n, sizeof *best->move)};
  for (int64_t k = 0; k < n; k++)
    best->move[k] = x->by[state[k]];
}

/* Writes the path of the policy from state *u to the first one with a mark, or a root, and sets
 * their marks to 1; returns its length. *u becomes where it ends. */
static int32_t follow(struct policy *x, int32_t *u)
{
  int32_t length = 0;
  for (; !x->mark[*u]; *u = after(x, *u, x->by[*u])) {
    x->mark[*u] = 1;
    x->path[length++] = *u;
    if (x->by[*u] < 0)
      break;
  }
  return length;
}

/* Cuts each cycle of the policy at a new root. */
static void cut_cycles(struct policy *x)
{
  int32_t n = x->g->n;
  memset(x->mark, 0, (size_t)n);
  for (int32_t s = 0; s < n; s++) {
    int32_t u = s, length = follow(x, &u), first = length;
    if (x->mark[u] == 1 && x->by[u] >= 0)
      while (x->path[--first] != u)
        ;
    if (first < length) {
      offer_cycle(x, &x->path[first], length - first);
      x->by[u] = -1;
    }
    while (length > 0)
      x->mark[x->path[--length]] = 2;
  }
}

/* Computes d along the policy, which has no cycles. */
static void evaluate_policy(struct policy *x)
{
  int32_t n = x->g->n;
  memset(x->mark, 0, (size_t)n);
  for (int32_t s = 0; s < n; s++) {
    int32_t end = s, length = follow(x, &end);
    while (length > 0) {
      int32_t u = x->path[--length];
      int i = x->by[u];
      x->g->d[u] = i < 0 ? 0 : x->g->d[after(x, u, i)] + weight(x, u, i);
    }
  }
}

/* Replaces moves by better ones; false: there is none. Later states first: moves lead to them. */
static bool improve_policy(struct policy *x)
{
  bool better = false;
  int64_t *d = x->g->d;
  for (int32_t u = x->g->n; u-- > 0;)
    for (int i = 0; i < x->g->p; i++) {
      int32_t v = after(x, u, i);
      if (v < 0 || d[u] <= d[v] + weight(x, u, i))
        continue;
      d[u] = d[v] + weight(x, u, i);
      x->by[u] = i;
      better = true;
    }
  return better;
}

/* The proof: d are potentials, and the cycle has P and Q. */
static bool proves(struct policy *x)
{
  int32_t u = x->best.start;
  int64_t time = 0, gain = 0;
  for (int64_t k = 0; k < x->best.Q; k++) {
    time += places_time(x->g, u, x->best.move[k]);
    gain += x->g->worker[x->best.move[k]].gain;
    u = after(x, u, x->best.move[k]);
  }
  return u == x->best.start && time == x->best.P && gain == x->best.gain && !improve_policy(x);
}

/* The move to begin with: the most gain, of those the quickest. */
static int first_move(const struct policy *x, int32_t u)
{
  int best = -1;
  for (int i = 0; i < x->g->p; i++) {
    if (after(x, u, i) < 0)
      continue;
    int64_t more = best < 0 ? 1 : x->g->worker[i].gain - x->g->worker[best].gain;
    if (more > 0 || (more == 0 && places_time(x->g, u, i) < places_time(x->g, u, best)))
      best = i;
  }
  return best;
}

static void solve_policy(struct policy *x)
{
  for (int32_t u = 0; u < x->g->n; u++)
    x->by[u] = first_move(x, u);
  do {
    cut_cycles(x);
    evaluate_policy(x);
  } while (improve_policy(x));
}

/* The workers of the cycle. It comes back to its first state with the names of alike workers
 * exchanged, perhaps; it is repeated until each has its own again. */
void places_name_cycle(const struct places_graph *g, const struct places_cycle *best,
                       struct sp_star_cycle *cycle)
{
  size_t p = (size_t)g->p;
  int *who = sp_xcalloc(p, sizeof *who);
  int32_t *work = sp_xmemdup(&g->work[(size_t)best->start * p], p, sizeof *work);
  long cap = 0;
  bool back = false;
  for (int k = 0; k < g->p; k++)
    who[k] = k;
  while (!back) {
    for (int64_t k = 0; k < best->Q; k++) {
      sp_grow(cycle->target, cycle->length, cap);
      cycle->target[cycle->length++] = g->worker[who[best->move[k]]].number;
      places_step(g, work, best->move[k], who);
    }
    back = true;
    for (int k = 0; k < g->p; k++)
      back = back && who[k] == k;
  }
  free(work);
  free(who);
  struct sp_q_pool *pool = &cycle->pool;
  cycle->throughput =
      sp_q_of(pool, sp_q_of(pool, sp_q_int(pool, best->Q), '*', sp_q_int(pool, g->scale)), '/',
              sp_q_int(pool, best->P));
}

bool places_best_cycle(struct places_graph *g, struct places_cycle *best)
{
  struct sp_context *cx = sp_context_plain();
  struct policy x = {.g = g,
                     .by = sp_new(cx, g->n, int32_t),
                     .path = sp_new(cx, g->n, int32_t),
                     .mark = sp_new(cx, g->n, char)};
  bool gains = false, proven = true;
  for (int i = 0; i < g->p; i++)
    gains = gains || g->worker[i].gain > 0;
  if (gains) {
    solve_policy(&x);
    proven = proves(&x);
  }
  *best = x.best;
  sp_context_free(cx);
  return proven;
}

static int best_cycle(const struct sp_instance *in, struct sp_star_limits limits,
                      struct sp_star_cycle *cycle, struct sp_error *error)
{
  struct places_graph g;
  *cycle = (struct sp_star_cycle){0};
  int code = places_graph_build(in, limits.messages > 0, limits.states, &g, error);
  if (code == SP_OK) {
    struct places_cycle best;
    cycle->states = g.n;
    cycle->moves = g.moves;
    cycle->complete = limits.messages > 0;
    cycle->proven = places_best_cycle(&g, &best);
    if (limits.messages > 0)
      code = places_best_period(&g, limits.messages, &best, error);
    if (code == SP_OK)
      places_name_cycle(&g, &best, cycle);
    free(best.move);
  }
  places_graph_clear(&g);
  return code;
}

int sp_star_cycle_solve(const struct sp_instance *in, struct sp_star_limits limits,
                        struct sp_star_cycle *cycle, struct sp_error *error)
{
  if (sp_has_results(in))
    return sp_bad_input(error, "results return, expected a star without result");
  int code = best_cycle(in, (struct sp_star_limits){.states = limits.states}, cycle, error);
  if (code != SP_OK || limits.messages == 0 || cycle->length <= limits.messages)
    return code;
  sp_star_cycle_clear(cycle);
  return best_cycle(in, limits, cycle, error);
}

void sp_star_cycle_clear(struct sp_star_cycle *cycle)
{
  free(cycle->target);
  sp_q_clear(&cycle->pool);
  *cycle = (struct sp_star_cycle){0};
}

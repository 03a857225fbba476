/* The best throughput of a star with places by a period of at most K messages (RR-5196, Definition
 * 5): the least mean time of a cycle of at most K moves in the graph of states.
 *
 * From each state s a layer a message holds the least time of the walks from s, of states from s
 * on only: cycles through earlier ones are known by then. The potentials of the best cycle of any
 * length, P units of time and Q messages, bound what a walk can still lose: no cycle through u has
 * a lower sum of Q time - P than the walk to u and d(s) - d(u). States that can not be on a better
 * cycle than the best so far are left out. */
#include "base/memory.h"
#include "method/context.h"
#include "solve/bag/places.h"

enum { MOST_STEPS = 1000000000, MOST_CELLS = 1 << 26 };

struct layers {
  const struct places_graph *g;
  int64_t P, Q;             /* time and messages of the best cycle of any length */
  long most;                /* K */
  struct places_cycle best; /* so far; Q = 0: none; move has room for K */
  int64_t *least[2];        /* [n] times of this layer and the next; -1: not reached */
  int32_t *state[2];        /* [n] the states that they reach, */
  int32_t reached[2];       /* so many */
  int32_t *from;            /* [K][n] the state before, of each layer */
  long steps;
};

/* Can a walk of k moves from s to u in this time be a part of a better cycle? */
static bool may_be_better(const struct layers *x, int32_t s, int32_t u, int64_t time, long k)
{
  if (!x->best.Q)
    return true;
  double lost = (double)(x->Q * time - x->P * k - x->g->d[s] + x->g->d[u]);
  double mean = (double)x->best.P / (double)x->best.Q;
  double allowed = (double)x->most * ((double)x->Q * mean - (double)x->P);
  return lost <= allowed + 1e-9 * (1 + allowed); /* rounding leaves out none */
}

/* The move of least time from u to v. */
static int move_to(const struct places_graph *g, int32_t u, int32_t v)
{
  int move = -1;
  for (int i = 0; i < g->p; i++)
    if (g->to[(size_t)u * (size_t)g->p + (size_t)i] == v &&
        (move < 0 || places_time(g, u, i) < places_time(g, u, move)))
      move = i;
  return move;
}

static void offer_cycle(struct layers *x, int32_t s, int64_t time, long messages)
{
  struct places_cycle *best = &x->best;
  if (best->Q && time * best->Q >= best->P * messages)
    return;
  *best = (struct places_cycle){time, messages, messages, s, best->move};
  for (long k = messages, u = s; k-- > 0;) {
    int32_t before = x->from[(size_t)k * (size_t)x->g->n + (size_t)u];
    best->move[k] = move_to(x->g, before, (int32_t)u);
    u = before;
  }
}

/* The layer after that of k messages. */
static void extend_layer(struct layers *x, int32_t s, long k, int here)
{
  const struct places_graph *g = x->g;
  int next = !here;
  int64_t *least = x->least[next];
  x->reached[next] = 0;
  for (int32_t j = 0; j < x->reached[here]; j++) {
    int32_t u = x->state[here][j];
    for (int i = 0; i < g->p; i++) {
      int32_t v = g->to[(size_t)u * (size_t)g->p + (size_t)i];
      int64_t time = x->least[here][u] + places_time(g, u, i);
      x->steps++;
      if (v < s || (least[v] >= 0 && least[v] <= time) || !may_be_better(x, s, v, time, k + 1))
        continue;
      if (least[v] < 0)
        x->state[next][x->reached[next]++] = v;
      least[v] = time;
      x->from[(size_t)k * (size_t)g->n + (size_t)v] = u;
    }
    x->least[here][u] = -1;
  }
}

static void search_from(struct layers *x, int32_t s)
{
  int here = 0;
  x->least[0][s] = 0;
  x->state[0][0] = s;
  x->reached[0] = 1;
  for (long k = 0; k < x->most && x->reached[here]; k++) {
    extend_layer(x, s, k, here);
    here = !here;
    if (x->least[here][s] >= 0)
      offer_cycle(x, s, x->least[here][s], k + 1);
  }
  for (int32_t j = 0; j < x->reached[here]; j++)
    x->least[here][x->state[here][j]] = -1;
}

int places_best_period(const struct places_graph *g, long most, struct places_cycle *best,
                       struct sp_error *error)
{
  if (most > MOST_CELLS / (long)g->n)
    return sp_failure(error, SP_CANNOT, "%ld messages of %ld states, expected at most %d in all",
                      most, (long)g->n, MOST_CELLS);
  struct sp_context *cx = sp_context_plain();
  struct layers x = {.g = g,
                     .P = best->P,
                     .Q = best->Q,
                     .most = most,
                     .best.move = sp_xcalloc((size_t)most, sizeof *x.best.move),
                     .from = sp_new(cx, most * g->n, int32_t)};
  for (int k = 0; k < 2; k++) {
    x.state[k] = sp_new(cx, g->n, int32_t);
    x.least[k] = sp_new(cx, g->n, int64_t);
    memset(x.least[k], -1, (size_t)g->n * sizeof *x.least[k]);
  }
  for (int32_t s = 0; s < g->n && x.steps <= MOST_STEPS; s++)
    search_from(&x, s);
  int code = SP_OK;
  if (x.steps > MOST_STEPS)
    code = sp_failure(error, SP_CANNOT, "more than %d steps of periods of at most %ld messages",
                      MOST_STEPS, most);
  else if (!x.best.Q)
    code = sp_failure(error, SP_CANNOT, "no period has at most %ld messages", most);
  free(best->move);
  *best = x.best;
  sp_context_free(cx);
  return code;
}

/* The greatest rate of a star with places whose results return over a port of their own.
 *
 * Results hold no place and keep nothing waiting but each other. So a schedule is a walk in the
 * graph of states (places_states.c), and what its rates a_i must satisfy in addition is that the
 * port carries the results, sum a_i d_i <= 1. Cycles can be mixed: each is repeated so often that
 * going from one to the next takes no share of the time. With a price z >= 0 of the port's time
 *
 *   rate = min over z of  z + the most of  sum a_i (1 - z d_i)  of any cycle
 *
 * by duality, since the rates of mixtures are a polytope. A cycle of P units of time, Q messages
 * and U = sum d_i of them is a line in z, Q/P + z (1 - U/P). The rate is the least value of the
 * highest lines: from the best cycle for z = 0, and none, which is the line z, the price at which
 * the two lines meet asks for a better cycle, until there is none. Prices are fractions, gains
 * whole numbers. A message without gain is left out: nothing else comes later without it. */
#include "base/memory.h"
#include "base/num.h"
#include "model/instance.h"
#include "solve/bag/places.h"

/* A cycle, or idle time: P = 1. */
struct line {
  int64_t P, Q, U;
  struct places_cycle cycle;
};

struct mixing {
  struct places_graph *g;
  struct line high, low; /* U > P, U <= P */
  int64_t num, den;      /* the price */
  bool proven;
};

static int refuse_star(const struct sp_instance *in, struct sp_error *error)
{
  const struct sp_ports *ports = &in->platform.node[0].ports;
  if (in->hold_result)
    return sp_bad_input(error, "hold=result, expected places that do not wait for results");
  if (!ports->recv_send || ports->recv != 1)
    return sp_bad_input(error, "%s, expected one port of results alone",
                        ports->recv_send ? "several ports of results" : "duplex=half");
  return SP_OK;
}

static struct line line_of(const struct places_graph *g, struct places_cycle cycle)
{
  struct line l = {.P = cycle.P, .Q = cycle.Q, .cycle = cycle};
  for (int64_t k = 0; k < cycle.Q; k++)
    l.U += g->worker[cycle.move[k]].d;
  return l;
}

/* The price at which the lines meet, and the gains; false: the numbers are too long. */
static bool set_price(struct mixing *x)
{
  const struct line *high = &x->high, *low = &x->low;
  double most = 0, time = 1, n = x->g->n;
  int64_t a[4], divisor;
  if (__builtin_mul_overflow(high->Q, low->P, &a[0]) ||
      __builtin_mul_overflow(low->Q, high->P, &a[1]) ||
      __builtin_mul_overflow(high->U, low->P, &a[2]) ||
      __builtin_mul_overflow(low->U, high->P, &a[3]))
    return false;
  x->num = a[0] - a[1];
  x->den = a[2] - a[3];
  divisor = (int64_t)sp_gcd((uint64_t)x->num, (uint64_t)x->den);
  x->num /= divisor;
  x->den /= divisor;
  for (int i = 0; i < x->g->p; i++) {
    struct places_worker *worker = &x->g->worker[i];
    int64_t cost;
    bool none = __builtin_mul_overflow(x->num, worker->d, &cost) || cost >= x->den;
    worker->gain = none ? 0 : x->den - cost;
    most = fmax(most, (double)worker->gain);
    time = fmax(time, (double)worker->full + worker->c);
  }
  return n * n * most * time < 0x1p62; /* the sums of places.c */
}

/* Is there a better cycle at the price than those whose lines meet there? It replaces one of them.
 */
static bool improve(struct mixing *x)
{
  struct places_cycle cycle;
  bool proven = places_best_cycle(x->g, &cycle);
  struct line next = line_of(x->g, cycle), *high = &x->high;
  __int128 value = (__int128)high->Q * x->den - (__int128)high->U * x->num; /* of P den */
  if (cycle.Q == 0 || (__int128)cycle.gain * high->P <= value * next.P) {
    free(cycle.move);
    x->proven = proven;
    return false;
  }
  struct line *old = next.U > next.P ? &x->high : &x->low;
  free(old->cycle.move);
  *old = next;
  return true;
}

/* Adds a cycle with its share of the time; none for idle time. */
static void add_cycle(const struct places_graph *g, const struct line *l,
                      const struct sp_rational *share, struct sp_star_mixture *m)
{
  if (l->Q == 0 || sp_q_sign(share) == 0)
    return;
  struct sp_star_cycle *cycle = &m->cycle[m->n];
  places_name_cycle(g, &l->cycle, cycle);
  cycle->states = g->n;
  cycle->moves = g->moves;
  m->share[m->n] = sp_q_zeros(&m->pool, 1)[0];
  sp_q_set(m->share[m->n++], share);
  sp_q_add(m->throughput, sp_q_of(&m->pool, share, '*', cycle->throughput));
}

static int mix(struct mixing *x, struct sp_star_mixture *m, struct sp_error *error)
{
  struct places_cycle cycle;
  struct sp_q_pool *pool = &m->pool;
  struct sp_rational *all = sp_q_int(pool, 1), *part = all;
  m->throughput = sp_q_int(pool, 0);
  x->proven = places_best_cycle(x->g, &cycle);
  x->high = line_of(x->g, cycle);
  x->low = (struct line){.P = 1};
  if (x->high.U > x->high.P) {
    do
      if (!set_price(x))
        return sp_failure(error, SP_CANNOT, "the prices of the results have too many digits");
    while (improve(x));
    /* part U/P of high + (1 - part) U/P of low = 1 */
    struct sp_rational *high =
        sp_q_of(pool, sp_q_int(pool, x->high.U), '/', sp_q_int(pool, x->high.P));
    struct sp_rational *low =
        sp_q_of(pool, sp_q_int(pool, x->low.U), '/', sp_q_int(pool, x->low.P));
    part = sp_q_of(pool, sp_q_of(pool, all, '-', low), '/', sp_q_of(pool, high, '-', low));
  }
  add_cycle(x->g, &x->high, part, m);
  add_cycle(x->g, &x->low, sp_q_of(pool, all, '-', part), m);
  m->proven = x->proven;
  return SP_OK;
}

int sp_star_mixture_solve(const struct sp_instance *in, struct sp_star_mixture *m,
                          struct sp_error *error)
{
  struct places_graph g = {0};
  *m = (struct sp_star_mixture){0};
  int code = refuse_star(in, error);
  if (code == SP_OK)
    code = places_graph_build(in, true, 0, &g, error);
  if (code == SP_OK) {
    struct mixing x = {.g = &g};
    code = mix(&x, m, error);
    free(x.high.cycle.move);
    free(x.low.cycle.move);
  }
  places_graph_clear(&g);
  return code;
}

void sp_star_mixture_clear(struct sp_star_mixture *m)
{
  for (int k = 0; k < m->n; k++)
    sp_star_cycle_clear(&m->cycle[k]);
  sp_q_clear(&m->pool);
  *m = (struct sp_star_mixture){0};
}

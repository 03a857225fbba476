/* The states of a star with bounded places, at the dates when its port is free.
 *
 * For a given order of targets each message starts as soon as it can: all dates are sums and maxima
 * of earlier ones, so that a delay makes nothing earlier. A schedule is therefore an order, and
 * what follows depends on the dates at which workers free their places, relative to now.
 *
 * One number a worker is enough: r, the time until it has computed all that it holds. Claim: its
 * k-th last task ends at max(0, r - k w) from now, where 0 means that it has ended. Tasks are
 * computed in the order of arrival. If it computed the last one directly after the one before, that
 * one ended w earlier. If it was idle between them the last one began when it arrived, not after
 * now: then the one before has ended and r - w <= 0, so both are 0. The claim follows by
 * induction on k. So a worker has a free place after max(0, r - (b - 1) w), and a message
 * that arrives after t makes its r max(0, r - t) + w, those of the others max(0, r - t). As r <= b
 * w and costs are whole numbers the states are finite in number.
 *
 * Two reductions. Workers of equal costs and places can change their names: the r of alike workers
 * are sorted, and of equal ones one is served. And no message to i waits for a place if meanwhile
 * one to j could be received, that is u_j < u_i and u_j + c_j <= u_i where u is the date of a free
 * place. For if i is served next, serve j before it, in place of the next message to j, or of the
 * last message of all if there is none to j: the message to i starts at u_i as before, j's
 * tasks arrive and end no later, so no message is later, and this one is earlier. The sum of the
 * starts of N messages decreases, and they have finitely many orders: for each N some order
 * without such waits ends as early as any. */
#include "base/hash.h"
#include "base/memory.h"
#include "base/num.h"
#include "model/instance.h"
#include "solve/bag/places.h"

/* 2^21 states, cycles of as many messages and times below 2^20 keep the sums of places.c in 63
 * bits. */
enum { MOST_STATES = 2000000, MOST_MOVES = 8000000, MOST_CELLS = 1 << 25 };
enum { MOST_TIME = 1 << 20, MOST_WORK = 1 << 30 };

static int too_large(long most_states, struct sp_error *error)
{
  return sp_failure(
      error, SP_CANNOT,
      "the graph of states is too large: more than %ld states, %d moves or %d numbers", most_states,
      MOST_MOVES, MOST_CELLS);
}

/* ---- Workers in whole numbers. */

int sp_check_steady_star(const struct sp_instance *in, struct sp_error *error)
{
  if (in->problem != SP_BAG)
    return sp_bad_input(error, "%s, expected a star of c, w, latency and buffer",
                        sp_problem_name(in->problem));
  if (isfinite(in->deadline.v))
    return sp_bad_input(error, "a deadline, expected none: a steady state has no end");
  if (sp_is_changing(in))
    return sp_bad_input(error, "a profile, expected none: a steady state has constant costs");
  if (sp_has_sizes(in))
    return sp_bad_input(error, "%s is given, expected none: a steady state is of tasks of size 1",
                        in->sizes ? "sizes" : "overhead");
  if (in->release)
    return sp_bad_input(error, "release is given, expected none: a steady state has no arrivals");
  return SP_OK;
}

static int check_star(const struct sp_instance *in, struct sp_error *error)
{
  if (sp_check_steady_star(in, error) != SP_OK)
    return SP_BAD_INPUT;
  if (in->platform.node[0].ports.send != 1)
    return sp_bad_input(error, "send is not 1, expected a master that sends one message at a time");
  for (int i = 1; i <= in->m; i++) {
    if (isinf(in->w[i].v))
      continue;
    if (!in->c[i].den || !in->w[i].den || !in->latency[i].den)
      return sp_bad_input(error, "worker %d: a cost is no fraction of 64 bits, expected one", i);
    if (in->buffer[i] == LONG_MAX)
      return sp_bad_input(error, "worker %d: buffer is inf, expected a number of places", i);
  }
  return SP_OK;
}

/* The units: the least common denominator of all costs; 0 if they are too fine. */
static int64_t common_scale(const struct sp_instance *in)
{
  struct sp_num *cost = sp_xcalloc(4 * (size_t)in->m, sizeof *cost);
  int n = 0;
  for (int i = 1; i <= in->m; i++)
    if (isfinite(in->w[i].v)) {
      cost[n++] = in->c[i];
      cost[n++] = in->latency[i];
      cost[n++] = in->w[i];
      cost[n++] = in->result[i];
    }
  int64_t scale = sp_num_common(cost, n);
  free(cost);
  return scale;
}

static int64_t scaled(struct sp_num x, int64_t scale)
{
  return x.num * (scale / x.den);
}

static bool is_alike(const struct places_worker *a, const struct places_worker *b)
{
  return a->c == b->c && a->w == b->w && a->full == b->full;
}

/* Inserts a worker behind the last one that is alike, or at the end. */
static void add_worker(struct places_graph *g, bool apart, struct places_worker worker)
{
  int at = g->p++;
  while (at > 0 && !is_alike(&g->worker[at - 1], &worker))
    at--;
  worker.alike = at > 0 && !apart;
  at = at ? at : g->p - 1;
  memmove(&g->worker[at + 1], &g->worker[at], (size_t)(g->p - 1 - at) * sizeof worker);
  g->worker[at] = worker;
}

static int add_workers(const struct sp_instance *in, bool complete, struct places_graph *g,
                       struct sp_error *error)
{
  g->worker = sp_xcalloc((size_t)in->m, sizeof *g->worker);
  g->scale = common_scale(in);
  for (int i = 1; i <= in->m; i++) {
    if (isinf(in->w[i].v))
      continue;
    int64_t c = 0, w = 0, d = 0, b = in->buffer[i];
    if (g->scale) {
      c = scaled(in->c[i], g->scale) + scaled(in->latency[i], g->scale);
      w = scaled(in->w[i], g->scale);
      if (sp_returns(in, i))
        d = scaled(in->result[i], g->scale) + scaled(in->latency[i], g->scale);
    }
    if (!g->scale || c >= MOST_TIME || w >= MOST_TIME - c || d >= MOST_TIME || b > MOST_WORK / w)
      return sp_failure(error, SP_CANNOT,
                        "worker %d: its costs, in units of which all are multiples, are too large "
                        "for a graph of states: c + latency + w < %d, buffer w <= %d",
                        i, MOST_TIME, MOST_WORK);
    add_worker(g, complete,
               (struct places_worker){.number = i,
                                      .c = (int32_t)c,
                                      .w = (int32_t)w,
                                      .d = (int32_t)d,
                                      .full = (int32_t)((b - 1) * w),
                                      .gain = 1});
  }
  return g->p ? SP_OK : sp_bad_input(error, "no worker computes, expected one with a finite w");
}

/* ---- States. */

void places_step(const struct places_graph *g, int32_t *work, int i, int *who)
{
  int32_t wait = work[i] - g->worker[i].full;
  int32_t time = (wait > 0 ? wait : 0) + g->worker[i].c;
  for (int k = 0; k < g->p; k++)
    work[k] = work[k] > time ? work[k] - time : 0;
  work[i] += g->worker[i].w;
  for (int k = i + 1; k < g->p && g->worker[k].alike && work[k] < work[k - 1]; k++) {
    sp_swap(work[k], work[k - 1]);
    if (who)
      sp_swap(who[k], who[k - 1]);
  }
}

static int32_t *slot_of(const struct places_graph *g, const int32_t *work)
{
  uint64_t hash = SP_HASH_START;
  size_t size = (size_t)g->p * sizeof *work;
  for (int k = 0; k < g->p; k++)
    hash = hash_mix(hash, (uint64_t)work[k]);
  size_t at = (size_t)(hash >> 20) & (g->slots - 1);
  while (g->slot[at] >= 0 && memcmp(work, &g->work[(size_t)g->slot[at] * (size_t)g->p], size) != 0)
    at = (at + 1) & (g->slots - 1);
  return &g->slot[at];
}

/* Makes room: half of the slots are free. */
static void grow(struct places_graph *g)
{
  size_t p = (size_t)g->p;
  g->slots = g->slots ? 2 * g->slots : 1024;
  g->work = sp_xrealloc(g->work, g->slots / 2 * p, sizeof *g->work);
  g->to = sp_xrealloc(g->to, g->slots / 2 * p, sizeof *g->to);
  g->slot = sp_xrealloc(g->slot, g->slots, sizeof *g->slot);
  for (size_t k = 0; k < g->slots; k++)
    g->slot[k] = -1;
  for (int32_t u = 0; u < g->n; u++)
    *slot_of(g, &g->work[(size_t)u * p]) = u;
}

static int32_t find_or_add(struct places_graph *g, const int32_t *work)
{
  if (2 * (size_t)g->n == g->slots)
    grow(g);
  int32_t *slot = slot_of(g, work);
  if (*slot < 0) {
    memcpy(&g->work[(size_t)g->n * (size_t)g->p], work, (size_t)g->p * sizeof *work);
    *slot = g->n++;
  }
  return *slot;
}

/* Is there no better message than one to i in state u? See above. */
static bool is_move(const struct places_graph *g, int32_t u, int i)
{
  const int32_t *work = &g->work[(size_t)u * (size_t)g->p];
  int32_t wait = places_time(g, u, i) - g->worker[i].c;
  if (g->worker[i].alike && work[i] == work[i - 1])
    return false;
  for (int j = 0; j < g->p && wait; j++)
    if (places_time(g, u, j) <= wait && places_time(g, u, j) - g->worker[j].c < wait)
      return false;
  return true;
}

int places_graph_build(const struct sp_instance *in, bool complete, long most_states,
                       struct places_graph *g, struct sp_error *error)
{
  *g = (struct places_graph){0};
  most_states = most_states > 0 && most_states < MOST_STATES ? most_states : MOST_STATES;
  int code = check_star(in, error);
  if (code == SP_OK)
    code = add_workers(in, complete, g, error);
  if (code != SP_OK)
    return code;
  int32_t *work = sp_xcalloc((size_t)g->p, sizeof *work);
  find_or_add(g, work);
  for (int32_t u = 0; u < g->n && code == SP_OK; u++) {
    for (int i = 0; i < g->p; i++) {
      size_t cell = (size_t)u * (size_t)g->p;
      bool move = complete || is_move(g, u, i);
      memcpy(work, &g->work[cell], (size_t)g->p * sizeof *work);
      if (move)
        places_step(g, work, i, NULL);
      int32_t v = move ? find_or_add(g, work) : -1;
      g->to[cell + (size_t)i] = v;
      g->moves += move;
    }
    if (g->n > most_states || g->moves > MOST_MOVES || g->n > MOST_CELLS / g->p)
      code = too_large(most_states, error);
  }
  free(work);
  g->d = sp_xcalloc((size_t)g->n, sizeof *g->d);
  return code;
}

void places_graph_clear(struct places_graph *g)
{
  free(g->worker);
  free(g->work);
  free(g->to);
  free(g->slot);
  free(g->d);
  *g = (struct places_graph){0};
}

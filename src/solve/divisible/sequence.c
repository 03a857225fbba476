/* Chunks in a given sequence, executed as soon as possible: their makespan, and the correction of
 * rounding errors in them. See divisible.h. */
#include "solve/divisible/divisible.h"

#include "model/instance.h"
#include "model/memory.h"

#include <starport/state.h>

/* The same where memory is limited: until a message fits its worker has no room. */
static double makespan_in_memory(const struct sp_instance *in, struct sp_state *state, long n,
                                 const int *sequence, const double *chunk)
{
  struct fifo *held = sp_xcalloc((size_t)in->m + 1, sizeof *held);
  for (long k = 0; k < n; k++) {
    int i = sequence[k];
    struct sp_state_worker *x = &state->worker[i];
    double idle = x->idle;
    x->room = sp_state_later(state->port[SP_OUT], memory_free_at(in, i, &held[i], chunk[k]));
    double start = x->room, end = sp_state_send(state, 0, i, chunk[k]), came = state->port[SP_OUT];
    memory_take(&held[i], start, &(struct held){came, chunk[k], sp_state_later(came, idle), end});
  }
  for (int i = 1; i <= in->m; i++)
    free(held[i].item);
  free(held);
  return state->last;
}

static double makespan_of(const struct sp_instance *in, struct sp_state *state, long n,
                          const int *sequence, const double *chunk)
{
  sp_state_open(state);
  if (sp_has_memory(in))
    return makespan_in_memory(in, state, n, sequence, chunk);
  for (long k = 0; k < n; k++)
    sp_state_send(state, 0, sequence[k], chunk[k]);
  return state->last;
}

double sp_sequence_makespan(struct sp_context *cx, const struct sp_instance *in, long n,
                            const int *sequence, const double *chunk)
{
  const void *mark = sp_mark(cx);
  struct sp_state state = sp_state_new(cx, in, 0, 0);
  double makespan = makespan_of(in, &state, n, sequence, chunk);
  sp_release(cx, mark);
  return makespan;
}

/* Multiplies the chunks; none exceeds its limit. */
static double scale(const struct sp_instance *in, long n, const int *sequence, double factor,
                    double *chunk)
{
  double sum = 0;
  for (long k = 0; k < n; k++) {
    chunk[k] = fmin(fmax(chunk[k], 0) * factor, sp_chunk_limit(in, sequence[k]));
    sum += chunk[k];
  }
  return sum;
}

/* Scales the chunks until they end by the deadline T. The makespan M(f) of the chunks times f is
 * convex in f, and M(0) <= T for empty messages, so M is at most T at the f where the secant
 * through f = 0 and f = 1 is T. */
static void shorten(const struct sp_instance *in, long n, const int *sequence, double *chunk,
                    double makespan, struct sp_state *state)
{
  double T = in->deadline.v;
  sp_state_open(state);
  for (long k = 0; k < n; k++)
    sp_state_send(state, 0, sequence[k], 0);
  double least = state->last;
  for (int tries = 0; makespan > T && tries < 64; tries++) {
    double factor = makespan > least ? fmax((T - least) / (makespan - least), 0) : 0;
    scale(in, n, sequence, factor - 0x1p-52 * (double)tries, chunk);
    makespan = makespan_of(in, state, n, sequence, chunk);
  }
}

/* Multiplies the chunks below their limits so that all add up to W, if they can. Empty chunks stay
 * empty. */
static double fill(const struct sp_instance *in, long n, const int *sequence, double sum,
                   double *chunk)
{
  double all = in->total.v;
  while (sum < all * (1 - 1e-12)) {
    double missing = all - sum, free = 0;
    for (long k = 0; k < n; k++)
      free += chunk[k] < sp_chunk_limit(in, sequence[k]) ? chunk[k] : 0;
    if (free == 0)
      return sum;
    sum = 0;
    for (long k = 0; k < n; k++) {
      double limit = sp_chunk_limit(in, sequence[k]);
      chunk[k] = chunk[k] < limit ? fmin(chunk[k] * (1 + missing / free), limit) : chunk[k];
      sum += chunk[k];
    }
  }
  return sum;
}

double sp_sequence_fit(struct sp_context *cx, const struct sp_instance *in, long n,
                       const int *sequence, double *chunk, double *load)
{
  const void *mark = sp_mark(cx);
  struct sp_state state = sp_state_new(cx, in, 0, 0);
  double sum = scale(in, n, sequence, 1, chunk);
  bool by_deadline = in->deadline.v < INFINITY;
  if (sum > 0 && (by_deadline ? sum > in->total.v : sum != in->total.v))
    sum = scale(in, n, sequence, in->total.v / sum, chunk);
  if (sum > 0 && !by_deadline)
    sum = fill(in, n, sequence, sum, chunk);
  double makespan = makespan_of(in, &state, n, sequence, chunk);
  if (makespan > in->deadline.v) {
    shorten(in, n, sequence, chunk, makespan, &state);
    sum = scale(in, n, sequence, 1, chunk);
    makespan = makespan_of(in, &state, n, sequence, chunk);
  }
  sp_release(cx, mark);
  *load = sum;
  return makespan;
}

long sp_sequence_drop(long n, int *sequence, double *chunk)
{
  double load = 0;
  long kept = 0;
  for (long k = 0; k < n; k++)
    load += chunk[k];
  for (long k = 0; k < n; k++)
    if (chunk[k] > 1e-12 * load) {
      sequence[kept] = sequence[k];
      chunk[kept++] = chunk[k];
    }
  return kept;
}

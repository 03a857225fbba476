/* Chunks in a given sequence, executed as soon as possible: their makespan, and the correction of
 * rounding errors in them. See starport/divisible.h. */
#include <starport/divisible.h>

static double makespan_of(const struct sp_instance *in, long n, const int *sequence,
                          const double *chunk, double *idle)
{
  double port = 0, makespan = 0;
  for (int i = 1; i <= in->m; i++)
    idle[i] = 0;
  for (long k = 0; k < n; k++) {
    int i = sequence[k];
    port += sp_message_time(in, i, chunk[k]);
    idle[i] = (idle[i] > port ? idle[i] : port) + chunk[k] * in->w[i].v;
    makespan = makespan > idle[i] ? makespan : idle[i];
  }
  return makespan;
}

double sp_sequence_makespan(struct sp_context *cx, const struct sp_instance *in, long n,
                            const int *sequence, const double *chunk)
{
  const void *mark = sp_mark(cx);
  double makespan = makespan_of(in, n, sequence, chunk, sp_new(cx, in->m + 1, double));
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
                    double makespan, double *idle)
{
  double *empty = idle + in->m + 1, T = in->deadline.v;
  for (long k = 0; k < n; k++)
    empty[k] = 0;
  double least = makespan_of(in, n, sequence, empty, idle);
  for (int tries = 0; makespan > T && tries < 64; tries++) {
    double factor = makespan > least ? fmax((T - least) / (makespan - least), 0) : 0;
    scale(in, n, sequence, factor - 0x1p-52 * (double)tries, chunk);
    makespan = makespan_of(in, n, sequence, chunk, idle);
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
  double *idle = sp_new(cx, (size_t)in->m + 1 + (size_t)n, double);
  double sum = scale(in, n, sequence, 1, chunk);
  bool by_deadline = in->deadline.v < INFINITY;
  if (sum > 0 && (by_deadline ? sum > in->total.v : sum != in->total.v))
    sum = scale(in, n, sequence, in->total.v / sum, chunk);
  if (sum > 0 && !by_deadline)
    sum = fill(in, n, sequence, sum, chunk);
  double makespan = makespan_of(in, n, sequence, chunk, idle);
  if (makespan > in->deadline.v) {
    shorten(in, n, sequence, chunk, makespan, idle);
    sum = scale(in, n, sequence, 1, chunk);
    makespan = makespan_of(in, n, sequence, chunk, idle);
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

void sp_sequence_plan(struct sp_context *cx, const struct sp_instance *in, long n,
                      const int *sequence, double *chunk, struct sp_schedule *out)
{
  double load;
  out->planned = sp_sequence_fit(cx, in, n, sequence, chunk, &load);
  for (long k = 0; k < n; k++)
    sp_schedule_add(out, 0, sequence[k], chunk[k], -1);
}

/* Integrals of profiles by sums over their pieces; see changes.h. */
#include "validate/changes.h"
#include "base/memory.h"

#include <math.h>

struct integral integral_of(const struct sp_profile *p)
{
  struct integral in = {p, sp_xcalloc((size_t)p->n + 1, sizeof *in.sum), p->n > 0 ? 0 : 1};
  in.sum[0] = p->again ? -p->date[1] * p->factor[0] : 0;
  for (long k = 0; k < p->n; k++) {
    double end = k + 1 < p->n ? p->date[k + 1] : p->date[p->again] + p->period;
    in.sum[k + 1] =
        isinf(end) ? INFINITY : in.sum[k] + (long double)(end - p->date[k]) * p->factor[k];
    in.best = fmax(in.best, p->factor[k]);
  }
  return in;
}

void integral_clear(struct integral *in)
{
  free(in->sum);
}

/* The last piece of a round that begins at `date` or before. */
static long piece_of(const struct sp_profile *p, double date)
{
  long low = 0, high = p->n;
  while (high - low > 1) {
    long middle = (low + high) / 2;
    if (p->date[middle] <= date)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* A date as whole rounds and its place in the first one. */
static double rest_of_round(const struct sp_profile *p, double date, double *rounds)
{
  double first = p->date[p->again];
  *rounds = isinf(p->period) ? 0 : fmax(floor((date - first) / p->period), 0);
  return *rounds > 0 ? fmax(date - *rounds * p->period, first) : date;
}

double integral_between(const struct integral *in, double from, double to)
{
  const struct sp_profile *p = in->profile;
  if (p->n == 0 || to <= from)
    return to - from;
  double first, last;
  double a = rest_of_round(p, from, &first), b = rest_of_round(p, to, &last);
  long j = piece_of(p, a), k = piece_of(p, b);
  if (first == last && j == k)
    return (to - from) * p->factor[k];
  long double rounds = last > first ? (last - first) * in->sum[p->n] : 0;
  return (double)(rounds + (in->sum[k] - in->sum[j]) +
                  (long double)(b - p->date[k]) * p->factor[k] -
                  (long double)(a - p->date[j]) * p->factor[j]);
}

/* The piece that is number j from those of a round on, into the next one. */
static long piece_number(const struct sp_profile *p, long j)
{
  return j < p->n ? j : p->again + j - p->n;
}

/* The start of that piece. */
static double start_of(const struct sp_profile *p, double rounds, long j)
{
  double round = j < p->n ? rounds : rounds + 1;
  return p->date[piece_number(p, j)] + (round > 0 ? round * p->period : 0);
}

/* The first piece, from `piece` on, in whose round the integral is `goal` at the end or before. */
static long piece_with(const struct integral *in, long piece, long double goal)
{
  long high = in->profile->n - 1;
  while (piece < high) {
    long middle = (piece + high) / 2;
    if (in->sum[middle + 1] >= goal)
      high = middle;
    else
      piece = middle + 1;
  }
  return piece;
}

struct reach integral_reach(const struct integral *in, double from, double work)
{
  const struct sp_profile *p = in->profile;
  double rounds, a = rest_of_round(p, from, &rounds);
  long k = piece_of(p, a);
  double until = start_of(p, rounds, k + 1);
  if (work <= (until - from) * p->factor[k]) /* all in one piece */
    return (struct reach){work > 0 ? from + work / p->factor[k] : from, until, p->factor[k]};
  long double goal = in->sum[k] + (long double)(a - p->date[k]) * p->factor[k] + fmax(work, 0);
  if (isfinite(p->period) && goal > in->sum[p->n]) {
    double more = (double)ceill(goal / in->sum[p->n]) - 1;
    goal = fminl(goal - more * in->sum[p->n], in->sum[p->n]);
    rounds += more;
    k = p->again;
  }
  k = piece_with(in, k, goal);
  double date = start_of(p, rounds, k) + (double)((goal - in->sum[k]) / p->factor[k]);
  return (struct reach){fmax(date, from), start_of(p, rounds, k + 1), p->factor[k]};
}

double integral_factor(const struct sp_profile *p, double date)
{
  double rounds;
  return p->n ? p->factor[piece_of(p, rest_of_round(p, date, &rounds))] : 1;
}

double integral_first(const struct integral *in, double date, bool down)
{
  const struct sp_profile *p = in->profile;
  double rounds;
  if (p->n == 0)
    return down ? INFINITY : date;
  long at = piece_of(p, rest_of_round(p, date, &rounds));
  if (start_of(p, rounds, at + 1) <= date) { /* the rest of the round is rounded */
    rounds += at + 1 == p->n ? 1 : 0;
    at = piece_number(p, at + 1);
  }
  for (long j = at; j < at + p->n; j++) { /* the piece of the date, then each one that follows */
    if (j >= p->n && isinf(p->period))
      return INFINITY;
    if ((p->factor[piece_number(p, j)] == 0) == down)
      return fmax(start_of(p, rounds, j), date);
  }
  return INFINITY;
}

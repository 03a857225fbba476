/* Profiles: factors that are constant in pieces; see <starport/instance.h>. */
#include "model/profile.h"
#include "base/memory.h"
#include "base/text.h"
#include "model/instance.h"

#include <float.h>
#include <math.h>
#include <starport/instance.h>
#include <stdint.h>

/* Dates of rounds must stay apart: later ones have no piece of their own, and nothing ends there.
 */
static const int64_t MOST_ROUNDS = INT64_C(1) << 52;

/* So many pieces are passed one by one; more by a search. */
enum { SHORT_WALK = 16 };

const char *const profile_quality[SP_CHANGING] = {[SP_SPEED] = "speed",
                                                  [SP_BANDWIDTH] = "bandwidth",
                                                  [SP_HOST_STATE] = "state",
                                                  [SP_LINK_STATE] = "link's state",
                                                  [SP_LATENCY] = "latency"};

void sp_profile_clear(struct sp_profile *p)
{
  free(p->date);
  free(p->factor);
  free(p->sum);
  *p = (struct sp_profile){.period = INFINITY};
}

struct sp_profile sp_profile_copy(const struct sp_profile *p)
{
  size_t n = (size_t)p->n;
  struct sp_profile copy = {.n = p->n,
                            .date = n ? sp_xmemdup(p->date, n, sizeof *p->date) : NULL,
                            .factor = n ? sp_xmemdup(p->factor, n, sizeof *p->factor) : NULL,
                            .period = p->period,
                            .again = p->again};
  profile_integrate(&copy);
  return copy;
}

bool sp_profile_same(const struct sp_profile *a, const struct sp_profile *b)
{
  if (a->n != b->n || (a->n && (a->period != b->period || a->again != b->again)))
    return false;
  for (long k = 0; k < a->n; k++)
    if (a->date[k] != b->date[k] || a->factor[k] != b->factor[k])
      return false;
  return true;
}

void sp_profile_add(struct sp_profile *p, long *cap, double date, double factor)
{
  if (p->n == *cap) {
    *cap = *cap ? 2 * *cap : 4;
    p->date = sp_xrealloc(p->date, (size_t)*cap, sizeof *p->date);
    p->factor = sp_xrealloc(p->factor, (size_t)*cap, sizeof *p->factor);
  }
  p->date[p->n] = date;
  p->factor[p->n++] = factor;
}

/* Refuses `value` at `date` of what the words name. */
static int refuse(struct sp_error *error, const char *what, const char *where, double value,
                  const char *expected)
{
  char text[SP_NUMBER_TEXT];
  return sp_bad_input(error, "%s: %s %s, expected %s", what, where, sp_double_text(value, text),
                      expected);
}

static int check_piece(const struct sp_profile *p, long k, enum sp_changing kind, const char *what,
                       struct sp_error *error)
{
  double date = p->date[k], factor = p->factor[k];
  if (!(date == 0 || (date >= 1e-300 && date <= 1e300)))
    return refuse(error, what, "a change at date", date, "0, or a date from 1e-300 to 1e300");
  if (k && !(date > p->date[k - 1]))
    return refuse(error, what, "a change goes back to date", date, "dates that increase");
  if (profile_is_state(kind) && factor != 0 && factor != 1)
    return refuse(error, what, "a state of", factor, "1 (up) or 0 (down)");
  if (!(factor == 0 || (factor >= 1e-300 && factor <= 1e300)))
    return refuse(error, what, "a factor of", factor, "0, or a number from 1e-300 to 1e300");
  return SP_OK;
}

int sp_profile_check(const struct sp_profile *p, enum sp_changing kind, const char *what,
                     struct sp_error *error)
{
  double most = 0;
  for (long k = 0; k < p->n; k++) {
    if (check_piece(p, k, kind, what, error) != SP_OK)
      return SP_BAD_INPUT;
    if (k >= p->again)
      most = fmax(most, p->factor[k]);
  }
  if (p->n == 0)
    return SP_OK;
  if (p->date[0] != 0)
    return refuse(error, what, "the first piece begins at", p->date[0], "date 0");
  if (!(p->period > p->date[p->n - 1]))
    return refuse(error, what, "a period of", p->period, "one that ends after the last change");
  if (p->again > 1 || (p->again == 1 && p->factor[0] != 1))
    return refuse(error, what, "repeats from date", p->date[p->again],
                  "0, or the first change, before which the factor is 1");
  if (isinf(p->period))
    most = p->factor[p->n - 1];
  if (!profile_is_state(kind) && kind != SP_LATENCY && most == 0)
    return refuse(error, what, "0 for ever from date", isinf(p->period) ? p->date[p->n - 1] : 0,
                  "a factor > 0 in the end, or a state, which loses work");
  return SP_OK;
}

/* ---- Pieces of all rounds. */

/* Piece k of a round, from 0. */
struct piece {
  int64_t round;
  long k;
};

static double start_of(const struct sp_profile *p, struct piece at)
{
  return at.round ? (double)at.round * p->period + p->date[at.k] : p->date[at.k];
}

static struct piece after(const struct sp_profile *p, struct piece at)
{
  bool same = at.k + 1 < p->n;
  return (struct piece){at.round + !same, same ? at.k + 1 : p->again};
}

static double end_of(const struct sp_profile *p, struct piece at)
{
  return at.k + 1 == p->n && isinf(p->period) ? INFINITY : start_of(p, after(p, at));
}

/* The last piece of a round that begins at `date` or before. */
static long piece_of_round(const struct sp_profile *p, double date)
{
  long low = 0, high = p->n;
  while (high - low > 1) {
    long middle = low + (high - low) / 2;
    *(p->date[middle] <= date ? &low : &high) = middle;
  }
  return low;
}

/* The rounds that have begun after the first one. */
static double rounds_until(const struct sp_profile *p, double date)
{
  return isinf(p->period) ? 0 : fmax(floor((date - p->date[p->again]) / p->period), 0);
}

/* The piece in which a date lies. */
static struct piece piece_at(const struct sp_profile *p, double date)
{
  struct piece at = {(int64_t)fmin(rounds_until(p, date), (double)MOST_ROUNDS), p->again};
  if (at.round > 0 && start_of(p, at) > date) /* the quotient rounds */
    at.round--;
  at.k = piece_of_round(p, date - (at.round ? (double)at.round * p->period : 0));
  if (at.k > 0 && start_of(p, at) > date)
    at.k--;
  while (at.round < MOST_ROUNDS && end_of(p, at) <= date)
    at = after(p, at);
  return at;
}

double sp_profile_factor(const struct sp_profile *p, double date)
{
  return p->n ? p->factor[piece_at(p, date).k] : 1;
}

double profile_next(const struct sp_profile *p, double date)
{
  double next = p->n ? end_of(p, piece_at(p, date)) : INFINITY;
  return next > date ? next : INFINITY;
}

/* The integral of the factor over a piece of a round. */
static double integral_of_piece(const struct sp_profile *p, long k)
{
  double end = k + 1 < p->n ? p->date[k + 1] : p->date[p->again] + p->period;
  return (end - p->date[k]) * p->factor[k];
}

void profile_integrate(struct sp_profile *p)
{
  double rest = 0; /* what the additions so far have rounded off */
  double *sum = p->sum = sp_xrealloc(p->sum, (size_t)p->n + 1, sizeof *sum);
  sum[0] = p->again ? -p->date[1] : 0;
  p->best = 0;
  for (long k = 0; k < p->n; k++) {
    double piece = integral_of_piece(p, k) + rest;
    sum[k + 1] = sum[k] + piece;
    rest = isfinite(sum[k + 1]) ? piece - (sum[k + 1] - sum[k]) : 0;
    if (k >= p->again)
      p->best = fmax(p->best, p->factor[k]);
  }
}

double profile_integral(const struct sp_profile *p, double date)
{
  const double *sum = p->sum;
  if (p->n == 0)
    return date;
  double rounds = rounds_until(p, date);
  double rest = rounds > 0 ? fmax(date - rounds * p->period, p->date[p->again]) : date;
  long k = piece_of_round(p, rest);
  return (rounds > 0 ? rounds * sum[p->n] : 0) + sum[k] + (rest - p->date[k]) * p->factor[k];
}

double profile_best(const struct sp_profile *p)
{
  double best = p->n ? 0 : 1;
  for (long k = 0; k < p->n; k++)
    best = fmax(best, p->factor[k]);
  return best;
}

double profile_least(const struct sp_profile *p)
{
  double least = p->n ? INFINITY : 1;
  for (long k = 0; k < p->n; k++)
    least = fmin(least, p->factor[k]);
  return least;
}

/* The first piece, `at` or after it, by whose end the integral from the start of `at` on comes so
 * near to *time, which is left of `total`, that the activity may end there; of *time, leaves what
 * is to be done from its start on. *rounding grows by what this may be wrong. */
static struct piece skip(const struct sp_profile *p, struct piece at, double total, double *time,
                         double *rounding)
{
  const double *sum = p->sum;
  double goal = sum[at.k] + *time, last = p->date[p->n - 1];
  if (isfinite(p->period))
    last += fmin((double)at.round + ceil(goal / sum[p->n]), (double)MOST_ROUNDS) * p->period;
  *rounding += 8 * DBL_EPSILON * goal;
  double slack = AT_A_CHANGE * (total + last * p->best) + *rounding;
  long high = p->n;
  if (isfinite(p->period) && goal - slack > sum[p->n]) {
    double rounds = fmin(ceil((goal - slack) / sum[p->n]) - 1, (double)MOST_ROUNDS);
    goal -= rounds * sum[p->n];
    at = (struct piece){at.round + (int64_t)rounds, p->again};
  }
  while (high - at.k > 1) {
    long middle = at.k + (high - at.k) / 2;
    *(sum[middle] < goal - slack ? &at.k : &high) = middle;
  }
  *time = fmax(goal - sum[at.k], 0);
  return at;
}

double profile_time(const struct sp_profile *p, double start, double time)
{
  if (p->n == 0 || !(time > 0))
    return time;
  double from = start, total = time, rounding = 0, lasts = INFINITY;
  struct piece at = piece_at(p, start);
  for (int k = 1; at.round < MOST_ROUNDS; k++) {
    double until = end_of(p, at), factor = p->factor[at.k], lack = time - (until - from) * factor;
    if (factor > 0 && (isinf(until) || time / factor <= until - from))
      lasts = from - start + time / factor;
    else if (factor > 0 && lack <= AT_A_CHANGE * (total + until * factor) + rounding)
      lasts = until - start;
    if (lasts < INFINITY || isinf(until))
      break;
    time = fmax(lack, 0);
    from = until;
    at = after(p, at);
    if (k % SHORT_WALK == 0) {
      at = skip(p, at, total, &time, &rounding);
      from = start_of(p, at);
    }
  }
  return lasts;
}

/* Profiles: factors that are constant in pieces; see include/starport/profile.h. */
#include "model/profile.h"
#include "base/memory.h"
#include "base/text.h"

#include <math.h>
#include <starport/instance.h>
#include <stdlib.h>
#include <string.h>

/* Pieces are counted over all rounds in a long, and dates must stay apart. */
static const double MOST_ROUNDS = 1e15;
/* What would end so little after a change, relative to the date, ends with it: rounding does not
 * decide whether it has to wait until the end of a break. */
static const double AT_A_CHANGE = 1e-13;

void sp_profile_clear(struct sp_profile *p)
{
  free(p->date);
  free(p->factor);
  *p = (struct sp_profile){.period = INFINITY};
}

struct sp_profile sp_profile_copy(const struct sp_profile *p)
{
  size_t n = (size_t)p->n;
  return (struct sp_profile){.n = p->n,
                             .date = n ? sp_xmemdup(p->date, n, sizeof *p->date) : NULL,
                             .factor = n ? sp_xmemdup(p->factor, n, sizeof *p->factor) : NULL,
                             .period = p->period};
}

bool sp_profile_same(const struct sp_profile *a, const struct sp_profile *b)
{
  if (a->n != b->n || (a->n && a->period != b->period))
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

static bool is_state(enum sp_changing kind)
{
  return kind == SP_HOST_STATE || kind == SP_LINK_STATE;
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
  if (!(date >= 0 && isfinite(date)))
    return refuse(error, what, "a change at date", date, "a finite date >= 0");
  if (k && !(date > p->date[k - 1]))
    return refuse(error, what, "a change goes back to date", date, "dates that increase");
  if (is_state(kind) && factor != 0 && factor != 1)
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
    most = fmax(most, p->factor[k]);
  }
  if (p->n == 0)
    return SP_OK;
  if (p->date[0] != 0)
    return refuse(error, what, "the first piece begins at", p->date[0], "date 0");
  if (!(p->period > p->date[p->n - 1]))
    return refuse(error, what, "a period of", p->period, "one that ends after the last change");
  if (isinf(p->period))
    most = p->factor[p->n - 1];
  if (!is_state(kind) && most == 0)
    return refuse(error, what, "0 for ever from date", isinf(p->period) ? p->date[p->n - 1] : 0,
                  "a factor > 0 in the end, or a state, which loses work");
  return SP_OK;
}

/* ---- Pieces, counted over all rounds: piece k is piece k mod n of round k / n. */

static double piece_start(const struct sp_profile *p, long k)
{
  if (k < p->n)
    return p->date[k];
  return isinf(p->period) ? INFINITY : (double)(k / p->n) * p->period + p->date[k % p->n];
}

/* The greatest piece, from `at` on, that begins at `date` or before. */
static long piece_from(const struct sp_profile *p, long at, double date)
{
  double round = isinf(p->period) ? 0 : floor(date / p->period) - 1; /* - 1: the quotient rounds */
  if (round > (double)(at / p->n) && round < MOST_ROUNDS)
    at = (long)round * p->n;
  while (piece_start(p, at + 1) <= date)
    at++;
  return at;
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

/* The piece in which a date lies. */
static long piece_at(const struct sp_profile *p, double date)
{
  long round = isinf(p->period) ? 0 : (long)fmin(fmax(floor(date / p->period) - 1, 0), MOST_ROUNDS);
  double rest = date - (double)round * (round ? p->period : 0);
  return piece_from(p, round * p->n + piece_of_round(p, rest), date);
}

double sp_profile_factor(const struct sp_profile *p, double date)
{
  return p->n ? p->factor[piece_at(p, date) % p->n] : 1;
}

double profile_next(const struct sp_profile *p, double date)
{
  return p->n ? piece_start(p, piece_at(p, date) + 1) : INFINITY;
}

/* The integral of the factor over a piece of a round. */
static double integral_of_piece(const struct sp_profile *p, long k)
{
  return ((k + 1 < p->n ? p->date[k + 1] : p->period) - p->date[k]) * p->factor[k];
}

static double integral_of_round(const struct sp_profile *p)
{
  double sum = 0;
  for (long k = 0; k < p->n; k++)
    sum += integral_of_piece(p, k);
  return sum;
}

void profile_sums(const struct sp_profile *p, double *sum)
{
  sum[0] = 0;
  for (long k = 0; k < p->n; k++)
    sum[k + 1] = sum[k] + integral_of_piece(p, k);
}

double profile_integral(const struct sp_profile *p, const double *sum, double date)
{
  if (p->n == 0)
    return date;
  double rounds = isinf(p->period) ? 0 : floor(date / p->period);
  double rest = rounds > 0 ? fmax(date - rounds * p->period, 0) : date;
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

double profile_time(const struct sp_profile *p, long *at, double start, double time)
{
  if (p->n == 0 || !(time > 0))
    return time;
  long k = *at = piece_from(p, *at, start), first = k;
  double from = start;
  for (;; k++) {
    double until = piece_start(p, k + 1), factor = p->factor[k % p->n];
    if (factor > 0 && (isinf(until) || time / factor <= until - from))
      return from - start + time / factor;
    if (factor > 0 && from + time / factor <= until * (1 + AT_A_CHANGE))
      return until - start;
    if (isinf(until))
      return INFINITY;
    time = fmax(time - (until - from) * factor, 0);
    from = until;
    if (k - first == p->n) { /* it lasts for more than a round: skips all but the last one or two */
      double each = integral_of_round(p);
      long rounds = (long)fmin(fmax(floor(time / each) - 1, 0), MOST_ROUNDS);
      time -= (double)rounds * each;
      k += rounds * p->n;
      from = piece_start(p, k + 1);
    }
  }
}

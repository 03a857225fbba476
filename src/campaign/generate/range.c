/* Ranges of random numbers: reads "A..B", "A", "int A..B", "real A..B" and "normal MEAN SD in
 * A..B", checks that they can be drawn, and draws from them.
 *
 *   whole number in [a, b]:  a + floor(u * (b - a + 1))          u in [0, 1), 53 bits
 *   real in [a, b]:          a + floor(u * (b - a) * 2^20) / 2^20
 *   normal in [a, b]:        a normal draw in [a, b], rounded to the nearest of the same numbers
 *
 * For ranges below 2^32 the first formula changes the probability of a number by less than 2^-21 of
 * it. Reals lie on a grid, so that they are exact in rationals, in XML and when multiplied.
 *
 * Normal draws are by rejection: GSL's generator of normal numbers (the polar method of Box, Muller
 * and Marsaglia, which takes pairs of uniform numbers until one falls into the unit circle) on the
 * project's counter-based streams. The number of uniform numbers that a draw takes is random, but
 * each parameter of each worker has its own stream, so no other draw is shifted. */
#include "campaign/generate/generate.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <stdio.h>
#include <string.h>

static const double grid = 0x1p20;
static const double widest = 4294967296.0;
static const double least_share = 1e-3;

/* ---- Reading. */

/* Skips "int " or "real " at the start of *text. */
static enum sp_grid take_grid(const char **text)
{
  enum sp_grid kind = !strncmp(*text, "int ", 4)    ? SP_INTEGERS
                      : !strncmp(*text, "real ", 5) ? SP_REALS
                                                    : SP_AS_TYPE;
  if (kind != SP_AS_TYPE)
    *text = strchr(*text, ' ') + 1;
  *text += strspn(*text, " ");
  return kind;
}

/* Reads "A..B", or "A" for both; -1 unless 0 <= A <= B. */
static int parse_bounds(const char *text, struct sp_range *range)
{
  struct sp_num min, max;
  char first[32];
  const char *dots = strstr(text, "..");
  int length = dots ? (int)(dots - text) : (int)strlen(text);
  if (length >= (int)sizeof first)
    return -1;
  snprintf(first, sizeof first, "%.*s", length, text);
  if (sp_num_parse(first, &min) || sp_num_parse(dots ? dots + 2 : first, &max))
    return -1;
  range->min = min.v;
  range->max = max.v;
  return min.v >= 0 && min.v <= max.v ? 0 : -1;
}

/* Reads "MEAN SD in A..B", the text after "normal ". */
static int parse_normal(const char *text, struct sp_range *range)
{
  char mean[32], sd[32];
  int used = 0;
  struct sp_num m, d;
  sscanf(text, "%31s %31s in %n", mean, sd, &used);
  if (!used || sp_num_parse(mean, &m) || sp_num_parse(sd, &d) || parse_bounds(text + used, range))
    return -1;
  range->mean = m.v;
  range->sd = d.v;
  return isfinite(m.v) && isfinite(d.v) && d.v > 0 && range->min < range->max ? 0 : -1;
}

const char *sp_range_parse(const char *value, struct sp_range *range)
{
  const char *text = value;
  enum sp_grid kind = take_grid(&text);
  *range = (struct sp_range){.grid = kind};
  if (strncmp(text, "normal", 6))
    return parse_bounds(text, range) ? "A..B with 0 <= A <= B, or one number; real A..B for reals"
                                     : NULL;
  range->grid = kind == SP_INTEGERS ? SP_INTEGERS : SP_REALS;
  return text[6] != ' ' || parse_normal(text + 7, range)
             ? "normal MEAN SD in A..B with SD > 0 and 0 <= A < B"
             : NULL;
}

const char *sp_whole_range_parse(const char *value, struct sp_range *range)
{
  enum sp_grid kind = take_grid(&value);
  *range = (struct sp_range){.grid = SP_INTEGERS};
  return kind == SP_REALS || parse_bounds(value, range) ? "A..B with 0 <= A <= B, or one number"
                                                        : NULL;
}

/* ---- Drawing. */

const char *sp_range_fault(const struct sp_range *r, bool positive)
{
  double scale = r->grid == SP_REALS ? grid : 1;
  if (!(r->max <= widest))
    return "numbers up to 2^32";
  if (r->min * scale != floor(r->min * scale) || r->max * scale != floor(r->max * scale))
    return r->grid == SP_REALS ? "multiples of 2^-20" : "whole numbers (or type=real)";
  if (positive && r->min == 0)
    return "a least value > 0";
  double share = r->sd > 0 ? gsl_cdf_gaussian_P(r->max - r->mean, r->sd) -
                                 gsl_cdf_gaussian_P(r->min - r->mean, r->sd)
                           : 1;
  return share < least_share ? "a range with at least a thousandth of the draws" : NULL;
}

/* The stream as a generator of GSL, whose state is the position in the stream. */

static void begin(void *state, unsigned long seed)
{
  struct sp_draws *draws = state;
  draws->next = seed;
}

static double next_double(void *state)
{
  struct sp_draws *d = state;
  return sp_stream_uniform(d->seed, d->parameter, d->instance, d->worker, d->next++);
}

static unsigned long next_word(void *state)
{
  return (unsigned long)(next_double(state) * 0x1p32);
}

static const gsl_rng_type stream_type = {.name = "philox4x32-10",
                                         .max = 0xffffffffUL,
                                         .min = 0,
                                         .size = sizeof(struct sp_draws),
                                         .set = begin,
                                         .get = next_word,
                                         .get_double = next_double};

double sp_range_draw(const struct sp_range *r, struct sp_draws at)
{
  double scale = r->grid == SP_REALS ? grid : 1;
  if (r->sd > 0) {
    gsl_rng generator = {&stream_type, &at};
    double x;
    do
      x = r->mean + gsl_ran_gaussian(&generator, r->sd);
    while (!(x >= r->min && x <= r->max));
    return round(x * scale) / scale;
  }
  double u = next_double(&at);
  double value = r->grid == SP_REALS ? r->min + floor(u * (r->max - r->min) * grid) / grid
                                     : r->min + floor(u * (r->max - r->min + 1));
  return value < r->max ? value : r->max; /* u * n may round up to n */
}

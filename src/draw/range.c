/* Ranges of random numbers: reads them, checks that they can be drawn, and draws from them.
 *
 *   whole number in [a, b]:  a + floor(u * (b - a + 1))          u in [0, 1), 53 bits
 *   real in [a, b]:          a + floor(u * (b - a) * 2^20) / 2^20
 *   law in [a, b]:           F^-1(F(a) + u (F(b) - F(a))), rounded to the nearest of these numbers
 *   normal in [a, b]:        a normal draw in [a, b], rounded likewise
 *
 * "these numbers" are the whole ones, the multiples of 2^-20, or for a law without a word before it
 * those with 21 significant bits below 1 as well, but multiples of 2^-62: 64 bits hold them as
 * fractions.
 *
 * For ranges below 2^32 the first formula changes the probability of a number by less than 2^-21 of
 * it. Reals lie on a grid, so that they are exact in rationals, in XML and when multiplied, and so
 * that the last bits of a mathematical library do not show.
 *
 * "normal MEAN SD in A..B", older than the laws, is drawn by rejection, and keeps its bits: GSL's
 * generator of normal numbers (the polar method of Box, Muller and Marsaglia, which takes pairs of
 * uniform numbers until one falls into the unit circle) on the project's counter-based streams. The
 * number of uniform numbers that a draw takes is random, but each parameter of each worker has its
 * own stream, so no other draw is shifted. */
#include "draw/range.h"
#include "base/num.h"

#include <float.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <string.h>

static const double grid = 0x1p20, finest = 0x1p62;
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
  const char *dots = strstr(text, "..");
  if (!sp_num_read(text, dots ? (size_t)(dots - text) : strlen(text), &min) ||
      sp_num_parse(dots ? dots + 2 : text, &max))
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
  range->law = (struct sp_law){.name = SP_NORMAL, .a = m.v, .b = d.v};
  range->redrawn = true;
  return isfinite(m.v) && isfinite(d.v) && d.v > 0 && range->min < range->max ? 0 : -1;
}

/* The numbers that a discrete law takes. */
static void set_values(struct sp_range *range)
{
  double first = sp_law_quantile(&range->law, 0), last = sp_law_quantile(&range->law, 1);
  range->min = fmin(first, last);
  range->max = fmax(first, last);
}

/* Reads "LAW(..)", perhaps with "in A..B" after it. */
static const char *parse_law(const char *text, struct sp_csv_columns *columns,
                             struct sp_range *range)
{
  const char *rest, *expected = sp_law_parse(text, columns, &range->law, &rest);
  bool discrete = sp_law_is_discrete(&range->law);
  range->min = 0;
  range->max = widest;
  if (range->grid == SP_AS_TYPE)
    range->grid = SP_FINE;
  if (expected)
    return expected;
  if (discrete)
    set_values(range);
  if (!*rest)
    return range->law.name == SP_NORMAL ? "in A..B after normal(MEAN, SD), with 0 <= A < B" : NULL;
  if (discrete || strncmp(rest, "in ", 3) ||
      parse_bounds(rest + 3 + strspn(rest + 3, " "), range) || !(range->min < range->max))
    return discrete ? "nothing after ')'" : "nothing or in A..B with 0 <= A < B after ')'";
  return NULL;
}

const char *sp_range_parse(const char *value, struct sp_csv_columns *columns,
                           struct sp_range *range)
{
  const char *text = value;
  enum sp_grid kind = take_grid(&text);
  *range = (struct sp_range){.grid = kind};
  if (sp_law_is(text))
    return parse_law(text, columns, range);
  if (strncmp(text, "normal", 6))
    return parse_bounds(text, range) ? "A..B with 0 <= A <= B, or one number; real A..B for reals"
                                     : NULL;
  range->grid = kind == SP_INTEGERS ? SP_INTEGERS : SP_REALS;
  return text[6] != ' ' || parse_normal(text + 7, range)
             ? "normal MEAN SD in A..B with SD > 0 and 0 <= A < B"
             : NULL;
}

const char *sp_whole_range_parse(const char *value, struct sp_csv_columns *columns,
                                 struct sp_range *range)
{
  enum sp_grid kind = take_grid(&value);
  *range = (struct sp_range){.grid = SP_INTEGERS};
  if (kind != SP_REALS && sp_law_is(value))
    return parse_law(value, columns, range);
  return kind == SP_REALS || parse_bounds(value, range) ? "A..B with 0 <= A <= B, or one number"
                                                        : NULL;
}

const char *sp_real_range_parse(const char *value, struct sp_csv_columns *columns,
                                struct sp_range *range)
{
  const char *expected = sp_range_parse(value, columns, range);
  range->grid = range->grid == SP_AS_TYPE ? SP_REALS : range->grid;
  return expected;
}

bool sp_range_is(const char *value)
{
  return strstr(value, "..") || sp_law_is(value);
}

/* ---- Drawing. */

/* Near x the numbers of the range are the multiples of 1 over this. */
static double scale_at(const struct sp_range *r, double x)
{
  int exponent;
  frexp(x, &exponent); /* x < 2^exponent */
  if (r->grid == SP_FINE && x < 1)
    return fmin(ldexp(2 * grid, -exponent), finest);
  return r->grid == SP_REALS || r->grid == SP_FINE ? grid : 1;
}

static double rounded(const struct sp_range *r, double x)
{
  double scale = scale_at(r, x);
  return round(x * scale) / scale;
}

/* Draws of a law below it would be rounded to a number that is not allowed. */
static double least_of(const struct sp_range *r)
{
  return r->positive ? fmax(r->min, 0.5 / scale_at(r, DBL_MIN)) : r->min;
}

static const char *fault_of_law(const struct sp_range *r)
{
  double least = least_of(r);
  if (sp_law_is_discrete(&r->law))
    return r->min >= least ? NULL : "values > 0 that are not rounded to 0";
  return sp_law_cdf(&r->law, r->max) - sp_law_cdf(&r->law, least) < least_share
             ? "a range with at least a thousandth of the draws"
             : NULL;
}

const char *sp_range_fault(const struct sp_range *r, bool positive)
{
  double scale = scale_at(r, 1);
  bool law = r->law.name != SP_EQUAL;
  if (!(r->max <= widest))
    return "numbers up to 2^32";
  if ((!law || r->redrawn) &&
      (r->min * scale != floor(r->min * scale) || r->max * scale != floor(r->max * scale)))
    return scale == grid ? "multiples of 2^-20" : "whole numbers (or type=real)";
  if (positive && r->min == 0 && (!law || r->redrawn))
    return "a least value > 0";
  return law ? fault_of_law(r) : NULL;
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

double sp_draws_next(struct sp_draws at)
{
  return next_double(&at);
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

static double draw_normal(const struct sp_range *r, struct sp_draws at)
{
  gsl_rng generator = {&stream_type, &at};
  double x;
  do
    x = r->law.a + gsl_ran_gaussian(&generator, r->law.b);
  while (!(x >= r->min && x <= r->max));
  return rounded(r, x);
}

/* The draw of a law before it is rounded. */
static double law_at(const struct sp_range *r, double u)
{
  if (sp_law_is_discrete(&r->law))
    return sp_law_quantile(&r->law, u);
  double least = least_of(r), below = sp_law_cdf(&r->law, least);
  double x = sp_law_quantile(&r->law, below + u * (sp_law_cdf(&r->law, r->max) - below));
  return fmin(fmax(x, least), r->max);
}

double sp_range_at(const struct sp_range *r, double u)
{
  if (r->law.name != SP_EQUAL)
    return rounded(r, law_at(r, u));
  double value = r->grid == SP_REALS ? r->min + floor(u * (r->max - r->min) * grid) / grid
                                     : r->min + floor(u * (r->max - r->min + 1));
  return value < r->max ? value : r->max; /* u * n may round up to n */
}

double sp_range_draw(const struct sp_range *r, struct sp_draws at)
{
  return r->redrawn ? draw_normal(r, at) : sp_range_at(r, sp_draws_next(at));
}

double sp_range_tail(const struct sp_range *r, double x)
{
  double low = 0, high = 1;
  if (r->law.name == SP_EQUAL)
    return (r->max - x + 1) / (r->max - r->min + 1);
  for (int bit = 0; bit < DBL_MANT_DIG; bit++) {
    double u = (low + high) / 2;
    *(sp_range_at(r, u) < x ? &low : &high) = u;
  }
  return 1 - low;
}

double sp_range_mean(const struct sp_range *r)
{
  enum { PARTS = 200 };
  double sum = 0;
  if (r->law.name == SP_EQUAL)
    return (r->min + r->max) / 2;
  for (int k = 0; k < PARTS; k++)
    sum += sp_range_at(r, (k + 0.5) / PARTS);
  return sum / PARTS;
}

/* Those of a law that is not cut; false: not in closed form, as of AMOUNT / LAW. */
static bool law_moments(const struct sp_law *law, double *mean, double *variance)
{
  double a = law->a, b = law->b, c = law->c, square;
  switch (law->amount > 0 ? SP_EQUAL : law->name) {
  case SP_CONSTANT:
    *mean = a, *variance = 0;
    return true;
  case SP_UNIFORM:
    *mean = (a + b) / 2, *variance = (b - a) * (b - a) / 12;
    return true;
  case SP_LOGNORMAL:
    *mean = exp(a + b * b / 2), *variance = expm1(b * b) * *mean * *mean;
    return true;
  case SP_GAMMA:
    *mean = a * b, *variance = a * b * b;
    return true;
  case SP_WEIBULL:
    *mean = b * tgamma(1 + 1 / a), *variance = b * b * tgamma(1 + 2 / a) - *mean * *mean;
    return true;
  case SP_PARETO:
    *mean = a > 1 ? b * a / (a - 1) : INFINITY;
    *variance = a > 2 ? b * b * a / ((a - 1) * (a - 1) * (a - 2)) : INFINITY;
    return true;
  case SP_EXPONENTIAL:
    *mean = a, *variance = a * a;
    return true;
  case SP_HYPEREXPONENTIAL:
    square = 2 * (a * b * b + (1 - a) * c * c);
    *mean = a * b + (1 - a) * c, *variance = square - *mean * *mean;
    return true;
  case SP_EQUAL:
  case SP_NORMAL:
  case SP_EMPIRICAL:
    return false;
  }
  return false;
}

void sp_range_moments(const struct sp_range *r, double *mean, double *sd)
{
  enum { PARTS = 100000 };
  double variance, sum = 0, squares = 0;
  bool whole = r->law.name != SP_EQUAL && r->min == 0 && r->max >= widest && r->grid != SP_INTEGERS;
  if (whole && law_moments(&r->law, mean, &variance)) {
    *sd = sqrt(variance);
    return;
  }
  for (int k = 0; k < PARTS; k++) {
    double x = sp_range_at(r, (k + 0.5) / PARTS);
    sum += x;
    squares += x * x;
  }
  *mean = sum / PARTS;
  *sd = sqrt(fmax(0, squares / PARTS - *mean * *mean));
}

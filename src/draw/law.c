/* The laws, see law.h. All are drawn by inverse transform: x = F^-1(u), with one number u of the
 * stream a draw. So a draw moves little where a parameter of its law moves little, cutting to a
 * range needs no second draw, and two laws can be drawn together (generate.c).
 *
 *   constant(X)            X
 *   uniform(A, B)          A + p (B - A)
 *   normal(MEAN, SD)       MEAN + SD N(p)                     N: inverse of the normal distribution
 *   lognormal(MU, SIGMA)   exp(MU + SIGMA N(p))
 *   gamma(SHAPE, SCALE)    SCALE G(p), see gamma.c
 *   weibull(SHAPE, SCALE)  SCALE (-log(1 - p))^(1 / SHAPE)
 *   pareto(SHAPE, LEAST)   LEAST (1 - p)^(-1 / SHAPE)
 *   exponential(MEAN)      -MEAN log(1 - p)
 *   hyperexponential(P, M1, M2)  the x of P e^(-x / M1) + (1 - P) e^(-x / M2) = 1 - p
 *   empirical(FILE:COLUMN) value number floor(p n) of the n values in ascending order, from 0
 *
 * GSL computes what it has with these bits. Its uniform and Pareto quantiles and its Pareto
 * distribution differ in the last ones, on which drawn platforms depend; it has no
 * hyperexponential. */
#include "draw/law.h"
#include "base/num.h"
#include "base/text.h"
#include "draw/gamma.h"

#include <gsl/gsl_cdf.h>
#include <string.h>

#define LEAST_SHAPE    0.01
#define GREATEST_SHAPE 1e4

#define SHAPES "SHAPE from 0.01 to 10000"

static const struct law_help {
  const char *word;
  int parameters;
  const char *form, *help, *expected;
} laws[] = {
    [SP_EQUAL] = {"", 0, "", "", ""},
#define LAW(word, parameters, form, help, condition) \
  {                                                  \
    word, parameters, form, help, form condition     \
  }
    [SP_CONSTANT] = LAW("constant", 1, "constant(X)", "X", " with X >= 0"),
    [SP_UNIFORM] = LAW("uniform", 2, "uniform(A, B)", "mean (A + B) / 2", " with 0 <= A < B"),
    [SP_NORMAL] = LAW("normal", 2, "normal(MEAN, SD) in A..B", "mean MEAN before it is cut",
                      " with SD > 0 and 0 <= A < B"),
    [SP_LOGNORMAL] = LAW("lognormal", 2, "lognormal(MU, SIGMA)",
                         "median exp(MU), mean exp(MU + SIGMA^2 / 2)", " with SIGMA > 0"),
    [SP_GAMMA] = LAW("gamma", 2, "gamma(SHAPE, SCALE)", "mean SHAPE SCALE",
                     " with " SHAPES " and SCALE > 0"),
    [SP_WEIBULL] = LAW("weibull", 2, "weibull(SHAPE, SCALE)", "mean SCALE Gamma(1 + 1 / SHAPE)",
                       " with " SHAPES " and SCALE > 0"),
    [SP_PARETO] = LAW("pareto", 2, "pareto(SHAPE, LEAST)",
                      "mean LEAST SHAPE / (SHAPE - 1), infinite up to SHAPE = 1",
                      " with " SHAPES " and LEAST > 0"),
    [SP_EXPONENTIAL] = LAW("exponential", 1, "exponential(MEAN)", "mean MEAN", " with MEAN > 0"),
    [SP_HYPEREXPONENTIAL] = LAW("hyperexponential", 3, "hyperexponential(P, M1, M2)",
                                "exponential, of the mean M1 with the probability P, else M2",
                                " with P from 0 to 1, M1 > 0 and M2 > 0"),
    [SP_EMPIRICAL] = LAW("empirical", 0, "empirical(FILE.csv:COLUMN)",
                         "the values in a column of a file, each as likely", ""),
};
enum { LAWS = sizeof laws / sizeof *laws };

/* ---- Reading. */

bool sp_law_is(const char *text)
{
  return strchr(text, '(') != NULL;
}

bool sp_law_help(int k, const char **form, const char **help)
{
  *form = k + 1 < LAWS ? laws[k + 1].form : NULL;
  *help = *form ? laws[k + 1].help : NULL;
  return *form;
}

const char *sp_law_word(const struct sp_law *law)
{
  return laws[law->name].word;
}

/* Copies the text up to the end, without blanks around it; false if it is empty or too long. */
static bool copy_part(const char *text, const char *end, char *part, size_t size)
{
  while (text < end && *text == ' ')
    text++;
  while (end > text && end[-1] == ' ')
    end--;
  size_t length = (size_t)(end - text);
  if (!length || length >= size)
    return false;
  memcpy(part, text, length);
  part[length] = '\0';
  return true;
}

static bool read_number(const char *text, const char *end, double *number)
{
  char part[40];
  struct sp_num x;
  if (!copy_part(text, end, part, sizeof part) || sp_num_parse(part, &x) || !isfinite(x.v))
    return false;
  *number = x.v;
  return true;
}

/* Are the parameters in the domain of the law? */
static bool is_legal(const struct sp_law *law)
{
  switch (law->name) {
  case SP_CONSTANT:
    return law->a >= 0;
  case SP_UNIFORM:
    return law->a >= 0 && law->a < law->b;
  case SP_GAMMA:
  case SP_WEIBULL:
  case SP_PARETO:
    return law->a >= LEAST_SHAPE && law->a <= GREATEST_SHAPE && law->b > 0;
  case SP_EXPONENTIAL:
    return law->a > 0;
  case SP_HYPEREXPONENTIAL:
    return law->a >= 0 && law->a <= 1 && law->b > 0 && law->c > 0;
  default:
    return law->b > 0;
  }
}

/* Reads the parameters between the parentheses. */
static const char *read_parameters(const char *text, const char *end, struct sp_law *law)
{
  double *const parameter[] = {&law->a, &law->b, &law->c};
  const struct law_help *help = &laws[law->name];
  bool good = true;
  for (int k = 0; k < help->parameters && good; k++) {
    const char *comma = memchr(text, ',', (size_t)(end - text));
    good = !comma == (k + 1 == help->parameters) &&
           read_number(text, comma ? comma : end, parameter[k]);
    text = comma ? comma + 1 : end;
  }
  return good && is_legal(law) ? NULL : help->expected;
}

/* Reads "FILE.csv:COLUMN". */
static const char *read_column(const char *text, const char *end, struct sp_csv_columns *columns,
                               struct sp_law *law)
{
  char path[256], column[64];
  const char *colon = memrchr(text, ':', (size_t)(end - text));
  if (!columns || !colon || !copy_part(text, colon, path, sizeof path) ||
      !copy_part(colon + 1, end, column, sizeof column))
    return laws[SP_EMPIRICAL].expected;
  law->column = sp_csv_column_read(columns, path, column);
  return law->column ? NULL : columns->fault;
}

static enum sp_law_name find_law(const char *word)
{
  enum sp_law_name name = LAWS - 1;
  while (name != SP_EQUAL && strcmp(laws[name].word, word))
    name--;
  return name;
}

const char *sp_law_parse(const char *text, struct sp_csv_columns *columns, struct sp_law *law,
                         const char **rest)
{
  char word[20] = "";
  const char *open = strchr(text, '('), *slash = memchr(text, '/', (size_t)(open - text));
  const char *close = strchr(open, ')'), *begin = slash ? slash + 1 : text;
  *law = (struct sp_law){.name = SP_EQUAL};
  if (slash && (!read_number(text, slash, &law->amount) || !(law->amount > 0)))
    return "AMOUNT / LAW(..) with AMOUNT > 0";
  if (copy_part(begin, open, word, sizeof word))
    law->name = find_law(word);
  if (law->name == SP_EQUAL)
    return "constant, uniform, normal, lognormal, gamma, weibull, pareto, exponential, "
           "hyperexponential or empirical before '('";
  if (!close)
    return laws[law->name].expected;
  *rest = close + 1 + strspn(close + 1, " ");
  return law->name == SP_EMPIRICAL ? read_column(open + 1, close, columns, law)
                                   : read_parameters(open + 1, close, law);
}

/* ---- Distribution functions, without the amount. */

static double hyperexponential_cdf(const struct sp_law *law, double x)
{
  return law->a * gsl_cdf_exponential_P(x, law->b) +
         (1 - law->a) * gsl_cdf_exponential_P(x, law->c);
}

/* By Newton's method on -log(1 - F(x)), which is concave in x: from 0 its steps come from below. */
static double hyperexponential_quantile(const struct sp_law *law, double p)
{
  double x = 0, next = 0, goal = -log1p(-p);
  if (!(p < 1))
    return INFINITY;
  do {
    x = next;
    double density = law->a / law->b * exp(-x / law->b) + (1 - law->a) / law->c * exp(-x / law->c);
    double below = hyperexponential_cdf(law, x);
    next = x + (goal + log1p(-below)) * (1 - below) / density;
  } while (next > x * (1 + 0x1p-50));
  return x;
}

static double cdf(const struct sp_law *law, double x)
{
  double a = law->a, b = law->b;
  if (law->name == SP_NORMAL)
    return gsl_cdf_gaussian_P(x - a, b);
  if (!(x > 0))
    return 0;
  switch (law->name) {
  case SP_UNIFORM:
    return gsl_cdf_flat_P(x, a, b);
  case SP_LOGNORMAL:
    return gsl_cdf_lognormal_P(x, a, b);
  case SP_GAMMA:
    return gamma_cdf(a, x / b);
  case SP_WEIBULL:
    return gsl_cdf_weibull_P(x, b, a);
  case SP_PARETO:
    return x > b ? 1 - pow(x / b, -a) : 0;
  case SP_EXPONENTIAL:
    return gsl_cdf_exponential_P(x, a);
  case SP_HYPEREXPONENTIAL:
    return hyperexponential_cdf(law, x);
  default:
    return 0;
  }
}

static double quantile(const struct sp_law *law, double p)
{
  double a = law->a, b = law->b;
  switch (law->name) {
  case SP_UNIFORM:
    return a + p * (b - a);
  case SP_NORMAL:
    return a + gsl_cdf_gaussian_Pinv(p, b);
  case SP_LOGNORMAL:
    return gsl_cdf_lognormal_Pinv(p, a, b);
  case SP_GAMMA:
    return b * gamma_quantile(a, p);
  case SP_WEIBULL:
    return gsl_cdf_weibull_Pinv(p, b, a);
  case SP_PARETO:
    return b * pow(1 - p, -1 / a);
  case SP_EXPONENTIAL:
    return -a * log1p(-p);
  case SP_HYPEREXPONENTIAL:
    return hyperexponential_quantile(law, p);
  case SP_EMPIRICAL: {
    long k = (long)floor(p * (double)law->column->n);
    return law->column->value[k < law->column->n ? k : law->column->n - 1];
  }
  default:
    return a;
  }
}

/* ---- With the amount: amount / s <= x where s >= amount / x. */

double sp_law_cdf(const struct sp_law *law, double x)
{
  if (law->amount > 0)
    return x > 0 ? 1 - cdf(law, law->amount / x) : 0;
  return cdf(law, x);
}

double sp_law_quantile(const struct sp_law *law, double p)
{
  return law->amount > 0 ? law->amount / quantile(law, 1 - p) : quantile(law, p);
}

/* Probability laws of drawn parameters: how they are written, their cumulative distribution
 * functions and the inverses of these, which draw from them. range.h shows them to its callers in
 * struct sp_range. */
#pragma once

#include "draw/column.h"

#include <stdbool.h>

enum sp_law_name {
  SP_EQUAL, /* no law: the numbers of a range, each as likely */
  SP_CONSTANT,
  SP_UNIFORM,
  SP_NORMAL,
  SP_LOGNORMAL,
  SP_GAMMA,
  SP_WEIBULL,
  SP_PARETO,
  SP_EXPONENTIAL,
  SP_HYPEREXPONENTIAL,
  SP_EMPIRICAL,
};

/* A law of a value; a, b, c are its parameters in the order in which they are written. */
struct sp_law {
  enum sp_law_name name;
  double a, b, c;
  double amount; /* > 0: the value is amount / (a draw of the law): a time of a drawn speed */
  const struct sp_csv_column *column; /* of the empirical law; else NULL */
};

/* Is the text a law, "NAME(..)" or "AMOUNT / NAME(..)", perhaps with more after it? */
bool sp_law_is(const char *text);
/* Reads it; *rest is the text after it, without blanks. Returns NULL, or a text that says what was
 * expected and lives as long as the columns. */
const char *sp_law_parse(const char *text, struct sp_csv_columns *, struct sp_law *,
                         const char **rest);
/* How law k, from 0, is written, and what is to be known of it; false after the last. */
bool sp_law_help(int k, const char **form, const char **help);
/* The name of the law as it is written. */
const char *sp_law_word(const struct sp_law *);
/* Does the law consist of single values, which no range can cut? */
static inline bool sp_law_is_discrete(const struct sp_law *law)
{
  return law->name == SP_CONSTANT || law->name == SP_EMPIRICAL;
}
/* The probability of values up to x, for laws that are not discrete. */
double sp_law_cdf(const struct sp_law *, double x);
/* The least x with a probability of at least p of values up to x, p in [0, 1]: may be infinite. */
double sp_law_quantile(const struct sp_law *, double p);

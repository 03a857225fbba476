/* Parses FUNCTION(VALUE), with the tables of functions and values. Formulas of functions and
 * standard errors are in docs/results.md. */
#include "campaign/quantity/quantity.h"
#include "campaign/quantity/statistics.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- Functions. */

static const struct {
  const char *name;
  double (*value)(const double *x, long n); /* NULL: by the parameter, or counted */
  double (*error)(const double *x, long n); /* NULL: not defined, or that of a share */
  double parameter;                         /* of a quantile */
} functions[SP_FUNCTIONS] = {
    [SP_MEAN] = {"mean", sp_mean, sp_standard_error, NAN},
    [SP_SD] = {"sd", sp_sd_population, sp_standard_error_of_sd, NAN},
    [SP_SE] = {"se", sp_standard_error, NULL, NAN},
    [SP_MIN] = {"min", NULL, NULL, 0},
    [SP_MEDIAN] = {"median", NULL, NULL, 0.5},
    [SP_MAX] = {"max", NULL, NULL, 1},
    [SP_QUANTILE] = {"q00 to q99", NULL, NULL, NAN},
    [SP_SHARE] = {"share", NULL, NULL, NAN},
    [SP_WINS] = {"wins", NULL, NULL, NAN},
    [SP_TIES] = {"ties", NULL, NULL, NAN},
};

bool sp_quantity_is_counted(const struct sp_quantity *quantity)
{
  return quantity->function == SP_WINS || quantity->function == SP_TIES;
}

bool sp_quantity_is_spread(const struct sp_quantity *quantity)
{
  return quantity->function == SP_SD || quantity->function == SP_SE;
}

bool sp_quantity_is_timed(const struct sp_quantity *quantity)
{
  return !sp_quantity_is_counted(quantity) && sp_quantity_names(quantity, SP_VALUE_PLANNING);
}

double sp_quantity_value(const struct sp_quantity *quantity, const double *x, long n)
{
  if (functions[quantity->function].value)
    return functions[quantity->function].value(x, n);
  if (quantity->function == SP_SHARE)
    return sp_share_below(x, n, quantity->parameter);
  return sp_quantity_is_counted(quantity) ? NAN : sp_quantile(x, n, quantity->parameter);
}

double sp_quantity_error(const struct sp_quantity *quantity, const double *x, long n)
{
  if (quantity->function == SP_SHARE)
    return sp_standard_error_of_share(sp_quantity_value(quantity, x, n), n);
  return functions[quantity->function].error ? functions[quantity->function].error(x, n) : NAN;
}

/* ---- Values. */

enum { ALL = SP_REDISTRIBUTION | SP_BAG | SP_DIVISIBLE | SP_IMBALANCE | SP_STEADY | SP_NETWORK };

static const struct {
  const char *name;
  bool measured;
  unsigned problems;
  const char *unit; /* "": a ratio, or as the platform has it */
} values[SP_VALUES] = {
    [SP_VALUE_DISTANCE] = {"distance", false, ALL, ""},
    [SP_VALUE_GAP] = {"gap", false, ALL, "%"},
    [SP_VALUE_BOUND] = {"bound", false, ALL, ""},
    [SP_VALUE_TOTAL] = {"total", true, ALL, ""},
    [SP_VALUE_RHO] = {"rho", true, SP_BAG | SP_DIVISIBLE, ""},
    [SP_VALUE_FEWEST] = {"fewest-places", true, SP_BAG, ""},
    [SP_VALUE_POWER] = {"power", true, SP_BAG | SP_DIVISIBLE, ""},
    [SP_VALUE_TIME_ALONE] = {"time-alone", true, SP_BAG, ""},
    [SP_VALUE_DIRECT] = {"direct", true, SP_REDISTRIBUTION, ""},
    [SP_VALUE_OPTIMUM] = {"optimum", false, ALL, ""},
    [SP_VALUE_PLANNING] = {"planning", false, ALL, ""},
    [SP_VALUE_USABLE] = {"usable", true, SP_NETWORK, ""},
    [SP_VALUE_SPEEDUP] = {"speedup", true, SP_NETWORK, ""},
    [SP_VALUE_UTILISATION] = {"utilisation", true, SP_NETWORK, ""},
    [SP_VALUE_ALONE] = {"alone", true, SP_NETWORK, ""},
    [SP_VALUE_THROUGHPUT] = {"throughput", true, SP_STEADY | SP_BAG, ""},
    [SP_VALUE_TIME] = {"time", true, SP_STEADY, ""},
};

int sp_value_names(unsigned problems, const char **name)
{
  const struct sp_field *f;
  int n = 0;
  for (enum sp_value value = 0; value < SP_VALUES; value++) {
    for (int k = 0; value == SP_VALUE_BOUND && (f = sp_result_field(k)); k++)
      if (f->place && f->problems & problems)
        name[n++] = f->name;
    if (values[value].problems & problems)
      name[n++] = values[value].name;
  }
  return n;
}

bool sp_value_is_measured(enum sp_value value)
{
  return value < SP_VALUES ? values[value].measured : value == SP_VALUE_LOWER_BOUND;
}

unsigned sp_term_problems(const struct sp_term *term)
{
  if (term->value < SP_VALUES)
    return values[term->value].problems;
  bool field = term->value == SP_VALUE_FIELD || term->value == SP_VALUE_BEST;
  return field ? sp_result_field(term->field)->problems : ALL;
}

bool sp_quantity_names(const struct sp_quantity *quantity, enum sp_value value)
{
  for (int k = 0; k < quantity->terms; k++)
    if (quantity->term[k].value == value)
      return true;
  return false;
}

const char *sp_quantity_unit(const struct sp_quantity *quantity)
{
  enum sp_value value = quantity->term[0].value;
  bool share = sp_quantity_is_counted(quantity) || quantity->function == SP_SHARE;
  return quantity->terms == 1 && value < SP_VALUES && !share ? values[value].unit : "";
}

double sp_gap(double makespan, double bound)
{
  return makespan == bound ? 0 : 100 * (makespan / bound - 1); /* 0 / 0: nothing to do */
}

/* ---- Parsing. */

static bool find_function(struct sp_quantity *q)
{
  const unsigned char *name = (const unsigned char *)q->name;
  if (name[0] == 'q' && isdigit(name[1]) && isdigit(name[2]) && !name[3]) {
    q->function = SP_QUANTILE;
    q->parameter = (10 * (name[1] - '0') + (name[2] - '0')) / 100.0;
    return true;
  }
  for (int k = SP_MEAN; k < SP_FUNCTIONS; k++)
    if (k != SP_QUANTILE && !strcmp(functions[k].name, q->name)) {
      q->function = (enum sp_function)k;
      q->parameter = functions[k].parameter;
      return true;
    }
  return false;
}

static struct sp_term term_of(const char *name, size_t length)
{
  const struct sp_field *f;
  char field[32];
  struct sp_term term = {.value = SP_VALUE_DISTANCE};
  snprintf(term.name, sizeof term.name, "%.*s", (int)length, name);
  while (term.value < SP_VALUES && strcmp(values[term.value].name, term.name) != 0)
    term.value++;
  if (term.value < SP_VALUES)
    return term;
  bool best = sscanf(term.name, "best(%31[^)])", field) == 1;
  if (!best)
    snprintf(field, sizeof field, "%s", term.name);
  while ((f = sp_result_field(term.field)) && (!f->place || strcmp(f->name, field) != 0))
    term.field++;
  term.value = !f ? SP_VALUE_LOWER_BOUND : best ? SP_VALUE_BEST : SP_VALUE_FIELD;
  return term;
}

/* Reads NAME/NAME, which ends at `end`; false: too many names. */
static bool read_terms(const char *text, const char *end, struct sp_quantity *q)
{
  while (q->terms < SP_MOST_TERMS) {
    size_t length = strcspn(text, "/"), left = (size_t)(end - text);
    bool last = length >= left;
    q->term[q->terms++] = term_of(text, last ? left : length);
    if (last)
      return true;
    text += length + 1;
  }
  return false;
}

/* The threshold of a share from "<=NUMBER)"; other functions have none. */
static bool read_threshold(const char *sign, struct sp_quantity *q)
{
  struct sp_num threshold;
  char number[40];
  if (q->function != SP_SHARE || !sign)
    return q->function != SP_SHARE && !sign;
  snprintf(number, sizeof number, "%.*s", (int)strlen(sign + 2) - 1, sign + 2);
  if (sp_num_parse(number, &threshold) || !isfinite(threshold.v))
    return false;
  q->parameter = threshold.v;
  return true;
}

int sp_quantity_read(const char *text, struct sp_quantity *quantity, struct sp_error *error)
{
  struct sp_quantity q = {.terms = 0};
  size_t name = strcspn(text, "("), length = strlen(text);
  if (!text[name] || text[length - 1] != ')')
    return sp_bad_input(error, "'%.90s', expected FUNCTION(VALUE), mean(distance)", text);
  const char *value = text + name + 1, *sign = strstr(value, "<=");
  snprintf(q.name, sizeof q.name, "%.*s", (int)name, text);
  if (name >= sizeof q.name || !find_function(&q))
    return sp_bad_input(error,
                        "'%.90s', expected one of mean, sd, se, min, median, max, wins, ties, "
                        "share, q00 to q99",
                        text);
  if (!read_threshold(sign, &q))
    return sp_bad_input(error, "'%.90s', expected %s", text,
                        q.function == SP_SHARE ? "share(VALUE<=NUMBER)"
                                               : "'<=' only in share(VALUE<=NUMBER)");
  size_t end = strcspn(value, "<");
  if (length >= sizeof q.value ||
      !read_terms(value, value[end] ? value + end : text + length - 1, &q))
    return sp_bad_input(error, "'%.90s', expected at most %d names with '/' between", text,
                        SP_MOST_TERMS);
  snprintf(q.text, sizeof q.text, "%s", text);
  const char *unit = sp_quantity_unit(&q);
  snprintf(q.label, sizeof q.label, "%s%s%s", text, *unit ? " " : "", unit);
  snprintf(q.value, sizeof q.value, "%.*s", (int)strlen(value) - 1, value);
  *quantity = q;
  return SP_OK;
}

struct sp_quantity sp_quantity_of_distance(enum sp_function function)
{
  char text[40];
  struct sp_quantity quantity = {.terms = 0};
  snprintf(text, sizeof text, "%s(%s)", functions[function].name, values[SP_VALUE_DISTANCE].name);
  sp_quantity_read(text, &quantity, NULL);
  return quantity;
}

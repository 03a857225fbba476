/* The words of FUNCTION(VALUE) that the reader of experiments and the report share. */
#include "campaign/experiment/values.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

const char *const *sp_value_names(int *n)
{
  static const char *const names[] = {"distance",   "gap",    "makespan", "done",        "planned",
                                      "messages",   "bound",  "total",    "rho",         "optimum",
                                      "planning",   "usable", "speedup",  "utilisation", "alone",
                                      "throughput", "time"};
  *n = sizeof names / sizeof *names;
  return names;
}

bool sp_value_has(const char *value, const char *name)
{
  size_t length = strlen(name);
  for (const char *term = value; term; term = strchr(term, '/')) {
    term += *term == '/';
    if (!strncmp(term, name, length) && (!term[length] || strchr("/<", term[length])))
      return true;
  }
  return false;
}

static bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

double sp_quantile_of(const char *function)
{
  bool good = function[0] == 'q' && is_digit(function[1]) && is_digit(function[2]) && !function[3];
  return good ? (10 * (function[1] - '0') + (function[2] - '0')) / 100.0 : -1;
}

bool sp_value_threshold(const char *value, double *threshold)
{
  const char *sign = strstr(value, "<=");
  struct sp_num x;
  if (!sign || sp_num_parse(sign + 2, &x) || !isfinite(x.v))
    return false;
  *threshold = x.v;
  return true;
}

bool sp_value_of_graphs(const char *name, enum sp_problem *problem)
{
  static const char *const network[] = {"usable", "speedup", "utilisation", "alone"};
  static const char *const steady[] = {"throughput", "time"};
  for (int k = 0; k < 4; k++)
    if (!strcmp(name, network[k])) {
      *problem = SP_NETWORK;
      return true;
    }
  for (int k = 0; k < 2; k++)
    if (!strcmp(name, steady[k])) {
      *problem = SP_STEADY;
      return true;
    }
  return false;
}

int sp_optimal_method(const struct sp_variant *v)
{
  for (int k = 0; k < v->methods.n + v->also.n; k++) {
    const char *name = k < v->methods.n ? v->methods.text[k] : v->also.text[k - v->methods.n];
    if (sp_name_is("optimal", name, strcspn(name, ":")))
      return k;
  }
  return -1;
}

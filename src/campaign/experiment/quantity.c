/* Checks that an experiment has the values of its quantities FUNCTION(VALUE), such as
 * q95(distance). */
#include "campaign/experiment/reading.h"

#include <stdio.h>
#include <string.h>

int experiment_quantity(const struct reading *r, const char *what, const char *text,
                        struct sp_quantity *quantity)
{
  struct sp_error error;
  return sp_quantity_read(text, quantity, &error)
             ? experiment_refuse(r, r->line, "%s: %s", what, error.text)
             : SP_OK;
}

/* Is it a lower bound of the first platform of a point? */
static bool is_bound(const struct sp_experiment *e, const char *name)
{
  bool found = false;
  for (int point = 0; point < sp_points(e, 0) && !found; point++) {
    struct sp_instance *in = sp_experiment_instance(e, 0, point, 0, NULL);
    struct sp_bound bound[SP_MAX_BOUNDS];
    int n = in ? sp_bounds(in, bound) : 0;
    for (int k = 0; k < n; k++)
      found = found || !strcmp(bound[k].name, name);
    sp_instance_free(in);
  }
  return found;
}

static int unknown_value(struct reading *r, long line, const char *what, const char *name)
{
  const char *known[SP_VALUES];
  char words[64];
  int n = 0;
  for (enum sp_value value = 0; value < SP_VALUES; value++)
    if (sp_value_problems(value) & r->e->problem)
      known[n++] = sp_value_name(value);
  snprintf(words, sizeof words, "value in %.40s", what);
  r->line = line;
  return experiment_unknown(r, words, name, n, known);
}

static int check_term(struct reading *r, long line, const char *what, const struct sp_term *term)
{
  const struct sp_experiment *e = r->e;
  unsigned problems = sp_value_problems(term->value);
  if (term->value == SP_VALUE_LOWER_BOUND)
    return is_bound(e, term->name) ? SP_OK : unknown_value(r, line, what, term->name);
  if (term->value == SP_VALUE_OPTIMUM && sp_optimal_method(e->variant) < 0)
    return experiment_refuse(r, line,
                             "%s: 'optimum', expected a method 'optimal' in methods or also", what);
  if (!(problems & e->problem))
    return experiment_refuse(r, line, "%s: '%s', expected it with the problem %s", what, term->name,
                             term->value == SP_VALUE_RHO
                                 ? "bag or divisible"
                                 : sp_problem_name((enum sp_problem)problems));
  return SP_OK;
}

int experiment_check_quantity(struct reading *r, long line, const char *what,
                              const struct sp_quantity *quantity)
{
  int code = SP_OK;
  for (int k = 0; k < quantity->terms && !code; k++)
    code = check_term(r, line, what, &quantity->term[k]);
  return code;
}

/* FUNCTION(VALUE) in the cells of a table, the y of a figure and claims: mean(done/makespan/rho),
 * q95(distance), share(distance<=1.01). */
#include "base/memory.h"
#include "campaign/experiment/parts.h"
#include "campaign/experiment/values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool one_of(const char *text, const char *const *known)
{
  while (*known && strcmp(text, *known))
    known++;
  return *known != NULL;
}

static bool is_function(const char *name)
{
  static const char *const functions[] = {"mean", "sd",   "se",   "min",   "median",
                                          "max",  "wins", "ties", "share", NULL};
  return one_of(name, functions) || sp_quantile_of(name) >= 0;
}

int experiment_quantity(const struct reading *r, const char *what, char *text,
                        struct sp_cell_quantity *quantity)
{
  char whole[100];
  snprintf(whole, sizeof whole, "%.90s", text);
  size_t length = strlen(text);
  char *value = strchr(text, '(');
  if (!value || text[length - 1] != ')')
    return experiment_refuse(r, r->line, "%s: '%s', expected FUNCTION(VALUE), mean(distance)", what,
                             whole);
  *value++ = text[length - 1] = '\0';
  if (!is_function(text))
    return experiment_refuse(r, r->line,
                             "%s: '%s', expected one of mean, sd, se, min, median, max, wins, "
                             "ties, share, q00 to q99",
                             what, whole);
  double threshold;
  bool share = !strcmp(text, "share");
  if (share != (strstr(value, "<=") != NULL) || (share && !sp_value_threshold(value, &threshold)))
    return experiment_refuse(r, r->line, "%s: '%s', expected %s", what, whole,
                             share ? "share(VALUE<=NUMBER)" : "share of what is below a number");
  *quantity = (struct sp_cell_quantity){.function = sp_xstrdup(text), .value = sp_xstrdup(value)};
  return SP_OK;
}

void experiment_clear_quantity(struct sp_cell_quantity *quantity)
{
  free(quantity->function);
  free(quantity->value);
}

/* Has the first platform of any point a lower bound of that name? */
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

/* The names of values that the problem has; at most MOST_NAMES. */
enum { MOST_NAMES = 32 };
static int names_for(enum sp_problem problem, const char *known[MOST_NAMES])
{
  int all, n = 0;
  enum sp_problem own;
  const char *const *name = sp_value_names(&all);
  for (int k = 0; k < all && n < MOST_NAMES; k++)
    if (!sp_value_of_graphs(name[k], &own) || own == problem)
      known[n++] = name[k];
  return n;
}

static int check_name(struct reading *r, long line, const char *what, const char *name)
{
  const struct sp_variant *first = r->e->variant;
  const char *known[MOST_NAMES];
  enum sp_problem problem;
  int n = names_for(r->e->problem, known);
  if (!strcmp(name, "optimum") && sp_optimal_method(first) < 0)
    return experiment_refuse(r, line,
                             "%s: 'optimum', expected a method 'optimal' in methods or also", what);
  if (!strcmp(name, "rho") && !(r->e->problem & (SP_BAG | SP_DIVISIBLE)))
    return experiment_refuse(r, line, "%s: 'rho', expected it with the problem bag or divisible",
                             what);
  if (sp_value_of_graphs(name, &problem) && problem != r->e->problem)
    return experiment_refuse(r, line, "%s: '%s', expected it with the problem %s", what, name,
                             sp_problem_name(problem));
  for (int k = 0; k < n; k++)
    if (!strcmp(known[k], name))
      return SP_OK;
  if (is_bound(r->e, name))
    return SP_OK;
  char words[64];
  snprintf(words, sizeof words, "value in %.40s", what);
  r->line = line;
  return experiment_unknown(r, words, name, n, known);
}

int experiment_check_quantity(struct reading *r, long line, const char *what,
                              const struct sp_cell_quantity *quantity)
{
  char *copy = strndup(quantity->value, strcspn(quantity->value, "<")), *rest = copy;
  if (!copy)
    abort();
  int code = SP_OK;
  for (char *name; !code && (name = strsep(&rest, "/"));)
    code = check_name(r, line, what, name);
  free(copy);
  return code;
}

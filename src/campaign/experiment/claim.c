/* Claims: sentences of a paper as comparisons that the report can check.
 *
 *   claim = "TEXT": [FUNCTION(VALUE)] METHOD OP (NUMBER | METHOD) [at AXIS=LABEL[, AXIS=LABEL..]]
 *   theorem = "TEXT": max(distance) METHOD <= 1 [at ..]
 *
 * OP is one of >= <= > <. Without FUNCTION(VALUE) it is y of the figure that has the claim. In
 * [table] and in the head it is the first quantity of the table, or y of the first figure if there
 * is no [table]. Labels of one axis are alternatives. Methods, axes and figures may come after a
 * claim, so its condition is parsed after the whole file is read. The same is true of the values
 * that a quantity FUNCTION(VALUE), such as q95(distance), names. */
#include "base/text.h"
#include "campaign/experiment/reading.h"
#include "solve/bounds/bounds.h"

/* ---- Quantities. */

int experiment_quantity(const struct reading *r, const char *text, struct sp_quantity *quantity)
{
  struct sp_error error;
  return sp_quantity_read(text, quantity, &error)
             ? experiment_refuse(r, "%s: %s", r->key, error.text)
             : SP_OK;
}

/* Is it a lower bound of the first platform of a point? */
static bool is_bound(const struct sp_experiment *e, const char *name)
{
  bool found = false;
  for (int point = 0; point < sp_points(e, 0) && !found; point++) {
    struct sp_instance *in = sp_experiment_instance(e, 0, point, 0, NULL);
    struct sp_bound bound[SP_NAMED_BOUNDS];
    int n = in ? sp_named_bounds(in, bound) : 0;
    for (int k = 0; k < n; k++)
      found = found || !strcmp(bound[k].name, name);
    sp_instance_free(in);
  }
  return found;
}

static int check_term(const struct reading *r, long line, const char *what,
                      const struct sp_term *term)
{
  const struct sp_experiment *e = r->e;
  const char *known[SP_MOST_VALUES];
  unsigned problems = sp_term_problems(term);
  if (term->value == SP_VALUE_LOWER_BOUND)
    return is_bound(e, term->name) ? SP_OK
                                   : experiment_unknown(r, line, "value", what, term->name,
                                                        sp_value_names(e->problem, known), known);
  if (term->value == SP_VALUE_OPTIMUM && sp_optimal_method(e->variant) < 0)
    return experiment_refuse_at(
        r, line, "%s: 'optimum', expected a method 'optimal' in methods or also", what);
  if (problems & e->problem)
    return SP_OK;
  char names[128] = "";
  for (unsigned problem = 1, rest = problems; rest; rest &= ~problem, problem *= 2)
    if (problems & problem)
      snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", *names ? " or " : "",
               sp_problem_name((enum sp_problem)problem));
  return experiment_refuse_at(r, line, "%s: '%s', expected it with the problem %s", what,
                              term->name, names);
}

int experiment_check_quantity(const struct reading *r, long line, const char *what,
                              const struct sp_quantity *quantity)
{
  int code = SP_OK;
  for (int k = 0; k < quantity->terms && !code; k++)
    code = check_term(r, line, what, &quantity->term[k]);
  return code;
}

/* ---- Claims. */

int experiment_read_claim(struct reading *r, char *value, void *field)
{
  (void)field;
  struct sp_experiment *e = r->e;
  char *end = value[0] == '"' ? strchr(value + 1, '"') : NULL;
  char *condition = end ? experiment_trim(end + 1) : NULL;
  if (!end || end == value + 1 || condition[0] != ':' || !*experiment_trim(condition + 1))
    return experiment_refuse(r, "%s = %.100s, expected \"TEXT\": CONDITION", r->key, value);
  *end = '\0';
  e->claim = sp_experiment_grow(e, e->claim, e->n_claims, sizeof *e->claim);
  e->claim[e->n_claims++] = (struct sp_claim){.text = value + 1,
                                              .condition = experiment_trim(condition + 1),
                                              .line = r->line,
                                              .theorem = !strcmp(r->key, "theorem"),
                                              .plot = r->part == PART_FIGURE ? e->n_plots - 1 : -1,
                                              .number = NAN,
                                              .other = -1};
  return SP_OK;
}

/* ---- The parts of a condition. */

/* The quantity before the method, or the default one. */
static int read_quantity(struct reading *r, struct sp_claim *claim, char **rest)
{
  const struct sp_experiment *e = r->e;
  size_t word = strcspn(*rest, " \t");
  if (memchr(*rest, '(', word) && (*rest)[word]) {
    char *text = *rest;
    text[word] = '\0';
    *rest = experiment_trim(text + word + 1);
    int code = experiment_quantity(r, text, &claim->quantity);
    return code ? code : experiment_check_quantity(r, claim->line, "claim", &claim->quantity);
  }
  bool figure = claim->plot >= 0 || (!r->opened[PART_TABLE] && e->n_plots);
  const struct sp_quantity *usual =
      figure ? &e->plot[claim->plot < 0 ? 0 : claim->plot].y : &e->quantity[0];
  claim->quantity = *usual;
  return SP_OK;
}

/* The method of variant 0 of that name; -1 if there is none. Case, '-' and '_' do not count. */
static int find_method(const struct sp_variant *v, const char *name)
{
  for (int k = 0; k < sp_variant_methods(v); k++)
    if (!sp_name_compare(sp_variant_method(v, k), name))
      return k;
  return -1;
}

static int unknown_method(const struct reading *r, const char *what, const char *name)
{
  const struct sp_variant *v = r->e->variant;
  int n = sp_variant_methods(v);
  const char **known = sp_new(r->e->memory, n, const char *);
  for (int k = 0; k < n; k++)
    known[k] = sp_variant_method(v, k);
  return experiment_unknown(r, r->line, what, "claim", name, n, known);
}

/* "METHOD >= 0.9", "METHOD > METHOD". */
static int read_comparison(struct reading *r, struct sp_claim *claim, char *text)
{
  char *sign = strpbrk(text, "<>");
  if (!sign || sign == text)
    return experiment_refuse(r,
                             "claim: '%.100s', expected METHOD, one of >= <= > <, then a number or "
                             "a method",
                             text);
  bool above = *sign == '>', equal = sign[1] == '=';
  char *right = experiment_trim(sign + 1 + equal);
  *sign = '\0';
  text = experiment_trim(text);
  struct sp_num number;
  claim->comparison = above ? equal ? SP_AT_LEAST : SP_ABOVE : equal ? SP_AT_MOST : SP_BELOW;
  claim->method = find_method(r->e->variant, text);
  if (claim->method < 0)
    return unknown_method(r, "method", text);
  claim->other = find_method(r->e->variant, right);
  if (claim->other < 0 && (sp_num_parse(right, &number) || !isfinite(number.v)))
    return unknown_method(r, "method or number", right);
  if (claim->other < 0)
    claim->number = number.v;
  return SP_OK;
}

static int read_condition(struct reading *r, struct sp_claim *claim)
{
  char *text = sp_experiment_copy(r->e, claim->condition), *at = strstr(text, " at ");
  r->line = claim->line;
  r->key = "claim";
  if (at) {
    *at = '\0';
    at = experiment_trim(at + 4);
  }
  char *rest = experiment_trim(text);
  int code = read_quantity(r, claim, &rest);
  if (!code)
    code = read_comparison(r, claim, rest);
  if (!code && at)
    code = experiment_list(r, at, ",", &claim->at.text);
  return code ? code : experiment_find_choices(r, claim->line, "claim", " after at", &claim->at);
}

/* Is it "max(distance) METHOD <= 1"? */
static bool is_of_optimality(const struct sp_claim *claim)
{
  const struct sp_quantity *q = &claim->quantity;
  return q->function == SP_MAX && q->terms == 1 && q->term[0].value == SP_VALUE_DISTANCE &&
         claim->comparison == SP_AT_MOST && claim->other < 0 && claim->number == 1;
}

int experiment_check_claims(struct reading *r)
{
  int code = SP_OK;
  for (int i = 0; i < r->e->n_claims && !code; i++)
    if (!(code = read_condition(r, &r->e->claim[i])) && r->e->claim[i].theorem &&
        !is_of_optimality(&r->e->claim[i]))
      code = experiment_refuse(r, "theorem: '%.100s', expected max(distance) METHOD <= 1",
                               r->e->claim[i].condition);
  return code;
}

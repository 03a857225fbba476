/* The methods of an experiment: are they known, do they solve its problem, which one is
 * `optimal`? */
#include "base/text.h"
#include "campaign/experiment/experiment.h"

int sp_variant_methods(const struct sp_variant *v)
{
  return v->methods.n + v->also.n;
}

const char *sp_variant_method(const struct sp_variant *v, int k)
{
  return k < v->methods.n ? v->methods.text[k] : v->also.text[k - v->methods.n];
}

/* Parses method k of a variant, whose earlier ones are method[0..k-1]. */
static int check_one(const struct sp_experiment *e, const struct sp_registry *registry, long line,
                     const char *text, struct sp_method *method, int k, struct sp_error *error)
{
  struct sp_error words;
  if (sp_method_parse(registry, text, &method[k], &words))
    return sp_bad_input(error, "%s:%ld: %s", e->file, line, words.text);
  if (!(method[k].heuristic->problems & (unsigned)e->problem))
    return sp_bad_input(error, "%s:%ld: %s does not solve the problem %s, expected one that does",
                        e->file, line, method[k].name, sp_problem_name(e->problem));
  for (int i = 0; i < k; i++)
    if (!strcmp(method[i].name, method[k].name))
      return sp_bad_input(error, "%s:%ld: '%.100s' is %s, expected it once in a table", e->file,
                          line, text, method[k].name);
  return SP_OK;
}

static int check_variant(const struct sp_experiment *e, const struct sp_variant *v,
                         const struct sp_registry *registry, struct sp_error *error)
{
  int n = sp_variant_methods(v), code = SP_OK;
  struct sp_method *method = sp_xcalloc((size_t)n, sizeof *method);
  for (int k = 0; k < n && !code; k++)
    code = check_one(e, registry, k < v->methods.n ? v->methods.line : v->also.line,
                     sp_variant_method(v, k), method, k, error);
  for (int k = 0; k < n; k++)
    sp_method_clear(&method[k]);
  free(method);
  return code;
}

int sp_experiment_check_methods(const struct sp_experiment *e, const struct sp_registry *registry,
                                struct sp_error *error)
{
  int code = SP_OK;
  for (int v = 0; v < e->n_variants && !code; v++)
    code = check_variant(e, &e->variant[v], registry, error);
  return code;
}

int sp_optimal_method(const struct sp_variant *v)
{
  for (int k = 0; k < sp_variant_methods(v); k++) {
    const char *name = sp_variant_method(v, k);
    if (sp_name_is("optimal", name, strcspn(name, ":")))
      return k;
  }
  return -1;
}

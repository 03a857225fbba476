/* Claims: sentences of a paper as comparisons that the report can check.
 *
 *   claim = "TEXT": [FUNCTION(VALUE)] METHOD OP (NUMBER | METHOD) [at AXIS=LABEL[, AXIS=LABEL..]]
 *
 * OP is one of >= <= > <. Without FUNCTION(VALUE) it is y of the figure that has the claim. In
 * [table] and in the head it is the first quantity of the table, or y of the first figure if there
 * is no [table]. Labels of one axis are alternatives. Methods, axes and figures may come after a
 * claim, so its condition is parsed after the whole file is read. */
#include "base/memory.h"
#include "base/text.h"
#include "campaign/experiment/reading.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int experiment_read_claim(struct reading *r, char *value)
{
  struct sp_experiment *e = r->e;
  char *end = value[0] == '"' ? strchr(value + 1, '"') : NULL;
  char *condition = end ? experiment_trim(end + 1) : NULL;
  if (!end || end == value + 1 || condition[0] != ':' || !*experiment_trim(condition + 1))
    return experiment_refuse(r, r->line, "claim = %.100s, expected \"TEXT\": CONDITION", value);
  *end = '\0';
  e->claim = sp_xrealloc(e->claim, (size_t)e->n_claims + 1, sizeof *e->claim);
  e->claim[e->n_claims++] =
      (struct sp_claim){.text = sp_xstrdup(value + 1),
                        .condition = sp_xstrdup(experiment_trim(condition + 1)),
                        .line = r->line,
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
    int code = experiment_quantity(r, "claim", text, &claim->quantity);
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

static int unknown_method(struct reading *r, const char *what, const char *name)
{
  const struct sp_variant *v = r->e->variant;
  int n = sp_variant_methods(v);
  const char **known = sp_xcalloc((size_t)n, sizeof *known);
  for (int k = 0; k < n; k++)
    known[k] = sp_variant_method(v, k);
  int code = experiment_unknown(r, what, name, n, known);
  free(known);
  return code;
}

/* "METHOD >= 0.9", "METHOD > METHOD". */
static int read_comparison(struct reading *r, struct sp_claim *claim, char *text)
{
  char *sign = strpbrk(text, "<>");
  if (!sign || sign == text)
    return experiment_refuse(r, r->line,
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
    return unknown_method(r, "method in claim", text);
  claim->other = find_method(r->e->variant, right);
  if (claim->other < 0 && (sp_num_parse(right, &number) || !isfinite(number.v)))
    return unknown_method(r, "method or number in claim", right);
  if (claim->other < 0)
    claim->number = number.v;
  return SP_OK;
}

static int read_condition(struct reading *r, struct sp_claim *claim, char *text)
{
  char *at = strstr(text, " at ");
  r->line = claim->line;
  if (at) {
    *at = '\0';
    at = experiment_trim(at + 4);
  }
  char *rest = experiment_trim(text);
  int code = read_quantity(r, claim, &rest);
  if (!code)
    code = read_comparison(r, claim, rest);
  if (!code && at)
    code = experiment_list(r, "claim", at, ",", &claim->at.text);
  return code ? code : experiment_find_choices(r, claim->line, "claim", " after at", &claim->at);
}

int experiment_check_claims(struct reading *r)
{
  int code = SP_OK;
  for (int i = 0; i < r->e->n_claims && !code; i++) {
    char *text = sp_xstrdup(r->e->claim[i].condition);
    code = read_condition(r, &r->e->claim[i], text);
    free(text);
  }
  return code;
}

/* Checks an experiment as a whole: required keys, names of other sections, and the settings at
 * every point. */
#include "base/memory.h"
#include "campaign/experiment/points.h"
#include "campaign/experiment/reading.h"
#include "campaign/generate/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int check_rows(struct reading *r)
{
  const struct sp_texts *rows = &r->e->rows;
  for (int i = 0; i < rows->n; i++)
    if (experiment_find_axis(r, rows->line, "rows", rows->text[i]) < 0)
      return SP_BAD_INPUT;
  return SP_OK;
}

/* ---- Variants. */

static void inherit(struct sp_texts *to, const struct sp_texts *from)
{
  to->line = from->line;
  for (int i = 0; i < from->n; i++)
    experiment_add_text(to, from->text[i]);
}

static int check_variant(struct reading *r, struct sp_variant *v)
{
  const struct sp_variant *first = r->e->variant;
  if (!v->methods.n && !v->also.n)
    inherit(&v->also, &first->also);
  if (!v->methods.n)
    inherit(&v->methods, &first->methods);
  for (int i = 0; i < v->also.n; i++)
    for (int k = 0; k < v->methods.n; k++)
      if (!strcmp(v->also.text[i], v->methods.text[k]))
        return experiment_refuse(r, v->also.line,
                                 "also: '%.100s' is one of the methods, expected "
                                 "others",
                                 v->also.text[i]);
  return experiment_find_choices(r, v->when.text.line, "when", "", &v->when);
}

/* ---- Points. */

/* The line of the setting that begins the generator's message; `line` if there is none. */
static long line_of(const struct sp_experiment *e, int variant, int point, const char *words,
                    long line)
{
  const struct sp_setting **setting;
  int n = experiment_settings(e, variant, point, &setting);
  for (int i = 0; i < n; i++) {
    size_t length = strlen(setting[i]->key);
    if (!strncmp(words, setting[i]->key, length) && words[length] && strchr("= ", words[length]))
      line = setting[i]->line;
  }
  free(setting);
  return line;
}

static int refuse_point(const struct reading *r, int variant, int point, long line,
                        const char *words)
{
  char *place = sp_place_text(r->e, variant, point);
  int code = experiment_refuse(r, line, "%s%s%s", words, *place ? ", at " : "", place);
  free(place);
  return code;
}

/* Settings of graphs are checked together: does the platform of index 0 exist? */
static int check_graph(const struct reading *r, int variant, int point)
{
  struct sp_error error;
  struct sp_instance *in = sp_experiment_instance(r->e, variant, point, 0, &error);
  if (!in) {
    long line = r->opened[PART_PLATFORM] ? r->opened[PART_PLATFORM] : 1;
    return refuse_point(r, variant, point, line_of(r->e, variant, point, error.text, line),
                        error.text);
  }
  sp_instance_free(in);
  return SP_OK;
}

static int check_point(const struct reading *r, int variant, int point)
{
  const struct sp_experiment *e = r->e;
  if (sp_of_graphs(e->problem))
    return check_graph(r, variant, point);
  struct sp_generator g;
  struct sp_error error;
  const struct sp_setting *last = NULL;
  int code = experiment_generator(e, variant, point, &g, &last, &error);
  long line = last ? last->line : 1;
  if (code)
    return refuse_point(r, variant, point, line, error.text);
  if (g.workers.max == 0)
    return refuse_point(r, variant, point, r->opened[PART_PLATFORM] ? r->opened[PART_PLATFORM] : 1,
                        "no number of workers, expected workers = M");
  if (g.problem != e->problem) {
    sp_bad_input(&error, "the settings describe the problem %s, expected %s as in the head",
                 sp_problem_name(g.problem), sp_problem_name(e->problem));
    return refuse_point(r, variant, point, line, error.text);
  }
  if (sp_generator_check(&g, (int)g.workers.min, &error) ||
      sp_generator_check(&g, (int)g.workers.max, &error))
    return refuse_point(r, variant, point, line_of(e, variant, point, error.text, line),
                        error.text);
  return SP_OK;
}

static int check_points(const struct reading *r)
{
  const struct sp_experiment *e = r->e;
  double product = 1;
  for (int a = 0; a < e->n_axes; a++) {
    product *= e->axis[a].n;
    if (!e->axis[a].n)
      return experiment_refuse(r, r->opened[PART_AXIS],
                               "axis %s has no value, expected LABEL: "
                               "KEY = VALUE",
                               e->axis[a].name);
  }
  if (product > MOST_POINTS)
    return experiment_refuse(r, r->opened[PART_AXIS], "%.0f points, expected at most %d", product,
                             MOST_POINTS);
  for (int v = 0; v < e->n_variants; v++)
    for (int p = 0; p < sp_points(e, v); p++) {
      int code = check_point(r, v, p);
      if (code)
        return code;
    }
  return SP_OK;
}

/* ---- The whole experiment. */

static int check_head(struct reading *r)
{
  const struct sp_experiment *e = r->e;
  const struct {
    bool there;
    const char *what;
  } wanted[] = {{e->id != NULL, "id = NAME"},
                {e->problem != 0, "problem = redistribution, bag, divisible, network or steady"},
                {r->has_seed, "seed = S"},
                {r->count > 0, "count = N"},
                {e->variant[0].methods.n > 0, "[run] with methods = NAME, NAME"}};
  for (int i = 0; i < 5; i++)
    if (!wanted[i].there)
      return experiment_refuse(r, 1, "no '%.*s' in the file, expected %s",
                               (int)strcspn(wanted[i].what, " ]") + (wanted[i].what[0] == '['),
                               wanted[i].what, wanted[i].what);
  return SP_OK;
}

static int choose_count(struct reading *r)
{
  struct sp_experiment *e = r->e;
  const char *known[64];
  int n = 0;
  e->count = r->overriding_count ? r->overriding_count : r->count;
  if (!r->overriding_tier)
    return SP_OK;
  known[n++] = "full";
  for (int i = 0; i < e->n_tiers && n < 64; i++)
    known[n++] = e->tier[i].name;
  for (int i = 0; i < n; i++)
    if (!strcmp(known[i], r->overriding_tier)) {
      if (i && !r->overriding_count)
        e->count = e->tier[i - 1].count;
      return SP_OK;
    }
  r->line = r->overriding_tier_line;
  return experiment_unknown(r, "tier", r->overriding_tier, n, known);
}

/* The table of a file without [table]: a row for each point, mean and standard deviation of the
 * distance. */
static void complete_table(struct sp_experiment *e)
{
  for (int a = 0; a < e->n_axes && !e->rows.line; a++)
    experiment_add_text(&e->rows, e->axis[a].name);
  if (e->n_quantities)
    return;
  e->n_quantities = 2;
  e->quantity = sp_xcalloc(2, sizeof *e->quantity);
  e->quantity[0] = sp_quantity_of_distance(SP_MEAN);
  e->quantity[1] = sp_quantity_of_distance(SP_SD);
}

int experiment_complete(struct reading *r)
{
  struct sp_experiment *e = r->e;
  int code = check_head(r);
  if (!code)
    code = choose_count(r);
  if (!code)
    code = check_rows(r);
  for (int v = 0; v < e->n_variants && !code; v++)
    code = check_variant(r, &e->variant[v]);
  if (!code)
    code = check_points(r);
  if (!code)
    complete_table(e);
  for (int q = 0; q < e->n_quantities && !code; q++)
    code = experiment_check_quantity(r, r->cells_line, "cells", &e->quantity[q]);
  if (!code)
    code = experiment_check_figures(r);
  if (!code)
    code = experiment_check_claims(r);
  return code;
}

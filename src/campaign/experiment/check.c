/* Checks an experiment as a whole: required keys, names of other sections, and the settings at
 * every point. */
#include "base/text.h"
#include "campaign/experiment/reading.h"
#include "engine/perform/perform_graph.h"
#include "method/registry.h"

static int check_rows(struct reading *r)
{
  const struct sp_texts *rows = &r->e->rows;
  for (int i = 0; i < rows->n; i++)
    if (experiment_find_axis(r, rows->line, "rows", rows->text[i]) < 0)
      return SP_BAD_INPUT;
  return SP_OK;
}

/* ---- Variants. */

static bool names(const struct sp_texts *texts, const char *name)
{
  int i = 0;
  while (i < texts->n && sp_name_compare(texts->text[i], name))
    i++;
  return i < texts->n;
}

/* Replaces "all" by the built-in heuristics that solve the problem and are not named themselves. */
static int expand(struct reading *r, const struct sp_variant *v, struct sp_texts *texts)
{
  struct sp_texts old = *texts, expanded = {.line = old.line};
  if (!names(&old, "all"))
    return SP_OK;
  struct sp_registry *registry = sp_registry_with_graphs(r->error);
  if (!registry)
    return SP_CANNOT;
  int n;
  const struct sp_heuristic **solving = registry_solving(registry, r->e->problem, &n);
  for (int i = 0; i < old.n; i++)
    if (sp_name_compare(old.text[i], "all"))
      experiment_add_text(r, &expanded, old.text[i]);
    else
      for (int k = 0; k < n; k++)
        if (!names(&v->methods, solving[k]->name) && !names(&v->also, solving[k]->name))
          experiment_add_text(r, &expanded, sp_experiment_copy(r->e, solving[k]->name));
  free(solving);
  sp_registry_free(registry);
  *texts = expanded;
  return SP_OK;
}

static int check_variant(struct reading *r, struct sp_variant *v)
{
  const struct sp_variant *first = r->e->variant;
  if (!v->methods.n && !v->also.n)
    v->also = first->also;
  if (!v->methods.n)
    v->methods = first->methods;
  if (expand(r, v, &v->methods) || expand(r, v, &v->also))
    return SP_CANNOT;
  for (int i = 0; i < v->also.n; i++)
    for (int k = 0; k < v->methods.n; k++)
      if (!strcmp(v->also.text[i], v->methods.text[k]))
        return experiment_refuse_at(r, v->also.line,
                                    "also: '%.100s' is one of the methods, expected others",
                                    v->also.text[i]);
  return experiment_find_choices(r, v->when.text.line, "when", "", &v->when);
}

/* ---- Points. */

/* The line of the setting that begins the generator's message; `line` if there is none. */
static long line_of(const struct sp_experiment *e, int variant, int point, const char *words,
                    long line)
{
  struct sp_settings list = experiment_settings(e, variant, point);
  words += strspn(words, "-"); /* of an option, "--tasks=" */
  for (int i = 0; i < list.n; i++) {
    const char *key = list.setting[i]->key;
    size_t length = strlen(key);
    if (!strncmp(words, key, length) && words[length] && strchr("= ", words[length]))
      line = list.setting[i]->line;
  }
  free(list.setting);
  return line;
}

static int refuse_point(const struct reading *r, int variant, int point, long line,
                        const char *words)
{
  const char *place = sp_place_text(r->e, variant, point);
  return experiment_refuse_at(r, line, "%s%s%s", words, *place ? ", at " : "", place);
}

/* Settings of graphs and of files are checked together: does the platform exist? */
static int check_platform(const struct reading *r, int variant, int point, int index)
{
  struct sp_error error;
  struct sp_instance *in = sp_experiment_instance(r->e, variant, point, (uint32_t)index, &error);
  if (!in) {
    long line = r->e->n_files              ? r->e->instances.line
                : r->opened[PART_PLATFORM] ? r->opened[PART_PLATFORM]
                                           : 1;
    return refuse_point(r, variant, point, line_of(r->e, variant, point, error.text, line),
                        error.text);
  }
  sp_instance_free(in);
  return SP_OK;
}

/* All files at the first point, the first file at the others. Those of a database were checked
 * before the campaign, and may be elsewhere by now. */
static int check_files(const struct reading *r, int variant, int point)
{
  int code = SP_OK, n = r->opened[PART_FILES] ? 0 : point ? 1 : r->e->n_files;
  for (int index = 0; index < n && !code; index++)
    code = check_platform(r, variant, point, index);
  return code;
}

static int check_point(const struct reading *r, int variant, int point)
{
  const struct sp_experiment *e = r->e;
  if (e->n_files)
    return check_files(r, variant, point);
  if (sp_of_graphs(e->problem))
    return check_platform(r, variant, point, 0);
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
      return experiment_refuse_at(r, r->opened[PART_AXIS],
                                  "axis %s has no value, expected LABEL: KEY = VALUE",
                                  e->axis[a].name);
  }
  if (product > MOST_POINTS)
    return experiment_refuse_at(r, r->opened[PART_AXIS], "%.0f points, expected at most %d",
                                product, MOST_POINTS);
  for (int v = 0; v < e->n_variants; v++)
    for (int p = 0; p < sp_points(e, v); p++) {
      int code = check_point(r, v, p);
      if (code)
        return code;
    }
  return SP_OK;
}

/* ---- Figures. */

static int check_x(struct reading *r, struct sp_plot *plot)
{
  plot->x_axis = -1;
  if (plot->x_value.function)
    return plot->compare ? experiment_refuse_at(r, plot->line, "compare, expected it with x = AXIS")
                         : experiment_check_quantity(r, plot->line, "x", &plot->x_value);
  plot->x_axis = experiment_find_axis(r, plot->line, "x", plot->x);
  if (plot->x_axis < 0)
    return SP_BAD_INPUT;
  const struct sp_axis *axis = &r->e->axis[plot->x_axis];
  for (int k = 0; k < axis->n; k++) {
    struct sp_num x;
    const char *label = axis->value[k].label;
    bool good = !sp_num_parse(label, &x) && isfinite(x.v);
    if (!good || (plot->log_x && !(x.v > 0)))
      return experiment_refuse_at(r, plot->line,
                                  "x: the label '%.64s' of the axis %s, expected a number%s", label,
                                  axis->name, good ? " > 0 (log)" : "");
  }
  return SP_OK;
}

static int check_series(struct reading *r, struct sp_plot *plot)
{
  plot->series_axis = -1;
  if (!plot->series)
    return SP_OK;
  if (plot->x_value.function || !strcmp(plot->x, plot->series))
    return experiment_refuse_at(r, plot->series_line, "series = %.64s, expected method%s",
                                plot->series,
                                plot->x_value.function ? "" : ", or another axis than x");
  plot->series_axis = experiment_find_axis(r, plot->series_line, "series", plot->series);
  return plot->series_axis < 0 ? SP_BAD_INPUT : SP_OK;
}

static int check_figures(struct reading *r)
{
  int code = SP_OK;
  for (int i = 0; i < r->e->n_plots && !code; i++) {
    struct sp_plot *plot = &r->e->plot[i];
    if (!plot->x || !plot->y.function)
      return experiment_refuse_at(r, plot->line, "[figure %s] without %s", plot->name,
                                  plot->x ? "y, expected y = FUNCTION(VALUE)"
                                          : "x, expected x = AXIS or x = FUNCTION(VALUE)");
    code = check_x(r, plot);
    if (!code)
      code = check_series(r, plot);
    if (!code)
      code = experiment_check_quantity(r, plot->line, "y", &plot->y);
  }
  return code;
}

/* ---- Variants whose values count in the verdict. */

/* Have both variants a point with the same labels? */
static bool share_points(const struct sp_experiment *e, int a, int b)
{
  for (int axis = 0; axis < e->n_axes; axis++) {
    bool shared = false;
    for (int value = 0; value < e->axis[axis].n; value++)
      shared |= sp_choices_allow(&e->variant[a].when, axis, value) &&
                sp_choices_allow(&e->variant[b].when, axis, value);
    if (!shared)
      return false;
  }
  return true;
}

/* A published value is counted once. */
static int check_verdicts(struct reading *r)
{
  const struct sp_experiment *e = r->e;
  for (int b = 1; b < e->n_variants; b++)
    for (int a = 0; a < b; a++)
      if (!e->variant[a].apart && !e->variant[b].apart && share_points(e, a, b))
        return experiment_refuse_at(
            r, 1,
            "[%s%s] and [variant %s] have verdict = yes and the same points, "
            "expected verdict = no in one",
            a ? "variant " : "run", e->variant[a].name, e->variant[b].name);
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
                {r->has_seed || e->instances.n, "seed = S"},
                {r->count > 0 || e->instances.n, "count = N"},
                {e->variant[0].methods.n > 0, "[run] with methods = NAME, NAME"}};
  for (int i = 0; i < 5; i++)
    if (!wanted[i].there)
      return experiment_refuse_at(r, 1, "no '%.*s' in the file, expected %s",
                                  (int)strcspn(wanted[i].what, " ]") + (wanted[i].what[0] == '['),
                                  wanted[i].what, wanted[i].what);
  return SP_OK;
}

/* The table of a file without [table]: a row for each point, mean and standard deviation of the
 * distance. */
static void complete_table(struct reading *r)
{
  struct sp_experiment *e = r->e;
  for (int a = 0; a < e->n_axes && !e->rows.line; a++)
    experiment_add_text(r, &e->rows, e->axis[a].name);
  if (e->n_quantities)
    return;
  e->n_quantities = 2;
  e->quantity = sp_new(e->memory, 2, struct sp_quantity);
  e->quantity[0] = sp_quantity_of_distance(SP_MEAN);
  e->quantity[1] = sp_quantity_of_distance(SP_SD);
}

int experiment_complete(struct reading *r)
{
  struct sp_experiment *e = r->e;
  int code = check_head(r);
  if (!code)
    code = experiment_find_files(r);
  if (!code)
    code = check_rows(r);
  for (int v = 0; v < e->n_variants && !code; v++)
    code = check_variant(r, &e->variant[v]);
  if (!code)
    code = check_points(r);
  if (!code)
    code = check_verdicts(r);
  if (!code)
    complete_table(r);
  for (int q = 0; q < e->n_quantities && !code; q++)
    code = experiment_check_quantity(r, r->cells_line, "cells", &e->quantity[q]);
  if (!code)
    code = check_figures(r);
  if (!code)
    code = experiment_check_claims(r);
  return code ? code : experiment_list_data(r);
}

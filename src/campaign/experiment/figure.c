/* The sections [figure NAME] of an experiment file. */
#include "base/memory.h"
#include "base/text.h"
#include "campaign/experiment/reading.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int experiment_open_figure(struct reading *r, const char *name)
{
  struct sp_experiment *e = r->e;
  for (int i = 0; i < e->n_plots; i++)
    if (!strcmp(e->plot[i].name, name))
      return experiment_refuse(r, r->line, "duplicate figure '%.64s', expected it once", name);
  e->plot = sp_xrealloc(e->plot, (size_t)e->n_plots + 1, sizeof *e->plot);
  e->plot[e->n_plots++] = (struct sp_plot){.name = sp_xstrdup(name), .line = r->line};
  return SP_OK;
}

static struct sp_plot *open_figure(const struct reading *r)
{
  return &r->e->plot[r->e->n_plots - 1];
}

static int read_title(struct reading *r, char *value)
{
  open_figure(r)->title = sp_xstrdup(value);
  return SP_OK;
}

/* Reads the words after the first, each once, into flags; cuts them off. */
static int read_words(const struct reading *r, const char *key, char *value,
                      const char *const *known, bool *const *flag)
{
  char *rest = value + strcspn(value, " \t");
  if (*rest)
    *rest++ = '\0';
  for (char *word; (word = strsep(&rest, " \t"));) {
    int k = 0;
    while (known[k] && strcmp(known[k], word))
      k++;
    if (*word && (!known[k] || *flag[k]))
      return experiment_refuse(r, r->line, "%s: '%.64s' after %.64s, expected %s%s%s", key, word,
                               value, known[0], known[1] ? " or " : "", known[1] ? known[1] : "");
    if (*word)
      *flag[k] = true;
  }
  return SP_OK;
}

static int read_x(struct reading *r, char *value)
{
  static const char *const words[] = {"log", NULL};
  struct sp_plot *plot = open_figure(r);
  int code = read_words(r, "x", value, words, (bool *const[]){&plot->log_x});
  plot->x = sp_xstrdup(value);
  return code || !strchr(value, '(') ? code : experiment_quantity(r, "x", value, &plot->x_value);
}

static int read_y(struct reading *r, char *value)
{
  static const char *const words[] = {"ci95", "log", NULL};
  struct sp_plot *plot = open_figure(r);
  int code = read_words(r, "y", value, words, (bool *const[]){&plot->ci95, &plot->log_y});
  return code ? code : experiment_quantity(r, "y", value, &plot->y);
}

static int read_series(struct reading *r, char *value)
{
  if (strcmp(value, "method"))
    open_figure(r)->series = sp_xstrdup(value);
  open_figure(r)->series_line = r->line;
  return SP_OK;
}

static int read_compare(struct reading *r, char *value)
{
  struct sp_plot *plot = open_figure(r);
  return experiment_compare_file(r, value, &plot->compare, &plot->compare_tag);
}

const struct key experiment_figure_keys[] = {
    {"title", false, read_title},
    {"x", false, read_x},
    {"y", false, read_y},
    {"series", false, read_series},
    {"compare", false, read_compare},
    {"claim", true, experiment_read_claim},
    {0},
};

/* ---- After the whole file is read. */

static int check_x(struct reading *r, struct sp_plot *plot)
{
  plot->x_axis = -1;
  if (plot->x_value.function)
    return plot->compare ? experiment_refuse(r, plot->line, "compare, expected it with x = AXIS")
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
      return experiment_refuse(r, plot->line,
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
    return experiment_refuse(r, plot->series_line, "series = %.64s, expected method%s",
                             plot->series,
                             plot->x_value.function ? "" : ", or another axis than x");
  plot->series_axis = experiment_find_axis(r, plot->series_line, "series", plot->series);
  return plot->series_axis < 0 ? SP_BAD_INPUT : SP_OK;
}

int experiment_check_figures(struct reading *r)
{
  int code = SP_OK;
  for (int i = 0; i < r->e->n_plots && !code; i++) {
    struct sp_plot *plot = &r->e->plot[i];
    if (!plot->x || !plot->y.function)
      return experiment_refuse(r, plot->line, "[figure %s] without %s", plot->name,
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

/* Arranges the rows of a table: its keys, the order of the points, and the index of a cell. */
#include "base/memory.h"
#include "campaign/summary/summary.h"
#include <string.h>

const enum sp_function sp_overall_functions[] = {SP_WINS, SP_TIES, SP_MEAN, SP_MAX, SP_NO_FUNCTION};

struct sp_cell *sp_summary_overall(const struct sp_summary *s, enum sp_function function,
                                   int method)
{
  int k = 0;
  while (sp_overall_functions[k] != function)
    k++;
  return &s->overall[k * s->matrix->methods + method];
}

struct sp_cell *sp_summary_cell(const struct sp_summary *s, int quantity, int point, int method)
{
  return &s->cell[(quantity * s->matrix->points + point) * s->matrix->methods + method];
}

const char *sp_summary_label(const struct sp_summary *s, int key, int point)
{
  return sp_point_label(s->matrix->experiment, s->matrix->variant, point, s->axis[key]);
}

static void add_key(struct sp_summary *s, const char *axis)
{
  for (int key = 0; key < s->keys; key++)
    if (!strcmp(s->axis[key], axis))
      return;
  s->axis[s->keys++] = axis;
}

/* The number of a point's label among the values of a key. */
static int rank_of(const struct sp_summary *s, int key, int point)
{
  const struct sp_experiment *e = s->matrix->experiment;
  const char *label = sp_summary_label(s, key, point);
  int axis = 0, value = 0;
  while (strcmp(e->axis[axis].name, s->axis[key]) != 0)
    axis++;
  while (strcmp(e->axis[axis].value[value].label, label) != 0)
    value++;
  return value;
}

static bool is_before(const struct sp_summary *s, int a, int b)
{
  for (int key = 0; key < s->keys; key++) {
    int difference = rank_of(s, key, a) - rank_of(s, key, b);
    if (difference)
      return difference < 0;
  }
  return false;
}

void sp_summary_layout(struct sp_summary *s, const struct sp_texts *first, const char *last)
{
  const struct sp_experiment *e = s->matrix->experiment;
  int points = s->matrix->points;
  s->axis = sp_xcalloc((size_t)e->n_axes, sizeof *s->axis);
  for (int k = 0; first && k < first->n; k++)
    add_key(s, first->text[k]);
  for (int k = 0; k < e->n_axes; k++)
    if (!last || strcmp(e->axis[k].name, last) != 0)
      add_key(s, e->axis[k].name);
  if (last)
    add_key(s, last);
  s->order = sp_xcalloc((size_t)points, sizeof *s->order);
  for (int point = 0; point < points; point++) {
    int place = point;
    for (; place > 0 && is_before(s, point, s->order[place - 1]); place--)
      s->order[place] = s->order[place - 1];
    s->order[place] = point;
  }
}

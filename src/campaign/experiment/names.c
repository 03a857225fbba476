/* The names of axes and labels that other sections of an experiment file use. */
#include "base/memory.h"
#include "campaign/experiment/points.h"
#include "campaign/experiment/reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int unknown_axis(struct reading *r, long line, const char *where, const char *name)
{
  const char *known[MOST_AXES];
  char what[32];
  if (!r->e->n_axes)
    return experiment_refuse(r, line, "%s: '%.64s', expected nothing: there is no axis", where,
                             name);
  for (int i = 0; i < r->e->n_axes; i++)
    known[i] = r->e->axis[i].name;
  snprintf(what, sizeof what, "axis in %s", where);
  r->line = line;
  return experiment_unknown(r, what, name, r->e->n_axes, known);
}

int experiment_find_axis(struct reading *r, long line, const char *where, const char *name)
{
  int axis = sp_axis_find(r->e, name);
  if (axis < 0)
    unknown_axis(r, line, where, name);
  return axis;
}

/* The number of that label of the axis; refuses (-1) an unknown one. */
static int find_label(struct reading *r, long line, const char *where, const struct sp_axis *axis,
                      const char *label)
{
  const char *known[MOST_VALUES];
  char what[32];
  int value = sp_label_find(axis, label);
  if (value >= 0)
    return value;
  for (int k = 0; k < axis->n; k++)
    known[k] = axis->value[k].label;
  snprintf(what, sizeof what, "label in %s", where);
  r->line = line;
  experiment_unknown(r, what, label, axis->n, known);
  return -1;
}

int experiment_find_choices(struct reading *r, long line, const char *where, const char *hint,
                            struct sp_choices *choices)
{
  int code = SP_OK;
  choices->choice = sp_xcalloc((size_t)choices->text.n, sizeof *choices->choice);
  for (int i = 0; i < choices->text.n && !code; i++) {
    struct sp_choice *choice = &choices->choice[i];
    char *text = choices->text.text[i], *name = sp_xstrdup(text),
         *label = experiment_cut(name, '=');
    *choice = (struct sp_choice){-1, -1};
    if (!label)
      code = experiment_refuse(r, line, "%s: '%.100s'%s, expected AXIS=LABEL", where, text, hint);
    else
      choice->axis = experiment_find_axis(r, line, where, name);
    if (choice->axis >= 0)
      choice->value = find_label(r, line, where, &r->e->axis[choice->axis], label);
    if (choice->value < 0)
      code = SP_BAD_INPUT;
    else /* without blanks around the sign */
      snprintf(text, strlen(text) + 1, "%s=%s", name, label);
    free(name);
  }
  return code;
}

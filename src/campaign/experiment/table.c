/* The section [table] of an experiment file: its rows, the quantities of its cells, and the files
 * of published values. */
#include "base/memory.h"
#include "campaign/experiment/reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int read_rows(struct reading *r, char *value)
{
  return experiment_list(r, "rows", value, " \t,", &r->e->rows);
}

static int read_quantity(struct reading *r, char *text)
{
  struct sp_experiment *e = r->e;
  struct sp_quantity quantity;
  int code = experiment_quantity(r, "cells", text, &quantity);
  if (code)
    return code;
  e->quantity = sp_xrealloc(e->quantity, (size_t)e->n_quantities + 1, sizeof *e->quantity);
  e->quantity[e->n_quantities++] = quantity;
  return SP_OK;
}

static int read_cells(struct reading *r, char *value)
{
  struct sp_texts list = {0};
  r->cells_line = r->line;
  int code = experiment_list(r, "cells", value, " \t,", &list);
  for (int i = 0; i < list.n && !code; i++)
    code = read_quantity(r, list.text[i]);
  for (int i = 0; i < list.n; i++)
    free(list.text[i]);
  free(list.text);
  return code;
}

static int read_best(struct reading *r, char *value)
{
  if (!strcmp(value, "methods"))
    return SP_OK;
  return experiment_refuse(
      r, r->line, "best = %.64s, expected methods: the best is that of the declared methods",
      value);
}

int experiment_compare_file(const struct reading *r, char *value, char **file, char **to)
{
  char *tag = value + strcspn(value, " \t");
  if (*tag)
    *tag++ = '\0';
  tag = experiment_trim(tag);
  if (strcmp(tag, "printed") && strcmp(tag, "claim") && strcmp(tag, "ours"))
    return experiment_refuse(
        r, r->line, "compare: '%.64s' after %.100s, expected printed, claim or ours", tag, value);
  *to = sp_xstrdup(tag);
  *file = sp_xstrdup(value);
  return SP_OK;
}

static int read_compare(struct reading *r, char *value)
{
  return experiment_compare_file(r, value, &r->e->compare, &r->e->compare_tag);
}

static int read_compare_overall(struct reading *r, char *value)
{
  return experiment_compare_file(r, value, &r->e->compare_overall, &r->e->compare_overall_tag);
}

const struct key experiment_table_keys[] = {
    {"rows", false, read_rows},
    {"cells", false, read_cells},
    {"best", false, read_best},
    {"claim", true, experiment_read_claim},
    {"compare", false, read_compare},
    {"compare-overall", false, read_compare_overall},
    {0},
};

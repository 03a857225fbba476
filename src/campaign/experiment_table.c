/* The section [table] of an experiment file: its rows, what stands in its cells, the published
 * values beside which it is set, and claims. */
#include "campaign/experiment_parts.h"
#include "model/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int read_rows(struct reading *r, char *value)
{
  return experiment_list(r, "rows", value, " \t,", &r->e->rows);
}

static bool one_of(const char *text, const char *const *known)
{
  while (*known && strcmp(text, *known))
    known++;
  return *known != NULL;
}

/* "mean(distance)". */
static int read_quantity(struct reading *r, char *text)
{
  static const char *const functions[] = {"mean", "sd",   "se",   "min", "median",
                                          "max",  "wins", "ties", NULL};
  static const char *const values[] = {"distance", "makespan", "gap", NULL};
  struct sp_experiment *e = r->e;
  char whole[100];
  snprintf(whole, sizeof whole, "%.90s", text);
  size_t length = strlen(text);
  char *value = strchr(text, '(');
  if (!value || text[length - 1] != ')')
    return experiment_refuse(r, r->line, "cells: '%s', expected FUNCTION(VALUE), mean(distance)",
                             whole);
  *value++ = text[length - 1] = '\0';
  if (!one_of(text, functions))
    return experiment_refuse(
        r, r->line, "cells: '%s', expected one of mean, sd, se, min, median, max, wins, ties",
        whole);
  if (!one_of(value, values))
    return experiment_refuse(r, r->line,
                             "cells: '%s', expected one of distance, makespan, gap in it", whole);
  e->quantity = sp_xrealloc(e->quantity, (size_t)e->n_quantities + 1, sizeof *e->quantity);
  e->quantity[e->n_quantities++] =
      (struct sp_cell_quantity){.function = sp_xstrdup(text), .value = sp_xstrdup(value)};
  return SP_OK;
}

static int read_cells(struct reading *r, char *value)
{
  struct sp_texts list = {0};
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
      r, r->line, "best = %.64s, expected methods: the best is over those that are declared",
      value);
}

static int read_compare(struct reading *r, char *value)
{
  char *tag = value + strcspn(value, " \t");
  if (*tag)
    *tag++ = '\0';
  tag = experiment_trim(tag);
  static const char *const tags[] = {"printed", "claim", "ours", NULL};
  if (!one_of(tag, tags))
    return experiment_refuse(
        r, r->line, "compare: '%.64s' after %.100s, expected printed, claim or ours", tag, value);
  r->e->compare_tag = sp_xstrdup(tag);
  r->e->compare = sp_xstrdup(value);
  return SP_OK;
}

/* "text": condition. */
static int read_claim(struct reading *r, char *value)
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
                        .line = r->line};
  return SP_OK;
}

const struct key *experiment_table_keys(void)
{
  static const struct key keys[] = {
      {"rows", false, read_rows},  {"cells", false, read_cells},     {"best", false, read_best},
      {"claim", true, read_claim}, {"compare", false, read_compare}, {0},
  };
  return keys;
}

/* The experiments, and the published values of each, read from results/ID.csv. */
#include "cli/experiments.h"
#include "cli/cli.h"
#include "model/memory.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct cli_experiment cli_experiments[CLI_EXPERIMENTS] = {
    {"rr6005-trace", "RR-6005 section 4.2: the trace of BBA, MBBSA and R-BSA, figures 19 to 21"},
    {"rr6005-examples", "RR-6005: every example of the report with a known value"},
    {"rr5196-examples", "RR-5196: figures 8 and 9, Theorem 1, with known values"},
    {"dls-fig1", "Beaumont et al., divisible load, figure 1: the most by a date, corrected"},
    {"dls-thm5", "Beaumont et al., divisible load, Theorem 5: a counterexample to its reduction"},
};

const struct cli_experiment *cli_experiment_find(const char *id)
{
  for (int i = 0; i < CLI_EXPERIMENTS; i++)
    if (!strcasecmp(cli_experiments[i].id, id))
      return &cli_experiments[i];
  return NULL;
}

static const char header[] = "platform,method,quantity,value,tag,source";

static bool one_of(const char *text, const char *const *known)
{
  while (*known && strcmp(text, *known))
    known++;
  return *known != NULL;
}

static int parse_line(const char *path, long number, char *line, struct cli_value *value,
                      struct sp_error *error)
{
  static const char *const quantities[] = {"makespan", "planned", "done", "optimum", NULL};
  static const char *const tags[] = {"printed", "claim", "ours", NULL};
  char *field[6];
  struct sp_num published;
  for (int i = 0; i < 6; i++)
    if (!(field[i] = i < 5 ? strsep(&line, ",") : line))
      return sp_bad_input(error, "%s:%ld: %d fields, expected %s", path, number, i, header);
  if (!one_of(field[2], quantities))
    return sp_bad_input(error, "%s:%ld: quantity '%s', expected makespan, planned, done or optimum",
                        path, number, field[2]);
  if (sp_num_parse(field[3], &published))
    return sp_bad_input(error, "%s:%ld: value '%s', expected a number", path, number, field[3]);
  if (!one_of(field[4], tags))
    return sp_bad_input(error, "%s:%ld: tag '%s', expected printed, claim or ours", path, number,
                        field[4]);
  *value = (struct cli_value){.platform = sp_xstrdup(field[0]),
                              .method = sp_xstrdup(field[1]),
                              .quantity = sp_xstrdup(field[2]),
                              .published = published.v,
                              .tag = sp_xstrdup(field[4]),
                              .source = sp_xstrdup(field[5]),
                              .ours = NAN,
                              .verdict = "missing"};
  return SP_OK;
}

static int read_lines(const char *path, FILE *in, struct cli_values *values, struct sp_error *error)
{
  char *line = NULL;
  size_t size = 0;
  int code = SP_OK;
  for (long number = 1; !code && getline(&line, &size, in) >= 0; number++) {
    line[strcspn(line, "\r\n")] = '\0';
    if (number == 1) {
      if (strcmp(line, header))
        code = sp_bad_input(error, "%s:1: '%s', expected %s", path, line, header);
      continue;
    }
    values->value = sp_xrealloc(values->value, (size_t)values->n + 1, sizeof *values->value);
    code = parse_line(path, number, line, &values->value[values->n], error);
    values->n += !code;
  }
  free(line);
  return code;
}

int cli_values_read(const char *path, struct cli_values *values, struct sp_error *error)
{
  *values = (struct cli_values){0};
  FILE *in = fopen(path, "r");
  if (!in)
    return sp_bad_input(error, "%s: cannot read: %s", path, strerror(errno));
  int code = read_lines(path, in, values, error);
  fclose(in);
  return code;
}

void cli_values_clear(struct cli_values *values)
{
  for (int i = 0; i < values->n; i++) {
    struct cli_value *v = &values->value[i];
    free(v->platform);
    free(v->method);
    free(v->quantity);
    free(v->tag);
    free(v->source);
  }
  free(values->value);
}

void cli_values_print(const struct cli_values *values)
{
  static const char *const heads[] = {"platform", "method",  "quantity", "published",
                                      "ours",     "verdict", "tag",      "source"};
  struct table *table = table_alloc(8, heads, "lllrrlll");
  for (int i = 0; i < values->n; i++) {
    const struct cli_value *v = &values->value[i];
    table_row(table);
    table_set(table, 0, "%s", v->platform);
    table_set(table, 1, "%s", v->method);
    table_set(table, 2, "%s", v->quantity);
    table_number(table, 3, v->published);
    table_number(table, 4, v->ours);
    table_set(table, 5, "%s", v->verdict);
    table_set(table, 6, "%s", v->tag);
    table_set(table, 7, "%s", v->source);
  }
  table_print(table, stdout);
  table_free(table);
}

json_t *cli_values_json(const struct cli_values *values)
{
  json_t *cells = json_array();
  for (int i = 0; i < values->n; i++) {
    const struct cli_value *v = &values->value[i];
    json_array_append_new(cells, json_pack("{s:s, s:s, s:s, s:o, s:o, s:s, s:s, s:s}", "platform",
                                           v->platform, "method", v->method, "quantity",
                                           v->quantity, "published", json_number(v->published),
                                           "ours", json_number(v->ours), "verdict", v->verdict,
                                           "tag", v->tag, "source", v->source));
  }
  return cells;
}

/* Reads tables of single published values from results/ID.csv, and prints them with ours. */
#include "base/csv.h"
#include "base/text.h"
#include "cli/reproduction/reproduce.h"
#include "solve/lp/rational.h"

const struct cli_experiment cli_experiments[CLI_EXPERIMENTS] = {
    {"rr6005-trace", "RR-6005 section 4.2: the trace of BBA, MBBSA and R-BSA, figures 19 to 21"},
    {"rr6005-examples", "RR-6005: every example of the report with a known value"},
    {"rr6005-thm2", "RR-6005, Theorem 2: 3-partition as a redistribution"},
    {"rr5196-examples", "RR-5196: figures 8 and 9, Theorem 1, with known values"},
    {"rr5196-throughput",
     "RR-5196: Theorems 2 to 4, figures 3 and 8: throughput with limits of places, exactly"},
    {"rr5196-thm5", "RR-5196, Theorem 5: its reduction, corrected"},
    {"dls-fig1", "RR-6096, figure 1: the most by a date, corrected"},
    {"dls-thm5", "RR-6096, Theorem 5: a counterexample to its reduction"},
    {"steady-fig2",
     "Banino et al., steady state, section 2.4, figures 2 and 3: the example's values"},
    {"steady-fig8", "Banino et al., steady state, Proposition 2, figure 8: trees of depth 2"},
    {"steady-star", "Banino et al., steady state, Proposition 1, figures 5 to 7: a star's regimes"},
    {"bd97-ex1", "Blazewicz and Drozdowski, example 1: a chain of five processors"},
    {"bd97-ex2", "Blazewicz and Drozdowski, example 2, figure 8: originator inside a chain"},
    {"bd97-thm1", "Blazewicz and Drozdowski, Theorem 1: its reduction from 3-D matching"},
    {"bd97-fig3", "Blazewicz and Drozdowski, example 1, figure 3: momentary utilisation"},
    {"beyond-worst",
     "beyond the papers: where each heuristic is poor, its smallest and worst cases"},
};

const struct cli_experiment *cli_experiment_find(const char *id)
{
  for (int i = 0; i < CLI_EXPERIMENTS; i++)
    if (!strcasecmp(cli_experiments[i].id, id))
      return &cli_experiments[i];
  return NULL;
}

/* The heads of tables: of platforms or commands, without or with reasons. */
static const char *const head_of[2][2] = {
    {"platform,method,quantity,value,tag,source",
     "platform,method,quantity,value,tag,reason,source"},
    {"command,spec,quantity,value,tag,source", "command,spec,quantity,value,tag,reason,source"}};

/* Sets what a table's head says; false: it is none. */
static bool read_head(const char *line, struct cli_values *values)
{
  int k = 0;
  while (k < 4 && strcmp(line, head_of[k / 2][k % 2]))
    k++;
  values->commands = k / 2;
  values->reasons = k % 2;
  return k < 4;
}

static int parse_line(struct csv *csv, const struct cli_values *values, struct cli_value *value)
{
  bool command = values->commands;
  int fields = values->reasons ? 7 : 6; /* the last, a source, may contain commas */
  static const char *const quantities[] = {"makespan", "planned", "done", "optimum", NULL};
  static const char *const tags[] = {"printed", "claim", "ours", NULL};
  struct sp_num published = {NAN, 0, 0};
  int n = csv_cut(csv, fields);
  char **field = csv->field;
  if (n < fields)
    return csv_refuse(csv, "%d fields, expected %s", n, head_of[command][values->reasons]);
  bool word = command && !strcmp(field[3], "infeasible");
  if (!command && !sp_is_one_of(field[2], quantities))
    return csv_refuse(csv, "quantity '%s', expected makespan, planned, done or optimum", field[2]);
  if (!word && sp_num_parse(field[3], &published))
    return csv_refuse(csv, "value '%s', expected a number", field[3]);
  if (!sp_is_one_of(field[4], tags))
    return csv_refuse(csv, "tag '%s', expected printed, claim or ours", field[4]);
  for (int k = 0; k < fields; k++)
    field[k] = cli_format("%s", field[k]);
  *value = (struct cli_value){.platform = field[0],
                              .method = field[1],
                              .quantity = field[2],
                              .written = field[3],
                              .published = published.v,
                              .tag = field[4],
                              .reason = values->reasons ? field[5] : NULL,
                              .source = field[fields - 1],
                              .ours = NAN,
                              .verdict = SP_MISSING};
  return SP_OK;
}

int cli_values_read(const char *path, struct cli_values *values, struct sp_error *error)
{
  struct csv csv;
  *values = (struct cli_values){0};
  int code = csv_open(&csv, path, error);
  while (code == SP_OK && csv_next(&csv, &code)) {
    if (csv.number == 1) {
      if (!read_head(csv.line, values))
        code = csv_refuse(&csv, "'%s', expected %s or %s", csv.line, head_of[0][0], head_of[1][0]);
      continue;
    }
    values->value = cli_grow(values->value, values->n);
    code = parse_line(&csv, values, &values->value[values->n]);
    values->n += !code;
  }
  csv_close(&csv);
  return code;
}

/* ---- Verdicts. */

/* True if x rounds to the digits of the text ("0.431") or is cut after them. Papers do both. */
static bool same_digits(double x, double published, const char *written)
{
  double unit = pow(10, -(double)strspn(strchr(written, '.') + 1, "0123456789"));
  double more = (fabs(x) - fabs(published)) / unit;
  return x * published >= 0 && more >= -0.5 - 1e-9 && more < 1 - 1e-9;
}

static bool same_rational(const char *written, const char *exact)
{
  struct sp_num x;
  struct sp_q_pool pool = {0};
  bool same = !sp_num_parse(written, &x) && x.den != 0 &&
              sp_q_compare(sp_q_new(&pool, x), sp_q_read(&pool, exact)) == 0;
  sp_q_clear(&pool);
  return same;
}

bool cli_value_agrees(const struct cli_value *v, bool of_command)
{
  if (of_command && isnan(v->published))
    return v->exact && !strcmp(v->written, v->exact);
  if (of_command && strchr(v->written, '.'))
    return same_digits(v->ours, v->published, v->written);
  if (of_command && v->exact)
    return !isnan(v->ours) && same_rational(v->written, v->exact);
  return fabs(v->ours - v->published) <= 1e-9 * fabs(v->published);
}

/* ---- Output. */

const char *cli_value_published(const struct cli_values *values, const struct cli_value *v)
{
  return values->commands ? v->written : cli_rounded(v->published);
}

const char *cli_value_ours(const struct cli_values *values, const struct cli_value *v)
{
  enum { LONGEST = 24 };
  if (values->commands && v->exact && strlen(v->exact) <= LONGEST && !strchr(v->written, '.'))
    return v->exact;
  return isnan(v->ours) ? NULL : cli_rounded(v->ours);
}

void cli_values_print(const struct cli_values *values, FILE *out)
{
  bool commands = values->commands;
  const char *const heads[] = {commands ? "command" : "platform",
                               commands ? "spec" : "method",
                               "quantity",
                               "published",
                               "ours",
                               "verdict",
                               "tag",
                               "source"};
  struct sp_table *table = sp_table_alloc(8, heads, "lllrrlll");
  for (int i = 0; i < values->n; i++) {
    const struct cli_value *v = &values->value[i];
    sp_table_add(table, "ssssssss", v->platform, v->method, v->quantity,
                 cli_value_published(values, v), cli_value_ours(values, v),
                 sp_verdict_name(v->verdict), v->tag, v->source);
  }
  sp_table_end(table, out);
}

json_t *cli_values_json(const struct cli_values *values)
{
  json_t *cells = json_array();
  for (int i = 0; i < values->n; i++) {
    const struct cli_value *v = &values->value[i];
    json_t *cell =
        json_pack("{s:s, s:s, s:s, s:o, s:o, s:s, s:s, s:s, s:s*, s:s*, s:s*}",
                  values->commands ? "command" : "platform", v->platform,
                  values->commands ? "spec" : "method", v->method, "quantity", v->quantity,
                  "published", json_number(v->published), "ours", json_number(v->ours), "verdict",
                  sp_verdict_name(v->verdict), "tag", v->tag, "source", v->source, "published_text",
                  values->commands ? v->written : NULL, "exact", v->exact, "reason",
                  v->reason && *v->reason ? v->reason : NULL);
    json_array_append_new(cells, cell);
  }
  return cells;
}

/* Prints the text output of starport steady: rates, the rounds of a period, the best tree, the
 * runs. */
#include "base/text.h"
#include "base/text_table.h"
#include "cli/parts/steady.h"

/* Prints "LABEL a/b = decimal UNIT" of a member, without the decimal for whole numbers. */
static void print_rational(const char *label, const json_t *document, const char *key,
                           const char *unit)
{
  const json_t *value = json_object_get(document, key);
  const char *text = json_string_value(value);
  printf("%s %s", label, text);
  if (strchr(text, '/'))
    printf(" = %s", cli_rounded(json_rational_value(value)));
  printf("%s\n", unit);
}

/* The unit of a throughput of so many tasks. */
static const char *rate_unit(double tasks)
{
  return tasks == 1 ? " task per unit of time" : " tasks per unit of time";
}

static void print_rate(const char *label, const json_t *document, const char *key)
{
  print_rational(label, document, key,
                 rate_unit(json_rational_value(json_object_get(document, key))));
}

static const char *name_of(const struct steady_answer *a, const json_t *node)
{
  return a->g->platform.node[json_integer_value(node) - 1].name;
}

/* Adds a row for each flow of the list. */
static void add_flows(struct sp_table *table, const struct steady_answer *a, const json_t *list)
{
  const json_t *flow;
  size_t k;
  json_array_foreach(list, k, flow)
  {
    sp_table_add(table, "ssss", name_of(a, json_object_get(flow, "from")),
                 name_of(a, json_object_get(flow, "to")),
                 json_string_value(json_object_get(flow, "busy")),
                 json_string_value(json_object_get(flow, "tasks")));
  }
}

static void print_results(const struct steady_answer *a, const json_t *results)
{
  static const char *const heads[] = {"from", "to", "busy", "results a period"};
  struct sp_table *table = sp_table_alloc(4, heads, "llrr");
  add_flows(table, a, results);
  putchar('\n');
  sp_table_end(table, stdout);
}

static void print_rates(const struct steady_answer *a, const json_t *document)
{
  static const char *const heads[] = {"from", "to", "busy", "tasks a period"};
  const json_t *alpha = json_object_get(document, "alpha"), *tasks;
  const json_t *results = json_object_get(document, "results");
  struct sp_table *table = sp_table_alloc(4, heads, "llrr");
  size_t k;
  json_array_foreach(json_object_get(document, "tasks"), k, tasks)
  {
    if (strcmp(json_string_value(tasks), "0"))
      sp_table_add(table, "ssss", a->g->platform.node[k].name, "computes",
                   json_string_value(json_array_get(alpha, k)), json_string_value(tasks));
  }
  add_flows(table, a, json_object_get(document, "edges"));
  putchar('\n');
  sp_table_end(table, stdout);
  if (json_array_size(results))
    print_results(a, results);
}

static void print_rounds(const struct steady_answer *a, const json_t *document)
{
  static const char *const heads[] = {"round", "start", "length", "at once"};
  const struct sp_steady_period *p = &a->period;
  struct sp_table *table = sp_table_alloc(4, heads, "rrrl");
  for (int r = 0; r < p->rounds; r++) {
    char *text = NULL;
    FILE *stream = sp_open_string(&text);
    for (int k = 0; k < p->round[r].n; k++) {
      const int *pair = p->round[r].pair[k];
      const char *from = a->g->platform.node[pair[0]].name;
      fprintf(stream, pair[0] == pair[1] ? "%s%s computes" : "%s%s -> ", k ? ", " : "", from);
      if (pair[0] != pair[1])
        fputs(a->g->platform.node[pair[1]].name, stream);
      if (p->round[r].result[k])
        fputs(" (results)", stream);
    }
    fclose(stream);
    sp_table_add(table, "isss", r + 1, cli_keep(sp_q_text(p->round[r].start)),
                 cli_keep(sp_q_text(p->round[r].length)), cli_keep(text));
  }
  putchar('\n');
  if (!p->rounds)
    puts("no activity shares a port: there are no rounds");
  sp_table_end(table, stdout);
  putchar('\n');
  print_rational("start-up", document, "startup", "");
  print_rational("clean-up", document, "drain", "");
  if (json_object_get(document, "returning"))
    print_rational("results in it", document, "returning", "");
  const char *whole = json_string_value(json_object_get(document, "whole_periods"));
  const json_t *executed = json_object_get(document, "executed");
  if (!strcmp(whole, "1")) {
    puts("rounds carry whole tasks");
    return;
  }
  printf("rounds carry whole tasks over %s periods, which are executed as one:\n", whole);
  print_rational("period", executed, "period", "");
  print_rational("start-up", executed, "startup", "");
  print_rational("clean-up", executed, "drain", "");
}

static void print_tree(const struct steady_answer *a)
{
  const struct sp_tree *t = &a->tree;
  printf("\n%s", t->best ? "best spanning tree" : "spanning tree (the best found)");
  if (t->throughput_text)
    printf(" %s", t->throughput_text);
  if (!t->throughput_text || strchr(t->throughput_text, '/'))
    printf(" = %s", cli_rounded(t->throughput));
  puts(rate_unit(t->throughput));
  for (int i = 0; i < t->nodes; i++)
    if (t->parent[i] >= 0)
      printf("%s -> %s\n", a->g->platform.node[t->parent[i]].name, a->g->platform.node[i].name);
}

static void print_simulation(const struct steady_simulation *s)
{
  static const char *const heads[] = {"engine",  "tasks",    "ratio",  "formula",
                                      "periods", "messages", "status", "reason"};
  struct sp_table *table = sp_table_alloc(8, heads, "lrrrrrll");
  printf("\n%s until date %s",
         s->run.strategy == SP_ON_LINE ? "decided on line"
         : s->run.strategy == SP_EARLY ? "periods as early as they can be"
                                       : "periods",
         cli_rounded(s->run.time));
  if (s->run.strategy == SP_ON_LINE && s->run.places < LONG_MAX)
    printf(", %ld place%s a node", s->run.places, s->run.places == 1 ? "" : "s");
  fputs("\n\n", stdout);
  for (int k = 0; k < s->runs.n; k++) {
    const struct sp_steady_executed *x = &s->executed[k];
    bool ok = x->result.status == SP_RUN_OK;
    sp_table_add(table, "sffff", sp_engine_name(s->runs.engine[k]), ok ? x->result.done : NAN,
                 ok ? x->ratio : NAN, x->formula,
                 s->run.strategy == SP_PERIODIC ? (double)x->periods : NAN);
    if (ok)
      sp_table_set(table, 5, "%ld", x->result.messages);
    else {
      sp_table_set(table, 6, "%s", sp_status_name(x->result.status));
      sp_table_set(table, 7, "%s", x->result.reason);
    }
  }
  sp_table_end(table, stdout);
  if (s->runs.n == 2 && !s->runs.difference.text[0])
    puts("\nengines agree: same hops in the same order, dates within 1e-9");
  const struct sp_result *first = &s->runs.result[0];
  if (first->status == SP_RUN_OK || cli_invalid(first))
    cli_files_print(&s->files);
}

static void print_most(const struct steady_answer *a)
{
  const char *bound = cli_rounded(a->most_bound);
  if (!a->searched)
    printf("\nat most %s tasks by that date; the optimum is not known: %s\n", bound,
           a->reason.text);
  else if (a->most.proven)
    printf("\nmost tasks by that date %s (proven; bound %s)\n", cli_rounded(a->most.tasks), bound);
  else
    printf("\nmost tasks by that date at least %s (found), at most %s\n",
           cli_rounded(a->most.tasks), bound);
}

void cli_steady_text(const struct steady_answer *a, const json_t *document, bool schedule,
                     bool tree)
{
  const struct sp_steady *s = &a->steady;
  printf("graph, %d node%s, %d edge%s\n\n", a->g->platform.nodes, sp_plural(a->g->platform.nodes),
         a->g->links, sp_plural(a->g->links));
  if (s->exact) {
    print_rate(s->upper_bound_only ? "throughput at most" : "throughput", document, "throughput");
    if (s->upper_bound_only)
      print_rate("achieved", document, "achieved");
    if (s->odd_sets)
      printf("odd sets %d\n", s->odd_sets);
    print_rational("period", document, "period", "");
    print_rational("tasks", document, "period_tasks", " a period");
    print_rates(a, document);
    if (schedule)
      print_rounds(a, document);
  } else {
    printf("throughput %s%s, in doubles\n", cli_rounded(s->throughput), rate_unit(s->throughput));
    if (schedule)
      puts("no schedule: exact rates are computed for up to 500 nodes and 1500 edges");
  }
  if (tree)
    print_tree(a);
  if (a->simulation)
    print_simulation(a->simulation);
  if (a->most_asked)
    print_most(a);
}

/* starport optimal: the exact optimum of a small instance, or the best found with its gap. */
#include "cli/cli.h"
#include "io/json.h"
#include "solve/optimum.h"
#include <math.h>
#include <stdlib.h>

struct optimal_options {
  struct cli_source source;
  long node_limit;
  bool json;
};

enum { NODE_LIMIT = 0x300, JSON };
enum { DEFAULT_NODES = 10000000 };
static const struct argp_option optimal_options[] = {
    {"node-limit", NODE_LIMIT, "N", 0,
     "nodes that the search may visit (default: 10000000); it never stops on time", 3},
    {"json", JSON, NULL, 0, "print one JSON document", 3},
    {0},
};

static error_t parse_optimal(int key, char *text, struct argp_state *state)
{
  struct optimal_options *o = state->input;
  if (key == JSON)
    o->json = true;
  else if (key == NODE_LIMIT)
    o->node_limit = cli_integer(state, "--node-limit", text, 1);
  else if (key == ARGP_KEY_INIT)
    state->child_inputs[0] = &o->source;
  else
    return ARGP_ERR_UNKNOWN;
  return 0;
}

static const struct argp_child optimal_children[] = {
    {&cli_instance_argp, 0, NULL, 0}, {&cli_help_argp, 0, NULL, 0}, {0}};
static const struct argp optimal_argp = {
    optimal_options,
    parse_optimal,
    "PLATFORM.xml [DEPLOY.xml]\n--star=TEXT",
    "Searches the optimum of a small redistribution or bag of tasks by branch and bound, from the "
    "best plan of a heuristic on. Where the nodes run out it shows the best plan found and the gap "
    "to a proven lower bound."
    "\vExample: starport optimal --star=\"c=3,3,4,10 w=20,20,20,10 buffer=1 tasks=5\"",
    optimal_children,
    NULL,
    NULL,
};

/* What the search found. */
struct found {
  struct sp_schedule plan;
  double makespan, lower_bound;
  bool proven;
};

/* Takes the plan of the method if it is better than the one that is there. */
static void try_method(const struct cli_methods *methods, const char *text,
                       const struct sp_instance *in, struct sp_schedule *best)
{
  struct sp_method method;
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  if (sp_method_parse(methods->registry, text, &method, NULL))
    return;
  struct sp_context *cx = sp_context_alloc(methods->registry, 0, in, &method);
  if (!sp_plan(cx, &method, in, &plan)) {
    double makespan = sp_makespan(in, &plan), known = best->n ? sp_makespan(in, best) : INFINITY;
    if (makespan < known)
      sp_schedule_copy(best, &plan);
  }
  sp_schedule_clear(&plan);
  sp_context_free(cx);
  sp_method_clear(&method);
}

static void print_text(const struct sp_instance *in, const struct found *f)
{
  static const char *const heads[] = {"transfer", "from", "to"};
  struct number_text makespan, bound;
  char *what = cli_describe(in);
  struct table *table = table_alloc(3, heads, "rrr");
  printf("%s\n\nmakespan %s, ", what, cli_number_text(f->makespan, &makespan));
  if (f->proven)
    puts("proven optimal\n");
  else
    printf("not proven: the optimum is at least %s, %.3g %% less\n\n",
           cli_number_text(f->lower_bound, &bound), 100 * (1 - f->lower_bound / f->makespan));
  for (long k = 0; k < f->plan.n; k++) {
    table_row(table);
    table_set(table, 0, "%ld", k + 1);
    table_set(table, 1, "%d", f->plan.msg[k].from);
    table_set(table, 2, "%d", f->plan.msg[k].to);
  }
  if (f->plan.n)
    table_print(table, stdout);
  table_free(table);
  free(what);
}

static void print_document(const struct found *f)
{
  json_t *document = json_document();
  json_object_set_new(document, "makespan", json_number(f->makespan));
  json_object_set_new(document, "proven", json_boolean(f->proven));
  json_object_set_new(document, "lower_bound", json_number(f->lower_bound));
  json_object_set_new(document, "transfers", sp_schedule_json(&f->plan));
  json_print(document);
}

/* Searches, and refuses in words what cannot be searched. */
static int find(const struct sp_instance *in, long node_limit, struct found *f)
{
  static const char *const known[] = {"best-of", "min_c-deadline", "beam"};
  static const struct cli_strings none;
  struct cli_methods methods;
  int code = cli_methods_open(&methods, &none, &none);
  for (size_t k = 0; k < sizeof known / sizeof *known && !code; k++)
    try_method(&methods, known[k], in, &f->plan);
  cli_methods_close(&methods);
  if (code)
    return code;
  if (sp_optimum(in, node_limit, &f->plan, &f->makespan, &f->lower_bound, &f->proven))
    return cli_complain(SP_BAD_INPUT,
                        "%s: expected a redistribution or a bag of tasks without deadline, a "
                        "master that sends and receives one message at a time, and a worker that "
                        "computes",
                        sp_problem_name(in->problem));
  return SP_OK;
}

int cli_optimal(int argc, char **argv)
{
  struct optimal_options o = {.node_limit = DEFAULT_NODES};
  struct found f = {.plan = SP_SCHEDULE_EMPTY};
  struct sp_error error;
  cli_parse(&optimal_argp, argc, argv, &o);
  struct sp_instance *in = cli_read_instance(&o.source, NULL, &error);
  cli_source_clear(&o.source);
  if (!in)
    return cli_complain(SP_BAD_INPUT, "%s", error.text);
  int code = find(in, o.node_limit, &f);
  if (!code && o.json)
    print_document(&f);
  else if (!code)
    print_text(in, &f);
  sp_schedule_clear(&f.plan);
  sp_instance_free(in);
  return code;
}

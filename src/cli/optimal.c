/* starport optimal: finds the optimum of a small instance, or the best plan found and its gap. */
#include "base/text.h"
#include "base/text_table.h"
#include "campaign/quantity/quantity.h"
#include "campaign/run/progress.h"
#include "cli/commands.h"
#include "cli/shared/instance.h"
#include "cli/shared/methods.h"
#include "cli/shared/output.h"
#include <starport/optimal.h>

#include <unistd.h>

struct optimal_options {
  struct cli_source source;
  struct sp_optimal search;
  bool json;
};

enum { DEFAULT_NODES = 10000000 };

/* What is least, as a number of a run is called, by enum sp_objective. */
static const char *const objectives[] = {"makespan", "max_flow", "sum_flow", "max_weighted_flow",
                                         "sum_weighted_flow"};
#define AT(field) offsetof(struct optimal_options, field)
static const struct cli_option options[] = {
    {"node-limit", CLI_INTEGER, AT(search.nodes), "N",
     "nodes that the search may visit (default: 10000000); time does not limit it", .group = 3,
     .least = 1, .most = 1e15},
    {"messages", CLI_INTEGER, AT(search.messages), "K",
     "divisible load: sequences of at most K messages are searched (default: any number; with a "
     "latency of 0 or limited chunks the longest K <= 12 for which p workers have at most 100000 "
     "sequences)",
     .group = 3, .least = 1, .most = 1000},
    {"objective", CLI_CHOICE, AT(search.objective), "NAME",
     "bag of tasks: what is least, makespan (default), max_flow, sum_flow, max_weighted_flow or "
     "sum_weighted_flow",
     .group = 3, .choices = "makespan|max_flow|sum_flow|max_weighted_flow|sum_weighted_flow"},
    {"json", CLI_FLAG, AT(json), NULL, "print one JSON document", .group = 3},
    {0},
};

static void print_verdict(const struct sp_instance *in, const struct sp_optimal *o)
{
  bool most = in->deadline.v < INFINITY;
  printf("%s %s, ", most ? "load" : objectives[o->objective], cli_rounded(o->value));
  const char *bound = cli_rounded(o->bound);
  if (o->proven) {
    puts("proven optimal\n");
    return;
  }
  if (o->messages > 0)
    printf("%s of sequences of at most %ld message%s, ",
           o->searched ? "the best" : "the best found", o->messages,
           sp_plural((double)o->messages));
  if (o->infimum)
    printf("not optimal: without latencies\nmore messages are always better, %s is approached but "
           "not reached\n\n",
           bound);
  else
    printf("not proven%s: the optimum is at %s %s, gap %.3g %%\n\n",
           o->searched ? " of longer ones" : "", most ? "most" : "least", bound,
           fabs(sp_gap(o->value, o->bound)));
}

static void print_text(const struct sp_instance *in, const struct sp_optimal *o,
                       const struct sp_schedule *plan)
{
  static const char *const heads[] = {"transfer", "from", "to", "units"};
  bool units = in->problem == SP_DIVISIBLE;
  struct sp_table *table = sp_table_alloc(4, heads, "rrrr");
  printf("%s\n\n", cli_describe(in));
  print_verdict(in, o);
  for (long k = 0; k < plan->n; k++)
    sp_table_add(table, "Iiif", k + 1, plan->msg[k].from, plan->msg[k].to,
                 units ? plan->msg[k].amount : NAN);
  sp_table_end(table, stdout);
}

static void print_document(const struct sp_instance *in, const struct sp_optimal *o,
                           const struct sp_schedule *plan)
{
  bool most = in->deadline.v < INFINITY;
  json_t *document =
      json_pack("{s:o, s:b, s:o}", most ? "load" : objectives[o->objective], json_number(o->value),
                "proven", o->proven, most ? "upper_bound" : "lower_bound", json_number(o->bound));
  if (in->problem == SP_DIVISIBLE) {
    json_object_set_new(document, "messages_at_most",
                        o->messages == 0 ? json_null() : json_integer(o->messages));
    json_object_set_new(document, "best_of_these", json_boolean(o->searched));
    json_object_set_new(document, "infimum", json_boolean(o->infimum));
  }
  json_object_set_new(document, "transfers", sp_schedule_json(plan));
  json_print(document);
}

/* The progress of the search, on a terminal. */
struct visits {
  struct progress progress;
  long limit;
};

static void show_visits(void *data, long nodes)
{
  struct visits *v = data;
  if (progress_due(&v->progress))
    progress_print(&v->progress, nodes, 0, v->limit, "");
}

/* Searches, or ends the process after a message if the instance cannot be searched. */
static void find(const struct sp_instance *in, struct sp_optimal *o, struct sp_schedule *plan)
{
  struct sp_context *cx = sp_context_alloc(cli_registry(NULL), 0, in, NULL);
  struct visits visits = {.limit = o->nodes};
  progress_begin(&visits.progress, isatty(STDERR_FILENO), "nodes at most");
  cx->visited = show_visits;
  cx->visited_data = &visits;
  int refused = sp_optimal(cx, in, o, plan);
  progress_end(&visits.progress);
  if (refused)
    cli_refuse(SP_BAD_INPUT, "%s", sp_context_reason(cx));
  sp_context_free(cx);
}

static int run_optimal_command(void *options_of)
{
  struct optimal_options *o = options_of;
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  struct sp_instance *in = cli_read_instance(&o->source, NULL);
  if (in->problem != SP_DIVISIBLE && o->search.messages > 0)
    cli_refuse(SP_BAD_INPUT, "--messages is for a divisible load, this instance is a %s",
               sp_problem_name(in->problem));
  find(in, &o->search, &plan);
  (o->json ? print_document : print_text)(in, &o->search, &plan);
  sp_schedule_clear(&plan);
  return SP_OK;
}

const struct cli_command cli_optimal = {
    .name = "optimal",
    .does = "finds the exact optimum of a small instance",
    .option = options,
    .usage = "PLATFORM.xml [DEPLOY.xml]\n--star=TEXT",
    .help =
        "Finds the optimum of a small redistribution, bag of tasks or divisible load, on a star "
        "that does not change over time, by branch and bound, starting from the best plan of a "
        "heuristic. Tasks of a bag may arrive over time (release=), and are sent in the order in "
        "which they do; their results may return (result=, duplex=full, hold=task). For a "
        "divisible load, with a given load or a deadline, it searches the "
        "sequences of messages. If the nodes run out, or longer sequences than those searched are "
        "not excluded, it shows the best plan found and the gap to a proven bound."
        "\vExample: starport optimal --star=\"c=3,3,4,10 w=20,20,20,10 buffer=1 tasks=5\"",
    .group = {{&cli_instance_group, AT(source)}},
    .initial = &(const struct optimal_options){.search.nodes = DEFAULT_NODES},
    .size = sizeof(struct optimal_options),
    .run = run_optimal_command,
};

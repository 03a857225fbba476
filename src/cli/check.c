/* starport check: runs the independent validators on a trace of any origin. */
#include "cli/parts/check.h"
#include "base/text_table.h"
#include "cli/commands.h"
#include "cli/shared/arguments.h"
#include "cli/shared/instance.h"
#include "cli/shared/json.h"
#include "cli/shared/messages.h"
#include "io/trace/trace.h"
#include <string.h>

struct check_options {
  struct cli_source source; /* a star; not used if a graph is given */
  struct check_graph graph;
  const char *events;
  double tolerance;
  enum sp_durations durations;
  bool json;
};

static void read_durations(void *options_of, const char *text, const char *name)
{
  static const struct {
    const char *name;
    enum sp_durations durations;
  } known[] = {{"exact", SP_DURATIONS_EXACT},
               {"at-least", SP_DURATIONS_AT_LEAST},
               {"any", SP_DURATIONS_ANY}};
  for (int i = 0; i < 3; i++)
    if (!strcmp(text, known[i].name)) {
      ((struct check_options *)options_of)->durations = known[i].durations;
      return;
    }
  cli_usage(name, "--durations=%s, expected exact, at-least or any", text);
}

#define AT(field) offsetof(struct check_options, field)
static const struct cli_option options[] = {
    {"events", CLI_TEXT, AT(events), "FILE.csv", "the trace", .group = 0},
    {"tolerance", CLI_NUMBER, AT(tolerance), "X", "relative to the greatest date (default 1e-9)",
     .group = 0},
    {"durations", CLI_READ, 0, "HOW",
     "relation to the nominal durations: exact (default), at-least, any (noise, other models)",
     .group = 0, .read = read_durations},
    {"json", CLI_FLAG, AT(json), NULL, "print one JSON document", .group = 3},
    {0},
};

static void check_common(const struct check_options *o, const char *name)
{
  if (!o->events)
    cli_usage(name, "name the trace with --events=FILE.csv");
  if (!(o->tolerance >= 0 && o->tolerance < 1))
    cli_usage(name, "--tolerance=%g is not between 0 and 1", o->tolerance);
}

static void check_star(void *options_of, const char *name)
{
  const struct check_options *o = options_of;
  check_common(o, name);
  if (check_graph_option(&o->graph))
    cli_usage(name, "%s without --graph", check_graph_option(&o->graph));
}

static void check_on_graph(void *options_of, const char *name)
{
  const struct check_options *o = options_of;
  check_common(o, name);
  if (check_graph_mixed(&o->graph))
    cli_usage(name, "--network and %s exclude each other", check_graph_mixed(&o->graph));
}

#define USAGE                                                                    \
  "PLATFORM.xml [DEPLOY.xml] --events=FILE.csv\n--star=TEXT --events=FILE.csv\n" \
  "--graph=TEXT|@FILE|PLATFORM.xml --events=FILE.csv\n"                          \
  "--network=\"KIND SPEC\" --events=FILE.csv"
#define HELP                                                                                       \
  "Validates a trace: ports, store and forward, causality, places, durations, conservation. Exit " \
  "code 3 and the first violation in words if it breaks the model."                                \
  "\vExample: starport check --star=\"c=2,2 w=3,4 load=5,0\" --events=events.csv"

/* A star and a graph are read from different options. */
static const struct cli_command on_star = {
    .option = options,
    .usage = USAGE,
    .help = HELP,
    .group = {{&cli_instance_group, AT(source)}, {&check_graph_group, AT(graph)}},
    .check = check_star,
};
static const struct cli_command on_graph = {
    .option = options,
    .usage = USAGE,
    .help = HELP,
    .group = {{&check_graph_group, AT(graph)}, {&check_node_group, AT(graph)}},
    .check = check_on_graph,
};

static double makespan_of(const struct sp_trace *trace)
{
  double last = 0;
  for (long k = 0; k < trace->n; k++)
    last = trace->event[k].end > last ? trace->event[k].end : last;
  return last;
}

/* Prints the result of the validator. */
static void print_result(const struct check_options *o, const struct sp_trace *trace, int code,
                         const char *reason)
{
  struct sp_number_text makespan;
  if (o->json) {
    json_t *document = json_document();
    json_object_set_new(document, "valid", json_boolean(!code));
    json_object_set_new(document, "events", json_integer(trace->n));
    json_object_set_new(document, "makespan", json_number(makespan_of(trace)));
    if (code)
      json_object_set_new(document, "reason", json_text(reason));
    json_print(document);
  } else if (!code)
    printf("valid: %ld events, makespan %s\n", trace->n,
           sp_rounded_text(makespan_of(trace), &makespan));
  else
    cli_complain(code, "%s: invalid: %s", o->events, reason);
}

/* Reads the trace and validates it: that of a star, or of a graph if in is NULL. */
static int check(const struct check_options *o, const struct sp_instance *in)
{
  struct sp_trace trace = SP_TRACE_EMPTY;
  struct sp_error error = {""};
  int code = sp_read_events(o->events, &trace, &error);
  if (!code)
    code = in ? sp_validate(in, &trace, o->tolerance, o->durations, &error)
              : check_graph(&o->graph, &trace, o->tolerance, o->durations, &error);
  if (code && code != SP_NOT_VERIFIED)
    cli_complain(code, "%s", error.text);
  else
    print_result(o, &trace, code, error.text);
  sp_trace_clear(&trace);
  return code;
}

int cli_check(int argc, char **argv)
{
  struct check_options o = {.durations = SP_DURATIONS_EXACT};
  struct sp_error error;
  if (check_names_graph(argc, argv)) {
    cli_parse(&on_graph, argc, argv, &o);
    return check(&o, NULL);
  }
  cli_parse(&on_star, argc, argv, &o);
  struct sp_instance *in = cli_read_instance(&o.source, NULL, &error);
  cli_source_clear(&o.source);
  if (!in)
    return cli_complain(SP_BAD_INPUT, "%s", error.text);
  int code = check(&o, in);
  sp_instance_free(in);
  return code;
}

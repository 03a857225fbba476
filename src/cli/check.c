/* starport check: the independent validators on a trace from anywhere. */
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
  struct cli_source source; /* a star, or */
  struct check_graph graph;
  const char *events;
  double tolerance;
  enum sp_durations durations;
  bool json;
};

enum { EVENTS = 0x300, TOLERANCE, DURATIONS, JSON };
static const struct argp_option check_options[] = {
    {"events", EVENTS, "FILE.csv", 0, "the trace", 0},
    {"tolerance", TOLERANCE, "X", 0, "relative to the greatest date (default 1e-9)", 0},
    {"durations", DURATIONS, "HOW", 0,
     "how they relate to the nominal ones: exact (default), at-least, any (noise, other models)",
     0},
    {"json", JSON, NULL, 0, "print one JSON document", 3},
    {0},
};

static enum sp_durations durations_of(const struct argp_state *state, const char *text)
{
  static const struct {
    const char *name;
    enum sp_durations durations;
  } known[] = {{"exact", SP_DURATIONS_EXACT},
               {"at-least", SP_DURATIONS_AT_LEAST},
               {"any", SP_DURATIONS_ANY}};
  for (int i = 0; i < 3; i++)
    if (!strcmp(text, known[i].name))
      return known[i].durations;
  cli_usage(state->name, "--durations=%s is none of exact, at-least, any", text);
}

static error_t parse_check(int key, char *text, struct argp_state *state)
{
  struct check_options *o = state->input;
  if (key == EVENTS)
    o->events = text;
  else if (key == TOLERANCE) {
    o->tolerance = cli_number(state, "--tolerance", text);
    if (!(o->tolerance > 0 && o->tolerance < 1))
      cli_usage(state->name, "--tolerance=%s is not between 0 and 1", text);
  } else if (key == DURATIONS)
    o->durations = durations_of(state, text);
  else if (key == JSON)
    o->json = true;
  else if (key == ARGP_KEY_SUCCESS) {
    if (!o->events)
      cli_usage(state->name, "name the trace with --events=FILE.csv");
  } else
    return ARGP_ERR_UNKNOWN;
  return 0;
}
static const struct argp common_argp = {check_options, parse_check, NULL, NULL, NULL, NULL, NULL};

/* A star's instance and a graph are read by different parsers. */
static error_t parse_star(int key, char *text, struct argp_state *state)
{
  struct check_options *o = state->input;
  (void)text;
  if (key == ARGP_KEY_INIT) {
    state->child_inputs[0] = o;
    state->child_inputs[1] = &o->source;
    state->child_inputs[2] = &o->graph;
  } else if (key == ARGP_KEY_SUCCESS && check_graph_option(&o->graph))
    cli_usage(state->name, "%s without --graph", check_graph_option(&o->graph));
  else
    return ARGP_ERR_UNKNOWN;
  return 0;
}

static error_t parse_on_graph(int key, char *text, struct argp_state *state)
{
  struct check_options *o = state->input;
  if (key == ARGP_KEY_INIT) {
    state->child_inputs[0] = o;
    state->child_inputs[1] = state->child_inputs[2] = &o->graph;
  } else if (key == ARGP_KEY_ARG)
    cli_usage(state->name, "'%s' beside --graph, expected one of them", text);
  else if (key == ARGP_KEY_SUCCESS && check_graph_mixed(&o->graph))
    cli_usage(state->name, "--network beside %s", check_graph_mixed(&o->graph));
  else
    return ARGP_ERR_UNKNOWN;
  return 0;
}

#define ARGUMENTS                                                                \
  "PLATFORM.xml [DEPLOY.xml] --events=FILE.csv\n--star=TEXT --events=FILE.csv\n" \
  "--graph=TEXT|@FILE|PLATFORM.xml --events=FILE.csv\n"                          \
  "--network=\"KIND SPEC\" --events=FILE.csv"

static const struct argp_child check_children[] = {{&common_argp, 0, NULL, 0},
                                                   {&cli_instance_argp, 0, NULL, 0},
                                                   {&check_graph_argp, 0, NULL, 0},
                                                   {&cli_help_argp, 0, NULL, 0},
                                                   {0}};
static const struct argp check_argp = {
    NULL,
    parse_star,
    ARGUMENTS,
    "Validates a trace: ports, store and forward, causality, places, durations, conservation. Exit "
    "code 3 and the first violation in words if it breaks the model."
    "\vExample: starport check --star=\"c=2,2 w=3,4 load=5,0\" --events=events.csv",
    check_children,
    NULL,
    NULL,
};

static const struct argp_child graph_children[] = {{&common_argp, 0, NULL, 0},
                                                   {&check_graph_argp, 0, NULL, 0},
                                                   {&check_graph_node_argp, 0, NULL, 0},
                                                   {&cli_help_argp, 0, NULL, 0},
                                                   {0}};
static const struct argp on_graph_argp = {
    NULL, parse_on_graph, ARGUMENTS, "Validates a trace of a graph.", graph_children, NULL, NULL,
};

static double makespan_of(const struct sp_trace *trace)
{
  double last = 0;
  for (long k = 0; k < trace->n; k++)
    last = trace->event[k].end > last ? trace->event[k].end : last;
  return last;
}

/* Tells what the validator has found. */
static void tell(const struct check_options *o, const struct sp_trace *trace, int code,
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

/* Reads the trace and hands it to the validator of stars (in) or of graphs (in NULL). */
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
    tell(o, &trace, code, error.text);
  sp_trace_clear(&trace);
  return code;
}

int cli_check(int argc, char **argv)
{
  struct check_options o = {.durations = SP_DURATIONS_EXACT};
  struct sp_error error;
  if (check_names_graph(argc, argv)) {
    cli_parse(&on_graph_argp, argc, argv, &o);
    return check(&o, NULL);
  }
  cli_parse(&check_argp, argc, argv, &o);
  struct sp_instance *in = cli_read_instance(&o.source, NULL, &error);
  cli_source_clear(&o.source);
  if (!in)
    return cli_complain(SP_BAD_INPUT, "%s", error.text);
  int code = check(&o, in);
  sp_instance_free(in);
  return code;
}

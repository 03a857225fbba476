/* starport check: the independent validator on a trace from anywhere. */
#include "cli/cli.h"
#include <string.h>

struct check_options {
  struct cli_source source;
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
  else if (key == ARGP_KEY_INIT)
    state->child_inputs[0] = &o->source;
  else if (key == ARGP_KEY_SUCCESS) {
    if (!o->events)
      cli_usage(state->name, "name the trace with --events=FILE.csv");
  } else
    return ARGP_ERR_UNKNOWN;
  return 0;
}

static const struct argp_child check_children[] = {
    {&cli_instance_argp, 0, NULL, 0}, {&cli_help_argp, 0, NULL, 0}, {0}};
static const struct argp check_argp = {
    check_options,
    parse_check,
    "PLATFORM.xml [DEPLOY.xml] --events=FILE.csv\n--star=TEXT --events=FILE.csv",
    "Validates a trace: ports, store and forward, causality, places, durations, conservation. Exit "
    "code 3 and the first violation in words if it breaks the model."
    "\vExample: starport check --star=\"c=2,2 w=3,4 load=5,0\" --events=events.csv",
    check_children,
    NULL,
    NULL,
};

static double makespan_of(const struct sp_trace *trace)
{
  double last = 0;
  for (long k = 0; k < trace->n; k++)
    last = trace->event[k].end > last ? trace->event[k].end : last;
  return last;
}

static int check(const struct sp_instance *in, const struct check_options *o,
                 const struct sp_trace *trace)
{
  struct sp_error error = {""};
  struct number_text makespan;
  int code = sp_validate(in, trace, o->tolerance, o->durations, &error);
  if (o->json) {
    json_t *document = json_document();
    json_object_set_new(document, "valid", json_boolean(!code));
    json_object_set_new(document, "events", json_integer(trace->n));
    json_object_set_new(document, "makespan", json_number(makespan_of(trace)));
    if (code)
      json_object_set_new(document, "reason", json_text(error.text));
    json_print(document);
  } else if (!code)
    printf("valid: %ld events, makespan %s\n", trace->n,
           cli_number_text(makespan_of(trace), &makespan));
  else
    cli_complain(code, "%s: invalid: %s", o->events, error.text);
  return code;
}

int cli_check(int argc, char **argv)
{
  struct check_options o = {.durations = SP_DURATIONS_EXACT};
  struct sp_trace trace = SP_TRACE_EMPTY;
  struct sp_error error;
  cli_parse(&check_argp, argc, argv, &o);
  struct sp_instance *in = cli_read_instance(&o.source, NULL, &error);
  cli_source_clear(&o.source);
  if (!in)
    return cli_complain(SP_BAD_INPUT, "%s", error.text);
  int code = sp_read_events(o.events, &trace, &error);
  if (code)
    cli_complain(code, "%s", error.text);
  else
    code = check(in, &o, &trace);
  sp_trace_clear(&trace);
  sp_instance_free(in);
  return code;
}

/* starport gantt: the picture of a trace, from the trace alone. */
#include "io/chart/gantt.h"
#include "cli/commands.h"
#include "cli/shared/arguments.h"
#include "cli/shared/files.h"
#include "cli/shared/messages.h"
#include "io/trace/trace.h"
#include <math.h>

struct gantt_options {
  const char *events, *output, *title;
  double bound;
};

enum { TITLE = 0x300, BOUND };
static const struct argp_option gantt_options[] = {
    {"output", 'o', "FILE.svg|pdf|png", 0, "the picture; its suffix tells the format", 0},
    {"title", TITLE, "TEXT", 0, "text above (default: the trace's file name)", 0},
    {"bound", BOUND, "T", 0, "mark this date as the lower bound", 0},
    {0},
};

static void check_options(const struct gantt_options *o, const struct argp_state *state)
{
  if (!o->events)
    cli_usage(state->name, "name the trace, EVENTS.csv");
  if (!o->output)
    cli_usage(state->name, "name the picture with -o FILE.svg|pdf|png");
  cli_check_picture(state->name, o->output);
}

static error_t parse_gantt(int key, char *text, struct argp_state *state)
{
  struct gantt_options *o = state->input;
  if (key == 'o')
    o->output = text;
  else if (key == TITLE)
    o->title = text;
  else if (key == BOUND)
    o->bound = cli_number(state, "--bound", text);
  else if (key == ARGP_KEY_ARG && !o->events)
    o->events = text;
  else if (key == ARGP_KEY_SUCCESS)
    check_options(o, state);
  else
    return ARGP_ERR_UNKNOWN;
  return 0;
}

static const struct argp_child gantt_children[] = {{&cli_help_argp, 0, NULL, 0}, {0}};
static const struct argp gantt_argp = {
    gantt_options,
    parse_gantt,
    "EVENTS.csv -o FILE.svg|pdf|png",
    "Draws a trace: rows for the master's two ports, and for the communication and the computation "
    "of each worker; of a graph's trace, for what each node receives, sends and computes."
    "\vExample: starport gantt events.csv -o picture.pdf",
    gantt_children,
    NULL,
    NULL,
};

int cli_gantt(int argc, char **argv)
{
  struct gantt_options o = {.bound = NAN};
  struct sp_trace trace = SP_TRACE_EMPTY;
  struct sp_error error;
  cli_parse(&gantt_argp, argc, argv, &o);
  int code = cli_probe_output(o.output);
  if (code)
    return code;
  code = sp_read_events(o.events, &trace, &error);
  if (!code) {
    sp_trace_sort(&trace);
    code = sp_write_gantt(o.output, &trace, o.title ? o.title : o.events, o.bound, &error);
  }
  if (code)
    cli_complain(code, "%s", error.text);
  sp_trace_clear(&trace);
  return code;
}

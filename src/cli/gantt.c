/* starport gantt: draws a trace. */
#include "io/chart/gantt.h"
#include "cli/commands.h"
#include "io/trace/trace.h"
#include <math.h>

struct gantt_options {
  const char *events, *output, *title;
  double bound;
};

#define AT(field) offsetof(struct gantt_options, field)
static const struct cli_option options[] = {
    {NULL, CLI_ARGUMENT, .offset = AT(events), .needed = "name the trace, EVENTS.csv"},
    {"output", CLI_TEXT, AT(output), "FILE.svg|pdf|png", "the picture; the suffix gives the format",
     .group = 0, .letter = 'o', .needed = "name the picture with -o FILE.svg|pdf|png"},
    {"title", CLI_TEXT, AT(title), "TEXT", "text above the chart (default: the trace's file name)",
     .group = 0},
    {"bound", CLI_NUMBER, AT(bound), "T", "mark this date as the lower bound", .group = 0,
     .most = 1e300},
    {0},
};

static void check(void *options_of, const char *name)
{
  cli_check_picture(name, ((struct gantt_options *)options_of)->output);
}

static int run(void *options_of)
{
  const struct gantt_options *o = options_of;
  struct sp_trace trace = SP_TRACE_EMPTY;
  struct sp_error error;
  int code = cli_probe_output(o->output);
  if (code)
    return code;
  code = sp_read_events(o->events, &trace, &error);
  if (!code) {
    sp_trace_sort(&trace);
    code =
        sp_write_gantt(o->output, &trace, NULL, o->title ? o->title : o->events, o->bound, &error);
  }
  sp_trace_clear(&trace);
  return cli_failed(code, &error);
}

const struct cli_command cli_gantt = {
    .name = "gantt",
    .does = "draws a trace",
    .option = options,
    .usage = "EVENTS.csv -o FILE.svg|pdf|png",
    .help =
        "Draws a trace. The rows of a star are the two ports of the master, and the communication "
        "and the computation of each worker; those of a graph are what each node receives, "
        "sends and computes."
        "\vExample: starport gantt events.csv -o picture.pdf",
    .check = check,
    .initial = &(const struct gantt_options){.bound = NAN},
    .size = sizeof(struct gantt_options),
    .run = run,
};

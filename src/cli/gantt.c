/* starport gantt: draws a trace. */
#include "io/chart/gantt.h"
#include "cli/commands.h"
#include "cli/shared/files.h"
#include "cli/shared/output.h"
#include "io/instance.h"

struct gantt_options {
  const char *events, *output, *title;
  struct sp_source star; /* none of it needs to be given */
  double bound;
  struct sp_gantt_view view;
};

#define AT(field) offsetof(struct gantt_options, field)
static const struct cli_option options[] = {
    {NULL, CLI_ARGUMENT, .offset = AT(events), .needed = "name the trace, EVENTS.csv"},
    {NULL, CLI_ARGUMENT, .offset = AT(star.platform)},
    {NULL, CLI_ARGUMENT, .offset = AT(star.deployment)},
    {"output", CLI_TEXT, AT(output), "FILE.svg|pdf|png", "the picture; the suffix gives the format",
     .group = 0, .letter = 'o', .needed = "name the picture with -o FILE.svg|pdf|png"},
    {"title", CLI_TEXT, AT(title), "TEXT", "text above the chart (default: the trace's file name)",
     .group = 0},
    {"bound", CLI_NUMBER, AT(bound), "T", "mark this date as the lower bound", .group = 0,
     .most = 1e300},
    {"from", CLI_NUMBER, AT(view.from), "T", "draw from this date on", .group = 0, .most = 1e300},
    {"to", CLI_NUMBER, AT(view.to), "T", "draw up to this date", .group = 0, .most = 1e300},
    {"all-workers", CLI_FLAG, AT(view.all_workers), NULL,
     "with more than 12 workers, draw also those that never do anything", .group = 0},
    {"star", CLI_TEXT, AT(star.star), "TEXT",
     "the trace's star, for names, idle workers and shades", .group = 0},
    {0},
};

static void check_gantt_options(void *options_of, const char *name)
{
  const struct gantt_options *o = options_of;
  cli_check_picture(name, o->output);
  if (o->star.platform && o->star.star)
    cli_usage(name, "'%s' and --star are two instances, expected one", o->star.platform);
}

static int run_gantt_command(void *options_of)
{
  const struct gantt_options *o = options_of;
  struct sp_trace trace = SP_TRACE_EMPTY;
  struct sp_instance *in = NULL;
  struct sp_error error;
  cli_probe_output(o->output);
  cli_end_if(cli_failed(sp_read_events(o->events, &trace, &error), &error));
  if ((o->star.platform || o->star.star) && !(in = sp_read_instance(&o->star, &error)))
    cli_exit(cli_failed(SP_BAD_INPUT, &error));
  sp_trace_sort(&trace);
  int code = sp_write_gantt(o->output, &trace, in, o->title ? o->title : o->events, o->bound,
                            &o->view, &error);
  sp_trace_clear(&trace);
  sp_instance_free(in);
  return cli_failed(code, &error);
}

const struct cli_command cli_gantt = {
    .name = "gantt",
    .does = "draws a trace",
    .option = options,
    .usage = "EVENTS.csv -o FILE.svg|pdf|png\nEVENTS.csv PLATFORM.xml [DEPLOY.xml] -o FILE\n"
             "EVENTS.csv --star=TEXT -o FILE",
    .help =
        "Draws a trace. The rows of a star are the two ports of the master, and the communication "
        "and the computation of each worker; those of a graph are what each node receives, sends "
        "and computes. With the star of the trace, what is slower than at factor 1, stands still "
        "or is down is shaded (the key profile of --star)."
        "\vExample: starport gantt events.csv -o picture.pdf",
    .check = check_gantt_options,
    .initial = &(const struct gantt_options){.bound = NAN, .view = {.from = NAN, .to = NAN}},
    .size = sizeof(struct gantt_options),
    .run = run_gantt_command,
};

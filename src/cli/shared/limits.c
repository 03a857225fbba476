/* How a campaign is computed: in how many processes, how long and how large a run may be. The
 * commands that compute campaigns share these options and the call. */
#include "cli/shared/limits.h"
#include "campaign/run/runner.h"
#include "cli/shared/arguments.h"
#include "cli/shared/execution.h"
#include "cli/shared/messages.h"
#include <sched.h>
#include <unistd.h>

enum { SECONDS = 0x400, MEGABYTES, PROGRESS };
static const struct argp_option options[] = {
    {NULL, 0, NULL, 0, "Limits and messages:", 2},
    {"jobs", 'j', "N", 0, "processes (default: one a processor)", 2},
    {"seconds", SECONDS, "X", 0, "of a run (default 300; 0: none)", 2},
    {"megabytes", MEGABYTES, "X", 0, "that a run may take (default 2048; 0: no limit)", 2},
    {"progress", PROGRESS, NULL, 0, "tell the progress also where there is no terminal", 2},
    {0},
};

static error_t parse(int key, char *text, struct argp_state *state)
{
  struct cli_limits *limits = state->input;
  if (key == 'j')
    limits->jobs = cli_integer(state, "-j", text, 1);
  else if (key == SECONDS)
    limits->seconds = cli_number(state, "--seconds", text);
  else if (key == MEGABYTES)
    limits->megabytes = cli_integer(state, "--megabytes", text, 0);
  else if (key == PROGRESS)
    limits->progress = true;
  else if (key == ARGP_KEY_SUCCESS && !(limits->seconds >= 0 && limits->seconds < 1e9))
    cli_usage(state->name, "--seconds is no time");
  else if (key != ARGP_KEY_SUCCESS)
    return ARGP_ERR_UNKNOWN;
  return 0;
}
const struct argp cli_limits_argp = {options, parse, NULL, NULL, NULL, NULL, NULL};

static int processors(void)
{
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
}

struct cli_limits cli_limits_preset(void)
{
  return (struct cli_limits){
      .jobs = processors(), .seconds = 300, .megabytes = 2048, .progress = isatty(STDERR_FILENO)};
}

int cli_compute(const struct cli_limits *limits, const struct cli_execution *execution,
                struct sp_campaign *campaign, struct sp_tally *tally)
{
  struct sp_error error;
  struct sp_conditions conditions = sp_experiment_conditions(campaign->experiment);
  conditions.n_log = execution->log.n;
  conditions.log = execution->log.item;
  campaign->conditions = &conditions;
  campaign->processes = (int)limits->jobs;
  campaign->seconds = limits->seconds;
  campaign->megabytes = limits->megabytes;
  campaign->progress = limits->progress;
  int code = sp_campaign_run(campaign, tally, &error);
  campaign->conditions = NULL;
  return code ? cli_complain(code, "%s", error.text) : SP_OK;
}

void cli_print_tally(const struct sp_tally *t)
{
  printf("%ld runs wanted: %ld already there, %ld computed", t->wanted, t->present, t->computed);
  if (t->failed)
    printf(" (%ld failed)", t->failed);
  if (t->present + t->computed < t->wanted)
    printf(", %ld missing", t->wanted - t->present - t->computed);
  putchar('\n');
}

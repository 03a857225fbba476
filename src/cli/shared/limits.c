/* Reads the options of all commands that compute campaigns (processes, limits of a run, progress),
 * and computes a campaign. */
#include "cli/shared/limits.h"
#include "campaign/run/runner.h"
#include "cli/shared/arguments.h"
#include "cli/shared/execution.h"
#include "cli/shared/messages.h"
#include <sched.h>
#include <unistd.h>

#define AT(field) offsetof(struct cli_limits, field)
static const struct cli_option options[] = {
    {NULL, CLI_HEADING, 0, NULL, "Limits and messages:", .group = 2},
    {"jobs", CLI_INTEGER, AT(jobs), "N", "worker processes (default: one per processor)",
     .group = 2, .letter = 'j', .least = 1, .most = 10000},
    {"seconds", CLI_NUMBER, AT(seconds), "X", "time limit of a run (default 300; 0: no limit)",
     .group = 2},
    {"megabytes", CLI_INTEGER, AT(megabytes), "X",
     "memory limit of a run (default 2048; 0: no limit)", .group = 2, .most = 1L << 40},
    {"progress", CLI_FLAG, AT(progress), NULL, "show the progress also without a terminal",
     .group = 2},
    {0},
};

static void check(void *limits, const char *command)
{
  double seconds = ((struct cli_limits *)limits)->seconds;
  if (!(seconds >= 0 && seconds < 1e9))
    cli_usage(command, "--seconds=%g, expected a number from 0 to 1e9", seconds);
}
const struct cli_command cli_limits_group = {.option = options, .check = check};

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

/* Execution (seed, plug-ins, engine, noise, settings for SimGrid), and campaigns within limits
 * (number of processes, time and memory of a run). */
#pragma once

#include "campaign/experiment/experiment.h"
#include "cli/shared/options.h"

/* The options of execution: --seed, --plugin (cli_seed_group); --engine, --noise, --cfg, --log
 * (cli_engine_group); --seconds, --megabytes (cli_run_limits_group). The input of these groups is a
 * struct cli_execution. */
struct cli_execution {
  struct cli_strings plugin, cfg, log;
  uint64_t seed;
  uint32_t platform; /* index of --from, else 0; that of --noise is before it */
  const char *noise; /* the option's text; NULL: no noise */
  double seconds;    /* limits of a run; 0: no limit */
  long megabytes;
  bool seeded;                                                   /* --seed was given */
  enum cli_engines { CLI_SIMGRID, CLI_NATIVE, CLI_BOTH } engine; /* the first two as sp_engine */
  bool engine_chosen;                                            /* --engine was given */
};
extern const struct cli_command cli_seed_group, cli_engine_group, cli_run_limits_group;
struct sp_conditions cli_conditions(const struct cli_execution *);
/* The first given option of cli_engine_group, or --seed; NULL: none was given. */
const char *cli_execution_option(const struct cli_execution *);
/* The same options as overrides of an experiment file. SP_OK, or SP_USAGE after a message: a
 * campaign runs on one engine. *overrides lives as long as the execution. */
int cli_execution_over(const struct cli_execution *, struct sp_overrides *overrides);

/* ---- Campaigns. */

struct cli_limits {
  long jobs, megabytes; /* worker processes; MiB per run, 0: no limit */
  double seconds;       /* per run, 0: no limit */
  bool progress;
};
extern const struct cli_command cli_limits_group;
struct sp_campaign;
struct sp_tally;
/* SP_OK, or a code after a message if the engine or its settings are refused: asked before anything
 * is written. */
int cli_check_engine(const struct cli_execution *, const struct sp_experiment *);
/* Computes the missing runs of the campaign, within the limits, under the experiment's conditions
 * and with the log settings of the execution. SP_OK, or a code after a message. */
int cli_compute(const struct cli_limits *, const struct cli_execution *, struct sp_campaign *,
                struct sp_tally *);
/* SP_OK, or a code after a message if the campaign was interrupted, or if none of its runs is ok or
 * refused. */
int cli_check_tally(const struct sp_tally *);
/* Prints "36000 runs wanted: 0 already there, 36000 computed", and checks it. */
int cli_print_tally(const struct sp_tally *);

/* Reads the options of execution: seed, plug-ins, engine, noise, settings for SimGrid. */
#pragma once

#include "cli/shared/arguments.h"
#include <starport/starport.h>

/* The options of execution: --seed, --plugin (cli_seed_group); --engine, --noise, --cfg, --log
 * (cli_engine_group). The input of both groups is a struct cli_execution with the defaults of
 * cli_execution_preset. */
struct cli_execution {
  struct cli_strings plugin, cfg, log;
  uint64_t seed;
  const char *noise;  /* the option's text; NULL: no noise */
  bool seeded;        /* --seed was given */
  bool engine[2];     /* by enum sp_engine */
  bool engine_chosen; /* --engine was given */
};
extern const struct cli_command cli_seed_group, cli_engine_group;
void cli_execution_preset(struct cli_execution *);
void cli_execution_clear(struct cli_execution *);
struct sp_conditions cli_conditions(const struct cli_execution *);
struct sp_overrides;
/* The same options as overrides of an experiment file. SP_OK, or SP_USAGE after a message: a
 * campaign runs on one engine. *overrides lives as long as the execution. */
int cli_execution_over(const struct cli_execution *, struct sp_overrides *overrides);

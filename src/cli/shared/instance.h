/* Instances that a command line names. */
#pragma once

#include "cli/shared/options.h"
#include "io/instance.h"

/* Where the instance comes from: files, --star, or a platform of an experiment. */
struct cli_source {
  struct sp_source file;
  const char *from;       /* EXPERIMENT:AXES:INDEX; NULL: the file */
  struct cli_strings set; /* settings that replace the experiment's, "key=value" */
  long places;            /* of each worker, LONG_MAX: unlimited; 0: those of the file */
  bool graphs;            /* networks and graphs of an experiment are also accepted */
  bool elsewhere;         /* an option of the command gives a graph in place of an instance */
};
/* PLATFORM.xml [DEPLOY.xml] | --star=.. | --from=.. and the options that override them; input:
 * struct cli_source. A command line without an instance is refused, unless it is elsewhere: then
 * one with it. */
extern const struct cli_command cli_instance_group;
/* Reads and checks the instance, which lives until the process ends; or ends it after a message. If
 * it comes from an experiment the execution, which may be NULL, gets the platform's number and,
 * unless --seed was given, the experiment's seed. */
struct cli_execution;
struct sp_instance *cli_read_instance(const struct cli_source *, struct cli_execution *);
/* The instance in words: "redistribution, 4 workers, 10 tasks", "network chain n=5 z=1". */
char *cli_describe(const struct sp_instance *);

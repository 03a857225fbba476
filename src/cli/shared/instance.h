/* Reads the instance that a command line names: files, --star, or a platform of an experiment. */
#pragma once

#include "cli/shared/arguments.h"
#include "io/star/star.h"

/* Where the instance comes from: files, --star, or a platform of an experiment. */
struct cli_source {
  struct sp_source file;
  const char *from;       /* EXPERIMENT:AXES:INDEX (experiment.h); NULL: the file */
  struct cli_strings set; /* settings that replace the experiment's, "key=value" */
  bool graphs;            /* networks and graphs of an experiment are also accepted */
};
/* PLATFORM.xml [DEPLOY.xml] | --star=.. | --from=.. and the options that override them; input:
 * struct cli_source. A command line without an instance is refused. */
extern const struct cli_command cli_instance_group;
/* Reads and checks the instance; NULL on bad input. If the instance comes from an experiment and
 * seed is not NULL, *seed becomes the experiment's seed. */
struct sp_instance *cli_read_instance(const struct cli_source *, uint64_t *seed, struct sp_error *);
void cli_source_clear(struct cli_source *);

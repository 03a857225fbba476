/* The instance that a command line names: files, --star, or a platform of an experiment. */
#ifndef SP_CLI_INSTANCE_H
#define SP_CLI_INSTANCE_H

#include "cli/shared/arguments.h"
#include "io/io.h"

/* Where the instance comes from: files or --star; or a platform of an experiment. */
struct cli_source {
  struct sp_source file;
  const char *from;       /* EXPERIMENT:AXES:INDEX (from.h); NULL: the file */
  struct cli_strings set; /* settings over the experiment's, "key=value" */
  bool graphs;            /* the experiment's may be a network or a graph, too */
};
/* PLATFORM.xml [DEPLOY.xml] | --star=.. | --from=.. and what overrides them; input: struct
 * cli_source. Refuses a command line without an instance. */
extern const struct argp cli_instance_argp;
/* Reads it (from.c), checked; NULL on bad input. *seed, if not NULL, becomes the experiment's seed,
 * where it comes from one. */
struct sp_instance *cli_read_instance(const struct cli_source *, uint64_t *seed, struct sp_error *);
void cli_source_clear(struct cli_source *);

#endif

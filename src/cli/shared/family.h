/* Random platforms that a command line describes: a family with its settings. */
#pragma once

#include "campaign/generate/generate.h"
#include "cli/shared/options.h"

struct cli_family {
  const char *name; /* of --family; NULL: not given */
  const char *tasks, *work, *buffer;
  struct cli_strings set; /* "key=value" */
  long workers;           /* 0: not given */
};
/* --family, --set, --workers, --tasks, --work, --buffer; input: struct cli_family. */
extern const struct cli_command cli_family_group;
/* The settings in force: those of --set, of --workers, then of --tasks, --work and --buffer, each
 * "key=value". They live until the process ends. */
struct cli_strings cli_family_settings(const struct cli_family *);
/* Makes the family's generator with 10 workers and these settings, checked together, or ends the
 * process after a message that names the option. columns: as for a generator. */
void cli_family_generator(const struct cli_family *, struct sp_csv_columns *columns,
                          struct sp_generator *);

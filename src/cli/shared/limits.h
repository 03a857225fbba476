/* Computes a campaign within limits: number of processes, time and memory of a run. */
#pragma once

#include "cli/shared/execution.h"

struct cli_limits {
  long jobs, megabytes; /* worker processes; MiB per run, 0: no limit */
  double seconds;       /* per run, 0: no limit */
  bool progress;
};
extern const struct cli_command cli_limits_group;
struct cli_limits cli_limits_preset(void);
struct sp_campaign;
struct sp_tally;
/* Computes the missing runs of the campaign, within the limits, under the experiment's conditions
 * and with the log settings of the execution. SP_OK, or a code after a message. */
int cli_compute(const struct cli_limits *, const struct cli_execution *, struct sp_campaign *,
                struct sp_tally *);
/* Prints "36000 runs wanted: 0 already there, 36000 computed". */
void cli_print_tally(const struct sp_tally *);

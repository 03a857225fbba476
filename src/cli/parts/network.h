/* Executes and prints the solution, for starport network. */
#pragma once

#include "cli/shared/execution.h"
#include "cli/shared/files.h"
#include "cli/shared/json.h"
#include "cli/shared/runs.h"
#include "engine/perform/network_run.h"

struct network_options {
  const char *kind, *spec;
  bool json, schedule;
  bool simulate;
  enum sp_switch_order order;
  bool ordered; /* --order was given */
  struct cli_files files;
  struct cli_execution execution;
};

/* The execution of the solution, on one engine or on both. */
struct network_runs {
  struct cli_run run;
  struct cli_files written;
  bool is_switch;
  enum sp_switch_order order;
};

/* Executes the solution (network_run.c). SP_OK, or a code after a message if nothing could be
 * executed. The caller clears runs->run. */
int cli_network_simulate(const struct sp_network *, const struct sp_network_solution *,
                         const struct network_options *, struct network_runs *);
/* The member "simulated" of the document. */
json_t *cli_network_simulated(const struct network_runs *);
void cli_network_print_runs(const struct network_runs *);
/* Writes the files of the command line if there is a trace: SP_OK, or a code after a message. */
int cli_network_write(const struct sp_network *, struct network_runs *,
                      const struct network_options *, const char *provenance);
/* SP_OK; or a code after a message for each failed run, SP_CANNOT if there is no trace. */
int cli_network_verdict(const struct network_runs *);

/* Prints the JSON document of a solved network (network_json.c). note: a remark, or NULL; schedule:
 * also the dates of the messages; runs: NULL if the solution was not executed. */
void cli_network_json(const struct sp_network *, const struct sp_network_solution *,
                      const char *note, bool schedule, const struct network_runs *runs);

/* Executes and prints the solution, for starport network. */
#pragma once

#include "cli/shared/output.h"
#include "cli/shared/runs.h"
#include "engine/perform/perform_network.h"

/* A solved network and its execution, on one engine or on both. */
struct network_answer {
  struct sp_network *net;
  struct sp_network_solution solution;
  enum sp_switch_order order;
  struct cli_run runs; /* n = 0: not executed */
};

/* Executes the solution. SP_OK, or a code after a message if nothing could be executed. The caller
 * clears the runs. */
int cli_network_simulate(struct network_answer *, const struct cli_execution *);
/* The completion time relative to the solved one, less 1. */
double cli_network_difference(const struct sp_result *);
/* A remark if only the originator is used; else NULL. */
const char *cli_network_note(const struct network_answer *);
/* The JSON document, which the caller releases; schedule: also the dates of the messages. */
json_t *cli_network_json(const struct network_answer *, bool schedule);

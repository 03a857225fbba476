/* Executes a steady state and prints the result as text and JSON, for starport steady. */
#pragma once

#include "cli/shared/execution.h"
#include "cli/shared/files.h"
#include "cli/shared/runs.h"
#include "engine/perform/steady_run.h"

/* The execution of a steady state: its options and its runs (steady_simulate.c). */
struct steady_simulation {
  bool wanted;
  struct sp_steady_run run; /* engine and conditions are set from `execution` */
  struct cli_execution execution;
  struct cli_files files, written;
  const char *provenance; /* of the written files */
  struct cli_run runs;    /* on one engine or both */
  struct sp_steady_executed executed[2];
};

/* The result of starport steady. */
struct steady_answer {
  const struct sp_graph *g;
  struct sp_steady steady;
  struct sp_steady_period period; /* if steady.exact */
  struct sp_tree tree;            /* with --tree */
  bool closed;                    /* solved by the closed form of trees, which gives no flows */
  const struct steady_simulation *simulation; /* NULL: none */
};

/* Executes on the engines of the command line and writes the files. SP_OK, or a code after a
 * message; the caller clears *simulation in both cases. */
int cli_steady_simulate(const struct steady_answer *, struct steady_simulation *simulation);
/* SP_OK; or SP_NOT_VERIFIED or SP_CANNOT after a message if a run failed or the engines differ. */
int cli_steady_verdict(const struct steady_simulation *);
void cli_steady_simulation_clear(struct steady_simulation *);
const char *cli_strategy_name(enum sp_strategy);

/* Print the result to standard output; tree: with the best tree. */
void cli_steady_text(const struct steady_answer *, bool schedule, bool tree);
void cli_steady_json(const struct steady_answer *, bool tree);

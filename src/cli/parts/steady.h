/* The answer of starport steady and its two forms. Private to src/cli. */
#ifndef SP_CLI_STEADY_H
#define SP_CLI_STEADY_H

#include "cli/shared/execution.h"
#include "cli/shared/files.h"
#include "cli/shared/runs.h"
#include "engine/perform/steady_run.h"

/* What is to be executed, and what came of it (steady_simulate.c). */
struct steady_simulation {
  bool wanted;
  struct sp_steady_run run; /* engine and conditions come from the execution */
  struct cli_execution execution;
  struct cli_files files, written;
  const char *provenance; /* for them */
  struct cli_run runs;    /* its results, on one engine or both, and what belongs to them: */
  struct sp_steady_executed executed[2];
};

/* What was found; text and JSON are two views of it. */
struct steady_answer {
  const struct sp_graph *g;
  struct sp_steady steady;
  struct sp_steady_period period; /* if steady.exact */
  struct sp_tree tree;            /* if asked for */
  bool closed;                    /* the rates are a tree's closed form: no flows are known */
  const struct steady_simulation *simulation; /* NULL: none */
};

/* Executes on the engines that were asked for and writes the files. SP_OK, or a code after a line;
 * the caller clears *simulation in any case. */
int cli_steady_simulate(const struct steady_answer *, struct steady_simulation *simulation);
/* SP_OK; or SP_NOT_VERIFIED, SP_CANNOT after a line if a run went wrong or the engines differ. */
int cli_steady_verdict(const struct steady_simulation *);
void cli_steady_simulation_clear(struct steady_simulation *);
const char *cli_strategy_name(enum sp_strategy);

/* Print it to standard output; tree: with the best tree. */
void cli_steady_text(const struct steady_answer *, bool schedule, bool tree);
void cli_steady_json(const struct steady_answer *, bool tree);

#endif

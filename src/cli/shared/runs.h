/* Runs one method, or a given plan, on the engines that the command line names. */
#pragma once

#include "cli/shared/execution.h"
#include "engine/perform/perform.h"

struct cli_run {
  const struct sp_instance *in;
  const char *name;  /* of the method, in normal form; "plan" */
  const char *place; /* name of the platform, for titles; NULL: no name */
  int n;             /* engines */
  enum sp_engine engine[2];
  struct sp_result result[2];
  struct sp_trace trace[2];
  struct sp_schedule decided[2];
  struct sp_error difference; /* the first difference between two engines; "" if they agree */
};
/* Adds a run on an engine, with empty traces; returns its place in the arrays. */
int cli_run_add(struct cli_run *, enum sp_engine);
/* Compares the runs of two engines and sets difference. */
void cli_run_compare(struct cli_run *);
/* Runs a method or a plan; the other is NULL. The events and decisions are kept if `keep`, or to
 * compare two engines. The caller clears *run. */
void cli_perform(const struct sp_instance *, const struct cli_execution *,
                 const struct sp_registry *, const struct sp_method *,
                 const struct sp_schedule *plan, bool keep, struct cli_run *run);
void cli_run_clear(struct cli_run *);
/* True if the validator refused the trace. */
bool cli_invalid(const struct sp_result *);
/* "bba on star.xml, simgrid: makespan 14"; for a steady state the tasks done. The caller frees it.
 */
char *cli_run_title(const struct cli_run *);
/* The instance in words: "redistribution, 4 workers, 10 tasks", "network chain n=5 z=1". The caller
 * frees the text. */
char *cli_describe(const struct sp_instance *);

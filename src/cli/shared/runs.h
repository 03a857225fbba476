/* Runs on the engines that the command line names. */
#pragma once

#include "cli/shared/execution.h"
#include "io/trace/trace.h"

struct cli_run {
  const struct sp_instance *in; /* NULL: a graph or network without an instance */
  const char *name;             /* of the method, in normal form; "plan" */
  const char *place;            /* name of the platform, for titles; NULL: no name */
  int n;                        /* engines */
  enum sp_engine engine[2];
  struct sp_result result[2];
  struct sp_trace trace[2];
  struct sp_schedule decided[2];
  struct sp_decisions decisions; /* of the first engine, if they are recorded */
  struct sp_error difference;    /* the first difference between two engines; "" if they agree */
  int differs;                   /* SP_OK, SP_NOT_VERIFIED, or SP_CANNOT: they are not compared */
};
/* Performs run number k; SP_OK, or a code with *error if it cannot begin. */
typedef int cli_performer(void *self, struct cli_run *, int k, const struct sp_conditions *,
                          struct sp_error *);
/* Prints the difference between the engines, if there is one; returns run->differs. */
int cli_complain_of_difference(const struct cli_run *);
/* The engine without --engine: simgrid where it is installed or its settings are given, else
 * native. */
void cli_settle_engine(struct cli_execution *);
/* To be called once, before the runs: is SimGrid there, if it is one of the engines, and does it
 * accept its settings? SP_OK, or a code after a message. */
int cli_check_engines(const struct cli_execution *);
/* Calls perform(self, ..) on each engine of the command line, prints the validator's warning of a
 * run, and compares two. SP_OK, or a code after a message. The caller clears *run in all cases. */
int cli_perform_on_engines(const struct cli_execution *, cli_performer *perform, void *self,
                           struct cli_run *run);
/* Writes a line on a terminal: the method, and which other it asks now, as portfolio does. */
void cli_show_part(void *method, const char *part);
/* What of a run is kept besides its results. */
enum cli_keep {
  CLI_KEEP_RESULTS,   /* events and messages too, to compare two engines */
  CLI_KEEP_TRACE,     /* events and messages */
  CLI_KEEP_DECISIONS, /* these, and what was seen at each decision */
};
/* Runs a method or a plan; the other is NULL. On a terminal a line shows the parts. The caller
 * clears *run. */
void cli_perform(const struct sp_instance *, const struct cli_execution *,
                 const struct sp_registry *, const struct sp_method *,
                 const struct sp_schedule *plan, enum cli_keep, struct cli_run *run);
void cli_run_clear(struct cli_run *);
/* SP_OK; or SP_NOT_VERIFIED or SP_CANNOT after a message for each failed run, or if the engines
 * differ. solved: a run that ends otherwise than solved is not verified either. */
int cli_run_verdict(const struct cli_run *, bool solved);
/* True if the validator refused the trace. */
bool cli_invalid(const struct sp_result *);
/* "bba on star.xml, simgrid: makespan 14"; for a steady state the tasks done. */
char *cli_run_title(const struct cli_run *);

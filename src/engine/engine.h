/* The two engines of stars. An engine executes a plan, or asks an on-line heuristic, under the
 * model of docs/model.md, and reports what happened. Only the advance of time and the occupation of
 * ports, links, places and processors are its own; decisions come through the controller. */
#pragma once

#include <starport/starport.h>

/* A job of an engine: a plan that sp_schedule_check has accepted, or (plan == NULL) an on-line
 * heuristic that has been started. */
struct sp_job {
  const struct sp_instance *in;
  const struct sp_schedule *plan;
  const struct sp_heuristic *heuristic;
  const void *options;
  void *state;
  const struct sp_conditions *conditions;
  bool record; /* on line: record the decisions (else only the results) */
};

/* Execute the job. *result is filled (status ok or failed, never refused); *trace and *decided,
 * if not NULL, get the events (unsorted) and the messages as decided (order of the ports). */
void sp_native_execute(const struct sp_job *, struct sp_result *, struct sp_trace *trace,
                       struct sp_schedule *decided);
/* The same through SimGrid, in this process, once in its life: call it in a forked child
 * (isolate.h). An internal error of SimGrid aborts the process. SimGrid may be left in the middle
 * of its run, so the process must end by _exit. */
void sp_simgrid_execute(const struct sp_job *, struct sp_result *, struct sp_trace *trace,
                        struct sp_schedule *decided);
/* Initialises SimGrid in this process for runs under these conditions' cfg and log, so that
 * children forked later need not (10 ms each). Once in a process; runs with other cfg or log then
 * fail.
 */
void sp_simgrid_warm(const struct sp_conditions *);
/* "SimGrid 3.32" and the configuration that every run pins, for records. */
const char *sp_simgrid_version(void);
/* Lets SimGrid print its answer to the option "--help" (its configuration items) or "--help-logs",
 * which ends the process with 0. */
void sp_simgrid_help(const char *option);

/* The two engines. On a star an engine executes a plan, or asks an on-line heuristic, under the
 * model of docs/model.md, and reports what happened. Only the advance of time and the occupation of
 * ports, links, places and processors are its own; decisions come through the controller. */
#pragma once

#include "model/fluid.h"

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
 * (apart.h). An internal error of SimGrid aborts the process. SimGrid may be left in the middle
 * of its run, so the process must end by _exit. */
void sp_simgrid_execute(const struct sp_job *, struct sp_result *, struct sp_trace *trace,
                        struct sp_schedule *decided);
typedef void sp_executor(const struct sp_job *, struct sp_result *, struct sp_trace *trace,
                         struct sp_schedule *decided);

/* A method meets an instance and becomes a job.
 * Off-line: plans into *plan (empty on entry, the caller's to clear), which the job executes.
 * On-line: starts the heuristic, whose state the job carries; *plan stays empty.
 * 0, or -1 with sp_context_reason(). The job lives no longer than the context, method and *plan. */
int sp_method_job(struct sp_context *, const struct sp_method *, const struct sp_instance *,
                  const struct sp_conditions *, struct sp_schedule *plan, struct sp_job *);
/* sp_native_run on an engine. The method sees a copy of the instance; if it changes that, the run
 * has failed. */
void sp_execute_method(sp_executor *, const struct sp_instance *, const struct sp_registry *,
                       const struct sp_method *, const struct sp_conditions *, struct sp_result *,
                       struct sp_trace *trace, struct sp_schedule *decided);

/* The engines for load that flows on a switch. Both fill *result (status, makespan, done, messages)
 * and *trace, which is not NULL: one event for each interval in which an activity has a constant
 * rate. Its amount is the load that flows or is computed in the interval, its message the number of
 * the activity. */
void sp_native_fluid(const struct fluid *, struct sp_result *, struct sp_trace *trace);
/* SimGrid's own sharing of links and processors; in this process, once in its life: call it in a
 * forked child. */
void sp_simgrid_fluid(const struct fluid *, struct sp_result *, struct sp_trace *trace);

/* ---- The simgrid engine is a module, starport-simgrid.so, loaded by the first of these calls. If
 * it is not there runs fail with that reason. */

/* Loads the module, and initialises SimGrid in a child process if there are settings: SP_OK,
 * SP_BAD_INPUT with SimGrid's words if it refuses them (an unknown key aborts it), SP_CANNOT
 * without the module. */
int sp_simgrid_check(const struct sp_conditions *, struct sp_error *);
/* Initialises SimGrid in this process for runs under these conditions' cfg and log, so that
 * children forked later need not (10 ms each). Once in a process; runs with other cfg or log then
 * fail. */
void sp_simgrid_warm(const struct sp_conditions *);
/* "SimGrid 3.32" and the configuration that every run pins, for records; "no SimGrid" without the
 * module. */
const char *sp_simgrid_version(void);
/* Lets SimGrid print its answer to the option "--help" (its configuration items) or "--help-logs",
 * which ends the process with 0. Returns without the module. */
void sp_simgrid_help(const char *option);

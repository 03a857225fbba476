/* Runs a switch in SimGrid, whose own sharing of links and processors is tested by it.
 *
 * Every host has a link up and one down of its bandwidth. A stream crosses the sender's up, a link
 * of its own whose bandwidth is its rate, and the receiver's down: max-min sharing gives it that
 * rate if and only if all rates together are feasible. Computations are executions bounded by their
 * rates. Each activity has an actor, which does it in PIECES, so that the trace shows its course
 * and not only its end. */
#include "base/memory.h"
#include "base/result.h"
#include "engine/module.h"
#include "engine/simgrid/nominal.h"
#include "engine/simgrid/setup.h"
#include "model/schedule.h"
#include <simgrid/actor.h>
#include <simgrid/engine.h>
#include <simgrid/exec.h>
#include <simgrid/host.h>
#include <stdio.h>
#include <xbt/config.h>

enum { PIECES = 4 };

struct fluid_run {
  const struct fluid *f;
  struct sp_result *result;
  struct sp_trace *trace;
  sg_host_t *host;
  struct fluid_actor *actor; /* [0..n-1] */
  double unit;               /* bytes and flops of a unit of load: SimGrid moves whole bytes */
};

struct fluid_actor {
  struct fluid_run *run;
  const struct fluid_activity *activity;
};

/* ---- The platform. */

static void write_platform(FILE *out, const void *what)
{
  const struct fluid_run *run = what;
  const struct fluid *f = run->f;
  fputs("<?xml version='1.0'?>\n"
        "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
        "<platform version=\"4.1\">\n  <zone id=\"switch\" routing=\"Full\">\n",
        out);
  for (int i = 0; i < f->hosts; i++)
    fprintf(out, "    <host id=\"P%d\" speed=\"%.17gf\"/>\n", i + 1, f->speed[i] * run->unit);
  for (int i = 0; i < f->hosts; i++)
    fprintf(out,
            "    <link id=\"up%d\" bandwidth=\"%.17gBps\" latency=\"0s\"/>\n"
            "    <link id=\"down%d\" bandwidth=\"%.17gBps\" latency=\"0s\"/>\n",
            i + 1, f->bandwidth[i] * run->unit, i + 1, f->bandwidth[i] * run->unit);
  for (long k = 0; k < f->n; k++)
    if (!f->activity[k].computes && f->activity[k].rate < INFINITY)
      fprintf(out, "    <link id=\"stream%ld\" bandwidth=\"%.17gBps\" latency=\"0s\"/>\n", k,
              f->activity[k].rate * run->unit);
  for (long k = 0; k < f->n; k++) {
    const struct fluid_activity *a = &f->activity[k];
    if (a->computes)
      continue;
    fprintf(out,
            "    <route src=\"P%d\" dst=\"P%d\" symmetrical=\"NO\">"
            "<link_ctn id=\"up%d\"/>",
            a->from + 1, a->to + 1, a->from + 1);
    if (a->rate < INFINITY)
      fprintf(out, "<link_ctn id=\"stream%ld\"/>", k);
    fprintf(out, "<link_ctn id=\"down%d\"/></route>\n", a->to + 1);
  }
  fputs("  </zone>\n</platform>\n", out);
}

/* ---- The actors. */

static void act(int argc, char **argv);

static void start(struct fluid_run *run, long number)
{
  const struct fluid_activity *a = &run->f->activity[number];
  sg_actor_t actor = sg_actor_init(a->computes ? "computation" : "stream", run->host[a->from]);
  run->actor[number] = (struct fluid_actor){run, a};
  sg_actor_set_data(actor, &run->actor[number]);
  sg_actor_start_(actor, act, 0, NULL);
}

/* A piece of the activity has ended. */
static void report(const struct fluid_actor *self, double start_date)
{
  const struct fluid_activity *a = self->activity;
  sp_trace_add(self->run->trace,
               &(struct sp_event){.start = start_date,
                                  .end = simgrid_get_clock(),
                                  .amount = a->amount / PIECES,
                                  .from = a->from + 1,
                                  .to = a->to + 1,
                                  .message = a - self->run->f->activity,
                                  .kind = a->computes ? SP_COMPUTE : SP_TRANSFER});
}

/* The activity has ended: those that wait for it start. */
static void end(const struct fluid_actor *self)
{
  struct fluid_run *run = self->run;
  struct sp_result *result = run->result;
  long number = self->activity - run->f->activity;
  result->messages += !self->activity->computes;
  result->done += self->activity->computes ? self->activity->amount : 0;
  result->makespan = fmax(result->makespan, simgrid_get_clock());
  for (long k = number + 1; k < run->f->n; k++)
    if (run->f->activity[k].after == number)
      start(run, k);
}

/* Moves or computes a piece of the activity. */
static void perform(const struct fluid_run *run, const struct fluid_activity *a)
{
  double amount = a->amount / PIECES * run->unit;
  if (!a->computes) {
    if (simgrid_traces())
      traced_message(run->host[a->from]);
    sg_host_sendto(run->host[a->from], run->host[a->to], amount);
    return;
  }
  sg_exec_t exec = sg_actor_exec_init(amount);
  if (a->rate < INFINITY)
    sg_exec_set_bound(exec, a->rate * run->unit);
  sg_exec_start(exec);
  sg_exec_wait(exec);
}

static void act(int argc, char **argv)
{
  const struct fluid_actor *self = sg_actor_self_get_data();
  (void)argc, (void)argv;
  for (int k = 0; k < PIECES; k++) {
    double start_date = simgrid_get_clock();
    perform(self->run, self->activity);
    report(self, start_date);
  }
  end(self);
}

static void clock_guard(int argc, char **argv)
{
  (void)argc, (void)argv;
  nominal_guard_clock(*(const double *)sg_actor_self_get_data());
}

/* A date before the first event, for the clock guard. */
static double before_all(const struct fluid *f)
{
  double least = f->time;
  for (long k = 0; k < f->n; k++) {
    const struct fluid_activity *a = &f->activity[k];
    double rate = a->computes ? f->speed[a->to] : fmin(f->bandwidth[a->from], f->bandwidth[a->to]);
    least = fmin(least, a->amount / PIECES / rate);
  }
  return least / 1024;
}

static bool begin(struct fluid_run *run, struct sp_error *error)
{
  if (!simgrid_configure(run->f->conditions, error))
    return false;
  if (!simgrid_is_chosen(run->f->conditions, SIMGRID_FLOW_PRECISION))
    sg_cfg_set_double(SIMGRID_FLOW_PRECISION, 1e-15); /* preset: 1e-5 of a link's bandwidth */
  simgrid_load_written(write_platform, run);
  return true;
}

void simgrid_fluid(const struct fluid *f, struct sp_result *result, struct sp_trace *trace)
{
  struct fluid_run run = {.f = f, .result = result, .trace = trace, .unit = 0x1p62 / f->load};
  double first = before_all(f);
  struct sp_error error;
  *result = sp_result_of(SP_RUN_OK);
  result->planned = f->time;
  if (!begin(&run, &error)) {
    sp_run_fails(result, "%.250s", error.text);
    return;
  }
  run.host = sp_xcalloc((size_t)f->hosts, sizeof(sg_host_t));
  run.actor = sp_xcalloc((size_t)f->n, sizeof *run.actor);
  for (int i = 0; i < f->hosts; i++) {
    char name[16];
    snprintf(name, sizeof name, "P%d", i + 1);
    run.host[i] = sg_host_by_name(name);
  }
  sg_actor_t guard = sg_actor_init("clock_guard", run.host[0]);
  sg_actor_set_data(guard, &first);
  sg_actor_start_(guard, clock_guard, 0, NULL);
  sg_actor_daemonize(guard);
  for (long k = 0; k < f->n; k++)
    if (f->activity[k].after < 0)
      start(&run, k);
  simgrid_run();
  free(run.host);
  free(run.actor);
}

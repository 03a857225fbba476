/* The simgrid engine of stars: the occupation's activities are deeds on the stage
 * (stage.h), where time is SimGrid's. The carriers of each port stand on the master's host;
 * there come to be as many as the port has capacity. */
#include "engine/simgrid/simgrid.h"
#include "base/memory.h"
#include <simgrid/host.h>
#include <stdlib.h>

struct simgrid {
  struct stage stage;
  struct occupation occupation;
  const struct sp_instance *in;
};

/* Desks: the carriers of each port, and each worker's processor. */
enum { DESK_IN = DESK_ALARM + 1, DESK_OUT, DESK_PROCESSOR = DESK_OUT }; /* + worker */

static void begin_transfer(struct simgrid *e, struct activity *a)
{
  const struct sp_instance *in = e->in;
  struct deed *deed = &a->deed;
  bool in_port = a->kind == RECEPTION;
  double bytes = a->load * in->task_bytes;
  deed->desk = in_port ? DESK_IN : DESK_OUT;
  deed->rank = a->hop.rank;
  deed->from = in_port ? a->worker : 0;
  deed->to = in_port ? 0 : a->worker;
  deed->amount = bytes;
  deed->latency = in->latency[a->worker].v;
  deed->slack = (bytes - (double)(uint64_t)bytes) / in->task_bytes * in->c[a->worker].v;
  /* Where nothing flows, a message takes its latency. */
  deed->how = in->c[a->worker].v == 0 || bytes < 1 ? DEED_SLEEPS : DEED_FLOWS;
}

/* An activity starts now: occupation_decide has told what and how long. */
static void begin(void *data, struct activity *a)
{
  struct simgrid *e = data;
  double bytes = a->load * e->in->task_bytes;
  if (a->kind == COMPUTATION) {
    a->deed.desk = DESK_PROCESSOR + a->worker;
    a->deed.rank = a->worker;
    a->deed.how = DEED_COMPUTES;
    a->deed.amount = a->load * e->in->task_flops;
  } else if (a->deed.duration > 0 && bytes >= 0x1p63) {
    sp_run_fails(e->occupation.d.result, "a message of %g bytes is more than SimGrid can move",
                 bytes);
    return;
  } else {
    begin_transfer(e, a);
  }
  stage_start(&e->stage, &a->deed);
}

static void complete(void *data, struct deed *deed)
{
  struct simgrid *e = data;
  occupation_complete(&e->occupation, (struct activity *)deed);
}

static bool decide(void *data, double date)
{
  struct simgrid *e = data;
  const double *wake = e->occupation.d.wake;
  occupation_decide(&e->occupation, date, begin, e);
  e->stage.wake = wake[SP_OUT] < wake[SP_IN] ? wake[SP_OUT] : wake[SP_IN];
  return e->occupation.d.result->status == SP_RUN_OK;
}

static void set_stage(struct simgrid *e)
{
  struct stage *s = &e->stage;
  int m = e->in->m;
  stage_init(s, KINDS * (m + 1), m + 1, DESK_PROCESSOR + m + 1);
  s->client = e;
  s->complete = complete;
  s->decide = decide;
  s->deadline = e->in->deadline.v;
  s->desk[DESK_IN].name = "receiver";
  s->desk[DESK_OUT].name = "emitter";
  for (int i = 0; i <= m; i++) {
    s->host[i] = sg_host_by_name(e->in->platform.node[i].name);
    if (i > 0)
      s->desk[DESK_PROCESSOR + i] = (struct desk){.name = "processor", .host = i};
    for (enum kind kind = RECEPTION; kind < KINDS; kind++) {
      struct deed *deed = &e->occupation.site[i].activity[kind].deed;
      deed->kind = (int)kind;
      deed->number = (int)kind * (m + 1) + i;
    }
  }
}

void sp_simgrid_execute(const struct sp_job *job, struct sp_result *result, struct sp_trace *trace,
                        struct sp_schedule *decided)
{
  struct simgrid e = {.in = job->in, .occupation.in = job->in};
  struct controller *d = &e.occupation.d;
  /* A file may describe shared links or availability over time: dates may be others, too. */
  bool deviations = job->conditions->n_cfg > 0 || job->in->platform.file;
  if (controller_init(d, job, deviations, result, trace) && simgrid_load_star(d)) {
    occupation_init(&e.occupation);
    set_stage(&e);
    stage_run(&e.stage, job->conditions);
  }
  controller_close(d, decided);
  stage_clear(&e.stage);
  occupation_clear(&e.occupation);
}

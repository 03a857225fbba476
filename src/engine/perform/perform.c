/* From method to verified result; see perform.h. */
#include "engine/perform/perform.h"
#include "engine/perform/isolate.h"
#include "base/memory.h"
#include "engine/perform/perform_graph.h"
#include "engine/plan.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Beyond so many tasks a trace that nobody asked for is not made, so the run is not verified. Of a
 * divisible load the units say nothing about the number of messages. */
#define VERIFIED_UNITS 5e6

const char *sp_engine_name(enum sp_engine engine)
{
  return engine == SP_ENGINE_SIMGRID ? "simgrid" : "native";
}

int sp_noise_parse(const char *text, double *link, double *cpu)
{
  double noise[2] = {0, 0};
  char *copy = sp_xstrdup(text), *rest = copy;
  bool good = true;
  for (char *part; good && (part = strsep(&rest, ","));) {
    int field = !strncmp(part, "link:", 5) ? 0 : !strncmp(part, "cpu:", 4) ? 1 : -1;
    struct sp_num number = sp_int(-1);
    good = field >= 0 && !sp_num_parse(strchr(part, ':') + 1, &number) && number.v >= 0 &&
           number.v < 1;
    if (good)
      noise[field] = number.v;
  }
  free(copy);
  if (!good)
    return -1;
  *link = noise[0];
  *cpu = noise[1];
  return 0;
}

bool sp_is_nominal(const struct sp_conditions *c, enum sp_engine engine)
{
  return c->noise_link == 0 && c->noise_cpu == 0 && (engine == SP_ENGINE_NATIVE || c->n_cfg == 0);
}

struct performance {
  const struct sp_instance *in;
  const struct sp_request *request;
};

/* The trace obeys the model, or the result says what it breaks. */
static void verify(const struct performance *p, const struct sp_trace *trace,
                   struct sp_result *result)
{
  bool nominal = sp_is_nominal(p->request->conditions, p->request->engine);
  struct sp_error error;
  if (sp_validate(p->in, trace, 0, nominal ? SP_DURATIONS_EXACT : SP_DURATIONS_ANY, &error) !=
      SP_OK) {
    result->status = SP_FAILED;
    snprintf(result->reason, sizeof result->reason, "invalid trace: %.230s", error.text);
  }
  result->verified = result->status == SP_RUN_OK;
}

/* Of this thread: what else runs on the machine does not count. */
static double processor_seconds(void)
{
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Prepares the job: the plan given, or what the method makes of the instance; *planning tells the
 * seconds that took, NAN where no plan was to be made. */
static int prepare(const struct performance *p, struct sp_context *cx, struct sp_schedule *plan,
                   struct sp_job *job, double *planning)
{
  const struct sp_request *r = p->request;
  *planning = NAN;
  if (r->plan) {
    *job = (struct sp_job){.in = p->in, .plan = r->plan, .conditions = r->conditions};
    return 0;
  }
  double start = processor_seconds();
  int refused = sp_prepare(cx, r->method, p->in, r->conditions, plan, job);
  if (!refused && job->plan)
    *planning = processor_seconds() - start;
  return refused;
}

/* The whole run, in whatever process this is. */
static void perform(void *data, struct sp_result *result, struct sp_trace *trace,
                    struct sp_schedule *decided)
{
  const struct performance *p = data;
  const struct sp_request *request = p->request;
  struct sp_context *cx =
      request->plan
          ? NULL
          : sp_context_alloc(request->registry, request->conditions->seed, p->in, request->method);
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  struct sp_trace own = SP_TRACE_EMPTY, *events = trace;
  struct sp_job job;
  double planning;
  if (!events && (p->in->problem == SP_DIVISIBLE || !(p->in->total.v > VERIFIED_UNITS)))
    events = &own;
  if (prepare(p, cx, &plan, &job, &planning) != 0) {
    *result = sp_refusal(cx);
  } else {
    job.record = decided != NULL;
    (request->engine == SP_ENGINE_SIMGRID ? sp_simgrid_execute
                                          : sp_native_execute)(&job, result, events, decided);
    result->planned = job.plan ? job.plan->planned : NAN;
    result->planning = planning;
    if (result->status == SP_RUN_OK && events) {
      if (events == trace)
        sp_trace_sort(events);
      verify(p, events, result);
    }
  }
  sp_trace_clear(&own);
  sp_schedule_clear(&plan);
  sp_context_free(cx);
}

void sp_perform(const struct sp_instance *in, const struct sp_request *request,
                struct sp_result *result, struct sp_trace *trace, struct sp_schedule *decided)
{
  if (in->spec) {
    sp_perform_graph(in, request, result, trace);
    return;
  }
  struct performance p = {in, request};
  if (request->engine == SP_ENGINE_SIMGRID || request->seconds > 0 || request->megabytes > 0)
    sp_isolate(perform, &p, request->seconds, request->megabytes, false, result, trace, decided);
  else
    perform(&p, result, trace, decided);
  if (result->status != SP_RUN_OK) /* of a child that died there is no other result */
    result->planning = NAN;
}

/* Order in which the events of two traces are paired: what happened, then when. */
static int by_subject(const void *left, const void *right)
{
  const struct sp_event *a = left, *b = right;
  long keys[][2] = {
      {a->kind, b->kind}, {a->from, b->from}, {a->to, b->to}, {a->message, b->message}};
  for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++)
    if (keys[k][0] != keys[k][1])
      return keys[k][0] < keys[k][1] ? -1 : 1;
  return (a->start > b->start) - (a->start < b->start);
}

static struct sp_event *paired(const struct sp_trace *trace)
{
  struct sp_event *event = sp_xcalloc((size_t)trace->n, sizeof *event);
  if (trace->n)
    memcpy(event, trace->event, (size_t)trace->n * sizeof *event);
  qsort(event, (size_t)trace->n, sizeof *event, by_subject);
  return event;
}

/* Same decisions, message by message. */
static int same_decisions(const struct sp_schedule *a, const struct sp_schedule *b,
                          struct sp_error *error)
{
  for (long k = 0; k < a->n && k < b->n; k++) {
    const struct sp_message *p = &a->msg[k], *q = &b->msg[k];
    if (p->from == q->from && p->to == q->to && p->amount == q->amount && p->after == q->after)
      continue;
    return sp_failure(error, SP_NOT_VERIFIED,
                      "decision %ld: %d -> %d of %.17g against %d -> %d of %.17g", k + 1, p->from,
                      p->to, p->amount, q->from, q->to, q->amount);
  }
  return a->n == b->n ? SP_OK
                      : sp_failure(error, SP_NOT_VERIFIED, "%ld decisions against %ld", a->n, b->n);
}

/* Same events, all dates within 1e-9 of the makespan. */
static int same_dates(const struct sp_trace *a, const struct sp_trace *b, double makespan,
                      struct sp_error *error)
{
  if (a->n != b->n)
    return sp_failure(error, SP_NOT_VERIFIED, "%ld events against %ld", a->n, b->n);
  struct sp_event *p = paired(a), *q = paired(b);
  int code = SP_OK;
  for (long k = 0; k < a->n && code == SP_OK; k++) {
    if (p[k].kind == q[k].kind && p[k].from == q[k].from && p[k].to == q[k].to &&
        p[k].message == q[k].message && fabs(p[k].start - q[k].start) <= 1e-9 * makespan &&
        fabs(p[k].end - q[k].end) <= 1e-9 * makespan)
      continue;
    code = sp_failure(
        error, SP_NOT_VERIFIED,
        "%s %d -> %d of message %ld in [%.17g, %.17g] against %d -> %d of %ld in [%.17g, %.17g]",
        p[k].kind == SP_COMPUTE ? "computation" : "transfer", p[k].from, p[k].to, p[k].message + 1,
        p[k].start, p[k].end, q[k].from, q[k].to, q[k].message + 1, q[k].start, q[k].end);
  }
  free(p);
  free(q);
  return code;
}

int sp_engines_agree(const struct sp_result *a, const struct sp_trace *ta,
                     const struct sp_schedule *da, const struct sp_result *b,
                     const struct sp_trace *tb, const struct sp_schedule *db,
                     struct sp_error *error)
{
  if (a->status != b->status)
    return sp_failure(error, SP_NOT_VERIFIED, "status %s against %s", sp_status_name(a->status),
                      sp_status_name(b->status));
  if (a->status != SP_RUN_OK)
    return SP_OK;
  int code = same_decisions(da, db, error);
  if (code == SP_OK && a->order_hash != b->order_hash)
    code = sp_failure(error, SP_NOT_VERIFIED, "the ports' decisions differ in order");
  return code == SP_OK ? same_dates(ta, tb, a->makespan, error) : code;
}

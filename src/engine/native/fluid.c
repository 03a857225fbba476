/* The native engine of a switch: max-min fair sharing. Between two dates at which an activity
 * begins or ends all rates are constant. Progressive filling finds them: the rates of all
 * activities grow together; an activity stops at its greatest rate, or when a link or processor
 * that it uses is full. */
#include "base/memory.h"
#include "base/result.h"
#include "engine/engine.h"
#include "model/schedule.h"
#include <math.h>

/* The parts of a host that activities share. */
enum { UP, DOWN, PROCESSOR, PARTS };

struct part {
  double free;   /* capacity that no fixed activity takes */
  double wanted; /* sum of the greatest rates */
  long sharing;  /* activities whose rate is not fixed */
};

struct flow {
  struct part *part[2]; /* that it uses; a computation uses one, then NULL */
  double rest, rate;
  double since, moved; /* start of the interval under way, and the load moved in it */
  enum { WAITING, GOING, ENDED } state;
  bool fixed;
};

struct sharing {
  const struct fluid *f;
  struct sp_trace *trace;
  struct part *part;    /* [0..PARTS*hosts-1] */
  struct part **listed; /* those that can fill up */
  struct flow *flow;    /* [0..n-1] */
  long *by_rate;        /* [0..n-1] activities by their greatest rates */
  double now;
  long left;
};

/* Ends the interval of an activity. */
static void note(struct sharing *s, long k)
{
  const struct fluid_activity *a = &s->f->activity[k];
  struct flow *flow = &s->flow[k];
  if (flow->moved > 0)
    sp_trace_add(s->trace, &(struct sp_event){.start = flow->since,
                                              .end = s->now,
                                              .amount = flow->moved,
                                              .from = a->from + 1,
                                              .to = a->to + 1,
                                              .message = k,
                                              .kind = a->computes ? SP_COMPUTE : SP_TRANSFER});
  flow->since = s->now;
  flow->moved = 0;
}

/* ---- New rates. */

/* Gives the activity its rate; its interval ends if that is another one. */
static void fix(struct sharing *s, long k, double rate)
{
  struct flow *flow = &s->flow[k];
  for (int i = 0; i < 2 && flow->part[i]; i++) {
    flow->part[i]->free = fmax(0, flow->part[i]->free - rate);
    flow->part[i]->sharing--;
  }
  if (rate != flow->rate)
    note(s, k);
  flow->rate = rate;
  flow->fixed = true;
}

static void reset_parts(struct sharing *s)
{
  for (int i = 0; i < s->f->hosts; i++) {
    s->part[PARTS * i + UP] = s->part[PARTS * i + DOWN] = (struct part){s->f->bandwidth[i], 0, 0};
    s->part[PARTS * i + PROCESSOR] = (struct part){s->f->speed[i], 0, 0};
  }
  for (long k = 0; k < s->f->n; k++) {
    struct flow *flow = &s->flow[k];
    flow->fixed = flow->state != GOING;
    for (int i = 0; i < 2 && flow->part[i] && !flow->fixed; i++) {
      flow->part[i]->wanted += s->f->activity[k].rate;
      flow->part[i]->sharing++;
    }
  }
}

/* The part that is full first. */
static struct part *fullest(const struct sharing *s, long n, double *share)
{
  struct part *found = NULL;
  *share = INFINITY;
  for (long i = 0; i < n; i++) {
    struct part *part = s->listed[i];
    if (part->sharing && part->free / (double)part->sharing < *share) {
      *share = part->free / (double)part->sharing;
      found = part;
    }
  }
  return found;
}

static void share_out(struct sharing *s)
{
  long n = 0, next = 0;
  double share;
  reset_parts(s);
  for (long i = 0; i < PARTS * s->f->hosts; i++)
    if (s->part[i].wanted > s->part[i].free)
      s->listed[n++] = &s->part[i];
  for (;;) {
    const struct part *full = fullest(s, n, &share);
    while (next < s->f->n && s->flow[s->by_rate[next]].fixed)
      next++;
    if (next == s->f->n)
      return;
    double rate = s->f->activity[s->by_rate[next]].rate;
    if (rate <= share)
      fix(s, s->by_rate[next], rate);
    for (long k = 0; rate > share && k < s->f->n; k++) /* all that share the full part */
      if (!s->flow[k].fixed && (s->flow[k].part[0] == full || s->flow[k].part[1] == full))
        fix(s, k, share);
  }
}

/* ---- Time. */

/* Advances to the next end; activities that end within rounding of it end with it. */
static void advance(struct sharing *s)
{
  double step = INFINITY;
  for (long k = 0; k < s->f->n; k++)
    if (s->flow[k].state == GOING)
      step = fmin(step, s->flow[k].rest / s->flow[k].rate);
  s->now += step;
  for (long k = 0; k < s->f->n; k++) {
    struct flow *flow = &s->flow[k];
    if (flow->state != GOING)
      continue;
    bool ends = flow->rest / flow->rate <= step + 1e-14 * s->now;
    double moved = ends ? flow->rest : step * flow->rate;
    flow->rest -= moved;
    flow->moved += moved;
    if (ends) {
      note(s, k);
      flow->state = ENDED;
      s->left--;
    }
  }
}

static void begin_what_can(struct sharing *s)
{
  for (long k = 0; k < s->f->n; k++) {
    long after = s->f->activity[k].after;
    if (s->flow[k].state == WAITING && (after < 0 || s->flow[after].state == ENDED)) {
      s->flow[k].state = GOING;
      s->flow[k].since = s->now;
    }
  }
}

static int by_rate(const void *left, const void *right, void *fluid)
{
  const struct fluid_activity *activity = ((const struct fluid *)fluid)->activity;
  long a = *(const long *)left, b = *(const long *)right;
  int order = (activity[a].rate > activity[b].rate) - (activity[a].rate < activity[b].rate);
  return order ? order : (a > b) - (a < b);
}

static void set_activity(struct sharing *s, long k, struct sp_result *result)
{
  const struct fluid_activity *a = &s->f->activity[k];
  struct flow *flow = &s->flow[k];
  s->by_rate[k] = k;
  flow->rest = a->amount;
  if (a->computes) {
    flow->part[0] = &s->part[PARTS * a->to + PROCESSOR];
    result->done += a->amount;
  } else {
    flow->part[0] = &s->part[PARTS * a->from + UP];
    flow->part[1] = &s->part[PARTS * a->to + DOWN];
    result->messages++;
  }
}

void sp_native_fluid(const struct fluid *f, struct sp_result *result, struct sp_trace *trace)
{
  size_t n = (size_t)f->n, parts = (size_t)PARTS * (size_t)f->hosts;
  struct sharing s = {.f = f, .trace = trace, .left = f->n};
  s.part = sp_xcalloc(parts, sizeof *s.part);
  s.listed = sp_xcalloc(parts, sizeof(struct part *));
  s.flow = sp_xcalloc(n, sizeof *s.flow);
  s.by_rate = sp_xcalloc(n, sizeof *s.by_rate);
  *result = sp_result_of(SP_RUN_OK);
  result->planned = f->time;
  for (long k = 0; k < f->n; k++)
    set_activity(&s, k, result);
  qsort_r(s.by_rate, n, sizeof *s.by_rate, by_rate, (void *)f);
  while (s.left > 0) {
    begin_what_can(&s);
    share_out(&s);
    advance(&s);
  }
  result->makespan = s.now;
  free(s.part);
  free(s.listed);
  free(s.flow);
  free(s.by_rate);
}

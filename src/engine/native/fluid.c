/* The native engine of a switch: max-min fair sharing. Between two dates at which an activity
 * begins or ends all rates are constant. Progressive filling finds them: the rates of all
 * activities grow together; an activity stops at its greatest rate, or when a link or processor
 * that it uses is full. */
#include "engine/fluid.h"
#include "base/memory.h"
#include <math.h>
#include <stdlib.h>

/* The parts of a host that activities share. */
enum { UP, DOWN, PROCESSOR, PARTS };

struct part {
  double free;   /* capacity that no fixed activity takes */
  double wanted; /* sum of the greatest rates */
  long sharing;  /* activities whose rate is not fixed */
};

struct flow {
  double rest, rate;
  double since, moved; /* start of the interval under way, and the load moved in it */
  enum { WAITING, GOING, ENDED } state;
  bool fixed;
};

struct sharing {
  const struct fluid *f;
  struct sp_trace *trace;
  struct part *part; /* [0..PARTS*hosts-1] */
  struct flow *flow; /* [0..n-1] */
  long *by_rate;     /* [0..n-1] activities by their greatest rates */
  double now;
  long left;
};

/* The parts that an activity uses. */
static int parts_of(const struct fluid_activity *a, long part[2])
{
  if (a->computes) {
    part[0] = PARTS * a->to + PROCESSOR;
    return 1;
  }
  part[0] = PARTS * a->from + UP;
  part[1] = PARTS * a->to + DOWN;
  return 2;
}

static void fix(struct sharing *s, long k, double rate)
{
  long part[2];
  for (int i = parts_of(&s->f->activity[k], part) - 1; i >= 0; i--) {
    s->part[part[i]].free = fmax(0, s->part[part[i]].free - rate);
    s->part[part[i]].sharing--;
  }
  s->flow[k].rate = rate;
  s->flow[k].fixed = true;
}

static void reset_parts(struct sharing *s)
{
  for (int i = 0; i < s->f->hosts; i++) {
    s->part[PARTS * i + UP] = s->part[PARTS * i + DOWN] = (struct part){s->f->bandwidth[i], 0, 0};
    s->part[PARTS * i + PROCESSOR] = (struct part){s->f->speed[i], 0, 0};
  }
  for (long k = 0; k < s->f->n; k++) {
    long part[2];
    if (s->flow[k].state != GOING)
      continue;
    s->flow[k].fixed = false;
    for (int i = parts_of(&s->f->activity[k], part) - 1; i >= 0; i--) {
      s->part[part[i]].wanted += s->f->activity[k].rate;
      s->part[part[i]].sharing++;
    }
  }
}

/* The part that is full first; only those that can fill up are listed. */
static long fullest(const struct sharing *s, const long *listed, long n, double *share)
{
  long found = -1;
  *share = INFINITY;
  for (long i = 0; i < n; i++) {
    const struct part *part = &s->part[listed[i]];
    if (part->sharing && part->free / (double)part->sharing < *share) {
      *share = part->free / (double)part->sharing;
      found = listed[i];
    }
  }
  return found;
}

/* All activities that share a full part get the same rate. */
static void fix_all_of(struct sharing *s, long full, double share)
{
  for (long k = 0; k < s->f->n; k++) {
    long part[2];
    if (s->flow[k].state != GOING || s->flow[k].fixed)
      continue;
    for (int i = parts_of(&s->f->activity[k], part) - 1; i >= 0; i--)
      if (part[i] == full) {
        fix(s, k, share);
        break;
      }
  }
}

static void fill(struct sharing *s)
{
  long *listed = sp_xcalloc((size_t)PARTS * (size_t)s->f->hosts, sizeof *listed), n = 0, next = 0;
  reset_parts(s);
  for (long i = 0; i < PARTS * s->f->hosts; i++)
    if (s->part[i].wanted > s->part[i].free)
      listed[n++] = i;
  for (;;) {
    double share;
    long full = fullest(s, listed, n, &share);
    while (next < s->f->n &&
           (s->flow[s->by_rate[next]].state != GOING || s->flow[s->by_rate[next]].fixed))
      next++;
    if (next == s->f->n)
      break;
    if (s->f->activity[s->by_rate[next]].rate <= share)
      fix(s, s->by_rate[next], s->f->activity[s->by_rate[next]].rate);
    else
      fix_all_of(s, full, share);
  }
  free(listed);
}

/* Ends the interval of an activity. */
static void note(struct sharing *s, long k)
{
  const struct fluid_activity *a = &s->f->activity[k];
  struct flow *flow = &s->flow[k];
  if (flow->moved > 0)
    sp_trace_add(s->trace, &(struct sp_event){.start = flow->since,
                                              .end = s->now,
                                              .amount = flow->moved,
                                              .from = (a->computes ? a->to : a->from) + 1,
                                              .to = a->to + 1,
                                              .message = k,
                                              .kind = a->computes ? SP_COMPUTE : SP_TRANSFER});
  flow->since = s->now;
  flow->moved = 0;
}

/* New rates; an interval ends where the rate changes. */
static void share_out(struct sharing *s)
{
  double *before = sp_xcalloc((size_t)s->f->n, sizeof *before);
  for (long k = 0; k < s->f->n; k++)
    before[k] = s->flow[k].rate;
  fill(s);
  for (long k = 0; k < s->f->n; k++)
    if (s->flow[k].state == GOING && s->flow[k].rate != before[k])
      note(s, k);
  free(before);
}

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

struct key {
  double rate;
  long activity;
};

static int by_rate(const void *a, const void *b)
{
  const struct key *x = a, *y = b;
  int order = (x->rate > y->rate) - (x->rate < y->rate);
  return order ? order : (x->activity > y->activity) - (x->activity < y->activity);
}

static void sort_by_rate(struct sharing *s)
{
  struct key *key = sp_xcalloc((size_t)s->f->n, sizeof *key);
  for (long k = 0; k < s->f->n; k++)
    key[k] = (struct key){s->f->activity[k].rate, k};
  qsort(key, (size_t)s->f->n, sizeof *key, by_rate);
  for (long k = 0; k < s->f->n; k++)
    s->by_rate[k] = key[k].activity;
  free(key);
}

void sp_native_fluid(const struct fluid *f, struct sp_result *result, struct sp_trace *trace)
{
  size_t n = (size_t)f->n;
  struct sharing s = {.f = f, .trace = trace, .left = f->n};
  s.part = sp_xcalloc((size_t)PARTS * (size_t)f->hosts, sizeof *s.part);
  s.flow = sp_xcalloc(n, sizeof *s.flow);
  s.by_rate = sp_xcalloc(n, sizeof *s.by_rate);
  sort_by_rate(&s);
  *result = (struct sp_result){.planned = f->time, .planning = NAN};
  for (long k = 0; k < f->n; k++) {
    s.flow[k].rest = f->activity[k].amount;
    result->messages += !f->activity[k].computes;
    result->done += f->activity[k].computes ? f->activity[k].amount : 0;
  }
  while (s.left > 0) {
    begin_what_can(&s);
    share_out(&s);
    advance(&s);
  }
  result->makespan = s.now;
  free(s.part);
  free(s.flow);
  free(s.by_rate);
}

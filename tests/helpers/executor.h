/* A reference for the evaluator and the validator: executes a plan by stepping through the
 * integers. All costs must be integers and no duration 0. It follows docs/model.md literally, in
 * quadratic time, without the optimisations of the code under test. Also makes random instances
 * with plans that can be executed. */
#pragma once

#include "base/memory.h"
#include "model/instance.h"
#include "model/schedule.h"

#include <starport/starport.h>
#include <stdlib.h>

struct run {
  const struct sp_instance *in;
  const struct sp_schedule *plan;
  struct sp_trace *trace;
  bool from_master;
  long engaged[2], started[2]; /* receptions, emissions */
  double *start[2], *end[2];   /* [k] NAN: not yet */
  double *computed;            /* [k] end of computation; NAN: not yet */
  long *own;                   /* [i] initial units not begun */
  double *busy;                /* [i] end of the computation under way */
  long arrived;                /* tasks that have reached the master */
  bool *relayed, *counted;     /* [k] */
};

static inline void run_event(struct run *r, double start, double end, enum sp_kind kind, int from,
                             int to, double amount, long message)
{
  sp_trace_add(r->trace, &(struct sp_event){.start = start,
                                            .end = end,
                                            .amount = amount,
                                            .from = from,
                                            .to = to,
                                            .message = message,
                                            .kind = kind});
}

/* True if the engaged message k of direction d (0: reception, 1: emission) may start at date t. */
static inline bool run_may_start(const struct run *r, int d, long k, double t)
{
  const struct sp_message *msg = &r->plan->msg[k], *other;
  long held = 0;
  for (long j = 0; j < k; j++) {
    other = &r->plan->msg[j];
    if ((d ? other->to == msg->to : other->from == msg->from) && !(r->end[d][j] <= t))
      return false; /* its link is busy, or will be by an earlier message */
    held += d && other->to == msg->to && !(r->computed[j] <= t);
  }
  if (d == 0)
    return msg->after < 0 || r->end[1][msg->after] <= t;
  bool room = r->in->problem != SP_BAG || held < r->in->buffer[msg->to];
  return (r->from_master || k < r->arrived) && room;
}

static inline bool run_hops(struct run *r, int d, int capacity, double t)
{
  bool changed = false;
  long busy = 0;
  for (long k = 0; k < r->engaged[d]; k++)
    busy += !(r->end[d][k] <= t);
  for (; busy < capacity && r->engaged[d] < r->plan->n; busy++)
    r->engaged[d]++;
  for (long k = 0; k < r->engaged[d]; k++) {
    const struct sp_message *msg = &r->plan->msg[k];
    if (!isnan(r->start[d][k]) || !run_may_start(r, d, k, t))
      continue;
    int i = d ? msg->to : msg->from;
    r->start[d][k] = t;
    r->end[d][k] = t + r->in->latency[i].v + msg->amount * r->in->c[i].v;
    run_event(r, t, r->end[d][k], SP_TRANSFER, d ? 0 : i, d ? i : 0, msg->amount, k);
    changed = true;
  }
  return changed;
}

/* Worker i begins a unit if it is idle: initial ones first, then received ones by arrival. */
static inline bool run_compute(struct run *r, int i, double t)
{
  long next = -1;
  double amount = 1;
  if (r->busy[i] > t || r->in->problem == SP_IMBALANCE)
    return false;
  for (long k = 0; k < r->plan->n && r->own[i] == 0; k++)
    if (r->plan->msg[k].to == i && r->end[1][k] <= t && isnan(r->computed[k]) && !r->relayed[k]) {
      next = k;
      amount = r->plan->msg[k].amount;
      break;
    }
  if (r->own[i] == 0 && next < 0)
    return false;
  r->own[i] -= r->own[i] > 0;
  r->busy[i] = t + amount * r->in->w[i].v;
  if (next >= 0)
    r->computed[next] = r->busy[i];
  run_event(r, t, r->busy[i], SP_COMPUTE, i, i, amount, next);
  return true;
}

static inline void run_step(struct run *r, double t)
{
  const struct sp_ports *ports = &r->in->platform.node[0].ports;
  for (long k = 0; k < r->plan->n && !r->from_master; k++)
    if (r->end[0][k] <= t && !r->counted[k]) {
      r->counted[k] = true;
      r->arrived++;
    }
  for (bool changed = true; changed;) {
    changed = !r->from_master && run_hops(r, 0, ports->recv, t);
    changed |= run_hops(r, 1, ports->send, t);
    for (int i = 1; i <= r->in->m; i++)
      changed |= run_compute(r, i, t);
  }
}

/* Executes the plan, filling *trace; returns the end of the last computation (imbalance:
 * emission). */
static inline double execute(const struct sp_instance *in, const struct sp_schedule *plan,
                             struct sp_trace *trace)
{
  size_t n = (size_t)plan->n, nodes = (size_t)in->m + 1;
  struct run r = {.in = in, .plan = plan, .trace = trace};
  double last = 0;
  r.from_master = in->problem == SP_BAG || in->problem == SP_DIVISIBLE;
  for (int d = 0; d < 2; d++) {
    r.start[d] = sp_xcalloc(n, sizeof(double));
    r.end[d] = sp_xcalloc(n, sizeof(double));
  }
  r.computed = sp_xcalloc(n, sizeof(double));
  r.own = sp_xcalloc(nodes, sizeof(long));
  r.busy = sp_xcalloc(nodes, sizeof(double));
  r.relayed = sp_xcalloc(n, sizeof(bool));
  r.counted = sp_xcalloc(n, sizeof(bool));
  for (int i = 1; i <= in->m && in->problem == SP_REDISTRIBUTION; i++)
    r.own[i] = (long)in->load[i].v;
  for (size_t k = 0; k < n; k++) {
    r.start[0][k] = r.start[1][k] = r.end[0][k] = r.end[1][k] = r.computed[k] = NAN;
    if (plan->msg[k].after >= 0)
      r.relayed[plan->msg[k].after] = true;
    else if (in->problem == SP_REDISTRIBUTION)
      r.own[plan->msg[k].from]--;
  }
  for (double t = 0; t < 3000; t++)
    run_step(&r, t);
  for (long j = 0; j < trace->n; j++)
    if (in->problem == SP_IMBALANCE || trace->event[j].kind == SP_COMPUTE)
      last = fmax(last, trace->event[j].end);
  for (int d = 0; d < 2; d++) {
    free(r.start[d]);
    free(r.end[d]);
  }
  free(r.computed);
  free(r.own);
  free(r.busy);
  free(r.relayed);
  free(r.counted);
  return last;
}

/* ---- Random numbers: a multiplicative congruential generator suffices here. */
static inline int below(uint64_t *chance, int n)
{
  *chance = *chance * 6364136223846793005u + 1442695040888963407u;
  return (int)((*chance >> 33) % (uint64_t)n);
}

/* An instance with integer costs, and ports and places of every kind. */
static inline struct sp_instance *random_instance(uint64_t *chance, enum sp_problem problem)
{
  static const int ports[] = {1, 1, 2, 3, INT_MAX};
  struct sp_instance *in = sp_instance_alloc(1 + below(chance, 5));
  in->problem = problem;
  in->platform.node[0].ports.recv = ports[below(chance, 5)];
  in->platform.node[0].ports.send = ports[below(chance, 5)];
  bool pool = problem == SP_BAG || problem == SP_DIVISIBLE, tight = below(chance, 2);
  for (int i = 1; i <= in->m; i++) {
    in->c[i] = sp_int(below(chance, 4));
    in->latency[i] = sp_int(in->c[i].v > 0 ? below(chance, 2) : 1);
    in->w[i] = sp_int(1 + below(chance, 9));
    in->load[i] = sp_int(problem == SP_REDISTRIBUTION ? below(chance, 7) : 0);
    if (pool && tight)
      in->buffer[i] = 1 + below(chance, 3);
    in->total = sp_int((int64_t)(in->total.v + in->load[i].v));
  }
  return in;
}

/* Fills the plan with messages that the instance allows; sets the totals of a bag, a divisible
 * load and an imbalance to what the plan moves. */
static inline void random_plan(uint64_t *chance, struct sp_instance *in, struct sp_schedule *plan)
{
  bool pool = in->problem == SP_BAG || in->problem == SP_DIVISIBLE;
  int own[8], taken[64] = {0}, delta[8] = {0};
  double total = 0;
  for (int i = 1; i <= in->m; i++)
    own[i] = in->problem == SP_IMBALANCE ? 99 : (int)in->load[i].v;
  for (int tries = 12 + below(chance, 30); tries > 0 && plan->n < 40; tries--) {
    int s = 1 + below(chance, in->m), to = 1 + below(chance, in->m);
    long k = plan->n && below(chance, 3) == 0 ? below(chance, (int)plan->n) : -1;
    if (pool) {
      double amount = in->problem == SP_BAG ? 1 : 1 + below(chance, 5);
      if (amount > (double)in->buffer[to])
        amount = (double)in->buffer[to]; /* b_i limits a chunk */
      sp_schedule_add(plan, 0, to, amount, -1);
      total += amount;
    } else if (in->problem == SP_IMBALANCE) {
      if (2 * s > in->m || 2 * to <= in->m) /* lower numbers receive */
        continue;
      sp_schedule_add(plan, to, s, 1, -1);
      delta[to]++;
      delta[s]--;
    } else if (k >= 0 && !taken[k]) {
      taken[k] = 1;
      sp_schedule_add(plan, plan->msg[k].to, to, 1, k);
    } else if (own[s] > 0) {
      own[s]--;
      sp_schedule_add(plan, s, to, 1, -1);
    }
  }
  if (pool)
    in->total = sp_int((int64_t)total);
  for (int i = 1; i <= in->m && in->problem == SP_IMBALANCE; i++)
    in->load[i] = sp_int(delta[i]);
}

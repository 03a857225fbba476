/* periodic-optimized: the sequence of periodic with the best chunks.
 *
 * periodic sends the same chunks in every period, though with small first chunks the workers would
 * start sooner. Here only its order of messages is kept: its workers by (c, index), repeated k
 * times with its k. Linear programming, LP (2) for a load and LP (3) for a deadline, finds the
 * chunks. Empty messages are dropped, since each would cost its start-up, and the programme is
 * solved again.
 *
 * By a deadline T the load is the greatest W such that k(W) periods carry W by T, by bisection on
 * W, with one programme for each k. Chunk limits are honoured as long as k periods suffice.
 *
 * Source: RR-6096, section 6.4 (PERIODIC-OPTIMIZED).
 * Cost: that of periodic and tens of sweeps of the linear system, O(n), n = k p; with chunk limits
 * that bind linear programmes of n messages (refused beyond 10,000).
 * Example: "c=4,2,4 w=35,18,6 latency=4,2,7 work=50": 12 messages, makespan 250.1; periodic takes
 * 279.7. */
#include "solve/divisible/cyclic.h"

/* The last period counts tried, with the greatest load of each by the deadline. */
enum { REMEMBERED = 64 };
struct search {
  struct sp_context *cx;
  const struct sp_period *p;
  struct sp_instance endless; /* the instance with an unlimited load */
  int known;
  double k[REMEMBERED], load[REMEMBERED];
  bool failed;
};

/* The best chunks of k periods: LP (2) or (3). 0, or -1: refused. */
static int best_of(struct sp_context *cx, const struct sp_period *p, const struct sp_instance *in,
                   double k, struct sp_division *d)
{
  return sp_period_divide(cx, p, k, d) ? -1 : sp_best_chunks(cx, in, d);
}

static bool early(void *data, double W, double k)
{
  struct search *s = data;
  struct sp_division d = {0};
  const void *mark = sp_mark(s->cx);
  int at = 0;
  if (s->failed) /* and is refused, whatever the other loads */
    return false;
  while (at < s->known && s->k[at] != k)
    at++;
  if (at < s->known)
    return W <= s->load[at];
  if (best_of(s->cx, s->p, &s->endless, k, &d))
    s->failed = true;
  sp_release(s->cx, mark);
  at = s->known < REMEMBERED ? s->known++ : REMEMBERED - 1;
  s->k[at] = k;
  s->load[at] = d.value;
  return W <= d.value;
}

static int plan_periods(struct sp_context *cx, const struct sp_instance *in, const void *options,
                        struct sp_schedule *out)
{
  (void)options;
  if (sp_divisible_served(cx, in, true))
    return -1;
  out->planned = 0;
  if (in->total.v == 0)
    return 0;
  struct sp_instance part = *in; /* with the load that is planned */
  const struct sp_period *p = sp_period_new(cx, in);
  if (!p)
    return -1;
  if (in->deadline.v < INFINITY) {
    struct search search = {.cx = cx, .p = p, .endless = *in};
    search.endless.total = sp_double(INFINITY);
    double most = fmin(in->total.v, p->rho * in->deadline.v);
    part.total = sp_double(sp_period_bisect(p, most, early, &search));
    if (search.failed)
      return -1;
    if (part.total.v == 0)
      return 0;
  }
  struct sp_division best;
  if (best_of(cx, p, &part, sp_period_count(p, part.total.v), &best))
    return -1;
  sp_sequence_plan(cx, &part, best.n, best.sequence, best.chunk, out);
  return 0;
}

static int periodic_optimized_plan(struct sp_context *cx, const struct sp_instance *in,
                                   const void *options, struct sp_schedule *out)
{
  return sp_plan_results(cx, in, plan_periods, options, out);
}

const struct sp_heuristic sp_heuristic_periodic_optimized = {
    .abi = SP_ABI,
    .name = "periodic-optimized",
    .summary = "the sequence of periodic with the best chunks",
    .source = "RR-6096, section 6.4 (PERIODIC-OPTIMIZED)",
    .version = 4,
    .problems = SP_DIVISIBLE,
    .plan = periodic_optimized_plan,
    .results = true,
};

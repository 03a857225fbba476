/* min_c-deadline: min_c among the workers that can still end in time.
 *
 * min_c looks at the links alone: it sends a task over a cheap link to a slow worker that ends it
 * long after all others. Here a worker that cannot end one more task by a target makespan T is no
 * candidate. The least T for which N tasks can be sent is searched by bisection, between the
 * optimum without memory limits and the makespan of min_c. With more time such a rule may do worse,
 * so the result is the best of the targets tried; it is never worse than min_c.
 *
 *   probe(T), link = 0, idle_i = 0, a_i the date from which worker i can take one more task:
 *     repeat N times: candidates: max(max(a_i, link) + c_i, idle_i) + w_i <= T
 *                     t = max(link, min a_i over the candidates)
 *                     i = argmin c_i over the candidates with a_i <= t that can end one more task
 *                         sent at t by T (ties: lowest index) ; send to i at t
 *     fails if there is none ; T = infinity: min_c itself
 *
 * `planned` is the executed makespan: engines send a task as soon as there is a place, which is at
 * t. Cost: O(N m) a probe, O(log) probes. Refused with several emissions at once, and if the
 * instance has a deadline.
 * Examples: c = 1,10, w = 2,20, b = 1,1, 20 tasks (Figure 8): makespan 71; min_c takes 91 and the
 * optimum is 60. On 10 workers with c in [5,50], w in [50,1000], 40 tasks, b = 2 the throughput
 * rises from 0.55 to 0.82 of rho*. */
#include <starport/bag.h>
#include <starport/heap.h>

struct probe {
  const struct sp_instance *in;
  int m;
  long N;
  const int *by_c;  /* [0..m-1] workers by (c + S, index) */
  double *c, *w;    /* [1..m] */
  double *idle, *a; /* [1..m] */
  double *finish;   /* [k] end of task k */
  long *next;       /* [k] the next task of its worker */
  long *oldest;     /* [i] its earliest task that still holds a place, once all places are taken */
  long *newest, *sent;
  int *to; /* [k] worker of task k: the answer */
};

static bool in_time(const struct probe *p, int i, double start, double T)
{
  double arrival = start + p->c[i];
  return (arrival > p->idle[i] ? arrival : p->idle[i]) + p->w[i] <= T;
}

/* The worker of the next task and the date at which it is sent; 0 if no worker can end it by T. */
static int choose(const struct probe *p, double link, double T, double *t)
{
  double earliest = INFINITY;
  for (int i = 1; i <= p->m; i++)
    if (p->a[i] < earliest && in_time(p, i, p->a[i] > link ? p->a[i] : link, T))
      earliest = p->a[i];
  *t = earliest > link ? earliest : link;
  for (int j = 0; j < p->m && earliest < INFINITY; j++)
    if (p->a[p->by_c[j]] <= *t && in_time(p, p->by_c[j], *t, T))
      return p->by_c[j];
  return 0;
}

/* Task k, sent at t, is computed by worker i; returns the date it ends. */
static double give(struct probe *p, long k, int i, double t)
{
  double arrival = t + p->c[i];
  p->idle[i] = p->finish[k] = (arrival > p->idle[i] ? arrival : p->idle[i]) + p->w[i];
  p->to[k] = i;
  if (p->sent[i]++ == 0)
    p->oldest[i] = k;
  else
    p->next[p->newest[i]] = k;
  p->newest[i] = k;
  if (p->sent[i] > p->in->buffer[i])
    p->oldest[i] = p->next[p->oldest[i]];
  if (p->sent[i] >= p->in->buffer[i])
    p->a[i] = p->finish[p->oldest[i]];
  return p->idle[i];
}

/* The makespan if all N tasks end by T, else INFINITY. */
static double probe(struct probe *p, double T)
{
  double link = 0, last = 0, t;
  for (int i = 1; i <= p->m; i++) {
    p->idle[i] = 0;
    p->sent[i] = 0;
    p->a[i] = p->w[i] < INFINITY ? 0 : INFINITY;
  }
  for (long k = 0; k < p->N; k++) {
    int i = choose(p, link, T, &t);
    if (i == 0)
      return INFINITY;
    double end = give(p, k, i, t);
    link = t + p->c[i];
    last = end > last ? end : last;
  }
  return last;
}

static struct probe prepare(struct sp_context *cx, const struct sp_instance *in)
{
  struct probe p = {.in = in, .m = in->m, .N = (long)in->total.v};
  int m = in->m + 1;
  p.c = sp_new(cx, m, double);
  p.w = sp_new(cx, m, double);
  p.idle = sp_new(cx, m, double);
  p.a = sp_new(cx, m, double);
  p.oldest = sp_new(cx, m, long);
  p.newest = sp_new(cx, m, long);
  p.sent = sp_new(cx, m, long);
  p.finish = sp_new(cx, p.N, double);
  p.next = sp_new(cx, p.N, long);
  p.to = sp_new(cx, p.N, int);
  for (int i = 1; i <= in->m; i++) {
    p.c[i] = in->latency[i].v + in->c[i].v;
    p.w[i] = in->w[i].v;
  }
  p.by_c = sp_order(cx, p.m, p.c);
  return p;
}

static void keep(const struct probe *p, double makespan, struct sp_schedule *out)
{
  sp_schedule_clear(out);
  for (long k = 0; k < p->N; k++)
    sp_schedule_add(out, 0, p->to[k], 1, -1);
  out->planned = makespan;
}

/* Halves (fails, out->planned) until it is 2^-20 of the makespan. A finer search would not be more
 * certain, since a target may fail between two that succeed. */
static void bisect(struct probe *p, double fails, struct sp_schedule *out)
{
  while (out->planned - fails > 0x1p-20 * out->planned) {
    double T = fails + (out->planned - fails) / 2, makespan = probe(p, T);
    if (makespan < out->planned)
      keep(p, makespan, out);
    else
      fails = T;
  }
}

static int plan(struct sp_context *cx, const struct sp_instance *in, const void *options,
                struct sp_schedule *out)
{
  (void)options;
  if (sp_bag_served(cx, in, false))
    return -1;
  double unbounded = sp_unbounded_optimum(cx, in, NULL);
  struct probe p = prepare(cx, in);
  keep(&p, probe(&p, INFINITY), out);
  double makespan = probe(&p, unbounded);
  if (makespan < out->planned)
    keep(&p, makespan, out);
  bisect(&p, unbounded, out);
  return 0;
}

const struct sp_heuristic sp_heuristic_min_c_deadline = {
    .abi = SP_ABI,
    .name = "min_c-deadline",
    .summary = "min_c among the workers that end in time; bisection on the makespan",
    .source = "starport; after RR-5196, Figure 7",
    .version = 1,
    .problems = SP_BAG,
    .plan = plan,
};

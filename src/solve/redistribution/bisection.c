/* The least makespan that a probe accepts, by bisection. */
#include "solve/redistribution/target.h"

struct search {
  const struct sp_redistribution *p;
  struct sp_target target;
  enum sp_senders senders;
  sp_probe *probe;
  void *data;
  struct sp_schedule *best;
};

/* The receivers that the probe chose, and the schedule to which the messages are added. */
struct plan {
  const int *receiver;
  struct sp_schedule *out;
};

static void add_message(void *data, long k, int s)
{
  struct plan *plan = data;
  sp_schedule_add(plan->out, s, plan->receiver[k], 1, -1);
}

/* True if the heuristic finds a plan for M, which becomes the best. */
static bool accepts(struct search *s, double M)
{
  struct sp_target *t = &s->target;
  if (!target_set(t, M, s->senders) || (t->Lsend > 0 && !s->probe(t, s->data)))
    return false;
  sp_schedule_clear(s->best);
  sp_target_each_sent(t, add_message, &(struct plan){t->receiver, s->best});
  return true;
}

/* The plan to start from: only tasks of workers that cannot compute move, to the worker that
 * receives and computes a task fastest. Returns its makespan. */
static double first_plan(const struct sp_redistribution *p, struct sp_schedule *out)
{
  double longest = 0;
  int r = 0;
  for (int i = 1; i <= p->m; i++) {
    if (p->w[i] < INFINITY && (r == 0 || p->c[i] + p->w[i] < p->c[r] + p->w[r]))
      r = i;
    longest = fmax(longest, p->f[i]);
  }
  if (longest < INFINITY)
    return longest;
  double in = 0, end = p->f[r], out_free = 0;
  longest = 0;
  for (int j = 0; j < p->m; j++) {
    int s = p->by_c[j];
    for (double k = 0; p->f[s] == INFINITY && k < p->load[s]; k++) {
      sp_schedule_add(out, s, r, 1, -1);
      in += p->c[s];
      out_free = fmax(in, out_free) + p->c[r];
      end = fmax(end, out_free) + p->w[r];
    }
    if (p->f[s] < INFINITY)
      longest = fmax(longest, p->f[s]);
  }
  return fmax(longest, end);
}

/* True if the workers can compute all tasks by M, without counting transfers. */
static bool has_capacity(const struct sp_redistribution *p, double M)
{
  double capacity = 0;
  for (int i = 1; i <= p->m; i++)
    capacity += floor(M / p->w[i]);
  return capacity >= p->tasks;
}

static double middle(const struct sp_redistribution *p, double lo, double hi)
{
  return p->exact ? floor((lo + hi) / 2) : lo + (hi - lo) / 2;
}

/* The greatest M known to be too small; hi is not. */
static double too_small(const struct sp_redistribution *p, double hi, double resolution)
{
  double lo = INFINITY, short_of = 0, enough = hi;
  for (int i = 1; i <= p->m; i++)
    lo = fmin(lo, p->f[i]);
  while (enough - short_of > resolution) {
    double mid = middle(p, short_of, enough);
    if (has_capacity(p, mid))
      enough = mid;
    else
      short_of = mid;
  }
  return fmax(lo, short_of);
}

int sp_bisect(struct sp_context *cx, const struct sp_redistribution *p, enum sp_senders senders,
              sp_probe *probe, void *data, struct sp_schedule *out)
{
  struct search search = {.p = p, .senders = senders, .probe = probe, .data = data, .best = out};
  target_init(&search.target, cx, p);
  double hi = first_plan(p, out);
  double resolution = p->exact ? 1 : 0x1p-40 * hi;
  double lo = too_small(p, hi, resolution);
  while (hi - lo > resolution) {
    double mid = middle(p, lo, hi);
    if (!accepts(&search, mid)) {
      lo = mid;
      continue;
    }
    hi = mid;
    if (!p->exact && p->uniform)
      hi = fmin(hi, sp_makespan(p->in, out));
  }
  out->planned = sp_redistribution_time(p, hi);
  return 0;
}

/* The least makespan that a probe accepts, by bisection: the senders at a target makespan M, the
 * tests that refuse a target at once, and the search. */
#include "solve/redistribution/redistribution.h"

struct search {
  struct sp_target target;
  enum sp_senders senders;
  sp_foresee *foresee;
  sp_probe *probe;
  void *data;
  struct sp_schedule *best; /* of the last target that was probed with success, */
  double planned;           /* that target */
};

/* True if the port can transfer Lsend tasks in time when it waits only for the first. Worker r
 * takes at most (M - f_r)/w_r tasks, and the cheapest links are best. A target that fails here
 * fails in every probe. On real numbers the test allows for rounding. */
static bool port_suffices(const struct sp_target *t)
{
  const struct sp_redistribution *p = t->p;
  double n = (double)t->Lsend, used = t->first, least_w = INFINITY;
  double rounding = p->exact ? 0 : 1e-9;
  for (int j = 0; j < p->m && n > 0; j++) {
    int r = p->by_c[j];
    if (!(p->f[r] < t->M) || p->w[r] == INFINITY)
      continue;
    double taken = fmin(n, floor((t->M - p->f[r]) / p->w[r] + rounding));
    n -= taken;
    used += taken * p->c[r];
  }
  for (int r = 1; r <= p->m; r++)
    least_w = p->f[r] < t->M ? fmin(least_w, p->w[r]) : least_w;
  return n <= 0 && used + least_w <= t->M * (1 + rounding);
}

/* The tasks that worker i must send to end by M. */
static double excess(const struct sp_redistribution *p, int i, double M)
{
  if (!(p->f[i] > M))
    return 0;
  return p->w[i] < INFINITY ? ceil((p->f[i] - M) / p->w[i]) : p->load[i];
}

/* Lists the senders and the dates of arrival. */
static void fill(struct sp_target *t)
{
  const struct sp_redistribution *p = t->p;
  double date = 0;
  long k = 0;
  if (t->Lsend > t->room) {
    t->room = 2 * t->Lsend;
    t->sender = sp_new(t->cx, t->room, int);
    t->arrival = sp_new(t->cx, t->room, double);
    t->receiver = sp_new(t->cx, t->room, int);
  }
  for (int j = 0; j < p->m; j++)
    for (double left = excess(p, p->by_c[j], t->M); left > 0; left--) {
      t->sender[k] = p->by_c[j];
      t->arrival[k++] = date += p->c[p->by_c[j]];
    }
}

/* Sets M and the senders; false if a test refuses M. With Lsend = 0 the empty plan ends by M. */
static bool set(struct sp_target *t, double M, enum sp_senders test)
{
  const struct sp_redistribution *p = t->p;
  double Lsend = 0, port = 0;
  t->M = M;
  t->first = INFINITY;
  for (int j = 0; j < p->m; j++) {
    int i = p->by_c[j];
    double sent = excess(p, i, M);
    if (sent == 0)
      continue;
    t->first = fmin(t->first, p->c[i]);
    Lsend += sent;
    port += sent * p->c[i];
    if (test == SP_SENDERS_EACH && floor(M / p->c[i]) < sent)
      return false;
  }
  t->Lsend = (long)Lsend;
  if ((test == SP_SENDERS_CUMULATIVE && port > M) || (t->Lsend > 0 && !port_suffices(t)))
    return false;
  fill(t);
  return true;
}

/* Probes the target; true if the heuristic finds a plan, which becomes the best. */
static bool finds(struct search *s)
{
  const struct sp_target *t = &s->target;
  if (t->Lsend > 0 && !s->probe(&s->target, s->data))
    return false;
  s->planned = t->M;
  s->best->n = 0;
  for (long k = 0; k < t->Lsend; k++)
    sp_schedule_add(s->best, t->sender[k], t->receiver[k], 1, -1);
  return true;
}

/* True if the heuristic has a plan for M. A plan that lowers hi is needed even if it is foreseen. A
 * search that was given up accepts nothing more. */
static bool accepts(struct search *s, double M)
{
  const struct sp_redistribution *p = s->target.p;
  if (sp_stopped(s->target.cx) || !set(&s->target, M, s->senders))
    return false;
  bool foresees = s->foresee && s->target.Lsend > 0;
  enum sp_answer answer = foresees ? s->foresee(&s->target, s->data) : SP_UNKNOWN;
  if (answer == SP_UNKNOWN || (answer == SP_YES && p->uniform && !p->exact))
    return finds(s);
  return answer == SP_YES;
}

/* The plan to start from: only tasks of workers that cannot compute move, to the worker that
 * receives and computes a task fastest. Returns its makespan. */
static double first_plan(struct sp_context *cx, const struct sp_redistribution *p,
                         struct sp_schedule *out)
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
  struct sp_state state = sp_redistribution_state(cx, p, 0);
  state.worker[r].idle = longest = p->f[r];
  for (int j = 0; j < p->m; j++) {
    int s = p->by_c[j];
    for (double k = 0; p->f[s] == INFINITY && k < p->load[s]; k++) {
      sp_schedule_add(out, s, r, 1, -1);
      sp_state_send(&state, s, r, 1);
    }
    if (p->f[s] < INFINITY)
      longest = fmax(longest, p->f[s]);
  }
  return fmax(longest, state.last);
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

/* Targets up to M that differ by less count as one. */
static double resolution(const struct sp_redistribution *p, double M)
{
  return p->exact ? 1 : 0x1p-40 * M;
}

/* The greatest M known to be too small; hi is not. */
static double too_small(const struct sp_redistribution *p, double hi)
{
  double lo = INFINITY, short_of = 0, enough = hi;
  for (int i = 1; i <= p->m; i++)
    lo = fmin(lo, p->f[i]);
  while (enough - short_of > resolution(p, enough)) {
    double mid = middle(p, short_of, enough);
    if (has_capacity(p, mid))
      enough = mid;
    else
      short_of = mid;
  }
  return fmax(lo, short_of);
}

int sp_bisect(struct sp_context *cx, const struct sp_redistribution *p, enum sp_senders senders,
              sp_foresee *foresee, sp_probe *probe, void *data, struct sp_schedule *out)
{
  struct search s = {{.cx = cx, .p = p}, senders, foresee, probe, data, out, 0};
  double hi = s.planned = first_plan(cx, p, out), lo = too_small(p, hi), accepted = hi;
  while (hi - lo > resolution(p, hi)) {
    double mid = middle(p, lo, hi);
    if (!accepts(&s, mid)) {
      lo = mid;
      continue;
    }
    hi = accepted = mid;
    if (!p->exact && p->uniform)
      hi = fmin(hi, sp_makespan(p->in, out));
  }
  if (s.planned != accepted && !(set(&s.target, accepted, senders) && finds(&s))) {
    sp_schedule_clear(out); /* a rounding was foreseen wrongly */
    return sp_bisect(cx, p, senders, NULL, probe, data, out);
  }
  out->planned = sp_redistribution_time(p, hi);
  return 0;
}

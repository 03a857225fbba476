/* The senders at a target makespan M, and the tests that refuse a target at once. */
#include "solve/redistribution/target.h"

/* An array of at least n elements that replaces `array`, without its contents. */
static void *grown(struct sp_context *cx, void *array, long *cap, long n, size_t size)
{
  if (n <= *cap)
    return array;
  while (*cap < n)
    *cap = *cap ? 2 * *cap : 64;
  return sp_alloc(cx, (size_t)*cap, size);
}

void target_init(struct sp_target *t, struct sp_context *cx, const struct sp_redistribution *p)
{
  *t = (struct sp_target){.cx = cx, .p = p, .send = sp_new(cx, p->m + 1, double)};
}

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

bool target_set(struct sp_target *t, double M, enum sp_senders test)
{
  const struct sp_redistribution *p = t->p;
  double Lsend = 0, port = 0;
  t->M = M;
  t->first = INFINITY;
  for (int j = 0; j < p->m; j++) {
    int i = p->by_c[j];
    t->send[i] = 0;
    if (!(p->f[i] > M))
      continue;
    t->send[i] = p->w[i] < INFINITY ? ceil((p->f[i] - M) / p->w[i]) : p->load[i];
    t->first = fmin(t->first, p->c[i]);
    Lsend += t->send[i];
    port += t->send[i] * p->c[i];
    if (test == SP_SENDERS_EACH ? floor(M / p->c[i]) < t->send[i] : port > M)
      return false;
  }
  t->Lsend = (long)Lsend;
  if (t->Lsend > 0 && !port_suffices(t))
    return false;
  t->receiver = grown(t->cx, t->receiver, &t->cap_receiver, t->Lsend, sizeof *t->receiver);
  return true;
}

void sp_target_each_sent(const struct sp_target *t, void (*visit)(void *data, long k, int s),
                         void *data)
{
  long k = 0;
  for (int j = 0; j < t->p->m; j++) {
    int s = t->p->by_c[j];
    for (double sent = 0; sent < t->send[s]; sent++)
      visit(data, k++, s);
  }
}

static void arrive(void *data, long k, int s)
{
  struct sp_target *t = data;
  t->arrival[k] = (k > 0 ? t->arrival[k - 1] : 0) + t->p->c[s];
}

void sp_target_arrivals(struct sp_target *t)
{
  t->arrival = grown(t->cx, t->arrival, &t->cap_arrival, t->Lsend, sizeof *t->arrival);
  sp_target_each_sent(t, arrive, t);
}

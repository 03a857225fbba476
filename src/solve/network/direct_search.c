/* Exact optimum of a direct exchange (direct.h) by depth-first branch and bound over lists of
 * messages, started as soon as possible in the order of the list.
 *
 * Of the optimal plans take one with the least sum of start dates, and of these the list that is
 * least in lexicographic order of (from, to). Sorted by start date, its messages start no later as
 * soon as possible, so at the same dates: it is enough to search
 * (1) lists whose start dates do not decrease;
 * (2) where two messages in a row start at the same date and the first takes time, (from, to) does
 *     not decrease: neither waits for the other, they can be exchanged;
 * (3) of workers that are alike and took part in nothing, the first one as receiver: names can be
 *     exchanged from there on, which makes the list smaller; what (2) sorts again is smaller, too;
 * (4) tasks that visit no worker twice: without such a cycle nothing is later.
 * Which task a worker sends, an initial one or which of those received, is tried.
 *
 * A list is cut off if no plan that begins with it ends by M, the greatest makespan that would be
 * an improvement. Let t be the start of its last message. Worker i has n_i tasks, and d_i is the
 * least time of a message from it or to it. By M it computes F_i tasks, where F_i <= floor(M/w_i),
 * and F_i <= n_i + x_i: x_i messages to it after t, each of d_i at least, the last one before a
 * computation and the first one before x_i; F_i >= n_i - y_i: y_i messages from it after t, the
 * last one before a computation elsewhere. The F_i add up to all tasks. On real numbers M is lifted
 * by more than the error of the test, and an improvement must be at least 2^-41 of the makespan. */
#include "model/schedule.h"
#include "solve/network/direct.h"

struct direct_node {
  double n, own, sends, receives; /* as in direct.c */
  double d;                       /* least time of a message */
  long part;                      /* messages in which it takes part */
};

struct direct_search {
  const struct sp_redistribution *p;
  struct direct_node *worker; /* [1..m] */
  double least_w, makespan;
  double start[DIRECT_DEPTH], end[DIRECT_DEPTH]; /* of the messages of the list */
  bool sent_on[DIRECT_DEPTH];
  struct sp_schedule list, *best;
  long nodes;
};

static double goal(const struct direct_search *s)
{
  return s->p->exact ? s->makespan - 1 : s->makespan * (1 - 0x1p-41);
}

static double end_of_worker(const struct direct_search *s, int i)
{
  double end = s->worker[i].own > 0 ? s->worker[i].own * s->p->w[i] : 0;
  for (long k = 0; k < s->list.n; k++)
    if (s->list.msg[k].to == i && !s->sent_on[k])
      end = fmax(end, s->end[k]) + s->p->w[i];
  return end;
}

static void keep_best(struct direct_search *s)
{
  double makespan = 0;
  for (int i = 1; i <= s->p->m; i++)
    makespan = fmax(makespan, end_of_worker(s, i));
  if (makespan < s->makespan) {
    s->makespan = makespan;
    sp_schedule_copy(s->best, &s->list);
  }
}

/* floor(time/cost), at least 0. */
static double fits(double time, double cost)
{
  return time < 0 ? 0 : cost > 0 ? floor(time / cost * (1 + 0x1p-50)) : INFINITY;
}

static bool hopeful(const struct direct_search *s)
{
  const struct sp_redistribution *p = s->p;
  double M = s->p->exact ? goal(s) : goal(s) * (1 + 0x1p-44), computed = 0;
  double t = s->list.n ? s->start[s->list.n - 1] : 0;
  for (int i = 1; i <= p->m; i++) {
    const struct direct_node *x = &s->worker[i];
    double most = fits(M, p->w[i]), left = M - fmax(t, x->receives);
    if (x->n - fits(M - s->least_w - fmax(t, x->sends), x->d) > most)
      return false;
    double more = fmin(fits(left - p->w[i], x->d), fits(left - x->d, p->w[i]));
    computed += fmin(most, x->n + more);
  }
  return computed >= p->tasks;
}

/* Rule (3). */
static bool like_one_before(const struct direct_search *s, int from, int to)
{
  const struct sp_redistribution *p = s->p;
  for (int k = 1; k < to && s->worker[to].part == 0; k++)
    if (k != from && s->worker[k].part == 0 && p->c[k] == p->c[to] && p->w[k] == p->w[to] &&
        p->load[k] == p->load[to])
      return true;
  return false;
}

/* Rule (4): has the task that message `after` brought been at the worker? */
static bool visited(const struct direct_search *s, long after, int worker)
{
  for (; after >= 0; after = s->list.msg[after].after)
    if (s->list.msg[after].from == worker)
      return true;
  return false;
}

/* Rules (1) and (2). */
static bool in_order(const struct direct_search *s, int from, int to, double start)
{
  long last = s->list.n - 1;
  if (last < 0 || start > s->start[last])
    return true;
  const struct sp_message *m = &s->list.msg[last];
  bool smaller = from < m->from || (from == m->from && to < m->to);
  return start == s->start[last] && !(smaller && s->end[last] > s->start[last]);
}

static void branch(struct direct_search *s);

/* Tries one message of an initial task, or of the one that message `after` brought. */
static void send_one(struct direct_search *s, int from, int to, long after)
{
  struct direct_node *x = &s->worker[from], *y = &s->worker[to], before[2] = {*x, *y};
  double start = fmax(fmax(x->sends, y->receives), after >= 0 ? s->end[after] : 0);
  double end = start + direct_time(s->p, from, to);
  long k = s->list.n;
  if (k == DIRECT_DEPTH) {
    s->nodes = 0;
    return;
  }
  if (!in_order(s, from, to, start) || end + s->least_w > goal(s) * (1 + 0x1p-44))
    return;
  sp_schedule_add(&s->list, from, to, 1, after);
  s->start[k] = start;
  s->end[k] = x->sends = y->receives = end;
  s->sent_on[k] = false;
  x->n--;
  y->n++;
  x->part++;
  y->part++;
  if (after >= 0)
    s->sent_on[after] = true;
  else
    x->own--;
  branch(s);
  if (after >= 0)
    s->sent_on[after] = false;
  *x = before[0];
  *y = before[1];
  s->list.n--;
}

static void send_to_each(struct direct_search *s, int from, long after)
{
  for (int to = 1; to <= s->p->m; to++)
    if (to != from && !visited(s, after, to) && !like_one_before(s, from, to))
      send_one(s, from, to, after);
}

static void branch(struct direct_search *s)
{
  if (s->nodes <= 0)
    return;
  s->nodes--;
  keep_best(s);
  if (!hopeful(s))
    return;
  long received = s->list.n;
  for (int i = 1; i <= s->p->m; i++) {
    if (s->worker[i].own > 0)
      send_to_each(s, i, -1);
    for (long k = 0; k < received; k++)
      if (s->list.msg[k].to == i && !s->sent_on[k])
        send_to_each(s, i, k);
  }
}

bool direct_search(struct sp_context *cx, const struct sp_redistribution *p, long nodes,
                   struct sp_schedule *plan)
{
  struct direct_search *s = sp_new(cx, 1, struct direct_search);
  *s = (struct direct_search){.p = p,
                              .worker = sp_new(cx, p->m + 1, struct direct_node),
                              .least_w = INFINITY,
                              .makespan = plan->planned,
                              .list = SP_SCHEDULE_EMPTY,
                              .best = plan,
                              .nodes = nodes};
  for (int i = 1; i <= p->m; i++) {
    struct direct_node *x = &s->worker[i];
    x->n = x->own = p->load[i];
    x->d = INFINITY;
    for (int k = 1; k <= p->m; k++)
      if (k != i)
        x->d = fmin(x->d, direct_time(p, i, k));
    s->least_w = fmin(s->least_w, p->w[i]);
  }
  branch(s);
  plan->planned = s->makespan;
  sp_schedule_clear(&s->list);
  return s->nodes > 0;
}

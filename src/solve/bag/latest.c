/* The most tasks that one port can deliver in time.
 *
 * Task k from the last of worker i is a job of length c_i that must be done X_k before the end
 * (latest.h). The most jobs of one machine with deadlines are found greedily by length: take each
 * job that leaves the set feasible. Proof by exchange: let X be the jobs chosen so far, A the next
 * one that fits, S an optimal set that contains X but not A. Let J be the job of S without X that
 * is due first. In S - J + A, dates from J's deadline on have no more work before them, since A is
 * no longer than J; before J's deadline there are only X and A. So S - J + A is feasible. The jobs
 * of one worker have the same length, and those with the latest deadlines, k = 1, 2, .., are the
 * easiest: the answer is a number n_i for each worker.
 *
 * A set is feasible (earliest deadline first, back to back) iff for each of its jobs, x before the
 * end, x + B(x) <= T, where B(x) is the length of all jobs that are due at x or more before the
 * end. B never increases, so all jobs between x and T - B(x+) before the end are in time, where
 * B(x+) excludes those at x. So it is enough to test x = 0, T - B(0+), and so on: a few steps where
 * a list of all jobs would have millions (Zhang and Burns test processor demand in this way, 2009).
 * If a step makes no progress, the next job, at y, is late by e = y + B - T. Then the worker that
 * is being given tasks must lose ceil(e/c) of them, or all that are due at y or more before the
 * end, whichever is less. x stays, since less is due everywhere.
 *
 * Cost of a test: O(m) workers x steps x workers in use. There are few steps for any N, unless the
 * jobs leave the port almost no slack all the time; at worst there are N. Where that may be many,
 * deadlines.c does the same with a list of the tasks. */
#include "solve/bag/latest.h"

struct latest latest_new(struct sp_context *cx, const struct sp_redistribution *p, bool bounded)
{
  size_t nodes = (size_t)p->m + 1;
  struct latest l = {.m = p->m, .by_c = p->by_c, .c = p->c, .length = p->c, .w = p->w};
  l.places = sp_new(cx, nodes, double);
  l.limit = sp_new(cx, nodes, double);
  l.n = sp_new(cx, nodes, double);
  l.used = sp_new(cx, nodes, int);
  for (int i = 1; i <= p->m; i++) {
    long b = bounded ? p->in->buffer[i] : LONG_MAX;
    l.places[i] = b == LONG_MAX ? INFINITY : (double)b;
    l.limit[i] = INFINITY;
  }
  return l;
}

bool latest_exact(const struct sp_redistribution *p, double N)
{
  double longest = 0;
  for (int i = 1; i <= p->m; i++)
    longest = fmax(longest, p->c[i] + (p->w[i] < INFINITY ? p->w[i] : 0));
  return p->exact && longest * (N + 4) * 2 < 0x1p52;
}

/* By division, corrected by X_k since quotients are rounded. */
double latest_due_within(const struct latest *l, int i, double x)
{
  double w = l->w[i], b = l->places[i], period = l->c[i] + w, k;
  if (b == INFINITY || b * w >= period)
    k = floor(x / w);
  else {
    double q = floor(x / period);
    k = q * b + fmin(b, floor((x - q * period) / w));
  }
  return latest_before_end(l, i, k + 1) <= x       ? k + 1
         : k > 0 && latest_before_end(l, i, k) > x ? k - 1
                                                   : k;
}

/* B(x+); *y is where the next job after x is due. */
static double load_after(const struct latest *l, int users, double x, double *y)
{
  double B = 0;
  *y = INFINITY;
  for (int u = 0; u < users; u++) {
    int i = l->used[u];
    double k = latest_due_within(l, i, x);
    if (k >= l->n[i])
      continue;
    B += l->length[i] * (l->n[i] - k);
    *y = fmin(*y, latest_before_end(l, i, k + 1));
  }
  return B;
}

/* Lowers n of the last of the users until all jobs are in time. */
static void fit_last(struct latest *l, int users, double T)
{
  int i = l->used[users - 1];
  double x = 0, y, B = load_after(l, users, x, &y);
  while (l->n[i] > 0 && y < INFINITY) {
    double next = T - B;
    if (next >= y)
      x = next;
    else {
      double back = ceil((y - next) / l->length[i]); /* length 0: INFINITY */
      double earlier = latest_due_within(l, i, x);   /* its jobs nearer to the end than y */
      l->n[i] = fmax(fmin(l->n[i] - 1, fmax(l->n[i] - back, earlier)), 0);
    }
    B = load_after(l, users, x, &y);
  }
}

double latest_most(struct latest *l, double T, double N)
{
  double left = N, sent = 0;
  int users = 0;
  for (int i = 1; i <= l->m; i++)
    l->n[i] = 0;
  for (int j = 0; j < l->m && left > 0; j++) {
    int i = l->by_c[j];
    double length = l->length[i];
    if (l->w[i] == INFINITY || l->c[i] + l->w[i] > T)
      continue;
    double n = fmin(left, fmin(l->limit[i], latest_due_within(l, i, T - l->c[i])));
    if (length > 0)
      n = fmin(n, floor((T - sent) / length));
    if (!(n >= 1))
      continue;
    l->n[i] = n;
    l->used[users++] = i;
    fit_last(l, users, T);
    users -= l->n[i] == 0;
    left -= l->n[i];
    sent += length * l->n[i];
  }
  return N - left;
}

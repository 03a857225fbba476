/* Lower bounds of a bag whose tasks arrive over time: on the end of the k-th task, and by these on
 * the makespan, the longest flow and the sum of flows.
 *
 * Tasks are numbered by their dates r_1 <= r_2 <= .., and M(n) is a lower bound on the makespan of
 * n tasks that are all there at date 0. Of any k tasks at least k - j + 1 have a number >= j. They
 * are sent from r_j on, and if all others are left out of a schedule it still is one. So in any
 * schedule the k-th end, by date, is no earlier than
 *
 *   E_k = max over j <= k of r_j + M(k - j + 1)
 *
 * - makespan >= E_N: the bound `release`.
 * - sum of flows >= sum over k of E_k - r_k: the bound `bound_sum_flow`.
 * - longest flow >= E_k - r_k for each k, since one of the first k tasks, which came by r_k, ends
 *   no earlier than E_k: the bound `bound_max_flow`.
 *
 * They hold whatever the order of sending, with results that return, places, losses, and with
 * several ports. M is the greatest of lines in n, those of the bounds `steady`,
 * `bounded-throughput` and `starving`, for which the greatest r_j - (j - 1) step is kept while k
 * increases, and of the bounds `unbounded` and `places` for some n, 1, 2, 3, 4, 6, 8, 11, .., as
 * long as bag_is_short. Cost: O(N) for each of them. */
#include "model/instance.h"
#include "solve/bounds/bounds.h"

enum { MOST_LINES = 3, MOST_POINTS = 64 };

/* M(n) >= start + n step. */
struct line {
  double start, step;
  double first; /* greatest r_j - (j - 1) step of the tasks so far */
};

/* M(n) >= time. */
struct point {
  long n;
  double time;
};

struct alone {
  struct line line[MOST_LINES];
  struct point point[MOST_POINTS];
  int lines, points;
};

static void add_line(struct alone *a, double start, double step)
{
  a->line[a->lines++] = (struct line){start, step, -INFINITY};
}

static struct alone alone_new(struct sp_context *cx, const struct sp_redistribution *p)
{
  const struct sp_instance *in = p->in;
  struct alone a = {.lines = 0};
  struct starving starving;
  double N = in->total.v;
  add_line(&a, 0, steady_bound(cx, in, SP_RATE_TASKS) / N);
  add_line(&a, 0, steady_bound(cx, in, SP_RATE_PLACES) / N);
  if (in->platform.node[0].ports.send == 1 && starving_new(cx, p, N, &starving))
    add_line(&a, sp_redistribution_time(p, starving_lost(cx, &starving) / starving.sum),
             sp_redistribution_time(p, 1 / starving.sum));
  for (long n = 1; (double)n <= N && bag_is_short(in, (double)n); n += 1 + n / 4) {
    struct sp_bound bound[2];
    int bounds = bag_in_time(cx, p, (double)n, bound);
    a.point[a.points++] = (struct point){n, bound[bounds - 1].value};
  }
  return a;
}

static void come(struct alone *a, const double *release, long k)
{
  for (int i = 0; i < a->lines; i++)
    a->line[i].first = fmax(a->line[i].first, release[k - 1] - (double)(k - 1) * a->line[i].step);
}

/* E_k, once the first k tasks have come. */
static double end_of(const struct alone *a, const double *release, long k)
{
  double end = 0;
  for (int i = 0; i < a->lines; i++)
    end = fmax(end, a->line[i].first + a->line[i].start + (double)k * a->line[i].step);
  for (int i = 0; i < a->points && a->point[i].n <= k; i++)
    end = fmax(end, release[k - a->point[i].n] + a->point[i].time);
  return bound_below(end, false);
}

static bool some_computes(const struct alone *a)
{
  return a->line[0].step < INFINITY;
}

double bound_release(struct sp_context *cx, const struct sp_redistribution *p)
{
  struct alone a = alone_new(cx, p);
  long N = (long)p->in->total.v;
  for (long k = 1; k <= N && some_computes(&a); k++)
    come(&a, p->in->release, k);
  return some_computes(&a) ? end_of(&a, p->in->release, N) : INFINITY;
}

int bounds_flow(struct sp_context *cx, const struct sp_redistribution *p, struct sp_bound *bound)
{
  const double *release = p->in->release;
  long N = (long)p->in->total.v;
  struct alone a = alone_new(cx, p);
  double most = 0, sum = 0, end = 0;
  if (!some_computes(&a))
    return 0;
  for (long k = 1; k <= N; k++) {
    come(&a, release, k);
    end = fmax(end, end_of(&a, release, k));
    double flow = fmax(0, end - release[k - 1]);
    most = fmax(most, flow);
    sum += flow;
  }
  bound[0] = (struct sp_bound){"bound_max_flow", most};
  bound[1] = (struct sp_bound){"bound_sum_flow", sum * (1 - (double)N * 0x1p-53)}; /* of the sum */
  return 2;
}

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
 * - with weights, for any levels 0 = x_0 < x_1 < ..: the tasks of weight >= x_l alone have these
 *   bounds, too, so the greatest weighted flow is at least x_l times the one, and the sum of
 * weighted flows at least the sum over l of x_l - x_(l-1) times the other:
 * `bound_max_weighted_flow` and `bound_sum_weighted_flow`. Levels are the least and the greatest
 * weight, and between them at most 15, all by a factor apart.
 *
 * They hold whatever the order of sending, with results that return, places, losses, and with
 * several ports. M is the greatest of lines in n, those of the bounds `steady`,
 * `bounded-throughput` and `starving`, for which the greatest r_j - (j - 1) step is kept while k
 * increases, and of the bounds `unbounded` and `places` for some n, 1, 2, 3, 4, 6, 8, 11, .., as
 * long as bag_is_short. Cost: O(N) for each of them, and for each level. */
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

/* Bounds on the flows of n tasks that come at these dates. */
struct flows {
  double most, sum;
};

static struct flows flows_of(struct alone *a, const double *release, long n)
{
  struct flows flows = {0, 0};
  double end = 0;
  for (int i = 0; i < a->lines; i++)
    a->line[i].first = -INFINITY;
  for (long k = 1; k <= n; k++) {
    come(a, release, k);
    end = fmax(end, end_of(a, release, k));
    double flow = fmax(0, end - release[k - 1]);
    flows.most = fmax(flows.most, flow);
    flows.sum += flow;
  }
  flows.sum *= 1 - (double)n * 0x1p-53; /* rounding of the sum */
  return flows;
}

static struct flows weighted_flows(struct sp_context *cx, struct alone *a,
                                   const struct sp_instance *in)
{
  const double *weight = in->weights;
  long N = (long)in->total.v;
  double *release = sp_new(cx, N, double), least = INFINITY, greatest = 0;
  struct flows weighted = {0, 0};
  for (long k = 0; k < N; k++) {
    least = fmin(least, weight[k]);
    greatest = fmax(greatest, weight[k]);
  }
  double factor = sqrt(sqrt(sqrt(sqrt(greatest / least))));
  for (double level = 0, below = 0; below < greatest; below = level) {
    long n = 0;
    level = greatest;
    for (long k = 0; k < N; k++)
      if (weight[k] > below && weight[k] >= below * factor)
        level = fmin(level, weight[k]);
    for (long k = 0; k < N; k++)
      if (weight[k] >= level)
        release[n++] = in->release[k];
    struct flows flows = flows_of(a, release, n);
    weighted.most = fmax(weighted.most, level * flows.most * (1 - 0x1p-52));
    weighted.sum += (level - below) * flows.sum * (1 - 0x1p-48); /* at most 18 levels */
  }
  return weighted;
}

int bounds_flow(struct sp_context *cx, const struct sp_redistribution *p, struct sp_bound *bound)
{
  const struct sp_instance *in = p->in;
  struct alone a = alone_new(cx, p);
  if (!some_computes(&a))
    return 0;
  struct flows flows = flows_of(&a, in->release, (long)in->total.v);
  bound[0] = (struct sp_bound){"bound_max_flow", flows.most};
  bound[1] = (struct sp_bound){"bound_sum_flow", flows.sum};
  if (!in->weights)
    return 2;
  flows = weighted_flows(cx, &a, in);
  bound[2] = (struct sp_bound){"bound_max_weighted_flow", flows.most};
  bound[3] = (struct sp_bound){"bound_sum_weighted_flow", flows.sum};
  return 4;
}

/* Lower bounds on the makespan, each with its proof. With a deadline, or as much load as it allows,
 * none is defined. c_i stands for c_i + S_i, the port time of one task; P_in, P_out are the numbers
 * of messages that the master can receive and send at once (1 in the papers).
 *
 * Discrete bounds are the smallest M that passes a test which every schedule of makespan M passes
 * and which is monotone in M; it is found by bisection, exactly on integers.
 *
 * Redistribution:
 * - capacity: sum_i floor(M/w_i) >= n. Worker i computes at most floor(M/w_i) tasks by M.
 * - lp7: RR-6005, LP (7), with alpha = L, s = 1/w, b = 1/c; see lp7.c.
 * - worker: floor(M/w_i) + floor((M - a_i)/c_i) >= L_i for each i, a_i = min over r != i of c_r +
 *   w_r. A task of worker i that another computes crosses i's link, one at a time, and is then sent
 *   on and computed, which takes a_i at least.
 * - port: x tasks in all are received from other workers and computed, where x is at least the sum
 *   over i of l_i = max(0, L_i - floor(M/w_i)). In: l_i tasks of worker i pass the master's
 *   receiving ports, and after the last of them some task is sent on and computed, so sum l_i c_i
 *   <= P_in (M - min_r (c_r + w_r)). Out: nothing is sent on before the first task is received, at
 *   f = min c_i. In what is left worker r receives at most floor((M - f - w_r)/c_r) tasks, computes
 *   at most floor((M - f - c_r)/w_r) of them, and gains at most floor(M/w_r) - L_r over what it
 *   gives away. Filling the cheapest links first, the x tasks need sum x_r c_r <= P_out (M - f -
 *   min w). Counting gains suffices: a task that replaces one given away costs port time and brings
 *   nothing.
 * - arrivals: both ports and the receivers' deadlines at once, with one port each way; see
 *   arrivals.c.
 *
 * Bag: see bounds_bag.c.
 *
 * Divisible (load W at the master):
 * - steady: W/rho, where rho is the greatest sum of rates with rate_i w_i <= 1, rate_i c_i <= 1 and
 *   sum rate_i c_i <= P_out, c_i without S_i. Divided by M, the loads of any schedule are such
 *   rates. The cheapest links first maximise it.
 * - latency, first, queue, rounds: with start-ups; see divisible_bounds.c.
 *
 * Imbalance:
 * - port: what is received and then the cheapest emission, (sum delta_i c_i)/P_in + min c_r; the
 *   cheapest reception and then what is sent, min c_s + (sum -delta_i c_i)/P_out.
 * - worker: a sender's tasks cross its link one after another, then the last is sent on; likewise a
 *   receiver's after the first reception. */
#include "solve/bounds/bounds.h"
#include "model/context.h"
#include "solve/bounds/arrivals.h"
#include "solve/network/lp7.h"

#include <starport/redistribution.h>
#include <starport/starport.h>

#include <stdlib.h>

/* The numbers that the tests read. */
struct costs {
  const struct sp_instance *in;
  const struct sp_redistribution *p;
  double tasks;
  double first;        /* least c of a worker that holds tasks: no task is at the master before */
  double least_w;      /* of all workers */
  double least_leg[2]; /* the two least c_r + w_r */
  double ports_in, ports_out;
  struct arrivals *arrivals;
};

/* Passed by every schedule of makespan M, and by every greater M. */
typedef bool test(const struct costs *, double M);

static struct costs costs_of(const struct sp_instance *in, const struct sp_redistribution *p)
{
  const struct sp_ports *ports = &in->platform.node[0].ports;
  struct costs k = {in, p, in->total.v, INFINITY, INFINITY, {INFINITY, INFINITY}, 0, 0, NULL};
  k.ports_in = ports->recv;
  k.ports_out = ports->send;
  for (int i = 1; i <= p->m; i++) {
    double leg = p->c[i] + p->w[i];
    if (p->load[i] > 0)
      k.first = fmin(k.first, p->c[i]);
    k.least_w = fmin(k.least_w, p->w[i]);
    k.least_leg[1] = fmin(k.least_leg[1], fmax(leg, k.least_leg[0]));
    k.least_leg[0] = fmin(k.least_leg[0], leg);
  }
  return k;
}

/* floor(time/cost), never negative; nothing fits into negative time. */
static double fits(double time, double cost)
{
  return time < 0 ? 0 : cost > 0 ? floor(time / cost) : INFINITY;
}

static bool test_capacity(const struct costs *k, double M)
{
  double capacity = 0;
  for (int i = 1; i <= k->p->m; i++)
    capacity += fits(M, k->p->w[i]);
  return capacity >= k->tasks;
}

static bool test_worker(const struct costs *k, double M)
{
  const struct sp_redistribution *p = k->p;
  for (int i = 1; i <= p->m; i++) {
    double own_leg = p->c[i] + p->w[i];
    double leg = own_leg == k->least_leg[0] ? k->least_leg[1] : k->least_leg[0];
    double leave = leg < INFINITY ? fits(M - leg, p->c[i]) : 0;
    if (fits(M, p->w[i]) + leave < p->load[i])
      return false;
  }
  return true;
}

/* Port time of n tasks where worker i takes at most limit(k, i, M): the cheapest links first.
 * INFINITY if the workers do not take as many. */
static double port_time(const struct costs *k, double n, double M,
                        double (*limit)(const struct costs *, int i, double M))
{
  double sum = 0;
  for (int j = 0; j < k->p->m && n > 0; j++) {
    int i = k->p->by_c[j];
    double x = fmin(n, limit(k, i, M));
    n -= x;
    sum += x * k->p->c[i];
  }
  return n > 0 ? INFINITY : sum;
}

static double limit_receiver(const struct costs *k, int r, double M)
{
  double c = k->p->c[r], w = k->p->w[r], left = M - k->first;
  double gain = fmax(0, fits(M, w) - k->p->load[r]);
  if (w == INFINITY)
    return 0;
  return fmin(gain, fmin(fits(left - w, c), fits(left - c, w)));
}

static bool test_port(const struct costs *k, double M)
{
  double n = 0, received = 0;
  for (int i = 1; i <= k->p->m; i++) {
    double leaves = fmax(0, k->p->load[i] - fits(M, k->p->w[i]));
    n += leaves;
    received += leaves * k->p->c[i];
  }
  return n == 0 ||
         (received <= k->ports_in * (M - k->least_leg[0]) &&
          port_time(k, n, M, limit_receiver) <= k->ports_out * (M - k->first - k->least_w));
}

/* On reals M is rounded up by more than the test can err. */
static bool test_arrivals(const struct costs *k, double M)
{
  double most = k->p->exact ? M : M * (1 + 0x1p-42);
  for (int i = 1; i <= k->p->m; i++)
    arrivals_set(k->arrivals, i, k->p->load[i], k->p->load[i], most);
  return arrivals_in_time(k->arrivals, most, 0, 0);
}

/* The smallest M that passes, on reals a little less. */
static double smallest(const struct costs *k, test *passes)
{
  double fails = 0, M = k->least_leg[0];
  if (passes(k, 0))
    return 0;
  while (!passes(k, M)) {
    fails = M;
    M *= 2;
    if (M == INFINITY)
      return INFINITY;
  }
  for (;;) {
    double mid = k->p->exact ? floor((fails + M) / 2) : fails + (M - fails) / 2;
    if (!(mid > fails && mid < M) || (!k->p->exact && M - fails <= 0x1p-45 * M))
      break;
    if (passes(k, mid))
      M = mid;
    else
      fails = mid;
  }
  return sp_redistribution_time(k->p, k->p->exact ? M : fails);
}

struct link {
  double c, w;
};

static int cheapest_first(const void *a, const void *b)
{
  const struct link *x = a, *y = b;
  return (x->c > y->c) - (x->c < y->c);
}

static double steady(const struct sp_instance *in, const struct costs *k, struct sp_context *cx)
{
  double port = k->ports_out, rho = 0;
  struct link *link = sp_new(cx, in->m, struct link);
  for (int i = 0; i < in->m; i++)
    link[i] = (struct link){in->c[i + 1].v, in->w[i + 1].v};
  qsort(link, (size_t)in->m, sizeof *link, cheapest_first);
  for (int i = 0; i < in->m; i++) {
    double c = link[i].c, rate = 1 / fmax(link[i].w, c);
    if (c > 0)
      rate = fmin(rate, port / c);
    rho += rate;
    port -= rate * c;
  }
  return in->total.v / rho;
}

/* What the signs of the loads tell: 0 those that send, 1 those that receive. */
struct side {
  double work, cheapest, longest; /* sum of |delta_i| c_i, least c_i, greatest |delta_i| c_i */
};

static void sides(const struct sp_redistribution *p, struct side side[2])
{
  side[0] = side[1] = (struct side){0, INFINITY, 0};
  for (int i = 1; i <= p->m; i++) {
    struct side *s = &side[p->load[i] < 0];
    double work = fabs(p->load[i]) * p->c[i];
    if (p->load[i] == 0)
      continue;
    s->work += work;
    s->longest = fmax(s->longest, work);
    s->cheapest = fmin(s->cheapest, p->c[i]);
  }
}

static int fill_imbalance(const struct costs *k, struct sp_bound *bound)
{
  struct side s[2];
  sides(k->p, s);
  bool none = s[0].cheapest == INFINITY; /* as many are sent as received */
  double port =
      fmax(s[0].work / k->ports_in + s[1].cheapest, s[0].cheapest + s[1].work / k->ports_out);
  double worker = fmax(s[0].longest + s[1].cheapest, s[0].cheapest + s[1].longest);
  bound[0] = (struct sp_bound){"port", none ? 0 : sp_redistribution_time(k->p, port)};
  bound[1] = (struct sp_bound){"worker", none ? 0 : sp_redistribution_time(k->p, worker)};
  return 2;
}

static int greatest_first(const void *a, const void *b)
{
  const struct sp_bound *x = a, *y = b;
  return (x->value < y->value) - (x->value > y->value);
}

static int fill_redistribution(struct costs *k, struct sp_context *cx, struct sp_bound *bound)
{
  int n = 0;
  bound[n++] = (struct sp_bound){"capacity", smallest(k, test_capacity)};
  bound[n++] = (struct sp_bound){"lp7", lp7(k->in)};
  bound[n++] = (struct sp_bound){"worker", smallest(k, test_worker)};
  bound[n++] = (struct sp_bound){"port", smallest(k, test_port)};
  if (k->ports_in == 1 && k->ports_out == 1) {
    struct arrivals arrivals = arrivals_new(cx, k->p);
    k->arrivals = &arrivals;
    bound[n++] = (struct sp_bound){"arrivals", smallest(k, test_arrivals)};
  }
  return n;
}

static int fill(const struct sp_instance *in, struct sp_context *cx, struct sp_bound *bound)
{
  const struct sp_redistribution *p = sp_redistribution_new(cx, in, 1);
  int n = 0;
  if (!p)
    return 0;
  struct costs k = costs_of(in, p);
  switch (in->problem) {
  case SP_REDISTRIBUTION:
    n = fill_redistribution(&k, cx, bound);
    break;
  case SP_BAG:
    n = bounds_bag(in, p, cx, bound);
    break;
  case SP_DIVISIBLE:
    bound[n++] = (struct sp_bound){"steady", steady(in, &k, cx)};
    n += bounds_divisible(in, cx, bound + n);
    break;
  case SP_IMBALANCE:
    n = fill_imbalance(&k, bound);
    break;
  case SP_STEADY:
  case SP_NETWORK:
    break;
  }
  return n;
}

int sp_bounds(const struct sp_instance *in, struct sp_bound *bound)
{
  bool endless = in->problem != SP_IMBALANCE && !(in->total.v < INFINITY);
  if (in->deadline.v < INFINITY || endless)
    return 0;
  struct sp_context *cx = sp_context_plain();
  int n = fill(in, cx, bound), finite = 0;
  for (int k = 0; k < n; k++)
    if (isfinite(bound[k].value))
      bound[finite++] = bound[k];
  qsort(bound, (size_t)finite, sizeof *bound, greatest_first);
  sp_context_free(cx);
  return finite;
}

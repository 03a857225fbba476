/* Lower bounds on the makespan of a redistribution without deadline, each with its proof. c_i means
 * c_i + S_i, the port time of one task; P_in and P_out are the numbers of messages that the master
 * can receive and send at once (1 in the papers).
 *
 * Each bound is the smallest M that passes a test. Every schedule of makespan M passes the test,
 * and the test is monotone in M. The smallest M is found by bisection, exactly on integers.
 *
 * - capacity: sum_i floor(M/w_i) >= n. Worker i computes at most floor(M/w_i) tasks by M.
 * - lp7: RR-6005, LP (7), with alpha = L, s = 1/w, b = 1/c; see lp7.c.
 * - worker: floor(M/w_i) + floor((M - a_i)/c_i) >= L_i for each i, a_i = min over r != i of c_r +
 *   w_r. A task of worker i that another worker computes crosses i's link, one at a time, and is
 *   then sent on and computed, which takes at least a_i.
 * - port: x tasks in total are received from other workers and computed, where x is at least the
 *   sum over i of l_i = max(0, L_i - floor(M/w_i)).
 *   Receptions: l_i tasks of worker i cross the master's receiving ports, and after the last of
 *   them some task is sent on and computed, so sum l_i c_i <= P_in (M - min_r (c_r + w_r)).
 *   Emissions: nothing is sent on before the first task is received, at f = min c_i. In the time
 *   left worker r receives at most floor((M - f - w_r)/c_r) tasks, computes at most floor((M - f -
 *   c_r)/w_r) of them, and gains at most floor(M/w_r) - L_r over the tasks that it gives away. The
 *   cheapest links first, the x tasks need sum x_r c_r <= P_out (M - f - min w). It is enough to
 *   count gains: a task that replaces one given away costs port time and gains nothing.
 * - arrivals: both ports and the receivers' deadlines together, with one port each way; see
 *   arrivals.c. */
#include "solve/bounds/bounds.h"
#include "solve/lp/rational.h"
#include "solve/network/lp7.h"

/* The numbers that the tests use. */
struct costs {
  const struct sp_redistribution *p;
  double first;        /* least c of a worker that holds tasks: no task reaches the master before */
  double least_w;      /* of all workers */
  double least_leg[2]; /* the two least c_r + w_r */
  double ports_in, ports_out;
  struct arrivals *arrivals;
  double known; /* greatest bound so far */
};

/* True for every makespan M of a schedule, and for every greater M. */
typedef bool test(const struct costs *, double M);

static struct costs costs_of(const struct sp_redistribution *p)
{
  const struct sp_ports *ports = &p->in->platform.node[0].ports;
  struct costs k = {p, INFINITY, INFINITY, {INFINITY, INFINITY}, ports->recv, ports->send, NULL, 0};
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

/* floor(time/cost); 0 if the time is negative. */
static double fits(double time, double cost)
{
  return time < 0 ? 0 : cost > 0 ? floor(time / cost) : INFINITY;
}

static bool test_capacity(const struct costs *k, double M)
{
  double capacity = 0;
  for (int i = 1; i <= k->p->m; i++)
    capacity += fits(M, k->p->w[i]);
  return capacity >= k->p->tasks;
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

/* The most tasks that worker r can receive and compute. */
static double most_received(const struct costs *k, int r, double M)
{
  double c = k->p->c[r], w = k->p->w[r], left = M - k->first;
  double gain = fmax(0, fits(M, w) - k->p->load[r]);
  if (w == INFINITY)
    return 0;
  return fmin(gain, fmin(fits(left - w, c), fits(left - c, w)));
}

/* Port time of n tasks, the cheapest links first. INFINITY if the workers cannot take all of them.
 */
static double port_time(const struct costs *k, double n, double M)
{
  double sum = 0;
  for (int j = 0; j < k->p->m && n > 0; j++) {
    int i = k->p->by_c[j];
    double x = fmin(n, most_received(k, i, M));
    n -= x;
    sum += x * k->p->c[i];
  }
  return n > 0 ? INFINITY : sum;
}

static bool test_port(const struct costs *k, double M)
{
  double n = 0, received = 0;
  for (int i = 1; i <= k->p->m; i++) {
    double leaves = fmax(0, k->p->load[i] - fits(M, k->p->w[i]));
    n += leaves;
    received += leaves * k->p->c[i];
  }
  return n == 0 || (received <= k->ports_in * (M - k->least_leg[0]) &&
                    port_time(k, n, M) <= k->ports_out * (M - k->first - k->least_w));
}

/* On real numbers M is rounded up by more than the error of the test. */
static bool test_arrivals(const struct costs *k, double M)
{
  double most = k->p->exact ? M : M * (1 + 0x1p-42);
  for (int i = 1; i <= k->p->m; i++)
    arrivals_set(k->arrivals, i, k->p->load[i], k->p->load[i], most);
  return arrivals_in_time(k->arrivals, most, 0, 0);
}

/* Sets *fails and *M to integers around the smallest M that passes, in steps that double from the
 * greatest of the bounds known: several bounds are often equal or near each other. */
static void search_near(const struct costs *k, test *passes, double *fails, double *M)
{
  double step = 1;
  *M = k->known;
  if (passes(k, *M)) {
    for (; *M > step && passes(k, *M - step); step *= 2)
      *M -= step;
    *fails = fmax(0, *M - step);
    return;
  }
  do {
    *fails = *M;
    *M += step;
    step *= 2;
  } while (*M < INFINITY && !passes(k, *M));
}

/* The smallest M that passes; on real numbers slightly less. */
static double smallest(struct costs *k, test *passes)
{
  double fails = 0, M = k->least_leg[0];
  if (passes(k, 0))
    return 0;
  if (k->p->exact && k->known > 0)
    search_near(k, passes, &fails, &M);
  else
    for (; M < INFINITY && !passes(k, M); M *= 2)
      fails = M;
  if (M == INFINITY)
    return INFINITY;
  for (;;) {
    double mid = k->p->exact ? floor((fails + M) / 2) : fails + (M - fails) / 2;
    if (!(mid > fails && mid < M) || (!k->p->exact && M - fails <= 0x1p-45 * M))
      break;
    if (passes(k, mid))
      M = mid;
    else
      fails = mid;
  }
  k->known = fmax(k->known, M);
  return sp_redistribution_time(k->p, bound_below(k->p->exact ? M : fails, k->p->exact));
}

int bounds_redistribution(const struct sp_instance *in, const struct sp_redistribution *p,
                          struct sp_context *cx, struct sp_bound *bound)
{
  struct costs costs = costs_of(p), *k = &costs;
  int n = 0;
  bound[n++] = (struct sp_bound){"capacity", smallest(k, test_capacity)};
  bound[n++] = (struct sp_bound){"lp7", bound_below(lp7(in), in->m <= SP_Q_MOST_TERMS)};
  bound[n++] = (struct sp_bound){"worker", smallest(k, test_worker)};
  bound[n++] = (struct sp_bound){"port", smallest(k, test_port)};
  if (k->ports_in == 1 && k->ports_out == 1) {
    struct arrivals arrivals = arrivals_new(cx, k->p);
    k->arrivals = &arrivals;
    bound[n++] = (struct sp_bound){"arrivals", smallest(k, test_arrivals)};
  }
  return n;
}

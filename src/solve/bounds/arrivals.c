/* A relaxation of the redistribution that counts both ports of the master and the deadlines of the
 * receivers.
 *
 * Consider a plan of makespan M in which each task sent is an initial one of its sender; the best
 * of these plans is optimal (optimum/redistribution.c, fact (1)). Worker i sends x_i tasks,
 * receives y_i and computes L_i - x_i + y_i <= floor(M/w_i), so x_i >= l_i = max(0, L_i -
 * floor(M/w_i)). Call l_i of its tasks needs; the others that it sends are relays, which make room
 * for tasks that come later. Let n = sum l_i, and A_k the sum of the k least costs among l_i tasks
 * of each worker i. Consider the plan from date A_k on.
 * - Among the tasks that the master has received before, let R <= k - 1 be needs and e_i relays of
 *   worker i, with total cost less than A_k. Let a_i be the relays still to come. Then n - R + sum
 *   a_i emissions start at A_k or later.
 * - Omit the first a_i (or all) of those to worker i. At least n - R are left. Worker i gets at
 * most y_i - a_i <= max(0, floor(M/w_i) - L_i) + e_i of them, and they are the last that it
 * computes: the j-th from the last arrives by M - j w_i.
 * - They follow one another on the port from A_k on. The most tasks that one port can deliver in
 *   time T = M - A_k with such deadlines and numbers, F(e), is known exactly (latest.c).
 * So some e has F(e) + R >= n. If c_i is not less than the k-th cost, a relay of i can be exchanged
 * for one more need: F loses at most 1, R gains 1. So only workers with cheaper links relay. Let j
 * = k - 1 - R: the time for relays is less than B_j = A_k - A_R, and e_i <= B_j/c_i and F(e) <=
 * F(0) + sum e_i give F(e) <= f(j), which increases with j. M fails if f(j) < n - k + 1 + j for
 * each j < k. Starting with J = k - 1, all j > f(J) - (n - k + 1) are excluded at once, the
 * greatest one left becomes J, and so on.
 *
 * In addition, at the first date at which a task can be at the master all emissions and relays are
 * still to come: F(0) >= n there. This implies `capacity` and the emission part of `port`; k = n
 * implies `worker` and the reception part of `port` if relays cannot help.
 *
 * The k are tested from the last on. If F(0) tasks can be delivered from A_k on, as many can from
 * any earlier date: the next k to test is n - F(0). Any choice of k gives a valid bound; at most
 * about 64 are tested if no such jump helps. */
#include "solve/bounds/bounds.h"

enum { MOST_DATES = 64 };

struct arrivals arrivals_new(struct sp_context *cx, const struct sp_redistribution *p)
{
  size_t nodes = (size_t)p->m + 1;
  struct arrivals a = {.p = p, .relaxed = latest_new(cx, p, false)};
  a.leaves = sp_new(cx, nodes, double);
  a.gain = sp_new(cx, nodes, double);
  a.spare = sp_new(cx, nodes, double);
  a.later = sp_new(cx, nodes, double);
  for (int i = 1; i <= p->m; i++)
    a.later[i] = INFINITY;
  return a;
}

/* floor(M/w), corrected for the rounding of the quotient. */
static double room(double M, double w)
{
  double n = floor(M / w);
  if (w == INFINITY)
    return 0;
  return (n + 1) * w <= M ? n + 1 : n * w > M ? n - 1 : n;
}

void arrivals_set(struct arrivals *a, int i, double n, double initial, double M)
{
  double gain = room(M, a->p->w[i]) - n;
  a->leaves[i] = fmax(0, -gain);
  a->gain[i] = fmax(0, gain);
  a->spare[i] = fmax(0, initial - a->leaves[i]);
}

/* A_k, counted from `in`; *cost is the k-th cost. */
static double arrival(const struct arrivals *a, double k, double in, double *cost)
{
  for (int j = 0; j < a->p->m && k > 0; j++) {
    int i = a->p->by_c[j];
    double sent = fmin(k, a->leaves[i]);
    in += sent * a->p->c[i];
    *cost = a->p->c[i];
    k -= sent;
  }
  return in;
}

/* F if worker i can gain as many tasks as it has time for, and as many as it relays within `budget`
 * if its link costs less than `cost`; *relays is the greatest number of relays. */
static double delivered(struct arrivals *a, double T, double most, double budget, double cost,
                        double *relays)
{
  double left = budget;
  *relays = 0;
  for (int j = 0; j < a->p->m; j++) {
    int i = a->p->by_c[j];
    double c = a->p->c[i], relayed = 0;
    if (c < cost && budget >= c) {
      double all = fmin(a->spare[i], c > 0 ? floor(left / c) : INFINITY);
      relayed = fmin(a->spare[i], c > 0 ? floor(budget / c) : INFINITY);
      *relays += all;
      left -= all * c;
    }
    a->relaxed.limit[i] = fmin(a->gain[i] + relayed, a->later[i]);
  }
  return T > 0 ? latest_most(&a->relaxed, T, most) : 0;
}

/* True if some number j of needs replaced by relays passes the test at the k-th date. `without` is
 * F(0), less than `need` = n - k + 1. */
static bool relays_help(struct arrivals *a, double M, double in, double out, double k, double need,
                        double without)
{
  double cost = 0, none, at = arrival(a, k, in, &cost), T = M - fmax(out, at), relays;
  double J = k - 1;
  for (;;) {
    double budget = at - arrival(a, k - 1 - J, in, &none) + (a->p->exact ? -1 : at * 0x1p-42);
    double F = delivered(a, T, need + J, budget, cost, &relays);
    double least = fmin(F, without + relays) - need;
    if (least >= J)
      return true;
    if (least < 0)
      return false;
    J = least;
  }
}

/* The first date at which any task can be at the master. */
static double first_date(const struct arrivals *a, double in)
{
  for (int j = 0; j < a->p->m; j++) {
    int i = a->p->by_c[j];
    if (a->leaves[i] + a->spare[i] > 0)
      return in + a->p->c[i];
  }
  return in;
}

bool arrivals_in_time(struct arrivals *a, double M, double in, double out)
{
  double n = 0, cost = 0, relays;
  for (int i = 1; i <= a->p->m; i++)
    n += a->leaves[i];
  if (n == 0)
    return true;
  if (delivered(a, M - fmax(out, first_date(a, in)), n, 0, 0, &relays) < n)
    return false;
  double stride = ceil(n / MOST_DATES);
  for (double k = n; k > 0;) {
    double T = M - fmax(out, arrival(a, k, in, &cost)), need = n - k + 1;
    double F = delivered(a, T, n, 0, 0, &relays);
    if (F < need && !relays_help(a, M, in, out, k, need, F))
      return false;
    double next = fmin(F < need ? k : n - F, k - stride);
    k = k > 1 && F < n ? fmax(next, 1) : 0;
  }
  return true;
}

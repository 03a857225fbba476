/* Lower bounds of stars whose speeds, bandwidths, latencies or states change over time.
 *
 * With the best speeds over time: let each w_i, c_i and d_i be divided by the greatest factor of
 * its profile, and each S_i multiplied by the least. Every activity of a schedule takes at least as
 * long as on that star, which does not change; so all of them could begin at the same dates there
 * and end no later, and every bound that holds for schedules that wait holds (changing_best).
 *
 * By integrals: let V_i(s, t) be the integral of the factor of worker i's speed from s to t, B_i
 * that of its link's bandwidth; while one is down its factor is 0, since what is lost does not
 * count. Let c'_i and w'_i be the least times of one unit's message, with its latency, and of its
 * computation, and S_i the least latency over time: a later message may have a shorter one, but no
 * shorter one than this. Each bound is the least T that passes a test which every schedule of
 * makespan T passes:
 *
 * - capacity: the workers can compute the load. Worker i computes at most V_i(0, T)/w_i units,
 *   rounded down to tasks. Where all load is at the master, V_i begins at the end of a first
 * message of the least latency that starts at date 0, since any that starts later ends no earlier;
 * the link carries at most B_i(S_i, T)/c_i units; of tasks B_i ends w'_i before T, when the last
 * one must have come, at most one is carried in c'_i, and each holds one of b_i places for at least
 * c'_i + w'_i.
 * - worker (redistribution): what worker i cannot compute of its own L_i tasks crosses its link, at
 *   most B_i/c_i of them and one in c'_i, and then one of them is sent on and computed, which takes
 *   the least c'_r + w'_r of another worker.
 * - port: the load must be sent, where worker i can take at most so many units (as for capacity).
 *   Each takes c'_i of the port, so the port has time for those of least c'_i, in this order, until
 *   the last task must be computed. Where all bandwidths change alike, their common integral must
 *   also be enough for those of least c_i. A redistribution sends at least the sum over i of
 *   max(0, L_i - V_i(0, T)/w_i) tasks, so many of each i are received before, in the same way, and
 *   the first one is sent on no earlier than a first message to the master that starts at date 0.
 *
 * The imbalance has no such test. The best speeds serve its bounds.
 *
 * Where a factor is 0 the least T jumps if an integral is slightly less. So each integral is taken
 * too long by 1e-12 of the date at the greatest factor, of the last date if it is 0 for ever, and
 * so is time itself. */
#include "model/instance.h"
#include "model/profile.h"
#include "solve/bounds/bounds.h"

#include <float.h>
#include <string.h>

static const double ROUNDING = 1e-12;

/* A profile, its best factor and its end. */
struct curve {
  const struct sp_profile *profile;
  double best; /* greatest factor */
  double last; /* from this date on the factor is 0; INFINITY: it is not for ever */
};

/* What the port has to give, its time or the integral of the bandwidth of all links, and what a
 * unit takes of it. */
struct budget {
  bool of_bandwidth;
  double *cost; /* [i] */
  int *order;   /* [0..m-1] workers by cost */
};

struct changing {
  const struct sp_instance *in;
  bool tasks;                       /* no divisible load */
  struct curve *curve[SP_CHANGING]; /* [1..m] */
  double *c, *w;                    /* c'_i (of a divisible load without the latency), w'_i */
  const struct sp_num *latency;     /* the least S_i */
  double least_w, least_leg[2];     /* least w', the two least c' + w' */
  double from;                      /* the master sends nothing before */
  double *arrival;                  /* [i] earliest date at which a first message can have come */
  struct budget budget[2];
  int budgets;
};

/* True for every makespan T of a schedule. */
typedef bool test(const struct changing *, double T);

/* ---- Integrals. */

static double span(const struct curve *curve, double from, double to)
{
  return profile_integral(curve->profile, to) - profile_integral(curve->profile, from);
}

/* The integral of the speed of worker i, or the bandwidth of its link, with the state. */
static double integral(const struct changing *k, enum sp_changing kind, int i, double from,
                       double to)
{
  const struct curve *factor = &k->curve[kind][i];
  const struct curve *state = &k->curve[kind == SP_SPEED ? SP_HOST_STATE : SP_LINK_STATE][i];
  if (!(to > from))
    return 0;
  return fmin(span(factor, from, to), factor->best * span(state, from, to)) +
         ROUNDING * factor->best * fmin(to, fmin(factor->last, state->last));
}

static double length(double from, double to)
{
  return to > from ? to - from + ROUNDING * to : 0;
}

/* Units that take `cost` each of the amount. */
static double fits(double amount, double cost)
{
  return amount <= 0 ? 0 : cost > 0 ? amount / cost : INFINITY;
}

/* ---- Workers. */

/* Units that worker i can compute between two dates. */
static double most_computed(const struct changing *k, int i, double from, double to)
{
  double units = fits(integral(k, SP_SPEED, i, from, to), k->in->w[i].v);
  return k->tasks ? floor(units) : units;
}

/* Units that the link of worker i can carry in one direction between two dates. */
static double most_carried(const struct changing *k, int i, double from, double to)
{
  double units = fits(integral(k, SP_BANDWIDTH, i, from + k->latency[i].v, to), k->in->c[i].v);
  return k->tasks ? floor(fmin(units, fits(length(from, to), k->c[i]))) : units;
}

/* Units that worker i can be sent and compute by T, beyond its own. */
static double most_sent(const struct changing *k, int i, double T)
{
  const struct sp_instance *in = k->in;
  if (!(k->w[i] < INFINITY))
    return 0;
  double most = fmax(0, most_computed(k, i, 0, T) - (double)in->load[i].v);
  most = fmin(most, most_computed(k, i, k->arrival[i], T));
  most = fmin(most, most_carried(k, i, k->from, k->tasks ? T - k->w[i] : T));
  if (in->problem == SP_BAG)
    most = fmin(most, floor(fits((double)in->buffer[i] * T, k->c[i] + k->w[i])));
  return most;
}

static bool test_capacity(const struct changing *k, double T)
{
  double units = 0;
  for (int i = 1; i <= k->in->m; i++)
    units += sp_from_master(k->in) ? most_sent(k, i, T) : most_computed(k, i, 0, T);
  return units >= k->in->total.v;
}

static bool test_worker(const struct changing *k, double T)
{
  for (int i = 1; i <= k->in->m; i++) {
    double leg = k->c[i] + k->w[i] == k->least_leg[0] ? k->least_leg[1] : k->least_leg[0];
    double leave = leg < INFINITY ? most_carried(k, i, 0, T - leg) : 0;
    if (most_computed(k, i, 0, T) + leave < k->in->load[i].v)
      return false;
  }
  return true;
}

/* ---- The port. */

/* What so many ports have to give between two dates. */
static double given(const struct changing *k, const struct budget *budget, int ports, double from,
                    double to)
{
  double one = budget->of_bandwidth ? integral(k, SP_BANDWIDTH, 1, from, to) : length(from, to);
  return ports * one;
}

/* Can the master send so many units by `to` that the workers compute by T? */
static bool can_send(const struct changing *k, const struct budget *budget, double units, double to,
                     double T)
{
  double sum = 0;
  for (int j = 0; j < k->in->m && units > 0; j++) {
    double x = fmin(units, most_sent(k, budget->order[j], T));
    units -= x;
    sum += x > 0 ? x * budget->cost[budget->order[j]] : 0;
  }
  return !(units > 0) && sum <= given(k, budget, k->in->platform.node[0].ports.send, k->from, to);
}

/* The same of all units that workers must give away, which the master must receive before. */
static bool can_move(const struct changing *k, const struct budget *budget, double T)
{
  double units = 0, sum = 0;
  for (int i = 1; i <= k->in->m; i++) {
    double leave = fmax(0, k->in->load[i].v - most_computed(k, i, 0, T));
    units += leave;
    sum += leave * budget->cost[i];
  }
  int ports = k->in->platform.node[0].ports.recv;
  return units == 0 || (sum <= given(k, budget, ports, 0, T - k->least_leg[0]) &&
                        can_send(k, budget, units, T - k->least_w, T));
}

static bool test_port(const struct changing *k, double T)
{
  for (int q = 0; q < k->budgets; q++) {
    const struct budget *budget = &k->budget[q];
    double to = k->tasks ? T - k->least_w : T;
    if (!(sp_from_master(k->in) ? can_send(k, budget, k->in->total.v, to, T)
                                : can_move(k, budget, T)))
      return false;
  }
  return true;
}

/* The greatest T that is known to fail. */
static double least(const struct changing *k, test *passes)
{
  double fails = 0, T = k->least_leg[0];
  if (passes(k, 0))
    return 0;
  for (; T < INFINITY && !passes(k, T); T *= 2)
    fails = T;
  while (T < INFINITY && T - fails > 0x1p-45 * T) {
    double middle = fails + (T - fails) / 2;
    *(passes(k, middle) ? &T : &fails) = middle;
  }
  return T < INFINITY ? fails : INFINITY;
}

/* ---- The star. */

static struct curve *curves(struct sp_context *cx, const struct sp_instance *in,
                            enum sp_changing kind)
{
  static const struct sp_profile constant = {.period = INFINITY};
  struct curve *curve = sp_new(cx, in->m + 1, struct curve);
  for (int i = 1; i <= in->m; i++) {
    const struct sp_profile *p = in->profile[kind] ? &in->profile[kind][i] : &constant;
    bool ends = p->n && (isinf(p->period) ? p->factor[p->n - 1] : p->sum[p->n]) == 0;
    double last = ends ? p->date[p->n - 1] : INFINITY;
    curve[i] = (struct curve){p, profile_best(p), last};
  }
  return curve;
}

/* The earliest end of a first message over link i that starts at k->from; of a divisible load an
 * empty one. */
static double first_arrival(const struct changing *k, int i)
{
  const struct curve *link = &k->curve[SP_BANDWIDTH][i];
  double start = k->from + k->latency[i].v, c = k->tasks ? k->in->c[i].v : 0;
  double less = ROUNDING * (c + link->best * start);
  double end = start + profile_time(link->profile, start, fmax(0, c - less));
  return end;
}

static void set_arrivals(struct sp_context *cx, struct changing *k)
{
  double first = INFINITY; /* at the master */
  for (int i = 1; i <= k->in->m; i++)
    if (k->in->load[i].v > 0)
      first = fmin(first, first_arrival(k, i));
  k->from = first < INFINITY ? first : 0;
  k->arrival = sp_new(cx, k->in->m + 1, double);
  for (int i = 1; i <= k->in->m; i++)
    k->arrival[i] = first_arrival(k, i);
}

static void set_budgets(struct sp_context *cx, struct changing *k)
{
  int m = k->in->m;
  bool alike = k->in->profile[SP_BANDWIDTH] && !k->in->profile[SP_LINK_STATE];
  double *c = sp_new(cx, m + 1, double);
  for (int i = 1; i <= m; i++) {
    c[i] = k->in->c[i].v;
    alike = alike &&
            sp_profile_same(k->curve[SP_BANDWIDTH][i].profile, k->curve[SP_BANDWIDTH][1].profile);
  }
  k->budget[k->budgets++] = (struct budget){false, k->c, sp_order(cx, m, k->c)};
  if (alike)
    k->budget[k->budgets++] = (struct budget){true, c, sp_order(cx, m, c)};
}

static void set_times(struct sp_context *cx, struct changing *k, const struct sp_instance *best)
{
  k->c = sp_new(cx, best->m + 1, double);
  k->w = sp_new(cx, best->m + 1, double);
  k->latency = best->latency;
  k->least_w = k->least_leg[0] = k->least_leg[1] = INFINITY;
  for (int i = 1; i <= best->m; i++) {
    k->c[i] = k->tasks ? sp_message_time(best, i, 1) : best->c[i].v;
    k->w[i] = best->w[i].v;
    double leg = k->c[i] + k->w[i];
    k->least_w = fmin(k->least_w, k->w[i]);
    k->least_leg[1] = fmin(k->least_leg[1], fmax(leg, k->least_leg[0]));
    k->least_leg[0] = fmin(k->least_leg[0], leg);
  }
}

static struct sp_num divided(struct sp_num x, const struct sp_profile *p)
{
  double best = p ? profile_best(p) : 1;
  bool same = best == 1 || best == 0 || x.v == 0 || isinf(x.v);
  return same ? x : sp_double(fmax(x.v / best, DBL_MIN));
}

struct sp_instance changing_best(struct sp_context *cx, const struct sp_instance *in)
{
  struct sp_instance best = sp_nominal_star(in);
  const struct sp_profile *speed = in->profile[SP_SPEED], *link = in->profile[SP_BANDWIDTH];
  const struct sp_profile *latency = in->profile[SP_LATENCY];
  best.sizes = in->sizes;
  best.c = sp_new(cx, in->m + 1, struct sp_num);
  best.w = sp_new(cx, in->m + 1, struct sp_num);
  best.latency = sp_new(cx, in->m + 1, struct sp_num);
  best.result = sp_new(cx, in->m + 1, struct sp_num);
  for (int i = 1; i <= in->m; i++) {
    best.c[i] = divided(in->c[i], link ? &link[i] : NULL);
    best.result[i] = divided(in->result[i], link ? &link[i] : NULL);
    best.w[i] = divided(in->w[i], speed ? &speed[i] : NULL);
    double least = latency ? profile_least(&latency[i]) : 1;
    best.latency[i] = least == 1 ? in->latency[i] : sp_double(in->latency[i].v * least);
    struct sp_num overhead = divided(in->overhead, speed ? &speed[i] : NULL);
    best.overhead = i == 1 || overhead.v < best.overhead.v ? overhead : best.overhead;
  }
  return best;
}

int bounds_changing(const struct sp_instance *in, const struct sp_instance *best,
                    struct sp_context *cx, struct sp_bound *bound)
{
  struct changing changing = {.in = in, .tasks = in->problem != SP_DIVISIBLE}, *k = &changing;
  int n = 0;
  if (in->problem == SP_IMBALANCE)
    return 0;
  for (int kind = 0; kind < SP_CHANGING; kind++)
    k->curve[kind] = curves(cx, in, (enum sp_changing)kind);
  set_times(cx, k, best);
  set_arrivals(cx, k);
  set_budgets(cx, k);
  bound[n++] = (struct sp_bound){"capacity", least(k, test_capacity)};
  bound[n++] = (struct sp_bound){"port", least(k, test_port)};
  if (!sp_from_master(in))
    bound[n++] = (struct sp_bound){"worker", least(k, test_worker)};
  return n;
}

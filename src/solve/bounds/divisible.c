/* Lower bounds on the time of a divisible load W at the master.
 *
 * - steady: W/rho, where rho is the greatest sum of rates with rate_i w_i <= 1, rate_i c_i <= 1 and
 *   sum rate_i c_i <= P_out, c_i without S_i, for P_out messages sent at once. The loads of any
 *   schedule, divided by its makespan, are such rates.
 *
 * The others count start-ups, for one emission at a time. Let a schedule end at T, let U be the
 * workers that compute anything, l_i the load that worker i is sent and s_i the date at which its
 * first message has arrived. At price y, with z_i = max(0, 1 - y c_i) (activation_prices.c), l_i <=
 * y c_i l_i + z_i (T - s_i)/w_i. The port is busy for sum_U (S_i + c_i l_i) <= T at least, so
 *
 *   W <= y T + sum_U (z_i/w_i (T - s_i) - y S_i)
 *
 * - latency: s_i >= S_i, so for any U W <= F_y(T) = y T + sum_i max(0, z_i/w_i (T - S_i) - y S_i).
 *   F_y does not decrease, so T is at least the least T with F_y(T) >= W, for every y. This is the
 *   Lagrangian dual of the choice of U: it is at least the value of the linear programme in which
 *   workers are used by fractions, and at least the bound of the steady state, where S is 0.
 * - first: let f be the worker that is served first. Then s_f >= S_f, and s_i >= S_f + S_i for the
 *   others, since the port serves f before. For every y, F_y with these s_i bounds T; the least
 *   over f is a lower bound. For up to 100 workers.
 * - queue: the workers wait for one another; see queue.c. For up to 100 workers.
 * - rounds: the load that worker i can compute from n messages if it is served alone. Let x_1, ..,
 *   x_n be its chunks, and d its idle times after the first chunk begins: c x_1 + w (sum x) + sum d
 *   <= t = T - S - (the S of the first worker, as above). Chunk k has arrived when it begins, so
 *   (k - 1) S + c (x_2 + .. + x_k) <= w (x_1 + .. + x_(k-1)) + (idle time before it), 2 <= k <= n.
 *   With G_j = (1 + w/c + .. + (w/c)^(j-1))/c and e = 1/(1 + w G_n), the sum of the first
 *   inequality times e G_n and of the others times e (G_(n-k+1) - G_(n-k)) is
 *
 *     sum x <= u_n(t) = e (G_n t - S (G_1 + .. + G_(n-1)))
 *
 *   Each message takes S of the port, so F_y has the maximum over n of (1 - y c_i)+ u_n - n y S_i
 *   in place of the term of `first`, which is not less. Beyond MOST_ROUNDS messages u_n is
 *   replaced by t/w.
 *
 * - results: where results return `steady` counts them, too (solve/bag/rate.c). With one port each
 *   way S, the least latency, passes before the first unit has arrived and, if all results return,
 *   once more while the last one comes: the emission port sends nothing then, and nothing is
 *   received while the first message is sent; a worker computes at neither time. So T is at least
 *   W/rho + S, or 2 S.
 *
 * F_y is convex and piecewise linear in T: Newton's method from the right reaches the root T(y) in
 * finitely many steps. F_y(T) is a maximum of functions that are convex in y, so the prices that
 * prove more than t are an interval: T(y) rises to its maximum and then falls. The maximum lies
 * between the neighbours of the best of the prices 1/c_i and 0; golden section searches there.
 * Each price is a proof, whichever way it was chosen. 1e-12 relative is subtracted for rounding. */
#include "model/instance.h"
#include "solve/bounds/bounds.h"
#include "solve/divisible/activation.h"

#include <string.h>

enum { PRICES = 17, SECTIONS = 24, FIRST_WORKERS = 100, MOST_ROUNDS = 32 };

/* u_n(t) = rate t - lost. */
struct round {
  double rate, lost;
};

struct relaxation {
  const struct sp_activation *a;
  const struct sp_activation_price *price;
  int prices;
  struct round *round; /* [place * MOST_ROUNDS + n - 1]; NULL: not used */
  double *value;       /* room for the values of one more price */
};

/* The gain of the worker at place q if its first message has arrived t before the end; *rate is the
 * derivative in t. */
static double gain_of(const struct relaxation *r, const struct sp_activation_price *price, int q,
                      double t, double *rate)
{
  const struct sp_activation_line *line = &r->a->line[r->a->worker[q]];
  double start_up = price->y * line->S, most = price->value[q] * t;
  double best = most - start_up * (r->round ? MOST_ROUNDS + 1 : 1);
  *rate = price->value[q];
  for (int n = 1; r->round && n <= MOST_ROUNDS && most - n * start_up > best; n++) {
    const struct round *round = &r->round[q * MOST_ROUNDS + n - 1];
    double worth = price->value[q] / line->rate;
    double gain = worth * (round->rate * t - round->lost) - n * start_up;
    if (gain > best) {
      best = gain;
      *rate = worth * round->rate;
    }
  }
  return best;
}

/* F_y(T) and its slope; the worker at place `first` is served before the others; -1: unknown. */
static double carried(const struct relaxation *r, const struct sp_activation_price *price,
                      int first, double T, double *slope)
{
  const struct sp_activation *a = r->a;
  double before = first >= 0 ? a->line[a->worker[first]].S : 0;
  double load = price->y * T;
  *slope = price->y;
  for (int q = 0; q < a->p; q++) {
    double S = a->line[a->worker[q]].S;
    double arrival = q == first ? S : S + before;
    double rate, gain = gain_of(r, price, q, T - arrival, &rate);
    if (gain > 0 || q == first) {
      load += gain;
      *slope += rate;
    }
  }
  return load;
}

/* The least T with F_y(T) >= W. F_y is convex, so its tangents meet W to the right of it. */
static double root(const struct relaxation *r, const struct sp_activation_price *price, int first)
{
  const struct sp_activation *a = r->a;
  double T = 0, slope = 0, latest = 0;
  for (int q = 0; q < a->p; q++) /* from here on every worker that matters gains */
    if (price->value[q] > 1e-6 * a->line[a->worker[q]].rate)
      latest = fmax(latest, 3 * a->line[a->worker[q]].S +
                                price->y * a->line[a->worker[q]].S / price->value[q]);
  latest += 2 * a->line[a->worker[first >= 0 ? first : 0]].S;
  T = fmax(latest, a->W / price->rho);
  double load = carried(r, price, first, T, &slope);
  T += fmax(0, a->W - load) / slope;
  for (;;) { /* the slope decreases each time */
    load = carried(r, price, first, T, &slope);
    double next = T - (load - a->W) / slope;
    if (!(slope > 0) || !(next < T))
      break;
    T = next;
  }
  return T;
}

/* A price and the bound that it proves. */
struct proof {
  double y, bound;
};

/* The bound that a price proves; replaces *best if greater. */
static struct proof look(const struct relaxation *r, const struct sp_activation_price *price,
                         int first, struct proof *best)
{
  struct proof found = {price->y, root(r, price, first)};
  if (found.bound > best->bound)
    *best = found;
  return found;
}

static struct proof look_at(const struct relaxation *r, double y, int first, struct proof *best)
{
  struct sp_activation_price price = sp_activation_price_at(r->a, y, r->value);
  return look(r, &price, first, best);
}

/* The neighbours of y among the prices, or y itself at an end. */
static void bracket(const struct relaxation *r, double y, double *low, double *high)
{
  *low = *high = y;
  for (int k = 0; k < r->prices; k++) {
    double other = r->price[k].y;
    if (other < y && (*low == y || other > *low))
      *low = other;
    if (other > y && (*high == y || other < *high))
      *high = other;
  }
}

/* The best price, or one that proves `enough`. */
static struct proof greatest(const struct relaxation *r, int first, double enough)
{
  static const double golden = 0.6180339887498949;
  struct proof best = {0, 0};
  double low, high;
  for (int k = 0; k < r->prices && best.bound < enough; k++)
    look(r, &r->price[k], first, &best);
  bracket(r, best.y, &low, &high);
  if (low < high && best.bound < enough) {
    struct proof left = look_at(r, high - golden * (high - low), first, &best);
    struct proof right = look_at(r, low + golden * (high - low), first, &best);
    for (int k = 1; k < SECTIONS && best.bound < enough; k++)
      if (left.bound > right.bound) {
        high = right.y;
        right = left;
        left = look_at(r, high - golden * (high - low), first, &best);
      } else {
        low = left.y;
        left = right;
        right = look_at(r, low + golden * (high - low), first, &best);
      }
  }
  best.bound = bound_below(best.bound, false);
  return best;
}

/* The least over all workers that can be first, whose first message has to arrive. */
static double least_first(const struct relaxation *r)
{
  double least = INFINITY;
  for (int f = 0; f < r->a->p; f++)
    least = fmin(least, fmax(greatest(r, f, least).bound, r->a->line[r->a->worker[f]].S));
  return least;
}

static void prepare_rounds(struct sp_context *cx, struct relaxation *r)
{
  r->round = sp_new(cx, r->a->p * MOST_ROUNDS, struct round);
  for (int q = 0; q < r->a->p; q++) {
    const struct sp_activation_line *line = &r->a->line[r->a->worker[q]];
    double w = 1 / line->rate, G = 0, before = 0;
    for (int n = 1; n <= MOST_ROUNDS; n++) {
      before += G;
      G = (1 + w * G) / line->c;
      bool finite = before < 1e100 && G < 1e100;
      struct round *round = &r->round[q * MOST_ROUNDS + n - 1];
      *round = (struct round){line->rate, 0};
      if (finite)
        *round = (struct round){G / (1 + w * G), line->S * before / (1 + w * G)};
    }
  }
}

/* The bounds that count start-ups; returns how many. */
static int bounds_of_one_port(const struct sp_instance *in, struct sp_context *cx,
                              struct sp_bound *bound)
{
  struct relaxation r = {.a = sp_activation_new(cx, in)};
  if (!r.a || r.a->p == 0)
    return 0;
  r.price = sp_activation_prices(cx, r.a, PRICES, &r.prices);
  r.value = sp_new(cx, r.a->p, double);
  struct proof latency = greatest(&r, -1, INFINITY);
  bound[0] = (struct sp_bound){"latency", latency.bound};
  if (r.a->p > FIRST_WORKERS)
    return 1;
  bound[1] = (struct sp_bound){"first", least_first(&r)};
  struct sp_activation_price price[PRICES + 1] = {sp_activation_price_at(r.a, latency.y, r.value)};
  memcpy(price + 1, r.price, (size_t)r.prices * sizeof *price);
  bound[2] = (struct sp_bound){"queue", queue_bound(cx, r.a, price, r.prices + 1, latency.bound)};
  prepare_rounds(cx, &r);
  bound[3] = (struct sp_bound){"rounds", least_first(&r)};
  return 4;
}

/* Of the bound results. */
static double start_ups(const struct sp_instance *in)
{
  const struct sp_ports *ports = &in->platform.node[0].ports;
  double least = INFINITY;
  bool all = true;
  for (int i = 1; i <= in->m; i++) {
    if (isinf(in->w[i].v))
      continue;
    least = fmin(least, in->latency[i].v);
    all = all && sp_returns(in, i);
  }
  return ports->send == 1 && ports->recv == 1 && isfinite(least) ? (all ? 2 : 1) * least : 0;
}

int bounds_divisible(const struct sp_instance *in, const struct sp_redistribution *p,
                     struct sp_context *cx, struct sp_bound *bound)
{
  (void)p;
  int n = 0;
  double steady = steady_bound(cx, in, SP_RATE_UNITS);
  bound[n++] = (struct sp_bound){"steady", steady};
  if (sp_has_results(in) && in->total.v > 0)
    bound[n++] = (struct sp_bound){"results", bound_below(steady + start_ups(in), false)};
  if (in->platform.node[0].ports.send == 1)
    n += bounds_of_one_port(in, cx, bound + n);
  return n;
}

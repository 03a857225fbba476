/* Lower bounds on the time of a divisible load W with start-ups, one emission at a time.
 *
 * Let a schedule end at T, let U be the workers that compute anything and l_i what they are sent.
 * At price y, with z_i = max(0, 1 - y c_i) (activation_prices.c), l_i <= y c_i l_i + z_i (T -
 * s_i)/w_i, s_i the date at which worker i's first message has arrived. The port is busy for
 * sum_U (S_i + c_i l_i) <= T at least, so that
 *
 *   W <= y T + sum_U (z_i/w_i (T - s_i) - y S_i)
 *
 * - latency: s_i >= S_i, and whatever U is, W <= F_y(T) = y T + sum_i max(0, z_i/w_i (T - S_i) -
 *   y S_i). F_y does not decrease, so T is at least its least T with F_y(T) >= W, for every y. It
 *   is the Lagrangian dual of the choice of U: at least as much as the linear programme in which
 *   workers are used by fractions, and at least the steady state's bound, where S is 0 in it.
 * - first: let f be the worker that is served first. Then s_f >= S_f, and s_i >= S_f + S_i for the
 *   others, as the port is busy with f before: F_y with these s_i bounds T, for every y; so does
 *   the least of this over f. For up to 100 workers.
 *
 * - queue: let U be served for the first time in some order. Then s_i is at least S_i and all S
 *   before it, and sum_U (z_i/w_i) s_i is least in order of S_i/(z_i/w_i) (Smith's rule). Take the
 *   workers in this order, each into U or not: the best U is found by dynamic programming over the
 *   sum P of the start-ups so far, in steps to which P is rounded down, which only adds to the
 *   load. For up to 100 workers.
 *
 * - rounds: what worker i can compute of n messages, all to itself. Let x_1, .., x_n be its chunks
 *   and d idle times after the first one begins: c x_1 + w (sum x) + sum d <= t = T - S - (the S
 *   of the first worker, as above), and, as chunk k has arrived when it is begun, (k - 1) S + c
 *   (x_2 + .. + x_k) <= w (x_1 + .. + x_(k-1)) + (idle before it), 2 <= k <= n. With G_j = (1 +
 *   w/c + .. + (w/c)^(j-1))/c and e = 1/(1 + w G_n), the sum of the first by e G_n and of the
 *   others by e (G_(n-k+1) - G_(n-k)) says
 *
 *     sum x <= u_n(t) = e (G_n t - S (G_1 + .. + G_(n-1)))
 *
 *   Each message takes S of the port, so that F_y takes max over n of (1 - y c_i)+ u_n - n y S_i
 *   instead of what `first` counts, which is no less. Beyond MOST_ROUNDS messages (t)/w is taken
 *   for u_n.
 *
 * `queue` grows with T and is inverted by bisection. F_y is convex and piecewise linear in T:
 * Newton's method from the right reaches the root T(y) in finitely many steps. F_y(T) is the
 * greatest of functions that are convex in y, so that the prices which prove more than t are an
 * interval: T(y) rises to its greatest value and falls. That lies between the neighbours of the
 * best of the prices 1/c_i and 0, where it is looked for by golden section; `queue` takes the best
 * one of `latency`. Each price is a proof, however well it was chosen. What rounding may have added
 * is taken off again, 1e-12 relative. */
#include "solve/bounds/bounds.h"

#include <starport/activation.h>

#include <stdlib.h>

enum { PRICES = 17, SECTIONS = 24, FIRST_WORKERS = 100, CELLS = 1024, MOST_ROUNDS = 32 };

/* u_n(t) = rate t - lost. */
struct round {
  double rate, lost;
};

struct relaxation {
  const struct sp_activation *a;
  const struct sp_activation_price *price;
  int prices;
  struct round *round; /* [place * MOST_ROUNDS + n - 1]; NULL: not looked at */
  double *value;       /* room for those of one more price */
};

/* What the worker in this place is worth that is served from t before the end, its start-up apart;
 * *rate is the change with t. */
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

/* F_y(T) and its slope; the worker in place `first` is served before the others, -1: not told. */
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

/* The least T at which F_y carries W. It is convex, so its tangents meet W on the right of that. */
static double root(const struct relaxation *r, const struct sp_activation_price *price, int first)
{
  const struct sp_activation *a = r->a;
  double T = 0, slope = 0, latest = 0;
  for (int q = 0; q < a->p; q++) /* all that matter gain from here on */
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

/* A price and what it proves. */
struct proof {
  double y, bound;
};

/* What a price proves; *best becomes it if that is more. */
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

/* The neighbours of y among the prices; y itself where there is none. */
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

/* The best price, or one that proves `enough`; `first` as above. */
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
  best.bound *= 1 - 1e-12;
  return best;
}

/* The least over all who can be first; whoever it is, his first message has to arrive. */
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

/* A worker as the queue sees it. */
struct waiting {
  double S, value; /* value of a unit of its time */
};

static int by_smith(const void *a, const void *b)
{
  const struct waiting *x = a, *y = b;
  double left = x->S * y->value, right = y->S * x->value;
  return (left > right) - (left < right);
}

/* The most that can be computed by T at price y, n workers in line. */
static double queued(const struct waiting *line, int n, double y, double T, double step,
                     double *cell)
{
  double most = 0;
  for (int P = 0; P <= CELLS; P++)
    cell[P] = P == 0 ? 0 : -INFINITY;
  for (int q = 0; q < n; q++)
    for (int P = CELLS; P >= 0; P--) {
      int next = P + (int)(line[q].S / step);
      double gain = line[q].value * (T - line[q].S - P * step) - y * line[q].S;
      if (cell[P] > -INFINITY && gain > 0 && next <= CELLS)
        cell[next] = fmax(cell[next], cell[P] + gain);
    }
  for (int P = 0; P <= CELLS; P++)
    most = fmax(most, cell[P]);
  return y * T + most;
}

/* No less than `known`, what was proven without the queue. */
static double queue(struct sp_context *cx, const struct relaxation *r, const struct proof *known)
{
  const struct sp_activation *a = r->a;
  struct waiting *line = sp_new(cx, a->p, struct waiting);
  double *cell = sp_new(cx, CELLS + 1, double), all = 0, fails = known->bound;
  struct sp_activation_price best = sp_activation_price_at(a, known->y, r->value);
  for (int q = 0; q < a->p; q++)
    all += a->line[a->worker[q]].S;
  double step = all > 0 ? all / CELLS : 1;
  for (int k = -1; k < r->prices; k++) {
    const struct sp_activation_price *price = k < 0 ? &best : &r->price[k];
    int n = 0;
    for (int q = 0; q < a->p; q++)
      if (price->value[q] > 0)
        line[n++] = (struct waiting){a->line[a->worker[q]].S, price->value[q]};
    qsort(line, (size_t)n, sizeof *line, by_smith);
    if (queued(line, n, price->y, fails, step, cell) >= a->W)
      continue;
    double passes = fails;
    do
      passes *= 2;
    while (queued(line, n, price->y, passes, step, cell) < a->W);
    while (passes - fails > 1e-9 * passes) {
      double T = fails + (passes - fails) / 2;
      if (queued(line, n, price->y, T, step, cell) < a->W)
        fails = T;
      else
        passes = T;
    }
  }
  return fails * (1 - 1e-12);
}

int bounds_divisible(const struct sp_instance *in, struct sp_context *cx, struct sp_bound *bound)
{
  if (in->platform.node[0].ports.send != 1)
    return 0;
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
  bound[2] = (struct sp_bound){"queue", queue(cx, &r, &latency)};
  prepare_rounds(cx, &r);
  bound[3] = (struct sp_bound){"rounds", least_first(&r)};
  return 4;
}

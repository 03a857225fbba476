/* dp: the optimum where communication costs only start-ups (all c = 0).
 *
 * Then one message to each worker used is enough, in the order of S w, by an exchange argument; the
 * set of workers must be found. Each worker added moves the date of the last message, so a knapsack
 * over these dates finds the greatest load W*(T), from the most load W(t) of messages up to date t.
 * W* is convex and piecewise linear, the maximum over subsets X of a line in T, so the least T for
 * a load is found exactly, by Newton's iteration from above.
 *
 *   W*(T) = max over dates t of W(t) ; W(0) = 0
 *   for i by (S w, index): W(t + S_i) = max(W(t + S_i), W(t) + (T - t - S_i)/w_i)     t + S_i < T
 *   T = min_i (S_i + W w_i) ; X = argmax at T ; T' = (W + sum_{i in X} date_i/w_i)/sum_{i in X} 1/w
 *   until T' = T
 *
 * The dates are the sums of start-ups that can be reached, so S may be real. A date with no more
 * load than an earlier one is dropped, since a delay only costs later workers load. With S = 0 all
 * workers are used at once.
 *
 * Source: RR-6096, Proposition 9 and Theorem 10. Erratum: the search for T by bisection that
 * Theorem 10 proposes has too coarse a resolution, 1/(p max w) with integers; for S = 4,1,3,
 * w = 1,5,6 breakpoints of W* at 94/19 and 5 are closer. Newton's iteration needs no resolution.
 * Cost: O(p log p) and, for each of a few steps of Newton, O(p x dates reached); the dates are at
 * most T for integer S. Example: "c=0 w=3,2,9,8,7,7 latency=9,13,10,2,8,2 work=20": workers 6, 4,
 * 2, 1, 5 in this order, makespan 7192/209 = 34.4. */
#include "solve/divisible/cyclic.h"

/* A subset of the workers considered so far. Its last message arrives at `date`, and its load by T,
 * T speed - lost, is the greatest of all subsets whose last message arrives no later. */
struct state {
  double date, load, speed, lost;
  long last; /* the last step of the subset, -1: no worker */
};

/* A step from a subset to another: this worker is added. */
struct step {
  int worker;
  int before;
};

/* The most steps in all; more would take minutes and too much memory. */
enum { MOST_STEPS = 1 << 24 };

struct knapsack {
  struct sp_context *cx;
  const struct sp_instance *in;
  int n, *order;
  struct state *state, *next; /* by increasing date and load */
  long states, room;
  struct step *step;
  long steps, step_room;
};

static void make_room(struct knapsack *s)
{
  if (s->states * 2 > s->room) {
    struct state *old = s->state;
    s->room = 4 * s->states;
    s->state = sp_new(s->cx, s->room, struct state);
    s->next = sp_new(s->cx, s->room, struct state);
    for (long k = 0; k < s->states; k++)
      s->state[k] = old[k];
  }
  if (s->steps + s->states > s->step_room) {
    struct step *old = s->step;
    s->step_room = 2 * (s->steps + s->states);
    s->step = sp_new(s->cx, s->step_room, struct step);
    for (long k = 0; k < s->steps; k++)
      s->step[k] = old[k];
  }
}

/* The state with worker i added; its step is recorded if the state is kept. */
static struct state extended(const struct sp_instance *in, const struct state *x, int i, double T)
{
  struct state y = *x;
  double w = in->w[i].v;
  y.date += in->latency[i].v;
  y.load += (T - y.date) / w;
  y.speed += 1 / w;
  y.lost += y.date / w;
  return y;
}

static bool is_before(const struct state *a, const struct state *b)
{
  return a->date < b->date || (a->date == b->date && a->load >= b->load);
}

/* Merges the states without worker i and those with it. */
static void add_worker(struct knapsack *s, int i, double T)
{
  long kept = 0, without = 0, with = 0;
  double best = -1;
  make_room(s);
  while (without < s->states || with < s->states) {
    struct state x = {.date = INFINITY};
    if (with < s->states)
      x = extended(s->in, &s->state[with], i, T);
    if (!(x.date < T)) {
      with = s->states;
      x.date = INFINITY;
    }
    bool old = without < s->states && (with == s->states || is_before(&s->state[without], &x));
    if (!old && with == s->states)
      break;
    if (old)
      x = s->state[without++];
    if (x.load > best * (1 + 0x1p-50)) { /* more than rounding */
      best = x.load;
      if (!old) {
        s->step[s->steps] = (struct step){i, (int)x.last};
        x.last = s->steps++;
      }
      s->next[kept++] = x;
    }
    with += !old;
  }
  sp_swap(s->state, s->next);
  s->states = kept;
}

/* The best subset for T; NULL: refused. */
static const struct state *best_by(struct knapsack *s, double T)
{
  s->states = 1;
  s->steps = 0;
  s->state[0] = (struct state){.last = -1};
  for (int k = 0; k < s->n; k++) {
    add_worker(s, s->order[k], T);
    if (s->steps > MOST_STEPS) {
      sp_refuse(s->cx, "more than %d dates of messages can be reached", MOST_STEPS);
      return NULL;
    }
  }
  return &s->state[s->states - 1];
}

/* The least time for load W by Newton's iteration; the subset is left in *X. 0: refused. */
static double least_time(struct knapsack *s, double W, struct state *X)
{
  double T = INFINITY;
  for (int k = 0; k < s->n; k++) {
    int i = s->order[k];
    T = fmin(T, s->in->latency[i].v + W * s->in->w[i].v);
  }
  for (;;) {
    const struct state *best = best_by(s, T);
    if (!best)
      return 0;
    *X = *best;
    double next = X->speed > 0 ? (W + X->lost) / X->speed : T;
    if (!(next < T * (1 - 0x1p-50)))
      return T;
    T = next;
  }
}

/* The chunks that let all of X end at T. */
static void write(struct knapsack *s, const struct state *X, double T, struct sp_schedule *out)
{
  long n = 0;
  for (long k = X->last; k >= 0; k = s->step[k].before)
    n++;
  int *sequence = sp_new(s->cx, n, int);
  double *chunk = sp_new(s->cx, n, double), date = 0;
  for (long k = X->last, j = n; k >= 0; k = s->step[k].before)
    sequence[--j] = s->step[k].worker;
  for (long j = 0; j < n; j++) {
    date += s->in->latency[sequence[j]].v;
    chunk[j] = (T - date) / s->in->w[sequence[j]].v;
  }
  if (n > 0)
    sp_sequence_plan(s->cx, s->in, n, sequence, chunk, out);
}

/* Opens the knapsack with the workers by (S w, index); -1: refused. */
static int open(struct knapsack *s, struct sp_context *cx, const struct sp_instance *in)
{
  struct sp_num *product = sp_new(cx, in->m + 1, struct sp_num);
  for (int i = 1; i <= in->m; i++) {
    if (in->w[i].v < INFINITY && in->c[i].v > 0)
      return sp_refuse(cx, "worker %d has c = %.12g, and it solves only c = 0", i, in->c[i].v);
    product[i].v = in->latency[i].v > 0 ? in->latency[i].v * in->w[i].v : 0;
  }
  *s = (struct knapsack){.cx = cx, .in = in, .order = sp_new(cx, in->m, int), .room = 1024};
  s->n = sp_order_workers(cx, in, product, NULL, s->order);
  s->state = sp_new(cx, s->room, struct state);
  s->next = sp_new(cx, s->room, struct state);
  return 0;
}

static int dp_plan(struct sp_context *cx, const struct sp_instance *in, const void *options,
                   struct sp_schedule *out)
{
  (void)options;
  struct knapsack s;
  if (sp_divisible_served(cx, in, false) || open(&s, cx, in))
    return -1;
  out->planned = 0;
  double T = INFINITY;
  struct state X = {.last = -1};
  if (in->total.v == 0 || s.n == 0)
    return 0;
  if (in->total.v < INFINITY && !((T = least_time(&s, in->total.v, &X)) > 0))
    return -1;
  if (T > in->deadline.v || in->total.v == INFINITY) {
    const struct state *best = best_by(&s, T = in->deadline.v);
    if (!best)
      return -1;
    X = *best;
  }
  write(&s, &X, T, out);
  return 0;
}

const struct sp_heuristic sp_heuristic_dp = {
    .abi = SP_ABI,
    .name = "dp",
    .summary = "optimal where communication costs start-ups only (c = 0)",
    .source = "RR-6096, Proposition 9 and Theorem 10",
    .version = 1,
    .problems = SP_DIVISIBLE,
    .plan = dp_plan,
};

/* Branch and bound over activation sequences by the optimality principle: no linear programme.
 *
 * Some optimal sequence has no empty message and leaves no worker idle, so its chunks are those of
 * the linear system. It is searched from its END: a node is a suffix sigma', its children have one
 * more message in front. The linear system runs in the same direction, so a child costs O(1), and
 * if a suffix cannot be solved (U > W, or start-ups beyond T) neither can its children.
 *
 * Bound. Let tau be the messages still to be added in front, P their port time and L their load.
 * Let D(x) = d + d' x be the length of sigma', n_i + n'_i x the length of the part after worker i's
 * first message in it (-x if it has none), and W = U + V x + L the load. The time is T = P + D(x) +
 * x. Worker i still has P + D - next_i - s_i for tau, where s_i >= S_i passes before its first
 * message has arrived. At price y (activation_prices.c)
 *
 *   L <= y (P - min S) + sum z_i/w_i (P + max(0, d - n_i - S_i) + (d' - n'_i) x)
 *
 * and V <= y d' + sum z_i/w_i (1 + n'_i), so a unit of x gains at most rho (1 + d'), which it costs
 * in P. Hence W <= U + E + rho (T - d) for all x and P, with E = sum z_i/w_i max(0, d - n_i - S_i)
 * - y min S, and always T >= d + min S.
 *
 * The bound holds for any number of messages in front. So the least bound of the suffixes at which
 * the search ends because they have as many messages as allowed is one of all longer sequences.
 *
 * One round. If a worker is used at most once those in the suffix get nothing of L. With U below
 * sums over the workers not yet used, and S the least of theirs, L gains rho' = y + sum_U z_i/w_i a
 * unit of P, and V x + L gains V/(1 + d') + sum_U z_i/w_i a unit of (1 + d') x = T - d - P. So W <=
 * U + sum_U z_i/w_i max(0, d - S_i) - y S + rho (T - d) - max(0, rho - rho') S with the greater
 * rate rho. Two neighbours i, j at a time R before T, i first, carry more than j first by
 * (R (c_j - c_i) + S_j w_j - S_i w_i)/((c_i + w_i)(c_j + w_j)) and leave the port more time by
 * (S_i w_i c_j - S_j w_j c_i)/(..): an order that loses by neither is enough (if equal, the higher
 * index first, as below).
 *
 * Children are visited by bound. Of workers with equal costs the k-th is used only after the
 * (k-1)-th. Costs that differ by less than 1e-12 relative are equal. */
#include "base/text.h"
#include "method/context.h"
#include "solve/divisible/activation.h"

struct suffix {
  struct sp_affine D, load;
};

struct child {
  double bound;
  int place; /* in worker[] */
};

struct search {
  struct sp_context *cx;
  const struct sp_activation *a;
  struct sp_activation_search *asked;
  const struct sp_activation_price *price;
  int prices;
  double least_S;
  double best;   /* cost of the best */
  double open;   /* least bound of the nodes not visited */
  double beyond; /* least bound of longer sequences than `most` messages */
  long depth_limit;
  double room;             /* no longer sequence can be better */
  int *trail;              /* [depth] worker, from the last message */
  int *place;              /* [depth] its place in worker[] */
  long *used;              /* [place] messages in the trail */
  struct child *child;     /* [depth * p + ..] */
  struct sp_affine *later; /* [place] as in sp_activation */
  int *best_trail;
  long best_n;
};

static double margin(double cost)
{
  return isinf(cost) ? cost : cost - 1e-12 * fabs(cost);
}

/* Adds a message to worker[place] in front; false if that cannot be solved. *cost is its cost. */
static bool extend(const struct search *s, const struct suffix *from, int place, struct suffix *to,
                   double *cost)
{
  const struct sp_activation *a = s->a;
  const struct sp_activation_line *line = &a->line[a->worker[place]];
  const struct sp_affine *later = &s->later[place];
  double u = (from->D.constant - later->constant) * line->rate, x;
  double v = (from->D.coefficient - later->coefficient) * line->rate;
  to->D = (struct sp_affine){from->D.constant + line->S + u * line->c,
                             from->D.coefficient + v * line->c};
  to->load = (struct sp_affine){from->load.constant + u, from->load.coefficient + v};
  *cost = sp_activation_cost_of(a, to->D, to->load, &x);
  return x >= 0;
}

/* A lower bound on the cost of all sequences that end in this suffix and are longer. Its first
 * message, to `place`, was added at length `from` (place < 0: the empty suffix). */
static double bound_of(const struct search *s, const struct suffix *to, int place, double from)
{
  const struct sp_activation *a = s->a;
  double d = to->D.constant, bound = a->by_deadline ? -a->W : d + s->least_S;
  if (a->by_deadline && d + s->least_S > a->T)
    return INFINITY;
  for (int k = 0; k < s->prices && bound < margin(s->best); k++) {
    const struct sp_activation_price *price = &s->price[k];
    double most = to->load.constant - price->y * s->least_S;
    for (int q = 0; q < a->p; q++) {
      double next = q == place ? from : s->later[q].constant;
      most += price->value[q] * fmax(0, d - next - a->line[a->worker[q]].S);
    }
    bound = fmax(bound, a->by_deadline ? -most - price->rho * (a->T - d)
                                       : d + fmax(0, a->W - most) / price->rho);
  }
  return bound;
}

static void keep(struct search *s, long depth, double cost)
{
  s->best = cost;
  s->best_n = depth + 1;
  for (long k = 0; k <= depth; k++)
    s->best_trail[depth - k] = s->trail[k];
}

/* The same if a worker is used at most once. */
static double bound_once(const struct search *s, const struct suffix *to, int place)
{
  const struct sp_activation *a = s->a;
  double d = to->D.constant, least = INFINITY;
  for (int q = 0; q < a->p; q++)
    if (q != place && s->used[q] == 0)
      least = fmin(least, a->line[a->worker[q]].S);
  if (least == INFINITY || (a->by_deadline && d + least > a->T))
    return INFINITY;
  double bound = a->by_deadline ? -a->W : d + least;
  for (int k = 0; k < s->prices && bound < margin(s->best); k++) {
    const struct sp_activation_price *price = &s->price[k];
    double most = to->load.constant - price->y * least, rest = 0;
    for (int q = 0; q < a->p; q++)
      if (q != place && s->used[q] == 0) {
        rest += price->value[q];
        most += price->value[q] * fmax(0, d - a->line[a->worker[q]].S);
      }
    double filled = to->load.coefficient / (1 + to->D.coefficient);
    double rho = fmax(filled, price->y) + rest;
    most -= fmax(0, filled - price->y) * least;
    bound = fmax(bound, a->by_deadline ? -most - rho * (a->T - d) : d + fmax(0, a->W - most) / rho);
  }
  return bound;
}

/* In one round: is worker[place] in front of the suffix, which starts with worker[next], no better
 * than behind this message, whatever comes before? */
static bool is_dominated(const struct search *s, const struct suffix *from, int place, int next)
{
  const struct sp_activation_line *i = &s->a->line[s->a->worker[next]];
  const struct sp_activation_line *j = &s->a->line[s->a->worker[place]];
  double Si = i->S / i->rate, Sj = j->S / j->rate, time = Si * j->c - Sj * i->c;
  double R = j->c >= i->c ? from->D.constant + j->S : s->a->by_deadline ? s->a->T : s->best;
  double load = R * (j->c - i->c) + Sj - Si;
  return time >= 0 && load >= 0 && (time > 0 || load > 0 || next > place);
}

/* May worker[place] get a message in front of the suffix? */
static bool is_allowed(const struct search *s, long depth, const struct suffix *from, int place)
{
  const struct sp_activation *a = s->a;
  if (a->twin[place] >= 0 && s->used[place] == 0 && s->used[a->twin[place]] == 0)
    return false;
  return !s->asked->once || (s->used[place] == 0 &&
                             (depth == 0 || !is_dominated(s, from, place, s->place[depth - 1])));
}

/* The children to visit, by bound; returns how many. */
static int branch(struct search *s, long depth, const struct suffix *from, struct child *child)
{
  const struct sp_activation *a = s->a;
  int n = 0;
  for (int q = 0; q < a->p; q++) {
    struct suffix to;
    double cost;
    if (!is_allowed(s, depth, from, q))
      continue;
    if (++s->asked->nodes % 1024 == 0)
      sp_context_visited(s->cx, s->asked->nodes);
    if (!extend(s, from, q, &to, &cost))
      continue;
    s->trail[depth] = a->worker[q];
    if (cost < margin(s->best))
      keep(s, depth, cost);
    double bound = s->asked->once ? bound_once(s, &to, q) : bound_of(s, &to, q, from->D.constant);
    if (bound >= margin(s->best))
      continue;
    if (depth + 1 == s->depth_limit) {
      if ((double)s->depth_limit < s->room)
        s->beyond = fmin(s->beyond, bound);
      continue;
    }
    int k = n++;
    for (; k > 0 && child[k - 1].bound > bound; k--)
      child[k] = child[k - 1];
    child[k] = (struct child){bound, q};
  }
  return n;
}

static void visit(struct search *s, long depth, const struct suffix *from)
{
  struct child *child = s->child + depth * s->a->p;
  int n = branch(s, depth, from, child);
  for (int k = 0; k < n && child[k].bound < margin(s->best); k++) {
    int place = child[k].place;
    struct sp_affine later = s->later[place];
    struct suffix to;
    double cost;
    if (s->asked->nodes >= s->asked->limit || sp_stopped(s->cx)) {
      s->open = fmin(s->open, child[k].bound);
      return;
    }
    extend(s, from, place, &to, &cost);
    s->trail[depth] = s->a->worker[place];
    s->place[depth] = place;
    s->later[place] = from->D;
    s->used[place]++;
    visit(s, depth + 1, &to);
    s->used[place]--;
    s->later[place] = later;
  }
}

double sp_activation_room(const struct sp_activation *a, double cost)
{
  double least = INFINITY, greatest_c = 0;
  for (int q = 0; q < a->p; q++) {
    least = fmin(least, a->line[a->worker[q]].S);
    greatest_c = fmax(greatest_c, a->line[a->worker[q]].c);
  }
  double room = least > 0 ? floor((a->by_deadline ? a->T : cost) / least) : INFINITY;
  return greatest_c > 0 || a->limited ? room : fmin(room, a->p);
}

static struct search prepare(struct sp_context *cx, const struct sp_activation *a,
                             struct sp_activation_search *asked, double best)
{
  struct search s = {.cx = cx, .a = a, .asked = asked, .least_S = INFINITY, .best = best};
  s.open = s.beyond = INFINITY;
  s.price = sp_activation_prices(cx, a, 17, &s.prices);
  s.room = sp_activation_room(a, best);
  s.depth_limit = asked->most > 0 ? asked->most : (long)s.room + 1;
  s.trail = sp_new(cx, s.depth_limit, int);
  s.place = sp_new(cx, s.depth_limit, int);
  s.best_trail = sp_new(cx, s.depth_limit, int);
  s.used = sp_new(cx, a->p, long);
  s.child = sp_new(cx, s.depth_limit * a->p, struct child);
  s.later = sp_new(cx, a->p, struct sp_affine);
  for (int q = 0; q < a->p; q++) {
    s.least_S = fmin(s.least_S, a->line[a->worker[q]].S);
    s.later[q] = (struct sp_affine){0, -1};
  }
  return s;
}

int sp_activation_search(struct sp_context *cx, const struct sp_activation *a,
                         struct sp_activation_search *asked, int *sequence, long *n)
{
  static const struct suffix empty;
  long first = 0;
  if (a->limited)
    return sp_activation_search_limited(cx, a, asked, sequence, n);
  double best = sp_activation_cost(a, *n, sequence, &first);
  struct search s = prepare(cx, a, asked, best);
  asked->nodes = 0;
  visit(&s, 0, &empty);
  const int *found = s.best_n > 0 ? s.best_trail : sequence + first; /* may exceed depth_limit */
  *n = s.best_n > 0 ? s.best_n : *n - first;
  for (long k = 0; k < *n; k++)
    sequence[k] = found[k];
  asked->proven = s.open == INFINITY;
  asked->bound = fmin(s.open, s.best);
  asked->beyond = fmin(s.beyond, asked->bound);
  if (*n > 0)
    return 0;
  return sp_refuse(cx, "no sequence of at most %ld message%s is feasible", asked->most,
                   sp_plural((double)asked->most));
}

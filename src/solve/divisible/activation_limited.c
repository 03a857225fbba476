/* Branch and bound over activation sequences in which a message to worker i carries at most b_i
 * units, or worker i holds at most so many as its memory (BOUNDED-DIVISIBLE of RR-5196).
 *
 * With limits the optimality principle does not hold: a worker whose buffer is full can be idle in
 * an optimal schedule, so the linear system does not give the chunks. The linear programme of the
 * sequence does, or with memory the search of its chunks (memory.c); it is solved at each node
 * whose limits can carry the load. The bound uses only the prices of activation_prices.c: a
 * sequence that contains the messages of this one pays their start-ups, hence W <= rho T - y (sum
 * of their S), and the load beyond the limits of its messages needs more messages, each of the
 * greatest limit at most. In one round each worker gets at most one message, so that the memory
 * limits a message as a buffer does, and the programme of the sequence is enough. Then worker i has
 * no more than its limit and what it computes after the start-ups A_i of the messages up to its
 * own: by T no more load is done than y (T - sum S) + sum min(z_i/w_i (T - A_i), z_i b_i). */
#include "base/text.h"
#include "method/context.h"
#include "model/instance.h"
#include "solve/divisible/activation.h"

enum { NODES_PER_PROGRAMME = 100 };

struct limited {
  struct sp_context *cx;
  const struct sp_activation *a;
  struct sp_activation_search *asked;
  const struct sp_activation_price *price;
  int prices;
  double greatest; /* chunk */
  double least_S;
  double best, open, beyond; /* as in activation_search.c */
  long best_n;
  int *worker, *sequence; /* [0..most-1] */
  long *used;             /* [place] */
  double *arrived;        /* [place] in one round, of those used: start-ups up to its message */
  bool failed;
};

/* The most load of one message to the worker at this place. */
static double room(const struct limited *s, int place)
{
  return sp_activation_most(s->a, s->a->worker[place], s->a->T);
}

/* The most load of further messages after one to this place. */
static double further(const struct limited *s, long messages, int place)
{
  if (!s->asked->once)
    return (double)messages * s->greatest;
  double sum = 0;
  for (int q = 0; q < s->a->p; q++)
    sum += q != place && s->used[q] == 0 ? room(s, q) : 0;
  return sum;
}

static double margin(double cost)
{
  return isinf(cost) ? cost : cost - 1e-9 * fabs(cost);
}

/* A lower bound on the cost of the sequences that contain messages with these start-ups, which
 * carry at most `carried`, and `more` messages. */
static double bound_of(const struct limited *s, double start_ups, double carried, double more)
{
  const struct sp_activation *a = s->a;
  if (!a->by_deadline)
    more = fmax(more, ceil((a->W - carried) / s->greatest * (1 - 1e-12)));
  start_ups += more * s->least_S;
  double bound = a->by_deadline ? -a->W : start_ups;
  if (a->by_deadline && start_ups >= a->T)
    return INFINITY;
  for (int k = 0; k < s->prices; k++) {
    const struct sp_activation_price *price = &s->price[k];
    double paid = price->y * start_ups;
    bound = fmax(bound, a->by_deadline ? paid - price->rho * a->T : (a->W + paid) / price->rho);
  }
  return bound;
}

/* In one round: the most load by T of the sequences that begin with messages of these start-ups. */
static double most_once(const struct limited *s, double start_ups, double T)
{
  const struct sp_activation *a = s->a;
  double most = a->W;
  for (int k = 0; k < s->prices; k++) {
    const struct sp_activation_price *price = &s->price[k];
    double load = price->y * (T - start_ups);
    for (int q = 0; q < a->p; q++) {
      const struct sp_activation_line *line = &a->line[a->worker[q]];
      double arrived = s->used[q] > 0 ? s->arrived[q] : start_ups + line->S;
      load += price->value[q] * fmin(fmax(0, T - arrived), room(s, q) / line->rate);
    }
    most = fmin(most, load);
  }
  return most;
}

/* Solves the programme of the n messages in worker[], of whose costs `bound` is a lower bound. */
static void solve(struct limited *s, long n, double bound)
{
  long left = (s->asked->limit - s->asked->nodes) / NODES_PER_PROGRAMME;
  struct sp_memory_search search = {.limit = left > 2 ? left : 2, .enough = s->best};
  double value;
  if (sp_memory_sequence(s->cx, s->a->in, n, s->worker, &search, NULL, &value)) {
    s->failed = true;
    return;
  }
  s->asked->nodes += NODES_PER_PROGRAMME * search.programmes;
  sp_context_visited(s->cx, s->asked->nodes);
  double cost = s->a->by_deadline ? -value : value;
  if (search.bound < fmin(cost, margin(s->best)))
    s->open = fmin(s->open, fmax(bound, search.bound));
  if (!(cost < margin(s->best)))
    return;
  s->best = cost;
  s->best_n = n;
  for (long k = 0; k < n; k++)
    s->sequence[k] = s->worker[k];
}

/* In one round: can no sequence that begins with these messages be better than the best known? */
static bool is_excluded(const struct limited *s, double start_ups)
{
  if (!s->asked->once || isinf(s->best))
    return false;
  double most = most_once(s, start_ups, s->a->by_deadline ? s->a->T : s->best);
  return s->a->by_deadline ? -most >= margin(s->best) : most < s->a->W * (1 - 1e-9);
}

static void visit(struct limited *s, long depth, double start_ups, double carried)
{
  const struct sp_activation *a = s->a;
  if (depth == s->asked->most)
    s->beyond = fmin(s->beyond, bound_of(s, start_ups, carried, 1));
  for (int q = 0; q < a->p && depth < s->asked->most && !s->failed; q++) {
    double S = start_ups + a->line[a->worker[q]].S, load = carried + room(s, q);
    double bound = bound_of(s, S, load, 0);
    if (bound >= margin(s->best) || (s->asked->once && s->used[q] > 0) ||
        (a->twin[q] >= 0 && s->used[q] == 0 && s->used[a->twin[q]] == 0))
      continue;
    if (!a->by_deadline && load + further(s, s->asked->most - depth - 1, q) < a->W) {
      s->beyond = fmin(s->beyond, bound);
      continue;
    }
    if (s->asked->nodes >= s->asked->limit) {
      s->open = fmin(s->open, bound);
      continue;
    }
    s->asked->nodes++;
    s->worker[depth] = a->worker[q];
    s->used[q]++;
    s->arrived[q] = S;
    if (is_excluded(s, S)) {
      s->used[q]--;
      continue;
    }
    if (a->by_deadline || load >= a->W)
      solve(s, depth + 1, bound);
    visit(s, depth + 1, S, load);
    s->used[q]--;
  }
}

int sp_activation_search_limited(struct sp_context *cx, const struct sp_activation *a,
                                 struct sp_activation_search *asked, int *sequence, long *n)
{
  struct limited s = {.cx = cx, .a = a, .asked = asked, .least_S = INFINITY};
  s.best = s.open = s.beyond = INFINITY;
  if (*n > 0)
    s.best = sp_activation_chunks_cost(cx, a, n, sequence);
  s.best_n = s.best < INFINITY ? *n : 0;
  s.price = sp_activation_prices(cx, a, 17, &s.prices);
  s.worker = sp_new(cx, asked->most, int);
  s.sequence = sequence;
  s.used = sp_new(cx, a->p, long);
  s.arrived = sp_new(cx, a->p, double);
  for (int q = 0; q < a->p; q++)
    s.greatest = fmax(s.greatest, room(&s, q));
  for (int q = 0; q < a->p; q++)
    s.least_S = fmin(s.least_S, a->line[a->worker[q]].S);
  asked->nodes = 0;
  visit(&s, 0, 0, 0);
  *n = s.best_n;
  asked->proven = s.open == INFINITY;
  asked->bound = fmin(s.open, s.best);
  asked->beyond = fmin(s.beyond, asked->bound);
  if (s.failed)
    return -1;
  if (s.best_n > 0)
    return 0;
  const char *raise = asked->once ? (asked->proven ? "" : ": raise nodes")
                                  : (asked->proven ? ": raise actmax" : ": raise actmax or nodes");
  return sp_refuse(cx, "no sequence of at most %ld message%s %s within the %s%s", asked->most,
                   sp_plural((double)asked->most),
                   a->by_deadline ? "does anything" : "carries the load",
                   sp_has_memory(a->in) ? "memory" : "buffers", raise);
}

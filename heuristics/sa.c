/* sa: local search on the activation sequence, with a threshold that decreases to 0.
 *
 * Only a sequence of workers must be found: the linear system gives its chunks and its cost in one
 * sweep. Each step changes the sequence in one place: a message is inserted or deleted, given to
 * another worker, or swapped with another message. The change is kept if it increases the cost by
 * at most `threshold`, and the threshold decreases linearly to 0: annealing without an exponential,
 * so that every machine takes the same steps. The sweep runs from the last message to the first and
 * gives the cost of each suffix, so first messages that are not worth their start-ups are dropped.
 * At the end the best sequence is polished: all changes of it are tried, downhill, until none helps
 * (at most `evaluations` more). Then messages that carry at most 1e-6 of the load are dropped,
 * while together they gain at most 1e-6 of the cost. The chunks are those of the linear programme
 * where the linear system is not certified to be the optimum.
 *
 *   cost = T, or minus the load by the deadline
 *   kept iff cost' <= cost + 0.03 |cost| max(0, 1 - step/(0.9 evaluations))
 *
 * Results that return have no influence on the sequence for a load, whose chunks are then those of
 * sp_sequence_plan; by a deadline see sp_plan_results.
 *
 * The start is the plan of periodic-optimized (of periodic if that sends over 120 messages, of
 * umr:select=prefix or latency-first if periodic refuses), or one message to the best worker if
 * that is better. If chunk limits (buffers) can bind, the linear system does not hold: then linear
 * programming gives the cost of each sequence, which counts as 20 + n^2/100 evaluations, and the
 * start is the best plan of periodic-optimized and the X-first heuristics of 10 rounds. With a
 * deadline the objective is the load, without bisection.
 *
 * Source: ours; local search after the GA of RR-6096; the
 * threshold is Dueck and Scheuer's, Threshold Accepting, 1990. Cost: O(n + p) a step.
 * The polish gains more than as many steps: on 20 workers, load 1000, the mean distance from the
 * result of 100 times the steps falls from 0.10 % (0.05 % with twice the steps) to 0.01 %.
 * Example: "c=10,1 w=1,1 latency=1,2 deadline=19": 249/22 units by the sequence 2,2,2,1, the most
 * of all sequences; makespan 19. */
#include "solve/divisible/activation.h"
#include "solve/divisible/cyclic.h"

#include <string.h>

struct options {
  long actmax, evaluations;
};

/* A sequence and its cost. */
struct tour {
  long n;
  int *worker;
  double cost;
};

enum { SHORTEST = 200, LONGEST = 4000 };
static const double DUST = 1e-6; /* a share of the load, or of the cost */

/* The most messages: twice those of the start, SHORTEST to LONGEST. */
static long longest(const struct options *options, long start)
{
  long preset = SHORTEST;
  preset = 2 * start > preset ? 2 * start : preset;
  preset = preset < LONGEST ? preset : LONGEST;
  return options->actmax > 0 ? options->actmax : preset;
}

enum move { INSERT, DELETE, REPLACE, SWAP, MOVES };

/* Copies `from` with one change at place k. `other` is the worker that is inserted or replaces, or
 * the place of the message to swap with. */
static void apply(const struct tour *from, enum move move, long k, long other, struct tour *to)
{
  size_t before = (size_t)k * sizeof(int), after = (size_t)(from->n - k) * sizeof(int);
  to->n = from->n + (move == INSERT) - (move == DELETE);
  memcpy(to->worker, from->worker, before);
  if (move == DELETE) {
    memcpy(to->worker + k, from->worker + k + 1, after - sizeof(int));
    return;
  }
  memcpy(to->worker + k + (move == INSERT), from->worker + k, after);
  if (move == SWAP) {
    to->worker[k] = from->worker[other];
    to->worker[other] = from->worker[k];
  } else {
    to->worker[k] = (int)other;
  }
}

/* One change of `from`, chosen by one draw. */
static void change(const struct sp_activation *a, const struct tour *from, long most, double x,
                   struct tour *to)
{
  enum move move = (enum move)sp_pick(&x, MOVES);
  long n = from->n;
  if ((move == INSERT && n == most) || (move == DELETE && n == 1) || (move == SWAP && n == 1))
    move = REPLACE;
  long k = sp_pick(&x, move == INSERT ? n + 1 : n);
  long other = move == SWAP ? sp_pick(&x, n) : move == DELETE ? 0 : a->worker[sp_pick(&x, a->p)];
  apply(from, move, k, other, to);
}

/* Sets the cost of the sequence, after dropping messages that are not worth it: the first ones, or
 * with limits all that stay empty. */
static void value(struct sp_context *cx, const struct sp_activation *a, struct tour *t)
{
  long first = 0;
  if (a->limited) {
    t->cost = sp_activation_chunks_cost(cx, a, &t->n, t->worker);
    return;
  }
  t->cost = sp_activation_cost(a, t->n, t->worker, &first);
  t->n -= first;
  if (first > 0)
    memmove(t->worker, t->worker + first, (size_t)t->n * sizeof(int));
}

static void copy(struct tour *to, const struct tour *from)
{
  memcpy(to->worker, from->worker, (size_t)from->n * sizeof(int));
  to->n = from->n;
  to->cost = from->cost;
}

static void search(struct sp_context *cx, const struct sp_activation *a, long most,
                   long evaluations, struct tour *best)
{
  struct tour now = {0, sp_new(cx, most, int), 0}, then = {0, sp_new(cx, most, int), 0};
  double cooling = 0.9 * (double)evaluations;
  copy(&now, best);
  for (long step = 0; step < evaluations && !sp_stopped(cx); step++) {
    change(a, &now, most, sp_uniform(cx), &then);
    value(cx, a, &then);
    double warmth = fmax(0, 1 - (double)step / cooling);
    if (!(then.cost <= now.cost + 0.03 * warmth * fabs(now.cost)))
      continue;
    sp_swap(now, then);
    if (now.cost < best->cost)
      copy(best, &now);
  }
}

/* Tries all changes of this kind at place k, and continues from each that helps. */
static bool polish_place(struct sp_context *cx, const struct sp_activation *a, enum move move,
                         long k, struct tour *best, struct tour *then, long *left)
{
  long n = best->n, choices = move == SWAP ? n : move == DELETE ? 1 : a->p;
  bool improved = false;
  for (long j = move == SWAP ? k + 1 : 0; j < choices && best->n == n && *left > 0; j++) {
    *left = sp_stopped(cx) ? 0 : *left - 1;
    apply(best, move, k, move == SWAP || move == DELETE ? j : a->worker[j], then);
    value(cx, a, then);
    if (then->cost < best->cost - 0x1p-40 * fabs(best->cost)) { /* more than rounding */
      copy(best, then);
      improved = true;
    }
  }
  return improved;
}

/* Improves the best sequence until no change helps. */
static void polish(struct sp_context *cx, const struct sp_activation *a, long most, long left,
                   struct tour *best)
{
  struct tour then = {0, sp_new(cx, most, int), 0};
  bool improved = true;
  while (improved && left > 0) {
    improved = false;
    for (int move = 0; move < MOVES; move++)
      for (long k = 0; k < best->n + (move == INSERT); k++)
        if ((move != INSERT || best->n < most) && (move != DELETE || best->n > 1))
          improved |= polish_place(cx, a, (enum move)move, k, best, &then, &left);
  }
}

/* The message that carries least, if that is at most DUST of the load; -1: there is none. */
static long least_filled(struct sp_context *cx, const struct sp_activation *a, const struct tour *t)
{
  const void *mark = sp_mark(cx);
  struct sp_division d = sp_division_new(cx, t->n, (int)t->n, t->worker);
  bool optimal;
  bool solved =
      a->limited ? !sp_best_chunks(cx, a->in, &d) : sp_linear_chunks(cx, a->in, &d, &optimal);
  double load = 0;
  long k = -1;
  for (long j = 0; solved && j < d.n; j++)
    load += d.chunk[j];
  for (long j = 0; solved && d.n == t->n && j < d.n; j++)
    if (d.chunk[j] <= DUST * load && (k < 0 || d.chunk[j] < d.chunk[k]))
      k = j;
  sp_release(cx, mark);
  return k;
}

/* Drops messages that carry at most DUST of the load, while all that are dropped cost at most DUST
 * of the best. */
static void drop_dust(struct sp_context *cx, const struct sp_activation *a, long left,
                      struct tour *best)
{
  struct tour then = {0, sp_new(cx, best->n, int), 0};
  double most = best->cost + DUST * fabs(best->cost);
  for (long k; best->n > 1 && left > 0 && (k = least_filled(cx, a, best)) >= 0; left--) {
    apply(best, DELETE, k, 0, &then);
    value(cx, a, &then);
    if (!(then.cost <= most))
      return;
    copy(best, &then);
  }
}

/* With limits a linear programme of n messages counts as 20 + n^2/100 evaluations. */
static long evaluations_of(const struct sp_activation *a, const struct options *options, long n)
{
  return a->limited ? options->evaluations / (20 + n * n / 100) : options->evaluations;
}

static int plan_search(struct sp_context *cx, const struct sp_instance *in, const void *data,
                       struct sp_schedule *out)
{
  const struct options *options = data;
  struct sp_activation *a = sp_activation_new(cx, in);
  if (!a)
    return -1;
  if (a->p == 0)
    return sp_activation_plan(cx, a, 0, NULL, out);
  long most = options->actmax > 0 ? options->actmax : LONGEST;
  struct tour best = {0, sp_new(cx, most, int), 0};
  best.n = sp_activation_start(cx, a, false, most, best.worker);
  most = longest(options, best.n);
  if (best.n == 0)
    return sp_refuse(cx, "no heuristic that honours the buffers finds a sequence to start from");
  value(cx, a, &best);
  search(cx, a, most, evaluations_of(a, options, best.n), &best);
  polish(cx, a, most, evaluations_of(a, options, best.n), &best);
  drop_dust(cx, a, evaluations_of(a, options, best.n), &best);
  return sp_activation_plan(cx, a, best.n, best.worker, out);
}

static int sa_plan(struct sp_context *cx, const struct sp_instance *in, const void *options,
                   struct sp_schedule *out)
{
  return sp_plan_results(cx, in, plan_search, options, out);
}

static const struct sp_option options[] = {
    {"evaluations", SP_INTEGER, offsetof(struct options, evaluations), "20000", NULL, 1, 1e12,
     "sequences tried, and at most as many again in the polish"},
    {"actmax", SP_INTEGER, offsetof(struct options, actmax), "0", NULL, 0, 100000,
     "messages at most; 0: twice those of the start, 200 to 4000"},
    SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_sa = {
    .abi = SP_ABI,
    .name = "sa",
    .summary = "local search on the sequence, the linear system as objective",
    .source = "local search, threshold accepting, then descent",
    .version = 7,
    .problems = SP_DIVISIBLE,
    .options = options,
    .options_size = sizeof(struct options),
    .plan = sa_plan,
    .results = true,
};

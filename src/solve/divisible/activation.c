/* The shared functions of the searches for an activation sequence: see activation.h. */
#include "solve/divisible/activation.h"
#include "base/text.h"
#include "solve/divisible/cyclic.h"

#include <stdio.h>

enum { TWINS = 1000 }; /* equal workers are searched among so many */

/* Can worker i compute anything? */
static bool useful(const struct sp_activation *a, int i)
{
  const struct sp_instance *in = a->in;
  bool in_time = !a->by_deadline || in->latency[i].v < a->T;
  return isfinite(in->w[i].v) && sp_chunk_limit(in, i) > 0 && in_time;
}

static bool equal(const struct sp_activation *a, int i, int j)
{
  const struct sp_activation_line *x = &a->line[i], *y = &a->line[j];
  return x->S == y->S && x->c == y->c && x->rate == y->rate &&
         a->in->buffer[i] == a->in->buffer[j] && a->in->memory[i].v == a->in->memory[j].v;
}

double sp_activation_most(const struct sp_activation *a, int i, double time)
{
  const struct sp_instance *in = a->in;
  double in_time = fmax(0, time - in->latency[i].v) / (in->c[i].v + in->w[i].v);
  return fmin(fmin(a->W, sp_chunk_limit(in, i)), in_time);
}

static void list_workers(struct sp_activation *a)
{
  for (int i = 1; i <= a->in->m && a->W > 0; i++) {
    if (!useful(a, i))
      continue;
    a->line[i] = (struct sp_activation_line){a->in->latency[i].v, a->in->c[i].v, 1 / a->in->w[i].v};
    double time = a->T - a->line[i].S, w = a->in->w[i].v;
    double all = fmin(a->W, time / (a->line[i].c + w)), held = fmin(a->W, time / w);
    if (sp_chunk_limit(a->in, i) < all || a->in->memory[i].v < held)
      a->limited = true;
    a->twin[a->p] = -1;
    for (int q = a->p < TWINS ? a->p - 1 : -1; q >= 0 && a->twin[a->p] < 0; q--)
      if (equal(a, a->worker[q], i))
        a->twin[a->p] = q;
    a->worker[a->p++] = i;
  }
}

struct sp_activation *sp_activation_new(struct sp_context *cx, const struct sp_instance *in)
{
  struct sp_activation *a = sp_new(cx, 1, struct sp_activation);
  if (sp_divisible_served(cx, in, true))
    return NULL;
  a->in = in;
  a->W = in->total.v;
  a->T = in->deadline.v;
  a->by_deadline = a->T < INFINITY;
  a->worker = sp_new(cx, in->m, int);
  a->twin = sp_new(cx, in->m, int);
  a->line = sp_new(cx, in->m + 1, struct sp_activation_line);
  a->later = sp_new(cx, in->m + 1, struct sp_affine);
  list_workers(a);
  return a;
}

static void forget(const struct sp_activation *a, long n, const int *sequence)
{
  const struct sp_affine unseen = {0, -1};
  if (n < a->p) {
    for (long k = 0; k < n; k++)
      a->later[sequence[k]] = unseen;
  } else {
    for (int q = 0; q < a->p; q++)
      a->later[a->worker[q]] = unseen;
  }
}

double sp_activation_cost_of(const struct sp_activation *a, struct sp_affine D,
                             struct sp_affine load, double *x)
{
  if (a->by_deadline) {
    *x = (a->T - D.constant) / (D.coefficient + 1);
    return -fmin(a->W, load.constant + load.coefficient * *x);
  }
  *x = (a->W - load.constant) / load.coefficient;
  return D.constant + (D.coefficient + 1) * *x;
}

double sp_activation_cost(const struct sp_activation *a, long n, const int *sequence, long *first)
{
  struct sp_affine D = {0, 0}, sum = {0, 0};
  double best = INFINITY;
  forget(a, n, sequence);
  for (long k = n - 1; k >= 0; k--) {
    const struct sp_activation_line *line = &a->line[sequence[k]];
    double x;
    sp_linear_step(&D, &sum, &a->later[sequence[k]], line->S, line->c, line->rate);
    double cost = sp_activation_cost_of(a, D, sum, &x);
    if (!(x >= 0)) /* nor for more messages */
      break;
    if (cost < best) {
      best = cost;
      *first = k;
    }
  }
  return best;
}

static double single(const struct sp_activation *a, int *best)
{
  double least = INFINITY;
  for (int q = 0; q < a->p; q++) {
    long first;
    double cost = sp_activation_cost(a, 1, &a->worker[q], &first);
    if (cost < least) {
      least = cost;
      *best = a->worker[q];
    }
  }
  return least;
}

/* The last messages of a plan, at most `most`. */
static long take(const struct sp_schedule *plan, long most, int *sequence)
{
  long n = 0, skip = plan->n > most ? plan->n - most : 0;
  for (long k = skip; k < plan->n; k++)
    if (plan->msg[k].amount > 0)
      sequence[n++] = plan->msg[k].to;
  return n;
}

/* The sequence of a method's plan; 0: refused. */
static long ask(struct sp_context *cx, const struct sp_activation *a, const char *method, long most,
                int *sequence, long *length)
{
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  long n = 0;
  *length = 0;
  if (!sp_plan_with(cx, method, a->in, &plan)) {
    n = take(&plan, most, sequence);
    *length = plan.n;
  }
  sp_schedule_clear(&plan);
  return n;
}

/* The best sequence of the heuristics that honour chunk limits; 0: all refuse. */
static long ask_limited(struct sp_context *cx, const struct sp_activation *a, long most,
                        int *sequence)
{
  static const char *const methods[] = {"periodic-optimized", "communication-first:rounds=10",
                                        "computation-first:rounds=10", "latency-first:rounds=10"};
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  double best = INFINITY;
  for (int k = 0; k < (a->p <= 20 ? 4 : 2); k++)
    sp_plan_better(cx, methods[k], a->in, &best, &plan);
  long n = take(&plan, most, sequence);
  sp_schedule_clear(&plan);
  return n;
}

double sp_activation_chunks_cost(struct sp_context *cx, const struct sp_activation *a, long *n,
                                 int *sequence)
{
  const void *mark = sp_mark(cx);
  struct sp_division d = sp_division_new(cx, *n, (int)*n, sequence);
  bool solved = *n > 0 && !sp_best_chunks(cx, a->in, &d);
  if (solved)
    *n = d.n;
  for (long k = 0; solved && k < d.n; k++)
    sequence[k] = d.sequence[k];
  sp_release(cx, mark);
  return solved ? (a->by_deadline ? -d.value : d.value) : INFINITY;
}

/* The sequence of periodic is taken as it is where it is too long for linear programmes. */
static long ask_heuristics(struct sp_context *cx, const struct sp_activation *a, long most,
                           int *sequence)
{
  long length, n = ask(cx, a, "periodic", most, sequence, &length);
  if (n > 0 && length <= SP_ACTIVATION_POLISH) {
    long better = ask(cx, a, "periodic-optimized", most, sequence, &length);
    n = better > 0 ? better : ask(cx, a, "periodic", most, sequence, &length);
  }
  if (n == 0)
    n = ask(cx, a, "umr:select=prefix", most, sequence, &length);
  if (n == 0 && a->p <= 20)
    n = ask(cx, a, "latency-first", most, sequence, &length);
  return n;
}

long sp_activation_messages(int p)
{
  double sequences = p;
  long n = 1;
  for (; n < 12 && sequences * p <= 1e5; n++)
    sequences *= p;
  return n;
}

int sp_activation_unproven(struct sp_context *cx, const struct sp_activation *a,
                           const struct sp_activation_search *search)
{
  return sp_refuse(cx, "not proven after %ld node%s: %s %.8g is all that the search excludes",
                   search->nodes, sp_plural((double)search->nodes),
                   a->by_deadline ? "more than" : "less than", fabs(search->bound));
}

long sp_activation_start(struct sp_context *cx, const struct sp_activation *a, bool searched,
                         long most, int *sequence)
{
  char sa[64];
  long n = 0, first = 0, length;
  int best = a->worker[0];
  snprintf(sa, sizeof sa, "sa:actmax=%ld:evaluations=5000", most);
  if (a->limited && searched)
    return 0;
  if (a->limited) {
    n = ask_limited(cx, a, most, sequence);
    return sp_activation_chunks_cost(cx, a, &n, sequence) < INFINITY ? n : 0;
  }
  if (searched)
    n = ask(cx, a, sa, most, sequence, &length);
  if (n == 0)
    n = ask_heuristics(cx, a, most, sequence);
  double alone = single(a, &best), cost = sp_activation_cost(a, n, sequence, &first);
  if (!(cost < alone)) {
    sequence[0] = best;
    return 1;
  }
  for (long k = first; k < n; k++)
    sequence[k - first] = sequence[k];
  return n - first;
}

int sp_activation_plan(struct sp_context *cx, const struct sp_activation *a, long n,
                       const int *sequence, struct sp_schedule *out)
{
  out->planned = 0;
  if (n == 0)
    return 0;
  struct sp_division linear = sp_division_new(cx, n, (int)n, sequence);
  struct sp_division best = sp_division_new(cx, n, (int)n, sequence);
  bool optimal, solved = !a->limited && sp_linear_chunks(cx, a->in, &linear, &optimal);
  bool improved = !(solved && n > SP_ACTIVATION_POLISH) && !sp_best_chunks(cx, a->in, &best);
  if (!solved && !improved)
    return -1;
  if (!improved ||
      (solved && (a->by_deadline ? linear.value > best.value : linear.value < best.value)))
    best = linear;
  best.n = sp_sequence_drop(best.n, best.sequence, best.chunk);
  sp_sequence_plan(cx, a->in, best.n, best.sequence, best.chunk, out);
  return 0;
}

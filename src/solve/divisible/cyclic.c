/* Sequences that repeat an order of the workers: see cyclic.h. */
#include "solve/divisible/cyclic.h"
#include "base/min_queue.h"
#include "model/instance.h"
#include "solve/divisible/chunks.h"
#include "solve/divisible/sequence_lp.h"

#include <stdlib.h>

/* A smaller relative change of the value is no improvement. */
static const double negligible = 1e-12;

/* In a linear programme. */
static const long most_messages = 10000;

/* For the chunks of a sequence where memory is limited. */
static const long most_programmes = 10000;

/* Of the repetitions that are tried, as work() measures it: a few seconds. */
static const double most_work = 1e7;

int sp_divisible_served(struct sp_context *cx, const struct sp_instance *in, bool honours_limits)
{
  if (in->platform.node[0].ports.send != 1)
    return sp_refuse(cx, "it plans for a master that sends one message at a time");
  for (int i = 1; i <= in->m && !honours_limits; i++)
    if (in->buffer[i] != LONG_MAX)
      return sp_refuse(cx, "worker %d takes chunks of at most %ld, and it ignores limits", i,
                       in->buffer[i]);
  return 0;
}

int sp_divisible_on_line(struct sp_context *cx, const struct sp_instance *in)
{
  if (in->problem != SP_DIVISIBLE)
    return 0;
  if (isinf(in->total.v) || in->deadline.v < INFINITY)
    return sp_refuse(cx, "it minimises the makespan: give the load, and no deadline");
  for (int i = 1; i <= in->m; i++)
    if (in->buffer[i] != LONG_MAX || in->memory[i].v < INFINITY)
      return sp_refuse(
          cx, "worker %d has a limit of its chunks or its memory, and it ignores limits", i);
  return 0;
}

int sp_order_workers(struct sp_context *cx, const struct sp_instance *in,
                     const struct sp_num *first, const struct sp_num *second, int *order)
{
  const void *mark = sp_mark(cx);
  struct min_entry *worker = sp_new(cx, in->m, struct min_entry);
  int n = 0;
  for (int i = 1; i <= in->m; i++)
    if (in->w[i].v < INFINITY)
      worker[n++] = (struct min_entry){first[i].v, second ? second[i].v : 0, i};
  qsort(worker, (size_t)n, sizeof *worker, min_compare);
  for (int k = 0; k < n; k++)
    order[k] = (int)worker[k].number;
  sp_release(cx, mark);
  return n;
}

bool sp_linear_chunks(struct sp_context *cx, const struct sp_instance *in, struct sp_division *d,
                      bool *optimal)
{
  double load, time;
  *optimal = false;
  if (!sp_linear_sequence(cx, in, d->n, d->sequence, d->chunk, &d->value) ||
      !sp_chunks_within(in, d->n, d->sequence, d->chunk))
    return false;
  time = sp_sequence_fit(cx, in, d->n, d->sequence, d->chunk, &load);
  d->value = in->deadline.v < INFINITY ? load : time;
  bool all = load >= in->total.v * (1 - 1e-12); /* else T counts, by which they end */
  double end = all ? time : fmax(time, in->deadline.v);
  *optimal = sp_linear_optimal(cx, in, d->n, d->sequence, load, end);
  return true;
}

static bool is_limited(const struct sp_instance *in)
{
  for (int i = 1; i <= in->m; i++)
    if (sp_chunk_limit(in, i) < INFINITY)
      return true;
  return false;
}

/* By GLPK; beyond the limit it would take minutes. */
static int by_programme(struct sp_context *cx, const struct sp_instance *in, struct sp_division *d)
{
  if (d->n > most_messages)
    return sp_refuse(cx,
                     "the sequence has %ld messages and needs a linear programme, solved for at "
                     "most %ld messages",
                     d->n, most_messages);
  struct sp_memory_search search = {.limit = most_programmes, .enough = INFINITY};
  if (sp_has_memory(in))
    return sp_memory_sequence(cx, in, d->n, d->sequence, &search, d->chunk, &d->value);
  return sp_lp_sequence(cx, in, d->n, d->sequence, d->chunk, &d->value);
}

/* Cuts the sequence off where its start-ups alone leave no time for load before the deadline. */
static void cut(const struct sp_instance *in, long *n, const int *sequence)
{
  double port = 0;
  for (long k = 0; k < *n; k++) {
    port += in->latency[sequence[k]].v;
    if (!(port < in->deadline.v)) {
      *n = k;
      return;
    }
  }
}

struct sp_division sp_division_new(struct sp_context *cx, long n, int p, const int *order)
{
  struct sp_division d = {n, sp_new(cx, n, int), sp_new(cx, n, double), 0};
  for (long k = 0; k < n; k++)
    d.sequence[k] = order[k % p];
  return d;
}

int sp_best_chunks(struct sp_context *cx, const struct sp_instance *in, struct sp_division *d)
{
  d->value = 0;
  cut(in, &d->n, d->sequence);
  while (d->n > 0) {
    bool optimal;
    sp_linear_chunks(cx, in, d, &optimal);
    if (!optimal && d->n > SP_LP_PRINTED)
      optimal = sp_active_chunks(cx, in, d);
    if (!optimal && by_programme(cx, in, d))
      return -1;
    long kept = sp_sequence_drop(d->n, d->sequence, d->chunk);
    if (kept == d->n)
      return 0;
    d->n = kept;
  }
  return 0;
}

/* The fewest repetitions whose chunk limits allow the whole load. */
static long fewest(const struct sp_instance *in, int n, const int *order)
{
  double carried = 0;
  for (int j = 0; j < n; j++)
    carried += sp_chunk_limit(in, order[j]);
  if (in->deadline.v < INFINITY || !(in->total.v > carried))
    return 1;
  double k = ceil(in->total.v / carried);
  return k < (double)LONG_MAX / 2 ? (long)k : LONG_MAX / 2;
}

static bool improves(const struct sp_instance *in, double value, double best)
{
  return in->deadline.v < INFINITY ? value > best * (1 + negligible)
                                   : value < best * (1 - negligible);
}

/* About that of the best chunks for n messages, in units of a quarter of a microsecond: ten for a
 * message, but a linear programme, which chunk limits can need, takes n for a message. */
static double work(const struct sp_instance *in, double n)
{
  return is_limited(in) ? n * n : 10 * n;
}

/* More and more repetitions while they improve; 0, or -1: refused. */
static int repeat_while_better(struct sp_context *cx, const struct sp_instance *in, int n,
                               const int *order, long rounds, struct sp_division *best)
{
  long first = fewest(in, n, order);
  double worked = 0;
  if (first > rounds)
    return sp_refuse(cx,
                     "the load %.12g does not fit into rounds=%ld: the workers' buffers need at "
                     "least %ld rounds",
                     in->total.v, rounds, first);
  for (long k = first; k <= rounds; k++) {
    worked += work(in, (double)n * (double)k);
    if (k > first && worked > most_work)
      return 0;
    struct sp_division next = sp_division_new(cx, n * k, n, order);
    if (sp_best_chunks(cx, in, &next))
      return -1;
    if (k > first && !improves(in, next.value, best->value))
      return 0;
    *best = next;
  }
  return 0;
}

const struct sp_option sp_cyclic_options[] = {{"rounds", SP_INTEGER,
                                               offsetof(struct sp_cyclic_options, rounds), "12",
                                               NULL, 1, 1e6, "most repetitions of the order"},
                                              SP_OPTIONS_END};

/* What sp_plan_cyclic repeats. */
struct repeated {
  const struct sp_num *cost;
  const struct sp_cyclic_options *options;
};

static int plan_repeated(struct sp_context *cx, const struct sp_instance *in, const void *data,
                         struct sp_schedule *out)
{
  const struct repeated *r = data;
  long rounds = r->options->rounds;
  if (sp_divisible_served(cx, in, true))
    return -1;
  int *order = sp_new(cx, in->m, int), n = sp_order_workers(cx, in, r->cost, NULL, order);
  struct sp_division best = {0};
  struct sp_instance work = *in;
  bool timely = false;
  out->planned = 0;
  if (in->total.v == 0 || n == 0)
    return 0;
  work.deadline = sp_double(INFINITY);
  if (in->total.v < INFINITY && fewest(&work, n, order) <= rounds) {
    if (repeat_while_better(cx, &work, n, order, rounds, &best))
      return -1;
    timely = best.value <= in->deadline.v;
  }
  if (!timely && repeat_while_better(cx, in, n, order, rounds, &best))
    return -1;
  if (best.n > 0)
    sp_sequence_plan(cx, in, best.n, best.sequence, best.chunk, out);
  return 0;
}

int sp_plan_cyclic(struct sp_context *cx, const struct sp_instance *in, const struct sp_num *cost,
                   const void *options, struct sp_schedule *out)
{
  const struct repeated repeated = {cost, options};
  return sp_plan_results(cx, in, plan_repeated, &repeated, out);
}

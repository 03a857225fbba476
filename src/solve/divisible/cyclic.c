/* Sequences that repeat an order of the workers: see starport/cyclic.h. */
#include <starport/cyclic.h>
#include <stdlib.h>

/* A message that carries at most this part of the load is empty; improvements below it are none. */
static const double negligible = 1e-12;

/* Of a linear programme. */
static const long most_messages = 2000;

int sp_divisible_served(struct sp_context *cx, const struct sp_instance *in, bool honours_limits)
{
  if (in->platform.node[0].ports.send != 1)
    return sp_refuse(cx, "it plans for a master that sends one message at a time");
  for (int i = 1; i <= in->m && !honours_limits; i++)
    if (in->buffer[i] != LONG_MAX)
      return sp_refuse(cx, "worker %d takes chunks of at most %ld, and it knows no limits", i,
                       in->buffer[i]);
  return 0;
}

struct entry {
  double first, second;
  int worker;
};

static int by_cost(const void *a, const void *b)
{
  const struct entry *x = a, *y = b;
  if (x->first != y->first)
    return x->first < y->first ? -1 : 1;
  if (x->second != y->second)
    return x->second < y->second ? -1 : 1;
  return x->worker - y->worker;
}

int sp_order_workers(struct sp_context *cx, const struct sp_instance *in,
                     const struct sp_num *first, const struct sp_num *second, int *order)
{
  struct entry *entry = sp_new(cx, in->m, struct entry);
  int n = 0;
  for (int i = 1; i <= in->m; i++)
    if (in->w[i].v < INFINITY)
      entry[n++] = (struct entry){first[i].v, second ? second[i].v : 0, i};
  qsort(entry, (size_t)n, sizeof *entry, by_cost);
  for (int k = 0; k < n; k++)
    order[k] = entry[k].worker;
  return n;
}

static bool within_limits(const struct sp_instance *in, long n, const int *sequence,
                          const double *chunk)
{
  for (long k = 0; k < n; k++)
    if (chunk[k] > sp_chunk_limit(in, sequence[k]))
      return false;
  return true;
}

/* The linear system where it is certain to give the optimum. */
static bool by_system(struct sp_context *cx, const struct sp_instance *in, long n,
                      const int *sequence, double *chunk, double *value)
{
  double load, time, *scratch = sp_new(cx, sp_linear_room(in->m), double);
  if (!sp_linear_sequence(in, n, sequence, scratch, chunk, value) ||
      !within_limits(in, n, sequence, chunk))
    return false;
  time = sp_sequence_fit(cx, in, n, sequence, chunk, &load);
  *value = in->deadline.v < INFINITY ? load : time;
  return sp_linear_optimal(cx, in, n, sequence, load, time);
}

/* Removes the empty messages; true if there were any. */
static bool drop(long *n, int *sequence, double *chunk)
{
  double load = 0;
  long kept = 0, all = *n;
  for (long k = 0; k < all; k++)
    load += chunk[k];
  for (long k = 0; k < all; k++)
    if (chunk[k] > negligible * load) {
      sequence[kept] = sequence[k];
      chunk[kept++] = chunk[k];
    }
  *n = kept;
  return kept < all;
}

/* GLPK where the system does not do; beyond some thousand messages it would take minutes. */
static int by_programme(struct sp_context *cx, const struct sp_instance *in, long n,
                        const int *sequence, double *chunk, double *value)
{
  if (n > most_messages)
    return sp_refuse(cx,
                     "the sequence has %ld messages, of which some may have to be empty: a linear "
                     "programme, which is solved for at most %ld",
                     n, most_messages);
  return sp_lp_sequence(cx, in, n, sequence, chunk, value);
}

/* By the deadline a sequence is as long as its start-ups alone leave time for load. */
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

int sp_best_chunks(struct sp_context *cx, const struct sp_instance *in, long *n, int *sequence,
                   double *chunk, double *value)
{
  *value = 0;
  cut(in, n, sequence);
  while (*n > 0) {
    if (!by_system(cx, in, *n, sequence, chunk, value) &&
        by_programme(cx, in, *n, sequence, chunk, value))
      return -1;
    if (!drop(n, sequence, chunk))
      return 0;
  }
  return 0;
}

/* What is tried, or the best so far. */
struct division {
  long n;
  int *sequence;
  double *chunk, value;
};

static struct division division_new(struct sp_context *cx, long n)
{
  return (struct division){0, sp_new(cx, n, int), sp_new(cx, n, double), 0};
}

static void repeat(int n, const int *order, long k, struct division *out)
{
  for (out->n = 0; out->n < n * k; out->n++)
    out->sequence[out->n] = order[out->n % n];
}

/* The fewest repetitions of which the chunk limits let the load through. */
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

/* More and more repetitions while they improve; 0, or -1: refused. */
static int repeat_while_better(struct sp_context *cx, const struct sp_instance *in, int n,
                               const int *order, long rounds, struct division *best)
{
  long first = fewest(in, n, order);
  if (first > rounds)
    return sp_refuse(cx,
                     "the load %.12g does not fit into rounds=%ld: the workers' buffers carry it "
                     "in no fewer than %ld",
                     in->total.v, rounds, first);
  struct division next = division_new(cx, n * first);
  for (long k = first; k <= rounds; k++) {
    repeat(n, order, k, &next);
    if (sp_best_chunks(cx, in, &next.n, next.sequence, next.chunk, &next.value))
      return -1;
    if (k > first && !improves(in, next.value, best->value))
      return 0;
    *best = next;
    next = division_new(cx, n * (k + 1));
  }
  return 0;
}

int sp_plan_cyclic(struct sp_context *cx, const struct sp_instance *in, const struct sp_num *cost,
                   long rounds, struct sp_schedule *out)
{
  if (sp_divisible_served(cx, in, true))
    return -1;
  int *order = sp_new(cx, in->m, int), n = sp_order_workers(cx, in, cost, NULL, order);
  struct division best = {0};
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

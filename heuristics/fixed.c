/* fixed: the best chunks for a given activation sequence.
 *
 * The sequence gives the worker of each message; the load of each message must be found. method=lp
 * finds it by linear programming: for each message k, with T minimised or given,
 *
 *   sum_{j<=k} (S_{s_j} + alpha_j c_{s_j}) + w_{s_k} sum_{j>=k, s_j=s_k} alpha_j <= T
 *
 * method=linear makes all workers of the sequence end at T, with no worker idle after its first
 * chunk and the port busy until its last message: n equations, solved by one sweep from the last
 * message to the first (solve/divisible/divisible.h). Often this is the optimum. It is not if a
 * message is not worth its start-up: then the equations have no solution (refused), or the LP
 * leaves a chunk empty and is better; an empty message is still sent. The equations ignore chunk
 * limits b_i.
 *
 * Where memory is limited a message waits until it fits. Which of the earlier messages to its
 * worker it waits for is found by branch and bound over linear programmes (solve/divisible/
 * memory.c), of which `programmes` are solved; if they do not suffice, or there are more than 200
 * messages, the best chunks found are planned without a proof; unproven=refuse refuses instead.
 *
 * Where results return they come in the order of the computations, and the chunks are the best ones
 * for that order (sp_sequence_plan).
 *
 * With a deadline the load is the greatest that can be computed by it. If the start-ups of the
 * sequence alone do not fit, or W = 0, nothing is sent and the load is 0.
 *
 * Source: RR-6096, LP (2) and (3), with the compute cost of the worker where the paper prints C.
 * Cost: O(n + m) for linear.
 * Example: "c=10,1 w=1,1 latency=1,2 deadline=19" with fixed:sequence=2-1-2-1-2: 21/2 units (its
 * linear system has no solution); sequence=2-2-2-1 computes 249/22, the most of all sequences. */

#include "solve/divisible/cyclic.h"

#include <string.h>

struct options {
  const char *sequence;
  int method, unproven;
  long programmes;
};
enum method { LP, LINEAR };
enum unproven { KEEP, REFUSE };

/* Reads "2-1-2" into worker[] (room: one for each character); its length, or -1: refused. */
static long read_sequence(struct sp_context *cx, const struct sp_instance *in, const char *text,
                          int *worker)
{
  const char *p = text;
  long n = 0;
  if (!*p)
    return sp_refuse(cx, "no sequence: give the worker of each message, as in "
                         "fixed:sequence=2-1-2");
  for (;; p++) {
    long number = 0;
    const char *first = p;
    for (; *p >= '0' && *p <= '9'; p++)
      number = number <= in->m ? 10 * number + (*p - '0') : number;
    if (p == first || (*p && *p != '-'))
      return sp_refuse(cx, "sequence=%.60s: expected workers 1..%d with - between them", text,
                       in->m);
    if (number < 1 || number > in->m)
      return sp_refuse(cx, "sequence: there is no worker %.*s, expected 1..%d",
                       (int)(p - first < 20 ? p - first : 20), first, in->m);
    if (isinf(in->w[number].v))
      return sp_refuse(cx, "sequence: worker %ld only relays (w = inf)", number);
    worker[n++] = (int)number;
    if (!*p)
      return n;
  }
}

/* True if even empty messages arrive after the deadline. */
static bool too_late(const struct sp_instance *in, long n, const int *worker)
{
  double port = 0;
  for (long k = 0; k < n; k++)
    port += in->latency[worker[k]].v;
  return port > in->deadline.v;
}

static int by_system(struct sp_context *cx, const struct sp_instance *in, long n, const int *worker,
                     double *chunk)
{
  double value;
  if (!sp_linear_sequence(cx, in, n, worker, chunk, &value))
    return sp_refuse(cx,
                     "the linear system has no solution: %ld messages are too many for this %s, "
                     "one would have a negative load; take method=lp, which leaves it empty, or a "
                     "shorter sequence",
                     n,
                     in->total.v == INFINITY     ? "deadline"
                     : in->deadline.v < INFINITY ? "load or deadline"
                                                 : "load");
  for (long k = 0; k < n; k++)
    if (chunk[k] > sp_chunk_limit(in, worker[k]))
      return sp_refuse(cx,
                       "the linear system sends %.12g unit%s to worker %d at once, more than its "
                       "buffer; take method=lp, which respects the limit",
                       chunk[k], chunk[k] == 1 ? "" : "s", worker[k]);
  return 0;
}

static int by_programmes(struct sp_context *cx, const struct sp_instance *in,
                         const struct options *options, long n, const int *worker, double *chunk)
{
  struct sp_memory_search search = {.limit = options->programmes, .enough = INFINITY};
  double value;
  if (sp_memory_sequence(cx, in, n, worker, &search, chunk, &value))
    return -1;
  double bound = in->deadline.v < INFINITY ? -search.bound : search.bound;
  if (options->unproven == REFUSE && bound != value)
    return sp_refuse(cx, "not proven after %ld programmes: found %.12g, the bound is %.12g",
                     search.programmes, value, bound);
  return 0;
}

static int plan_sequence(struct sp_context *cx, const struct sp_instance *in, const void *data,
                         struct sp_schedule *out)
{
  const struct options *options = data;
  int *worker = sp_new(cx, strlen(options->sequence) + 1, int);
  long n = read_sequence(cx, in, options->sequence, worker);
  if (n < 0)
    return -1;
  if (sp_divisible_served(cx, in, true))
    return -1;
  out->planned = 0;
  if (in->total.v == 0 || too_late(in, n, worker))
    return 0;
  double *chunk = sp_new(cx, n, double);
  if (options->method == LINEAR ? by_system(cx, in, n, worker, chunk)
                                : by_programmes(cx, in, options, n, worker, chunk))
    return -1;
  sp_sequence_plan(cx, in, n, worker, chunk, out);
  return 0;
}

static int fixed_plan(struct sp_context *cx, const struct sp_instance *in, const void *options,
                      struct sp_schedule *out)
{
  return sp_plan_results(cx, in, plan_sequence, options, out);
}

static const struct sp_option options[] = {
    {"sequence", SP_TEXT, offsetof(struct options, sequence), "", NULL, 0, 0,
     "the worker of each message, as in 2-1-2"},
    {"method", SP_CHOICE, offsetof(struct options, method), "lp", "lp|linear", 0, 0,
     "linear programming, or all workers end together"},
    {"programmes", SP_INTEGER, offsetof(struct options, programmes), "10000", NULL, 2, 1e9,
     "limited memory: most linear programmes"},
    {"unproven", SP_CHOICE, offsetof(struct options, unproven), "keep", "keep|refuse", 0, 0,
     "if they do not suffice for a proof: plan the best found, or refuse"},
    SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_fixed = {
    .abi = SP_ABI,
    .name = "fixed",
    .summary = "the best chunks for a given sequence of workers",
    .source = "RR-6096, LP (2) and (3)",
    .version = 3,
    .problems = SP_DIVISIBLE,
    .options = options,
    .options_size = sizeof(struct options),
    .plan = fixed_plan,
    .memory = true,
    .results = true,
};

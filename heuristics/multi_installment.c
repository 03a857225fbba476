/* multi-installment: equal workers served in turn, several times, all busy until the end.
 *
 * The load is sent in k installments. In each the workers are served in the order of their numbers,
 * and each worker has received its next chunk exactly when it has computed the one before; in the
 * last installment all end at the same time. The condition is that of the linear system of the
 * sequence 1, .., p, repeated k times: its solution is the plan. Without start-ups more
 * installments are always better; with them the best k is found by trying 1, 2, ..
 *
 *   chunks: sp_linear_sequence of (1, .., p)^k ; k = installments, or the best of 1..k_max,
 *   k_max = the first k without a solution, less one, at most 200 and 10^6 messages
 *
 * The paper defines it for workers that are equal in c, w and S; others are refused. Unlike
 * communication-first, which on equal workers uses the same sequences, it leaves no message out,
 * and can send a given number of installments.
 *
 * Source: Bharadwaj, Ghose, Mani, Multi-installment load distribution in tree networks with delays,
 * IEEE Trans. Aerospace and Electronic Systems 31(2), 1995; RR-6096, section 6.3. There links have
 * no start-ups and k is given; the start-ups and the search for k are ours.
 * Cost: O(k p) a number of installments.
 * Example: "c=1,1 w=2,2 latency=1,1 work=10": 3 installments, makespan 4022/249 with chunks 827,
 * 663, 493, 335, 153, 19 by 249; 4 have no solution. */
#include "solve/divisible/cyclic.h"

struct options {
  long installments;
};

/* Installments that are tried; messages of all installments. */
enum { MOST = 200, MESSAGES = 1000000 };

static bool are_equal(const struct sp_instance *in)
{
  for (int i = 2; i <= in->m; i++)
    if (in->c[i].v != in->c[1].v || in->w[i].v != in->w[1].v ||
        in->latency[i].v != in->latency[1].v)
      return false;
  return true;
}

/* The best number of installments from `first` to `last`; 0: none has a solution. */
static long count_installments(struct sp_context *cx, const struct sp_instance *in, long first,
                               long last, const int *sequence)
{
  double value, best = INFINITY;
  long best_k = 0;
  for (long k = first; k <= last; k++) {
    if (!sp_linear_sequence(cx, in, k * in->m, sequence, NULL, &value))
      break;
    double cost = in->deadline.v < INFINITY ? -value : value;
    if (cost < best) {
      best = cost;
      best_k = k;
    }
  }
  return best_k;
}

static int multi_installment_plan(struct sp_context *cx, const struct sp_instance *in,
                                  const void *data, struct sp_schedule *out)
{
  const struct options *options = data;
  long room = MESSAGES / in->m, given = options->installments;
  long most = given > 0 ? given : MOST < room ? MOST : room;
  if (sp_divisible_served(cx, in, false))
    return -1;
  if (!are_equal(in) || isinf(in->w[1].v))
    return sp_refuse(cx, "workers that differ in c, w or latency, or that do not compute");
  if (given > room || room == 0)
    return sp_refuse(cx, "installments=%ld to %d workers: more than %d messages",
                     given > 0 ? given : 1, in->m, MESSAGES);
  out->planned = 0;
  if (in->total.v == 0 || in->latency[1].v >= in->deadline.v)
    return 0;
  int *order = sp_new(cx, in->m, int);
  for (int i = 0; i < in->m; i++)
    order[i] = i + 1;
  struct sp_division d = sp_division_new(cx, most * in->m, in->m, order);
  long first = given > 0 ? given : 1;
  long k = count_installments(cx, in, first, most, d.sequence);
  if (k == 0)
    return sp_refuse(cx, "installments=%ld: a chunk would have no load", first);
  bool optimal;
  d.n = k * in->m;
  if (!sp_linear_chunks(cx, in, &d, &optimal))
    return sp_refuse(cx, "the linear system has no solution");
  d.n = sp_sequence_drop(d.n, d.sequence, d.chunk);
  sp_sequence_plan(cx, in, d.n, d.sequence, d.chunk, out);
  return 0;
}

static const struct sp_option options[] = {
    {"installments", SP_INTEGER, offsetof(struct options, installments), "0", NULL, 0, 1e6,
     "messages to each worker; 0: the best number up to 200"},
    SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_multi_installment = {
    .abi = SP_ABI,
    .name = "multi-installment",
    .summary = "equal workers served in turn, no idle time",
    .source = "Bharadwaj, Ghose, Mani 1995; RR-6096, section 6.3",
    .version = 1,
    .problems = SP_DIVISIBLE,
    .options = options,
    .options_size = sizeof(struct options),
    .plan = multi_installment_plan,
};

/* sorted: optimal order of the transfers when computation is neglected (RR-6005, Theorem 1).
 *
 * Worker i must send delta_i > 0 tasks or receive -delta_i, and only the master's two ports count.
 * The master can send a task only after its reception: cheap senders first make tasks available
 * early. After the last reception at least one emission remains: expensive receivers first leave a
 * cheap emission for the end. Any pairing of the two orders gives the same dates, so the k-th task
 * received is the k-th sent.
 *
 *   in_k = in_{k-1} + c[s_k] ; out_k = max(in_k, out_{k-1}) + c[r_k] ; makespan = out_n
 *
 * Erratum of the report: the last lines of the proof print "non-decreasing" for the receivers;
 * receivers=ascending does that. Cost: O(m log m + n). Example (Figure 4): "c=2,5,1,3
 * delta=3,1,-2,-2": senders P1 P1 P1 P2, receivers P4 P4 P3 P3, makespan 12; with receivers in
 * ascending order 14. */
#include "solve/bag/bag.h"

struct options {
  int receivers;
};
enum receivers { DESCENDING, ASCENDING };

/* The workers whose imbalance has the sign of `side`, by (side_of_c * c, index); returns how many.
 */
static int sort_side(struct sp_context *cx, const struct sp_instance *in, int side, int side_of_c,
                     int **worker)
{
  double *key = sp_task_costs(cx, in);
  int n = 0;
  for (int i = 1; i <= in->m; i++)
    key[i] *= side_of_c;
  *worker = sp_order(cx, in->m, key);
  for (int j = 0; j < in->m; j++)
    if (side * in->load[(*worker)[j]].v > 0)
      (*worker)[n++] = (*worker)[j];
  return n;
}

static int sorted_plan(struct sp_context *cx, const struct sp_instance *in, const void *data,
                       struct sp_schedule *out)
{
  const struct options *options = data;
  int *sender, *receiver, senders = sort_side(cx, in, 1, 1, &sender);
  sort_side(cx, in, -1, options->receivers == DESCENDING ? -1 : 1, &receiver);
  double received = 0; /* by the current receiver, the r-th */
  for (int s = 0, r = 0; s < senders; s++)
    for (double sent = 0; sent < in->load[sender[s]].v; sent++) {
      if (received == -in->load[receiver[r]].v) {
        r++;
        received = 0;
      }
      sp_schedule_add(out, sender[s], receiver[r], 1, -1);
      received++;
    }
  out->planned = sp_makespan(in, out);
  return 0;
}

static const struct sp_option options[] = {
    {"receivers", SP_CHOICE, offsetof(struct options, receivers), "descending",
     "descending|ascending", 0, 0, "order of the receivers by c"},
    SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_sorted = {
    .abi = SP_ABI,
    .name = "sorted",
    .summary = "senders by increasing c, receivers by decreasing c: optimal without computation",
    .source = "RR-6005, Theorem 1",
    .version = 1,
    .problems = SP_IMBALANCE,
    .options = options,
    .options_size = sizeof(struct options),
    .plan = sorted_plan,
};

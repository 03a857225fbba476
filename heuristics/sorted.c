/* sorted: optimal order of the transfers when computation is neglected (RR-6005, Theorem 1).
 *
 * Worker i must send delta_i > 0 tasks or receive -delta_i, and only the master's two ports count.
 * The master cannot send what it has not received: cheap senders first make tasks available soon.
 * After the last reception at least one emission remains: expensive receivers first leave a cheap
 * one for the end. Any pairing of the two orders gives the same dates, so the k-th task received is
 * the k-th sent.
 *
 *   in_k = in_{k-1} + c[s_k] ; out_k = max(in_k, out_{k-1}) + c[r_k] ; makespan = out_n
 *
 * Erratum of the report: the last lines of the proof print "non-decreasing" for the receivers,
 * which receivers=ascending lets one try. Cost: O(m log m + n). Example (Figure 4): c = 2,5,1,3,
 * delta = 3,1,-2,-2: senders P1 P1 P1 P2, receivers P4 P4 P3 P3, makespan 12; with receivers in
 * ascending order 14. */
#include <starport/heuristic.h>

#include <stdlib.h>

struct options {
  int receivers;
};
enum receivers { DESCENDING, ASCENDING };

struct party {
  double c; /* sorted increasing; negated for a decreasing order */
  int worker;
};

static int by_c(const void *a, const void *b)
{
  const struct party *x = a, *y = b;
  if (x->c != y->c)
    return x->c < y->c ? -1 : 1;
  return x->worker - y->worker;
}

/* The workers whose imbalance has the sign of side, by (side_of_c * c, index). */
static int sort_side(const struct sp_instance *in, int side, int side_of_c, struct party *party)
{
  int n = 0;
  for (int i = 1; i <= in->m; i++)
    if (side * in->load[i].v > 0)
      party[n++] = (struct party){side_of_c * sp_message_time(in, i, 1), i};
  qsort(party, (size_t)n, sizeof *party, by_c);
  return n;
}

static int plan(struct sp_context *cx, const struct sp_instance *in, const void *data,
                struct sp_schedule *out)
{
  const struct options *options = data;
  struct party *sender = sp_new(cx, in->m, struct party);
  struct party *receiver = sp_new(cx, in->m, struct party);
  int senders = sort_side(in, 1, 1, sender);
  sort_side(in, -1, options->receivers == DESCENDING ? -1 : 1, receiver);
  double received = 0; /* by the current receiver, the r-th */
  for (int s = 0, r = 0; s < senders; s++)
    for (double sent = 0; sent < in->load[sender[s].worker].v; sent++) {
      if (received == -in->load[receiver[r].worker].v) {
        r++;
        received = 0;
      }
      sp_schedule_add(out, sender[s].worker, receiver[r].worker, 1, -1);
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
    .plan = plan,
};

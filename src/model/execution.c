/* The execution of a plan with one port each way, and the arrival of a message, which the execution
 * with several ports shares. The dates of message k, from s to r, follow from those of message k-1
 * (RR-6005, section 2):
 *   in_k  = max(in_{k-1}, date s has the task) + S_s + c_s
 *   out_k = max(in_k, out_{k-1}, date r has a place) + S_r + c_r
 *   end_r = max(end_r, out_k) + w_r         unless the task is sent on from r
 * where end_i starts at (L_i - tasks of its own that i sends) * w_i. Example (RR-6005, section
 * 4.2): c = 2, w = 3,3,4,4, L = 8,1,1,0 and the messages 1->2, 1->4, 1->2, 1->4 end at 14. */
#include "model/execution.h"
#include "base/memory.h"

#include <stdlib.h>

void execution_arrived(struct execution *x, long k, double date)
{
  const struct sp_instance *in = x->in;
  const struct sp_message *msg = &x->plan->msg[k];
  double *end = &x->end[msg->to];

  x->last = fmax(x->last, date);
  if (in->problem == SP_IMBALANCE) {
    x->done += execution_in_time(date, x->deadline) ? msg->amount : 0;
    return;
  }
  if (x->relayed && x->relayed[k])
    return;
  double work = msg->amount > 0 ? msg->amount * in->w[msg->to].v : 0;
  *end = (*end > date ? *end : date) + work;
  if (execution_in_time(*end, x->deadline))
    x->done += msg->amount;
  if (x->finish)
    x->finish[k] = *end;
}

void execution_one_port(struct execution *x)
{
  const struct sp_instance *in = x->in;
  bool receives = !execution_from_master(in);
  double *arrival =
      x->relayed ? sp_xcalloc((size_t)x->plan->n, sizeof *arrival) : NULL; /* [k] out_k */
  double in_end = 0, out_end = 0;

  for (long k = 0; k < x->plan->n; k++) {
    const struct sp_message *msg = &x->plan->msg[k];
    if (receives) {
      if (msg->after >= 0 && arrival[msg->after] > in_end)
        in_end = arrival[msg->after];
      in_end += sp_message_time(in, msg->from, msg->amount);
    }
    double place = execution_place(x, k);
    if (in_end > out_end)
      out_end = in_end;
    if (place > out_end)
      out_end = place;
    out_end += sp_message_time(in, msg->to, msg->amount);
    if (arrival)
      arrival[k] = out_end;
    execution_arrived(x, k, out_end);
  }
  free(arrival);
}

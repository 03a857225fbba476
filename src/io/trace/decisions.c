/* Writes decisions as CSV: a line for each decision and each worker whose state has changed since
 * the decision before; fields that a line does not have are empty. Dates and amounts have 17
 * digits.
 *
 *   decision,date,port,remaining,answer,from,to,amount,until,worker,room_at,idle_at,assigned,done,held,movable
 *   1,0,out,2,send,0,1,1,,1,0,0,0,0,0,0
 *   1,0,out,2,send,0,1,1,,2,0,0,0,0,0,0
 *   2,1,out,1,wait,,,,3,1,3,3,1,0,1,0 */
#include "io/trace/trace.h"

static const char *const answer_name[] = {
    [SP_SEND] = "send", [SP_WAIT] = "wait", [SP_DONE] = "end"};

static void write_answer(FILE *stream, const struct sp_seen *row)
{
  const struct sp_decision *answer = &row->answer;
  fprintf(stream, "%s,", answer_name[answer->verb]);
  if (answer->verb == SP_SEND && row->port == SP_IN)
    fprintf(stream, "%d,0,%.17g,", answer->worker, answer->amount);
  else if (answer->verb == SP_SEND)
    fprintf(stream, "0,%d,%.17g,", answer->worker, answer->amount);
  else
    fputs(",,,", stream);
  if (answer->verb == SP_WAIT && answer->until > row->now && answer->until < INFINITY)
    fprintf(stream, "%.17g", answer->until);
}

void sp_write_decisions(FILE *stream, const struct sp_decisions *decisions)
{
  fputs("decision,date,port,remaining,answer,from,to,amount,until,"
        "worker,room_at,idle_at,assigned,done,held,movable\n",
        stream);
  for (long k = 0; k < decisions->n; k++) {
    const struct sp_seen *row = &decisions->row[k];
    fprintf(stream, "%ld,%.17g,%s,%.17g,", row->decision + 1, row->now,
            row->port == SP_IN ? "in" : "out", row->remaining);
    write_answer(stream, row);
    if (row->worker)
      fprintf(stream, ",%d,%.17g,%.17g,%.17g,%.17g,%ld,%ld\n", row->worker, row->room_at,
              row->idle_at, row->assigned, row->done, row->held, row->movable);
    else
      fputs(",,,,,,,\n", stream);
  }
}

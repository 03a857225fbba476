/* Writes a trace as Batsim's table of jobs, which evalys reads: a job for each event. All are
 * submitted at date 0; the resources of a job are the rows of the trace that it is on. The last
 * columns are not Batsim's: with them the table is the events file. */
#include "io/trace/rows.h"

static const char header[] =
    "job_id,workload_name,submission_time,requested_number_of_resources,requested_time,success,"
    "starting_time,execution_time,finish_time,waiting_time,turnaround_time,stretch,"
    "allocated_resources,from,to,amount,message";

static void write_job(FILE *stream, long number, const struct sp_event *e,
                      const struct trace_slice *slice, int n)
{
  static const char *const name[] = {
      [SP_TRANSFER] = "transfer", [SP_COMPUTE] = "compute", [SP_RESULT] = "result"};
  double length = e->end - e->start;
  fprintf(stream, "%ld,%s,0,%d,%.17g,1,%.17g,%.17g,%.17g,%.17g,%.17g,", number, name[e->kind], n,
          length, e->start, length, e->end, e->start, e->end);
  if (length > 0)
    fprintf(stream, "%.17g", e->end / length);
  long row = slice[0].row;
  fprintf(stream, ",%ld", row);
  if (n > 1)
    fprintf(stream, " %ld", slice[1].row);
  fprintf(stream, ",%d,%d,%.17g,%ld\n", e->from, e->to, e->amount, e->message + 1);
}

void sp_write_jobs(FILE *stream, const struct sp_trace *trace, const struct sp_trace_about *about)
{
  struct trace_rows rows;
  rows_init(&rows, trace, about->in);
  fprintf(stream, "%s\n", header);
  for (long j = 0; j < trace->n; j++) {
    struct trace_slice slice[2];
    int n = rows_place(&rows, &trace->event[j], slice);
    write_job(stream, j + 1, &trace->event[j], slice, n);
  }
  rows_clear(&rows);
}

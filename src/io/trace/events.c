/* Writes traces and decisions as CSV, and reads events files: one line for each interval, sorted by
 * (start, end, kind, from, to). Dates and amounts have 17 digits, so that reading gives the same
 * doubles. Messages are numbered from 1; 0 is a unit that the worker held at date 0. On a graph
 * nodes are numbered from 1, there is no node 0, message is the number of the hop, and a message of
 * results is a result. What was lost, since its worker or link went down, has the kind
 * lost-transfer or lost-compute.
 *
 *   start,end,kind,from,to,amount,message
 *   0,2,transfer,1,0,1,1
 *   0,3,compute,2,2,1,0 */
#include "base/csv.h"
#include "base/num.h"
#include "io/trace/rows.h"
#include "model/schedule.h"

#include <stdlib.h>
#include <string.h>

static const char header[] = "start,end,kind,from,to,amount,message";
static const char *const kind_name[][2] = {[SP_TRANSFER] = {"transfer", "lost-transfer"},
                                           [SP_COMPUTE] = {"compute", "lost-compute"},
                                           [SP_RESULT] = {"result", "lost-result"}};

void sp_write_events(FILE *stream, const struct sp_trace *trace, const struct sp_trace_about *about)
{
  (void)about; /* numbers alone */
  fprintf(stream, "%s\n", header);
  for (long j = 0; j < trace->n; j++) {
    const struct sp_event *e = &trace->event[j];
    fprintf(stream, "%.17g,%.17g,%s,%d,%d,%.17g,%ld\n", e->start, e->end,
            kind_name[e->kind][e->lost], e->from, e->to, e->amount, e->message + 1);
  }
}

static int unexpected(const struct csv *csv, const char *read, const char *column,
                      const char *expected)
{
  return csv_refuse(csv, "read '%.60s'%s%s, expected %s", read, *column ? " as " : "", column,
                    expected);
}

/* A decimal number with nothing before or after it; not nan, inf or hexadecimal. */
static int read_double(const struct csv *csv, const char *text, const char *column, double *out)
{
  char *end;
  size_t plain = strspn(text, "0123456789+-.eE");

  double v = strtod(text, &end);
  if (plain != strlen(text) || end == text || *end || !isfinite(v))
    return unexpected(csv, text, column, "a finite number");
  *out = v;
  return SP_OK;
}

/* An integer from 0 to max. */
static int read_long(const struct csv *csv, const char *text, const char *column, long max,
                     long *out)
{
  return sp_read_whole(text, 0, max, out)
             ? SP_OK
             : unexpected(csv, text, column, "an integer >= 0 in range");
}

static bool read_kind(const char *text, struct sp_event *e)
{
  for (int kind = SP_TRANSFER; kind <= SP_RESULT; kind++)
    for (int lost = 0; lost < 2; lost++)
      if (strcmp(text, kind_name[kind][lost]) == 0) {
        e->kind = (enum sp_kind)kind;
        e->lost = lost;
        return true;
      }
  return false;
}

static int read_event(struct csv *csv, struct sp_event *e)
{
  char shown[64];
  long from = 0, to = 0, message = 0;

  snprintf(shown, sizeof shown, "%s", csv->line);
  if (csv_cut(csv, 0) != 7)
    return unexpected(csv, shown, "", "seven fields between commas");
  char **field = csv->field;
  if (!read_kind(field[2], e))
    return unexpected(csv, field[2], "kind",
                      "transfer, compute, result, lost-transfer, lost-compute or lost-result");
  if (read_double(csv, field[0], "start", &e->start) ||
      read_double(csv, field[1], "end", &e->end) ||
      read_long(csv, field[3], "from", INT_MAX - 1, &from) ||
      read_long(csv, field[4], "to", INT_MAX - 1, &to) ||
      read_double(csv, field[5], "amount", &e->amount) ||
      read_long(csv, field[6], "message", LONG_MAX, &message))
    return SP_BAD_INPUT;
  e->from = (int)from;
  e->to = (int)to;
  e->message = message - 1;
  return SP_OK;
}

static int read_lines(struct csv *csv, struct sp_trace *trace)
{
  int code = SP_OK;
  long blank = 0; /* a blank line; only the last line may be blank */

  while (code == SP_OK && csv_next(csv, &code)) {
    struct sp_event e;
    if (csv->number == 1) {
      if (strcmp(csv->line, header) != 0)
        code = unexpected(csv, csv->line, "", header);
    } else if (blank) {
      csv->number = blank;
      code = unexpected(csv, "", "", "an event (only the last line may be blank)");
    } else if (!*csv->line) {
      blank = csv->number;
    } else if ((code = read_event(csv, &e)) == SP_OK) {
      sp_trace_add(trace, &e);
    }
  }
  if (code == SP_OK && csv->number == 0)
    code = unexpected(csv, "", "", header);
  return code;
}

int sp_read_events(const char *path, struct sp_trace *trace, struct sp_error *error)
{
  struct csv csv;

  sp_trace_clear(trace);
  int code = csv_open(&csv, path, error);
  if (code == SP_OK)
    code = read_lines(&csv, trace);
  if (code != SP_OK)
    sp_trace_clear(trace);
  csv_close(&csv);
  return code;
}

/* ---- Writes a trace as Batsim's table of jobs, which evalys reads: a job for each event. All are
 * submitted at date 0; the resources of a job are the rows of the trace that it is on. The last
 * columns are not Batsim's: with them the table is the events file. */

static const char jobs_header[] =
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
  fprintf(stream, "%s\n", jobs_header);
  for (long j = 0; j < trace->n; j++) {
    struct trace_slice slice[2];
    int n = rows_place(&rows, &trace->event[j], slice);
    write_job(stream, j + 1, &trace->event[j], slice, n);
  }
  rows_clear(&rows);
}

/* ---- Writes decisions as CSV: a line for each decision and each worker whose state has changed
 * since the decision before; fields that a line does not have are empty. Dates and amounts have 17
 * digits.
 *
 *   decision,date,port,remaining,answer,from,to,amount,until,worker,room_at,idle_at,assigned,done,held,movable
 *   1,0,out,2,send,0,1,1,,1,0,0,0,0,0,0
 *   1,0,out,2,send,0,1,1,,2,0,0,0,0,0,0
 *   2,1,out,1,wait,,,,3,1,3,3,1,0,1,0 */

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

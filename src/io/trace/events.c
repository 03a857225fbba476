/* Reads and writes events files: one line for each interval, sorted by (start, end, kind,
 * from, to). Dates and amounts have 17 digits, so that reading gives the same doubles. Messages are
 * numbered from 1; 0 is a unit that the worker held at date 0. On a graph nodes are numbered from
 * 1, there is no node 0, message is the number of the hop, and a message of results is a result.
 * What was lost, since its worker or link went down, has the kind lost-transfer or lost-compute.
 *
 *   start,end,kind,from,to,amount,message
 *   0,2,transfer,1,0,1,1
 *   0,3,compute,2,2,1,0 */
#include "base/csv.h"
#include "base/num.h"
#include "io/trace/trace.h"
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

bool sp_trace_is_graph(const struct sp_trace *trace)
{
  for (long k = 0; k < trace->n; k++)
    if (trace->event[k].from == 0 || trace->event[k].to == 0 || trace->event[k].message < 0)
      return false;
  return trace->n > 0;
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

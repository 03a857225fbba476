/* The events file: one line per interval, "start,end,kind,from,to,amount,message", dates and
 * amounts with the 17 digits that read back exactly, sorted by (start, end, kind, from, to). The
 * message column counts from 1; 0 is a unit that the worker held at date 0. On a graph nodes count
 * from 1 and there is no node 0; message is the hop's number.
 *
 *   start,end,kind,from,to,amount,message
 *   0,2,transfer,1,0,1,1
 *   0,3,compute,2,2,1,0 */
#include "io/io.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char header[] = "start,end,kind,from,to,amount,message";
static const char *const kind_name[] = {[SP_TRANSFER] = "transfer", [SP_COMPUTE] = "compute"};

void sp_write_events(FILE *stream, const struct sp_trace *trace)
{
  struct sp_trace sorted = SP_TRACE_EMPTY;

  for (long j = 0; j < trace->n; j++)
    sp_trace_add(&sorted, &trace->event[j]);
  sp_trace_sort(&sorted);
  fprintf(stream, "%s\n", header);
  for (long j = 0; j < sorted.n; j++) {
    const struct sp_event *e = &sorted.event[j];
    fprintf(stream, "%.17g,%.17g,%s,%d,%d,%.17g,%ld\n", e->start, e->end, kind_name[e->kind],
            e->from, e->to, e->amount, e->message + 1);
  }
  sp_trace_clear(&sorted);
}

/* Where the reader is, for its messages. */
struct reader {
  const char *path;
  long line;
  struct sp_error *error;
};

static int unexpected(const struct reader *r, const char *read, const char *column,
                      const char *expected)
{
  return sp_bad_input(r->error, "%s:%ld: read '%.60s'%s%s, expected %s", r->path, r->line, read,
                      *column ? " as " : "", column, expected);
}

/* A decimal number, nothing before or after it; neither nan, inf nor hexadecimal. */
static int read_double(const struct reader *r, const char *text, const char *column, double *out)
{
  char *end;
  size_t plain = strspn(text, "0123456789+-.eE");

  errno = 0;
  double v = strtod(text, &end);
  if (plain != strlen(text) || end == text || *end || !isfinite(v))
    return unexpected(r, text, column, "a finite number");
  *out = v;
  return SP_OK;
}

/* An integer from 0 to max. */
static int read_long(const struct reader *r, const char *text, const char *column, long max,
                     long *out)
{
  char *end;

  errno = 0;
  long v = strtol(text, &end, 10);
  if (!isdigit((unsigned char)*text) || *end || errno || v > max)
    return unexpected(r, text, column, "an integer >= 0 in range");
  *out = v;
  return SP_OK;
}

/* Cuts the line at its commas; false if it has not exactly n fields. */
static bool split(char *line, char **field, int n)
{
  for (int i = 0; i < n; i++) {
    field[i] = line;
    char *comma = strchr(line, ',');
    if (!comma)
      return i == n - 1;
    *comma = '\0';
    line = comma + 1;
  }
  return false;
}

static int read_event(const struct reader *r, char *line, struct sp_event *e)
{
  char *field[7], shown[64];
  long from = 0, to = 0, message = 0;

  snprintf(shown, sizeof shown, "%s", line);
  if (!split(line, field, 7))
    return unexpected(r, shown, "", "seven fields between commas");
  if (strcmp(field[2], kind_name[SP_TRANSFER]) == 0)
    e->kind = SP_TRANSFER;
  else if (strcmp(field[2], kind_name[SP_COMPUTE]) == 0)
    e->kind = SP_COMPUTE;
  else
    return unexpected(r, field[2], "kind", "transfer or compute");
  if (read_double(r, field[0], "start", &e->start) || read_double(r, field[1], "end", &e->end) ||
      read_long(r, field[3], "from", INT_MAX - 1, &from) ||
      read_long(r, field[4], "to", INT_MAX - 1, &to) ||
      read_double(r, field[5], "amount", &e->amount) ||
      read_long(r, field[6], "message", LONG_MAX, &message))
    return SP_BAD_INPUT;
  e->from = (int)from;
  e->to = (int)to;
  e->message = message - 1;
  return SP_OK;
}

/* The next line without its end ("\n" or "\r\n"); its length, -1 at the end of the file. */
static ssize_t next_line(FILE *stream, char **line, size_t *size)
{
  ssize_t length = getline(line, size, stream);

  if (length > 0 && (*line)[length - 1] == '\n')
    (*line)[--length] = '\0';
  if (length > 0 && (*line)[length - 1] == '\r')
    (*line)[--length] = '\0';
  return length;
}

static int read_lines(struct reader *r, FILE *stream, char **line, size_t *size,
                      struct sp_trace *trace)
{
  ssize_t length;
  long blank = 0; /* line that may only be the last */

  while ((length = next_line(stream, line, size)) >= 0) {
    struct sp_event e;
    r->line++;
    if (strlen(*line) != (size_t)length)
      return unexpected(r, *line, "", "text without null bytes");
    if (r->line == 1) {
      if (strcmp(*line, header) != 0)
        return unexpected(r, *line, "", header);
      continue;
    }
    if (blank) {
      r->line = blank;
      return unexpected(r, "", "", "an event (only the last line may be blank)");
    }
    if (length == 0)
      blank = r->line;
    else if (read_event(r, *line, &e) != SP_OK)
      return SP_BAD_INPUT;
    else
      sp_trace_add(trace, &e);
  }
  if (ferror(stream))
    return sp_bad_input(r->error, "%s:%ld: cannot read: %s", r->path, r->line + 1, strerror(errno));
  if (r->line == 0) {
    r->line = 1;
    return unexpected(r, "", "", header);
  }
  return SP_OK;
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
  struct reader r = {path, 0, error};
  char *line = NULL;
  size_t size = 0;
  FILE *stream = fopen(path, "r");

  if (!stream)
    return sp_bad_input(error, "%s: cannot open: %s", path, strerror(errno));
  sp_trace_clear(trace);
  int code = read_lines(&r, stream, &line, &size, trace);
  if (code != SP_OK)
    sp_trace_clear(trace);
  free(line);
  fclose(stream);
  return code;
}

/* Reads profiles: files of dates and values that attributes name, and <trace> with
 * <trace_connect>, as SimGrid does.
 *
 * A line is DATE VALUE, or empty, or a comment (# or %). PERIODICITY P: the profile begins again
 * at the multiples of P; LOOPAFTER D: D after the last date. Values are factors of a speed, bytes/s
 * of a bandwidth, or states (0: down). SimGrid 3.32 reads each file once, connects a trace to one
 * host, and finds a file in the current folder or else in the platform's. */
#include "base/file.h"
#include "base/memory.h"
#include "io/platform/reader.h"

#include <ctype.h>
#include <unistd.h>

enum { LONGEST_LINE = 1000 };

/* A profile that is being read, and where. */
struct input {
  struct reader *r;
  const char *file; /* for messages */
  FILE *stream;
  long line;
  struct trace *trace;
  long cap;
  double loop_after; /* -1: not given */
  bool failed;
};

/* Refuses this line: "file:line: what it is, expected ..". */
static int refuse(struct input *in, const char *text, const char *expected)
{
  in->failed = true;
  return xml_refuse_at(in->r, in->file, in->line, "\"%.60s\", expected %s", text, expected);
}

/* Reads a finite number >= 0 that ends with blanks or the text; *text: after it. */
static bool read_value(const char **text, double *value)
{
  char *end;
  *value = strtod(*text, &end);
  bool right = end > *text && (!*end || isspace((unsigned char)*end)) && *value >= 0;
  *text = end;
  return right && isfinite(*value);
}

static bool is_end(const char *text)
{
  return text[strspn(text, " \t\v\f\r")] == '\0';
}

/* "PERIODICITY P" or "LOOPAFTER D". */
static int read_loop(struct input *in, const char *text)
{
  bool period = *text == 'P';
  const char *at = text + strcspn(text, " \t");
  double value;
  if (!read_value(&at, &value) || !is_end(at) || !(value > 0) || in->loop_after >= 0 ||
      isfinite(in->trace->profile.period))
    return refuse(in, text, "PERIODICITY or LOOPAFTER once, with a number > 0");
  *(period ? &in->trace->profile.period : &in->loop_after) = value;
  return 0;
}

static int read_line(struct input *in, const char *text)
{
  struct sp_profile *p = &in->trace->profile;
  const char *at = text;
  double date, value;
  if (strncmp(text, "PERIODICITY", 11) == 0 || strncmp(text, "LOOPAFTER", 9) == 0)
    return read_loop(in, text);
  if (strncmp(text, "STOCHASTIC", 10) == 0)
    return refuse(in, text, "dates and values: profiles that SimGrid draws are not supported");
  if (!read_value(&at, &date) || !read_value(&at, &value) || !is_end(at))
    return refuse(in, text, "a date and a value, both finite and >= 0");
  if (p->n > 0 && date < p->date[p->n - 1])
    return refuse(in, text, "dates that do not go back");
  if (p->n > 0 && date == p->date[p->n - 1])
    p->factor[p->n - 1] = value; /* as in SimGrid, the last one counts */
  else
    sp_profile_add(p, &in->cap, date, value);
  return 0;
}

/* Reads a line without blanks at its ends; false at the end of the input. */
static bool next_line(struct input *in, char line[LONGEST_LINE])
{
  int c, n = 0;
  while ((c = getc_unlocked(in->stream)) != EOF && c != '\n' && c != '\r') {
    if (c == 0 || n == LONGEST_LINE - 1) {
      in->line++;
      refuse(in, "", c == 0 ? "text without zero bytes" : "lines of less than 1000 characters");
      return false;
    }
    if (n > 0 || !isspace(c))
      line[n++] = (char)c;
  }
  while (n > 0 && isspace((unsigned char)line[n - 1]))
    n--;
  line[n] = '\0';
  in->line += c == '\n' || (c == EOF && n > 0);
  return c != EOF || n > 0;
}

static int end_profile(struct input *in)
{
  struct sp_profile *p = &in->trace->profile;
  in->line += in->line == 0;
  in->trace->last_line = in->line;
  if (ferror(in->stream))
    return refuse(in, "", "a file that can be read");
  if (p->n == 0)
    return refuse(in, "", "at least one line with a date and a value");
  if (in->loop_after >= 0)
    p->period = p->date[p->n - 1] + in->loop_after;
  if (p->period <= p->date[p->n - 1])
    return refuse(in, "PERIODICITY", "a period that ends after the last date");
  return 0;
}

static int read_all(struct input *in)
{
  char line[LONGEST_LINE];
  while (next_line(in, line))
    if (*line && *line != '#' && *line != '%' && read_line(in, line) < 0)
      return -1;
  return in->failed ? -1 : end_profile(in);
}

/* Adds a trace without a profile; -1 after refusing its name, which SimGrid knows already. */
static int add_trace(struct reader *r, const char *name)
{
  struct topology *t = r->topology;
  if (!map_add(&t->trace_of, name, strlen(name), t->n_traces))
    return xml_refuse(r, "a second use of the trace or file %.60s, which SimGrid reads only once",
                      name);
  t->trace = sp_context_grow(t->memory, t->trace, t->n_traces, sizeof *t->trace);
  t->trace[t->n_traces] = (struct trace){.file = NULL, .profile = {.period = INFINITY}};
  return t->n_traces++;
}

/* Opens the file in the current folder, or if there is none in the platform's; *path: its name. */
static FILE *open_profile(struct reader *r, const char *attribute, const char *name,
                          const char **path)
{
  struct sp_error error;
  const char *slash = strrchr(r->input->name, '/');
  int folder = slash ? (int)(slash - r->input->name) + 1 : 0;
  if (*name == '/') {
    xml_refuse(r, "%s \"%.60s\", expected a name relative to the platform, as SimGrid finds it",
               attribute, name);
    return NULL;
  }
  *path = sp_context_copy(r->topology->memory, name);
  FILE *stream = sp_open_file(*path, &error);
  if (!stream && folder > 0 && access(*path, F_OK) != 0) {
    *path = sp_context_text(r->topology->memory, "%.*s%s", folder, r->input->name, name);
    stream = sp_open_file(*path, &error);
  }
  if (!stream)
    xml_refuse(r, "%s: %.300s", attribute, error.text);
  return stream;
}

/* Reads the trace from the stream, which begins after that line of its file, and closes it. */
static int read_stream(struct reader *r, struct trace *trace, FILE *stream, long line)
{
  struct input in = {.r = r,
                     .file = trace->file,
                     .stream = stream,
                     .line = line,
                     .trace = trace,
                     .loop_after = -1};
  int code = read_all(&in);
  fclose(stream);
  return code;
}

/* The trace of a file; -1 after refusing it. */
static int read_file(struct reader *r, const char *attribute, const char *name)
{
  const char *path;
  int index = add_trace(r, name);
  FILE *stream = index < 0 ? NULL : open_profile(r, attribute, name, &path);
  if (!stream)
    return -1;
  struct trace *trace = &r->topology->trace[index];
  trace->file = path;
  return read_stream(r, trace, stream, 0) < 0 ? -1 : index;
}

int platform_profile(struct reader *r, const char *attribute, int *trace)
{
  const char *name = xml_get(r, attribute);
  *trace = -1;
  return name && *name ? (*trace = read_file(r, attribute, name)) : 0;
}

/* ---- <trace> and <trace_connect> */

int platform_trace(struct reader *r)
{
  r->text_line = xml_line(r);
  return 0;
}

/* The period is an attribute; its preset, 0 or less, is none. */
static int read_text(struct reader *r, int index)
{
  const char *periodicity = xml_get(r, "periodicity");
  char *end;
  double period = strtod(periodicity, &end);
  struct trace *trace = &r->topology->trace[index];
  if (*end || end == periodicity || !isfinite(period))
    return xml_refuse(r, "periodicity \"%.40s\", expected a number", periodicity);
  trace->file = r->input->name;
  if (period > 0)
    trace->profile.period = period;
  FILE *stream = fmemopen(r->text, r->text_size, "r");
  return stream ? read_stream(r, trace, stream, r->text_line - 1) : -1;
}

int platform_trace_end(struct reader *r)
{
  const char *id = xml_get(r, "id"), *file = xml_get(r, "file");
  if (file && *file)
    return xml_refuse(r, "<trace> %.60s of a file, expected its lines in the element", id);
  if (r->text_size == 0)
    return xml_refuse(r, "<trace> %.60s without lines, expected DATE VALUE", id);
  int index = add_trace(r, id);
  return index < 0 ? -1 : read_text(r, index);
}

/* Hosts may be declared later: they are looked up at the end. */
int platform_trace_connect(struct reader *r)
{
  struct topology *t = r->topology;
  const char *name = xml_get(r, "trace"), *kind = xml_get(r, "kind");
  int trace = map_find(&t->trace_of, name, strlen(name));
  bool speed = kind && strcmp(kind, "SPEED") == 0;
  if (trace < 0)
    return xml_refuse(r, "trace \"%.60s\", expected one declared before", name);
  if (!speed && kind && strcmp(kind, "HOST_AVAIL") != 0)
    return xml_refuse(r,
                      "kind=\"%.40s\", expected SPEED or HOST_AVAIL: SimGrid does not connect "
                      "traces to links, a <link> has bandwidth_file and state_file",
                      kind);
  for (int k = 0; k < t->n_connections; k++)
    if (t->connection[k].trace == trace && t->connection[k].speed == speed)
      return xml_refuse(r,
                        "trace %.60s is connected twice, expected once: SimGrid connects it to "
                        "the first host alone",
                        name);
  t->connection =
      sp_context_grow(t->memory, t->connection, t->n_connections, sizeof *t->connection);
  t->connection[t->n_connections++] = (struct connection){
      trace, speed, sp_context_copy(t->memory, xml_get(r, "element")), xml_line(r)};
  return 0;
}

int platform_connect(struct topology *t, struct sp_error *error)
{
  for (int k = 0; k < t->n_connections; k++) {
    const struct connection *c = &t->connection[k];
    int p = map_find(&t->point_of, c->element, strlen(c->element));
    if (p < 0 || t->point[p].kind != POINT_HOST)
      return sp_bad_input(error, "%s:%ld: element \"%.60s\", expected a host", t->file, c->line,
                          c->element);
    int *trace = c->speed ? &t->point[p].speed_trace : &t->point[p].state_trace;
    if (*trace >= 0)
      return sp_bad_input(error, "%s:%ld: a second profile of host %.60s, expected one", t->file,
                          c->line, c->element);
    *trace = c->trace;
  }
  return SP_OK;
}

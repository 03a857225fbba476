/* Dates of arrival as text; see release.h. A file is a CSV file with the column `release`:
 *     release
 *     0
 *     1.5
 * Comments (#), empty lines and blanks around cells are skipped. */
#include "io/text/release.h"
#include "base/csv.h"
#include "base/memory.h"
#include "base/num.h"
#include "base/stream.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static const char forms[] = "dates such as 0,1,5, every(T) or poisson(RATE[,SEED])";

static int refuse(const char *text, size_t length, struct sp_error *error)
{
  return sp_bad_input(error, "release is '%.*s', expected %s", length > 40 ? 40 : (int)length, text,
                      forms);
}

void release_add_date(struct release *r, double date)
{
  sp_grow(r->date, r->n, r->cap);
  r->date[r->n++] = date;
}

/* Reads a number of `length` bytes; false: it is none. */
static bool read_number(const char *text, size_t length, struct sp_num *out)
{
  char number[64];
  if (length >= sizeof number)
    return false;
  snprintf(number, sizeof number, "%.*s", (int)length, text);
  return sp_num_parse(number, out) == 0;
}

static int read_list(struct release *r, const char *text, size_t length, struct sp_error *error)
{
  const char *end = text + length;
  for (;; text++) {
    const char *comma = memchr(text, ',', (size_t)(end - text));
    size_t n = (size_t)((comma ? comma : end) - text);
    struct sp_num date;
    if (!read_number(text, n, &date))
      return refuse(text, n, error);
    release_add_date(r, date.v);
    text += n;
    if (text == end)
      return SP_OK;
  }
}

int release_add(struct release *r, const char *text, size_t length, struct sp_error *error)
{
  static const char every[] = "every(", poisson[] = "poisson(";
  bool closed = length > 0 && text[length - 1] == ')';
  struct sp_num x, seed = sp_int(1);
  if (release_is_given(r))
    return sp_bad_input(error, "release is given twice, expected it once");
  if (closed && !strncmp(text, every, sizeof every - 1)) {
    size_t used = sizeof every - 1;
    if (!read_number(text + used, length - 1 - used, &x) || !(x.v > 0 && isfinite(x.v)))
      return refuse(text, length, error);
    r->every = x.v;
    return SP_OK;
  }
  if (closed && !strncmp(text, poisson, sizeof poisson - 1)) {
    const char *rate = text + sizeof poisson - 1, *end = text + length - 1;
    const char *comma = memchr(rate, ',', (size_t)(end - rate));
    if (!read_number(rate, (size_t)((comma ? comma : end) - rate), &x) ||
        (comma && !read_number(comma + 1, (size_t)(end - comma - 1), &seed)) ||
        !(x.v > 0 && isfinite(x.v)) || seed.den != 1 || seed.num < 0)
      return refuse(text, length, error);
    r->rate = x.v;
    r->seed = (uint64_t)seed.num;
    return SP_OK;
  }
  return read_list(r, text, length, error);
}

/* One line of the file. */
static int read_line(struct release *r, struct csv *csv, bool *headed, struct sp_error *error)
{
  struct sp_num date;
  const char *text = csv->line + strspn(csv->line, " \t\r\n");
  if (!*text || *text == '#')
    return SP_OK;
  csv_cut(csv, 0);
  if (!*headed) {
    *headed = true;
    return csv->n == 1 && !strcmp(csv->field[0], "release")
               ? SP_OK
               : sp_bad_input(error, "the header is not 'release', expected this column alone");
  }
  if (csv->n != 1)
    return sp_bad_input(error, "%d cells, expected one date a line", csv->n);
  if (sp_num_parse(csv->field[0], &date))
    return sp_bad_input(error, "release is '%.40s', expected one date a line", csv->field[0]);
  if (r->n > 0 && date.v < r->date[r->n - 1])
    return sp_bad_input(error,
                        "release is %.40s, expected a date not before that of the line above",
                        csv->field[0]);
  if (r->n == RELEASE_MOST_TASKS)
    return sp_bad_input(error, "more than %d dates", RELEASE_MOST_TASKS);
  release_add_date(r, date.v);
  return SP_OK;
}

int release_read(struct release *r, const char *path, struct sp_error *error)
{
  struct csv csv = {0};
  struct sp_error why = {""};
  bool headed = false;
  int code;
  if (release_is_given(r))
    return sp_bad_input(error, "tasks is a file and release is given, expected one of the two");
  if (csv_open(&csv, path, error) != SP_OK)
    return SP_BAD_INPUT;
  csv.trimmed = true;
  while (csv_next(&csv, &code) && (code = read_line(r, &csv, &headed, &why)) == SP_OK)
    ;
  if (code == SP_OK && r->n == 0)
    code = sp_bad_input(&why, "%s, expected the header 'release' and a date for each task",
                        headed ? "a header alone" : "no header");
  if (code != SP_OK && why.text[0])
    csv_refuse(&csv, "%s", why.text);
  csv_close(&csv);
  return code;
}

/* The time from an arrival of the Poisson process to that of task k. Rounded to 21 bits, so that
 * the last ones of the mathematical library do not show. */
static double gap(const struct release *r, long k)
{
  int exponent;
  double u = sp_stream_uniform(r->seed, SP_STREAM_RELEASE, r->instance, 0, (uint64_t)k);
  double bits = frexp(-log1p(-u) / r->rate, &exponent);
  return ldexp(round(bits * 0x1p21), exponent - 21);
}

int release_of_bag(const struct release *r, struct sp_instance *in, struct sp_error *error)
{
  struct sp_num tasks = in->total;
  char text[SP_NUMBER_TEXT];
  bool listed = r->n > 0;
  if (in->problem != SP_BAG)
    return sp_bad_input(error, "release is given, expected tasks: only those of a bag arrive");
  if (listed ? tasks.v != (double)r->n
             : !(tasks.v >= 0 && tasks.v <= RELEASE_MOST_TASKS && tasks.den == 1)) {
    sp_double_text(tasks.v, text);
    if (listed)
      return sp_bad_input(error, "release has %ld date%s and tasks is %s, expected as many", r->n,
                          sp_plural((double)r->n), text);
    return sp_bad_input(error,
                        "tasks is %s with dates of release, expected a whole number up to %d", text,
                        RELEASE_MOST_TASKS);
  }
  long n = (long)tasks.v;
  double *date = in->release = sp_xcalloc((size_t)n, sizeof *date);
  for (long k = 0; k < n; k++)
    date[k] = listed         ? r->date[k]
              : r->every > 0 ? (double)k * r->every
                             : (k ? date[k - 1] : 0) + gap(r, k);
  return SP_OK;
}

void release_write(FILE *f, const double *date, long n)
{
  char text[SP_NUMBER_TEXT];
  for (long k = 0; k < n; k++)
    fprintf(f, "%s%s", k ? "," : "", sp_double_text(date[k], text));
}

void release_clear(struct release *r)
{
  free(r->date);
  *r = (struct release){0};
}

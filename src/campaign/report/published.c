/* The published table of a paper and the verdict on each of its cells. The CSV as it is printed:
 *
 *   communication,computation,constraint,bba_mean,mbbsa_mean,bba_sd,mbbsa_sd
 *   hom,het,general,1.0000,1,0.0006,0
 *
 * The first columns are keys; a name before the last '_' is a method, the word after it the
 * function. The digits as printed tell the rounding: 1.0074 stands for 1.00735 to 1.00745. */
#include "base/memory.h"
#include "base/text.h"
#include "campaign/report/parts.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *sp_verdict_name(enum sp_verdict verdict)
{
  static const char *const names[] = {"agrees", "differs", "assumed", "missing", ""};
  return names[verdict];
}

enum sp_verdict sp_judge(double ours, double se, double print, double print_se, double half_digit)
{
  if (isnan(print))
    return SP_NO_PRINT;
  if (isnan(ours))
    return SP_MISSING;
  double error = isnan(se) ? 0 : se, print_error = isnan(print_se) ? 0 : print_se;
  double allowed = 3 * sqrt(error * error + print_error * print_error) + half_digit;
  return fabs(ours - print) <= allowed ? SP_AGREES : SP_DIFFERS;
}

/* ---- Reading. */
struct reader {
  const char *path;
  long line;
  struct sp_published *table;
  bool points; /* of a figure: METHOD alone is a head, too */
  struct sp_error *error;
};

static int cut(char *text, char **field, int most)
{
  int n = 0;
  for (char *rest = text, *part; (part = strsep(&rest, ","));)
    if (n++ < most)
      field[n - 1] = part;
  return n;
}

/* NAME_FUNCTION, or `count`; of a figure, NAME. */
static bool good_head(const char *head, bool points)
{
  if (points && *head)
    return true;
  const char *bar = strrchr(head, '_');
  return !strcmp(head, "count") || (bar && bar > head && bar[1]);
}

static int read_head(struct reader *r, char *text)
{
  struct sp_published *p = r->table;
  p->columns = 1;
  for (const char *comma = text; (comma = strchr(comma, ',')); comma++)
    p->columns++;
  char **head = sp_xcalloc((size_t)p->columns, sizeof *head);
  cut(text, head, p->columns);
  p->head = sp_xcalloc((size_t)p->columns, sizeof *p->head);
  for (int k = 0; k < p->columns; k++)
    p->head[k] = sp_xstrdup(head[k]);
  free(head);
  if (p->columns <= p->keys)
    return sp_bad_input(r->error, "%s:%ld: %d columns, expected %d keys and values", r->path,
                        r->line, p->columns, p->keys);
  for (int k = p->keys; k < p->columns; k++)
    if (!good_head(p->head[k], r->points))
      return sp_bad_input(r->error,
                          "%s:%ld: column '%s', expected METHOD_FUNCTION or count after %d keys",
                          r->path, r->line, p->head[k], p->keys);
  return SP_OK;
}

static int decimals_of(const char *text)
{
  const char *point = strchr(text, '.');
  return point ? (int)strspn(point + 1, "0123456789") : 0;
}

/* A number in plain digits, as tables print them; an empty field is not published. */
static bool plain_number(const char *text)
{
  text += *text == '-';
  size_t whole = strspn(text, "0123456789"), part = 0;
  text += whole;
  if (*text == '.') {
    part = strspn(text + 1, "0123456789");
    text += 1 + part;
  }
  return whole + part > 0 && !*text;
}

static int read_row(struct reader *r, char *text)
{
  struct sp_published *p = r->table;
  char **field = sp_xcalloc((size_t)p->columns, sizeof *field);
  int n = cut(text, field, p->columns), code = SP_OK;
  if (n != p->columns)
    code =
        sp_bad_input(r->error, "%s:%ld: %d fields, expected %d", r->path, r->line, n, p->columns);
  for (int k = p->keys; k < p->columns && !code; k++)
    if (*field[k] && !plain_number(field[k]))
      code = sp_bad_input(r->error, "%s:%ld: %s is '%s', expected a number in plain digits",
                          r->path, r->line, p->head[k], field[k]);
  if (!code) {
    size_t columns = (size_t)p->columns, first = (size_t)p->rows * columns;
    p->field = sp_xrealloc(p->field, first + columns, sizeof *p->field);
    for (size_t k = 0; k < columns; k++) {
      p->field[first + k] = sp_xstrdup(field[k]);
      if ((int)k >= p->keys && decimals_of(field[k]) > p->decimals)
        p->decimals = decimals_of(field[k]);
    }
    p->rows++;
  }
  free(field);
  return code;
}

static int read_lines(struct reader *r, FILE *file)
{
  char *text = NULL;
  size_t size = 0;
  int code = SP_OK;
  for (ssize_t length; !code && (length = getline(&text, &size, file)) >= 0;) {
    r->line++;
    text[strcspn(text, "\r\n")] = 0;
    if (!*text || *text == '#')
      continue;
    code = r->table->head ? read_row(r, text) : read_head(r, text);
  }
  free(text);
  if (!code && ferror(file))
    code = sp_bad_input(r->error, "%s: cannot be read: %s", r->path, strerror(errno));
  if (!code && !r->table->rows)
    code = sp_bad_input(r->error, "%s:%ld: the file ends, expected a header and rows", r->path,
                        r->line);
  return code;
}

static int read_file(const char *path, int keys, bool points, struct sp_published *published,
                     struct sp_error *error)
{
  *published = (struct sp_published){.keys = keys};
  FILE *file = fopen(path, "r");
  if (!file)
    return sp_bad_input(error, "%s: cannot be read: %s", path, strerror(errno));
  struct reader reader = {path, 0, published, points, error};
  int code = read_lines(&reader, file);
  fclose(file);
  if (code)
    sp_published_clear(published);
  return code;
}

int sp_published_read(const char *path, int keys, struct sp_published *published,
                      struct sp_error *error)
{
  return read_file(path, keys, false, published, error);
}

int sp_published_read_points(const char *path, int keys, struct sp_published *published,
                             struct sp_error *error)
{
  return read_file(path, keys, true, published, error);
}

void sp_published_clear(struct sp_published *p)
{
  for (int k = 0; p->head && k < p->columns; k++)
    free(p->head[k]);
  for (int k = 0; k < p->rows * p->columns; k++)
    free(p->field[k]);
  free(p->head);
  free(p->field);
  *p = (struct sp_published){0};
}

/* ---- Looking up. */
int sp_published_row(const struct sp_published *p, const char *const *label)
{
  for (int row = 0; row < p->rows; row++) {
    int k = 0;
    while (k < p->keys && !strcmp(p->field[row * p->columns + k], label[k]))
      k++;
    if (k == p->keys)
      return row;
  }
  return -1;
}

/* The column METHOD_FUNCTION or, if there is none, METHOD; p->columns if there is neither. */
static int find_column(const struct sp_published *p, const char *method,
                       const struct sp_quantity *quantity)
{
  int bare = p->columns;
  for (int column = p->keys; column < p->columns; column++) {
    const char *head = p->head[column], *bar = strrchr(head, '_');
    if (bar && !strcmp(bar + 1, quantity->name) && sp_name_is(method, head, (size_t)(bar - head)))
      return column;
    if (sp_name_is(method, head, strlen(head)))
      bare = column;
  }
  return sp_quantity_is_spread(quantity) ? p->columns : bare;
}

struct sp_printed sp_published_find(const struct sp_published *p, int row, const char *method,
                                    const struct sp_quantity *quantity)
{
  struct sp_printed none = {NULL, NAN, 0};
  char *name = strndup(method, strcspn(method, ":"));
  if (!name)
    abort();
  int column = find_column(p, name, quantity);
  free(name);
  if (row < 0 || column == p->columns || !*p->field[row * p->columns + column])
    return none;
  const char *text = p->field[row * p->columns + column];
  int decimals = strchr(text, '.') ? decimals_of(text) : p->decimals;
  double unit = 1;
  while (decimals-- > 0)
    unit *= 10;
  return (struct sp_printed){text, strtod(text, NULL), 0.5 / unit};
}

long sp_published_count(const struct sp_published *p, int row)
{
  for (int k = p->keys; k < p->columns && row >= 0; k++)
    if (!strcmp(p->head[k], "count"))
      return strtol(p->field[row * p->columns + k], NULL, 10);
  return 0;
}

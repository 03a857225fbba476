/* The published table of a paper and the verdict on each of its cells. The CSV as it is printed:
 *
 *   communication,computation,constraint,bba_mean,mbbsa_mean,bba_sd,mbbsa_sd
 *   hom,het,general,1.0000,1,0.0006,0
 *
 * The first columns are keys; a name before the last '_' is a method, the word after it the
 * function. The digits as printed tell the rounding: 1.0074 stands for 1.00735 to 1.00745. */
#include "base/csv.h"
#include "base/memory.h"
#include "base/text.h"
#include "campaign/report/parts.h"
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

/* NAME_FUNCTION, or `count`; of a figure, NAME. */
static bool good_head(const char *head, bool points)
{
  if (points && *head)
    return true;
  const char *bar = strrchr(head, '_');
  return !strcmp(head, "count") || (bar && bar > head && bar[1]);
}

/* points: of a figure. */
static int read_head(struct csv *csv, struct sp_published *p, bool points)
{
  p->columns = csv_cut(csv, 0);
  p->head = sp_xcalloc((size_t)p->columns, sizeof *p->head);
  for (int k = 0; k < p->columns; k++)
    p->head[k] = sp_xstrdup(csv->field[k]);
  if (p->columns <= p->keys)
    return csv_refuse(csv, "%d columns, expected %d keys and values", p->columns, p->keys);
  for (int k = p->keys; k < p->columns; k++)
    if (!good_head(p->head[k], points))
      return csv_refuse(csv, "column '%s', expected METHOD_FUNCTION or count after %d keys",
                        p->head[k], p->keys);
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

static int read_row(struct csv *csv, struct sp_published *p)
{
  int n = csv_cut(csv, 0);
  if (n != p->columns)
    return csv_refuse(csv, "%d fields, expected %d", n, p->columns);
  for (int k = p->keys; k < n; k++)
    if (*csv->field[k] && !plain_number(csv->field[k]))
      return csv_refuse(csv, "%s is '%s', expected a number in plain digits", p->head[k],
                        csv->field[k]);
  size_t first = (size_t)p->rows * (size_t)n;
  p->field = sp_xrealloc(p->field, first + (size_t)n, sizeof *p->field);
  for (int k = 0; k < n; k++) {
    p->field[first + (size_t)k] = sp_xstrdup(csv->field[k]);
    if (k >= p->keys && decimals_of(csv->field[k]) > p->decimals)
      p->decimals = decimals_of(csv->field[k]);
  }
  p->rows++;
  return SP_OK;
}

static int read_file(const char *path, int keys, bool points, struct sp_published *published,
                     struct sp_error *error)
{
  struct csv csv;
  *published = (struct sp_published){.keys = keys};
  int code = csv_open(&csv, path, error);
  if (code)
    return code;
  while (!code && csv_next(&csv, &code))
    if (*csv.line && *csv.line != '#')
      code = published->head ? read_row(&csv, published) : read_head(&csv, published, points);
  if (!code && !published->rows)
    code = csv_refuse(&csv, "the file ends, expected a header and rows");
  csv_close(&csv);
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

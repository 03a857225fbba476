/* Reads published tables and finds values in them. A file has the numbers as they are printed:
 *
 *   communication,computation,constraint,bba_mean,mbbsa_mean,bba_sd,mbbsa_sd
 *   hom,het,general,1.0000,1,0.0006,0
 *
 * The first columns are keys; a name before the last '_' is a method, the word after it the
 * function. The printed digits give the rounding: 1.0074 means 1.00735 to 1.00745. */
#include "campaign/summary/published.h"
#include "base/csv.h"
#include "base/text.h"

/* ---- Reading. */

/* NAME_FUNCTION or `count`; NAME for a figure. */
static bool good_head(const char *head, bool points)
{
  if (points && *head)
    return true;
  const char *bar = strrchr(head, '_');
  return !strcmp(head, "count") || (bar && bar > head && bar[1]);
}

/* The fields of the line. */
static char **copy_fields(const struct sp_experiment *e, const struct csv *csv)
{
  char **field = sp_new(e->memory, csv->n, char *);
  for (int k = 0; k < csv->n; k++)
    field[k] = sp_experiment_copy(e, csv->field[k]);
  return field;
}

/* points: of a figure. */
static int read_head(const struct sp_experiment *e, struct csv *csv, struct sp_published *p,
                     bool points)
{
  p->columns = csv_cut(csv, 0);
  p->head = copy_fields(e, csv);
  if (p->columns <= p->keys)
    return csv_refuse(csv, "%d column%s, expected %d key%s and values", p->columns,
                      sp_plural(p->columns), p->keys, sp_plural(p->keys));
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

static int read_row(const struct sp_experiment *e, struct csv *csv, struct sp_published *p)
{
  int n = csv_cut(csv, 0);
  if (n != p->columns)
    return csv_refuse(csv, "%d fields, expected %d", n, p->columns);
  for (int k = p->keys; k < n; k++)
    if (*csv->field[k] && !plain_number(csv->field[k]))
      return csv_refuse(csv, "%s is '%s', expected a number in plain digits", p->head[k],
                        csv->field[k]);
  for (int k = p->keys; k < n; k++)
    if (decimals_of(csv->field[k]) > p->decimals)
      p->decimals = decimals_of(csv->field[k]);
  p->row = sp_experiment_grow(e, p->row, p->rows, sizeof *p->row);
  p->row[p->rows++] = copy_fields(e, csv);
  return SP_OK;
}

int sp_published_read(const struct sp_experiment *e, const char *path, int keys, bool points,
                      struct sp_published *published, struct sp_error *error)
{
  struct csv csv;
  *published = (struct sp_published){.keys = keys};
  int code = csv_open(&csv, path, error);
  if (code)
    return code;
  while (!code && csv_next(&csv, &code))
    if (*csv.line && *csv.line != '#')
      code = published->head ? read_row(e, &csv, published) : read_head(e, &csv, published, points);
  if (!code && !published->rows)
    code = csv_refuse(&csv, "the file ends, expected a header and rows");
  csv_close(&csv);
  return code;
}

/* ---- Looking up. */
int sp_published_row(const struct sp_published *p, const char *const *label)
{
  for (int row = 0; row < p->rows; row++) {
    int k = 0;
    while (k < p->keys && !strcmp(p->row[row][k], label[k]))
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

struct sp_published_value sp_published_find(const struct sp_published *p, int row,
                                            const char *method, const struct sp_quantity *quantity)
{
  struct sp_published_value none = {NULL, NAN, 0};
  char *name = sp_format("%.*s", (int)strcspn(method, ":"), method);
  int column = find_column(p, name, quantity);
  free(name);
  const char *text = row < 0 || column == p->columns ? "" : p->row[row][column];
  if (!*text)
    return none;
  int decimals = strchr(text, '.') ? decimals_of(text) : p->decimals;
  double unit = 1;
  while (decimals-- > 0)
    unit *= 10;
  return (struct sp_published_value){text, strtod(text, NULL), 0.5 / unit};
}

long sp_published_count(const struct sp_published *p, int row)
{
  for (int k = p->keys; k < p->columns && row >= 0; k++)
    if (!strcmp(p->head[k], "count"))
      return strtol(p->row[row][k], NULL, 10);
  return 0;
}

/* ---- The tables of an experiment. */

/* Checks the labels: a row with a label that its axis does not have would never be compared. */
static int check_keys(const char *path, const struct sp_experiment *e, const int *axis,
                      const struct sp_published *p, struct sp_error *error)
{
  for (int row = 0; row < p->rows; row++)
    for (int key = 0; key < p->keys; key++) {
      const char *label = p->row[row][key];
      const struct sp_axis *own = &e->axis[axis[key]];
      if (sp_label_find(own, label) < 0)
        return sp_bad_input(error, "%s: %s of row %d is '%s', expected a value of axis %s", path,
                            p->head[key], row + 1, label, own->name);
    }
  return SP_OK;
}

static int add_axis(int *axis, int n, int added)
{
  for (int k = 0; k < n; k++)
    if (axis[k] == added)
      return n;
  axis[n] = added;
  return n + 1;
}

int sp_key_axes(const struct sp_experiment *e, const struct sp_texts *first, int last, int **axis)
{
  int n = 0;
  *axis = sp_new(e->memory, e->n_axes, int);
  for (int k = 0; first && k < first->n; k++)
    n = add_axis(*axis, n, sp_axis_find(e, first->text[k]));
  for (int k = 0; k < e->n_axes; k++)
    if (k != last)
      n = add_axis(*axis, n, k);
  return last < 0 ? n : add_axis(*axis, n, last);
}

/* Reads the file of a table or figure, whose first columns are the axes in that order. rows: the
 * number of them that are keys, 0: all. */
static int read_keyed(const char *path, const struct sp_experiment *e, int rows,
                      const struct sp_texts *first, int last, struct sp_published *p,
                      struct sp_error *error)
{
  int *axis;
  int keys = sp_key_axes(e, first, last, &axis);
  int code = sp_published_read(e, path, rows ? rows : keys, last >= 0, p, error);
  return code ? code : check_keys(path, e, axis, p, error);
}

int sp_published_of_table(const struct sp_experiment *e, struct sp_published *published,
                          struct sp_error *error)
{
  *published = (struct sp_published){0};
  return e->compare ? read_keyed(e->compare, e, e->rows.n, &e->rows, -1, published, error) : SP_OK;
}

int sp_published_of_figure(const struct sp_matrix *matrix, const struct sp_plot *plot,
                           struct sp_published *published, struct sp_error *error)
{
  *published = (struct sp_published){0};
  return plot->compare && !matrix->variant ? read_keyed(plot->compare, matrix->experiment, 0, NULL,
                                                        plot->x_axis, published, error)
                                           : SP_OK;
}

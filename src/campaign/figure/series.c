/* The experiment's [figure NAME]: a quantity against an axis, a line a method, a picture for each
 * variant and each point of the other axes. The numbers are those that a table of the quantity
 * would have; bars are value +- t se, Student's t for 95 %. Published points are hollow marks. */
#include "campaign/figure/series.h"
#include "base/memory.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Numbers. */
static bool read_number(const char *text, double *value)
{
  struct sp_num number;
  bool ok = text && !sp_num_parse(text, &number) && isfinite(number.v);
  *value = ok ? number.v : NAN;
  return ok;
}

static double x_of(const struct series *s, int point)
{
  const struct sp_matrix *m = s->matrix;
  double x;
  read_number(sp_point_label(m->experiment, m->variant, point, s->plot->x), &x);
  return x;
}

/* ---- Lines. */
static const struct sp_axis *line_axis(const struct series *s)
{
  const struct sp_experiment *e = s->matrix->experiment;
  for (int a = 0; s->plot->series && a < e->n_axes; a++)
    if (!strcmp(e->axis[a].name, s->plot->series))
      return &e->axis[a];
  return NULL;
}

int series_method(const struct series *s, int line)
{
  return s->plot->series ? line % s->matrix->best_of : line;
}

const char *series_label(const struct series *s, int line)
{
  const struct sp_axis *axis = line_axis(s);
  return axis ? axis->value[line / s->matrix->best_of].label : NULL;
}

char *series_name(const struct series *s, int line, bool in_full)
{
  struct sp_number_text buffer;
  const char *label = series_label(s, line);
  int method = series_method(s, line);
  const char *name =
      in_full ? sp_matrix_method(s->matrix, method) : sp_matrix_short(s->matrix, method, &buffer);
  bool alone = label && s->matrix->best_of == 1;
  char *text = NULL;
  if (asprintf(&text, "%s%s%s%s%s", label ? s->plot->series : "", label ? "=" : "",
               label ? label : "", label && !alone ? ", " : "", alone ? "" : name) < 0)
    abort();
  return text;
}

static int count_lines(const struct series *s)
{
  const struct sp_axis *axis = line_axis(s);
  return axis ? s->matrix->best_of * axis->n : s->matrix->methods;
}

/* The label of an axis on a line at a point of the picture. */
static const char *label_on(const struct series *s, int point, int line, const char *axis)
{
  const struct sp_matrix *m = s->matrix;
  const char *own =
      s->plot->series && !strcmp(axis, s->plot->series) ? series_label(s, line) : NULL;
  return own ? own : sp_point_label(m->experiment, m->variant, point, axis);
}

/* The point of a line that differs from `point` in the line's axis alone; -1: the variant has not
 * that value. */
static int point_on(const struct series *s, int point, int line)
{
  const struct sp_matrix *m = s->matrix;
  const struct sp_experiment *e = m->experiment;
  for (int other = 0; other < m->points; other++) {
    bool same = true;
    for (int k = 0; k < e->n_axes && same; k++)
      same = !strcmp(label_on(s, point, line, e->axis[k].name),
                     sp_point_label(e, m->variant, other, e->axis[k].name));
    if (same)
      return other;
  }
  return -1;
}

static struct mark own_mark(const struct series *s, int first, int line)
{
  int point = s->plot->series ? point_on(s, first, line) : first;
  if (point < 0)
    return (struct mark){x_of(s, first), NAN, {NAN, NAN}, 0, NULL};
  int method = series_method(s, line);
  struct sp_cell cell = sp_quantity_cell(s->matrix, &s->plot->y, point, method);
  struct range bar;
  sp_plot_interval(s->plot, &cell, &bar.low, &bar.high);
  return (struct mark){x_of(s, point), cell.value, bar, cell.n, NULL};
}

/* ---- Published points. */
static const char *print_field(const struct series *s, int row, int column)
{
  return s->print->field[row * s->print->columns + column];
}

/* Is the row one of this line? Its keys are values of the other axes, then x. */
static bool is_row_of(const struct series *s, int row, int line)
{
  const struct sp_experiment *e = s->matrix->experiment;
  for (int k = 0, key = 0; k < e->n_axes; k++)
    if (strcmp(e->axis[k].name, s->plot->x) != 0 &&
        strcmp(print_field(s, row, key++), label_on(s, s->point[0], line, e->axis[k].name)) != 0)
      return false;
  return true;
}

static void collect_prints(struct series *s)
{
  for (int line = 0; line < s->lines; line++) {
    s->prints[line] = 0;
    for (int row = 0; s->print && row < s->print->rows; row++) {
      const char *text =
          sp_published_find(s->print, row, sp_matrix_method(s->matrix, series_method(s, line)),
                            &s->plot->y)
              .text;
      struct mark mark = {.text = text};
      if (!text || !is_row_of(s, row, line) || !read_number(text, &mark.value))
        continue;
      read_number(print_field(s, row, s->print->keys - 1), &mark.x);
      mark.bar = (struct range){mark.value, mark.value};
      s->printed[line * s->print->rows + s->prints[line]++] = mark;
    }
  }
}

static int read_print(const struct sp_experiment *e, const struct sp_plot *plot,
                      struct sp_published *print, struct sp_error *error)
{
  int code = sp_published_read_points(plot->compare, e->n_axes, print, error);
  double x;
  for (int row = 0; !code && row < print->rows; row++) {
    const char *text = print->field[row * print->columns + e->n_axes - 1];
    if (!read_number(text, &x))
      code = sp_bad_input(error, "%s: %s of row %d is '%s', expected a number", plot->compare,
                          print->head[e->n_axes - 1], row + 1, text);
  }
  return code;
}

/* ---- Ranges. */
static void widen(struct range *range, double value, bool log)
{
  if (!isfinite(value) || (log && value <= 0))
    return;
  range->low = isnan(range->low) || value < range->low ? value : range->low;
  range->high = isnan(range->high) || value > range->high ? value : range->high;
}

static void widen_by(struct series *s, const struct mark *mark)
{
  widen(&s->x, mark->x, s->plot->log_x);
  widen(&s->y, mark->value, s->plot->log_y);
  widen(&s->y, mark->bar.low, s->plot->log_y);
  widen(&s->y, mark->bar.high, s->plot->log_y);
}

static void find_ranges(struct series *s)
{
  s->x = s->y = (struct range){NAN, NAN};
  for (int line = 0; line < s->lines; line++) {
    for (int k = 0; k < s->n; k++)
      widen_by(s, &s->own[line * s->n + k]);
    for (int k = 0; k < s->prints[line]; k++)
      widen_by(s, &s->printed[line * s->print->rows + k]);
  }
}

/* ---- Pictures. */

/* Is it an axis along which a picture goes: x, or the one that makes the lines? */
static bool is_own_axis(const struct series *s, const char *axis)
{
  return !strcmp(axis, s->plot->x) || (s->plot->series && !strcmp(axis, s->plot->series));
}

/* Do two points differ in the picture's axes alone? */
static bool share_picture(const struct series *s, int a, int b)
{
  const struct sp_experiment *e = s->matrix->experiment;
  int variant = s->matrix->variant;
  for (int k = 0; k < e->n_axes; k++)
    if (!is_own_axis(s, e->axis[k].name) &&
        strcmp(sp_point_label(e, variant, a, e->axis[k].name),
               sp_point_label(e, variant, b, e->axis[k].name)) != 0)
      return false;
  return true;
}

/* The points of the picture that `point` is the first of, in the order of x; false: it is not. */
static bool collect_points(struct series *s, int point)
{
  s->n = 0;
  for (int other = 0; other < s->matrix->points; other++) {
    if (!share_picture(s, point, other))
      continue;
    if (other < point)
      return false;
    if (s->plot->series && point_on(s, other, 0) != other)
      continue;
    int place = s->n++;
    for (; place > 0 && x_of(s, other) < x_of(s, s->point[place - 1]); place--)
      s->point[place] = s->point[place - 1];
    s->point[place] = other;
  }
  return true;
}

static char *name_of(const struct series *s)
{
  const struct sp_experiment *e = s->matrix->experiment;
  const char **word = sp_xcalloc((size_t)e->n_axes + 1, sizeof *word);
  int n = 0;
  word[n++] = *s->plot->name ? s->plot->name : "figure";
  for (int k = 0; k < e->n_axes; k++)
    if (!is_own_axis(s, e->axis[k].name))
      word[n++] = sp_point_label(e, s->matrix->variant, s->point[0], e->axis[k].name);
  char *name = sp_plot_name(e, s->matrix->variant, word, n);
  free(word);
  return name;
}

static void set_marks(struct series *s)
{
  for (int line = 0; line < s->lines; line++)
    for (int k = 0; k < s->n; k++)
      s->own[line * s->n + k] = own_mark(s, s->point[k], line);
  collect_prints(s);
  find_ranges(s);
}

typedef int see_picture(void *data, struct series *, struct sp_error *);

static int walk_pictures(struct series *s, see_picture *see, void *data, struct sp_error *error)
{
  size_t points = (size_t)s->matrix->points, lines = (size_t)s->lines;
  size_t rows = s->print ? (size_t)s->print->rows : 0;
  int code = SP_OK;
  s->point = sp_xcalloc(points, sizeof *s->point);
  s->own = sp_xcalloc(points * lines, sizeof *s->own);
  s->prints = sp_xcalloc(lines, sizeof *s->prints);
  s->printed = sp_xcalloc(rows * lines, sizeof *s->printed);
  for (int point = 0; point < s->matrix->points && !code; point++)
    if (collect_points(s, point)) {
      set_marks(s);
      code = see(data, s, error);
    }
  free(s->printed);
  free(s->prints);
  free(s->own);
  free(s->point);
  return code;
}

int sp_series_walk(const struct sp_matrix *m, const struct sp_plot *plot, see_picture *see,
                   void *data, struct sp_error *error)
{
  struct sp_published print = {0};
  bool compared = plot->compare && !m->variant; /* the print is of the experiment as specified */
  struct series series = {.matrix = m, .plot = plot, .print = compared ? &print : NULL};
  series.lines = count_lines(&series);
  int code = sp_quantity_check(m, &plot->y, error);
  if (!code && compared)
    code = read_print(m->experiment, plot, &print, error);
  if (!code)
    code = walk_pictures(&series, see, data, error);
  sp_published_clear(&print);
  return code;
}

static int draw_picture(void *data, struct series *s, struct sp_error *error)
{
  struct sp_picture picture = {s, series_write_data, series_write_script};
  return sp_album_draw(data, name_of(s), &picture, error);
}

int sp_draw_series(struct sp_album *album, const struct sp_matrix *m, struct sp_error *error)
{
  int code = SP_OK;
  for (int k = 0; k < m->experiment->n_plots && !code; k++) {
    const struct sp_plot *plot = &m->experiment->plot[k];
    code = plot->x_value.function ? sp_draw_scatter(album, m, plot, error)
                                  : sp_series_walk(m, plot, draw_picture, album, error);
  }
  return code;
}

/* Computes the numbers of [figure NAME]: a quantity against an axis, a line for each method, a
 * picture for each variant and point of the other axes; or against another quantity, a mark for
 * each method. The numbers equal those of a table of the quantity; bars are value +- t se,
 * Student's t for 95 %. Published points are hollow marks. */
#include "campaign/figure/series.h"

/* ---- Numbers. */
static bool read_number(const char *text, double *value)
{
  struct sp_num number;
  bool ok = text && !sp_num_parse(text, &number) && isfinite(number.v);
  *value = ok ? number.v : NAN;
  return ok;
}

static const char *label_at(const struct series *s, int point, int axis)
{
  return sp_point_label(s->matrix->experiment, s->matrix->variant, point, axis);
}

static double x_of(const struct series *s, int point)
{
  double x;
  read_number(label_at(s, point, s->plot->x_axis), &x);
  return x;
}

/* ---- Lines. */

/* The method of a line. */
static int series_method(const struct series *s, int line)
{
  return s->plot->series ? line % s->matrix->best_of : line;
}

/* The value of the axis `series` on a line. */
static int series_value(const struct series *s, int line)
{
  return line / s->matrix->best_of;
}

const char *series_name(const struct series *s, int line, bool in_full)
{
  struct sp_number_text buffer;
  const struct sp_plot *plot = s->plot;
  const struct sp_experiment *e = s->matrix->experiment;
  const struct sp_axis *axis = e->axis;
  const char *label =
      plot->series ? axis[plot->series_axis].value[series_value(s, line)].label : NULL;
  int method = series_method(s, line);
  const char *name =
      in_full ? sp_matrix_method(s->matrix, method) : sp_matrix_short(s->matrix, method, &buffer);
  bool alone = label && s->matrix->best_of == 1;
  return sp_experiment_text(e, "%s%s%s%s%s", label ? plot->series : "", label ? "=" : "",
                            label ? label : "", label && !alone ? ", " : "", alone ? "" : name);
}

static int count_lines(const struct series *s)
{
  const struct sp_matrix *m = s->matrix;
  return s->plot->series ? m->best_of * m->experiment->axis[s->plot->series_axis].n : m->methods;
}

/* The point of a line that differs from `point` only in the axis `series`; -1: the variant does not
 * have that value. */
static int point_on(const struct series *s, int point, int line)
{
  const struct sp_matrix *m = s->matrix;
  return s->plot->series ? sp_point_with(m->experiment, m->variant, point, s->plot->series_axis,
                                         series_value(s, line))
                         : point;
}

/* A mark without a value. */
static struct mark no_mark(double x)
{
  return (struct mark){.x = x, .value = NAN, .bar = {NAN, NAN}};
}

static struct mark mark_of(const struct series *s, double x, const struct sp_cell *cell)
{
  struct mark mark = {.x = x, .value = cell->value, .n = cell->n};
  sp_plot_interval(s->plot, cell, &mark.bar.low, &mark.bar.high);
  return mark;
}

static struct mark own_mark(const struct series *s, int first, int line)
{
  int point = point_on(s, first, line);
  if (point < 0)
    return no_mark(x_of(s, first));
  struct sp_cell cell = sp_quantity_cell(s->matrix, &s->plot->y, point, series_method(s, line));
  return mark_of(s, x_of(s, point), &cell);
}

/* ---- Published points. */
/* Is it a row of this line? Its keys are values of the other axes, then x. */
static bool is_row_of(const struct series *s, int row, int line)
{
  const struct sp_experiment *e = s->matrix->experiment;
  for (int k = 0, key = 0; k < e->n_axes; k++) {
    const char *label = k == s->plot->series_axis ? e->axis[k].value[series_value(s, line)].label
                                                  : label_at(s, s->point[0], k);
    if (k != s->plot->x_axis && strcmp(s->published->row[row][key++], label))
      return false;
  }
  return true;
}

static void collect_published(struct series *s)
{
  for (int line = 0; line < s->lines; line++) {
    s->n_published[line] = 0;
    for (int row = 0; s->published && row < s->published->rows; row++) {
      const char *text =
          sp_published_find(s->published, row, sp_matrix_method(s->matrix, series_method(s, line)),
                            &s->plot->y)
              .text;
      struct mark mark = {.text = text};
      if (!text || !is_row_of(s, row, line) || !read_number(text, &mark.value))
        continue;
      read_number(s->published->row[row][s->published->keys - 1], &mark.x);
      mark.bar = (struct sp_span){mark.value, mark.value};
      s->published_mark[line * s->published->rows + s->n_published[line]++] = mark;
    }
  }
}

/* ---- Ranges. */
static void widen(struct sp_span *range, double value, bool log)
{
  if (!(fabs(value) <= SP_PLOT_GREATEST) || (log && !(value >= SP_PLOT_LEAST)))
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
  s->x = s->y = (struct sp_span){NAN, NAN};
  for (int line = 0; line < s->lines; line++) {
    for (int k = 0; k < s->n; k++)
      widen_by(s, &s->own[line * s->n + k]);
    for (int k = 0; k < s->n_published[line]; k++)
      widen_by(s, &s->published_mark[line * s->published->rows + k]);
  }
}

/* ---- Pictures. */

/* Is it x or the axis that makes the lines? */
static bool is_own_axis(const struct series *s, int axis)
{
  return axis == s->plot->x_axis || axis == s->plot->series_axis;
}

/* Do two points differ only in the picture's own axes? */
static bool share_picture(const struct series *s, int a, int b)
{
  const struct sp_experiment *e = s->matrix->experiment;
  int variant = s->matrix->variant;
  for (int k = 0; k < e->n_axes; k++)
    if (!is_own_axis(s, k) && sp_point_value(e, variant, a, k) != sp_point_value(e, variant, b, k))
      return false;
  return true;
}

/* Collects the points of the picture whose first point is `point`, in the order of x; false: it is
 * not the first of a picture. */
static bool collect_points(struct series *s, int point)
{
  s->n = 0;
  for (int other = 0; other < s->matrix->points; other++) {
    if (!share_picture(s, point, other))
      continue;
    if (other < point)
      return false;
    if (point_on(s, other, 0) != other)
      continue;
    int place = s->n++;
    for (; place > 0 && x_of(s, other) < x_of(s, s->point[place - 1]); place--)
      s->point[place] = s->point[place - 1];
    s->point[place] = other;
  }
  return true;
}

/* The one picture of a figure whose x is a quantity: a mark for each method that has both. */
static void set_scatter(struct series *s)
{
  s->n = 1;
  for (int k = 0; k < s->lines; k++) {
    struct sp_cell x = sp_quantity_overall(s->matrix, &s->plot->x_value, k);
    struct sp_cell y = sp_quantity_overall(s->matrix, &s->plot->y, k);
    s->own[k] = sp_plot_shows(s->plot, x.value, y.value) ? mark_of(s, x.value, &y) : no_mark(NAN);
  }
  find_ranges(s);
}

static void set_marks(struct series *s)
{
  for (int line = 0; line < s->lines; line++)
    for (int k = 0; k < s->n; k++)
      s->own[line * s->n + k] = own_mark(s, s->point[k], line);
  collect_published(s);
  find_ranges(s);
}

typedef int see_picture(void *data, struct series *, struct sp_error *);

static int walk_pictures(struct series *s, see_picture *see, void *data, struct sp_error *error)
{
  struct sp_context *memory = s->matrix->experiment->memory;
  int points = s->matrix->points, rows = s->published ? s->published->rows : 0, code = SP_OK;
  s->point = sp_new(memory, points, int);
  s->own = sp_new(memory, points * s->lines, struct mark);
  s->n_published = sp_new(memory, s->lines, int);
  s->published_mark = sp_new(memory, rows * s->lines, struct mark);
  if (s->plot->x_value.function) {
    set_scatter(s);
    return see(data, s, error);
  }
  for (int point = 0; point < points && !code; point++)
    if (collect_points(s, point)) {
      set_marks(s);
      code = see(data, s, error);
    }
  return code;
}

const char *series_other(const struct series *s, int axis)
{
  return is_own_axis(s, axis) ? NULL : label_at(s, s->point[0], axis);
}

int sp_series_walk(const struct sp_matrix *m, const struct sp_plot *plot, see_picture *see,
                   void *data, struct sp_error *error)
{
  struct sp_published published;
  struct series series = {.matrix = m, .plot = plot};
  series.lines = count_lines(&series);
  int code = sp_published_of_figure(m, plot, &published, error);
  if (code)
    return code;
  series.published = published.rows ? &published : NULL;
  return walk_pictures(&series, see, data, error);
}

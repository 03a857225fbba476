/* Draws a figure whose x is a quantity with gnuplot: a mark for each method, with its name beside
 * it. */
#include "base/memory.h"
#include "campaign/figure/placement.h"
#include "campaign/figure/plot.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The size in pixels of the plot in gnuplot's picture of 720 x 480. */
enum { PLOT_WIDTH = 610, PLOT_HEIGHT = 320 };

struct cloud {
  const struct sp_scatter *scatter;
  struct sp_span x, y; /* axes */
  int n;               /* methods with a mark */
  struct sp_named_mark *mark;
};

/* ---- Axes. */

static double mapped(double value, bool log_scale)
{
  return log_scale ? log10(value) : value;
}

static double unmapped(double value, bool log_scale)
{
  return log_scale ? pow(10, value) : value;
}

static void widen(struct sp_span *span, double value, bool log_scale)
{
  if (!isfinite(value) || (log_scale && value <= 0))
    return;
  span->low = fmin(span->low, mapped(value, log_scale));
  span->high = fmax(span->high, mapped(value, log_scale));
}

static void pad(struct sp_span *span, double share, bool log_scale)
{
  if (!(span->low <= span->high))
    *span = (struct sp_span){0, 1};
  double margin = span->high > span->low ? share * (span->high - span->low) : 0.5;
  span->low = unmapped(span->low - margin, log_scale);
  span->high = unmapped(span->high + margin, log_scale);
}

static void find_axes(struct cloud *c)
{
  const struct sp_scatter *s = c->scatter;
  const struct sp_plot *plot = s->plot;
  c->x = c->y = (struct sp_span){INFINITY, -INFINITY};
  for (int k = 0; k < s->matrix->methods; k++) {
    double low, high;
    if (!sp_scatter_has(s, k))
      continue;
    sp_plot_interval(plot, &s->y[k], &low, &high);
    widen(&c->x, s->x[k].value, plot->log_x);
    widen(&c->y, low, plot->log_y);
    widen(&c->y, high, plot->log_y);
  }
  pad(&c->x, 0.1, plot->log_x);
  pad(&c->y, 0.08, plot->log_y);
}

/* ---- Names. */

static double pixels(double value, struct sp_span axis, bool log_scale, double size)
{
  double from = mapped(axis.low, log_scale), to = mapped(axis.high, log_scale);
  return size * (mapped(value, log_scale) - from) / (to - from);
}

/* The method's name, cut if it is too long. */
static void write_name(const struct cloud *c, int method, char name[SP_NAME_LONGEST + 1])
{
  struct sp_number_text buffer;
  const char *whole = sp_matrix_short(c->scatter->matrix, method, &buffer);
  bool cut = strlen(whole) > SP_NAME_LONGEST;
  snprintf(name, SP_NAME_LONGEST + 1, "%.*s%s", cut ? SP_NAME_LONGEST - 2 : SP_NAME_LONGEST, whole,
           cut ? ".." : "");
}

static double y_pixel(const struct cloud *c, double y)
{
  return pixels(y, c->y, c->scatter->plot->log_y, PLOT_HEIGHT);
}

static void place_names(struct cloud *c)
{
  const struct sp_scatter *s = c->scatter;
  for (int k = 0; k < s->matrix->methods; k++) {
    double low, high;
    if (!sp_scatter_has(s, k))
      continue;
    struct sp_named_mark *mark = &c->mark[c->n++];
    sp_plot_interval(s->plot, &s->y[k], &low, &high);
    write_name(c, k, mark->name);
    mark->x = pixels(s->x[k].value, c->x, s->plot->log_x, PLOT_WIDTH);
    mark->y = y_pixel(c, s->y[k].value);
    mark->low = y_pixel(c, low);
    mark->high = y_pixel(c, high);
  }
  sp_place_names(c->mark, c->n, PLOT_WIDTH, PLOT_HEIGHT);
}

/* ---- Files. */

static void write_data(const void *self, FILE *out)
{
  const struct cloud *c = self;
  const struct sp_scatter *s = c->scatter;
  const char *y = s->plot->y.text;
  fprintf(out,
          "# %s against %s over all points; one block a method that has both\n"
          "# columns: %s, %s, low and high end of its interval, platforms\n",
          y, s->plot->x, s->plot->x, y);
  for (int k = 0; k < s->matrix->methods; k++) {
    double low, high;
    if (!sp_scatter_has(s, k))
      continue;
    sp_plot_interval(s->plot, &s->y[k], &low, &high);
    fprintf(out, "# %s\n%.17g %.17g %.17g %.17g %ld\n\n\n", sp_matrix_method(s->matrix, k),
            s->x[k].value, s->y[k].value, low, high, s->y[k].n);
  }
}

/* The name of a mark at (x, y). */
static void write_label(const struct sp_named_mark *mark, double x, double y, FILE *out)
{
  static const char *const anchor[] = {"right", "center", "left"};
  const struct sp_name_place *place = mark->place;
  fputs("set label ", out);
  sp_plot_quote(mark->name, out);
  fprintf(out, " at %.17g,%.17g %s offset graph %.4f,%.4f\n", x, y, anchor[1 + place->halves],
          (double)place->halves * SP_NAME_AWAY / PLOT_WIDTH, (double)place->up / PLOT_HEIGHT);
}

static void write_script(const void *self, const char *name, FILE *out)
{
  const struct cloud *c = self;
  const struct sp_scatter *s = c->scatter;
  char *title = sp_plot_title(s->matrix, s->plot), *scope = NULL;
  bool timed = sp_quantity_is_timed(&s->plot->x_value) || sp_quantity_is_timed(&s->plot->y);
  if (asprintf(&scope, "%ld platforms at each of %d points%s", s->matrix->count, s->matrix->points,
               timed ? "; " SP_TIMED_NOTE : "") < 0)
    abort();
  int block = 0;
  sp_plot_begin(name, "A figure of the experiment", (const char *const[]){title, scope}, 2, out);
  sp_plot_styles(s->matrix->methods, s->matrix->best_of, SP_WIDE_LINE / 2, out);
  fputs("set key off\n", out);
  sp_plot_axes(s->plot, c->x, c->y, out);
  const struct sp_named_mark *mark = c->mark;
  for (int k = 0; k < s->matrix->methods; k++)
    if (sp_scatter_has(s, k))
      write_label(mark++, s->x[k].value, s->y[k].value, out);
  for (int k = 0; k < s->matrix->methods; k++)
    if (sp_scatter_has(s, k)) {
      fprintf(out, "%s'%s.dat' index %d using 1:2:3:4 with yerrorbars linestyle %d",
              block ? ", \\\n     " : "plot ", name, block, k + 1);
      block++;
    }
  if (!block) {
    sp_plot_note("no method has both values", out);
    fputs("plot NaN", out);
  }
  fputc('\n', out);
  sp_plot_end(name, out);
  free(scope);
  free(title);
}

int sp_draw_scatter(struct sp_album *album, const struct sp_matrix *m, const struct sp_plot *plot,
                    struct sp_error *error)
{
  struct sp_scatter scatter;
  int code = sp_scatter_open(&scatter, m, plot, error);
  if (code)
    return code;
  struct cloud c = {.scatter = &scatter};
  c.mark = sp_xcalloc((size_t)m->methods, sizeof *c.mark);
  find_axes(&c);
  place_names(&c);
  struct sp_picture picture = {&c, write_data, write_script};
  const char *word = *plot->name ? plot->name : "figure";
  code = sp_album_draw(album, sp_plot_name(m->experiment, m->variant, &word, 1), &picture, error);
  free(c.mark);
  sp_scatter_clear(&scatter);
  return code;
}

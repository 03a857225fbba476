/* Draws a figure whose x is a quantity with gnuplot: a mark for each method, with its name beside
 * it. */
#include "base/text.h"
#include "campaign/figure/placement.h"
#include "campaign/figure/series.h"

/* The size in pixels of the plot in gnuplot's picture of 720 x 480. */
enum { PLOT_WIDTH = 610, PLOT_HEIGHT = 320 };

struct cloud {
  const struct series *series; /* own[k]: the mark of method k */
  struct sp_span x, y;         /* axes */
  int n;                       /* methods with a mark */
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

/* The range of the data with a margin. */
static struct sp_span padded(struct sp_span data, double share, bool log_scale)
{
  bool any = data.low <= data.high;
  double low = any ? mapped(data.low, log_scale) : 0, high = any ? mapped(data.high, log_scale) : 1;
  double margin = high > low ? share * (high - low) : 0.5;
  return (struct sp_span){unmapped(low - margin, log_scale), unmapped(high + margin, log_scale)};
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
  const char *whole = sp_matrix_short(c->series->matrix, method, &buffer);
  bool cut = strlen(whole) > SP_NAME_LONGEST;
  snprintf(name, SP_NAME_LONGEST + 1, "%.*s%s", cut ? SP_NAME_LONGEST - 2 : SP_NAME_LONGEST, whole,
           cut ? ".." : "");
}

static double y_pixel(const struct cloud *c, double y)
{
  return pixels(y, c->y, c->series->plot->log_y, PLOT_HEIGHT);
}

static void place_names(struct cloud *c)
{
  const struct series *s = c->series;
  for (int k = 0; k < s->lines; k++) {
    const struct mark *own = &s->own[k];
    if (isnan(own->value))
      continue;
    struct sp_named_mark *mark = &c->mark[c->n++];
    write_name(c, k, mark->name);
    mark->x = pixels(own->x, c->x, s->plot->log_x, PLOT_WIDTH);
    mark->y = y_pixel(c, own->value);
    mark->low = y_pixel(c, own->bar.low);
    mark->high = y_pixel(c, own->bar.high);
  }
  sp_place_names(c->mark, c->n, PLOT_WIDTH, PLOT_HEIGHT);
}

/* ---- Files. */

static void write_data(const void *self, FILE *out)
{
  const struct series *s = ((const struct cloud *)self)->series;
  const char *x = s->plot->x, *y = s->plot->y.text;
  fprintf(out,
          "# %s against %s over all points; one block a method that has both\n"
          "# columns: %s, %s, low and high end of its interval, platforms\n",
          y, x, x, y);
  for (const struct mark *own = s->own; own < s->own + s->lines; own++)
    if (!isnan(own->value))
      fprintf(out, "# %s\n%.17g %.17g %.17g %.17g %ld\n\n\n",
              sp_matrix_method(s->matrix, (int)(own - s->own)), own->x, own->value, own->bar.low,
              own->bar.high, own->n);
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
  const struct series *s = c->series;
  bool timed = sp_quantity_is_timed(&s->plot->x_value) || sp_quantity_is_timed(&s->plot->y);
  const char *scope =
      sp_experiment_text(s->matrix->experiment, "%ld platform%s at each of %d point%s%s",
                         s->matrix->count, sp_plural((double)s->matrix->count), s->matrix->points,
                         sp_plural(s->matrix->points), timed ? "; " SP_TIMED_NOTE : "");
  int block = 0;
  struct sp_paper paper = {
      .wide = true, .x = sp_plot_x_label(s->plot), .y = sp_plot_y_label(s->plot), .tics = ""};
  sp_plot_begin(name, "A figure of the experiment", sp_plot_title(s->matrix, s->plot), scope,
                &paper, out);
  sp_plot_styles(s->matrix->methods, s->matrix->best_of, SP_WIDE_LINE / 2, out);
  fputs("set key off\n", out);
  sp_plot_axes(s->plot, c->x, c->y, out);
  const struct sp_named_mark *mark = c->mark;
  for (int k = 0; k < s->lines; k++)
    if (!isnan(s->own[k].value))
      write_label(mark++, s->own[k].x, s->own[k].value, out);
  for (int k = 0; k < s->lines; k++)
    if (!isnan(s->own[k].value)) {
      fprintf(out, "%s'%s.dat' index %d using 1:2:3:4 with yerrorbars linestyle %d",
              block ? ", \\\n     " : "plot ", name, block, k + 1);
      block++;
    }
  if (!block) {
    sp_plot_note("no method has both values", out);
    fputs("plot NaN", out);
  }
  fputc('\n', out);
  sp_plot_end(name, &paper, out);
}

int series_draw_scatter(struct sp_album *album, const struct series *s, struct sp_error *error)
{
  struct cloud c = {
      .series = s, .x = padded(s->x, 0.1, s->plot->log_x), .y = padded(s->y, 0.08, s->plot->log_y)};
  c.mark = sp_new(s->matrix->experiment->memory, s->lines, struct sp_named_mark);
  place_names(&c);
  struct sp_picture picture = {&c, write_data, write_script};
  const char *word = *s->plot->name ? s->plot->name : "figure";
  char *name = sp_file_name(s->matrix->experiment, s->matrix->variant, &word, 1);
  return sp_album_draw(album, name, &picture, error);
}

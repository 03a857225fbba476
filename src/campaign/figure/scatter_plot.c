/* The picture of a figure whose x is a quantity: a mark a method with its name beside it, where
 * it hides least of the other names, marks and bars. */
#include "base/memory.h"
#include "campaign/figure/plot.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What gnuplot makes of its 720 x 480 pixels: the plot's size, a letter, a mark with its distance.
 */
enum { PLOT_WIDTH = 610, PLOT_HEIGHT = 320, LETTER_WIDTH = 7, LETTER_HEIGHT = 14, AWAY = 9 };
enum { LONGEST_NAME = 28 }; /* the table has the whole */

struct box {
  double left, right, low, high; /* in pixels, upwards */
};

/* Where a name may stand: its middle, in half lengths (with AWAY) and in pixels from the mark. */
static const struct spot {
  int halves, up;
} spots[] = {{1, 0},   {-1, 0},   {0, 15}, {0, -15}, {1, 14}, {1, -14},
             {-1, 14}, {-1, -14}, {0, 28}, {0, -28}, {1, 27}, {1, -27}};
enum { SPOTS = sizeof spots / sizeof *spots };

struct cloud {
  const struct sp_scatter *scatter;
  struct box frame;  /* ends of the axes, in their own units */
  struct box *label; /* [method], once placed */
  const struct spot **spot;
};

/* ---- Frame. */

static double mapped(double value, bool log_scale)
{
  return log_scale ? log10(value) : value;
}

static double unmapped(double value, bool log_scale)
{
  return log_scale ? pow(10, value) : value;
}

static void widen(double *low, double *high, double value, bool log_scale)
{
  if (!isfinite(value) || (log_scale && value <= 0))
    return;
  *low = fmin(*low, mapped(value, log_scale));
  *high = fmax(*high, mapped(value, log_scale));
}

static void pad(double *low, double *high, double share, bool log_scale)
{
  if (!(*low <= *high))
    *low = 0, *high = 1;
  double margin = *high > *low ? share * (*high - *low) : 0.5;
  *low = unmapped(*low - margin, log_scale);
  *high = unmapped(*high + margin, log_scale);
}

static void find_frame(struct cloud *c)
{
  const struct sp_scatter *s = c->scatter;
  const struct sp_plot *plot = s->plot;
  struct box *f = &c->frame;
  *f = (struct box){INFINITY, -INFINITY, INFINITY, -INFINITY};
  for (int k = 0; k < s->matrix->methods; k++) {
    double ends[2];
    if (!sp_scatter_has(s, k))
      continue;
    sp_plot_interval(plot, &s->y[k], &ends[0], &ends[1]);
    widen(&f->left, &f->right, s->x[k].value, plot->log_x);
    widen(&f->low, &f->high, ends[0], plot->log_y);
    widen(&f->low, &f->high, ends[1], plot->log_y);
  }
  pad(&f->left, &f->right, 0.1, plot->log_x);
  pad(&f->low, &f->high, 0.08, plot->log_y);
}

/* ---- Names. */

static double pixels(double value, double low, double high, bool log_scale, double size)
{
  double from = mapped(low, log_scale), to = mapped(high, log_scale);
  return size * (mapped(value, log_scale) - from) / (to - from);
}

static double x_pixel(const struct cloud *c, int k)
{
  return pixels(c->scatter->x[k].value, c->frame.left, c->frame.right, c->scatter->plot->log_x,
                PLOT_WIDTH);
}

static double y_pixel(const struct cloud *c, int k)
{
  return pixels(c->scatter->y[k].value, c->frame.low, c->frame.high, c->scatter->plot->log_y,
                PLOT_HEIGHT);
}

/* The method's name, cut if it is long. */
static const char *name_of(const struct cloud *c, int k, struct sp_number_text *buffer)
{
  struct sp_number_text whole;
  const char *name = sp_matrix_short(c->scatter->matrix, k, &whole);
  bool cut = strlen(name) > LONGEST_NAME;
  snprintf(buffer->text, sizeof buffer->text, "%.*s%s", cut ? LONGEST_NAME - 2 : LONGEST_NAME, name,
           cut ? ".." : "");
  return buffer->text;
}

static struct box label_box(const struct cloud *c, int k, const struct spot *spot)
{
  struct sp_number_text name;
  double half = LETTER_WIDTH * (double)strlen(name_of(c, k, &name)) / 2;
  double x = x_pixel(c, k) + spot->halves * (half + AWAY), y = y_pixel(c, k) + spot->up;
  return (struct box){x - half, x + half, y - LETTER_HEIGHT / 2.0, y + LETTER_HEIGHT / 2.0};
}

static bool overlap(const struct box *a, const struct box *b)
{
  return a->left < b->right && b->left < a->right && a->low < b->high && b->low < a->high;
}

/* The bar of a method's interval. */
static struct box bar_box(const struct cloud *c, int k)
{
  const struct sp_plot *plot = c->scatter->plot;
  double x = x_pixel(c, k), low, high;
  sp_plot_interval(plot, &c->scatter->y[k], &low, &high);
  return (struct box){x - 3, x + 3,
                      pixels(low, c->frame.low, c->frame.high, plot->log_y, PLOT_HEIGHT),
                      pixels(high, c->frame.low, c->frame.high, plot->log_y, PLOT_HEIGHT)};
}

/* How much a name hides there: other marks, names before it, bars; and what leaves the plot. */
static int cost_of(const struct cloud *c, int method, const struct box *label)
{
  int cost = 0;
  if (label->left < 0 || label->right > PLOT_WIDTH || label->low < 0 || label->high > PLOT_HEIGHT)
    cost += 100;
  for (int k = 0; k < c->scatter->matrix->methods; k++) {
    if (!sp_scatter_has(c->scatter, k))
      continue;
    double x = x_pixel(c, k), y = y_pixel(c, k);
    struct box mark = {x - 6, x + 6, y - 6, y + 6}, bar = bar_box(c, k);
    cost += 10 * (k != method && overlap(label, &mark));
    cost += 10 * (k < method && overlap(label, &c->label[k]));
    cost += overlap(label, &bar);
  }
  return cost;
}

static void place_labels(struct cloud *c)
{
  for (int k = 0; k < c->scatter->matrix->methods; k++) {
    int least = -1;
    for (int i = 0; i < SPOTS && sp_scatter_has(c->scatter, k); i++) {
      struct box label = label_box(c, k, &spots[i]);
      int cost = cost_of(c, k, &label);
      if (least < 0 || cost < least) {
        least = cost;
        c->label[k] = label;
        c->spot[k] = &spots[i];
      }
    }
  }
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

static void write_label(const struct cloud *c, int k, FILE *out)
{
  static const char *const anchor[] = {"right", "center", "left"};
  const struct sp_scatter *s = c->scatter;
  const struct spot *spot = c->spot[k];
  struct sp_number_text name;
  fputs("set label ", out);
  sp_plot_quote(name_of(c, k, &name), out);
  fprintf(out, " at %.17g,%.17g %s offset graph %.4f,%.4f\n", s->x[k].value, s->y[k].value,
          anchor[1 + spot->halves], (double)spot->halves * AWAY / PLOT_WIDTH,
          (double)spot->up / PLOT_HEIGHT);
}

static void write_axes(const struct cloud *c, FILE *out)
{
  const struct sp_plot *plot = c->scatter->plot;
  const char *y = plot->y.text;
  fputs("set key off\nset xlabel ", out);
  sp_plot_quote(plot->x, out);
  fputs("\nset ylabel ", out);
  sp_plot_quote(y, out);
  fprintf(out, "\n%s%sset xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n",
          plot->log_x ? "set logscale x\nset format x '%g'\n" : "",
          plot->log_y ? "set logscale y\n" : "", c->frame.left, c->frame.right, c->frame.low,
          c->frame.high);
}

static void write_script(const void *self, const char *name, FILE *out)
{
  const struct cloud *c = self;
  const struct sp_scatter *s = c->scatter;
  struct sp_experiment e = *s->matrix->experiment;
  if (s->plot->title)
    e.title = s->plot->title;
  char *title = sp_report_title(&e, s->matrix->variant), *scope = NULL;
  bool timed = sp_quantity_is_timed(&s->plot->x_value) || sp_quantity_is_timed(&s->plot->y);
  if (asprintf(&scope, "%ld platforms at each of %d points%s", s->matrix->count, s->matrix->points,
               timed ? "; " SP_TIMED_NOTE : "") < 0)
    abort();
  int block = 0;
  sp_plot_begin(name, "A figure of the experiment", (const char *const[]){title, scope}, 2, out);
  sp_plot_styles(s->matrix->methods, s->matrix->best_of, SP_WIDE_LINE / 2, out);
  write_axes(c, out);
  for (int k = 0; k < s->matrix->methods; k++)
    if (sp_scatter_has(s, k))
      write_label(c, k, out);
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
  c.label = sp_xcalloc((size_t)m->methods, sizeof *c.label);
  c.spot = sp_xcalloc((size_t)m->methods, sizeof *c.spot);
  find_frame(&c);
  place_labels(&c);
  struct sp_picture picture = {&c, write_data, write_script};
  const char *word = *plot->name ? plot->name : "figure";
  code = sp_album_draw(album, sp_plot_name(m->experiment, m->variant, &word, 1), &picture, error);
  free(c.spot);
  free(c.label);
  sp_scatter_clear(&scatter);
  return code;
}

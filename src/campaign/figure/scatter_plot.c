/* Draws a figure whose x is a quantity with gnuplot: a mark for each method, with its name beside
 * it. */
#include "base/memory.h"
#include "base/text.h"
#include "campaign/figure/series.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Where the names of marks are written, on the page and in gnuplot's pictures: each beside its
 * mark, at the place where it covers least. */

/* The size in pixels of the plot in gnuplot's picture of 720 x 480. */
enum { PLOT_WIDTH = 610, PLOT_HEIGHT = 320 };
enum {
  NAME_LONGEST = 28,  /* letters of a name; longer ones are cut, the table below has them all */
  NAME_AWAY = 9,      /* pixels between a mark and a name beside it */
  LETTER_WIDTH = 7,   /* of gnuplot's font, in pixels */
  LETTER_HEIGHT = 14, /* likewise */
};

/* The middle of a name, from its mark: in half lengths of the name (with NAME_AWAY) to the
 * right, and in pixels upwards. */
struct name_place {
  int halves, up;
};

/* In pixels, upwards. */
struct box {
  double left, right, low, high;
};

struct named_mark {
  char name[NAME_LONGEST + 1];
  double x, y;                    /* of the mark, in pixels from the lower left corner */
  double low, high;               /* ends of its bar */
  const struct name_place *place; /* set by place_all */
  struct box box;                 /* of the name; likewise */
};

/* The first of the cheapest places is taken. */
static const struct name_place places[] = {{1, 0},  {-1, 0},  {0, 15},  {0, -15},
                                           {1, 14}, {1, -14}, {-1, 14}, {-1, -14},
                                           {0, 28}, {0, -28}, {1, 27},  {1, -27}};
enum { PLACES = sizeof places / sizeof *places };
/* Half the size of a mark and half the width of a bar, in pixels. */
enum { MARK = 6, BAR = 3 };
/* Costs of a name: if it leaves the picture; for each mark or earlier name, and for each bar, that
 * it covers. */
enum { OUTSIDE = 100, COVERED = 10, BAR_COVERED = 1 };

static bool overlap(const struct box *a, const struct box *b)
{
  return a->left < b->right && b->left < a->right && a->low < b->high && b->low < a->high;
}

static struct box box_at(const struct named_mark *mark, const struct name_place *place)
{
  double half = LETTER_WIDTH * (double)strlen(mark->name) / 2;
  double x = mark->x + place->halves * (half + NAME_AWAY), y = mark->y + place->up;
  return (struct box){x - half, x + half, y - LETTER_HEIGHT / 2.0, y + LETTER_HEIGHT / 2.0};
}

/* The cost of the name of mark `own` in that box. */
static int cost_of(const struct named_mark *mark, int n, int own, const struct box *name)
{
  bool outside =
      name->left < 0 || name->right > PLOT_WIDTH || name->low < 0 || name->high > PLOT_HEIGHT;
  int cost = outside ? OUTSIDE : 0;
  for (int k = 0; k < n; k++) {
    double x = mark[k].x, y = mark[k].y;
    struct box around = {x - MARK, x + MARK, y - MARK, y + MARK};
    struct box bar = {x - BAR, x + BAR, mark[k].low, mark[k].high};
    cost += COVERED * (k != own && overlap(name, &around));
    cost += COVERED * (k < own && overlap(name, &mark[k].box));
    cost += BAR_COVERED * overlap(name, &bar);
  }
  return cost;
}

/* Places the names in the order of the marks. */
static void place_all(struct named_mark *mark, int n)
{
  for (int k = 0; k < n; k++) {
    int least = -1;
    for (int i = 0; i < PLACES; i++) {
      struct box box = box_at(&mark[k], &places[i]);
      int cost = cost_of(mark, n, k, &box);
      if (least >= 0 && cost >= least)
        continue;
      least = cost;
      mark[k].box = box;
      mark[k].place = &places[i];
    }
  }
}

void sp_write_placement(FILE *out)
{
  fprintf(out,
          "{\"longest\":%d,\"away\":%d,\"mark\":%d,\"bar\":%d,\"outside\":%d,\"covered\":%d,"
          "\"barCovered\":%d,\"places\":[",
          NAME_LONGEST, NAME_AWAY, MARK, BAR, OUTSIDE, COVERED, BAR_COVERED);
  for (int i = 0; i < PLACES; i++)
    fprintf(out, "%s[%d,%d]", i ? "," : "", places[i].halves, places[i].up);
  fputs("]}", out);
}

/* ---- The picture. */

struct cloud {
  const struct series *series; /* own[k]: the mark of method k */
  struct sp_span x, y;         /* axes */
  int n;                       /* methods with a mark */
  struct named_mark *mark;
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
static void write_name(const struct cloud *c, int method, char name[NAME_LONGEST + 1])
{
  struct sp_number_text buffer;
  const char *whole = sp_matrix_short(c->series->matrix, method, &buffer);
  bool cut = strlen(whole) > NAME_LONGEST;
  snprintf(name, NAME_LONGEST + 1, "%.*s%s", cut ? NAME_LONGEST - 2 : NAME_LONGEST, whole,
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
    struct named_mark *mark = &c->mark[c->n++];
    write_name(c, k, mark->name);
    mark->x = pixels(own->x, c->x, s->plot->log_x, PLOT_WIDTH);
    mark->y = y_pixel(c, own->value);
    mark->low = y_pixel(c, own->bar.low);
    mark->high = y_pixel(c, own->bar.high);
  }
  place_all(c->mark, c->n);
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
static void write_label(const struct named_mark *mark, double x, double y, FILE *out)
{
  static const char *const anchor[] = {"right", "center", "left"};
  const struct name_place *place = mark->place;
  fputs("set label ", out);
  sp_plot_quote(mark->name, out);
  fprintf(out, " at %.17g,%.17g %s offset graph %.4f,%.4f\n", x, y, anchor[1 + place->halves],
          (double)place->halves * NAME_AWAY / PLOT_WIDTH, (double)place->up / PLOT_HEIGHT);
}

static void write_script(const void *self, const char *name, FILE *out)
{
  const struct cloud *c = self;
  const struct series *s = c->series;
  char *title = sp_plot_title(s->matrix, s->plot);
  bool timed = sp_quantity_is_timed(&s->plot->x_value) || sp_quantity_is_timed(&s->plot->y);
  char *scope = sp_format("%ld platform%s at each of %d point%s%s", s->matrix->count,
                          sp_plural((double)s->matrix->count), s->matrix->points,
                          sp_plural(s->matrix->points), timed ? "; " SP_TIMED_NOTE : "");
  int block = 0;
  struct sp_paper paper = {
      .wide = true, .x = sp_plot_x_label(s->plot), .y = sp_plot_y_label(s->plot), .tics = ""};
  sp_plot_begin(name, "A figure of the experiment", title, scope, &paper, out);
  sp_plot_styles(s->matrix->methods, s->matrix->best_of, SP_WIDE_LINE / 2, out);
  fputs("set key off\n", out);
  sp_plot_axes(s->plot, c->x, c->y, out);
  const struct named_mark *mark = c->mark;
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
  free(scope);
  free(title);
}

int series_draw_scatter(struct sp_album *album, const struct series *s, struct sp_error *error)
{
  struct cloud c = {
      .series = s, .x = padded(s->x, 0.1, s->plot->log_x), .y = padded(s->y, 0.08, s->plot->log_y)};
  c.mark = sp_xcalloc((size_t)s->lines, sizeof *c.mark);
  place_names(&c);
  struct sp_picture picture = {&c, write_data, write_script};
  const char *word = *s->plot->name ? s->plot->name : "figure";
  char *name = sp_file_name(s->matrix->experiment, s->matrix->variant, &word, 1);
  int code = sp_album_draw(album, name, &picture, error);
  free(c.mark);
  return code;
}

/* Draws the pictures of [figure NAME] with gnuplot: the data and the script of each. */
#include "base/text.h"
#include "campaign/figure/series.h"

static bool has_value(const struct series *s, int line)
{
  for (int k = 0; k < s->n; k++)
    if (isfinite(s->own[line * s->n + k].value))
      return true;
  return false;
}

/* ---- Data. */
static void write_method(const struct series *s, int line, FILE *out)
{
  fprintf(out, "# %s\n", series_name(s, line, true));
  for (int k = 0; k < s->n; k++) {
    const struct mark *mark = &s->own[line * s->n + k];
    fprintf(out, "%.17g", mark->x);
    if (isfinite(mark->value))
      fprintf(out, " %.17g %.17g %.17g %ld\n", mark->value, mark->bar.low, mark->bar.high, mark->n);
    else
      fprintf(out, " NaN NaN NaN %ld\n", mark->n);
  }
  fputs("\n\n", out);
}

static void write_published(const struct series *s, int line, FILE *out)
{
  if (!s->n_published[line])
    return;
  fprintf(out, "# %s in %s (%s)\n", series_name(s, line, true), basename(s->plot->compare),
          s->plot->compare_tag);
  for (int k = 0; k < s->n_published[line]; k++) {
    const struct mark *mark = &s->published_mark[line * s->published->rows + k];
    fprintf(out, "%.17g %s\n", mark->x, mark->text);
  }
  fputs("\n\n", out);
}

static void write_data(const void *self, FILE *out)
{
  const struct series *s = self;
  const struct sp_plot *plot = s->plot;
  const char *quantity = plot->y.text;
  fprintf(out, "# %s against %s; one block a %s, then those of published points\n", quantity,
          plot->x, plot->series ? "line" : "method");
  fprintf(out, "# columns: %s, %s, %s, platforms; NaN: no result\n", plot->x, quantity,
          plot->ci95 ? "low and high end of its 95 % interval (Student; the value itself where "
                       "there is none)"
                     : "the same twice (no intervals asked for)");
  for (int line = 0; line < s->lines; line++)
    write_method(s, line, out);
  for (int line = 0; line < s->lines; line++)
    write_published(s, line, out);
}

/* ---- The script. */

/* The range of an axis: that of the data with a margin. A linear axis of values >= 0 begins at 0 if
 * that is near. */
static struct sp_span frame(struct sp_span data, bool log, double margin, bool from_zero)
{
  if (isnan(data.low))
    return log ? (struct sp_span){1, 10} : (struct sp_span){0, 1};
  if (log) {
    double factor = fmax(pow(data.high / data.low, margin), 1.05);
    return (struct sp_span){data.low / factor, data.high * factor};
  }
  double span = data.high - data.low, pad = margin * span;
  if (span <= 0)
    pad = data.low != 0 ? 0.1 * fabs(data.low) : 1;
  struct sp_span out = {data.low - pad, data.high + pad};
  if (data.low >= 0 && (out.low < 0 || (from_zero && data.low < 0.4 * data.high)))
    out.low = 0;
  return out;
}

/* Is there room for the labels of all values of a logarithmic axis? */
static bool has_room(const struct series *s)
{
  struct sp_span x = frame(s->x, true, 0.03, false);
  double room = pow(x.high / x.low, 1.0 / 15);
  bool is_room = s->plot->log_x && s->n > 0;
  for (int k = 1; k < s->n; k++)
    is_room &= s->own[k].x >= room * s->own[k - 1].x;
  return is_room;
}

/* The values of a logarithmic axis, every so many, as its tics. "": those of gnuplot. */
static const char *tics_of(const struct series *s, int step)
{
  char *text = NULL;
  FILE *out = sp_open_string(&text);
  bool listed = has_room(s);
  for (int k = 0; listed && k < s->n; k += step)
    fprintf(out, "%s%.10g", k ? ", " : "set xtics (", s->own[k].x);
  fputs(listed ? ")\n" : "", out);
  return sp_experiment_end(s->matrix->experiment, out, &text);
}

static void write_axes(const struct series *s, FILE *out)
{
  const struct sp_plot *plot = s->plot;
  struct sp_span x = frame(s->x, plot->log_x, 0.03, false);
  struct sp_span y = frame(s->y, plot->log_y, 0.05, true);
  sp_plot_axes(plot, x, y, out);
  fputs(tics_of(s, 1), out);
}

/* The name of a line in the key. */
static const char *title_of(const struct series *s, int line)
{
  return sp_experiment_text(s->matrix->experiment, "%s%s", series_name(s, line, false),
                            has_value(s, line) ? "" : " (no result)");
}

static void write_line(const struct series *s, const char *name, int line, FILE *out)
{
  if (has_value(s, line)) /* on a logarithmic axis a bar that reaches 0 goes to the lower end */
    fprintf(out, "'%s.dat' index %d using 1:2:%s:4 with %s", name, line,
            s->plot->log_y ? "($3 > 0 ? $3 : 1e-300)" : "3",
            s->plot->ci95 ? "yerrorlines" : "linespoints");
  else
    fputs("NaN with linespoints", out);
  fprintf(out, " linestyle %d", line + 1);
  sp_plot_entry(title_of(s, line), out);
}

/* Block `block` of the data: the published points of a method. */
static void write_hollow(const char *name, int block, int line, FILE *out)
{
  fprintf(out,
          ", \\\n     '%s.dat' index %d with points linestyle %d pointtype %d pointsize 1.5 "
          "linewidth 1.5 notitle",
          name, block, line + 1, sp_plot_mark(line) - 1);
}

/* What hollow marks are, for the key. NULL: there are none. */
static const char *hollow_name(const struct series *s)
{
  bool any = false;
  for (int line = 0; line < s->lines; line++)
    any |= s->n_published[line] > 0;
  return any ? sp_experiment_text(s->matrix->experiment, "hollow: %s (%s)",
                                  basename(s->plot->compare), s->plot->compare_tag)
             : NULL;
}

static void write_plot(const struct series *s, const char *name, FILE *out)
{
  int lines = s->lines, block = lines;
  for (int line = 0; line < lines; line++) {
    fputs(line ? ", \\\n     " : "plot ", out);
    write_line(s, name, line, out);
  }
  for (int line = 0; line < lines; line++)
    if (s->n_published[line])
      write_hollow(name, block++, line, out);
  const char *title = hollow_name(s);
  if (title) {
    fprintf(out, ", \\\n     NaN with points linecolor rgb '#777777' pointtype %d",
            sp_plot_mark(0) - 1);
    sp_plot_entry(title, out);
  }
  fputc('\n', out);
}

/* "4 platforms a point, buffer=1, sd=25": with the labels that all points of a picture share. */
static const char *scope_of(const struct series *s)
{
  const struct sp_experiment *e = s->matrix->experiment;
  char *text = NULL;
  FILE *out = sp_open_string(&text);
  fprintf(out, "%ld platform%s a point", s->matrix->count, sp_plural((double)s->matrix->count));
  for (int k = 0; k < e->n_axes; k++)
    if (series_other(s, k))
      fprintf(out, ", %s=%s", e->axis[k].name, series_other(s, k));
  if (s->plot->ci95)
    fputs("; bars: 95 % intervals (Student)", out);
  return sp_experiment_end(e, out, &text);
}

static void write_script(const void *self, const char *name, FILE *out)
{
  const struct series *s = self;
  const char *hollow = hollow_name(s);
  struct sp_paper paper = {.x = sp_plot_x_label(s->plot),
                           .y = sp_plot_y_label(s->plot),
                           .tics = tics_of(s, sp_plot_tic_step(s->n))};
  for (int line = 0; line < s->lines; line++)
    sp_paper_entry(&paper, title_of(s, line));
  if (hollow)
    sp_paper_entry(&paper, hollow);
  sp_plot_begin(name, "A figure of the experiment", sp_plot_title(s->matrix, s->plot), scope_of(s),
                &paper, out);
  sp_plot_styles(s->lines, s->plot->series ? s->lines : s->matrix->best_of, SP_WIDE_LINE / 2, out);
  write_axes(s, out);
  if (isnan(s->y.low))
    sp_plot_note("no result", out);
  write_plot(s, name, out);
  sp_plot_end(name, &paper, out);
}

/* ---- Pictures. */

static char *name_of(const struct series *s)
{
  const struct sp_experiment *e = s->matrix->experiment;
  const char **word = sp_new(e->memory, e->n_axes + 1, const char *);
  int n = 0;
  word[n++] = *s->plot->name ? s->plot->name : "figure";
  for (int k = 0; k < e->n_axes; k++)
    if (series_other(s, k))
      word[n++] = series_other(s, k);
  return sp_file_name(e, s->matrix->variant, word, n);
}

static int draw_picture(void *data, struct series *s, struct sp_error *error)
{
  if (s->plot->x_value.function)
    return series_draw_scatter(data, s, error);
  struct sp_picture picture = {s, write_data, write_script};
  return sp_album_draw(data, name_of(s), &picture, error);
}

int sp_draw_series(struct sp_album *album, const struct sp_matrix *m, struct sp_error *error)
{
  int code = SP_OK;
  for (int k = 0; k < m->experiment->n_plots && !code; k++)
    code = sp_series_walk(m, &m->experiment->plot[k], draw_picture, album, error);
  return code;
}

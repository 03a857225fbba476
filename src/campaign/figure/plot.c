/* What all plots of a report share (plot.h). gnuplot draws from NAME.gp and NAME.dat, which are
 * kept with NAME.svg and NAME.pdf so that users can edit them. */
#include "campaign/figure/plot.h"
#include "base/file.h"
#include <gsl/gsl_sort.h>
#include <strings.h>

#define THINNEST 1.5         /* line */
#define NEW_LINE ".\"\\n\"." /* in a text of gnuplot */

/* ---- Names of files. */

static bool is_taken(const struct sp_album *album, const char *name)
{
  for (int k = 0; k < album->n; k++)
    if (!strcasecmp(album->name[k], name))
      return true;
  return false;
}

static char *free_name(const struct sp_album *album, const char *wanted)
{
  char *name = sp_context_copy(album->memory, wanted);
  for (int k = 2; is_taken(album, name); k++)
    name = sp_context_text(album->memory, "%s-%d", wanted, k);
  return name;
}

/* ---- Pictures. */
static struct sp_file *create(const struct sp_album *album, const char *name, const char *suffix,
                              struct sp_error *error)
{
  return sp_create_file(sp_context_text(album->memory, "%s/%s%s", album->directory, name, suffix),
                        error);
}

int sp_album_draw(struct sp_album *album, const char *wanted, const struct sp_picture *picture,
                  struct sp_error *error)
{
  char *name = free_name(album, wanted);
  album->name = sp_context_grow(album->memory, album->name, album->n, sizeof *album->name);
  album->name[album->n++] = name;
  struct sp_file *data = create(album, name, ".dat", error);
  if (!data)
    return SP_CANNOT;
  picture->write_data(picture->self, data->stream);
  int code = sp_commit_file(data, error);
  if (code)
    return code;
  struct sp_file *script = create(album, name, ".gp", error);
  if (!script)
    return SP_CANNOT;
  picture->write_script(picture->self, name, script->stream);
  code = sp_commit_file(script, error);
  return code ? code : sp_gnuplot(album, name, error);
}

/* ---- Scripts. */
static void quote(const char *text, size_t length, FILE *out)
{
  fputc('\'', out);
  for (size_t k = 0; k < length; k++)
    fprintf(out, text[k] == '\'' ? "''" : "%c", text[k]);
  fputc('\'', out);
}

void sp_plot_quote(const char *text, FILE *out)
{
  quote(text, strlen(text), out);
}

/* Bytes of the first line of a text, broken at blanks, and after colons, into lines of so many
 * letters. */
static size_t line_of(const char *text, int most)
{
  size_t end = 0, at = 0;
  for (int letters = 0; text[at]; at++) {
    letters += (text[at] & 0xc0) != 0x80; /* UTF-8: not the later bytes of a letter */
    if (letters > most && end)
      return end;
    if (text[at] == ' ' || text[at] == ':')
      end = at + (text[at] == ':');
  }
  return at;
}

/* Writes a text in such lines, the first after `before`, the others after `between`. */
static void write_lines(const char *before, const char *text, int most, const char *between,
                        FILE *out)
{
  for (size_t length; *text; text += length, text += strspn(text, " "), before = between) {
    length = line_of(text, most);
    fputs(before, out);
    quote(text, length, out);
  }
}

enum { ENTRY = 36 }; /* letters of a line of the key */

void sp_paper_entry(struct sp_paper *paper, const char *name)
{
  for (size_t length; *name; name += length, name += strspn(name, " ")) {
    length = line_of(name, ENTRY);
    paper->is_broken |= name[length] != '\0';
    paper->longest = (int)length > paper->longest ? (int)length : paper->longest;
    paper->lines++;
  }
}

void sp_plot_entry(const char *name, FILE *out)
{
  write_lines(" title ", name, ENTRY, ", \\\n     NaN with lines linecolor rgb 'white' title ",
              out);
}

/* The rows of the key on a picture of that width; its entries have the width of the longest one.
 * letter: the width of one; sample: that of a line and the blanks beside it. */
static int key_rows(const struct sp_paper *paper, double width, double letter, double sample)
{
  int columns = (int)(width / (letter * paper->longest + sample));
  columns = columns < 1 || paper->is_broken ? 1 : columns;
  return (paper->lines + columns - 1) / columns;
}

void sp_plot_begin(const char *name, const char *what, const char *title, const char *scope,
                   const struct sp_paper *paper, FILE *out)
{
  const int width = 720, height = 480, row = 18; /* in pixels; the height has room for two rows */
  int rows = key_rows(paper, width - 100, 8, 50), more = rows > 2 ? rows - 2 : 0;
  fprintf(out,
          "# %s. To change the pictures, edit this and run\n"
          "#   gnuplot %s.gp\n"
          "# Lines that coincide differ in their width.\n"
          "set encoding utf8\n"
          "set terminal svg noenhanced size %d,%d font 'DejaVu Sans,12' background 'white'\n"
          "set output '%s.svg'\n",
          what, name, width, height + row * more, name);
  enum { MOST = 84 }; /* letters of a title's line */
  write_lines("set title ", title, MOST, NEW_LINE, out);
  write_lines(*title ? NEW_LINE : "set title ", scope, MOST, NEW_LINE, out);
  fprintf(out,
          "\nset border 3\n"
          "set tics nomirror out\n"
          "set key outside center bottom horizontal Left reverse samplen 3 height 1%s\n"
          "set errorbars linewidth 1\n"
          "set grid linetype 1 linecolor rgb '#dddddd'\n",
          paper->is_broken ? " maxcols 1" : "");
}

int sp_plot_mark(int k)
{
  static const int mark[] = {7, 5, 9, 13, 11, 15};
  return mark[k % 6];
}

const char *const sp_plot_colour[SP_PLOT_COLOURS] = {"#0072b2", "#d55e00", "#009e73",
                                                     "#b0528d", "#8a6d00", "#4d4d4d"};

void sp_plot_styles(int n, int dashed, double widest, FILE *out)
{
  double step = n > 1 ? fmin((widest - THINNEST) / (n - 1), THINNEST) : 0;
  for (int k = 0; k < n; k++)
    fprintf(out, "set style line %d linecolor rgb '%s' linewidth %.3g dashtype %d pointtype %d\n",
            k + 1, sp_plot_colour[k % SP_PLOT_COLOURS], THINNEST + step * (n - 1 - k),
            k >= dashed ? 2 : 1 + k / SP_PLOT_COLOURS % 2 * 3, sp_plot_mark(k));
}

void sp_plot_note(const char *text, FILE *out)
{
  fputs("set label ", out);
  sp_plot_quote(text, out);
  fputs(" at graph 0.5,0.5 center\n", out);
}

static void write_label(const char *axis, const char *text, int letters, FILE *out)
{
  fprintf(out, "set %slabel ", axis);
  write_lines("", text, letters, NEW_LINE, out);
  fputc('\n', out);
}

void sp_plot_end(const char *name, const struct sp_paper *paper, FILE *out)
{
  const double line = 0.34, plot = paper->wide ? 11 : 6;                  /* in cm */
  const double width = paper->wide ? 160 : 78, letter = 1.7, sample = 11; /* in mm */
  fprintf(out,
          "set terminal pdfcairo noenhanced size %scm,%.2fcm font 'DejaVu Sans,8' fontscale 0.75 "
          "linewidth %s\n"
          "set output '%s.pdf'\n"
          "unset title\n%s%s",
          paper->wide ? "17.4" : "8.4", plot + line * key_rows(paper, width, letter, sample),
          paper->wide ? "1" : "0.6", name, paper->lines ? "set key samplen 2\n" : "", paper->tics);
  write_label("x", paper->x, paper->wide ? 100 : 44, out);
  write_label("y", paper->y, paper->wide ? 60 : 24, out);
  fputs("replot\nset output\n", out);
}

int sp_plot_tic_step(int n)
{
  enum { MOST = 7 };
  return (n + MOST - 1) / MOST;
}

const char *sp_plot_title(const struct sp_matrix *m, const struct sp_plot *plot)
{
  struct sp_experiment e = *m->experiment;
  if (plot->title)
    e.title = plot->title;
  return sp_report_title(&e, m->variant);
}

void sp_plot_axes(const struct sp_plot *plot, struct sp_span x, struct sp_span y, FILE *out)
{
  fputs("set xlabel ", out);
  sp_plot_quote(sp_plot_x_label(plot), out);
  fputs("\nset ylabel ", out);
  sp_plot_quote(sp_plot_y_label(plot), out);
  fprintf(out, "\n%s%sset xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n",
          !plot->log_x             ? ""
          : plot->x_value.function ? "set logscale x\nset format x '%g'\n"
                                   : "set logscale x\n",
          plot->log_y ? "set logscale y\n" : "", x.low, x.high, y.low, y.high);
}

/* ---- Cumulative frequencies. */
void sp_plot_shares(double *value, long n, long total, double first, double last, FILE *out)
{
  long within = 0, written = 0;
  gsl_sort(value, 1, (size_t)n);
  while (n > 0 && !isfinite(value[n - 1]))
    n--;
  fprintf(out, "%.17g 0\n", first);
  for (long k = 0; k < n; k++) {
    within = k + 1;
    bool step = within == n || value[k] < value[k + 1];
    if (step && (within == n || (double)(within - written) * SP_PLOT_STEPS >= (double)total)) {
      fprintf(out, "%.17g %.17g\n", value[k], (double)within / (double)total);
      written = within;
    }
  }
  fprintf(out, "%.17g %.17g\n\n\n", last, total ? (double)within / (double)total : 0);
}

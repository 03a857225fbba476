/* Figures: the cumulative frequency of the distance, a picture a point, as Figures 22 to 25 of
 * RR-6005: the share of the platforms on which a method is at most x % from the best. gnuplot draws
 * from NAME.gp and NAME.dat, which stay beside NAME.svg and NAME.pdf to be edited. */
#include "campaign/report_parts.h"
#include "io/io.h"
#include "model/memory.h"
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct figure {
  const struct sp_matrix *matrix;
  int point;
  const char *directory;
  char *name;   /* of the files, without suffix */
  double reach; /* right end of the axis, in % */
};

/* Letters, digits, '.', '_' and '-' alone: "c<=w" becomes "c-le-w". */
static void add_word(FILE *out, const char *text)
{
  for (; *text; text++) {
    if (!strncmp(text, "<=", 2) || !strncmp(text, ">=", 2)) {
      fputs(*text == '<' ? "-le-" : "-ge-", out);
      text++;
    } else
      fputc(isalnum((unsigned char)*text) || strchr("._-", *text) ? *text : '-', out);
  }
}

/* "rr6005-table1-as-published-hom-het-c-le-w"; the caller frees it. */
static char *name_of(const struct sp_matrix *m, int point)
{
  const struct sp_experiment *e = m->experiment;
  char *name = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&name, &size);
  if (!out)
    abort();
  add_word(out, e->id);
  if (m->variant) {
    fputc('-', out);
    add_word(out, e->variant[m->variant].name);
  }
  for (int k = 0; k < e->n_axes; k++) {
    fputc('-', out);
    add_word(out, sp_point_label(e, m->variant, point, e->axis[k].name));
  }
  fclose(out);
  return name;
}

static int ascending(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The greatest distance of a declared method, at least 1 %. */
static double reach_of(const struct sp_matrix *m, int point, double *distance)
{
  double reach = 1;
  for (int method = 0; method < m->best_of; method++) {
    long n = sp_distances(m, point, method, distance);
    double greatest = 100 * (sp_max(distance, n) - 1);
    if (isfinite(greatest) && greatest > reach)
      reach = greatest;
  }
  return reach;
}

/* One block a method: the distance in %, and the share of the platforms up to it. Every line goes
 * on to the right end. */
static void write_data(struct figure *f, FILE *out)
{
  const struct sp_matrix *m = f->matrix;
  double *distance = sp_xcalloc((size_t)m->count, sizeof *distance);
  f->reach = reach_of(m, f->point, distance);
  for (int method = 0; method < m->best_of; method++) {
    long n = sp_distances(m, f->point, method, distance), within = 0;
    qsort(distance, (size_t)n, sizeof *distance, ascending);
    fprintf(out, "# %s: distance from the best (%%), share of %ld platforms\n0 0\n",
            sp_matrix_method(m, method), n);
    for (long k = 0; k < n && isfinite(distance[k]); k++) {
      within = k + 1;
      if (within == n || distance[k] < distance[k + 1])
        fprintf(out, "%.17g %.17g\n", 100 * (distance[k] - 1), (double)within / (double)n);
    }
    fprintf(out, "%.17g %.17g\n\n\n", f->reach, n ? (double)within / (double)n : 0);
  }
  free(distance);
}

/* 'text', for gnuplot. */
static void print_quoted(const char *text, FILE *out)
{
  fputc('\'', out);
  for (; *text; text++)
    fprintf(out, *text == '\'' ? "''" : "%c", *text);
  fputc('\'', out);
}

static void write_plot(const struct figure *f, FILE *out)
{
  const struct sp_matrix *m = f->matrix;
  struct sp_figure name;
  for (int method = 0; method < m->best_of; method++) {
    fprintf(out, method ? ", \\\n     " : "plot ");
    fprintf(out, "'%s.dat' index %d with steps linewidth %d.5 title ", f->name, method,
            m->best_of - method);
    print_quoted(sp_matrix_short(m, method, &name), out);
  }
  fputc('\n', out);
}

static void write_script(struct figure *f, FILE *out)
{
  char *title = sp_report_title(f->matrix->experiment, f->matrix->variant);
  char *axes = sp_point_axes(f->matrix->experiment, f->matrix->variant, f->point);
  fprintf(out,
          "# Cumulative frequency of the distance. To change the pictures, edit this and run\n"
          "#   gnuplot %s.gp\n"
          "# Lines that lie on each other are told apart by their width.\n"
          "set terminal svg noenhanced size 720,450 font 'DejaVu Sans,12' background 'white'\n"
          "set output '%s.svg'\n"
          "set colorsequence podo\n"
          "set title ",
          f->name, f->name);
  print_quoted(title, out);
  fputs(".\"\\n\".", out);
  print_quoted(axes, out);
  fprintf(out,
          "\nset xlabel 'distance from the best, at most (%%)'\n"
          "set ylabel 'share of platforms'\n"
          "set xrange [%.3g:%.17g]\n"
          "set yrange [0:1.02]\n"
          "set key bottom right\n"
          "set grid linetype 1 linecolor rgb '#dddddd'\n",
          -0.02 * f->reach, f->reach);
  write_plot(f, out);
  fprintf(out,
          "set terminal pdfcairo noenhanced size 16cm,10cm font 'DejaVu Sans,12'\n"
          "set output '%s.pdf'\n"
          "replot\n"
          "set output\n",
          f->name);
  free(axes);
  free(title);
}

static int write_file(struct figure *f, const char *suffix,
                      void (*write_content)(struct figure *, FILE *), struct sp_error *error)
{
  char *path = NULL;
  if (asprintf(&path, "%s/%s%s", f->directory, f->name, suffix) < 0)
    abort();
  struct sp_file *file = sp_create_file(path, error);
  free(path);
  if (!file)
    return SP_CANNOT;
  write_content(f, file->stream);
  return sp_commit_file(file, error);
}

static int draw(struct figure *f, struct sp_error *error)
{
  f->name = name_of(f->matrix, f->point);
  int code = write_file(f, ".dat", write_data, error);
  if (!code)
    code = write_file(f, ".gp", write_script, error);
  if (!code)
    code = sp_gnuplot(f->directory, f->name, error);
  free(f->name);
  return code;
}

static int draw_all(const struct sp_matrix *matrix, int n, const char *directory, int *figures,
                    struct sp_error *error)
{
  for (int variant = 0; variant < n; variant++)
    for (int point = 0; point < matrix[variant].points; point++) {
      struct figure figure = {&matrix[variant], point, directory, NULL, 0};
      int code = draw(&figure, error);
      if (code)
        return code;
      ++*figures;
    }
  return SP_OK;
}

int sp_report_figures(const struct sp_experiment *e, struct sp_store *store, const char *directory,
                      int *figures, struct sp_error *error)
{
  if (mkdir(directory, 0777) && errno != EEXIST) {
    sp_bad_input(error, "%s: cannot make the directory: %s", directory, strerror(errno));
    return SP_CANNOT;
  }
  struct sp_matrix *matrix = sp_xcalloc((size_t)e->n_variants, sizeof *matrix);
  int code = sp_matrices_read(e, store, matrix, error);
  if (!code)
    code = draw_all(matrix, e->n_variants, directory, figures, error);
  for (int variant = 0; variant < e->n_variants; variant++)
    sp_matrix_clear(&matrix[variant]);
  free(matrix);
  return code;
}

/* Draws the figures of a report. First the cumulative frequency of the distance, a picture for each
 * point, as Figures 22 to 25 of RR-6005: the share of the platforms on which a method is at most x
 * % from the best. Then, for each variant, its profiles and the figures of the experiment. */
#include "base/memory.h"
#include "campaign/figure/plot.h"
#include "campaign/generate/generate.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct frequency {
  const struct sp_matrix *matrix;
  int point;
  long platforms; /* where all declared methods have a result */
  double reach;   /* right end of the axis, in % */
};

/* "rr6005-table1-as-published-hom-het-c-le-w"; the caller frees it. */
static char *name_of(const struct sp_matrix *m, int point)
{
  const struct sp_experiment *e = m->experiment;
  const char **label = sp_xcalloc((size_t)e->n_axes, sizeof *label);
  for (int k = 0; k < e->n_axes; k++)
    label[k] = sp_point_label(e, m->variant, point, e->axis[k].name);
  char *name = sp_plot_name(e, m->variant, label, e->n_axes);
  free(label);
  return name;
}

/* The greatest distance of a declared method, at least 1 %. */
static double reach_of(const struct sp_matrix *m, int point, double *distance, long *platforms)
{
  double reach = 1;
  for (int method = 0; method < m->best_of; method++) {
    long n = *platforms = sp_distances(m, point, method, distance);
    for (long k = 0; k < n; k++)
      if (isfinite(distance[k]) && 100 * (distance[k] - 1) > reach)
        reach = 100 * (distance[k] - 1);
  }
  return reach;
}

/* One block for each method. Every line continues to the right end. */
static void write_data(const void *self, FILE *out)
{
  const struct frequency *f = self;
  const struct sp_matrix *m = f->matrix;
  double *distance = sp_xcalloc((size_t)m->count, sizeof *distance);
  fputs("# distance = makespan / least makespan of the methods below; one block a method\n"
        "# columns: distance from the best (%), share of the platforms that are at most as far\n",
        out);
  for (int method = 0; method < m->best_of; method++) {
    long n = sp_distances(m, f->point, method, distance);
    for (long k = 0; k < n; k++)
      distance[k] = 100 * (distance[k] - 1);
    fprintf(out, "# %s: distance from the best (%%), share of %ld platforms\n",
            sp_matrix_method(m, method), n);
    sp_plot_shares(distance, n, n, 0, f->reach, out);
  }
  free(distance);
}

static void write_plot(const struct frequency *f, const char *name, FILE *out)
{
  const struct sp_matrix *m = f->matrix;
  struct sp_number_text buffer;
  for (int method = 0; method < m->best_of; method++) {
    fprintf(out, method ? ", \\\n     " : "plot ");
    fprintf(out, "'%s.dat' index %d with steps linestyle %d title ", name, method, method + 1);
    sp_plot_quote(sp_matrix_short(m, method, &buffer), out);
  }
  fputc('\n', out);
}

static void write_script(const void *self, const char *name, FILE *out)
{
  const struct frequency *f = self;
  const struct sp_matrix *m = f->matrix;
  char *title = sp_report_title(m->experiment, m->variant);
  char *axes = sp_point_axes(m->experiment, m->variant, f->point);
  const char *const lines[] = {title, axes};
  sp_plot_begin(name, "Cumulative frequency of the distance", lines, 2, out);
  sp_plot_styles(m->best_of, m->best_of, SP_WIDE_LINE, out);
  fprintf(out,
          "set xlabel 'distance from the best, at most (%%)'\n"
          "set ylabel 'share of %ld platforms'\n"
          "set xrange [%.3g:%.17g]\n"
          "set yrange [0:1.02]\n",
          f->platforms, -0.02 * f->reach, f->reach);
  if (!f->platforms)
    sp_plot_note("no platform with a result of every method", out);
  write_plot(f, name, out);
  sp_plot_end(name, out);
  free(axes);
  free(title);
}

static int draw_point(struct sp_album *album, const struct sp_matrix *m, int point,
                      struct sp_error *error)
{
  struct frequency f = {.matrix = m, .point = point};
  double *distance = sp_xcalloc((size_t)m->count, sizeof *distance);
  f.reach = reach_of(m, point, distance, &f.platforms);
  free(distance);
  struct sp_picture picture = {&f, write_data, write_script};
  return sp_album_draw(album, name_of(m, point), &picture, error);
}

static int draw_all(const struct sp_matrix *matrix, int n, struct sp_album *album,
                    struct sp_error *error)
{
  int code = SP_OK;
  bool distances =
      !sp_of_graphs(matrix[0].experiment->problem); /* methods of graphs do not compete */
  for (int variant = 0; distances && variant < n && !code; variant++)
    for (int point = 0; point < matrix[variant].points && !code; point++)
      code = draw_point(album, &matrix[variant], point, error);
  for (int variant = 0; distances && variant < n && !code; variant++)
    code = sp_draw_profiles(album, &matrix[variant], error);
  for (int variant = 0; variant < n && !code; variant++)
    code = sp_draw_series(album, &matrix[variant], error);
  return code;
}

int sp_report_figures(const struct sp_experiment *e, struct sp_store *store, const char *directory,
                      int *figures, struct sp_error *error)
{
  if (mkdir(directory, 0777) && errno != EEXIST)
    return sp_failure(error, SP_CANNOT, "%s: cannot make the directory: %s", directory,
                      strerror(errno));
  struct sp_album album = {.directory = directory};
  struct sp_matrix *matrix;
  int code = sp_matrices_read(e, store, &matrix, error);
  if (!code)
    code = draw_all(matrix, e->n_variants, &album, error);
  sp_matrices_free(matrix);
  *figures += code && album.n ? album.n - 1 : album.n; /* the last one failed */
  sp_album_clear(&album);
  return code;
}

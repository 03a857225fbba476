/* Draws the profiles of a variant over all its platforms at all its points:
 *
 *   profile  the share of them on which makespan <= tau * (least makespan of the declared methods),
 *            against tau (Dolan and More, Mathematical Programming 91(2), 2002);
 *   gap      the share of them on which makespan <= tau * (lower bound), against tau.
 *
 * A platform without a result of a method never counts for this method: the method's line ends
 * below 1. */
#include "base/memory.h"
#include "campaign/figure/plot.h"
#include <math.h>
#include <stdlib.h>

/* A platform here is one platform at one point: point * count + index. */
struct profile {
  const struct sp_matrix *matrix;
  double (*ratio)(const struct sp_matrix *, long platform, int method); /* NAN: never */
  const char *what, *axis, *formula; /* for the script, the picture and the data */
  int methods;
  long platforms;     /* that count */
  double least, most; /* ratios; least <= 1 */
  double left, right; /* ends of the axis */
};

static double ratio_to_bound(const struct sp_matrix *m, long platform, int method)
{
  long place = platform * m->methods + method;
  return isnan(m->makespan[place]) || isnan(m->bound[place])
             ? NAN
             : sp_ratio(m->makespan[place], m->bound[place]);
}

static bool has_bound(const struct sp_matrix *m, long platform)
{
  for (int k = 0; k < m->methods; k++)
    if (!isnan(m->bound[platform * m->methods + k]))
      return true;
  return false;
}

static void find_ends(struct profile *p)
{
  const struct sp_matrix *m = p->matrix;
  p->least = 1;
  p->most = 1.01;
  for (long platform = 0; platform < m->points * m->count; platform++)
    for (int method = 0; method < p->methods; method++) {
      double ratio = p->ratio(m, platform, method);
      if (isfinite(ratio) && ratio > p->most)
        p->most = ratio;
      if (ratio > 0 && ratio < p->least)
        p->least = ratio;
    }
  double margin = pow(p->most / p->least, 0.02);
  p->left = p->least / margin;
  p->right = p->most * margin;
}

static long ratios_of(const struct profile *p, int method, double *ratio)
{
  long n = 0;
  for (long platform = 0; platform < p->matrix->points * p->matrix->count; platform++) {
    double value = p->ratio(p->matrix, platform, method);
    if (isfinite(value))
      ratio[n++] = value;
  }
  return n;
}

static void write_data(const void *self, FILE *out)
{
  const struct profile *p = self;
  const struct sp_matrix *m = p->matrix;
  double *ratio = sp_xcalloc((size_t)(m->points * m->count), sizeof *ratio);
  fprintf(out,
          "# tau = %s; one block a method; a method without a result counts as never\n"
          "# columns: tau, share of %ld platforms (each at each point) with at most that\n",
          p->formula, p->platforms);
  for (int method = 0; method < p->methods; method++) {
    long n = ratios_of(p, method, ratio);
    fprintf(out, "# %s: %ld of %ld have a value\n", sp_matrix_method(m, method), n, p->platforms);
    sp_plot_shares(ratio, n, p->platforms, p->left, p->right, out);
  }
  free(ratio);
}

/* ---- Tics of a logarithmic axis of ratios: gnuplot writes none below 10. */

/* The smallest 1, 2 or 5 times a power of ten that is at least x. */
static double round_step(double x)
{
  double unit = pow(10, floor(log10(x)));
  double digit = x / unit;
  return unit * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

static void write_tic(double at, const struct profile *p, const char **before, FILE *out)
{
  if (at < p->left || at > p->right)
    return;
  fprintf(out, "%s%.10g", *before, at);
  *before = ", ";
}

static void write_tics(const struct profile *p, FILE *out)
{
  static const double some[] = {0.5, 0.7, 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8};
  const char *before = "set xtics (";
  double range = p->right / p->left;
  if (range <= 3) {
    double step = round_step((p->right - p->left) / 12);
    for (double k = ceil(p->left / step); k * step <= p->right; k++)
      write_tic(k * step, p, &before, out);
  } else if (range <= 12)
    for (size_t k = 0; k < sizeof some / sizeof some[0]; k++)
      write_tic(some[k], p, &before, out);
  if (range > 3)
    for (double unit = range <= 12 ? 10 : 1e-6; unit <= p->right; unit *= 10)
      for (int digit = 1; digit <= 5; digit += digit == 1 ? 1 : 3)
        if (digit == 1 || range < 2000)
          write_tic(digit * unit, p, &before, out);
  fputs(")\n", out);
}

/* ---- The script. */
static void write_plot(const struct profile *p, const char *name, FILE *out)
{
  const struct sp_matrix *m = p->matrix;
  double *ratio = sp_xcalloc((size_t)(m->points * m->count), sizeof *ratio);
  struct sp_number_text buffer;
  for (int method = 0; method < p->methods; method++) {
    long missing = p->platforms - ratios_of(p, method, ratio);
    char *title = NULL;
    const char *method_name = sp_matrix_short(m, method, &buffer);
    if (asprintf(&title, missing ? "%s (%ld without a result)" : "%s", method_name, missing) < 0)
      abort();
    fprintf(out, method ? ", \\\n     " : "plot ");
    fprintf(out, "'%s.dat' index %d with steps linestyle %d title ", name, method, method + 1);
    sp_plot_quote(title, out);
    free(title);
  }
  fputc('\n', out);
  free(ratio);
}

static void write_script(const void *self, const char *name, FILE *out)
{
  const struct profile *p = self;
  const struct sp_matrix *m = p->matrix;
  char *title = sp_report_title(m->experiment, m->variant);
  char *scope = NULL;
  if (asprintf(&scope, "%s; %ld platforms at each of %d point%s", p->what, m->count, m->points,
               m->points == 1 ? "" : "s") < 0)
    abort();
  const char *const lines[] = {title, scope};
  sp_plot_begin(name, p->what, lines, 2, out);
  sp_plot_styles(p->methods, m->best_of, SP_WIDE_LINE, out);
  fprintf(out,
          "set xlabel '%s'\n"
          "set ylabel 'share of %ld platforms (each at each point)'\n"
          "set logscale x\n"
          "set xrange [%.17g:%.17g]\n"
          "set yrange [0:1.02]\n",
          p->axis, p->platforms, p->left, p->right);
  write_tics(p, out);
  write_plot(p, name, out);
  sp_plot_end(name, out);
  free(scope);
  free(title);
}

static int draw(struct sp_album *album, struct profile *p, const char *word, struct sp_error *error)
{
  find_ends(p);
  struct sp_picture picture = {p, write_data, write_script};
  char *name = sp_plot_name(p->matrix->experiment, p->matrix->variant, &word, 1);
  return sp_album_draw(album, name, &picture, error);
}

int sp_draw_profiles(struct sp_album *album, const struct sp_matrix *m, struct sp_error *error)
{
  struct profile best = {
      .matrix = m,
      .ratio = sp_ratio_to_best,
      .what = "Performance profile",
      .axis = "makespan / best, at most (logarithmic)",
      .formula = "makespan / least makespan of the methods below",
      .methods = m->best_of,
      .platforms = m->points * m->count,
  };
  struct profile bound = {
      .matrix = m,
      .ratio = ratio_to_bound,
      .what = "Distance from the lower bound",
      .axis = "makespan / lower bound, at most (logarithmic)",
      .formula = "makespan / lower bound",
      .methods = m->methods,
  };
  for (long platform = 0; platform < m->points * m->count; platform++)
    bound.platforms += has_bound(m, platform);
  int code = m->best_of > 1 ? draw(album, &best, "profile", error) : SP_OK;
  return code || !bound.platforms ? code : draw(album, &bound, "gap", error);
}

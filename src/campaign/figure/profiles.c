/* Draws shares of platforms against a quantity that is at most x, a line for each method:
 *
 *   frequency  the distance at one point, in %, as Figures 22 to 25 of RR-6005: the share of the
 *              platforms on which a method is at most x % from the best;
 *   profile    the share of all platforms at all points on which makespan <= tau * (least makespan
 *              of the declared methods), against tau (Dolan and More, Mathematical Programming
 *              91(2), 2002);
 *   gap        the share of them on which the gap is at most x %, on the profile's axis.
 *
 * In profile and gap a platform without a result of a method never counts for this method: the
 * method's line ends below 1. */
#include "base/text.h"
#include "campaign/figure/plot.h"

long sp_shares_values(const struct sp_shares *p, int method, double *value)
{
  const struct sp_matrix *m = p->matrix;
  bool all = p->point < 0;
  long n = 0, first = all ? 0 : p->point * m->count;
  for (long k = 0; k < (all ? m->points * m->count : m->count); k++) {
    double one = p->value(m, first + k, method);
    if (all ? isfinite(one) : !isnan(one))
      value[n++] = one;
  }
  return n;
}

double *sp_shares_room(const struct sp_shares *p)
{
  return sp_xcalloc((size_t)(p->matrix->points * p->matrix->count), sizeof(double));
}

/* Widens the ends of the axis to all positive values. */
static struct sp_shares with_range(struct sp_shares p)
{
  double *value = sp_shares_room(&p);
  for (int method = 0; method < p.methods; method++)
    for (long k = sp_shares_values(&p, method, value) - 1; k >= 0; k--) {
      if (value[k] > p.right && value[k] <= SP_PLOT_GREATEST)
        p.right = value[k];
      if (value[k] < p.left && value[k] >= SP_PLOT_LEAST)
        p.left = value[k];
    }
  free(value);
  return p;
}

static double percent_above_best(const struct sp_matrix *m, long platform, int method)
{
  return 100 * (sp_distance_at(m, platform, method) - 1);
}

struct sp_shares sp_frequency_at(const struct sp_matrix *m, int point)
{
  struct sp_shares p = {
      .matrix = m,
      .point = point,
      .value = percent_above_best,
      .what = "Cumulative frequency of the distance",
      .axis = "above the best, at most (%)",
      .methods = m->best_of,
      .right = 1,
  };
  double *value = sp_shares_room(&p);
  p.platforms = sp_shares_values(&p, 0, value); /* where all declared methods have a result */
  free(value);
  return with_range(p);
}

struct sp_shares sp_performance_profile(const struct sp_matrix *m)
{
  return with_range((struct sp_shares){
      .matrix = m,
      .point = -1,
      .value = sp_ratio_to_best,
      .what = "Performance profile",
      .axis = "makespan / best, at most (logarithmic)",
      .formula = "tau = makespan / least makespan of the methods below",
      .methods = m->best_of,
      .platforms = m->points * m->count,
      .left = 1,
      .right = 1.01,
  });
}

static double gap_of(const struct sp_matrix *m, long platform, int method)
{
  return sp_gap(sp_makespan_at(m, platform, method), m->bound[platform * m->methods + method]);
}

static bool has_bound(const struct sp_matrix *m, long platform)
{
  for (int k = 0; k < m->methods; k++)
    if (!isnan(m->bound[platform * m->methods + k]))
      return true;
  return false;
}

static struct sp_shares profile_of_gap(const struct sp_matrix *m)
{
  struct sp_shares p = {
      .matrix = m,
      .point = -1,
      .value = gap_of,
      .what = "Gap to the lower bound",
      .axis = "gap, at most (%, logarithmic)",
      .formula = "gap = " SP_GAP_FORMULA " in %",
      .methods = m->methods,
      .shift = 100,
      .left = 0,
      .right = 1,
  };
  for (long platform = 0; platform < m->points * m->count; platform++)
    p.platforms += has_bound(m, platform);
  return with_range(p);
}

/* ---- Files. */

static void write_data(const void *self, FILE *out)
{
  const struct sp_shares *p = self;
  double *value = sp_shares_room(p);
  if (p->point < 0)
    fprintf(out,
            "# %s; one block a method; a method without a result counts as never\n"
            "# columns: %.*s, share of %ld platform%s (each at each point) with at most that\n",
            p->formula, (int)strcspn(p->formula, " "), p->formula, p->platforms,
            sp_plural((double)p->platforms));
  else
    fputs("# distance = makespan / least makespan of the methods below; one block a method\n"
          "# columns: 100 (distance - 1), share of the platforms that are at most as far\n",
          out);
  for (int method = 0; method < p->methods; method++) {
    long n = sp_shares_values(p, method, value);
    fprintf(out, "# %s: ", sp_matrix_method(p->matrix, method));
    if (p->point < 0)
      fprintf(out, "%ld of %ld have a value\n", n, p->platforms);
    else
      fprintf(out, "100 (distance - 1), share of %ld platform%s\n", n, sp_plural((double)n));
    sp_plot_shares(value, n, p->platforms, p->left, p->right, out);
  }
  free(value);
}

/* ---- Tics of a logarithmic axis of ratios or gaps: gnuplot writes none below 10. */

/* The smallest 1, 2 or 5 times a power of ten that is at least x. */
static double round_step(double x)
{
  double unit = pow(10, floor(log10(x)));
  double digit = x / unit;
  return unit * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

/* Tics, in the order in which they are found. */
struct tics {
  const struct sp_shares *shares;
  int n;
  double at[64];
};

static void add_tic(struct tics *t, double at)
{
  if (at >= t->shares->left && at <= t->shares->right && t->n < 64)
    t->at[t->n++] = at + 0.0; /* not -0 */
}

/* to / from on the axis. */
static double range_of(const struct sp_shares *p, double from, double to)
{
  return (to + p->shift) / (from + p->shift);
}

/* Is there room for a label between the last tic and this one? */
static bool has_room(const struct tics *t, double at)
{
  const double label = 0.08; /* of the axis */
  const struct sp_shares *p = t->shares;
  return !t->n ||
         log(range_of(p, t->at[t->n - 1], at)) > label * log(range_of(p, p->left, p->right));
}

static void find_tics(struct tics *t)
{
  static const double some[] = {0.5, 0.7, 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8};
  const struct sp_shares *p = t->shares;
  double range = range_of(p, p->left, p->right);
  if (range <= 3) {
    double step = round_step((p->right - p->left) / 12);
    for (double k = ceil(p->left / step); k * step <= p->right; k++)
      add_tic(t, k * step);
  } else if (p->shift > 0)
    add_tic(t, 0);
  else if (range <= 12)
    for (size_t k = 0; k < sizeof some / sizeof some[0]; k++)
      add_tic(t, some[k]);
  if (range > 3)
    for (double unit = p->shift > 0 || range > 12 ? 1e-6 : 10; unit <= p->right; unit *= 10)
      for (int digit = 1; digit <= 5; digit += digit == 1 ? 1 : 3)
        if ((digit == 1 || range < 2000) && has_room(t, digit * unit))
          add_tic(t, digit * unit);
}

/* The tics of a logarithmic axis as a command, on a page or in one column of a paper. */
static const char *tics_of(const struct sp_shares *p, bool narrow)
{
  struct tics t = {.shares = p};
  char *text = NULL;
  FILE *out = sp_open_string(&text);
  find_tics(&t);
  fputs("set xtics (", out);
  for (int k = 0; k < t.n; k += narrow ? sp_plot_tic_step(t.n) : 1)
    fprintf(out, "%s%.10g", k ? ", " : "", t.at[k]);
  fputs(")\n", out);
  return sp_experiment_end(p->matrix->experiment, out, &text);
}

/* ---- The script. */

/* The name of a method in the key; value: room for its values. */
static const char *title_of(const struct sp_shares *p, int method, double *value)
{
  struct sp_number_text buffer;
  long missing = p->platforms - sp_shares_values(p, method, value);
  const char *name = sp_matrix_short(p->matrix, method, &buffer);
  return missing
             ? sp_experiment_text(p->matrix->experiment, "%s (%ld without a result)", name, missing)
             : sp_experiment_copy(p->matrix->experiment, name);
}

static void write_script(const void *self, const char *name, FILE *out)
{
  const struct sp_shares *p = self;
  const struct sp_matrix *m = p->matrix;
  const struct sp_experiment *e = m->experiment;
  bool all = p->point < 0;
  double *value = sp_shares_room(p);
  const char **entry = sp_new(e->memory, p->methods, const char *);
  const char *scope =
      all ? sp_experiment_text(e, "%s; %ld platform%s at each of %d point%s", p->what, m->count,
                               sp_plural((double)m->count), m->points, sp_plural(m->points))
          : sp_point_axes(e, m->variant, p->point);
  struct sp_paper paper = {
      .x = p->axis, .y = "share of platforms", .tics = all ? tics_of(p, true) : ""};
  for (int method = 0; method < p->methods; method++) {
    entry[method] = title_of(p, method, value);
    sp_paper_entry(&paper, entry[method]);
  }
  sp_plot_begin(name, p->what, sp_report_title(e, m->variant), scope, &paper, out);
  sp_plot_styles(p->methods, m->best_of, SP_WIDE_LINE, out);
  fprintf(out, "set xlabel '%s'\nset ylabel 'share of %ld platform%s%s'\n", p->axis, p->platforms,
          sp_plural((double)p->platforms), all ? " (each at each point)" : "");
  if (all && p->shift > 0)
    fprintf(out, "set nonlinear x via log(x + %g) inverse exp(x) - %g\n", p->shift, p->shift);
  else if (all)
    fputs("set logscale x\n", out);
  fprintf(out, "set xrange [%.*g", all ? 17 : 3, all ? p->left : -0.02 * p->right);
  fprintf(out, ":%.17g]\nset yrange [0:1.02]\n", p->right);
  fputs(all ? tics_of(p, false) : "", out);
  if (!p->platforms)
    sp_plot_note("no platform with a result of every method", out);
  for (int method = 0; method < p->methods; method++) {
    fprintf(out, method ? ", \\\n     " : "plot ");
    fprintf(out, "'%s.dat' index %d with steps linestyle %d", name, method, method + 1);
    sp_plot_entry(entry[method], out);
  }
  fputc('\n', out);
  sp_plot_end(name, &paper, out);
  free(value);
}

/* ---- Pictures. */

static int draw(struct sp_album *album, const struct sp_shares *p, const char *const *word,
                int words, struct sp_error *error)
{
  struct sp_picture picture = {p, write_data, write_script};
  char *name = sp_file_name(p->matrix->experiment, p->matrix->variant, word, words);
  return sp_album_draw(album, name, &picture, error);
}

int sp_draw_frequency(struct sp_album *album, const struct sp_matrix *m, int point,
                      struct sp_error *error)
{
  const struct sp_experiment *e = m->experiment;
  const struct sp_shares p = sp_frequency_at(m, point);
  const char **label = sp_new(e->memory, e->n_axes, const char *);
  for (int k = 0; k < e->n_axes; k++)
    label[k] = sp_point_label(e, m->variant, point, k);
  return draw(album, &p, label, e->n_axes, error);
}

static int draw_profile(struct sp_album *album, struct sp_shares p, const char *word,
                        struct sp_error *error)
{
  double margin = pow(range_of(&p, p.left, p.right), 0.02);
  p.left = (p.left + p.shift) / margin - p.shift;
  p.right = (p.right + p.shift) * margin - p.shift;
  return draw(album, &p, &word, 1, error);
}

int sp_draw_profiles(struct sp_album *album, const struct sp_matrix *m, struct sp_error *error)
{
  const struct sp_shares gap = profile_of_gap(m);
  int code =
      m->best_of > 1 ? draw_profile(album, sp_performance_profile(m), "profile", error) : SP_OK;
  return code || !gap.platforms ? code : draw_profile(album, gap, "gap", error);
}

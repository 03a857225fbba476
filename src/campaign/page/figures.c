/* Writes the data from which page.js draws the charts. The experiment's own figures have the
 * numbers of the text report. The curves are points of step functions: the cumulative frequency of
 * the distance at each point of a variant, and the performance profile of Dolan and More
 * (Mathematical Programming 91, 2002) over all its platforms: the share of the platforms on which a
 * method is within a factor tau of the best declared method. A picture is some hundred pixels wide,
 * so steps that are closer than 1/400 of the axis are merged. */
#include "campaign/figure/series.h"
#include "campaign/page/html.h"
#include <gsl/gsl_sort.h>

/* ---- Curves. */

enum { STEPS = 400 };

/* The curve of the n sorted values, shares of `all`: [x, y, x, y, ..]. */
static void put_curve(const double *x, long n, long all, double reach, FILE *out)
{
  double drawn = -INFINITY;
  bool first = true;
  fputc('[', out);
  for (long k = 0; k < n && isfinite(x[k]); k++) {
    bool last = k + 1 == n || !isfinite(x[k + 1]);
    if (!last && (x[k + 1] == x[k] || x[k + 1] - drawn < reach / STEPS))
      continue;
    fprintf(out, "%s%.7g,%.6g", first ? "" : ",", x[k], (double)(k + 1) / (double)all);
    first = false;
    drawn = x[k];
  }
  fputc(']', out);
}

/* The curves of all methods, shares of `all` platforms. */
static void put_shares(const struct sp_shares *s, long all, FILE *out)
{
  double *value = sp_shares_room(s);
  fprintf(out, "{\"reach\":%.7g,\"curves\":[", s->right);
  for (int k = 0; k < s->methods; k++) {
    long n = sp_shares_values(s, k, value);
    fputs(k ? "," : "", out);
    gsl_sort(value, 1, (size_t)n);
    put_curve(value, n, all, s->right - s->left, out);
  }
  fputs("]}", out);
  free(value);
}

/* The number of platforms that a declared method solved; on others all are infinitely far. */
static long count_solved(const struct sp_matrix *m)
{
  long n = 0;
  for (long platform = 0; platform < m->points * m->count; platform++) {
    bool solved = false;
    for (int k = 0; k < m->best_of; k++)
      solved |= !isnan(sp_ratio_to_best(m, platform, k));
    n += solved;
  }
  return n;
}

void sp_html_curves(const struct sp_matrix *m, FILE *out)
{
  fputs("\"frequency\":[", out);
  for (int point = 0; point < m->points; point++) {
    const struct sp_shares frequency = sp_frequency_at(m, point);
    fputs(point ? ",\n" : "", out);
    put_shares(&frequency, frequency.platforms, out);
  }
  fputs("],\n\"profile\":", out);
  const struct sp_shares profile = sp_performance_profile(m);
  put_shares(&profile, count_solved(m), out);
}

/* ---- Figures of the experiment. */

/* n marks as [x, value, low, high, ..]. */
static void put_marks(const struct mark *mark, int n, FILE *out)
{
  fputc('[', out);
  for (int k = 0; k < n; k++) {
    const double number[] = {mark[k].x, mark[k].value, mark[k].bar.low, mark[k].bar.high};
    for (int i = 0; i < 4; i++) {
      fputs(k + i ? "," : "", out);
      sp_html_number(number[i], out);
    }
  }
  fputc(']', out);
}

struct pictures {
  FILE *out;
  int n;
};

/* One picture: {"point":P,"names":[..],"own":[..],"printed":[..]}, for each line a name and lists
 * of marks; in a scatter one of our own or none. The labels of point P on the other axes name the
 * picture. */
static int put_picture(void *data, struct series *s, struct sp_error *error)
{
  (void)error;
  struct pictures *p = data;
  bool scatter = s->plot->x_value.function;
  fprintf(p->out, "%s{\"point\":%d,\"names\":[", p->n++ ? ",\n" : "", s->point[0]);
  for (int k = 0; k < s->lines; k++)
    sp_html_item(k, series_name(s, k, false), p->out);
  fputs("],\"own\":[", p->out);
  for (int k = 0; k < s->lines; k++) {
    fputs(k ? "," : "", p->out);
    put_marks(s->own + k * s->n, scatter && isnan(s->own[k].value) ? 0 : s->n, p->out);
  }
  fputs("],\"printed\":[", p->out);
  for (int k = 0; k < s->lines && !scatter; k++) {
    fputs(k ? "," : "", p->out);
    put_marks(s->published ? s->published_mark + k * s->published->rows : NULL, s->n_published[k],
              p->out);
  }
  fputs("]}", p->out);
  return SP_OK;
}

static int put_plot(const struct sp_matrix *m, const struct sp_plot *plot, FILE *out,
                    struct sp_error *error)
{
  struct pictures pictures = {out, 0};
  sp_html_member("{", "x", plot->x, out);
  sp_html_member(",", "xLabel", sp_plot_x_label(plot), out);
  sp_html_member(",", "series", plot->series ? plot->series : "", out);
  sp_html_member(",", "yLabel", sp_plot_y_label(plot), out);
  fprintf(out, ",\"logX\":%s,\"logY\":%s,\"bars\":%s,\"scatter\":%s,\"print\":",
          plot->log_x ? "true" : "false", plot->log_y ? "true" : "false",
          plot->ci95 ? "true" : "false", plot->x_value.function ? "true" : "false");
  sp_html_string(plot->compare && !m->variant ? plot->compare_tag : "", out);
  fputs(",\"pictures\":[", out);
  int code = sp_series_walk(m, plot, put_picture, &pictures, error);
  fputs("]}", out);
  return code;
}

int sp_html_figures_data(const struct sp_matrix *m, FILE *out, struct sp_error *error)
{
  int code = SP_OK;
  fputs("\"figures\":[", out);
  for (int k = 0; k < m->experiment->n_plots && !code; k++) {
    fputs(k ? ",\n" : "", out);
    code = put_plot(m, &m->experiment->plot[k], out, error);
  }
  fputc(']', out);
  return code;
}

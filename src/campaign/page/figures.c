/* Writes the data from which page.js draws the experiment's own figures. The numbers are those of
 * the text report. */
#include "campaign/figure/series.h"
#include "campaign/page/html.h"
#include <math.h>
#include <stdlib.h>

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
  for (int k = 0; k < s->lines; k++) {
    char *name = series_name(s, k, false);
    fputs(k ? "," : "", p->out);
    sp_html_string(name, p->out);
    free(name);
  }
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
  const char *y = plot->y.text;
  fputs("{\"x\":", out);
  sp_html_string(plot->x, out);
  fputs(",\"series\":", out);
  sp_html_string(plot->series ? plot->series : "", out);
  fputs(",\"y\":", out);
  sp_html_string(y, out);
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

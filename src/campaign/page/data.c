/* Writes the data of the page as one JSON object: for each variant its methods and points, the
 * curves, the instances with the makespan of every method, and the traces of the worst. page.js
 * computes the distances, as sp_distance_at does. */
#include "campaign/figure/placement.h"
#include "campaign/page/html.h"

/* A page with more than ALL_ROWS instances would be slow to open: it shows the WORST_ROWS instances
 * with the greatest distance of any declared method. MOST_WORKERS: of the stars whose sizes are
 * shown, together, since each is drawn for it. */
enum { ALL_ROWS = 20000, WORST_ROWS = 2000, MOST_WORKERS = 20000000 };

/* ---- Instances. */

struct row {
  int point;
  long index;
  double farthest; /* greatest distance of a declared method */
};

/* The farthest first, then by point and index. */
static int by_distance(const void *left, const void *right)
{
  const struct row *a = left, *b = right;
  if (a->farthest != b->farthest)
    return a->farthest > b->farthest ? -1 : 1;
  if (a->point != b->point)
    return a->point - b->point;
  return (a->index > b->index) - (a->index < b->index);
}

static struct row *list_rows(const struct sp_matrix *m, long *n)
{
  long all = m->points * m->count;
  struct row *row = sp_xcalloc((size_t)all, sizeof *row);
  for (long k = 0; k < all; k++) {
    row[k] = (struct row){(int)(k / m->count), k % m->count, 0};
    for (int method = 0; method < m->best_of; method++) {
      double distance = sp_distance_at(m, k, method);
      if (distance > row[k].farthest)
        row[k].farthest = distance;
    }
  }
  *n = all;
  if (all > ALL_ROWS) {
    qsort(row, (size_t)all, sizeof *row, by_distance);
    *n = WORST_ROWS;
  }
  return row;
}

/* Workers and tasks of the star, while *workers are left. */
static void put_size(const struct sp_matrix *m, const struct row *row, double *workers, FILE *out)
{
  bool star = *workers > 0 && !sp_of_graphs(m->experiment->problem);
  const struct sp_instance *in = star ? sp_matrix_platform(m, row->point, row->index, NULL) : NULL;
  sp_html_number(in ? in->m : (double)NAN, out);
  fputc(',', out);
  sp_html_number(in ? in->total.v : (double)NAN, out);
  *workers -= in ? in->m : 0;
}

/* The columns of the instances: "name":[..]. */
static void put_rows(const struct sp_matrix *m, FILE *out)
{
  long n;
  double workers = MOST_WORKERS;
  struct row *row = list_rows(m, &n);
  fprintf(out, "\"instances\":{\"all\":%ld", m->points * m->count);
  for (long k = 0; k < n; k++)
    fprintf(out, "%s%d", k ? "," : ",\n\"point\":[", row[k].point);
  for (long k = 0; k < n; k++)
    fprintf(out, "%s%ld", k ? "," : "],\n\"index\":[", row[k].index);
  for (long k = 0; k < n; k++) {
    fputs(k ? "," : "],\n\"size\":[", out);
    put_size(m, &row[k], &workers, out);
  }
  for (long k = 0; k < n * m->methods; k++) {
    const struct row *own = &row[k / m->methods];
    fputs(k ? "," : "],\n\"makespan\":[", out);
    sp_html_number(sp_makespan_at(m, own->point * m->count + own->index, (int)(k % m->methods)),
                   out);
  }
  fputs("]}", out);
  free(row);
}

/* ---- Names. */

static void put_methods(const struct sp_matrix *m, FILE *out)
{
  struct sp_number_text name;
  fprintf(out, "\"declared\":%d,\"methods\":[", m->best_of);
  for (int k = 0; k < m->methods; k++)
    sp_html_item(k, sp_matrix_method(m, k), out);
  fputs("],\"short\":[", out);
  for (int k = 0; k < m->methods; k++)
    sp_html_item(k, sp_matrix_short(m, k, &name), out);
  fputs("]", out);
}

/* Each point: its labels, and the beginning of the command that draws one of its platforms. */
static void put_points(const struct sp_page *p, const struct sp_matrix *m, FILE *out)
{
  const struct sp_experiment *e = p->experiment;
  fputs("\"points\":[", out);
  for (int point = 0; point < m->points; point++) {
    fprintf(out, "%s{\"labels\":[", point ? ",\n" : "");
    for (int k = 0; k < e->n_axes; k++)
      sp_html_item(k, sp_point_label(e, m->variant, point, k), out);
    sp_html_member("],", "rerun", sp_rerun_head(e, m->variant, point, p->from), out);
    fputc('}', out);
  }
  sp_html_member("],\n", "rerun",
                 sp_rerun_tail(e, m->variant, p->registry, p->from, "instance.svg"), out);
}

static int put_variant(const struct sp_page *p, const struct sp_matrix *m, long *budget,
                       struct sp_error *error)
{
  sp_html_member("{", "title", sp_report_title(p->experiment, m->variant), p->out);
  fputs(",\n", p->out);
  put_methods(m, p->out);
  fputs(",\n", p->out);
  put_points(p, m, p->out);
  fputs(",\n", p->out);
  int code = sp_html_figures_data(m, p->out, error);
  if (!p->brief) {
    fputs(",\n", p->out);
    sp_html_curves(m, p->out);
    fputs(",\n", p->out);
    put_rows(m, p->out);
    fputs(",\n", p->out);
    sp_html_traces(p, m, budget);
  }
  fputc('}', p->out);
  return code;
}

int sp_html_data(const struct sp_page *p, const struct sp_matrix *matrix, struct sp_error *error)
{
  const struct sp_experiment *e = p->experiment;
  long budget = p->events;
  sp_html_member("<script type=\"application/json\">{", "id", e->id, p->out);
  fputs(",\"axes\":[", p->out);
  for (int k = 0; k < e->n_axes; k++)
    sp_html_item(k, e->axis[k].name, p->out);
  fputs("],\"files\":[", p->out);
  for (int k = 0; k < e->n_files; k++)
    sp_html_item(k, e->platform[k].path, p->out);
  fprintf(p->out, "],\"worst\":%d,\"placement\":", p->worst);
  sp_write_placement(p->out);
  fputs(",\"variants\":[\n", p->out);
  int code = SP_OK;
  for (int variant = 0; variant < e->n_variants && !code; variant++) {
    fputs(variant ? ",\n" : "", p->out);
    code = put_variant(p, &matrix[variant], &budget, error);
  }
  fputs("]}</script>\n", p->out);
  return code;
}

/* From the matrix of a variant to the numbers of its table: each quantity with its standard error,
 * beside the print and with a verdict; wins and ties; the pairs of methods. */
#include "base/memory.h"
#include "campaign/report/parts.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Quantities. */

/* Those of the table, mean and sd of the distance if it names none, then wins and ties. */
static int list_quantities(struct sp_summary *s, struct sp_error *error)
{
  const struct sp_experiment *e = s->matrix->experiment;
  const struct sp_quantity usual[] = {sp_quantity_of_distance(SP_MEAN),
                                      sp_quantity_of_distance(SP_SD)};
  const struct sp_quantity *own = e->n_quantities ? e->quantity : usual;
  s->shown = e->n_quantities ? e->n_quantities : 2;
  s->quantity = sp_xcalloc((size_t)s->shown + 2, sizeof *s->quantity);
  for (int q = 0; q < s->shown; q++) {
    int code = sp_quantity_check(s->matrix, &own[q], error);
    if (code)
      return code;
    s->quantity[q] = own[q];
  }
  s->n_quantities = s->shown;
  for (enum sp_function share = SP_WINS; share <= SP_TIES; share++) {
    bool named = false;
    for (int q = 0; q < s->shown; q++)
      named |= own[q].function == share;
    if (!named)
      s->quantity[s->n_quantities++] = sp_quantity_of_distance(share);
  }
  return SP_OK;
}

/* ---- Rows. */
static void list_keys(struct sp_summary *s)
{
  const struct sp_experiment *e = s->matrix->experiment;
  s->axis = sp_xcalloc((size_t)(e->n_axes + e->rows.n), sizeof *s->axis);
  for (int k = 0; k < e->rows.n; k++)
    s->axis[s->keys++] = e->rows.text[k];
  for (int k = 0; k < e->n_axes; k++) {
    bool listed = false;
    for (int row = 0; row < e->rows.n; row++)
      listed |= !strcmp(e->rows.text[row], e->axis[k].name);
    if (!listed)
      s->axis[s->keys++] = e->axis[k].name;
  }
}

const char *sp_summary_label(const struct sp_summary *s, int key, int point)
{
  return sp_point_label(s->matrix->experiment, s->matrix->variant, point, s->axis[key]);
}

/* Place of a point's label among the values of a key. */
static int rank_of(const struct sp_summary *s, int key, int point)
{
  const struct sp_experiment *e = s->matrix->experiment;
  const char *label = sp_summary_label(s, key, point);
  int axis = 0, value = 0;
  while (strcmp(e->axis[axis].name, s->axis[key]) != 0)
    axis++;
  while (strcmp(e->axis[axis].value[value].label, label) != 0)
    value++;
  return value;
}

static bool stands_before(const struct sp_summary *s, int a, int b)
{
  for (int key = 0; key < s->keys; key++) {
    int difference = rank_of(s, key, a) - rank_of(s, key, b);
    if (difference)
      return difference < 0;
  }
  return false;
}

static void order_points(struct sp_summary *s)
{
  int points = s->matrix->points;
  s->order = sp_xcalloc((size_t)points, sizeof *s->order);
  for (int point = 0; point < points; point++) {
    int place = point;
    for (; place > 0 && stands_before(s, point, s->order[place - 1]); place--)
      s->order[place] = s->order[place - 1];
    s->order[place] = point;
  }
}

/* ---- Cells. */
struct sp_cell *sp_summary_cell(const struct sp_summary *s, int quantity, int point, int method)
{
  return &s->cell[(quantity * s->matrix->points + point) * s->matrix->methods + method];
}

static void compute(struct sp_summary *s)
{
  const struct sp_matrix *m = s->matrix;
  for (int q = 0; q < s->n_quantities; q++)
    for (int point = 0; point < m->points; point++)
      for (int method = 0; method < m->methods; method++)
        *sp_summary_cell(s, q, point, method) = sp_quantity_cell(m, &s->quantity[q], point, method);
}

static void pool(struct sp_summary *s)
{
  const struct sp_quantity mean = sp_quantity_of_distance(SP_MEAN),
                           greatest = sp_quantity_of_distance(SP_MAX);
  const struct sp_matrix *m = s->matrix;
  s->overall = sp_xcalloc((size_t)m->methods, sizeof *s->overall);
  s->wins = sp_xcalloc((size_t)m->methods, sizeof *s->wins);
  s->ties = sp_xcalloc((size_t)m->methods, sizeof *s->ties);
  for (int method = 0; method < m->methods; method++) {
    struct sp_shares all = sp_count_all_shares(m, method);
    for (int point = 0; point < m->points; point++)
      s->missing += m->missing[point * m->methods + method];
    s->wins[method] = all.n ? (double)all.wins / (double)all.n : NAN;
    s->ties[method] = all.n ? (double)all.ties / (double)all.n : NAN;
    s->overall[method].mean = sp_quantity_overall(m, &mean, method);
    s->overall[method].greatest = sp_quantity_overall(m, &greatest, method).value;
  }
}

int sp_summarise(const struct sp_matrix *matrix, const struct sp_published *print,
                 struct sp_summary *s, struct sp_error *error)
{
  *s = (struct sp_summary){.matrix = matrix};
  list_keys(s);
  int code = list_quantities(s, error);
  if (code) {
    sp_summary_clear(s);
    return code;
  }
  order_points(s);
  s->cell =
      sp_xcalloc((size_t)(s->n_quantities * matrix->points * matrix->methods), sizeof *s->cell);
  compute(s);
  pool(s);
  if (print)
    sp_summary_judge(s, print);
  s->n_contests = sp_contests(matrix, &s->contest, &s->contest_platforms);
  return SP_OK;
}

/* The other axes, then x. */
static void list_figure_keys(struct sp_summary *s, const char *x)
{
  const struct sp_experiment *e = s->matrix->experiment;
  s->axis = sp_xcalloc((size_t)e->n_axes, sizeof *s->axis);
  for (int k = 0; k < e->n_axes; k++)
    if (strcmp(e->axis[k].name, x) != 0)
      s->axis[s->keys++] = e->axis[k].name;
  s->axis[s->keys++] = x;
}

int sp_summarise_figure(const struct sp_matrix *matrix, const struct sp_plot *plot,
                        const struct sp_published *print, struct sp_summary *s,
                        struct sp_error *error)
{
  *s = (struct sp_summary){.matrix = matrix, .shown = 1, .n_quantities = 1};
  int code = sp_quantity_check(matrix, &plot->y, error);
  if (code)
    return code;
  list_figure_keys(s, plot->x);
  s->quantity = sp_xcalloc(1, sizeof *s->quantity);
  s->quantity[0] = plot->y;
  order_points(s);
  s->cell = sp_xcalloc((size_t)(matrix->points * matrix->methods), sizeof *s->cell);
  compute(s);
  if (print)
    sp_summary_judge(s, print);
  return SP_OK;
}

bool sp_summary_is_timed(const struct sp_summary *s)
{
  bool timed = false;
  for (int q = 0; q < s->shown; q++)
    timed |= sp_quantity_is_timed(&s->quantity[q]);
  return timed;
}

void sp_summary_clear(struct sp_summary *s)
{
  free(s->axis);
  free(s->order);
  free(s->quantity);
  free(s->cell);
  free(s->wins);
  free(s->ties);
  free(s->overall);
  sp_published_clear(&s->overall_print);
  free(s->contest);
  *s = (struct sp_summary){0};
}

/* Computes the numbers of a table or figure from the results of a variant, and arranges its rows.
 */
#include "campaign/summary/summary.h"
#include "base/memory.h"
#include <stdlib.h>
#include <string.h>

/* ---- Rows. */

static bool is_before(const struct sp_summary *s, int a, int b)
{
  const struct sp_experiment *e = s->matrix->experiment;
  int variant = s->matrix->variant, difference = 0;
  for (int key = 0; key < s->keys && !difference; key++)
    difference =
        sp_point_value(e, variant, a, s->axis[key]) - sp_point_value(e, variant, b, s->axis[key]);
  return difference < 0;
}

/* Sets keys and order; first, last: as of sp_key_axes. */
static void lay_out(struct sp_summary *s, const struct sp_texts *first, int last)
{
  int points = s->matrix->points;
  s->keys = sp_key_axes(s->matrix->experiment, first, last, &s->axis);
  s->order = sp_xcalloc((size_t)points, sizeof *s->order);
  for (int point = 0; point < points; point++) {
    int place = point;
    for (; place > 0 && is_before(s, point, s->order[place - 1]); place--)
      s->order[place] = s->order[place - 1];
    s->order[place] = point;
  }
}

/* ---- Numbers. */

/* The table's quantities, then wins and ties. */
static void list_quantities(struct sp_summary *s)
{
  const struct sp_experiment *e = s->matrix->experiment;
  s->shown = s->n_quantities = e->n_quantities;
  s->quantity = sp_xcalloc((size_t)s->shown + 2, sizeof *s->quantity);
  memcpy(s->quantity, e->quantity, (size_t)s->shown * sizeof *s->quantity);
  for (enum sp_function share = SP_WINS; share <= SP_TIES; share++) {
    bool named = false;
    for (int q = 0; q < s->shown; q++)
      named |= s->quantity[q].function == share;
    if (!named)
      s->quantity[s->n_quantities++] = sp_quantity_of_distance(share);
  }
}

static void compute_overall(struct sp_summary *s)
{
  const struct sp_matrix *m = s->matrix;
  for (int k = 0; sp_overall_functions[k]; k++) {
    struct sp_quantity quantity = sp_quantity_of_distance(sp_overall_functions[k]);
    s->overall = sp_xrealloc(s->overall, (size_t)((k + 1) * m->methods), sizeof *s->overall);
    for (int method = 0; method < m->methods; method++)
      s->overall[k * m->methods + method] = sp_quantity_overall(m, &quantity, method);
  }
  for (int method = 0; method < m->methods; method++)
    s->missing += sp_matrix_missing(m, -1, method);
}

/* Fills all of a summary whose quantities are set. */
static void compute(struct sp_summary *s, const struct sp_published *published)
{
  const struct sp_matrix *m = s->matrix;
  s->cell = sp_xcalloc((size_t)(s->n_quantities * m->points * m->methods), sizeof *s->cell);
  for (int q = 0; q < s->n_quantities; q++)
    for (int point = 0; point < m->points; point++)
      for (int method = 0; method < m->methods; method++)
        *sp_summary_cell(s, q, point, method) = sp_quantity_cell(m, &s->quantity[q], point, method);
  if (published)
    sp_summary_compare(s, published);
}

int sp_summarise(const struct sp_matrix *matrix, const struct sp_published *published,
                 struct sp_summary *s, struct sp_error *error)
{
  *s = (struct sp_summary){.matrix = matrix};
  list_quantities(s);
  lay_out(s, &matrix->experiment->rows, -1);
  compute(s, published);
  compute_overall(s);
  s->n_pairs = sp_pairs(matrix, &s->pair);
  int code = sp_summary_compare_overall(s, error);
  if (code)
    sp_summary_clear(s);
  return code;
}

void sp_summarise_figure(const struct sp_matrix *matrix, const struct sp_plot *plot,
                         const struct sp_published *published, struct sp_summary *s)
{
  *s = (struct sp_summary){.matrix = matrix, .shown = 1, .n_quantities = 1};
  s->quantity = sp_xmemdup(&plot->y, 1, sizeof plot->y);
  lay_out(s, NULL, plot->x_axis);
  compute(s, published);
}

bool sp_summary_is_timed(const struct sp_summary *s)
{
  bool timed = false;
  for (int q = 0; q < s->shown; q++)
    timed |= sp_quantity_is_timed(&s->quantity[q]);
  return timed;
}

bool sp_summary_names(const struct sp_summary *s, enum sp_value value)
{
  bool names = false;
  for (int q = 0; q < s->shown; q++)
    names |= sp_quantity_names(&s->quantity[q], value);
  return names;
}

void sp_summary_clear(struct sp_summary *s)
{
  free(s->axis);
  free(s->order);
  free(s->quantity);
  free(s->cell);
  free(s->overall);
  sp_published_clear(&s->overall_published);
  free(s->pair);
  *s = (struct sp_summary){0};
}

/* Computes the numbers of a table or figure from the results of a variant, arranges its rows, and
 * adds published values and verdicts. */
#include "campaign/summary/summary.h"
#include "campaign/summary/claims.h"
#include "campaign/summary/names.h"

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
  s->order = sp_new(s->matrix->experiment->memory, points, int);
  for (int point = 0; point < points; point++) {
    int place = point;
    for (; place > 0 && is_before(s, point, s->order[place - 1]); place--)
      s->order[place] = s->order[place - 1];
    s->order[place] = point;
  }
}

/* ---- Published values and verdicts. */

/* The standard error of a published value over n platforms if it is not published. For a mean: from
 * the published sd. For an sd: in proportion to ours, as if the two samples had the same shape.
 * Otherwise: ours, scaled to n. */
static double estimated_error(const struct sp_cell *cell, enum sp_function function, double sd,
                              long n)
{
  double scale = sqrt((double)cell->n / (double)n);
  if (function == SP_MEAN && !isnan(sd))
    return sd / sqrt((double)n);
  if (function == SP_SD && cell->value > 0)
    return cell->se * scale * cell->published.value / cell->value;
  return cell->se * scale;
}

/* A row of a published table, in which the values of a method are looked up. */
struct lookup {
  const struct sp_matrix *matrix;
  const struct sp_published *table;
  int row;
  bool fixed;   /* its platforms are all the same */
  bool overall; /* it is that of all points */
};

/* Of a point the column is the method's name. For all points it is the method's full text with '-'
 * for ':', or only its name if that is the full text or no other method has that name. */
static struct sp_published_value find(const struct lookup *l, int method,
                                      const struct sp_quantity *quantity)
{
  const char *text = sp_matrix_method(l->matrix, method);
  struct sp_number_text name;
  if (!l->overall)
    return sp_published_find(l->table, l->row, text, quantity);
  char *whole = sp_experiment_copy(l->matrix->experiment, text);
  for (char *sign = whole; (sign = strchr(sign, ':'));)
    *sign = '-';
  struct sp_published_value value = sp_published_find(l->table, 0, whole, quantity);
  bool alone = strcmp(sp_matrix_short(l->matrix, method, &name), text) != 0;
  return value.text || !alone ? value : sp_published_find(l->table, 0, text, quantity);
}

/* Sets the published value, its error and the verdict of a cell. */
static void compare(struct sp_cell *cell, const struct lookup *l, int method,
                    const struct sp_quantity *quantity)
{
  struct sp_quantity sd = sp_quantity_of_distance(SP_SD), se = sp_quantity_of_distance(SP_SE);
  cell->published = find(l, method, quantity);
  if (!cell->published.text)
    return;
  long n = sp_published_count(l->table, l->row);
  cell->published_se = find(l, method, &se).value;
  if (isnan(cell->published_se) || quantity->function == SP_SE)
    cell->published_se =
        estimated_error(cell, quantity->function, find(l, method, &sd).value, n > 0 ? n : cell->n);
  sp_cell_compare(cell, quantity, l->matrix->experiment->margin, l->fixed);
}

/* Adds the deviation of an informative cell, in standard errors, to the chi-square. */
static void count_deviation(struct sp_verdict_counts *counts, const struct sp_cell *cell)
{
  double half = cell->published.half_digit, difference = cell->value - cell->published.value;
  double variance = sp_error_squared(cell->se) + sp_error_squared(cell->published_se);
  if (variance > 0) { /* the rounding is uniform within half a digit */
    counts->chi_square += difference * difference / (variance + half * half / 3);
    counts->degrees++;
  }
}

static void count_cell(struct sp_verdict_counts *counts, const struct sp_cell *cell, bool scaled)
{
  enum sp_verdict verdict = cell->verdict;
  if (verdict == SP_NOT_PUBLISHED)
    return;
  counts->compared++;
  counts->of[verdict]++;
  if (verdict <= SP_UNDECIDED || verdict == SP_ASSUMED)
    count_deviation(counts, cell);
  if (verdict != SP_UNDECIDED)
    return;
  double platforms = sp_cell_platforms(cell, scaled);
  counts->never += !isfinite(platforms);
  if (isfinite(platforms))
    counts->platforms = fmax(counts->platforms, platforms);
}

/* Is a function (sd, se) of the method not published? */
static bool lacks(const struct lookup *l, int method, enum sp_function function)
{
  struct sp_quantity quantity = sp_quantity_of_distance(function);
  return isnan(find(l, method, &quantity).value);
}

/* Does the experiment's list of assumptions name this cell's quantity ("sd", "sd(distance)") or
 * one of its labels ("comm=het")? */
static bool is_assumed(const struct sp_summary *s, int quantity, int point)
{
  const struct sp_texts *list = &s->matrix->experiment->assumed;
  bool found = false;
  for (int k = 0; k < list->n && !found; k++) {
    const char *text = list->text[k];
    found = !strcmp(text, s->quantity[quantity].text) || !strcmp(text, s->quantity[quantity].name);
    for (int key = 0; key < s->keys && !found; key++) {
      const char *name = s->matrix->experiment->axis[s->axis[key]].name;
      size_t length = strlen(name);
      found = !strncmp(text, name, length) && text[length] == '=' &&
              !strcmp(text + length + 1, sp_summary_label(s, key, point));
    }
  }
  return found;
}

/* Is the value what a theorem says of it? Then it has no error, on however few platforms. */
static bool is_proven(const struct sp_summary *s, int q, int point, int method)
{
  const struct sp_quantity *quantity = &s->quantity[q];
  return quantity->term[0].value == SP_VALUE_DISTANCE &&
         sp_summary_cell(s, q, point, method)->value == sp_quantity_trivial(quantity) &&
         sp_theorem_concerns(s->matrix, point, method);
}

static void compare_point(struct sp_summary *s, const struct lookup *l, int point)
{
  for (int q = 0; q < s->n_quantities; q++)
    for (int method = 0; method < s->matrix->best_of; method++) {
      struct sp_cell *cell = sp_summary_cell(s, q, point, method);
      struct lookup row = *l;
      row.fixed = l->fixed || is_proven(s, q, point, method);
      compare(cell, &row, method, &s->quantity[q]);
      if (cell->verdict == SP_DIFFERS && is_assumed(s, q, point))
        cell->verdict = SP_ASSUMED;
      bool scaled = sp_published_count(l->table, l->row) <= 0 && lacks(l, method, SP_SE);
      count_cell(&s->verdicts, cell, scaled);
      s->count_unstated |= cell->published.text && scaled;
    }
}

/* Sets the published values and the verdicts of the declared methods. */
static void compare_cells(struct sp_summary *s, const struct sp_published *table)
{
  const char **label = sp_new(s->matrix->experiment->memory, s->keys, const char *);
  struct lookup l = {.matrix = s->matrix, .table = table};
  for (int point = 0; point < s->matrix->points; point++) {
    for (int key = 0; key < s->keys; key++)
      label[key] = sp_summary_label(s, key, point);
    l.row = sp_published_row(table, label);
    l.fixed = l.row >= 0 && s->matrix->count < 2 && sp_matrix_fixed(s->matrix, point);
    if (l.row >= 0)
      compare_point(s, &l, point);
  }
}

/* Compares the overall means of variant 0 with the file that the experiment names, if it names one.
 * SP_OK, or SP_BAD_INPUT. */
static int compare_overall(struct sp_summary *s, struct sp_error *error)
{
  const struct sp_experiment *e = s->matrix->experiment;
  struct sp_published table;
  struct lookup l = {.matrix = s->matrix, .table = &table, .overall = true};
  struct sp_quantity mean = sp_quantity_of_distance(SP_MEAN);
  if (!e->compare_overall || s->matrix->variant)
    return SP_OK;
  int code = sp_published_read(e, e->compare_overall, 0, true, &table, error);
  if (!code && table.rows != 1)
    code = sp_bad_input(error, "%s: %d rows, expected one, of all points", e->compare_overall,
                        table.rows);
  for (int method = 0; method < s->matrix->methods && !code; method++) {
    struct sp_cell *cell = sp_summary_overall(s, SP_MEAN, method);
    compare(cell, &l, method, &mean);
    bool scaled = lacks(&l, method, SP_SE) && lacks(&l, method, SP_SD);
    count_cell(&s->overall_verdicts, cell, scaled);
    s->overall_error_unstated |= cell->published.text && scaled;
  }
  return code;
}

/* ---- Numbers. */

/* The table's quantities, then wins and ties. */
static void list_quantities(struct sp_summary *s)
{
  const struct sp_experiment *e = s->matrix->experiment;
  s->shown = s->n_quantities = e->n_quantities;
  struct sp_quantity *quantity = sp_new(e->memory, s->shown + 2, struct sp_quantity);
  memcpy(quantity, e->quantity, (size_t)s->shown * sizeof *quantity);
  for (enum sp_function share = SP_WINS; share <= SP_TIES; share++) {
    bool named = false;
    for (int q = 0; q < s->shown; q++)
      named |= quantity[q].function == share;
    if (!named)
      quantity[s->n_quantities++] = sp_quantity_of_distance(share);
  }
  s->quantity = quantity;
}

static void compute_overall(struct sp_summary *s)
{
  const struct sp_matrix *m = s->matrix;
  int functions = 0;
  while (sp_overall_functions[functions])
    functions++;
  s->overall = sp_new(m->experiment->memory, functions * m->methods, struct sp_cell);
  for (int k = 0; k < functions; k++) {
    struct sp_quantity quantity = sp_quantity_of_distance(sp_overall_functions[k]);
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
  s->cell = sp_new(m->experiment->memory, s->n_quantities * m->points * m->methods, struct sp_cell);
  for (int q = 0; q < s->n_quantities; q++)
    for (int point = 0; point < m->points; point++)
      for (int method = 0; method < m->methods; method++)
        *sp_summary_cell(s, q, point, method) = sp_quantity_cell(m, &s->quantity[q], point, method);
  if (published)
    compare_cells(s, published);
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
  return compare_overall(s, error);
}

void sp_summarise_figure(const struct sp_matrix *matrix, const struct sp_plot *plot,
                         const struct sp_published *published, struct sp_summary *s)
{
  *s = (struct sp_summary){.matrix = matrix, .shown = 1, .n_quantities = 1};
  s->quantity = &plot->y;
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

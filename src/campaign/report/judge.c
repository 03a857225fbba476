/* The print beside a summary, and a verdict in every cell of the declared methods. */
#include "base/memory.h"
#include "campaign/report/parts.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The standard error of a printed value over n platforms where the print does not tell it: a mean's
 * from the printed sd; an sd's in proportion to ours, as if the two samples had the same shape;
 * otherwise ours, scaled to n. */
static double print_error(const struct sp_cell *cell, enum sp_function function, double print_sd,
                          long n)
{
  double scale = sqrt((double)cell->n / (double)n);
  if (function == SP_MEAN && !isnan(print_sd))
    return print_sd / sqrt((double)n);
  if (function == SP_SD && cell->value > 0)
    return cell->se * scale * cell->print.value / cell->value;
  return cell->se * scale;
}

/* Does the experiment's list of assumptions name this cell's quantity ("sd", "sd(distance)") or
 * one of its labels ("comm=het")? */
static bool assumed(const struct sp_summary *s, int quantity, int point)
{
  const struct sp_texts *list = &s->matrix->experiment->assumed;
  bool found = false;
  for (int k = 0; k < list->n && !found; k++) {
    const char *text = list->text[k];
    found = !strcmp(text, s->quantity[quantity].text) || !strcmp(text, s->quantity[quantity].name);
    for (int key = 0; key < s->keys && !found; key++) {
      size_t length = strlen(s->axis[key]);
      found = !strncmp(text, s->axis[key], length) && text[length] == '=' &&
              !strcmp(text + length + 1, sp_summary_label(s, key, point));
    }
  }
  return found;
}

static void count_verdict(struct sp_tally_of_verdicts *tally, enum sp_verdict verdict)
{
  tally->compared++;
  tally->agree += verdict == SP_AGREES;
  tally->differ += verdict == SP_DIFFERS;
  tally->assumed += verdict == SP_ASSUMED;
  tally->missing += verdict == SP_MISSING;
}

static void judge(struct sp_summary *s, const struct sp_published *print, int quantity, int point,
                  int method, int row)
{
  struct sp_cell *cell = sp_summary_cell(s, quantity, point, method);
  const struct sp_quantity *own = &s->quantity[quantity], sd = sp_quantity_of_distance(SP_SD),
                           se = sp_quantity_of_distance(SP_SE);
  const char *name = sp_matrix_method(s->matrix, method);
  cell->print = sp_published_find(print, row, name, own);
  if (!cell->print.text)
    return;
  long n = sp_published_count(print, row);
  double print_sd = sp_published_find(print, row, name, &sd).value;
  double print_se = sp_published_find(print, row, name, &se).value;
  s->count_unstated |= n <= 0 && isnan(print_se);
  cell->print_se = isnan(print_se) || own->function == SP_SE
                       ? print_error(cell, own->function, print_sd, n > 0 ? n : cell->n)
                       : print_se;
  cell->verdict =
      sp_judge(cell->value, cell->se, cell->print.value, cell->print_se, cell->print.half_digit);
  if (cell->verdict == SP_DIFFERS && assumed(s, quantity, point))
    cell->verdict = SP_ASSUMED;
  count_verdict(&s->tally, cell->verdict);
}

void sp_summary_judge(struct sp_summary *s, const struct sp_published *print)
{
  const char **label = sp_xcalloc((size_t)s->keys, sizeof *label);
  for (int point = 0; point < s->matrix->points; point++) {
    for (int key = 0; key < s->keys; key++)
      label[key] = sp_summary_label(s, key, point);
    int row = sp_published_row(print, label);
    for (int q = 0; q < s->n_quantities && row >= 0; q++)
      for (int method = 0; method < s->matrix->best_of; method++)
        judge(s, print, q, point, method, row);
  }
  free(label);
}

/* ---- Over all points. */

/* What the print says of a method: in the column of its full text, with '-' for ':', or of its name
 * alone where that is the whole text or no other method bears it. */
static struct sp_printed find_overall(const struct sp_matrix *m, const struct sp_published *print,
                                      int method, enum sp_function function)
{
  const char *text = sp_matrix_method(m, method);
  struct sp_figure name;
  struct sp_quantity quantity = sp_quantity_of_distance(function);
  char *whole = sp_xstrdup(text);
  for (char *sign = whole; (sign = strchr(sign, ':'));)
    *sign = '-';
  struct sp_printed printed = sp_published_find(print, 0, whole, &quantity);
  free(whole);
  bool alone = strcmp(sp_matrix_short(m, method, &name), text) != 0;
  return printed.text || !alone ? printed : sp_published_find(print, 0, text, &quantity);
}

static void judge_overall(struct sp_summary *s, const struct sp_published *print, int method)
{
  const struct sp_matrix *m = s->matrix;
  struct sp_cell *cell = &s->overall[method].mean;
  cell->print = find_overall(m, print, method, SP_MEAN);
  if (!cell->print.text)
    return;
  long n = sp_published_count(print, 0);
  double print_sd = find_overall(m, print, method, SP_SD).value;
  double print_se = find_overall(m, print, method, SP_SE).value;
  s->overall_error_unstated |= isnan(print_se) && isnan(print_sd);
  cell->print_se =
      isnan(print_se) ? print_error(cell, SP_MEAN, print_sd, n > 0 ? n : cell->n) : print_se;
  cell->verdict =
      sp_judge(cell->value, cell->se, cell->print.value, cell->print_se, cell->print.half_digit);
  count_verdict(&s->overall_tally, cell->verdict);
}

int sp_summary_compare_overall(struct sp_summary *s, struct sp_error *error)
{
  const struct sp_experiment *e = s->matrix->experiment;
  struct sp_published *print = &s->overall_print;
  if (!e->compare_overall || s->matrix->variant)
    return SP_OK;
  int code = sp_published_read_points(e->compare_overall, 0, print, error);
  if (!code && print->rows != 1)
    code = sp_bad_input(error, "%s: %d rows, expected one, of all points", e->compare_overall,
                        print->rows);
  for (int method = 0; method < s->matrix->methods && !code; method++)
    judge_overall(s, print, method);
  return code;
}

/* The print beside a summary, and a verdict in every cell of the declared methods. */
#include "campaign/report_parts.h"
#include "model/memory.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The standard error of a printed value over n platforms where the print does not tell it: a mean's
 * from the printed sd; an sd's in proportion to ours, as if the two samples had the same shape;
 * otherwise ours, scaled to n. */
static double print_error(const struct sp_cell *cell, const char *function, double print_sd, long n)
{
  double scale = sqrt((double)cell->n / (double)n);
  if (!strcmp(function, "mean") && !isnan(print_sd))
    return print_sd / sqrt((double)n);
  if (!strcmp(function, "sd") && cell->value > 0)
    return cell->se * scale * cell->print.value / cell->value;
  return cell->se * scale;
}

/* Does the experiment's list of assumptions name this cell's quantity ("sd", "sd(distance)") or
 * one of its labels ("comm=het")? */
static bool assumed(const struct sp_summary *s, int quantity, int point)
{
  const struct sp_texts *list = &s->matrix->experiment->assumed;
  char *name = sp_quantity_text(&s->quantity[quantity]);
  bool found = false;
  for (int k = 0; k < list->n && !found; k++) {
    const char *text = list->text[k];
    found = !strcmp(text, name) || !strcmp(text, s->quantity[quantity].function);
    for (int key = 0; key < s->keys && !found; key++) {
      size_t length = strlen(s->axis[key]);
      found = !strncmp(text, s->axis[key], length) && text[length] == '=' &&
              !strcmp(text + length + 1, sp_summary_label(s, key, point));
    }
  }
  free(name);
  return found;
}

static void judge(struct sp_summary *s, const struct sp_published *print, int quantity, int point,
                  int method, int row)
{
  struct sp_cell *cell = sp_summary_cell(s, quantity, point, method);
  const char *function = s->quantity[quantity].function,
             *name = sp_matrix_method(s->matrix, method);
  cell->print = sp_published_find(print, row, name, function);
  if (!cell->print.text)
    return;
  long n = sp_published_count(print, row);
  double print_sd = sp_published_find(print, row, name, "sd").value;
  double print_se = sp_published_find(print, row, name, "se").value;
  s->count_unstated |= n <= 0 && isnan(print_se);
  cell->print_se = isnan(print_se) || !strcmp(function, "se")
                       ? print_error(cell, function, print_sd, n > 0 ? n : cell->n)
                       : print_se;
  cell->verdict =
      sp_judge(cell->value, cell->se, cell->print.value, cell->print_se, cell->print.half_digit);
  if (cell->verdict == SP_DIFFERS && assumed(s, quantity, point))
    cell->verdict = SP_ASSUMED;
  struct sp_tally_of_verdicts *tally = &s->tally;
  tally->compared++;
  tally->agree += cell->verdict == SP_AGREES;
  tally->differ += cell->verdict == SP_DIFFERS;
  tally->assumed += cell->verdict == SP_ASSUMED;
  tally->missing += cell->verdict == SP_MISSING;
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

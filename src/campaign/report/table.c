/* Chooses the columns of the tables of a report, and writes the sentences that several formats
 * have. */
#include "campaign/report/table.h"
#include "base/text.h"

int report_columns(const struct report_table *t, enum sp_format format, int group, int part,
                   int *column)
{
  int n = 0;
  for (int k = 0; k < t->columns; k++) {
    const struct report_column *c = &t->column[k];
    if (c->formats & 1U << format && (group < 0 || c->group < 0 || c->group == group) &&
        (part == REPORT_ALL || c->part == REPORT_ALL || c->part == part))
      column[n++] = k;
  }
  return n;
}

const char *report_number(const struct report_column *column, const struct report_entry *entry,
                          double value, struct sp_number_text *buffer)
{
  return sp_quantity_number(entry->quantity ? entry->quantity : &column->quantity, value, buffer);
}

bool report_has_published(const struct report_table *t, int row, const int *column, int n)
{
  for (int k = 0; k < n; k++)
    if (t->column[column[k]].kind == REPORT_VALUE && !t->column[column[k]].published &&
        t->row[row].entry[column[k]].cell.published.text)
      return true;
  return false;
}

/* ---- Sentences. */

static bool has_fewer(const struct report_table *t)
{
  for (int row = 0; row < t->rows; row++)
    for (int k = 0; k < t->columns; k++)
      if (t->row[row].entry[k].n && t->column[k].formats & REPORT_SHOWN)
        return true;
  return false;
}

void report_put_platforms(const struct report_section *s, FILE *out)
{
  const struct sp_matrix *m = s->matrix;
  fprintf(out, "%ld platform%s", m->count, sp_plural((double)m->count));
  if (m->points > 1)
    fprintf(out, " at each of %d points", m->points);
  if (has_fewer(s->table))
    fputs(" (n: those of a value, where fewer)", out);
}

const char *report_missing_text(const struct sp_summary *s)
{
  const struct sp_matrix *m = s->matrix;
  bool several = m->best_of > 1;
  return s->missing
             ? sp_experiment_text(m->experiment, "%ld of %ld runs %s missing or failed%s",
                                  s->missing, m->points * m->count * m->methods,
                                  s->missing == 1 ? "is" : "are",
                                  several ? "; distances, wins and ties need the results of all "
                                            "declared methods"
                                          : "")
             : NULL;
}

/* "36 informative cells, chi-square 360.4 with 36 degrees of freedom; margin 5 %. .." */
static char *closing(const struct sp_verdict_counts *counts, const struct sp_experiment *e)
{
  char *text = NULL;
  FILE *out = sp_open_string(&text);
  long within_reach = counts->of[SP_UNDECIDED] - counts->never;
  fprintf(out, "%ld informative",
          counts->compared - counts->of[SP_TRIVIAL] - counts->of[SP_MISSING]);
  if (counts->degrees)
    fprintf(out, ", chi-square %.4g with %ld degree%s of freedom", counts->chi_square,
            counts->degrees, sp_plural((double)counts->degrees));
  fprintf(out, "; margin %.4g %%.", 100 * e->margin);
  if (within_reach)
    fprintf(out, " To tell %ld more takes %.0f platform%s a point.", within_reach,
            counts->platforms, sp_plural(counts->platforms));
  if (counts->never)
    fprintf(out, " No number of platforms tells %ld.", counts->never);
  return sp_experiment_end(e, out, &text);
}

bool report_tally(const struct sp_summary *s, bool overall, struct report_tally *tally)
{
  static const char *const words[] = {
      "agree", "differ", "cannot tell", "trivial", "rest on an assumption", "missing"};
  const struct sp_experiment *e = s->matrix->experiment;
  const struct sp_verdict_counts *counts = overall ? &s->overall_verdicts : &s->verdicts;
  *tally = (struct report_tally){0};
  if (!counts->compared)
    return false;
  tally->what = overall ? sp_experiment_text(e, "%ld overall mean%s compared with %s (%s)",
                                             counts->compared, sp_plural((double)counts->compared),
                                             basename(e->compare_overall), e->compare_overall_tag)
                        : sp_experiment_text(e, "%ld cell%s compared", counts->compared,
                                             sp_plural((double)counts->compared));
  if (overall && s->overall_error_unstated)
    tally->assumed = "The published values have no standard errors: taken to be those of as many "
                     "platforms as ours.";
  else if (!overall && s->count_unstated)
    tally->assumed =
        "The source does not state its number of platforms: taken to be as many as ours.";
  for (enum sp_verdict v = SP_AGREES; v < SP_NOT_PUBLISHED; v++)
    if (counts->of[v] || v <= SP_DIFFERS)
      tally->count[tally->n++] = (struct report_count){counts->of[v], words[v], v};
  tally->close = closing(counts, e);
  return true;
}

/* Builds and frees the tables of a report, chooses their columns, and writes the sentences that
 * several formats have. */
#include "campaign/report/table.h"
#include "base/memory.h"
#include "base/text.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct report_column *report_add_column(struct report_table *t, enum report_kind kind,
                                        unsigned formats, const char *head)
{
  t->column = sp_xrealloc(t->column, (size_t)t->columns + 1, sizeof *t->column);
  struct report_column *column = &t->column[t->columns++];
  *column = (struct report_column){.kind = kind,
                                   .formats = formats,
                                   .head = sp_xstrdup(head),
                                   .group = -1,
                                   .part = REPORT_ALL,
                                   .method = -1};
  return column;
}

void report_add_row(struct report_table *t, int point, int method)
{
  size_t columns = (size_t)t->columns, first = (size_t)t->rows * columns;
  t->row = sp_xrealloc(t->row, (size_t)t->rows + 1, sizeof *t->row);
  t->entry = sp_xrealloc(t->entry, first + columns, sizeof *t->entry);
  for (size_t k = 0; k < columns; k++)
    t->entry[first + k] = (struct report_entry){.text = NULL};
  t->row[t->rows++] = (struct report_row){point, method};
}

struct report_entry *report_entry(struct report_table *t, int column)
{
  return &t->entry[(t->rows - 1) * t->columns + column];
}

void report_set(struct report_entry *entry, double value, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  if (vasprintf(&entry->text, format, arguments) < 0)
    abort();
  va_end(arguments);
  entry->cell.value = value;
}

void report_clear(struct report_section *s)
{
  for (struct report_table *t = s->table; t < s->table + s->tables; t++) {
    for (int k = 0; k < t->columns; k++)
      free(t->column[k].head);
    for (int k = 0; k < t->rows * t->columns; k++) {
      free(t->entry[k].text);
      free(t->entry[k].more);
    }
    free(t->caption);
    free(t->column);
    free(t->row);
    free(t->entry);
  }
  free(s->title);
}

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
        t->entry[row * t->columns + column[k]].cell.published.text)
      return true;
  return false;
}

bool report_has_part(const struct report_table *t, int part)
{
  for (int k = 0; k < t->columns; k++)
    if (t->column[k].part == part)
      return true;
  return false;
}

/* ---- Sentences. */

static bool has_fewer(const struct report_table *t)
{
  for (int k = 0; k < t->rows * t->columns; k++)
    if (t->entry[k].n && t->column[k % t->columns].formats & REPORT_SHOWN)
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

char *report_missing_text(const struct sp_summary *s)
{
  const struct sp_matrix *m = s->matrix;
  bool several = m->best_of > 1;
  return s->missing ? sp_format("%ld of %ld runs %s missing or failed%s", s->missing,
                                m->points * m->count * m->methods, s->missing == 1 ? "is" : "are",
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
  fclose(out);
  return text;
}

void report_tally_clear(struct report_tally *tally)
{
  free(tally->what);
  free(tally->close);
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
  tally->what = overall ? sp_format("%ld overall mean%s compared with %s (%s)", counts->compared,
                                    sp_plural((double)counts->compared),
                                    basename(e->compare_overall), e->compare_overall_tag)
                        : sp_format("%ld cell%s compared", counts->compared,
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

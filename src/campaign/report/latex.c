/* Writes a report as LaTeX: table environments that only need the package booktabs. The published
 * value is in italics under our value, with a mark if it differs. */
#include "base/memory.h"
#include "base/text.h"
#include "campaign/report/table.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void print_text(const char *text, FILE *out)
{
  static const char *const special[128] = {
      ['\\'] = "textbackslash", ['<'] = "textless",        ['>'] = "textgreater",
      ['~'] = "textasciitilde", ['^'] = "textasciicircum",
  };
  for (; *text; text++)
    if (*text > 0 && special[(int)*text])
      fprintf(out, "\\%s{}", special[(int)*text]);
    else
      fprintf(out, strchr("_%&#${}", *text) ? "\\%c" : "%c", *text);
}

/* ---- Entries. */

/* 1.2646(225): the standard error in units of the last digit, so that six columns fit a page. */
static void print_value(const struct report_column *column, const struct report_entry *e, FILE *out)
{
  struct sp_number_text value, se;
  const struct sp_quantity *quantity = e->quantity ? e->quantity : &column->quantity;
  fputs(isnan(e->cell.value) ? "--" : sp_quantity_number(quantity, e->cell.value, &value), out);
  if (isnan(e->cell.value))
    return;
  if (!isnan(e->cell.se) && fabs(e->cell.value) < SP_FIXED_DECIMALS &&
      !sp_quantity_is_timed(quantity))
    fprintf(out, "(%.0f)", e->cell.se * 1e4);
  else if (!isnan(e->cell.se))
    fprintf(out, " (%s)", sp_quantity_number(quantity, e->cell.se, &se));
  if (e->n)
    fprintf(out, ", $n=%ld$", e->n);
}

static void print_published(const struct sp_cell *cell, FILE *out)
{
  static const char *const mark[SP_NOT_PUBLISHED + 1] = {
      [SP_AGREES] = "",       [SP_DIFFERS] = "$^\\ast$",    [SP_UNDECIDED] = "$^?$",
      [SP_TRIVIAL] = "",      [SP_ASSUMED] = "$^\\dagger$", [SP_MISSING] = "",
      [SP_NOT_PUBLISHED] = ""};
  if (cell->published.text)
    fprintf(out, "\\textit{%s}%s", cell->published.text, mark[cell->verdict]);
}

/* A number with a sign is in math mode; a missing number is a dash. */
static void print_number(const char *text, FILE *out)
{
  if (!strcmp(text, "-"))
    fputs("--", out);
  else if (strchr("+-", *text))
    fprintf(out, "$%s$", text);
  else
    print_text(text, out);
}

static void print_entry(const struct report_column *column, const struct report_entry *e, FILE *out)
{
  switch (column->kind) {
  case REPORT_VALUE:
    print_value(column, e, out);
    break;
  case REPORT_NUMBER:
    print_number(e->text, out);
    break;
  case REPORT_VERDICT:
    fputs(e->verdict, out);
    break;
  case REPORT_CLAIM:
    fputs("``", out);
    print_text(e->text, out);
    fputs("'': ", out);
    print_text(e->more, out);
    break;
  default:
    print_text(e->text, out);
  }
}

/* ---- A tabular of the columns of one part. */

struct tabular {
  const struct report_table *table;
  int *column, n; /* those that LaTeX shows */
  int labels;     /* the first ones are labels */
};

/* The quantities over their columns. */
static void print_groups(const struct tabular *a, FILE *out)
{
  const struct report_column *column = a->table->column;
  for (int k = 1; k < a->labels; k++)
    fputs(" &", out);
  for (int k = a->labels, end; k < a->n; k = end) {
    const struct sp_quantity *quantity = &column[a->column[k]].quantity;
    for (end = k; end < a->n && column[a->column[end]].group == column[a->column[k]].group;)
      end++;
    fprintf(out, "%s \\multicolumn{%d}{c}{", k ? " &" : "", end - k);
    print_text(quantity->name, out);
    fputs(" of ", out);
    print_text(quantity->value, out);
    fputs("}", out);
  }
  fputs(" \\\\\n", out);
  for (int k = a->labels, end; k < a->n; k = end) {
    for (end = k; end < a->n && column[a->column[end]].group == column[a->column[k]].group;)
      end++;
    fprintf(out, "\\cmidrule(lr){%d-%d}", k + 1, end);
  }
  fputc('\n', out);
}

static void print_heads(const struct tabular *a, FILE *out)
{
  for (int k = 0; k < a->n; k++) {
    const struct report_column *c = &a->table->column[a->column[k]];
    fputs(k ? " & " : "", out);
    print_text(c->narrow ? c->narrow : c->head, out);
    fputs(c->published ? " & published" : "", out);
  }
  fputs(" \\\\\n\\midrule\n", out);
}

static void print_row(const struct tabular *a, int row, FILE *out)
{
  const struct report_table *t = a->table;
  const struct report_entry *entry = &t->entry[row * t->columns];
  for (int k = 0; k < a->n; k++) {
    fputs(k ? " & " : "", out);
    print_entry(&t->column[a->column[k]], &entry[a->column[k]], out);
    if (t->column[a->column[k]].published) {
      fputs(" & ", out);
      print_published(&entry[a->column[k]].cell, out);
    }
  }
  fputs(" \\\\\n", out);
  if (!report_has_published(t, row, a->column, a->n))
    return;
  for (int k = 0; k < a->n; k++) {
    fputs(!k ? "" : k < a->labels ? " &" : " & ", out);
    print_published(&entry[a->column[k]].cell, out);
  }
  fputs(" \\\\\n", out);
}

static void print_tabular(const struct report_table *t, int part, FILE *out)
{
  struct tabular a = {.table = t};
  int more = 0;
  a.column = sp_xcalloc((size_t)t->columns, sizeof *a.column);
  a.n = report_columns(t, SP_LATEX_FORMAT, -1, part, a.column);
  while (a.labels < a.n && t->column[a.column[a.labels]].group < 0)
    a.labels++;
  for (int k = 0; k < a.n; k++)
    more += t->column[a.column[k]].published != NULL;
  fputs("\\begin{tabular}{@{}", out);
  for (int k = 0; k < a.n + more; k++)
    fputc('l', out);
  fputs("@{}}\n\\toprule\n", out);
  if (a.labels < a.n)
    print_groups(&a, out);
  print_heads(&a, out);
  for (int row = 0; row < t->rows; row++)
    print_row(&a, row, out);
  fputs("\\bottomrule\n\\end{tabular}\n", out);
  free(a.column);
}

/* ---- Captions. */

static void print_compared(const struct sp_summary *s, bool overall, FILE *out)
{
  const struct sp_verdict_counts *counts = overall ? &s->overall_verdicts : &s->verdicts;
  struct report_tally tally;
  if (!report_tally(s, overall, &tally))
    return;
  fprintf(out,
          " In italics, the published %s: $\\ast$ differs, ? cannot tell, $\\dagger$ rests on an "
          "assumption; %ld of %ld agree, %ld are trivial. ",
          overall ? "mean" : "value", counts->agree, counts->compared, counts->trivial);
  print_text(tally.close, out);
  if (overall && tally.assumed)
    fprintf(out, " %s", tally.assumed);
  report_tally_clear(&tally);
}

static void print_missing(const struct sp_summary *s, FILE *out)
{
  const struct sp_matrix *m = s->matrix;
  char *missing = report_missing_text(s);
  const char *before = ":";
  if (missing)
    fprintf(out, " %s", missing);
  for (int method = 0; missing && method < m->methods; method++) {
    char *reasons = sp_reasons_text(m, method);
    if (reasons) {
      fprintf(out, "%s ", before);
      print_text(sp_matrix_method(m, method), out);
      fputs(", ", out);
      print_text(reasons, out);
      before = ";";
    }
    free(reasons);
  }
  fputs(missing ? "." : "", out);
  free(missing);
}

static void print_variant_caption(const struct report_section *s, FILE *out)
{
  const struct sp_matrix *m = s->matrix;
  fputs(". ", out);
  report_put_platforms(s, out);
  fputs("; distance is makespan over the best of ", out);
  for (int k = 0; k < m->best_of; k++) {
    fputs(k ? ", " : "", out);
    print_text(sp_matrix_method(m, k), out);
  }
  fputs(". In parentheses, the standard error of the last digits.", out);
  print_compared(s->summary, false, out);
  print_missing(s->summary, out);
}

static void print_caption(const struct report_section *s, FILE *out)
{
  if (s->subject == REPORT_CLAIMS) {
    fprintf(out, "%s.", s->table->caption);
    return;
  }
  print_text(s->title, out);
  if (s->subject == REPORT_VARIANT)
    print_variant_caption(s, out);
  else if (s->subject == REPORT_SCATTER)
    fputs(", over all platforms.", out);
  else {
    fputs(", against ", out);
    print_text(s->plot->x, out);
    fprintf(out, ". %ld platform%s a point.", s->matrix->count,
            sp_plural((double)s->matrix->count));
    print_compared(s->summary, false, out);
  }
}

static void print_overall_caption(const struct report_section *s, FILE *out)
{
  fprintf(out, "%s.", s->table[1].caption);
  print_compared(s->summary, true, out);
}

/* ---- Table environments. */

static void print_environment(const struct report_section *s, const struct report_table *t,
                              void (*caption)(const struct report_section *, FILE *), FILE *out)
{
  fputs("\\begin{table}\n\\centering\\scriptsize\\setlength{\\tabcolsep}{2.5pt}\n\\caption{", out);
  caption(s, out);
  fputs("}\n", out);
  print_tabular(t, REPORT_DECLARED, out);
  if (report_has_part(t, REPORT_ALSO)) {
    fprintf(out, "\n\\medskip\n%s:\n\n\\smallskip\n",
            s->subject == REPORT_VARIANT ? REPORT_ALSO_SHOWN : "Also shown");
    print_tabular(t, REPORT_ALSO, out);
  }
  if (s->timed && t == s->table)
    fputs("\n\\smallskip\n" SP_TIMED_NOTE ".\n", out);
  fputs("\\end{table}\n", out);
}

void report_write_latex(void *out, const struct report_section *s)
{
  if (s->subject != REPORT_VARIANT || s->matrix->variant)
    fputc('\n', out);
  print_environment(s, s->table, print_caption, out);
  if (s->subject == REPORT_VARIANT) {
    fputc('\n', out);
    print_environment(s, &s->table[1], print_overall_caption, out);
  }
}

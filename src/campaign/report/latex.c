/* Writes a report as LaTeX: table environments that need the packages booktabs and siunitx (version
 * 3) and are one column of a paper wide. The published value is in italics under our value, with a
 * mark if it differs. */
#include "campaign/report/latex.h"
#include "base/text.h"

enum { OVERALL = 1 }; /* of the tables of a variant, that over all points */

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
          overall ? "mean" : "value", counts->of[SP_AGREES], counts->compared,
          counts->of[SP_TRIVIAL]);
  latex_text(tally.close, out);
  if (overall && tally.assumed)
    fprintf(out, " %s", tally.assumed);
}

static void print_missing(const struct sp_summary *s, FILE *out)
{
  const struct sp_matrix *m = s->matrix;
  const char *missing = report_missing_text(s), *before = ":";
  if (missing)
    fprintf(out, " %s", missing);
  for (int method = 0; missing && method < m->methods; method++) {
    const char *reasons = sp_reasons_text(m, method);
    if (reasons) {
      fprintf(out, "%s ", before);
      latex_breakable(sp_matrix_method(m, method), out);
      fputs(", ", out);
      latex_breakable(reasons, out);
      before = ";";
    }
  }
  fputs(missing ? "." : "", out);
}

static void print_variant_caption(const struct report_section *s, FILE *out)
{
  const struct sp_matrix *m = s->matrix;
  fputs(". ", out);
  report_put_platforms(s, out);
  fputs("; distance is makespan over the best of ", out);
  for (int k = 0; k < m->best_of; k++) {
    fputs(k ? ", " : "", out);
    latex_breakable(sp_matrix_method(m, k), out);
  }
  if (sp_summary_names(s->summary, SP_VALUE_GAP))
    fputs("; gap is how far the makespan is above the lower bound", out);
  fputs(". In parentheses, the standard error of the last digits; in bold, the best.", out);
  print_compared(s->summary, false, out);
  print_missing(s->summary, out);
}

static void print_caption(const struct report_section *s, int table, FILE *out)
{
  bool own = s->table[table].caption != NULL;
  latex_text(own ? s->table[table].caption : s->title, out);
  if (own) {
    fputs(".", out);
    if (table == OVERALL)
      print_compared(s->summary, true, out);
  } else if (s->subject == REPORT_VARIANT)
    print_variant_caption(s, out);
  else if (s->subject == REPORT_SCATTER)
    fputs(", over all platforms.", out);
  else {
    fputs(", against ", out);
    latex_text(s->plot->x, out);
    fprintf(out, ". %ld platform%s a point.", s->matrix->count,
            sp_plural((double)s->matrix->count));
    print_compared(s->summary, false, out);
  }
}

/* ---- Table environments. */

/* Has a part any column of values? */
static bool has_part(const struct report_table *t, int part)
{
  for (int k = 0; k < t->columns; k++)
    if (t->column[k].part == part)
      return true;
  return false;
}

static void print_table(const struct report_section *s, int table, FILE *out)
{
  const struct report_table *t = &s->table[table];
  fputs("\\begin{table}\n\\centering\\footnotesize\\setlength{\\tabcolsep}{2.5pt}"
        "\\sisetup{detect-weight=true,group-digits=none}\n\\caption{",
        out);
  print_caption(s, table, out);
  fputs("}\n", out);
  latex_tabulars(t, REPORT_DECLARED, out);
  if (has_part(t, REPORT_ALSO)) {
    fprintf(out, "\n\\medskip\n%s:\n\n\\smallskip\n",
            s->subject == REPORT_VARIANT ? REPORT_ALSO_SHOWN : "Also shown");
    latex_tabulars(t, REPORT_ALSO, out);
  }
  if (s->timed && t == s->table)
    fputs("\n\\smallskip\n" SP_TIMED_NOTE ".\n", out);
  fputs("\\end{table}\n", out);
}

/* The tables of a section, by name: those of a variant, a figure's, or the claims. */
static const char *name_of(const struct report_section *s, int table)
{
  static const char *const of_variant[] = {"values", [OVERALL] = "overall", "pairs"};
  return s->subject == REPORT_VARIANT  ? of_variant[table]
         : s->subject == REPORT_CLAIMS ? "claims"
         : *s->plot->name              ? s->plot->name
                                       : "figure"; /* one of an experiment may have no name */
}

void report_write_latex(void *out, const struct report_section *s)
{
  for (int table = 0; table < s->tables; table++) {
    fputc('\n', out);
    print_table(s, table, out);
  }
}

void report_write_latex_table(void *wanted, const struct report_section *s)
{
  struct report_wanted *w = wanted;
  const char *variant = s->matrix->experiment->variant[s->matrix->variant].name;
  for (int table = 0; table < s->tables; table++) {
    const char *name = sp_experiment_text(s->matrix->experiment, "%s%s%s", variant,
                                          *variant ? ":" : "", name_of(s, table));
    if (!sp_name_compare(name, w->name)) {
      print_table(s, table, w->out);
      w->found = true;
    }
    size_t used = strlen(w->known);
    snprintf(w->known + used, sizeof w->known - used, "%s%s", used ? ", " : "", name);
  }
}

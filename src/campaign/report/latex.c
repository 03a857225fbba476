/* LaTeX: a table environment that needs the package booktabs alone. The print stands in italics
 * under our value, with a mark where it differs. */
#include "campaign/report/parts.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

void sp_latex_text(const char *text, FILE *out)
{
  static const struct {
    char character;
    const char *latex;
  } special[] = {
      {'\\', "\\textbackslash{}"}, {'<', "\\textless{}"},        {'>', "\\textgreater{}"},
      {'~', "\\textasciitilde{}"}, {'^', "\\textasciicircum{}"},
  };
  for (; *text; text++) {
    size_t k = 0;
    while (k < sizeof special / sizeof special[0] && special[k].character != *text)
      k++;
    if (k < sizeof special / sizeof special[0])
      fputs(special[k].latex, out);
    else
      fprintf(out, strchr("_%&#${}", *text) ? "\\%c" : "%c", *text);
  }
}

static void print_compared(const struct sp_summary *s, FILE *out)
{
  if (s->verdicts.compared)
    fprintf(out,
            " In italics, the published value: $\\ast$ differs, $\\dagger$ rests on an "
            "assumption; %ld of %ld agree.",
            s->verdicts.agree, s->verdicts.compared);
}

static void print_caption(const struct sp_summary *s, FILE *out)
{
  const struct sp_matrix *m = s->matrix;
  char *title = sp_report_title(m->experiment, m->variant);
  fputs("\\caption{", out);
  sp_latex_text(title, out);
  fprintf(out, ". %ld platforms", m->count);
  if (m->points > 1)
    fprintf(out, " at each of %d points", m->points);
  fputs("; distance is makespan over the best of ", out);
  for (int k = 0; k < m->best_of; k++) {
    fputs(k ? ", " : "", out);
    sp_latex_text(sp_matrix_method(m, k), out);
  }
  fputs(". In parentheses, the standard error of the last digits.", out);
  print_compared(s, out);
  if (s->missing)
    fprintf(out, " %ld runs are missing.", s->missing);
  fputs("}\n", out);
  free(title);
}

/* The methods of one tabular. */
struct part {
  const struct sp_summary *summary;
  int first, end;
};

static void print_heads(const struct part *part, FILE *out)
{
  const struct sp_summary *s = part->summary;
  int methods = part->end - part->first, column = s->keys + 1;
  for (int key = 1; key < s->keys; key++)
    fputs(" &", out);
  for (int q = 0; q < s->shown; q++) {
    fprintf(out, "%s \\multicolumn{%d}{c}{", s->keys || q ? " &" : "", methods);
    sp_latex_text(s->quantity[q].name, out);
    fputs(" of ", out);
    sp_latex_text(s->quantity[q].value, out);
    fputs("}", out);
  }
  fputs(" \\\\\n", out);
  for (int q = 0; q < s->shown; q++, column += methods)
    fprintf(out, "\\cmidrule(lr){%d-%d}", column, column + methods - 1);
  fputc('\n', out);
  for (int key = 0; key < s->keys; key++) {
    fputs(key ? " & " : "", out);
    sp_latex_text(s->axis[key], out);
  }
  struct sp_number_text name;
  for (int q = 0; q < s->shown; q++)
    for (int k = part->first; k < part->end; k++) {
      fputs(s->keys || q || k > part->first ? " & " : "", out);
      sp_latex_text(sp_matrix_short(s->matrix, k, &name), out);
    }
  fputs(" \\\\\n\\midrule\n", out);
}

/* 1.2646(225): the standard error in units of the last digit, so that six columns fit a page. */
void sp_latex_value(const struct sp_quantity *quantity, const struct sp_cell *cell, FILE *out)
{
  struct sp_number_text value, se;
  fputs(isnan(cell->value) ? "--" : sp_quantity_number(quantity, cell->value, &value), out);
  if (isnan(cell->value) || isnan(cell->se))
    return;
  if (fabs(cell->value) < SP_FIXED_DECIMALS && !sp_quantity_is_timed(quantity))
    fprintf(out, "(%.0f)", cell->se * 1e4);
  else
    fprintf(out, " (%s)", sp_quantity_number(quantity, cell->se, &se));
}

void sp_latex_print(const struct sp_cell *cell, FILE *out)
{
  static const char *const mark[] = {"", "$^\\ast$", "$^\\dagger$", "", ""};
  if (cell->published.text)
    fprintf(out, "\\textit{%s}%s", cell->published.text, mark[cell->verdict]);
}

static void print_row(const struct part *part, int point, FILE *out)
{
  const struct sp_summary *s = part->summary;
  bool compared = false;
  for (int key = 0; key < s->keys; key++) {
    fputs(key ? " & " : "", out);
    sp_latex_text(sp_summary_label(s, key, point), out);
  }
  for (int under = 0; under < 1 + compared; under++) {
    for (int key = 1; under && key < s->keys; key++)
      fputs(" &", out);
    for (int q = 0; q < s->shown; q++)
      for (int k = part->first; k < part->end; k++) {
        const struct sp_cell *cell = sp_summary_cell(s, q, point, k);
        compared |= cell->published.text != NULL;
        fputs(s->keys || q || k > part->first ? " & " : "", out);
        if (under)
          sp_latex_print(cell, out);
        else
          sp_latex_value(&s->quantity[q], cell, out);
      }
    fputs(" \\\\\n", out);
  }
}

static void print_tabular(const struct part *part, FILE *out)
{
  const struct sp_summary *s = part->summary;
  fputs("\\begin{tabular}{@{}", out);
  for (int k = s->keys + s->shown * (part->end - part->first); k > 0; k--)
    fputc('l', out);
  fputs("@{}}\n\\toprule\n", out);
  print_heads(part, out);
  for (int row = 0; row < s->matrix->points; row++)
    print_row(part, s->order[row], out);
  fputs("\\bottomrule\n\\end{tabular}\n", out);
}

static void print_tabulars(const struct sp_summary *s, const char *beside, FILE *out)
{
  int declared = s->matrix->best_of, methods = s->matrix->methods;
  print_tabular(&(struct part){s, 0, declared}, out);
  if (methods > declared) {
    fprintf(out, "\n\\medskip\n%s:\n\n\\smallskip\n", beside);
    print_tabular(&(struct part){s, declared, methods}, out);
  }
  if (sp_summary_is_timed(s))
    fputs("\n\\smallskip\n" SP_TIMED_NOTE ".\n", out);
  fputs("\\end{table}\n", out);
}

void sp_latex_begin(FILE *out)
{
  fputs("\\begin{table}\n\\centering\\scriptsize\\setlength{\\tabcolsep}{2.5pt}\n", out);
}

static void print_share(double share, FILE *out)
{
  fprintf(out, isnan(share) ? " & --" : " & %.2f \\%%", 100 * share);
}

static void print_overall_row(const struct sp_summary *s, int k, FILE *out)
{
  const struct sp_quantity mean = sp_quantity_of_distance(SP_MEAN);
  const struct sp_cell *overall = sp_summary_overall(s, SP_MEAN, k);
  double most = sp_summary_overall(s, SP_MAX, k)->value;
  struct sp_number_text text;
  sp_latex_text(sp_matrix_short(s->matrix, k, &text), out);
  print_share(sp_summary_overall(s, SP_WINS, k)->value, out);
  print_share(sp_summary_overall(s, SP_TIES, k)->value, out);
  fputs(" & ", out);
  sp_latex_value(&mean, overall, out);
  if (s->overall_verdicts.compared) {
    fputs(" & ", out);
    sp_latex_print(overall, out);
  }
  fprintf(out, " & %s & %ld \\\\\n", isnan(most) ? "--" : sp_decimal_text(most, &text), overall->n);
}

static void print_overall_caption(const struct sp_summary *s, FILE *out)
{
  const struct sp_verdict_counts *t = &s->overall_verdicts;
  fputs("\\caption{Over all platforms: best alone, best with others, mean and maximum of the "
        "distance",
        out);
  if (s->matrix->points > 1)
    fputs(" over all points, where a platform is one observation, the mean of its points", out);
  fputs(".", out);
  if (t->compared)
    fprintf(out, " In italics, the published mean: $\\ast$ differs; %ld of %ld agree.", t->agree,
            t->compared);
  if (s->overall_error_unstated)
    fputs(" " SP_ERROR_UNSTATED, out);
  fputs("}\n", out);
}

static void print_overall(const struct sp_summary *s, FILE *out)
{
  bool compared = s->overall_verdicts.compared > 0;
  fputc('\n', out);
  sp_latex_begin(out);
  print_overall_caption(s, out);
  fprintf(out,
          "\\begin{tabular}{@{}llll%sll@{}}\n\\toprule\n"
          "method & wins & ties & mean & %smax & platforms \\\\\n\\midrule\n",
          compared ? "l" : "", compared ? "published & " : "");
  for (int k = 0; k < s->matrix->methods; k++)
    print_overall_row(s, k, out);
  fputs("\\bottomrule\n\\end{tabular}\n\\end{table}\n", out);
}

void sp_report_latex(const struct sp_summary *s, FILE *out)
{
  sp_latex_begin(out);
  print_caption(s, out);
  print_tabulars(s, "Beside them, never in the best", out);
  print_overall(s, out);
}

void sp_report_figure_latex(const struct sp_summary *s, const struct sp_plot *plot, FILE *out)
{
  const struct sp_matrix *m = s->matrix;
  char *title = sp_report_title(m->experiment, m->variant);
  fputc('\n', out);
  sp_latex_begin(out);
  fputs("\\caption{", out);
  sp_latex_text(plot->title ? plot->title : title, out);
  fputs(", against ", out);
  sp_latex_text(plot->x, out);
  fprintf(out, ". %ld platforms a point.", m->count);
  print_compared(s, out);
  fputs("}\n", out);
  print_tabulars(s, "Beside them", out);
  free(title);
}

void sp_report_claims_latex(const struct sp_matrix *m, FILE *out)
{
  const struct sp_experiment *e = m->experiment;
  fputc('\n', out);
  sp_latex_begin(out);
  fputs("\\caption{Claims, where they hold least; of two methods the paired difference.}\n"
        "\\begin{tabular}{@{}lllll@{}}\n\\toprule\n"
        "verdict & value & margin & at & claim \\\\\n\\midrule\n",
        out);
  for (int k = 0; k < e->n_claims; k++) {
    struct sp_finding f = sp_claim_finding(m, &e->claim[k]);
    struct sp_cell cell = {.value = f.value, .se = f.se};
    char *condition = sp_claim_condition(m, &e->claim[k]);
    char *axes = sp_place_text(e, m->variant, f.point);
    fprintf(out, "%s & ", sp_claim_verdict_name(f.verdict));
    sp_latex_value(&e->claim[k].quantity, &cell, out);
    fprintf(out, isnan(f.margin) ? " & -- & " : " & $%+.4f$ & ", f.margin);
    sp_latex_text(axes, out);
    fputs(" & ``", out);
    sp_latex_text(e->claim[k].text, out);
    fputs("'': ", out);
    sp_latex_text(condition, out);
    fputs(" \\\\\n", out);
    free(axes);
    free(condition);
  }
  fputs("\\bottomrule\n\\end{tabular}\n\\end{table}\n", out);
}

/* LaTeX: a table environment that needs the package booktabs alone. The print stands in italics
 * under our value, with a mark where it differs. */
#include "campaign/report_parts.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void print_escaped(const char *text, FILE *out)
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
  if (s->tally.compared)
    fprintf(out,
            " In italics, the published value: $\\ast$ differs, $\\dagger$ rests on an "
            "assumption; %ld of %ld agree.",
            s->tally.agree, s->tally.compared);
}

static void print_caption(const struct sp_summary *s, FILE *out)
{
  const struct sp_matrix *m = s->matrix;
  char *title = sp_report_title(m->experiment, m->variant);
  fputs("\\caption{", out);
  print_escaped(title, out);
  fprintf(out, ". %ld platforms", m->count);
  if (m->points > 1)
    fprintf(out, " at each of %d points", m->points);
  fputs("; distance is makespan over the best of ", out);
  for (int k = 0; k < m->best_of; k++) {
    fputs(k ? ", " : "", out);
    print_escaped(sp_matrix_method(m, k), out);
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
    print_escaped(s->quantity[q].function, out);
    fputs(" of ", out);
    print_escaped(s->quantity[q].value, out);
    fputs("}", out);
  }
  fputs(" \\\\\n", out);
  for (int q = 0; q < s->shown; q++, column += methods)
    fprintf(out, "\\cmidrule(lr){%d-%d}", column, column + methods - 1);
  fputc('\n', out);
  for (int key = 0; key < s->keys; key++) {
    fputs(key ? " & " : "", out);
    print_escaped(s->axis[key], out);
  }
  struct sp_figure name;
  for (int q = 0; q < s->shown; q++)
    for (int k = part->first; k < part->end; k++) {
      fputs(s->keys || q || k > part->first ? " & " : "", out);
      print_escaped(sp_matrix_short(s->matrix, k, &name), out);
    }
  fputs(" \\\\\n\\midrule\n", out);
}

/* 1.2646(225): the standard error in units of the last digit, so that six columns fit a page. */
static void print_value(const struct sp_cell *cell, FILE *out)
{
  struct sp_figure value, se;
  fputs(isnan(cell->value) ? "--" : sp_figure_text(cell->value, &value), out);
  if (isnan(cell->value) || isnan(cell->se))
    return;
  if (fabs(cell->value) < SP_FIXED_FIGURES)
    fprintf(out, "(%.0f)", cell->se * 1e4);
  else
    fprintf(out, " (%s)", sp_figure_text(cell->se, &se));
}

static void print_published(const struct sp_cell *cell, FILE *out)
{
  static const char *const mark[] = {"", "$^\\ast$", "$^\\dagger$", "", ""};
  if (cell->print.text)
    fprintf(out, "\\textit{%s}%s", cell->print.text, mark[cell->verdict]);
}

static void print_row(const struct part *part, int point, FILE *out)
{
  const struct sp_summary *s = part->summary;
  bool compared = false;
  for (int key = 0; key < s->keys; key++) {
    fputs(key ? " & " : "", out);
    print_escaped(sp_summary_label(s, key, point), out);
  }
  for (int under = 0; under < 1 + compared; under++) {
    for (int key = 1; under && key < s->keys; key++)
      fputs(" &", out);
    for (int q = 0; q < s->shown; q++)
      for (int k = part->first; k < part->end; k++) {
        const struct sp_cell *cell = sp_summary_cell(s, q, point, k);
        compared |= cell->print.text != NULL;
        fputs(s->keys || q || k > part->first ? " & " : "", out);
        (under ? print_published : print_value)(cell, out);
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
  fputs("\\end{table}\n", out);
}

static void print_begin(FILE *out)
{
  fputs("\\begin{table}\n\\centering\\scriptsize\\setlength{\\tabcolsep}{2.5pt}\n", out);
}

void sp_report_latex(const struct sp_summary *s, FILE *out)
{
  print_begin(out);
  print_caption(s, out);
  print_tabulars(s, "Beside them, never in the best", out);
}

void sp_report_figure_latex(const struct sp_summary *s, const struct sp_plot *plot, FILE *out)
{
  const struct sp_matrix *m = s->matrix;
  char *title = sp_report_title(m->experiment, m->variant);
  fputc('\n', out);
  print_begin(out);
  fputs("\\caption{", out);
  print_escaped(plot->title ? plot->title : title, out);
  fputs(", against ", out);
  print_escaped(plot->x, out);
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
  print_begin(out);
  fputs("\\caption{Claims, where they hold least; of two methods the paired difference.}\n"
        "\\begin{tabular}{@{}lllll@{}}\n\\toprule\n"
        "verdict & value & margin & at & claim \\\\\n\\midrule\n",
        out);
  for (int k = 0; k < e->n_claims; k++) {
    struct sp_finding f = sp_claim_judge(m, &e->claim[k]);
    struct sp_cell cell = {.value = f.value, .se = f.se};
    char *condition = sp_claim_condition(m, &e->claim[k]);
    char *axes = sp_place_text(e, m->variant, f.point);
    fprintf(out, "%s & ", sp_claim_verdict_name(f.verdict));
    print_value(&cell, out);
    fprintf(out, isnan(f.margin) ? " & -- & " : " & $%+.4f$ & ", f.margin);
    print_escaped(axes, out);
    fputs(" & ``", out);
    print_escaped(e->claim[k].text, out);
    fputs("'': ", out);
    print_escaped(condition, out);
    fputs(" \\\\\n", out);
    free(axes);
    free(condition);
  }
  fputs("\\bottomrule\n\\end{tabular}\n\\end{table}\n", out);
}

/* The tables of the page: the same numbers, in the same words, as the text report. A cell carries
 * its value in data-v for sorting; a verdict has a colour and says itself. */
#include "base/memory.h"
#include "campaign/page/html.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *verdict_class(enum sp_verdict verdict)
{
  switch (verdict) {
  case SP_AGREES:
    return "agrees";
  case SP_DIFFERS:
    return "differs";
  case SP_ASSUMED:
    return "assumed";
  case SP_MISSING:
    return "missing";
  case SP_NOT_PUBLISHED:
    break;
  }
  return "none";
}

static void put_value(double value, FILE *out)
{
  if (isfinite(value))
    fprintf(out, " data-v=\"%.17g\"", value);
}

void sp_html_cell(const struct sp_quantity *quantity, const struct sp_cell *cell, FILE *out)
{
  struct sp_number_text text;
  fputs("<td", out);
  put_value(cell->value, out);
  fprintf(out, "><span class=\"value\">%s</span>",
          sp_quantity_number(quantity, cell->value, &text));
  if (!isnan(cell->se))
    fprintf(out, " <span class=\"se\">(%s)</span>", sp_quantity_number(quantity, cell->se, &text));
  if (cell->published.text) {
    fputs("<br><span class=\"print\">", out);
    sp_html_text(cell->published.text, out);
    fprintf(out, "</span> <span class=\"verdict %s\">%s</span>", verdict_class(cell->verdict),
            sp_verdict_name(cell->verdict));
  }
  fputs("</td>", out);
}

/* The head of a column that can be sorted. */
void sp_html_head(const char *text, bool number, FILE *out)
{
  fprintf(out, "<th scope=\"col\" aria-sort=\"none\"%s><button type=\"button\">",
          number ? " class=\"number\"" : "");
  sp_html_text(text, out);
  fputs("</button></th>", out);
}

static void put_row(const struct sp_summary *s, int quantity, int row, int first, int end,
                    FILE *out)
{
  int point = s->order[row];
  fprintf(out, "<tr data-order=\"%d\">", row);
  for (int key = 0; key < s->keys; key++) {
    fputs("<th scope=\"row\">", out);
    sp_html_text(sp_summary_label(s, key, point), out);
    fputs("</th>", out);
  }
  for (int k = first; k < end; k++)
    sp_html_cell(&s->quantity[quantity], sp_summary_cell(s, quantity, point, k), out);
  fputs("</tr>\n", out);
}

static void put_table(const struct sp_summary *s, int quantity, int first, int end, FILE *out)
{
  fputs("<div class=\"scroll\"><table class=\"sortable\"><caption>", out);
  sp_html_text(s->quantity[quantity].text, out);
  fputs("</caption>\n<thead><tr>", out);
  for (int key = 0; key < s->keys; key++)
    sp_html_head(s->axis[key], false, out);
  struct sp_number_text head;
  for (int k = first; k < end; k++)
    sp_html_head(sp_matrix_short(s->matrix, k, &head), true, out);
  fputs("</tr></thead>\n<tbody>\n", out);
  for (int row = 0; row < s->matrix->points; row++)
    put_row(s, quantity, row, first, end, out);
  fputs("</tbody></table></div>\n", out);
}

static void put_names(const struct sp_matrix *m, int first, int end, FILE *out)
{
  for (int k = first; k < end; k++) {
    fputs(k > first ? ", <code>" : "<code>", out);
    sp_html_text(sp_matrix_method(m, k), out);
    fputs("</code>", out);
  }
}

static void put_overall_row(const struct sp_summary *s, int k, FILE *out)
{
  const struct sp_quantity mean = sp_quantity_of_distance(SP_MEAN);
  const struct sp_matrix *m = s->matrix;
  const struct sp_cell *overall = sp_summary_overall(s, SP_MEAN, k);
  double most = sp_summary_overall(s, SP_MAX, k)->value;
  struct sp_number_text text;
  long missing = 0;
  for (int point = 0; point < m->points; point++)
    missing += m->missing[point * m->methods + k];
  fprintf(out, "<tr data-order=\"%d\"><th scope=\"row\">", k);
  sp_html_text(sp_matrix_short(m, k, &text), out);
  fputs("</th>", out);
  for (int share = 0; share < 2; share++) {
    double value =
        share ? sp_summary_overall(s, SP_TIES, k)->value : sp_summary_overall(s, SP_WINS, k)->value;
    fputs("<td", out);
    put_value(value, out);
    fprintf(out, isnan(value) ? ">-</td>" : ">%.2f %%</td>", 100 * value);
  }
  fprintf(out, "<td data-v=\"%ld\">%ld</td>", missing, missing);
  sp_html_cell(&mean, overall, out);
  fputs("<td", out);
  put_value(most, out);
  fprintf(out, ">%s</td><td data-v=\"%ld\">%ld</td></tr>\n", sp_decimal_text(most, &text),
          overall->n, overall->n);
}

static void put_overall(const struct sp_summary *s, FILE *out)
{
  static const char *const heads[] = {"wins",          "ties", "missing",
                                      "mean distance", "max",  "platforms"};
  fprintf(out,
          "<div class=\"scroll\"><table class=\"sortable\"><caption>Best alone (wins), best "
          "with others (ties), over all platforms; mean and maximum of the distance%s</caption>\n"
          "<thead><tr>",
          s->matrix->points > 1
              ? " over all points, where a platform is one observation: the mean of its points"
              : "");
  sp_html_head("method", false, out);
  for (int k = 0; k < 6; k++)
    sp_html_head(heads[k], true, out);
  fputs("</tr></thead>\n<tbody>\n", out);
  for (int k = 0; k < s->matrix->methods; k++)
    put_overall_row(s, k, out);
  fputs("</tbody></table></div>\n", out);
}

static void put_pair(const struct sp_matrix *m, const struct sp_pair *pair, int row, FILE *out)
{
  struct sp_interval d = pair->difference;
  struct sp_number_text a, b;
  fprintf(out, "<tr data-order=\"%d\"><th scope=\"row\">", row);
  sp_html_text(sp_matrix_short(m, pair->a, &a), out);
  fputs(" − ", out);
  sp_html_text(sp_matrix_short(m, pair->b, &b), out);
  fputs("</th><td", out);
  put_value(d.mean, out);
  fprintf(out, ">%+.5f</td><td", d.mean);
  put_value(d.low, out);
  if (isnan(d.low))
    fputs(">-</td>", out);
  else
    fprintf(out, ">[%+.5f, %+.5f]</td>", d.low, d.high);
  fputs("<td", out);
  put_value(pair->p, out);
  fprintf(out, pair->p < 1e-10 ? ">&lt; 1e-10</td></tr>\n" : ">%.2g</td></tr>\n", pair->p);
}

static void put_pairs(const struct sp_summary *s, FILE *out)
{
  static const char *const heads[] = {"mean", "95 % interval", "p"};
  if (!s->n_pairs)
    return;
  fprintf(out,
          "<div class=\"scroll\"><table class=\"sortable\"><caption>Paired difference of the "
          "distance on %ld platforms%s; p of Wilcoxon's signed rank test after Holm</caption>\n"
          "<thead><tr>",
          s->pair_platforms, s->matrix->points > 1 ? ", each the mean of its points" : "");
  sp_html_head("pair", false, out);
  for (int k = 0; k < 3; k++)
    sp_html_head(heads[k], true, out);
  fputs("</tr></thead>\n<tbody>\n", out);
  for (int k = 0; k < s->n_pairs; k++)
    put_pair(s->matrix, &s->pair[k], k, out);
  fputs("</tbody></table></div>\n", out);
}

static const char *file_name(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* "12 cells compared: 11 agree, 1 differ"; what: before the colon. */
static void put_verdicts(const struct sp_verdict_counts *t, const char *what, FILE *out)
{
  fprintf(out, "<p class=\"tally\">%ld ", t->compared);
  sp_html_text(what, out);
  fprintf(out,
          ": <span class=\"verdict agrees\">%ld agree</span>, "
          "<span class=\"verdict differs\">%ld differ</span>",
          t->agree, t->differ);
  if (t->assumed)
    fprintf(out, ", <span class=\"verdict assumed\">%ld rest on an assumption</span>", t->assumed);
  if (t->missing)
    fprintf(out, ", <span class=\"verdict missing\">%ld missing</span>", t->missing);
  fputs(".", out);
}

static void put_tally(const struct sp_summary *s, FILE *out)
{
  if (s->missing)
    fprintf(out, "<p class=\"warning\">%ld of %ld runs are missing or failed.</p>\n", s->missing,
            s->matrix->points * s->matrix->count * s->matrix->methods);
  if (!s->verdicts.compared)
    return;
  put_verdicts(&s->verdicts, "cells compared", out);
  if (s->count_unstated)
    fputs(" The print does not say how many platforms: taken to be as many as ours.", out);
  fputs("</p>\n", out);
}

static void put_overall_tally(const struct sp_summary *s, FILE *out)
{
  const struct sp_experiment *e = s->matrix->experiment;
  char *what = NULL;
  if (!s->overall_verdicts.compared)
    return;
  if (asprintf(&what, "overall means compared with %s (%s)", file_name(e->compare_overall),
               e->compare_overall_tag) < 0)
    abort();
  put_verdicts(&s->overall_verdicts, what, out);
  free(what);
  if (s->overall_error_unstated)
    fputs(" " SP_ERROR_UNSTATED, out);
  fputs("</p>\n", out);
}

static void put_timed(const struct sp_summary *s, FILE *out)
{
  if (sp_summary_is_timed(s))
    fputs("<p class=\"note timed\">" SP_TIMED_NOTE ".</p>\n", out);
}

/* The table of a figure, closed at first: its chart shows the same. */
void sp_html_figure_table(const struct sp_summary *s, FILE *out)
{
  put_tally(s, out);
  fputs("<details class=\"values\"><summary>The values</summary>\n", out);
  put_table(s, 0, 0, s->matrix->methods, out);
  fputs("</details>\n", out);
  put_timed(s, out);
}

void sp_html_tables(const struct sp_summary *s, FILE *out)
{
  const struct sp_matrix *m = s->matrix;
  const struct sp_experiment *e = m->experiment;
  fprintf(out, "<p>%ld platforms", m->count);
  if (m->points > 1)
    fprintf(out, " at each of %d points", m->points);
  fputs("; distance = makespan / best of ", out);
  put_names(m, 0, m->best_of, out);
  fputs(". Standard errors in parentheses", out);
  if (s->verdicts.compared) {
    fputs("; under each value that of ", out);
    sp_html_text(file_name(e->compare), out);
    fputs(" (", out);
    sp_html_text(e->compare_tag ? e->compare_tag : "printed", out);
    fputs(") and the verdict", out);
  }
  fputs(". A click on a column's head sorts by it.</p>\n", out);
  put_tally(s, out);
  for (int q = 0; q < s->shown; q++)
    put_table(s, q, 0, m->best_of, out);
  if (m->methods > m->best_of) {
    fputs("<details><summary>Beside them, never in the best: ", out);
    put_names(m, m->best_of, m->methods, out);
    fputs("</summary>\n", out);
    for (int q = 0; q < s->shown; q++)
      put_table(s, q, m->best_of, m->methods, out);
    fputs("</details>\n", out);
  }
  put_timed(s, out);
  put_overall(s, out);
  put_overall_tally(s, out);
  put_pairs(s, out);
}

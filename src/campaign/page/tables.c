/* Writes the tables of the page, with the numbers and words of the text report. A cell has its
 * value in data-v for sorting; a verdict has a colour and its word. */
#include "campaign/page/html.h"

void sp_html_verdict(enum sp_verdict verdict, const char *word, FILE *out)
{
  const char *class = verdict == SP_NOT_PUBLISHED ? "none"
                      : verdict == SP_UNDECIDED   ? "undecided"
                                                  : sp_verdict_name(verdict);
  fprintf(out, "<span class=\"verdict %s\">%s</span>", class, word);
}

/* ---- Entries. */

static void put_value(const struct report_table *t, const struct report_column *column,
                      const struct report_entry *e, FILE *out)
{
  struct sp_number_text text;
  fprintf(out, t->sortable ? "<span class=\"value\">%s</span>" : "%s",
          report_number(column, e, e->cell.value, &text));
  if (!isnan(e->cell.se))
    fprintf(out, " <span class=\"se\">(%s)</span>", report_number(column, e, e->cell.se, &text));
  if (e->n)
    fprintf(out, " <span class=\"se\">n=%ld</span>", e->n);
  if (!e->cell.published.text)
    return;
  sp_html_put(out, "<br><span class=\"print\">%s</span> ", e->cell.published.text);
  sp_html_verdict(e->cell.verdict, sp_verdict_name(e->cell.verdict), out);
}

/* Does the entry head its row? */
static bool is_head(const struct report_column *column)
{
  return column->kind == REPORT_LABEL || column->kind == REPORT_CLAIM ||
         column->kind == REPORT_PAIR;
}

static void put_head_entry(const struct report_column *column, const struct report_entry *e,
                           FILE *out)
{
  bool claim = column->kind == REPORT_CLAIM;
  sp_html_put(out, "<th scope=\"row\">%s%s", claim ? "“" : "", e->text);
  if (e->more) {
    fputs(claim ? "”<br><code>" : " − ", out);
    sp_html_text(e->more, out);
  }
  fputs(claim ? "</code></th>" : "</th>", out);
}

static void put_entry(const struct report_table *t, const struct report_column *column,
                      const struct report_entry *e, FILE *out)
{
  fputs("<td", out);
  if (t->sortable && isfinite(e->cell.value))
    fprintf(out, " data-v=\"%.17g\"", e->cell.value);
  fputc('>', out);
  if (column->kind == REPORT_VALUE)
    put_value(t, column, e, out);
  else if (column->kind == REPORT_VERDICT)
    sp_html_verdict(e->cell.verdict, e->verdict, out);
  else
    sp_html_text(e->text, out);
  fputs("</td>", out);
}

/* ---- Tables. */

static void put_head(const struct report_table *t, const struct report_column *column, FILE *out)
{
  const char *number = is_head(column) ? "" : " class=\"number\"";
  if (t->sortable)
    fprintf(out, "<th scope=\"col\" aria-sort=\"none\"%s><button type=\"button\">", number);
  else
    fputs("<th scope=\"col\">", out);
  sp_html_text(column->head, out);
  fputs(t->sortable ? "</button></th>" : "</th>", out);
}

/* Puts the columns that head rows first. */
static int list_columns(const struct report_table *t, int group, int part, int *column)
{
  int n = report_columns(t, SP_HTML_FORMAT, group, part, column), first = 0;
  for (int k = 0; k < n; k++)
    if (is_head(&t->column[column[k]])) {
      int head = column[k];
      for (int i = k; i > first; i--)
        column[i] = column[i - 1];
      column[first++] = head;
    }
  return n;
}

static void put_row(const struct report_table *t, int row, const int *column, int n, FILE *out)
{
  const struct report_entry *entry = t->row[row].entry;
  fprintf(out, t->sortable ? "<tr data-order=\"%d\">" : "<tr>", row);
  for (int k = 0; k < n; k++)
    if (is_head(&t->column[column[k]]))
      put_head_entry(&t->column[column[k]], &entry[column[k]], out);
    else
      put_entry(t, &t->column[column[k]], &entry[column[k]], out);
  fputs("</tr>\n", out);
}

/* The columns of one part and group; caption NULL: none. */
static void put_table(const struct report_table *t, const char *caption, int group, int part,
                      FILE *out)
{
  int *column = sp_new(t->experiment->memory, t->columns, int);
  int n = list_columns(t, group, part, column);
  fprintf(out, "<div class=\"scroll\"><table class=\"%s\">",
          t->sortable ? "sortable" : "plain claims");
  if (caption)
    sp_html_put(out, "<caption>%s</caption>\n", caption);
  fputs("<thead><tr>", out);
  for (int k = 0; k < n; k++)
    put_head(t, &t->column[column[k]], out);
  fputs("</tr></thead>\n<tbody>\n", out);
  for (int row = 0; row < t->rows; row++)
    put_row(t, row, column, n, out);
  fputs("</tbody></table></div>\n", out);
}

static void put_values(const struct report_section *s, int part, FILE *out)
{
  for (int group = 0; group < s->groups; group++)
    put_table(s->table, s->summary->quantity[group].label, group, part, out);
}

/* ---- Sentences. */

static void put_names(const struct sp_matrix *m, int first, int end, FILE *out)
{
  for (int k = first; k < end; k++)
    sp_html_put(out, "%s<code>%s</code>", k > first ? ", " : "", sp_matrix_method(m, k));
}

static void put_tally(const struct sp_summary *s, bool overall, FILE *out)
{
  struct report_tally tally;
  if (!report_tally(s, overall, &tally))
    return;
  sp_html_put(out, "<p class=\"tally\">%s", tally.what);
  for (int k = 0; k < tally.n; k++) {
    char *words = sp_format("%ld %s", tally.count[k].n, tally.count[k].word);
    fputs(k ? ", " : ": ", out);
    sp_html_verdict(tally.count[k].verdict, words, out);
    free(words);
  }
  fprintf(out, ". %s%s%s</p>\n", tally.close, tally.assumed ? " " : "",
          tally.assumed ? tally.assumed : "");
}

static void put_missing(const struct sp_summary *s, FILE *out)
{
  const struct sp_matrix *m = s->matrix;
  const char *missing = report_missing_text(s);
  if (!missing)
    return;
  fprintf(out, "<p class=\"warning\">%s:</p>\n<ul class=\"warning\">", missing);
  for (int method = 0; method < m->methods; method++) {
    const char *reasons = sp_reasons_text(m, method);
    if (reasons)
      sp_html_put(out, "<li>%s: %s</li>\n", sp_matrix_method(m, method), reasons);
  }
  fputs("</ul>\n", out);
}

static void put_timed(const struct report_section *s, FILE *out)
{
  if (s->timed)
    fputs("<p class=\"note timed\">" SP_TIMED_NOTE ".</p>\n", out);
}

static void put_legend(const struct report_section *s, FILE *out)
{
  const struct sp_experiment *e = s->matrix->experiment;
  fputs("<p>", out);
  report_put_platforms(s, out);
  fputs("; distance = makespan / best of ", out);
  put_names(s->matrix, 0, s->matrix->best_of, out);
  if (sp_summary_names(s->summary, SP_VALUE_GAP))
    fputs("; gap = " SP_GAP_FORMULA, out);
  fputs(". Standard errors in parentheses", out);
  if (s->summary->verdicts.compared)
    sp_html_put(out, "; under each value that of %s (%s) and the verdict", basename(e->compare),
                e->compare_tag);
  fputs(". A click on a column's head sorts by it.</p>\n", out);
}

/* ---- Sections. */

void sp_html_values(const struct report_section *s, FILE *out)
{
  const struct sp_matrix *m = s->matrix;
  put_legend(s, out);
  put_missing(s->summary, out);
  put_tally(s->summary, false, out);
  put_values(s, REPORT_DECLARED, out);
  if (m->methods > m->best_of) {
    fputs("<details><summary>" REPORT_ALSO_SHOWN ": ", out);
    put_names(m, m->best_of, m->methods, out);
    fputs("</summary>\n", out);
    put_values(s, REPORT_ALSO, out);
    fputs("</details>\n", out);
  }
  put_timed(s, out);
}

void sp_html_statistics(const struct report_section *s, FILE *out)
{
  put_table(&s->table[1], s->table[1].caption, -1, REPORT_ALL, out);
  put_tally(s->summary, true, out);
  if (s->tables > 2)
    put_table(&s->table[2], s->table[2].caption, -1, REPORT_ALL, out);
}

/* The values of a figure, closed at first. */
static void put_figure_values(const struct report_section *s, FILE *out)
{
  fputs("<details class=\"values\"><summary>The values</summary>\n", out);
  if (s->summary)
    put_values(s, REPORT_ALL, out);
  else
    put_table(s->table, NULL, -1, REPORT_ALL, out);
  fputs("</details>\n", out);
}

/* page.js fills the frame with the chart. */
void sp_html_figure(const struct report_section *s, bool values, FILE *out)
{
  const struct sp_plot *plot = s->plot;
  sp_html_put(out,
              "<h3>Figure%s%s: %s</h3>\n<figure class=\"series\" data-variant=\"%d\" "
              "data-figure=\"%ld\"><figcaption>%s against %s</figcaption></figure>\n",
              *plot->name ? " " : "", plot->name, s->title, s->matrix->variant,
              (long)(plot - s->matrix->experiment->plot), sp_plot_y_label(plot),
              sp_plot_x_label(plot));
  if (s->summary) {
    put_missing(s->summary, out);
    put_tally(s->summary, false, out);
  }
  if (values)
    put_figure_values(s, out);
  put_timed(s, out);
}

void sp_html_section(void *out, const struct report_section *s)
{
  if (s->subject == REPORT_VARIANT) {
    sp_html_values(s, out);
    sp_html_statistics(s, out);
  } else if (s->subject == REPORT_CLAIMS) {
    fputs("<h3>Claims</h3>\n", out);
    put_table(s->table, s->table->caption, -1, REPORT_ALL, out);
  } else {
    sp_html_figure(s, true, out);
  }
}

/* Writes a report as text: a table for each quantity, with the published value and its verdict
 * under each of our values; then the methods that were not declared; then wins and paired
 * differences. */
#include "base/text.h"
#include "campaign/report/table.h"

/* ---- Tables. */

static void set_published(struct sp_table *text, int k, const struct sp_cell *cell)
{
  if (cell->published.text)
    sp_table_set(text, k, "%-6s %s", cell->published.text, sp_verdict_name(cell->verdict));
}

/* "1.0117 (0.0045) n=21". */
static void set_value(struct sp_table *text, int k, const struct report_column *column,
                      const struct report_entry *e)
{
  struct sp_number_text value, se;
  char n[32] = "";
  report_number(column, e, e->cell.value, &value);
  if (e->n)
    snprintf(n, sizeof n, " n=%ld", e->n);
  if (isnan(e->cell.se))
    sp_table_set(text, k, "%s%s", value.text, n);
  else
    sp_table_set(text, k, "%s (%s)%s", value.text, report_number(column, e, e->cell.se, &se), n);
}

static void set_entry(struct sp_table *text, int k, const struct report_column *column,
                      const struct report_entry *e)
{
  switch (column->kind) {
  case REPORT_VALUE:
    set_value(text, k, column, e);
    break;
  case REPORT_VERDICT:
    sp_table_set(text, k, "%s", e->verdict);
    break;
  case REPORT_CLAIM:
    sp_table_set(text, k, "\"%s\": %s", e->text, e->more);
    break;
  case REPORT_PAIR:
    sp_table_set(text, k, "%s - %s", e->text, e->more);
    break;
  default:
    sp_table_set(text, k, "%s", e->text);
  }
}

/* The columns that the text has: those of the report, each perhaps with one of published values
 * after it. */
static int list_heads(const struct report_table *t, const int *column, int n, const char **head)
{
  int heads = 0;
  for (int k = 0; k < n; k++) {
    head[heads++] = t->column[column[k]].head;
    if (t->column[column[k]].published)
      head[heads++] = t->column[column[k]].published;
  }
  return heads;
}

static void add_row(struct sp_table *text, const struct report_table *t, int row, const int *column,
                    int n)
{
  const struct report_entry *entry = t->row[row].entry;
  sp_table_row(text);
  for (int k = 0, at = 0; k < n; k++) {
    set_entry(text, at++, &t->column[column[k]], &entry[column[k]]);
    if (t->column[column[k]].published)
      set_published(text, at++, &entry[column[k]].cell);
  }
  if (!report_has_published(t, row, column, n))
    return;
  sp_table_row(text);
  for (int k = 0; k < n; k++)
    set_published(text, k, &entry[column[k]].cell);
}

/* The columns of one part and group under a caption, and an empty line. */
static void put_table(const struct report_table *t, const char *caption, int group, int part,
                      FILE *out)
{
  int *column = sp_new(t->experiment->memory, t->columns, int);
  const char **head = sp_new(t->experiment->memory, 2 * t->columns, const char *);
  int n = report_columns(t, SP_TEXT_FORMAT, group, part, column);
  int heads = list_heads(t, column, n, head);
  struct sp_table *text = sp_table_alloc(heads, t->headless ? NULL : head, NULL);
  for (int row = 0; row < t->rows; row++)
    add_row(text, t, row, column, n);
  if (caption)
    fprintf(out, "%s\n", caption);
  sp_table_end(text, out);
  fputc('\n', out);
}

/* The values of a variant or figure: a table for each quantity. */
static void put_values(const struct report_section *s, int part, FILE *out)
{
  for (int group = 0; group < s->groups; group++)
    put_table(s->table, s->summary->quantity[group].label, group, part, out);
}

/* ---- Sentences. */

static void put_methods(const struct sp_matrix *m, int first, int end, FILE *out)
{
  for (int k = first; k < end; k++)
    fprintf(out, "%s%s", k > first ? ", " : "", sp_matrix_method(m, k));
}

static void put_head(const struct report_section *s, FILE *out)
{
  const struct sp_matrix *m = s->matrix;
  const struct sp_experiment *e = m->experiment;
  fprintf(out, "%s%s\n", m->variant ? "\n" : "", s->title);
  for (size_t k = strlen(s->title); k > 0; k--)
    fputc('-', out);
  fprintf(out, "\nExperiment %s, engine %s", e->id, sp_engine_name(e->engine));
  if (e->source)
    fprintf(out, "; source: %s", e->source);
  fputc('\n', out);
  report_put_platforms(s, out);
  fputs("; standard errors in parentheses", out);
  if (s->summary->verdicts.compared)
    fprintf(out, "; under them %s (%s)", basename(e->compare), e->compare_tag);
  fputs("\ndistance = makespan / best of ", out);
  put_methods(m, 0, m->best_of, out);
  if (sp_summary_names(s->summary, SP_VALUE_GAP))
    fputs("\ngap = " SP_GAP_FORMULA, out);
  fputs("\n\n", out);
}

/* "7 cells compared: 4 agree, 3 differ." and what was assumed; false if nothing was compared. */
static bool put_tally(const struct sp_summary *s, bool overall, FILE *out)
{
  struct report_tally tally;
  if (!report_tally(s, overall, &tally))
    return false;
  fputs(tally.what, out);
  for (int k = 0; k < tally.n; k++)
    fprintf(out, "%s%ld %s", k ? ", " : ": ", tally.count[k].n, tally.count[k].word);
  fprintf(out, ".\n%s\n", tally.close);
  if (tally.assumed)
    fprintf(out, "%s\n", tally.assumed);
  return true;
}

static void put_missing(const struct sp_summary *s, FILE *out)
{
  const struct sp_matrix *m = s->matrix;
  const char *missing = report_missing_text(s);
  if (missing)
    fprintf(out, "%s:\n", missing);
  for (int method = 0; missing && method < m->methods; method++) {
    const char *reasons = sp_reasons_text(m, method);
    if (reasons)
      fprintf(out, "%s: %s\n", sp_matrix_method(m, method), reasons);
  }
}

static void put_assumed(const struct sp_experiment *e, FILE *out)
{
  if (!e->assumed.n)
    return;
  const char *because = e->assumed_because;
  fprintf(out, "Assumed (%s): ", because ? because : "the source does not say");
  for (int k = 0; k < e->assumed.n; k++)
    fprintf(out, "%s%s", k ? ", " : "", e->assumed.text[k]);
  fputs(".\n", out);
}

static void put_timed(const struct report_section *s, FILE *out)
{
  if (s->timed)
    fputs(SP_TIMED_NOTE ".\n\n", out);
}

/* ---- Sections. */

static void put_variant(const struct report_section *s, FILE *out)
{
  const struct sp_matrix *m = s->matrix;
  put_head(s, out);
  put_values(s, REPORT_DECLARED, out);
  if (m->methods > m->best_of) {
    fputs(REPORT_ALSO_SHOWN ": ", out);
    put_methods(m, m->best_of, m->methods, out);
    fputs("\n\n", out);
    put_values(s, REPORT_ALSO, out);
  }
  put_timed(s, out);
  put_table(&s->table[1], s->table[1].caption, -1, REPORT_ALL, out);
  if (put_tally(s->summary, true, out))
    fputc('\n', out);
  if (s->tables > 2)
    put_table(&s->table[2], s->table[2].caption, -1, REPORT_ALL, out);
  put_missing(s->summary, out);
  put_tally(s->summary, false, out);
  put_assumed(m->experiment, out);
}

static void put_figure_title(const struct report_section *s, FILE *out)
{
  const char *name = s->plot->name;
  fprintf(out, "\nFigure%s%s: %s\n", *name ? " " : "", name, s->title);
}

static void put_series(const struct report_section *s, FILE *out)
{
  const struct sp_matrix *m = s->matrix;
  put_figure_title(s, out);
  fprintf(out, "against %s", s->plot->x);
  if (s->summary->verdicts.compared)
    fprintf(out, "; under our values %s (%s)", basename(s->plot->compare), s->plot->compare_tag);
  fputs("\n\n", out);
  put_values(s, REPORT_DECLARED, out);
  if (m->methods > m->best_of) {
    fputs("Also shown:\n\n", out);
    put_values(s, REPORT_ALSO, out);
  }
  put_timed(s, out);
  put_tally(s->summary, false, out);
}

static void put_scatter(const struct report_section *s, FILE *out)
{
  put_figure_title(s, out);
  fprintf(out, "over all platforms%s\n\n", s->matrix->points > 1 ? " at all points" : "");
  put_table(s->table, NULL, -1, REPORT_ALL, out);
  put_timed(s, out);
}

static void put_claims(const struct report_section *s, FILE *out)
{
  const struct report_table *t = s->table;
  long count[SP_NOT_PUBLISHED] = {0};
  fputc('\n', out);
  put_table(t, t->caption, -1, REPORT_ALL, out);
  for (int row = 0; row < t->rows; row++)
    count[t->row[row].entry->cell.verdict]++;
  fprintf(out, "%d claim%s: %ld hold%s, %ld do%s not", t->rows, sp_plural(t->rows),
          count[SP_AGREES], count[SP_AGREES] == 1 ? "s" : "", count[SP_DIFFERS],
          count[SP_DIFFERS] == 1 ? "es" : "");
  if (count[SP_UNDECIDED])
    fprintf(out, ", of %ld these platforms cannot tell", count[SP_UNDECIDED]);
  if (count[SP_MISSING])
    fprintf(out, ", %ld missing", count[SP_MISSING]);
  fputs(".\n", out);
}

void report_write_text(void *out, const struct report_section *s)
{
  static void (*const put[])(const struct report_section *, FILE *) = {
      [REPORT_VARIANT] = put_variant,
      [REPORT_SERIES] = put_series,
      [REPORT_SCATTER] = put_scatter,
      [REPORT_CLAIMS] = put_claims,
  };
  put[s->subject](s, out);
}

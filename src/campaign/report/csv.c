/* Writes a report as tidy CSV: a row for each variant, point, method and quantity, then those over
 * all points, then one for each claim; columns in docs/results.md. */
#include "campaign/report/table.h"
#include <math.h>
#include <string.h>

/* A spreadsheet computes a text that begins so; after "'" it does not. Numbers stay. */
static const char *guard_of(const char *text)
{
  struct sp_num number;
  return *text && strchr("=+-@\t\r", *text) && sp_num_parse(text, &number) ? "'" : "";
}

void report_quote(const char *text, FILE *out)
{
  fprintf(out, "\"%s", guard_of(text));
  for (; *text; text++)
    fprintf(out, *text == '"' ? "\"%c" : "%c", *text);
  fputc('"', out);
}

void report_put_field(const char *text, FILE *out)
{
  if (strpbrk(text, ",\"\r\n"))
    report_quote(text, out);
  else
    fprintf(out, "%s%s", guard_of(text), text);
}

void report_put_text(const char *text, FILE *out)
{
  fputc(',', out);
  report_put_field(text, out);
}

void report_put_number(double value, FILE *out)
{
  fputc(',', out);
  if (!isnan(value))
    fprintf(out, "%.17g", value);
}

void report_put_axes(const struct sp_experiment *e, FILE *out)
{
  fputs("experiment,variant", out);
  for (int k = 0; k < e->n_axes; k++)
    report_put_text(e->axis[k].name, out);
}

void report_write_csv_header(const struct sp_experiment *e, FILE *out)
{
  report_put_axes(e, out);
  fputs(",method,role,quantity,value,se,n,missing,print,print_se,verdict\n", out);
}

void report_put_place(const struct sp_experiment *e, int variant, int point, FILE *out)
{
  report_put_field(e->id, out);
  report_put_text(e->variant[variant].name, out);
  for (int k = 0; k < e->n_axes; k++)
    report_put_text(point < 0 ? "" : sp_point_label(e, variant, point, e->axis[k].name), out);
}

/* The published value of a claim is the number that it names; the claim is decided at a point. */
static void print_record(const struct sp_matrix *m, const struct report_column *column, int point,
                         int method, const struct report_entry *e, FILE *out)
{
  bool claim = column->kind == REPORT_CLAIM;
  const struct sp_cell *cell = &e->cell;
  report_put_place(m->experiment, m->variant, point, out);
  report_put_text(sp_matrix_method(m, method), out);
  fprintf(out, ",%s,", claim ? "claim" : method < m->best_of ? "declared" : "also");
  fputs(point < 0 ? "overall " : "", out);
  report_put_field(claim ? e->more : column->quantity.text, out);
  report_put_number(cell->value, out);
  report_put_number(cell->se, out);
  fprintf(out, ",%ld,%ld", cell->n, report_missing(m, point, method));
  if (claim)
    report_put_number(cell->published.value, out);
  else
    fprintf(out, ",%s", cell->published.text ? cell->published.text : "");
  report_put_number(cell->published_se, out);
  fprintf(out, ",%s\n", claim ? e->verdict : sp_verdict_name(cell->verdict));
}

static void print_row(const struct sp_matrix *m, const struct report_table *t, int row, int method,
                      FILE *out)
{
  for (int k = 0; k < t->columns; k++) {
    const struct report_column *column = &t->column[k];
    int own = column->method >= 0 ? column->method : t->row[row].method;
    if (own == method && column->formats & REPORT_IN_CSV)
      print_record(m, column, t->row[row].point, method, &t->entry[row * t->columns + k], out);
  }
}

void report_write_csv(void *out, const struct report_section *s)
{
  for (const struct report_table *t = s->table; t < s->table + s->tables; t++)
    for (int row = 0; row < t->rows; row++)
      for (int method = 0; method < s->matrix->methods; method++)
        print_row(s->matrix, t, row, method, out);
}

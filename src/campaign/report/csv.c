/* Writes CSV: a report with a row for each variant, point, method and quantity, then those over all
 * points, then one for each claim; the runs of an experiment; its paired tests. Columns are in
 * docs/results.md. */
#include "campaign/report/table.h"

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

/* A field, in quotes where it needs them. */
static void put_field(const char *text, FILE *out)
{
  if (strpbrk(text, ",\"\r\n"))
    report_quote(text, out);
  else
    fprintf(out, "%s%s", guard_of(text), text);
}

/* The same after a comma. */
static void put_text(const char *text, FILE *out)
{
  fputc(',', out);
  put_field(text, out);
}

/* A comma, and a number that reads back exactly, or nothing for NAN. */
static void put_number(double value, FILE *out)
{
  fputc(',', out);
  if (!isnan(value))
    fprintf(out, "%.17g", value);
}

/* The first heads, "experiment,variant,AXIS,..". */
static void put_axes(const struct sp_experiment *e, FILE *out)
{
  fputs("experiment,variant", out);
  for (int k = 0; k < e->n_axes; k++)
    put_text(e->axis[k].name, out);
}

void report_write_csv_header(const struct sp_experiment *e, FILE *out)
{
  put_axes(e, out);
  fputs(",method,role,quantity,value,se,n,missing,print,print_se,verdict\n", out);
}

/* Their fields; labels are empty if point is -1. */
static void put_place(const struct sp_experiment *e, int variant, int point, FILE *out)
{
  put_field(e->id, out);
  put_text(e->variant[variant].name, out);
  for (int k = 0; k < e->n_axes; k++)
    put_text(point < 0 ? "" : sp_point_label(e, variant, point, k), out);
}

/* The published value of a claim is the number that it names; the claim is decided at a point. */
static void print_record(const struct sp_matrix *m, const struct report_column *column, int point,
                         int method, const struct report_entry *e, FILE *out)
{
  bool claim = column->kind == REPORT_CLAIM;
  const struct sp_cell *cell = &e->cell;
  put_place(m->experiment, m->variant, point, out);
  put_text(sp_matrix_method(m, method), out);
  fprintf(out, ",%s,", claim ? "claim" : method < m->best_of ? "declared" : "also");
  fputs(point < 0 ? "overall " : "", out);
  put_field(claim ? e->more : column->quantity.text, out);
  put_number(cell->value, out);
  put_number(cell->se, out);
  fprintf(out, ",%ld,%ld", cell->n, sp_matrix_missing(m, point, method));
  if (claim)
    put_number(cell->published.value, out);
  else
    fprintf(out, ",%s", cell->published.text ? cell->published.text : "");
  put_number(cell->published_se, out);
  fprintf(out, ",%s\n", claim ? e->verdict : sp_verdict_name(cell->verdict));
}

static void print_row(const struct sp_matrix *m, const struct report_table *t, int row, int method,
                      FILE *out)
{
  for (int k = 0; k < t->columns; k++) {
    const struct report_column *column = &t->column[k];
    int own = column->method >= 0 ? column->method : t->row[row].method;
    if (own == method && column->formats & REPORT_IN_CSV)
      print_record(m, column, t->row[row].point, method, &t->row[row].entry[k], out);
  }
}

void report_write_csv(void *out, const struct report_section *s)
{
  for (const struct report_table *t = s->table; t < s->table + s->tables; t++)
    for (int row = 0; row < t->rows; row++)
      for (int method = 0; method < s->matrix->methods; method++)
        print_row(s->matrix, t, row, method, out);
}

/* ---- Runs: a row for each cell; columns in docs/analysis.md. */

struct listing {
  const struct sp_experiment *experiment;
  FILE *out;
  struct sp_error *error;
};

static int put_row(void *data, const struct sp_cell_row *cell)
{
  struct listing *l = data;
  const struct sp_field *f;
  int variant, point, code = sp_place_find(l->experiment, cell->axes, &variant, &point, l->error);
  if (code)
    return code;
  put_place(l->experiment, variant, point, l->out);
  fprintf(l->out, ",%ld", cell->index);
  put_text(cell->method, l->out);
  put_text(cell->engine, l->out);
  put_text(cell->status < 0 ? "missing" : sp_status_name((enum sp_status)cell->status), l->out);
  put_text(cell->reason, l->out);
  for (int k = 0; (f = sp_result_field(k)); k++) {
    if (f->place)
      put_number(cell->value[k], l->out);
    if (k == SP_FIELD_PLANNED) {
      put_number(cell->bound, l->out);
      put_text(cell->bound_name, l->out);
    }
  }
  put_number(cell->planning, l->out);
  put_number(cell->seconds, l->out);
  fputc('\n', l->out);
  return SP_OK;
}

int sp_report_runs(const struct sp_experiment *e, struct sp_store *store, FILE *out,
                   struct sp_error *error)
{
  const struct sp_field *f;
  struct listing l = {.experiment = e, .out = out, .error = error};
  put_axes(e, out);
  fputs(",index,method,engine,status,reason", out);
  for (int k = 0; (f = sp_result_field(k)); k++) {
    if (f->place)
      put_text(f->name, out);
    fputs(k == SP_FIELD_PLANNED ? ",bound,bound_name" : "", out);
  }
  fputs(",planning,seconds\n", out);
  int code = sp_store_check_models(store, e->id, error); /* before the first row */
  return code ? code : sp_store_cells(store, e->id, true, put_row, &l, error);
}

/* ---- Paired tests: a row for each variant and pair of declared methods. */

static void put_variant(const struct sp_matrix *m, FILE *out)
{
  struct sp_pair *pair;
  int n = sp_pairs(m, &pair);
  for (int k = 0; k < n; k++) {
    const struct sp_pair *p = &pair[k];
    put_field(m->experiment->id, out);
    put_text(m->experiment->variant[m->variant].name, out);
    put_text(sp_matrix_method(m, p->a), out);
    put_text(sp_matrix_method(m, p->b), out);
    fprintf(out, ",%ld", p->platforms);
    put_number(p->difference.mean, out);
    put_number(p->difference.low, out);
    put_number(p->difference.high, out);
    put_number(p->p, out);
    fputc('\n', out);
  }
}

int sp_report_pairs(const struct sp_experiment *e, struct sp_store *store, FILE *out,
                    struct sp_error *error)
{
  struct sp_matrix *matrix;
  int code = sp_matrices_read(e, store, &matrix, error);
  if (code)
    return code;
  fputs("experiment,variant,method,other,platforms,difference,low,high,p\n", out);
  for (int variant = 0; variant < e->n_variants; variant++)
    put_variant(&matrix[variant], out);
  sp_matrices_free(matrix);
  return SP_OK;
}

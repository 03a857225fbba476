/* Tidy CSV: a row for each variant, point, method and quantity, then those over all points, then
 * one for each claim; columns in docs/formats.md. */
#include "campaign/report/parts.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A field, quoted where the CSV needs it. */
static void print_field(const char *text, FILE *out)
{
  if (!strpbrk(text, ",\"\r\n")) {
    fputs(text, out);
    return;
  }
  fputc('"', out);
  for (; *text; text++)
    fprintf(out, *text == '"' ? "\"%c" : "%c", *text);
  fputc('"', out);
}

/* A number that reads back exactly; nothing for NAN. */
static void print_number(double value, FILE *out)
{
  if (!isnan(value))
    fprintf(out, "%.17g", value);
}

void sp_report_csv_header(const struct sp_experiment *e, FILE *out)
{
  fputs("experiment,variant", out);
  for (int k = 0; k < e->n_axes; k++) {
    fputc(',', out);
    print_field(e->axis[k].name, out);
  }
  fputs(",method,role,quantity,value,se,n,missing,print,print_se,verdict\n", out);
}

void sp_csv_begin(const struct sp_matrix *m, int point, FILE *out)
{
  const struct sp_experiment *e = m->experiment;
  print_field(e->id, out);
  fputc(',', out);
  print_field(e->variant[m->variant].name, out);
  for (int k = 0; k < e->n_axes; k++) {
    fputc(',', out);
    if (point >= 0)
      print_field(sp_point_label(e, m->variant, point, e->axis[k].name), out);
  }
  fputc(',', out);
}

/* From the method on. */
static void print_cell(const struct sp_matrix *m, int method, const char *scope,
                       const struct sp_quantity *quantity, const struct sp_cell *cell, long missing,
                       FILE *out)
{
  print_field(sp_matrix_method(m, method), out);
  fprintf(out, ",%s,%s%s,", method < m->best_of ? "declared" : "also", scope, quantity->text);
  print_number(cell->value, out);
  fputc(',', out);
  print_number(cell->se, out);
  fprintf(out, ",%ld,%ld,%s,", cell->n, missing, cell->published.text ? cell->published.text : "");
  print_number(cell->published_se, out);
  fprintf(out, ",%s\n", sp_verdict_name(cell->verdict));
}

static void print_row(const struct sp_summary *s, int quantity, int point, int method, FILE *out)
{
  const struct sp_matrix *m = s->matrix;
  sp_csv_begin(m, point, out);
  print_cell(m, method, "", &s->quantity[quantity], sp_summary_cell(s, quantity, point, method),
             m->missing[point * m->methods + method], out);
}

void sp_csv_overall(const struct sp_matrix *m, int method, const struct sp_quantity *quantity,
                    const struct sp_cell *cell, FILE *out)
{
  long missing = 0;
  for (int point = 0; point < m->points; point++)
    missing += m->missing[point * m->methods + method];
  sp_csv_begin(m, -1, out);
  print_cell(m, method, "overall ", quantity, cell, missing, out);
}

static void print_overall(const struct sp_summary *s, int method, FILE *out)
{
  const struct sp_quantity mean = sp_quantity_of_distance(SP_MEAN),
                           most = sp_quantity_of_distance(SP_MAX);
  sp_csv_overall(s->matrix, method, &mean, sp_summary_overall(s, SP_MEAN, method), out);
  sp_csv_overall(s->matrix, method, &most, sp_summary_overall(s, SP_MAX, method), out);
}

void sp_report_csv(const struct sp_summary *s, FILE *out)
{
  for (int row = 0; row < s->matrix->points; row++)
    for (int method = 0; method < s->matrix->methods; method++)
      for (int q = 0; q < s->n_quantities; q++)
        print_row(s, q, s->order[row], method, out);
  for (int method = 0; s->overall && method < s->matrix->methods; method++)
    print_overall(s, method, out);
}

/* The claim at the point that decides it; print: the number that it names. */
static void print_claim(const struct sp_matrix *m, const struct sp_claim *claim, FILE *out)
{
  struct sp_finding f = sp_claim_finding(m, claim);
  char *condition = sp_claim_condition(m, claim);
  sp_csv_begin(m, f.point, out);
  print_field(sp_matrix_method(m, claim->method), out);
  fputs(",claim,", out);
  print_field(condition, out);
  fputc(',', out);
  print_number(f.value, out);
  fputc(',', out);
  print_number(f.se, out);
  fprintf(out, ",%ld,%ld,", f.n, m->missing[f.point * m->methods + claim->method]);
  print_number(claim->number, out);
  fprintf(out, ",,%s\n", sp_claim_verdict_name(f.verdict));
  free(condition);
}

void sp_report_claims_csv(const struct sp_matrix *m, FILE *out)
{
  for (int k = 0; k < m->experiment->n_claims; k++)
    print_claim(m, &m->experiment->claim[k], out);
}

/* Writes the runs of an experiment as CSV, a row for each cell; columns in docs/analysis.md. */
#include "campaign/report/table.h"

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
  report_put_place(l->experiment, variant, point, l->out);
  fprintf(l->out, ",%ld", cell->index);
  report_put_text(cell->method, l->out);
  report_put_text(cell->engine, l->out);
  report_put_text(cell->status < 0 ? "missing" : sp_status_name((enum sp_status)cell->status),
                  l->out);
  report_put_text(cell->reason, l->out);
  for (int k = 0; (f = sp_result_field(k)); k++) {
    if (f->place)
      report_put_number(cell->value[k], l->out);
    if (k == SP_FIELD_PLANNED) {
      report_put_number(cell->bound, l->out);
      report_put_text(cell->bound_name, l->out);
    }
  }
  report_put_number(cell->planning, l->out);
  report_put_number(cell->seconds, l->out);
  fputc('\n', l->out);
  return SP_OK;
}

int sp_report_runs(const struct sp_experiment *e, struct sp_store *store, FILE *out,
                   struct sp_error *error)
{
  const struct sp_field *f;
  struct listing l = {.experiment = e, .out = out, .error = error};
  int code = sp_store_check_models(store, e->id, error);
  if (code)
    return code;
  report_put_axes(e, out);
  fputs(",index,method,engine,status,reason", out);
  for (int k = 0; (f = sp_result_field(k)); k++) {
    if (f->place)
      report_put_text(f->name, out);
    fputs(k == SP_FIELD_PLANNED ? ",bound,bound_name" : "", out);
  }
  fputs(",planning,seconds\n", out);
  return sp_store_cells(store, e->id, true, put_row, &l, error);
}

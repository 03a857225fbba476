/* Writes the runs of an experiment as CSV, a row for each cell; columns in docs/analysis.md. */
#include "base/memory.h"
#include "campaign/report/table.h"
#include <stdlib.h>
#include <string.h>

struct listing {
  const struct sp_experiment *experiment;
  FILE *out;
  char *axes;         /* of the row before, whose point is nearly always the same; NULL: none */
  int variant, point; /* of these axes */
  struct sp_error *error;
};

static int find_point(struct listing *l, const char *axes)
{
  if (l->axes && !strcmp(l->axes, axes))
    return SP_OK;
  free(l->axes);
  l->axes = sp_xstrdup(axes);
  return sp_place_find(l->experiment, axes, &l->variant, &l->point, l->error);
}

static int put_row(void *data, const struct sp_cell_row *cell)
{
  struct listing *l = data;
  const struct sp_field *f;
  int code = find_point(l, cell->axes);
  if (code)
    return code;
  report_put_place(l->experiment, l->variant, l->point, l->out);
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
  code = sp_store_cells(store, e->id, true, put_row, &l, error);
  free(l.axes);
  return code;
}

/* Writes the layout of a chart for pages; see gantt.h. Twelve digits are enough for a chart. */
#include "io/chart/layout.h"
#include "model/instance.h"

/* The items of a row as they begin, and their lanes if there are several. */
static void put_row(const struct gantt_chart *chart, const struct gantt_row *row, FILE *out)
{
  const struct gantt_item *item = &chart->item[row->first];
  fprintf(out, "[%d,%d,%d,[", row->role, row->node, row->lanes);
  for (long k = 0; k < row->n; k++)
    fprintf(out, "%s%ld", k ? "," : "", item[k].event);
  for (long k = 0; row->lanes > 1 && k < row->n; k++)
    fprintf(out, "%s%d", k ? "," : "],[", item[k].lane);
  fputs("]]", out);
}

void sp_write_chart_rows(FILE *out, const struct sp_trace *trace, const struct sp_instance *in)
{
  struct gantt_chart chart;
  struct sp_error error;
  long n = gantt_rows_init(&chart, trace, in, NAN, true, NULL, &error) ? 0 : trace->n;
  fputs("\"events\":[", out);
  for (long k = 0; k < n; k++) {
    const struct sp_event *e = &trace->event[k];
    fprintf(out, "%s%d,%d,%ld,%.12g,%.12g,%.12g,%d", k ? "," : "", e->from, e->to, e->message + 1,
            e->start, e->end, e->amount, chart.look[k]);
  }
  fputs("],\"rows\":[", out);
  for (int r = 0; r < chart.n_rows; r++) {
    fputs(r ? "," : "", out);
    put_row(&chart, &chart.row[r], out);
  }
  fputc(']', out);
  gantt_chart_clear(&chart);
}

/* Does a profile of one of these kinds change the star? */
static bool changes(const struct sp_instance *in, enum sp_changing a, enum sp_changing b)
{
  return in && in->kind == SP_INSTANCE_STAR && (in->profile[a] || in->profile[b]);
}

void sp_write_chart_legend(FILE *out, const struct sp_instance *in, double horizon)
{
  const struct sp_trace none = SP_TRACE_EMPTY;
  struct gantt_chart chart;
  struct sp_error error;
  bool fails = changes(in, SP_HOST_STATE, SP_LINK_STATE);
  fprintf(out,
          "\"legend\":[[%d,\"to the master\"],[%d,\"to a worker\"],"
          "[%d,\"computes a task received\"],[%d,\"computes a task of its own\"]",
          GANTT_TO_MASTER, GANTT_TO_WORKER, GANTT_RECEIVED, GANTT_OWN);
  if (fails)
    fprintf(out, ",[%d,\"lost\"]", GANTT_LOST);
  if (in && in->kind == SP_INSTANCE_STAR && sp_has_results(in))
    fprintf(out, ",[%d,\"a result to the master\"]", GANTT_RESULT);
  if (changes(in, SP_SPEED, SP_BANDWIDTH))
    fprintf(out, ",[[1,3,%d],\"slower than at factor 1\"],[[%d],\"stands still\"]", GANTT_SLOWEST,
            GANTT_STILL);
  if (fails)
    fprintf(out, ",[[%d],\"down\"]", GANTT_DOWN);
  fputs("],\"shades\":[", out);
  int code = gantt_rows_init(&chart, &none, in, horizon, true, NULL, &error);
  chart.right = chart.horizon;
  if (!code && chart.changing)
    gantt_make_shades(&chart, in);
  for (long k = 0; k < chart.n_spans; k++) {
    const struct gantt_span *span = &chart.span[k];
    const struct gantt_row *row = &chart.row[span->row];
    if (k && span[-1].row == span->row)
      fputc(',', out);
    else
      fprintf(out, "%s[%d,%d,[", k ? "]]," : "", row->role, row->node);
    fprintf(out, "%d,%.12g,%.12g", span->shade, span->x0, span->x1);
  }
  fputs(chart.n_spans ? "]]]" : "]", out);
  gantt_chart_clear(&chart);
}

void sp_write_rows(FILE *out, const struct sp_trace *trace, const struct sp_trace_about *about)
{
  double horizon = 0;
  for (long k = 0; k < trace->n; k++)
    horizon = fmax(horizon, trace->event[k].end);
  fputc('{', out);
  sp_write_chart_rows(out, trace, about->in);
  fputc(',', out);
  sp_write_chart_legend(out, about->in, horizon);
  fputs("}\n", out);
}

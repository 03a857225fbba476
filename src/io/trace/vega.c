/* Writes a Gantt chart as a Vega-Lite specification with its data: a bar for each slice, one line
 * of the chart for each row of the trace. */
#include "base/memory.h"
#include "io/trace/json.h"
#include "io/trace/rows.h"

/* Writes the name of the row, "P1 in". */
static void write_row_name(FILE *stream, const struct trace_rows *rows, long row)
{
  struct sp_node_text number;
  struct row_label label;
  char *name = sp_format("%s %s", sp_trace_name(rows->in, rows->row[row].node, &number),
                         rows_label(rows, row, &label));
  write_json_text(stream, name);
  free(name);
}

static void write_slices(FILE *stream, struct trace_rows *rows)
{
  const char *separator = "\n";
  for (long j = 0; j < rows->trace->n; j++) {
    struct trace_slice slice[2];
    struct event_members members;
    int n = rows_place(rows, &rows->trace->event[j], slice);
    event_members(&rows->trace->event[j], &members);
    for (int k = 0; k < n; k++, separator = ",\n") {
      fprintf(stream, "%s{\"row\":", separator);
      write_row_name(stream, rows, slice[k].row);
      fprintf(stream, ",\"kind\":\"%s\",%s}", slice_name[slice[k].kind], members.text);
    }
  }
}

/* The lines of the chart, idle ones too, in the order of the nodes. */
static void write_encoding(FILE *stream, const struct trace_rows *rows)
{
  const char *separator = "";
  fprintf(stream, "\"x\":{\"field\":\"start\",\"type\":\"quantitative\",\"title\":\"time\"},\n"
                  "\"x2\":{\"field\":\"end\"},\n"
                  "\"y\":{\"field\":\"row\",\"type\":\"nominal\",\"title\":null,\"sort\":null,"
                  "\"scale\":{\"domain\":[");
  for (long row = -1; (row = rows_after(rows, row)) >= 0; separator = ",") {
    fprintf(stream, "%s", separator);
    write_row_name(stream, rows, row);
  }
  fprintf(stream, "]}},\n\"color\":{\"field\":\"kind\",\"type\":\"nominal\",\"title\":null,"
                  "\"scale\":{\"domain\":[");
  for (int kind = 0; kind < rows->kinds; kind++)
    fprintf(stream, "%s\"%s\"", kind ? "," : "", slice_name[kind]);
  fprintf(stream, "],\"range\":[");
  for (int kind = 0; kind < rows->kinds; kind++)
    fprintf(stream, "%s\"#%02x%02x%02x\"", kind ? "," : "", (unsigned)slice_colour[kind][0],
            (unsigned)slice_colour[kind][1], (unsigned)slice_colour[kind][2]);
  fprintf(stream, "]}}\n");
}

void sp_write_vega(FILE *stream, const struct sp_trace *trace, const struct sp_trace_about *about)
{
  struct trace_rows rows;
  rows_init(&rows, trace, about->in);
  fprintf(stream, "{\"$schema\":\"https://vega.github.io/schema/vega-lite/v5.json\"");
  write_json_member(stream, "title", about->title);
  write_json_member(stream, "description", about->provenance);
  fprintf(stream, ",\n\"width\":800,\"height\":{\"step\":16},\n"
                  "\"mark\":{\"type\":\"bar\",\"stroke\":\"white\",\"strokeWidth\":0.5,"
                  "\"tooltip\":{\"content\":\"data\"}},\n\"data\":{\"values\":[");
  write_slices(stream, &rows);
  fprintf(stream, "\n]},\n\"encoding\":{\n");
  write_encoding(stream, &rows);
  fprintf(stream, "}}\n");
  rows_clear(&rows);
}

/* Puts the events of a trace on rows: each, by its start, on the first row of its node and kind
 * that is free. An interval graph needs no more rows than its greatest number of intervals at a
 * date. A first pass finds the rows, so that a writer can name them before their slices. */
#include "io/trace/rows.h"
#include "base/memory.h"
#include "model/graph.h"
#include "model/instance.h"
#include "model/network.h"

const char *const slice_name[] = {"reception", "emission", "computation", "result"};
const int slice_colour[][3] = {{0, 114, 178}, {230, 159, 0}, {0, 158, 115}, {204, 121, 167}};

/* Overlaps up to this fraction of the last date are rounding. */
#define ROUNDING 1e-9

static long add_row(struct trace_rows *rows, int node, enum row_kind kind, int number)
{
  sp_grow(rows->row, rows->n, rows->room);
  rows->row[rows->n] = (struct trace_row){node, kind, number, false, 0, -1};
  return rows->n++;
}

/* The row after this one of its node and kind. */
static long next_row(struct trace_rows *rows, long row)
{
  if (rows->row[row].next < 0) {
    const struct trace_row *r = &rows->row[row];
    long added = add_row(rows, r->node, r->kind, r->number + 1);
    rows->row[row].next = added;
  }
  return rows->row[row].next;
}

static struct trace_slice place(struct trace_rows *rows, int node, enum row_kind kind,
                                const struct sp_event *e)
{
  long row = (long)node * ROW_KINDS + kind;
  while (rows->row[row].end > e->start + rows->slack)
    row = next_row(rows, row);
  double start = fmax(e->start, rows->row[row].end), end = fmax(e->end, start);
  rows->row[row].end = end;
  rows->row[row].used = true;
  /* where results return, the workers of a star send nothing else */
  bool to_master = rows->kinds > SLICE_RESULT && e->kind == SP_TRANSFER && e->to == 0;
  bool result = e->kind == SP_RESULT || (!rows->graph && to_master);
  return (struct trace_slice){e, row, result ? SLICE_RESULT : (int)kind, start, end};
}

int rows_place(struct trace_rows *rows, const struct sp_event *e, struct trace_slice slice[2])
{
  if (e->kind == SP_COMPUTE) {
    slice[0] = place(rows, e->from, ROW_COMPUTES, e);
    return 1;
  }
  slice[0] = place(rows, e->from, ROW_SENDS, e);
  slice[1] = place(rows, e->to, ROW_RECEIVES, e);
  return 2;
}

void rows_init(struct trace_rows *rows, const struct sp_trace *trace, const struct sp_instance *in)
{
  bool star = in ? in->kind == SP_INSTANCE_STAR : trace->n > 0 && !sp_trace_is_graph(trace);
  struct trace_slice slice[2];

  *rows = (struct trace_rows){.trace = trace, .in = in, .graph = !star};
  rows->kinds = in && star && sp_has_results(in) ? SLICE_KINDS : ROW_KINDS;
  rows->nodes = star ? sp_trace_nodes(in) + 1 : 1;
  for (long j = 0; j < trace->n; j++) {
    const struct sp_event *e = &trace->event[j];
    int node = e->from > e->to ? e->from : e->to;
    rows->nodes = node >= rows->nodes ? node + 1 : rows->nodes;
    rows->last = fmax(rows->last, e->end);
    rows->kinds = e->kind == SP_RESULT ? SLICE_KINDS : rows->kinds;
  }
  rows->slack = rows->last * ROUNDING;
  for (int node = 0; node < rows->nodes; node++)
    for (int kind = 0; kind < ROW_KINDS; kind++)
      add_row(rows, node, (enum row_kind)kind, 1);
  for (long j = 0; j < trace->n; j++)
    rows_place(rows, &trace->event[j], slice);
  for (long row = 0; row < rows->n; row++) /* free from date 0 on, for the writer's pass */
    rows->row[row].end = 0;
}

void rows_clear(struct trace_rows *rows)
{
  free(rows->row);
}

static bool shown(const struct trace_rows *rows, const struct trace_row *row)
{
  return row->used || (!rows->graph && (row->node > 0 || row->kind != ROW_COMPUTES));
}

long rows_after(const struct trace_rows *rows, long row)
{
  long group = row < 0 ? -1 : (long)rows->row[row].node * ROW_KINDS + rows->row[row].kind;
  do {
    row = row < 0 ? -1 : rows->row[row].next;
    if (row < 0)
      row = ++group < (long)rows->nodes * ROW_KINDS ? group : -1;
  } while (row >= 0 && !shown(rows, &rows->row[row]));
  return row;
}

const char *rows_label(const struct trace_rows *rows, long row, struct row_label *label)
{
  static const char *const does[] = {"in", "out", "cpu"};
  const struct trace_row *r = &rows->row[row];
  if (r->number > 1)
    snprintf(label->text, sizeof label->text, "%s %d", does[r->kind], r->number);
  else
    snprintf(label->text, sizeof label->text, "%s", does[r->kind]);
  return label->text;
}

/* ---- nodes */

bool sp_trace_is_graph(const struct sp_trace *trace)
{
  for (long k = 0; k < trace->n; k++)
    if (trace->event[k].from == 0 || trace->event[k].to == 0 || trace->event[k].message < 0)
      return false;
  return trace->n > 0;
}

int sp_trace_nodes(const struct sp_instance *in)
{
  if (!in)
    return 0;
  if (in->kind == SP_INSTANCE_STAR)
    return in->m;
  if (in->kind == SP_INSTANCE_GRAPH)
    return in->graph->platform.nodes;
  const struct sp_network *net = in->network;
  long n = net->kind != SP_HYPERCUBE ? net->n : net->n > 31 ? INT_MAX : 1L << (net->n - 1);
  return n < INT_MAX ? (int)n : INT_MAX;
}

const char *sp_trace_name(const struct sp_instance *in, int node, struct sp_node_text *number)
{
  const struct sp_platform *platform = !in                             ? NULL
                                       : in->kind == SP_INSTANCE_STAR  ? &in->platform
                                       : in->kind == SP_INSTANCE_GRAPH ? &in->graph->platform
                                                                       : NULL;
  int k = in && in->kind == SP_INSTANCE_STAR ? node : node - 1;
  if (platform && k >= 0 && k < platform->nodes && platform->node[k].name)
    return platform->node[k].name;
  snprintf(number->text, sizeof number->text, "P%d", node);
  return number->text;
}

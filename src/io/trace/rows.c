/* Puts the events of a trace on rows: each, by its start, on the first row of its node and kind
 * that is free. An interval graph needs no more rows than its greatest number of intervals at a
 * date. A first pass finds the rows, so that a writer can name them before their slices. */
#include "io/trace/rows.h"
#include "base/memory.h"
#include "base/min_queue.h"

#include <stdlib.h>

const char *const row_slice_name[] = {"reception", "emission", "computation"};
const int row_colour[][3] = {{0, 114, 178}, {230, 159, 0}, {0, 158, 115}};

/* Overlaps up to this fraction of the last date are rounding. */
#define ROUNDING 1e-9

/* The rows of a node and kind. */
struct row_group {
  struct min_queue busy; /* by the end of their latest slice */
  struct min_queue idle; /* by number */
  long latest;           /* the row that was added last; -1: none */
};

static long add_row(struct trace_rows *rows, int node, enum row_kind kind, int number)
{
  sp_grow(rows->row, rows->n, rows->room);
  rows->row[rows->n] = (struct trace_row){node, kind, number, false, 0, -1};
  return rows->n++;
}

/* The first row of the group that no slice has used in this pass. */
static long open_row(struct trace_rows *rows, long group)
{
  struct row_group *g = &rows->group[group];
  long before = g->latest;
  if (before < 0)
    return g->latest = group;
  if (rows->row[before].next < 0) {
    const struct trace_row *r = &rows->row[before];
    long added = add_row(rows, r->node, r->kind, r->number + 1);
    rows->row[before].next = added;
  }
  return g->latest = rows->row[before].next;
}

/* The first row of the group that is free at that date. */
static long free_row(struct trace_rows *rows, long group, double date)
{
  struct row_group *g = &rows->group[group];
  while (g->busy.n && g->busy.entry[0].key <= date + rows->slack) {
    long row = min_queue_pop(&g->busy).number;
    min_queue_push(&g->idle, rows->row[row].number, row);
  }
  return g->idle.n ? min_queue_pop(&g->idle).number : open_row(rows, group);
}

static struct trace_slice place(struct trace_rows *rows, int node, enum row_kind kind,
                                const struct sp_event *e)
{
  long group = (long)node * ROW_KINDS + kind, row = free_row(rows, group, e->start);
  double start = fmax(e->start, rows->row[row].end), end = fmax(e->end, start);
  rows->row[row].end = end;
  rows->row[row].used = true;
  min_queue_push(&rows->group[group].busy, end, row);
  return (struct trace_slice){e, row, start, end};
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

/* Makes all rows free from date 0 on. */
static void rewind_rows(struct trace_rows *rows)
{
  for (long row = 0; row < rows->n; row++)
    rows->row[row].end = 0;
  for (long k = 0; k < (long)rows->nodes * ROW_KINDS; k++) {
    struct row_group *g = &rows->group[k];
    g->busy.n = g->idle.n = 0;
    g->latest = -1;
  }
}

void rows_init(struct trace_rows *rows, const struct sp_trace *trace, const struct sp_instance *in)
{
  bool star = in ? in->kind == SP_INSTANCE_STAR : trace->n > 0 && !sp_trace_is_graph(trace);
  struct trace_slice slice[2];

  *rows = (struct trace_rows){.trace = trace, .in = in, .graph = !star};
  rows->nodes = star ? sp_trace_nodes(in) + 1 : 1;
  for (long j = 0; j < trace->n; j++) {
    const struct sp_event *e = &trace->event[j];
    int node = e->from > e->to ? e->from : e->to;
    rows->nodes = node >= rows->nodes ? node + 1 : rows->nodes;
    rows->last = fmax(rows->last, e->end);
  }
  rows->slack = rows->last * ROUNDING;
  rows->group = sp_xcalloc((size_t)rows->nodes * ROW_KINDS, sizeof *rows->group);
  for (int node = 0; node < rows->nodes; node++)
    for (int kind = 0; kind < ROW_KINDS; kind++)
      add_row(rows, node, (enum row_kind)kind, 1);
  rewind_rows(rows);
  for (long j = 0; j < trace->n; j++)
    rows_place(rows, &trace->event[j], slice);
  rewind_rows(rows);
}

void rows_clear(struct trace_rows *rows)
{
  for (long k = 0; k < (long)rows->nodes * ROW_KINDS; k++) {
    free(rows->group[k].busy.entry);
    free(rows->group[k].idle.entry);
  }
  free(rows->group);
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

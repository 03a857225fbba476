/* Draws the trace of a star or of a graph as a Gantt chart, with cairo, or writes its layout for
 * pages that draw it. */
#pragma once

#include "io/trace/trace.h"

/* What of a trace a chart shows. */
struct sp_gantt_view {
  double from, to;  /* dates, from < to; NAN: from 0, to the last date */
  bool all_workers; /* also those without events on a platform of many */
};

/* Draws the trace into the file; the suffix of path gives the format (.svg, .pdf, .png). The
 * instance gives all nodes and their names; NULL: the trace gives their numbers. title: the text
 * above the chart; bound: the lower bound to mark, NAN for none; view: NULL: the whole trace.
 * Returns SP_OK, SP_BAD_INPUT for another suffix, impossible events or a view that begins after the
 * last date, or SP_CANNOT for too many nodes or a file that cannot be written. */
int sp_write_gantt(const char *path, const struct sp_trace *, const struct sp_instance *,
                   const char *title, double bound, const struct sp_gantt_view *,
                   struct sp_error *);

/* ---- The layout as JSON, which src/campaign/page/chart.js scales and draws (pages.c). */

/* Writes the members "events" and "rows" of an object:
 *   "events":[from,to,message,start,end,amount,look, ..]  message from 1, 0: a unit held at date 0;
 *     look: 0 to the master, 1 to a worker or node, 2 computes a task received, 3 its own, 4 lost
 *   "rows":[[role,node,lanes,[event, ..],[lane, ..]], ..]  from the top, lane only if there are
 *     several; role: 0 the master receives, 1
 * it sends, 2 messages of a worker or node, 3 computation A transfer is on two rows. Without room
 * for a node or a lane none is left out. */
void sp_write_chart_rows(FILE *, const struct sp_trace *, const struct sp_instance *);
/* Writes the members "legend" and "shades" of a star up to a date:
 *   "legend":[[look or [shade, ..],"words"], ..]  what its charts can show
 *   "shades":[[role,node,[shade,from,to, ..]], ..]  what is slower, 1 to 6, stands still, 7, or is
 *     down, 8 */
void sp_write_chart_legend(FILE *, const struct sp_instance *, double horizon);
/* An object with all of these. */
sp_trace_writer sp_write_rows;

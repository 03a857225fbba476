/* Draws the trace of a star or of a graph as a Gantt chart, with cairo. */
#pragma once

#include <starport/schedule.h>

/* Draws the trace into the file; the suffix of path gives the format (.svg, .pdf, .png). The
 * instance gives all nodes and their names; NULL: the trace gives their numbers. title: the text
 * above the chart; bound: the lower bound to mark, NAN for none. Returns SP_OK, SP_BAD_INPUT
 * for another suffix or impossible events, or SP_CANNOT for too many nodes or a file that cannot be
 * written. */
int sp_write_gantt(const char *path, const struct sp_trace *, const struct sp_instance *,
                   const char *title, double bound, struct sp_error *);

/* Gantt charts of traces, of stars and of graphs, drawn by cairo. */
#ifndef SP_IO_GANTT_H
#define SP_IO_GANTT_H

#include <starport/schedule.h>

/* Draws the trace into the file; the suffix of path says the format (.svg, .pdf, .png). title: text
 * above; bound: date of the lower bound to mark, NAN: none. SP_OK; SP_BAD_INPUT for another suffix
 * or impossible events, SP_CANNOT for too many nodes or a file that cannot be written. */
int sp_write_gantt(const char *path, const struct sp_trace *, const char *title, double bound,
                   struct sp_error *);

#endif

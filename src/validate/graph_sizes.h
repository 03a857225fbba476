/* The sizes of the tasks in a trace of a graph. */
#pragma once

#include "model/graph.h"

#include <starport/schedule.h>

/* Of each event of the trace what it computes or carries, in units: the size of the task that a
 * computation has, else the amount. NAN: unknown. The caller frees it. */
double *graph_worth(const struct sp_graph *, const struct sp_trace *);

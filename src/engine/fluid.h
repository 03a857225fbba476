/* The engines for load that flows on a switch; model/fluid.h has the model.
 *
 * Both fill *result (status, makespan, done, messages) and *trace, which is not NULL: one event for
 * each interval in which an activity has a constant rate. Its amount is the load that flows or is
 * computed in the interval, its message the number of the activity; from = to is the host that
 * computes. */
#pragma once

#include "model/fluid.h"

#include <starport/starport.h>

void sp_native_fluid(const struct fluid *, struct sp_result *, struct sp_trace *trace);
/* SimGrid's own sharing of links and processors; in this process, once in its life: call it in a
 * forked child. */
void sp_simgrid_fluid(const struct fluid *, struct sp_result *, struct sp_trace *trace);

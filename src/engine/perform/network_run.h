/* A solved network executed: its load travels and is computed on a graph, hop by hop; on a switch
 * it flows. */
#ifndef SP_ENGINE_NETWORK_RUN_H
#define SP_ENGINE_NETWORK_RUN_H

#include "engine/hops.h"
#include <starport/network.h>

/* Executes the solution on an engine. result->makespan is the completion time, result->planned the
 * solved one, result->done the load computed. A completion time, or on a graph the end of any
 * processor, that differs from the solved one by more than 1e-9 of it makes the status failed,
 * unless noise or SimGrid's configuration is to change it. *trace may be NULL. SP_OK
 * (result->status tells how it went); SP_CANNOT with the reason where the network is too large to
 * be executed (a hypercube of more than 4096 usable processors, a switch of more than 10 000
 * streams) or noise is asked for on a switch, which has constant rates. A switch is executed as
 * sp_switch_execute does in parallel. */
int sp_network_execute(const struct sp_network *, const struct sp_network_solution *,
                       enum sp_engine, const struct sp_conditions *, struct sp_result *,
                       struct sp_trace *trace, struct sp_error *);

/* How a switch is executed: figure 26 (a) and (b) of RR-6005, or with fair sharing in place of the
 * solution's rates, in which case the completion time may differ. See engine/fluid.h, also for the
 * trace. */
enum sp_switch_order { SP_PARALLEL, SP_SEQUENTIAL, SP_FAIR, SP_SWITCH_ORDERS };
/* "parallel", "sequential", "fair". */
const char *sp_switch_order_name(enum sp_switch_order);
int sp_switch_execute(const struct sp_network *, const struct sp_network_solution *,
                      enum sp_switch_order, enum sp_engine, const struct sp_conditions *,
                      struct sp_result *, struct sp_trace *trace, struct sp_error *);

#endif

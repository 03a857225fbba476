/* Executes a solved network: as hops on a graph, or as flows on a switch. */
#pragma once

#include "engine/perform/perform.h"
#include "solve/network/network.h"

/* In which order a switch computes: figure 26 (a) and (b) of RR-6005, or with fair sharing in place
 * of the solution's rates, in which case the completion time may differ. See model/fluid.h, also
 * for the trace. Or whole tasks, as hops: solution->tasks of solve/network/direct.h. */
enum sp_switch_order { SP_PARALLEL, SP_SEQUENTIAL, SP_FAIR, SP_TASKS, SP_SWITCH_ORDERS };
/* "parallel", "sequential", "fair", "tasks". */
const char *sp_switch_order_name(enum sp_switch_order);

/* Executes the solution on an engine; the order is for switches only. result->makespan is the
 * completion time, result->planned the solved one, result->done the load computed. A completion
 * time, or on a graph the end of any processor, that differs from the solved one by more than 1e-9
 * of it makes the status failed, unless noise, SimGrid's configuration or fair sharing may change
 * it. *trace may be NULL. SP_OK (result->status says how it went); SP_CANNOT with the reason if the
 * network is too large to be executed (a hypercube of more than 4096 usable processors, a switch of
 * more than 10 000 streams, 1000 with fair sharing) or noise is asked for on a switch, which has
 * constant rates. */
int sp_perform_network(const struct sp_network *, const struct sp_network_solution *,
                       enum sp_switch_order, enum sp_engine, const struct sp_conditions *,
                       struct sp_result *, struct sp_trace *trace, struct sp_error *);

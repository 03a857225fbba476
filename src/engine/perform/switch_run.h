/* Executes a solved switch; private to engine/perform. */
#ifndef SP_ENGINE_SWITCH_RUN_H
#define SP_ENGINE_SWITCH_RUN_H

#include "engine/perform/network_run.h"

/* sp_network_execute for a switch, without the comparison with the solution; trace is not NULL. */
int switch_execute(const struct sp_network *, const struct sp_network_solution *,
                   enum sp_switch_order, enum sp_engine, const struct sp_conditions *,
                   struct sp_result *, struct sp_trace *trace, struct sp_error *);

#endif

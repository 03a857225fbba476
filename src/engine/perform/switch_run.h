/* Executes a solved switch; private to engine/perform. */
#pragma once

#include "engine/perform/network_run.h"

/* sp_network_execute for a switch, without the comparison with the solution; trace is not NULL. */
int switch_execute(const struct sp_network *, const struct sp_network_solution *,
                   enum sp_switch_order, enum sp_engine, const struct sp_conditions *,
                   struct sp_result *, struct sp_trace *trace, struct sp_error *);

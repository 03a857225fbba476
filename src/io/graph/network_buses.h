/* Makes networks of the words of buses and of edges, without checks. Private to network_*.c. */
#pragma once

#include "io/graph/words.h"
#include "model/network.h"

/* A graph with the edges "a-b:z:r,.."; the text is cut. NULL with *error on bad input. */
struct sp_network *network_edges_build(char *text, long n, struct sp_error *);
/* A mesh or torus of "AxBx.."; NULL with *error on bad input. */
struct sp_network *network_grid_build(enum sp_network_kind, const char *size, struct sp_error *);
/* NULL with *error on bad input. */
struct sp_network *network_buses_build(const struct words *, struct sp_error *);

/* Reads networks for divisible load. */
#pragma once

#include "model/network.h"

/* The kind of this name, or SP_NETWORK_KINDS. */
enum sp_network_kind sp_network_kind_of(const char *name);
/* Reads a SPEC, "w=1,1,1,1/2 z=1 r=.2", or @FILE that holds one; checked. NULL with *error on bad
 * input; the caller frees it. */
struct sp_network *sp_network_parse(enum sp_network_kind, const char *spec, struct sp_error *);

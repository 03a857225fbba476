/* The best chunks of a fixed activation sequence, where some messages stay empty. */
#pragma once

#include "solve/divisible/cyclic.h"

/* Sets the chunks, after sp_sequence_fit, and the value. True if they are proven to be the optimum
 * of the sequence without chunk limits. By a deadline the start-ups must leave time for load. */
bool sp_active_chunks(struct sp_context *, const struct sp_instance *, struct sp_division *);

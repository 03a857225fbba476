/* The best chunks of a fixed activation sequence, where chunk limits bind. */
#pragma once

#include "solve/divisible/cyclic.h"
#include "solve/divisible/sequence_lp.h"

/* Sets the chunks, after sp_sequence_fit, and the value. True if they are proven to be the optimum
 * of the sequence; if not, start[0..n-1] says where its linear programme should start. */
bool sp_limited_chunks(struct sp_context *, const struct sp_instance *, struct sp_division *,
                       struct sp_lp_message *start);

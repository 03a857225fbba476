/* The times of a star as integers. */
#pragma once

#include <starport/heuristic.h>

/* Sets c[1..m] to c_i + S_i and w[1..m] to w_i (0 where w_i is infinite), all multiplied by the
 * least common denominator of the finite times, which is returned; 0 if there is none below 2^62.
 */
int64_t exact_times(struct sp_context *, const struct sp_instance *, int64_t *c, int64_t *w);

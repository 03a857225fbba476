/* Linear program (7) of RR-6005: a divisible load redistributed on a switch. */
#pragma once

#include "solve/lp/rational.h"

/* Its value for alpha = L, s = 1/w, b = 1/c: a lower bound on the makespan of the redistribution of
 * tasks, with any number of ports. The nearest double; of more than SP_Q_MOST_TERMS workers one
 * near it. INFINITY if there is load and no worker computes. */
double lp7(const struct sp_instance *);
/* Its value for these [0..m-1], of which b is NULL where it is infinite; NULL: it is infinite. The
 * search is short if `near`, a number from 0 up to the value, is near it. */
const struct sp_rational *lp7_exact(struct sp_q_pool *, double near, int m,
                                    struct sp_rational *const *alpha, struct sp_rational *const *s,
                                    struct sp_rational *const *b);

/* Linear program (7) of RR-6005: a divisible load redistributed on a switch. */
#pragma once

#include <starport/instance.h>

/* Its value for alpha = L, s = 1/w, b = 1/c: a lower bound on the makespan of the redistribution of
 * tasks, with any number of ports. The nearest double; of more than SP_Q_MOST_TERMS workers one
 * near it. O(m log m), and sums of m fractions. INFINITY if there is load and no worker computes.
 */
double lp7(const struct sp_instance *);

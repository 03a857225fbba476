/* The exact optimum of a small bag with bounded buffers. */
#pragma once

#include <starport/schedule.h>

/* Searches all orders of sending by branch and bound, visiting at most node_limit nodes. *best: a
 * plan to improve (from a heuristic), or an empty schedule; on return the best plan found, with
 * `planned` = *makespan, its makespan. *lower_bound: proven, at most *makespan, and equal to it iff
 * *proven. Returns SP_OK, or SP_CANNOT (nothing changed) if the problem is not a bag of finitely
 * many tasks without deadline, sent one at a time, that some worker can compute. */
int sp_optimum_bag(const struct sp_instance *, long node_limit, struct sp_schedule *best,
                   double *makespan, double *lower_bound, bool *proven);

/* The exact optimum of a small instance. */
#pragma once

#include <starport/schedule.h>

/* Searches all plans, including relays, by branch and bound, visiting at most node_limit nodes.
 * *best: a plan to improve (from a heuristic), or an empty schedule; on return the best plan found,
 * with `planned` = *makespan, its makespan; INFINITY if no plan is known, which is only possible if
 * a worker with tasks cannot compute. *lower_bound: proven, at most *makespan, and equal to it iff
 * *proven. Returns SP_OK, or SP_CANNOT (nothing changed) if the problem is not a redistribution
 * without deadline over a master with one port each way. */
int sp_optimum_redistribution(const struct sp_instance *, long node_limit, struct sp_schedule *best,
                              double *makespan, double *lower_bound, bool *proven);
/* The same for a redistribution or a bag (bag.h). */
int sp_optimum(const struct sp_instance *, long node_limit, struct sp_schedule *best,
               double *makespan, double *lower_bound, bool *proven);

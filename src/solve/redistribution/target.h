/* The target makespans of the bisection: how many tasks each sender must send. */
#pragma once

#include <starport/redistribution.h>

/* Prepares a target in memory of the context; target_set() comes next. */
void target_init(struct sp_target *, struct sp_context *, const struct sp_redistribution *);
/* Sets M and counts the tasks that each sender must send to end by M; false if the senders' test
 * refuses M. With Lsend = 0 the empty plan ends by M. */
bool target_set(struct sp_target *, double M, enum sp_senders);

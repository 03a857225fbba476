/* The tasks of a bag by deadline: latest_most for many T, where the port is just saturated. */
#pragma once

#include "base/min_queue.h"
#include "solve/bag/latest.h"

struct deadlines {
  double T; /* the tasks that may be in time by T are listed */
  long tasks;
  struct task *task;         /* by deadline */
  long *count;               /* [0..m-1] accepted tasks by rank in l->by_c */
  struct min_queue accepted; /* ranks with accepted tasks, the last first */
};

void deadlines_init(struct deadlines *, const struct latest *);
void deadlines_clear(struct deadlines *);
/* Lists the tasks, up to N of each worker, that may be in time by T; keeps a list for a greater T.
 * False if they are too many. */
bool deadlines_list(struct deadlines *, const struct latest *, double T, double N);
/* As latest_most, for the list of T or more. */
double deadlines_most(struct deadlines *, struct latest *, double T, double N);

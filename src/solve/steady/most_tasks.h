/* The most tasks that can be done on a graph by a date T, their results returned if they return,
 * the problem that the paper's conclusion leaves open: an upper bound for every schedule, and the
 * optimum of small graphs. Both are of a graph whose costs do not change; latencies, places and
 * buses are not looked at, and make no schedule better. */
#pragma once

#include "solve/steady/steady.h"

/* No schedule does more tasks than *most by that date. steady: the solution of the graph.
 * SP_OK, or SP_CANNOT or SP_BAD_INPUT with the reason. */
int sp_most_tasks_bound(const struct sp_graph *, const struct sp_steady *, struct sp_num date,
                        double *most, struct sp_error *);

struct sp_most_tasks {
  double tasks;  /* some schedule computes so many */
  bool proven;   /* and none more */
  long expanded; /* states */
};
/* Searches the schedules of a graph with one port for each direction, fractions as costs and
 * neither latency, places nor buses; ends when it has found `bound` tasks, has seen all, or has
 * expanded `limit` states (0: a default). SP_OK, or SP_BAD_INPUT or SP_CANNOT with the reason. */
int sp_most_tasks_search(const struct sp_graph *, struct sp_num date, double bound, long limit,
                         struct sp_most_tasks *, struct sp_error *);

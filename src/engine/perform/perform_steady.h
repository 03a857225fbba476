/* Executes the steady state until a date: the schedule of Proposition 3, its periods without a
 * start-up, or an on-line strategy. */
#pragma once

#include "engine/perform/perform.h"
#include "model/hops.h"
#include "solve/steady/steady.h"

enum sp_strategy {
  SP_PERIODIC, /* start-up, periods, clean-up (sp_steady_period_build) */
  SP_ON_LINE,  /* bandwidth-centric on a tree: every node keeps its own processor busy, then serves
                  the child with the least c among those with a free place; results leave when
                  many wait, else after tasks */
  SP_EARLY,    /* the periods from date 0 on, each hop as soon as it can, cut at the date */
};

struct sp_steady_run {
  enum sp_strategy strategy;
  double time; /* K, the date of the end */
  long places; /* on line: tasks that a node can hold; >= 1 */
  bool tree;   /* on line: if the graph is not a tree, use its best spanning tree */
  enum sp_engine engine;
  const struct sp_conditions *conditions;
};

struct sp_steady_executed {
  struct sp_result result; /* done: tasks whose computation ended by the date */
  double formula;          /* periodic: the tasks of sp_steady_period_done_by; else NAN */
  double ratio;            /* done / (time * throughput) */
  long periods;            /* periodic: executed, after the start-up */
};

/* Executes; *trace may be NULL. SP_OK (result.status says how it went), or SP_BAD_INPUT or
 * SP_CANNOT with the reason if it cannot begin: the graph is not a tree, no period is known, the
 * schedule interrupts messages, ... */
int sp_perform_steady(const struct sp_graph *, const struct sp_steady *,
                      const struct sp_steady_period *, const struct sp_steady_run *,
                      struct sp_steady_executed *, struct sp_trace *trace, struct sp_error *);

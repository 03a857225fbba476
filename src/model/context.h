/* The inside of a run's context, and what the drivers of heuristics (engine/plan.c, the engines'
 * callers) share about it. Heuristics see only <starport/heuristic.h>. */
#ifndef SP_MODEL_CONTEXT_H
#define SP_MODEL_CONTEXT_H

#include <starport/starport.h>

struct sp_context {
  const struct sp_registry *registry;
  uint64_t seed;
  uint64_t stream; /* hash of the instance's numbers and the method */
  uint64_t draws;  /* taken so far */
  int depth;       /* of sp_plan_with within sp_plan_with */
  struct arena_block *blocks;
  char reason[256];
};

/* Refuses, in words, an instance whose problem is not the heuristic's: 0, or -1 with the reason in
 * the context. To be asked before plan() or start(). */
int sp_check_problem(struct sp_context *, const struct sp_heuristic *, const struct sp_instance *);

#endif

/* The exact optimum of a small instance. */
#pragma once

#include "method/context.h"
#include "solve/redistribution/redistribution.h"

#include <starport/optimal.h>

/* Searches all plans of a redistribution, including relays, or all orders of sending of a bag, by
 * branch and bound, visiting at most node_limit nodes. *best: a plan to improve (from a heuristic),
 * or an empty schedule; on return the best plan found, with `planned` = *makespan, its makespan;
 * INFINITY if no plan is known, which is only possible if a worker with tasks cannot compute.
 * *lower_bound: proven, at most *makespan, and equal to it iff *proven. Returns SP_OK, or SP_CANNOT
 * (nothing changed) if the problem is not a redistribution or a finite bag, without deadline, over
 * a master with one port each way, with a worker that computes, on a star that does not change. */
int sp_optimum(const struct sp_instance *, long node_limit, struct sp_schedule *best,
               double *makespan, double *lower_bound, bool *proven);

/* As sp_optimum, with memory of the context. */
int optimum_in(struct sp_context *, const struct sp_instance *, long node_limit,
               struct sp_schedule *best, double *makespan, double *lower_bound, bool *proven);
/* Is there a plan that ends by T? *best: empty, the plan if one is found. *nodes: may be visited;
 * those left. For instances that sp_optimum serves. */
enum found { FOUND_NONE, FOUND, FOUND_UNKNOWN };
enum found optimum_within(struct sp_context *, const struct sp_instance *, double T, long *nodes,
                          struct sp_schedule *best);
bool optimum_serves(const struct sp_instance *);
/* The most tasks of a bag or a redistribution by its deadline; as sp_optimal (by_deadline.c). */
int optimum_by_deadline(struct sp_context *, const struct sp_instance *, struct sp_optimal *,
                        struct sp_schedule *best);

/* A bag whose tasks arrive or whose results return, or an objective other than the makespan; as
 * sp_optimal (release.c). */
int optimum_release(struct sp_context *, const struct sp_instance *, struct sp_optimal *,
                    struct sp_schedule *best);

/* A search: what sp_optimum gives it and what it changes. */
struct optimum {
  struct sp_context *cx;
  const struct sp_redistribution *p;
  bool exact;      /* times are integers, also their sums over all tasks */
  long limit;      /* of the nodes */
  long nodes;      /* left */
  double makespan; /* of the best plan, in the units of p */
  double enough;   /* a plan of less is not improved */
  struct sp_schedule *best;
};
/* Counts a node; false if none is left, or the search is to stop. */
static inline bool optimum_visit(struct optimum *o)
{
  if (o->nodes <= 0 || o->makespan < o->enough)
    return false;
  if (--o->nodes % 1024 == 0) {
    sp_context_visited(o->cx, o->limit - o->nodes);
    o->nodes = is_stopped(o->cx->stop) ? 0 : o->nodes;
  }
  return true;
}
/* Replace the best plan if there is a better one; they have searched all iff nodes are left. */
void optimum_redistribution(struct optimum *);
void optimum_bag(struct optimum *);

/* The states that a search has visited, so that a state no better than an earlier one is skipped.
 */
struct dominance {
  size_t keys, dates; /* numbers in a state */
  size_t buckets;     /* each of DOMINANCE_WAYS lines */
  double *state;      /* set by the caller: keys >= 0, the first one > 0, then dates */
  double *line;
  size_t next; /* the line of a full bucket that is replaced */
};
enum { DOMINANCE_WAYS = 32 };

/* For at most `nodes` states; at most about 64 MiB, which are not touched before they are needed.
 */
struct dominance dominance_new(struct sp_context *, size_t keys, size_t dates, long nodes);
/* True if a state with the keys of d->state and no later date is stored. If not, d->state is
 * stored, and replaces one that it dominates, or any if there is no room. */
bool dominance_known(struct dominance *d);

/* Proven optimal plans: the exact searches of `starport optimal` and of the method `optimal`. */
#ifndef STARPORT_OPTIMAL_H
#define STARPORT_OPTIMAL_H

#include <starport/heuristic.h>

SP_BEGIN_DECLS

/* What is least: the end of the last task, the longest time from the arrival of a task to its end,
 * or the sum of these times; the same with the time of each task multiplied by its weight. */
enum sp_objective {
  SP_MAKESPAN,
  SP_MAX_FLOW,
  SP_SUM_FLOW,
  SP_MAX_WEIGHTED_FLOW,
  SP_SUM_WEIGHTED_FLOW
};

/* The question to a search and its answer. Each search is a branch and bound that starts from the
 * best plan of a few heuristics and stops after a number of nodes, never by time. */
struct sp_optimal {
  enum sp_objective objective; /* of a bag; else SP_MAKESPAN */
  long nodes;                  /* most nodes to visit, >= 1 */
  long messages; /* divisible load: most messages, >= 1; 0: any number. Answer: set to the longest n
                    <= 12 with p^n <= 100000, for the p workers that can compute anything, if any
                    number cannot be searched: an S is 0 or very short, or chunks are limited */
  double value;  /* answer: objective of the plan; divisible load by a deadline: its load */
  double bound;  /* answer: no plan at all is better; equal to value iff proven */
  bool proven;   /* answer: the plan is the best of all */
  bool searched; /* answer: it is the best of those of at most `messages` messages */
  bool infimum;  /* answer: divisible load without latencies: more messages come as close to `bound`
                    as one likes, and none reaches it */
};

/* Finds the best plan, in the empty schedule *best.
 * - Redistribution: over all plans, also those in which a worker both sends and receives.
 * - Bag: over all orders of sending, with the places of the workers. Tasks are sent in the order in
 *   which they arrive, as the model has it.
 * - Divisible load, with a load or a deadline: over the sequences of at most `messages` messages.
 * It is proven only if the bound of the search excludes all longer ones. Values are distinguished
 * down to 2^-41 relative (redistribution), 2^-45 (bag; 1e-12 with dates of arrival or results),
 * 1e-12 (divisible; 1e-9 if messages are limited). Returns 0, or -1 with the reason in the context
 * for other problems, several ports, a deadline with tasks, or a run on a star that changes over
 * time. */
int sp_optimal(struct sp_context *, const struct sp_instance *, struct sp_optimal *,
               struct sp_schedule *best);

SP_END_DECLS

#endif

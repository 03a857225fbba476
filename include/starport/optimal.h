/* Plans with proof: the exact searches behind `starport optimal` and the method `optimal`. */
#ifndef STARPORT_OPTIMAL_H
#define STARPORT_OPTIMAL_H

#include <starport/heuristic.h>

SP_BEGIN_DECLS

/* What is asked of a search and what it answers. Each is a branch and bound that starts from the
 * best plan of a few heuristics and stops on its number of nodes, never on time. */
struct sp_optimal {
  long nodes;    /* nodes to visit at most, >= 1 */
  long messages; /* divisible load: messages at most, >= 1; 0: answered by what was chosen, the
                    longest n <= 12 with p^n <= 100000 for the p workers that can do anything */
  double value;  /* answer: makespan of the plan; divisible load by a deadline: its load */
  double bound;  /* answer: no plan in question is better; equal to value iff proven */
  bool proven;   /* answer: the plan is the best of those in question */
  bool all;      /* answer: all plans are in question, not those of so many messages alone */
};

/* The best plan found, into the empty schedule *best.
 * - Redistribution: over all plans, those too in which a worker both sends and receives.
 * - Bag: over all orders of sending, with the places of the workers.
 * - Divisible load, with a load or a deadline: over all sequences of at most `messages` messages;
 *   the bound then is one for these sequences.
 * Real numbers are told apart down to 2^-41 of the value (redistribution), 2^-45 (bag), 1e-12
 * (divisible; 1e-9 where messages are limited). Refuses, in words, what cannot be searched: other
 * problems, several ports, a deadline with tasks. Returns 0 or -1. */
int sp_optimal(struct sp_context *, const struct sp_instance *, struct sp_optimal *,
               struct sp_schedule *best);

SP_END_DECLS

#endif

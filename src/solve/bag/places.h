/* The steady state of a star whose workers have bounded places (RR-5196, Definitions 4 and 9): the
 * greatest throughput of any endless schedule, periodic or not, exactly. The master sends one
 * message at a time and computes nothing. */
#pragma once

#include "solve/lp/rational.h"

#include <starport/heuristic.h>

struct sp_star_limits { /* {0} is none */
  long messages;        /* > 0: the best of the cycles of at most so many messages (Definition 5) */
  long states;          /* > 0: larger graphs count as too large */
};

struct sp_star_cycle {
  struct sp_rational *throughput; /* tasks per unit of time; of the pool */
  long length;                    /* messages of the cycle */
  int *target;                    /* [0..length-1] their workers, from 1; owned */
  long states, moves;             /* of the graph */
  bool complete;                  /* the graph had all moves, since the cycles are limited */
  bool proven;                    /* potentials show that no cycle is better */
  struct sp_q_pool pool;
};

/* Refuses (SP_BAD_INPUT) stars that have no steady state: of other problems than bags, or with a
 * deadline, profiles, sizes or arrivals. */
int sp_check_steady_star(const struct sp_instance *, struct sp_error *);

/* The best cycle of a checked bag without profiles or deadline whose places are bounded; the number
 * of tasks is not looked at, workers with w infinite get none. Executed from empty workers, each
 * message as soon as it can start, the repeated cycle is never later than in its steady state.
 * The caller clears *cycle. SP_OK;
 * SP_BAD_INPUT: no such star; SP_CANNOT: the graph is too large, or has no such cycle. */
int sp_star_cycle_solve(const struct sp_instance *, struct sp_star_limits, struct sp_star_cycle *,
                        struct sp_error *);
void sp_star_cycle_clear(struct sp_star_cycle *);

/* Writes the targets of a good period of a bag into target; returns how many, 0 if no worker
 * computes: the best cycle if the graph has at most so many states, else what a local search finds
 * (places_search.c). A deadline and profiles are not looked at. */
enum { SP_PERIOD_LENGTH = 256 };
int sp_star_period(struct sp_context *, const struct sp_instance *, long states,
                   int target[SP_PERIOD_LENGTH]);

/* Where results return: the greatest rate of any endless schedule is that of a mixture of cycles,
 * one or two, each repeated for its share of the time; a share of idle time can be left. */
struct sp_star_mixture {
  struct sp_rational *throughput; /* results per unit of time; of the pool */
  int n;
  struct sp_star_cycle cycle[2];
  struct sp_rational *share[2];
  bool proven; /* potentials show that no mixture is better */
  struct sp_q_pool pool;
};
/* As sp_star_cycle_solve (places_results.c). SP_BAD_INPUT, too, if the results need more than a
 * port of their own: half duplex, several ports, or places that wait for them. The caller clears.
 */
int sp_star_mixture_solve(const struct sp_instance *, struct sp_star_mixture *, struct sp_error *);
void sp_star_mixture_clear(struct sp_star_mixture *);

struct sp_fewest_places {
  long *places;  /* [0..m] of the workers 1..m; 0: the worker is not needed; owned */
  long by_bound; /* vectors of places refuted by the bound on their rate, */
  long by_cycle; /* and by the best cycle of their graph */
};
/* The least number of places, in sum, with which the star reaches the rate that it has without
 * limits of places (Definition 3), and the cycle that does (places_fewest.c). The places of the
 * instance are not looked at. As sp_star_cycle_solve, and SP_CANNOT, too, if too many vectors would
 * be tried; the caller frees places and clears *cycle. */
int sp_star_fewest_places(struct sp_context *, const struct sp_instance *,
                          struct sp_fewest_places *, struct sp_star_cycle *, struct sp_error *);

/* ---- The graph of the states at the dates when the port is free (places_states.c). */

struct places_worker {
  int number;   /* in the instance */
  int32_t c, w; /* c + S and w, as whole numbers of units of 1/scale */
  int32_t d;    /* d + S, 0 where no result returns */
  int32_t full; /* (b - 1) w: with more work than this it has no free place */
  bool alike;   /* same costs and places as the worker before */
  int64_t gain; /* of a message: 1 unless it is changed; >= 0 */
};

struct places_graph {
  int p;                        /* workers that compute */
  struct places_worker *worker; /* [0..p-1] alike ones side by side */
  int64_t scale;                /* > 0 */
  int32_t n;                    /* states; 0 is that of empty workers */
  long moves;                   /* in all */
  int32_t *work;                /* [n][p] time until a worker has computed all that it holds */
  int32_t *to;                  /* [n][p] the state after a message to it; -1: no move */
  int32_t *slot;                /* of the hash table of states: -1 or a state */
  size_t slots;                 /* a power of 2 */
  int64_t *d;                   /* [n] the potentials of the best cycle */
};

/* All states that are reached from empty workers; complete: with all their moves, else without
 * those that no best cycle needs, and no results. As sp_star_cycle_solve; the caller clears. */
int places_graph_build(const struct sp_instance *, bool complete, long most_states,
                       struct places_graph *, struct sp_error *);
void places_graph_clear(struct places_graph *);
/* The time from state u until a message to worker i, sent as soon as it has a place, has arrived.
 */
static inline int32_t places_time(const struct places_graph *g, int32_t u, int i)
{
  int32_t wait = g->work[(size_t)u * (size_t)g->p + (size_t)i] - g->worker[i].full;
  return (wait > 0 ? wait : 0) + g->worker[i].c;
}
/* work[0..p-1] becomes the state after a message to worker i; who, NULL or [0..p-1], is sorted
 * along with it. */
void places_step(const struct places_graph *, int32_t *work, int i, int *who);

/* ---- Its best cycles. */

struct places_cycle {
  int64_t P, Q;  /* time and messages */
  int64_t gain;  /* of the messages, the sum of their workers' gains */
  int32_t start; /* its first state */
  int32_t *move; /* [Q] the indices of the workers; owned */
};

/* The cycle of most gain per unit of time; without messages if all gains are 0. Sets the
 * potentials; true: they prove it (places.c). */
bool places_best_cycle(struct places_graph *, struct places_cycle *best);
/* Writes the workers of the cycle into an empty answer, with its rate. */
void places_name_cycle(const struct places_graph *, const struct places_cycle *,
                       struct sp_star_cycle *);
/* *best, of which the graph has the potentials, becomes the best cycle of at most so many moves in
 * a complete graph (places_layers.c). SP_OK or SP_CANNOT. */
int places_best_period(const struct places_graph *, long most, struct places_cycle *best,
                       struct sp_error *);

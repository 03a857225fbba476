/* Searches for the activation sequence of a divisible load: the worker of each message. They
 * minimise a COST: the time T if the load is given, minus the load if the deadline is given.
 *
 * The linear system of a sequence is solved from its last message to its first. So each suffix is
 * solved on the way, and adding a message in front of a solved sequence costs O(1). */
#pragma once

#include "solve/divisible/divisible.h"

/* A worker of the searches: start-up, time per unit on its link, 1/w. */
struct sp_activation_line {
  double S, c, rate;
};

struct sp_activation {
  const struct sp_instance *in;
  bool by_deadline;
  bool limited;   /* some limit is less than a message could carry, or a worker hold */
  double W, T;    /* load and deadline; INFINITY: not given */
  int p, *worker; /* [0..p-1] the workers that can compute anything, increasing */
  int *twin;      /* [0..p-1] the place of an equal worker before, -1: none known */
  struct sp_activation_line *line; /* [0..m] by worker */
  struct sp_affine *later;         /* [0..m] D at its next message, -x at its last; memory of the
                                      sweeps; affine in x = T - (end of the last message) */
};

/* Reads the instance. NULL with the reason in the context for several emissions at once. p = 0:
 * there is nothing to do, since W = 0 or no message arrives by T. */
struct sp_activation *sp_activation_new(struct sp_context *, const struct sp_instance *);

/* The cost of a sequence of this length and load, and its x, which is >= 0 if it can be solved. */
double sp_activation_cost_of(const struct sp_activation *, struct sp_affine D,
                             struct sp_affine load, double *x);
/* The least cost of all suffixes of the sequence by the linear system; *first is the first message
 * of the best suffix. INFINITY if no suffix can be solved, or n = 0. Chunk limits are ignored.
 * O(n + p), without allocation. */
double sp_activation_cost(const struct sp_activation *, long n, const int *sequence, long *first);

/* The least cost of the sequence with chunk limits, by sp_best_chunks, which drops messages that
 * are not worth it. INFINITY: it cannot carry the load. */
double sp_activation_chunks_cost(struct sp_context *, const struct sp_activation *, long *n,
                                 int *sequence);

/* A start sequence of at most `most` messages (room: most): of sa, if `searched`, else of
 * periodic-optimized, or of other heuristics if that refuses. Of its last `most` messages the
 * suffix of least cost is kept, or one message to the best worker if that costs less. If chunk
 * limits bind: none if `searched`, since a start costs more than the search, else the best of
 * periodic-optimized and the X-first heuristics of up to 10 rounds. Returns its length, >= 1; 0 if
 * none is known, which is only possible with limits. */
long sp_activation_start(struct sp_context *, const struct sp_activation *, bool searched,
                         long most, int *sequence);

/* The schedule of a sequence without its empty messages: by the linear system if its solution is
 * certified to be the optimum (or if there are more than SP_ACTIVATION_POLISH messages and it has a
 * solution), else by linear programming. n = 0: the empty schedule. Returns 0, or -1 with the
 * reason in the context. */
enum { SP_ACTIVATION_POLISH = 120 };
/* The greatest depth of a search of sequences of any number of messages. */
enum { SP_ACTIVATION_LONGEST = 4096 };
int sp_activation_plan(struct sp_context *, const struct sp_activation *, long n,
                       const int *sequence, struct sp_schedule *out);

/* The question to an exact search and its answer. */
struct sp_activation_search {
  long most;     /* most messages; 0: any number (needs all S > 0) */
  bool once;     /* one round: each worker at most once; `most` is p, no chunk limit binds */
  long limit;    /* most nodes */
  long nodes;    /* answer: nodes visited */
  double bound;  /* answer: no sequence of at most `most` messages costs less */
  double beyond; /* answer: no sequence of any number of messages costs less */
  bool proven;   /* answer: the sequence is the best of at most `most` messages */
};

/* Branch and bound over the sequences, from their ends. sequence[0..*n-1] is the start (*n = 0:
 * none), replaced by the best found. Room: `most`, or sp_activation_room. Chunk limits that bind
 * need a linear programme a node (which counts as 100 nodes). Returns 0, or -1 with the reason if
 * GLPK fails or no sequence is found. */
int sp_activation_search(struct sp_context *, const struct sp_activation *,
                         struct sp_activation_search *, int *sequence, long *n);
/* The part of it for an instance that is `limited`. */
int sp_activation_search_limited(struct sp_context *, const struct sp_activation *,
                                 struct sp_activation_search *, int *sequence, long *n);

/* The length of the longest sequence that can be better than one of this cost, since each message
 * pays its S; and if all c are 0 a second message to a worker gains nothing. INFINITY if it is not
 * known: an S is 0. */
double sp_activation_room(const struct sp_activation *, double cost);

/* The most messages of a search by default, for p workers: the longest n <= 12 with
 * p^n <= 100000. */
long sp_activation_messages(int p);
/* Refuses the result of a search that is not proven, with its nodes and its bound; returns -1. */
int sp_activation_unproven(struct sp_context *, const struct sp_activation *,
                           const struct sp_activation_search *);

/* The same search by the mixed integer programme (11), for `most` >= 1 messages. On success the
 * sequence is that of the programme's solution; *n = 0 if it found none. */
int sp_activation_milp(struct sp_context *, const struct sp_activation *,
                       struct sp_activation_search *, int *sequence, long *n);

/* The most load of one message to worker i: the least of W, its limit, and what it computes by
 * `time`. */
double sp_activation_most(const struct sp_activation *, int i, double time);

/* The weights of the relaxation behind the bounds: at a price y of a unit of port time, the value
 * of a unit of worker i's time is z_i/w_i with z_i = max(0, 1 - y c_i), and the loads l of any
 * schedule satisfy sum l_i <= y (port time of the l_i) + sum z_i l_i. rho = y + sum z_i/w_i. Useful
 * prices are 0 and each 1/c_i. */
struct sp_activation_price {
  double y, rho;
  double *value; /* [0..p-1] z_i/w_i, by place in worker[] */
};
/* The price y, with its values in the caller's value[0..p-1]. */
struct sp_activation_price sp_activation_price_at(const struct sp_activation *, double y,
                                                  double *value);
/* The useful prices, at most p + 1 and at most `most`, always with the one that is tightest for
 * long schedules; *n is their number. */
struct sp_activation_price *sp_activation_prices(struct sp_context *, const struct sp_activation *,
                                                 int most, int *n);

/* Searching for the activation sequence of a divisible load: which worker each message goes to.
 * Both directions as in divisible.h; here both are a COST to be made small: the time T where the
 * load is given, minus the load where the deadline is given.
 *
 * The linear system of a sequence is solved from its last message to its first, so each suffix of a
 * sequence is solved on the way, and putting a message in front of a solved sequence costs O(1). */
#ifndef STARPORT_ACTIVATION_H
#define STARPORT_ACTIVATION_H

#include <starport/divisible.h>

SP_BEGIN_DECLS

/* constant + coefficient x, x = T - (end of the last message). */
struct sp_affine {
  double constant, coefficient;
};

/* A worker as the searches read it: start-up, time per unit on its link, 1/w. */
struct sp_activation_line {
  double S, c, rate;
};

struct sp_activation {
  const struct sp_instance *in;
  bool by_deadline;
  bool limited;   /* some chunk limit is less than one message could carry */
  double W, T;    /* load and deadline, INFINITY where not given */
  int p, *worker; /* [0..p-1] those that can do anything, increasing */
  int *twin;      /* [0..p-1] the place of an equal worker before, -1: none known */
  struct sp_activation_line *line; /* [0..m] by worker */
  struct sp_affine *later;         /* [0..m] D at the message that comes next, -x at the last */
};

/* Reads the instance. Refuses (NULL, told in the context) several emissions at once, and a load
 * that nobody can compute. p = 0: nothing can be done, and nothing is to be: W = 0, or no message
 * arrives by T. */
struct sp_activation *sp_activation_new(struct sp_context *, const struct sp_instance *);

/* The least cost of the sequence and of those that are left when its first messages are dropped,
 * by the linear system; *first is the first message kept. INFINITY if none of them can be solved
 * (n = 0). Chunk limits are not looked at. O(n + p), nothing is allocated. */
double sp_activation_cost(const struct sp_activation *, long n, const int *sequence, long *first);

/* A sequence to improve on, of at most `most` messages (room: most): that of sa, if it is
 * `searched` for, else of periodic-optimized, or of what is next in line where that refuses; of the
 * last `most` messages the suffix that costs least; or one message to the best worker if that costs
 * less. Returns its length, >= 1. */
long sp_activation_start(struct sp_context *, const struct sp_activation *, bool searched,
                         long most, int *sequence);

/* The schedule of a sequence, without the messages that carry nothing: by the linear system where
 * that is certified to be the best (or where there are more than SP_ACTIVATION_POLISH messages and
 * it has a solution), else by linear programming. n = 0: the empty schedule, which takes no time.
 * Returns 0, or -1, told in the context. */
enum { SP_ACTIVATION_POLISH = 120 };
int sp_activation_plan(struct sp_context *, const struct sp_activation *, long n,
                       const int *sequence, struct sp_schedule *out);

/* What the exact searches are asked and what they answer. */
struct sp_activation_search {
  long most;    /* messages at most; 0: any number (needs all S > 0) */
  long limit;   /* nodes at most */
  long nodes;   /* answer: nodes visited */
  double bound; /* answer: no sequence in question costs less */
  bool proven;  /* answer: the sequence is the best of those in question */
};

/* Branch and bound over the sequences, from their ends. sequence[0..*n-1] is one to improve on
 * (*n = 0: none is known), replaced by the best found. Room: `most`, or sp_activation_room. Chunk
 * limits, where they bind, are honoured by a linear programme a node (which counts as 100). Returns
 * 0; -1 with the reason where GLPK fails, or where no sequence is found. */
int sp_activation_search(struct sp_context *, const struct sp_activation *,
                         struct sp_activation_search *, int *sequence, long *n);

/* The longest sequence that can be better than one of this cost: each message pays its S. INFINITY
 * if an S is 0. */
double sp_activation_room(const struct sp_activation *, double cost);

/* The number of messages that a search looks at by default, for p workers: the longest n <= 12 with
 * p^n <= 100000. */
long sp_activation_messages(int p);
/* Refuses the result of a search that is not proven, with its nodes and its bound; returns -1. */
int sp_activation_unproven(struct sp_context *, const struct sp_activation *,
                           const struct sp_activation_search *);

/* The same by the mixed integer programme (11), `most` >= 1 messages. On success the sequence is
 * that of the programme's solution; *n = 0 if it found none. */
int sp_activation_milp(struct sp_context *, const struct sp_activation *,
                       struct sp_activation_search *, int *sequence, long *n);

/* What one message to worker i can carry at most: W, its limit, what it computes by `time`. */
double sp_activation_most(const struct sp_activation *, int i, double time);

/* The weights of the relaxation behind the bounds: for a price y of a unit of port time, a unit of
 * worker i's time is worth z_i/w_i with z_i = max(0, 1 - y c_i), and the loads l of any schedule
 * obey sum l_i <= y (port time of the l_i) + sum z_i l_i. rho = y + sum z_i/w_i. Prices worth
 * trying: 0 and each 1/c_i. */
struct sp_activation_price {
  double y, rho;
  double *value; /* [0..p-1] z_i/w_i, by place in worker[] */
};
/* At y; value: room for p numbers, which stay the caller's. */
struct sp_activation_price sp_activation_price_at(const struct sp_activation *, double y,
                                                  double *value);
/* All of those worth trying, at most p + 1 and at most `most`, of which the tightest for long
 * schedules is one always; *n is how many. */
struct sp_activation_price *sp_activation_prices(struct sp_context *, const struct sp_activation *,
                                                 int most, int *n);

SP_END_DECLS

#endif

/* One round of a divisible load whose results return: each worker gets at most one message and
 * sends at most one back. Notation as in instance.h; D_i = S_i if the result of worker i returns,
 * else D_i = d_i = 0. s1 is the order of the messages, s2 that of the results.
 *
 * Executed as soon as possible, with all messages before the results if the duplex is half, chunks
 * a of these orders end at the least T with, for each worker i that is used,
 *
 *   sum_{j before or at i in s1} (S_j + c_j a_j) + w_i a_i + sum_{j at or after i in s2}
 *     (D_j + d_j a_j) <= T
 *   half duplex: sum_j (S_j + c_j a_j + D_j + d_j a_j) <= T
 *
 * since a date is the length of a longest chain. With half duplex nothing is lost: a result that
 * ends just before a message starts can change places with it. So a_i = T x_i, where x solves a
 * packing programme (solve/lp/packing.h): with s_i the start-ups of row i and A x its other terms
 *
 *   load W:      max sum x, (A x)_i + s_i/W sum x <= 1 ;  T = W / max, the GAIN is max
 *   deadline T:  max sum a, (A a)_i <= T - s_i         ;  the gain is the load
 *
 * A worker that is used pays its start-ups, however little it gets; one that is not has no place in
 * the orders.
 *
 * Sources: Beaumont, Marchal, Robert, HiPC 2005 (one-port, without start-ups); Ghatpande,
 * Nakazato, Watanabe, Beaumont, IEICE Trans. Commun. E91-B(8), 2008. */
#pragma once

#include <starport/heuristic.h>

struct sp_round {
  const struct sp_instance *in;
  bool by_deadline, half;
  bool start_ups; /* some S > 0: then a worker that gets nothing costs */
  double W, T;
  int p, *worker; /* [0..p-1] those that compute, by (c, index) */
};

/* Orders of the workers that are used. */
struct sp_orders {
  int n, *send;      /* s1: [0..n-1] */
  int n_back, *back; /* s2: [0..n_back-1] those of them whose results return */
  double gain;       /* -1: not possible by the deadline */
};

/* How the order of results follows from that of messages. */
enum sp_tie { SP_TIE_NONE, SP_TIE_FIFO, SP_TIE_LIFO };

/* Reads an instance with a load or a deadline; NULL with the reason: chunk limits, or several
 * ports.
 */
const struct sp_round *sp_round_new(struct sp_context *, const struct sp_instance *);
/* Orders with room for all workers; empty. */
struct sp_orders sp_orders_new(struct sp_context *, const struct sp_round *);
void sp_orders_copy(struct sp_orders *, const struct sp_orders *);
/* Sets the order of results that follows from that of messages. */
void sp_orders_tie(const struct sp_round *, enum sp_tie, struct sp_orders *);

/* The programme of orders that may be known in part, for n workers. Ranks are those of a search
 * that builds s1 from its last message and s2 from its first result: i is sent before those of
 * lower send_rank, and its result comes after those of lower back_rank. Workers of equal rank are
 * in an order that is not known; then what they wait for of each other is left out, and the gain is
 * an upper bound. */
struct sp_round_lp {
  const struct sp_round *round;
  int n, *member; /* [0..n-1] workers */
  int *send_rank, *back_rank;
  struct sp_packing *lp;
};
struct sp_round_lp sp_round_lp_new(struct sp_context *, const struct sp_round *);
double sp_round_lp_gain(struct sp_round_lp *);

/* Sets the gain of complete orders; the programme is scratch. chunk (may be NULL): [0..n-1] those
 * of send. */
void sp_orders_value(struct sp_round_lp *, struct sp_orders *, double *chunk);
/* The schedule of the orders without empty messages. */
void sp_orders_plan(struct sp_context *, const struct sp_round *, const struct sp_orders *,
                    struct sp_schedule *out);

/* ---- Searches. *best is the start and the answer. */

/* Changes the orders (with a tie those of the messages) and who is used, so often at most. */
void sp_round_improve(struct sp_context *, const struct sp_round *, enum sp_tie, long evaluations,
                      struct sp_orders *best);
/* Leaves out workers while that helps, without changing the orders; those that get nothing, and
 * then so many trials at most. */
void sp_round_select(struct sp_context *, const struct sp_round *, enum sp_tie, long evaluations,
                     struct sp_orders *);

/* The most workers of the branch and bound. */
enum { SP_ROUND_SEARCHED = 12 };
/* Branch and bound with at most `nodes` programmes; for more workers than that it ends at once.
 * Returns the proven upper bound of the gain: that of *best, within 1e-9, if the search has ended.
 */
double sp_round_search(struct sp_context *, const struct sp_round *, enum sp_tie, long nodes,
                       struct sp_orders *best);

/* ---- The heuristics return-fifo, return-lifo, return-optimal and return-search. */

struct sp_round_options {
  int orders;       /* tried: enum sp_round_tried */
  int unproven;     /* 1: what is not proven is refused */
  long evaluations; /* of the local search, and as many to polish */
  long nodes;       /* programmes of the branch and bound */
};
enum sp_round_tried {
  SP_ROUND_ALL,    /* all orders and subsets, by branch and bound from the best of the search */
  SP_ROUND_SEARCH, /* those of a local search, from the best by c */
  SP_ROUND_BY_C    /* by c and by c descending, without the workers that do not help */
};
/* Tables of its members: all, `orders` first; `evaluations` alone. */
extern const struct sp_option sp_round_tied[], sp_round_local[];

/* Plans the best round that is found for the load or, if the instance has one, for its deadline.
 * 0, or -1 with the reason. */
int sp_round_plan(struct sp_context *, const struct sp_instance *, const struct sp_round_options *,
                  enum sp_tie, struct sp_schedule *out);
/* The function `plan` of a heuristic that does so with this tie. */
#define SP_ROUND_PLAN(symbol, tie)                                              \
  static int symbol##_plan(struct sp_context *cx, const struct sp_instance *in, \
                           const void *options, struct sp_schedule *out)        \
  {                                                                             \
    return sp_round_plan(cx, in, options, tie, out);                            \
  }
/* What these heuristics say of themselves, beside their names and sources. */
#define SP_ROUND_HEURISTIC(symbol, table)                                    \
  .abi = SP_ABI, .version = 1, .problems = SP_DIVISIBLE, .options = (table), \
  .options_size = sizeof(struct sp_round_options), .plan = symbol##_plan, .results = true

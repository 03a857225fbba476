/* What is scheduled on what: numbers as written, the star platform, the workload.
 *
 * Notation, everywhere in starport. Node 0 is the master, nodes 1..m are the workers; arrays over
 * nodes have m+1 elements, of which element 0 is unused unless a comment says otherwise.
 *   c_i  time per unit of load on the link master <-> worker i (one c serves both directions)
 *   S_i  latency: time each message over link i takes on top (0 in the papers' basic model)
 *   w_i  time per unit of computation on worker i (INFINITY: the worker only relays)
 *   b_i  places: units that worker i can hold, from the start of their reception to the end of
 *        their computation (LONG_MAX: unlimited); divisible load: units that one message to
 *        worker i may carry, in addition to the units that it holds
 *   L_i  units that worker i holds at date 0
 *   d_i  bag, divisible load: time per unit of a result on link i, from the worker to the master;
 *        a result of a units takes S_i + a d_i. 0: nothing returns
 *   o    bag: time that a worker takes before it computes the tasks of a message
 *   r_k  bag: date at which task k comes to the master; without dates all are there at 0
 * Units of time and load are free but consistent. */
#ifndef STARPORT_INSTANCE_H
#define STARPORT_INSTANCE_H

#include <starport/api.h>

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

SP_BEGIN_DECLS

/* A number as the user wrote it. Simulators read v; exact solvers read num/den where den != 0. */
struct sp_num {
  double v;    /* the double nearest to what was written; INFINITY for "inf" */
  int64_t num; /* exact value num/den in lowest terms, den > 0 */
  int64_t den; /* 0: not representable in 64 bits (or infinite): only v counts */
};

/* Exact value of an integer. */
struct sp_num sp_int(int64_t value);
/* The number that the double v is, exactly (dyadic rational) where 63 bits hold it. */
struct sp_num sp_double(double v);
/* Reads "3", "-2", "0.25", "1e-3", "5/8", "inf". Returns 0, or -1 if the whole text is not such a
 * number, and *out is unchanged. Refused are nan, hexadecimal floats, decimals too large for a
 * double, and fractions whose parts are not whole numbers of at most 63 bits. */
int sp_num_parse(const char *text, struct sp_num *out);
enum sp_problem {
  SP_REDISTRIBUTION = 1, /* initial loads at the workers, minimise the makespan (RR-6005) */
  SP_BAG = 2,            /* N tasks at the master, limits of places (RR-5196) */
  SP_DIVISIBLE = 4,      /* load W at the master, chunks of any size, latency per message */
  SP_IMBALANCE = 8,      /* transfers alone: worker i sends delta_i > 0 or receives -delta_i */
  SP_STEADY = 16,        /* steady state of a graph */
  SP_NETWORK = 32,       /* divisible load on a network */
};
/* "redistribution", "bag", "divisible", "imbalance", "steady", "network". */
const char *sp_problem_name(enum sp_problem);

/* How many messages a node can receive and send at once, and which of its activities overlap.
 * The one-port model with overlap is {1, 1, true, true, true}; INT_MAX ports: multi-port. */
struct sp_ports {
  int recv, send;
  bool recv_send, recv_work, send_work;
};

struct sp_node {
  char *name; /* host name; owned by the platform */
  struct sp_ports ports;
};

/* The nodes of a star. Its costs are in the arrays of the instance. */
struct sp_platform {
  int nodes;            /* m + 1 */
  struct sp_node *node; /* [0..m]; [0] is the master */
  char *file;           /* SimGrid XML this came from (the simgrid engine loads it), or NULL */
};

/* How a speed, a bandwidth, a latency or a state changes over time: a factor that is constant in
 * pieces. Piece k lasts from date[k] to date[k + 1]. After the last piece the profile begins again
 * (period finite: its pieces come again, each time by a period later) or stays as it is (period
 * infinite). It begins again with piece 0, or with piece 1: then piece 0, of factor 1, is at the
 * beginning alone, and the last piece lasts until the first change of the next round, as in
 * SimGrid. An activity ends at the date at which the integral of the factor, from its start on, is
 * the time that it takes at factor 1. n = 0: the factor is 1 at all dates. */
struct sp_profile {
  long n;         /* pieces */
  double *date;   /* [0..n-1] start of each; date[0] = 0, increasing; owned */
  double *factor; /* [0..n-1] finite, >= 0; owned */
  double period;  /* > date[n-1]; INFINITY: the last piece lasts for ever */
  long again;     /* the piece with which it begins again, 0 or 1, of n; 0 if it does not repeat */
  double *sum;    /* [0..n] of an instance's or graph's profile: the integral of the factor from
                     date[again] up to each piece (of one before, negative), and over a round
                     (INFINITY or NAN if it does not repeat, not used then); owned */
  double best;    /* with `sum`: the greatest factor of a round */
};

/* What of a star a profile changes. */
enum sp_changing {
  SP_SPEED,      /* of a worker: 1 / w_i times the factor */
  SP_BANDWIDTH,  /* of a link, in both directions: 1 / c_i times the factor */
  SP_HOST_STATE, /* of a worker: 1, it is up, or 0 */
  SP_LINK_STATE, /* of a link: the same */
  SP_LATENCY,    /* of a message: S_i times the factor at the date at which it starts */
  SP_CHANGING
};

struct sp_graph;
struct sp_network;
/* What the platform of an instance is. */
enum sp_instance_kind { SP_INSTANCE_STAR, SP_INSTANCE_GRAPH, SP_INSTANCE_NETWORK };

struct sp_instance {
  struct sp_platform platform;
  enum sp_problem problem;
  int m;                  /* workers, >= 1 */
  struct sp_num total;    /* tasks or load in all; v = INFINITY: as much as the deadline allows */
  struct sp_num deadline; /* v = INFINITY: none, minimise the makespan */
  struct sp_num *c, *w, *latency; /* [0..m] */
  struct sp_num *load;            /* [0..m]: L_i; for imbalance delta_i (> 0 sends, < 0 receives) */
  long *buffer;                   /* [0..m]: b_i, places */
  struct sp_num *memory;          /* [0..m]: units of a divisible load held at most */
  bool free_by_chunk;             /* they are freed at the end of their chunk, not one by one */
  struct sp_num *result;          /* [0..m]: d_i */
  bool hold_result;               /* a place is free once the result has left, not when computed */
  double *release; /* bag: [0..total-1] r_k, in order; NULL: all are there at date 0 */
  double *weights; /* where tasks arrive: [0..total-1], > 0, of their flows; NULL: all are 1 */
  bool known;      /* on-line rules know how many tasks are still to come */
  /* Bag: task k takes w_i sizes[k] on worker i, [0..total-1]; NULL: w_i. Divisible load: unit k,
   * the part of the load from k to k + 1, takes that, evenly. Heuristics do not see them; where
   * `told` they know their mean and standard deviation, else these are NAN for them. A worker takes
   * the overhead before it computes what a message has brought. The master learns that a worker is
   * idle after the time of a request. */
  double *sizes;
  bool chunks; /* lower bounds hold for messages of several tasks, too */
  bool told;
  double size_mean, size_sd;
  struct sp_num overhead, request;
  double task_bytes; /* bytes of one unit on a link: c_i = task_bytes/bandwidth_i */
  double task_flops; /* flops of one unit on a host: w_i = task_flops/speed_i */
  /* Not a star: of the fields above only problem and deadline have a meaning. All owned. */
  enum sp_instance_kind kind;
  struct sp_graph *graph;     /* of kind graph (steady state), with its masters */
  struct sp_network *network; /* of kind network */
  char *spec; /* the graph or network in the words of the command line, as they were given: part of
                 the keys of runs ("w=1,3 edges=1-2:2 master=1"; "chain n=5 z=1 r=.1") */
  /* Of a star, by enum sp_changing: NULL, nothing of that kind changes, or a profile for each
   * worker or its link, [0..m]. c, w and S are costs at factor 1. Owned. */
  struct sp_profile *profile[SP_CHANGING];
  struct sp_num timeout; /* time from a loss of work to the date at which the master notices it */
  bool lost_stay;        /* redistribution: tasks stay at a host that goes down (lost=stay) */
};

/* One line for the user about an error: where, what was read, what was expected. */
struct sp_error {
  char text[512];
};
/* Results of functions that can fail, and exit codes of the command line. */
enum sp_code { SP_OK = 0, SP_USAGE = 1, SP_BAD_INPUT = 2, SP_NOT_VERIFIED = 3, SP_CANNOT = 4 };
/* Writes the formatted line into *error (NULL: dropped), with '?' for control characters, which it
 * may quote; returns code. */
int sp_failure(struct sp_error *error, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same; returns SP_BAD_INPUT. */
#define sp_bad_input(error, ...) sp_failure((error), SP_BAD_INPUT, __VA_ARGS__)

/* Frees an instance and all it holds; NULL is accepted. */
void sp_instance_free(struct sp_instance *);
/* A deep copy; free it with sp_instance_free(). */
struct sp_instance *sp_instance_copy(const struct sp_instance *);
/* Checks that the instance makes sense (c, S >= 0 finite; w > 0 or infinite; loads, buffers and
 * totals in range for the problem). Computes total of a redistribution (sum of L_i). Returns
 * SP_OK, or SP_BAD_INPUT with the reason ("worker 3: w is -2, expected ..."). */
int sp_instance_check(struct sp_instance *, struct sp_error *);
/* True if some speed, bandwidth, latency or state changes over time. */
static inline bool sp_is_changing(const struct sp_instance *in)
{
  for (int kind = 0; kind < SP_CHANGING; kind++)
    if (in->profile[kind])
      return true;
  return false;
}
/* True if hosts or links can go down: then work can be lost. */
static inline bool sp_can_fail(const struct sp_instance *in)
{
  return in->profile[SP_HOST_STATE] || in->profile[SP_LINK_STATE];
}
/* True if the results of some worker return to the master. */
static inline bool sp_has_results(const struct sp_instance *in)
{
  for (int i = 1; i <= in->m; i++)
    if (in->result[i].v > 0)
      return true;
  return false;
}
/* The time of one task alone on the star: until it is computed and its result, if it returns, has
 * come to the master, at the best worker. */
double sp_time_alone(const struct sp_instance *);
/* At most so many tasks are sent: all, or those that by the deadline the port, the links and the
 * workers, which compute some and hold others in their places, can take. 0 for problems that are
 * not of tasks. */
double sp_most_tasks(const struct sp_instance *);

SP_END_DECLS

#endif

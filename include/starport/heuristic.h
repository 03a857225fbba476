/* The heuristic contract. A heuristic is one file: one `const struct sp_heuristic` at its bottom,
 * everything else static. `starport new heuristic NAME` writes the skeleton; the build finds every
 * file of heuristics/, and --plugin loads the same file compiled as a shared object.
 *
 * LIFE OF A HEURISTIC
 * 1. The driver checks the struct and parses the user's options into options_size bytes (presets
 *    first).
 * 2. It refuses, with the reason, a problem that is not in .problems.
 * 3a. Off-line (.plan): plan() is called once and fills the schedule; an engine executes it as
 *    soon as possible.
 * 3b. On-line (.next): start(), if any, is called once; then next() whenever a port of the master
 *    is free and there is something to decide, AFTER all completions of that date are recorded.
 * 4. The driver frees all memory of sp_new().
 * A heuristic is a pure function of (instance, options, random stream, view): it never prints,
 * reads files, takes the time, allocates by itself or keeps globals. It sees a copy of the
 * instance; a run that changes the copy has failed, as has one that waits until a date or sends
 * nothing 100 000 times in a row while nothing happens, and one that engages 100 messages for each
 * task of a redistribution, or 10 million for a divisible load. Each run of a plug-in is a process
 * of its own. */
#ifndef STARPORT_HEURISTIC_H
#define STARPORT_HEURISTIC_H

#include <starport/instance.h>
#include <starport/schedule.h>

SP_BEGIN_DECLS

struct sp_context; /* one run: arena, random stream, refusal text, the registry */

/* Zeroed memory for count elements of size bytes that lives until the run ends; never NULL. */
void *sp_alloc(struct sp_context *, size_t count, size_t size);
#define sp_new(cx, n, type) ((type *)sp_alloc((cx), (size_t)(n), sizeof(type)))
/* The memory given so far, for sp_release. Never fails; nothing is to be freed. */
const void *sp_mark(const struct sp_context *);
/* Frees all memory given since the mark: that of one step of a search, whose steps would add up. */
void sp_release(struct sp_context *, const void *mark);
/* Next draw in [0,1) of the stream of (seed, instance, heuristic): the only source of chance. */
double sp_uniform(struct sp_context *);
/* Picks one of 0..n-1 by the draw x in [0, 1), and makes x a new draw from the digits that are
 * left. */
static inline long sp_pick(double *x, long n)
{
  long k = (long)(*x * (double)n);
  k = k < n ? k : n - 1;
  *x = *x * (double)n - (double)k;
  return k;
}
/* True once the caller has given up the run: a search may end with what it has. */
bool sp_stopped(const struct sp_context *);
/* Refuses the instance with the formatted reason; returns -1: `return sp_refuse(cx, "..")`. */
int sp_refuse(struct sp_context *, const char *why, ...) __attribute__((format(printf, 2, 3)));
/* Plans with another method, such as "bba:cost=mean"; an on-line one runs in the nominal model, and
 * the dates for which it waited are left out. Of a bag or a divisible load, the plan of the same
 * method on an equal instance is made once a run. *out must be empty. Returns 0, or -1 with the
 * reason in the context. */
int sp_plan_with(struct sp_context *, const char *method, const struct sp_instance *,
                 struct sp_schedule *out);
/* The value of a schedule when it is executed: its makespan, or minus its load by the deadline.
 * NAN: it cannot be executed. */
double sp_schedule_cost(const struct sp_instance *, const struct sp_schedule *);
/* Plans with another method; replaces *out if the plan costs less than *best, which becomes its
 * cost. Returns 0, or -1 with the reason in the context: nothing changes. */
int sp_plan_better(struct sp_context *, const char *method, const struct sp_instance *,
                   double *best, struct sp_schedule *out);

/* The indices 1..m by (key[i], i), in a new array [0..m-1]; key[0] is not used. O(m log m). */
int *sp_order(struct sp_context *, int m, const double *key);

/* What is known of worker i. Dates are forecasts of the nominal model, corrected by the dates at
 * which activities really ended: with noise or another network model they change. Compare these
 * dates, never sums derived from them. */
struct sp_worker_view {
  double c, w, latency; /* nominal costs */
  double room_at;    /* date one more unit may START arriving; <= now: at once; INFINITY: never, or
                        not before a result has left of which it is not known when it does */
  double idle_at;    /* date at which all units sent or kept are computed; may be < now */
  double memory;     /* units it can hold: assigned - done; INFINITY: any number */
  double assigned;   /* units sent or kept (redistribution: L_i - taken + sent) */
  double done;       /* units computed */
  long buffer, held; /* places (LONG_MAX: unlimited), places taken */
  long movable;      /* what a reception may take: initial or received tasks not begun; results,
                        if the heuristic says .returns */
  double result;     /* nominal cost d of the result of a unit; 0: nothing returns */
  double owed;       /* units computed (in `done`) whose results have not come to the master */
};

enum sp_port { SP_OUT, SP_IN }; /* emission of the master; reception (redistribution; .returns) */

/* What a message has brought, computed since the last question. */
struct sp_ended {
  int worker;
  double amount;  /* tasks */
  double seconds; /* of their computation, without the overhead */
  double squares; /* the sum of the squares of the times of the tasks */
};

struct sp_view {
  double now;          /* date */
  double deadline;     /* INFINITY: none */
  enum sp_port port;   /* the port that asks; if both are free at one date, IN asks first */
  double remaining;    /* OUT: units at the master, unsent. IN: movable in all */
  double coming;       /* tasks that have not come to the master yet; INFINITY: any number may */
  double weight;       /* OUT: of the task that is sent next; 1 where tasks have none */
  double port_free[2]; /* by enum sp_port: forecast end of its current message (<= now: free) */
  int m;
  const struct sp_worker_view *worker; /* [1..m] */
  int n_changed;                       /* workers whose view changed since this port last asked, */
  const int *changed;                  /* so that a decision takes O(log m) */
  int n_ended; /* OUT, of heuristics that send chunks: messages computed since it last asked, */
  const struct sp_ended *ended; /* [0..n_ended-1] in this order */
};

/* SP_SEND engages the asking port; the message starts when the worker has a free place ("wait for
 *   the target" IS SP_SEND). On IN, worker is the sender and one of its movable tasks is taken.
 *   With .returns one of its results, whatever the amount.
 * SP_WAIT: ask again at `until` or after the next completion, whichever is first. Waiting when
 *   nothing can happen any more fails the run ("stuck").
 * SP_DONE: this port never asks again. The k-th task received is the k-th sent on. */
enum sp_verb { SP_SEND, SP_WAIT, SP_DONE };
struct sp_decision {
  enum sp_verb verb;
  int worker;
  double amount; /* units; tasks: 1, or so many if the heuristic says .chunks */
  double until;  /* SP_WAIT only; 0 or INFINITY: the next completion */
};

/* Options: one table; --help, parsing, normal form and the registry's listing follow from it. */
enum sp_option_type { SP_CHOICE, SP_INTEGER, SP_REAL, SP_TEXT };
struct sp_option {
  const char *name;
  enum sp_option_type type;
  size_t offset;       /* of the field in the options struct: int for SP_CHOICE (index), long for
                          SP_INTEGER, double for SP_REAL, const char * for SP_TEXT */
  const char *preset;  /* default, as text */
  const char *choices; /* SP_CHOICE: "own|mean|median" */
  double min, max;     /* SP_INTEGER, SP_REAL: inclusive range */
  const char *help;    /* one line */
};
#define SP_OPTIONS_END \
  {                    \
    0                  \
  }

struct sp_heuristic {
  int abi;                         /* SP_ABI */
  const char *name;                /* "r-bsa" <-> heuristics/r_bsa.c <-> sp_heuristic_r_bsa */
  const char *summary;             /* one line */
  const char *source;              /* paper, section or algorithm */
  int version;                     /* >= 1; bump when results change: part of a run's identity */
  unsigned problems;               /* enum sp_problem, or-ed */
  const struct sp_option *options; /* closed by SP_OPTIONS_END; NULL: none */
  size_t options_size;
  /* Off-line. Fills *out (empty on entry) with sp_schedule_add and sets out->planned (NAN: claims
   * nothing). Returns 0, or sp_refuse(..). NULL for an on-line heuristic. */
  int (*plan)(struct sp_context *, const struct sp_instance *, const void *options,
              struct sp_schedule *out);
  /* On-line, optional. Makes *state, or refuses. NULL: the state passed to next() is NULL. */
  int (*start)(struct sp_context *, const struct sp_instance *, const void *options, void **state);
  /* On-line, mandatory if there is no plan. */
  struct sp_decision (*next)(const struct sp_view *, const void *options, void *state);
  bool memory;  /* Off-line: it plans within the memory of the workers; else stars that limit it are
                   refused */
  bool results; /* Off-line: it plans with results that return; else stars that have them are
                   refused */
  bool chunks;  /* it sends several tasks in a message */
  bool returns; /* On-line: where results return it is asked on SP_IN which comes next: that which
                   the worker computed first of those that wait there. Else the first of all */
  bool sizes; /* Off-line: it plans as on line, without the sizes of tasks, and counts the overhead;
                 else bags that have either are refused */
  bool arrivals; /* Off-line: it plans with tasks that arrive, whose dates it sees; else bags that
                    have them are refused */
  bool clairvoyant; /* Off-line: it sees the sizes of the tasks of a bag, as a reference for those
                       that do not */
};

SP_END_DECLS

#endif

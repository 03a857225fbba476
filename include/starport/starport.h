/* libstarport in one include: instances, schedules, the native engine and every heuristic, without
 * SimGrid. examples/makespan.py shows it from Python. All functions are re-entrant; there is no
 * global state.
 *
 * Headers for heuristics (scripts/lint refuses others in heuristics/):
 *   heuristic.h         the contract; includes instance.h and schedule.h
 *   heap.h, dates.h     indices in the order of their keys or dates
 *   list.h, bag.h       bags of tasks: on-line list rules, steady state, optimum without buffers
 *   redistribution.h    redistribution: bisection over the makespan
 *   divisible.h, activation.h, cyclic.h
 *                       divisible load: a given sequence of messages, searches, periods
 *   optimal.h           the exact searches
 * Headers for programs that use the library: all of these and
 *   starport.h          registry, methods, planning, the native engine, bounds
 *   graph.h, hops.h     steady state of graphs; execution and validation of hops
 *   network.h           divisible load on networks
 *   api.h               version, linkage for C++ */
#ifndef STARPORT_H
#define STARPORT_H

#include <starport/heuristic.h>
#include <starport/instance.h>
#include <starport/schedule.h>

SP_BEGIN_DECLS

/* The heuristics known to a run: those of heuristics/, then plug-ins. */
struct sp_registry {
  int n;
  const struct sp_heuristic **item; /* sorted by name */
  int graph_methods; /* methods of networks and graphs, which are not heuristics of stars */
  const struct sp_heuristic **graph_method;
};

/* The built-in heuristics; NULL on failure of the start-up check, told in *error. Freed with
 * sp_registry_free. */
struct sp_registry *sp_registry_alloc(struct sp_error *);
void sp_registry_free(struct sp_registry *);
/* Adds a heuristic after checking it. A name already taken is refused. */
int sp_registry_add(struct sp_registry *, const struct sp_heuristic *, struct sp_error *);
/* Adds a method of networks or graphs: sp_method_parse reads it, but it is not in item[]. A name
 * already taken is refused. */
int sp_registry_add_graph_method(struct sp_registry *, const struct sp_heuristic *,
                                 struct sp_error *);
/* By name among the heuristics (case, '-' and '_' ignored); NULL if unknown. */
const struct sp_heuristic *sp_registry_find(const struct sp_registry *, const char *name);
/* The known name nearest to NAME (edit distance), for "did you mean"; NULL if none is near. */
const char *sp_registry_nearest(const struct sp_registry *, const char *name);
/* Refuses a malformed heuristic in words: missing hook, bad preset, offset out of range... */
int sp_heuristic_check(const struct sp_heuristic *, struct sp_error *);

/* A heuristic with its options set: what stands between the commas of -H. */
struct sp_method {
  const struct sp_heuristic *heuristic;
  void *options; /* owned */
  char *name;    /* normal form: "bba", "bba:tie=last" (options that differ from their preset, in
                    table order); owned */
};
/* Reads "name[:key=value..]". *method is cleared on failure. */
int sp_method_parse(const struct sp_registry *, const char *text, struct sp_method *,
                    struct sp_error *);
void sp_method_clear(struct sp_method *);

/* The context of a run. The seed, the instance and the method (NULL: none, nothing is drawn) decide
 * its random stream. Free it with sp_context_free(). */
struct sp_context *sp_context_alloc(const struct sp_registry *, uint64_t seed,
                                    const struct sp_instance *, const struct sp_method *);
void sp_context_free(struct sp_context *);
/* Text of the last refusal, "" if none. */
const char *sp_context_reason(const struct sp_context *);

/* Plans with an off-line method, or unrolls an on-line one in the nominal model. Returns 0, or -1
 * with sp_context_reason(). The schedule is the caller's to clear. */
int sp_plan(struct sp_context *, const struct sp_method *, const struct sp_instance *,
            struct sp_schedule *out);

/* Reads a --star text, "c=2,2 w=3,4 load=8,0" (docs/formats.md); NULL with *error on bad input. */
struct sp_instance *sp_star_parse(const char *text, struct sp_error *);

enum sp_status { SP_RUN_OK, SP_REFUSED, SP_FAILED, SP_CRASHED, SP_TIMEOUT };
const char *sp_status_name(enum sp_status);

/* What came of one run. */
struct sp_result {
  enum sp_status status;
  char reason[256];    /* "" iff ok */
  bool verified;       /* the validator has accepted the trace (sp_perform) */
  double makespan;     /* end of the last computation (imbalance: emission) [by the deadline] */
  double planned;      /* what the heuristic claimed; NAN: nothing */
  double planning;     /* processor seconds from the instance to a checked plan; NAN: there was none
                          to be made (on line, a plan given), or not ok. Measured by sp_perform
                          alone, not reproducible: part of no key and of no hash */
  double done;         /* units computed (imbalance: moved) [by the deadline] */
  long messages;       /* transfers through the master */
  uint64_t order_hash; /* of the decisions of each port, in order: equal between engines */
  uint64_t bits_hash;  /* of decisions and dates: equal within one engine */
};
/* The run cannot go on: status failed, with the formatted reason; the first reason stands. Returns
 * false. */
bool sp_run_fails(struct sp_result *, const char *reason, ...)
    __attribute__((format(printf, 2, 3)));

/* Deviations from the nominal model, and what is passed to SimGrid. */
struct sp_conditions {
  uint64_t seed;
  double noise_link, noise_cpu; /* each message's bytes, each task's flops are scaled by a factor
                                   uniform in [1-x, 1+x], 0 <= x < 1, keyed by (seed, message) */
  int n_cfg;
  const char *const *cfg; /* SimGrid "item:value"; the simgrid engine only */
  int n_log;
  const char *const *log; /* SimGrid log settings; the simgrid engine only */
};

/* Plans (or decides on line) and executes METHOD on the native engine. *trace, if not NULL, gets
 * the events (unsorted); *decided, if not NULL, the messages as decided. */
void sp_native_run(const struct sp_instance *, const struct sp_registry *, const struct sp_method *,
                   const struct sp_conditions *, struct sp_result *, struct sp_trace *trace,
                   struct sp_schedule *decided);

/* Every lower bound on the makespan that applies, best first or not; see src/solve/bounds/.
 */
struct sp_bound {
  const char *name; /* "capacity", "arrivals", "unbounded", "starving", "rounds", .. */
  double value;
};
enum { SP_MAX_BOUNDS = 8 };
/* Fills bound[0..SP_MAX_BOUNDS-1]; returns how many apply, the first being the greatest. */
int sp_bounds(const struct sp_instance *, struct sp_bound *bound);

/* Moore's algorithm (RR-6005, Algorithm 2): the most jobs that can meet their deadlines on one
 * machine. job j takes duration[j] and is due at deadline[j]. Fills chosen[] (size n) with their
 * indices by (deadline, index); returns how many. O(n log n). */
int sp_moore(int n, const double *duration, const double *deadline, int *chosen);

SP_END_DECLS

#endif

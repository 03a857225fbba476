/* libstarport in one include: instances, schedules, the native engine and every heuristic, without
 * SimGrid. examples/makespan.c shows it. All functions are re-entrant; there is no
 * global state.
 *
 * Headers for heuristics (scripts/lint refuses starport.h in heuristics/):
 *   heuristic.h         the contract; includes instance.h and schedule.h
 *   dates.h             indices in the order of their dates
 *   state.h             a star in the middle of a plan: send, end, copy, undo
 *   optimal.h           the exact searches
 * Headers for programs that use the library: all of these and
 *   starport.h          registry, methods, planning, the native engine, bounds
 *   api.h               version, number of the interface, linkage for C++
 * What the heuristics of a problem share is private: the headers of src/solve. */
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

/* The built-in heuristics, each checked; NULL with the reason if a check fails. Free it with
 * sp_registry_free(). */
struct sp_registry *sp_registry_alloc(struct sp_error *);
/* Frees a registry, not the heuristics in it; NULL is accepted. */
void sp_registry_free(struct sp_registry *);
/* Checks a heuristic: its functions, its options with their presets and offsets. SP_OK, or
 * SP_BAD_INPUT with the reason. */
int sp_heuristic_check(const struct sp_heuristic *, struct sp_error *);

/* A heuristic with its options: one item of the list -H. */
struct sp_method {
  const struct sp_heuristic *heuristic;
  void *options; /* owned */
  char *name;    /* normal form: "bba", "bba:tie=last" (options that differ from their preset, in
                    table order); owned */
};
/* Reads "name[:key=value..]" into *method, which the caller clears. SP_OK, or SP_BAD_INPUT with the
 * reason and *method empty. */
int sp_method_parse(const struct sp_registry *, const char *text, struct sp_method *,
                    struct sp_error *);
/* Frees the options and the name, and leaves an empty method. */
void sp_method_clear(struct sp_method *);

/* The context of a run. The seed, the instance and the method (NULL: none, nothing is drawn) decide
 * its random stream. The registry must outlive it. Free it with sp_context_free(). */
struct sp_context *sp_context_alloc(const struct sp_registry *, uint64_t seed,
                                    const struct sp_instance *, const struct sp_method *);
/* Frees a context and all memory that it gave; NULL is accepted. */
void sp_context_free(struct sp_context *);
/* What is planned with the context is given up, with whatever result, once *flag is not 0, which
 * another thread sets by __atomic_store_n; NULL: never, as at first. The native engine looks at
 * each date, a search of the optimum every 1024 nodes, a method that asks others before each of
 * them, searches of plans at each step and bisections at each target (sp_stopped); what remains of
 * planning is short, and its plan is refused. */
void sp_context_stop_when(struct sp_context *, const int *flag);
/* The reason of the last refusal, "" if there was none; valid as long as the context. */
const char *sp_context_reason(const struct sp_context *);

/* Plans with an off-line method, or runs an on-line one in the nominal model. Returns 0 with the
 * checked schedule in *out (empty on entry; the caller clears it), or -1: sp_context_reason(). */
int sp_plan(struct sp_context *, const struct sp_method *, const struct sp_instance *,
            struct sp_schedule *out);

/* Reads a --star text, "c=2,2 w=3,4 load=8,0" (docs/formats.md). Free the instance with
 * sp_instance_free(). NULL with the reason on bad input. */
struct sp_instance *sp_star_parse(const char *text, struct sp_error *);
/* The value of its key profile, which gives the same profiles; "" if nothing changes. The caller
 * frees it. */
char *sp_profiles_text(const struct sp_instance *);
/* Numbers of a key of --star, one for all workers or one for each. */
struct sp_star_column {
  const char *key; /* "c" */
  int n;
  const struct sp_num *value; /* [0..n-1] */
};
/* The same with some keys as columns beside those of the text; the columns stay the caller's. */
struct sp_instance *sp_star_with(const char *text, const struct sp_star_column *, int columns,
                                 struct sp_error *);

/* How a run ended. */
enum sp_status { SP_RUN_OK, SP_REFUSED, SP_FAILED, SP_CRASHED, SP_TIMEOUT };
/* "ok", "refused", "failed", "crashed", "timeout". */
const char *sp_status_name(enum sp_status);

/* The result of one run. Dates are in the time units of the instance. */
struct sp_result {
  enum sp_status status;
  char reason[256];  /* "" iff ok */
  char warning[256]; /* of the validator (sp_perform); "": none */
  bool verified;     /* the validator has accepted the trace (sp_perform) */
  double makespan;   /* end of the last computation (imbalance: emission) [by the deadline] */
  double planned;    /* planned makespan; NAN: the heuristic claims none */
  double
      planning;  /* processor seconds from the instance to a checked plan; NAN: nothing to plan
                    (on-line, a given plan), or not ok. Not reproducible, so in no key and no hash */
  double done;   /* units computed (imbalance: moved) [by the deadline] */
  long messages; /* transfers through the master */
  double wasted; /* units that were lost after their transfer had begun: hosts or links went down */
  long resends;  /* messages that were sent after all units had been sent once */
  double wasted_time;    /* bag with sizes, an overhead or several tasks in a message: mean over the
                            workers that compute of makespan - time that each computes; else NAN, as
                            the six below */
  double imbalance;      /* makespan / mean of the dates at which the workers have ended */
  double spread;         /* standard deviation of these dates / their mean */
  double port_share;     /* share of the makespan for which the emission port carries a message */
  double overhead_share; /* time of workers in overheads / time that they are busy */
  double speed_up;   /* time of the tasks done on the fastest worker alone, without overheads and
                        messages / makespan; NAN if that is 0 */
  double efficiency; /* speed_up / sum of the speeds of the workers relative to the fastest */
  /* Of tasks that arrive, those that are done [by the deadline]; else NAN. The flow of a task is
   * the time from its arrival to its end, its stretch the flow over sp_time_alone(). */
  double max_flow, sum_flow, max_stretch;
  double max_weighted_flow, sum_weighted_flow; /* where tasks have weights; else NAN */
  double max_queue;    /* most tasks at the master, unsent, when one arrives */
  uint64_t order_hash; /* of the decisions of each port, in order: equal between engines */
  uint64_t bits_hash;  /* of decisions and dates: equal within one engine */
};
/* Sets the status failed with the formatted reason, unless the run has failed before. Returns
 * false. */
bool sp_run_fails(struct sp_result *, const char *reason, ...)
    __attribute__((format(printf, 2, 3)));

/* A number that a result has. Databases, CSV, JSON, Python and the table of docs/results.md follow
 * from one table of these, src/method/fields.c: a new number is a member of struct sp_result, set
 * by an engine, and a line there. */
enum sp_field_type { SP_FIELD_REAL, SP_FIELD_INTEGER, SP_FIELD_HASH }; /* double, long, uint64_t */
struct sp_field {
  const char *name;
  enum sp_field_type type;
  size_t at;         /* offset in struct sp_result */
  bool of_ok;        /* only runs that are ok have it */
  int place;         /* among what `run` shows, from 1; 0: only databases and Python have it */
  unsigned problems; /* bits of enum sp_problem: these have it */
  bool (*applies)(const struct sp_instance *); /* to runs of the instance; NULL: to all */
  int since;                                   /* version of the schema of databases */
  double before;                               /* of ok runs in older databases; NAN: not known */
  const char *unit, *meaning;
};
/* The k-th, in the order of a database's columns; NULL past the last. */
const struct sp_field *sp_result_field(int k);

/* What was seen when a port of the master was free, and what was answered: one row for each worker
 * whose state has changed since the decision before, all workers at the first. States not listed
 * are as they were. */
struct sp_seen {
  long decision; /* number, from 0 */
  double now;
  double remaining; /* as in sp_view; plan of tasks that workers send: messages that the port has
                       still to carry */
  enum sp_port port;
  struct sp_decision answer;
  int worker; /* 0: no state has changed, and what follows is zero */
  double room_at, idle_at, assigned, done;
  long held, movable; /* as in sp_worker_view; plan: tasks set apart are not held, and movable are
                         those that it will still take from the worker */
};
struct sp_decisions {
  long n, cap;
  struct sp_seen *row; /* [0..n-1], by decision; owned */
};
/* Frees the rows and leaves an empty list. */
void sp_decisions_clear(struct sp_decisions *);

/* Deviations from the nominal model, and settings for SimGrid. */
struct sp_conditions {
  uint64_t seed;
  double noise_link, noise_cpu; /* each message's bytes, each task's flops are scaled by a factor
                                   uniform in [1-x, 1+x], 0 <= x < 1, keyed by (seed, platform,
                                   message) */
  uint32_t platform;            /* number of the platform in a campaign; 0: a run by hand */
  int n_cfg;
  const char *const *cfg; /* SimGrid "item:value"; the simgrid engine only */
  int n_log;
  const char *const *log; /* SimGrid log settings; the simgrid engine only */
  /* Called before another method plans for the one that runs, as for portfolio; NULL: not wanted */
  void (*asks)(void *data, const char *method);
  void *asks_data;
  const int *stop; /* the flag of sp_context_stop_when for a run, which then fails; NULL: none */
  /* Gets the decisions of a run on a star: all answers of an on-line heuristic, or the messages of
   * a plan when they engage their ports; empty on entry, the caller clears it. NULL: not wanted. */
  struct sp_decisions *decisions;
};

/* Plans (or decides on-line) and executes the method on the native engine. Always fills *result.
 * *trace, if not NULL, gets the events, unsorted; *decided, if not NULL, the messages as decided.
 * Both are empty on entry, and the caller clears them. */
void sp_native_run(const struct sp_instance *, const struct sp_registry *, const struct sp_method *,
                   const struct sp_conditions *, struct sp_result *, struct sp_trace *trace,
                   struct sp_schedule *decided);

/* A lower bound on the makespan, in the time units of the instance; with a deadline an upper bound
 * on the work done by it, in units of load (src/solve/bounds/). */
struct sp_bound {
  const char *name; /* "capacity", "arrivals", "unbounded", "starving", "rounds", .. */
  double value;
};
enum { SP_MAX_BOUNDS = 10 };
/* Fills bound[0..SP_MAX_BOUNDS-1] with the bounds that apply, the strongest first: the greatest,
 * with a deadline the least. Returns their number. */
int sp_bounds(const struct sp_instance *, struct sp_bound *bound);
/* Lower bounds on the flows of a bag whose tasks arrive, without a deadline: "bound_max_flow" on
 * the longest and "bound_sum_flow" on their sum; where the tasks have weights also
 * "bound_max_weighted_flow" and "bound_sum_weighted_flow". Returns their number, 4, 2 or 0. */
enum { SP_FLOW_BOUNDS = 4 };
int sp_flow_bounds(const struct sp_instance *, struct sp_bound *bound);

SP_END_DECLS

#endif

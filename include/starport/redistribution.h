/* Kernels shared by the redistribution heuristics of RR-6005 that search the makespan by bisection
 * (mbbsa, r-bsa, fwd, bwd). A heuristic is then one function, its PROBE: "can all the work end by
 * date M?". The kernels do the rest:
 *
 *   struct sp_redistribution  the times, as exact integers where the data allow redistribution.c
 *   struct sp_deadlines       the dates by which receivers must have a task, in order deadlines.c
 *   struct sp_deadline_list   the same, sorted once, where they are few       deadline_list.c
 *   struct sp_uniform_links   receivers on uniform links, where D is long    uniform_links.c
 *   struct sp_sigma           a sequence that can drop its most expensive entry       sigma.c
 *   struct sp_emissions       a sequence with its dates of emission               emissions.c
 *   struct sp_late_point      a guess of an answer from the last deadlines        late_point.c
 *   struct sp_interruptible   how many tasks idle workers can receive         interruptible.c
 *   struct sp_backward        receivers by their latest start date, from M backwards  backward.c
 *   struct sp_target          senders and receivers at a target makespan M           bisection.c
 *   sp_bisect                 the search for the least M that a probe accepts         bisection.c
 *
 * Notation of RR-6005: f_i = L_i w_i, the date worker i ends if nothing moves; a worker with
 * f_i > M is a sender and must send l_i = ceil((f_i - M)/w_i) tasks; one with f_i < M may receive.
 * Arrays over workers have m + 1 elements, line 0 is unused. */
#ifndef STARPORT_REDISTRIBUTION_H
#define STARPORT_REDISTRIBUTION_H

#include <starport/heap.h>

SP_BEGIN_DECLS

/* The times of an instance, ready for planning. If all are exact they are scaled to the least
 * integers in the same proportions and stay below 2^52, so that every sum and difference of them is
 * exact in a double. A worker that cannot compute has w = INFINITY, and f = INFINITY if it holds
 * tasks, else 0. */
struct sp_redistribution {
  const struct sp_instance *in;
  int m;
  bool exact;      /* times are integers */
  bool uniform;    /* all c equal */
  double mul, div; /* time of the instance = time here * mul / div */
  double tasks;    /* in total */
  double *c;       /* c_i + S_i */
  double *w, *f;
  double *load; /* L_i */
  int *by_c;    /* [0..m-1] workers by (c, index) */
  int ranks;    /* distinct values of c */
  double *cost; /* [0..ranks-1] these values, increasing */
  int *rank;    /* [0..m] c[i] = cost[rank[i]] */
};

/* Prepares IN; exact times are also multiplied by `multiple` >= 1, so that a heuristic can divide
 * by it and stay exact. NULL with the reason in the context if there are tasks and no worker can
 * compute. */
struct sp_redistribution *sp_redistribution_new(struct sp_context *, const struct sp_instance *,
                                                int multiple);
/* Converts a time of the struct into a time of the instance. */
double sp_redistribution_time(const struct sp_redistribution *, double time);

/* The test of the senders at a target M: each sender alone must be able to send its tasks by M
 * (floor(M/c_i) >= l_i), or all together, one after another by c (sum of l_j c_j <= M). */
enum sp_senders { SP_SENDERS_EACH, SP_SENDERS_CUMULATIVE };

/* The question to a probe and its answer. */
struct sp_target {
  struct sp_context *cx;
  const struct sp_redistribution *p;
  double M;
  long Lsend;      /* sum of the l_i: tasks to move */
  double first;    /* c of the first sender: date the first task can be at the master */
  double *sent;    /* [j] tasks of worker by_c[j] */
  long room;       /* of the arrays that follow */
  int *sender;     /* [0..Lsend-1] senders by (c, index), each one's tasks together */
  double *arrival; /* [0..Lsend-1] date the k-th task is at the master: the sum of these c */
  int *receiver;   /* [0..Lsend-1] the answer: receivers in order of emission */
  bool last;       /* question: asked once more, for the plan alone */
  double makespan; /* answer, where foreseen: that of the plan when executed; NAN: not known */
  bool followed;   /* answer: the plan follows that of an earlier target, up to rounding */
};

/* Answers true, and fills target->receiver, if the heuristic finds a plan for target->M. Called
 * with Lsend >= 1 only. */
typedef bool sp_probe(struct sp_target *, void *data);

/* The answer of the probe where it is known without a plan. */
enum sp_answer { SP_UNKNOWN, SP_NO, SP_YES };
typedef enum sp_answer sp_foresee(struct sp_target *, void *data);

/* What the probe of a target that is not foreseen will probably answer: sp_bisect looks again. For
 * SP_MANY tasks and more: below, probes are fast, and each target is probed as in the papers. */
typedef bool sp_guess(const struct sp_target *, void *data);
#define SP_MANY 10000

struct sp_search {
  enum sp_senders senders;
  sp_probe *probe;
  sp_foresee *foresee; /* or NULL */
  sp_guess *guess;     /* or NULL: all targets that are not foreseen are probed */
  void *data;          /* for these functions */
};

/* Searches the least makespan that the probe accepts and writes its plan into *out with `planned`.
 * Bisection in (lo, hi]: hi is the end of the empty plan, max f_i (tasks of workers that cannot
 * compute go to the worker of least c + w); lo is min f_i, raised to the capacity bound, the
 * smallest M with sum floor(M/w_i) >= n. Integers: mid = floor((lo + hi)/2) until hi - lo = 1. Real
 * numbers: until hi - lo <= 2^-40 hi, and on uniform links each success lowers hi to the
 * executed makespan of its plan. On different links acceptance need not be monotone in M, so the
 * result is only a local minimum.
 *
 * A target that `foresee` answers is not probed. With `guess`, others are not probed either, but lo
 * and hi are at the end: if a guess was wrong the bisection starts again, with what is known now.
 * So the result is between a target that fails and one that succeeds, as without guesses, and is
 * the same where acceptance is monotone. (Real numbers on uniform links are not guessed.) Returns
 * 0, as a heuristic does. */
int sp_bisect(struct sp_context *, const struct sp_redistribution *, const struct sp_search *,
              struct sp_schedule *out);

/* The deadlines of all targets up to `greatest`, as dates k w_r before M, in the order of D. */
struct sp_deadline {
  double back;
  int worker;
};
struct sp_deadline_run {
  long first, last;
};
struct sp_deadline_list {
  double greatest; /* 0: none are listed */
  bool ambiguous;  /* these are many: not to be used */
  long n;
  struct sp_deadline *entry; /* [0..n-1] */
  long runs;
  struct sp_deadline_run *run; /* [0..runs-1] entries whose order depends on M, by rounding */
};
/* True if there are few deadlines for each task to move: then the list has those of the target. */
bool sp_deadline_list_serves(struct sp_deadline_list *, const struct sp_target *);
/* The first entry after (date, worker) for the target M; n: none. */
long sp_deadline_list_after(const struct sp_deadline_list *, double M, double date, int worker);

/* D, the deadlines of the receivers: M - k w_r for k >= 1 while f_r <= M - k w_r, by (deadline,
 * index). A task received by then is the k-th from the last that r computes and ends in time. */
struct sp_deadlines {
  const struct sp_redistribution *p;
  int groups;          /* of workers with equal c and equal w */
  int *member, *first; /* group g: member[first[g]..first[g+1]-1], increasing */
  double M;
  double date; /* position in D: all entries up to (date, worker) have passed */
  int worker;
  double *c, *w;        /* [g] of its workers */
  double *k, *due;      /* [g] the next entries of the group are at due[g] = M - k[g] w; 0: none */
  int *now;             /* [g] the worker of the next entry */
  double cheapest;      /* least c of any receiver */
  struct sp_heap awake; /* more expensive groups by (next deadline, worker) */
  bool *asleep;         /* [g] more expensive group whose next entries change nothing yet */
  int sleeper;          /* none of a lower number is asleep: they are by c */
  double width;         /* calendar of the cheapest groups: width of a slot of time */
  long slot;            /* calendar: the first slot that has not passed */
  long round;           /* calendar: slots until a list is used again, a power of 2 */
  int listed;           /* calendar: groups in it */
  int *head, *follows;  /* [slot] a group with its next entry there, [g] another; -1: none */
  struct sp_deadline_list list;
  long at; /* next entry of the list, which takes the place of heap and calendar; -1: of none */
};
struct sp_deadlines sp_deadlines_new(struct sp_context *, const struct sp_redistribution *);

/* Starts D for the target. */
void sp_deadlines_open(struct sp_deadlines *, const struct sp_target *);
/* The same after the entries up to (date, worker). */
void sp_deadlines_open_after(struct sp_deadlines *, const struct sp_target *, double date,
                             int worker);
/* The worker of the next entry of the least c that is due at `date` or later, whose deadline is
 * then the `date` of D; 0: none. */
int sp_deadlines_cheapest(struct sp_deadlines *, double date);
/* The next entry (*deadline, return value) that can change a sequence which ends at date t and
 * whose most expensive entry costs `largest` (-INFINITY: empty): one with t + c_r <= deadline, or
 * with c_r < largest and low + c_r <= deadline, where low <= t is the date of the last task's
 * arrival. Any other would be appended and removed again at once. If a sequence of entries of the
 * least c is to grow beyond the next one, and the entry after it is sent at date `next` at the
 * earliest (else next = -INFINITY), skips what the next entry of the least c would replace. Returns
 * 0 at the end of D. D may be much longer than the sequence; sleeping groups cost nothing. */
int sp_deadlines_next(struct sp_deadlines *, double t, double low, double next, double largest,
                      double *deadline);

/* The worker of the next entry that is due at `date` or later, whose deadline is then the `date` of
 * D; 0: none. Looks at each group, and nothing but this may be called before D is opened again. */
int sp_deadlines_look(struct sp_deadlines *, double date);

/* A point of D late in a probe, at which the heuristic saves its sequence. */
struct sp_late_point {
  double M;    /* the target of the probe; 0: there was none */
  double back; /* entries up to that date before M, */
  int worker;  /* of that worker, have passed */
  bool wanted; /* by the present probe */
};
/* True if a point is wanted and this is one: it is noted, and wanted no more. */
bool sp_late_point_passed(struct sp_late_point *, const struct sp_deadlines *);
/* Starts D for a target near that of the probe, after the point; false: it is far. */
bool sp_late_point_open(const struct sp_late_point *, const struct sp_target *,
                        struct sp_deadlines *);

/* The receivers on uniform links, where D has many entries for each task. */
struct sp_uniform_links;
struct sp_uniform_links *sp_uniform_links_new(struct sp_context *,
                                              const struct sp_redistribution *);
/* Fills target->receiver as the probes of mbbsa and fwd do if links are uniform, and answers yes;
 * no: they find too few. Unknown: not served, since links are not uniform or entries are few. */
enum sp_answer sp_uniform_links_receivers(struct sp_uniform_links *, struct sp_deadlines *,
                                          struct sp_target *);

/* The makespan of the plan for a target of which the answer yes is foreseen, as sp_makespan has it,
 * from the last receivers alone; NAN: not known. For real numbers. */
double sp_uniform_links_makespan(struct sp_uniform_links *, struct sp_deadlines *,
                                 const struct sp_target *);

/* sigma: receivers in order, of which the most expensive (ties: latest added) can be removed. */
struct sp_sigma {
  struct sp_context *cx;
  const struct sp_redistribution *p;
  long n, used, cap, room; /* room >= cap: of the arrays */
  int *worker;             /* [0..used-1] receiver, 0: removed */
  long *below;             /* [position] the one of the same c added before it, -1: none */
  long *top;               /* [rank of c] the latest added, -1: none */
  int largest;             /* rank of the largest c present, -1: none */
  uint64_t *present;       /* a bit for each rank: it is present */
  uint64_t *words;         /* a bit for each word of these: it has some */
};
struct sp_sigma sp_sigma_new(struct sp_context *, const struct sp_redistribution *);
/* Empties sigma. */
void sp_sigma_clear(struct sp_sigma *);
/* Appends receiver r. */
void sp_sigma_append(struct sp_sigma *, int r);
/* Removes the entry of largest c, ties the latest added; returns that c. sigma is not empty. */
double sp_sigma_remove_largest(struct sp_sigma *);
/* Largest c in sigma; -INFINITY if empty. */
double sp_sigma_largest(const struct sp_sigma *);
/* Copies the first n entries. */
void sp_sigma_first(const struct sp_sigma *, long n, int *receiver);
/* Sets count[rank of c] to the number of its entries. */
void sp_sigma_count(const struct sp_sigma *, long *count);
/* Makes room for n entries at a time in an empty sigma: it then allocates no more. */
void sp_sigma_reserve(struct sp_sigma *, long n);
/* Removes the gaps. */
void sp_sigma_compact(struct sp_sigma *);
/* Makes *to, of the same workers, equal to *from. */
void sp_sigma_copy(struct sp_sigma *to, const struct sp_sigma *from);

/* The receivers in the order in which the master sends to them, each task no earlier than it has
 * arrived: the emission after k others begins at max(arrival[k], end of the one before). */
struct sp_emissions_node;
struct sp_emissions {
  const struct sp_redistribution *p;
  struct sp_sigma sigma;
  double end;        /* of the last emission; 0: there is none */
  long leaves, room; /* of the tree of dates, powers of 2; room for them */
  struct sp_emissions_node *node;
};
struct sp_emissions sp_emissions_new(struct sp_context *, const struct sp_redistribution *);
/* Empties the sequence; it will have some n entries. */
void sp_emissions_clear(struct sp_emissions *, long n);
/* Appends receiver r. The intervals between arrivals do not decrease. */
void sp_emissions_append(struct sp_emissions *, const double *arrival, int r);
/* Tries to append r in place of the latest entry of largest c, which is known to exceed c_r: true
 * if r then has its task by date d. Otherwise nothing changes. */
bool sp_emissions_replace(struct sp_emissions *, const double *arrival, int r, double d);
/* The time for which the port waits for tasks; *last is the date at which it has waited last, 0 if
 * it has not. O(n). */
double sp_emissions_waits(const struct sp_emissions *, const double *arrival, double *last);
/* Removes the gaps: the sequence stays, and much can be appended at once. */
void sp_emissions_compact(struct sp_emissions *, const double *arrival);
/* Makes *to, of the same workers, equal to *from. */
void sp_emissions_copy(struct sp_emissions *to, const struct sp_emissions *from);

/* The most tasks that workers which hold none can receive in time: sp_interruptible_foresees is the
 * answer of a probe that finds the most tasks which can be with the receivers in time when all are
 * at the master with the first (Moore's algorithm); SP_NO is that of each probe here. */
struct sp_interruptible_state {
  double now;
  long done;
  int open;
  double *begun, *rest; /* as below */
};
struct sp_interruptible {
  struct sp_context *cx;
  const struct sp_redistribution *p;
  double least_f;       /* of the workers that hold tasks */
  double now;           /* time, from M backwards */
  double *begun;        /* [r] transfers */
  struct sp_heap asks;  /* workers by the date at which they ask for their next task */
  struct sp_heap waits; /* workers that have asked, by c */
  int open;             /* transfers that have begun and not ended */
  double *rest;         /* [0..open-1] what is left of them, decreasing */
  long done, room;      /* transfers that have ended, room for them */
  double *end;          /* [0..done-1] dates of their ends */
  struct sp_interruptible_state late[2]; /* [0] 1/64 to 1/32 of p->tasks before `done`, [1] later;
                                          * now = 0: not so many, or not SP_MANY tasks */
};
struct sp_interruptible sp_interruptible_new(struct sp_context *, const struct sp_redistribution *);
/* The end of the n-th transfer, n >= 1, from M backwards; INFINITY: there is none. */
double sp_interruptible_end(struct sp_interruptible *, long n);
enum sp_answer sp_interruptible_foresees(struct sp_interruptible *, const struct sp_target *);
/* True if no sequence can send each task after its arrival: those from the k-th on leave the master
 * between A_k and M. Taken backwards from M, the cheapest link first and interrupted for a cheaper
 * one, as many transfers as possible have ended at each date (Schrage 1968). */
bool sp_interruptible_refuses(struct sp_interruptible *, const struct sp_target *);
/* At most so many transfers end in `time`: of those that workers wait for in this state, those that
 * have begun, and count[rank of c] others, to which the first are added. */
long sp_interruptible_sent(const struct sp_interruptible *, const struct sp_interruptible_state *,
                           long *count, double time);

/* The receivers from M backwards: worker r computes from begin_r on, the port is busy from T on, so
 * one more task for r is sent at st_r = min(begin_r - w_r, T) - c_r at the latest. */
struct sp_backward {
  struct sp_context *cx;
  const struct sp_redistribution *p;
  bool largest; /* ties of st: the largest begin_r - w_r, then the largest index (else: lowest) */
  double T;
  double *begin;          /* [r] */
  long step;              /* tasks given */
  long *given;            /* [r] of these to worker r */
  long *most;             /* [r] tasks that r has time for; LONG_MAX: not known yet */
  bool follows;           /* the record, instead of a search */
  long recorded, room;    /* entries of the record, room for them */
  int *receiver;          /* [0..recorded-1] the record: receivers of an earlier target */
  long *most_recorded;    /* [r] its `most` */
  struct sp_heap pending; /* begin_r - w_r < T: by st_r = begin_r - w_r - c_r, greatest first */
  struct sp_heap ready;   /* begin_r - w_r >= T: st_r = T - c_r, least c first */
};
struct sp_backward sp_backward_new(struct sp_context *, const struct sp_redistribution *,
                                   bool largest);
/* Starts from the target's M. */
void sp_backward_open(struct sp_backward *, struct sp_target *);
/* The worker of greatest st among those with begin_r - w_r >= f_r; 0: none. */
int sp_backward_latest(struct sp_backward *, double *st);
/* Gives worker r, the latest, a task sent at st. */
void sp_backward_take(struct sp_backward *, int r, double st);

SP_END_DECLS

#endif

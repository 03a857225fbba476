/* Kernels shared by the redistribution heuristics of RR-6005 that search the makespan by bisection
 * (mbbsa, r-bsa, fwd, bwd). A heuristic is then one function, its PROBE: "can all the work end by
 * date M?". The kernels do the rest:
 *
 *   struct sp_redistribution  the times, as exact integers where the data allow redistribution.c
 *   struct sp_deadlines       the dates by which receivers must have a task, in order deadlines.c
 *   struct sp_sigma           a sequence that can drop its most expensive entry       sigma.c
 *   struct sp_interruptible   how many tasks idle workers can receive         interruptible.c
 *   struct sp_backward        receivers by their latest start date, from M backwards  backward.c
 *   struct sp_target          senders and receivers at a target makespan M           bisection.c
 *   sp_bisect                 the search for the least M that a probe accepts         bisection.c
 *
 * Notation of RR-6005: f_i = L_i w_i, the date worker i ends if nothing moves; a worker with
 * f_i > M is a sender and must send l_i = ceil((f_i - M)/w_i) tasks; one with f_i < M may receive.
 * Arrays over workers have m + 1 elements, line 0 is unused. */
#pragma once

#include "base/min_queue.h"

#include <starport/state.h>

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
};

/* Prepares IN; exact times are also multiplied by `multiple` >= 1, so that a heuristic can divide
 * by it and stay exact. */
struct sp_redistribution *sp_redistribution_new(struct sp_context *, const struct sp_instance *,
                                                int multiple);
/* Converts a time of the struct into a time of the instance. */
double sp_redistribution_time(const struct sp_redistribution *, double time);

/* The state of the star in which nothing is sent, with the times of the struct and at most `places`
 * places of each worker (0: any number). */
struct sp_state sp_redistribution_state(struct sp_context *, const struct sp_redistribution *,
                                        long places);

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
  long room;       /* of the arrays that follow */
  int *sender;     /* [0..Lsend-1] senders by (c, index), each one's tasks together */
  double *arrival; /* [0..Lsend-1] date the k-th task is at the master: the sum of these c */
  int *receiver;   /* [0..Lsend-1] the answer: receivers in order of emission */
};

/* Answers true, and fills target->receiver, if the heuristic finds a plan for target->M. Called
 * with Lsend >= 1 only. */
typedef bool sp_probe(struct sp_target *target, void *data);

/* The answer of the probe where it is known without a plan. */
enum sp_answer { SP_UNKNOWN, SP_NO, SP_YES };
typedef enum sp_answer sp_foresee(const struct sp_target *target, void *data);

/* Searches the least makespan that the probe accepts and writes its plan into *out with `planned`.
 * Bisection in (lo, hi]: hi is the end of the empty plan, max f_i (tasks of workers that cannot
 * compute go to the worker of least c + w); lo is min f_i, raised to the capacity bound, the
 * smallest M with sum floor(M/w_i) >= n. Integers: mid = floor((lo + hi)/2) until hi - lo = 1. Real
 * numbers: until hi - lo <= 2^-40 hi, and on uniform links each plan lowers hi to its executed
 * makespan. On different links acceptance need not be monotone in M, so the result is only a local
 * minimum. A target that `foresee` (or NULL) answers is not probed, but for the last one that is
 * accepted. Returns 0, as a heuristic does. */
int sp_bisect(struct sp_context *, const struct sp_redistribution *, enum sp_senders,
              sp_foresee *foresee, sp_probe *probe, void *data, struct sp_schedule *out);

/* D, the deadlines of the receivers: M - k w_r for k >= 1 while f_r <= M - k w_r, by (deadline,
 * index). A task received by then is the k-th from the last that r computes and ends in time. */
struct sp_deadlines {
  const struct sp_redistribution *p;
  int groups;          /* of workers with equal c and equal w, by c */
  int *member, *first; /* group g: member[first[g]..first[g+1]-1], increasing */
  double M;
  double date; /* position in D: all entries up to (date, worker) have passed */
  int worker;
  double *c, *w;           /* [g] of its workers */
  double *k, *due;         /* [g] its next entries are at due[g] = M - k[g] w[g]; 0: none */
  int *now;                /* [g] the worker of the next entry */
  double cheapest;         /* least c of any receiver */
  long taken, looked;      /* entries of this target, and entries looked at for all targets */
  long most;               /* entries of a target, at most */
  bool endless;            /* they were more: sp_deadlines_refuse */
  struct min_queue awake;  /* groups by (next deadline, worker) */
  struct min_queue asleep; /* groups whose next entries change nothing yet, by number */
};
struct sp_deadlines sp_deadlines_new(struct sp_context *, const struct sp_redistribution *);

/* Starts D for the target. */
void sp_deadlines_open(struct sp_deadlines *, const struct sp_target *);
/* The next entry (*deadline, return value) that can change a sequence which ends at date t and
 * whose most expensive entry costs `largest` (-INFINITY: empty): one with t + c_r <= deadline, or
 * with c_r < largest and low + c_r <= deadline, where low <= t is the date of the last task's
 * arrival. Any other would be appended and removed again at once. Returns 0 at the end of D. D may
 * be much longer than the sequence; sleeping groups cost nothing. */
int sp_deadlines_next(struct sp_deadlines *, double t, double low, double largest,
                      double *deadline);
/* 0; -1, with the reason in the context, if D had more entries than can be looked at: costs are
 * many decades apart, or many workers together ask far more often than the port can send. */
int sp_deadlines_refuse(const struct sp_deadlines *, struct sp_context *);

/* sigma: receivers in order, of which the most expensive (ties: latest added) can be removed. */
struct sp_sigma {
  struct sp_context *cx;
  const struct sp_redistribution *p;
  long n, used, cap;
  int *worker;              /* [0..used-1] receiver, 0: removed */
  struct min_queue dearest; /* positions by c, largest first, then the latest */
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
/* The position of that entry. */
static inline long sp_sigma_top(const struct sp_sigma *sigma)
{
  return min_queue_top(&sigma->dearest);
}
/* Copies the first n entries. */
void sp_sigma_first(const struct sp_sigma *, long n, int *receiver);

/* The most tasks that workers which hold none can receive in time: sp_interruptible_foresees is the
 * answer of a probe that finds the most tasks which can be with the receivers in time when all are
 * at the master with the first (Moore's algorithm); SP_NO is that of each probe here. */
struct sp_interruptible {
  struct sp_context *cx;
  const struct sp_redistribution *p;
  double least_f;         /* of the workers that hold tasks */
  double now;             /* time, from M backwards */
  double *begun;          /* [r] transfers */
  struct min_queue asks;  /* workers by the date at which they ask for their next task */
  struct min_queue waits; /* workers that have asked, by c */
  int open;               /* transfers that have begun and not ended */
  double *rest;           /* [0..open-1] what is left of them, decreasing */
  long done, room;        /* transfers that have ended, room for them */
  double *end;            /* [0..done-1] dates of their ends */
};
struct sp_interruptible sp_interruptible_new(struct sp_context *, const struct sp_redistribution *);
/* The end of the n-th transfer, n >= 1, from M backwards; INFINITY: there is none by `last`. */
double sp_interruptible_end(struct sp_interruptible *, long n, double last);
enum sp_answer sp_interruptible_foresees(struct sp_interruptible *, const struct sp_target *);
/* True if no sequence can send each task after its arrival: those from the k-th on leave the master
 * between A_k and M. Taken backwards from M, the cheapest link first and interrupted for a cheaper
 * one, as many transfers as possible have ended at each date (Schrage 1968). */
bool sp_interruptible_refuses(struct sp_interruptible *, const struct sp_target *);

/* The receivers from M backwards: worker r computes from begin_r on, the port is busy from T on, so
 * one more task for r is sent at st_r = min(begin_r - w_r, T) - c_r at the latest. */
struct sp_backward {
  const struct sp_redistribution *p;
  bool largest; /* ties of st: the largest begin_r - w_r, then the largest index (else: lowest) */
  double T;
  double *begin;            /* [r] */
  struct min_queue pending; /* begin_r - w_r < T: by st_r = begin_r - w_r - c_r, greatest first */
  struct min_queue ready;   /* begin_r - w_r >= T: st_r = T - c_r, least c first */
};
struct sp_backward sp_backward_new(struct sp_context *, const struct sp_redistribution *,
                                   bool largest);
/* Starts from the target's M. */
void sp_backward_open(struct sp_backward *, const struct sp_target *);
/* The worker of greatest st among those with begin_r - w_r >= f_r; 0: none. */
int sp_backward_latest(struct sp_backward *, double *st);
/* Gives worker r, the latest, a task sent at st. */
void sp_backward_take(struct sp_backward *, int r, double st);

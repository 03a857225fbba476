/* Schedules (ordered lists of messages, as decided) and traces (events with their dates, as
 * executed), the evaluator of schedules, and the validator of traces. */
#ifndef STARPORT_SCHEDULE_H
#define STARPORT_SCHEDULE_H

#include <starport/instance.h>

SP_BEGIN_DECLS

/* One message through the master. redistribution, imbalance: from = sender s, to = receiver r (the
 * task travels s -> master -> r; s = r is allowed but useless); bag, divisible: from = 0. */
struct sp_message {
  int from, to;
  double amount;      /* units; 1 for tasks */
  long after;         /* index of the earlier message whose task is sent on (a relay: that message's
                         `to` is this one's `from`); -1: one of the sender's initial tasks */
  double earliest[2]; /* [0] date before which its emission does not take a port, [1] its reception;
                         0: as soon as it can. By enum sp_port. */
  long returns;       /* place of its result among those that the master receives, from 1; 0: the
                         results come in the order in which they exist, ties by worker */
};

/* Message k is the k-th reception of the master AND its k-th emission: the list is the order of
 * each port. A plan reserves the tasks that it sends from date 0. */
struct sp_schedule {
  long n, cap;
  struct sp_message *msg; /* [0..n-1]; owned */
  double planned;         /* planned makespan; NAN: the heuristic claims none */
};
#define SP_SCHEDULE_EMPTY ((struct sp_schedule){0, 0, NULL, NAN})

/* Appends a message; see struct sp_message. */
void sp_schedule_add(struct sp_schedule *, int from, int to, double amount, long after);
/* Frees the messages and leaves an empty schedule, which can be used again. */
void sp_schedule_clear(struct sp_schedule *);
/* Checks that the schedule fits the instance: nodes in range and of the kind that the problem
 * needs, amounts >= 0 (tasks: 1), results placed all, each once, or none, each relay after an
 * earlier message to its sender, which no other relay sends on. Only the execution shows whether
 * the senders have the tasks. SP_OK, or SP_BAD_INPUT with the reason. */
int sp_schedule_check(const struct sp_instance *, const struct sp_schedule *, struct sp_error *);

/* Kinds of events. A result on a graph; on a star results are transfers to the master. */
enum sp_kind { SP_TRANSFER, SP_COMPUTE, SP_RESULT };

/* One interval of one hop or computation. */
struct sp_event {
  double start, end; /* dates */
  double amount;     /* units */
  int from, to;      /* nodes; from = to: the worker that computes */
  long message;      /* index of the message (both of its hops, and its computation); -1: a unit
                        that the worker held at date 0. Files print message + 1, so 0 = own. */
  enum sp_kind kind;
  bool lost; /* it was cut short, as its worker or link went down: nothing was moved or computed */
};

struct sp_trace {
  long n, cap;
  struct sp_event *event; /* [0..n-1]; owned */
};
#define SP_TRACE_EMPTY ((struct sp_trace){0, 0, NULL})

/* Sorts by (start, end, kind, from, to, message): the order of the events file. */
void sp_trace_sort(struct sp_trace *);
/* Frees the events and leaves an empty trace. */
void sp_trace_clear(struct sp_trace *);

/* Executes the schedule as soon as possible in the nominal model (papers: in_k = max(in_{k-1},
 * date the sender has the task) + S + c; out_k likewise; end_i = max(end_i, out_k) + w_i), any
 * number of ports at the master, O((n + m) log n) and O(n) with one port each. The duplex is taken
 * as full. Returns the makespan (imbalance: end of the last emission; results: end of the last
 * one), NAN if it cannot be executed (a sender has no such task, a relay names a later message, a
 * buffer of 0..; results are awaited that never exist) or if places are held by results and the
 * master has several emission ports. */
double sp_makespan(const struct sp_instance *, const struct sp_schedule *);
/* How an interval's length relates to the nominal cost: any (noise, another network model), at
 * least as long (overheads), equal. */
enum sp_durations { SP_DURATIONS_AT_LEAST, SP_DURATIONS_EXACT, SP_DURATIONS_ANY };

/* The tolerance of sp_validate and sp_validate_hops for traces of the engines. */
#define SP_ENGINE_TOLERANCE 1e-12

/* THE VALIDATOR of stars: checks that the trace obeys the model on this instance. It shares no code
 * with the engines, the worker views or the evaluator. Checks: dates finite and not negative; nodes
 * exist; ports of the master and of every worker; durations (see sp_durations); store and forward;
 * causality (a task is computed or sent on only after it arrived, and once); places b_i;
 * conservation (each initial or master's unit is computed once; all of them unless there is a
 * deadline); the order in which a worker computes. Two dates are equal within `tolerance` (0: the
 * default 1e-9) of the later one; over any span of dates the durations on a port, link or processor
 * exceed the span by no more than one. Returns SP_OK with "" or a warning in the error: some
 * nominal durations are below 100 times the tolerance of their dates, so that they are hardly
 * checked; or SP_NOT_VERIFIED with the first violation. */
int sp_validate(const struct sp_instance *, const struct sp_trace *, double tolerance,
                enum sp_durations, struct sp_error *);

SP_END_DECLS

#endif

/* Makes dates, ties and rounding under SimGrid come out as in the nominal model (docs/model.md).
 *
 * DATES. A run records the date of the nominal model where SimGrid agrees with it: an activity
 * booked to start at t that takes d ends at t + d, computed as the native engine computes it, if
 * SimGrid made it last d up to 1e-12 of the clock and up to the time of the part of a byte that
 * SimGrid drops. Otherwise (another network model, shared links) it ends when SimGrid says. So
 * rounding never changes a decision, and a change of model does.
 *
 * ORDER. An actor whose activity has ended reports it and yields once, so that all the ends of one
 * SimGrid date are reported; the first actor to go on settles: as long as there are reported ends,
 * those of the least booked date are completed together, then the engine decides and activities
 * start. It holds back if an activity under way is due by that date and so will end within
 * rounding: ties and differences in the last bit come out as in the nominal model.
 *
 * CHANGES. Where a speed or a bandwidth has a profile, SimGrid gets less to do by the time of
 * 5e-13 of the clock, so that rounding does not carry an activity past a change with which it ends,
 * to the end of a break perhaps. All that such a run does, and SimGrid ends early within the bounds
 * above, waits for its booked end: else SimGrid's clock, and so its changes, would drift away from
 * the booked dates. SimGrid never lets a flow be faster than its links were when it began; so these
 * links are infinitely fast for the moment in which it begins. Where a latency has one, SimGrid
 * knows nothing of it: a link gets the latency of each message when that starts.
 *
 * LOSSES. Where hosts or links can go down, SimGrid itself fails what is under way there, and the
 * engine says at each such date what is lost (nominal_lose): all that has not ended by its booked
 * date, so rounding never decides. What SimGrid fails at its booked end has ended. If SimGrid and
 * the engine lose different activities the run has failed. SimGrid gets less to do here, too, so
 * that it ends what is due at the date of a failure; states are looked at when SimGrid's clock is
 * past their date by 2e-13 of it, so that SimGrid's resources have changed, and so have those that
 * change within rounding of it. What starts then starts late, and gets less to do by so much.
 *
 * LOST EVENTS. SimGrid 3.32 can step past an event and never find it; the clock guard, an actor,
 * prevents that. */
#pragma once

#include "engine/cost.h"
#include "engine/simgrid/driver.h"
#include "engine/simgrid/platform.h"
#include <starport/dates.h>

/* What carries one activity at a time: a direction of a link, a processor. */
struct lane {
  int number; /* from 0 */
  int kind;   /* activities that end at one date are completed by the kinds of their lanes */
  sg_host_t from, to;         /* of messages; to NULL: computations, on `from` */
  struct actor_pool *pool;    /* does them */
  struct actor_pool own;      /* of a processor */
  struct activity *under_way; /* started and not completed */
  struct activity *doing;     /* given to an actor that has not reported its end; another one than
                                 under_way: the engine has lost it, and SimGrid not yet */
  /* Of core.h: */
  int holds;
  struct hold {
    int resource, mode;
  } hold[9];            /* resources that an activity occupies, the first of them the lane */
  bool late;            /* the last of them is late */
  struct token *claims; /* of which an activity takes units; NULL: none */
  struct token *lacks;  /* of which the first that waits lacks units; NULL: none */
  struct lane *next;    /* that lacks the same */
};

/* Something that takes time, from its start to its completion; the engine's own data follow it.
 * An alarm is one without a lane. */
struct activity {
  struct lane *lane;
  long rank; /* those of one kind that end at one date are completed by rank */
  /* Of core.h, until it starts: */
  struct token *waits; /* until so many units of it have been given; NULL: for none */
  long ticket;
  long units;      /* that it takes of the token that its lane claims */
  bool asked;      /* it lacks nothing else and stands in the line of what is late */
  double earliest; /* date before which it does not start */
  /* Of nominal.c: */
  double start, duration; /* as booked: the same expressions as in the native engine */
  double amount;          /* flops, or bytes (0: nothing flows, it takes its duration) */
  double latency;         /* of a message, part of its duration */
  double slack;           /* time of the part of a byte that SimGrid drops */
  double end;             /* as booked, once SimGrid has reported it */
  double clock;           /* SimGrid's date at the start */
  bool changing;          /* its speed or bandwidth has a profile */
  bool watched;           /* an alarm is set for the date at which it must have ended */
  bool failed;            /* SimGrid has lost it, and the engine not yet */
};

struct nominal {
  struct driver driver; /* first */
  /* Of the core: */
  void *core;                                  /* for the two functions */
  void (*complete)(void *, struct activity *); /* it has ended at its booked date */
  bool (*decide)(void *, double date);         /* starts all that can start; false: stop */
  double wake;   /* set by decide: date to decide again at the latest; INFINITY: none */
  double change; /* set by decide: of states, the next one; INFINITY: none */
  const struct platform *platform; /* loaded; its routes are compared before the run */
  struct sp_result *result;
  double deadline; /* the run stops there */
  /* Of nominal.c: */
  bool changes;            /* some speeds, bandwidths or states change */
  bool fails;              /* hosts or links can go down */
  bool latencies;          /* they change: a message sets that of the only link on its way */
  struct lane *lane;       /* [number] */
  struct sp_dates due;     /* lanes: what is under way and not late, by booked end */
  long under_way;          /* given to actors and not reported */
  struct activity **ended; /* reported, not completed; in any order */
  long n_ended;
  long n_failed; /* activities that are `failed` */
  double now;    /* date of the last completions */
  double armed;  /* date of the last alarm */
  double rung;   /* greatest date whose alarm has rung */
  double least;  /* of the durations and latencies of all that has started, and of the dates at
                    which SimGrid's platform changes */
  bool settling;
  sg_host_t host; /* of alarms and of the clock guard: it never fails */
  bool traces;    /* SimGrid's own tracing is on */
  struct actor_pool alarms;
  struct fast_link *fast; /* links whose bandwidths are out of force at this moment */
  int n_fast, cap_fast;
};

/* For so many lanes, which may be filled in later. nominal_clear frees what it holds; zeros are
 * accepted. */
void nominal_init(struct nominal *, const struct platform *, struct lane *, int lanes);
void nominal_clear(struct nominal *);
/* Checks the platform, decides at date 0, then runs until nothing can happen any more or the core
 * or the deadline stops it. */
void nominal_run(struct nominal *, const struct sp_conditions *);
/* Of decide: the activity, whose `start` is the date of the decision, is done by an actor of its
 * lane's pool, and freed once it is completed or lost. */
void nominal_start(struct nominal *, struct activity *, const struct cost *);
/* Of decide: an activity that was under way is lost. */
void nominal_lose(struct nominal *, struct activity *);

/* Of an actor: does the activity in SimGrid and reports its end. */
void nominal_transfer(struct actor *self, struct activity *);
void nominal_compute(struct actor *self, struct activity *);

/* Of an actor on a host that is always up: sends so many bytes from one host to another, or
 * executes so many flops there, and waits for the end. False: SimGrid has lost it (lossy.c). */
bool lossy_send(sg_host_t from, sg_host_t to, double bytes);
bool lossy_execute(sg_host_t on, double flops);

/* Of the actor that guards the clock of a run: sleeps until the date `first`, which must come
 * before all other events, then wakes at every doubling of the clock. Never returns. */
void nominal_guard_clock(double first);

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

#include "base/heap.h"
#include "engine/simgrid/driver.h"
#include "engine/simgrid/platform.h"

/* Something that takes time, from its start to its completion. The engine fills in: */
struct activity {
  int number;             /* its own among all that can be under way at once */
  int kind;               /* those that end at one date are completed by kind, */
  long rank;              /* then by rank */
  double start, duration; /* as booked: the same expressions as in the native engine */
  sg_host_t from, to;     /* of a message; NULL: a computation, on the actor's host */
  sg_host_t on;   /* of a computation where hosts can go down: another one than the actor's */
  double amount;  /* flops, or bytes (0: nothing flows, it takes its duration) */
  double latency; /* of a message, part of its duration */
  double slack;   /* time of the part of a byte that SimGrid drops */
  bool changing;  /* its speed or bandwidth has a profile */
  /* nominal.c fills in: */
  bool under_way; /* started and not completed */
  bool watched;   /* an alarm is set for the date at which it must have ended */
  bool failed;    /* SimGrid has lost it, and the engine not yet */
  bool dropped;   /* the engine has lost it, and SimGrid not yet */
  double end;     /* as booked, once SimGrid has reported it */
  double clock;   /* SimGrid's date at the start */
};

struct nominal {
  struct driver driver; /* first */
  /* Of the engine: */
  void *engine;                    /* for the two functions */
  const struct platform *platform; /* loaded; its routes are compared before the run */
  struct sp_result *result;
  void (*complete)(void *engine, struct activity *); /* it has ended at its booked date */
  bool (*decide)(void *engine, double date);         /* starts all that can start; false: stop */
  double wake;     /* set by decide: date to decide again at the latest; INFINITY: none */
  double change;   /* set by decide: of states, the next one; INFINITY: none */
  double deadline; /* the run stops there */
  bool changes;    /* some speeds, bandwidths or states change */
  bool fails;      /* hosts or links can go down */
  bool latencies;  /* they change: a message sets that of the only link on its way */
  sg_host_t host;  /* of alarms and of the clock guard */
  /* Of nominal.c: */
  struct activity **activity; /* [number] the last one started under that number */
  struct sp_heap due;         /* by number: under way and not late, by booked end */
  long under_way;             /* given to actors and not reported */
  struct activity **ended;    /* reported, not completed; in any order */
  long n_ended;
  long n_failed; /* activities that are `failed` */
  double now;    /* date of the last completions */
  double armed;  /* date of the last alarm */
  double rung;   /* greatest date whose alarm has rung */
  double least;  /* of the durations and latencies of all that has started; the engine may set it
                    before the run to a date before which SimGrid's platform does not change */
  bool settling;
  bool traces; /* SimGrid's own tracing is on */
  struct actor_pool alarms;
  struct fast_link *fast; /* links whose bandwidths are out of force at this moment */
  int n_fast, cap_fast;
};

/* For activities with numbers 0..activities-1. nominal_clear frees what it holds; zeros are
 * accepted. */
void nominal_init(struct nominal *, int activities);
void nominal_clear(struct nominal *);
/* Checks the platform, decides at date 0, then runs until nothing can happen any more or the engine
 * or the deadline stops it. */
void nominal_run(struct nominal *, const struct sp_conditions *);
/* Of decide: an activity starts at the date of the decision, done by an actor of the pool. */
void nominal_start(struct nominal *, struct actor_pool *, struct activity *);

/* Of an actor: does the activity in SimGrid and reports its end. */
void nominal_transfer(struct actor *self, struct activity *);
void nominal_compute(struct actor *self, struct activity *);

/* Of decide: an activity under way is lost. */
void nominal_lose(struct nominal *, struct activity *);

/* Describes a message of so many units, each of which takes c: amount, latency, slack.
 * False, with the run failed, if SimGrid cannot move as many bytes. */
bool nominal_message(const struct nominal *, struct activity *, double units, double c,
                     double latency);

/* Gives SimGrid less to do of an activity that is described otherwise and starts now, since its
 * speed or bandwidth changes, or since it may be lost. It takes `time` at factor 1; first, last:
 * the factors with which it starts and ends, 0 if it ends right after a break. */
void nominal_shorten(struct activity *, double time, double first, double last);

/* Of the actor that guards the clock of a run: sleeps until the date `first`, which must come
 * before all other events, then wakes at every doubling of the clock. Never returns. */
void nominal_guard_clock(double first);

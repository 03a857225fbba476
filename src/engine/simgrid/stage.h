/* The stage: what stars and graphs share of a run under SimGrid. What takes time is a deed, done by
 * an actor; what has ended is completed, and what can start is decided, by the client (simgrid.c,
 * hops.c), which knows of ports, links and processors and nothing of SimGrid's clock.
 *
 *   stage.c  order: which ends count when, and when the client decides
 *   actor.c  time: actors
 *
 * DATES. What a run books is not the clock of SimGrid but, where that says nothing else, the date
 * in the nominal model: a deed booked to start at t that takes d ends at t + d, computed as the
 * native engine computes it, if SimGrid made it last d up to 1e-12 of the clock and up to the time
 * of the part of a byte that SimGrid drops. Otherwise (another network model, shared links) it ends
 * when SimGrid says. So rounding never changes a decision, and a change of model does.
 *
 * ORDER. An actor whose deed has ended reports it and yields once, so that all the ends of one
 * SimGrid date are reported; the first to go on settles: as long as there are reported ends, those
 * of the least booked date are completed together, then the client decides and deeds start. It
 * holds back if something under way is due by that date and so will end within rounding: ties and
 * differences in the last bit come out as in the nominal model. */
#ifndef SP_ENGINE_SIMGRID_STAGE_H
#define SP_ENGINE_SIMGRID_STAGE_H

#include <pthread.h>
#include <simgrid/forward.h>
#include <starport/heap.h>
#include <starport/starport.h>
#include <ucontext.h>

/* How an actor does it. */
enum deed_how { DEED_SLEEPS, DEED_FLOWS, DEED_COMPUTES };

/* What takes time, from its start to its completion. The client tells: */
struct deed {
  int number;             /* its own among all that can be under way at once */
  int desk;               /* who does it; a computation is done on the desk's host */
  int kind;               /* those that end at one date are completed by kind, */
  long rank;              /* then by rank */
  double start, duration; /* as booked; the native engine's very expressions */
  enum deed_how how;
  double amount;  /* bytes or flops */
  int from, to;   /* hosts of a flow */
  double latency; /* of a flow, within its duration */
  double slack;   /* time of the part of a byte that SimGrid drops */
  /* The stage: */
  double end;   /* as booked, once SimGrid has reported it */
  double clock; /* SimGrid's date at the start */
  bool watched; /* an alarm is set for the date at which it must have ended */
};

/* Where actors of one kind wait for work. */
struct desk {
  const char *name; /* of each actor */
  int host;
  struct player *idle; /* actors without a deed */
};
enum { DESK_ALARM }; /* the first desk, made by stage_init; the client numbers its own from 1 */

struct stage {
  /* The client's. */
  void *client;
  void (*complete)(void *client, struct deed *); /* it has ended at its booked date */
  bool (*decide)(void *client, double date);     /* stage_start for all that can; false: stop */
  double wake;                                   /* set by decide: date to decide again at the
                                                    latest; INFINITY: none */
  double deadline;                               /* nothing later counts: the run stops there */
  sg_host_t *host;                               /* by the numbers that deeds and desks bear */
  struct desk *desk;
  /* The stage's own. */
  struct player *players; /* all */
  struct deed **deed;     /* [number] the last one started under that number */
  struct sp_heap due;     /* by number: under way and not late, by booked end */
  long under_way;         /* given to actors and not reported, but for alarms */
  struct deed **ended;    /* reported, not completed; in any order */
  long n_ended;
  double now;   /* date of the last completions */
  double armed; /* date that the last alarm stands for */
  double rung;  /* greatest date whose alarm has rung */
  double least; /* of the durations and latencies of all that has started */
  bool settling;
  bool over, released; /* actors end after what they are at */
  ucontext_t caller;   /* of stage_act: where to go back to when the run is over */
  pthread_t thread;    /* the caller's: an actor that is a thread cannot */
  bool may_leave;
};

/* An empty stage for deeds 0..deeds-1 and so many hosts and desks (the first included), which the
 * caller fills in. stage_clear frees what it holds; a stage of zeros is accepted. */
void stage_init(struct stage *, int deeds, int hosts, int desks);
void stage_clear(struct stage *);
/* A deed starts at the date of the decision. */
void stage_start(struct stage *, struct deed *);
/* Runs: decides at date 0, then until nothing can happen any more or the client or the deadline
 * stops it. */
void stage_run(struct stage *, const struct sp_conditions *);

/* ---- Between stage.c and actor.c. */

/* Is the clock past date by more than rounding? */
static inline bool is_past(double clock, double date, double slack)
{
  return clock - date > 1e-12 * clock + slack;
}

/* Has an idle or a new actor of the deed's desk do it: once SimGrid has, it is among those that
 * have ended. */
void stage_assign(struct stage *, struct deed *);
/* Has an actor settle after a delay, when the date that the alarm stands for has come. */
void stage_set_alarm(struct stage *, double delay, double date);
/* Completes what has ended and decides, as far as SimGrid has come. Called by an actor after it has
 * reported. */
void stage_settle(struct stage *);
/* Runs SimGrid until the run is over. */
void stage_act(struct stage *, const struct sp_conditions *);

#endif

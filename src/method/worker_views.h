/* The worker views: what an on-line heuristic may know of each worker. One sp_worker_view per
 * worker is kept up to date from three kinds of news of the engines (engaged, arrived, computed);
 * all other dates are forecasts in the nominal model. Both engines share this code; it advances no
 * time. */
#pragma once

#include "model/memory.h"

#include <starport/heuristic.h>

/* What is known of a worker in addition to its sp_worker_view. */
struct views_line {
  double current_end; /* forecast end of the computation under way */
  double link_free;   /* forecast end of the last emission engaged to it */
  long own;           /* initial units not begun */
  bool busy;          /* computing */
  bool down;          /* known to be down */
  bool on_received;   /* ... the first of its queue (else an initial unit) */
  bool interrupted;   /* what it computed is to be begun anew, which is not noticed yet */
  long marked[2];     /* by port: among changed[port] if it is asked[port] */
  struct fifo queue; /* struct held, of forecasts: received, not computed, in order of engagement */
  long arrived;      /* how many of these have arrived */
  long owed;         /* results that have not come */
  double back;       /* forecast date at which the first of them comes; INFINITY: not known */
  double lost[2]; /* units whose results are lost, which is not noticed yet: on the way, stored */
  long n_lost[2]; /* so many */
};

struct worker_views {
  const struct sp_instance *in;
  struct sp_worker_view *worker; /* [0..m] */
  struct views_line *line;       /* [0..m] */
  double port_free[2];
  double remaining, movable; /* units at the master; movable units in all */
  double coming;             /* tasks to come, as the heuristic knows it */
  struct sp_view view[2];    /* by port: as it was last asked, and the changes since */
  int *changed[2];           /* by port: view[port].changed, [0..m-1] */
  long asked[2];             /* by port: how often it has been asked, from 1 */
  bool chunks;               /* messages may carry several tasks of a bag */
  bool telling;              /* the heuristic is told of what has been computed: */
  struct sp_ended *ended;    /* [0..cap_ended-1] view[SP_OUT].ended */
  int cap_ended;
  bool receives; /* redistribution: the reception port asks, too */
  bool returns;  /* so it does about results: `movable` counts those that a reception may take */
  bool queues;   /* entries are kept (else only idle_at is: unlimited places, nominal model) */
};

/* Starts the views of an instance, which must outlive them; views_clear frees them.
 * deviations: dates may differ from the nominal forecast (noise, another network model), so queues
 * are kept even where places are unlimited. */
void views_init(struct worker_views *, const struct sp_instance *, bool deviations);
/* The same for a plan, whose views show its execution to nobody but a reader: the port SP_OUT has
 * the changes for both. The initial tasks that the plan sends are set apart from date 0, and
 * `movable` counts the tasks that it will still take from a worker. */
void views_init_plan(struct worker_views *, const struct sp_instance *, const struct sp_schedule *);
void views_clear(struct worker_views *);
/* The heuristic is asked which result comes next. */
void views_ask_returns(struct worker_views *);
/* The view of `port` at date now, valid until the next news. */
static inline const struct sp_view *views_seen(struct worker_views *views, enum sp_port port,
                                               double now)
{
  struct sp_view *view = &views->view[port];
  view->now = now;
  view->remaining = port == SP_OUT ? views->remaining : views->movable;
  view->coming = views->coming;
  view->port_free[SP_OUT] = views->port_free[SP_OUT];
  view->port_free[SP_IN] = views->port_free[SP_IN];
  return view;
}
/* The heuristic has answered for `port`: empties its lists of changed workers and of what ended. */
static inline void views_asked(struct worker_views *views, enum sp_port port)
{
  views->view[port].n_changed = 0;
  views->view[port].n_ended = 0;
  views->asked[port]++;
}
/* The emission port is engaged at date now by amount units for worker i. */
void views_engaged_out(struct worker_views *, int i, double amount, double now);
/* The reception port is engaged at date now by one of worker s's movable units; received: the
 * unit is the oldest received one, not an initial one. */
void views_engaged_in(struct worker_views *, int s, bool received, double now);
/* In a plan: the port is engaged from date start on by a task that is taken from worker i or that
 * worker i sends on. */
void views_engaged_through(struct worker_views *, enum sp_port, int i, double start);
/* So many tasks arrive at the master. */
void views_come(struct worker_views *, long tasks);
/* A reception ended at the master; an emission ended at worker i. */
void views_received(struct worker_views *, int s, double date);
void views_arrived(struct worker_views *, int i, double date);
/* A task that was engaged to be received from worker s is there again: its reception is broken off
 * or taken back. */
void views_kept(struct worker_views *, int s, bool received, double date);
/* The computation of worker i is lost, and its task stays there (in->lost_stay). */
void views_interrupted(struct worker_views *, int i);
/* The reception port is engaged at date now by a result of so many units of worker i; it has come.
 */
void views_returning(struct worker_views *, int i, double amount, double now);
void views_returned(struct worker_views *, int i, double amount, double date);
/* A reception may take so many results of worker i (of `returns`). */
void views_waiting(struct worker_views *, int i, long n);
/* A result of so many units of worker i is lost, which is to be noticed; stored: with its host. */
void views_result_lost(struct worker_views *, int i, double amount, bool stored);
/* The master notices that worker i is down: its host, or its link. It has lost the units engaged to
 * it that have not arrived and, if the host went down and they do not stay, all those that it had
 * not computed. They remain at the master again. */
void views_down(struct worker_views *, int i, bool host, double date);
/* Worker i is up again. */
void views_up(struct worker_views *, int i, double date);
/* Worker i begins a computation of amount units; it has ended one. */
void views_begun(struct worker_views *, int i, bool received, double amount, double date);
void views_computed(struct worker_views *, int i, double amount, double date);
/* A worker has computed this. */
void views_tell(struct worker_views *, const struct sp_ended *);

/* A star in the middle of a plan: the messages so far, each as soon as possible, by one port of the
 * master each way (RR-6005, section 2; places: RR-5196, Figure 7, corrected). All planners that
 * execute orders of messages themselves do it here, with the expressions of the engines:
 *
 *   in = in + S_s + c_s                         the task leaves sender s (0: is at the master)
 *   start = max(out, in, room_r) ; out = start + S_r + c_r
 *   idle_r = max(out, idle_r) + w_r
 *   room_r: the end of the b_r-th task before on r */
#ifndef STARPORT_STATE_H
#define STARPORT_STATE_H

#include <starport/heuristic.h>

SP_BEGIN_DECLS

/* A worker and its link. */
struct sp_state_worker {
  double c, latency, w; /* its costs */
  double idle;          /* end of all that it has */
  double room;          /* date from which one more message can start; INFINITY: none can */
  long places;          /* b_i; 0: all that is sent fits */
  long first;           /* the ends of its last b_i tasks: finish[first + k mod b_i] */
  long sent;            /* messages to it */
};

struct sp_state {
  int m;
  double port[2];                 /* by enum sp_port: it is free */
  double last;                    /* end of the last computation */
  struct sp_state_worker *worker; /* [0..m] */
  double *finish;                 /* [0..dates-1] */
  long dates;
};

/* What sp_state_take_back needs. */
struct sp_state_before {
  double port[2], last, finish;
  struct sp_state_worker worker;
};

/* The state in which nothing is sent, in memory of the context. Places matter for workers that have
 * fewer than `units` (0: none), and are `more` than they have. */
struct sp_state sp_state_new(struct sp_context *, const struct sp_instance *, double units,
                             long more);
/* The same for given worker[1..m], whose costs and places are set; the array stays in use. */
struct sp_state sp_state_of(struct sp_context *, int m, struct sp_state_worker *worker);
/* Makes it the state in which nothing is sent. */
void sp_state_open(struct sp_state *);
/* Makes *to, of the same star, equal to *from. */
void sp_state_copy(struct sp_state *to, const struct sp_state *from);

/* The time of a message of so many units over the worker's link. */
static inline double sp_state_time(const struct sp_state_worker *x, double amount)
{
  return x->latency + amount * x->c;
}

static inline double sp_state_later(double a, double b)
{
  return a > b ? a : b;
}

/* The end of one more task on the worker if its message starts at `start`. */
static inline double sp_state_end(const struct sp_state_worker *x, double start)
{
  return sp_state_later(start + sp_state_time(x, 1), x->idle) + x->w;
}

/* Executes the next message, from a worker or the master (0) to worker `to`; returns the end of its
 * computation. */
static inline double sp_state_send(struct sp_state *s, int from, int to, double amount)
{
  struct sp_state_worker *x = &s->worker[to];
  long sent = x->sent++;
  if (from > 0)
    s->port[SP_IN] += sp_state_time(&s->worker[from], amount);
  double start = sp_state_later(sp_state_later(s->port[SP_OUT], s->port[SP_IN]), x->room);
  s->port[SP_OUT] = start + sp_state_time(x, amount);
  x->idle = sp_state_later(s->port[SP_OUT], x->idle) + amount * x->w;
  s->last = sp_state_later(s->last, x->idle);
  if (x->places > 0) {
    s->finish[x->first + sent % x->places] = x->idle;
    if (sent + 1 >= x->places)
      x->room = s->finish[x->first + (sent + 1) % x->places];
  }
  return x->idle;
}

/* Sends one task from a worker or the master (0) to worker `to`; sp_state_take_back undoes the last
 * of these. */
struct sp_state_before sp_state_try(struct sp_state *, int from, int to);
void sp_state_take_back(struct sp_state *, int to, const struct sp_state_before *);

SP_END_DECLS

#endif

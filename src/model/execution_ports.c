/* The execution of a plan when the master has several ports. Messages take ports in the order of
 * the list, each the port that is free first, and keep them while they wait for their link, their
 * task or a place. Tasks leave the master in the order in which they arrived, so with several
 * reception ports emission k need not carry the task of reception k, and a relay can wait for a
 * task that a later reception of the list brings. The dates are therefore found in the order of
 * the arrivals at the master:
 * - take the reception that ends first (the choice among several at one date changes no date);
 * - engage the next one of the list on its port;
 * - send its task on by the next emission, whose dates all follow from what is known;
 * - if that task is to be relayed, the reception that waits for it can start now.
 * A reception whose start is not known yet waits for a later emission than those known, so it
 * cannot end before the one taken. */
#include "base/memory.h"
#include "base/min_queue.h"
#include "model/execution.h"

#include <stdlib.h>

static double later(double a, double b)
{
  return a < b ? b : a;
}

/* Link of one worker. */
struct link {
  double in, out;  /* end of its latest message each way */
  long head, tail; /* receptions engaged that have no date yet, in order; head -1: none */
};

struct master {
  struct execution *x;
  struct link *link; /* [0..m] */
  double *engaged;   /* [k] reception k took its port */
  double *arrival;   /* [k] emission k has ended; k < emitted */
  long *behind;      /* [k] next of the same worker's receptions without a date, -1: none */
  struct min_queue receiving; /* receptions by end */
  struct min_queue sending;   /* emission ports by the date they free */
  long emitted, received;     /* messages engaged so far */
};

/* Gives dates to the receptions from worker s whose task is known to be there. */
static void start_receptions(struct master *a, int s)
{
  const struct sp_instance *in = a->x->in;
  struct link *link = &a->link[s];

  while (link->head >= 0) {
    const struct sp_message *msg = &a->x->plan->msg[link->head];
    double start = later(a->engaged[link->head], link->in);
    if (msg->after >= a->emitted)
      return;
    if (msg->after >= 0)
      start = later(start, a->arrival[msg->after]);
    link->in = start + sp_message_time(in, s, msg->amount);
    min_queue_push(&a->receiving, link->in, link->head);
    link->head = a->behind[link->head];
  }
}

static void engage_reception(struct master *a, double when)
{
  long k = a->received++;
  int s = a->x->plan->msg[k].from;
  struct link *link = &a->link[s];

  a->engaged[k] = when;
  a->behind[k] = -1;
  if (link->head < 0)
    link->head = k;
  else
    a->behind[link->tail] = k;
  link->tail = k;
  start_receptions(a, s);
}

/* The next emission carries the task that has been at the master since `there`. */
static void emit(struct master *a, double there)
{
  struct execution *x = a->x;
  long k = a->emitted++;
  const struct sp_message *msg = &x->plan->msg[k];
  struct link *link = &a->link[msg->to];
  double start = later(later(min_queue_pop(&a->sending).key, there), link->out);

  start = later(start, execution_place(x, k));
  link->out = start + sp_message_time(x->in, msg->to, msg->amount);
  min_queue_push(&a->sending, link->out, k);
  a->arrival[k] = link->out;
  execution_arrived(x, k, link->out);
  start_receptions(a, msg->to);
}

void execution_ports(struct execution *x)
{
  const struct sp_ports *ports = &x->in->platform.node[0].ports;
  long n = x->plan->n;
  size_t size = (size_t)n, nodes = (size_t)x->in->m + 1;
  struct master a = {.x = x,
                     .link = sp_xcalloc(nodes, sizeof *a.link),
                     .engaged = sp_xcalloc(size, sizeof *a.engaged),
                     .arrival = sp_xcalloc(size, sizeof *a.arrival),
                     .behind = sp_xcalloc(size, sizeof *a.behind)};

  for (int i = 0; i <= x->in->m; i++)
    a.link[i].head = -1;
  for (long k = 0; k < n && k < ports->send; k++)
    min_queue_push(&a.sending, 0, k);
  if (execution_from_master(x->in)) {
    while (a.emitted < n)
      emit(&a, 0);
  } else {
    while (a.received < n && a.received < ports->recv)
      engage_reception(&a, 0);
    while (a.receiving.n > 0) {
      double there = min_queue_pop(&a.receiving).key;
      if (a.received < n)
        engage_reception(&a, there);
      emit(&a, there);
    }
  }
  free(a.link);
  free(a.engaged);
  free(a.arrival);
  free(a.behind);
  free(a.receiving.entry);
  free(a.sending.entry);
}

/* The validator's view of a trace, shared by its files: single events (star.c), what can do
 * only one thing at a time (resources.c), the way of each unit (units.c), and the
 * orders in which they look at events (order.c).
 * Nothing here is shared with engines, worker views or evaluator: the trace and the instance are
 * all. */
#ifndef SP_MODEL_VALIDATE_H
#define SP_MODEL_VALIDATE_H

#include <starport/schedule.h>

/* Events in an order that each check chooses. */
struct selection {
  long n;
  const struct sp_event **event; /* [0..n-1] */
};

struct check {
  const struct sp_instance *in;
  const struct sp_trace *trace;
  double relative; /* tolerance, relative */
  double slack;    /* tolerance of dates: relative * greatest date */
  enum sp_durations durations;
  bool partial;            /* there is a deadline: what it cut off is missing, and may be */
  struct selection hop[2]; /* transfers by enum role: to the master, from the master */
  struct selection work;   /* computations */
  struct sp_error *error;
};

enum role { RECEPTION, EMISSION, COMPUTATION };

/* What an event is, once nodes and kind have been checked. */
static inline enum role role_of(const struct sp_event *e)
{
  if (e->kind == SP_COMPUTE)
    return COMPUTATION;
  return e->from == 0 ? EMISSION : RECEPTION;
}

/* The worker of an event: sender, receiver or the one that computes. */
static inline int worker_of(const struct sp_event *e)
{
  return e->from == 0 ? e->to : e->from;
}

static inline int order_of_dates(double a, double b)
{
  return (a > b) - (a < b);
}

/* Writes the violation; returns SP_NOT_VERIFIED. */
int violation(struct sp_error *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* "message 7's emission to worker 2", "worker 2's computation of message 7", "worker 2's
 * computation of an initial unit": who did what. Returns text. */
enum { DESCRIPTION = 80 };
const char *description(const struct sp_event *, char text[DESCRIPTION]);

/* Orders for sort_events; ties are broken so that the result is the same everywhere. */
typedef int event_order(const void *, const void *);
event_order by_start, by_end, by_worker_and_start, by_worker_and_end, by_message;
void sort_events(const struct selection *, event_order *);

/* Ports, links, processors, places. */
int check_resources(struct check *);
/* Causality, store and forward, conservation. */
int check_units(struct check *);

#endif

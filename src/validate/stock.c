/* Stocks and places of nodes: nothing takes units that are not there, and a message finds a place;
 * see world.h.
 *
 * A trace does not say which units an event takes. So units are counted: by the start of an event,
 * all that has been taken must be covered by what was held at date 0 and what has arrived. */
#include "base/memory.h"
#include "base/num.h"
#include "validate/world.h"

static int by_arrival(const void *left, const void *right)
{
  const struct arrival *a = left, *b = right;
  int order = SP_COMPARE(a->date, b->date);
  return order || !a->event || !b->event ? order : by_end(&a->event, &b->event);
}

void sort_arrivals(struct arrival *arrival, long n)
{
  sp_sort(arrival, n, sizeof *arrival, by_arrival);
}

struct arrival *arrivals_of(const struct selection *s)
{
  struct arrival *arrival = sp_xcalloc((size_t)s->n, sizeof *arrival);
  for (long j = 0; j < s->n; j++)
    arrival[j] = (struct arrival){s->event[j]->end, s->event[j]->amount, s->event[j]};
  sort_arrivals(arrival, s->n);
  return arrival;
}

struct lack find_lack(const struct world *w, const struct stock *s)
{
  struct lack l = {.had = s->held};
  double fails =
      s->state ? integral_first(s->state, 0, true) : INFINITY; /* what is there is lost */

  for (long k = 0; k < s->own.n && !isinf(s->held); k++) {
    const struct sp_event *e = s->own.event[k];
    for (; l.arrived < s->arrivals; l.arrived++) {
      const struct arrival *a = &s->arrival[l.arrived];
      double fails_next = fails_after(w, s->state, a->date);
      if (before(w, e->start, a->date))
        break;
      if (fails_next <= a->date)
        continue;
      l.had = (fails_next > fails ? fmin(l.had, l.begun) : l.had) + a->amount;
      fails = fails_next;
    }
    if (before(w, fails, e->start)) {
      l.had = fmin(l.had, l.begun);
      fails = INFINITY; /* nothing is there any more */
    }
    l.begun += e->amount;
    if (l.begun > l.had * (1 + w->amounts)) {
      l.event = e;
      return l;
    }
  }
  return l;
}

static int by_date(const void *left, const void *right)
{
  return SP_COMPARE(*(const double *)left, *(const double *)right);
}

bool check_places(const struct world *w, int i, long places, const struct selection *start,
                  double *release)
{
  char what[DESCRIPTION];

  sp_sort(release, start->n, sizeof *release, by_date);
  for (long j = places; j < start->n; j++) {
    const struct sp_event *e = start->event[j];
    if (places == 0)
      return violation(w, "%s %d: %s starts at %.12g, but there is no place for it", w->node_name,
                       i, w->describe(e, what), e->start);
    if (before(w, e->start, release[j - places]))
      return violation(w, "%s %d: %s starts at %.12g while %s %ld place%s taken until %.12g",
                       w->node_name, i, w->describe(e, what), e->start, places == 1 ? "its" : "all",
                       places, places == 1 ? " is" : "s are", release[j - places]);
  }
  return true;
}

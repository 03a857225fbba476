/* The validator of graphs: does a trace obey the model? It knows the graph and the intervals and
 * nothing of what was decided, so it judges traces from anywhere. This file checks each event by
 * itself, then hands the trace, sorted by end and by start, to the checks of ports and of stock.
 * O(n log n).
 *
 * Dates that differ by less than `slack` count as equal, and always in the trace's favour. */
#include "validate/hops.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>

#define DEFAULT_TOLERANCE 1e-9

const char *hop_description(const struct sp_event *e, char text[DESCRIPTION])
{
  if (e->kind == SP_TRANSFER)
    snprintf(text, DESCRIPTION, "message %ld from node %d to node %d", e->message + 1, e->from,
             e->to);
  else
    snprintf(text, DESCRIPTION, "computation %ld of node %d", e->message + 1, e->from);
  return text;
}

/* A direction of a link, to be found by its ends. */
struct way {
  int from, to, way;
};

static int by_ends(const void *left, const void *right)
{
  const struct way *a = left, *b = right;
  int order = (a->from > b->from) - (a->from < b->from);
  return order ? order : (a->to > b->to) - (a->to < b->to);
}

static struct way *sort_ways(const struct sp_graph *g)
{
  struct way *way = sp_xcalloc(2 * (size_t)g->links, sizeof *way);

  for (int l = 0; l < g->links; l++) {
    way[2 * l] = (struct way){g->link[l].a + 1, g->link[l].b + 1, 2 * l};
    way[2 * l + 1] = (struct way){g->link[l].b + 1, g->link[l].a + 1, 2 * l + 1};
  }
  qsort(way, 2 * (size_t)g->links, sizeof *way, by_ends);
  return way;
}

static int check_nodes(struct hop_check *check, long rank, const struct sp_event *e)
{
  int n = check->g->platform.nodes;
  int unknown = e->from < 1 || e->from > n ? e->from : e->to;

  if (e->kind != SP_TRANSFER && e->kind != SP_COMPUTE)
    return violation(check->error, "event %ld: unknown kind %d", rank, (int)e->kind);
  if (unknown == 0)
    return violation(check->error,
                     "event %ld: node 0, as in a star's trace; expected a graph's, whose nodes "
                     "are 1 to %d",
                     rank, n);
  if (unknown < 1 || unknown > n)
    return violation(check->error, "event %ld: unknown node %d, expected 1 to %d", rank, unknown,
                     n);
  if (e->kind == SP_COMPUTE && e->from != e->to)
    return violation(check->error, "event %ld: a computation from %d to %d, expected one node",
                     rank, e->from, e->to);
  if (e->kind == SP_TRANSFER && e->from == e->to)
    return violation(check->error, "event %ld: a message from node %d to itself", rank, e->from);
  if (e->message < 0)
    return violation(check->error, "event %ld: number %ld, expected at least 1", rank,
                     e->message + 1);
  return SP_OK;
}

static int check_dates(struct hop_check *check, const struct sp_event *e)
{
  double until = check->asked->until;
  char what[DESCRIPTION];

  hop_description(e, what);
  if (!isfinite(e->start) || !isfinite(e->end))
    return violation(check->error, "%s: dates %.12g to %.12g are not finite", what, e->start,
                     e->end);
  if (e->start < 0)
    return violation(check->error, "%s starts at %.12g, a negative date", what, e->start);
  if (e->end < e->start)
    return violation(check->error, "%s ends at %.12g before its start at %.12g", what, e->end,
                     e->start);
  if (e->end > until + check->slack)
    return violation(check->error, "%s ends at %.12g after the last date %.12g", what, e->end,
                     until);
  if (!(e->amount >= 0) || isinf(e->amount))
    return violation(check->error, "%s has the amount %.12g, expected a finite one, at least 0",
                     what, e->amount);
  return SP_OK;
}

/* A message pays its latency though it carries nothing; a node without a processor can compute
 * nothing, and no more. */
static int check_duration(struct hop_check *check, const struct sp_event *e, int way)
{
  const struct sp_graph *g = check->g;
  double lasted = e->end - e->start, nominal;
  char what[DESCRIPTION];

  hop_description(e, what);
  if (way >= 0 && isinf(g->link[way / 2].c[way % 2].v))
    return violation(check->error, "%s: this link carries nothing that way (c is infinite)", what);
  if (way >= 0)
    nominal = g->link[way / 2].latency.v + e->amount * g->link[way / 2].c[way % 2].v;
  else
    nominal = e->amount > 0 ? e->amount * g->w[e->from - 1].v : 0;
  if (isinf(nominal))
    return violation(check->error, "%s: this node only relays (w is infinite)", what);
  if (check->asked->durations != SP_DURATIONS_ANY && lasted < nominal - check->slack)
    return violation(check->error, "%s takes %.12g from %.12g, shorter than the nominal %.12g",
                     what, lasted, e->start, nominal);
  if (check->asked->durations == SP_DURATIONS_EXACT && lasted > nominal + check->slack)
    return violation(check->error, "%s takes %.12g from %.12g, longer than the nominal %.12g", what,
                     lasted, e->start, nominal);
  return SP_OK;
}

static int check_events(struct hop_check *check)
{
  struct way *ways = sort_ways(check->g);
  char what[DESCRIPTION];
  int code = SP_OK;

  for (long j = 0; j < check->trace->n && code == SP_OK; j++) {
    const struct sp_event *e = &check->trace->event[j];
    const struct way *way = NULL, ends = {e->from, e->to, -1};
    code = check_nodes(check, j + 1, e);
    if (code == SP_OK)
      code = check_dates(check, e);
    if (code == SP_OK && e->kind == SP_TRANSFER) {
      way = bsearch(&ends, ways, 2 * (size_t)check->g->links, sizeof ends, by_ends);
      if (!way)
        code =
            violation(check->error, "%s: there is no link between them", hop_description(e, what));
    }
    check->way[j] = way ? way->way : -1;
    if (code == SP_OK)
      code = check_duration(check, e, check->way[j]);
  }
  free(ways);
  return code;
}

/* Every hop has a number of its own. */
static int check_numbers(struct hop_check *check)
{
  const struct selection *s = &check->by_end;
  char first[DESCRIPTION], second[DESCRIPTION];

  sort_events(s, by_message);
  for (long j = 1; j < s->n; j++)
    if (s->event[j - 1]->message == s->event[j]->message)
      return violation(check->error, "number %ld occurs twice: %s at %.12g and %s at %.12g",
                       s->event[j]->message + 1, hop_description(s->event[j - 1], first),
                       s->event[j - 1]->start, hop_description(s->event[j], second),
                       s->event[j]->start);
  return SP_OK;
}

int hop_receiver(const struct hop_check *check, const struct sp_event *e, int side)
{
  (void)check;
  return side == 0 && e->kind == SP_TRANSFER ? e->to - 1 : -1;
}

int hop_sender(const struct hop_check *check, const struct sp_event *e, int side)
{
  (void)check;
  return side == 0 && e->kind == SP_TRANSFER ? e->from - 1 : -1;
}

int hop_computer(const struct hop_check *check, const struct sp_event *e, int side)
{
  (void)check;
  return side == 0 && e->kind == SP_COMPUTE ? e->from - 1 : -1;
}

int hop_owner(const struct hop_check *check, const struct sp_event *e, int side)
{
  (void)check;
  return side == 0 ? e->from - 1 : -1;
}

struct hop_groups hop_deal(const struct hop_check *check, const struct selection *all, int places,
                           hop_place *place)
{
  struct hop_groups to = {places, sp_xcalloc((size_t)places + 2, sizeof *to.first), NULL};
  int p;

  for (long j = 0; j < all->n; j++)
    for (int side = 0; side < 2; side++)
      if ((p = place(check, all->event[j], side)) >= 0)
        to.first[p + 2]++;
  for (int k = 2; k <= places + 1; k++)
    to.first[k] += to.first[k - 1];
  to.event = sp_xcalloc((size_t)to.first[places + 1], sizeof *to.event);
  for (long j = 0; j < all->n;
       j++) /* first[p+1] runs through p's part, and ends where p+1 begins */
    for (int side = 0; side < 2; side++)
      if ((p = place(check, all->event[j], side)) >= 0)
        to.event[to.first[p + 1]++] = all->event[j];
  return to;
}

void hop_groups_clear(struct hop_groups *groups)
{
  free(groups->first);
  free(groups->event);
}

static struct selection select_all(const struct sp_trace *trace)
{
  struct selection s = {trace->n, sp_xcalloc((size_t)trace->n, sizeof *s.event)};

  for (long j = 0; j < trace->n; j++)
    s.event[j] = &trace->event[j];
  return s;
}

/* What the tolerances are relative to: the greatest date; all that nodes hold and receive. */
static void set_slack(struct hop_check *check)
{
  double greatest = 0, amount = 0;

  for (long j = 0; j < check->trace->n; j++) {
    const struct sp_event *e = &check->trace->event[j];
    if (isfinite(e->end) && e->end > greatest)
      greatest = e->end;
    if (e->kind == SP_TRANSFER && isfinite(e->amount))
      amount += fabs(e->amount);
  }
  for (int i = 0; i < check->g->platform.nodes; i++)
    if (isfinite(check->asked->held[i]))
      amount += check->asked->held[i];
  check->slack = check->relative * greatest;
  check->amount_slack = check->relative * amount;
}

int sp_validate_hops(const struct sp_graph *g, const struct sp_trace *trace,
                     const struct sp_hop_check *asked, struct sp_error *error)
{
  struct hop_check check = {
      .g = g, .trace = trace, .asked = asked, .relative = asked->tolerance, .error = error};

  if (!(check.relative > 0))
    check.relative = DEFAULT_TOLERANCE;
  set_slack(&check);
  check.way = sp_xcalloc((size_t)trace->n, sizeof *check.way);
  check.by_end = select_all(trace);
  check.by_start = select_all(trace);
  int code = check_events(&check);
  if (code == SP_OK)
    code = check_numbers(&check);
  if (code == SP_OK) {
    sort_events(&check.by_end, by_end);
    sort_events(&check.by_start, by_start);
    code = check_hop_ports(&check);
  }
  if (code == SP_OK)
    code = check_hop_stock(&check);
  free(check.by_start.event);
  free(check.by_end.event);
  free(check.way);
  return code;
}

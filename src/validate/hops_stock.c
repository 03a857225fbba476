/* What each node holds: it begins nothing that it does not have whole, it keeps to its places, and
 * all together compute what there is.
 *
 * A trace does not say which units a hop takes. So units are counted: by the start of a hop, all
 * that the node has begun must be covered by what it held at date 0 and what has arrived. */
#include "base/memory.h"
#include "base/text.h"
#include "validate/hops.h"

#include <stdlib.h>

/* What a node does with units, all by their numbers in time. */
struct node_stock {
  int i;                                    /* node, from 0 */
  long own;                                 /* hops that it sends or computes */
  long received;                            /* messages into it */
  const struct sp_event *const *by_start;   /* its own hops */
  const struct sp_event *const *arrivals;   /* by end */
  const struct sp_event *const *receptions; /* the same by start */
};

static int check_node_stock(struct hop_check *check, const struct node_stock *s)
{
  double held = check->asked->held[s->i], arrived = 0, begun = 0;
  long in = 0;
  char what[DESCRIPTION];

  if (!(held >= 0))
    return violation(&check->rules, "node %d holds %.12g units at date 0, expected at least 0",
                     s->i + 1, held);
  if (isinf(held))
    return SP_OK;
  for (long k = 0; k < s->own; k++) {
    const struct sp_event *e = s->by_start[k];
    while (in < s->received && !before(&check->rules, e->start, s->arrivals[in]->end))
      arrived += s->arrivals[in++]->amount;
    begun += e->amount;
    if (begun > (held + arrived) * (1 + check->rules.amounts))
      return violation(&check->rules,
                       "node %d has begun %.12g unit%s when %s starts at %.12g, more than the "
                       "%.12g that it has: held %.12g, received %.12g",
                       s->i + 1, begun, sp_plural(begun), check->rules.describe(e, what), e->start,
                       held + arrived, held, arrived);
  }
  return SP_OK;
}

/* When each arrived message has left its place: at the end of the last hop that took of it. Hops
 * take what has been there longest, and units held at date 0, which need no place, only where no
 * message is left. */
static void find_releases(const struct hop_check *check, const struct node_stock *s,
                          double *release)
{
  long there = 0, oldest = 0;
  double rest = 0, last = 0; /* of the oldest message; end of the last hop that took of it */

  for (long j = 0; j < s->received; j++)
    release[j] = s->arrivals[j]->amount > 0 ? INFINITY : s->arrivals[j]->end;
  for (long k = 0; k < s->own; k++) {
    const struct sp_event *e = s->by_start[k];
    double wanted = e->amount;
    while (there < s->received && !before(&check->rules, e->start, s->arrivals[there]->end))
      there++;
    while (oldest < there && wanted > check->rules.amounts * e->amount) {
      if (rest <= 0)
        rest = s->arrivals[oldest]->amount;
      double taken = fmin(rest, wanted);
      last = fmax(last, e->end);
      wanted -= taken;
      rest -= taken;
      if (rest <= check->rules.amounts * s->arrivals[oldest]->amount) {
        release[oldest] = fmax(last, s->arrivals[oldest]->end);
        oldest++;
        rest = last = 0;
      }
    }
  }
}

/* When the j-th reception begins, j-b messages must have left. */
static int check_node_places(struct hop_check *check, const struct node_stock *s)
{
  long places = check->asked->places ? check->asked->places[s->i] : LONG_MAX;
  char what[DESCRIPTION];

  if (places >= s->received)
    return SP_OK;
  if (places < 1)
    return violation(&check->rules, "node %d: %s starts at %.12g, but there is no place for it",
                     s->i + 1, check->rules.describe(s->receptions[0], what),
                     s->receptions[0]->start);
  double *release = sp_xcalloc((size_t)s->received, sizeof *release);
  find_releases(check, s, release);
  int code = check_releases(&check->rules, s->i + 1, places, s->received, s->receptions, release);
  free(release);
  return code;
}

static int check_nodes(struct hop_check *check)
{
  int nodes = check->g->platform.nodes, code = SP_OK;
  struct groups own = deal(&check->all, nodes, hop_owner, check, by_start);
  struct groups arrivals = deal(&check->all, nodes, hop_receiver, check, by_end);
  struct groups receptions = deal(&check->all, nodes, hop_receiver, check, by_start);

  for (int i = 0; i < nodes && code == SP_OK; i++) {
    struct node_stock s = {i,
                           own.first[i + 1] - own.first[i],
                           arrivals.first[i + 1] - arrivals.first[i],
                           own.event + own.first[i],
                           arrivals.event + arrivals.first[i],
                           receptions.event + receptions.first[i]};
    code = check_node_stock(check, &s);
    if (code == SP_OK)
      code = check_node_places(check, &s);
  }
  groups_clear(&receptions);
  groups_clear(&arrivals);
  groups_clear(&own);
  return code;
}

static int check_total(struct hop_check *check)
{
  double total = check->asked->total, computed = 0;

  for (long j = 0; j < check->trace->n; j++)
    if (check->trace->event[j].kind == SP_COMPUTE)
      computed += check->trace->event[j].amount;
  if (isnan(total) || fabs(computed - total) <= check->rules.amounts * fmax(computed, total))
    return SP_OK;
  return violation(&check->rules, "%.12g unit%s computed, expected %.12g", computed,
                   computed == 1 ? " is" : "s are", total);
}

int check_hop_stock(struct hop_check *check)
{
  int code = check_nodes(check);
  return code == SP_OK ? check_total(check) : code;
}

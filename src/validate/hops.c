/* The validator of graphs: does a trace obey the model? It knows the graph and the intervals, not
 * the decisions, so it can check traces of any origin. This file checks each event by itself, then
 * the other files check ports and stocks. O(n log n). */
#include "validate/hops.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>

static const char *describe(const struct sp_event *e, char text[DESCRIPTION])
{
  if (e->kind == SP_TRANSFER)
    snprintf(text, DESCRIPTION, "message %ld from node %d to node %d", e->message + 1, e->from,
             e->to);
  else
    snprintf(text, DESCRIPTION, "computation %ld of node %d", e->message + 1, e->from);
  return text;
}

/* The directions of links by their ends: twice the link, + 1 from its b to its a. */
static struct map map_ways(const struct sp_graph *g)
{
  struct map ways = {0};

  for (int l = 0; l < g->links; l++)
    for (int back = 0; back < 2; back++) {
      const struct sp_link *link = &g->link[l];
      int ends[2] = {(back ? link->b : link->a) + 1, (back ? link->a : link->b) + 1};
      map_add(&ways, ends, sizeof ends, 2 * l + back);
    }
  return ways;
}

static int check_nodes(struct hop_check *check, long rank, const struct sp_event *e)
{
  int n = check->g->platform.nodes;
  int unknown = e->from < 1 || e->from > n ? e->from : e->to;

  if (unknown == 0)
    return violation(&check->rules,
                     "event %ld: node 0, as in a star's trace; expected a graph's, whose nodes "
                     "are 1 to %d",
                     rank, n);
  if (unknown < 1 || unknown > n)
    return violation(&check->rules, "event %ld: unknown node %d, expected 1 to %d", rank, unknown,
                     n);
  if (e->kind == SP_TRANSFER && e->from == e->to)
    return violation(&check->rules, "event %ld: a message from node %d to itself", rank, e->from);
  if (e->message < 0)
    return violation(&check->rules, "event %ld: number %ld, expected at least 1", rank,
                     e->message + 1);
  return SP_OK;
}

/* A message pays its latency even if it carries nothing; a node without a processor can compute
 * nothing, but no more. */
static int check_amount(struct hop_check *check, const struct sp_event *e, int way)
{
  const struct sp_link *link = way >= 0 ? &check->g->link[way / 2] : NULL;
  char what[DESCRIPTION];

  if (!(e->amount >= 0) || isinf(e->amount))
    return violation(&check->rules, "%s has the amount %.12g, expected a finite one, at least 0",
                     describe(e, what), e->amount);
  if (link && isinf(link->c[way % 2].v))
    return violation(&check->rules,
                     "%s: this link carries nothing in this direction (c is infinite)",
                     describe(e, what));
  if (link)
    return check_duration(&check->rules, e, link->latency.v + e->amount * link->c[way % 2].v);
  return check_duration(&check->rules, e,
                        e->amount > 0 ? e->amount * check->g->w[e->from - 1].v : 0);
}

static int check_events(struct hop_check *check)
{
  struct map ways = map_ways(check->g);
  char what[DESCRIPTION];
  int code = SP_OK;

  for (long j = 0; j < check->trace->n && code == SP_OK; j++) {
    const struct sp_event *e = &check->trace->event[j];
    int ends[2] = {e->from, e->to};
    check->way[j] = -1;
    code = check_kind(&check->rules, j + 1, e);
    if (code == SP_OK)
      code = check_nodes(check, j + 1, e);
    if (code == SP_OK)
      code = check_dates(&check->rules, e);
    if (code == SP_OK && e->kind == SP_TRANSFER) {
      check->way[j] = map_find(&ways, ends, sizeof ends);
      if (check->way[j] < 0)
        code = violation(&check->rules, "%s: there is no link between them", describe(e, what));
    }
    if (code == SP_OK)
      code = check_amount(check, e, check->way[j]);
  }
  map_clear(&ways);
  return code;
}

/* Every hop has a number of its own. */
static int check_numbers(struct hop_check *check)
{
  const struct selection *s = &check->all;
  char first[DESCRIPTION], second[DESCRIPTION];

  sort_events(s, by_message);
  for (long j = 1; j < s->n; j++)
    if (s->event[j - 1]->message == s->event[j]->message)
      return violation(&check->rules, "number %ld occurs twice: %s at %.12g and %s at %.12g",
                       s->event[j]->message + 1, describe(s->event[j - 1], first),
                       s->event[j - 1]->start, describe(s->event[j], second), s->event[j]->start);
  return SP_OK;
}

int sp_validate_hops(const struct sp_graph *g, const struct sp_trace *trace,
                     const struct sp_hop_check *asked, struct sp_error *error)
{
  struct hop_check check = {
      .g = g,
      .trace = trace,
      .asked = asked,
      .rules = {.tolerance = asked->tolerance > 0 ? asked->tolerance : DEFAULT_TOLERANCE,
                .amounts = fmax(asked->tolerance, DEFAULT_TOLERANCE),
                .durations = asked->durations,
                .until = asked->until,
                .until_name = "the last date",
                .node_name = "node",
                .describe = describe,
                .event = trace->event,
                .takes = sp_xcalloc((size_t)trace->n, sizeof(double)),
                .error = error}};

  check.way = sp_xcalloc((size_t)trace->n, sizeof *check.way);
  check.all = select_all(trace);
  int code = check_events(&check);
  if (code == SP_OK)
    code = check_numbers(&check);
  if (code == SP_OK)
    code = check_hop_ports(&check);
  if (code == SP_OK)
    code = check_hop_stock(&check);
  free(check.all.event);
  free(check.way);
  free(check.rules.takes);
  return conclude(&check.rules, code);
}

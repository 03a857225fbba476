/* The validator of graphs, shared by its files: the driver, which checks each event (hops.c), the
 * resources of each node, link and bus (hops_ports.c), and what each node holds (hops_stock.c).
 *
 * The events are sorted twice, by end and by start, and then dealt out to the nodes or links that
 * they concern, where they keep that order. */
#pragma once

#include "validate/events.h"
#include <starport/hops.h>

struct hop_check {
  const struct sp_graph *g;
  const struct sp_trace *trace;
  const struct sp_hop_check *asked;
  struct rules rules;
  double amount_slack; /* tolerance of amounts: relative * what nodes hold and receive */
  int *way;            /* by place in the trace: twice the link, + 1 from its b to
                          its a; -1: a computation */
  int *bus;            /* by link: the first link of its bus; while buses are checked */
  struct selection by_end, by_start; /* all events */
};

/* Which place (a node, a link's direction, a bus) an event occupies, by `side` 0 or 1; -1: none. */
typedef int hop_place(const struct hop_check *, const struct sp_event *, int side);
hop_place hop_receiver, hop_sender, hop_computer, hop_owner; /* owner: sends or computes */

/* The events of each place: event[first[p]..first[p+1]-1]. */
struct hop_groups {
  int places;
  long *first; /* [0..places] */
  const struct sp_event **event;
};
/* The events in the order of `all`, dealt out to their places; an event that occupies two is dealt
 * to both. The caller clears it. */
struct hop_groups hop_deal(const struct hop_check *, const struct selection *all, int places,
                           hop_place *);
void hop_groups_clear(struct hop_groups *);

/* Ports, what a node does not do at once, processors, links, buses. */
int check_hop_ports(struct hop_check *);
/* What nodes begin against what they have; places; the total. */
int check_hop_stock(struct hop_check *);

/* The validator of graphs, shared by its files: the driver, which checks each event (hops.c), the
 * resources of each node, link and bus (hops_ports.c), and what each node holds (hops_stock.c). */
#pragma once

#include "base/map.h"
#include "validate/events.h"
#include "validate/hop_check.h"

struct hop_check {
  const struct sp_graph *g;
  const struct sp_trace *trace;
  const struct sp_hop_check *asked;
  struct rules rules;
  int *way;             /* by place in the trace: twice the link, + 1 from its b to
                           its a; -1: a computation */
  struct map buses;     /* the first link of each bus; while buses are checked */
  struct selection all; /* events */
};

/* The node that an event occupies as its receiver, or as its owner: it sends or computes. */
place_of hop_receiver, hop_owner;

/* Ports, what a node does not do at once, processors, links, buses. */
int check_hop_ports(struct hop_check *);
/* What nodes begin against what they have; places; the total. */
int check_hop_stock(struct hop_check *);

/* The resources of a graph with their capacities: the ports and the processor of each node, each
 * direction of each link, each bus. */
#include "base/memory.h"
#include "validate/hops_groups.h"

#include <stdio.h>
#include <stdlib.h>

enum { PLACE_NAME = 128 };
/* Writes the name of a resource, such as "the processor of node 3". */
typedef void place_name(const struct hop_check *, int place, char name[PLACE_NAME]);

/* The events of each place exclude each other. */
static int check_apart(struct hop_check *check, int places, hop_place *place, place_name *name)
{
  struct hop_groups by = hop_deal(check, &check->by_end, places, place);
  char where[PLACE_NAME];
  int code = SP_OK;

  for (int p = 0; p < places && code == SP_OK; p++) {
    name(check, p, where);
    code = check_exclusive(&check->rules, where, by.first[p + 1] - by.first[p],
                           by.event + by.first[p]);
  }
  hop_groups_clear(&by);
  return code;
}

static void processor(const struct hop_check *check, int place, char name[PLACE_NAME])
{
  (void)check;
  snprintf(name, PLACE_NAME, "the processor of node %d", place + 1);
}

static int check_port(struct hop_check *check, bool receives)
{
  hop_place *place = receives ? hop_receiver : hop_sender;
  int nodes = check->g->platform.nodes, code = SP_OK;
  struct hop_groups end = hop_deal(check, &check->by_end, nodes, place);
  struct hop_groups start = hop_deal(check, &check->by_start, nodes, place);
  char where[PLACE_NAME];

  for (int i = 0; i < nodes && code == SP_OK; i++) {
    const struct sp_ports *ports = &check->g->platform.node[i].ports;
    snprintf(where, PLACE_NAME, "the %s port of node %d", receives ? "reception" : "emission",
             i + 1);
    code = check_capacity(&check->rules, where, receives ? ports->recv : ports->send,
                          end.first[i + 1] - end.first[i], end.event + end.first[i],
                          start.event + start.first[i]);
  }
  hop_groups_clear(&start);
  hop_groups_clear(&end);
  return code;
}

/* ---- Activities of a node that exclude each other */

enum activity { RECEIVES, SENDS, COMPUTES };

static enum activity activity_of(const struct sp_event *e, int i)
{
  if (e->kind == SP_COMPUTE)
    return COMPUTES;
  return e->to - 1 == i ? RECEIVES : SENDS;
}

static bool allowed(const struct sp_ports *ports, enum activity a, enum activity b)
{
  if (a == b)
    return true; /* the capacity of the port limits how many of one kind */
  if (a != COMPUTES && b != COMPUTES)
    return ports->recv_send;
  return a == RECEIVES || b == RECEIVES ? ports->recv_work : ports->send_work;
}

static int of_either_end(const struct hop_check *check, const struct sp_event *e, int side)
{
  (void)check;
  if (side == 1)
    return e->kind == SP_TRANSFER ? e->to - 1 : -1;
  return e->from - 1;
}

static int refuse_both(struct hop_check *check, int i, const struct sp_event *before,
                       const struct sp_event *e)
{
  const struct sp_ports *ports = &check->g->platform.node[i].ports;
  char where[PLACE_NAME];
  snprintf(where, PLACE_NAME, "node %d, which does not%s%s%s at once", i + 1,
           ports->recv_send ? "" : " receive and send",
           ports->recv_work   ? ""
           : ports->recv_send ? " receive and compute"
                              : " or receive and compute",
           ports->send_work                       ? ""
           : ports->recv_send && ports->recv_work ? " send and compute"
                                                  : " or send and compute");
  return overlap(&check->rules, where, before, e);
}

/* In order of their ends, each interval starts after the last of each kind that it excludes. */
static int check_node_activities(struct hop_check *check, int i, long n,
                                 const struct sp_event *const *event)
{
  const struct sp_ports *ports = &check->g->platform.node[i].ports;
  const struct sp_event *last[3] = {NULL, NULL, NULL};

  for (long j = 0; j < n; j++) {
    enum activity own = activity_of(event[j], i);
    for (int other = RECEIVES; other <= COMPUTES; other++)
      if (last[other] && !allowed(ports, own, (enum activity)other) &&
          event[j]->start < last[other]->end - check->rules.slack)
        return refuse_both(check, i, last[other], event[j]);
    last[own] = event[j];
  }
  return SP_OK;
}

static int check_activities(struct hop_check *check)
{
  int nodes = check->g->platform.nodes, code = SP_OK;
  struct hop_groups by = hop_deal(check, &check->by_end, nodes, of_either_end);

  for (int i = 0; i < nodes && code == SP_OK; i++)
    code = check_node_activities(check, i, by.first[i + 1] - by.first[i], by.event + by.first[i]);
  hop_groups_clear(&by);
  return code;
}

/* ---- Links and buses */

static int way_of(const struct hop_check *check, const struct sp_event *e)
{
  return check->way[e - check->trace->event];
}

static int on_link(const struct hop_check *check, const struct sp_event *e, int side)
{
  return side == 0 ? way_of(check, e) : -1;
}

static void link_direction(const struct hop_check *check, int place, char name[PLACE_NAME])
{
  const struct sp_link *link = &check->g->link[place / 2];
  bool back = place % 2;
  snprintf(name, PLACE_NAME, "the link from %d to %d", (back ? link->b : link->a) + 1,
           (back ? link->a : link->b) + 1);
}

static int bus_of(const struct hop_check *check, const struct sp_event *e, int side)
{
  int way = side == 0 ? way_of(check, e) : -1;
  return way >= 0 && check->g->link[way / 2].bus > 0 ? check->bus[way / 2] : -1;
}

static void bus_name(const struct hop_check *check, int place, char name[PLACE_NAME])
{
  snprintf(name, PLACE_NAME, "bus %d", check->g->link[place].bus);
}

struct bus {
  int bus, link;
};

static int by_bus(const void *left, const void *right)
{
  const struct bus *a = left, *b = right;
  int order = (a->bus > b->bus) - (a->bus < b->bus);
  return order ? order : (a->link > b->link) - (a->link < b->link);
}

/* A bus is known by the first of its links, since numbers may be arbitrary. */
static int check_buses(struct hop_check *check)
{
  int links = check->g->links;
  struct bus *bus = sp_xcalloc((size_t)links, sizeof *bus);

  check->bus = sp_xcalloc((size_t)links, sizeof *check->bus);
  for (int l = 0; l < links; l++)
    bus[l] = (struct bus){check->g->link[l].bus, l};
  qsort(bus, (size_t)links, sizeof *bus, by_bus);
  for (int l = 0; l < links; l++)
    check->bus[bus[l].link] =
        l > 0 && bus[l - 1].bus == bus[l].bus ? check->bus[bus[l - 1].link] : bus[l].link;
  int code = check_apart(check, links, bus_of, bus_name);
  free(check->bus);
  free(bus);
  return code;
}

int check_hop_ports(struct hop_check *check)
{
  int code = check_port(check, true);

  if (code == SP_OK)
    code = check_port(check, false);
  if (code == SP_OK)
    code = check_apart(check, check->g->platform.nodes, hop_computer, processor);
  if (code == SP_OK)
    code = check_apart(check, 2 * check->g->links, on_link, link_direction);
  if (code == SP_OK)
    code = check_buses(check);
  if (code == SP_OK)
    code = check_activities(check);
  return code;
}

/* The resources of a graph with their capacities: the ports and the processor of each node, each
 * direction of each link, each bus. */
#include "validate/hops.h"

#include <stdio.h>

long hop_receiver(const void *check, const struct sp_event *e)
{
  (void)check;
  return e->kind == SP_TRANSFER ? e->to - 1 : -1;
}

static long hop_sender(const void *check, const struct sp_event *e)
{
  (void)check;
  return e->kind == SP_TRANSFER ? e->from - 1 : -1;
}

static long hop_computer(const void *check, const struct sp_event *e)
{
  (void)check;
  return e->kind == SP_COMPUTE ? e->from - 1 : -1;
}

long hop_owner(const void *check, const struct sp_event *e)
{
  (void)check;
  return e->from - 1;
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
  if (a == b) /* the capacity of the port limits how many of one kind */
    return a == COMPUTES ? false : a == RECEIVES ? ports->recv > 1 : ports->send > 1;
  if (a != COMPUTES && b != COMPUTES)
    return ports->recv_send;
  return a == RECEIVES || b == RECEIVES ? ports->recv_work : ports->send_work;
}

static const char *node_name(const struct hop_check *check, int i, char where[PLACE_NAME])
{
  const struct sp_ports *ports = &check->g->platform.node[i].ports;
  snprintf(where, PLACE_NAME, "node %d, which does not%s%s%s at once", i + 1,
           ports->recv_send ? "" : " receive and send",
           ports->recv_work   ? ""
           : ports->recv_send ? " receive and compute"
                              : " or receive and compute",
           ports->send_work                       ? ""
           : ports->recv_send && ports->recv_work ? " send and compute"
                                                  : " or send and compute");
  return where;
}

/* In order of their ends, each interval starts after the last of each kind that it excludes, and
 * ends in all no earlier than they take. own: what the node sends and computes, taken: what it
 * receives. */
static int check_node_activities(struct hop_check *check, int i, const struct selection *own,
                                 const struct selection *taken)
{
  const struct sp_ports *ports = &check->g->platform.node[i].ports;
  const struct sp_event *last[3] = {NULL, NULL, NULL};
  double least[3] = {0, 0, 0};
  char where[PLACE_NAME];

  for (long j = 0, k = 0; j < own->n || k < taken->n;) {
    bool sooner = k == taken->n || (j < own->n && by_end(&own->event[j], &taken->event[k]) < 0);
    const struct sp_event *e = sooner ? own->event[j++] : taken->event[k++];
    enum activity kind = activity_of(e, i);
    double end = e->start;
    for (int other = RECEIVES; other <= COMPUTES; other++) {
      if (!last[other] || allowed(ports, kind, (enum activity)other))
        continue;
      if (before(&check->rules, e->start, last[other]->end))
        return overlap(&check->rules, node_name(check, i, where), last[other], e);
      end = fmax(end, least[other]);
    }
    end += takes(&check->rules, e);
    if (before(&check->rules, e->end, end))
      return too_early(&check->rules, node_name(check, i, where), e, end);
    least[kind] = fmax(least[kind], end);
    last[kind] = e;
  }
  return SP_OK;
}

static int check_activities(struct hop_check *check)
{
  int nodes = check->g->platform.nodes, code = SP_OK;
  struct groups own = deal(&check->all, nodes, hop_owner, check, by_end);
  struct groups taken = deal(&check->all, nodes, hop_receiver, check, by_end);

  for (int i = 0; i < nodes && code == SP_OK; i++)
    code = check_node_activities(
        check, i, &(struct selection){own.first[i + 1] - own.first[i], own.event + own.first[i]},
        &(struct selection){taken.first[i + 1] - taken.first[i], taken.event + taken.first[i]});
  groups_clear(&taken);
  groups_clear(&own);
  return code;
}

/* ---- Links and buses */

static long link_direction(const void *data, const struct sp_event *e)
{
  const struct hop_check *check = data;
  return check->way[e - check->trace->event];
}

static void link_name(const void *check, long place, char *name)
{
  const struct sp_link *link = &((const struct hop_check *)check)->g->link[place / 2];
  bool back = place % 2;
  snprintf(name, PLACE_NAME, "the link from %d to %d", (back ? link->b : link->a) + 1,
           (back ? link->a : link->b) + 1);
}

static long bus_of(const void *data, const struct sp_event *e)
{
  const struct hop_check *check = data;
  long way = link_direction(data, e);
  const int *bus = way >= 0 ? &check->g->link[way / 2].bus : NULL;
  return bus && *bus > 0 ? map_find(&check->buses, bus, sizeof *bus) : -1;
}

static void bus_name(const void *check, long place, char *name)
{
  snprintf(name, PLACE_NAME, "bus %d", ((const struct hop_check *)check)->g->link[place].bus);
}

/* A bus is known by the first of its links, since numbers may be arbitrary. */
static void find_buses(struct hop_check *check)
{
  for (int l = 0; l < check->g->links; l++)
    map_add(&check->buses, &check->g->link[l].bus, sizeof(int), l);
}

int check_hop_ports(struct hop_check *check)
{
  const struct selection *all = &check->all;
  const struct sp_node *node = check->g->platform.node;
  long nodes = check->g->platform.nodes, links = check->g->links;
  const struct resource resource[] = {
      {nodes, "the reception port of node %ld", NULL, node, false},
      {nodes, "the emission port of node %ld", NULL, node, true},
      {nodes, "the processor of node %ld", NULL, NULL, false},
      {2 * links, NULL, link_name, NULL, false},
      {links, NULL, bus_name, NULL, false},
  };
  place_of *const place[] = {hop_receiver, hop_sender, hop_computer, link_direction, bus_of};
  int code = SP_OK;

  find_buses(check);
  for (size_t k = 0; k < sizeof resource / sizeof *resource && code == SP_OK; k++) {
    struct groups by = deal(all, resource[k].places, place[k], check, NULL);
    code = check_resource(&check->rules, check, &resource[k], &by);
    groups_clear(&by);
  }
  map_clear(&check->buses);
  return code == SP_OK ? check_activities(check) : code;
}

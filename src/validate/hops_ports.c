/* What can do only so much at a time: the ports of each node, each processor, each direction of
 * each link, each bus. */
#include "base/memory.h"
#include "validate/hops.h"

#include <stdio.h>
#include <stdlib.h>

enum { PLACE_NAME = 128 };
/* What is at fault: "the processor of node 3". Writes it into `name`. */
typedef void place_name(const struct hop_check *, int place, char name[PLACE_NAME]);

static int overlap(struct hop_check *check, int place, place_name *name,
                   const struct sp_event *before, const struct sp_event *e)
{
  const struct sp_event *first = before->start <= e->start ? before : e;
  const struct sp_event *second = first == e ? before : e;
  char where[PLACE_NAME], one[DESCRIPTION], other[DESCRIPTION];

  name(check, place, where);
  return violation(check->error, "%s: %s starts at %.12g while %s lasts from %.12g to %.12g", where,
                   hop_description(second, one), second->start, hop_description(first, other),
                   first->start, first->end);
}

/* Intervals exclude each other iff, in order of their ends, each starts after the one before it. */
static int check_exclusive(struct hop_check *check, int places, hop_place *place, place_name *name)
{
  struct hop_groups by = hop_deal(check, &check->by_end, places, place);
  int code = SP_OK;

  for (int p = 0; p < places && code == SP_OK; p++)
    for (long j = by.first[p] + 1; j < by.first[p + 1] && code == SP_OK; j++)
      if (by.event[j]->start < by.event[j - 1]->end - check->slack)
        code = overlap(check, p, name, by.event[j - 1], by.event[j]);
  hop_groups_clear(&by);
  return code;
}

static void processor(const struct hop_check *check, int place, char name[PLACE_NAME])
{
  (void)check;
  snprintf(name, PLACE_NAME, "the processor of node %d", place + 1);
}

/* ---- Ports */

static void reception_port(const struct hop_check *check, int place, char name[PLACE_NAME])
{
  (void)check;
  snprintf(name, PLACE_NAME, "the reception port of node %d", place + 1);
}

static void emission_port(const struct hop_check *check, int place, char name[PLACE_NAME])
{
  (void)check;
  snprintf(name, PLACE_NAME, "the emission port of node %d", place + 1);
}

/* Node i's n messages by end and by start. With one port they exclude each other; with p, when the
 * j-th starts, the first j-p to end must have ended. */
static int check_node_port(struct hop_check *check, int i, bool receives, long n,
                           const struct sp_event *const *end, const struct sp_event *const *start)
{
  const struct sp_ports *ports = &check->g->platform.node[i].ports;
  place_name *name = receives ? reception_port : emission_port;
  int capacity = receives ? ports->recv : ports->send;
  char where[PLACE_NAME], what[DESCRIPTION];

  if (capacity == 1) {
    for (long j = 1; j < n; j++)
      if (end[j]->start < end[j - 1]->end - check->slack)
        return overlap(check, i, name, end[j - 1], end[j]);
    return SP_OK;
  }
  for (long j = capacity; j < n; j++)
    if (start[j]->start < end[j - capacity]->end - check->slack) {
      name(check, i, where);
      return violation(check->error, "%s: %s starts at %.12g while all %d are busy until %.12g",
                       where, hop_description(start[j], what), start[j]->start, capacity,
                       end[j - capacity]->end);
    }
  return SP_OK;
}

static int check_port(struct hop_check *check, bool receives)
{
  hop_place *place = receives ? hop_receiver : hop_sender;
  int nodes = check->g->platform.nodes, code = SP_OK;
  struct hop_groups end = hop_deal(check, &check->by_end, nodes, place);
  struct hop_groups start = hop_deal(check, &check->by_start, nodes, place);

  for (int i = 0; i < nodes && code == SP_OK; i++)
    code = check_node_port(check, i, receives, end.first[i + 1] - end.first[i],
                           end.event + end.first[i], start.event + start.first[i]);
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
    return true; /* how many of one kind is for the port to say */
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

static void node_itself(const struct hop_check *check, int place, char name[PLACE_NAME])
{
  const struct sp_ports *ports = &check->g->platform.node[place].ports;
  snprintf(name, PLACE_NAME, "node %d, which does not%s%s%s at once", place + 1,
           ports->recv_send ? "" : " receive and send",
           ports->recv_work   ? ""
           : ports->recv_send ? " receive and compute"
                              : " or receive and compute",
           ports->send_work                       ? ""
           : ports->recv_send && ports->recv_work ? " send and compute"
                                                  : " or send and compute");
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
          event[j]->start < last[other]->end - check->slack)
        return overlap(check, i, node_itself, last[other], event[j]);
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

/* A bus is known by the first of its links, whatever number it bears. */
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
  int code = check_exclusive(check, links, bus_of, bus_name);
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
    code = check_exclusive(check, check->g->platform.nodes, hop_computer, processor);
  if (code == SP_OK)
    code = check_exclusive(check, 2 * check->g->links, on_link, link_direction);
  if (code == SP_OK)
    code = check_buses(check);
  if (code == SP_OK)
    code = check_activities(check);
  return code;
}

/* Why hops cannot be executed, in words: hops that are not possible on their graph, and hops that
 * wait for a transfer that does not come. See hops.h. */
#include "base/memory.h"
#include "engine/hops.h"

#include <stdio.h>
#include <stdlib.h>

/* A hop in words: "hop 3 (1 -> 2)", "hop 4 (on node 2)". */
struct hop_text {
  char text[80];
};
static const char *hop_words(long number, const struct sp_hop *hop, struct hop_text *words)
{
  if (hop->link < 0 && hop->from == hop->to)
    snprintf(words->text, sizeof words->text, "hop %ld (on node %ld)", number + 1, hop->from + 1L);
  else
    snprintf(words->text, sizeof words->text, "hop %ld (%ld -> %ld)", number + 1, hop->from + 1L,
             hop->to + 1L);
  return words->text;
}

/* Why a message cannot go over its link; NULL: it can. */
static const char *wrong_link(const struct sp_graph *g, const struct sp_hop *hop)
{
  const struct sp_link *link = &g->link[hop->link];
  if (!(link->a == hop->from && link->b == hop->to) &&
      !(link->b == hop->from && link->a == hop->to))
    return "its link does not join the two nodes";
  if (!isfinite(link->c[hop_direction(g, hop)].v))
    return "nothing can be sent that way";
  if (hop_capacity(g, hop->from, HOP_SEND) < 1 || hop_capacity(g, hop->to, HOP_RECV) < 1)
    return "there is no port for it";
  return NULL;
}

/* Why a hop is not possible on the graph; NULL: it is. */
static const char *wrong(const struct sp_graph *g, const struct sp_hop *hop)
{
  if (hop->from < 0 || hop->from >= g->platform.nodes || hop->to < 0 ||
      hop->to >= g->platform.nodes)
    return "there is no such node";
  if (!(hop->amount >= 0) || isinf(hop->amount))
    return "its amount is not a number >= 0";
  if (!(hop->earliest >= 0) || isinf(hop->earliest))
    return "its earliest date is not a number >= 0";
  if (hop->arrivals < 0)
    return "it waits for less than no transfer";
  if (hop->link < -1 || hop->link >= g->links)
    return "there is no such link";
  if (hop->from != hop->to)
    return hop->link < 0 ? "a message needs a link" : wrong_link(g, hop);
  if (hop->link >= 0)
    return "a computation needs no link";
  return isfinite(g->w[hop->from].v) ? NULL : "the node does not compute";
}

bool hop_run_accepts(struct hop_run *r, long number, const struct sp_hop *hop)
{
  struct hop_text words;
  const char *why = wrong(r->job->g, hop);
  if (why)
    sp_run_fails(r->result, "%s: %s", hop_words(number, hop, &words), why);
  return !why;
}

/* Goes through the hops that wait when nothing is under way, in the order of the list, and marks
 * the roles and buses that each of them takes from the hops behind it. Returns true if one of them
 * waits for its date `earliest` alone. *stuck is the first that waits: no hop is before it. */
static bool some_date_comes(const struct hop_run *r, long *stuck)
{
  const struct sp_graph *g = r->job->g;
  bool *kept = sp_xcalloc((size_t)g->platform.nodes * HOP_ROLES, sizeof *kept);
  bool *bus = sp_xcalloc((size_t)r->buses, sizeof *bus), comes = false;
  *stuck = -1;
  for (long k = 0; k < r->list.n && !comes; k++) {
    const struct sp_hop *hop = &r->list.hop[k];
    enum hop_role at_from = hop_role_at_from(hop);
    bool message = hop->link >= 0, on_bus = message && r->bus[hop->link] >= 0;
    if (r->state[k].progress != HOP_WAITING)
      continue;
    bool waits = r->node[hop->from].received < hop->arrivals || (on_bus && bus[r->bus[hop->link]]);
    for (enum hop_role role = HOP_RECV; role < HOP_ROLES; role++) {
      waits |= (role == at_from || hop_excludes(g, hop->from, at_from, role)) &&
               kept[hop->from * HOP_ROLES + (int)role];
      waits |= message && (role == HOP_RECV || hop_excludes(g, hop->to, HOP_RECV, role)) &&
               kept[hop->to * HOP_ROLES + (int)role];
    }
    comes = !waits;
    *stuck = *stuck < 0 ? r->first + k : *stuck;
    kept[hop->from * HOP_ROLES + (int)at_from] = true;
    if (message)
      kept[hop->to * HOP_ROLES + HOP_RECV] = true;
    if (on_bus)
      bus[r->bus[hop->link]] = true;
  }
  free(kept);
  free(bus);
  return comes;
}

void hop_run_check_stuck(struct hop_run *r)
{
  struct hop_text words;
  long stuck;
  if (r->under_way > 0 || (r->closed && r->waiting == 0) || some_date_comes(r, &stuck))
    return;
  if (stuck < 0) {
    sp_run_fails(r->result,
                 "stuck at date %.17g: the source of hops waits and nothing happens any more",
                 r->result->makespan);
    return;
  }
  const struct sp_hop *hop = hop_run_hop(r, stuck);
  sp_run_fails(r->result,
               "stuck at date %.17g: %s waits for transfer %ld into node %d, %ld have come",
               r->result->makespan, hop_words(stuck, hop, &words), hop->arrivals, hop->from + 1,
               r->node[hop->from].received);
}

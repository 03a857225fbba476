/* Nodes and links of a graph that go down and up, and what is lost by it: the part of a run of hops
 * for that, which both engines share; see hops.h and docs/model.md, "Graphs". */
#include "base/memory.h"
#include "engine/hops.h"
#include "model/instance.h"

/* Pieces of states that may pass without a computation in between: SimGrid passes each of them. */
static long most_pieces(const struct sp_graph *g)
{
  return 1000000 + 10000L * g->platform.nodes;
}

/* The states of a node, or (from the number of nodes on) of a link; NULL: it is always up. */
static const struct sp_profile *states_of(const struct sp_graph *g, int at)
{
  int nodes = g->platform.nodes;
  const struct sp_profile *profile = g->profile[at < nodes ? SP_HOST_STATE : SP_LINK_STATE];
  profile = profile ? &profile[at < nodes ? at : at - nodes] : NULL;
  return profile && profile->n > 0 && profile_least(profile) == 0 ? profile : NULL;
}

void hop_states_open(struct hop_run *r)
{
  const struct sp_graph *g = r->job->g;
  int nodes = g->platform.nodes, all = nodes + g->links;
  if (!sp_graph_can_fail(g))
    return;
  struct hop_states *s = r->states = sp_xcalloc(1, sizeof *s);
  s->change = sp_dates_in(sp_xcalloc(sp_dates_room(all), sizeof(int64_t)), all);
  s->node_down = sp_xcalloc((size_t)nodes, sizeof *s->node_down);
  s->link_down = sp_xcalloc((size_t)g->links, sizeof *s->link_down);
  s->stock = sp_xcalloc((size_t)nodes, sizeof *s->stock);
  s->held = sp_xcalloc((size_t)nodes, sizeof *s->held);
  s->results = sp_xcalloc((size_t)nodes, sizeof *s->results);
  for (int at = 0; at < all; at++)
    if (states_of(g, at))
      sp_dates_set(&s->change, at, 0);
}

void hop_states_close(struct hop_run *r)
{
  struct hop_states *s = r->states;
  if (!s)
    return;
  free(s->change.bits);
  free(s->node_down);
  free(s->link_down);
  free(s->stock);
  free(s->held);
  free(s->results);
  free(s);
}

void hop_run_set_loser(struct hop_run *r, const struct hop_loser *loser)
{
  r->states->loser = *loser;
}

double hop_run_next_change(const struct hop_run *r)
{
  bool over = r->closed && r->waiting == 0 && r->under_way == 0;
  return over ? INFINITY : sp_dates_least(&r->states->change);
}

static void lose(struct hop_run *r, int lane, bool kept, double now)
{
  r->states->loser.lose(r->states->loser.engine, lane, kept, now);
}

/* Messages of tasks and of results in one direction of a link. */
static void lose_messages(struct hop_run *r, int link, int way, bool kept, double now)
{
  const struct sp_graph *g = r->job->g;
  lose(r, 2 * link + way, kept, now);
  if (sp_graph_has_results(g))
    lose(r, hop_lanes_of_results(g) + 2 * link + way, kept, now);
}

static void link_fails(struct hop_run *r, int link, double now)
{
  lose_messages(r, link, 0, true, now);
  lose_messages(r, link, 1, true, now);
}

/* All that the node does is lost, what is sent to it, and what it holds. */
static void node_fails(struct hop_run *r, int i, double now)
{
  const struct sp_graph *g = r->job->g;
  struct hop_states *s = r->states;
  lose(r, 2 * g->links + i, false, now);
  for (int l = 0; l < g->links; l++)
    if (g->link[l].a == i || g->link[l].b == i) {
      lose_messages(r, l, 0, g->link[l].b == i, now);
      lose_messages(r, l, 1, g->link[l].a == i, now);
    }
  r->result->wasted += s->stock[i] + s->results[i];
  s->loser.empty(s->loser.engine, i, s->held[i]);
  s->stock[i] = 0;
  s->held[i] = 0;
  s->results[i] = 0;
}

/* The node or link goes down or up now, or its profile goes on. */
static void change_state(struct hop_run *r, int at, double now)
{
  struct hop_states *s = r->states;
  const struct sp_profile *profile = states_of(r->job->g, at);
  int nodes = r->job->g->platform.nodes;
  bool *down = at < nodes ? &s->node_down[at] : &s->link_down[at - nodes];
  double date = sp_dates_get(&s->change, at), next;
  for (s->pieces++; (next = profile_next(profile, date)) <= AT_A_CHANGE * now + now; s->pieces++)
    date = next;
  bool fails = !*down && !(sp_profile_factor(profile, date) > 0);
  *down = !(sp_profile_factor(profile, date) > 0);
  sp_dates_set(&s->change, at, next);
  if (fails && at < nodes)
    node_fails(r, at, now);
  else if (fails)
    link_fails(r, at - nodes, now);
}

void hop_run_change_states(struct hop_run *r, double now)
{
  struct hop_states *s = r->states;
  double reach = now + AT_A_CHANGE * now;
  if (sp_dates_are_due(&s->change, reach) && s->loser.waits(s->loser.engine))
    sp_run_fails(r->result,
                 "hops wait at date %.17g, when a state changes: expected decisions on line, which "
                 "wait for nothing",
                 now);
  while (r->result->status == SP_RUN_OK && sp_dates_are_due(&s->change, reach))
    change_state(r, sp_dates_due(&s->change, reach), now);
  if (s->pieces > most_pieces(r->job->g))
    sp_run_fails(r->result,
                 "%ld pieces of the profiles of nodes and links have passed by date %.17g and "
                 "nothing has been computed in between",
                 most_pieces(r->job->g), now);
}

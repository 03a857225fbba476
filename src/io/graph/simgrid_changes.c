/* What changes on a SimGrid platform that is read as a graph: the profiles of its hosts, and of its
 * links, in both directions.
 *
 * An edge whose latency is part of c changes neither its bandwidth nor its latency: no factor of c
 * says what they do. */
#include "io/graph/simgrid.h"

/* Gives the graph a profile, which is cleared. */
static void give(struct sp_graph *g, enum sp_changing kind, int at, struct sp_profile *profile)
{
  if (profile->n > 0)
    sp_graph_set_profile(g, kind, at, profile);
  sp_profile_clear(profile);
}

static int set_node(struct sp_graph *g, int i, const struct topology *t, int point,
                    struct sp_error *error)
{
  static const enum sp_changing kinds[] = {SP_SPEED, SP_HOST_STATE};
  for (int k = 0; k < 2; k++) {
    struct sp_profile profile;
    if (topology_host_profile(t, point, kinds[k], &profile, error) != SP_OK)
      return SP_BAD_INPUT;
    give(g, kinds[k], i, &profile);
  }
  return SP_OK;
}

/* Refuses changes of a bandwidth or latency where the latency is part of c. */
static int check_route(const struct topology *t, const struct route *r, struct sp_error *error)
{
  const struct link *changing = NULL;
  double latency = 0;
  for (int k = 0; k < r->n; k++) {
    const struct resource *resource = &t->resource[t->hop[r->first + k]];
    const struct link *link = &t->link[resource->link];
    latency += resource->latency;
    if (!changing && (link->bandwidth_trace >= 0 || link->latency_trace >= 0))
      changing = link;
  }
  if (!changing || latency == 0 || route_states_cost(t, r))
    return SP_OK;
  return sp_bad_input(error,
                      "%s:%ld: link %.60s: its %s changes and its latency is part of the cost of a "
                      "task, expected no latency, or the cost as a property c",
                      t->file, changing->line, changing->name,
                      changing->bandwidth_trace >= 0 ? "bandwidth" : "latency");
}

/* The profile of a direction; that of -1 is empty. */
static int read_way(const struct topology *t, int route, enum sp_changing kind,
                    struct sp_profile *out, struct sp_error *error)
{
  *out = (struct sp_profile){.period = INFINITY};
  if (route < 0)
    return SP_OK;
  const struct route *r = &t->route[route];
  const struct passage passage = {.n = r->n, .resource = &t->hop[r->first]};
  int code = check_route(t, r, error);
  return code == SP_OK ? topology_way_profile(t, &passage, kind, out, error) : code;
}

static int set_link(struct sp_graph *g, int l, const struct topology *t, const int way[2],
                    struct sp_error *error)
{
  static const enum sp_changing kinds[] = {SP_BANDWIDTH, SP_LINK_STATE, SP_LATENCY};
  for (int k = 0; k < 3; k++) {
    struct sp_profile there, back = {.period = INFINITY};
    int code = read_way(t, way[0], kinds[k], &there, error);
    if (code == SP_OK)
      code = read_way(t, way[1], kinds[k], &back, error);
    if (code == SP_OK && way[0] >= 0 && way[1] >= 0 && !sp_profile_same(&there, &back)) {
      struct sp_link_text name;
      code = sp_bad_input(error,
                          "%s: the profiles of edge %s differ from one direction to the other, "
                          "expected the same",
                          t->file, sp_link_name(g, l, &name));
    }
    if (code == SP_OK)
      give(g, kinds[k], l, way[0] >= 0 ? &there : &back);
    sp_profile_clear(&there);
    sp_profile_clear(&back);
    if (code != SP_OK)
      return code;
  }
  return SP_OK;
}

int graph_set_traces(struct sp_graph *g, const struct topology *t, const int *node,
                     const int (*way)[2], struct sp_error *error)
{
  int code = SP_OK;
  for (int p = 0; p < t->n_points && code == SP_OK; p++)
    if (t->point[p].kind == POINT_HOST)
      code = set_node(g, node[p], t, p, error);
  for (int l = 0; l < g->links && code == SP_OK; l++)
    code = set_link(g, l, t, way[l], error);
  return code;
}

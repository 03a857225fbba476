/* Graphs as plain data: operating models, construction, copies, and the check of a platform. */
#include "model/graph.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/text.h"
#include "model/instance.h"
#include "model/profile.h"

#include <stdio.h>

static const struct {
  const char *name;
  struct sp_ports ports;
} models[SP_MODELS] = {
    [SP_MODEL_BASE] = {"base", {1, 1, true, true, true}},
    [SP_MODEL_MULTIPORT] = {"multiport", {INT_MAX, INT_MAX, true, true, true}},
    [SP_MODEL_RECV_PARALLEL] = {"recv-parallel", {1, 1, true, true, false}},
    [SP_MODEL_SEND_PARALLEL] = {"send-parallel", {1, 1, true, false, true}},
    [SP_MODEL_WORK_PARALLEL] = {"work-parallel", {1, 1, false, true, true}},
    [SP_MODEL_SEQUENTIAL] = {"sequential", {1, 1, false, false, false}},
};

enum sp_model sp_model_find(const char *name, size_t length)
{
  int model = 0;
  while (model < SP_MODELS && !sp_name_is(models[model].name, name, length))
    model++;
  return (enum sp_model)model;
}

struct sp_ports sp_model_ports(enum sp_model model)
{
  return models[model].ports;
}

struct sp_graph *sp_graph_alloc(int n)
{
  struct sp_graph *g = sp_xcalloc(1, sizeof *g);
  size_t nodes = (size_t)n;
  char name[16];
  g->platform.nodes = n;
  g->platform.node = sp_xcalloc(nodes + 1, sizeof *g->platform.node);
  g->w = sp_xcalloc(nodes + 1, sizeof *g->w);
  g->master = sp_xcalloc(nodes + 1, sizeof *g->master);
  g->task_bytes = g->task_flops = 1;
  g->result = sp_int(0);
  for (int i = 0; i < n; i++) {
    snprintf(name, sizeof name, "P%d", i + 1);
    g->platform.node[i] = (struct sp_node){sp_xstrdup(name), models[SP_MODEL_BASE].ports};
    g->w[i] = sp_int(1);
  }
  return g;
}

/* How many profiles of a kind a graph has, if it has any. */
static int profiles(const struct sp_graph *g, enum sp_changing kind)
{
  return profile_is_of_node(kind) ? g->platform.nodes : g->links;
}

void sp_graph_set_profile(struct sp_graph *g, enum sp_changing kind, int at,
                          const struct sp_profile *profile)
{
  if (!g->profile[kind])
    g->profile[kind] = sp_xcalloc((size_t)profiles(g, kind), sizeof *g->profile[kind]);
  sp_profile_clear(&g->profile[kind][at]);
  g->profile[kind][at] = sp_profile_copy(profile);
}

bool sp_graph_is_changing(const struct sp_graph *g)
{
  for (int kind = 0; kind < SP_CHANGING; kind++)
    if (g->profile[kind])
      return true;
  return false;
}

bool sp_graph_can_fail(const struct sp_graph *g)
{
  return g->profile[SP_HOST_STATE] || g->profile[SP_LINK_STATE];
}

void sp_graph_free(struct sp_graph *g)
{
  if (!g)
    return;
  for (enum sp_changing kind = SP_SPEED; kind < SP_CHANGING; kind++) {
    for (int at = 0; g->profile[kind] && at < profiles(g, kind); at++)
      sp_profile_clear(&g->profile[kind][at]);
    free(g->profile[kind]);
  }
  free(g->places);
  free(g->sizes);
  for (int i = 0; i < g->platform.nodes; i++)
    free(g->platform.node[i].name);
  free(g->platform.node);
  free(g->platform.file);
  free(g->w);
  free(g->master);
  free(g->link);
  free(g);
}

struct sp_graph *sp_graph_copy(const struct sp_graph *g)
{
  if (!g)
    return NULL;
  struct sp_graph *copy = sp_xmemdup(g, 1, sizeof *g);
  size_t nodes = (size_t)g->platform.nodes;
  copy->platform.node = sp_xmemdup(g->platform.node, nodes, sizeof *g->platform.node);
  for (size_t i = 0; i < nodes; i++)
    copy->platform.node[i].name = sp_xstrdup(g->platform.node[i].name);
  copy->platform.file = sp_xstrdup(g->platform.file);
  copy->w = sp_xmemdup(g->w, nodes, sizeof *g->w);
  copy->master = sp_xmemdup(g->master, nodes, sizeof *g->master);
  copy->link = sp_xmemdup(g->link, (size_t)g->links, sizeof *g->link);
  copy->cap_links = g->links;
  copy->places = sp_xmemdup(g->places, nodes, sizeof *g->places);
  copy->sizes = sp_xmemdup(g->sizes, 1, sizeof *g->sizes);
  for (enum sp_changing kind = SP_SPEED; kind < SP_CHANGING; kind++) {
    copy->profile[kind] =
        sp_xmemdup(g->profile[kind], (size_t)profiles(g, kind), sizeof *g->profile[kind]);
    for (int at = 0; copy->profile[kind] && at < profiles(g, kind); at++)
      copy->profile[kind][at] = sp_profile_copy(&g->profile[kind][at]);
  }
  return copy;
}

void sp_graph_add_link(struct sp_graph *g, int a, int b, struct sp_num ab, struct sp_num ba)
{
  sp_grow(g->link, g->links, g->cap_links);
  g->link[g->links++] = (struct sp_link){.a = a, .b = b, .c = {ab, ba}, .latency = sp_int(0)};
}

const char *sp_link_name(const struct sp_graph *g, int link, struct sp_link_text *name)
{
  snprintf(name->text, sizeof name->text, "%d-%d", g->link[link].a + 1, g->link[link].b + 1);
  return name->text;
}

bool sp_graph_is_base(const struct sp_graph *g)
{
  if (sp_graph_has_results(g))
    return false;
  for (int i = 0; i < g->platform.nodes; i++) {
    const struct sp_ports *p = &g->platform.node[i].ports;
    if (p->recv != 1 || p->send != 1 || !p->recv_send || !p->recv_work || !p->send_work)
      return false;
  }
  return true;
}

/* Costs that the simplex method in doubles can work with. */
static const double LEAST = 1e-100, MOST = 1e100;

static bool is_cost(struct sp_num x)
{
  return isinf(x.v) ? x.v > 0 : x.v >= LEAST && x.v <= MOST;
}

static int check_node(const struct sp_graph *g, int i, struct sp_error *error)
{
  const struct sp_ports *p = &g->platform.node[i].ports;
  int overlaps = p->recv_send + p->recv_work + p->send_work;
  const char *name = g->platform.node[i].name;
  if (!is_cost(g->w[i]))
    return sp_bad_input(error,
                        "node %d (%.60s): w is %g, expected a number > 0 (1e-100 to 1e100) or "
                        "inf",
                        i + 1, name, g->w[i].v);
  if (p->recv < 1 || p->send < 1)
    return sp_bad_input(error, "node %d (%.60s): %d ports, expected at least 1", i + 1, name,
                        p->recv < 1 ? p->recv : p->send);
  if (overlaps == 1)
    return sp_bad_input(error,
                        "node %d (%.60s): two of its three activities share a port with the "
                        "third, expected one of the six operating models",
                        i + 1, name);
  if (overlaps < 3 && (p->recv > 1 || p->send > 1))
    return sp_bad_input(error,
                        "node %d (%.60s): several ports in a model whose activities share "
                        "one, expected 1 port or the model base or multiport",
                        i + 1, name);
  return SP_OK;
}

static int check_link(const struct sp_graph *g, int l, struct sp_error *error)
{
  const struct sp_link *link = &g->link[l];
  struct sp_link_text name;
  if (link->a < 0 || link->b < 0 || link->a >= g->platform.nodes || link->b >= g->platform.nodes)
    return sp_bad_input(error, "edge %s: no such node, expected 1..%d", sp_link_name(g, l, &name),
                        g->platform.nodes);
  if (link->a == link->b)
    return sp_bad_input(error, "edge %s: a self loop, expected two different nodes",
                        sp_link_name(g, l, &name));
  for (int k = 0; k < 2; k++)
    if (!is_cost(link->c[k]) || (isinf(link->c[0].v) && isinf(link->c[1].v)))
      return sp_bad_input(error,
                          "edge %s: its cost is %g, expected a number > 0 (1e-100 to 1e100; "
                          "inf for one direction at most)",
                          sp_link_name(g, l, &name), link->c[k].v);
  return SP_OK;
}

static int check_parallel(const struct sp_graph *g, struct sp_error *error)
{
  struct map seen = {0};
  int code = SP_OK;
  for (int l = 0; l < g->links && code == SP_OK; l++) {
    int a = g->link[l].a + 1, b = g->link[l].b + 1, ends[2] = {a < b ? a : b, a < b ? b : a};
    if (!map_add(&seen, ends, sizeof ends, l))
      code = sp_bad_input(error,
                          "edge %d-%d is given twice: parallel edges, expected one edge "
                          "between two nodes",
                          ends[0], ends[1]);
  }
  map_clear(&seen);
  return code;
}

/* graph_reach; back: the nodes from which a master can be reached, parent[i] the next on the way.
 */
static int reach(const struct sp_graph *g, bool back, const bool *taken, int *parent, int *by)
{
  size_t n = (size_t)g->platform.nodes;
  int *queue = sp_xcalloc(n + 1, sizeof *queue), head = 0, tail = 0;
  for (int i = 0; i < g->platform.nodes; i++) {
    parent[i] = g->master[i] ? -1 : -2;
    by[i] = -1;
    if (g->master[i])
      queue[tail++] = i;
  }
  while (head < tail) {
    int i = queue[head++];
    for (int l = 0; l < g->links; l++) {
      const struct sp_link *link = &g->link[l];
      int way = link->a != i, j = way ? link->a : link->b;
      if ((way && link->b != i) || parent[j] != -2 || isinf(link->c[back ? !way : way].v) ||
          (taken && !taken[l]))
        continue;
      parent[j] = i;
      by[j] = l;
      queue[tail++] = j;
    }
  }
  free(queue);
  return tail;
}

int graph_reach(const struct sp_graph *g, const bool *taken, int *parent, int *by)
{
  return reach(g, false, taken, parent, by);
}

bool sp_graph_as_tree(const struct sp_graph *g, int *parent, struct sp_num *c)
{
  int masters = 0, *by = sp_xcalloc((size_t)g->platform.nodes + 1, sizeof *by);
  for (int i = 0; i < g->platform.nodes; i++)
    masters += g->master[i];
  bool tree = g->links == g->platform.nodes - masters &&
              graph_reach(g, NULL, parent, by) == g->platform.nodes;
  for (int i = 0; tree && i < g->platform.nodes; i++)
    if (by[i] >= 0)
      c[i] = g->link[by[i]].c[g->link[by[i]].a == i];
  free(by);
  return tree;
}

static int check_masters(const struct sp_graph *g, struct sp_error *error)
{
  size_t n = (size_t)g->platform.nodes;
  int *parent = sp_xcalloc(n + 1, sizeof *parent), *by = sp_xcalloc(n + 1, sizeof *by);
  bool *linked = sp_xcalloc(n + 1, sizeof *linked);
  int masters = 0, workers = 0, code = SP_OK;
  for (int l = 0; l < g->links; l++)
    linked[g->link[l].a] = linked[g->link[l].b] = true;
  for (int i = 0; i < g->platform.nodes; i++) {
    masters += g->master[i];
    workers += isfinite(g->w[i].v);
  }
  graph_reach(g, NULL, parent, by);
  if (!masters)
    code = sp_bad_input(error, "no master, expected at least one node that holds the tasks");
  for (int i = 0; i < g->platform.nodes && code == SP_OK; i++)
    if (g->master[i] && isinf(g->w[i].v) && !linked[i])
      code = sp_bad_input(error,
                          "master %d (%.60s) has w=inf and no neighbour, expected one that "
                          "computes or can send",
                          i + 1, g->platform.node[i].name);
    else if (parent[i] == -2)
      code = sp_bad_input(error, "node %d (%.60s) is disconnected, expected a path from a master",
                          i + 1, g->platform.node[i].name);
  if (code == SP_OK && !workers)
    code = sp_bad_input(error, "every node has w=inf, expected one that computes");
  free(parent);
  free(by);
  free(linked);
  return code;
}

static int check_result(const struct sp_graph *g, struct sp_error *error)
{
  if (g->result.v == 0)
    return SP_OK;
  if (!(g->result.v >= LEAST && g->result.v <= MOST))
    return sp_bad_input(error, "result is %g, expected 0 or a number > 0 (1e-100 to 1e100)",
                        g->result.v);
  size_t n = (size_t)g->platform.nodes;
  int *parent = sp_xcalloc(n + 1, sizeof *parent), *by = sp_xcalloc(n + 1, sizeof *by);
  bool returns = false;
  reach(g, true, NULL, parent, by);
  for (int i = 0; i < g->platform.nodes; i++)
    returns = returns || (isfinite(g->w[i].v) && parent[i] != -2);
  free(parent);
  free(by);
  return returns ? SP_OK
                 : sp_bad_input(error, "no result can return: expected a way to a master from a "
                                       "node that computes");
}

/* What only executions look at: places, and states of masters. */
static int check_execution(const struct sp_graph *g, int i, struct sp_error *error)
{
  const struct sp_profile *states = g->profile[SP_HOST_STATE];
  const char *name = g->platform.node[i].name;
  if (g->places && g->places[i] < 1)
    return sp_bad_input(error, "node %d (%.60s): %ld places, expected at least 1", i + 1, name,
                        g->places[i]);
  if (g->master[i] && states && profile_least(&states[i]) == 0)
    return sp_bad_input(error, "master %d (%.60s) goes down, expected one that is always up", i + 1,
                        name);
  return SP_OK;
}

static int check_profiles(const struct sp_graph *g, struct sp_error *error)
{
  struct sp_link_text link;
  char what[80];
  int code = SP_OK;
  for (enum sp_changing kind = SP_SPEED; kind < SP_CHANGING; kind++)
    for (int at = 0; g->profile[kind] && at < profiles(g, kind) && code == SP_OK; at++) {
      enum sp_changing quality = kind == SP_LINK_STATE ? SP_HOST_STATE : kind;
      if (profile_is_of_node(kind))
        snprintf(what, sizeof what, "node %d: the profile of its %s", at + 1,
                 profile_quality[quality]);
      else
        snprintf(what, sizeof what, "link %s: the profile of its %s", sp_link_name(g, at, &link),
                 profile_quality[quality]);
      code = sp_profile_check(&g->profile[kind][at], kind, what, error);
    }
  return code;
}

int sp_graph_check(const struct sp_graph *g, struct sp_error *error)
{
  int code = SP_OK;
  if (g->platform.nodes < 1)
    return sp_bad_input(error, "no node, expected at least one");
  for (int i = 0; i < g->platform.nodes && code == SP_OK; i++)
    if ((code = check_node(g, i, error)) == SP_OK)
      code = check_execution(g, i, error);
  for (int l = 0; l < g->links && code == SP_OK; l++)
    code = check_link(g, l, error);
  if (code == SP_OK)
    code = check_parallel(g, error);
  if (code == SP_OK)
    code = check_profiles(g, error);
  if (code == SP_OK && g->sizes && sp_graph_can_fail(g))
    code = sp_bad_input(error, "sizes are given, expected no host or link that goes down");
  if (code == SP_OK)
    code = check_masters(g, error);
  return code == SP_OK ? check_result(g, error) : code;
}

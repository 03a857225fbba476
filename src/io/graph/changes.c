/* The profiles of a text for the nodes and links of a graph. */
#include "base/map.h"
#include "base/text.h"
#include "io/graph/graph.h"
#include "model/profile.h"

/* Links by their ends, either first; of several that the graph should not have, one. */
static struct map map_links(const struct sp_graph *g)
{
  struct map links = {0};
  for (int l = 0; l < g->links; l++)
    for (int back = 0; back < 2; back++) {
      const struct sp_link *link = &g->link[l];
      const int ends[2] = {(back ? link->b : link->a) + 1, (back ? link->a : link->b) + 1};
      map_add(&links, ends, sizeof ends, l);
    }
  return links;
}

/* Sets one profile for node or link `at`, or if that is negative for all n. */
static void set_change(struct sp_graph *g, const struct profile_change *change, int at, int n)
{
  for (int i = at < 0 ? 0 : at; i < (at < 0 ? n : at + 1); i++)
    if (at >= 0 || change->kind != SP_HOST_STATE || !g->master[i])
      sp_graph_set_profile(g, change->kind, i, &change->profile);
}

int sp_graph_set_changes(struct sp_graph *g, const struct profile_changes *changes,
                         struct sp_error *error)
{
  struct map links = changes->n > 0 ? map_links(g) : (struct map){0};
  int nodes = g->platform.nodes, code = SP_OK;
  for (int k = 0; k < changes->n && code == SP_OK; k++) {
    const struct profile_change *change = &changes->change[k];
    const char *name = profile_target[change->kind];
    const int *of = change->of;
    bool of_node = profile_is_of_node(change->kind);
    int at = !of[0] ? -1 : of_node ? of[0] - 1 : map_find(&links, of, 2 * sizeof *of);
    if (of_node && at >= nodes)
      code = sp_bad_input(error, "profile of %s%d, but the graph has %d node%s", name, of[0], nodes,
                          sp_plural(nodes));
    else if (of[0] && at < 0)
      code = sp_bad_input(error, "profile of %s%d-%d, but the graph has no such edge", name, of[0],
                          of[1]);
    else
      set_change(g, change, at, of_node ? nodes : g->links);
  }
  map_clear(&links);
  return code;
}

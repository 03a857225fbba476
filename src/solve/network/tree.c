/* Solves trees (equation (6)), whose shape is given: processors that cannot be reached before the
 * others end get no load. */
#include "base/memory.h"
#include "solve/network/kinds.h"

/* The best part of a given tree, as a graph. */
static int part_solve(struct sp_context *cx, const struct sp_network *net,
                      struct sp_network_solution *solution, struct sp_error *error)
{
  if (net->n > SP_GRAPH_PROCESSORS)
    return sp_bad_input(error, "%ld processors with start, info or merge, expected at most %d",
                        net->n, SP_GRAPH_PROCESSORS);
  struct sp_network *graph = sp_network_copy(net);
  graph->edge = sp_xcalloc((size_t)net->n, sizeof *graph->edge);
  for (long i = 0; i < net->n; i++) /* that of the root leads nowhere */
    graph->edge[i] = (struct sp_edge){i, i == net->originator ? i : net->parent[i]};
  graph_solve(cx, graph, solution);
  sp_network_free(graph);
  return SP_OK;
}

int tree_solve(struct sp_context *cx, const struct sp_network *net,
               struct sp_network_solution *solution, struct sp_error *error)
{
  if (net->edge) {
    graph_solve(cx, net, solution);
    return SP_OK;
  }
  if (sp_network_is_varied(net))
    return part_solve(cx, net, solution, error);
  long *order = sp_new(cx, net->n, long), *index = sp_new(cx, net->n, long), lost;
  struct form form = form_new(cx, net, net->n);
  network_tree_order(net, order, &lost);
  for (long k = 1; k < net->n; k++)
    index[order[k]] = form_add(&form, order[k], order[k], index[net->parent[order[k]]], false);
  form_report_reached(&form, solution);
  return SP_OK;
}

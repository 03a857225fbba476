/* Solves a network of any kind, and derives from the solution how well the processors are used. */
#include "base/memory.h"
#include "method/context.h"
#include "solve/network/kinds.h"

static void measure(const struct sp_network *net, struct sp_network_solution *solution)
{
  double time = solution->time;
  for (long i = 0; i < solution->n && sp_network_is_dual(net); i++)
    solution->load += solution->row[i].alpha * sp_network_row_size(net, i);
  solution->usable = 0;
  for (long i = 0; i < solution->n; i++)
    solution->usable += solution->row[i].used ? sp_network_row_size(net, i) : 0;
  double s = 1 / (net->w[net->kind == SP_HYPERCUBE ? 0 : net->originator].v * net->tcp.v);
  solution->speedup = s > 0 ? solution->load / (s * time) : NAN; /* a bus's may not compute */
  solution->equivalent_speed = solution->load * net->tcp.v / time;
  solution->utilisation = solution->speedup / solution->usable;
}

double sp_network_bound(const struct sp_network *net)
{
  if (!net->edge)
    return NAN;
  struct sp_context *cx = sp_context_plain();
  double bound = net->kind == SP_TREE ? graph_lower_bound(cx, net) : mesh_bound(cx, net);
  sp_context_free(cx);
  return bound;
}

int sp_network_solve(const struct sp_network *net, struct sp_network_solution *solution,
                     struct sp_error *error)
{
  static network_solver *const solve[SP_NETWORK_KINDS] = {chain_solve,  loop_solve, tree_solve,
                                                          star_solve,   bus_solve,  hypercube_solve,
                                                          switch_solve, mesh_solve, mesh_solve};
  *solution = (struct sp_network_solution){
      .n = net->n,
      .row = sp_xcalloc((size_t)net->n, sizeof *solution->row),
      .load = sp_network_is_dual(net) ? 0 : 1,
      .proven = true,
      .left = SP_UNUSED,
      .right = SP_UNUSED,
      .layers = SP_UNUSED,
      .meet = SP_UNUSED,
      .second_parent = SP_UNUSED,
  };
  for (long i = 0; i < net->n; i++)
    solution->row[i].parent = SP_UNUSED;
  struct sp_context *cx = sp_context_plain();
  int code = solve[net->kind](cx, net, solution, error);
  sp_context_free(cx);
  solution->lower_bound = sp_network_bound(net);
  if (code == SP_OK && net->start && solution->time < net->start[net->originator].v)
    code = sp_bad_input(error,
                        "all ends at %g, before the originator has started, expected %g or more",
                        solution->time, net->start[net->originator].v);
  if (code != SP_OK)
    sp_network_solution_clear(solution);
  else if (net->kind != SP_SWITCH)
    measure(net, solution);
  return code;
}

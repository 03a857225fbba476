/* Chains and hypercubes.
 *
 * Chain with the originator at an end (equation (1)): one branch. Example 1 of the paper: w = 1, 1,
 * 1, 1/2, 1/2, z = 1, 1, 1/2, 1/2, r = .2, .2, .1, .1, Tcp = 2: four of five are usable and T =
 * 124/107. Originator inside (equation (4)): branches.c.
 *
 * Hypercube of dimension d (equation (12)): layer i has C(d,i) processors, and C(d,i) (d-i) links
 * lead from it to layer i+1, each with an equal part of the load that is sent on. So d+1 equations
 * describe all 2^d processors. */
#include "solve/network/kinds.h"

int chain_solve(struct sp_context *cx, const struct sp_network *net,
                struct sp_network_solution *solution, struct sp_error *error)
{
  long o = net->originator;
  struct branch side[2] = {{o - 1, o - 1, -1, o, net->left},
                           {o + 1, o, 1, net->n - 1 - o, net->right}};
  bool given = net->left != SP_UNUSED;
  int code = SP_OK;
  if (!given && sp_network_is_varied(net) && net->n > SP_VARIED_PROCESSORS)
    return sp_bad_input(error, "%ld processors with start, info or merge, expected at most %d",
                        net->n, SP_VARIED_PROCESSORS);
  struct form form = form_new(cx, net, net->n);
  if (given) {
    branches_form(&form, side);
    code = form_report_all(&form, solution, error);
  } else {
    double time = branches_best(&form, side, true);
    form_report(&form, form.n, time, solution);
  }
  bool inside = given || (side[0].length && side[1].length);
  solution->left = inside ? side[0].n : SP_UNUSED;
  solution->right = inside ? side[1].n : SP_UNUSED;
  solution->proven = !given || (side[0].n == side[0].length && side[1].n == side[1].length);
  return code;
}

/* ---- Hypercube. */

int hypercube_solve(struct sp_context *cx, const struct sp_network *net,
                    struct sp_network_solution *solution, struct sp_error *error)
{
  (void)error;
  long d = net->n - 1;
  struct form form = form_new(cx, net, net->n);
  for (long layer = 1; layer <= d; layer++) {
    struct form_node *node = &form.node[form_add(&form, layer, 0, layer - 1, false)];
    node->count = sp_network_row_size(net, layer);
    node->links = node->count * (double)layer;
    node->z /= node->links;
  }
  solution->depth = d;
  form_report_reached(&form, solution);
  solution->layers = form.n - 1;
  return SP_OK;
}

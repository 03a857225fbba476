/* Networks as plain data: construction, copies, and the check of their numbers. */
#include "model/network.h"
#include "base/memory.h"
#include "base/num.h"
#include "base/text.h"

const char *const sp_network_name[SP_NETWORK_KINDS] = {"chain",     "loop",   "tree", "star", "bus",
                                                       "hypercube", "switch", "mesh", "torus"};

struct sp_network *sp_network_alloc(enum sp_network_kind kind, long n, long links)
{
  struct sp_network *net = sp_xcalloc(1, sizeof *net);
  *net = (struct sp_network){.kind = kind,
                             .n = n,
                             .links = links,
                             .w = sp_nums(n, 1),
                             .z = sp_nums(links, 0),
                             .r = sp_nums(links, 0),
                             .tcp = sp_int(1),
                             .tcm = sp_int(1),
                             .beta = sp_int(0),
                             .back = sp_int(0),
                             .info = sp_int(0),
                             .merge = sp_int(0),
                             .deadline = {INFINITY, 0, 0},
                             .listeners = 1,
                             .transmit = links,
                             .left = SP_UNUSED,
                             .right = SP_UNUSED};
  if (kind == SP_TREE) {
    net->parent = sp_xcalloc((size_t)n, sizeof *net->parent);
    net->parent[0] = SP_UNUSED;
  } else if (kind == SP_BUS) {
    net->bus = sp_xcalloc((size_t)n, sizeof *net->bus);
  } else if (kind == SP_SWITCH) {
    net->load = sp_nums(n, 0);
    net->speed = sp_nums(n, 1);
    net->bandwidth = sp_nums(n, 1);
  }
  return net;
}

void sp_network_free(struct sp_network *net)
{
  if (!net)
    return;
  free(net->w);
  free(net->z);
  free(net->r);
  free(net->start);
  free(net->intercept);
  free(net->parent);
  free(net->edge);
  free(net->bus);
  free(net->hears);
  free(net->load);
  free(net->speed);
  free(net->bandwidth);
  free(net);
}

struct sp_network *sp_network_copy(const struct sp_network *net)
{
  if (!net)
    return NULL;
  struct sp_network *copy = sp_xmemdup(net, 1, sizeof *net);
  size_t n = (size_t)net->n, links = (size_t)net->links;
  copy->w = sp_xmemdup(net->w, n, sizeof *net->w);
  copy->z = sp_xmemdup(net->z, links, sizeof *net->z);
  copy->r = sp_xmemdup(net->r, links, sizeof *net->r);
  copy->start = sp_xmemdup(net->start, n, sizeof *net->start);
  copy->intercept = sp_xmemdup(net->intercept, n, sizeof *net->intercept);
  copy->parent = sp_xmemdup(net->parent, n, sizeof *net->parent);
  copy->edge = sp_xmemdup(net->edge, links, sizeof *net->edge);
  copy->bus = sp_xmemdup(net->bus, n, sizeof *net->bus);
  copy->hears = sp_xmemdup(net->hears, n * links, sizeof *net->hears);
  copy->load = sp_xmemdup(net->load, n, sizeof *net->load);
  copy->speed = sp_xmemdup(net->speed, n, sizeof *net->speed);
  copy->bandwidth = sp_xmemdup(net->bandwidth, n, sizeof *net->bandwidth);
  return copy;
}

/* Checks that x is finite and > 0, or >= 0; i: of processor or link i from 1, 0: of the network. */
static int check_number(const char *name, long i, double x, bool positive, struct sp_error *error)
{
  if (isfinite(x) && x >= 0 && !(positive && x == 0))
    return SP_OK;
  if (i)
    return sp_bad_input(error, "%s of %ld is %g, expected a number %s 0", name, i, x,
                        positive ? ">" : ">=");
  return sp_bad_input(error, "%s is %g, expected a number %s 0", name, x, positive ? ">" : ">=");
}

static int check_numbers(const char *name, const struct sp_num *x, long n, bool positive,
                         struct sp_error *error)
{
  int code = SP_OK;
  for (long i = 0; x && i < n && code == SP_OK; i++)
    code = check_number(name, i + 1, x[i].v, positive, error);
  return code;
}

static int check_switch(const struct sp_network *net, struct sp_error *error)
{
  double total = 0;
  if (check_numbers("alpha", net->load, net->n, false, error) != SP_OK ||
      check_numbers("s", net->speed, net->n, true, error) != SP_OK ||
      check_numbers("b", net->bandwidth, net->n, true, error) != SP_OK)
    return SP_BAD_INPUT;
  for (long i = 0; i < net->n; i++)
    total += net->load[i].v;
  return total > 0 ? SP_OK : sp_bad_input(error, "alpha is 0 everywhere, expected some load");
}

/* Level by level. */
bool network_tree_order(const struct sp_network *net, long *order, long *row)
{
  long found = 0, *child = sp_xcalloc((size_t)net->n, sizeof *child); /* first child + 1, 0: none */
  long *sibling = sp_xcalloc((size_t)net->n, sizeof *sibling);        /* the next one + 1 */
  bool *seen = sp_xcalloc((size_t)net->n, sizeof *seen);
  for (long i = net->n; i-- > 0;)
    if (net->parent[i] >= 0) {
      sibling[i] = child[net->parent[i]];
      child[net->parent[i]] = i + 1;
    }
  order[found++] = net->originator;
  for (long k = 0; k < found; k++) {
    seen[order[k]] = true;
    for (long i = child[order[k]]; i > 0; i = sibling[i - 1])
      order[found++] = i - 1;
  }
  for (*row = 0; *row < net->n && seen[*row];)
    ++*row;
  free(child);
  free(sibling);
  free(seen);
  return found == net->n;
}

static int check_graph(const struct sp_network *net, struct sp_error *error)
{
  if (net->n > SP_GRAPH_PROCESSORS || net->links > SP_GRAPH_EDGES)
    return sp_bad_input(error, "%ld processors and %ld edge%s, expected at most %d and %d", net->n,
                        net->links, sp_plural((double)net->links), SP_GRAPH_PROCESSORS,
                        SP_GRAPH_EDGES);
  for (long k = 0; k < net->links; k++) {
    const struct sp_edge *edge = &net->edge[k];
    if (edge->a < 0 || edge->b < 0 || edge->a >= net->n || edge->b >= net->n || edge->a == edge->b)
      return sp_bad_input(error, "edges has %ld-%ld, expected two different numbers from 1 to %ld",
                          edge->a + 1, edge->b + 1, net->n);
  }
  return SP_OK;
}

static int check_tree(const struct sp_network *net, struct sp_error *error)
{
  long roots = 0, root = 0, lost;
  for (long i = 0; i < net->n; i++) {
    if (net->parent[i] < SP_UNUSED || net->parent[i] >= net->n)
      return sp_bad_input(error, "parent of %ld is %ld, expected 0 to %ld", i + 1,
                          net->parent[i] + 1, net->n);
    if (net->parent[i] != SP_UNUSED)
      continue;
    if (roots++)
      return sp_bad_input(error, "parent: %ld and %ld have no parent, expected a connected tree",
                          root + 1, i + 1);
    root = i;
  }
  if (!roots)
    return sp_bad_input(error, "parent: a cycle, expected one processor with parent 0");
  if (net->originator != root)
    return sp_bad_input(error, "originator is %ld, expected the root %ld", net->originator + 1,
                        root + 1);
  long *order = sp_xcalloc((size_t)net->n, sizeof *order);
  bool whole = network_tree_order(net, order, &lost);
  free(order);
  return whole
             ? SP_OK
             : sp_bad_input(error, "parent: %ld is on or under a cycle, expected a tree", lost + 1);
}

/* Each processor without a given bus hears one. */
static int check_buses(const struct sp_network *net, struct sp_error *error)
{
  for (long i = 1; i < net->n; i++) {
    bool hears = !net->hears || net->bus[i] != SP_UNUSED;
    if (net->bus[i] < SP_UNUSED || net->bus[i] >= net->links)
      return sp_bad_input(error, "bus of %ld is %d, expected 1 to %ld", i + 1, net->bus[i] + 1,
                          net->links);
    for (long k = 0; k < net->links && !hears; k++)
      hears = net->hears[i * net->links + k];
    if (!hears)
      return sp_bad_input(error, "processor %ld hears no bus, expected one or more", i + 1);
  }
  if (net->listeners < 1 || net->transmit < 1)
    return sp_bad_input(error, "recv is %ld and send %ld, expected 1 or more", net->listeners,
                        net->transmit);
  return SP_OK;
}

static int check_shape(const struct sp_network *net, struct sp_error *error)
{
  long left = net->originator, right = net->n - 1 - net->originator;
  if (net->originator < 0 || net->originator >= net->n)
    return sp_bad_input(error, "originator is %ld, expected 1 to %ld", net->originator + 1, net->n);
  if (net->kind == SP_CHAIN && (net->left != SP_UNUSED || net->right != SP_UNUSED) &&
      (net->left < 0 || net->right < 0 || net->left > left || net->right > right))
    return sp_bad_input(error, "branches is %ld-%ld, expected at most %ld-%ld", net->left,
                        net->right, left, right);
  if (net->kind == SP_BUS)
    return check_buses(net, error);
  if (net->kind != SP_TREE && !net->edge)
    return SP_OK;
  return net->edge ? check_graph(net, error) : check_tree(net, error);
}

int sp_network_check(const struct sp_network *net, struct sp_error *error)
{
  if (net->kind == SP_HYPERCUBE && (net->n < 2 || net->n > SP_MAX_DIMENSION + 1))
    return sp_bad_input(error, "d is %ld, expected 1 to %d", net->n - 1, SP_MAX_DIMENSION);
  if (net->n < 1)
    return sp_bad_input(error, "no processor, expected one or more");
  if (net->deadline.v != INFINITY &&
      check_number("deadline", 0, net->deadline.v, true, error) != SP_OK)
    return SP_BAD_INPUT;
  if (net->kind == SP_SWITCH)
    return check_switch(net, error);
  bool relays = net->kind == SP_BUS && net->w[0].v == INFINITY; /* the originator, Theorem 1 */
  if (check_numbers("w", net->w + relays, net->kind == SP_HYPERCUBE ? 1 : net->n - relays, true,
                    error) != SP_OK ||
      check_numbers("z", net->z, net->links, false, error) != SP_OK ||
      check_numbers("r", net->r, net->links, false, error) != SP_OK ||
      check_number("tcp", 0, net->tcp.v, true, error) != SP_OK ||
      check_number("tcm", 0, net->tcm.v, false, error) != SP_OK ||
      check_number("beta", 0, net->beta.v, false, error) != SP_OK ||
      check_numbers("start", net->start, net->n, false, error) != SP_OK ||
      check_numbers("intercept", net->intercept, net->n, false, error) != SP_OK ||
      check_number("info", 0, net->info.v, false, error) != SP_OK ||
      check_number("merge", 0, net->merge.v, false, error) != SP_OK ||
      check_number("return", 0, net->back.v, false, error) != SP_OK)
    return SP_BAD_INPUT;
  return check_shape(net, error);
}

/* Finds the best tree of an arbitrary graph. The problem is NP-hard (it contains Steiner's). Up to
 * a limit all trees that hold the originator are enumerated; beyond it a tree is grown, each time
 * by the processor that shortens T most, and reported with a lower bound.
 *
 * Enumeration: the edges that leave the tree are listed in the order of their discovery; each is
 * taken, or left out of all trees below. Each tree is found once. If a processor cannot be reached
 * in time, it cannot be reached in any larger tree either, since T only falls and messages only
 * grow; so the search stops there. That also holds with start alone, and with info and merge alone:
 * of a tree in which all are in time, and which is the best, all parts are.
 *
 * Lower bound: processor i receives at least alpha_i over its best edge, not before the start-ups
 * of a shortest path: the star with these r and z, served all at once, is at least as fast. */
#include "base/memory.h"
#include "solve/network/kinds.h"

struct growth {
  const struct sp_network *net;
  struct form form;
  long *index;     /* [0..n-1] node of a row, SP_UNUSED: not in the tree */
  long *candidate; /* [0..links-1] edges that have left the tree, in order */
  long candidates, trees;
  bool exhaustive;     /* a late processor may be in time in a larger tree */
  double best;         /* form_cost */
  long *parent, *link; /* [0..n-1] the best tree */
};

/* The row outside the tree that edge k would add, and the one inside; false if there is none. */
static bool leads_out(const struct growth *g, long k, long *inside, long *outside)
{
  long a = g->net->edge[k].a, b = g->net->edge[k].b;
  bool from_a = g->index[a] != SP_UNUSED;
  *inside = from_a ? a : b;
  *outside = from_a ? b : a;
  return from_a != (g->index[b] != SP_UNUSED);
}

/* Adds a row by edge k; its node is the last one. */
static void add_row(struct growth *g, long k, long inside, long row)
{
  g->index[row] = form_add(&g->form, row, k, g->index[inside], false);
}

static void remove_row(struct growth *g, long row)
{
  g->index[row] = SP_UNUSED;
  g->form.n--;
}

static void keep_if_better(struct growth *g, double cost)
{
  if (cost >= g->best)
    return;
  g->best = cost;
  for (long i = 0; i < g->net->n; i++)
    g->parent[i] = SP_UNUSED;
  for (long k = 1; k < g->form.n; k++) {
    const struct form_node *node = &g->form.node[k];
    g->parent[node->row] = g->form.node[node->base].row;
    g->link[node->row] = node->link;
  }
}

/* Lists the edges of a row that was added to the tree. */
static void list_edges(struct growth *g, long row)
{
  for (long k = 0; k < g->net->links; k++)
    if (g->net->edge[k].a == row || g->net->edge[k].b == row) {
      long inside, outside;
      if (leads_out(g, k, &inside, &outside))
        g->candidate[g->candidates++] = k;
    }
}

/* Tries all trees that extend the present one by candidates from `first` on; false if there are too
 * many. */
static bool enumerate(struct growth *g, long first)
{
  for (long at = first; at < g->candidates; at++) {
    long inside, row, listed = g->candidates;
    double time;
    if (!leads_out(g, g->candidate[at], &inside, &row))
      continue;
    if (++g->trees > SP_TREES)
      return false;
    add_row(g, g->candidate[at], inside, row);
    bool late = form_solve(&g->form, g->form.n, &time);
    if (!late)
      keep_if_better(g, form_cost(&g->form, time));
    if (!late || g->exhaustive) {
      list_edges(g, row);
      if (!enumerate(g, at + 1))
        return false;
      g->candidates = listed;
    }
    remove_row(g, row);
  }
  return true;
}

/* Grows one tree, each time by the edge that lowers the cost most. */
static void grow(struct growth *g)
{
  for (long taken = 0; taken != SP_UNUSED;) {
    double least = INFINITY, time;
    long inside, row;
    taken = SP_UNUSED;
    for (long k = 0; k < g->net->links; k++) {
      if (!leads_out(g, k, &inside, &row))
        continue;
      add_row(g, k, inside, row);
      bool late = form_solve(&g->form, g->form.n, &time);
      double cost = form_cost(&g->form, time);
      if (!late && cost < least) {
        least = cost;
        taken = k;
      }
      remove_row(g, row);
    }
    if (taken != SP_UNUSED && leads_out(g, taken, &inside, &row)) {
      add_row(g, taken, inside, row);
      keep_if_better(g, least);
    }
  }
}

/* r of the star: start-ups of the shortest paths (Bellman and Ford). */
static void shortest_starts(const struct sp_network *net, struct sp_network *star)
{
  for (long i = 0; i < net->n; i++)
    star->r[i] = star->z[i] = (struct sp_num){INFINITY, 0, 0};
  star->r[0] = star->z[0] = sp_int(0);
  for (bool shorter = true; shorter;) {
    shorter = false;
    for (long k = 0; k < 2 * net->links; k++) {
      const struct sp_edge *edge = &net->edge[k / 2];
      long from = k % 2 ? edge->b : edge->a, to = k % 2 ? edge->a : edge->b;
      double r = star->r[from].v + network_r(net, k / 2);
      star->z[to].v = fmin(star->z[to].v, network_z(net, k / 2));
      if (r < star->r[to].v) {
        star->r[to].v = r;
        shorter = true;
      }
    }
  }
}

double graph_lower_bound(struct sp_context *cx, const struct sp_network *net)
{
  struct sp_network *star = sp_network_alloc(SP_STAR, net->n, net->n);
  shortest_starts(net, star);
  star->deadline = net->deadline;
  star->start = sp_xmemdup(net->start, (size_t)net->n, sizeof *net->start);
  for (long i = 0; i < net->n; i++) {
    bool reached = isfinite(star->r[i].v);
    star->w[i] = (struct sp_num){1 / network_s(net, i), 0, 0};
    if (!reached)
      star->r[i] = star->z[i] = (struct sp_num){1e300, 0, 0};
  }
  struct sp_network_solution solution = {.n = net->n,
                                         .row = sp_xcalloc((size_t)net->n, sizeof *solution.row)};
  star_solve(cx, star, &solution, NULL);
  for (long i = 0; i < net->n; i++)
    solution.load += solution.row[i].alpha;
  double bound = sp_network_is_dual(net) ? solution.load : solution.time;
  sp_network_solution_clear(&solution);
  sp_network_free(star);
  return bound;
}

/* Resets the tree to the originator alone. */
static void begin(struct growth *g)
{
  for (long i = 0; i < g->net->n; i++)
    g->index[i] = i == g->net->originator ? 0 : SP_UNUSED;
  g->form.n = 1;
  g->candidates = g->trees = 0;
}

/* The best tree's form: rows after their parents. */
static void best_form(struct growth *g)
{
  begin(g);
  for (long before = 0; before < g->form.n;) {
    before = g->form.n;
    for (long i = 0; i < g->net->n; i++)
      if (g->index[i] == SP_UNUSED && g->parent[i] != SP_UNUSED &&
          g->index[g->parent[i]] != SP_UNUSED)
        add_row(g, g->link[i], g->parent[i], i);
  }
}

void graph_solve(struct sp_context *cx, const struct sp_network *net,
                 struct sp_network_solution *solution)
{
  struct growth g = {.net = net,
                     .form = form_new(cx, net, net->n),
                     .exhaustive = net->start && (net->info.v > 0 || net->merge.v > 0),
                     .index = sp_new(cx, net->n, long),
                     .parent = sp_new(cx, net->n, long),
                     .link = sp_new(cx, net->n, long),
                     .candidate = sp_new(cx, net->links, long)};
  double time;
  begin(&g);
  form_solve(&g.form, 1, &time);
  g.best = form_cost(&g.form, time);
  for (long i = 0; i < net->n; i++)
    g.parent[i] = SP_UNUSED;
  list_edges(&g, net->originator);
  solution->proven = enumerate(&g, 0);
  if (!solution->proven) {
    begin(&g);
    grow(&g);
  }
  best_form(&g);
  form_solve(&g.form, g.form.n, &time);
  form_report(&g.form, g.form.n, time, solution);
}

/* Removes cycles from the flows of tasks, and from those of results, which do not change the
 * throughput. Opposite flows on one link are cycles of length two. Each subtraction empties at
 * least one link. */
#include "method/context.h"
#include "solve/lp/rational.h"
#include "solve/steady/activity.h"

/* By arc; exact: NULL unless they are. */
struct flows {
  double *flow;
  struct sp_rational **exact;
};

struct walk {
  const struct sp_graph *g;
  struct flows f;
  int *at, *path; /* at[node]: the arc to try next; path: arcs from the root */
  char *state;    /* of a node: 0 new, 1 on the path, 2 done */
};

static bool flows(const struct walk *w, int arc)
{
  return w->f.exact ? sp_q_sign(w->f.exact[arc]) > 0 : w->f.flow[arc] > 0;
}

/* Searches depth first from root; returns the length of a cycle, whose arcs are the last ones of
 * the path up to *end, or 0. */
static int cycle_from(struct walk *w, int root, int *end)
{
  int n = 0, node = root;
  w->state[root] = 1;
  while (true) {
    int arc = w->at[node]++;
    if (arc == 2 * w->g->links) {
      w->state[node] = 2;
      if (!n)
        return 0;
      node = arc_from(w->g, w->path[--n]);
      continue;
    }
    int to = arc_to(w->g, arc);
    if (arc_from(w->g, arc) != node || !flows(w, arc) || w->state[to] == 2)
      continue;
    w->path[n++] = arc;
    if (w->state[to] == 1) {
      int length = 1;
      while (arc_from(w->g, w->path[n - length]) != to)
        length++;
      *end = n;
      return length;
    }
    w->state[to] = 1;
    node = to;
  }
}

static int find_cycle(struct walk *w, int *end)
{
  int length = 0;
  for (int i = 0; i < w->g->platform.nodes; i++)
    w->at[i] = w->state[i] = 0;
  for (int i = 0; i < w->g->platform.nodes && !length; i++)
    if (!w->state[i])
      length = cycle_from(w, i, end);
  return length;
}

/* Subtracts the least flow of a cycle from all, from itself at last. */
static void subtract(const struct flows *f, const int *arc, int n)
{
  int least = 0;
  for (int k = 1; k < n; k++)
    if (f->exact ? sp_q_compare(f->exact[arc[k]], f->exact[arc[least]]) < 0
                 : f->flow[arc[k]] < f->flow[arc[least]])
      least = k;
  for (int k = 1; k <= n; k++) {
    int from = arc[(least + k) % n];
    if (f->exact)
      sp_q_subtract(f->exact[from], f->exact[arc[least]]);
    else
      f->flow[from] -= f->flow[arc[least]];
  }
}

static void cancel(const struct sp_graph *g, struct flows flows)
{
  struct sp_context *cx = sp_context_plain();
  int nodes = g->platform.nodes + 1, arcs = 2 * g->links + 1;
  struct walk w = {.g = g,
                   .f = flows,
                   .at = sp_new(cx, nodes, int),
                   .path = sp_new(cx, nodes + arcs, int),
                   .state = sp_new(cx, nodes, char)};
  for (int length, end = 0; (length = find_cycle(&w, &end)) > 0;)
    subtract(&flows, w.path + end - length, length);
  sp_context_free(cx);
}

void steady_cancel(const struct sp_graph *g, struct sp_steady *s)
{
  cancel(g, (struct flows){s->flow, s->flow_exact});
  if (s->results)
    cancel(g, (struct flows){s->results, s->results_exact});
}

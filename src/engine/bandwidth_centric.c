/* The bandwidth-centric strategy on a tree; see engine/bandwidth_centric.h.
 *
 * A node that holds a task first keeps its own processor busy, then sends to the child with the
 * least c among those that ask: that have a free place and whose ports are free. A child that does
 * compute fast but is far away so gets what is left of the port's time, which is Proposition 1's
 * order. A master has tasks without end.
 *
 * Children stand sorted by (c, index), and those of a node that ask are a binary heap of their
 * positions, so that a decision takes O(log children). A child asks in its parent's heap from the
 * moment it can receive; if it cannot any more when its turn comes (its ports may exclude each
 * other), it is dropped and asks again later. */
#include "engine/bandwidth_centric.h"
#include "model/memory.h"

#include <stdlib.h>
#include <string.h>

struct station {
  int parent, link;  /* link to the parent */
  int first, asking; /* the heap of its children that ask: heap[first..first+asking-1] */
  int position;      /* among all children, sorted */
  int sending;
  bool receiving, computing, asks;
  bool touched;     /* something has happened to it, or a child asks */
  long stock, held; /* whole tasks that nothing takes yet; places taken */
  long taken;       /* tasks computed or sent on, begun */
};

struct bandwidth_centric {
  const struct sp_graph *g;
  long places;
  double until;
  struct station *at; /* [0..nodes-1] */
  int *child;         /* children of all nodes, grouped by parent, each group by (c, index) */
  int *heap;          /* positions in child[] */
  int *touched, n_touched;
  bool begun;
};

/* ---- The children that ask */

static void ask(struct bandwidth_centric *b, int i)
{
  struct station *parent = &b->at[b->at[i].parent];
  int *heap = b->heap + parent->first, k = parent->asking++, position = b->at[i].position;
  for (; k > 0 && heap[(k - 1) / 2] > position; k = (k - 1) / 2)
    heap[k] = heap[(k - 1) / 2];
  heap[k] = position;
  b->at[i].asks = true;
}

/* Takes the first child that asks off the heap. */
static int next_asking(struct bandwidth_centric *b, struct station *parent)
{
  int *heap = b->heap + parent->first, first = heap[0], n = --parent->asking, last = heap[n], k = 0;
  for (int next; (next = 2 * k + 1) < n; k = next) {
    if (next + 1 < n && heap[next + 1] < heap[next])
      next++;
    if (heap[next] >= last)
      break;
    heap[k] = heap[next];
  }
  heap[k] = last;
  b->at[b->child[first]].asks = false;
  return b->child[first];
}

/* ---- What a node can do */

static bool can_receive(const struct bandwidth_centric *b, int i)
{
  const struct station *s = &b->at[i];
  const struct sp_ports *ports = &b->g->platform.node[i].ports;
  return s->parent >= 0 && !s->receiving && s->held < b->places &&
         (ports->recv_send || !s->sending) && (ports->recv_work || !s->computing);
}

static bool can_send(const struct bandwidth_centric *b, int i)
{
  const struct station *s = &b->at[i];
  const struct sp_ports *ports = &b->g->platform.node[i].ports;
  return s->asking && (b->g->master[i] || s->stock) && s->sending < ports->send &&
         (ports->recv_send || !s->receiving) && (ports->send_work || !s->computing);
}

static bool can_compute(const struct bandwidth_centric *b, int i)
{
  const struct station *s = &b->at[i];
  const struct sp_ports *ports = &b->g->platform.node[i].ports;
  return !s->computing && isfinite(b->g->w[i].v) && (b->g->master[i] || s->stock) &&
         (ports->recv_work || !s->receiving) && (ports->send_work || !s->sending);
}

/* ---- Decisions */

static void touch(struct bandwidth_centric *b, int i)
{
  if (!b->at[i].touched) {
    b->at[i].touched = true;
    b->touched[b->n_touched++] = i;
  }
}

/* A task leaves the stock for a computation (to = from) or a message. */
static void take(struct bandwidth_centric *b, int from, int to, struct sp_hops *add)
{
  struct station *s = &b->at[from];
  bool master = b->g->master[from];
  struct sp_hop hop = {.from = from, .to = to, .link = to == from ? -1 : b->at[to].link};
  hop.amount = 1;
  if (!master) {
    hop.arrivals = ++s->taken;
    s->stock--;
  }
  sp_hops_add(add, &hop);
}

static void decide(struct bandwidth_centric *b, int i, struct sp_hops *add)
{
  if (can_compute(b, i)) {
    take(b, i, i, add);
    b->at[i].computing = true;
  }
  while (can_send(b, i)) {
    int child = next_asking(b, &b->at[i]);
    if (!can_receive(b, child))
      continue;
    take(b, i, child, add);
    b->at[i].sending++;
    b->at[child].receiving = true;
    b->at[child].held++;
  }
}

static void take_note(struct bandwidth_centric *b, const struct sp_hop *hop)
{
  struct station *from = &b->at[hop->from], *to = &b->at[hop->to];
  if (hop->from == hop->to) {
    from->computing = false;
  } else {
    from->sending--;
    to->receiving = false;
    to->stock++;
    touch(b, hop->to);
  }
  if (!b->g->master[hop->from])
    from->held--;
  touch(b, hop->from);
}

/* Of the nodes that something happened to, those that can receive ask; then each decides. */
static void decide_touched(struct bandwidth_centric *b, struct sp_hops *add)
{
  for (int k = 0; k < b->n_touched; k++) { /* grows by parents, which ask their own in turn */
    int i = b->touched[k];
    if (!b->at[i].asks && can_receive(b, i)) {
      ask(b, i);
      touch(b, b->at[i].parent);
    }
  }
  for (int k = 0; k < b->n_touched; k++) {
    b->at[b->touched[k]].touched = false;
    decide(b, b->touched[k], add);
  }
  b->n_touched = 0;
}

static void start(void *state)
{
  struct bandwidth_centric *b = state;
  b->begun = false;
  b->n_touched = 0;
  for (int i = 0; i < b->g->platform.nodes; i++) {
    struct station *s = &b->at[i];
    s->asking = s->sending = 0;
    s->receiving = s->computing = s->asks = s->touched = false;
    s->stock = s->held = s->taken = 0;
  }
}

static bool more(void *state, const struct sp_hop_view *view, struct sp_hops *add)
{
  struct bandwidth_centric *b = state;
  if (view->now >= b->until)
    return false;
  for (int i = 0; !b->begun && i < b->g->platform.nodes; i++)
    touch(b, i);
  b->begun = true;
  for (long k = 0; k < view->n_ended; k++)
    take_note(b, &view->ended[k]);
  decide_touched(b, add);
  return true;
}

struct sp_hop_source bandwidth_centric_source(struct bandwidth_centric *b)
{
  return (struct sp_hop_source){start, more, b};
}

/* ---- The tree */

struct sibling {
  double c;
  int node, parent;
};

static int by_cost(const void *left, const void *right)
{
  const struct sibling *a = left, *b = right;
  if (a->parent != b->parent)
    return a->parent - b->parent;
  if (a->c != b->c)
    return a->c < b->c ? -1 : 1;
  return a->node - b->node;
}

static void find_links(struct bandwidth_centric *b)
{
  for (int l = 0; l < b->g->links; l++) {
    const struct sp_link *link = &b->g->link[l];
    if (b->at[link->b].parent == link->a)
      b->at[link->b].link = l;
    if (b->at[link->a].parent == link->b)
      b->at[link->a].link = l;
  }
}

static void sort_children(struct bandwidth_centric *b)
{
  int n = b->g->platform.nodes, children = 0;
  struct sibling *all = sp_xcalloc((size_t)n + 1, sizeof *all);
  for (int i = 0; i < n; i++)
    if (b->at[i].parent >= 0) {
      const struct sp_link *link = &b->g->link[b->at[i].link];
      all[children++] = (struct sibling){link->c[link->b != i].v, i, b->at[i].parent};
    }
  qsort(all, (size_t)children, sizeof *all, by_cost);
  for (int k = 0; k < children; k++) {
    if (k == 0 || all[k].parent != all[k - 1].parent)
      b->at[all[k].parent].first = k;
    b->at[all[k].node].position = k;
    b->child[k] = all[k].node;
  }
  free(all);
}

struct bandwidth_centric *bandwidth_centric_alloc(const struct sp_graph *g, const int *parent,
                                                  long places, double until)
{
  size_t nodes = (size_t)g->platform.nodes + 1;
  struct bandwidth_centric *b = sp_xcalloc(1, sizeof *b);
  *b = (struct bandwidth_centric){.g = g,
                                  .places = places,
                                  .until = until,
                                  .at = sp_xcalloc(nodes, sizeof *b->at),
                                  .child = sp_xcalloc(nodes, sizeof *b->child),
                                  .heap = sp_xcalloc(nodes, sizeof *b->heap),
                                  .touched = sp_xcalloc(nodes, sizeof *b->touched)};
  for (int i = 0; i < g->platform.nodes; i++)
    b->at[i].parent = parent[i];
  find_links(b);
  sort_children(b);
  return b;
}

void bandwidth_centric_free(struct bandwidth_centric *b)
{
  if (!b)
    return;
  free(b->at);
  free(b->child);
  free(b->heap);
  free(b->touched);
  free(b);
}

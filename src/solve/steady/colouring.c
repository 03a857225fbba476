/* Weighted edge colouring of a bipartite graph (Koenig). The paper's Section 2.3 first pads the
 * weights to a doubly balanced matrix; here this is not needed.
 *
 * An edge or a vertex is tight if it is busy for all of the time that remains. A round must hold
 * every tight edge and fill all ports of every tight vertex. Such a round exists, since
 * weights/time is a point of the polytope {0 <= x <= 1, sum at v <= ports}, whose vertices are
 * integral. It is found by alternating paths from the round before, and lasts until an edge ends or
 * another edge or vertex becomes tight; so there are at most 2 |E| + |V| rounds, each of O(|V| |E|)
 * in theory and about O(|E|) in measurements. Whole weights stay whole if every vertex has one
 * port. */
#include "solve/steady/colouring.h"
#include "method/context.h"

#include <assert.h>

struct bipartite {
  struct peel s;
  bool *forced; /* [0..edges-1] tight, and not at a tight vertex with one port */
  int *by;      /* [0..vertices-1] edge by which the search came here; -1: not visited */
  int *queue;
};

static int other_end(const struct colour_problem *p, int e, int v)
{
  return p->end[e][0] == v ? p->end[e][1] : p->end[e][0];
}

static void change(struct bipartite *b, int e, bool in)
{
  b->s.in[e] = in;
  for (int k = 0; k < 2; k++)
    if (b->s.p->end[e][k] >= 0)
      b->s.count[b->s.p->end[e][k]] += in ? 1 : -1;
}

static bool has_free_port(const struct bipartite *b, int v)
{
  return v < 0 || b->s.count[v] < b->s.p->ports[v];
}

/* Adds e, which starts at v, then drops and adds edges alternately along the path to the root. */
static void augment(struct bipartite *b, int root, int v, int e)
{
  const struct colour_problem *p = b->s.p;
  change(b, e, true);
  while (v != root) {
    int dropped = b->by[v], w = other_end(p, dropped, v);
    change(b, dropped, false);
    e = b->by[w];
    v = other_end(p, e, w);
    change(b, e, true);
  }
}

/* Looks for an edge at w, which is full, whose other end is not tight; returns it, or -1 with the
 * other ends queued. */
static int spare(struct bipartite *b, int w, int *tail)
{
  const struct peel *s = &b->s;
  for (int k = s->first[w]; k < s->first[w + 1]; k++) {
    int f = s->at[k], v = other_end(s->p, f, w);
    if (!s->in[f] || b->forced[f])
      continue;
    if (v < 0 || !s->tight[v])
      return f;
    if (b->by[v] < 0) {
      b->by[v] = f;
      b->queue[(*tail)++] = v;
    }
  }
  return -1;
}

/* Adds an edge at the tight vertex, without taking one from another tight vertex. */
static void cover(struct bipartite *b, int root)
{
  const struct peel *s = &b->s;
  int head = 0, tail = 0;
  for (int v = 0; v < s->p->vertices; v++)
    b->by[v] = -1;
  b->by[root] = s->p->edges;
  b->queue[tail++] = root;
  while (head < tail) {
    int v = b->queue[head++];
    for (int k = s->first[v]; k < s->first[v + 1]; k++) {
      int e = s->at[k], w = other_end(s->p, e, v);
      if (s->in[e] || !sp_q_sign(s->left[e]))
        continue;
      if (has_free_port(b, w)) {
        augment(b, root, v, e);
        return;
      }
      if (b->by[w] >= 0)
        continue;
      b->by[w] = e;
      int f = spare(b, w, &tail);
      if (f >= 0) {
        change(b, f, false);
        augment(b, root, v, e);
        return;
      }
    }
  }
}

/* Adds all edges for which both ends have a free port. */
static void fill(struct bipartite *b)
{
  const struct peel *s = &b->s;
  for (int e = 0; e < s->p->edges; e++)
    if (!s->in[e] && sp_q_sign(s->left[e]) && has_free_port(b, s->p->end[e][0]) &&
        has_free_port(b, s->p->end[e][1]))
      change(b, e, true);
}

/* Frees a port for a forced edge at v. */
static void free_port(struct bipartite *b, int v)
{
  const struct peel *s = &b->s;
  for (int k = v < 0 ? 0 : s->first[v]; v >= 0 && !has_free_port(b, v) && k < s->first[v + 1]; k++)
    if (s->in[s->at[k]] && !b->forced[s->at[k]])
      change(b, s->at[k], false);
}

static void force(struct bipartite *b)
{
  const struct peel *s = &b->s;
  for (int e = 0; e < s->p->edges; e++) {
    const int *end = s->p->end[e];
    bool single =
        (end[0] >= 0 && s->p->ports[end[0]] == 1) || (end[1] >= 0 && s->p->ports[end[1]] == 1);
    if (s->in[e] && !sp_q_sign(s->left[e]))
      change(b, e, false);
    b->forced[e] = !single && !sp_q_compare(s->left[e], s->time);
    if (b->forced[e] && !s->in[e]) {
      free_port(b, end[0]);
      free_port(b, end[1]);
      change(b, e, true);
    }
  }
}

void colour_bipartite(const struct colour_problem *p, struct colouring *c)
{
  struct bipartite b;
  peel_init(&b.s, p, c);
  b.forced = sp_new(b.s.cx, p->edges, bool);
  b.by = sp_new(b.s.cx, p->vertices, int);
  b.queue = sp_new(b.s.cx, p->vertices, int);
  struct sp_rational *length = sp_q_int(&b.s.pool, 0);
  while (!peel_done(&b.s)) {
    peel_mark_tight(&b.s);
    force(&b);
    fill(&b);
    for (int v = 0; v < p->vertices; v++)
      for (int more = p->ports[v]; b.s.tight[v] && b.s.count[v] < p->ports[v] && more; more--)
        cover(&b, v);
    fill(&b);
    peel_longest(&b.s, length);
    assert(sp_q_sign(length) > 0);
    peel_take(&b.s, length);
  }
  peel_clear(&b.s);
}

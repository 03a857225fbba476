/* Helpers of the tests of graphs: graphs from texts, random graphs, exact numbers as texts. */
#pragma once

#include "io/graph/graph.h"
#include "model/graph.h"
#include "redistributions.h"
#include "solve/lp/rational.h"

#include <string.h>

#define FIGURE_2 "w=1,3,4,6 edges=1-2:2,1-3:1,3-4:3,2-4:3"

/* The graph of --graph with its masters ("1,4") and model (NULL: as the text says). */
static inline struct sp_graph *graph_of(const char *text, const char *master, const char *model)
{
  struct sp_graph_source source = {.text = text, .master = master, .model = model};
  struct sp_error error = {"no reason"};
  struct sp_graph *g = sp_read_graph(&source, &error);
  if (!g)
    fail_msg("%s: %s", text, error.text);
  return g;
}

static inline void assert_rational(const struct sp_rational *q, const char *expected)
{
  char *text = sp_q_text(q);
  assert_string_equal(text, expected);
  free(text);
}

/* A profile of the node or link: states are 1 and 0 in turn, other factors quarters; the last piece
 * is not 0. */
static inline void change_at_random(uint64_t *state, struct sp_graph *g, enum sp_changing kind,
                                    int at)
{
  bool up_or_down = kind == SP_HOST_STATE || kind == SP_LINK_STATE;
  int pieces = 2 * draw(state, 1, 4) + 1;
  struct sp_profile p = {.period = INFINITY};
  double date = 0;
  long cap = 0;
  for (int k = 0; k < pieces; k++) {
    sp_profile_add(&p, &cap, date, up_or_down ? 1 - k % 2 : draw(state, k % 2 ? 0 : 1, 8) / 4.0);
    date += draw(state, 1, up_or_down && k % 2 ? 8 : 60) / 2.0;
  }
  p.period = draw(state, 0, 1) ? date : INFINITY;
  sp_graph_set_profile(g, kind, at, &p);
  sp_profile_clear(&p);
}

/* A connected graph of n nodes with `extra` links in addition to a tree, one node in four a relay.
 * Costs are up to `largest`, some of them fractions. Node 0 is a master. */
static inline struct sp_graph *random_graph(uint64_t *state, int n, int extra, int largest)
{
  struct sp_graph *g = sp_graph_alloc(n);
  struct sp_num never = {INFINITY, 0, 0};
  g->master[0] = true;
  for (int i = 0; i < n; i++)
    g->w[i] = draw(state, 0, 3) ? ratio(draw(state, 1, largest), draw(state, 1, 3)) : never;
  g->w[draw(state, 0, n - 1)] = sp_int(7); /* some node computes */
  for (int i = 1; i < n; i++)
    sp_graph_add_link(g, draw(state, 0, i - 1), i,
                      ratio(draw(state, 1, largest), draw(state, 1, 2)),
                      sp_int(draw(state, 1, largest)));
  for (int k = 0; k < extra && n > 2; k++) {
    int a = draw(state, 0, n - 2), b = draw(state, a + 1, n - 1);
    bool there = false;
    for (int l = 0; l < g->links; l++)
      there = there || (g->link[l].a == a && g->link[l].b == b);
    if (!there)
      sp_graph_add_link(g, a, b, sp_int(draw(state, 1, largest)), sp_int(draw(state, 1, largest)));
  }
  return g;
}

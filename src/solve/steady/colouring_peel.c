/* Peeling: the weights left to be coloured, and the subtraction of rounds. */
#include "base/memory.h"
#include "solve/steady/colouring.h"

#include <stdlib.h>

static void index_edges(struct peel *s)
{
  const struct colour_problem *p = s->p;
  s->first = sp_xcalloc((size_t)p->vertices + 2, sizeof *s->first);
  s->at = sp_xcalloc(2 * (size_t)p->edges + 1, sizeof *s->at);
  for (int e = 0; e < p->edges; e++)
    for (int k = 0; k < 2; k++)
      if (p->end[e][k] >= 0)
        s->first[p->end[e][k] + 2]++;
  for (int v = 0; v < p->vertices; v++)
    s->first[v + 2] += s->first[v + 1];
  for (int e = 0; e < p->edges; e++)
    for (int k = 0; k < 2; k++)
      if (p->end[e][k] >= 0)
        s->at[s->first[p->end[e][k] + 1]++] = e;
}

static void raise(struct sp_rational *greatest, const struct sp_rational *x)
{
  if (sp_q_compare(x, greatest) > 0)
    sp_q_set(greatest, x);
}

/* Sets time to the least that the ports and the edges need. */
static void peel_time(struct peel *s)
{
  struct sp_rational *need = sp_q_alloc();
  sp_q_set_ratio(s->time, 0, 1);
  for (int e = 0; e < s->p->edges; e++)
    raise(s->time, s->left[e]);
  for (int v = 0; v < s->p->vertices; v++) {
    sp_q_set_ratio(need, 1, s->p->ports[v]);
    sp_q_mul(need, need, s->load[v]);
    raise(s->time, need);
  }
  sp_q_free(need);
}

void peel_init(struct peel *s, const struct colour_problem *p)
{
  *s = (struct peel){.p = p,
                     .time = sp_q_alloc(),
                     .left = sp_q_array_alloc(p->edges),
                     .load = sp_q_array_alloc(p->vertices),
                     .tight = sp_xcalloc((size_t)p->vertices + 1, sizeof(bool)),
                     .in = sp_xcalloc((size_t)p->edges + 1, sizeof(bool)),
                     .count = sp_xcalloc((size_t)p->vertices + 1, sizeof(int))};
  index_edges(s);
  for (int e = 0; e < p->edges; e++) {
    sp_q_set(s->left[e], p->weight[e]);
    for (int k = 0; k < 2; k++)
      if (p->end[e][k] >= 0)
        sp_q_add(s->load[p->end[e][k]], s->load[p->end[e][k]], p->weight[e]);
  }
  peel_time(s);
}

void peel_clear(struct peel *s)
{
  sp_q_free(s->time);
  sp_q_array_free(s->left, s->p->edges);
  sp_q_array_free(s->load, s->p->vertices);
  free(s->tight);
  free(s->in);
  free(s->count);
  free(s->first);
  free(s->at);
}

bool peel_done(const struct peel *s)
{
  for (int e = 0; e < s->p->edges; e++)
    if (sp_q_sign(s->left[e]))
      return false;
  return true;
}

static void lower(struct sp_rational *least, const struct sp_rational *x)
{
  if (sp_q_compare(x, least) < 0)
    sp_q_set(least, x);
}

/* *room = ports * time - load of v. */
static void room_of(const struct peel *s, int v, struct sp_rational *room)
{
  sp_q_set_ratio(room, s->p->ports[v], 1);
  sp_q_mul(room, room, s->time);
  sp_q_sub(room, room, s->load[v]);
}

void peel_mark_tight(struct peel *s)
{
  struct sp_rational *room = sp_q_alloc();
  for (int v = 0; v < s->p->vertices; v++) {
    room_of(s, v, room);
    s->tight[v] = !sp_q_sign(room);
  }
  sp_q_free(room);
}

void peel_longest(const struct peel *s, struct sp_rational *longest)
{
  struct sp_rational *limit = sp_q_alloc(), *missing = sp_q_alloc();
  sp_q_set(longest, s->time);
  for (int e = 0; e < s->p->edges; e++) {
    if (!sp_q_sign(s->left[e]))
      continue;
    sp_q_sub(limit, s->time, s->left[e]);
    lower(longest, s->in[e] ? s->left[e] : limit);
  }
  for (int v = 0; v < s->p->vertices; v++) {
    if (s->count[v] >= s->p->ports[v] || s->first[v] == s->first[v + 1])
      continue;
    room_of(s, v, limit);
    sp_q_set_ratio(missing, s->p->ports[v] - s->count[v], 1);
    sp_q_div(limit, limit, missing);
    lower(longest, limit);
  }
  sp_q_free(limit);
  sp_q_free(missing);
}

static struct colour_round *add_round(struct colouring *c, const struct sp_rational *length)
{
  sp_grow(c->round, c->rounds, c->cap);
  struct colour_round *round = &c->round[c->rounds++];
  *round = (struct colour_round){sp_q_alloc(), 0, NULL};
  sp_q_set(round->length, length);
  if (!c->total)
    c->total = sp_q_alloc();
  sp_q_add(c->total, c->total, length);
  return round;
}

void peel_take(struct peel *s, const struct sp_rational *length, struct colouring *c)
{
  struct colour_round *round = add_round(c, length);
  int n = 0;
  for (int e = 0; e < s->p->edges; e++)
    n += s->in[e];
  round->edge = sp_xcalloc((size_t)n + 1, sizeof *round->edge);
  for (int e = 0; e < s->p->edges; e++) {
    if (!s->in[e])
      continue;
    round->edge[round->n++] = e;
    sp_q_sub(s->left[e], s->left[e], length);
    for (int k = 0; k < 2; k++)
      if (s->p->end[e][k] >= 0)
        sp_q_sub(s->load[s->p->end[e][k]], s->load[s->p->end[e][k]], length);
  }
  sp_q_sub(s->time, s->time, length);
}

void colouring_clear(struct colouring *c)
{
  for (int i = 0; i < c->rounds; i++) {
    sp_q_free(c->round[i].length);
    free(c->round[i].edge);
  }
  free(c->round);
  sp_q_free(c->total);
  *c = (struct colouring){0};
}

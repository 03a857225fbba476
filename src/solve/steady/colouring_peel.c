/* Peeling: the weights left to be coloured, and the subtraction of rounds. */
#include "base/memory.h"
#include "method/context.h"
#include "solve/steady/colouring.h"

static void index_edges(struct peel *s)
{
  const struct colour_problem *p = s->p;
  s->first = sp_new(s->cx, p->vertices + 2, int);
  s->at = sp_new(s->cx, 2 * p->edges, int);
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

void peel_init(struct peel *s, const struct colour_problem *p, struct colouring *c)
{
  *c = (struct colouring){.rounds = 0};
  c->total = sp_q_int(&c->pool, 0);
  struct sp_context *cx = sp_context_plain();
  *s = (struct peel){.cx = cx,
                     .p = p,
                     .c = c,
                     .tight = sp_new(cx, p->vertices, bool),
                     .in = sp_new(cx, p->edges, bool),
                     .count = sp_new(cx, p->vertices, int)};
  s->time = sp_q_int(&s->pool, 0);
  s->left = sp_q_zeros(&s->pool, p->edges);
  s->load = sp_q_zeros(&s->pool, p->vertices);
  index_edges(s);
  for (int e = 0; e < p->edges; e++) {
    sp_q_set(s->left[e], p->weight[e]);
    sp_q_raise(s->time, p->weight[e]);
    for (int k = 0; k < 2; k++)
      if (p->end[e][k] >= 0)
        sp_q_add(s->load[p->end[e][k]], p->weight[e]);
  }
  for (int v = 0; v < p->vertices; v++)
    sp_q_raise(s->time, sp_q_of(&s->pool, s->load[v], '/', sp_q_int(&s->pool, p->ports[v])));
}

void peel_clear(struct peel *s)
{
  sp_q_clear(&s->pool);
  sp_context_free(s->cx);
}

bool peel_done(const struct peel *s)
{
  for (int e = 0; e < s->p->edges; e++)
    if (sp_q_sign(s->left[e]))
      return false;
  return true;
}

/* ports * time - load of v */
static struct sp_rational *room_of(const struct peel *s, int v, struct sp_q_pool *pool)
{
  struct sp_rational *all = sp_q_of(pool, sp_q_int(pool, s->p->ports[v]), '*', s->time);
  return sp_q_of(pool, all, '-', s->load[v]);
}

void peel_mark_tight(struct peel *s)
{
  struct sp_q_pool pool = {0};
  for (int v = 0; v < s->p->vertices; v++)
    s->tight[v] = !sp_q_sign(room_of(s, v, &pool));
  sp_q_clear(&pool);
}

void peel_longest(const struct peel *s, struct sp_rational *longest)
{
  struct sp_q_pool pool = {0};
  struct sp_rational *rest = sp_q_int(&pool, 0);
  sp_q_set(longest, s->time);
  for (int e = 0; e < s->p->edges; e++) {
    if (!sp_q_sign(s->left[e]))
      continue;
    sp_q_set(rest, s->time);
    sp_q_subtract(rest, s->left[e]);
    sp_q_lower(longest, s->in[e] ? s->left[e] : rest);
  }
  for (int v = 0; v < s->p->vertices; v++) {
    if (s->count[v] >= s->p->ports[v] || s->first[v] == s->first[v + 1])
      continue;
    struct sp_rational *missing = sp_q_int(&pool, s->p->ports[v] - s->count[v]);
    sp_q_lower(longest, sp_q_of(&pool, room_of(s, v, &pool), '/', missing));
  }
  sp_q_clear(&pool);
}

void peel_take(struct peel *s, const struct sp_rational *length)
{
  struct colouring *c = s->c;
  sp_grow(c->round, c->rounds, c->cap);
  struct colour_round *round = &c->round[c->rounds++];
  *round = (struct colour_round){.length = sp_q_copy(&c->pool, length)};
  sp_q_add(c->total, length);
  int n = 0;
  for (int e = 0; e < s->p->edges; e++)
    n += s->in[e];
  round->edge = sp_xcalloc((size_t)n + 1, sizeof *round->edge);
  for (int e = 0; e < s->p->edges; e++) {
    if (!s->in[e])
      continue;
    round->edge[round->n++] = e;
    sp_q_subtract(s->left[e], length);
    for (int k = 0; k < 2; k++)
      if (s->p->end[e][k] >= 0)
        sp_q_subtract(s->load[s->p->end[e][k]], length);
  }
  sp_q_subtract(s->time, length);
}

void colouring_clear(struct colouring *c)
{
  for (int i = 0; i < c->rounds; i++)
    free(c->round[i].edge);
  free(c->round);
  sp_q_clear(&c->pool);
  *c = (struct colouring){0};
}

/* Weighted edge colouring of any graph. Rounds are matchings, and the least total length is
 *   max( load of a vertex, 2 weight(U)/(|U|-1) over odd sets U )          (Edmonds 1965).
 *
 * Vertices and odd sets are tight if they are busy for all of the time that remains, and a round
 * must fill all tight ones. So it is a vertex of a face of the matching polytope: its coordinates
 * are 0 and 1, and the simplex method finds it with the odd sets as cuts. The round lasts until an
 * edge ends or another vertex or odd set becomes tight. Programmes are solved in doubles, since
 * their answer is a set of edges; lengths and tightness are exact. If rounding misleads the search,
 * the rest is coloured greedily, and the result is false. */
#include "method/context.h"
#include "solve/lp/lp.h"
#include "solve/steady/colouring.h"
#include "solve/steady/odd_sets.h"

#include <string.h>

static const double TOLERANCE = 1e-9, WHOLE = 1e-6;

struct general {
  struct peel s;
  struct odd_sets sets;
  double *share; /* [0..edges-1] scratch */
  int *column;   /* [0..edges-1] of the programme; -1 */
};

/* *weight: the sum of the weights left inside the set; returns the number of edges of the round
 * inside. */
static int inside(const struct general *g, const struct odd_set *set, struct sp_rational *weight)
{
  int n = 0;
  for (int e = 0; e < g->s.p->edges; e++)
    if (sp_q_sign(g->s.left[e]) && odd_set_holds(set, g->s.p->end[e])) {
      sp_q_add(weight, g->s.left[e]);
      n += g->s.in[e];
    }
  return n;
}

/* Finds odd sets that the weights left after a round of that length violate; returns how many. */
static int violated_after(struct general *g, double length)
{
  const struct colour_problem *p = g->s.p;
  double time = sp_q_double(g->s.time) - length;
  if (!(time > 0))
    return 0;
  for (int e = 0; e < p->edges; e++) {
    double left = sp_q_double(g->s.left[e]) - (g->s.in[e] ? length : 0);
    g->share[e] = left > TOLERANCE * time ? left / time : 0;
  }
  return odd_sets_violated(p, g->share, TOLERANCE, &g->sets);
}

/* Raises time until no odd set needs more. */
static void least_time(struct general *g)
{
  int done = 0;
  while (violated_after(g, 0) > 0)
    for (; done < g->sets.n; done++) {
      struct sp_rational *weight = sp_q_int(&g->s.pool, 0);
      inside(g, &g->sets.set[done], weight);
      struct sp_rational *half = sp_q_int(&g->s.pool, g->sets.set[done].n / 2);
      sp_q_raise(g->s.time, sp_q_of(&g->s.pool, weight, '/', half));
    }
}

/* time (|U|-1)/2 - weight left inside. *missing: (|U|-1)/2 - edges of the round inside. */
static struct sp_rational *room_in_set(const struct general *g, const struct odd_set *set,
                                       struct sp_q_pool *pool, int *missing)
{
  struct sp_rational *weight = sp_q_int(pool, 0);
  *missing = set->n / 2 - inside(g, set, weight);
  struct sp_rational *all = sp_q_of(pool, sp_q_int(pool, set->n / 2), '*', g->s.time);
  return sp_q_of(pool, all, '-', weight);
}

static void add_set_row(struct general *g, struct sp_lp *lp, const struct odd_set *set)
{
  struct sp_q_pool pool = {0};
  struct sp_num most = sp_int(set->n / 2);
  int missing;
  bool tight = !sp_q_sign(room_in_set(g, set, &pool, &missing));
  int row = sp_lp_row(lp, tight ? most : sp_lp_minus(SP_LP_FREE), most);
  for (int e = 0; e < g->s.p->edges; e++)
    if (g->column[e] >= 0 && odd_set_holds(set, g->s.p->end[e]))
      sp_lp_set(lp, row, g->column[e], sp_int(1));
  sp_q_clear(&pool);
}

static struct sp_lp *programme(struct general *g)
{
  const struct peel *s = &g->s;
  struct sp_lp *lp = sp_lp_alloc(true);
  for (int e = 0; e < s->p->edges; e++) {
    bool all = !sp_q_compare(s->left[e], s->time); /* tight */
    g->column[e] =
        sp_q_sign(s->left[e]) ? sp_lp_column(lp, sp_int(all), sp_int(1), sp_int(1), false) : -1;
  }
  for (int v = 0; v < s->p->vertices; v++) {
    if (s->p->ports[v] == INT_MAX || s->first[v] == s->first[v + 1])
      continue;
    struct sp_num ports = sp_int(s->p->ports[v]);
    int row = sp_lp_row(lp, s->tight[v] ? ports : sp_lp_minus(SP_LP_FREE), ports);
    for (int k = s->first[v]; k < s->first[v + 1]; k++)
      if (g->column[s->at[k]] >= 0)
        sp_lp_set(lp, row, g->column[s->at[k]], sp_int(1));
  }
  for (int i = 0; i < g->sets.n; i++)
    add_set_row(g, lp, &g->sets.set[i]);
  return lp;
}

/* 1: the point is whole and now the round; 0: odd sets were added; -1: neither. */
static int take_point(struct general *g, const double *x, struct sp_lp *lp)
{
  const struct colour_problem *p = g->s.p;
  int before = g->sets.n;
  bool whole = true;
  for (int e = 0; e < p->edges; e++) {
    double y = g->column[e] >= 0 ? x[g->column[e]] : 0;
    whole = whole && (fabs(y) < WHOLE || fabs(y - 1) < WHOLE);
    g->share[e] = y > WHOLE ? y : 0;
  }
  if (!whole) {
    odd_sets_violated(p, g->share, TOLERANCE, &g->sets);
    for (int i = before; i < g->sets.n; i++)
      add_set_row(g, lp, &g->sets.set[i]);
    return g->sets.n > before ? 0 : -1;
  }
  memset(g->s.count, 0, (size_t)p->vertices * sizeof *g->s.count);
  for (int e = 0; e < p->edges; e++) {
    g->s.in[e] = g->share[e] > 0.5;
    for (int k = 0; k < 2 && g->s.in[e]; k++)
      if (p->end[e][k] >= 0)
        g->s.count[p->end[e][k]]++;
  }
  return 1;
}

static bool choose(struct general *g)
{
  memset(g->s.in, 0, (size_t)g->s.p->edges * sizeof *g->s.in);
  peel_mark_tight(&g->s);
  struct sp_lp *lp = programme(g);
  int taken = 0;
  while (!taken) {
    struct sp_lp_solution x;
    struct sp_error error;
    if (sp_lp_solve(lp, 0, &x, &error) != SP_OK)
      break;
    taken = x.status == SP_LP_OPTIMAL ? take_point(g, x.primal, lp) : -1;
    sp_lp_solution_clear(&x);
  }
  sp_lp_free(lp);
  return taken == 1;
}

/* The longest possible round by ports, edges and odd sets. */
static void longest(struct general *g, struct sp_rational *length)
{
  struct sp_q_pool pool = {0};
  int done = 0, lacks;
  peel_longest(&g->s, length);
  do
    for (; done < g->sets.n; done++) {
      struct sp_rational *room = room_in_set(g, &g->sets.set[done], &pool, &lacks);
      if (lacks > 0)
        sp_q_lower(length, sp_q_of(&pool, room, '/', sp_q_int(&pool, lacks)));
    }
  while (sp_q_sign(length) > 0 && violated_after(g, sp_q_double(length)) > 0);
  sp_q_clear(&pool);
}

/* Colours the rest greedily: edges with more weight left are first. *length is overwritten. */
static void greedily(struct peel *s, struct sp_rational *length)
{
  while (!peel_done(s)) {
    memset(s->in, 0, (size_t)s->p->edges * sizeof *s->in);
    memset(s->count, 0, (size_t)s->p->vertices * sizeof *s->count);
    for (int best = 0; best >= 0;) {
      best = -1;
      for (int e = 0; e < s->p->edges; e++) {
        const int *end = s->p->end[e];
        bool fits = !s->in[e] && sp_q_sign(s->left[e]);
        for (int k = 0; k < 2; k++)
          fits = fits && (end[k] < 0 || s->count[end[k]] < s->p->ports[end[k]]);
        if (fits && (best < 0 || sp_q_compare(s->left[e], s->left[best]) > 0))
          best = e;
      }
      for (int k = 0; k < 2 && best >= 0; k++)
        if (s->p->end[best][k] >= 0)
          s->count[s->p->end[best][k]]++;
      if (best >= 0) {
        s->in[best] = true;
        sp_q_set(length, s->left[best]); /* in decreasing order: the last is the least */
      }
    }
    peel_take(s, length);
  }
}

bool colour_general(const struct colour_problem *p, struct colouring *c)
{
  struct general g = {.sets = {0}};
  bool exact = true;
  peel_init(&g.s, p, c);
  g.share = sp_new(g.s.cx, p->edges, double);
  g.column = sp_new(g.s.cx, p->edges, int);
  struct sp_rational *length = sp_q_int(&g.s.pool, 0);
  least_time(&g);
  for (int idle = 0; exact && !peel_done(&g.s);) {
    exact = choose(&g);
    if (!exact)
      break;
    longest(&g, length);
    idle = sp_q_sign(length) > 0 ? 0 : idle + 1; /* 0: a tight set was added */
    exact = sp_q_sign(length) >= 0 && idle < 1000;
    if (exact && !idle)
      peel_take(&g.s, length);
  }
  greedily(&g.s, length);
  odd_sets_clear(&g.sets);
  peel_clear(&g.s);
  return exact;
}

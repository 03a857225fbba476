/* Networks solved in rationals, with the numbers as written: the recursion of form.h, the equations
 * of loop.c and the loads of switch.c.
 *
 * The chain of example 1 gives T = 124/107. The rationals grow with the product of the denominators
 * along a path, so only networks of up to SP_EXACT_PROCESSORS rows are solved. */
#include "base/memory.h"
#include "solve/lp/rational.h"
#include "solve/network/kinds.h"
#include "solve/network/lp7.h"

static bool all_exact(const struct sp_num *x, long n)
{
  for (long i = 0; x && i < n; i++)
    if (!x[i].den)
      return false;
  return true;
}

bool exact_possible(const struct sp_network *net)
{
  const struct sp_num one[] = {net->tcp, net->tcm, net->beta, net->back, net->info, net->merge};
  return net->n <= SP_EXACT_PROCESSORS &&
         all_exact(net->w, net->kind == SP_HYPERCUBE ? 1 : net->n) &&
         all_exact(net->z, net->links) && all_exact(net->r, net->links) &&
         all_exact(net->start, net->n) && all_exact(net->intercept, net->n) &&
         all_exact(one, sizeof one / sizeof *one) &&
         (!sp_network_is_dual(net) || net->deadline.den);
}

/* a + b * c */
static struct sp_rational *plus(struct sp_q_pool *pool, const struct sp_rational *a,
                                const struct sp_rational *b, const struct sp_rational *c)
{
  return sp_q_of(pool, a, '+', sp_q_of(pool, b, '*', c));
}

/* As network_s, network_r and network_z. */
static struct sp_rational *exact_s(struct sp_q_pool *pool, const struct sp_network *net, long row)
{
  struct sp_rational *w = sp_q_new(pool, net->w[net->kind == SP_HYPERCUBE ? 0 : row]);
  w = sp_q_of(pool, w, '*', sp_q_new(pool, net->tcp));
  if (net->intercept)
    w = plus(pool, w, sp_q_new(pool, net->intercept[row]), sp_q_new(pool, net->tcm));
  return sp_q_of(pool, sp_q_int(pool, 1), '/', w);
}

static struct sp_rational *exact_r(struct sp_q_pool *pool, const struct sp_network *net, long link)
{
  return sp_q_of(pool, sp_q_new(pool, net->r[link]), '+', sp_q_new(pool, net->back));
}

static struct sp_rational *exact_z(struct sp_q_pool *pool, const struct sp_network *net, long link)
{
  struct sp_rational *both = sp_q_of(pool, sp_q_int(pool, 1), '+', sp_q_new(pool, net->beta));
  struct sp_rational *z = sp_q_of(pool, sp_q_new(pool, net->z[link]), '*', both);
  return sp_q_of(pool, z, '*', sp_q_new(pool, net->tcm));
}

/* ---- Forms. */

/* What a message costs in addition that serves so many processors. */
static void add_variants(struct sp_q_pool *pool, const struct sp_network *net, long link,
                         double below, struct sp_rational **r, struct sp_rational **z)
{
  if (net->info.v > 0) {
    struct sp_rational *units =
        sp_q_of(pool, sp_q_new(pool, net->info), '*', sp_q_int(pool, (int64_t)below));
    struct sp_rational *cost =
        sp_q_of(pool, sp_q_new(pool, net->z[link]), '*', sp_q_new(pool, net->tcm));
    *r = plus(pool, *r, units, cost);
  }
  if (net->merge.v > 0 && below > 1)
    *z = plus(pool, *z, sp_q_new(pool, net->merge), sp_q_new(pool, net->tcp));
}

/* s times the start of a row. */
static struct sp_rational *unused(struct sp_q_pool *pool, const struct sp_network *net, long row,
                                  const struct sp_rational *s)
{
  return net->start ? sp_q_of(pool, s, '*', sp_q_new(pool, net->start[row])) : sp_q_int(pool, 0);
}

struct exact_node {
  struct sp_rational *count, *s, *unused, *a, *b, *p, *q, *rest;
  double below;
};

static void reduce(struct sp_q_pool *pool, const struct form *form, long k, struct exact_node *x)
{
  const struct sp_network *net = form->net;
  bool cube = net->kind == SP_HYPERCUBE;
  for (long i = 0; i < k; i++) {
    x[i].count = sp_q_int(pool, 1);
    if (cube && i) { /* a binomial coefficient */
      struct sp_rational *more = sp_q_of(pool, x[i - 1].count, '*', sp_q_int(pool, net->n - i));
      x[i].count = sp_q_of(pool, more, '/', sp_q_int(pool, i));
    }
    x[i].s = exact_s(pool, net, form->node[i].row);
    x[i].a = sp_q_of(pool, x[i].count, '*', x[i].s);
    x[i].unused = unused(pool, net, form->node[i].row, x[i].s);
    x[i].b = sp_q_of(pool, sp_q_int(pool, 0), '-', x[i].unused);
    x[i].below = 1;
  }
  for (long i = k - 1; i > 0; i--) {
    const struct form_node *node = &form->node[i];
    struct exact_node *base = &x[node->base];
    struct sp_rational *z = exact_z(pool, net, node->link), *r = exact_r(pool, net, node->link);
    struct sp_rational *own = sp_q_of(pool, sp_q_int(pool, 0), '-', x[i].unused);
    add_variants(pool, net, node->link, x[i].below, &r, &z);
    base->below += node->own ? 0 : x[i].below;
    if (cube)
      z = sp_q_of(pool, z, '/', sp_q_of(pool, x[i].count, '*', sp_q_int(pool, i)));
    x[i].p = plus(pool, sp_q_int(pool, 1), z, node->own ? x[i].s : x[i].a);
    x[i].q = plus(pool, r, z, node->own ? own : x[i].b);
    struct sp_rational *a = sp_q_of(pool, x[i].a, '/', x[i].p);
    sp_q_add(base->a, a);
    sp_q_add(base->b, x[i].b);
    sp_q_subtract(base->b, sp_q_of(pool, a, '*', x[i].q));
  }
}

/* alpha */
static struct sp_rational *part_of(struct sp_q_pool *pool, const struct exact_node *x)
{
  return sp_q_of(pool, sp_q_of(pool, x->rest, '*', x->s), '-', x->unused);
}

/* T (or the deadline) and each C; returns 0 or the first that is negative. */
static long expand(struct sp_q_pool *pool, const struct form *form, long k, struct exact_node *x)
{
  struct sp_rational *load = sp_q_of(pool, sp_q_int(pool, 1), '-', x[0].b);
  bool dual = sp_network_is_dual(form->net);
  x[0].rest = dual ? sp_q_new(pool, form->net->deadline) : sp_q_of(pool, load, '/', x[0].a);
  for (long i = 1; i < k; i++) {
    struct sp_rational *left = sp_q_of(pool, x[form->node[i].base].rest, '-', x[i].q);
    x[i].rest = sp_q_of(pool, left, '/', x[i].p);
    if (sp_q_sign(part_of(pool, &x[i])) < 0)
      return i;
  }
  return 0;
}

long exact_solve(const struct form *form, long k, struct sp_network_solution *solution)
{
  struct exact_node *x = sp_xcalloc((size_t)k, sizeof *x);
  struct sp_q_pool pool = {0};
  reduce(&pool, form, k, x);
  long late = expand(&pool, form, k, x);
  if (!late && solution) {
    char **alpha = solution->alpha_exact = sp_xcalloc((size_t)solution->n, sizeof *alpha);
    bool dual = sp_network_is_dual(form->net);
    solution->time_exact = sp_q_text(dual ? plus(&pool, x[0].b, x[0].a, x[0].rest) : x[0].rest);
    for (long i = 0; i < k; i++)
      alpha[form->node[i].row] = sp_q_text(part_of(&pool, &x[i]));
    for (long i = 0; i < solution->n; i++)
      alpha[i] = alpha[i] ? alpha[i] : sp_xstrdup("0");
  }
  sp_q_clear(&pool);
  free(x);
  return late;
}

/* ---- Closed loops. Both equations of loop.c are evaluated at three points, which gives their
 * coefficients. */

/* The load on the last link and C at the originator. */
struct exact_side {
  struct sp_rational *load, *C;
};

/* Climbs one side from the meeting point, which receives `share` there and computes for a time C.
 * Writes alpha of the rows that have none yet, unless it is NULL. */
static struct exact_side climb(struct sp_q_pool *pool, const struct sp_network *net, long row,
                               long step, struct exact_side side, char **alpha)
{
  for (long i = row; i;) {
    long parent = (i + step + net->n) % net->n, link = step < 0 ? parent : i;
    struct sp_rational *r = exact_r(pool, net, link), *z = exact_z(pool, net, link);
    side.C = sp_q_of(pool, side.C, '+', plus(pool, r, z, side.load));
    struct sp_rational *load = sp_q_of(pool, exact_s(pool, net, parent), '*', side.C);
    if (alpha && !alpha[parent])
      alpha[parent] = sp_q_text(load);
    if (parent)
      side.load = sp_q_of(pool, side.load, '+', load);
    i = parent;
  }
  return side;
}

/* With shares x and y: C at the originator by the row before less C by the row after, and what is
 * to be 1 or the deadline: the load that is computed in all, or the former C. Returns the other of
 * these two. alpha as in climb(). */
static struct sp_rational *evaluate(struct sp_q_pool *pool, const struct sp_network *net, long row,
                                    struct sp_rational *const share[2],
                                    struct sp_rational *value[2], char **alpha)
{
  struct sp_rational *both = sp_q_of(pool, share[0], '+', share[1]);
  struct sp_rational *C = sp_q_of(pool, both, '/', exact_s(pool, net, row));
  if (alpha)
    alpha[row] = sp_q_text(both);
  struct exact_side before = climb(pool, net, row, -1, (struct exact_side){share[0], C}, alpha);
  struct exact_side after = climb(pool, net, row, 1, (struct exact_side){share[1], C}, alpha);
  value[0] = sp_q_of(pool, before.C, '-', after.C);
  struct sp_rational *sent = sp_q_of(pool, before.load, '+', after.load);
  struct sp_rational *load = plus(pool, sent, exact_s(pool, net, 0), before.C);
  value[1] = sp_network_is_dual(net) ? before.C : load;
  return sp_network_is_dual(net) ? load : before.C;
}

/* a0 b1 - a1 b0 */
static struct sp_rational *det(struct sp_q_pool *pool, struct sp_rational *const a[2],
                               struct sp_rational *const b[2])
{
  return sp_q_of(pool, sp_q_of(pool, a[0], '*', b[1]), '-', sp_q_of(pool, a[1], '*', b[0]));
}

/* The shares for which the difference is 0 and the load 1, or C the deadline; false if there are
 * none >= 0. */
static bool find_shares(struct sp_q_pool *pool, const struct sp_network *net, long row,
                        struct sp_rational *share[2])
{
  struct sp_rational *zero = sp_q_int(pool, 0), *one = sp_q_int(pool, 1), *rest[2], *e[2][2];
  struct sp_rational *whole = sp_network_is_dual(net) ? sp_q_new(pool, net->deadline) : one;
  evaluate(pool, net, row, (struct sp_rational *[]){zero, zero}, rest, NULL);
  for (int k = 0; k < 2; k++) {
    evaluate(pool, net, row, (struct sp_rational *[]){k ? zero : one, k ? one : zero}, e[k], NULL);
    for (int i = 0; i < 2; i++)
      sp_q_subtract(e[k][i], rest[i]);
  }
  for (int i = 0; i < 2; i++)
    rest[i] = sp_q_of(pool, i ? whole : zero, '-', rest[i]);
  struct sp_rational *d = det(pool, e[0], e[1]);
  if (!sp_q_sign(d))
    return false;
  share[0] = sp_q_of(pool, det(pool, rest, e[1]), '/', d);
  share[1] = sp_q_of(pool, det(pool, e[0], rest), '/', d);
  return sp_q_sign(share[0]) >= 0 && sp_q_sign(share[1]) >= 0;
}

char *meeting_exact(const struct sp_network *net, long row, char **alpha)
{
  struct sp_q_pool pool = {0};
  struct sp_rational *share[2], *value[2];
  char *time = NULL;
  if (find_shares(&pool, net, row, share))
    time = sp_q_text(evaluate(&pool, net, row, share, value, alpha));
  sp_q_clear(&pool);
  return time;
}

/* ---- Switch: the delta of switch.c. */

static bool has_exact_switch(const struct sp_network *net)
{
  return net->n <= SP_EXACT_PROCESSORS && all_exact(net->load, net->n) &&
         all_exact(net->speed, net->n) && all_exact(net->bandwidth, net->n);
}

/* max(alpha - T s, -T b): the least load that a worker sends. */
static struct sp_rational *least_sent(struct sp_q_pool *pool, const struct sp_rational *T,
                                      const struct sp_rational *alpha, const struct sp_rational *s,
                                      const struct sp_rational *b)
{
  struct sp_rational *delta = sp_q_of(pool, alpha, '-', sp_q_of(pool, s, '*', T));
  sp_q_raise(delta, sp_q_of(pool, sp_q_int(pool, 0), '-', sp_q_of(pool, b, '*', T)));
  return delta;
}

bool switch_exact(const struct sp_network *net, struct sp_network_solution *solution)
{
  if (!has_exact_switch(net))
    return false;
  struct sp_q_pool pool = {0};
  int n = (int)net->n;
  struct sp_rational **load = sp_q_zeros(&pool, n), **s = sp_q_zeros(&pool, n);
  struct sp_rational **b = sp_q_zeros(&pool, n), **delta = sp_q_zeros(&pool, n);
  struct sp_rational *sent = sp_q_int(&pool, 0), *room = sp_q_int(&pool, 0);
  for (int i = 0; i < n; i++) {
    load[i] = sp_q_new(&pool, net->load[i]);
    s[i] = sp_q_new(&pool, net->speed[i]);
    b[i] = sp_q_new(&pool, net->bandwidth[i]);
  }
  const struct sp_rational *T = lp7_exact(&pool, 0, n, load, s, b);
  for (int i = 0; i < n; i++) {
    delta[i] = least_sent(&pool, T, load[i], s[i], b[i]);
    if (sp_q_sign(delta[i]) > 0)
      sp_q_add(sent, delta[i]);
    else
      sp_q_subtract(room, delta[i]);
  }
  solution->time = sp_q_double(T);
  solution->time_exact = sp_q_text(T);
  solution->alpha_exact = sp_xcalloc((size_t)n, sizeof *solution->alpha_exact);
  for (int i = 0; i < n; i++) {
    if (sp_q_sign(delta[i]) < 0) /* each receiver takes the same share of its room */
      delta[i] = sp_q_of(&pool, sp_q_of(&pool, delta[i], '*', sent), '/', room);
    solution->delta[i] = sp_q_double(delta[i]);
    solution->alpha_exact[i] = sp_q_text(sp_q_of(&pool, load[i], '-', delta[i]));
  }
  sp_q_clear(&pool);
  return true;
}

/* Divisible loads on networks in rationals: the recursions of network_form.h and network_meeting.c
 * with GMP's numbers, from the numbers as written. The only file of the networks that knows GMP.
 *
 * The chain of example 1 gives T = 124/107. Sizes grow with the product of the denominators along a
 * path, so only networks of up to SP_EXACT_PROCESSORS rows are solved. */
#include "model/memory.h"
#include "solve/network_form.h"

#include <gmp.h>
#include <stdlib.h>

static void set(mpq_t q, struct sp_num x)
{
  mpz_set_si(mpq_numref(q), x.num);
  mpz_set_si(mpq_denref(q), x.den);
}

/* GMP's own allocator gave the text; callers free theirs with free(). */
static char *text_of(const mpq_t q)
{
  size_t digits = mpz_sizeinbase(mpq_numref(q), 10) + mpz_sizeinbase(mpq_denref(q), 10);
  return mpq_get_str(sp_xcalloc(digits + 3, 1), 10, q);
}

/* a += b * c, with scratch t. */
static void add_product(mpq_t a, const mpq_t b, const mpq_t c, mpq_t t)
{
  mpq_mul(t, b, c);
  mpq_add(a, a, t);
}

static bool all_exact(const struct sp_num *x, long n)
{
  for (long i = 0; i < n; i++)
    if (!x[i].den)
      return false;
  return true;
}

bool exact_possible(const struct sp_network *net)
{
  long speeds = net->kind == SP_HYPERCUBE ? 1 : net->n;
  return net->n <= SP_EXACT_PROCESSORS && all_exact(net->w, speeds) &&
         all_exact(net->z, net->links) && all_exact(net->r, net->links) &&
         all_exact(&net->tcp, 1) && all_exact(&net->tcm, 1) && all_exact(&net->beta, 1) &&
         all_exact(&net->back, 1);
}

/* s = 1/(w Tcp) */
static void speed(const struct sp_network *net, long row, mpq_t s)
{
  mpq_t tcp;
  mpq_init(tcp);
  set(tcp, net->tcp);
  set(s, net->w[net->kind == SP_HYPERCUBE ? 0 : row]);
  mpq_mul(s, s, tcp);
  mpq_inv(s, s);
  mpq_clear(tcp);
}

/* r and z with all that is added to them. */
static void link_costs(const struct sp_network *net, long link, mpq_t r, mpq_t z)
{
  mpq_t x, one;
  mpq_inits(x, one, NULL);
  mpq_set_ui(one, 1, 1);
  set(r, net->r[link]);
  set(x, net->back);
  mpq_add(r, r, x);
  set(z, net->beta);
  mpq_add(z, z, one);
  set(x, net->z[link]);
  mpq_mul(z, z, x);
  set(x, net->tcm);
  mpq_mul(z, z, x);
  mpq_clears(x, one, NULL);
}

/* ---- Forms. */

struct exact_node {
  mpq_t s, a, b, p, q, rest;
};

static struct exact_node *nodes_alloc(long k)
{
  struct exact_node *x = sp_xcalloc((size_t)k, sizeof *x);
  for (long i = 0; i < k; i++)
    mpq_inits(x[i].s, x[i].a, x[i].b, x[i].p, x[i].q, x[i].rest, NULL);
  return x;
}

static void nodes_free(struct exact_node *x, long k)
{
  for (long i = 0; i < k; i++)
    mpq_clears(x[i].s, x[i].a, x[i].b, x[i].p, x[i].q, x[i].rest, NULL);
  free(x);
}

/* A hypercube's layer: its size, and z divided by the links that lead to it. */
static void layer_costs(const struct form *form, const struct form_node *node, mpq_t size, mpq_t z)
{
  mpq_t links;
  mpq_init(links);
  mpz_bin_uiui(mpq_numref(size), (unsigned long)form->net->n - 1, (unsigned long)node->row);
  mpz_mul_si(mpq_numref(links), mpq_numref(size), node->row);
  mpq_div(z, z, links);
  mpq_clear(links);
}

static void reduce_node(const struct form *form, long i, struct exact_node *x)
{
  const struct form_node *node = &form->node[i];
  mpq_t r, z, t, size;
  mpq_inits(r, z, t, size, NULL);
  mpq_set_ui(size, 1, 1);
  if (i) {
    link_costs(form->net, node->link, r, z);
    if (form->net->kind == SP_HYPERCUBE)
      layer_costs(form, node, size, z);
  }
  speed(form->net, node->row, x[i].s);
  add_product(x[i].a, size, x[i].s, t); /* what is based on i has been added before */
  mpq_set_ui(x[i].p, 1, 1);
  mpq_set(x[i].q, r);
  add_product(x[i].p, z, node->own ? x[i].s : x[i].a, t);
  if (!node->own)
    add_product(x[i].q, z, x[i].b, t);
  if (i) {
    mpq_div(r, x[i].a, x[i].p);
    mpq_add(x[node->base].a, x[node->base].a, r);
    mpq_neg(r, r);
    add_product(x[i].b, r, x[i].q, t);
    mpq_add(x[node->base].b, x[node->base].b, x[i].b);
  }
  mpq_clears(r, z, t, size, NULL);
}

/* T and each C; returns 0 or the first that is negative. */
static long expand(const struct form *form, long k, struct exact_node *x)
{
  long late = 0;
  mpq_set_ui(x[0].rest, 1, 1);
  mpq_sub(x[0].rest, x[0].rest, x[0].b);
  mpq_div(x[0].rest, x[0].rest, x[0].a);
  for (long i = 1; i < k && !late; i++) {
    mpq_sub(x[i].rest, x[form->node[i].base].rest, x[i].q);
    mpq_div(x[i].rest, x[i].rest, x[i].p);
    late = mpq_sgn(x[i].rest) < 0 ? i : 0;
  }
  return late;
}

long exact_solve(const struct form *form, long k, struct exact_texts *texts)
{
  struct exact_node *x = nodes_alloc(k);
  for (long i = k - 1; i >= 0; i--)
    reduce_node(form, i, x);
  long late = expand(form, k, x);
  if (!late && texts) {
    texts->time = text_of(x[0].rest);
    texts->alpha = sp_xcalloc((size_t)k, sizeof *texts->alpha);
    for (long i = 0; i < k; i++) {
      mpq_mul(x[i].rest, x[i].rest, x[i].s);
      texts->alpha[i] = text_of(x[i].rest);
    }
  }
  nodes_free(x, k);
  return late;
}

long exact_usable(const struct form *form, long k)
{
  while (k > 1 && exact_possible(form->net) && exact_solve(form, k, NULL))
    k--;
  return k;
}

/* ---- Switch: the delta of network_switch.c, from the completion time on. */

/* max(alpha - T s, -T b): what worker i sends at least. */
static void least_sent(const struct sp_network *net, long i, const mpq_t T, mpq_t delta)
{
  mpq_t x;
  mpq_init(x);
  set(x, net->speed[i]);
  mpq_mul(x, x, T);
  set(delta, net->load[i]);
  mpq_sub(delta, delta, x);
  set(x, net->bandwidth[i]);
  mpq_mul(x, x, T);
  mpq_neg(x, x);
  if (mpq_cmp(delta, x) < 0)
    mpq_set(delta, x);
  mpq_clear(x);
}

char **switch_exact(const struct sp_network *net, const char *time)
{
  char **alpha = sp_xcalloc((size_t)net->n, sizeof *alpha);
  mpq_t T, sent, room, delta, load;
  mpq_inits(T, sent, room, delta, load, NULL);
  mpq_set_str(T, time, 10);
  for (long i = 0; i < net->n; i++) {
    least_sent(net, i, T, delta);
    if (mpq_sgn(delta) > 0)
      mpq_add(sent, sent, delta);
    else
      mpq_sub(room, room, delta);
  }
  if (mpq_sgn(room) > 0)
    mpq_div(sent, sent, room); /* the share of its room that each receiver takes */
  for (long i = 0; i < net->n; i++) {
    least_sent(net, i, T, delta);
    if (mpq_sgn(delta) < 0)
      mpq_mul(delta, delta, sent);
    set(load, net->load[i]);
    mpq_sub(load, load, delta);
    alpha[i] = text_of(load);
  }
  mpq_clears(T, sent, room, delta, load, NULL);
  return alpha;
}

/* ---- Closed loops: a term is one + share * (x or y) + rest * C_j. */

enum { ONE, SHARE, REST, TERMS };

struct exact_side {
  mpq_t load[TERMS], C[TERMS];
};

static void side_init(struct exact_side *side)
{
  for (int k = 0; k < TERMS; k++)
    mpq_inits(side->load[k], side->C[k], NULL);
  mpq_set_ui(side->load[SHARE], 1, 1);
  mpq_set_ui(side->C[REST], 1, 1);
}

static void side_clear(struct exact_side *side)
{
  for (int k = 0; k < TERMS; k++)
    mpq_clears(side->load[k], side->C[k], NULL);
}

static void climb(const struct sp_network *net, long link, long parent, struct exact_side *side)
{
  mpq_t r, z, s, t;
  mpq_inits(r, z, s, t, NULL);
  link_costs(net, link, r, z);
  speed(net, parent, s);
  for (int k = 0; k < TERMS; k++)
    add_product(side->C[k], z, side->load[k], t);
  mpq_add(side->C[ONE], side->C[ONE], r);
  for (int k = 0; parent && k < TERMS; k++)
    add_product(side->load[k], s, side->C[k], t);
  mpq_clears(r, z, s, t, NULL);
}

/* d = a1 b2 - a2 b1 */
static void det(mpq_t d, const mpq_t a1, const mpq_t a2, const mpq_t b1, const mpq_t b2)
{
  mpq_t t;
  mpq_init(t);
  mpq_mul(t, a2, b1);
  mpq_mul(d, a1, b2);
  mpq_sub(d, d, t);
  mpq_clear(t);
}

/* The two equations of network_meeting.c: e[0] x + e[1] y = e[2] for e = equal, whole. */
static void equations(const struct exact_side *before, const struct exact_side *after,
                      const mpq_t w, const mpq_t s0, mpq_t equal[3], mpq_t whole[3])
{
  mpq_t t, common;
  mpq_inits(t, common, NULL);
  mpq_sub(common, before->C[REST], after->C[REST]);
  mpq_set(equal[0], before->C[SHARE]);
  mpq_neg(equal[1], after->C[SHARE]);
  mpq_sub(equal[2], after->C[ONE], before->C[ONE]);
  add_product(equal[0], common, w, t);
  add_product(equal[1], common, w, t);
  mpq_add(common, before->load[REST], after->load[REST]);
  add_product(common, s0, before->C[REST], t);
  mpq_mul(common, common, w);
  mpq_add(whole[0], before->load[SHARE], common);
  add_product(whole[0], s0, before->C[SHARE], t);
  mpq_add(whole[1], after->load[SHARE], common);
  mpq_set_ui(whole[2], 1, 1);
  mpq_sub(whole[2], whole[2], before->load[ONE]);
  mpq_sub(whole[2], whole[2], after->load[ONE]);
  mpq_mul(t, s0, before->C[ONE]);
  mpq_sub(whole[2], whole[2], t);
  mpq_clears(t, common, NULL);
}

/* x and y; false if there is no solution, or one of them is negative. */
static bool shares(mpq_t equal[3], mpq_t whole[3], mpq_t x, mpq_t y)
{
  mpq_t d;
  mpq_init(d);
  det(d, equal[0], whole[0], equal[1], whole[1]);
  det(x, equal[2], whole[2], equal[1], whole[1]);
  det(y, equal[0], whole[0], equal[2], whole[2]);
  bool feasible = mpq_sgn(d) != 0;
  if (feasible) {
    mpq_div(x, x, d);
    mpq_div(y, y, d);
    feasible = mpq_sgn(x) >= 0 && mpq_sgn(y) >= 0;
  }
  mpq_clear(d);
  return feasible;
}

/* The alphas from the meeting point up one side; returns C at the originator in C. */
static void side_alphas(const struct sp_network *net, long row, long step, const mpq_t share,
                        mpq_t C, char **alpha)
{
  mpq_t r, z, s, t, load;
  mpq_inits(r, z, s, t, load, NULL);
  mpq_set(load, share);
  for (long i = row; i;) {
    long parent = (i + step + net->n) % net->n;
    link_costs(net, step < 0 ? parent : i, r, z);
    speed(net, parent, s);
    add_product(C, z, load, t);
    mpq_add(C, C, r);
    mpq_mul(s, s, C);
    if (!alpha[parent])
      alpha[parent] = text_of(s);
    mpq_add(load, load, s);
    i = parent;
  }
  mpq_clears(r, z, s, t, load, NULL);
}

static void meeting_texts(const struct sp_network *net, long row, const mpq_t x, const mpq_t y,
                          const mpq_t w, struct exact_texts *texts)
{
  mpq_t both, C;
  mpq_inits(both, C, NULL);
  mpq_add(both, x, y);
  texts->alpha = sp_xcalloc((size_t)net->n, sizeof *texts->alpha);
  texts->alpha[row] = text_of(both);
  mpq_mul(both, both, w);
  mpq_set(C, both);
  side_alphas(net, row, 1, y, C, texts->alpha);
  side_alphas(net, row, -1, x, both, texts->alpha);
  texts->time = text_of(both);
  mpq_clears(both, C, NULL);
}

bool meeting_exact(const struct sp_network *net, long row, struct exact_texts *texts)
{
  struct exact_side before, after;
  mpq_t equal[3], whole[3], w, s0, x, y;
  side_init(&before);
  side_init(&after);
  mpq_inits(w, s0, x, y, NULL);
  for (int k = 0; k < 3; k++)
    mpq_inits(equal[k], whole[k], NULL);
  for (long i = row; i > 0; i--)
    climb(net, i - 1, i - 1, &before);
  for (long i = row; i < net->n; i++)
    climb(net, i, (i + 1) % net->n, &after);
  speed(net, row, w);
  mpq_inv(w, w);
  speed(net, 0, s0);
  equations(&before, &after, w, s0, equal, whole);
  bool feasible = shares(equal, whole, x, y);
  if (feasible)
    meeting_texts(net, row, x, y, w, texts);
  for (int k = 0; k < 3; k++)
    mpq_clears(equal[k], whole[k], NULL);
  mpq_clears(w, s0, x, y, NULL);
  side_clear(&before);
  side_clear(&after);
  return feasible;
}

/* Networks solved in rationals: the recursion of form.h, and the loads of a switch, with the
 * numbers as written. Closed loops are in exact_loop.c.
 *
 * The chain of example 1 gives T = 124/107. The rationals grow with the product of the denominators
 * along a path, so only networks of up to SP_EXACT_PROCESSORS rows are solved. */
#include "solve/network/exact.h"
#include "base/memory.h"
#include "solve/network/exact_numbers.h"

#include <stdlib.h>

static void set(mpq_t q, struct sp_num x)
{
  mpz_set_si(mpq_numref(q), x.num);
  mpz_set_si(mpq_denref(q), x.den);
}

/* The text is allocated here, not by GMP, since callers free it with free(). */
char *exact_text(const mpq_t q)
{
  size_t digits = mpz_sizeinbase(mpq_numref(q), 10) + mpz_sizeinbase(mpq_denref(q), 10);
  return mpq_get_str(sp_xcalloc(digits + 3, 1), 10, q);
}

void exact_add_product(mpq_t a, const mpq_t b, const mpq_t c, mpq_t t)
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

void exact_speed(const struct sp_network *net, long row, mpq_t s)
{
  mpq_t tcp;
  mpq_init(tcp);
  set(tcp, net->tcp);
  set(s, net->w[net->kind == SP_HYPERCUBE ? 0 : row]);
  mpq_mul(s, s, tcp);
  mpq_inv(s, s);
  mpq_clear(tcp);
}

void exact_link_costs(const struct sp_network *net, long link, mpq_t r, mpq_t z)
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
    exact_link_costs(form->net, node->link, r, z);
    if (form->net->kind == SP_HYPERCUBE)
      layer_costs(form, node, size, z);
  }
  exact_speed(form->net, node->row, x[i].s);
  exact_add_product(x[i].a, size, x[i].s, t); /* the nodes based on i have been added before */
  mpq_set_ui(x[i].p, 1, 1);
  mpq_set(x[i].q, r);
  exact_add_product(x[i].p, z, node->own ? x[i].s : x[i].a, t);
  if (!node->own)
    exact_add_product(x[i].q, z, x[i].b, t);
  if (i) {
    mpq_div(r, x[i].a, x[i].p);
    mpq_add(x[node->base].a, x[node->base].a, r);
    mpq_neg(r, r);
    exact_add_product(x[i].b, r, x[i].q, t);
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
    texts->time = exact_text(x[0].rest);
    texts->alpha = sp_xcalloc((size_t)k, sizeof *texts->alpha);
    for (long i = 0; i < k; i++) {
      mpq_mul(x[i].rest, x[i].rest, x[i].s);
      texts->alpha[i] = exact_text(x[i].rest);
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

/* ---- Switch: the delta of switch.c, from the completion time on. */

/* max(alpha - T s, -T b): the least load that worker i sends. */
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

char **switch_exact(const struct sp_network *net, const char *exact, double *time,
                    double *imbalance)
{
  char **alpha = sp_xcalloc((size_t)net->n, sizeof *alpha);
  mpq_t T, sent, room, delta, load;
  mpq_inits(T, sent, room, delta, load, NULL);
  mpq_set_str(T, exact, 10);
  *time = mpq_get_d(T);
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
    imbalance[i] = mpq_get_d(delta);
    set(load, net->load[i]);
    mpq_sub(load, load, delta);
    alpha[i] = exact_text(load);
  }
  mpq_clears(T, sent, room, delta, load, NULL);
  return alpha;
}

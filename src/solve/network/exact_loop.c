/* Closed loops in rationals: the equations of meeting.c with GMP's numbers. A term is
 * one + share * (x or y) + rest * C_j. */
#include "base/memory.h"
#include "solve/network/exact.h"
#include "solve/network/exact_numbers.h"

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
  exact_link_costs(net, link, r, z);
  exact_speed(net, parent, s);
  for (int k = 0; k < TERMS; k++)
    exact_add_product(side->C[k], z, side->load[k], t);
  mpq_add(side->C[ONE], side->C[ONE], r);
  for (int k = 0; parent && k < TERMS; k++)
    exact_add_product(side->load[k], s, side->C[k], t);
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

/* The two equations of meeting.c: e[0] x + e[1] y = e[2] for e = equal, whole. */
static void equations(const struct exact_side *before, const struct exact_side *after,
                      const mpq_t w, const mpq_t s0, mpq_t equal[3], mpq_t whole[3])
{
  mpq_t t, common;
  mpq_inits(t, common, NULL);
  mpq_sub(common, before->C[REST], after->C[REST]);
  mpq_set(equal[0], before->C[SHARE]);
  mpq_neg(equal[1], after->C[SHARE]);
  mpq_sub(equal[2], after->C[ONE], before->C[ONE]);
  exact_add_product(equal[0], common, w, t);
  exact_add_product(equal[1], common, w, t);
  mpq_add(common, before->load[REST], after->load[REST]);
  exact_add_product(common, s0, before->C[REST], t);
  mpq_mul(common, common, w);
  mpq_add(whole[0], before->load[SHARE], common);
  exact_add_product(whole[0], s0, before->C[SHARE], t);
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
    exact_link_costs(net, step < 0 ? parent : i, r, z);
    exact_speed(net, parent, s);
    exact_add_product(C, z, load, t);
    mpq_add(C, C, r);
    mpq_mul(s, s, C);
    if (!alpha[parent])
      alpha[parent] = exact_text(s);
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
  texts->alpha[row] = exact_text(both);
  mpq_mul(both, both, w);
  mpq_set(C, both);
  side_alphas(net, row, 1, y, C, texts->alpha);
  side_alphas(net, row, -1, x, both, texts->alpha);
  texts->time = exact_text(both);
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
  exact_speed(net, row, w);
  mpq_inv(w, w);
  exact_speed(net, 0, s0);
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

/* Solves a closed loop (equation (5) of the 1997 paper): the last processor, j, receives from both
 * sides.
 *
 * Let x be the load that it receives from the row before, y from the row after, both complete at
 * the same date, and C_j = (x + y) w_j Tcp. Going up a side from j, the load on each link and the
 * time C of each processor are combinations of 1, x or y, and C_j with coefficients >= 0, so
 * nothing cancels:
 *
 *   C_parent = r + z * load + C ,  load on the next link = load + s_parent C_parent
 *
 * Both sides give C at the originator, and both loads with alpha of the originator sum up to 1: two
 * linear equations for x and y. The loop is feasible iff x, y >= 0; all else follows. */
#include "solve/network/kinds.h"

/* one + share * (x or y) + rest * C_j */
struct side_term {
  double one, share, rest;
};

struct side {
  struct side_term load, C;
};

static struct side_term plus(struct side_term a, double factor, struct side_term b)
{
  return (struct side_term){a.one + factor * b.one, a.share + factor * b.share,
                            a.rest + factor * b.rest};
}

static void climb(const struct sp_network *net, long link, long parent, struct side *side)
{
  side->C = plus(side->C, network_z(net, link), side->load);
  side->C.one += network_r(net, link);
  if (parent)
    side->load = plus(side->load, network_s(net, parent), side->C);
}

/* Determinant of the columns (a, b), (c, d). */
static double det(double a, double b, double c, double d)
{
  return a * d - b * c;
}

bool meeting_solve(const struct sp_network *net, long row, struct meeting *meeting)
{
  struct side before = {{0, 1, 0}, {0, 0, 1}}, after = before;
  double w = 1 / network_s(net, row), s0 = network_s(net, 0);
  for (long i = row; i > 0; i--)
    climb(net, i - 1, i - 1, &before);
  for (long i = row; i < net->n; i++)
    climb(net, i, (i + 1) % net->n, &after);
  /* (a1 x + b1 y = c1): equal C at the originator; (a2 x + b2 y = c2): the load is 1. */
  double together = before.C.rest - after.C.rest;
  double a1 = before.C.share + together * w, b1 = -after.C.share + together * w;
  double c1 = after.C.one - before.C.one;
  double common = (before.load.rest + after.load.rest + s0 * before.C.rest) * w;
  double a2 = before.load.share + s0 * before.C.share + common, b2 = after.load.share + common;
  double c2 = 1 - before.load.one - after.load.one - s0 * before.C.one;
  double d = det(a1, a2, b1, b2), x = det(c1, c2, b1, b2) / d, y = det(a1, a2, c1, c2) / d;
  if (!(isfinite(x) && isfinite(y) && x >= 0 && y >= 0))
    return false;
  *meeting = (struct meeting){.rest = (x + y) * w, .right_share = x, .left_share = y};
  meeting->time = before.C.one + before.C.share * x + before.C.rest * meeting->rest;
  return true;
}

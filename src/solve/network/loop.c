/* Solves loops: the best of all closed loops (equation (5)) and all open chains (equation (4)).
 *
 * A feasible closed loop is not always better than an open chain: w = 2, 4, 2, z = .9, .6, .2, r =
 * 0, 0, .4: closed 9842/9517, open 1274/1249. So every meeting point is solved, and the open chain,
 * too. The open chain has the originator inside; if its two best branches overlap, every cut of the
 * loop is tried.
 *
 * On a closed loop the meeting point, j, receives from both sides. Let x be the load that it
 * receives from the row before, y from the row after, both complete at
 * the same date, and C_j = (x + y) w_j Tcp. Going up a side from j, the load on each link and the
 * time C of each processor are combinations of 1, x or y, and C_j with coefficients >= 0, so
 * nothing cancels:
 *
 *   C_parent = r + z * load + C ,  load on the next link = load + s_parent C_parent
 *
 * Both sides give C at the originator, and both loads with alpha of the originator sum up to 1: two
 * linear equations for x and y. The loop is feasible iff x, y >= 0; all else follows. */
#include "base/memory.h"
#include "solve/network/kinds.h"

#include <stdlib.h>

struct open {
  double time;
  struct branch side[2]; /* left: from the last row backwards */
};

static void try_cut(struct form *form, long n_right, long n_left, struct open *best)
{
  long n = form->net->n;
  struct open cut = {.side = {{n - 1, n - 1, -1, n_left, 0}, {1, 0, 1, n_right, 0}}};
  cut.time = branches_best(form, cut.side);
  if (cut.time < best->time)
    *best = cut;
}

static struct open best_open(struct form *form)
{
  long n = form->net->n;
  struct open best = {.time = INFINITY}, free = {.time = INFINITY};
  try_cut(form, n - 1, n - 1, &free);
  if (free.side[0].n + free.side[1].n <= n - 1)
    return free;
  for (long right = 0; right < n; right++)
    try_cut(form, right, n - 1 - right, &best);
  return best;
}

/* ---- Closed loops. */

/* A closed loop that meets at a row. */
struct meeting {
  double time, rest;              /* rest: C of the meeting point */
  double right_share, left_share; /* received from the row before and from the row after */
};

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

/* False if it is infeasible. */
static bool meeting_solve(const struct sp_network *net, long row, struct meeting *meeting)
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

/* The rows of one side, from the meeting point on. */
static void report_side(const struct sp_network *net, struct sp_network_solution *solution,
                        long step, double share)
{
  long n = net->n, meet = solution->meet;
  double C = solution->time - solution->row[meet].ready, load = share;
  for (long i = meet; i;) {
    long parent = (i + step + n) % n, link = step < 0 ? parent : i;
    double base = C + network_r(net, link) + network_z(net, link) * load;
    struct sp_network_row *row = &solution->row[i];
    if (i != meet) {
      row->parent = parent;
      row->ready = solution->time - C;
      row->start = parent ? solution->time - base : 0;
      row->carried = load;
    } else if (step < 0) {
      row->parent = parent;
      row->start = parent ? solution->time - base : 0;
      row->carried = load;
    } else {
      solution->second_parent = parent;
      solution->second_start = parent ? solution->time - base : 0;
      solution->second_carried = load;
    }
    solution->row[parent].alpha = base * network_s(net, parent);
    load += parent ? solution->row[parent].alpha : 0;
    C = base;
    i = parent;
  }
}

static void report_closed(const struct sp_network *net, long meet, const struct meeting *meeting,
                          struct sp_network_solution *solution)
{
  solution->meet = meet;
  solution->time = meeting->time;
  for (long i = 0; i < net->n; i++)
    solution->row[i].used = true;
  solution->row[meet].ready = meeting->time - meeting->rest;
  solution->row[meet].alpha = meeting->right_share + meeting->left_share;
  report_side(net, solution, -1, meeting->right_share);
  report_side(net, solution, 1, meeting->left_share);
  solution->row[0] = (struct sp_network_row){
      .alpha = meeting->time * network_s(net, 0), .parent = SP_UNUSED, .used = true};
}

/* Solves every closed loop; returns the best meeting point or SP_UNUSED. */
static long best_closed(const struct sp_network *net, struct sp_network_solution *solution,
                        struct meeting *best)
{
  long meet = SP_UNUSED;
  bool exact = exact_possible(net);
  solution->closed = sp_xcalloc((size_t)net->n, sizeof *solution->closed);
  if (exact)
    solution->closed_exact = sp_xcalloc((size_t)net->n, sizeof *solution->closed_exact);
  solution->closed[0] = NAN;
  for (long i = 1; i < net->n; i++) {
    struct meeting meeting = {0};
    bool feasible = meeting_solve(net, i, &meeting);
    if (exact && feasible)
      feasible = (solution->closed_exact[i] = meeting_exact(net, i, NULL));
    solution->closed[i] = feasible ? meeting.time : NAN;
    if (feasible && (meet == SP_UNUSED || meeting.time < best->time)) {
      meet = i;
      *best = meeting;
    }
  }
  return meet;
}

int loop_solve(const struct sp_network *net, struct sp_network_solution *solution,
               struct sp_error *error)
{
  (void)error;
  struct form form;
  struct meeting meeting = {0};
  form_init(&form, net, 2 * net->n);
  struct open open = best_open(&form);
  long meet = net->n > 1 ? best_closed(net, solution, &meeting) : SP_UNUSED;
  solution->open_time = open.time;
  if (meet != SP_UNUSED && meeting.time < open.time) {
    report_closed(net, meet, &meeting, solution);
    if (exact_possible(net)) {
      solution->alpha_exact = sp_xcalloc((size_t)net->n, sizeof *solution->alpha_exact);
      solution->time_exact = meeting_exact(net, meet, solution->alpha_exact);
    }
  } else {
    branches_form(&form, open.side);
    form_solve(&form, form.n, &open.time);
    form_report(&form, form.n, open.time, solution);
    solution->left = open.side[0].n;
    solution->right = open.side[1].n;
  }
  form_clear(&form);
  return SP_OK;
}

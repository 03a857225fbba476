/* Solves loops: the best of all closed loops (equation (5)) and all open chains (equation (4)).
 *
 * A feasible closed loop is not always better than an open chain: w = 2, 4, 2, z = .9, .6, .2, r =
 * 0, 0, .4: closed 9842/9517, open 1274/1249. So every meeting point is solved, and every open
 * chain, too.
 *
 * Going up a side from a row, the load on each link and the time C of each processor follow from
 * those below:
 *
 *   C_parent = r + z * load + C ,  load on the next link = load + s_parent C_parent
 *
 * So the load on the last link and C at the originator are linear in the load on the link to the
 * row and its C, with coefficients >= 0 (nothing cancels), which follow from those of the row next
 * to it. All rows together take O(n).
 *
 * On a closed loop the meeting point, j, receives x from the row before and y from the row after,
 * both complete at the same date, and C_j = (x + y) w_j Tcp. Both sides give C at the originator,
 * and both loads with alpha of the originator sum up to 1: two linear equations for x and y. The
 * loop is feasible iff x, y >= 0; all else follows.
 *
 * An open chain is cut somewhere; each side takes as many rows as can be reached (branches.c). */
#include "base/memory.h"
#include "solve/network/kinds.h"

/* load * (load on the link to the row) + C * (C of the row), both in units, + one */
struct term {
  double load, C, one;
};

/* From a row up to the originator. */
struct side {
  struct term load, C;
  double unit; /* a power of two, perhaps INFINITY */
};

struct loop {
  const struct sp_network *net;
  struct side *before, *after; /* [0..n-1] of a row, over the rows before it and after it */
};

static void extend(struct term *t, double r, double z, double s)
{
  t->C += s * t->load;
  t->load += z * t->C;
  t->one += r > 0 ? r * t->C : 0;
}

/* The side of a row, from that of its parent. */
static struct side side_below(const struct sp_network *net, const struct side *above, long link,
                              long parent)
{
  static const double large = 0x1p400;
  struct side side = *above;
  double r = network_r(net, link), z = network_z(net, link);
  double s = parent ? network_s(net, parent) : 0;
  extend(&side.load, r * side.unit, z, s);
  extend(&side.C, r * side.unit, z, s);
  if (side.C.load + side.C.C + side.load.load > large) {
    side.load = (struct term){side.load.load / large, side.load.C / large, side.load.one};
    side.C = (struct term){side.C.load / large, side.C.C / large, side.C.one};
    side.unit *= large;
  }
  return side;
}

static void find_sides(struct loop *loop)
{
  const struct side none = {{1, 0, 0}, {0, 1, 0}, 1};
  long n = loop->net->n;
  loop->before[0] = loop->after[0] = none;
  for (long i = 1; i < n; i++)
    loop->before[i] = side_below(loop->net, &loop->before[i - 1], i - 1, i - 1);
  for (long i = n - 1; i > 0; i--)
    loop->after[i] = side_below(loop->net, &loop->after[(i + 1) % n], i, (i + 1) % n);
}

/* ---- Open chains: the first `right` rows after the originator and the last `left` rows. */

struct open {
  double cost;           /* form_cost */
  struct branch side[2]; /* left: from the last row backwards */
};

/* Rationals decide, if there are any, only if `exact`. */
static struct open open_chain(struct form *form, long left, long right, bool exact)
{
  long n = form->net->n;
  struct open open = {.side = {{n - 1, n - 1, -1, left, 0}, {1, 0, 1, right, 0}}};
  double time = branches_best(form, open.side, exact);
  open.cost = form_cost(form, time);
  return open;
}

/* Cuts whose costs are equal but for this are compared by rationals. */
static const double ROUNDING = 1e-12;

/* The best chain if the best branches overlap: the loop is cut after `right` rows. */
static struct open overlapping(struct sp_context *cx, struct form *form)
{
  long n = form->net->n;
  double *cost = sp_new(cx, n, double), least = INFINITY;
  struct open best = {.cost = INFINITY};
  for (long right = 0; right < n; right++) {
    cost[right] = open_chain(form, n - 1 - right, right, false).cost;
    least = fmin(least, cost[right]);
  }
  for (long right = 0; right < n; right++) {
    if (cost[right] > least + ROUNDING * fabs(least))
      continue;
    struct open chain = open_chain(form, n - 1 - right, right, true);
    best = chain.cost < best.cost ? chain : best;
  }
  return best;
}

static struct open best_open(struct sp_context *cx, struct form *form)
{
  long n = form->net->n;
  struct open apart = open_chain(form, n - 1, n - 1, true);
  return apart.side[0].n + apart.side[1].n <= n - 1 ? apart : overlapping(cx, form);
}

/* ---- Closed loops. */

/* A closed loop that meets at a row. */
struct meeting {
  double time, cost, rest;        /* rest: C of the meeting point */
  double right_share, left_share; /* received from the row before and from the row after */
};

/* Determinant of the columns (a, b), (c, d). */
static double det(double a, double b, double c, double d)
{
  return a * d - b * c;
}

/* In units of 1. */
static struct term plain(struct term t, double unit)
{
  return (struct term){t.load * unit, t.C * unit, t.one};
}

/* False if it is infeasible. */
static bool meeting_solve(const struct loop *loop, long row, struct meeting *meeting)
{
  const struct side *before = &loop->before[row], *after = &loop->after[row];
  struct term load = plain(before->load, before->unit), C = plain(before->C, before->unit);
  struct term load2 = plain(after->load, after->unit), C2 = plain(after->C, after->unit);
  double w = 1 / network_s(loop->net, row), s0 = network_s(loop->net, 0);
  /* (a1 x + b1 y = c1): equal C at the originator; (a2 x + b2 y = c2): the load is 1, or that C the
   * deadline. */
  double together = C.C - C2.C;
  double a1 = C.load + together * w, b1 = -C2.load + together * w;
  double c1 = C2.one - C.one;
  double common = (load.C + load2.C + s0 * C.C) * w;
  double a2 = load.load + s0 * C.load + common, b2 = load2.load + common;
  double c2 = 1 - load.one - load2.one - s0 * C.one;
  if (sp_network_is_dual(loop->net)) {
    a2 = C.load + C.C * w;
    b2 = C.C * w;
    c2 = loop->net->deadline.v - C.one;
  }
  double d = det(a1, a2, b1, b2), x = det(c1, c2, b1, b2) / d, y = det(a1, a2, c1, c2) / d;
  if (!(isfinite(x) && isfinite(y) && x >= 0 && y >= 0))
    return false;
  *meeting = (struct meeting){.rest = (x + y) * w, .right_share = x, .left_share = y};
  meeting->time = C.one + C.load * x + C.C * meeting->rest;
  meeting->cost = meeting->time;
  if (sp_network_is_dual(loop->net)) {
    double sent = load.one + load2.one + load.load * x + load2.load * y;
    meeting->time = loop->net->deadline.v;
    meeting->cost = -(sent + (load.C + load2.C) * meeting->rest + s0 * meeting->time);
  }
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
    double start = parent ? solution->time - base : 0;
    if (i != meet)
      row->ready = solution->time - C;
    if (i == meet && step > 0) {
      solution->second_parent = parent;
      solution->second_start = start;
      solution->second_carried = load;
    } else {
      row->parent = parent;
      row->link = link;
      row->start = start;
      row->carried = load;
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
static long best_closed(const struct loop *loop, struct sp_network_solution *solution,
                        struct meeting *best)
{
  const struct sp_network *net = loop->net;
  long meet = SP_UNUSED;
  bool exact = exact_possible(net);
  solution->closed = sp_xcalloc((size_t)net->n, sizeof *solution->closed);
  if (exact)
    solution->closed_exact = sp_xcalloc((size_t)net->n, sizeof *solution->closed_exact);
  solution->closed[0] = NAN;
  for (long i = 1; i < net->n; i++) {
    struct meeting meeting = {0};
    bool feasible = meeting_solve(loop, i, &meeting);
    if (exact && feasible)
      feasible = (solution->closed_exact[i] = meeting_exact(net, i, NULL));
    solution->closed[i] = feasible ? fabs(meeting.cost) : NAN;
    if (feasible && (meet == SP_UNUSED || meeting.cost < best->cost)) {
      meet = i;
      *best = meeting;
    }
  }
  return meet;
}

int loop_solve(struct sp_context *cx, const struct sp_network *net,
               struct sp_network_solution *solution, struct sp_error *error)
{
  (void)error;
  struct form form = form_new(cx, net, 2 * net->n);
  struct loop loop = {net, sp_new(cx, net->n, struct side), sp_new(cx, net->n, struct side)};
  struct meeting meeting = {0};
  find_sides(&loop);
  struct open open = best_open(cx, &form);
  long meet = net->n > 1 ? best_closed(&loop, solution, &meeting) : SP_UNUSED;
  solution->open_time = fabs(open.cost);
  if (meet != SP_UNUSED && meeting.cost < open.cost) {
    report_closed(net, meet, &meeting, solution);
    if (exact_possible(net)) {
      solution->alpha_exact = sp_xcalloc((size_t)net->n, sizeof *solution->alpha_exact);
      solution->time_exact = meeting_exact(net, meet, solution->alpha_exact);
    }
  } else {
    branches_form(&form, open.side);
    double time;
    form_solve(&form, form.n, &time);
    form_report(&form, form.n, time, solution);
    solution->left = open.side[0].n;
    solution->right = open.side[1].n;
  }
  return SP_OK;
}

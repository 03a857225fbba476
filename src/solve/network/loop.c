/* Solves loops: the best of all closed loops (equation (5)) and all open chains (equation (4)).
 *
 * A feasible closed loop is not always better than an open chain: w = 2, 4, 2, z = .9, .6, .2, r =
 * 0, 0, .4: closed 9842/9517, open 1274/1249. So every meeting point is solved, and the open chain,
 * too. The open chain has the originator inside; if its two best branches overlap, every cut of the
 * loop is tried. */
#include "base/memory.h"
#include "solve/network/exact.h"
#include "solve/network/kinds.h"

#include <stdlib.h>

struct open {
  double time;
  struct branch left, right;
  long n_left, n_right;
};

static void try_cut(struct form *form, long n_right, long n_left, struct open *best)
{
  long n = form->net->n;
  struct open cut = {.left = {n - 1, n - 1, -1, n_left}, .right = {1, 0, 1, n_right}};
  cut.time = branches_best(form, &cut.left, &cut.right, &cut.n_left, &cut.n_right);
  if (cut.time < best->time)
    *best = cut;
}

static struct open best_open(struct form *form)
{
  long n = form->net->n;
  struct open best = {.time = INFINITY}, free = {.time = INFINITY};
  try_cut(form, n - 1, n - 1, &free);
  if (free.n_left + free.n_right <= n - 1)
    return free;
  for (long right = 0; right < n; right++)
    try_cut(form, right, n - 1 - right, &best);
  return best;
}

/* ---- The rows of a closed loop, from its meeting point up both sides. */
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
    struct exact_texts texts = {0};
    bool feasible = meeting_solve(net, i, &meeting);
    if (exact && feasible && (feasible = meeting_exact(net, i, &texts))) {
      solution->closed_exact[i] = texts.time;
      for (long k = 0; k < net->n; k++)
        free(texts.alpha[k]);
      free(texts.alpha);
    }
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
      struct exact_texts texts;
      meeting_exact(net, meet, &texts);
      solution->time_exact = texts.time;
      solution->alpha_exact = texts.alpha;
    }
  } else {
    branches_form(&form, &open.left, open.n_left, &open.right, open.n_right);
    form_solve(&form, form.n, &open.time);
    form_report(&form, form.n, open.time, solution);
    solution->left = open.n_left;
    solution->right = open.n_right;
  }
  form_clear(&form);
  return SP_OK;
}

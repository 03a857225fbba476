/* Solves two branches that start at one processor: a chain with the originator inside, an open
 * loop.
 *
 * For a given completion time the branches are independent: each has its own number of
 * processors that can be reached in time, and the load that it takes, as a function of T, is
 * piecewise linear and convex, since the number of usable processors grows with T. So Newton's
 * method, started above the solution with the originator alone, descends to it without
 * overshooting: take the processors usable at T, solve for them, which gives a T that is not
 * larger, and repeat until no processor is lost. */
#include "solve/network/kinds.h"

static void add_branch(struct form *form, const struct branch *branch)
{
  long base = 0;
  for (long k = 0; k < branch->n; k++)
    base = form_add(form, branch->first + k * branch->step, branch->link + k * branch->step, base,
                    false);
}

void branches_form(struct form *form, const struct branch side[2])
{
  form->n = 1;
  add_branch(form, &side[0]);
  add_branch(form, &side[1]);
}

/* Leaves out processors that are not usable at a completion time. */
static void shorten(struct form *form, struct branch *branch, double time)
{
  form->n = 1;
  add_branch(form, branch);
  branch->n = form_usable(form, time) - 1;
}

/* Doubles accept, within rounding, a processor that gets almost no load; rationals decide. */
static void correct(struct form *form, struct branch side[2])
{
  branches_form(form, side);
  for (long late; (late = exact_solve(form, form->n, NULL)) > 0;) {
    side[late > side[0].n].n--;
    branches_form(form, side);
  }
}

/* Tries all numbers of processors. */
static double best_numbers(struct form *form, struct branch side[2])
{
  double best = INFINITY, time;
  long left = 0, right = 0;
  for (side[0].n = 0; side[0].n <= side[0].length; side[0].n++)
    for (side[1].n = 0; side[1].n <= side[1].length; side[1].n++) {
      branches_form(form, side);
      bool late = form_solve(form, form->n, &time);
      if (late || form_cost(form, time) >= best ||
          (exact_possible(form->net) && exact_solve(form, form->n, NULL)))
        continue;
      best = form_cost(form, time);
      left = side[0].n;
      right = side[1].n;
    }
  side[0].n = left;
  side[1].n = right;
  branches_form(form, side);
  form_solve(form, form->n, &time);
  return time;
}

double branches_best(struct form *form, struct branch side[2])
{
  double time;
  long late;
  if (sp_network_is_varied(form->net))
    return best_numbers(form, side);
  for (int k = 0; k < 2; k++)
    side[k].n = side[k].length;
  branches_form(form, side);
  if (!form_solve(form, form->n, &time) && !exact_possible(form->net))
    return time; /* all are usable */
  form_solve(form, 1, &time);
  do {
    shorten(form, &side[0], time);
    shorten(form, &side[1], time);
    branches_form(form, side);
    late = form_solve(form, form->n, &time);
  } while (late);
  if (exact_possible(form->net))
    correct(form, side);
  branches_form(form, side);
  form_solve(form, form->n, &time);
  return time;
}

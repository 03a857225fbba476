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

static long add_branch(struct form *form, const struct branch *branch, long n)
{
  long base = 0;
  for (long k = 0; k < n; k++)
    base = form_add(form, branch->first + k * branch->step, branch->link + k * branch->step, base,
                    false);
  return form->n;
}

void branches_form(struct form *form, const struct branch *left, long n_left,
                   const struct branch *right, long n_right)
{
  form->n = 1;
  add_branch(form, left, n_left);
  add_branch(form, right, n_right);
}

/* The number of processors of one branch that are usable at a completion time. */
static long reach(struct form *form, const struct branch *branch, long limit, double time)
{
  form->n = 1;
  add_branch(form, branch, limit);
  return form_reach(form, time) - 1;
}

/* Doubles accept, within rounding, a processor that gets almost no load; rationals decide. */
static void correct(struct form *form, const struct branch *left, const struct branch *right,
                    long *n_left, long *n_right)
{
  if (!exact_possible(form->net))
    return;
  branches_form(form, left, *n_left, right, *n_right);
  for (long late; (late = exact_solve(form, form->n, NULL)) > 0;) {
    *(late <= *n_left ? n_left : n_right) -= 1;
    branches_form(form, left, *n_left, right, *n_right);
  }
}

double branches_best(struct form *form, const struct branch *left, const struct branch *right,
                     long *n_left, long *n_right)
{
  double time;
  long late;
  *n_left = left->length;
  *n_right = right->length;
  branches_form(form, left, *n_left, right, *n_right);
  if (!form_solve(form, form->n, &time) && !exact_possible(form->net))
    return time; /* all are usable */
  time = 1 / form->node[0].s;
  do {
    *n_left = reach(form, left, *n_left, time);
    *n_right = reach(form, right, *n_right, time);
    branches_form(form, left, *n_left, right, *n_right);
    late = form_solve(form, form->n, &time);
  } while (late);
  correct(form, left, right, n_left, n_right);
  branches_form(form, left, *n_left, right, *n_right);
  form_solve(form, form->n, &time);
  return time;
}

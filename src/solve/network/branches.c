/* Solves two branches that start at one processor: a chain with the originator inside, an open
 * loop. The form of both keeps the processors that can be reached in time, unless a processor can
 * make others later (start, info, merge): then all numbers of processors are tried. */
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

double branches_best(struct form *form, struct branch side[2], bool exact)
{
  if (sp_network_is_varied(form->net))
    return best_numbers(form, side);
  for (int k = 0; k < 2; k++)
    side[k].n = side[k].length;
  branches_form(form, side);
  double time = form_prune(form, exact);
  side[0].n = side[1].n = 0;
  for (long i = 1, k = 0; i < form->n; i++) {
    if (form->node[i].base == 0) /* a branch begins */
      k = form->node[i].link == side[1].link;
    side[k].n++;
  }
  return time;
}

/* From a solved form to the rows of a solution. */
#include "base/memory.h"
#include "solve/network/exact.h"
#include "solve/network/kinds.h"

#include <stdlib.h>

/* Loads of the subtrees, summed up into node.b. */
static void sum_up(struct form *form, long k)
{
  struct form_node *node = form->node;
  for (long i = 0; i < k; i++)
    node[i].b = node[i].count * node[i].s * fmax(0, node[i].rest);
  for (long i = k - 1; i > 0; i--)
    node[node[i].base].b += node[i].b;
}

static void report_exact(const struct form *form, long k, struct sp_network_solution *solution)
{
  struct exact_texts texts;
  if (!exact_possible(form->net) || exact_solve(form, k, &texts))
    return;
  solution->time_exact = texts.time;
  solution->alpha_exact = sp_xcalloc((size_t)solution->n, sizeof *solution->alpha_exact);
  for (long i = 0; i < k; i++)
    solution->alpha_exact[form->node[i].row] = texts.alpha[i];
  for (long i = 0; i < solution->n; i++)
    if (!solution->alpha_exact[i])
      solution->alpha_exact[i] = sp_xstrdup("0");
  free(texts.alpha);
}

void form_report(struct form *form, long k, double time, struct sp_network_solution *solution)
{
  const struct form_node *node = form->node;
  solution->time = time;
  sum_up(form, k);
  for (long i = 0; i < k; i++) {
    double alpha = node[i].s * fmax(0, node[i].rest);
    long parent = !i ? SP_UNUSED : node[i].own ? node[0].row : node[node[i].base].row;
    solution->row[node[i].row] = (struct sp_network_row){
        .alpha = alpha,
        .parent = parent,
        .start = i ? time - node[node[i].base].rest : 0,
        .ready = time - fmax(0, node[i].rest),
        .carried = !i            ? 0
                   : node[i].own ? alpha
                                 : node[i].b / node[i].links,
        .used = true,
    };
  }
  report_exact(form, k, solution);
}

long form_report_usable(struct form *form, struct sp_network_solution *solution)
{
  double time;
  long k = exact_usable(form, form_usable(form));
  form_solve(form, k, &time);
  form_report(form, k, time, solution);
  return k;
}

int form_report_all(struct form *form, struct sp_network_solution *solution, struct sp_error *error)
{
  double time;
  long late = form_solve(form, form->n, &time);
  if (exact_possible(form->net))
    late = exact_solve(form, form->n, NULL);
  if (late)
    return sp_bad_input(error,
                        "processor %ld cannot be reached before the others end, expected a network "
                        "without it",
                        form->node[late].row + 1);
  form_report(form, form->n, time, solution);
  return SP_OK;
}

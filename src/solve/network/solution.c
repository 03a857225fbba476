/* From the solved form of a network to what is told about it. */
#include "base/memory.h"
#include "solve/network/form.h"

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

int form_refuse(const struct form *form, long node, struct sp_error *error)
{
  return sp_bad_input(error,
                      "processor %ld cannot be reached before the others end, expected a network "
                      "without it",
                      form->node[node].row + 1);
}

static void measure(const struct sp_network *net, struct sp_network_solution *solution)
{
  double time = solution->time;
  solution->usable = 0;
  for (long i = 0; i < solution->n; i++)
    solution->usable += solution->row[i].used ? sp_network_row_size(net, i) : 0;
  solution->speedup = 1 / (network_s(net, net->originator) * time);
  solution->equivalent_speed = net->tcp.v / time;
  solution->utilisation = solution->speedup / solution->usable;
}

int sp_network_solve(const struct sp_network *net, struct sp_network_solution *solution,
                     struct sp_error *error)
{
  static int (*const solve[SP_NETWORK_KINDS])(const struct sp_network *,
                                              struct sp_network_solution *, struct sp_error *) = {
      chain_solve, loop_solve, tree_solve, star_solve, bus_solve, hypercube_solve, switch_solve};
  *solution = (struct sp_network_solution){
      .n = net->n,
      .row = sp_xcalloc((size_t)net->n, sizeof *solution->row),
      .proven = true,
      .left = SP_UNUSED,
      .right = SP_UNUSED,
      .layers = SP_UNUSED,
      .meet = SP_UNUSED,
      .second_parent = SP_UNUSED,
      .lower_bound = NAN,
  };
  for (long i = 0; i < net->n; i++)
    solution->row[i].parent = SP_UNUSED;
  int code = solve[net->kind](net, solution, error);
  if (code != SP_OK)
    sp_network_solution_clear(solution);
  else if (net->kind != SP_SWITCH)
    measure(net, solution);
  return code;
}

static void texts_free(char **text, long n)
{
  for (long i = 0; text && i < n; i++)
    free(text[i]);
  free(text);
}

void sp_network_solution_clear(struct sp_network_solution *solution)
{
  free(solution->time_exact);
  texts_free(solution->alpha_exact, solution->n);
  texts_free(solution->closed_exact, solution->n);
  free(solution->row);
  free(solution->order);
  free(solution->bus);
  free(solution->closed);
  free(solution->delta);
  free(solution->stream);
  *solution = (struct sp_network_solution){0};
}

/* ---- Momentary utilisation. */

static int by_start(const void *a, const void *b)
{
  const struct sp_step *x = a, *y = b;
  return (x->start > y->start) - (x->start < y->start);
}

/* Dates closer than this share of T are one. */
static const double SAME = 1e-12;

struct sp_step *sp_network_steps(const struct sp_network *net,
                                 const struct sp_network_solution *solution, long *n)
{
  struct sp_step *step = sp_xcalloc((size_t)solution->n, sizeof *step);
  long used = 0, steps = 0;
  for (long i = 0; i < solution->n; i++)
    if (solution->row[i].used)
      step[used++] = (struct sp_step){.start = net->kind == SP_SWITCH ? 0 : solution->row[i].ready,
                                      .busy = sp_network_row_size(net, i)};
  qsort(step, (size_t)used, sizeof *step, by_start);
  for (long i = 0; i < used; i++) {
    if (steps && step[i].start - step[steps - 1].start <= SAME * solution->time)
      step[steps - 1].busy += step[i].busy;
    else
      step[steps++] = step[i];
  }
  for (long i = 0; i < steps; i++) {
    step[i].busy += i ? step[i - 1].busy : 0;
    step[i].end = i + 1 < steps ? step[i + 1].start : solution->time;
  }
  *n = steps;
  return step;
}

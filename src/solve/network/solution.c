/* The solution of a network: its memory, the sizes of its rows, its momentary utilisation. */
#include "base/memory.h"
#include "solve/network/network.h"

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
  free(solution->group);
  free(solution->closed);
  free(solution->delta);
  free(solution->stream);
  sp_schedule_clear(&solution->tasks);
  *solution = (struct sp_network_solution){0};
}

double sp_network_row_size(const struct sp_network *net, long row)
{
  double size = 1;
  if (net->kind == SP_HYPERCUBE)
    for (long i = 1, d = net->n - 1; i <= row; i++)
      size = size * (double)(d - i + 1) / (double)i; /* each is a binomial coefficient */
  return size;
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

/* Solves trees (equation (6)) and buses (equation (11)), whose shape is given: processors that
 * cannot be reached before the others end get no load.
 *
 * On a bus the messages follow each other, and the faster processors are served first (equations
 * (8) and (9)). Processors without a given bus are assigned by trying all assignments, since the
 * choice is NP-hard (Theorem 1). */
#include "base/memory.h"
#include "base/min_queue.h"
#include "solve/network/kinds.h"

#include <stdlib.h>

/* The best part of a given tree, as a graph. */
static int part_solve(const struct sp_network *net, struct sp_network_solution *solution,
                      struct sp_error *error)
{
  if (net->n > SP_GRAPH_PROCESSORS)
    return sp_bad_input(error, "%ld processors with start, info or merge, expected at most %d",
                        net->n, SP_GRAPH_PROCESSORS);
  struct sp_network *graph = sp_network_copy(net);
  graph->edge = sp_xcalloc((size_t)net->n, sizeof *graph->edge);
  for (long i = 0; i < net->n; i++) /* that of the root leads nowhere */
    graph->edge[i] = (struct sp_edge){i, i == net->originator ? i : net->parent[i]};
  graph_solve(graph, solution);
  sp_network_free(graph);
  return SP_OK;
}

int tree_solve(const struct sp_network *net, struct sp_network_solution *solution,
               struct sp_error *error)
{
  if (net->edge) {
    graph_solve(net, solution);
    return SP_OK;
  }
  if (sp_network_is_varied(net))
    return part_solve(net, solution, error);
  size_t n = (size_t)net->n;
  long *order = sp_xcalloc(n, sizeof *order), *index = sp_xcalloc(n, sizeof *index), lost;
  struct form form;
  form_init(&form, net, net->n);
  network_tree_order(net, order, &lost);
  for (long k = 1; k < net->n; k++)
    index[order[k]] = form_add(&form, order[k], order[k], index[net->parent[order[k]]], false);
  form_report_reached(&form, solution);
  free(order);
  free(index);
  form_clear(&form);
  return SP_OK;
}

/* ---- Buses. */

/* All processors but the originator, faster first. */
static struct min_entry *faster_processors(const struct sp_network *net)
{
  struct min_entry *processor = sp_xcalloc((size_t)net->n, sizeof *processor);
  for (long i = 1; i < net->n; i++)
    processor[i - 1] = (struct min_entry){net->w[i].v, 0, i};
  qsort(processor, (size_t)net->n - 1, sizeof *processor, min_compare);
  return processor;
}

/* The form of an assignment, without rows that have no bus. last: [0..links-1] scratch. */
static void bus_form(struct form *form, const struct min_entry *processor, const int *bus,
                     long *last)
{
  const struct sp_network *net = form->net;
  form->n = 1;
  for (long k = 0; k < net->links; k++)
    last[k] = 0;
  for (long i = 0; i < net->n - 1; i++) {
    long link = bus[processor[i].number];
    if (link >= 0)
      last[link] = form_add(form, processor[i].number, link, last[link], true);
  }
}

/* The next assignment: bus[row] counts from SP_UNUSED to links-1 for each row without a given bus.
 * False after the last assignment. */
static bool next_assignment(const struct sp_network *net, int *bus)
{
  for (long i = 1; i < net->n; i++) {
    if (net->bus[i] != SP_UNUSED)
      continue;
    if (++bus[i] < net->links)
      return true;
    bus[i] = SP_UNUSED;
  }
  return false;
}

/* Finds the best assignment of the processors without a given bus, in bus[]. */
static int search(struct form *form, const struct min_entry *processor, int *bus, long *last,
                  struct sp_error *error)
{
  const struct sp_network *net = form->net;
  double assignments = 1, best = INFINITY;
  int *trial = sp_xcalloc((size_t)net->n, sizeof *trial);
  for (long i = 1; i < net->n; i++) {
    assignments *= net->bus[i] == SP_UNUSED ? (double)net->links + 1 : 1;
    trial[i] = bus[i] = net->bus[i];
  }
  if (assignments > SP_ASSIGNMENTS) {
    free(trial);
    return sp_bad_input(error, "%.3g assignments of processors to buses, expected at most %d",
                        assignments, SP_ASSIGNMENTS);
  }
  do {
    bus_form(form, processor, trial, last);
    double cost = form_cost(form, form_prune(form));
    if (cost < best) {
      best = cost;
      for (long i = 1; i < net->n; i++)
        bus[i] = trial[i];
    }
  } while (next_assignment(net, trial));
  free(trial);
  return SP_OK;
}

int bus_solve(const struct sp_network *net, struct sp_network_solution *solution,
              struct sp_error *error)
{
  long *last = sp_xcalloc((size_t)net->links, sizeof *last);
  int *bus = sp_xcalloc((size_t)net->n, sizeof *bus);
  struct min_entry *processor = faster_processors(net);
  struct form form;
  form_init(&form, net, net->n);
  int code = search(&form, processor, bus, last, error);
  if (code == SP_OK) {
    bus[0] = SP_UNUSED;
    bus_form(&form, processor, bus, last);
    form_report_reached(&form, solution);
    for (long i = 1; i < net->n; i++)
      bus[i] = solution->row[i].used || net->bus[i] != SP_UNUSED ? bus[i] : SP_UNUSED;
    solution->bus = bus;
    bus = NULL;
  }
  free(bus);
  free(last);
  free(processor);
  form_clear(&form);
  return code;
}

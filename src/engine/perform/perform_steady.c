/* Executes the steady state. Both strategies are sources of hops (solve/steady/hops.h,
 * engine/hops.h) that an engine executes and the validator checks. */
#include "engine/perform/perform_steady.h"
#include "base/memory.h"
#include "base/text.h"
#include "engine/hops.h"
#include "solve/steady/hops.h"

/* Relative error of dates. */
static const double rounding = 1e-9;
/* Limit on the tasks of an on-line run. */
static const double most_tasks = 1e9;

/* total: tasks to be computed, NAN: any number; places: of every node but masters. */
static void perform_source(const struct sp_graph *g, struct sp_hop_source source,
                           const struct sp_steady_run *run, double total, long places,
                           struct sp_result *result, struct sp_trace *trace)
{
  size_t n = (size_t)g->platform.nodes;
  double *held = sp_xcalloc(n + 1, sizeof *held);
  long *of_node = sp_xcalloc(n + 1, sizeof *of_node);
  for (size_t i = 0; i < n; i++) {
    held[i] = g->master[i] ? INFINITY : 0;
    long most = hop_places(g, (int)i);
    of_node[i] = g->master[i] || most < places ? most : places;
  }
  /* every hop rounds its end: within the tolerance of the validator it is in time */
  double until = run->strategy == SP_PERIODIC ? run->time * (1 + rounding) : run->time;
  struct sp_hop_job job = {g, source, until, run->conditions};
  struct sp_hop_check check = {
      .held = held,
      .places = of_node,
      .total = sp_is_nominal(run->conditions, run->engine) ? total : NAN,
  };
  sp_perform_hops(&job, &check, run->engine, result, trace);
  free(held);
  free(of_node);
}

/* Refuses links that are not independent or take more than c a task, places, sizes and what
 * changes: the rounds assume that there is nothing of it. */
static int check_rounds(const struct sp_graph *g, struct sp_error *error)
{
  struct sp_link_text name;
  if (sp_graph_is_changing(g) || g->places || g->sizes)
    return sp_failure(error, SP_CANNOT,
                      "the graph has %s, which a period does not count: decide on line",
                      g->places  ? "places"
                      : g->sizes ? "sizes"
                                 : "profiles");
  for (int l = 0; l < g->links; l++) {
    bool bus = g->link[l].bus > 0;
    if (!bus && !(g->link[l].latency.v > 0))
      continue;
    return sp_failure(error, SP_CANNOT, "edge %s %s, which a period does not count: decide on line",
                      sp_link_name(g, l, &name), bus ? "is part of a bus" : "has a latency");
  }
  return SP_OK;
}

/* The schedule of Proposition 3, which ends by the date, or its periods cut at the date. */
static int perform_periods(const struct sp_graph *g, const struct sp_steady_period *period,
                           const struct sp_steady_run *run, struct sp_steady_executed *x,
                           struct sp_trace *trace, struct sp_error *error)
{
  struct steady_hops *hops = NULL;
  struct early_hops *early = NULL;
  if (!period || !period->length)
    return sp_failure(error, SP_CANNOT,
                      "no period is known: the platform is too large for exact rates");
  int code = check_rounds(g, error);
  if (code == SP_OK && run->strategy == SP_EARLY)
    code = early_hops_alloc(g, period, run->time, &early, error);
  else if (code == SP_OK)
    code = steady_hops_alloc(g, period, run->time, &hops, error);
  if (code != SP_OK)
    return code;
  if (early) {
    perform_source(g, early_hops_source(early), run, NAN, LONG_MAX, &x->result, trace);
  } else {
    x->formula = steady_hops_tasks(hops);
    x->periods = (long)steady_hops_periods(hops);
    perform_source(g, steady_hops_source(hops), run, x->formula, LONG_MAX, &x->result, trace);
  }
  steady_hops_free(hops);
  early_hops_free(early);
  return SP_OK;
}

/* Finds the tree of an on-line strategy: the graph itself, or its best spanning tree as a new
 * graph, *own, which the caller frees. Fills parent[]. SP_OK, or a code with the reason. */
static int find_tree(const struct sp_graph *g, bool spanning, int *parent, struct sp_graph **own,
                     struct sp_error *error)
{
  struct sp_num *c = sp_xcalloc((size_t)g->platform.nodes + 1, sizeof *c);
  struct sp_tree tree;
  int code = SP_OK;
  *own = NULL;
  if (!sp_graph_as_tree(g, parent, c)) {
    if (spanning)
      code = sp_best_tree(g, 0, &tree, error);
    else
      code = sp_bad_input(
          error, "%d nodes, %d edge%s: expected a tree (or its best spanning tree, --tree)",
          g->platform.nodes, g->links, sp_plural(g->links));
    if (code == SP_OK) {
      *own = sp_tree_graph(g, &tree);
      sp_graph_as_tree(*own, parent, c);
      sp_tree_clear(&tree);
    }
  }
  free(c);
  return code;
}

static int perform_on_line(const struct sp_graph *g, double throughput,
                           const struct sp_steady_run *run, struct sp_steady_executed *x,
                           struct sp_trace *trace, struct sp_error *error)
{
  double mean = 1, sd;
  if (g->sizes)
    size_law_moments(g->sizes, &mean, &sd);
  double tasks = run->time * throughput / fmin(1, mean);
  if (tasks > most_tasks)
    return sp_failure(error, SP_CANNOT, "up to %.12g tasks by that date, expected at most %.12g",
                      tasks, most_tasks);
  int *parent = sp_xcalloc((size_t)g->platform.nodes + 1, sizeof *parent);
  struct sp_graph *own;
  int code = find_tree(g, run->tree, parent, &own, error);
  if (code == SP_OK) {
    const struct sp_graph *tree = own ? own : g;
    struct bandwidth_centric *b = bandwidth_centric_alloc(tree, parent, run->places, run->time);
    perform_source(tree, bandwidth_centric_source(b), run, NAN, run->places, &x->result, trace);
    bandwidth_centric_free(b);
  }
  sp_graph_free(own);
  free(parent);
  return code;
}

int sp_perform_steady(const struct sp_graph *g, const struct sp_steady *steady,
                      const struct sp_steady_period *period, const struct sp_steady_run *run,
                      struct sp_steady_executed *x, struct sp_trace *trace, struct sp_error *error)
{
  *x = (struct sp_steady_executed){.formula = NAN};
  if (!(run->time > 0 && isfinite(run->time)))
    return sp_bad_input(error, "the date is %.12g, expected a number > 0", run->time);
  if (run->strategy == SP_ON_LINE && run->places < 1)
    return sp_bad_input(error, "%ld places, expected at least 1", run->places);
  int code = run->strategy == SP_ON_LINE
                 ? perform_on_line(g, steady->throughput, run, x, trace, error)
                 : perform_periods(g, period, run, x, trace, error);
  x->ratio = x->result.done / (run->time * steady->throughput);
  return code;
}

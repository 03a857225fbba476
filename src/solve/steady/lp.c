/* Solves the linear programme of the steady state: the greatest throughput of a graph, in tasks per
 * unit of time, a_i computed at node i and f_ij carried from i to j:
 *
 *   maximise    sum_i a_i
 *   subject to  sum over the activities that share a port of (time per task * rate) <= ports
 *               c_ij f_ij <= 1               unless a port that serves one activity implies it
 *               sum_j f_ji = a_i + sum_j f_ij    at every node but the masters, which do not
 *                                                receive
 *
 * Where results return (sp_graph.result, z) h_ij is z times the results carried from i to j, so
 * that they take c_ij h_ij on the link and the ports of tasks, f_ij + h_ij in place of f_ij there:
 *
 *               sum_j h_ij - sum_j h_ji = z a_i          at every node but the masters, which do
 * not send them
 *
 * It is the paper's MSSG(G) with alpha_i = w_i a_i and s_ij = c_ij f_ij, so that all coefficients
 * are numbers as written; the operating model decides which activities share a port. The constraint
 * s_ij + s_ji <= 1 is left out: it holds once opposite flows are cancelled.
 *
 * If the sharing of ports is bipartite (in every model but work-parallel and sequential, and there
 * for suitable flows), a schedule reaches the value. Else odd sets of ports limit it further
 * (errata of the paper); violated ones are added until all hold.
 *
 * Optimal rates are seldom unique. Exact ones are those that keep the masters' links busy least (as
 * in the paper's example), unless numbers of very different sizes hide this second objective.
 *
 * Example (Figure 2): w = 1,3,4,6, c12 = 2, c13 = 1, c34 = c24 = 3: 7/4. */
#include "base/memory.h"
#include "method/context.h"
#include "solve/lp/rational.h"
#include "solve/steady/activity.h"
#include "solve/steady/odd_sets.h"

static const struct sp_num ZERO = {0, 0, 1};
static const double TOLERANCE = 1e-9;

/* The column of the results that an activity carries; that of its tasks has its own number. */
static int results_column(const struct activities *acts, int k)
{
  return acts->n + k;
}

/* Sets a coefficient of all that an activity carries. */
static void set_activity(struct sp_lp *lp, int row, const struct activities *acts, int k,
                         struct sp_num value)
{
  if (acts->activity[k].tasks)
    sp_lp_set(lp, row, k, value);
  if (acts->activity[k].results)
    sp_lp_set(lp, row, results_column(acts, k), value);
}

static void port_rows(struct sp_lp *lp, const struct sp_graph *g, const struct activities *acts)
{
  int *row = sp_new(acts->cx, acts->vertices, int);
  for (int v = 0; v < acts->vertices; v++)
    row[v] = -1;
  for (int k = 0; k < acts->n; k++) {
    const struct activity *a = &acts->activity[k];
    bool limited = false;
    for (int side = 0; side < 2; side++) {
      int v = acts->end[k][side], ports = v < 0 ? INT_MAX : acts->ports[v];
      limited = limited || ports == 1;
      if (ports == INT_MAX)
        continue;
      if (row[v] < 0)
        row[v] = sp_lp_row(lp, sp_lp_minus(SP_LP_FREE), sp_int(ports));
      set_activity(lp, row[v], acts, k, activity_time(g, a));
    }
    if (!limited)
      set_activity(lp, sp_lp_row(lp, sp_lp_minus(SP_LP_FREE), sp_int(1)), acts, k,
                   activity_time(g, a));
  }
}

/* The row of each node, -1 of a master. */
static int *rows_of_nodes(struct sp_lp *lp, const struct sp_graph *g, const struct activities *acts,
                          struct sp_num upper)
{
  int *row = sp_new(acts->cx, g->platform.nodes, int);
  for (int i = 0; i < g->platform.nodes; i++)
    row[i] = g->master[i] ? -1 : sp_lp_row(lp, ZERO, upper);
  return row;
}

void steady_conserve(struct sp_lp *lp, const struct sp_graph *g, const struct activities *acts,
                     struct sp_num upper)
{
  const int *row = rows_of_nodes(lp, g, acts, upper);
  for (int k = 0; k < acts->n; k++) {
    const struct activity *a = &acts->activity[k];
    if (a->tasks && row[a->from] >= 0)
      sp_lp_set(lp, row[a->from], k, sp_int(-1));
    if (a->tasks && a->flow >= 0)
      sp_lp_set(lp, row[a->to], k, sp_int(1));
  }
}

void steady_return(struct sp_lp *lp, const struct sp_graph *g, const struct activities *acts,
                   int results)
{
  const int *row = rows_of_nodes(lp, g, acts, ZERO);
  for (int k = 0; k < acts->n; k++) {
    const struct activity *a = &acts->activity[k];
    if (a->flow < 0 && row[a->from] >= 0)
      sp_lp_set(lp, row[a->from], k, sp_lp_minus(g->result));
    if (a->results)
      sp_lp_set(lp, row[a->from], results + k, sp_int(1));
    if (a->results && row[a->to] >= 0)
      sp_lp_set(lp, row[a->to], results + k, sp_int(-1));
  }
}

static void odd_set_row(struct sp_lp *lp, const struct sp_graph *g, const struct activities *acts,
                        const struct odd_set *set)
{
  int row = sp_lp_row(lp, sp_lp_minus(SP_LP_FREE), sp_int(set->n / 2));
  for (int k = 0; k < acts->n; k++)
    if (odd_set_holds(set, acts->end[k]))
      set_activity(lp, row, acts, k, activity_time(g, &acts->activity[k]));
}

static struct sp_lp *programme(const struct sp_graph *g, const struct activities *acts)
{
  struct sp_lp *lp = sp_lp_alloc(true);
  for (int k = 0; k < acts->n; k++)
    sp_lp_column(lp, ZERO, acts->activity[k].tasks ? SP_LP_FREE : ZERO,
                 acts->activity[k].flow < 0 ? sp_int(1) : ZERO, false);
  for (int k = 0; k < acts->n && sp_graph_has_results(g); k++)
    sp_lp_column(lp, ZERO, acts->activity[k].results ? SP_LP_FREE : ZERO, ZERO, false);
  port_rows(lp, g, acts);
  steady_conserve(lp, g, acts, ZERO);
  if (sp_graph_has_results(g))
    steady_return(lp, g, acts, results_column(acts, 0));
  return lp;
}

static double not_negative(double x)
{
  return x > 0 ? x : 0;
}

static void take_doubles(const struct sp_graph *g, const struct activities *acts,
                         const double *rate, struct sp_steady *s)
{
  for (int k = 0; k < acts->n; k++) {
    const struct activity *a = &acts->activity[k];
    *(a->flow < 0 ? &s->work[a->from] : &s->flow[a->flow]) = not_negative(rate[k]);
    if (a->results)
      s->results[a->flow] = not_negative(rate[results_column(acts, k)]) / g->result.v;
  }
}

static void take_exact(const struct sp_graph *g, const struct activities *acts,
                       const struct sp_lp_solution *x, struct sp_steady *s)
{
  struct sp_rational *z = sp_q_new(&s->pool, g->result);
  for (int k = 0; k < acts->n; k++) {
    const struct activity *a = &acts->activity[k];
    *(a->flow < 0 ? &s->work_exact[a->from] : &s->flow_exact[a->flow]) =
        sp_q_read(&s->pool, x->primal_text[k]);
    if (!a->results)
      continue;
    struct sp_rational *h = sp_q_read(&s->pool, x->primal_text[results_column(acts, k)]);
    s->results_exact[a->flow] = sp_q_of(&s->pool, h, '/', z);
  }
}

/* Adds the odd sets that the rates violate, as rows; returns how many. */
static int separate(const struct sp_graph *g, const struct activities *acts, const double *rate,
                    struct odd_sets *sets, struct sp_lp *lp)
{
  double *busy = sp_new(acts->cx, acts->n, double);
  int before = sets->n;
  for (int k = 0; k < acts->n; k++) {
    const struct activity *a = &acts->activity[k];
    double results = a->results ? rate[results_column(acts, k)] : 0;
    double share = (rate[k] + results) * activity_time(g, a).v;
    busy[k] = share > TOLERANCE ? share : 0;
  }
  struct colour_problem problem = activities_problem(acts, NULL);
  int found = odd_sets_violated(&problem, busy, TOLERANCE, sets);
  for (int i = before; i < sets->n; i++)
    odd_set_row(lp, g, acts, &sets->set[i]);
  return found;
}

static int no_optimum(enum sp_lp_status status, struct sp_error *error)
{
  return sp_failure(error, SP_CANNOT,
                    "the programme of the steady state is %s, expected an optimum",
                    sp_lp_status_name(status));
}

/* Solves, and adds violated odd sets, until all hold. */
static int optimum(const struct sp_graph *g, const struct activities *acts, struct sp_lp *lp,
                   bool exact, struct odd_sets *sets, struct sp_lp_solution *x,
                   struct sp_error *error)
{
  while (true) {
    int code = exact ? sp_exact_lp_solve(lp, x, error) : sp_lp_solve(lp, 0, x, error);
    if (code != SP_OK)
      return code;
    if (x->status != SP_LP_OPTIMAL)
      code = no_optimum(x->status, error);
    else if (!separate(g, acts, x->primal, sets, lp))
      return SP_OK;
    sp_lp_solution_clear(x);
    if (code != SP_OK)
      return code;
  }
}

static int in_doubles(const struct sp_graph *g, const struct activities *acts, struct sp_lp *lp,
                      struct odd_sets *sets, struct sp_steady *s, struct sp_error *error)
{
  struct sp_lp_solution x;
  int code = optimum(g, acts, lp, false, sets, &x, error);
  if (code != SP_OK)
    return code;
  s->throughput = x.value;
  take_doubles(g, acts, x.primal, s);
  sp_lp_solution_clear(&x);
  return SP_OK;
}

/* Adds a second objective with a weight so small that it only decides between optimal rates: the
 * masters' links are to be busy as little as possible. */
static void prefer_idle_masters(const struct sp_graph *g, const struct activities *acts,
                                double throughput, struct sp_lp *lp)
{
  double little = ldexp(throughput, -16);
  for (int k = 0; k < acts->n; k++) {
    const struct activity *a = &acts->activity[k];
    struct sp_num cost = sp_double(-little * activity_time(g, a).v);
    if (a->flow >= 0 && g->master[a->from])
      lp->column[k].cost = cost;
    if (a->results && g->master[a->to])
      lp->column[results_column(acts, k)].cost = cost;
  }
}

static bool has_throughput(const struct activities *acts, const struct sp_lp_solution *x,
                           const struct sp_rational *throughput)
{
  struct sp_q_pool pool = {0};
  struct sp_rational *sum = sp_q_int(&pool, 0);
  for (int k = 0; k < acts->n; k++)
    if (acts->activity[k].flow < 0)
      sp_q_add(sum, sp_q_read(&pool, x->primal_text[k]));
  bool same = !sp_q_compare(sum, throughput);
  sp_q_clear(&pool);
  return same;
}

static int in_rationals(const struct sp_graph *g, const struct activities *acts, struct sp_lp *lp,
                        struct odd_sets *sets, struct sp_steady *s, struct sp_error *error)
{
  struct sp_lp_solution x, y;
  int code = optimum(g, acts, lp, true, sets, &x, error);
  if (code != SP_OK)
    return code;
  s->throughput_exact = sp_q_read(&s->pool, x.value_text);
  prefer_idle_masters(g, acts, x.value, lp);
  code = optimum(g, acts, lp, true, sets, &y, error);
  if (code == SP_OK) {
    take_exact(g, acts, has_throughput(acts, &y, s->throughput_exact) ? &y : &x, s);
    sp_lp_solution_clear(&y);
  }
  sp_lp_solution_clear(&x);
  return code;
}

static void exact_to_doubles(struct sp_steady *s)
{
  s->throughput = sp_q_double(s->throughput_exact);
  for (int i = 0; i < s->nodes; i++)
    s->work[i] = sp_q_double(s->work_exact[i]);
  for (int k = 0; k < 2 * s->links; k++)
    s->flow[k] = sp_q_double(s->flow_exact[k]);
  for (int k = 0; s->results && k < 2 * s->links; k++)
    s->results[k] = sp_q_double(s->results_exact[k]);
}

int sp_steady_solve(const struct sp_graph *g, bool exact, struct sp_steady *s,
                    struct sp_error *error)
{
  struct activities *acts = activities_alloc(g);
  struct odd_sets sets = {0};
  struct sp_lp *lp = programme(g, acts);
  *s = (struct sp_steady){.exact = exact, .nodes = g->platform.nodes, .links = g->links};
  s->work = sp_xcalloc((size_t)s->nodes + 1, sizeof *s->work);
  s->flow = sp_xcalloc(2 * (size_t)s->links + 1, sizeof *s->flow);
  if (sp_graph_has_results(g))
    s->results = sp_xcalloc(2 * (size_t)s->links + 1, sizeof *s->results);
  if (exact) {
    s->work_exact = sp_q_zeros(&s->pool, s->nodes);
    s->flow_exact = sp_q_zeros(&s->pool, 2 * s->links);
    s->results_exact = sp_graph_has_results(g) ? sp_q_zeros(&s->pool, 2 * s->links) : NULL;
  }
  int code = in_doubles(g, acts, lp, &sets, s, error);
  if (code == SP_OK && exact)
    code = in_rationals(g, acts, lp, &sets, s, error);
  s->odd_sets = sets.n;
  if (code == SP_OK) {
    steady_cancel(g, s);
    if (exact)
      exact_to_doubles(s);
  } else {
    sp_steady_clear(s);
  }
  odd_sets_clear(&sets);
  sp_lp_free(lp);
  activities_free(acts);
  return code;
}

void sp_steady_clear(struct sp_steady *s)
{
  free(s->work);
  free(s->flow);
  free(s->results);
  sp_q_clear(&s->pool);
  *s = (struct sp_steady){0};
}

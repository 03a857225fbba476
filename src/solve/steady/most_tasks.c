/* Bounds the tasks that any schedule does by a date T: rho T less what start-up and the end
 * cost.
 *
 * d_i is the least time in which a task comes from a master to node i, e_i the least in which one
 * that is at i is done, computed there or further on. By T node i can compute in [d_i, T] only, and
 * a message from i to j is of use in [d_i, T - e_j] only. If results return, h_i is the least time
 * in which one comes from i to a master and f_i the first date at which one can be at i: node i
 * computes in [d_i, T - h_i], and a result goes from i to j in [f_i, T - h_j]. So each activity of
 * k tasks fits into its window, k <= floor(window / time), and what shares p ports takes at most p
 * times the span of the windows. With the conservation of tasks these are the constraints of the
 * steady state (solve/steady/lp.c) in which T is replaced by shorter times: the value is at most
 * rho T. Odd sets are left to rho T.
 *
 * Example (Figure 2, T = 10): d = 0, 2, 1, 4 and e = 1, 3, 4, 6; the bound is 15, the optimum,
 * where rho T is 17.5. */
#include "solve/steady/most_tasks.h"
#include "method/context.h"
#include "solve/steady/activity.h"

struct windows {
  const struct sp_graph *g;
  const struct activities *acts;
  struct sp_q_pool pool;
  struct sp_rational *date;
  struct sp_rational **reach, **finish; /* [node] d, e; NULL: never */
  struct sp_rational **first, **home;   /* [node] f, h; NULL: never. Nothing returns: h = 0 */
  struct sp_rational **start, **end;    /* [activity]; NULL: it is of no use */
};

/* Lowers *least to x + time, where x is known; true if it became less. */
static bool shorten(struct sp_q_pool *pool, struct sp_rational **least, const struct sp_rational *x,
                    const struct sp_rational *time)
{
  if (!x)
    return false;
  struct sp_rational *sum = sp_q_of(pool, x, '+', time);
  if (*least && sp_q_compare(sum, *least) >= 0)
    return false;
  *least = sum;
  return true;
}

static struct sp_rational *time_of(struct windows *v, int k)
{
  const struct activity *a = &v->acts->activity[k];
  struct sp_rational *time = sp_q_new(&v->pool, activity_time(v->g, a));
  return a->results ? sp_q_of(&v->pool, time, '*', sp_q_new(&v->pool, v->g->result)) : time;
}

/* What has to follow the activity, and when what it carries can be there first. */
static struct sp_rational *rest_of(const struct windows *v, const struct activity *a)
{
  return a->flow < 0 ? v->home[a->from] : a->results ? v->home[a->to] : v->finish[a->to];
}

static struct sp_rational *first_of(const struct windows *v, const struct activity *a)
{
  return a->results ? v->first[a->from] : v->reach[a->from];
}

static void find_distances(struct windows *v)
{
  struct sp_rational *zero = sp_q_int(&v->pool, 0);
  for (int i = 0; i < v->g->platform.nodes; i++) {
    v->reach[i] = v->g->master[i] ? zero : NULL;
    v->home[i] = v->g->master[i] || !sp_graph_has_results(v->g) ? zero : NULL;
  }
  for (bool shorter = true; shorter;) {
    shorter = false;
    for (int k = 0; k < v->acts->n; k++) {
      const struct activity *a = &v->acts->activity[k];
      struct sp_rational **there = a->tasks && a->flow >= 0 ? v->reach : v->first;
      struct sp_rational **rest = a->results ? v->home : v->finish, *time = time_of(v, k);
      shorter |= shorten(&v->pool, &there[a->to], first_of(v, a), time);
      shorter |= shorten(&v->pool, &rest[a->from], rest_of(v, a), time);
    }
  }
}

static void find_windows(struct windows *v)
{
  find_distances(v);
  for (int k = 0; k < v->acts->n; k++) {
    const struct activity *a = &v->acts->activity[k];
    struct sp_rational *start = first_of(v, a), *rest = rest_of(v, a);
    if (!start || !rest)
      continue;
    struct sp_rational *end = sp_q_of(&v->pool, v->date, '-', rest);
    if (sp_q_compare(start, end) >= 0)
      continue;
    v->start[k] = start;
    v->end[k] = end;
  }
}

/* A double that is at least q. */
static struct sp_num at_least(const struct sp_rational *q)
{
  double x = sp_q_double(q);
  return sp_double(sp_q_less(q, x) > 0 ? nextafter(x, INFINITY) : x);
}

/* Tasks, or z times the results, that fit into the window of an activity. */
static struct sp_num fitting(struct windows *v, int k)
{
  if (!v->start[k])
    return sp_int(0);
  struct sp_rational *span = sp_q_of(&v->pool, v->end[k], '-', v->start[k]);
  struct sp_rational *tasks = sp_q_floor(&v->pool, sp_q_of(&v->pool, span, '/', time_of(v, k)));
  if (v->acts->activity[k].results)
    tasks = sp_q_of(&v->pool, tasks, '*', sp_q_new(&v->pool, v->g->result));
  return at_least(tasks);
}

/* The row of the activities that share the ports of a vertex. */
static void port_row(struct windows *v, int vertex, struct sp_lp *lp)
{
  const struct activities *acts = v->acts;
  struct sp_rational *start = NULL, *end = NULL;
  if (acts->ports[vertex] == INT_MAX)
    return;
  for (int k = 0; k < acts->n; k++)
    if (v->start[k] && (acts->end[k][0] == vertex || acts->end[k][1] == vertex)) {
      start = !start || sp_q_compare(v->start[k], start) < 0 ? v->start[k] : start;
      end = !end || sp_q_compare(v->end[k], end) > 0 ? v->end[k] : end;
    }
  if (!start)
    return;
  struct sp_rational *ports = sp_q_int(&v->pool, acts->ports[vertex]);
  struct sp_rational *span = sp_q_of(&v->pool, end, '-', start);
  int row = sp_lp_row(lp, sp_lp_minus(SP_LP_FREE), at_least(sp_q_of(&v->pool, span, '*', ports)));
  for (int k = 0; k < acts->n; k++)
    if (v->start[k] && (acts->end[k][0] == vertex || acts->end[k][1] == vertex))
      sp_lp_set(lp, row, k, activity_time(v->g, &acts->activity[k]));
}

static struct sp_lp *windows_programme(struct windows *v)
{
  const struct activities *acts = v->acts;
  struct sp_lp *lp = sp_lp_alloc(true);
  for (int k = 0; k < acts->n; k++)
    sp_lp_column(lp, sp_int(0), fitting(v, k), sp_int(acts->activity[k].flow < 0), false);
  for (int vertex = 0; vertex < acts->vertices; vertex++)
    port_row(v, vertex, lp);
  steady_conserve(lp, v->g, acts, SP_LP_FREE);
  if (sp_graph_has_results(v->g))
    steady_return(lp, v->g, acts, 0);
  return lp;
}

/* floor(min(value of the programme, rho T)). */
static int bound_by_windows(struct windows *v, const struct sp_steady *steady, double *most,
                            struct sp_error *error)
{
  struct sp_lp_solution x;
  struct sp_lp *lp = windows_programme(v);
  int code = sp_exact_lp_solve(lp, &x, error);
  sp_lp_free(lp);
  if (code != SP_OK)
    return code;
  struct sp_rational *least = sp_q_read(&v->pool, x.value_text);
  sp_q_lower(least, sp_q_of(&v->pool, v->date, '*', steady->throughput_exact));
  *most = sp_q_double(sp_q_floor(&v->pool, least));
  sp_lp_solution_clear(&x);
  return SP_OK;
}

int sp_most_tasks_bound(const struct sp_graph *g, const struct sp_steady *steady,
                        struct sp_num date, double *most, struct sp_error *error)
{
  if (!steady->exact)
    return sp_failure(error, SP_CANNOT, "the graph is too large for exact rates");
  if (sp_graph_is_changing(g))
    return sp_bad_input(error, "the graph has profiles, expected costs that do not change");
  struct activities *acts = activities_apart(g);
  struct sp_context *cx = acts->cx;
  struct windows v = {.g = g,
                      .acts = acts,
                      .reach = sp_new(cx, g->platform.nodes, struct sp_rational *),
                      .finish = sp_new(cx, g->platform.nodes, struct sp_rational *),
                      .first = sp_new(cx, g->platform.nodes, struct sp_rational *),
                      .home = sp_new(cx, g->platform.nodes, struct sp_rational *),
                      .start = sp_new(cx, acts->n, struct sp_rational *),
                      .end = sp_new(cx, acts->n, struct sp_rational *)};
  v.date = sp_q_new(&v.pool, date);
  find_windows(&v);
  int code = bound_by_windows(&v, steady, most, error);
  sp_q_clear(&v.pool);
  activities_free(acts);
  return code;
}

/* Solves a graph, and makes the JSON document of starport steady: exact numbers are strings, nodes
 * are numbered from 1. */
#include "cli/parts/steady.h"

int cli_steady_solve(struct steady_answer *a, bool exact, bool tree, struct sp_error *error)
{
  int code = sp_steady_solve(a->g, exact, &a->steady, error);
  if (code == SP_OK && exact)
    code = sp_steady_period_build(a->g, &a->steady, &a->period, error);
  return code == SP_OK && tree ? sp_best_tree(a->g, 0, &a->tree, error) : code;
}

void cli_steady_clear(struct steady_answer *a)
{
  sp_steady_period_clear(&a->period);
  sp_steady_clear(&a->steady);
  sp_tree_clear(&a->tree);
  sp_graph_free(a->g);
}

const char *cli_strategy_name(enum sp_strategy strategy)
{
  static const char *const name[] = {"periodic", "on-line", "early"};
  return name[strategy];
}

json_t *json_rational(const struct sp_rational *q)
{
  char *text = sp_q_text(q);
  json_t *string = json_string(text);
  free(text);
  return string;
}

double json_rational_value(const json_t *string)
{
  struct sp_q_pool pool = {0};
  double value = sp_q_double(sp_q_read(&pool, json_string_value(string)));
  sp_q_clear(&pool);
  return value;
}

/* The exact product rate * time, a share of the time. */
static json_t *json_share(const struct sp_rational *rate, struct sp_num time)
{
  struct sp_q_pool pool = {0};
  struct sp_rational *each = sp_q_new(&pool, isfinite(time.v) ? time : sp_int(0));
  json_t *value = json_rational(sp_q_of(&pool, each, '*', rate));
  sp_q_clear(&pool);
  return value;
}

static json_t *json_matchings(const struct sp_steady_period *p)
{
  json_t *rounds = json_array();
  for (int r = 0; r < p->rounds; r++) {
    json_t *pairs = json_array(), *results = p->home ? json_array() : NULL;
    for (int k = 0; k < p->round[r].n; k++)
      json_array_append_new(
          p->round[r].result[k] ? results : pairs,
          json_pack("[i,i]", p->round[r].pair[k][0] + 1, p->round[r].pair[k][1] + 1));
    json_array_append_new(rounds,
                          json_pack("{s:o, s:o, s:o*}", "length", json_rational(p->round[r].length),
                                    "pairs", pairs, "results", results));
  }
  return rounds;
}

/* The flows of tasks, or of results. */
static json_t *json_flows(const struct steady_answer *a, bool results)
{
  const struct sp_steady_period *p = &a->period;
  struct sp_q_pool pool = {0};
  json_t *flows = json_array();
  for (int k = 0; k < p->flows; k++) {
    const struct sp_flow *f = &p->flow[k];
    if (f->result == results)
      json_array_append_new(flows, json_pack("{s:i, s:i, s:o, s:o}", "from", f->from + 1, "to",
                                             f->to + 1, "busy",
                                             json_rational(sp_q_of(&pool, f->busy, '/', p->length)),
                                             "tasks", json_rational(f->tasks)));
  }
  sp_q_clear(&pool);
  return flows;
}

/* The schedule that is executed: `whole` periods are one, so that no message is interrupted. */
static json_t *json_executed(const struct sp_steady_period *p)
{
  const struct sp_rational *const part[] = {p->length, p->tasks, p->startup, p->drain};
  struct sp_q_pool pool = {0};
  json_t *value[4];
  for (int k = 0; k < 4; k++)
    value[k] = json_rational(sp_q_of(&pool, part[k], '*', p->whole));
  sp_q_clear(&pool);
  return json_pack("{s:o, s:o, s:o, s:o}", "period", value[0], "period_tasks", value[1], "startup",
                   value[2], "drain", value[3]);
}

static json_t *json_exact(const struct steady_answer *a)
{
  const struct sp_steady *s = &a->steady;
  const struct sp_steady_period *p = &a->period;
  json_t *alpha = json_array(), *tasks = json_array();
  for (int i = 0; i < s->nodes; i++) {
    json_array_append_new(alpha, json_share(s->work_exact[i], a->g->w[i]));
    json_array_append_new(tasks, json_rational(p->work[i]));
  }
  bool returns = p->home != NULL;
  return json_pack("{s:o, s:b, s:o*, s:i, s:o, s:o, s:o, s:o, s:o, s:o*, s:o, s:o, s:o, s:o, s:o*, "
                   "s:o}",
                   "throughput", json_rational(s->throughput_exact), "upper_bound_only",
                   s->upper_bound_only, "achieved",
                   s->upper_bound_only ? json_rational(p->achieved) : NULL, "odd_sets", s->odd_sets,
                   "period", json_rational(p->length), "period_tasks", json_rational(p->tasks),
                   "alpha", alpha, "tasks", tasks, "edges", json_flows(a, false), "results",
                   returns ? json_flows(a, true) : NULL, "matchings", json_matchings(p),
                   "whole_periods", json_rational(p->whole), "startup", json_rational(p->startup),
                   "drain", json_rational(p->drain), "returning",
                   returns ? json_rational(p->returning) : NULL, "executed", json_executed(p));
}

static json_t *json_double_flows(const struct sp_graph *g, const double *flow, double times)
{
  json_t *flows = json_array();
  for (int k = 0; k < 2 * g->links; k++) {
    const struct sp_link *link = &g->link[k / 2];
    if (flow[k] > 0)
      json_array_append_new(flows,
                            json_pack("{s:i, s:i, s:o}", "from", 1 + (k % 2 ? link->b : link->a),
                                      "to", 1 + (k % 2 ? link->a : link->b), "busy",
                                      json_number(flow[k] * times * link->c[k % 2].v)));
  }
  return flows;
}

static json_t *json_doubles(const struct steady_answer *a)
{
  const struct sp_steady *s = &a->steady;
  json_t *document =
      json_pack("{s:o, s:b}", "throughput", json_number(s->throughput), "exact", false);
  if (a->closed)
    return document;
  json_t *alpha = json_array();
  for (int i = 0; i < s->nodes; i++)
    json_array_append_new(alpha, json_number(s->work[i] > 0 ? s->work[i] * a->g->w[i].v : 0));
  json_object_set_new(document, "alpha", alpha);
  json_object_set_new(document, "edges", json_double_flows(a->g, s->flow, 1));
  if (s->results)
    json_object_set_new(document, "results", json_double_flows(a->g, s->results, a->g->result.v));
  return document;
}

static json_t *json_tree(const struct sp_tree *t)
{
  json_t *edges = json_array();
  for (int i = 0; i < t->nodes; i++)
    if (t->parent[i] >= 0)
      json_array_append_new(edges, json_pack("[i,i]", t->parent[i] + 1, i + 1));
  return json_pack("{s:o, s:b, s:o}", "throughput",
                   t->throughput_text ? json_string(t->throughput_text)
                                      : json_number(t->throughput),
                   "best", t->best, "edges", edges);
}

/* The run on the first engine; a difference between two engines is reported on stderr. */
static json_t *json_simulated(const struct steady_simulation *s)
{
  const struct sp_steady_executed *x = &s->executed[0];
  bool ok = x->result.status == SP_RUN_OK, periodic = s->run.strategy == SP_PERIODIC;
  json_t *places = s->run.strategy != SP_ON_LINE ? NULL
                   : s->run.places < LONG_MAX    ? json_integer(s->run.places)
                                                 : json_null(); /* as many as the graph says */
  return json_pack("{s:o, s:o, s:o, s:o, s:s, s:s, s:o, s:b, s:s, s:o*, s:o*}", "time",
                   json_number(s->run.time), "done", json_number(ok ? x->result.done : NAN),
                   "ratio", json_number(ok ? x->ratio : NAN), "formula", json_number(x->formula),
                   "strategy", cli_strategy_name(s->run.strategy), "engine",
                   s->runs.n == 2 ? "both" : sp_engine_name(s->runs.engine[0]), "periods",
                   periodic ? json_integer(x->periods) : json_null(), "verified",
                   x->result.verified, "status", sp_status_name(x->result.status), "places", places,
                   "reason", ok ? NULL : sp_json_text(x->result.reason));
}

static json_t *json_most(const struct steady_answer *a)
{
  return json_pack("{s:o, s:o, s:b, s:o*}", "bound", json_number(a->most_bound), "tasks",
                   json_number(a->searched ? a->most.tasks : NAN), "proven", a->most.proven,
                   "reason", a->searched ? NULL : sp_json_text(a->reason.text));
}

json_t *cli_steady_json(const struct steady_answer *a, bool tree)
{
  json_t *document = a->steady.exact ? json_exact(a) : json_doubles(a);
  if (tree)
    json_object_set_new(document, "tree", json_tree(&a->tree));
  if (a->simulation)
    json_object_set_new(document, "simulated", json_simulated(a->simulation));
  if (a->most_asked)
    json_object_set_new(document, "most", json_most(a));
  return document;
}

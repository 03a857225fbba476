/* Computes values of the commands `network`, `steady` and `run` for `starport reproduce`.
 *
 * - network KIND, SPEC as on the command line: time, simulated (time, executed), usable, speedup,
 *   utilisation, equivalent-speed, left, right, layers, alpha-K (the load of processor K), busy-K
 *   (processors that compute in step K of the momentary utilisation) and until-K (its end);
 * - steady, SPEC as --graph, and perhaps the word master=NODE[,NODE..]: throughput, period, tasks
 *   (a period), alpha-K, work-K (tasks that node K computes in a period), matchings, length (of all
 *   of them), startup, drain, odd-sets, achieved, tree (throughput of the best spanning tree),
 *   done-by-K and ratio-by-K (Proposition 3);
 * - run, SPEC as --star: the quantity is a method, the value its makespan on the native engine.
 *
 * The value of a network without a schedule (a branch that cannot be reached in time) is
 * "infeasible". */
#include "base/memory.h"
#include "cli/parts/steady.h"
#include "cli/parts/values.h"
#include "cli/shared/messages.h"
#include "engine/perform/network_run.h"
#include "io/graph/graph.h"
#include "io/graph/network_spec.h"
#include "solve/lp/rational.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The number K of "alpha-K", from 1; 0 for another word. */
static long number_after(const char *quantity, const char *word)
{
  size_t length = strlen(word);
  char *end;
  if (strncmp(quantity, word, length) != 0 || quantity[length] != '-')
    return 0;
  long k = strtol(quantity + length + 1, &end, 10);
  return *end || k < 1 ? 0 : k;
}

static int unknown_quantity(const struct cli_value *v)
{
  return cli_complain(SP_BAD_INPUT, "%s: unknown quantity '%s'", v->platform, v->quantity);
}

/* ---- Networks. */

static void set_network(struct cli_value *v, double ours, const char *exact)
{
  v->ours = ours;
  v->exact = exact ? sp_xstrdup(exact) : NULL;
}

static void set_step(struct cli_value *v, const struct sp_network *net,
                     const struct sp_network_solution *s, long k, bool busy)
{
  long n;
  struct sp_step *step = sp_network_steps(net, s, &n);
  if (k <= n)
    v->ours = busy ? step[k - 1].busy : step[k - 1].end;
  free(step);
}

/* The completion time of an execution on the native engine; NAN if it fails. */
static double simulated(const struct sp_network *net, const struct sp_network_solution *s)
{
  struct sp_error error;
  struct sp_result result;
  struct sp_conditions nominal = {0};
  int code =
      sp_network_execute(net, s, SP_PARALLEL, SP_ENGINE_NATIVE, &nominal, &result, NULL, &error);
  return code || result.status != SP_RUN_OK ? NAN : result.makespan;
}

static int network_value(struct cli_value *v, const struct sp_network *net,
                         const struct sp_network_solution *s)
{
  const struct {
    const char *name;
    double value;
  } known[] = {
      {"usable", s->usable},           {"speedup", s->speedup},
      {"utilisation", s->utilisation}, {"equivalent-speed", s->equivalent_speed},
      {"left", (double)s->left},       {"right", (double)s->right},
      {"layers", (double)s->layers},
  };
  long alpha = number_after(v->quantity, "alpha"), busy = number_after(v->quantity, "busy"),
       until = number_after(v->quantity, "until");
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (!strcmp(v->quantity, known[k].name)) {
      set_network(v, known[k].value, NULL);
      return SP_OK;
    }
  if (!strcmp(v->quantity, "time"))
    set_network(v, s->time, s->time_exact);
  else if (alpha && alpha <= s->n)
    set_network(v, s->row[alpha - 1].alpha, s->alpha_exact ? s->alpha_exact[alpha - 1] : NULL);
  else if (!strcmp(v->quantity, "simulated"))
    set_network(v, simulated(net, s), NULL);
  else if (busy || until)
    set_step(v, net, s, busy ? busy : until, busy > 0);
  else
    return unknown_quantity(v);
  return SP_OK;
}

static int network_values(struct cli_value *v, int n)
{
  struct sp_error error;
  struct sp_network_solution solution;
  enum sp_network_kind kind = sp_network_kind_of(v->platform + strlen("network "));
  if (kind == SP_NETWORK_KINDS)
    return cli_complain(SP_BAD_INPUT, "'%s', expected network and a kind, or steady", v->platform);
  struct sp_network *net = sp_network_parse(kind, v->method, &error);
  if (!net)
    return cli_complain(SP_BAD_INPUT, "%s", error.text);
  int code = SP_OK;
  if (sp_network_solve(net, &solution, &error) != SP_OK)
    for (int i = 0; i < n; i++)
      v[i].exact = sp_xstrdup("infeasible");
  else {
    for (int i = 0; i < n && !code; i++)
      code = network_value(&v[i], net, &solution);
    sp_network_solution_clear(&solution);
  }
  sp_network_free(net);
  return code;
}

/* ---- Steady state. */

static void set_rational(struct cli_value *v, const struct sp_rational *q)
{
  v->ours = sp_q_double(q);
  v->exact = sp_q_text(q);
}

/* The tasks done by a date, or their quotient by date * throughput. */
static void set_done(struct cli_value *v, const struct steady_answer *a, long by, bool ratio)
{
  struct sp_rational *date = sp_q_alloc(), *done = sp_q_alloc();
  sp_q_set_ratio(date, by, 1);
  sp_steady_period_done_by(&a->period, date, done);
  if (ratio) {
    sp_q_mul(date, date, a->steady.throughput_exact);
    sp_q_div(done, done, date);
  }
  set_rational(v, done);
  sp_q_free(date);
  sp_q_free(done);
}

static int set_tree(struct cli_value *v, struct steady_answer *a)
{
  struct sp_error error;
  int code = sp_best_tree(a->g, 0, &a->tree, &error);
  if (code)
    return cli_complain(code, "%s", error.text);
  v->ours = a->tree.throughput;
  v->exact = sp_xstrdup(a->tree.throughput_text);
  sp_tree_clear(&a->tree);
  return SP_OK;
}

/* The share of time in which node k computes: w times its rate. */
static void set_alpha(struct cli_value *v, const struct steady_answer *a, long k)
{
  struct sp_rational *alpha = sp_q_alloc();
  if (isfinite(a->g->w[k - 1].v)) {
    sp_q_set_num(alpha, a->g->w[k - 1]);
    sp_q_mul(alpha, alpha, a->steady.work_exact[k - 1]);
  }
  set_rational(v, alpha);
  sp_q_free(alpha);
}

static int steady_value(struct cli_value *v, struct steady_answer *a)
{
  const struct {
    const char *name;
    const struct sp_rational *value;
  } known[] = {
      {"throughput", a->steady.throughput_exact},
      {"period", a->period.length},
      {"tasks", a->period.tasks},
      {"achieved", a->period.achieved},
      {"length", a->period.rounds_end},
      {"startup", a->period.startup},
      {"drain", a->period.drain},
  };
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (!strcmp(v->quantity, known[k].name)) {
      set_rational(v, known[k].value);
      return SP_OK;
    }
  long alpha = number_after(v->quantity, "alpha"), work = number_after(v->quantity, "work"),
       done = number_after(v->quantity, "done-by"), ratio = number_after(v->quantity, "ratio-by");
  if (!strcmp(v->quantity, "tree"))
    return set_tree(v, a);
  if (!strcmp(v->quantity, "matchings"))
    v->ours = a->period.rounds;
  else if (!strcmp(v->quantity, "odd-sets"))
    v->ours = a->steady.odd_sets;
  else if (alpha && alpha <= a->steady.nodes)
    set_alpha(v, a, alpha);
  else if (work && work <= a->steady.nodes)
    set_rational(v, a->period.work[work - 1]);
  else if (done || ratio)
    set_done(v, a, done ? done : ratio, ratio > 0);
  else
    return unknown_quantity(v);
  return SP_OK;
}

static int steady_values(struct cli_value *v, int n)
{
  struct sp_error error;
  struct steady_answer answer = {0};
  struct sp_graph *g = sp_read_graph_spec(v->method, &error);
  answer.g = g;
  int code = g ? sp_steady_solve(g, true, &answer.steady, &error) : SP_BAD_INPUT;
  if (!code)
    code = sp_steady_period_build(g, &answer.steady, &answer.period, &error);
  if (code)
    cli_complain(code, "%s", error.text);
  for (int i = 0; i < n && !code; i++)
    code = steady_value(&v[i], &answer);
  sp_steady_period_clear(&answer.period);
  sp_steady_clear(&answer.steady);
  sp_graph_free(g);
  return code;
}

/* ---- Runs of stars. */

static int run_value(struct cli_value *v, const struct sp_registry *registry,
                     const struct sp_instance *in)
{
  struct sp_error error;
  struct sp_method method;
  struct sp_conditions nominal = {0};
  struct sp_result result;
  if (sp_method_parse(registry, v->quantity, &method, &error))
    return cli_complain(SP_BAD_INPUT, "%s", error.text);
  sp_native_run(in, registry, &method, &nominal, &result, NULL, NULL);
  if (result.status == SP_RUN_OK)
    v->ours = result.makespan;
  else
    cli_complain(SP_OK, "%s, %s: %s: %s", v->method, v->quantity, sp_status_name(result.status),
                 result.reason);
  sp_method_clear(&method);
  return SP_OK;
}

static int run_values(struct cli_value *v, int n)
{
  struct sp_error error;
  struct sp_registry *registry = sp_registry_alloc(&error);
  struct sp_instance *in = registry ? sp_star_parse(v->method, &error) : NULL;
  int code = in ? SP_OK : cli_complain(SP_BAD_INPUT, "%s", error.text);
  for (int i = 0; i < n && !code; i++)
    code = run_value(&v[i], registry, in);
  sp_instance_free(in);
  sp_registry_free(registry);
  return code;
}

int cli_values_compute(struct cli_value *v, int n)
{
  if (!strcmp(v->platform, "run"))
    return run_values(v, n);
  if (!strcmp(v->platform, "steady"))
    return steady_values(v, n);
  if (!strncmp(v->platform, "network ", strlen("network ")))
    return network_values(v, n);
  return cli_complain(SP_BAD_INPUT, "'%s', expected run, steady or network and a kind",
                      v->platform);
}

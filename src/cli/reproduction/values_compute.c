/* Computes values of `network` and `steady` for `starport reproduce`: a quantity is a
 * member of the JSON document of the command, with '-' for '_'; NAME-K is element K, from 1, of an
 * array; the name of an array alone is its length. Shorter names and others:
 *
 * - network KIND, SPEC as on the command line: simulated (the time, executed), busy-K (processors
 *   that compute in step K of the momentary utilisation) and until-K (its end);
 * - steady, SPEC as --graph, and perhaps the word master=NODE[,NODE..]: tasks (a period), work-K
 *   (tasks that node K computes in a period), length (of all matchings), achieved, tree (throughput
 *   of the best spanning tree), done-by-K and ratio-by-K (Proposition 3);
 * - steady --star, perhaps with --messages=K or --fewest-places.
 *
 * The value of a network without a schedule (a branch that cannot be reached in time) is
 * "infeasible". */
#include "cli/parts/network.h"
#include "cli/parts/steady.h"
#include "cli/reproduction/reproduce.h"
#include "io/graph/graph.h"
#include "io/graph/network_spec.h"

/* ---- Members of a document. */

/* Names that are not those of members; member: of the object found. */
static const struct alias {
  const char *name, *key, *member;
} aliases[] = {
    {"simulated", "simulated", "time"},
    {"busy", "utilisation_steps", "busy"},
    {"until", "utilisation_steps", "end"},
    {"tasks", "period_tasks", NULL},
    {"work", "tasks", NULL},
    {"tree", "tree", "throughput"},
};

/* Cuts "NAME-K" and puts '_' for '-'; returns K, 0 if there is none. */
static size_t cut_number(char *name)
{
  char *dash = strrchr(name, '-');
  size_t k = 0;
  if (dash && dash[1] && !dash[1 + strspn(dash + 1, "0123456789")]) {
    k = strtoul(dash + 1, NULL, 10);
    *dash = '\0';
  }
  for (char *p = name; *p; p++)
    *p = *p == '-' ? '_' : *p;
  return k;
}

static const json_t *find(const json_t *document, const char *key, size_t k)
{
  const json_t *value = json_object_get(document, key);
  return k ? json_array_get(value, k - 1) : value;
}

/* Sets ours and exact to the value in the document: a number, with its fraction in NAME_exact, or a
 * fraction. */
static int look_up(struct cli_value *v, const json_t *document)
{
  char *name = cli_format("%s", v->quantity);
  size_t k = cut_number(name);
  struct alias alias = {name, name, NULL};
  for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
    if (!strcmp(name, aliases[i].name))
      alias = aliases[i];
  const char *fraction = cli_format("%s_exact", alias.key);
  const json_t *value = find(document, alias.key, k), *exact = find(document, fraction, k);
  bool known = value || alias.member;
  if (alias.member)
    value = json_object_get(value, alias.member);
  if (json_is_string(value))
    exact = value;
  if (json_is_array(value))
    v->ours = (double)json_array_size(value);
  else if (value && !json_is_null(value))
    v->ours = json_is_string(value) ? json_rational_value(value) : json_number_value(value);
  v->exact = cli_keep(sp_xstrdup(json_string_value(exact)));
  return known ? SP_OK
               : cli_complain(SP_BAD_INPUT, "%s: unknown quantity '%s'", v->platform, v->quantity);
}

/* True if one of the values has a quantity that begins so. */
static bool is_wanted(const struct cli_value *v, int n, const char *quantity)
{
  for (int i = 0; i < n; i++)
    if (!strncmp(v[i].quantity, quantity, strlen(quantity)))
      return true;
  return false;
}

/* ---- Networks. */

/* The document of the solution, executed on the native engine if that is wanted. */
static json_t *network_document(struct network_answer *a, bool simulate)
{
  static const struct cli_execution native = {.engine = CLI_NATIVE};
  if (simulate)
    cli_network_simulate(a, &native);
  bool failed = simulate && a->runs.result[0].status != SP_RUN_OK;
  json_t *document = cli_network_json(a, false);
  if (failed)
    json_object_del(document, "simulated");
  cli_run_clear(&a->runs);
  return document;
}

static int network_values(struct cli_value *v, int n)
{
  struct sp_error error;
  struct network_answer answer = {0};
  enum sp_network_kind kind = sp_network_kind_of(v->platform + strlen("network "));
  if (kind == SP_NETWORK_KINDS)
    return cli_complain(SP_BAD_INPUT, "'%s', expected network and a kind, or steady", v->platform);
  struct sp_network *net = sp_network_parse(kind, v->method, &error);
  if (!net)
    return cli_failed(SP_BAD_INPUT, &error);
  int code = SP_OK;
  answer.net = net;
  if (sp_network_solve(net, &answer.solution, &error) != SP_OK)
    for (int i = 0; i < n; i++)
      v[i].exact = "infeasible";
  else {
    json_t *document = network_document(&answer, is_wanted(v, n, "simulated"));
    for (int i = 0; i < n && !code; i++)
      code = look_up(&v[i], document);
    json_decref(document);
    sp_network_solution_clear(&answer.solution);
  }
  sp_network_free(net);
  return code;
}

/* ---- Steady state. */

/* The tasks done by a date, or their quotient by date * throughput. */
static void set_done(struct cli_value *v, const struct steady_answer *a, long by, bool ratio)
{
  struct sp_q_pool pool = {0};
  struct sp_rational *date = sp_q_int(&pool, by);
  struct sp_rational *done = sp_steady_period_done_by(&pool, &a->period, date);
  struct sp_rational *most = sp_q_of(&pool, date, '*', a->steady.throughput_exact);
  done = ratio ? sp_q_of(&pool, done, '/', most) : done;
  v->ours = sp_q_double(done);
  v->exact = cli_keep(sp_q_text(done));
  sp_q_clear(&pool);
}

static int steady_value(struct cli_value *v, const struct steady_answer *a, const json_t *document)
{
  char *name = cli_format("%s", v->quantity);
  long k = (long)cut_number(name);
  bool ratio = !strcmp(name, "ratio_by"), by_date = k && (ratio || !strcmp(name, "done_by"));
  if (!by_date)
    return look_up(v, document);
  set_done(v, a, k, ratio);
  return SP_OK;
}

static int steady_values(struct cli_value *v, int n)
{
  struct sp_error error;
  struct steady_answer answer = {.g = sp_read_graph_spec(v->method, &error)};
  bool tree = is_wanted(v, n, "tree");
  int code = answer.g ? cli_steady_solve(&answer, true, tree, &error) : SP_BAD_INPUT;
  if (cli_failed(code, &error) == SP_OK) {
    json_t *document = cli_steady_json(&answer, tree);
    json_object_set_new(document, "length", json_rational(answer.period.rounds_end));
    json_object_set_new(document, "achieved", json_rational(answer.period.achieved));
    for (int i = 0; i < n && !code; i++)
      code = steady_value(&v[i], &answer, document);
    json_decref(document);
  }
  cli_steady_clear(&answer);
  return code;
}

static int star_values(struct cli_value *v, int n)
{
  const char *limit = strstr(v->platform, "--messages=");
  long messages = limit ? strtol(limit + strlen("--messages="), NULL, 10) : 0;
  bool fewest = strstr(v->platform, "--fewest-places") != NULL;
  json_t *document = cli_steady_star_json(v->method, fewest, messages);
  int code = SP_OK;
  for (int i = 0; i < n && !code; i++)
    code = look_up(&v[i], document);
  json_decref(document);
  return code;
}

int cli_values_compute(struct cli_value *v, int n)
{
  if (!strncmp(v->platform, "steady --star", strlen("steady --star")))
    return star_values(v, n);
  if (!strcmp(v->platform, "steady"))
    return steady_values(v, n);
  if (!strncmp(v->platform, "network ", strlen("network ")))
    return network_values(v, n);
  return cli_complain(
      SP_BAD_INPUT, "'%s', expected run, steady, steady --star or network and a kind", v->platform);
}

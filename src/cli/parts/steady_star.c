/* starport steady --star: the exact throughput of a star with places, the cycle that reaches it,
 * and the fewest places for the rate without limits; where results return, the rates without limits
 * and, where that is solved, the mixture of cycles that reaches the exact one with places.
 * Executed if that is wanted: the cycle, or the stream of 1d. */
#include "base/num.h"
#include "base/text.h"
#include "cli/parts/steady.h"
#include "cli/shared/methods.h"
#include "io/text/star.h"
#include "solve/bag/bag.h"
#include "solve/bag/places.h"

enum { MOST_TASKS = 10000000, MOST_SHOWN = 60 };

struct star_answer {
  struct sp_instance *in;
  struct sp_context *cx;
  struct sp_rational *unlimited, *bound; /* rates without limits of places; at most, with them */
  struct sp_q_pool pool;
  bool returns;        /* results do: then alpha to reason follow, else all the others */
  double *alpha;       /* [0..m] tasks of each worker in a unit of time, without limits */
  bool limited, mixed; /* places are; the mixture is set, else the reason why it is not */
  struct sp_star_mixture mixture;
  struct sp_error reason;
  struct sp_star_cycle cycle;
  bool fewest_wanted;
  struct sp_fewest_places fewest;
};

/* The star as a bag of endless tasks. */
static struct sp_instance *read_star(const char *text)
{
  struct sp_error error;
  const struct star_workload any = {.tasks = "1", .no_release = "a steady state has no arrivals"};
  struct sp_instance *in = star_parse(text, &any, &error);
  if (!in)
    cli_exit(cli_failed(SP_BAD_INPUT, &error));
  in->total = SP_INFINITE;
  return in;
}

static void find_cycle(struct star_answer *a, long messages)
{
  struct sp_error error;
  int code = a->fewest_wanted
                 ? sp_star_fewest_places(a->cx, a->in, &a->fewest, &a->cycle, &error)
                 : sp_star_cycle_solve(a->in, (struct sp_star_limits){.messages = messages},
                                       &a->cycle, &error);
  cli_end_if(cli_failed(code, &error));
  for (int i = 1; a->fewest_wanted && i <= a->in->m; i++) {
    a->in->buffer[i] = a->fewest.places[i] > 0 ? a->fewest.places[i] : 1;
    if (a->fewest.places[i] == 0)
      a->in->w[i] = SP_INFINITE;
  }
}

static void find_mixture(struct star_answer *a)
{
  a->alpha = sp_new(a->cx, a->in->m + 1, double);
  sp_rates(a->cx, a->in, SP_RATE_TASKS, a->alpha, NULL);
  for (int i = 1; i <= a->in->m; i++)
    a->limited |= a->in->buffer[i] < LONG_MAX;
  a->mixed = a->limited && sp_star_mixture_solve(a->in, &a->mixture, &a->reason) == SP_OK;
}

/* Solves the star, or ends the process after a message. messages: of the cycle at most; 0: any
 * number. */
static struct star_answer solve_star(const char *text, bool fewest, long messages)
{
  struct star_answer a = {.in = read_star(text), .fewest_wanted = fewest};
  struct sp_error error;
  cli_end_if(cli_failed(sp_check_steady_star(a.in, &error), &error));
  a.returns = sp_has_results(a.in);
  a.cx = sp_context_plain();
  if (a.returns && (fewest || messages)) /* cycles are not searched there */
    cli_refuse(SP_BAD_INPUT, "--%s of a star whose results return, expected a star without result",
               fewest ? "fewest-places" : "messages");
  if (a.returns)
    find_mixture(&a);
  else
    find_cycle(&a, messages);
  a.unlimited = sp_exact_rate(a.cx, a.in, SP_RATE_TASKS, &a.pool);
  a.bound = sp_exact_rate(a.cx, a.in, SP_RATE_PLACES, &a.pool);
  return a;
}

static void clear_star(struct star_answer *a)
{
  sp_star_cycle_clear(&a->cycle);
  sp_star_mixture_clear(&a->mixture);
  free(a->fewest.places);
  sp_q_clear(&a->pool);
  sp_context_free(a->cx);
  sp_instance_free(a->in);
}

/* ---- Execution. */

/* The cycle, repeated until the date and beyond. */
static struct sp_schedule plan_of(const struct star_answer *a, double date)
{
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  double tasks = date * sp_q_double(a->cycle.throughput) + (double)a->cycle.length;
  for (int i = 1; i <= a->in->m; i++)
    tasks += isfinite(a->in->w[i].v) ? (double)a->in->buffer[i] : 0;
  if (!(tasks <= MOST_TASKS))
    cli_refuse(SP_CANNOT, "%.0f tasks by that date, expected at most %d", tasks, MOST_TASKS);
  for (long k = 0; (double)k <= tasks; k++)
    sp_schedule_add(&plan, 0, a->cycle.target[k % a->cycle.length], 1, -1);
  return plan;
}

static void simulate(const struct star_answer *a, struct steady_simulation *s)
{
  enum cli_keep keep = cli_files_option(&s->files) ? CLI_KEEP_TRACE : CLI_KEEP_RESULTS;
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  const struct sp_registry *registry = NULL;
  struct sp_method stream = {0};
  if (!a->returns)
    plan = plan_of(a, s->run.time);
  a->in->deadline = sp_double(s->run.time);
  cli_end_if(cli_check_engines(&s->execution));
  if (a->returns) {
    registry = cli_registry(NULL);
    cli_end_if(sp_method_parse(registry, "1d", &stream, NULL));
  }
  cli_perform(a->in, &s->execution, registry, a->returns ? &stream : NULL,
              a->returns ? NULL : &plan, keep, &s->runs);
  if (s->runs.result[0].status == SP_RUN_OK)
    cli_end_if(cli_files_write(&s->files, &s->runs.trace[0], a->in, cli_run_title(&s->runs), NAN));
  sp_method_clear(&stream);
  sp_schedule_clear(&plan);
}

/* Of run k: the tasks done over those by the rate that is reached or, of results, bounds it. */
static double ratio_of(const struct star_answer *a, const struct steady_simulation *s, int k)
{
  const struct sp_result *r = &s->runs.result[k];
  double rate = sp_q_double(a->returns ? a->bound : a->cycle.throughput);
  return r->status == SP_RUN_OK ? r->done / (s->run.time * rate) : NAN;
}

/* ---- JSON. */

static json_t *simulated(const struct star_answer *a, const struct steady_simulation *s)
{
  const struct sp_result *r = &s->runs.result[0];
  return json_pack("{s:o, s:o, s:o, s:s, s:b, s:s}", "time", json_number(s->run.time), "done",
                   json_number(r->done), "ratio", json_number(ratio_of(a, s, 0)), "engine",
                   s->runs.n == 2 ? "both" : sp_engine_name(s->runs.engine[0]), "verified",
                   r->verified, "status", sp_status_name(r->status));
}

static json_t *json_targets(const struct sp_star_cycle *cycle)
{
  json_t *targets = json_array();
  for (long k = 0; k < cycle->length; k++)
    json_array_append_new(targets, json_integer(cycle->target[k]));
  return targets;
}

/* Adds the mixture, or why there is none. */
static void add_mixture(const struct star_answer *a, json_t *document)
{
  const struct sp_star_mixture *m = &a->mixture;
  if (!a->mixed && a->limited)
    json_object_set_new(document, "reason", json_string(a->reason.text));
  if (!a->mixed)
    return;
  json_t *cycles = json_array();
  for (int k = 0; k < m->n; k++)
    json_array_append_new(cycles, json_pack("{s:o, s:o}", "share", json_rational(m->share[k]),
                                            "cycle", json_targets(&m->cycle[k])));
  json_object_update_new(document,
                         json_pack("{s:o, s:o, s:b}", "throughput", json_rational(m->throughput),
                                   "cycles", cycles, "proven", m->proven));
}

static json_t *json_of_rates(const struct star_answer *a)
{
  json_t *rates = json_array();
  for (int i = 1; i <= a->in->m; i++)
    json_array_append_new(rates, json_number(a->alpha[i]));
  json_t *document = json_pack("{s:o, s:o, s:o}", "unlimited", json_rational(a->unlimited), "bound",
                               json_rational(a->bound), "rates", rates);
  add_mixture(a, document);
  return document;
}

static json_t *json_of_cycle(const struct star_answer *a)
{
  json_t *places = a->fewest_wanted ? json_array() : NULL;
  long sum = 0;
  for (int i = 1; places && i <= a->in->m; i++) {
    json_array_append_new(places, json_integer(a->fewest.places[i]));
    sum += a->fewest.places[i];
  }
  return json_pack("{s:o, s:o, s:b, s:o*, s:o*, s:o, s:o, s:I, s:I}", "throughput",
                   json_rational(a->cycle.throughput), "cycle", json_targets(&a->cycle), "proven",
                   a->cycle.proven, "places", places, "fewest", places ? json_integer(sum) : NULL,
                   "unlimited", json_rational(a->unlimited), "bound", json_rational(a->bound),
                   "states", (json_int_t)a->cycle.states, "moves", (json_int_t)a->cycle.moves);
}

/* s: NULL: not executed. */
static json_t *json_of(const struct star_answer *a, const struct steady_simulation *s)
{
  json_t *document = a->returns ? json_of_rates(a) : json_of_cycle(a);
  if (s && s->runs.n > 0)
    json_object_set_new(document, "simulated", simulated(a, s));
  return document;
}

json_t *cli_steady_star_json(const char *text, bool fewest, long messages)
{
  struct star_answer a = solve_star(text, fewest, messages);
  json_t *document = json_of(&a, NULL);
  clear_star(&a);
  return document;
}

/* ---- Text. */

static void print_rate(const char *name, const struct sp_rational *rate)
{
  printf("%-20s %s = %s\n", name, (char *)cli_keep(sp_q_text(rate)),
         cli_rounded(sp_q_double(rate)));
}

/* share: of the time; NULL or 1: all. */
static void print_targets(const struct sp_star_cycle *cycle, const struct sp_rational *share)
{
  const char *text = share ? cli_keep(sp_q_text(share)) : NULL;
  printf("cycle                ");
  for (long k = 0; k < cycle->length && k < MOST_SHOWN; k++)
    printf("%s%d", k ? "-" : "", cycle->target[k]);
  printf("%s", cycle->length > MOST_SHOWN ? "-.." : "");
  if (text && strcmp(text, "1") != 0)
    printf(", %s of the time", text);
  printf("\n");
}

static void print_rates(const struct star_answer *a)
{
  printf("rates of workers     ");
  for (int i = 1; i <= a->in->m; i++)
    printf("%s%s", i > 1 ? " " : "", cli_rounded(a->alpha[i]));
  printf("\n");
  if (!a->mixed && a->limited)
    printf("the rate with places is not known: %s\n", a->reason.text);
  for (int k = 0; k < a->mixture.n; k++)
    print_targets(&a->mixture.cycle[k], a->mixture.share[k]);
  if (a->mixed)
    printf("%s by the potentials of %ld states, %ld moves\n",
           a->mixture.proven ? "proven" : "not proven", a->mixture.cycle[0].states,
           a->mixture.cycle[0].moves);
}

static void print_cycle(const struct star_answer *a)
{
  print_targets(&a->cycle, NULL);
  printf("%s by %s %ld states, %ld moves\n", a->cycle.proven ? "proven" : "not proven",
         a->cycle.complete ? "all periods in the graph of" : "the potentials of", a->cycle.states,
         a->cycle.moves);
  if (a->fewest_wanted)
    printf("fewer places: %ld vectors refuted by the bound, %ld by their best cycle\n",
           a->fewest.by_bound, a->fewest.by_cycle);
}

static void print_star(const struct star_answer *a, const struct steady_simulation *s)
{
  printf("star, %d worker%s, %s", a->in->m, sp_plural(a->in->m),
         a->returns ? "results return" : "places");
  for (int i = 1; i <= a->in->m && !a->returns; i++)
    printf("%s%ld", i > 1 ? "," : " ",
           isfinite(a->in->w[i].v) || !a->fewest_wanted ? a->in->buffer[i] : 0);
  printf("\n\n");
  if (!a->returns || a->mixed)
    print_rate("throughput", a->returns ? a->mixture.throughput : a->cycle.throughput);
  print_rate("without limits", a->unlimited);
  print_rate("bound with places", a->bound);
  (a->returns ? print_rates : print_cycle)(a);
  for (int k = 0; k < s->runs.n; k++)
    if (s->runs.result[k].status == SP_RUN_OK)
      printf("%s%s: %.12g tasks by date %.12g, %.6g of the %s\n", k ? "" : "\n",
             sp_engine_name(s->runs.engine[k]), s->runs.result[k].done, s->run.time,
             ratio_of(a, s, k), a->returns ? "bound" : "rate");
}

int cli_steady_star(const char *text, bool fewest, long messages, bool json,
                    struct steady_simulation *s)
{
  struct star_answer a = solve_star(text, fewest, messages);
  if (s->wanted)
    simulate(&a, s);
  if (json)
    json_print(json_of(&a, s));
  else
    print_star(&a, s);
  int code = cli_run_verdict(&s->runs, false);
  cli_run_clear(&s->runs);
  clear_star(&a);
  return code;
}

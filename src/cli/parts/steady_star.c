/* starport steady --star: the exact throughput of a star with places, the cycle that reaches it,
 * executed if that is wanted, and the fewest places for the rate without limits. */
#include "base/memory.h"
#include "base/num.h"
#include "base/text_table.h"
#include "cli/parts/steady.h"
#include "io/text/star.h"
#include "method/context.h"
#include "model/instance.h"
#include "solve/bag/bag.h"
#include "solve/bag/places.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_TASKS = 10000000, MOST_SHOWN = 60 };

struct star_answer {
  struct sp_instance *in;
  struct sp_star_cycle cycle;
  struct sp_fewest_places fewest;
  struct sp_rational *unlimited, *bound; /* rates without limits of places; at most, with them */
  struct sp_q_pool pool;
  bool fewest_wanted;
  long messages; /* of the cycle at most; 0: any number */
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

static void solve_star(struct star_answer *a)
{
  struct sp_error error;
  struct sp_context *cx = sp_context_plain();
  int code = a->fewest_wanted
                 ? sp_star_fewest_places(cx, a->in, &a->fewest, &a->cycle, &error)
                 : sp_star_cycle_solve(a->in, (struct sp_star_limits){.messages = a->messages},
                                       &a->cycle, &error);
  if (code != SP_OK)
    cli_exit(cli_failed(code, &error));
  for (int i = 1; a->fewest_wanted && i <= a->in->m; i++) {
    a->in->buffer[i] = a->fewest.places[i] > 0 ? a->fewest.places[i] : 1;
    if (a->fewest.places[i] == 0)
      a->in->w[i] = SP_INFINITE;
  }
  a->unlimited = sp_exact_rate(cx, a->in, SP_RATE_TASKS, &a->pool);
  a->bound = sp_exact_rate(cx, a->in, SP_RATE_PLACES, &a->pool);
  sp_context_free(cx);
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

static void simulate_star(struct star_answer *a, struct steady_simulation *s)
{
  struct sp_schedule plan = plan_of(a, s->run.time);
  a->in->deadline = sp_double(s->run.time);
  cli_end_if(cli_check_engines(&s->execution));
  cli_perform(a->in, &s->execution, NULL, NULL, &plan,
              cli_files_option(&s->files) ? CLI_KEEP_TRACE : CLI_KEEP_RESULTS, &s->runs);
  sp_schedule_clear(&plan);
  if (s->runs.result[0].status == SP_RUN_OK)
    cli_end_if(cli_files_write(&s->files, &s->runs.trace[0], a->in, cli_run_title(&s->runs), NAN));
}

/* ---- The answer. */

static json_t *json_of(const struct star_answer *a, const struct steady_simulation *s)
{
  json_t *targets = json_array(), *places = a->fewest_wanted ? json_array() : NULL;
  for (long k = 0; k < a->cycle.length; k++)
    json_array_append_new(targets, json_integer(a->cycle.target[k]));
  long sum = 0;
  for (int i = 1; places && i <= a->in->m; i++) {
    json_array_append_new(places, json_integer(a->fewest.places[i]));
    sum += a->fewest.places[i];
  }
  json_t *document =
      json_pack("{s:o, s:o, s:b, s:o*, s:o*, s:o, s:o, s:I, s:I}", "throughput",
                json_rational(a->cycle.throughput), "cycle", targets, "proven", a->cycle.proven,
                "places", places, "fewest", places ? json_integer(sum) : NULL, "unlimited",
                json_rational(a->unlimited), "bound", json_rational(a->bound), "states",
                (json_int_t)a->cycle.states, "moves", (json_int_t)a->cycle.moves);
  if (s->runs.n > 0)
    json_object_set_new(document, "simulated",
                        cli_steady_star_simulated(s, sp_q_double(a->cycle.throughput)));
  return document;
}

static void print_star(const struct star_answer *a, const struct steady_simulation *s)
{
  printf("star, %d worker%s, places", a->in->m, a->in->m == 1 ? "" : "s");
  for (int i = 1; i <= a->in->m; i++)
    printf("%s%ld", i > 1 ? "," : " ",
           isfinite(a->in->w[i].v) || !a->fewest_wanted ? a->in->buffer[i] : 0);
  printf("\n\n");
  cli_print_rate("throughput", a->cycle.throughput);
  cli_print_rate("without limits", a->unlimited);
  cli_print_rate("bound with places", a->bound);
  printf("cycle                ");
  for (long k = 0; k < a->cycle.length && k < MOST_SHOWN; k++)
    printf("%s%d", k ? "-" : "", a->cycle.target[k]);
  printf("%s\n%s by %s %ld states, %ld moves\n", a->cycle.length > MOST_SHOWN ? "-.." : "",
         a->cycle.proven ? "proven" : "not proven",
         a->cycle.complete ? "all periods in the graph of" : "the potentials of", a->cycle.states,
         a->cycle.moves);
  if (a->fewest_wanted)
    printf("fewer places: %ld vectors refuted by the bound, %ld by their best cycle\n",
           a->fewest.by_bound, a->fewest.by_cycle);
  cli_print_star_simulated(s, sp_q_double(a->cycle.throughput), "rate");
}

static void clear_star(struct star_answer *a)
{
  sp_star_cycle_clear(&a->cycle);
  free(a->fewest.places);
  sp_q_clear(&a->pool);
  sp_instance_free(a->in);
}

/* Do results return? Then cycles are not searched, and what is asked of them is refused. */
static bool has_results(const struct sp_instance *in, bool fewest, long messages)
{
  bool returns = sp_has_results(in);
  if (returns && (fewest || messages))
    cli_refuse(SP_BAD_INPUT, "--%s of a star whose results return, expected a star without result",
               fewest ? "fewest-places" : "messages");
  if (returns && sp_has_sizes(in))
    cli_refuse(SP_BAD_INPUT,
               "sizes or overhead, expected none: a steady state is of tasks of size 1");
  if (returns && (sp_is_changing(in) || isfinite(in->deadline.v)))
    cli_refuse(SP_BAD_INPUT, "a %s, expected none: a steady state has %s",
               sp_is_changing(in) ? "profile" : "deadline",
               sp_is_changing(in) ? "constant costs" : "no end");
  return returns;
}

json_t *cli_steady_star_json(const char *text, bool fewest, long messages)
{
  struct star_answer a = {.in = read_star(text), .fewest_wanted = fewest, .messages = messages};
  const struct steady_simulation none = {0};
  if (has_results(a.in, fewest, messages)) {
    json_t *rates = cli_steady_results_json(a.in);
    sp_instance_free(a.in);
    return rates;
  }
  solve_star(&a);
  json_t *document = json_of(&a, &none);
  clear_star(&a);
  return document;
}

int cli_steady_star(const char *text, bool fewest, long messages, bool json,
                    struct steady_simulation *s)
{
  struct star_answer a = {.in = read_star(text), .fewest_wanted = fewest, .messages = messages};
  if (has_results(a.in, fewest, messages)) {
    int exit_code = cli_steady_results(a.in, json, s);
    sp_instance_free(a.in);
    return exit_code;
  }
  solve_star(&a);
  if (s->wanted)
    simulate_star(&a, s);
  if (json)
    json_print(json_of(&a, s));
  else
    print_star(&a, s);
  int code = cli_run_verdict(&s->runs, false);
  cli_run_clear(&s->runs);
  clear_star(&a);
  return code;
}

/* starport steady --star where results return: the exact rates without limits of places and the
 * rate of each worker, executed as the stream of 1d; the exact rate with places where it is solved,
 * else a bound. */
#include "base/text_table.h"
#include "cli/parts/steady.h"
#include "cli/shared/methods.h"
#include "method/context.h"
#include "solve/bag/bag.h"
#include "solve/bag/places.h"

#include <string.h>

/* ---- What every star has. */

/* Of run k: the tasks done over those by the rate. */
static double ratio_of(const struct steady_simulation *s, int k, double rate)
{
  const struct sp_result *r = &s->runs.result[k];
  return r->status == SP_RUN_OK ? r->done / (s->run.time * rate) : NAN;
}

json_t *cli_steady_star_simulated(const struct steady_simulation *s, double rate)
{
  const struct sp_result *r = &s->runs.result[0];
  return json_pack("{s:o, s:o, s:o, s:s, s:b, s:s}", "time", json_number(s->run.time), "done",
                   json_number(r->done), "ratio", json_number(ratio_of(s, 0, rate)), "engine",
                   s->runs.n == 2 ? "both" : sp_engine_name(s->runs.engine[0]), "verified",
                   r->verified, "status", sp_status_name(r->status));
}

void cli_print_star_simulated(const struct steady_simulation *s, double rate, const char *what)
{
  for (int k = 0; k < s->runs.n; k++)
    if (s->runs.result[k].status == SP_RUN_OK)
      printf("%s%s: %.12g tasks by date %.12g, %.6g of the %s\n", k ? "" : "\n",
             sp_engine_name(s->runs.engine[k]), s->runs.result[k].done, s->run.time,
             ratio_of(s, k, rate), what);
}

void cli_print_rate(const char *name, const struct sp_rational *rate)
{
  struct sp_number_text decimal;
  char *text = sp_q_text(rate);
  printf("%-20s %s = %s\n", name, text, sp_rounded_text(sp_q_double(rate), &decimal));
  free(text);
}

/* ---- Results. */

struct rates {
  struct sp_instance *in;
  struct sp_rational *unlimited, *bound; /* without limits of places; no more, with them */
  double *alpha;                         /* [0..m] tasks per unit of time, without */
  bool limited, exact; /* places are; the mixture is set, else the reason why it is not */
  struct sp_star_mixture mixture;
  struct sp_error reason;
  struct sp_q_pool pool;
  struct sp_context *cx;
};

static void simulate(const struct rates *r, struct steady_simulation *s)
{
  struct cli_methods methods;
  struct sp_method stream;
  r->in->deadline = sp_double(s->run.time);
  cli_end_if(cli_check_engines(&s->execution));
  cli_end_if(cli_methods_open(&methods, NULL, NULL));
  cli_end_if(sp_method_parse(methods.registry, "1d", &stream, NULL));
  cli_perform(r->in, &s->execution, methods.registry, &stream, NULL,
              cli_files_option(&s->files) ? CLI_KEEP_TRACE : CLI_KEEP_RESULTS, &s->runs);
  if (s->runs.result[0].status == SP_RUN_OK)
    cli_end_if(cli_files_write(&s->files, &s->runs.trace[0], r->in, cli_run_title(&s->runs), NAN));
  sp_method_clear(&stream);
  cli_methods_close(&methods);
}

/* The cycles of the exact rate. */
static json_t *json_cycles(const struct sp_star_mixture *m)
{
  json_t *cycles = json_array();
  for (int k = 0; k < m->n; k++) {
    json_t *targets = json_array();
    for (long j = 0; j < m->cycle[k].length; j++)
      json_array_append_new(targets, json_integer(m->cycle[k].target[j]));
    json_array_append_new(
        cycles, json_pack("{s:o, s:o}", "share", json_rational(m->share[k]), "cycle", targets));
  }
  return cycles;
}

static json_t *document_of(const struct rates *r, const struct steady_simulation *s)
{
  json_t *rates = json_array();
  for (int i = 1; i <= r->in->m; i++)
    json_array_append_new(rates, json_number(r->alpha[i]));
  json_t *document = json_pack("{s:o, s:o, s:o}", "unlimited", json_rational(r->unlimited), "bound",
                               json_rational(r->bound), "rates", rates);
  if (r->exact)
    json_object_update_new(
        document, json_pack("{s:o, s:o, s:b}", "throughput", json_rational(r->mixture.throughput),
                            "cycles", json_cycles(&r->mixture), "proven", r->mixture.proven));
  else if (r->limited)
    json_object_set_new(document, "reason", json_string(r->reason.text));
  if (s->runs.n > 0)
    json_object_set_new(document, "simulated", cli_steady_star_simulated(s, sp_q_double(r->bound)));
  return document;
}

static void print_exact(const struct rates *r)
{
  enum { MOST_SHOWN = 60 };
  if (!r->exact) {
    if (r->limited)
      printf("the rate with places is not known: %s\n", r->reason.text);
    return;
  }
  for (int k = 0; k < r->mixture.n; k++) {
    const struct sp_star_cycle *cycle = &r->mixture.cycle[k];
    char *share = sp_q_text(r->mixture.share[k]);
    bool all = strcmp(share, "1") == 0;
    printf("cycle                ");
    for (long j = 0; j < cycle->length && j < MOST_SHOWN; j++)
      printf("%s%d", j ? "-" : "", cycle->target[j]);
    printf("%s%s%s%s\n", cycle->length > MOST_SHOWN ? "-.." : "", all ? "" : ", ", all ? "" : share,
           all ? "" : " of the time");
    free(share);
  }
  printf("%s by the potentials of %ld states, %ld moves\n",
         r->mixture.proven ? "proven" : "not proven", r->mixture.cycle[0].states,
         r->mixture.cycle[0].moves);
}

static void print(const struct rates *r, const struct steady_simulation *s)
{
  struct sp_number_text decimal;
  printf("star, %d worker%s, results return\n\n", r->in->m, r->in->m == 1 ? "" : "s");
  if (r->exact)
    cli_print_rate("throughput", r->mixture.throughput);
  cli_print_rate("without limits", r->unlimited);
  cli_print_rate("bound with places", r->bound);
  printf("rates of workers     ");
  for (int i = 1; i <= r->in->m; i++)
    printf("%s%s", i > 1 ? " " : "", sp_rounded_text(r->alpha[i], &decimal));
  printf("\n");
  print_exact(r);
  cli_print_star_simulated(s, sp_q_double(r->bound), "bound");
}

static void solve(struct rates *r)
{
  r->cx = sp_context_plain();
  r->alpha = sp_new(r->cx, r->in->m + 1, double);
  sp_steady_rates(r->cx, r->in, r->alpha);
  r->unlimited = sp_exact_rate(r->cx, r->in, SP_RATE_TASKS, &r->pool);
  r->bound = sp_exact_rate(r->cx, r->in, SP_RATE_PLACES, &r->pool);
  for (int i = 1; i <= r->in->m; i++)
    r->limited |= r->in->buffer[i] < LONG_MAX;
  r->exact = r->limited && sp_star_mixture_solve(r->in, &r->mixture, &r->reason) == SP_OK;
}

static void clear(struct rates *r)
{
  sp_star_mixture_clear(&r->mixture);
  sp_q_clear(&r->pool);
  sp_context_free(r->cx);
}

json_t *cli_steady_results_json(struct sp_instance *in)
{
  struct rates r = {.in = in};
  const struct steady_simulation none = {0};
  solve(&r);
  json_t *document = document_of(&r, &none);
  clear(&r);
  return document;
}

int cli_steady_results(struct sp_instance *in, bool json, struct steady_simulation *s)
{
  struct rates r = {.in = in};
  solve(&r);
  if (s->wanted)
    simulate(&r, s);
  if (json)
    json_print(document_of(&r, s));
  else
    print(&r, s);
  int code = cli_run_verdict(&s->runs, false);
  cli_run_clear(&s->runs);
  clear(&r);
  return code;
}

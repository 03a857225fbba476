/* The game of solve/optimum/game.h on a star, and the search for stars where its value is great. */
#include "cli/parts/on_line.h"
#include "base/num.h"
#include "base/text.h"
#include "cli/shared/output.h"
#include "io/text/star.h"
#include "model/instance.h"
#include "solve/optimum/game.h"

static const char *const objectives[] = {"makespan", "max_flow", "sum_flow"};

static double objective_of(const struct game *g, const struct sp_result *r)
{
  return g->objective == SP_MAKESPAN   ? r->makespan
         : g->objective == SP_MAX_FLOW ? r->max_flow
                                       : r->sum_flow;
}

/* Reads increasing dates from 0 on, or ends the process. */
static void read_dates(const char *text, struct game *g)
{
  char *words = sp_xstrdup(text), *rest = words, *word;
  while ((word = strsep(&rest, ","))) {
    struct sp_num date;
    if (g->dates == GAME_MOST_DATES || sp_num_parse(word, &date) || !isfinite(date.v) ||
        (g->dates == 0 ? date.v != 0 : !(date.v > g->date[g->dates - 1])))
      cli_refuse(SP_BAD_INPUT, "--dates=%.60s, expected increasing dates from 0 on, at most %d",
                 text, GAME_MOST_DATES);
    g->date[g->dates++] = date.v;
  }
  free(words);
}

/* What the adversary makes of a rule. */
struct response {
  struct arriving arriving;
  double ratio, value, optimum; /* ratio 0: the rule has no run */
};

/* The worst of all that can arrive, by the native engine. The rule does not know what comes, so
 * that the adversary need not see it decide. */
static struct response against(const struct game *g, const struct sp_registry *registry,
                               const struct sp_method *method)
{
  struct arriving a = {{0}};
  struct response worst = {.ratio = 0};
  while (game_next(g, &a)) {
    struct sp_context *cx = sp_context_alloc(registry, 0, g->in, NULL);
    struct sp_instance *in = game_instance(g, &a);
    struct sp_result r;
    sp_native_run(in, registry, method, &(struct sp_conditions){0}, &r, NULL, NULL);
    if (r.status != SP_RUN_OK)
      cli_refuse(SP_BAD_INPUT, "%s", r.reason);
    double value = objective_of(g, &r), best = game_optimum(cx, g, &a);
    if (value / best > worst.ratio)
      worst = (struct response){a, value / best, value, best};
    sp_instance_free(in);
    sp_context_free(cx);
  }
  return worst;
}

/* The star's text with what arrives; without a workload if a is NULL. */
static char *star_of(const struct game *g, const struct arriving *a)
{
  struct sp_instance *in = a ? game_instance(g, a) : sp_instance_copy(g->in);
  if (!a) {
    in->problem = SP_DIVISIBLE;
    in->total = SP_INFINITE;
  }
  char *text = cli_keep(star_text(in));
  sp_instance_free(in);
  return text;
}

/* ---- The search. */

struct climb {
  const struct sp_worst_space *space;
  const struct sp_registry *registry;
  const struct sp_method *method; /* whose ratio is searched; NULL: the value of the game */
  struct game game;
  uint64_t seed, draws;
};

static long draw(struct climb *c, long least, long most)
{
  double u = sp_stream_uniform(c->seed, SP_STREAM_WORST_SEARCH, 1, 0, c->draws++);
  return least + (long)(u * (double)(most - least + 1));
}

static void set(struct sp_num *x, const struct sp_instance *in, int i, bool all, long value)
{
  for (int k = all ? 1 : i; k <= (all ? in->m : i); k++)
    x[k] = sp_int(value);
}

/* A star, and when tasks may arrive. */
struct point {
  struct sp_instance *in;
  double date[GAME_MOST_DATES];
};

static void draw_dates(struct climb *c, double *date)
{
  for (int d = 1; d < c->game.dates; d++)
    date[d] = date[d - 1] + (double)draw(c, 1, c->space->cost);
}

/* Changes c (0 is a link that costs nothing) or w of a worker, or the dates. */
static void change(struct climb *c, struct point *p)
{
  struct sp_instance *in = p->in;
  int i = (int)draw(c, 1, in->m);
  switch (draw(c, 0, 2)) {
  case 0:
    set(in->c, in, i, c->space->hom_c, draw(c, 0, c->space->cost));
    break;
  case 1:
    set(in->w, in, i, c->space->hom_w, draw(c, 1, c->space->cost));
    break;
  default:
    draw_dates(c, p->date);
  }
}

static double value_of(struct climb *c, const struct point *p)
{
  struct game g = c->game;
  g.in = p->in;
  memcpy(g.date, p->date, sizeof g.date);
  if (c->method)
    return against(&g, c->registry, c->method).ratio;
  struct sp_context *cx = sp_context_alloc(c->registry, 0, p->in, NULL);
  double value = game_value(cx, &g);
  sp_context_free(cx);
  return isnan(value) ? 0 : value;
}

/* Hill climbing with restarts: a change stays if the value does not fall; after so many without
 * progress it begins anew. The best star and dates of all become the game's; returns the star. */
static struct sp_instance *search(struct climb *c, long evaluations)
{
  enum { PATIENCE = 60 };
  double best = 0, current = 0;
  long idle = PATIENCE;
  struct point at = {.in = sp_instance_alloc((int)c->space->workers)}, found = {.in = NULL};
  at.in->problem = SP_BAG;
  for (long k = 0; k < evaluations; k++) {
    bool anew = idle >= PATIENCE;
    struct point next = at, old = at;
    next.in = sp_instance_copy(at.in);
    for (int i = 1; i <= next.in->m && anew; i++) {
      set(next.in->c, next.in, i, c->space->hom_c, draw(c, 0, c->space->cost));
      set(next.in->w, next.in, i, c->space->hom_w, draw(c, 1, c->space->cost));
    }
    if (anew)
      draw_dates(c, next.date);
    else
      change(c, &next);
    double value = value_of(c, &next);
    bool kept = anew || value >= current;
    idle = anew || value > current ? 0 : idle + 1;
    at = kept ? next : old;
    current = kept ? value : current;
    sp_instance_free(kept ? old.in : next.in);
    if (current > best) {
      best = current;
      sp_instance_free(found.in);
      found = at;
      found.in = sp_instance_copy(at.in);
    }
  }
  sp_instance_free(at.in);
  memcpy(c->game.date, found.date, sizeof found.date);
  return found.in;
}

/* ---- Output. */

static char *dates_text(const struct game *g)
{
  char *text;
  FILE *f = sp_open_string(&text);
  numbers_write(f, g->date, g->dates);
  return sp_context_end(cli_memory(), f, &text);
}

static void print_text(const struct game *g, double value, const struct sp_method *method,
                       const struct response *r)
{
  printf("--star=\"%s\" --dates=%s, at most %ld task%s\n\n", star_of(g, NULL), dates_text(g),
         g->tasks, sp_plural((double)g->tasks));
  printf("no rule that decides on line has a ratio of %s to the optimum below %.9g\n",
         objectives[g->objective], value);
  if (method)
    printf("%s: %.9g, %s against %s\n\nstarport run --star=\"%s\" -H %s\n", method->name, r->ratio,
           cli_rounded(r->value), cli_rounded(r->optimum), star_of(g, &r->arriving), method->name);
}

static void print_document(const struct game *g, double value, const struct sp_method *method,
                           const struct response *r)
{
  json_t *document = json_pack("{s:s, s:s, s:s, s:I, s:o}", "star", star_of(g, NULL), "dates",
                               dates_text(g), "objective", objectives[g->objective], "tasks",
                               (json_int_t)g->tasks, "ratio", json_number(value));
  if (method)
    json_object_set_new(document, "rule",
                        json_pack("{s:s, s:o, s:o, s:o, s:s}", "method", method->name, "ratio",
                                  json_number(r->ratio), "value", json_number(r->value), "optimum",
                                  json_number(r->optimum), "star", star_of(g, &r->arriving)));
  json_print(document);
}

int cli_on_line(const struct on_line_options *o, const struct sp_worst_space *space, long tasks,
                const struct sp_registry *registry, const struct sp_method *method, uint64_t seed,
                long evaluations, bool json)
{
  static const struct star_workload one = {.tasks = "1",
                                           .no_release = "--dates says when tasks arrive"};
  struct climb c = {.space = space,
                    .registry = registry,
                    .method = method,
                    .seed = seed,
                    .game = {.objective = o->objective, .tasks = tasks, .nodes = o->nodes}};
  struct game *g = &c.game;
  struct sp_error error;
  struct sp_instance *in = o->star ? star_parse(o->star, &one, &error) : NULL;
  if (o->star && !in)
    return cli_complain(SP_BAD_INPUT, "%s", error.text);
  if (o->dates)
    read_dates(o->dates, g);
  else
    g->dates = 3;
  g->in = in = in ? in : search(&c, evaluations);
  struct sp_context *cx = sp_context_alloc(registry, 0, in, NULL);
  double value = game_value(cx, g);
  if (isnan(value))
    cli_refuse(SP_BAD_INPUT, "%s", sp_context_reason(cx));
  sp_context_free(cx);
  struct response r = method ? against(g, registry, method) : (struct response){.ratio = 0};
  (json ? print_document : print_text)(g, value, method, &r);
  sp_instance_free(in);
  return SP_OK;
}

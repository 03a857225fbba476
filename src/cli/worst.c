/* starport worst: searches for a small instance on which a heuristic is poor. */
#include "base/text.h"
#include "cli/commands.h"
#include "cli/parts/on_line.h"
#include "cli/shared/execution.h"
#include "cli/shared/instance.h"
#include "cli/shared/methods.h"
#include "cli/shared/output.h"
#include "io/text/star.h"
#include "method/plugin/plugin.h"
#include <inttypes.h>
#include <unistd.h>

/* Tasks of a game at most, and if --tasks is not given; its nodes. */
enum { GAME_TASKS = 5, GAME_PRESET = 4, GAME_NODES = 100000000 };

struct worst_options {
  struct cli_strings methods;
  struct cli_execution execution;
  struct sp_worst_space space;
  const char *against;
  long evaluations;
  double at_least;
  struct on_line_options game;
  bool json;
};

/* Proves the optimum over all sequences of messages. */
#define UNBOUNDED "bb-light:depth=unbounded:unproven=refuse:nodes=100000"

#define AT(field) offsetof(struct worst_options, field)
static const struct cli_option options[] = {
    {"against", CLI_TEXT, AT(against), "METHOD",
     "the method to compare with (default: the proven optimum, by optimal:nodes=100000; divisible "
     "load: by " UNBOUNDED ")",
     .group = 0},
    {NULL, CLI_HEADING, 0, NULL, "The instances, all of whole numbers:", .group = 1},
    {"problem", CLI_PROBLEM, AT(space.problem), "NAME",
     "redistribution, bag or divisible (default: the first that the heuristic solves)", .group = 1,
     .choices = "redistribution, bag or divisible"},
    {"workers", CLI_INTEGER, AT(space.workers), "M", "workers of an instance, at most (default 3)",
     .group = 1, .letter = 'w', .least = 1, .most = 1000},
    {"tasks", CLI_INTEGER, AT(space.tasks), "N",
     "tasks of an instance, at most, or its load (default 10)", .group = 1, .least = 1,
     .most = 1000000},
    {"cost", CLI_INTEGER, AT(space.cost), "X", "c and w are 1..X (default 10)", .group = 1,
     .least = 1, .most = 1000000},
    {"latency", CLI_INTEGER, AT(space.latency), "X", "divisible load: S is 1..X, or 0 (default 10)",
     .group = 1, .most = 1000000},
    {"buffer", CLI_INTEGER, AT(space.buffer), "X",
     "places of a worker, at most (bag; default: unlimited)", .group = 1, .least = 1,
     .most = 1000000},
    {"hom-links", CLI_FLAG, AT(space.hom_c), NULL, "all links equal", .group = 1, .more = true},
    {"hom-processors", CLI_FLAG, AT(space.hom_w), NULL, "all processors equal", .group = 1,
     .more = true},
    {NULL, CLI_HEADING, 0, NULL, "The game against all rules that decide on line:", .group = 2},
    {"on-line", CLI_FLAG, AT(game.on), NULL,
     "tasks of a bag arrive as an adversary wants, at most 5 (--tasks): the least ratio to the "
     "optimum that a rule can keep, exactly; with -H also that of the rule",
     .group = 2},
    {"star", CLI_TEXT, AT(game.star), "TEXT",
     "the star of the game (default: the worst that is found, of --workers and --cost)",
     .group = 2},
    {"dates", CLI_TEXT, AT(game.dates), "T,..",
     "when tasks may arrive, from 0 on, at most 6 dates (default: three, searched)", .group = 2},
    {"objective", CLI_CHOICE, AT(game.objective), "NAME",
     "makespan (default), max_flow or sum_flow", .group = 2,
     .choices = "makespan|max_flow|sum_flow"},
    {"evaluations", CLI_INTEGER, AT(evaluations), "N",
     "instances to evaluate before shrinking (default 5000)", .group = 3, .least = 1, .most = 1e9,
     .more = true},
    {"at-least", CLI_NUMBER, AT(at_least), "RATIO",
     "shrink as long as the ratio is at least this (default: as long as it does not fall)",
     .group = 3, .more = true, .most = 1e300},
    {"json", CLI_FLAG, AT(json), NULL, "print one JSON document", .group = 5},
    {0},
};

static void check_worst_options(void *options_of, const char *name)
{
  struct worst_options *o = options_of;
  bool searched = !o->game.star;
  if (o->methods.n > 1 || (o->methods.n == 0 && !o->game.on))
    cli_usage(name, "name one heuristic with -H");
  if (!o->game.on && (o->game.star || o->game.dates || o->game.objective != SP_MAKESPAN))
    cli_usage(name, "--star, --dates and --objective are for --on-line");
  if (!o->space.workers)
    o->space.workers = o->game.on ? 2 : 3;
  if (!o->space.tasks)
    o->space.tasks = o->game.on ? GAME_PRESET : 10;
  if (!o->game.on)
    return;
  o->game.nodes = GAME_NODES;
  if (searched != !o->game.dates)
    cli_usage(name, "--star and --dates, expected both or none");
  if (o->space.tasks > GAME_TASKS)
    cli_usage(name, "--tasks=%ld, expected at most %d with --on-line", o->space.tasks, GAME_TASKS);
}

/* Completes the instances: the problem of the method, unless one was given. */
static void settle_space(struct worst_options *o, const struct sp_method *method)
{
  static const char name[] = "starport worst";
  static const enum sp_problem known[] = {SP_REDISTRIBUTION, SP_BAG, SP_DIVISIBLE};
  for (size_t k = 0; k < sizeof known / sizeof *known && !o->space.problem; k++)
    if (method->heuristic->problems & (unsigned)known[k])
      o->space.problem = known[k];
  if (!o->space.problem)
    cli_refuse(SP_BAD_INPUT, "%s solves neither redistribution nor bag nor divisible",
               method->name);
  if (o->space.buffer && o->space.problem != SP_BAG)
    cli_usage(name, "--buffer is for --problem=bag");
  if (o->space.latency >= 0 && o->space.problem != SP_DIVISIBLE)
    cli_usage(name, "--latency is for --problem=divisible");
  if (o->space.latency < 0)
    o->space.latency = o->space.problem == SP_DIVISIBLE ? 10 : 0;
  if (!o->against)
    o->against = o->space.problem == SP_DIVISIBLE ? UNBOUNDED : "optimal:nodes=100000";
}

/* Prints the command that repeats the run, with the seed of the search for methods that draw. */
static void print_command(const struct sp_worst_query *a, const char *star,
                          const struct sp_method *method)
{
  const char *plugin;
  printf("starport run --star=\"%s\"", star);
  for (int k = 0; (plugin = sp_plugin_file(method, k)); k++)
    printf(" --plugin=%s", plugin);
  printf(" -H %s", method->name);
  if (a->seed)
    printf(" --seed=%" PRIu64, a->seed);
  printf("\n");
}

static void print_text(const struct sp_worst_query *a, const struct sp_worst_found *f,
                       const char *star)
{
  if (f->ratio <= 1 + 1e-9)
    printf("no instance was found on which %s is worse than %s; among the others:\n\n",
           a->method->name, a->reference->name);
  printf("%s\n\nratio %.6g: %s takes %s, %s %s\n", cli_describe(f->in), f->ratio, a->method->name,
         cli_rounded(f->makespan), a->reference->name, cli_rounded(f->reference));
  printf("%ld instance%s looked at%s, the worst %.6g before it was shrunk", f->evaluations,
         sp_plural((double)f->evaluations), f->interrupted ? " until the interruption" : "",
         f->searched);
  if (f->refused)
    printf("; %ld had no result by one of the two", f->refused);
  printf("\n\n");
  print_command(a, star, a->method);
  print_command(a, star, a->reference);
}

static void print_document(const struct sp_worst_query *a, const struct sp_worst_found *f,
                           const char *star)
{
  json_print(json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:I, s:I, s:b, s:I, s:s}", "method",
                       a->method->name, "against", a->reference->name, "ratio",
                       json_number(f->ratio), "makespan", json_number(f->makespan), "reference",
                       json_number(f->reference), "searched", json_number(f->searched),
                       "evaluations", (json_int_t)f->evaluations, "refused", (json_int_t)f->refused,
                       "interrupted", f->interrupted, "seed", (json_int_t)a->seed, "star", star));
}

static int search(const struct worst_options *o, const struct sp_registry *registry,
                  const struct sp_method *method, const struct sp_method *reference)
{
  struct sp_worst_query a = {.space = o->space,
                             .registry = registry,
                             .method = method,
                             .reference = reference,
                             .seed = o->execution.seed,
                             .evaluations = o->evaluations,
                             .at_least = o->at_least,
                             .seconds = o->execution.seconds,
                             .megabytes = o->execution.megabytes,
                             .progress = isatty(STDERR_FILENO)};
  struct sp_worst_found f;
  const struct sp_method *both[] = {method, reference};
  for (int k = 0; k < 2; k++)
    if (!(both[k]->heuristic->problems & (unsigned)o->space.problem))
      return cli_complain(SP_BAD_INPUT, "%s does not solve the problem %s", both[k]->name,
                          sp_problem_name(o->space.problem));
  sp_worst_search(&a, &f);
  if (!f.in && f.interrupted)
    return cli_complain(SP_CANNOT, "interrupted after %ld instance%s without a result",
                        f.evaluations, sp_plural((double)f.evaluations));
  if (!f.in)
    return cli_complain(SP_BAD_INPUT, "%s or %s has no result on any of %ld instance%s",
                        method->name, reference->name, f.evaluations,
                        sp_plural((double)f.evaluations));
  (o->json ? print_document : print_text)(&a, &f, cli_keep(star_text(f.in)));
  sp_instance_free(f.in);
  return f.interrupted ? cli_complain(SP_CANNOT, "interrupted after %ld instance%s", f.evaluations,
                                      sp_plural((double)f.evaluations))
                       : SP_OK;
}

static int run_worst_command(void *options_of)
{
  struct worst_options *o = options_of;
  const struct sp_registry *registry = cli_registry(&o->execution.plugin);
  const struct sp_method *method = cli_methods_read(registry, &o->methods, 0).method;
  if (o->game.on)
    return cli_on_line(&o->game, &o->space, o->space.tasks, registry, method, o->execution.seed,
                       o->evaluations, o->json);
  settle_space(o, method);
  const struct cli_strings against = {1, &o->against};
  return search(o, registry, method, cli_methods_read(registry, &against, 0).method);
}

const struct cli_command cli_worst = {
    .name = "worst",
    .does = "searches for the small instance on which a heuristic does worst",
    .option = options,
    .usage = "-H NAME\n--on-line [-H NAME]",
    .help = "Searches, from random instances by small steps, the instance on which the "
            "heuristic's makespan is greatest relative to the optimum, shrinks it, and prints it "
            "with the commands that show it. The same arguments give the same instance; it need "
            "not be the worst there is. Ctrl-C ends the search after the instance that it looks "
            "at; what it has found is printed, with exit code 4."
            "\vExample: starport worst -H bba --workers=3 --tasks=10",
    .group = {{&cli_methods_group, AT(methods)},
              {&cli_seed_group, AT(execution)},
              {&cli_run_limits_group, AT(execution)}},
    .check = check_worst_options,
    .initial =
        &(const struct worst_options){.space = {.cost = 10, .latency = -1}, .evaluations = 5000},
    .size = sizeof(struct worst_options),
    .run = run_worst_command,
};

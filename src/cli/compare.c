/* starport compare: compares heuristics on random platforms of a family. It chooses the problem, if
 * no option names it, and runs a campaign without an experiment file, on a database in memory. */
#include "base/text.h"
#include "campaign/report/report.h"
#include "campaign/run/runner.h"
#include "cli/commands.h"
#include "cli/shared/execution.h"
#include "cli/shared/family.h"
#include "cli/shared/methods.h"
#include "cli/shared/output.h"

struct compare_options {
  struct cli_family family;
  struct cli_strings methods;
  struct cli_execution execution;
  struct cli_limits limits;
  long count;
};

#define AT(field) offsetof(struct compare_options, field)
static const struct cli_option options[] = {
    {"count", CLI_INTEGER, AT(count), "N", "number of platforms (default 100)", .group = 0,
     .letter = 'n', .least = 1, .most = UINT32_MAX},
    {0},
};

static void check_compare_options(void *options_of, const char *name)
{
  const struct compare_options *o = options_of;
  if (!o->family.name)
    cli_usage(name, "name a family with --family=NAME");
  if (!o->methods.n)
    cli_usage(name, "name heuristics with -H, such as bba,mbbsa,r-bsa");
}

/* ---- The problem. */

/* That of which a comparison is, if heuristics solve several: the first of these. */
static const enum sp_problem problems[] = {SP_REDISTRIBUTION, SP_BAG, SP_DIVISIBLE};

/* The problems that all named heuristics solve; ends the process if there is none. */
static unsigned solved(const struct sp_registry *registry, const struct cli_strings *texts)
{
  unsigned common = SP_REDISTRIBUTION | SP_BAG | SP_DIVISIBLE;
  bool first = true;
  for (int k = 0; k < texts->n; k++)
    if (sp_name_compare(texts->item[k], "all")) {
      const struct cli_strings one = {1, &texts->item[k]};
      common &= cli_methods_read(registry, &one, 0).method->heuristic->problems;
      if (!common)
        cli_refuse(SP_BAD_INPUT,
                   "-H: %s solves no problem%s, expected redistribution, bag or divisible",
                   texts->item[k], first ? " of a family" : " that those before it solve");
      first = false;
    }
  return common;
}

/* Chooses the problem that the heuristics solve, with ten tasks or units a worker. Returns the line
 * that says so. */
static const char *choose_problem(struct compare_options *o, const struct sp_registry *registry,
                                  int workers)
{
  unsigned common = solved(registry, &o->methods);
  int k = 0;
  while (!(common & (unsigned)problems[k]))
    k++;
  const char *amount = cli_format("%d", 10 * workers), *option = "";
  if (problems[k] == SP_BAG)
    option = cli_format(", --tasks=%s", o->family.tasks = amount);
  else if (problems[k] == SP_DIVISIBLE)
    option = cli_format(", --work=%s", o->family.work = amount);
  return cli_format("problem chosen: %s%s (--tasks, --work or -s load=.. name another)\n\n",
                    sp_problem_name(problems[k]), option);
}

/* Ends the process if a heuristic does not solve the problem, or is named twice. */
static void check_methods(const struct cli_methods *methods, enum sp_problem problem)
{
  for (int k = 0; k < methods->n; k++) {
    const struct sp_method *method = &methods->method[k];
    if (!(method->heuristic->problems & (unsigned)problem))
      cli_refuse(SP_BAD_INPUT, "-H %s: it does not solve the problem %s, which the settings name",
                 method->name, sp_problem_name(problem));
    for (int i = 0; i < k; i++)
      if (!strcmp(methods->method[i].name, method->name))
        cli_refuse(SP_BAD_INPUT, "-H: %s twice, expected each once", method->name);
  }
}

/* ---- The campaign. */

struct failures {
  const struct sp_tally *tally;
  bool reported;
};

/* Reports the first failed run. */
static int report_failure(void *data, const struct sp_cell_row *row)
{
  struct failures *f = data;
  const struct sp_tally *tally = f->tally;
  if (f->reported || row->status < 0 || row->status == SP_RUN_OK || row->status == SP_REFUSED)
    return SP_OK;
  f->reported = true;
  cli_complain(SP_OK, "%ld of %ld run%s failed, such as %s on platform %ld: %s: %s", tally->failed,
               tally->wanted, sp_plural((double)tally->wanted), row->method, row->index,
               sp_status_name((enum sp_status)row->status), row->reason);
  return SP_OK;
}

static int run_and_report(const struct compare_options *o, const struct sp_experiment *e,
                          const struct sp_registry *registry, struct sp_store *store)
{
  struct sp_error error;
  struct sp_tally tally;
  struct sp_campaign campaign = {
      .experiment = e, .registry = registry, .store = store, .shards = 1};
  int code = cli_compute(&o->limits, &o->execution, &campaign, &tally);
  if (code)
    return code;
  if (tally.interrupted)
    return cli_complain(SP_CANNOT, "interrupted, %ld of %ld run%s done", tally.computed,
                        tally.wanted, sp_plural((double)tally.wanted));
  code = sp_report(e, store, SP_TEXT_FORMAT, stdout, NULL, &error);
  if (!code && tally.failed)
    code = sp_store_cells(store, e->id, false, report_failure, &(struct failures){&tally, false},
                          &error);
  if (code || tally.answered)
    return cli_failed(code, &error);
  return cli_complain(SP_CANNOT, "no run succeeded");
}

/* chosen: the line that says which problem. */
static int compare(const struct compare_options *o, const struct sp_overrides *overrides,
                   const struct cli_methods *methods, const char *chosen)
{
  struct sp_experiment e;
  struct sp_store *store = NULL;
  struct sp_error error;
  struct cli_strings name = {0};
  for (int k = 0; k < methods->n; k++)
    cli_strings_add(&name, methods->method[k].name);
  int code = sp_experiment_compare(o->family.name, overrides, name.item, name.n, o->execution.seed,
                                   &e, &error);
  cli_end_if(cli_failed(code, &error));
  cli_end_if(cli_check_engine(&o->execution, &e));
  fputs(chosen, stdout);
  code = cli_failed(sp_store_open(NULL, SP_STORE_WRITE, &store, &error), &error);
  if (!code)
    code = run_and_report(o, &e, methods->registry, store);
  sp_store_close(store);
  sp_experiment_clear(&e);
  return code;
}

/* The native engine, unless another is named or settings are SimGrid's. */
static void set_engine(const struct cli_execution *e, struct sp_overrides *overrides)
{
  cli_end_if(cli_execution_over(e, overrides));
  if (!e->engine_chosen)
    overrides->engine = e->cfg.n || e->log.n ? SP_ENGINE_SIMGRID : SP_ENGINE_NATIVE;
  overrides->seed = NULL; /* the experiment's seed is used */
}

static int run_compare_command(void *options_of)
{
  struct compare_options *o = options_of;
  struct sp_generator generator;
  struct sp_csv_columns *columns = sp_csv_columns_alloc();
  struct sp_overrides overrides = {.count = o->count};
  set_engine(&o->execution, &overrides);
  cli_family_generator(&o->family, columns, &generator);
  const struct sp_registry *registry = cli_registry(&o->execution.plugin);
  const char *chosen = "";
  if (generator.problem != SP_REDISTRIBUTION && generator.total.v == 0)
    cli_refuse(SP_BAD_INPUT, "--%s=0: expected more than 0",
               generator.problem == SP_BAG ? "tasks" : "work");
  if (generator.problem == SP_REDISTRIBUTION && !generator.load_set)
    chosen = choose_problem(o, registry, (int)generator.workers.max);
  struct cli_strings settings = cli_family_settings(&o->family);
  overrides.n_set = settings.n;
  overrides.set = settings.item;
  enum sp_problem problem = sp_overrides_problem(&overrides);
  const struct cli_methods methods = cli_methods_read(registry, &o->methods, problem);
  check_methods(&methods, problem);
  int code = compare(o, &overrides, &methods, chosen);
  sp_csv_columns_free(columns);
  return code;
}

const struct cli_command cli_compare = {
    .name = "compare",
    .does = "compares heuristics on random platforms",
    .option = options,
    .usage = "--family=NAME -H NAME[,NAME..]",
    .help = "Runs the heuristics on the same random platforms and compares them: mean distance "
            "from the best of them on each platform, how often each is the best, and the mean "
            "difference between two of them with its 95 % interval. The problem is the one that "
            "--tasks, --work or a setting of loads names, else one that the heuristics solve. The "
            "results are not kept; use 'starport campaign' to keep them."
            "\vExample: starport compare --family=hom-het --count=200 -H bba,mbbsa,r-bsa",
    .group = {{&cli_family_group, AT(family)},
              {&cli_methods_group, AT(methods)},
              {&cli_seed_group, AT(execution)},
              {&cli_engine_group, AT(execution)},
              {&cli_limits_group, AT(limits)}},
    .check = check_compare_options,
    .initial = &(const struct compare_options){.count = 100},
    .size = sizeof(struct compare_options),
    .run = run_compare_command,
};

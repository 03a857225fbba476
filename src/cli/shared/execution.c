/* Reads the options of execution (seed, plug-ins, engine, noise, settings for SimGrid) and of
 * campaigns (processes, limits of a run, progress), and computes a campaign. */
#include "cli/shared/execution.h"
#include "base/text.h"
#include "campaign/run/run_key.h"
#include "campaign/run/runner.h"
#include "cli/shared/output.h"
#include <sched.h>
#include <unistd.h>

struct sp_conditions cli_conditions(const struct cli_execution *e)
{
  struct sp_conditions conditions = {.seed = e->seed,
                                     .platform = e->platform,
                                     .n_cfg = e->cfg.n,
                                     .cfg = e->cfg.item,
                                     .n_log = e->log.n,
                                     .log = e->log.item};
  if (e->noise)
    sp_noise_parse(e->noise, &conditions.noise_link, &conditions.noise_cpu, &conditions.platform);
  return conditions;
}

const char *cli_execution_option(const struct cli_execution *e)
{
  return e->engine_chosen ? "--engine"
         : e->noise       ? "--noise"
         : e->seeded      ? "--seed"
         : e->cfg.n       ? "--cfg"
         : e->log.n       ? "--log"
                          : NULL;
}

int cli_execution_over(const struct cli_execution *e, struct sp_overrides *overrides)
{
  if (e->engine == CLI_BOTH)
    return cli_complain(SP_USAGE, "a campaign runs on one engine, not on both");
  overrides->engine = e->engine_chosen ? (int)e->engine : -1;
  overrides->seed = e->seeded ? &e->seed : NULL;
  overrides->noise = e->noise;
  overrides->n_cfg = e->cfg.n;
  overrides->cfg = e->cfg.item;
  return SP_OK;
}

/* ---- The options. */

static void read_noise(void *options, const char *text, const char *command)
{
  double link, cpu;
  uint32_t platform;
  if (sp_noise_parse(text, &link, &cpu, &platform))
    cli_usage(command,
              "--noise=%s, expected link:X, cpu:Y or both with 0 <= X, Y < 1, and perhaps "
              "platform:K",
              text);
  ((struct cli_execution *)options)->noise = text;
}

#define AT(field) offsetof(struct cli_execution, field)
static const struct cli_option seed_options[] = {
    {NULL, CLI_HEADING, 0, NULL, "Execution:", .group = 4},
    {"seed", CLI_SEED, AT(seed), "S",
     "seed of all random draws (default 0; with an experiment its own)", .group = 4, .letter = 'S',
     .given = AT(seeded)},
    {"plugin", CLI_TEXTS, AT(plugin), "FILE.so|py", "load a heuristic; may be repeated",
     .group = 4},
    {0},
};
const struct cli_command cli_seed_group = {.option = seed_options};

static const struct cli_option engine_options[] = {
    {"engine", CLI_CHOICE, AT(engine), "NAME",
     "simgrid, native, or both, which are then compared (default: simgrid where it is installed; "
     "compare: native; an experiment: its own)",
     .group = 4, .given = AT(engine_chosen), .choices = "simgrid, native or both"},
    {"noise", CLI_READ, 0, "link:X,cpu:Y[,platform:K]",
     "scale the bytes of messages by factors in [1-X, 1+X], the flops of tasks likewise by Y; "
     "platform K of a campaign has its own (default 0; with --from its index)",
     .group = 4, .read = read_noise},
    {"cfg", CLI_TEXTS, AT(cfg), "ITEM:VALUE",
     "a configuration item for SimGrid ('starport help simgrid'); may be repeated", .group = 4,
     .more = true},
    {"log", CLI_TEXTS, AT(log), "SETTING",
     "a log setting for SimGrid ('starport help simgrid'); may be repeated", .group = 4,
     .more = true},
    {0},
};

const struct cli_command cli_engine_group = {.option = engine_options};

/* ---- Limits of campaigns. */

static const struct cli_option run_limit_options[] = {
    {"seconds", CLI_NUMBER, AT(seconds), "X", "time limit of a run, in seconds (default: none)",
     .group = 4, .most = 1e9},
    {"megabytes", CLI_INTEGER, AT(megabytes), "X", "memory limit of a run, in MiB (default: none)",
     .group = 4, .more = true, .most = 1e9},
    {0},
};
const struct cli_command cli_run_limits_group = {.option = run_limit_options};

#undef AT
#define AT(field) offsetof(struct cli_limits, field)
static const struct cli_option limit_options[] = {
    {NULL, CLI_HEADING, 0, NULL, "Limits and messages:", .group = 5},
    {"jobs", CLI_INTEGER, AT(jobs), "N", "worker processes (default: one per processor)",
     .group = 5, .letter = 'j', .least = 1, .most = 10000},
    {"seconds", CLI_NUMBER, AT(seconds), "X",
     "time limit of a run, in seconds (default 300; 0: none)", .group = 5, .most = 1e9},
    {"megabytes", CLI_INTEGER, AT(megabytes), "X",
     "memory limit of a run, in MiB (default 2048; 0: none)", .group = 5, .more = true,
     .most = 1e9},
    {"progress", CLI_FLAG, AT(progress), NULL, "show the progress also without a terminal",
     .group = 5},
    {0},
};

static int processors(void)
{
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
}

static void preset_limits(void *limits)
{
  *(struct cli_limits *)limits = (struct cli_limits){
      .jobs = processors(), .seconds = 300, .megabytes = 2048, .progress = isatty(STDERR_FILENO)};
}
const struct cli_command cli_limits_group = {.option = limit_options, .preset = preset_limits};

/* Says which runs the campaign replaces, if another version of SimGrid computed them. */
static void say_replaced(const struct sp_campaign *c)
{
  struct sp_error note;
  if (c->experiment->engine == SP_ENGINE_SIMGRID &&
      sp_simgrid_check(&(struct sp_conditions){0}, &note))
    return; /* the campaign fails */
  char *model = cli_keep(sp_run_model(sp_engine_name(c->experiment->engine), c->conditions));
  if (sp_store_replaces(c->store, c->experiment->id, c->experiment->text, model, &note))
    cli_complain(SP_OK, "%s", note.text);
}

static struct sp_conditions conditions_of(const struct cli_execution *execution,
                                          const struct sp_experiment *e)
{
  struct sp_conditions conditions = sp_experiment_conditions(e);
  conditions.n_log = execution->log.n;
  conditions.log = execution->log.item;
  return conditions;
}

int cli_check_engine(const struct cli_execution *execution, const struct sp_experiment *e)
{
  struct sp_error error;
  struct sp_conditions conditions = conditions_of(execution, e);
  return e->engine == SP_ENGINE_SIMGRID ? cli_failed(sp_simgrid_check(&conditions, &error), &error)
                                        : SP_OK;
}

int cli_compute(const struct cli_limits *limits, const struct cli_execution *execution,
                struct sp_campaign *campaign, struct sp_tally *tally)
{
  struct sp_error error;
  struct sp_conditions conditions = conditions_of(execution, campaign->experiment);
  campaign->conditions = &conditions;
  campaign->processes = (int)limits->jobs;
  campaign->seconds = limits->seconds;
  campaign->megabytes = limits->megabytes;
  campaign->progress = limits->progress;
  say_replaced(campaign);
  int code = sp_campaign_run(campaign, tally, &error);
  campaign->conditions = NULL;
  return cli_failed(code, &error);
}

int cli_check_tally(const struct sp_tally *t)
{
  if (t->interrupted)
    return cli_complain(SP_CANNOT, "interrupted; the same command computes the missing runs");
  return t->wanted && !t->answered ? cli_complain(SP_CANNOT, "no run succeeded") : SP_OK;
}

int cli_print_tally(const struct sp_tally *t)
{
  printf("%ld run%s wanted: %ld already there, %ld computed", t->wanted,
         sp_plural((double)t->wanted), t->present, t->computed);
  if (t->failed)
    printf(" (%ld failed)", t->failed);
  if (t->present + t->computed < t->wanted)
    printf(", %ld missing", t->wanted - t->present - t->computed);
  putchar('\n');
  return cli_check_tally(t);
}

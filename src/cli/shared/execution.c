/* Reads the options of execution: seed, plug-ins, engine, noise, settings for SimGrid. */
#include "cli/shared/execution.h"
#include "campaign/experiment/experiment.h"
#include "cli/shared/arguments.h"
#include "cli/shared/messages.h"
#include "engine/engine.h"
#include <stdlib.h>
#include <string.h>

void cli_execution_preset(struct cli_execution *execution)
{
  *execution = (struct cli_execution){.engine = {[SP_ENGINE_SIMGRID] = true}};
}

void cli_execution_clear(struct cli_execution *execution)
{
  free(execution->plugin.item);
  free(execution->cfg.item);
  free(execution->log.item);
}

struct sp_conditions cli_conditions(const struct cli_execution *e)
{
  struct sp_conditions conditions = {.seed = e->seed,
                                     .n_cfg = e->cfg.n,
                                     .cfg = e->cfg.item,
                                     .n_log = e->log.n,
                                     .log = e->log.item};
  if (e->noise)
    sp_noise_parse(e->noise, &conditions.noise_link, &conditions.noise_cpu);
  return conditions;
}

int cli_execution_over(const struct cli_execution *e, struct sp_overrides *overrides)
{
  if (e->engine_chosen && e->engine[SP_ENGINE_SIMGRID] && e->engine[SP_ENGINE_NATIVE])
    return cli_complain(SP_USAGE, "a campaign runs on one engine, not on both");
  overrides->engine = !e->engine_chosen              ? -1
                      : e->engine[SP_ENGINE_SIMGRID] ? SP_ENGINE_SIMGRID
                                                     : SP_ENGINE_NATIVE;
  overrides->seed = e->seeded ? &e->seed : NULL;
  overrides->noise = e->noise;
  overrides->n_cfg = e->cfg.n;
  overrides->cfg = e->cfg.item;
  return SP_OK;
}

/* ---- The options. */

static void read_engine(void *options, const char *text, const char *command)
{
  struct cli_execution *e = options;
  bool both = !strcmp(text, "both");
  e->engine[SP_ENGINE_SIMGRID] = both || !strcmp(text, "simgrid");
  e->engine[SP_ENGINE_NATIVE] = both || !strcmp(text, "native");
  if (!e->engine[SP_ENGINE_SIMGRID] && !e->engine[SP_ENGINE_NATIVE])
    cli_usage(command, "--engine=%s, expected simgrid, native or both", text);
}

static void read_noise(void *options, const char *text, const char *command)
{
  double link, cpu;
  if (sp_noise_parse(text, &link, &cpu))
    cli_usage(command, "--noise=%s, expected link:X, cpu:Y or both with 0 <= X, Y < 1", text);
  ((struct cli_execution *)options)->noise = text;
}

static void help_cfg(void *options, const char *text, const char *command)
{
  (void)options, (void)text, (void)command;
  sp_simgrid_help("--help");
  cli_exit(SP_OK);
}

static void help_logs(void *options, const char *text, const char *command)
{
  (void)options, (void)text, (void)command;
  sp_simgrid_help("--help-logs");
  cli_exit(SP_OK);
}

#define AT(field) offsetof(struct cli_execution, field)
static const struct cli_option seed_options[] = {
    {NULL, CLI_HEADING, 0, NULL, "Execution:", .group = 2},
    {"seed", CLI_SEED, AT(seed), "S",
     "seed of all random draws (default 0; with --from the experiment's)", .group = 2,
     .given = AT(seeded)},
    {"plugin", CLI_TEXTS, AT(plugin), "FILE.so", "load a heuristic; may be repeated", .group = 2},
    {0},
};
const struct cli_command cli_seed_group = {.option = seed_options};

static const struct cli_option engine_options[] = {
    {"engine", CLI_READ, 0, "NAME",
     "simgrid, native, or both, which are then compared (default: simgrid, or the experiment's)",
     .group = 2, .given = AT(engine_chosen), .read = read_engine},
    {"noise", CLI_READ, 0, "link:X,cpu:Y",
     "scale the bytes of messages by factors in [1-X, 1+X], the flops of tasks likewise by Y",
     .group = 2, .read = read_noise},
    {"cfg", CLI_TEXTS, AT(cfg), "ITEM:VALUE", "a configuration item for SimGrid; may be repeated",
     .group = 2},
    {"log", CLI_TEXTS, AT(log), "SETTING", "a log setting for SimGrid; may be repeated",
     .group = 2},
    {"help-cfg", CLI_READ, 0, NULL, "print SimGrid's configuration items", .group = 2,
     .read = help_cfg},
    {"help-logs", CLI_READ, 0, NULL, "print SimGrid's log settings", .group = 2, .read = help_logs},
    {0},
};
const struct cli_command cli_engine_group = {.option = engine_options};

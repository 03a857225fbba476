/* How runs are executed: the options and what they become. */
#include "cli/shared/execution.h"
#include "campaign/experiment/experiment.h"
#include "cli/shared/arguments.h"
#include "cli/shared/messages.h"
#include "engine/engine.h"
#include <stdlib.h>
#include <string.h>

enum { SEED = 0x200, PLUGIN, ENGINE, NOISE, CFG, LOG, HELP_CFG, HELP_LOGS };
static const struct argp_option seed_options[] = {
    {NULL, 0, NULL, 0, "Execution:", 2},
    {"seed", SEED, "S", 0, "seed of all random draws (default 0; with --from the experiment's)", 2},
    {"plugin", PLUGIN, "FILE.so", 0, "load a heuristic; may be repeated", 2},
    {0},
};
static const struct argp_option engine_options[] = {
    {"engine", ENGINE, "NAME", 0,
     "simgrid, native, or both, which are then compared (default: simgrid, or the experiment's)",
     2},
    {"noise", NOISE, "link:X,cpu:Y", 0,
     "scale the bytes of messages by factors in [1-X, 1+X], the flops of tasks likewise by Y", 2},
    {"cfg", CFG, "ITEM:VALUE", 0, "a configuration item for SimGrid; may be repeated", 2},
    {"log", LOG, "SETTING", 0, "a log setting for SimGrid; may be repeated", 2},
    {"help-cfg", HELP_CFG, NULL, 0, "print SimGrid's configuration items", 2},
    {"help-logs", HELP_LOGS, NULL, 0, "print SimGrid's log settings", 2},
    {0},
};

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

static error_t parse_seed(int key, char *text, struct argp_state *state)
{
  struct cli_execution *execution = state->input;
  if (key == SEED) {
    execution->seed = cli_seed(state, text);
    execution->seeded = true;
  } else if (key == PLUGIN)
    cli_strings_add(&execution->plugin, text);
  else
    return ARGP_ERR_UNKNOWN;
  return 0;
}
const struct argp cli_seed_argp = {seed_options, parse_seed, NULL, NULL, NULL, NULL, NULL};

static void parse_engine_name(struct cli_execution *e, const char *text,
                              const struct argp_state *state)
{
  bool both = !strcmp(text, "both");
  e->engine_chosen = true;
  e->engine[SP_ENGINE_SIMGRID] = both || !strcmp(text, "simgrid");
  e->engine[SP_ENGINE_NATIVE] = both || !strcmp(text, "native");
  if (!e->engine[SP_ENGINE_SIMGRID] && !e->engine[SP_ENGINE_NATIVE])
    cli_usage(state->name, "--engine=%s, expected simgrid, native or both", text);
}

static const char *check_noise(const char *text, const struct argp_state *state)
{
  double link, cpu;
  if (sp_noise_parse(text, &link, &cpu))
    cli_usage(state->name, "--noise=%s, expected link:X, cpu:Y or both with 0 <= X, Y < 1", text);
  return text;
}

static error_t parse_engine(int key, char *text, struct argp_state *state)
{
  struct cli_execution *execution = state->input;
  if (key == ENGINE)
    parse_engine_name(execution, text, state);
  else if (key == NOISE)
    execution->noise = check_noise(text, state);
  else if (key == CFG)
    cli_strings_add(&execution->cfg, text);
  else if (key == LOG)
    cli_strings_add(&execution->log, text);
  else if (key == HELP_CFG || key == HELP_LOGS) {
    sp_simgrid_help(key == HELP_CFG ? "--help" : "--help-logs");
    cli_exit(SP_OK);
  } else
    return ARGP_ERR_UNKNOWN;
  return 0;
}
const struct argp cli_engine_argp = {engine_options, parse_engine, NULL, NULL, NULL, NULL, NULL};

/* The options that several commands take, one argp parser for each group. */
#include "base/memory.h"
#include "campaign/experiment/experiment.h"
#include "cli/shared/cli.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

long cli_integer(const struct argp_state *state, const char *option, const char *text, long least)
{
  char *end;
  errno = 0;
  long value = strtol(text, &end, 10);
  if (errno || end == text || *end || value < least)
    cli_usage(state->name, "%s=%s is not a whole number >= %ld", option, text, least);
  return value;
}

double cli_number(const struct argp_state *state, const char *option, const char *text)
{
  struct sp_num number;
  if (sp_num_parse(text, &number))
    cli_usage(state->name, "%s=%s is not a number", option, text);
  return number.v;
}

/* ---- The instance. */

enum { STAR = 0x100, FROM, SET, MASTER, TASK_BYTES, TASK_FLOPS, TASKS, WORK, DEADLINE };
static const struct argp_option instance_options[] = {
    {NULL, 0, NULL, 0, "The instance, beside or in place of PLATFORM.xml [DEPLOY.xml]:", 1},
    {"star", STAR, "TEXT", 0,
     "a star in words, \"c=2,2 w=3,4 load=8,0\"; or @FILE.csv with columns of these names", 1},
    {"from", FROM, "EXPERIMENT:AXES:INDEX", 0,
     "a platform of an experiment (its id or file): "
     "\"rr6005-table1:comm=het,comp=hom,range=c<=w:7\"; "
     "variant=NAME may stand among the axes",
     1},
    {"set", SET, "KEY=VALUE", 0, "a setting over the experiment's; may be repeated", 1},
    {"master", MASTER, "HOST", 0, "the master's host, without a deployment", 1},
    {"task-bytes", TASK_BYTES, "X", 0, "bytes of one unit of load", 1},
    {"task-flops", TASK_FLOPS, "X", 0, "flops of one unit of load", 1},
    {"tasks", TASKS, "N", 0, "tasks at the master (bag)", 1},
    {"work", WORK, "X", 0, "load at the master (divisible)", 1},
    {"deadline", DEADLINE, "T", 0, "maximise what is done by date T", 1},
    {0},
};

static void take_file(struct sp_source *source, const char *file, const struct argp_state *state)
{
  if (!source->platform)
    source->platform = file;
  else if (!source->deployment)
    source->deployment = file;
  else
    cli_usage(state->name, "'%s' is one argument too many", file);
}

static void check_source(const struct cli_source *source, const struct argp_state *state)
{
  const struct sp_source *file = &source->file;
  const char *other = file->platform ? file->platform : file->star ? "--star" : NULL;
  if (!source->from && source->set.n)
    cli_usage(state->name, "--set=%s without --from", source->set.item[0]);
  if (!source->from && !other)
    cli_usage(state->name, "name an instance: PLATFORM.xml [DEPLOY.xml] or --star=TEXT");
  if (file->platform && file->star)
    cli_usage(state->name, "'%s' and --star are two instances, expected one", file->platform);
  if (source->from && other)
    cli_usage(state->name, "'%s' and --from are two instances, expected one", other);
  if (source->from && (file->master || file->task_bytes || file->task_flops || file->tasks ||
                       file->work || file->deadline))
    cli_usage(state->name, "--from takes its workload from the experiment, change it with --set");
}

static error_t parse_instance(int key, char *text, struct argp_state *state)
{
  struct cli_source *source = state->input;
  struct sp_source *file = &source->file;
  const char **field = key == STAR         ? &file->star
                       : key == FROM       ? &source->from
                       : key == MASTER     ? &file->master
                       : key == TASK_BYTES ? &file->task_bytes
                       : key == TASK_FLOPS ? &file->task_flops
                       : key == TASKS      ? &file->tasks
                       : key == WORK       ? &file->work
                       : key == DEADLINE   ? &file->deadline
                                           : NULL;
  if (field)
    *field = text;
  else if (key == SET)
    cli_strings_add(&source->set, text);
  else if (key == ARGP_KEY_ARG)
    take_file(file, text, state);
  else if (key == ARGP_KEY_END)
    check_source(source, state);
  else
    return ARGP_ERR_UNKNOWN;
  return 0;
}
const struct argp cli_instance_argp = {
    instance_options, parse_instance, NULL, NULL, NULL, NULL, NULL};

/* ---- Heuristics. */

static const struct argp_option methods_options[] = {
    {"heuristic", 'H', "NAME[:KEY=VALUE..][,..]", 0,
     "heuristics with their options; may be repeated; 'starport list' names them", 0},
    {0},
};

static error_t parse_methods(int key, char *text, struct argp_state *state)
{
  struct cli_strings *methods = state->input;
  if (key != 'H')
    return ARGP_ERR_UNKNOWN;
  for (char *next = text; next;) {
    char *one = strsep(&next, ",");
    if (!*one)
      cli_usage(state->name, "-H has an empty name, expected NAME[:KEY=VALUE..][,NAME..]");
    cli_strings_add(methods, one);
  }
  return 0;
}
const struct argp cli_methods_argp = {methods_options, parse_methods, NULL, NULL, NULL, NULL, NULL};

/* ---- Execution. */

enum { SEED = 0x200, PLUGIN, ENGINE, NOISE, CFG, LOG, HELP_CFG, HELP_LOGS };
static const struct argp_option seed_options[] = {
    {NULL, 0, NULL, 0, "Execution:", 2},
    {"seed", SEED, "S", 0, "seed of all chance (default 0, or the experiment's with --from)", 2},
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

uint64_t cli_seed(const struct argp_state *state, const char *text)
{
  char *end;
  errno = 0;
  uint64_t seed = strtoull(text, &end, 10);
  if (errno || end == text || *end || !(*text >= '0' && *text <= '9'))
    cli_usage(state->name, "--seed=%s is not a whole number from 0 to 2^64 - 1", text);
  return seed;
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
    cli_usage(state->name, "--engine=%s is none of simgrid, native, both", text);
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

/* starport campaign: runs what is missing of an experiment. */
#include "base/memory.h"
#include "campaign/run/runner.h"
#include "cli/commands.h"
#include "cli/shared/arguments.h"
#include "cli/shared/execution.h"
#include "cli/shared/experiment.h"
#include "cli/shared/limits.h"
#include "cli/shared/messages.h"
#include "cli/shared/methods.h"
#include <stdlib.h>
#include <string.h>

struct campaign_options {
  const char *experiment, *database, *tier;
  struct cli_strings settings;
  struct cli_execution execution;
  struct cli_limits limits;
  long count, shard, shards;
  bool retry, checksum;
};

enum { SHARD = 0x300, DB, COUNT, SET, RETRY, TIER, CHECKSUM };
static const struct argp_option campaign_options[] = {
    {"shard", SHARD, "I/N", 0, "the platforms whose number mod N is I, of 0 to N-1", 0},
    {"db", DB, "FILE", 0, "the database (default ID.db here; of a shard ID-IofN.db)", 0},
    {"retry", RETRY, NULL, 0, "run again what crashed or ran out of time", 0},
    {NULL, 0, NULL, 0, "What is run, over what the experiment says:", 1},
    {"tier", TIER, "NAME", 0, "a size of the experiment, such as small (default: the full one)", 1},
    {"count", COUNT, "N", 0, "platforms a point", 1},
    {"set", SET, "KEY=VALUE", 0, "a setting of the platforms; may be repeated", 1},
    {"checksum", CHECKSUM, NULL, 0, "print the SHA-256 of the database's canonical dump", 2},
    {0},
};

static void parse_shard(struct campaign_options *o, const char *text,
                        const struct argp_state *state)
{
  size_t length = strcspn(text, "/");
  if (length == 0 || !text[length])
    cli_usage(state->name, "--shard=%s is not I/N", text);
  char *first = sp_xstrdup(text);
  first[length] = '\0';
  o->shard = cli_integer(state, "--shard", first, 0);
  o->shards = cli_integer(state, "--shard", text + length + 1, 1);
  free(first);
  if (o->shard >= o->shards)
    cli_usage(state->name, "--shard=%s: expected I from 0 to N-1", text);
}

static error_t parse_campaign(int key, char *text, struct argp_state *state)
{
  struct campaign_options *o = state->input;
  if (key == SHARD)
    parse_shard(o, text, state);
  else if (key == DB)
    o->database = text;
  else if (key == TIER)
    o->tier = text;
  else if (key == COUNT)
    o->count = cli_integer(state, "--count", text, 1);
  else if (key == SET)
    cli_strings_add(&o->settings, text);
  else if (key == RETRY)
    o->retry = true;
  else if (key == CHECKSUM)
    o->checksum = true;
  else if (key == ARGP_KEY_INIT) {
    state->child_inputs[0] = &o->execution;
    state->child_inputs[1] = &o->execution;
    state->child_inputs[2] = &o->limits;
  } else if (key == ARGP_KEY_ARG && !o->experiment)
    o->experiment = text;
  else if (key == ARGP_KEY_SUCCESS && !o->experiment)
    cli_usage(state->name, "name an experiment of 'starport list experiments', or a FILE.ini");
  else
    return ARGP_ERR_UNKNOWN;
  return 0;
}

static const struct argp_child campaign_children[] = {{&cli_seed_argp, 0, NULL, 0},
                                                      {&cli_engine_argp, 0, NULL, 0},
                                                      {&cli_limits_argp, 0, NULL, 0},
                                                      {&cli_help_argp, 0, NULL, 0},
                                                      {0}};
static const struct argp campaign_argp = {
    campaign_options,
    parse_campaign,
    "EXPERIMENT",
    "Computes the runs of an experiment that its database lacks, and adds them. Interrupted or "
    "killed, the same command goes on where it was; the content of the database does not depend on "
    "that, on -j or on shards, which 'starport merge' joins. A run that is refused, crashes or "
    "exceeds a limit is recorded with its cause."
    "\vExample: starport campaign rr6005-table1 --tier=small --engine=native",
    campaign_children,
    NULL,
    NULL,
};

/* ID.db, or ID-IofN.db for a shard. */
static char *database_name(const struct campaign_options *o, const struct sp_experiment *e)
{
  if (o->database)
    return sp_xstrdup(o->database);
  return o->shards > 1 ? sp_format("%s-%ldof%ld.db", e->id, o->shard, o->shards)
                       : sp_format("%s.db", e->id);
}

static int finish(const struct campaign_options *o, struct sp_store *store, const char *database,
                  const struct sp_tally *tally)
{
  struct sp_error error;
  char checksum[65];
  cli_print_tally(tally);
  printf("database: %s\n", database);
  if (o->checksum) {
    int code = sp_store_checksum(store, checksum, &error);
    if (code)
      return cli_complain(code, "%s", error.text);
    printf("checksum: %s\n", checksum);
  }
  return tally->interrupted
             ? cli_complain(SP_CANNOT, "interrupted; the same command computes what is missing")
             : SP_OK;
}

static int run_campaign(const struct campaign_options *o, const struct sp_experiment *e,
                        const struct sp_registry *registry)
{
  struct sp_error error;
  struct sp_store *store = NULL;
  struct sp_tally tally = {0};
  struct sp_campaign campaign = {.experiment = e,
                                 .registry = registry,
                                 .shard = (int)o->shard,
                                 .shards = (int)o->shards,
                                 .retry = o->retry};
  char *database = database_name(o, e);
  int code = sp_store_open(database, SP_STORE_WRITE, &store, &error);
  if (code)
    cli_complain(code, "%s", error.text);
  campaign.store = store;
  if (!code)
    code = cli_compute(&o->limits, &o->execution, &campaign, &tally);
  if (!code)
    code = finish(o, store, database, &tally);
  sp_store_close(store);
  free(database);
  return code;
}

static int read_and_run(const struct campaign_options *o, const char *path)
{
  struct sp_error error;
  struct sp_experiment e;
  struct sp_overrides overrides = {
      .tier = o->tier, .count = o->count, .n_set = o->settings.n, .set = o->settings.item};
  struct cli_methods methods;
  int code = cli_execution_over(&o->execution, &overrides);
  if (code)
    return code;
  code = sp_experiment_read(path, &overrides, &e, &error);
  if (code)
    return cli_complain(code, "%s", error.text);
  code = cli_methods_open(&methods, &o->execution.plugin, NULL);
  if (!code && (code = sp_experiment_check_methods(&e, methods.registry, &error)))
    cli_complain(code, "%s", error.text);
  if (!code)
    code = run_campaign(o, &e, methods.registry);
  cli_methods_close(&methods);
  sp_experiment_clear(&e);
  return code;
}

int cli_campaign(int argc, char **argv)
{
  struct campaign_options o = {.shards = 1, .limits = cli_limits_preset()};
  cli_execution_preset(&o.execution);
  cli_parse(&campaign_argp, argc, argv, &o);
  char *path = cli_experiment_path(o.experiment);
  int code = path ? read_and_run(&o, path)
                  : cli_complain(SP_BAD_INPUT,
                                 "'%s' is no experiment, expected one of 'starport list "
                                 "experiments' or a FILE.ini",
                                 o.experiment);
  free(path);
  cli_execution_clear(&o.execution);
  free(o.settings.item);
  return code;
}

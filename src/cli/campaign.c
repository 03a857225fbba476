/* starport campaign: computes the missing runs of an experiment. */
#include "campaign/run/runner.h"
#include "cli/commands.h"
#include "cli/reproduction/reproduce.h"
#include "cli/shared/experiment.h"
#include "cli/shared/methods.h"

struct campaign_options {
  const char *experiment, *database, *tier;
  struct cli_strings settings;
  struct cli_execution execution;
  struct cli_limits limits;
  long count, shard, shards;
  bool retry, checksum;
};

enum { MOST_SHARDS = 1000000 };

static void read_shard(void *options_of, const char *text, const char *name)
{
  struct campaign_options *o = options_of;
  size_t length = strcspn(text, "/");
  if (length == 0 || !text[length])
    cli_usage(name, "--shard=%s is not I/N", text);
  const char *first = cli_format("%.*s", (int)length, text);
  o->shard = (long)cli_number(name, "shard", first, true, 0, MOST_SHARDS);
  o->shards = (long)cli_number(name, "shard", text + length + 1, true, 1, MOST_SHARDS);
  if (o->shard >= o->shards)
    cli_usage(name, "--shard=%s: expected I from 0 to N-1", text);
}

#define AT(field) offsetof(struct campaign_options, field)
static const struct cli_option options[] = {
    {NULL, CLI_ARGUMENT, .offset = AT(experiment),
     .needed = "name an experiment of 'starport list experiments', or a FILE.ini"},
    {"shard", CLI_READ, 0, "I/N", "only the platforms whose number mod N is I (0 to N-1)",
     .group = 0, .read = read_shard},
    {"db", CLI_TEXT, AT(database), "FILE",
     "the database (default ID.db here; of a shard ID-IofN.db)", .group = 0},
    {"retry", CLI_FLAG, AT(retry), NULL, "repeat runs that crashed or ran out of time", .group = 0},
    {"checksum", CLI_FLAG, AT(checksum), NULL, "print the SHA-256 of the database's canonical dump",
     .group = 0},
    {NULL, CLI_HEADING, 0, NULL, "Changes of the experiment's settings:", .group = 1},
    {"tier", CLI_TEXT, AT(tier), "NAME",
     "a size of the experiment, such as small (default: the full one)", .group = 1},
    {"count", CLI_INTEGER, AT(count), "N", "number of platforms of each point", .group = 1,
     .letter = 'n', .least = 1, .most = UINT32_MAX},
    {"set", CLI_TEXTS, AT(settings), "KEY=VALUE",
     "a setting that replaces the experiment's; may be repeated", .group = 1, .letter = 's'},
    {0},
};

/* ID.db, or ID-IofN.db for a shard. */
static const char *database_name(const struct campaign_options *o, const struct sp_experiment *e)
{
  return o->database     ? o->database
         : o->shards > 1 ? cli_format("%s-%ldof%ld.db", e->id, o->shard, o->shards)
                         : cli_format("%s.db", e->id);
}

static int finish(const struct campaign_options *o, struct sp_store *store, const char *database,
                  enum sp_engine engine, const struct sp_tally *tally)
{
  struct sp_error error;
  char checksum[65];
  int code = cli_print_tally(tally);
  printf("database: %s, engine %s\n", database, sp_engine_name(engine));
  if (!o->checksum)
    return code;
  int summed = cli_failed(sp_store_checksum(store, checksum, &error), &error);
  if (!summed)
    printf("checksum: %s\n", checksum);
  return code ? code : summed;
}

/* Is it the experiment that the database holds, if it holds one of this id? */
static int check_stored(const struct sp_experiment *e, struct sp_store *store, const char *database)
{
  struct sp_error error;
  const struct cli_strings texts = cli_stored_texts(store, e->id);
  int code = texts.n ? sp_experiment_check_options(e, database, texts.item[0], &error) : SP_OK;
  return cli_failed(code, &error);
}

static int run_campaign(const struct campaign_options *o, const struct sp_experiment *e,
                        const struct sp_registry *registry)
{
  struct sp_error error;
  struct sp_store *store = NULL;
  struct sp_tally tally = {0};
  const char *database = database_name(o, e);
  cli_end_if(cli_failed(sp_store_open(database, SP_STORE_WRITE, &store, &error), &error));
  struct sp_campaign campaign = {.experiment = e,
                                 .registry = registry,
                                 .store = store,
                                 .shard = (int)o->shard,
                                 .shards = (int)o->shards,
                                 .retry = o->retry};
  int code = check_stored(e, store, database);
  if (!code)
    code = cli_compute(&o->limits, &o->execution, &campaign, &tally);
  if (!code)
    code = finish(o, store, database, e->engine, &tally);
  sp_store_close(store);
  return code;
}

static int read_and_run(const struct campaign_options *o, const char *path)
{
  struct sp_error error;
  struct sp_experiment e;
  struct sp_overrides overrides = {
      .tier = o->tier, .count = o->count, .n_set = o->settings.n, .set = o->settings.item};
  cli_end_if(cli_execution_over(&o->execution, &overrides));
  cli_end_if(cli_failed(sp_experiment_read(path, &overrides, &e, &error), &error));
  const struct sp_registry *registry = cli_registry(&o->execution.plugin);
  cli_end_if(cli_failed(sp_experiment_check_methods(&e, registry, &error), &error));
  cli_end_if(cli_check_engine(&o->execution, &e));
  int code = run_campaign(o, &e, registry);
  sp_experiment_clear(&e);
  return code;
}

static int run_campaign_command(void *options_of)
{
  const struct campaign_options *o = options_of;
  if (cli_experiment_find(o->experiment))
    return cli_complain(SP_BAD_INPUT, "%s compares single values: use 'starport reproduce %s'",
                        o->experiment, o->experiment);
  const char *path = cli_experiment_path(o->experiment);
  struct sp_nearest nearest = {.word = o->experiment};
  struct sp_error error;
  return path ? read_and_run(o, path)
              : cli_failed(cli_unknown_experiment(&nearest, &error), &error);
}

const struct cli_command cli_campaign = {
    .name = "campaign",
    .does = "computes the missing runs of an experiment",
    .option = options,
    .usage = "EXPERIMENT",
    .help =
        "Computes the runs of an experiment that its database lacks, and adds them. After an "
        "interruption the same command computes the missing runs. The content of the database does "
        "not depend on interruptions, -j or shards, which 'starport merge' joins. A run that is "
        "refused, crashes or exceeds a limit is recorded with its cause."
        "\vExample: starport campaign rr6005-table1 --tier=small --engine=native",
    .group = {{&cli_seed_group, AT(execution)},
              {&cli_engine_group, AT(execution)},
              {&cli_limits_group, AT(limits)}},
    .initial = &(const struct campaign_options){.shards = 1},
    .size = sizeof(struct campaign_options),
    .run = run_campaign_command,
};

/* starport artifact: writes an experiment of a database as a folder for the evaluators of a
 * paper. */
#include "campaign/artifact/artifact.h"
#include "cli/commands.h"
#include "cli/shared/experiment.h"
#include "cli/shared/methods.h"
#include "cli/shared/output.h"
#include "cli/shared/paths.h"

struct artifact_options {
  const char *database, *output, *experiment, *check;
  struct cli_strings plugins;
};

#define AT(field) offsetof(struct artifact_options, field)
static const struct cli_option options[] = {
    {NULL, CLI_ARGUMENT, .offset = AT(database)},
    {"output", CLI_TEXT, AT(output), "DIR", "the folder to make; it must not exist, or be empty",
     .group = 0, .letter = 'o'},
    {"experiment", CLI_TEXT, AT(experiment), "ID", "one experiment of several in the database",
     .group = 0, .letter = 'e'},
    {"plugin", CLI_TEXTS, AT(plugins), "FILE.so|py",
     "pack a heuristic of the experiment that is not part of starport: FILE.py, or of FILE.so its "
     "source FILE.c beside it; may be repeated",
     .group = 0},
    {"check", CLI_TEXT, AT(check), "DIR",
     "verify an artifact instead: its digests, and the dump's checksum", .group = 0},
    {0},
};

static void check_artifact_options(void *options_of, const char *name)
{
  const struct artifact_options *o = options_of;
  if (o->check && (o->database || o->output || o->experiment || o->plugins.n))
    cli_usage(name, "--check=DIR takes no other argument");
  if (!o->check && !o->database)
    cli_usage(name, "name a results database");
  if (!o->check && !o->output)
    cli_usage(name, "name the folder to make with -o DIR");
}

static int verify(const char *directory)
{
  struct sp_error error;
  int files, code = cli_failed(sp_artifact_check(directory, &files, &error), &error);
  if (!code)
    printf("%s: %d files as in SHA256SUMS, README.md names the checksum of dump.txt\n", directory,
           files);
  return code;
}

static int write_artifact(const struct artifact_options *o, const struct sp_registry *registry,
                          struct sp_store *store, struct sp_experiment *e)
{
  struct sp_error error;
  struct sp_artifact_tally tally = {0};
  /* the name of the published table in the text, if a copy in the artifact can have it */
  bool is_inside = e->compare && e->compare[0] != '/' && !strstr(e->compare, "..");
  struct sp_artifact order = {.experiment = e,
                              .store = store,
                              .print_name = is_inside ? cli_format("%s", e->compare) : NULL,
                              .directory = o->output,
                              .data = cli_data_directory(),
                              .registry = registry};
  int code = cli_find_stored_published(e, o->database);
  if (!code)
    code = cli_failed(sp_artifact_write(&order, &tally, &error), &error);
  if (!code)
    printf("artifact: %s\nchecksum: %s\n", o->output, tally.checksum);
  if (!code && tally.missing)
    printf("%ld of %ld run%s missing\n", tally.missing, tally.wanted,
           sp_plural((double)tally.wanted));
  return code;
}

static int pack(const struct artifact_options *o, struct sp_store *store)
{
  struct sp_error error;
  struct sp_experiment e;
  const struct cli_strings texts = cli_find_stored(store, o->database, o->experiment);
  if (texts.n > 1)
    return cli_complain(SP_BAD_INPUT, "%s: %d experiments in it, choose one with --experiment=ID",
                        o->database, texts.n);
  cli_end_if(cli_failed(sp_experiment_parse(o->database, texts.item[0], NULL, &e, &error), &error));
  int code = write_artifact(o, cli_registry(&o->plugins), store, &e);
  sp_experiment_clear(&e);
  return code;
}

static int run_artifact_command(void *options_of)
{
  const struct artifact_options *o = options_of;
  if (o->check)
    return verify(o->check);
  struct sp_store *store = cli_read_store(o->database);
  int code = pack(o, store);
  sp_store_close(store);
  return code;
}

const struct cli_command cli_artifact = {
    .name = "artifact",
    .does = "packs an experiment for the evaluators of a paper",
    .option = options,
    .usage = "DB -o DIR\n--check=DIR",
    .help =
        "Writes an experiment in the form that artifact evaluators expect: README.md with the two "
        "commands (a small tier and the full one) and the checksums that they must give, the "
        "experiment, the dump of all results, seeds, versions, reports, and SHA256SUMS."
        "\vExample: starport artifact rr6005-table1.db -o rr6005-table1-artifact",
    .check = check_artifact_options,
    .size = sizeof(struct artifact_options),
    .run = run_artifact_command,
};

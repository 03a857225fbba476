/* starport artifact: writes an experiment of a database as a folder for the evaluators of a
 * paper. */
#include "campaign/artifact/artifact.h"
#include "base/memory.h"
#include "cli/commands.h"
#include "cli/shared/arguments.h"
#include "cli/shared/experiment.h"
#include "cli/shared/messages.h"
#include "cli/shared/paths.h"
#include "engine/perform/perform_graph.h"
#include <stdlib.h>
#include <string.h>

struct artifact_options {
  const char *database, *output, *experiment, *check;
};

#define AT(field) offsetof(struct artifact_options, field)
static const struct cli_option options[] = {
    {NULL, CLI_ARGUMENT, .offset = AT(database)},
    {"output", CLI_TEXT, AT(output), "DIR", "the folder to make; it must not exist, or be empty",
     .group = 0, .letter = 'o'},
    {"experiment", CLI_TEXT, AT(experiment), "ID", "one experiment of several in the database",
     .group = 0, .letter = 'e'},
    {"check", CLI_TEXT, AT(check), "DIR",
     "verify an artifact instead: its digests, and the dump's checksum", .group = 0},
    {0},
};

static void check(void *options_of, const char *name)
{
  const struct artifact_options *o = options_of;
  if (o->check && (o->database || o->output || o->experiment))
    cli_usage(name, "--check=DIR takes no other argument");
  if (!o->check && !o->database)
    cli_usage(name, "name a results database");
  if (!o->check && !o->output)
    cli_usage(name, "name the folder to make with -o DIR");
}

static const struct cli_command command = {
    .option = options,
    .usage = "DB -o DIR\n--check=DIR",
    .help =
        "Writes an experiment in the form that artifact evaluators expect: README.md with the two "
        "commands (a "
        "small tier and the full one) and the checksums that they must give, the experiment, the "
        "dump of all results, seeds, versions, reports, and SHA256SUMS."
        "\vExample: starport artifact rr6005-table1.db -o rr6005-table1-artifact",
    .check = check,
};

static int verify(const char *directory)
{
  struct sp_error error;
  int files, code = sp_artifact_check(directory, &files, &error);
  if (code)
    return cli_complain(code, "%s", error.text);
  printf("%s: %d files as in SHA256SUMS, README.md names the checksum of dump.txt\n", directory,
         files);
  return SP_OK;
}

/* The text of the chosen experiment, which the caller frees; NULL after an error message. */
static char *find_text(const struct artifact_options *o, struct sp_store *store)
{
  char *id, *text, *chosen = NULL;
  int n = 0;
  for (int k = 0; sp_store_experiment_at(store, k, &id, &text); k++) {
    bool is_it = !o->experiment || !strcmp(o->experiment, id);
    n += is_it;
    free(id);
    if (is_it && !chosen)
      chosen = text;
    else
      free(text);
  }
  if (n == 1)
    return chosen;
  free(chosen);
  if (!n)
    cli_complain(SP_BAD_INPUT, "%s: no experiment %s%s%sin it", o->database,
                 o->experiment ? "'" : "", o->experiment ? o->experiment : "",
                 o->experiment ? "' " : "");
  else
    cli_complain(SP_BAD_INPUT, "%s: %d experiments in it, choose one with --experiment=ID",
                 o->database, n);
  return NULL;
}

/* The name of the published table in the text, if a copy in the artifact can have it; else NULL. */
static char *print_name_of(const struct sp_experiment *e)
{
  bool is_inside = e->compare && e->compare[0] != '/' && !strstr(e->compare, "..");
  return is_inside ? sp_xstrdup(e->compare) : NULL;
}

static int write_artifact(const struct artifact_options *o, struct sp_store *store,
                          struct sp_experiment *e)
{
  struct sp_error error;
  struct sp_artifact_tally tally;
  char *print_name = print_name_of(e), *data = cli_data_directory();
  struct sp_registry *registry = sp_registry_with_graphs(&error);
  if (!registry)
    abort(); /* every command checks it at its start */
  cli_find_published(e);
  struct sp_artifact order = {.experiment = e,
                              .store = store,
                              .print_name = print_name,
                              .directory = o->output,
                              .data = data,
                              .registry = registry};
  int code = sp_artifact_write(&order, &tally, &error);
  if (code)
    cli_complain(code, "%s", error.text);
  else {
    printf("artifact: %s\nchecksum: %s\n", o->output, tally.checksum);
    if (tally.missing)
      printf("%ld of %ld runs missing\n", tally.missing, tally.wanted);
  }
  sp_registry_free(registry);
  free(data);
  free(print_name);
  return code;
}

static int pack(const struct artifact_options *o, struct sp_store *store)
{
  struct sp_error error;
  struct sp_experiment e;
  char *text = find_text(o, store);
  if (!text)
    return SP_BAD_INPUT;
  int code = sp_experiment_parse(o->database, text, NULL, &e, &error);
  free(text);
  if (code)
    return cli_complain(code, "%s", error.text);
  code = write_artifact(o, store, &e);
  sp_experiment_clear(&e);
  return code;
}

int cli_artifact(int argc, char **argv)
{
  struct artifact_options o = {0};
  struct sp_store *store;
  struct sp_error error;
  cli_parse(&command, argc, argv, &o);
  if (o.check)
    return verify(o.check);
  int code = sp_store_open(o.database, SP_STORE_READ, &store, &error);
  if (code)
    return cli_complain(code, "%s", error.text);
  code = pack(&o, store);
  sp_store_close(store);
  return code;
}

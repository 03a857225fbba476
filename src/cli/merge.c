/* starport merge: joins the databases of shards. */
#include "campaign/store/store.h"
#include "cli/commands.h"
#include "cli/shared/arguments.h"
#include "cli/shared/json.h"
#include "cli/shared/messages.h"
#include <stdlib.h>
#include <unistd.h>

struct merge_options {
  const char *out;
  struct cli_strings in;
  bool json;
};

#define AT(field) offsetof(struct merge_options, field)
static const struct cli_option options[] = {
    {NULL, CLI_ARGUMENTS, .offset = AT(in)},
    {"output", CLI_TEXT, AT(out), "OUT.db",
     "the database that gets all results; created if it does not exist", .group = 0, .letter = 'o'},
    {"json", CLI_FLAG, AT(json), NULL, "print one JSON document", .group = 3},
    {0},
};

static void check(void *options_of, const char *name)
{
  const struct merge_options *o = options_of;
  if (!o->out)
    cli_usage(name, "name the database to write with -o OUT.db");
  if (!o->in.n)
    cli_usage(name, "name the databases to join");
}

static const struct cli_command command = {
    .option = options,
    .usage = "-o OUT.db IN.db..",
    .help = "Joins the databases of shards into one, in any order, all of them or nothing. Where "
            "two hold the same run with different results both are shown and the exit code is 3. "
            "The checksum is that of the canonical dump: equal results, equal checksum."
            "\vExample: starport merge -o table.db shard-1.db shard-2.db",
    .check = check,
};

/* Merges all inputs in one batch. */
static int merge_all(struct sp_store *out, const struct merge_options *o, char checksum[65],
                     struct sp_error *error)
{
  int code = sp_store_begin(out, error);
  for (int i = 0; i < o->in.n && !code; i++)
    code = sp_store_merge(out, o->in.item[i], error);
  if (!code)
    code = sp_store_commit(out, error);
  return code ? code : sp_store_checksum(out, checksum, error);
}

static void print_merged(const struct merge_options *o, const char *checksum)
{
  if (!o->json) {
    printf("%s: %d database%s, checksum %s\n", o->out, o->in.n, o->in.n == 1 ? "" : "s", checksum);
    return;
  }
  json_t *document = json_document();
  json_object_set_new(document, "database", json_text(o->out));
  json_object_set_new(document, "merged", json_integer(o->in.n));
  json_object_set_new(document, "checksum", json_text(checksum));
  json_print(document);
}

int cli_merge(int argc, char **argv)
{
  struct merge_options o = {0};
  struct sp_store *out;
  struct sp_error error;
  char checksum[65];
  cli_parse(&command, argc, argv, &o);
  bool is_new = access(o.out, F_OK) != 0;
  int code = sp_store_open(o.out, SP_STORE_WRITE, &out, &error);
  if (!code) {
    code = merge_all(out, &o, checksum, &error);
    if (code && is_new)
      unlink(o.out); /* while it is locked, so that no other process uses it */
    sp_store_close(out);
  }
  if (code)
    cli_complain(code, "%s", error.text);
  else
    print_merged(&o, checksum);
  free(o.in.item);
  return code;
}

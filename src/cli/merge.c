/* starport merge: joins the databases of shards. */
#include "base/text.h"
#include "campaign/store/store.h"
#include "cli/commands.h"
#include "cli/shared/output.h"
#include <unistd.h>

struct merge_options {
  const char *out;
  struct cli_strings in;
  bool json;
};

#define AT(field) offsetof(struct merge_options, field)
static const struct cli_option options[] = {
    {"output", CLI_TEXT, AT(out), "OUT.db",
     "the database that gets all results; created if it does not exist", .group = 0, .letter = 'o',
     .needed = "name the database to write with -o OUT.db"},
    {NULL, CLI_ARGUMENTS, .offset = AT(in), .needed = "name the databases to join"},
    {"json", CLI_FLAG, AT(json), NULL, "print one JSON document", .group = 3},
    {0},
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
    printf("%s: %d database%s, checksum %s\n", o->out, o->in.n, sp_plural(o->in.n), checksum);
    return;
  }
  json_print(json_pack("{s:o, s:i, s:s}", "database", sp_json_text(o->out), "merged", o->in.n,
                       "checksum", checksum));
}

static int run_merge_command(void *options_of)
{
  const struct merge_options *o = options_of;
  struct sp_store *out;
  struct sp_error error;
  char checksum[65];
  bool is_new = access(o->out, F_OK) != 0;
  int code = sp_store_open(o->out, SP_STORE_WRITE, &out, &error);
  if (!code) {
    code = merge_all(out, o, checksum, &error);
    if (code && is_new)
      unlink(o->out); /* while it is locked, so that no other process uses it */
    sp_store_close(out);
  }
  if (!code)
    print_merged(o, checksum);
  return cli_failed(code, &error);
}

const struct cli_command cli_merge = {
    .name = "merge",
    .does = "joins the databases of shards",
    .option = options,
    .usage = "-o OUT.db IN.db..",
    .help = "Joins the databases of shards into one, in any order, all of them or nothing. Where "
            "two hold the same run with different results, or runs of two versions of SimGrid, "
            "both are shown and the exit code is 3. "
            "The checksum is that of the canonical dump: equal results, equal checksum."
            "\vExample: starport merge -o table.db shard-1.db shard-2.db",
    .size = sizeof(struct merge_options),
    .run = run_merge_command,
};

/* starport merge: databases of shards become one. */
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

enum { JSON = 0x300 };
static const struct argp_option merge_options[] = {
    {"output", 'o', "OUT.db", 0, "the database that gets all results; created, or added to", 0},
    {"json", JSON, NULL, 0, "print one JSON document", 3},
    {0},
};

static error_t parse_merge(int key, char *text, struct argp_state *state)
{
  struct merge_options *o = state->input;
  if (key == 'o')
    o->out = text;
  else if (key == JSON)
    o->json = true;
  else if (key == ARGP_KEY_ARG)
    cli_strings_add(&o->in, text);
  else if (key == ARGP_KEY_SUCCESS) {
    if (!o->out)
      cli_usage(state->name, "name the database to write with -o OUT.db");
    if (!o->in.n)
      cli_usage(state->name, "name the databases to join");
  } else
    return ARGP_ERR_UNKNOWN;
  return 0;
}

static const struct argp_child merge_children[] = {{&cli_help_argp, 0, NULL, 0}, {0}};
static const struct argp merge_argp = {
    merge_options,
    parse_merge,
    "-o OUT.db IN.db..",
    "Joins the databases of shards into one, in any order, all of them or nothing. Where two hold "
    "the same run with different results both are shown and the exit code is 3. The checksum is "
    "that of the canonical dump: equal results, equal checksum."
    "\vExample: starport merge -o table.db shard-1.db shard-2.db",
    merge_children,
    NULL,
    NULL,
};

/* All of the inputs, in one batch. */
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
  cli_parse(&merge_argp, argc, argv, &o);
  bool is_new = access(o.out, F_OK) != 0;
  int code = sp_store_open(o.out, SP_STORE_WRITE, &out, &error);
  if (!code) {
    code = merge_all(out, &o, checksum, &error);
    if (code && is_new)
      unlink(o.out); /* while it is locked: it is ours alone */
    sp_store_close(out);
  }
  if (code)
    cli_complain(code, "%s", error.text);
  else
    print_merged(&o, checksum);
  free(o.in.item);
  return code;
}

/* Copies rows from one database into another: all rows (merge of shards), or the rows of one
 * experiment (extract). Each row is inserted with the same checks as a computed one. */
#include "campaign/store/database.h"

#include <sys/stat.h>

/* Adds rows of a table: those of an experiment's cells with index < count, which the end of the
 * query selects; experiment NULL: all. */
static int add_rows(struct sp_store *out, struct sp_store *in, int table, const char *which,
                    const char *experiment, long count, struct sp_error *error)
{
  const struct store_table *t = &in->table[table];
  const char *sql = table == STORE_RUNS
                        ? sp_context_text(in->memory, "SELECT key" STORE_RUN "%s FROM run%s",
                                          store_fields(in->memory, in->version, STORE_ALL), which)
                        : sp_context_text(in->memory, "SELECT * FROM %s%s", t->name, which);
  sqlite3_stmt *s = store_query(in, sql);
  int code = SP_OK;
  if (experiment) {
    store_bind_text(s, 1, experiment);
    sqlite3_bind_int64(s, 2, count);
  }
  while (!code && store_next(s)) {
    struct store_value row[STORE_MOST_COLUMNS];
    for (int k = 0; k < sqlite3_column_count(s); k++)
      row[k] = store_value_of(sqlite3_column_value(s, k));
    code = store_add(out, table, row, error);
  }
  return store_end(in, s, code, error);
}

/* ---- Merge. */

static bool same_file(const char *a, const char *b)
{
  struct stat x, y;
  return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static int check_models(struct sp_store *out, struct sp_store *in, struct sp_error *error)
{
  const char *id, *text;
  int code = SP_OK;
  for (int k = 0; !code && sp_store_experiment_at(in, k, &id, &text); k++)
    code = store_check_models(out, in, id, error);
  return code;
}

static int add_all(struct sp_store *out, struct sp_store *in, struct sp_error *error)
{
  int code = store_execute(in, "BEGIN", error); /* all tables in the same state */
  for (int table = 0; table < STORE_TABLES && !code; table++) {
    code = add_rows(out, in, table, "", NULL, 0, error);
    if (!code && table == STORE_EXPERIMENTS) /* their texts are equal */
      code = check_models(out, in, error);
  }
  return code;
}

int sp_store_merge(struct sp_store *out, const char *path, struct sp_error *error)
{
  struct sp_store *in;
  if (same_file(out->path, path))
    return sp_bad_input(error, "%s: cannot be merged into itself", path);
  int code = sp_store_open(path, SP_STORE_READ, &in, error);
  if (code)
    return code;
  bool own = sqlite3_get_autocommit(out->db);
  code = own ? sp_store_begin(out, error) : SP_OK;
  out->strict = true;
  if (!code)
    code = add_all(out, in, error);
  out->strict = false;
  if (code)
    store_undo(out);
  else if (own)
    code = sp_store_commit(out, error);
  sp_store_close(in);
  return code;
}

/* ---- Extract. */

#define CELLS "cell WHERE experiment=?1 AND idx<?2"

static int add_wanted(struct sp_store *out, struct sp_store *in, const char *experiment, long count,
                      struct sp_error *error)
{
  static const char *const which[STORE_TABLES] = {
      [STORE_INSTANCES] = " WHERE key IN (SELECT instance FROM " CELLS ")",
      [STORE_CELLS] = " WHERE experiment=?1 AND idx<?2",
      [STORE_RUNS] = " WHERE key IN (SELECT run FROM " CELLS ")",
      [STORE_ATTEMPTS] = " WHERE run IN (SELECT run FROM " CELLS ") ORDER BY rowid"};
  int code = SP_OK;
  for (int table = STORE_INSTANCES; table < STORE_TABLES && !code; table++)
    code = add_rows(out, in, table, which[table], experiment, count, error);
  return code;
}

int sp_store_extract(struct sp_store *out, struct sp_store *in, const char *experiment,
                     const char *text, long count, struct sp_error *error)
{
  struct sp_key key = sp_key_of(text, strlen(text));
  bool own;
  int code = sp_store_check_models(in, experiment, error);
  if (!code)
    code = store_enter(out, &own, error);
  if (code)
    return code;
  code = sp_store_experiment(out, experiment, &key, text, error);
  if (!code)
    code = add_wanted(out, in, experiment, count, error);
  return store_leave(out, own, code, error);
}

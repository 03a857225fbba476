/* Copies rows from one database into another: all rows (merge of shards), or the rows of one
 * experiment (extract). Each row is inserted with the same checks as a computed one. */
#include "campaign/store/batch.h"
#include "campaign/store/provenance.h"
#include "campaign/store/rows.h"

#include <string.h>
#include <sys/stat.h>

/* Adds the current row of a query to the table with the same columns. */
static int add_row(struct sp_store *out, int table, sqlite3_stmt *s, struct sp_error *error)
{
  struct sp_key first = store_key(s, 0);
  switch (table) {
  case STORE_EXPERIMENTS:
    first = store_key(s, 1);
    return sp_store_experiment(out, store_text(s, 0), &first, store_text(s, 2), error);
  case STORE_INSTANCES:
    return sp_store_instance(out, &first, store_text(s, 1), error);
  case STORE_CELLS: {
    struct sp_key instance = store_key(s, 4), run = store_key(s, 5);
    return sp_store_cell(out, store_text(s, 0), store_text(s, 1), store_long(s, 2),
                         store_text(s, 3), &instance, &run, error);
  }
  default: {
    struct sp_run_row run = store_run(s);
    return sp_store_run(out, &run, error);
  }
  }
}

/* Adds the rows that a query of `in` returns to a table, and ends the query. */
static int add_rows(struct sp_store *out, struct sp_store *in, int table, sqlite3_stmt *s,
                    struct sp_error *error)
{
  int code = SP_OK;
  while (!code && store_row(s))
    code = add_row(out, table, s, error);
  return store_end(in, s, code, error);
}

/* The same for attempts. They keep their dates and hosts: whole rows are copied. */
static int add_attempts(struct sp_store *out, struct sp_store *in, sqlite3_stmt *s,
                        struct sp_error *error)
{
  int code = SP_OK;
  sqlite3_stmt *to = store_query(out, "INSERT INTO attempt VALUES(?,?,?,?,?,?,?,?,?)");
  while (!code && store_row(s)) {
    for (int i = 0; i < sqlite3_column_count(s); i++)
      sqlite3_bind_value(to, i + 1, sqlite3_column_value(s, i));
    code = to && sqlite3_step(to) == SQLITE_DONE ? SP_OK : store_cannot(out, error);
    sqlite3_reset(to);
  }
  sqlite3_finalize(to);
  return store_end(in, s, code, error);
}

/* ---- Merge. */

static bool same_file(const char *a, const char *b)
{
  struct stat x, y;
  return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static int add_all(struct sp_store *out, struct sp_store *in, struct sp_error *error)
{
  char sql[400];
  int code = store_execute(in, "BEGIN", error); /* all tables in the same state */
  for (int table = 0; table < STORE_TABLES && !code; table++) {
    snprintf(sql, sizeof sql, "SELECT %s FROM %s", store_table[table].columns,
             store_table[table].name);
    code = add_rows(out, in, table, store_query(in, sql), error);
  }
  return code ? code : add_attempts(out, in, store_query(in, "SELECT * FROM attempt"), error);
}

int sp_store_merge(struct sp_store *out, const char *path, struct sp_error *error)
{
  struct sp_store *in;
  if (same_file(out->path, path))
    return sp_failure(error, SP_BAD_INPUT, "%s: cannot be merged into itself", path);
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

#define WANTED_RUNS " IN (SELECT run FROM cell WHERE experiment=?1 AND idx<?2)"

/* A query of the cells of an experiment with index < count, or of their runs, .. */
static sqlite3_stmt *wanted(struct sp_store *in, const char *sql, const char *experiment,
                            long count)
{
  sqlite3_stmt *s = store_query(in, sql);
  store_bind_text(s, 1, experiment);
  sqlite3_bind_int64(s, 2, count);
  return s;
}

static int add_wanted(struct sp_store *out, struct sp_store *in, const char *experiment, long count,
                      struct sp_error *error)
{
  static const char *const select[STORE_TABLES] = {
      [STORE_INSTANCES] = "SELECT " STORE_INSTANCE_COLUMNS " FROM instance WHERE key IN"
                          " (SELECT instance FROM cell WHERE experiment=?1 AND idx<?2)",
      [STORE_CELLS] = "SELECT " STORE_CELL_COLUMNS " FROM cell WHERE experiment=?1 AND idx<?2",
      [STORE_RUNS] = "SELECT " STORE_RUN_COLUMNS " FROM run WHERE key" WANTED_RUNS};
  int code = SP_OK;
  for (int table = STORE_INSTANCES; table < STORE_TABLES && !code; table++)
    code = add_rows(out, in, table, wanted(in, select[table], experiment, count), error);
  if (code)
    return code;
  const char *attempts = "SELECT * FROM attempt WHERE run" WANTED_RUNS " ORDER BY rowid";
  return add_attempts(out, in, wanted(in, attempts, experiment, count), error);
}

int sp_store_extract(struct sp_store *out, struct sp_store *in, const char *experiment,
                     const char *text, long count, struct sp_error *error)
{
  struct sp_key key = sp_key_of(text, strlen(text));
  int code = sp_store_begin(out, error);
  if (!code)
    code = sp_store_experiment(out, experiment, &key, text, error);
  if (!code)
    code = add_wanted(out, in, experiment, count, error);
  if (!code)
    return sp_store_commit(out, error);
  store_undo(out);
  return code;
}

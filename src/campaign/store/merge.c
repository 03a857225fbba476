/* Shards into one database: all rows of one are inserted into the other, table by table, with the
 * same care as if they were computed anew. */
#include "campaign/store/inside.h"

#include <stdlib.h>
#include <sys/stat.h>

/* Adds the current row of a table's SELECT. */
static int add_row(struct sp_store *out, int table, sqlite3_stmt *s, struct sp_error *error)
{
  struct sp_key first = store_key(s, 0);
  switch (table) {
  case 0:
    first = store_key(s, 1);
    return store_add_experiment(out, store_text(s, 0), &first, store_text(s, 2), true, error);
  case 1:
    return sp_store_instance(out, &first, store_text(s, 1), error);
  case 2: {
    struct sp_key instance = store_key(s, 4), run = store_key(s, 5);
    return store_add_cell(out, store_text(s, 0), store_text(s, 1), (long)sqlite3_column_int64(s, 2),
                          store_text(s, 3), &instance, &run, true, error);
  }
  default: {
    struct sp_run_row run = store_run(s);
    return sp_store_run(out, &run, error);
  }
  }
}

static int add_table(struct sp_store *out, struct sp_store *in, int table, struct sp_error *error)
{
  char sql[400];
  snprintf(sql, sizeof sql, "SELECT %s FROM %s", store_table[table].columns,
           store_table[table].name);
  sqlite3_stmt *s = NULL;
  int code = SP_OK, step = sqlite3_prepare_v2(in->db, sql, -1, &s, NULL);
  while (!code && !step && (step = sqlite3_step(s)) == SQLITE_ROW) {
    code = add_row(out, table, s, error);
    step = SQLITE_OK;
  }
  if (!code && step != SQLITE_DONE)
    code = store_cannot(in, error);
  sqlite3_finalize(s);
  return code;
}

/* Attempts keep their dates and hosts: whole rows are copied. */
static int add_attempts(struct sp_store *out, struct sp_store *in, struct sp_error *error)
{
  enum { COLUMNS = 9 };
  sqlite3_stmt *from = NULL, *to = NULL;
  int code = SP_OK, step;
  if (sqlite3_prepare_v2(out->db, "INSERT INTO attempt VALUES(?,?,?,?,?,?,?,?,?)", -1, &to, NULL))
    code = store_cannot(out, error);
  step = sqlite3_prepare_v2(in->db, "SELECT * FROM attempt", -1, &from, NULL);
  while (!code && !step && (step = sqlite3_step(from)) == SQLITE_ROW) {
    for (int i = 0; i < COLUMNS; i++)
      sqlite3_bind_value(to, i + 1, sqlite3_column_value(from, i));
    if (sqlite3_step(to) != SQLITE_DONE)
      code = store_cannot(out, error);
    sqlite3_reset(to);
    step = SQLITE_OK;
  }
  if (!code && step != SQLITE_DONE)
    code = store_cannot(in, error);
  sqlite3_finalize(from);
  sqlite3_finalize(to);
  return code;
}

static bool same_file(const char *a, const char *b)
{
  struct stat x, y;
  return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static int add_all(struct sp_store *out, struct sp_store *in, struct sp_error *error)
{
  int code = store_execute(in, "BEGIN", error); /* all tables at one moment */
  for (int table = 0; table < STORE_TABLES && !code; table++)
    code = add_table(out, in, table, error);
  return code ? code : add_attempts(out, in, error);
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
  if (!code)
    code = add_all(out, in, error);
  if (code)
    store_undo(out);
  else if (own)
    code = sp_store_commit(out, error);
  sp_store_close(in);
  return code;
}

/* Errors, queries and columns of the open database; see database.h. */
#include "campaign/store/database.h"

#include <stdlib.h>
#include <string.h>

/* A row's instance and experiment are inserted before it. A cell is a wanted run, a run its result:
 * cell LEFT JOIN run shows the missing runs. */
const char store_schema[] =
    "CREATE TABLE experiment(id TEXT PRIMARY KEY, key BLOB NOT NULL, text TEXT NOT NULL)"
    " WITHOUT ROWID;"
    "CREATE TABLE instance(key BLOB PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE cell(experiment TEXT NOT NULL REFERENCES experiment, axes TEXT NOT NULL,"
    " idx INTEGER NOT NULL, method TEXT NOT NULL, instance BLOB NOT NULL REFERENCES instance,"
    " run BLOB NOT NULL, PRIMARY KEY(experiment, axes, idx, method)) WITHOUT ROWID;"
    "CREATE TABLE run(key BLOB PRIMARY KEY, instance BLOB NOT NULL REFERENCES instance,"
    " method TEXT NOT NULL, method_version INTEGER NOT NULL, method_source BLOB NOT NULL,"
    " engine TEXT NOT NULL, model TEXT NOT NULL,"
    " status TEXT NOT NULL CHECK(status IN ('ok','refused','failed','crashed','timeout')),"
    " reason TEXT, makespan REAL, planned REAL, done REAL, messages INTEGER, bound REAL,"
    " bound_name TEXT, order_hash BLOB, bits_hash BLOB,"
    " CHECK((status='ok')=(makespan IS NOT NULL)), CHECK((status='ok')=(reason IS NULL)))"
    " WITHOUT ROWID;"
    "CREATE TABLE attempt(run BLOB NOT NULL, started TEXT, host TEXT, seconds REAL,"
    " max_rss_kb INTEGER, exit INTEGER, stderr_tail TEXT, build TEXT, planning_seconds REAL);"
    "CREATE TABLE seal(sum BLOB NOT NULL);"
    "INSERT INTO seal VALUES(zeroblob(8));";

const struct store_table store_table[STORE_TABLES] = {
    [STORE_EXPERIMENTS] = {"experiment", STORE_EXPERIMENT_COLUMNS, "id"},
    [STORE_INSTANCES] = {"instance", STORE_INSTANCE_COLUMNS, "key"},
    [STORE_CELLS] = {"cell", STORE_CELL_COLUMNS, "experiment, axes, idx, method"},
    [STORE_RUNS] = {"run", STORE_RUN_COLUMNS, "key"},
};

int store_cannot(struct sp_store *store, struct sp_error *error)
{
  const char *words = sqlite3_errmsg(store->db);
  switch (sqlite3_errcode(store->db)) {
  case SQLITE_CORRUPT:
  case SQLITE_NOTADB:
    return sp_failure(error, SP_BAD_INPUT, "%s: the database is damaged: %s", store->path, words);
  case SQLITE_NOMEM:
    abort();
  default:
    break;
  }
  int system = sqlite3_system_errno(store->db);
  return sp_failure(error, SP_CANNOT, "%s: %s%s%s", store->path, words, system ? ": " : "",
                    system ? strerror(system) : "");
}

int store_execute(struct sp_store *store, const char *sql, struct sp_error *error)
{
  return sqlite3_exec(store->db, sql, NULL, NULL, NULL) ? store_cannot(store, error) : SP_OK;
}

/* ---- Queries. */

sqlite3_stmt *store_query(struct sp_store *store, const char *sql)
{
  sqlite3_stmt *query = NULL;
  sqlite3_prepare_v2(store->db, sql, -1, &query, NULL);
  return query;
}

bool store_row(sqlite3_stmt *s)
{
  return s && sqlite3_step(s) == SQLITE_ROW;
}

int store_end(struct sp_store *store, sqlite3_stmt *s, int code, struct sp_error *error)
{
  bool failed = !s || sqlite3_finalize(s);
  return code || !failed ? code : store_cannot(store, error);
}

int store_ask(struct sp_store *store, const char *sql, char *text, size_t size,
              struct sp_error *error)
{
  sqlite3_stmt *s = store_query(store, sql);
  snprintf(text, size, "%s", store_row(s) ? store_text(s, 0) : "");
  return store_end(store, s, SP_OK, error);
}

void store_bind_text(sqlite3_stmt *s, int column, const char *text)
{
  sqlite3_bind_text(s, column, text, -1, SQLITE_STATIC);
}

void store_bind_key(sqlite3_stmt *s, int column, const struct sp_key *key)
{
  sqlite3_bind_blob(s, column, key->byte, sizeof key->byte, SQLITE_STATIC);
}

/* SQLite turns NAN into NULL. It does not keep -0, so -0 is written as 0. */
void store_bind_double(sqlite3_stmt *s, int column, double value)
{
  sqlite3_bind_double(s, column, value + 0.0);
}

/* ---- Columns. */

const char *store_text(sqlite3_stmt *s, int column)
{
  const char *text = (const char *)sqlite3_column_text(s, column);
  return text ? text : "";
}

struct sp_key store_key(sqlite3_stmt *s, int column)
{
  struct sp_key key = {{0}};
  const void *bytes = sqlite3_column_blob(s, column);
  if (sqlite3_column_bytes(s, column) == sizeof key.byte)
    memcpy(key.byte, bytes, sizeof key.byte);
  return key;
}

double store_double(sqlite3_stmt *s, int column)
{
  return sqlite3_column_type(s, column) == SQLITE_NULL ? NAN : sqlite3_column_double(s, column);
}

long store_long(sqlite3_stmt *s, int column)
{
  return (long)sqlite3_column_int64(s, column);
}

uint64_t store_hash(sqlite3_stmt *s, int column)
{
  const uint8_t *byte = sqlite3_column_blob(s, column);
  uint64_t hash = 0;
  for (int i = 0; i < sqlite3_column_bytes(s, column); i++)
    hash = hash << 8 | byte[i];
  return hash;
}

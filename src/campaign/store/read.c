/* Rows out of the database. */
#include "base/memory.h"
#include "campaign/store/inside.h"

#include <string.h>

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

/* NAN for NULL. */
static double store_double(sqlite3_stmt *s, int column)
{
  return sqlite3_column_type(s, column) == SQLITE_NULL ? NAN : sqlite3_column_double(s, column);
}

static uint64_t read_hash(sqlite3_stmt *s, int column)
{
  const uint8_t *byte = sqlite3_column_blob(s, column);
  uint64_t hash = 0;
  for (int i = 0; i < sqlite3_column_bytes(s, column); i++)
    hash = hash << 8 | byte[i];
  return hash;
}

/* Status of its name, -1 if there is none. */
static int store_status(const char *name)
{
  for (int status = SP_RUN_OK; status <= SP_TIMEOUT; status++)
    if (!strcmp(name, sp_status_name((enum sp_status)status)))
      return status;
  return -1;
}

struct sp_run_row store_run(sqlite3_stmt *s)
{
  struct sp_run_row run = {
      .key = store_key(s, 0),
      .instance = store_key(s, 1),
      .method = store_text(s, 2),
      .method_version = sqlite3_column_int(s, 3),
      .method_source = store_key(s, 4),
      .engine = store_text(s, 5),
      .model = store_text(s, 6),
      .result = {.status = (enum sp_status)store_status(store_text(s, 7)),
                 .makespan = store_double(s, 9),
                 .planned = store_double(s, 10),
                 .done = store_double(s, 11),
                 .messages = (long)sqlite3_column_int64(s, 12),
                 .order_hash = read_hash(s, 15),
                 .bits_hash = read_hash(s, 16)},
      .bound = store_double(s, 13),
      .bound_name = (const char *)sqlite3_column_text(s, 14),
  };
  snprintf(run.result.reason, sizeof run.result.reason, "%s", store_text(s, 8));
  return run;
}

/* ---- Questions. */

int sp_store_status(struct sp_store *store, const struct sp_key *key)
{
  sqlite3_stmt *s = store_statement(store, STORE_FIND_STATUS);
  store_bind_key(s, 1, key);
  int status = s && sqlite3_step(s) == SQLITE_ROW ? store_status(store_text(s, 0)) : -1;
  sqlite3_reset(s);
  return status;
}

static struct sp_cell_row cell_row(sqlite3_stmt *s, const char *experiment)
{
  return (struct sp_cell_row){
      .experiment = experiment,
      .axes = store_text(s, 0),
      .index = (long)sqlite3_column_int64(s, 1),
      .method = store_text(s, 2),
      .status = store_status(store_text(s, 3)),
      .reason = store_text(s, 4),
      .makespan = store_double(s, 5),
      .planned = store_double(s, 6),
      .done = store_double(s, 7),
      .bound = store_double(s, 8),
      .messages = (long)sqlite3_column_int64(s, 9),
  };
}

int sp_store_cells(struct sp_store *store, const char *experiment,
                   int (*row)(void *data, const struct sp_cell_row *), void *data,
                   struct sp_error *error)
{
  static const char sql[] =
      "SELECT axes, idx, cell.method, status, reason, makespan, planned, done, bound, messages"
      " FROM cell LEFT JOIN run ON run.key=cell.run WHERE experiment=?1"
      " ORDER BY axes, idx, cell.method";
  sqlite3_stmt *s = NULL;
  int code = sqlite3_prepare_v2(store->db, sql, -1, &s, NULL);
  if (!code)
    code = sqlite3_bind_text(s, 1, experiment, -1, SQLITE_STATIC);
  while (!code && (code = sqlite3_step(s)) == SQLITE_ROW) {
    struct sp_cell_row cell = cell_row(s, experiment);
    code = row(data, &cell) ? SQLITE_DONE : SQLITE_OK;
  }
  int failed = code == SQLITE_DONE ? SP_OK : store_cannot(store, error);
  sqlite3_finalize(s);
  return failed;
}

int sp_store_planning(struct sp_store *store, const char *experiment,
                      void (*row)(void *data, const char *axes, long index, const char *method,
                                  double seconds),
                      void *data, struct sp_error *error)
{
  static const char sql[] =
      "SELECT axes, idx, method, planning_seconds FROM cell JOIN"
      " (SELECT run, planning_seconds, max(rowid) FROM attempt GROUP BY run) AS latest"
      " ON latest.run=cell.run"
      " WHERE experiment=?1 AND planning_seconds IS NOT NULL ORDER BY axes, idx, method";
  sqlite3_stmt *s = NULL;
  int code = sqlite3_prepare_v2(store->db, sql, -1, &s, NULL);
  if (!code)
    code = sqlite3_bind_text(s, 1, experiment, -1, SQLITE_STATIC);
  while (!code && (code = sqlite3_step(s)) == SQLITE_ROW) {
    row(data, store_text(s, 0), (long)sqlite3_column_int64(s, 1), store_text(s, 2),
        store_double(s, 3));
    code = SQLITE_OK;
  }
  int failed = code == SQLITE_DONE ? SP_OK : store_cannot(store, error);
  sqlite3_finalize(s);
  return failed;
}

bool sp_store_order(struct sp_store *store, const char *experiment, const char *axes, long index,
                    const char *method, uint64_t *order_hash)
{
  static const char sql[] =
      "SELECT order_hash FROM cell JOIN run ON run.key=cell.run WHERE experiment=?1 AND axes=?2"
      " AND idx=?3 AND cell.method=?4 AND status='ok'";
  sqlite3_stmt *s = NULL;
  bool found = sqlite3_prepare_v2(store->db, sql, -1, &s, NULL) == 0;
  if (found) {
    store_bind_text(s, 1, experiment);
    store_bind_text(s, 2, axes);
    sqlite3_bind_int64(s, 3, index);
    store_bind_text(s, 4, method);
    found = sqlite3_step(s) == SQLITE_ROW;
  }
  if (found)
    *order_hash = read_hash(s, 0);
  sqlite3_finalize(s);
  return found;
}

int sp_store_versions(struct sp_store *store,
                      void (*row)(void *data, const char *method, int version, const char *engine,
                                  const char *model),
                      void *data, struct sp_error *error)
{
  static const char sql[] = "SELECT DISTINCT method, method_version, engine, model FROM run"
                            " ORDER BY method, method_version, engine, model";
  sqlite3_stmt *s = NULL;
  int code = sqlite3_prepare_v2(store->db, sql, -1, &s, NULL);
  while (!code && (code = sqlite3_step(s)) == SQLITE_ROW) {
    row(data, store_text(s, 0), sqlite3_column_int(s, 1), store_text(s, 2), store_text(s, 3));
    code = SQLITE_OK;
  }
  int failed = code == SQLITE_DONE ? SP_OK : store_cannot(store, error);
  sqlite3_finalize(s);
  return failed;
}

bool sp_is_database(const char *name)
{
  const char *end = strrchr(name, '#');
  size_t length = end ? (size_t)(end - name) : strlen(name);
  return length > 3 && !strncmp(name + length - 3, ".db", 3);
}

bool sp_store_experiment_at(struct sp_store *store, int k, char **id, char **text)
{
  sqlite3_stmt *s = NULL;
  *id = *text = NULL;
  if (sqlite3_prepare_v2(store->db, "SELECT id, text FROM experiment ORDER BY id LIMIT 1 OFFSET ?1",
                         -1, &s, NULL) == 0 &&
      sqlite3_bind_int(s, 1, k) == 0 && sqlite3_step(s) == SQLITE_ROW) {
    *id = sp_xstrdup(store_text(s, 0));
    *text = sp_xstrdup(store_text(s, 1));
  }
  sqlite3_finalize(s);
  return *id != NULL;
}

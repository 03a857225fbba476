/* Errors, queries, columns and batches of the open database; see database.h. */
#include "campaign/store/database.h"

int store_cannot(struct sp_store *store, struct sp_error *error)
{
  const char *words = sqlite3_errmsg(store->db);
  switch (sqlite3_errcode(store->db)) {
  case SQLITE_CORRUPT:
  case SQLITE_NOTADB:
    return sp_bad_input(error, "%s: the database is damaged: %s", store->path, words);
  case SQLITE_NOMEM: /* a damaged database may ask for any amount */
    return sp_failure(error, SP_CANNOT, "%s: no memory left, or the database is damaged",
                      store->path);
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

bool store_next(sqlite3_stmt *s)
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
  snprintf(text, size, "%s", store_next(s) ? store_text(s, 0) : "");
  return store_end(store, s, SP_OK, error);
}

void store_bind_text(sqlite3_stmt *s, int column, const char *text)
{
  sqlite3_bind_text(s, column, text, -1, SQLITE_STATIC);
}

/* ---- Columns. */

struct store_value store_value_of(sqlite3_value *value)
{
  struct store_value v = {.type = sqlite3_value_type(value)};
  if (v.type == SQLITE_INTEGER)
    v.integer = sqlite3_value_int64(value);
  else if (v.type == SQLITE_FLOAT)
    v.real = sqlite3_value_double(value);
  else {
    v.bytes =
        v.type == SQLITE_TEXT ? (const void *)sqlite3_value_text(value) : sqlite3_value_blob(value);
    v.size = sqlite3_value_bytes(value);
  }
  return v;
}

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

int store_status(sqlite3_stmt *s, int column)
{
  const char *name = store_text(s, column);
  for (int status = SP_RUN_OK; status <= SP_TIMEOUT; status++)
    if (!strcmp(name, sp_status_name((enum sp_status)status)))
      return status;
  return -1;
}

/* ---- Batches. */

void store_undo(struct sp_store *store)
{
  struct sp_error ignored;
  char text[32];
  if (!sqlite3_get_autocommit(store->db))
    sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
  if (store_ask(store, "SELECT hex(sum) FROM seal", text, sizeof text, &ignored) == SP_OK)
    store->seal = strtoull(text, NULL, 16);
}

int sp_store_begin(struct sp_store *store, struct sp_error *error)
{
  return store_execute(store, "BEGIN IMMEDIATE", error);
}

int sp_store_commit(struct sp_store *store, struct sp_error *error)
{
  char sql[64];
  snprintf(sql, sizeof sql, "UPDATE seal SET sum=x'%016llX'", (unsigned long long)store->seal);
  if (sqlite3_get_autocommit(store->db))
    return sp_failure(error, SP_CANNOT, "%s: nothing to commit: the batch was undone", store->path);
  int code = store_execute(store, sql, error);
  if (!code)
    code = store_execute(store, "COMMIT", error);
  if (code)
    store_undo(store);
  return code;
}

int store_enter(struct sp_store *store, bool *own, struct sp_error *error)
{
  *own = sqlite3_get_autocommit(store->db);
  return *own ? sp_store_begin(store, error) : SP_OK;
}

int store_leave(struct sp_store *store, bool own, int code, struct sp_error *error)
{
  if (code == SP_OK)
    return own ? sp_store_commit(store, error) : SP_OK;
  if (own || code != SP_NOT_VERIFIED)
    store_undo(store);
  return code;
}

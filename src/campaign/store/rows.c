/* Inserts, finds and deletes rows. For the seal, an insertion adds the hash of its row, and a
 * deletion returns the hashes of its rows. */
#include "base/memory.h"
#include "campaign/store/database.h"

#include <stdlib.h>
#include <string.h>

/* ---- Statements. */

enum { PARAMETERS = 4 * STORE_MOST_COLUMNS };
/* "?1,?2,..,?n" */
static const char *parameters(int n, char text[PARAMETERS])
{
  size_t length = 0;
  for (int k = 1; k <= n; k++)
    length += (size_t)snprintf(text + length, PARAMETERS - length, "%s?%d", k > 1 ? "," : "", k);
  return text;
}

static char *sql_of(const struct store_table *t, enum store_operation operation)
{
  char values[PARAMETERS], names[PARAMETERS];
  parameters(t->columns, values);
  parameters(t->key, names);
  if (operation == STORE_FIND)
    return sp_format("SELECT (%s%s) IS (%s), %s%s, %s FROM %s WHERE (%s)=(%s)", t->names, t->rest,
                     values, t->names, t->rest, values, t->name, t->names, names);
  if (operation == STORE_FORGET)
    return sp_format("DELETE FROM %s WHERE (%s)=(%s) RETURNING row_hash('%s', %s%s)", t->name,
                     t->names, names, t->name, t->names, t->rest);
  if (operation == STORE_FORGET_GROUP)
    return sp_format("DELETE FROM %s WHERE %.*s=?1 RETURNING row_hash('%s', %s%s)", t->name,
                     (int)strcspn(t->names, ","), t->names, t->name, t->names, t->rest);
  return sp_format("INSERT INTO %s VALUES(%s) ON CONFLICT DO NOTHING", t->name, values);
}

/* SQLite turns NAN into NULL. It does not keep -0, so -0 is written as 0. */
static void bind(sqlite3_stmt *s, int k, const struct store_value *v)
{
  switch (v->type) {
  case SQLITE_INTEGER:
    sqlite3_bind_int64(s, k, v->integer);
    break;
  case SQLITE_FLOAT:
    sqlite3_bind_double(s, k, v->real + 0.0);
    break;
  case SQLITE_TEXT:
    sqlite3_bind_text(s, k, v->bytes, v->size, SQLITE_STATIC);
    break;
  default:
    sqlite3_bind_blob(s, k, v->bytes, v->size, SQLITE_STATIC);
  }
}

/* The statement, prepared at its first use, with its parameters bound to the row; NULL after a
 * failure. */
static sqlite3_stmt *bound(struct sp_store *store, int table, enum store_operation operation,
                           const struct store_value *row)
{
  sqlite3_stmt **s = &store->statement[table][operation];
  if (!*s) {
    char *sql = sql_of(&store->table[table], operation);
    sqlite3_prepare_v3(store->db, sql, -1, SQLITE_PREPARE_PERSISTENT, s, NULL);
    free(sql);
  }
  for (int k = 0; k < sqlite3_bind_parameter_count(*s); k++)
    bind(*s, k + 1, &row[k]);
  return *s;
}

int store_insert(struct sp_store *store, int table, const struct store_value *row, bool *added,
                 struct sp_error *error)
{
  sqlite3_stmt *s = bound(store, table, STORE_INSERT, row);
  bool done = s && sqlite3_step(s) == SQLITE_DONE;
  int code = done ? SP_OK : store_cannot(store, error);
  *added = done && sqlite3_changes(store->db) > 0;
  if (*added && table < STORE_DUMPED)
    store->seal += store_row_hash(&store->table[table], row);
  sqlite3_reset(s);
  return code;
}

int store_find(struct sp_store *store, int table, const struct store_value *row,
               sqlite3_stmt **found, struct sp_error *error)
{
  *found = bound(store, table, STORE_FIND, row);
  return store_next(*found) ? SP_OK : store_cannot(store, error);
}

int store_forget(struct sp_store *store, int table, enum store_operation which,
                 const struct store_value *row, struct sp_error *error)
{
  sqlite3_stmt *s = bound(store, table, which, row);
  uint64_t sum = 0;
  while (store_next(s))
    sum += (uint64_t)sqlite3_column_int64(s, 0);
  if (!s || sqlite3_reset(s))
    return store_cannot(store, error);
  store->seal -= sum;
  return SP_OK;
}

int store_sum(struct sp_store *store, struct sp_error *error)
{
  int code = SP_OK;
  store->seal = 0;
  for (int table = 0; table < STORE_TABLES && !code; table++) {
    const struct store_table *t = &store->table[table];
    struct store_value row[STORE_MOST_COLUMNS];
    char *sql = sp_format("SELECT * FROM %s", t->name);
    sqlite3_stmt *s = store_query(store, sql);
    while (!code && store_next(s)) {
      for (int k = 0; k < t->columns; k++)
        row[k] = store_value_of(sqlite3_column_value(s, k));
      code = store_check_row(store, t, row, s, error);
      store->seal += table < STORE_DUMPED ? store_row_hash(t, row) : 0;
    }
    code = store_end(store, s, code, error);
    free(sql);
  }
  return code;
}

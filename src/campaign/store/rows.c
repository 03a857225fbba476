/* Inserts, finds, deletes and checks rows, and computes the hashes of which the seal is the sum
 * (database.h). */
#include "base/hash.h"
#include "base/text.h"
#include "campaign/store/database.h"

/* ---- Hashes. */

/* The finaliser of splitmix64: sums of FNV-1a hashes collide too easily without it. */
static uint64_t mix(uint64_t h)
{
  h = (h ^ h >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  h = (h ^ h >> 27) * UINT64_C(0x94d049bb133111eb);
  return h ^ h >> 31;
}

/* As SQLite keeps the value: NAN and bytes that are missing as NULL, -0 as 0. */
static uint64_t hash_value(uint64_t h, const struct store_value *v)
{
  bool is_integer = v->type == SQLITE_INTEGER, is_real = v->type == SQLITE_FLOAT;
  bool is_null = is_real ? isnan(v->real) : !is_integer && !v->bytes;
  int type = is_null ? SQLITE_NULL : v->type, length = 0;
  double real = v->real + 0.0;
  h = hash_bytes(h, &type, sizeof type);
  if (is_integer)
    return hash_bytes(h, &v->integer, sizeof v->integer);
  if (is_real && !is_null)
    return hash_bytes(h, &real, sizeof real);
  if (!is_null)
    length = v->size < 0 ? (int)strlen(v->bytes) : v->size;
  h = hash_bytes(h, &length, sizeof length);
  return hash_bytes(h, v->bytes, (size_t)length);
}

/* Rows of tables that the dump does not show are not sealed. */
static uint64_t hash_row(const struct store_table *table, const struct store_value *row)
{
  const struct store_value name = STORE_TEXT(table->name);
  uint64_t h = hash_value(SP_HASH_START, &name);
  for (int i = 0; i < table->columns; i++)
    h = hash_value(h, &row[i]);
  return table->key ? mix(h) : 0;
}

/* The same of deleted rows, in SQL: row_hash('table', column, ..). */
static void row_hash(sqlite3_context *context, int n, sqlite3_value **value)
{
  uint64_t h = SP_HASH_START;
  for (int i = 0; i < n; i++) {
    const struct store_value v = store_value_of(value[i]);
    h = hash_value(h, &v);
  }
  sqlite3_result_int64(context, (sqlite3_int64)mix(h));
}

void store_define_hash(struct sp_store *store)
{
  sqlite3_create_function(store->db, "row_hash", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL,
                          row_hash, NULL, NULL);
}

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

static const char *sql_of(struct sp_context *memory, const struct store_table *t,
                          enum store_operation operation)
{
  char values[PARAMETERS], names[PARAMETERS];
  parameters(t->columns, values);
  parameters(t->key, names);
  if (operation == STORE_FIND)
    return sp_context_text(memory, "SELECT (%s%s) IS (%s), %s%s, %s FROM %s WHERE (%s)=(%s)",
                           t->names, t->rest, values, t->names, t->rest, values, t->name, t->names,
                           names);
  if (operation == STORE_FORGET)
    return sp_context_text(memory, "DELETE FROM %s WHERE (%s)=(%s) RETURNING row_hash('%s', %s%s)",
                           t->name, t->names, names, t->name, t->names, t->rest);
  if (operation == STORE_FORGET_GROUP)
    return sp_context_text(memory, "DELETE FROM %s WHERE %.*s=?1 RETURNING row_hash('%s', %s%s)",
                           t->name, (int)strcspn(t->names, ","), t->names, t->name, t->names,
                           t->rest);
  return sp_context_text(memory, "INSERT INTO %s VALUES(%s) ON CONFLICT DO NOTHING", t->name,
                         values);
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
    const char *sql = sql_of(store->memory, &store->table[table], operation);
    sqlite3_prepare_v3(store->db, sql, -1, SQLITE_PREPARE_PERSISTENT, s, NULL);
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
  if (*added)
    store->seal += hash_row(&store->table[table], row);
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

/* ---- Checks: the types, signs and sizes of values, of which SQLite checks none. A database may
 * have been made by somebody else. The kinds of columns, of which a capital letter may be NULL, and
 * r, h and e, too:
 *   t, T   a text
 *   k      a key
 *   h      a hash of 8 bytes
 *   i, I   a whole number from 0 on
 *   e      a whole number
 *   r      a finite number from 0 on */

static bool is_of_kind(const struct store_value *v, char kind)
{
  if (v->type == SQLITE_NULL)
    return strchr("TIerh", kind) != NULL;
  switch (kind) {
  case 't':
  case 'T':
    return v->type == SQLITE_TEXT;
  case 'k':
    return v->type == SQLITE_BLOB && v->size == sizeof(struct sp_key);
  case 'h':
    return v->type == SQLITE_BLOB && v->size == sizeof(uint64_t);
  case 'e':
    return v->type == SQLITE_INTEGER;
  case 'r':
    return v->type == SQLITE_FLOAT && isfinite(v->real) && v->real >= 0;
  default:
    return v->type == SQLITE_INTEGER && v->integer >= 0;
  }
}

static const char *expected_of(char kind)
{
  return kind == 't' || kind == 'T' ? "a text"
         : kind == 'k'              ? "a key of 32 bytes"
         : kind == 'h'              ? "8 bytes"
         : kind == 'e'              ? "a whole number"
         : kind == 'r'              ? "a finite number from 0 on"
                                    : "a whole number from 0 on";
}

static void describe(const struct store_value *v, char text[64])
{
  if (v->type == SQLITE_NULL)
    snprintf(text, 64, "NULL");
  else if (v->type == SQLITE_BLOB)
    snprintf(text, 64, "%d byte%s", v->size, sp_plural(v->size));
  else if (v->type == SQLITE_TEXT)
    snprintf(text, 64, "'%.40s'", (const char *)v->bytes);
  else if (v->type == SQLITE_INTEGER)
    snprintf(text, 64, "%lld", v->integer);
  else
    snprintf(text, 64, "%g", v->real);
  sp_make_plain(text);
}

/* What SQLite would read as another value (a text as the number 0) is refused. s: the query of the
 * row. */
static int check_row(const struct sp_store *store, const struct store_table *table,
                     const struct store_value *row, sqlite3_stmt *s, struct sp_error *error)
{
  char text[64];
  for (int k = 0; k < table->columns; k++)
    if (!is_of_kind(&row[k], table->kinds[k])) {
      describe(&row[k], text);
      return sp_bad_input(error, "%s: %s.%s is %s, expected %s", store->path, table->name,
                          sqlite3_column_name(s, k), text, expected_of(table->kinds[k]));
    }
  return SP_OK;
}

int store_sum(struct sp_store *store, struct sp_error *error)
{
  int code = SP_OK;
  store->seal = 0;
  for (int table = 0; table < STORE_TABLES && !code; table++) {
    const struct store_table *t = &store->table[table];
    struct store_value row[STORE_MOST_COLUMNS];
    const char *sql = sp_context_text(store->memory, "SELECT * FROM %s", t->name);
    sqlite3_stmt *s = store_query(store, sql);
    while (!code && store_next(s)) {
      for (int k = 0; k < t->columns; k++)
        row[k] = store_value_of(sqlite3_column_value(s, k));
      code = check_row(store, t, row, s, error);
      store->seal += hash_row(t, row);
    }
    code = store_end(store, s, code, error);
  }
  return code;
}

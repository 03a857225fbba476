/* The hashes of rows of which the seal is the sum; see database.h. */
#include "base/hash.h"
#include "campaign/store/database.h"

#include <math.h>
#include <string.h>

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

uint64_t store_row_hash(const struct store_table *table, const struct store_value *row)
{
  const struct store_value name = STORE_TEXT(table->name);
  uint64_t h = hash_value(SP_HASH_START, &name);
  for (int i = 0; i < table->columns; i++)
    h = hash_value(h, &row[i]);
  return mix(h);
}

/* Of deleted rows. */
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

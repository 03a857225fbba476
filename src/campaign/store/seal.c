/* The hashes of rows of which the seal is the sum; see database.h. */
#include "base/hash.h"
#include "campaign/store/database.h"

/* The finaliser of splitmix64: sums of FNV-1a hashes collide too easily without it. */
static uint64_t mix(uint64_t h)
{
  h = (h ^ h >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  h = (h ^ h >> 27) * UINT64_C(0x94d049bb133111eb);
  return h ^ h >> 31;
}

static uint64_t hash_value(uint64_t h, sqlite3_value *value)
{
  int type = sqlite3_value_type(value);
  h = hash_bytes(h, &type, sizeof type);
  if (type == SQLITE_INTEGER) {
    sqlite3_int64 integer = sqlite3_value_int64(value);
    return hash_bytes(h, &integer, sizeof integer);
  }
  if (type == SQLITE_FLOAT) {
    double real = sqlite3_value_double(value);
    return hash_bytes(h, &real, sizeof real);
  }
  const void *bytes = sqlite3_value_blob(value);
  int length = sqlite3_value_bytes(value);
  h = hash_bytes(h, &length, sizeof length);
  return length ? hash_bytes(h, bytes, (size_t)length) : h;
}

static uint64_t hash_row(int n, sqlite3_value **value)
{
  uint64_t h = SP_HASH_START;
  for (int i = 0; i < n; i++)
    h = hash_value(h, value[i]);
  return mix(h);
}

static void row_hash(sqlite3_context *context, int n, sqlite3_value **value)
{
  sqlite3_result_int64(context, (sqlite3_int64)hash_row(n, value));
}

static void keep_hash(sqlite3_context *context, int n, sqlite3_value **value)
{
  struct sp_store *store = sqlite3_user_data(context);
  sqlite3_result_value(context, value[0]);
  store->row = hash_row(n - 1, value + 1);
}

void store_define_hash(struct sp_store *store)
{
  sqlite3_create_function(store->db, "row_hash", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL,
                          row_hash, NULL, NULL);
  sqlite3_create_function(store->db, "keep_hash", -1, SQLITE_UTF8, store, keep_hash, NULL, NULL);
}

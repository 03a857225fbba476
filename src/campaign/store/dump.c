/* Writes the canonical text of a database and its checksum, which are equal for equal results. They
 * do not depend on the order of insertion, the machine, or the layout of the file. */
#include "campaign/store/database.h"

#include <nettle/sha2.h>

/* Escapes a text as COPY of PostgreSQL does, so that a row is one line. */
static void put_text(FILE *f, const char *text)
{
  static const char special[] = "\\\t\n\r", letter[] = "\\tnr";
  for (const char *found; *text; text++)
    if ((found = strchr(special, *text)))
      fprintf(f, "\\%c", letter[found - special]);
    else
      fputc(*text, f);
}

static void put_blob(FILE *f, const uint8_t *byte, int length)
{
  for (int i = 0; i < length; i++)
    fprintf(f, "%02x", byte[i]);
}

static void put_column(FILE *f, sqlite3_stmt *s, int column)
{
  switch (sqlite3_column_type(s, column)) {
  case SQLITE_NULL:
    fputs("\\N", f);
    break;
  case SQLITE_INTEGER:
    fprintf(f, "%lld", sqlite3_column_int64(s, column));
    break;
  case SQLITE_FLOAT:
    fprintf(f, "%.17g", sqlite3_column_double(s, column));
    break;
  case SQLITE_BLOB:
    put_blob(f, sqlite3_column_blob(s, column), sqlite3_column_bytes(s, column));
    break;
  default:
    put_text(f, store_text(s, column));
  }
}

int store_print(struct sp_store *store, sqlite3_stmt *s, char separator, FILE *f,
                struct sp_error *error)
{
  while (store_next(s))
    for (int i = 0, n = sqlite3_column_count(s); i < n; i++) {
      put_column(f, s, i);
      fputc(i + 1 < n ? separator : '\n', f);
    }
  return store_end(store, s, SP_OK, error);
}

static int dump_table(struct sp_store *store, const struct store_table *table, FILE *f,
                      struct sp_error *error)
{
  char sql[100];
  snprintf(sql, sizeof sql, "SELECT * FROM %s ORDER BY %.*s", table->name, 3 * table->key - 2,
           "1, 2, 3, 4");
  sqlite3_stmt *s = store_query(store, sql);
  fputs(table->name, f);
  for (int i = 0; i < sqlite3_column_count(s); i++)
    fprintf(f, "\t%s", sqlite3_column_name(s, i));
  fputc('\n', f);
  return store_print(store, s, '\t', f, error);
}

/* Reads all tables in one transaction, so that they belong together. */
int sp_store_dump(struct sp_store *store, FILE *f, struct sp_error *error)
{
  bool own = sqlite3_get_autocommit(store->db);
  int code = own ? store_execute(store, "BEGIN", error) : SP_OK;
  if (code)
    return code;
  for (int i = 0; i < STORE_DUMPED && !code; i++)
    code = dump_table(store, &store->table[i], f, error);
  if (own)
    sqlite3_exec(store->db, "COMMIT", NULL, NULL, NULL);
  if (!code && ferror(f))
    return sp_failure(error, SP_CANNOT, "%s: the dump could not be written", store->path);
  return code;
}

/* ---- The checksum: the dump is written to a stream that hashes it. */

static ssize_t hash_bytes(void *sha, const char *bytes, size_t length)
{
  sha256_update(sha, length, (const uint8_t *)bytes);
  return (ssize_t)length;
}

int sp_store_checksum(struct sp_store *store, char hex[65], struct sp_error *error)
{
  struct sha256_ctx sha;
  struct sp_key sum;
  sha256_init(&sha);
  FILE *f = fopencookie(&sha, "w", (cookie_io_functions_t){.write = hash_bytes});
  if (!f)
    abort(); /* no memory */
  int code = sp_store_dump(store, f, error);
  fclose(f);
  sha256_digest(&sha, sizeof sum.byte, sum.byte);
  sp_key_text(&sum, hex);
  return code;
}

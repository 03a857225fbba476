/* Checks the types, signs and sizes of the values of a row, of which SQLite checks none: a database
 * may have been made by somebody else. The kinds of columns, of which a capital letter may be NULL,
 * and r, h and e, too:
 *   t, T   a text
 *   k      a key
 *   h      a hash of 8 bytes
 *   i, I   a whole number from 0 on
 *   e      a whole number
 *   r      a finite number from 0 on */
#include "base/text.h"
#include "campaign/store/database.h"

#include <math.h>
#include <string.h>

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

int store_check_row(const struct sp_store *store, const struct store_table *table,
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

/* Opens, commits and undoes batches of writes; see batch.h. */
#include "campaign/store/batch.h"

#include <stdlib.h>

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

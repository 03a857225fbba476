/* Queries about the origin of results; see provenance.h. */
#include "campaign/store/provenance.h"
#include "campaign/store/database.h"

int sp_store_put_sources(struct sp_store *store, FILE *f, struct sp_error *error)
{
  static const char sql[] =
      "SELECT method, 'version '||method_version, 'source '||lower(hex(method_source)),"
      " engine||': '||model, count(*)||' runs' FROM run"
      " GROUP BY method, engine, model, method_version, method_source"
      " ORDER BY method, engine, model, method_version, method_source";
  return store_print(store, store_query(store, sql), '\t', f, error);
}

bool sp_store_has_other(struct sp_store *store, const char *method, const struct sp_key *source)
{
  sqlite3_stmt *s =
      store_query(store, "SELECT 1 FROM run WHERE method=?1 AND method_source<>?2 LIMIT 1");
  store_bind_text(s, 1, method);
  sqlite3_bind_blob(s, 2, source->byte, sizeof source->byte, SQLITE_STATIC);
  bool other = store_next(s);
  sqlite3_finalize(s);
  return other;
}

int sp_store_put_platforms(struct sp_store *store, const char *experiment, FILE *f,
                           struct sp_error *error)
{
  sqlite3_stmt *s = store_query(
      store, "SELECT DISTINCT axes, idx, instance FROM cell WHERE experiment=?1 ORDER BY 1, 2, 3");
  store_bind_text(s, 1, experiment);
  return store_print(store, s, ',', f, error);
}

int sp_store_put_attempts(struct sp_store *store, FILE *f, struct sp_error *error)
{
  static const char sql[] =
      "SELECT host, build, min(started)||' to '||max(started), count(*)||' attempts',"
      " printf('%.3f s', total(seconds)), 'at most '||max(max_rss_kb)||' KiB' FROM attempt"
      " GROUP BY host, build ORDER BY host, build";
  return store_print(store, store_query(store, sql), '\t', f, error);
}

double sp_store_seconds(struct sp_store *store)
{
  sqlite3_stmt *s =
      store_query(store, "SELECT total(seconds), count(*), (SELECT count(*) FROM run) FROM attempt"
                         " WHERE rowid IN (SELECT max(rowid) FROM attempt GROUP BY run)");
  bool known = store_next(s) && (store_long(s, 1) || !store_long(s, 2));
  double seconds = known ? sqlite3_column_double(s, 0) : NAN;
  sqlite3_finalize(s);
  return seconds;
}

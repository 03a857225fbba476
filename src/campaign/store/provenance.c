/* Queries about the origin of results; see provenance.h. */
#include "campaign/store/provenance.h"
#include "campaign/store/database.h"

int sp_store_sources(struct sp_store *store, int (*row)(void *data, const struct sp_source_row *),
                     void *data, struct sp_error *error)
{
  sqlite3_stmt *s = store_query(
      store, "SELECT method, engine, model, method_version, method_source, count(*) FROM run"
             " GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5");
  while (store_row(s)) {
    struct sp_source_row source = {.method = store_text(s, 0),
                                   .engine = store_text(s, 1),
                                   .model = store_text(s, 2),
                                   .version = sqlite3_column_int(s, 3),
                                   .source = store_key(s, 4),
                                   .runs = store_long(s, 5)};
    if (row(data, &source))
      break;
  }
  return store_end(store, s, SP_OK, error);
}

int sp_store_platforms(struct sp_store *store, const char *experiment,
                       int (*row)(void *data, const struct sp_platform_row *), void *data,
                       struct sp_error *error)
{
  sqlite3_stmt *s = store_query(
      store, "SELECT DISTINCT axes, idx, instance FROM cell WHERE experiment=?1 ORDER BY 1, 2, 3");
  store_bind_text(s, 1, experiment);
  while (store_row(s)) {
    struct sp_platform_row platform = {
        .axes = store_text(s, 0), .index = store_long(s, 1), .instance = store_key(s, 2)};
    if (row(data, &platform))
      break;
  }
  return store_end(store, s, SP_OK, error);
}

int sp_store_attempts(struct sp_store *store,
                      int (*row)(void *data, const struct sp_attempts_row *), void *data,
                      struct sp_error *error)
{
  sqlite3_stmt *s =
      store_query(store, "SELECT host, build, min(started), max(started), count(*), total(seconds),"
                         " max(max_rss_kb) FROM attempt GROUP BY 1, 2 ORDER BY 1, 2");
  while (store_row(s)) {
    struct sp_attempts_row attempts = {.host = store_text(s, 0),
                                       .build = store_text(s, 1),
                                       .first = store_text(s, 2),
                                       .last = store_text(s, 3),
                                       .attempts = store_long(s, 4),
                                       .seconds = sqlite3_column_double(s, 5),
                                       .max_rss_kb = store_long(s, 6)};
    if (row(data, &attempts))
      break;
  }
  return store_end(store, s, SP_OK, error);
}

double sp_store_seconds(struct sp_store *store)
{
  sqlite3_stmt *s =
      store_query(store, "SELECT total(seconds), count(*), (SELECT count(*) FROM run) FROM attempt"
                         " WHERE rowid IN (SELECT max(rowid) FROM attempt GROUP BY run)");
  bool known = store_row(s) && (store_long(s, 1) || !store_long(s, 2));
  double seconds = known ? sqlite3_column_double(s, 0) : NAN;
  sqlite3_finalize(s);
  return seconds;
}

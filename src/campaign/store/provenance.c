/* Questions to a database about the origin of its results, and the extraction of one experiment. */
#include "campaign/store/provenance.h"
#include "campaign/store/inside.h"

#include <math.h>
#include <string.h>

/* ---- Rows of a query. */

/* Called for each row; non-zero ends the query. A code < 0 ends it without being an error. */
typedef int visit(void *data, sqlite3_stmt *);

static int ask_rows(struct sp_store *store, const char *sql, const char *experiment, long count,
                    visit *each, void *data, struct sp_error *error)
{
  sqlite3_stmt *s = NULL;
  int code = SP_OK, step = sqlite3_prepare_v2(store->db, sql, -1, &s, NULL);
  if (!step && experiment)
    step = sqlite3_bind_text(s, 1, experiment, -1, SQLITE_STATIC);
  if (!step && sqlite3_bind_parameter_count(s) > 1)
    step = sqlite3_bind_int64(s, 2, count);
  while (!code && !step && (step = sqlite3_step(s)) == SQLITE_ROW) {
    code = each(data, s);
    step = SQLITE_OK;
  }
  if (!code && step != SQLITE_DONE)
    code = store_cannot(store, error);
  sqlite3_finalize(s);
  return code < 0 ? SP_OK : code;
}

/* ---- One experiment, cut out. */

struct extraction {
  struct sp_store *out;
  const char *experiment;
  sqlite3_stmt *attempt;
  struct sp_error *error;
};

static int copy_cell(void *data, sqlite3_stmt *s)
{
  struct extraction *x = data;
  struct sp_key instance = store_key(s, 3), run = store_key(s, 4);
  int code = sp_store_instance(x->out, &instance, store_text(s, 5), x->error);
  return code ? code
              : sp_store_cell(x->out, x->experiment, store_text(s, 0),
                              (long)sqlite3_column_int64(s, 1), store_text(s, 2), &instance, &run,
                              x->error);
}

static int copy_run(void *data, sqlite3_stmt *s)
{
  struct extraction *x = data;
  struct sp_run_row run = store_run(s);
  return sp_store_run(x->out, &run, x->error);
}

static int copy_attempt(void *data, sqlite3_stmt *s)
{
  struct extraction *x = data;
  for (int i = 0; i < sqlite3_column_count(s); i++)
    sqlite3_bind_value(x->attempt, i + 1, sqlite3_column_value(s, i));
  int code = sqlite3_step(x->attempt) == SQLITE_DONE ? SP_OK : store_cannot(x->out, x->error);
  sqlite3_reset(x->attempt);
  return code;
}

#define WANTED " IN (SELECT run FROM cell WHERE experiment=?1 AND idx<?2)"

static int copy_attempts(struct extraction *x, struct sp_store *in, long count)
{
  if (sqlite3_prepare_v2(x->out->db, "INSERT INTO attempt VALUES(?,?,?,?,?,?,?,?,?)", -1,
                         &x->attempt, NULL))
    return store_cannot(x->out, x->error);
  int code = ask_rows(in, "SELECT * FROM attempt WHERE run" WANTED " ORDER BY rowid", x->experiment,
                      count, copy_attempt, x, x->error);
  sqlite3_finalize(x->attempt);
  return code;
}

int sp_store_extract(struct sp_store *out, struct sp_store *in, const char *experiment,
                     const char *text, long count, struct sp_error *error)
{
  static const char cells[] =
      "SELECT axes, idx, method, cell.instance, cell.run, body FROM cell"
      " JOIN instance ON instance.key=cell.instance WHERE experiment=?1 AND idx<?2";
  static const char runs[] =
      "SELECT key, instance, method, method_version, method_source, engine, model, status, reason,"
      " makespan, planned, done, messages, bound, bound_name, order_hash, bits_hash"
      " FROM run WHERE key" WANTED;
  struct extraction x = {.out = out, .experiment = experiment, .error = error};
  struct sp_key key = sp_key_of(text, strlen(text));
  int code = sp_store_begin(out, error);
  if (!code)
    code = sp_store_experiment(out, experiment, &key, text, error);
  if (!code)
    code = ask_rows(in, cells, experiment, count, copy_cell, &x, error);
  if (!code)
    code = ask_rows(in, runs, experiment, count, copy_run, &x, error);
  if (!code)
    code = copy_attempts(&x, in, count);
  if (!code)
    return sp_store_commit(out, error);
  store_undo(out);
  return code;
}

/* ---- Questions: each adapts a row to the caller's function. */

#define ADAPTER(NAME)                                       \
  struct NAME {                                             \
    int (*row)(void *data, const struct sp_##NAME##_row *); \
    void *data;                                             \
  }
ADAPTER(source);
ADAPTER(platform);
ADAPTER(attempts);

static int visit_source(void *data, sqlite3_stmt *s)
{
  struct source *a = data;
  struct sp_source_row row = {.method = store_text(s, 0),
                              .engine = store_text(s, 1),
                              .model = store_text(s, 2),
                              .version = sqlite3_column_int(s, 3),
                              .source = store_key(s, 4),
                              .runs = (long)sqlite3_column_int64(s, 5)};
  return a->row(a->data, &row) ? -1 : 0;
}

int sp_store_sources(struct sp_store *store, int (*row)(void *data, const struct sp_source_row *),
                     void *data, struct sp_error *error)
{
  struct source a = {row, data};
  return ask_rows(store,
                  "SELECT method, engine, model, method_version, method_source, count(*) FROM run"
                  " GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5",
                  NULL, 0, visit_source, &a, error);
}

static int visit_platform(void *data, sqlite3_stmt *s)
{
  struct platform *a = data;
  struct sp_platform_row row = {.axes = store_text(s, 0),
                                .index = (long)sqlite3_column_int64(s, 1),
                                .instance = store_key(s, 2)};
  return a->row(a->data, &row) ? -1 : 0;
}

int sp_store_platforms(struct sp_store *store, const char *experiment,
                       int (*row)(void *data, const struct sp_platform_row *), void *data,
                       struct sp_error *error)
{
  struct platform a = {row, data};
  return ask_rows(store,
                  "SELECT DISTINCT axes, idx, instance FROM cell WHERE experiment=?1"
                  " ORDER BY 1, 2, 3",
                  experiment, 0, visit_platform, &a, error);
}

static int visit_attempts(void *data, sqlite3_stmt *s)
{
  struct attempts *a = data;
  struct sp_attempts_row row = {.host = store_text(s, 0),
                                .build = store_text(s, 1),
                                .first = store_text(s, 2),
                                .last = store_text(s, 3),
                                .attempts = (long)sqlite3_column_int64(s, 4),
                                .seconds = sqlite3_column_double(s, 5),
                                .max_rss_kb = (long)sqlite3_column_int64(s, 6)};
  return a->row(a->data, &row) ? -1 : 0;
}

int sp_store_attempts(struct sp_store *store,
                      int (*row)(void *data, const struct sp_attempts_row *), void *data,
                      struct sp_error *error)
{
  struct attempts a = {row, data};
  return ask_rows(store,
                  "SELECT host, build, min(started), max(started), count(*), total(seconds),"
                  " max(max_rss_kb) FROM attempt GROUP BY 1, 2 ORDER BY 1, 2",
                  NULL, 0, visit_attempts, &a, error);
}

static int visit_seconds(void *data, sqlite3_stmt *s)
{
  double *seconds = data;
  bool none = !sqlite3_column_int64(s, 1) && sqlite3_column_int64(s, 2);
  *seconds = none ? NAN : sqlite3_column_double(s, 0);
  return 0;
}

double sp_store_seconds(struct sp_store *store)
{
  double seconds = NAN;
  struct sp_error ignored;
  ask_rows(store,
           "SELECT total(seconds), count(*), (SELECT count(*) FROM run) FROM attempt"
           " WHERE rowid IN (SELECT max(rowid) FROM attempt GROUP BY run)",
           NULL, 0, visit_seconds, &seconds, &ignored);
  return seconds;
}

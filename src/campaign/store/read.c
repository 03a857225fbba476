/* Reads the results: cells with their runs, planning times, versions of methods, experiments. */
#include "base/memory.h"
#include "campaign/store/database.h"

#include <stdlib.h>
#include <string.h>

/* The cells of an experiment, in order, from a join of cells with their runs: `more` columns, then
 * those that cell_of reads. */
static sqlite3_stmt *query_cells(struct sp_store *store, const char *experiment, const char *more,
                                 const char *from)
{
  char *numbers = store_fields(store->version, STORE_SHOWN);
  char *sql = sp_format("SELECT %s, axes, idx, cell.method, status, reason, bound%s FROM %s"
                        " WHERE experiment=?1 ORDER BY axes, idx, cell.method",
                        more, numbers, from);
  sqlite3_stmt *s = store_query(store, sql);
  store_bind_text(s, 1, experiment);
  free(sql);
  free(numbers);
  return s;
}

static struct sp_cell_row cell_of(sqlite3_stmt *s, const char *experiment, int more)
{
  const struct sp_field *f;
  int column = more + 6;
  struct sp_cell_row cell = {.experiment = experiment,
                             .axes = store_text(s, more),
                             .index = store_long(s, more + 1),
                             .method = store_text(s, more + 2),
                             .status = store_status(s, more + 3),
                             .reason = store_text(s, more + 4),
                             .bound = store_double(s, more + 5)};
  for (int k = 0; (f = sp_result_field(k)); k++)
    cell.value[k] = f->place ? store_double(s, column++) : NAN;
  return cell;
}

int sp_store_cells(struct sp_store *store, const char *experiment,
                   int (*row)(void *data, const struct sp_cell_row *), void *data,
                   struct sp_error *error)
{
  int code = SP_OK;
  char *model = NULL;
  sqlite3_stmt *s =
      query_cells(store, experiment, "model", "cell LEFT JOIN run ON run.key=cell.run");
  while (!code && store_next(s)) {
    struct sp_cell_row cell = cell_of(s, experiment, 1);
    code = store_same_model(store, experiment, store_text(s, 0), &model, error);
    if (!code && row(data, &cell))
      break;
  }
  free(model);
  return store_end(store, s, code, error);
}

int sp_store_results(struct sp_store *store, const char *experiment,
                     int (*row)(void *data, const struct sp_result_row *), void *data,
                     struct sp_error *error)
{
  int code = store_check_models(store, store, experiment, error);
  if (code)
    return code;
  char *results = store_results(store->version), *from = sp_format("(%s) AS cell", results);
  sqlite3_stmt *s =
      query_cells(store, experiment, "engine, bound_name, planning_seconds, seconds", from);
  while (!code && store_next(s)) {
    struct sp_result_row result = {.cell = cell_of(s, experiment, 4),
                                   .engine = store_text(s, 0),
                                   .bound_name = store_text(s, 1),
                                   .planning = store_double(s, 2),
                                   .seconds = store_double(s, 3)};
    code = row(data, &result);
  }
  free(from);
  free(results);
  return store_end(store, s, code, error);
}

int sp_store_planning(struct sp_store *store, const char *experiment,
                      void (*row)(void *data, const char *axes, long index, const char *method,
                                  double seconds),
                      void *data, struct sp_error *error)
{
  sqlite3_stmt *s = store_query(
      store, "SELECT axes, idx, method, planning_seconds FROM cell JOIN"
             " (SELECT run, planning_seconds, max(rowid) FROM attempt GROUP BY run) AS latest"
             " ON latest.run=cell.run"
             " WHERE experiment=?1 AND planning_seconds IS NOT NULL ORDER BY axes, idx, method");
  store_bind_text(s, 1, experiment);
  while (store_next(s))
    row(data, store_text(s, 0), store_long(s, 1), store_text(s, 2), store_double(s, 3));
  return store_end(store, s, SP_OK, error);
}

bool sp_store_order(struct sp_store *store, const char *experiment, const char *axes, long index,
                    const char *method, uint64_t *order_hash)
{
  sqlite3_stmt *s = store_query(
      store, "SELECT order_hash FROM cell JOIN run ON run.key=cell.run WHERE experiment=?1"
             " AND axes=?2 AND idx=?3 AND cell.method=?4 AND status='ok'");
  store_bind_text(s, 1, experiment);
  store_bind_text(s, 2, axes);
  sqlite3_bind_int64(s, 3, index);
  store_bind_text(s, 4, method);
  bool found = store_next(s);
  if (found)
    *order_hash = store_hash(s, 0);
  sqlite3_finalize(s);
  return found;
}

int sp_store_versions(struct sp_store *store,
                      void (*row)(void *data, const char *method, int version, const char *engine,
                                  const char *model),
                      void *data, struct sp_error *error)
{
  sqlite3_stmt *s =
      store_query(store, "SELECT DISTINCT method, method_version, engine, model FROM run"
                         " ORDER BY method, method_version, engine, model");
  while (store_next(s))
    row(data, store_text(s, 0), sqlite3_column_int(s, 1), store_text(s, 2), store_text(s, 3));
  return store_end(store, s, SP_OK, error);
}

bool sp_is_database(const char *name)
{
  const char *end = strrchr(name, '#');
  size_t length = end ? (size_t)(end - name) : strlen(name);
  return length > 3 && !strncmp(name + length - 3, ".db", 3);
}

bool sp_store_experiment_at(struct sp_store *store, int k, char **id, char **text)
{
  sqlite3_stmt *s =
      store_query(store, "SELECT id, text FROM experiment ORDER BY id LIMIT 1 OFFSET ?1");
  sqlite3_bind_int(s, 1, k);
  bool found = store_next(s);
  *id = found ? sp_xstrdup(store_text(s, 0)) : NULL;
  *text = found ? sp_xstrdup(store_text(s, 1)) : NULL;
  sqlite3_finalize(s);
  return found;
}

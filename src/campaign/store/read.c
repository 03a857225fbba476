/* Reads the results: models, cells with their runs, versions of methods, experiments, and their
 * origin. */
#include "campaign/store/database.h"

/* ---- The models of an experiment's runs, column `model`: within one experiment they differ by the
 * version of SimGrid that computed the runs, and runs of two versions are never mixed. */

/* The length of as much of the text as tells it from the other one: up to the word that differs. */
static int telling(const char *text, const char *other)
{
  size_t same = 0;
  while (text[same] && text[same] == other[same])
    same++;
  return (int)(same + strcspn(text + same, " "));
}

static int refuse(const struct sp_store *store, const char *experiment, const char *one,
                  const char *other, struct sp_error *error)
{
  return sp_failure(error, SP_NOT_VERIFIED,
                    "%s: experiment '%s' has runs of %.*s and of %.*s, expected those of one: "
                    "'starport campaign' computes the others again",
                    store->path, experiment, telling(one, other), one, telling(other, one), other);
}

/* Is the model of a run ("": no run) that of the first run? *first: at first NULL. SP_OK, or
 * SP_NOT_VERIFIED with both. */
static int check_model(const struct sp_store *store, const char *experiment, const char *model,
                       char **first, struct sp_error *error)
{
  if (!*first && *model)
    *first = sp_context_copy(store->memory, model);
  return !*model || !strcmp(*first, model) ? SP_OK
                                           : refuse(store, experiment, *first, model, error);
}

/* A model of the runs of the experiment, with that text (NULL: any), other than `model`; NULL:
 * there is none. */
static const char *find_other(struct sp_store *store, const char *experiment, const char *text,
                              const char *model)
{
  sqlite3_stmt *s = store_query(
      store, "SELECT model FROM cell JOIN run ON run.key=cell.run WHERE experiment=?1 AND model<>?2"
             " AND (?3 IS NULL OR ?3=(SELECT text FROM experiment WHERE id=?1)) LIMIT 1");
  store_bind_text(s, 1, experiment);
  store_bind_text(s, 2, model);
  store_bind_text(s, 3, text);
  const char *found = store_next(s) ? sp_context_copy(store->memory, store_text(s, 0)) : NULL;
  sqlite3_finalize(s);
  return found;
}

bool sp_store_replaces(struct sp_store *store, const char *experiment, const char *text,
                       const char *model, struct sp_error *note)
{
  const char *other = find_other(store, experiment, text, model);
  if (other)
    sp_failure(note, SP_OK, "%s: experiment '%s' has runs of %.*s, which runs of %.*s replace",
               store->path, experiment, telling(other, model), other, telling(model, other), model);
  return other != NULL;
}

int store_check_models(struct sp_store *store, struct sp_store *added, const char *experiment,
                       struct sp_error *error)
{
  const char *model = find_other(store, experiment, NULL, "");
  if (!model)
    model = find_other(added, experiment, NULL, "");
  const char *other = model ? find_other(added, experiment, NULL, model) : NULL;
  return other ? refuse(store, experiment, model, other, error) : SP_OK;
}

int sp_store_check_models(struct sp_store *store, const char *experiment, struct sp_error *error)
{
  return store_check_models(store, store, experiment, error);
}

/* ---- Cells. */

/* The cells of an experiment, in order, with the columns that cell_of reads. */
static sqlite3_stmt *query_cells(struct sp_store *store, const char *experiment, bool times)
{
  const char *sql = sp_context_text(
      store->memory,
      "SELECT model, axes, idx, cell.method, engine, status, reason, bound,"
      " bound_name, %s%s FROM cell LEFT JOIN run ON run.key=cell.run%s"
      " WHERE experiment=?1 ORDER BY axes, idx, cell.method",
      times ? "planning_seconds, seconds" : "NULL, NULL",
      store_fields(store->memory, store->version, STORE_SHOWN), times ? STORE_LATEST : "");
  sqlite3_stmt *s = store_query(store, sql);
  store_bind_text(s, 1, experiment);
  return s;
}

static struct sp_cell_row cell_of(sqlite3_stmt *s)
{
  const struct sp_field *f;
  int column = 11;
  struct sp_cell_row cell = {.axes = store_text(s, 1),
                             .index = store_long(s, 2),
                             .method = store_text(s, 3),
                             .engine = store_text(s, 4),
                             .status = store_status(s, 5),
                             .reason = store_text(s, 6),
                             .bound = store_double(s, 7),
                             .bound_name = store_text(s, 8),
                             .planning = store_double(s, 9),
                             .seconds = store_double(s, 10)};
  for (int k = 0; (f = sp_result_field(k)); k++)
    cell.value[k] = f->place ? store_double(s, column++) : NAN;
  return cell;
}

int sp_store_cells(struct sp_store *store, const char *experiment, bool times,
                   int (*row)(void *data, const struct sp_cell_row *), void *data,
                   struct sp_error *error)
{
  int code = SP_OK;
  char *model = NULL;
  sqlite3_stmt *s = query_cells(store, experiment, times);
  while (!code && store_next(s)) {
    struct sp_cell_row cell = cell_of(s);
    code = check_model(store, experiment, store_text(s, 0), &model, error);
    if (!code)
      code = row(data, &cell);
  }
  return store_end(store, s, code, error);
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

bool sp_store_experiment_at(struct sp_store *store, int k, const char **id, const char **text)
{
  sqlite3_stmt *s =
      store_query(store, "SELECT id, text FROM experiment ORDER BY id LIMIT 1 OFFSET ?1");
  sqlite3_bind_int(s, 1, k);
  bool found = store_next(s);
  *id = found ? sp_context_copy(store->memory, store_text(s, 0)) : NULL;
  *text = found ? sp_context_copy(store->memory, store_text(s, 1)) : NULL;
  sqlite3_finalize(s);
  return found;
}

/* ---- The origin of results. */

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

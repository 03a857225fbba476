/* Writes experiments, instances, cells and attempts. If the key of a row is in the database
 * already, the rows are compared. */
#include "campaign/store/batch.h"
#include "campaign/store/statement.h"

#include <starport/api.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- Experiments, instances, cells. */

static int insert_experiment(struct sp_store *store, const char *id, const struct sp_key *key,
                             const char *text, bool *added, struct sp_error *error)
{
  sqlite3_stmt *s = store_statement(store, STORE_ADD_EXPERIMENT);
  store_bind_text(s, 1, id);
  store_bind_key(s, 2, key);
  store_bind_text(s, 3, text);
  return store_insert(store, s, added, error);
}

/* Deletes the experiment and its cells; its runs stay. */
static int forget_experiment(struct sp_store *store, const char *id, struct sp_error *error)
{
  sqlite3_stmt *cells = store_statement(store, STORE_FORGET_CELLS);
  sqlite3_stmt *s = store_statement(store, STORE_FORGET_EXPERIMENT);
  store_bind_text(cells, 1, id);
  store_bind_text(s, 1, id);
  int code = store_delete(store, cells, error);
  return code ? code : store_delete(store, s, error);
}

static int add_experiment(struct sp_store *store, const char *id, const struct sp_key *key,
                          const char *text, struct sp_error *error)
{
  bool added;
  char mine[65], theirs[65];
  int code = insert_experiment(store, id, key, text, &added, error);
  if (code || added)
    return code;
  sqlite3_stmt *s = store_statement(store, STORE_FIND_EXPERIMENT);
  store_bind_text(s, 1, id);
  code = store_find(store, s, error);
  struct sp_key old = code ? *key : store_key(s, 1);
  bool same = !code && !memcmp(&old, key, sizeof old) && !strcmp(store_text(s, 2), text);
  sqlite3_reset(s);
  if (code || same)
    return code;
  if (store->strict)
    return sp_failure(error, SP_NOT_VERIFIED,
                      "%s: experiment '%s' has two texts, with keys %.16s.. and %.16s..",
                      store->path, id, sp_key_text(&old, mine), sp_key_text(key, theirs));
  code = forget_experiment(store, id, error);
  return code ? code : insert_experiment(store, id, key, text, &added, error);
}

int sp_store_experiment(struct sp_store *store, const char *id, const struct sp_key *key,
                        const char *text, struct sp_error *error)
{
  bool own;
  int code = store_enter(store, &own, error);
  return code ? code : store_leave(store, own, add_experiment(store, id, key, text, error), error);
}

static int add_instance(struct sp_store *store, const struct sp_key *key, const char *body,
                        struct sp_error *error)
{
  bool added;
  char hex[65];
  sqlite3_stmt *s = store_statement(store, STORE_ADD_INSTANCE);
  store_bind_key(s, 1, key);
  store_bind_text(s, 2, body);
  int code = store_insert(store, s, &added, error);
  if (code || added)
    return code;
  s = store_statement(store, STORE_FIND_INSTANCE);
  store_bind_key(s, 1, key);
  code = store_find(store, s, error);
  const char *old = code ? body : store_text(s, 1);
  size_t same = 0;
  while (old[same] && old[same] == body[same])
    same++;
  if (old[same] != body[same])
    code = sp_failure(error, SP_NOT_VERIFIED,
                      "%s: instance %.16s.. has two texts, which differ from byte %zu on",
                      store->path, sp_key_text(key, hex), same);
  sqlite3_reset(s);
  return code;
}

int sp_store_instance(struct sp_store *store, const struct sp_key *key, const char *body,
                      struct sp_error *error)
{
  bool own;
  int code = store_enter(store, &own, error);
  return code ? code : store_leave(store, own, add_instance(store, key, body, error), error);
}

/* The name of a cell. */
struct place {
  const char *experiment, *axes, *method;
  long index;
};

static sqlite3_stmt *cell_statement(struct sp_store *store, enum store_sql sql,
                                    const struct place *place)
{
  sqlite3_stmt *s = store_statement(store, sql);
  store_bind_text(s, 1, place->experiment);
  store_bind_text(s, 2, place->axes);
  sqlite3_bind_int64(s, 3, place->index);
  store_bind_text(s, 4, place->method);
  return s;
}

static int insert_cell(struct sp_store *store, const struct place *place,
                       const struct sp_key *instance, const struct sp_key *run, bool *added,
                       struct sp_error *error)
{
  sqlite3_stmt *s = cell_statement(store, STORE_ADD_CELL, place);
  store_bind_key(s, 5, instance);
  store_bind_key(s, 6, run);
  return store_insert(store, s, added, error);
}

static int add_cell(struct sp_store *store, const struct place *place,
                    const struct sp_key *instance, const struct sp_key *run, struct sp_error *error)
{
  bool added;
  char mine[65], theirs[65];
  int code = insert_cell(store, place, instance, run, &added, error);
  if (code || added)
    return code;
  sqlite3_stmt *s = cell_statement(store, STORE_FIND_CELL, place);
  code = store_find(store, s, error);
  struct sp_key old_instance = code ? *instance : store_key(s, 4);
  struct sp_key old = code ? *run : store_key(s, 5);
  sqlite3_reset(s);
  bool same = !memcmp(&old, run, sizeof old) && !memcmp(&old_instance, instance, sizeof *instance);
  if (code || same)
    return code;
  if (store->strict)
    return sp_failure(
        error, SP_NOT_VERIFIED,
        "%s: cell %s, %s, %ld, %s wants two runs, %.16s.. and %.16s..: different sources?",
        store->path, place->experiment, place->axes, place->index, place->method,
        sp_key_text(&old, mine), sp_key_text(run, theirs));
  code = store_delete(store, cell_statement(store, STORE_FORGET_CELL, place), error);
  return code ? code : insert_cell(store, place, instance, run, &added, error);
}

int sp_store_cell(struct sp_store *store, const char *experiment, const char *axes, long index,
                  const char *method, const struct sp_key *instance, const struct sp_key *run,
                  struct sp_error *error)
{
  bool own;
  const struct place place = {experiment, axes, method, index};
  int code = store_enter(store, &own, error);
  return code ? code
              : store_leave(store, own, add_cell(store, &place, instance, run, error), error);
}

/* ---- Attempts. */

int sp_store_attempt(struct sp_store *store, const struct sp_attempt_row *attempt,
                     struct sp_error *error)
{
  bool own, added;
  char started[32], host[256] = "";
  struct tm utc;
  time_t now = time(NULL);
  strftime(started, sizeof started, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
  gethostname(host, sizeof host - 1);
  int code = store_enter(store, &own, error);
  if (code)
    return code;
  sqlite3_stmt *s = store_statement(store, STORE_ADD_ATTEMPT);
  store_bind_key(s, 1, &attempt->run);
  store_bind_text(s, 2, started);
  store_bind_text(s, 3, host);
  store_bind_double(s, 4, attempt->seconds);
  sqlite3_bind_int64(s, 5, attempt->max_rss_kb);
  sqlite3_bind_int(s, 6, attempt->exit);
  store_bind_text(s, 7, attempt->stderr_tail);
  store_bind_text(s, 8, "starport " STARPORT_VERSION);
  store_bind_double(s, 9, attempt->planning_seconds);
  return store_leave(store, own, store_insert(store, s, &added, error), error);
}

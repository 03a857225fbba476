/* Writes experiments, instances, cells, runs and attempts. If the name of a row is in the database
 * already, the rows are compared. */
#include "base/text.h"
#include "campaign/store/database.h"

#include <endian.h>
#include <time.h>

/* ---- Rows of one name with different contents. A new one replaces the old (*replaces) or not; or
 * SP_NOT_VERIFIED. old, new: their first columns in s. */

static const char *short_key(sqlite3_stmt *s, int column, char hex[65])
{
  const struct sp_key key = store_key(s, column);
  return sp_key_text(&key, hex);
}

static int refuse_experiment(struct sp_store *store, sqlite3_stmt *s, int old, int new,
                             struct sp_error *error)
{
  char mine[65], theirs[65];
  return sp_failure(error, SP_NOT_VERIFIED,
                    "%s: experiment '%s' has two texts, with keys %.16s.. and %.16s..", store->path,
                    store_text(s, old), short_key(s, old + 1, mine), short_key(s, new + 1, theirs));
}

/* In place of a text that is too long to be kept. */
#define LEFT_OUT "drawn again from its experiment: "

static bool is_left_out(const char *text)
{
  return !strncmp(text, LEFT_OUT, strlen(LEFT_OUT));
}

/* The key is the digest of the text, also of one that is left out. */
static int refuse_instance(struct sp_store *store, sqlite3_stmt *s, int old, int new,
                           struct sp_error *error)
{
  char hex[65];
  const char *mine = store_text(s, old + 1), *theirs = store_text(s, new + 1);
  if (is_left_out(mine) || is_left_out(theirs))
    return SP_OK;
  size_t same = 0;
  while (mine[same] && mine[same] == theirs[same])
    same++;
  return sp_failure(error, SP_NOT_VERIFIED,
                    "%s: instance %.16s.. has two texts, which differ from byte %zu on",
                    store->path, short_key(s, old, hex), same);
}

static int refuse_cell(struct sp_store *store, sqlite3_stmt *s, int old, int new,
                       struct sp_error *error)
{
  char mine[65], theirs[65];
  return sp_failure(
      error, SP_NOT_VERIFIED,
      "%s: cell %s, %s, %ld, %s wants two runs, %.16s.. and %.16s..: different sources?",
      store->path, store_text(s, old), store_text(s, old + 1), store_long(s, old + 2),
      store_text(s, old + 3), short_key(s, old + 5, mine), short_key(s, new + 5, theirs));
}

/* Columns of a run. */
enum {
  METHOD = 2,
  ENGINE = 5,
  STATUS = STORE_STATUS,
  REASON = STORE_REASON,
  MAKESPAN = STORE_FIELDS + SP_FIELD_MAKESPAN,
  PLANNED = STORE_FIELDS + SP_FIELD_PLANNED,
  DONE = STORE_FIELDS + SP_FIELD_DONE,
  MESSAGES = STORE_FIELDS + SP_FIELD_MESSAGES,
  BOUND = STORE_BOUND,
  ORDER = STORE_FIELDS + SP_FIELD_ORDER + 2,
  BITS = STORE_FIELDS + SP_FIELD_BITS + 2
};

/* Crashed and timeout depend on the machine: they are not results, and a result replaces them. */
static bool provisional(int status)
{
  return status == SP_CRASHED || status == SP_TIMEOUT;
}

/* Does a replace b? At most one of them is a result. */
static bool precedes(sqlite3_stmt *s, int a, int b)
{
  if (provisional(store_status(s, a + STATUS)) != provisional(store_status(s, b + STATUS)))
    return provisional(store_status(s, b + STATUS));
  int order = strcmp(store_text(s, a + STATUS), store_text(s, b + STATUS));
  return (order ? order : strcmp(store_text(s, a + REASON), store_text(s, b + REASON))) < 0;
}

static const char *describe(sqlite3_stmt *s, int run, char *text, size_t size)
{
  if (store_status(s, run + STATUS) == SP_RUN_OK)
    snprintf(text, size,
             "ok, makespan %.17g, planned %.17g, done %.17g, %ld message%s, bound %.17g, hashes "
             "%016llx %016llx",
             store_double(s, run + MAKESPAN), store_double(s, run + PLANNED),
             store_double(s, run + DONE), store_long(s, run + MESSAGES),
             sp_plural(store_double(s, run + MESSAGES)), store_double(s, run + BOUND),
             (unsigned long long)store_hash(s, run + ORDER),
             (unsigned long long)store_hash(s, run + BITS));
  else
    snprintf(text, size, "%s, %.170s", store_text(s, run + STATUS), store_text(s, run + REASON));
  return text;
}

static int compare_runs(struct sp_store *store, sqlite3_stmt *s, int old, int new, bool *replaces,
                        struct sp_error *error)
{
  char hex[65], mine[200], theirs[200];
  *replaces = precedes(s, new, old);
  if (provisional(store_status(s, old + STATUS)) || provisional(store_status(s, new + STATUS)))
    return SP_OK;
  return sp_failure(error, SP_NOT_VERIFIED, "%s: run %.16s.. (%s, %s) has two results: %s; %s",
                    store->path, short_key(s, old, hex), store_text(s, new + METHOD),
                    store_text(s, new + ENGINE), describe(s, old, mine, sizeof mine),
                    describe(s, new, theirs, sizeof theirs));
}

/* A run is compared; an instance never changes. An edited experiment begins anew, without cells,
 * and the cell of an edited heuristic wants another run, unless the store is strict. */
static int compare(struct sp_store *store, int table, sqlite3_stmt *s, bool *replaces,
                   struct sp_error *error)
{
  static int (*const refuse[])(struct sp_store *, sqlite3_stmt *, int, int, struct sp_error *) = {
      refuse_experiment, refuse_instance, refuse_cell};
  int old = 1, new = 1 + store->table[table].columns;
  if (table == STORE_RUNS)
    return compare_runs(store, s, old, new, replaces, error);
  *replaces = !store->strict && table != STORE_INSTANCES;
  return *replaces ? SP_OK : refuse[table](store, s, old, new, error);
}

/* ---- Adding rows. */

static int replace(struct sp_store *store, int table, const struct store_value *row,
                   struct sp_error *error)
{
  bool added;
  int code = SP_OK;
  if (table == STORE_EXPERIMENTS)
    code = store_forget(store, STORE_CELLS, STORE_FORGET_GROUP, row, error);
  if (!code)
    code = store_forget(store, table, STORE_FORGET, row, error);
  return code ? code : store_insert(store, table, row, &added, error);
}

/* Has the run a number that a database without this field would forget? */
static bool is_forgotten(const struct sp_field *f, const struct store_value *value)
{
  double number = value->type == SQLITE_NULL      ? NAN
                  : value->type == SQLITE_INTEGER ? (double)value->integer
                                                  : value->real;
  return !isnan(number) && !(number <= f->before);
}

/* An older database has no columns for some numbers of a run. */
static int check_fields(const struct sp_store *store, const struct store_value *row,
                        struct sp_error *error)
{
  const struct sp_field *f;
  char forgotten[200] = "";
  for (int k = 0; (f = sp_result_field(k)); k++)
    if (f->since > store->version && is_forgotten(f, &row[store_field(k)])) {
      size_t n = strlen(forgotten);
      snprintf(forgotten + n, sizeof forgotten - n, "%s%s", n ? " and " : "", f->name);
    }
  if (!forgotten[0])
    return SP_OK;
  return sp_bad_input(error,
                      "%s: the database has schema version %ld, without %s, which a run has, "
                      "expected version %d: 'starport merge -o NEW.db %s' makes one",
                      store->path, store->version, forgotten, store_newest(), store->path);
}

static int add(struct sp_store *store, int table, const struct store_value *row,
               struct sp_error *error)
{
  bool added, replaces = false;
  sqlite3_stmt *found;
  int code = table == STORE_RUNS ? check_fields(store, row, error) : SP_OK;
  if (!code)
    code = store_insert(store, table, row, &added, error);
  if (code || added)
    return code;
  code = store_find(store, table, row, &found, error);
  if (!code && !sqlite3_column_int(found, 0))
    code = compare(store, table, found, &replaces, error);
  sqlite3_reset(found);
  return code || !replaces ? code : replace(store, table, row, error);
}

int store_add(struct sp_store *store, int table, const struct store_value *row,
              struct sp_error *error)
{
  bool own;
  int code = store_enter(store, &own, error);
  return code ? code : store_leave(store, own, add(store, table, row, error), error);
}

int sp_store_experiment(struct sp_store *store, const char *id, const struct sp_key *key,
                        const char *text, struct sp_error *error)
{
  const struct store_value row[] = {STORE_TEXT(id), STORE_KEY(key), STORE_TEXT(text)};
  return store_add(store, STORE_EXPERIMENTS, row, error);
}

int sp_store_instance(struct sp_store *store, const struct sp_key *key, const char *body,
                      struct sp_error *error)
{
  char words[sizeof LEFT_OUT + 32];
  size_t length = strlen(body);
  snprintf(words, sizeof words, LEFT_OUT "%zu bytes", length);
  const struct store_value row[] = {STORE_KEY(key),
                                    STORE_TEXT(length > SP_STORE_BODY ? words : body)};
  return store_add(store, STORE_INSTANCES, row, error);
}

int sp_store_cell(struct sp_store *store, const char *experiment, const char *axes, long index,
                  const char *method, const struct sp_key *instance, const struct sp_key *run,
                  struct sp_error *error)
{
  const struct store_value row[] = {STORE_TEXT(experiment), STORE_TEXT(axes),    STORE_LONG(index),
                                    STORE_TEXT(method),     STORE_KEY(instance), STORE_KEY(run)};
  return store_add(store, STORE_CELLS, row, error);
}

/* The value of a field. A hash is big-endian, in *hash: its hexadecimal is the number's. */
static struct store_value value_of(const struct sp_field *f, const struct sp_result *r,
                                   uint64_t *hash)
{
  const void *at = (const char *)r + f->at;
  if (f->of_ok && r->status != SP_RUN_OK)
    return (struct store_value){.type = SQLITE_NULL};
  if (f->type == SP_FIELD_REAL)
    return (struct store_value)STORE_REAL(*(const double *)at);
  if (f->type == SP_FIELD_INTEGER)
    return (struct store_value)STORE_LONG(*(const long *)at);
  *hash = htobe64(*(const uint64_t *)at);
  return (struct store_value){.type = SQLITE_BLOB, .bytes = hash, .size = sizeof *hash};
}

/* Only runs that are not ok have a reason. */
int sp_store_run(struct sp_store *store, const struct sp_run_row *run, struct sp_error *error)
{
  const struct sp_result *r = &run->result;
  const struct sp_field *f;
  uint64_t hash[SP_MOST_FIELDS];
  struct store_value row[STORE_MOST_COLUMNS] = {
      STORE_KEY(&run->key),
      STORE_KEY(&run->instance),
      STORE_TEXT(run->method),
      STORE_LONG(run->method_version),
      STORE_KEY(&run->method_source),
      STORE_TEXT(run->engine),
      STORE_TEXT(run->model),
      STORE_TEXT(sp_status_name(r->status)),
      STORE_TEXT(r->status == SP_RUN_OK ? NULL : r->reason),
      [STORE_BOUND] = STORE_REAL(run->bound),
      STORE_TEXT(run->bound_name),
  };
  for (int k = 0; (f = sp_result_field(k)); k++)
    row[store_field(k)] = value_of(f, r, &hash[k]);
  return store_add(store, STORE_RUNS, row, error);
}

int sp_store_attempt(struct sp_store *store, const struct sp_attempt_row *attempt,
                     struct sp_error *error)
{
  char started[32];
  struct tm utc;
  time_t now = time(NULL);
  strftime(started, sizeof started, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
  const struct store_value row[] = {STORE_KEY(&attempt->run),
                                    STORE_TEXT(started),
                                    STORE_TEXT(store->host),
                                    STORE_REAL(attempt->seconds),
                                    STORE_LONG(attempt->max_rss_kb),
                                    STORE_LONG(attempt->exit),
                                    STORE_TEXT(attempt->stderr_tail),
                                    STORE_TEXT("starport " STARPORT_VERSION),
                                    STORE_REAL(attempt->planning_seconds)};
  return store_add(store, STORE_ATTEMPTS, row, error);
}

/* ---- Runs that are to be computed again. */

int sp_store_status(struct sp_store *store, const struct sp_key *key)
{
  static const char sql[] = "SELECT status FROM run WHERE key=?1";
  sqlite3_stmt **s = &store->find_status;
  if (!*s)
    sqlite3_prepare_v3(store->db, sql, -1, SQLITE_PREPARE_PERSISTENT, s, NULL);
  sqlite3_bind_blob(*s, 1, key->byte, sizeof key->byte, SQLITE_STATIC);
  int status = store_next(*s) ? store_status(*s, 0) : -1;
  sqlite3_reset(*s);
  return status;
}

int sp_store_forget(struct sp_store *store, const struct sp_key *key, struct sp_error *error)
{
  bool own;
  const struct store_value row[] = {STORE_KEY(key)};
  int code = store_enter(store, &own, error);
  if (!code)
    code =
        store_leave(store, own, store_forget(store, STORE_RUNS, STORE_FORGET, row, error), error);
  return code;
}

/* Writes and reads runs. If the key of a run is in the database already, the runs must be equal.
 * But crashed and timeout depend on the machine: they are not results, and a result replaces
 * them. */
#include "campaign/store/batch.h"
#include "campaign/store/rows.h"
#include "campaign/store/statement.h"

#include <string.h>

/* ---- Reading. */

int store_status(const char *name)
{
  for (int status = SP_RUN_OK; status <= SP_TIMEOUT; status++)
    if (!strcmp(name, sp_status_name((enum sp_status)status)))
      return status;
  return -1;
}

struct sp_run_row store_run(sqlite3_stmt *s)
{
  struct sp_run_row run = {
      .key = store_key(s, 0),
      .instance = store_key(s, 1),
      .method = store_text(s, 2),
      .method_version = sqlite3_column_int(s, 3),
      .method_source = store_key(s, 4),
      .engine = store_text(s, 5),
      .model = store_text(s, 6),
      .result = {.status = (enum sp_status)store_status(store_text(s, 7)),
                 .makespan = store_double(s, 9),
                 .planned = store_double(s, 10),
                 .done = store_double(s, 11),
                 .messages = store_long(s, 12),
                 .order_hash = store_hash(s, 15),
                 .bits_hash = store_hash(s, 16)},
      .bound = store_double(s, 13),
      .bound_name = (const char *)sqlite3_column_text(s, 14),
  };
  snprintf(run.result.reason, sizeof run.result.reason, "%s", store_text(s, 8));
  return run;
}

int sp_store_status(struct sp_store *store, const struct sp_key *key)
{
  sqlite3_stmt *s = store_statement(store, STORE_FIND_STATUS);
  store_bind_key(s, 1, key);
  int status = s && sqlite3_step(s) == SQLITE_ROW ? store_status(store_text(s, 0)) : -1;
  sqlite3_reset(s);
  return status;
}

/* ---- Comparison. */

static bool provisional(enum sp_status status)
{
  return status == SP_CRASHED || status == SP_TIMEOUT;
}

static bool same_double(double a, double b)
{
  return a == b || (isnan(a) && isnan(b));
}

static bool same_key(const struct sp_key *a, const struct sp_key *b)
{
  return !memcmp(a, b, sizeof *a);
}

static bool same_text(const char *a, const char *b)
{
  return !strcmp(a ? a : "", b ? b : "");
}

static bool same_run(const struct sp_run_row *a, const struct sp_run_row *b)
{
  const struct sp_result *x = &a->result, *y = &b->result;
  return same_key(&a->instance, &b->instance) && same_text(a->method, b->method) &&
         a->method_version == b->method_version && same_key(&a->method_source, &b->method_source) &&
         same_text(a->engine, b->engine) && same_text(a->model, b->model) &&
         x->status == y->status && same_text(x->reason, y->reason) &&
         same_double(x->makespan, y->makespan) && same_double(x->planned, y->planned) &&
         same_double(x->done, y->done) && x->messages == y->messages &&
         same_double(a->bound, b->bound) && same_text(a->bound_name, b->bound_name) &&
         x->order_hash == y->order_hash && x->bits_hash == y->bits_hash;
}

/* Does a replace b? At most one of them is a result. */
static bool precedes(const struct sp_result *a, const struct sp_result *b)
{
  if (provisional(a->status) != provisional(b->status))
    return provisional(b->status);
  int order = strcmp(sp_status_name(a->status), sp_status_name(b->status));
  return (order ? order : strcmp(a->reason, b->reason)) < 0;
}

static const char *describe(const struct sp_run_row *run, char *text, size_t size)
{
  const struct sp_result *r = &run->result;
  if (r->status == SP_RUN_OK)
    snprintf(text, size,
             "ok, makespan %.17g, planned %.17g, done %.17g, %ld messages, bound %.17g, hashes "
             "%016llx %016llx",
             r->makespan, r->planned, r->done, r->messages, run->bound,
             (unsigned long long)r->order_hash, (unsigned long long)r->bits_hash);
  else
    snprintf(text, size, "%s, %.170s", sp_status_name(r->status), r->reason);
  return text;
}

/* ---- Writing. */

/* The run without numbers unless it is ok. */
static struct sp_run_row normal_run(const struct sp_run_row *given)
{
  struct sp_run_row run = *given;
  if (run.result.status != SP_RUN_OK) {
    run.result.makespan = run.result.done = NAN;
    run.result.messages = 0;
    run.result.order_hash = run.result.bits_hash = 0;
  }
  return run;
}

/* Big-endian, so its bytes in a hexadecimal dump read like the number. */
static void bind_hash(sqlite3_stmt *s, int column, uint64_t hash)
{
  uint8_t byte[8];
  for (int i = 0; i < 8; i++)
    byte[i] = (uint8_t)(hash >> (56 - 8 * i));
  sqlite3_bind_blob(s, column, byte, sizeof byte, SQLITE_TRANSIENT);
}

static int insert_run(struct sp_store *store, const struct sp_run_row *run, bool *added,
                      struct sp_error *error)
{
  const struct sp_result *r = &run->result;
  bool ok = r->status == SP_RUN_OK;
  sqlite3_stmt *s = store_statement(store, STORE_ADD_RUN);
  sqlite3_clear_bindings(s);
  store_bind_key(s, 1, &run->key);
  store_bind_key(s, 2, &run->instance);
  store_bind_text(s, 3, run->method);
  sqlite3_bind_int(s, 4, run->method_version);
  store_bind_key(s, 5, &run->method_source);
  store_bind_text(s, 6, run->engine);
  store_bind_text(s, 7, run->model);
  store_bind_text(s, 8, sp_status_name(r->status));
  if (!ok)
    store_bind_text(s, 9, r->reason);
  store_bind_double(s, 10, r->makespan);
  store_bind_double(s, 11, r->planned);
  store_bind_double(s, 12, r->done);
  if (ok)
    sqlite3_bind_int64(s, 13, r->messages);
  store_bind_double(s, 14, run->bound);
  store_bind_text(s, 15, run->bound_name);
  if (ok) {
    bind_hash(s, 16, r->order_hash);
    bind_hash(s, 17, r->bits_hash);
  }
  return store_insert(store, s, added, error);
}

static int forget_run(struct sp_store *store, const struct sp_key *key, struct sp_error *error)
{
  sqlite3_stmt *s = store_statement(store, STORE_FORGET_RUN);
  store_bind_key(s, 1, key);
  return store_delete(store, s, error);
}

/* The key is in the database: compares the runs, and replaces the old one if the new one precedes
 * it. */
static int compare_run(struct sp_store *store, const struct sp_run_row *run, struct sp_error *error)
{
  char hex[65], mine[200], theirs[200];
  bool added;
  sqlite3_stmt *s = store_statement(store, STORE_FIND_RUN);
  store_bind_key(s, 1, &run->key);
  int code = store_find(store, s, error);
  struct sp_run_row old = code ? *run : store_run(s);
  bool same = same_run(&old, run);
  bool results = !provisional(old.result.status) && !provisional(run->result.status);
  if (!code && !same && results)
    code = sp_failure(error, SP_NOT_VERIFIED, "%s: run %.16s.. (%s, %s) has two results: %s; %s",
                      store->path, sp_key_text(&run->key, hex), run->method, run->engine,
                      describe(&old, mine, sizeof mine), describe(run, theirs, sizeof theirs));
  sqlite3_reset(s);
  if (code || same || !precedes(&run->result, &old.result))
    return code;
  code = forget_run(store, &run->key, error);
  return code ? code : insert_run(store, run, &added, error);
}

static int add_run(struct sp_store *store, const struct sp_run_row *given, struct sp_error *error)
{
  bool added;
  const struct sp_run_row run = normal_run(given);
  int code = insert_run(store, &run, &added, error);
  return code || added ? code : compare_run(store, &run, error);
}

int sp_store_run(struct sp_store *store, const struct sp_run_row *run, struct sp_error *error)
{
  bool own;
  int code = store_enter(store, &own, error);
  return code ? code : store_leave(store, own, add_run(store, run, error), error);
}

int sp_store_forget(struct sp_store *store, const struct sp_key *key, struct sp_error *error)
{
  bool own;
  int code = store_enter(store, &own, error);
  return code ? code : store_leave(store, own, forget_run(store, key, error), error);
}

/* The statements that live as long as the store, and batches of one row. An insertion notes the
 * hash of its row, a deletion returns those of its rows, for the seal. (An insertion that returned
 * it would take twice the time: SQLite sets up a table for what is returned.) */
#include "campaign/store/inside.h"

/* The first column of a row goes through keep_hash, which notes the hash of the others, too. */
#define EXPERIMENT_REST "?2,?3"
#define INSTANCE_REST   "?2"
#define CELL_REST       "?2,?3,?4,?5,?6"
#define RUN_REST        "?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17"
#define INSERT(table, rest) \
  "INSERT INTO " table " VALUES(keep_hash(?1,'" table "',?1," rest ")," rest ")"
#define EXPERIMENT_HASH " RETURNING row_hash('experiment', id, key, text)"
#define CELL_HASH       " RETURNING row_hash('cell', experiment, axes, idx, method, instance, run)"
#define RUN_COLUMNS                                                                                \
  "key, instance, method, method_version, method_source, engine, model, status, reason, makespan," \
  " planned, done, messages, bound, bound_name, order_hash, bits_hash"
#define RUN_HASH " RETURNING row_hash('run', " RUN_COLUMNS ")"

static const char *const sql_text[STORE_STATEMENTS] = {
    [STORE_FIND_EXPERIMENT] = "SELECT id, key, text FROM experiment WHERE id=?1",
    [STORE_FORGET_CELLS] = "DELETE FROM cell WHERE experiment=?1" CELL_HASH,
    [STORE_FORGET_EXPERIMENT] = "DELETE FROM experiment WHERE id=?1" EXPERIMENT_HASH,
    [STORE_ADD_EXPERIMENT] = INSERT("experiment", EXPERIMENT_REST) " ON CONFLICT(id) DO NOTHING",
    [STORE_FIND_INSTANCE] = "SELECT key, body FROM instance WHERE key=?1",
    [STORE_ADD_INSTANCE] = INSERT("instance", INSTANCE_REST) " ON CONFLICT(key) DO NOTHING",
    [STORE_FIND_CELL] = "SELECT experiment, axes, idx, method, instance, run FROM cell"
                        " WHERE experiment=?1 AND axes=?2 AND idx=?3 AND method=?4",
    [STORE_FORGET_CELL] = "DELETE FROM cell WHERE experiment=?1 AND axes=?2 AND idx=?3"
                          " AND method=?4" CELL_HASH,
    [STORE_ADD_CELL] =
        INSERT("cell", CELL_REST) " ON CONFLICT(experiment, axes, idx, method) DO NOTHING",
    [STORE_FIND_RUN] = "SELECT " RUN_COLUMNS " FROM run WHERE key=?1",
    [STORE_FIND_STATUS] = "SELECT status FROM run WHERE key=?1",
    [STORE_FORGET_RUN] = "DELETE FROM run WHERE key=?1" RUN_HASH,
    [STORE_ADD_RUN] = INSERT("run", RUN_REST) " ON CONFLICT(key) DO NOTHING",
    [STORE_ADD_ATTEMPT] = "INSERT INTO attempt VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9)",
};

/* ---- Statements. A failure to prepare or bind shows when the statement, or NULL, is stepped. */

sqlite3_stmt *store_statement(struct sp_store *store, enum store_sql sql)
{
  sqlite3_stmt **s = &store->statement[sql];
  if (!*s)
    sqlite3_prepare_v3(store->db, sql_text[sql], -1, SQLITE_PREPARE_PERSISTENT, s, NULL);
  return *s;
}

/* The texts and keys live until the statement is reset. */
void store_bind_text(sqlite3_stmt *s, int column, const char *text)
{
  sqlite3_bind_text(s, column, text, -1, SQLITE_STATIC);
}

void store_bind_key(sqlite3_stmt *s, int column, const struct sp_key *key)
{
  sqlite3_bind_blob(s, column, key->byte, sizeof key->byte, SQLITE_STATIC);
}

/* NAN is NULL; SQLite keeps no -0, so that it becomes a 0 at once. */
void store_bind_double(sqlite3_stmt *s, int column, double value)
{
  sqlite3_bind_double(s, column, value + 0.0);
}

int store_insert(struct sp_store *store, sqlite3_stmt *s, bool *added, struct sp_error *error)
{
  store->row = 0;
  bool done = s && sqlite3_step(s) == SQLITE_DONE;
  int code = done ? SP_OK : store_cannot(store, error);
  *added = done && sqlite3_changes(store->db) > 0;
  if (*added)
    store->seal += store->row;
  sqlite3_reset(s);
  return code;
}

int store_delete(struct sp_store *store, sqlite3_stmt *s, struct sp_error *error)
{
  int step = SQLITE_ROW;
  uint64_t sum = 0;
  while (s && (step = sqlite3_step(s)) == SQLITE_ROW)
    sum += (uint64_t)sqlite3_column_int64(s, 0);
  int code = step == SQLITE_DONE ? SP_OK : store_cannot(store, error);
  if (!code)
    store->seal -= sum;
  sqlite3_reset(s);
  return code;
}

/* Steps a statement that finds one row, which is there: the caller resets it. */
int store_find(struct sp_store *store, sqlite3_stmt *s, struct sp_error *error)
{
  return s && sqlite3_step(s) == SQLITE_ROW ? SP_OK : store_cannot(store, error);
}

/* ---- Batches of one row. */

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

/* The statements that live as long as the store; see statement.h. For the seal, an insertion stores
 * the hash of its row in store->row, and a deletion returns the hashes of its rows. (An insertion
 * that returned it would take twice the time: SQLite makes a table for returned rows.) */
#include "campaign/store/statement.h"

/* The first column of a row passes through keep_hash, which stores the hash of the whole row. */
#define EXPERIMENT_REST "?2,?3"
#define INSTANCE_REST   "?2"
#define CELL_REST       "?2,?3,?4,?5,?6"
#define RUN_REST        "?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17"
#define INSERT(table, rest) \
  "INSERT INTO " table " VALUES(keep_hash(?1,'" table "',?1," rest ")," rest ")"
#define HASH(table, columns) " RETURNING row_hash('" table "', " columns ")"
#define EXPERIMENT_HASH      HASH("experiment", STORE_EXPERIMENT_COLUMNS)
#define CELL_HASH            HASH("cell", STORE_CELL_COLUMNS)
#define RUN_HASH             HASH("run", STORE_RUN_COLUMNS)

static const char *const sql_text[STORE_STATEMENTS] = {
    [STORE_FIND_EXPERIMENT] = "SELECT " STORE_EXPERIMENT_COLUMNS " FROM experiment WHERE id=?1",
    [STORE_FORGET_CELLS] = "DELETE FROM cell WHERE experiment=?1" CELL_HASH,
    [STORE_FORGET_EXPERIMENT] = "DELETE FROM experiment WHERE id=?1" EXPERIMENT_HASH,
    [STORE_ADD_EXPERIMENT] = INSERT("experiment", EXPERIMENT_REST) " ON CONFLICT(id) DO NOTHING",
    [STORE_FIND_INSTANCE] = "SELECT " STORE_INSTANCE_COLUMNS " FROM instance WHERE key=?1",
    [STORE_ADD_INSTANCE] = INSERT("instance", INSTANCE_REST) " ON CONFLICT(key) DO NOTHING",
    [STORE_FIND_CELL] = "SELECT " STORE_CELL_COLUMNS " FROM cell"
                        " WHERE experiment=?1 AND axes=?2 AND idx=?3 AND method=?4",
    [STORE_FORGET_CELL] = "DELETE FROM cell WHERE experiment=?1 AND axes=?2 AND idx=?3"
                          " AND method=?4" CELL_HASH,
    [STORE_ADD_CELL] =
        INSERT("cell", CELL_REST) " ON CONFLICT(experiment, axes, idx, method) DO NOTHING",
    [STORE_FIND_RUN] = "SELECT " STORE_RUN_COLUMNS " FROM run WHERE key=?1",
    [STORE_FIND_STATUS] = "SELECT status FROM run WHERE key=?1",
    [STORE_FORGET_RUN] = "DELETE FROM run WHERE key=?1" RUN_HASH,
    [STORE_ADD_RUN] = INSERT("run", RUN_REST) " ON CONFLICT(key) DO NOTHING",
    [STORE_ADD_ATTEMPT] = "INSERT INTO attempt VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9)",
};

sqlite3_stmt *store_statement(struct sp_store *store, enum store_sql sql)
{
  sqlite3_stmt **s = &store->statement[sql];
  if (!*s)
    sqlite3_prepare_v3(store->db, sql_text[sql], -1, SQLITE_PREPARE_PERSISTENT, s, NULL);
  return *s;
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

int store_find(struct sp_store *store, sqlite3_stmt *s, struct sp_error *error)
{
  return s && sqlite3_step(s) == SQLITE_ROW ? SP_OK : store_cannot(store, error);
}

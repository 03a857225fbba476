/* The inside of the results database, shared by the files store*.c.
 *
 * THE SEAL. SQLite checks the structure of a file, not its content: a bit that flips inside a
 * number goes unnoticed. So table `seal` holds the sum (mod 2^64) of the hashes of all rows of the
 * tables that the dump shows. Each insertion adds its row, each deletion takes it away, a commit
 * writes the sum, and opening a database computes it afresh. A sum does not depend on the order of
 * insertion. */
#ifndef SP_CAMPAIGN_STORE_INSIDE_H
#define SP_CAMPAIGN_STORE_INSIDE_H

#include "campaign/store/store.h"
#include <sqlite3.h>

enum { STORE_APPLICATION = 0x53746172, STORE_SCHEMA = 2 }; /* "Star" */

/* The tables of the dump, their columns and their order. */
struct store_table {
  const char *name, *columns, *order;
};
enum { STORE_TABLES = 4 };
extern const struct store_table store_table[STORE_TABLES];
extern const char store_schema[];

/* Statements that are prepared at their first use and live as long as the store. */
enum store_sql {
  STORE_FIND_EXPERIMENT,
  STORE_FORGET_CELLS,
  STORE_FORGET_EXPERIMENT,
  STORE_ADD_EXPERIMENT,
  STORE_FIND_INSTANCE,
  STORE_ADD_INSTANCE,
  STORE_FIND_CELL,
  STORE_FORGET_CELL,
  STORE_ADD_CELL,
  STORE_FIND_RUN,
  STORE_FIND_STATUS,
  STORE_FORGET_RUN,
  STORE_ADD_RUN,
  STORE_ADD_ATTEMPT,
  STORE_STATEMENTS
};

struct sp_store {
  sqlite3 *db;
  char *path;
  bool writable;
  uint64_t seal; /* of the rows as they are, committed or not */
  uint64_t row;  /* hash of the row being inserted */
  int lock;      /* file descriptor, -1: none */
  sqlite3_stmt *statement[STORE_STATEMENTS];
};

/* Tells what SQLite last said about the store: SP_BAD_INPUT if the file is damaged, else
 * SP_CANNOT. */
int store_cannot(struct sp_store *, struct sp_error *);
/* Runs statements that return no row: SP_OK or store_cannot. */
int store_execute(struct sp_store *, const char *sql, struct sp_error *);
/* Undoes the open batch, if any. */
void store_undo(struct sp_store *);
/* Gives SQL the functions row_hash('table', column, ..), and keep_hash(value, 'table', column, ..),
 * which returns value and notes the hash in store->row. */
void store_define_hash(struct sp_store *);
/* The sum of the rows' hashes as they are in the file. */
int store_seal(struct sp_store *, uint64_t *sum, struct sp_error *);

/* The lock of PATH (lock.c): a file PATH-lock that names the holder and is locked by fcntl,
 * so that a lock dies with its process, however that ends. *fd is to be given to store_unlock. */
int store_lock(const char *path, int *fd, struct sp_error *);
void store_unlock(const char *path, int fd);

/* Adds rows as sp_store_*, but with strict set, what is there with another content is a conflict
 * and not replaced (merge). */
int store_add_experiment(struct sp_store *, const char *id, const struct sp_key *, const char *text,
                         bool strict, struct sp_error *);
int store_add_cell(struct sp_store *, const char *experiment, const char *axes, long index,
                   const char *method, const struct sp_key *instance, const struct sp_key *run,
                   bool strict, struct sp_error *);

/* The statement, prepared. A failure shows when it, or NULL, is given to the functions below. */
sqlite3_stmt *store_statement(struct sp_store *, enum store_sql);
/* Texts and keys must live until the statement is reset. NAN becomes NULL. */
void store_bind_text(sqlite3_stmt *, int column, const char *);
void store_bind_key(sqlite3_stmt *, int column, const struct sp_key *);
void store_bind_double(sqlite3_stmt *, int column, double);
/* Inserts and resets; *added tells whether the key was new. */
int store_insert(struct sp_store *, sqlite3_stmt *, bool *added, struct sp_error *);
int store_delete(struct sp_store *, sqlite3_stmt *, struct sp_error *);
/* Steps to the one row, which must be there; the caller resets the statement. */
int store_find(struct sp_store *, sqlite3_stmt *, struct sp_error *);
/* Around a write: outside of a batch it becomes one (*own). store_leave commits that one if code is
 * SP_OK, undoes the batch after a failure, and returns the final code. */
int store_enter(struct sp_store *, bool *own, struct sp_error *);
int store_leave(struct sp_store *, bool own, int code, struct sp_error *);

/* Columns of the current row. Texts live until the statement steps. */
const char *store_text(sqlite3_stmt *, int column); /* "" for NULL */
struct sp_key store_key(sqlite3_stmt *, int column);
/* A row of `run` in the order of its columns. */
struct sp_run_row store_run(sqlite3_stmt *);

#endif

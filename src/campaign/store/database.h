/* The open database: errors, queries, batches, rows, seal and lock. Private to the store. */
#pragma once

#include "base/memory.h"
#include "campaign/store/store.h"
#include "method/context.h"

#include <sqlite3.h>

/* ---- Tables and their rows. */

enum { STORE_MOST_COLUMNS = 12 + SP_MOST_FIELDS };
struct store_table {
  const char *name;
  int columns, key;         /* the first `key` columns name a row; 0: rows have no names */
  const char *names, *rest; /* those columns, and the others: together all in their order */
  const char *kinds;        /* of the columns, a letter each (rows.c) */
};

/* A value of a row. Its bytes must live until the row is written; NULL is written as NULL, and so
 * is NAN. */
struct store_value {
  int type; /* SQLITE_INTEGER, _FLOAT, _TEXT, or _BLOB */
  const void *bytes;
  int size; /* -1: a text that ends with 0 */
  double real;
  sqlite3_int64 integer;
};
/* What SQLite has, until it changes the value. That of sqlite3_column_value serves, too, since the
 * program has one thread. */
struct store_value store_value_of(sqlite3_value *);
#define STORE_TEXT(text)                             \
  {                                                  \
    .type = SQLITE_TEXT, .bytes = (text), .size = -1 \
  }
#define STORE_KEY(key)                                                   \
  {                                                                      \
    .type = SQLITE_BLOB, .bytes = (key)->byte, .size = sizeof(key)->byte \
  }
#define STORE_REAL(value)                 \
  {                                       \
    .type = SQLITE_FLOAT, .real = (value) \
  }
#define STORE_LONG(value)                      \
  {                                            \
    .type = SQLITE_INTEGER, .integer = (value) \
  }

/* The tables, those that the dump shows first, in its order. */
enum {
  STORE_EXPERIMENTS,
  STORE_INSTANCES,
  STORE_CELLS,
  STORE_RUNS,
  STORE_DUMPED,
  STORE_ATTEMPTS = STORE_DUMPED,
  STORE_TABLES
};
/* Versions of the schema: the first that is read, and that with the view `results`. */
enum { STORE_FIRST_VERSION = 2, STORE_WITH_VIEW };

/* FORGET_GROUP: the rows with the same first column. */
enum store_operation {
  STORE_INSERT,
  STORE_FIND,
  STORE_FORGET,
  STORE_FORGET_GROUP,
  STORE_OPERATIONS
};

struct sp_store {
  struct sp_context *memory; /* of its texts */
  sqlite3 *db;
  const char *path;
  char host[256]; /* that writes */
  bool writable;
  long version;                           /* of the schema */
  struct store_table table[STORE_TABLES]; /* as the database has them; of runs with: */
  char kinds[STORE_MOST_COLUMNS + 1];
  bool strict;   /* of a merge: a row with the same name and another content is a conflict */
  uint64_t seal; /* of all rows, committed or not */
  int lock;      /* file descriptor, -1: none */
  /* Prepared at their first use; they live as long as the store. */
  sqlite3_stmt *statement[STORE_TABLES][STORE_OPERATIONS], *find_status;
};

/* ---- Errors and queries (database.c). */

/* Reports SQLite's last error: SP_BAD_INPUT if the file is damaged, else SP_CANNOT. */
int store_cannot(struct sp_store *, struct sp_error *);
/* Executes statements that return no row: SP_OK or store_cannot. */
int store_execute(struct sp_store *, const char *sql, struct sp_error *);
/* A prepared query, whose parameters may be bound; NULL after a failure that store_end reports. */
sqlite3_stmt *store_query(struct sp_store *, const char *sql);
/* Steps to the next row; false after the last one or a failure. */
bool store_next(sqlite3_stmt *);
/* Finalizes the query, which may have rows left. Returns code, the result of the rows so far; or
 * store_cannot if code is SP_OK but the query failed. */
int store_end(struct sp_store *, sqlite3_stmt *, int code, struct sp_error *);
/* The first column of the first row of a query, as text; "" if there is none. */
int store_ask(struct sp_store *, const char *sql, char *text, size_t size, struct sp_error *);
void store_bind_text(sqlite3_stmt *, int column, const char *); /* until it is reset */

/* Columns of the current row. Texts live until the statement steps. */
const char *store_text(sqlite3_stmt *, int column); /* "" for NULL */
struct sp_key store_key(sqlite3_stmt *, int column);
double store_double(sqlite3_stmt *, int column); /* NAN for NULL */
long store_long(sqlite3_stmt *, int column);
uint64_t store_hash(sqlite3_stmt *, int column); /* of a run */
int store_status(sqlite3_stmt *, int column);    /* -1 if no status has that name */

/* Writes the rows that the query has left, a line each, with the columns as in a dump, and ends it
 * (dump.c). */
int store_print(struct sp_store *, sqlite3_stmt *, char separator, FILE *, struct sp_error *);

/* ---- Batches: writes that are committed together or not at all (database.c). */

/* Undoes the open batch, if any. */
void store_undo(struct sp_store *);
/* A write calls store_enter first: outside of a batch it opens one (*own). At its end store_leave
 * commits this batch if code is SP_OK, undoes the batch after a failure, and returns the final
 * code. */
int store_enter(struct sp_store *, bool *own, struct sp_error *);
int store_leave(struct sp_store *, bool own, int code, struct sp_error *);

/* ---- Columns (columns.c). Those of a run are fixed ones, then the numbers of its result and its
 * bound; a database of an older version lacks the last ones. Texts are the caller's to free. */

/* The columns of a run before the fields of its result, without the key. */
#define STORE_RUN ", instance, method, method_version, method_source, engine, model, status, reason"
/* Columns of a run: status and reason; the fields of the result (sp_result_field) begin. */
enum { STORE_STATUS = 7, STORE_REASON, STORE_FIELDS };
/* The column of the k-th field, and that of the bound, which its name follows. */
int store_field(int k);
enum { STORE_BOUND = STORE_FIELDS + SP_FIELD_MESSAGES + 1 };

/* The version of new databases: the newest of any field. */
int store_newest(void);
/* Sets the tables of the store, which has its version. */
void store_set_tables(struct sp_store *);
/* The statements that make the tables of a version, and its view: all cells with what is known of
 * their runs, of attempts the latest. The view is for people and their programs: ours reads the
 * tables, so that it needs none. */
const char *store_schema(struct sp_context *, long version);
/* Joins the latest attempt, as `latest`, to cells. */
#define STORE_LATEST                                                                         \
  " LEFT JOIN (SELECT run, planning_seconds, seconds, max(rowid) FROM attempt GROUP BY run)" \
  " AS latest ON latest.run=cell.run"
/* The fields of a run and its bound in a list: as the schema defines them, their names, those of
 * the view; for a query with what the database lacks as its runs have it, ", NAME", all or, without
 * the bound, those that `run` shows. */
enum store_list { STORE_DEFINED, STORE_NAMED, STORE_VIEWED, STORE_ALL, STORE_SHOWN };
const char *store_fields(struct sp_context *, long version, enum store_list);

/* ---- Rows (rows.c). A row is an array of the values of all columns of the newest version. */

/* Inserts the row; *added: its name was new. SP_OK or store_cannot. */
int store_insert(struct sp_store *, int table, const struct store_value *row, bool *added,
                 struct sp_error *);
/* Finds the row of the same name, which must exist: column 0 of *found says whether all its columns
 * are equal to those of `row`; its columns and then those of `row` follow. SP_OK or store_cannot;
 * the caller resets *found in any case. */
int store_find(struct sp_store *, int table, const struct store_value *row, sqlite3_stmt **found,
               struct sp_error *);
/* Deletes rows: STORE_FORGET that of the name, or STORE_FORGET_GROUP. SP_OK or store_cannot. */
int store_forget(struct sp_store *, int table, enum store_operation, const struct store_value *row,
                 struct sp_error *);
/* Adds the row in the open batch or in its own; a row of its name is compared with it (write.c). */
int store_add(struct sp_store *, int table, const struct store_value *row, struct sp_error *);

/* ---- The models of runs (read.c). */

/* Have the experiment's runs in both stores the same model? SP_OK, or
 * SP_NOT_VERIFIED, which names the path of the first and two models. */
int store_check_models(struct sp_store *, struct sp_store *added, const char *experiment,
                       struct sp_error *);

/* ---- The seal (rows.c): a sum over all rows that shows damage inside numbers and texts.
 *
 * SQLite checks the structure of a file, not its content: a bit that flips inside a number goes
 * unnoticed. So table `seal` holds the sum (mod 2^64) of the hashes of all rows of the tables that
 * the dump shows. Each insertion adds its row, each deletion subtracts it, a commit writes the sum,
 * and opening a database computes it again. The sum does not depend on the order of insertion. */

/* Gives SQL the hash of a row. */
void store_define_hash(struct sp_store *);
/* Checks all rows in the file, and computes the sum of their hashes into store->seal (rows.c).
 * SP_OK, store_cannot, or SP_BAD_INPUT with the column of a value of another type. */
int store_sum(struct sp_store *, struct sp_error *);

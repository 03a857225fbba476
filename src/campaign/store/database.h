/* The open database: its tables, errors, queries, and the columns of rows. Private to the store. */
#pragma once

#include "campaign/store/store.h"

#include <sqlite3.h>

enum { STORE_APPLICATION = 0x53746172, STORE_SCHEMA = 2 }; /* "Star" */

/* The columns of the tables that the dump shows, as in the schema. */
#define STORE_EXPERIMENT_COLUMNS "id, key, text"
#define STORE_INSTANCE_COLUMNS   "key, body"
#define STORE_CELL_COLUMNS       "experiment, axes, idx, method, instance, run"
#define STORE_RUN_COLUMNS                                                                          \
  "key, instance, method, method_version, method_source, engine, model, status, reason, makespan," \
  " planned, done, messages, bound, bound_name, order_hash, bits_hash"

/* The tables of the dump, in the order in which it shows them. */
struct store_table {
  const char *name, *columns, *order;
};
enum { STORE_EXPERIMENTS, STORE_INSTANCES, STORE_CELLS, STORE_RUNS, STORE_TABLES };
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
  bool strict;   /* of a merge: a row with the same name and another content is a conflict */
  uint64_t seal; /* of all rows, committed or not (seal.h) */
  uint64_t row;  /* hash of the row that is being inserted */
  int lock;      /* file descriptor, -1: none */
  sqlite3_stmt *statement[STORE_STATEMENTS];
};

/* Reports SQLite's last error: SP_BAD_INPUT if the file is damaged, else SP_CANNOT. */
int store_cannot(struct sp_store *, struct sp_error *);
/* Executes statements that return no row: SP_OK or store_cannot. */
int store_execute(struct sp_store *, const char *sql, struct sp_error *);

/* ---- Queries. */

/* A prepared query, whose parameters may be bound; NULL after a failure, which store_end reports.
 */
sqlite3_stmt *store_query(struct sp_store *, const char *sql);
/* Steps to the next row; false after the last one or a failure. */
bool store_row(sqlite3_stmt *);
/* Finalizes the query, which may have rows left. Returns code, the result of the rows so far; or
 * store_cannot if code is SP_OK but the query failed. */
int store_end(struct sp_store *, sqlite3_stmt *, int code, struct sp_error *);
/* The first column of the first row of a query, as text; "" if there is none. */
int store_ask(struct sp_store *, const char *sql, char *text, size_t size, struct sp_error *);

/* Texts and keys must live until the statement is reset. NAN becomes NULL. */
void store_bind_text(sqlite3_stmt *, int column, const char *);
void store_bind_key(sqlite3_stmt *, int column, const struct sp_key *);
void store_bind_double(sqlite3_stmt *, int column, double);

/* Columns of the current row. Texts live until the statement steps. */
const char *store_text(sqlite3_stmt *, int column); /* "" for NULL */
struct sp_key store_key(sqlite3_stmt *, int column);
double store_double(sqlite3_stmt *, int column); /* NAN for NULL */
long store_long(sqlite3_stmt *, int column);
uint64_t store_hash(sqlite3_stmt *, int column); /* of a run */

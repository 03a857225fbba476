/* The statements that live as long as the store: insertions, deletions and searches of one key.
 * Private to the store. */
#pragma once

#include "campaign/store/database.h"

/* The statement, prepared. After a failure it is NULL, which the functions below report. */
sqlite3_stmt *store_statement(struct sp_store *, enum store_sql);
/* Inserts and resets; *added: the key was new. SP_OK or store_cannot. */
int store_insert(struct sp_store *, sqlite3_stmt *, bool *added, struct sp_error *);
/* Deletes and resets. SP_OK or store_cannot. */
int store_delete(struct sp_store *, sqlite3_stmt *, struct sp_error *);
/* Steps to the one row, which must exist; the caller resets the statement. */
int store_find(struct sp_store *, sqlite3_stmt *, struct sp_error *);

/* Rows that are written or read in more than one way. Private to the store. */
#ifndef SP_CAMPAIGN_STORE_ROWS_H
#define SP_CAMPAIGN_STORE_ROWS_H

#include "campaign/store/database.h"

/* Add rows as sp_store_experiment and sp_store_cell do. With strict set, a row with the same name
 * and another content is a conflict and not replaced (merge). */
int store_add_experiment(struct sp_store *, const char *id, const struct sp_key *, const char *text,
                         bool strict, struct sp_error *);
int store_add_cell(struct sp_store *, const char *experiment, const char *axes, long index,
                   const char *method, const struct sp_key *instance, const struct sp_key *run,
                   bool strict, struct sp_error *);
/* A row of table `run` from its columns, in their order. */
struct sp_run_row store_run(sqlite3_stmt *);
/* The status of that name, -1 if there is none. */
int store_status(const char *name);

#endif

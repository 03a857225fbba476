/* Runs read from rows. Private to the store. */
#pragma once

#include "campaign/store/database.h"

/* A row of table `run` from its columns, in their order. */
struct sp_run_row store_run(sqlite3_stmt *);
/* The status of that name, -1 if there is none. */
int store_status(const char *name);

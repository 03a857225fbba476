/* Batches: writes that are committed together or not at all. sp_store_begin and sp_store_commit are
 * in store.h. Private to the store. */
#pragma once

#include "campaign/store/database.h"

/* Undoes the open batch, if any. */
void store_undo(struct sp_store *);
/* A write calls store_enter first: outside of a batch it opens one (*own). At its end store_leave
 * commits this batch if code is SP_OK, undoes the batch after a failure, and returns the final
 * code. */
int store_enter(struct sp_store *, bool *own, struct sp_error *);
int store_leave(struct sp_store *, bool own, int code, struct sp_error *);

/* The seal: a sum over all rows that shows damage inside numbers and texts. Private to the store.
 *
 * SQLite checks the structure of a file, not its content: a bit that flips inside a number goes
 * unnoticed. So table `seal` holds the sum (mod 2^64) of the hashes of all rows of the tables that
 * the dump shows. Each insertion adds its row, each deletion subtracts it, a commit writes the sum,
 * and opening a database computes it again. The sum does not depend on the order of insertion. */
#pragma once

#include "campaign/store/database.h"

/* Gives SQL the functions row_hash('table', column, ..), and keep_hash(value, 'table', column, ..),
 * which returns value and stores the hash in store->row. */
void store_define_hash(struct sp_store *);
/* Computes the sum of the hashes of the rows in the file into store->seal. SP_OK or store_cannot.
 */
int store_sum(struct sp_store *, struct sp_error *);

/* The lock of a database that is open for writing. Private to the store. */
#pragma once

#include <starport/starport.h>

/* Locks the database PATH: SP_OK with *fd, which store_unlock needs; SP_CANNOT with *error (another
 * process has it, or the lock cannot be written) and *fd = -1. */
int store_lock(const char *path, int *fd, struct sp_error *);
void store_unlock(const char *path, int fd);

/* Output files that appear whole or not at all: written as a temporary file in the same folder,
 * then renamed, so that no half-written file ever has the final name. */
#ifndef SP_BASE_FILE_H
#define SP_BASE_FILE_H

#include <starport/instance.h>
#include <stdio.h>

struct sp_file {
  FILE *stream; /* the caller writes here */
  char *path, *temporary;
};

/* Opens a temporary file for `path`; NULL with *error if that cannot be written. Ends with
 * sp_commit_file or sp_abandon_file, which free it. */
struct sp_file *sp_create_file(const char *path, struct sp_error *);
/* Closes the file and renames it to its path. SP_OK, or SP_CANNOT with *error: nothing is left. */
int sp_commit_file(struct sp_file *, struct sp_error *);
/* Closes and removes the file; NULL is accepted. */
void sp_abandon_file(struct sp_file *);

#endif

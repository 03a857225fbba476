/* Instances of DLT Studio, a tool for divisible load scheduling: its JSON, read and written. */
#ifndef SP_IO_DLT_H
#define SP_IO_DLT_H

#include <starport/instance.h>
#include <stdio.h>

/* True for names that end in ".json". */
bool sp_is_dlt(const char *path);
/* Reads the file (docs/formats.md). load, deadline: replace those of the file (which has no
 * deadline); NULL: do not. Refuses what DLT Studio's model has and ours has not. NULL on bad input;
 * the caller frees the instance. */
struct sp_instance *sp_read_dlt(const char *path, const struct sp_num *load,
                                const struct sp_num *deadline, struct sp_error *);
/* Writes the instance as JSON, or as the text that DLT Studio's command line reads. SP_BAD_INPUT,
 * with nothing written, if its model has no such instance (another problem, a deadline, several
 * ports, a worker that only relays). Numbers survive exactly. */
int sp_write_dlt(FILE *, const struct sp_instance *, bool text, struct sp_error *);

#endif

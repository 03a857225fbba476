/* Reads and writes instances of DLT Studio, a tool for divisible load scheduling. */
#pragma once

#include <starport/instance.h>
#include <stdio.h>

/* Reads the file (docs/formats.md). load replaces that of the file, deadline adds one (the format
 * has none); NULL: neither. Refuses values that our model does not have. NULL on bad input; the
 * caller frees the instance. */
struct sp_instance *sp_read_dlt(const char *path, const struct sp_num *load,
                                const struct sp_num *deadline, struct sp_error *);
/* Writes the instance as JSON, or as the text that DLT Studio's command line reads. SP_BAD_INPUT,
 * with nothing written, if its model does not have such instances (another problem, a deadline,
 * several ports, a worker that only relays). Numbers are kept exactly. */
int sp_write_dlt(FILE *, const struct sp_instance *, bool text, struct sp_error *);

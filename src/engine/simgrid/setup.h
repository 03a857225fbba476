/* SimGrid's configuration, and platforms that are loaded from memory. */
#pragma once

#include <starport/starport.h>
#include <stdio.h>

/* Initialises SimGrid in this process, or checks that it was initialised with the same settings.
 * False with the reason. */
bool simgrid_configure(const struct sp_conditions *, struct sp_error *);
/* Does the user want a trace of SimGrid's own (--cfg=tracing:yes)? */
bool simgrid_traces(void);
/* Has the user chosen this item (--cfg=ITEM:VALUE)? */
bool simgrid_is_chosen(const struct sp_conditions *, const char *item);
/* Makes SimGrid update all flows at every event, unless the user has chosen. If several flows share
 * a link (the master's own, in a cluster) and one still pays its latency, the lazy update of 3.32
 * ends flows too early; the full one does not. */
void simgrid_update_fully(const struct sp_conditions *);
/* Loads the platform that write(stream, what) writes. SimGrid only reads files, so it is written to
 * memory that has a file's name. False with the reason. */
bool simgrid_load_written(void (*write)(FILE *, const void *what), const void *what,
                          struct sp_error *);

/* SimGrid's configuration, and what stars and graphs do alike with their platforms. */
#ifndef SP_ENGINE_SIMGRID_SETUP_H
#define SP_ENGINE_SIMGRID_SETUP_H

#include <starport/starport.h>
#include <stdio.h>

/* Initialises SimGrid in this process, or checks that it was with the same settings. False with the
 * reason. */
bool simgrid_configure(const struct sp_conditions *, struct sp_error *);
/* Does the user want a trace of SimGrid's own (--cfg=tracing:yes)? */
bool simgrid_traces(void);
/* Makes SimGrid update all flows at every event, unless the user has chosen. With several flows on
 * one link (the master's own, in a cluster), of which some still pay their latency, the lazy update
 * of 3.32 ends flows too early; the full one does not. */
void simgrid_update_fully(const struct sp_conditions *);
/* Loads what write(stream, what) writes: SimGrid reads files only, so that a platform that came
 * from none is written to memory that has a name. False with the reason. */
bool simgrid_load_written(void (*write)(FILE *, const void *what), const void *what,
                          struct sp_error *);

#endif

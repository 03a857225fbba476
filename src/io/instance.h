/* Reads the instance that a command line names, in any format of stars. */
#pragma once

#include "io/star/star.h"

/* Reads the instance that the source names, checked by sp_instance_check; NULL on bad input. The
 * caller frees it. */
struct sp_instance *sp_read_instance(const struct sp_source *, struct sp_error *);
/* Replaces the workload of a star by tasks, work and deadline of the source, if they are given.
 * SP_OK, or SP_BAD_INPUT. */
int sp_replace_workload(struct sp_instance *, const struct sp_source *, struct sp_error *);

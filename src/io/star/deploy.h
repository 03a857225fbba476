/* Makes an instance of topology and workload. Private to this folder. */
#pragma once

#include "io/platform/platform.h"
#include "io/star/star.h"

/* The star of the topology's hosts, or of the workload's actors if there are any. The source's
 * values replace those of the workload. The instance is checked; NULL on bad input. The caller
 * frees it. */
struct sp_instance *star_deploy(struct topology *, struct workload *, const struct sp_source *,
                                struct sp_error *);

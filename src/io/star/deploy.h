/* From topology and workload to an instance: private to this folder. */
#ifndef SP_IO_DEPLOY_H
#define SP_IO_DEPLOY_H

#include "io/platform/platform.h"
#include "io/star/star.h"

/* The star of the topology's hosts, or of the workload's actors if there are any, with what the
 * source says in place of the workload, checked; NULL on bad input. The caller frees it. */
struct sp_instance *star_deploy(struct topology *, struct workload *, const struct sp_source *,
                                struct sp_error *);

#endif

/* The process of a worker. Private to the runner. */
#pragma once

#include "campaign/run/worker.h"

/* A worker_process. */
_Noreturn void process_run(const struct cells *, int socket, int output, struct outcomes *,
                           bool supervisor);

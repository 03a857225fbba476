/* Transfers and computations that SimGrid can lose, since their hosts or links go down. */
#pragma once

#include <simgrid/forward.h>
#include <stdbool.h>

/* Of an actor on a host that is always up: sends so many bytes from one host to another, or
 * executes so many flops there, and waits for the end. False: SimGrid has lost it. */
bool lossy_send(sg_host_t from, sg_host_t to, double bytes);
bool lossy_execute(sg_host_t on, double flops);

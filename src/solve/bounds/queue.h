/* The lower bound of a divisible load that counts how workers wait to be served first. */
#pragma once

#include <starport/activation.h>

/* The greatest lower bound on the time that one of the prices[0..prices-1] proves, and at least
 * `known`, a bound proven without the queue; less 1e-12 relative for rounding. */
double queue_bound(struct sp_context *, const struct sp_activation *,
                   const struct sp_activation_price *, int prices, double known);

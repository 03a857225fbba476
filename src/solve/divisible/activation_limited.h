/* The exact search for an activation sequence if chunk limits bind. */
#pragma once

#include <starport/activation.h>

/* As sp_activation_search, for an instance that is `limited`. */
int activation_limited(struct sp_context *, const struct sp_activation *,
                       struct sp_activation_search *, int *sequence, long *n);

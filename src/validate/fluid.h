/* The validator of load that flows on a switch. It shares no code with the engines. */
#pragma once

#include "model/fluid.h"

#include <starport/schedule.h>

/* Validates a trace in any order: amounts whole, links and processors not above what they can do,
 * no load computed before it has come. SP_OK, or SP_NOT_VERIFIED with the first violation in
 * words. */
int fluid_check(const struct fluid *, const struct sp_trace *, struct sp_error *);

/* The lower bounds of each problem; sp_bounds() of starport.h calls them. */
#pragma once

#include <starport/redistribution.h>
#include <starport/starport.h>

/* The bounds of an instance of one problem without deadline. p is the instance as read by
 * sp_redistribution_new. Each fills bound[], which has room for SP_MAX_BOUNDS, and returns how
 * many, in no order. A bound may be infinite. */
typedef int bounds_of(const struct sp_instance *, const struct sp_redistribution *p,
                      struct sp_context *, struct sp_bound *bound);

bounds_of bounds_redistribution, bounds_bag, bounds_divisible, bounds_imbalance;

/* The greatest lower bound of the instance; 0 if none is defined. */
double bounds_greatest(const struct sp_instance *);

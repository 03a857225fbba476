/* The lower bounds, problem by problem (bounds.c calls them). */
#ifndef SP_SOLVE_BOUNDS_H
#define SP_SOLVE_BOUNDS_H

#include <starport/redistribution.h>
#include <starport/starport.h>

/* Those of a bag without deadline; returns how many, in no order. A bound may be infinite. */
int bounds_bag(const struct sp_instance *, const struct sp_redistribution *p, struct sp_context *,
               struct sp_bound *bound);

/* Those of a divisible load without deadline that know start-ups; returns how many, in no order. */
int bounds_divisible(const struct sp_instance *, struct sp_context *, struct sp_bound *bound);

#endif

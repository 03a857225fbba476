/* A file of the tasks of a bag, tasks=@FILE: when they arrive, their sizes, the weights of
 * their flows. */
#pragma once

#include "io/text/release.h"
#include "io/text/sizes.h"

/* Reads a CSV file with some of the columns `release`, `size`, `weight`, in any order:
 *     release,size,weight
 *     0,1,1
 *     1.5,0.25,3
 * A column of which the list is given already is refused. The error names the line. */
int tasks_read(struct release *, struct sizes *, const char *path, struct sp_error *);
/* How many tasks the lists have; 0: neither is given. */
static inline long tasks_listed(const struct release *release, const struct sizes *sizes)
{
  return release->date.n > 0 ? release->date.n
         : sizes->size.n > 0 ? sizes->size.n
                             : release->weight.n;
}

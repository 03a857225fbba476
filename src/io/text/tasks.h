/* What a file or a text says of the tasks of a bag: when they come to the master, their sizes, or
 * both. Dates are written as "0,1,5", "every(T)", "poisson(RATE[,SEED])", or are the column
 * `release` of a CSV file. */
#pragma once

#include "io/text/sizes.h"

/* All zero: not given. */
struct release {
  struct numbers date; /* of a list */
  double every;        /* > 0: task k comes at k times it, from 0 */
  double rate;         /* > 0: a Poisson process, so many tasks in a unit of time */
  uint64_t seed;
  uint32_t instance; /* of the seed's stream */
};

static inline bool release_is_given(const struct release *r)
{
  return r->date.n > 0 || r->every > 0 || r->rate > 0;
}
/* Reads a text of that many bytes; "release is .., expected ..". */
int release_add(struct release *, const char *text, size_t length, struct sp_error *);
/* Gives the dates to the tasks of the bag; refuses other problems, and a list of another length. */
int release_of_bag(const struct release *, struct sp_instance *, struct sp_error *);
void release_clear(struct release *);

/* Reads a CSV file with the column `release`, `size` or both, in any order:
 *     release,size
 *     0,1
 *     1.5,0.25
 * A column of which the list is given already is refused. The error names the line. */
int tasks_read(struct release *, struct sizes *, const char *path, struct sp_error *);
/* How many tasks the lists have; 0: neither is given. */
static inline long tasks_listed(const struct release *release, const struct sizes *sizes)
{
  return release->date.n > 0 ? release->date.n : sizes->size.n;
}

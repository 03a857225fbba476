/* What a file or a text says of the tasks of a bag: when they come to the master, their sizes,
 * the weights of their flows. Dates are written as "0,1,5", "every(T)", "poisson(RATE[,SEED])", or
 * are the column `release` of a CSV file. */
#pragma once

#include "io/text/sizes.h"

/* All zero: not given. */
struct release {
  struct numbers date; /* of a list */
  double every;        /* > 0: task k comes at k times it, from 0 */
  double rate;         /* > 0: a Poisson process, so many tasks in a unit of time */
  uint64_t seed;
  uint32_t instance;     /* of the seed's stream */
  struct numbers weight; /* n = 0: all are 1 */
};

static inline bool release_is_given(const struct release *r)
{
  return r->date.n > 0 || r->every > 0 || r->rate > 0;
}
/* Gives the dates and weights, where they are given, to the tasks of the bag; refuses other
 * problems, and a list of another length. */
int release_of_bag(const struct release *, struct sp_instance *, struct sp_error *);

/* All that is said of the tasks. Its lists are in the memory of a context. */
struct tasks {
  struct release release;
  struct sizes sizes;
};
/* The names of what tasks_add reads, to NULL. */
extern const char *const tasks_names[];
/* Reads the value of a name (`letters` bytes, upper or lower case): SP_OK; SP_BAD_INPUT, "release
 * is .., expected .."; -1: it is another name. */
int tasks_add(struct tasks *, struct sp_context *, const char *name, size_t letters,
              const char *text, size_t length, struct sp_error *);
/* Gives all of it to the tasks of the bag. */
int tasks_of_bag(const struct tasks *, struct sp_instance *, struct sp_error *);
/* Reads a CSV file with some of the columns `release`, `size`, `weight`, in any order:
 *     release,size,weight
 *     0,1,1
 *     1.5,0.25,3
 * A column of which the list is given already is refused. The error names the line. */
int tasks_read(struct tasks *, struct sp_context *, const char *path, struct sp_error *);
/* How many tasks the lists have; 0: neither is given. */
static inline long tasks_listed(const struct tasks *t)
{
  return t->release.date.n > 0 ? t->release.date.n
         : t->sizes.size.n > 0 ? t->sizes.size.n
                               : t->release.weight.n;
}

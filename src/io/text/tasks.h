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
/* Reads a text of that many bytes; "release is .., expected ..". */
int release_add(struct release *, const char *text, size_t length, struct sp_error *);
/* The same of weights, which are a list. */
int release_add_weights(struct release *, const char *text, size_t length, struct sp_error *);
/* Gives the dates and weights, where they are given, to the tasks of the bag; refuses other
 * problems, and a list of another length. */
int release_of_bag(const struct release *, struct sp_instance *, struct sp_error *);
void release_clear(struct release *);

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

/* The dates at which tasks come to the master, as they are written: "0,1,5", "every(T)",
 * "poisson(RATE[,SEED])", or the column `release` of a CSV file; and the weights of their flows, a
 * list or the column `weight`. */
#pragma once

#include "io/text/numbers.h"

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
/* The same of weights. */
int release_add_weights(struct release *, const char *text, size_t length, struct sp_error *);
/* The columns of a file. */
struct numbers_column release_column(struct release *);
struct numbers_column weights_column(struct release *);
/* Gives the dates and weights, where they are given, to the tasks of the bag; refuses other
 * problems, and a list of another length. */
int release_of_bag(const struct release *, struct sp_instance *, struct sp_error *);
void release_clear(struct release *);

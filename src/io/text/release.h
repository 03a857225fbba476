/* The dates at which tasks come to the master, as they are written: "0,1,5", "every(T)",
 * "poisson(RATE[,SEED])", or the column `release` of a CSV file. */
#pragma once

#include <starport/instance.h>
#include <stdio.h>

enum { RELEASE_MOST_TASKS = 100000000 };

/* All zero: not given. */
struct release {
  long n, cap;
  double *date; /* [0..n-1] of a list; owned */
  double every; /* > 0: task k comes at k times it, from 0 */
  double rate;  /* > 0: a Poisson process, so many tasks in a unit of time */
  uint64_t seed;
  uint32_t instance; /* of the seed's stream */
};

static inline bool release_is_given(const struct release *r)
{
  return r->n > 0 || r->every > 0 || r->rate > 0;
}
/* Reads a text of that many bytes; "release is .., expected ..". */
int release_add(struct release *, const char *text, size_t length, struct sp_error *);
/* Reads a file, of which the error names the line. */
int release_read(struct release *, const char *path, struct sp_error *);
/* Adds a date to the list. */
void release_add_date(struct release *, double date);
/* Gives the dates to the tasks of the bag; refuses other problems, and a list of another length. */
int release_of_bag(const struct release *, struct sp_instance *, struct sp_error *);
/* Writes "0,1,5". */
void release_write(FILE *, const double *date, long n);
void release_clear(struct release *);

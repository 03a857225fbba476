/* The game against rules that decide on line, for starport worst --on-line. */
#pragma once

#include "campaign/run/worst_search.h"

#include <starport/optimal.h>

struct on_line_options {
  bool on;           /* --on-line was given */
  const char *star;  /* NULL: stars are searched */
  const char *dates; /* "0,1,5/2"; NULL: dates are searched */
  enum sp_objective objective;
  long nodes;
};

/* Solves the game on the star, or searches stars of the space for the greatest value; with a method
 * also what the adversary makes of that. at_most_tasks: of the game. Prints; an exit code. */
int cli_on_line(const struct on_line_options *, const struct sp_worst_space *, long tasks,
                const struct sp_registry *, const struct sp_method *, uint64_t seed,
                long evaluations, bool json);

/* The states that an exact search has visited, so that a state no better than an earlier one is
 * skipped. */
#pragma once

#include <starport/heuristic.h>

struct dominance {
  size_t keys, dates; /* numbers in a state */
  size_t buckets;     /* each of DOMINANCE_WAYS lines */
  double *state;      /* set by the caller: keys >= 0, the first one > 0, then dates */
  double *line;
  size_t next; /* the line of a full bucket that is replaced */
};
enum { DOMINANCE_WAYS = 32 };

/* For at most `nodes` states; at most about 64 MiB, which are not touched before they are needed.
 */
struct dominance dominance_new(struct sp_context *, size_t keys, size_t dates, long nodes);
/* True if a state with the keys of d->state and no later date is stored. If not, d->state is
 * stored, and replaces one that it dominates, or any if there is no room. */
bool dominance_known(struct dominance *d);

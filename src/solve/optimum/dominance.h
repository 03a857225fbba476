/* States that an exact search has been through, so that no state is searched that is no better than
 * an earlier one. */
#ifndef SP_SOLVE_DOMINANCE_H
#define SP_SOLVE_DOMINANCE_H

#include <starport/heuristic.h>

struct dominance {
  size_t keys, dates; /* numbers in a state */
  size_t buckets;     /* each of DOMINANCE_WAYS lines */
  double *state;      /* [0..keys-1] >= 0, the first one > 0, then [..dates-1]: set by the caller */
  double *line;
  size_t next; /* the line of a full bucket that is given up */
};
enum { DOMINANCE_WAYS = 32 };

/* For at most `nodes` states; about 64 MiB at most, which are not touched before they are needed.
 */
struct dominance dominance_new(struct sp_context *, size_t keys, size_t dates, long nodes);
/* Is a state remembered with the keys of d->state and with no date later? If not, d->state is
 * remembered, in place of one that it dominates, or of any if there is no room. */
bool dominance_known(struct dominance *d);

#endif

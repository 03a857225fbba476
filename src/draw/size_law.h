/* Laws of the sizes of tasks: one of ranges ("weibull(2,1)", with _ for blanks), increasing(A,B)
 * and decreasing(A,B), evenly over all tasks, or bimodal(P,A,B), A with probability P. */
#pragma once

#include "draw/range.h"

enum size_form { SIZES_DRAWN, SIZES_INCREASING, SIZES_DECREASING, SIZES_BIMODAL };
struct size_law {
  enum size_form form;
  double a, b, p;
  struct sp_range range;
  uint64_t seed; /* of the stream of the draws */
  uint32_t instance;
};

/* Reads a law; false: the text is none. Seed and instance stay as they are. */
bool size_law_read(const char *text, struct size_law *);
/* The size of task k, from 0, of n. */
double size_law_at(const struct size_law *, long k, long n);
/* Mean and standard deviation of a law that does not depend on the number of tasks. */
void size_law_moments(const struct size_law *, double *mean, double *sd);
static inline bool size_law_counts(const struct size_law *law)
{
  return law->form == SIZES_INCREASING || law->form == SIZES_DECREASING;
}

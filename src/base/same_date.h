/* When two dates count as equal: computed dates differ by rounding. */
#ifndef SP_BASE_SAME_DATE_H
#define SP_BASE_SAME_DATE_H

#include <stdbool.h>

/* True if a and b differ by at most 1e-12 of the greater of their magnitudes. */
static inline bool same_date(double a, double b)
{
  if (a == b)
    return true;
  double scale = a < 0 ? -a : a, other = b < 0 ? -b : b;
  if (other > scale)
    scale = other;
  return a - b <= 1e-12 * scale && b - a <= 1e-12 * scale;
}

#endif

/* Normal draws from a counter-based stream. */
#pragma once

#include <stdint.h>

/* A position in a stream (base/stream.h): the draws of one parameter of a worker, from rank `next`
 * on. */
struct sp_draws {
  uint64_t seed;
  uint32_t parameter, instance, worker;
  uint64_t next;
};

/* A draw of the normal distribution of that mean and standard deviation sd > 0, repeated until
 * it lies in [min, max]: sp_normal_share must not be too small. Advances draws->next. */
double sp_normal_draw(struct sp_draws *, double mean, double sd, double min, double max);
/* The share of the draws that lie in [min, max]. */
double sp_normal_share(double mean, double sd, double min, double max);

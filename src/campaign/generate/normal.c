/* Truncated normal draws, by rejection: GSL's generator of normal numbers (the polar method of Box,
 * Muller and Marsaglia, which takes pairs of uniform numbers until one falls into the unit circle)
 * on the project's counter-based streams. The number of uniform numbers that a draw takes is
 * random, but each parameter of each worker has its own stream, so no other draw is shifted. */
#include "campaign/generate/normal.h"
#include "base/stream.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

/* ---- The stream as a generator of GSL, whose state is the position in the stream. */

static void begin(void *state, unsigned long seed)
{
  struct sp_draws *draws = state;
  draws->next = seed;
}

static double next_double(void *state)
{
  struct sp_draws *draws = state;
  return sp_stream_uniform(draws->seed, draws->parameter, draws->instance, draws->worker,
                           draws->next++);
}

static unsigned long next_word(void *state)
{
  return (unsigned long)(next_double(state) * 0x1p32);
}

static const gsl_rng_type stream_type = {.name = "philox4x32-10",
                                         .max = 0xffffffffUL,
                                         .min = 0,
                                         .size = sizeof(struct sp_draws),
                                         .set = begin,
                                         .get = next_word,
                                         .get_double = next_double};

double sp_normal_draw(struct sp_draws *draws, double mean, double sd, double min, double max)
{
  gsl_rng generator = {&stream_type, draws};
  double x;
  do
    x = mean + gsl_ran_gaussian(&generator, sd);
  while (!(x >= min && x <= max));
  return x;
}

double sp_normal_share(double mean, double sd, double min, double max)
{
  return gsl_cdf_gaussian_P(max - mean, sd) - gsl_cdf_gaussian_P(min - mean, sd);
}

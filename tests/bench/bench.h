/* Shared by the benchmarks of the engines: the platform, the clock, the report. */
#pragma once

#include "base/stream.h"
#include "io/star/star.h"
#include "model/instance.h"
#include <stdlib.h>
#include <time.h>

/* Processor time of this process, which other work on the machine changes little. */
static inline double bench_seconds(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Draws of one instance, numbered. */
struct bench_dice {
  uint64_t seed;
  uint32_t instance;
  uint64_t draws;
};

/* A uniform whole number from least to most. */
static inline int bench_draw(struct bench_dice *d, int least, int most)
{
  double u = sp_stream_uniform(d->seed, 1, d->instance, 0, d->draws++);
  return least + (int)(u * (most - least + 1));
}

/* `tasks` tasks at the master of m different workers, which together compute a little slower than
 * the port sends. */
static inline struct sp_instance *bench_instance(int m, long tasks)
{
  struct sp_instance *in = sp_instance_alloc(m);
  in->problem = SP_BAG;
  in->total = sp_int(tasks);
  in->deadline = (struct sp_num){.v = INFINITY};
  for (int i = 1; i <= m; i++) {
    in->c[i] = sp_int(1 + i % 7);
    in->w[i] = sp_int(4 * m + i % 5);
    in->buffer[i] = 3;
  }
  struct sp_error error;
  if (sp_exact_units(in, &error) != SP_OK || sp_instance_check(in, &error) != SP_OK) {
    fprintf(stderr, "%s\n", error.text);
    exit(1);
  }
  return in;
}

static inline void bench_report(const char *what, int m, long messages, double seconds)
{
  printf("%-10s %6d workers %9ld messages %9.3f us a message\n", what, m, messages,
         1e6 * seconds / (double)messages);
}

/* Chance: counter-based random streams. A draw is a pure function of what it is for (seed,
 * parameter, instance, worker, rank of the draw), so no draw shifts another: adding a worker or
 * raising the number of tasks leaves every other number as it was, and comparisons are paired. */
#ifndef SP_MODEL_STREAM_H
#define SP_MODEL_STREAM_H

#include <stdint.h>

/* What a stream is for. The values are part of every published result: append, never renumber. */
enum sp_stream {
  SP_STREAM_LINK_NOISE = 1, /* factor on a message's bytes */
  SP_STREAM_CPU_NOISE,      /* factor on a task's flops */
  SP_STREAM_HEURISTIC,      /* what a heuristic draws */
  SP_STREAM_C,              /* the generator of platforms, one stream a parameter */
  SP_STREAM_W,
  SP_STREAM_LATENCY,
  SP_STREAM_LOAD,
  SP_STREAM_BUFFER,
  SP_STREAM_WORKERS,      /* number of workers, where a caller draws it */
  SP_STREAM_WORST_SEARCH, /* instances of the search for the worst */
  SP_STREAM_TOPOLOGY,     /* who is whose neighbour in random trees and graphs */
};

/* The draw of rank `draw` in [0, 1), a multiple of 2^-53. */
double sp_stream_uniform(uint64_t seed, uint32_t parameter, uint32_t instance, uint32_t worker,
                         uint64_t draw);

#endif

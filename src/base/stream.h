/* Counter-based random streams. A draw is a function of its coordinates (seed, parameter, instance,
 * worker, rank of the draw) and of nothing else, so that no draw shifts another: with one more
 * worker or task all other draws stay the same, and comparisons are paired. */
#pragma once

#include <stdint.h>

/* The purpose of a stream. The values are part of every published result: append, never renumber.
 */
enum sp_stream {
  SP_STREAM_LINK_NOISE = 1, /* factor on a message's bytes */
  SP_STREAM_CPU_NOISE,      /* factor on a task's flops */
  SP_STREAM_HEURISTIC,      /* draws of a heuristic */
  SP_STREAM_C,              /* the generator of platforms, one stream per parameter */
  SP_STREAM_W,
  SP_STREAM_LATENCY,
  SP_STREAM_LOAD,
  SP_STREAM_BUFFER,
  SP_STREAM_WORKERS,      /* number of workers, if it is drawn */
  SP_STREAM_WORST_SEARCH, /* instances of the search for the worst */
  SP_STREAM_TOPOLOGY,     /* neighbours in random trees and graphs */
  SP_STREAM_SPEED,        /* profiles, in the order of enum sp_changing */
  SP_STREAM_BANDWIDTH,
  SP_STREAM_HOST_STATE,
  SP_STREAM_LINK_STATE,
  SP_STREAM_LATENCIES,
  SP_STREAM_MEMORY,
  SP_STREAM_RESULT,
  SP_STREAM_RELEASE, /* dates at which tasks arrive */
  SP_STREAM_SIZES,   /* sizes of tasks */
};

/* The draw of rank `draw` in [0, 1), a multiple of 2^-53. */
double sp_stream_uniform(uint64_t seed, uint32_t parameter, uint32_t instance, uint32_t worker,
                         uint64_t draw);
/* The draw of the noise on platform `platform` of a campaign. `kind` keeps the numbers of messages
 * apart: those sent and those received, those sent and those of initial tasks of a worker. On
 * platform 0 it is sp_stream_uniform with kind as the instance. */
double sp_stream_noise(uint64_t seed, uint32_t parameter, uint32_t platform, uint32_t kind,
                       uint32_t worker, uint64_t draw);

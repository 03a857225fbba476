/* Load that flows: the execution of a solved switch (RR-6005, section 5).
 *
 * Activities are streams from one host to another and computations on a host, each of a given
 * amount and with a greatest rate. All that go on at one date share links and processors by max-min
 * fairness: host i sends at most b_i and receives at most b_i units per unit of time over all its
 * streams, and computes at most s_i. Streams have the rates of equation (9), amount / T; so all of
 * them end at T if and only if these rates are feasible.
 *
 * Both ways of figure 26 to compute what arrives:
 *   parallel    everything from date 0 on, each stream at the rate at which it comes, the own load
 *               at the rate that takes until T
 *   sequential  the own load first, at full speed; then all streams side by side until T
 * A processor never computes what has not come yet: the fluid validator looks at every stream.
 *
 * As `fair`, for comparison, nothing has a rate of its own: sharing alone decides, and a stream is
 * computed once all of it is there. */
#ifndef SP_ENGINE_FLUID_H
#define SP_ENGINE_FLUID_H

#include "engine/perform/network_run.h"

struct fluid_activity {
  bool computes; /* else it is a stream */
  int from, to;  /* hosts; computation: whose load, where */
  double amount; /* units, > 0 */
  double rate;   /* the greatest; INFINITY: none */
  long after;    /* activity that must have ended before; -1: none */
  long stream;   /* computation: of what this stream brings; -1: of own load */
};

struct fluid {
  int hosts;
  double *bandwidth, *speed; /* [0..hosts-1] b_i, s_i */
  double load;               /* in all */
  double time;               /* T, as solved */
  long n;
  struct fluid_activity *activity; /* [0..n-1] an activity stands behind the one it is after */
  bool means; /* rates change within the intervals of a trace: fair sharing as SimGrid shows it */
  const struct sp_conditions *conditions;
};

/* The largest switch that is executed. */
enum { SP_HOSTS = 10000, SP_STREAMS = 10000, SP_FAIR_STREAMS = 1000 };

/* Both engines fill *result (status, makespan, done, messages) and *trace, which is not NULL: one
 * event for each interval in which an activity has a constant rate, its amount what flows or is
 * computed in it, its message the number of the activity, from = to = the host if it computes. */
void sp_native_fluid(const struct fluid *, struct sp_result *, struct sp_trace *trace);
/* SimGrid's own sharing of links and processors; in this process, once in its life: call it in a
 * forked child. */
void sp_simgrid_fluid(const struct fluid *, struct sp_result *, struct sp_trace *trace);

/* Validates a trace in any order: amounts whole, links and processors not above what they can do,
 * no load computed before it has come. Shares no code with the engines. SP_OK, or SP_NOT_VERIFIED
 * with the first violation in words. */
int fluid_check(const struct fluid *, const struct sp_trace *, struct sp_error *);

/* Makes a run failed whose completion time differs from the planned one (network_run.c). */
void network_compare(struct sp_result *);

#endif

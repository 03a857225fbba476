/* Load that flows on a switch: the plan that engines execute and the fluid validator checks
 * (RR-6005, section 5).
 *
 * Activities are streams from one host to another and computations on a host, each of a given
 * amount and with a greatest rate. All activities that go on at one date share links and processors
 * by max-min fairness: host i sends at most b_i and receives at most b_i units per unit of time
 * over all its streams, and computes at most s_i. Streams have the rates of equation (9), amount /
 * T; so all of them end at T if and only if these rates are feasible.
 *
 * Both ways of figure 26 to compute what arrives:
 *   parallel    everything from date 0 on, each stream at the rate at which it comes, the own load
 *               at the rate that takes until T
 *   sequential  the own load first, at full speed; then all streams at the same time until T
 * A processor never computes load before it has come: the fluid validator checks every stream.
 *
 * A third order, fair, is for comparison: no activity has a rate of its own, sharing alone decides,
 * and a stream is computed once all of it has come. */
#pragma once

#include <stdbool.h>

struct sp_conditions;

struct fluid_activity {
  bool computes; /* else it is a stream */
  int from, to;  /* hosts; the same twice: a computation */
  double amount; /* units, > 0 */
  double rate;   /* the greatest; INFINITY: none */
  long after;    /* activity that must have ended before; -1: none */
  long stream;   /* computation: the stream whose load it is; -1: the own load */
};

struct fluid {
  int hosts;
  double *bandwidth, *speed; /* [0..hosts-1] b_i, s_i */
  double load;               /* in all */
  double time;               /* T, as solved */
  long n;
  struct fluid_activity *activity; /* [0..n-1] an activity comes after the one in `after` */
  bool means; /* rates change within the intervals of a trace: fair sharing as SimGrid shows it */
  const struct sp_conditions *conditions;
};

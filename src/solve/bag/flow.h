/* Orders of target workers of a bag whose tasks arrive: message k carries task k, in the order of
 * arrival, as soon as it is there, the port is free and its worker has a free place. Shared by the
 * exact search and the local one. */
#pragma once

#include "model/instance.h"

#include <starport/optimal.h>
#include <starport/state.h>

static inline double flow_release(const struct sp_instance *in, long k)
{
  return in->release ? in->release[k] : 0;
}

static inline double flow_weight(const struct sp_instance *in, long k)
{
  return in->weights ? in->weights[k] : 1;
}

/* The objective of the tasks so far, and of one more that has come at `release` and ends at `end`.
 */
static inline double flow_with(enum sp_objective objective, double value, double release,
                               double weight, double end)
{
  double flow = end - release;
  switch (objective) {
  case SP_MAX_FLOW:
    return sp_state_later(value, flow);
  case SP_SUM_FLOW:
    return value + flow;
  case SP_MAX_WEIGHTED_FLOW:
    return sp_state_later(value, weight * flow);
  case SP_SUM_WEIGHTED_FLOW:
    return value + weight * flow;
  case SP_MAKESPAN:
    break;
  }
  return sp_state_later(value, end);
}

/* Sends task k to worker i; returns when it is computed. */
static inline double flow_send(struct sp_state *s, const struct sp_instance *in, long k, int i)
{
  s->port[SP_OUT] = sp_state_later(s->port[SP_OUT], flow_release(in, k));
  return sp_state_send(s, 0, i, 1);
}

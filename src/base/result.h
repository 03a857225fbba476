/* The result of a run before anything is known of it. */
#pragma once

#include <starport/starport.h>

/* All numbers are 0 or, where nothing may set them, NAN. */
static inline struct sp_result sp_result_of(enum sp_status status)
{
  return (struct sp_result){.status = status,
                            .planned = NAN,
                            .planning = NAN,
                            .wasted_time = NAN,
                            .imbalance = NAN,
                            .spread = NAN,
                            .port_share = NAN,
                            .overhead_share = NAN,
                            .speed_up = NAN,
                            .efficiency = NAN,
                            .max_flow = NAN,
                            .sum_flow = NAN,
                            .max_stretch = NAN,
                            .max_queue = NAN,
                            .max_weighted_flow = NAN,
                            .sum_weighted_flow = NAN};
}

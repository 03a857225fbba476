/* What an activity takes: both engines get it when the activity starts. */
#pragma once

#include <starport/instance.h>

struct cost {
  double units;                     /* of load, multiplied by the noise */
  double unit;                      /* time of a unit at factor 1: c or w */
  double latency;                   /* of a message, in force at the start */
  double duration;                  /* in all: latency + units * unit, as the profile lets it be */
  const struct sp_profile *profile; /* of the speed or bandwidth; NULL: it does not change */
};

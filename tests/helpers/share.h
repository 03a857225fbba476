/* How many random cases a test takes, or how large the one is that it takes: as it says, or the
 * share of it that the environment asks for. */
#pragma once

#include <stdlib.h>

/* TEST_SHARE percent of the number (default 100), at least 1. */
static inline int share(int number)
{
  const char *percent = getenv("TEST_SHARE");
  long part = percent ? (long)number * atol(percent) / 100 : number;
  return part < 1 ? 1 : (int)part;
}

/* A platform that changes, loaded into SimGrid with the files of its profiles. */
#pragma once

#include "engine/simgrid/setup.h"

/* Loads it. Its profiles, by enum sp_changing, become what is written, with files in memory: with
 * breaks in which speeds and bandwidths are almost 0, without states that are always up, and with
 * latencies that do not change, since nominal.c sets those. */
void simgrid_load_changing(const struct platform_source *, struct sp_profile *const *profile,
                           int nodes, int links);

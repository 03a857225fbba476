/* SHA-256 digests of the sources that this program was built from (scripts/digests writes their
 * values): a run's key changes when the code that computes it does. */
#pragma once

#include <stdint.h>

struct sp_digest {
  const char *name; /* of the heuristic, "r-bsa" */
  uint8_t byte[32];
};

/* The files of heuristics/; the last name is NULL. A heuristic that plans with others
 * (sp_plan_with) has the digest of all files. */
extern const struct sp_digest sp_heuristic_digests[];
/* The sources that every run depends on: model, solvers, controller, native engine, headers. */
extern const uint8_t sp_numeric_digest[32];
/* The simgrid engine. */
extern const uint8_t sp_simgrid_digest[32];

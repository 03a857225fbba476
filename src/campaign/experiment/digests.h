/* Digests of the sources that this program was built from (scripts/digests writes their values):
 * they make a run's key change when the code that computed it does. All are SHA-256. */
#ifndef SP_CAMPAIGN_DIGESTS_H
#define SP_CAMPAIGN_DIGESTS_H

#include <stdint.h>

struct sp_digest {
  const char *name; /* of the heuristic, "r-bsa" */
  uint8_t byte[32];
};

/* The files of heuristics/, closed by a name that is NULL. A heuristic that plans with others
 * (sp_plan_with) has the digest of all files. */
extern const struct sp_digest sp_heuristic_digests[];
/* What every run rests on: model, solvers, controller, native engine, public headers. */
extern const uint8_t sp_numeric_digest[32];
/* The simgrid engine. */
extern const uint8_t sp_simgrid_digest[32];

#endif

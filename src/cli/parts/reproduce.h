/* Reproduces the two kinds of experiments, for starport reproduce. */
#pragma once

#include "cli/shared/cli.h"

/* One reproduction: the experiment, its size, its directory. */
struct cli_reproduction {
  const char *id, *tier, *output;        /* tier NULL: the full size; output: directory */
  const struct cli_execution *execution; /* its seed is not used, since the experiment has one */
  const struct cli_limits *limits;
  long count; /* 0: the count of the tier */
};
/* Reproduces a table of single values, DATA/results/ID.csv, with its files in OUTPUT
 * (reproduce_values.c). SP_OK, SP_NOT_VERIFIED if a value tagged printed or ours differs, or the
 * code of another failure that has been reported. Its runs are few: limits, tier and count are not
 * used. */
int cli_reproduce_values(const struct cli_reproduction *, const char *title, const char *data,
                         bool json);
/* Reproduces an experiment file (reproduce_campaign.c). Computes the missing runs of
 * OUTPUT/ID[-TIER].db; writes the tables there and to standard output, and the figures. Verdicts
 * are results: a cell that differs from the published value is not a failure. */
int cli_reproduce_campaign(const struct cli_reproduction *);

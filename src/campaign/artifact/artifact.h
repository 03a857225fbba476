/* Artifacts: one experiment of a database as a folder with everything that an evaluator of a paper
 * needs: README.md with two commands and the checksums they must give, the experiment, all results,
 * seeds, versions, reports, and SHA256SUMS over all files. README.md lists the files. */
#pragma once

#include "campaign/experiment/experiment.h"
#include "campaign/store/store.h"

struct sp_artifact {
  const struct sp_experiment *experiment; /* as the database holds it; `compare` can be read */
  struct sp_store *store;
  const char *print_name; /* `compare` as in the experiment's text; NULL: it compares nothing */
  const char *directory;  /* to be made, or an empty one */
  const char *data;       /* the data directory: CITATION.cff, LICENSE; NULL: unknown */
  const struct sp_registry *registry; /* with the plug-ins whose sources are to be packed */
};

struct sp_artifact_tally {
  long wanted, missing; /* runs; missing: not in the database */
  char checksum[65];    /* of dump.txt: of this experiment only */
};

/* Writes the artifact into a new folder next to the directory, and renames it when it is complete.
 * Databases with equal dumps give equal files, except attempts.txt (dates, hosts, seconds), its
 * line in SHA256SUMS, and the README's coarse durations. SP_OK, also if runs are missing (README.md
 * says so); SP_BAD_INPUT: the directory exists and is not empty, or a method
 * comes from a plug-in that is not known, is not that of the runs, or has no source; SP_CANNOT. */
int sp_artifact_write(const struct sp_artifact *, struct sp_artifact_tally *, struct sp_error *);

/* Verifies an artifact: every file of SHA256SUMS, that there are no others, and that README.md
 * names the dump's checksum. SP_OK with the number of files; SP_NOT_VERIFIED with the first that
 * differs; SP_BAD_INPUT: not an artifact. */
int sp_artifact_check(const char *directory, int *files, struct sp_error *);

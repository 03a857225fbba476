/* Artifacts: one experiment of a database as a folder that an evaluator of a paper can use without
 * asking anybody: README.md with two commands and the checksums they must give, the experiment, all
 * results, seeds, versions, reports, and SHA256SUMS over all of it. README.md
 * lists the files. */
#ifndef SP_CAMPAIGN_ARTIFACT_H
#define SP_CAMPAIGN_ARTIFACT_H

#include "campaign/experiment/experiment.h"
#include "campaign/store/store.h"

struct sp_artifact {
  const struct sp_experiment *experiment; /* as the database keeps it; `compare` can be read */
  struct sp_store *store;
  const char
      *print_name;       /* what the experiment's text calls `compare`; NULL: it compares nothing */
  const char *directory; /* to be made; may be there if it is empty */
  const char *data;      /* the data directory: CITATION.cff, LICENSE; NULL: unknown */
  const struct sp_registry *registry; /* of the built-in heuristics */
};

struct sp_artifact_tally {
  long wanted, missing; /* runs; missing: not in the database, whatever the reason */
  char checksum[65];    /* of dump.txt: of the experiment alone */
};

/* Writes the artifact into a folder beside the directory, which gets its name when it is whole.
 * Databases with equal dumps give equal files, but for attempts.txt (dates, hosts, seconds), its
 * line in SHA256SUMS, and the README's coarse durations. SP_OK, also if runs are missing (README.md
 * says so); SP_BAD_INPUT: the directory is there and not empty; SP_CANNOT. */
int sp_artifact_write(const struct sp_artifact *, struct sp_artifact_tally *, struct sp_error *);

/* Verifies an artifact: every file of SHA256SUMS, and that README.md names the dump's checksum.
 * SP_OK with the number of files; SP_NOT_VERIFIED with the first that differs; SP_BAD_INPUT: no
 * artifact. */
int sp_artifact_check(const char *directory, int *files, struct sp_error *);

#endif

/* What the files of the artifact's writer share; nobody else includes it.
 *
 *   artifact.c         the folder, and the files that repeat what the database holds
 *   tiers.c   the extracts of the database, their checksums and what they lack
 *   readme.c  README.md
 *   sums.c    SHA256SUMS, written and checked */
#ifndef SP_CAMPAIGN_ARTIFACT_PARTS_H
#define SP_CAMPAIGN_ARTIFACT_PARTS_H

#include "campaign/artifact/artifact.h"

/* A size of the experiment: its first `count` platforms a point. */
struct artifact_tier {
  long count, wanted, missing; /* missing: runs that are not there */
  char checksum[65];           /* of the database that a campaign of this size makes */
  double seconds;              /* of one processor; NAN: not known */
};

enum { ARTIFACT_FILES = 16 };

struct artifact {
  const struct sp_artifact *order;
  char *folder;               /* where it is made */
  int n;                      /* files */
  char *name[ARTIFACT_FILES]; /* in the folder; owned */
  struct artifact_tier full, small;
  char *foreign; /* a method that is no built-in heuristic; NULL: none; owned */
  bool has_citation, has_license;
};

/* Opens a new file of the artifact, making the folders on its way; NULL with *error. To be closed
 * with artifact_close, which returns SP_OK or SP_CANNOT. */
FILE *artifact_open(struct artifact *, const char *name, struct sp_error *);
int artifact_close(struct artifact *, FILE *, struct sp_error *);
/* Makes the database FOLDER/.NAME.db with the first `count` platforms a point alone, as a campaign
 * of that size does, and describes it in *tier. *store is the caller's, for artifact_release. */
int artifact_extract(const struct artifact *, const char *name, long count, struct artifact_tier *,
                     struct sp_store **store, struct sp_error *);
/* Closes the extract and removes its file. NULL accepted. */
void artifact_release(const struct artifact *, const char *name, struct sp_store *);
/* Platforms a point of the small tier: those that the experiment calls small, a tenth if it has no
 * such tier or was not run in full. */
long artifact_small_count(const struct sp_experiment *);
/* Writes README.md. */
int artifact_readme(struct artifact *, struct sp_error *);
/* "less than a minute", ..: coarse, so that equal databases say the same. */
const char *artifact_duration(double seconds);
/* Writes SHA256SUMS over all files, sorted by name. */
int artifact_sums(struct artifact *, struct sp_error *);

#endif

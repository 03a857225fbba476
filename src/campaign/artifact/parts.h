/* The functions that artifact.c calls in the other files of this room, and their common struct.
 * Private to this room.
 *
 *   artifact.c  the folder and most of its files
 *   plugins.c   the heuristics that are not part of starport
 *   tiers.c     the extracts of the database, their checksums and missing runs
 *   readme.c    README.md
 *   check.c     checks an artifact */
#pragma once

#include "campaign/artifact/artifact.h"
#include "campaign/report/report.h"

/* A size of the experiment: the first `count` platforms of each point. */
struct artifact_tier {
  long count, wanted, missing; /* runs; missing: not in the database */
  char checksum[65];           /* of the database that a campaign of this size makes */
  double seconds;              /* of one processor; NAN: unknown */
};

/* A heuristic that is not part of starport. */
struct artifact_plugin {
  char *file, *source; /* as given; FILE.c beside FILE.so, or the same FILE.py */
  char digest[65];     /* SHA-256 of the file */
};

#define ARTIFACT_SUMS "SHA256SUMS"
struct artifact {
  const struct sp_artifact *order;
  char *folder; /* in which it is made */
  int n;        /* files so far */
  char **name;  /* [0..n-1] in the folder; owned */
  struct artifact_tier full, small;
  struct sp_store *extract; /* of the tier at work; NULL: none is open */
  int n_plugins;
  struct artifact_plugin *plugin;
  bool has_citation, has_license;
  const char *copied;    /* the file that is being copied */
  enum sp_format format; /* of the report that is being written */
};

/* Makes the database FOLDER/.NAME.db with the first `count` platforms of each point only, as a
 * campaign of that size does, opens it as .extract, and describes it in *tier. SP_OK, or a failure
 * with *error; artifact_release ends both. */
int artifact_extract(struct artifact *, const char *name, long count, struct artifact_tier *,
                     struct sp_error *);
/* Closes the extract and removes its file. */
void artifact_release(struct artifact *, const char *name);
/* Platforms of each point in the small tier: as the experiment says, or a tenth if it has no small
 * tier or was not run in full. */
long artifact_small_count(const struct sp_experiment *);
/* Finds the plug-ins of the experiment's methods, whose runs are in .extract. SP_OK, or
 * SP_BAD_INPUT: a method is not known, its runs are of another file, the source is not there. */
int artifact_plugins(struct artifact *, struct sp_error *);
/* Writes README.md. SP_OK. */
int artifact_readme(struct artifact *, FILE *, struct sp_error *);
/* "less than a minute", ..: coarse, so that equal databases give equal texts. */
const char *artifact_duration(double seconds);

/* The origin of the results in a database (sources, hosts, times), and copies of one experiment. */
#pragma once

#include "campaign/store/store.h"

/* Copies one experiment of `in` into `out`, which must be empty and open for writing: its cells
 * with index < count and their instances, runs and attempts. The copy has the given text. If no run
 * is missing, `out` then equals the database that `starport campaign` makes from that text. SP_OK,
 * SP_BAD_INPUT or SP_CANNOT. */
int sp_store_extract(struct sp_store *out, struct sp_store *in, const char *experiment,
                     const char *text, long count, struct sp_error *);

/* A method as it was run. Strings are valid until the callback returns. */
struct sp_source_row {
  const char *method, *engine, *model; /* model: sp_run_model */
  int version;
  struct sp_key source; /* the digest of its heuristic's source */
  long runs;
};
/* Calls row(data, ..) for each distinct method of the runs, ordered by (method, engine, model,
 * version, source); stops when it returns non-zero. */
int sp_store_sources(struct sp_store *, int (*row)(void *data, const struct sp_source_row *),
                     void *data, struct sp_error *);

/* A platform of an experiment: one point and index, and the key of the instance there. */
struct sp_platform_row {
  const char *axes;
  long index;
  struct sp_key instance;
};
/* The same for the platforms of an experiment, ordered by (axes, index). */
int sp_store_platforms(struct sp_store *, const char *experiment,
                       int (*row)(void *data, const struct sp_platform_row *), void *data,
                       struct sp_error *);

/* The attempts of one host by one build. */
struct sp_attempts_row {
  const char *host, *build, *first, *last; /* dates of the first and the last */
  long attempts;
  double seconds; /* in total */
  long max_rss_kb;
};
/* The same for the attempts, ordered by (host, build). */
int sp_store_attempts(struct sp_store *, int (*row)(void *data, const struct sp_attempts_row *),
                      void *data, struct sp_error *);

/* Total seconds of all runs of the database; the last attempt of each run counts. NAN if there are
 * runs, but no attempts. */
double sp_store_seconds(struct sp_store *);

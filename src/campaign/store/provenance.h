/* The origin of the results in a database (sources, hosts, times), and copies of one experiment. */
#pragma once

#include "campaign/store/store.h"

/* Copies one experiment of `in` into `out`, which must be empty and open for writing: its cells
 * with index < count and their instances, runs and attempts. The copy has the given text. If no run
 * is missing, `out` then equals the database that `starport campaign` makes from that text. SP_OK,
 * SP_BAD_INPUT or SP_CANNOT. */
int sp_store_extract(struct sp_store *out, struct sp_store *in, const char *experiment,
                     const char *text, long count, struct sp_error *);

/* The next three write lines. SP_OK, SP_BAD_INPUT or SP_CANNOT. */
/* "METHOD version V source DIGEST ENGINE: MODEL N runs", with tabs, for each distinct method of the
 * runs; the model is that of sp_run_model. */
int sp_store_put_sources(struct sp_store *, FILE *, struct sp_error *);
/* Has the database a run of the method whose source has another digest? */
bool sp_store_has_other(struct sp_store *, const char *method, const struct sp_key *source);
/* "AXES,INDEX,KEY" for each platform of an experiment. */
int sp_store_put_platforms(struct sp_store *, const char *experiment, FILE *, struct sp_error *);
/* "HOST BUILD FIRST to LAST N attempts SECONDS s at most N KiB", with tabs, for the attempts of
 * each host by each build. */
int sp_store_put_attempts(struct sp_store *, FILE *, struct sp_error *);

/* Total seconds of all runs of the database; the last attempt of each run counts. NAN if there are
 * runs, but no attempts. */
double sp_store_seconds(struct sp_store *);

/* The results database: one SQLite file (journal_mode=DELETE, one writer, batches in transactions).
 * It holds the wanted runs (cells), the results (runs) and, in a separate table, data that are not
 * reproducible (attempts). A run's key is the SHA-256 of everything that decides its result. So
 * equal keys have equal results, shards can be merged, and after an edit of a heuristic exactly its
 * runs are missing. Schema: docs/results.md. */
#pragma once

#include "campaign/store/key.h"
#include "method/fields.h"

#include <stdio.h>

/* A row of `run`. Strings are borrowed. */
struct sp_run_row {
  struct sp_key key, instance;
  const char *method;
  int method_version;
  struct sp_key method_source;
  const char *engine, *model; /* model: sp_run_model */
  struct sp_result result;
  double bound; /* NAN: none */
  const char *bound_name;
};

/* A row of `attempt`. */
struct sp_attempt_row {
  struct sp_key run;
  double seconds;
  long max_rss_kb;
  int exit;
  const char *stderr_tail; /* may be NULL */
  double planning_seconds; /* sp_result.planning; NAN: none */
};

struct sp_store;
enum sp_store_mode { SP_STORE_READ, SP_STORE_WRITE };
/* Opens (WRITE: creates, and holds the lock). SP_BAD_INPUT: not a starport database, another schema
 * version, damaged (structure and content are checked), missing (READ); SP_CANNOT: another process
 * writes to it (the message names its pid and host), disk full, no permission. path NULL: one in
 * memory, to be written. A process may have a
 * database open for writing only once; forked children must neither use nor close a store that
 * their parent has opened (they end with _exit). */
int sp_store_open(const char *path, enum sp_store_mode, struct sp_store **, struct sp_error *);
void sp_store_close(struct sp_store *); /* undoes an open batch; NULL accepted */
/* A batch is committed as a whole or not at all. A write outside of a batch is a batch of its own.
 * A function that returns SP_CANNOT or SP_BAD_INPUT has undone the batch; earlier batches stay.
 * SP_NOT_VERIFIED refuses one row and leaves the batch open. */
int sp_store_begin(struct sp_store *, struct sp_error *);
int sp_store_commit(struct sp_store *, struct sp_error *);

/* Inserts; an equal row that exists stays. Insert experiment and instance before the cells and runs
 * that name them. An experiment whose id has another key replaces the old experiment and its cells.
 * The runs stay and are found again by their keys. */
int sp_store_experiment(struct sp_store *, const char *id, const struct sp_key *, const char *text,
                        struct sp_error *);
/* Of a body of more bytes than SP_STORE_BODY only their number is kept: its key is its digest, and
 * the experiment draws the platform again. */
enum { SP_STORE_BODY = 16384 };
int sp_store_instance(struct sp_store *, const struct sp_key *, const char *body,
                      struct sp_error *);
/* Replaces the cell if it wanted another run: after an edit of its heuristic. */
int sp_store_cell(struct sp_store *, const char *experiment, const char *axes, long index,
                  const char *method, const struct sp_key *instance, const struct sp_key *run,
                  struct sp_error *);
/* SP_NOT_VERIFIED if the run exists with another result; the message shows both. Crashed and
 * timeout are not results: any other status replaces them; between two of them the smaller (status,
 * reason) stays. SP_BAD_INPUT if the run
 * lost something and the database is older than its columns. */
int sp_store_run(struct sp_store *, const struct sp_run_row *, struct sp_error *);
/* Adds an attempt, made now on this host by this build. */
int sp_store_attempt(struct sp_store *, const struct sp_attempt_row *, struct sp_error *);
/* Status of the run with that key: enum sp_status, -1 if it is missing. */
int sp_store_status(struct sp_store *, const struct sp_key *);
/* Deletes a run (crashed or timeout, to be computed again). */
int sp_store_forget(struct sp_store *, const struct sp_key *, struct sp_error *);

/* One cell with all that is known of its run. status -1: missing. */
struct sp_cell_row {
  const char *axes, *method; /* valid until the callback returns */
  long index;
  int status;
  const char *reason, *engine, *bound_name;
  double bound;
  double planning, seconds;     /* of the latest attempt; NAN: none, or not asked for */
  double value[SP_MOST_FIELDS]; /* of sp_result_field: NAN where the run has none, and for hashes */
};
/* Calls row(data, ..) for each cell of the experiment, in the order (axes, idx, method), until it
 * returns another code than SP_OK; returns that code. times: with those of attempts.
 * SP_NOT_VERIFIED at the first run of another model: SimGrids of two versions computed them. */
int sp_store_cells(struct sp_store *, const char *experiment, bool times,
                   int (*row)(void *data, const struct sp_cell_row *), void *data,
                   struct sp_error *);
/* Have all runs of the experiment the same model? SP_OK, or SP_NOT_VERIFIED. */
int sp_store_check_models(struct sp_store *, const char *experiment, struct sp_error *);
/* Has the experiment, with this text, runs of another model (sp_run_model): of another version of
 * SimGrid, which a campaign with this model replaces? Then *note says so in a line. */
bool sp_store_replaces(struct sp_store *, const char *experiment, const char *text,
                       const char *model, struct sp_error *note);
/* Hash of the decisions (sp_result.order_hash) of a cell's ok run; false if there is none. */
bool sp_store_order(struct sp_store *, const char *experiment, const char *axes, long index,
                    const char *method, uint64_t *order_hash);
/* Calls row(data, ..) for each (method, its version, engine, model) that the runs of the database
 * have, in this order. */
int sp_store_versions(struct sp_store *,
                      void (*row)(void *data, const char *method, int version, const char *engine,
                                  const char *model),
                      void *data, struct sp_error *);
/* Is it the name of a results database, "FILE.db" or "FILE.db#ID"? */
bool sp_is_database(const char *name);
/* The experiments of a database: id and text of the k-th (by id), which live as long as the store;
 * false past the end. */
bool sp_store_experiment_at(struct sp_store *, int k, const char **id, const char **text);

/* Adds all of IN to OUT, in the open batch or in its own. If a key (of an experiment, cell or run)
 * has different contents, or an experiment would have runs of two models: SP_NOT_VERIFIED, the
 * message shows both, and the batch is undone. Attempts are appended. */
int sp_store_merge(struct sp_store *out, const char *in, struct sp_error *);
/* Copies one experiment of `in` into `out`, which must be empty and open for writing: its cells
 * with index < count and their instances, runs and attempts. The copy has the given text. If no run
 * is missing, `out` then equals the database that `starport campaign` makes from that text. SP_OK,
 * SP_BAD_INPUT or SP_CANNOT. */
int sp_store_extract(struct sp_store *out, struct sp_store *in, const char *experiment,
                     const char *text, long count, struct sp_error *);

/* Every table except attempt, ordered by key: a line "table column column..", then a line for each
 * row, with tabs between the columns; numbers %.17g, keys and hashes in hexadecimal, \N for NULL,
 * and in texts \t, \n, \r and \\ (as COPY of PostgreSQL). */
int sp_store_dump(struct sp_store *, FILE *, struct sp_error *);
/* SHA-256 of the dump, in hexadecimal. */
int sp_store_checksum(struct sp_store *, char hex[65], struct sp_error *);

/* ---- The origin of results: sources, hosts, times. */

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

/* The rows of runs that the runner writes, in batches of a fraction of a second: a kill loses no
 * more than that. Private to the runner. */
#pragma once

#include "campaign/run/worker.h"

struct rows {
  struct sp_store *store;
  bool open;    /* a transaction is open */
  long n;       /* runs in it */
  double since; /* when it began */
  char *model;  /* of every run */
};
void rows_open(struct rows *, const struct sp_campaign *);
void rows_close(struct rows *);
/* rows_begin opens a transaction if none is open; rows_commit commits it, rows_commit_if_due only
 * if it is full or old. SP_OK, or a failure of the store with *error. */
int rows_begin(struct rows *, struct sp_error *);
int rows_commit(struct rows *, struct sp_error *);
int rows_commit_if_due(struct rows *, struct sp_error *);
/* Date at which the batch is to be committed; INFINITY: none is open. */
double rows_due(const struct rows *);
/* Adds the run and the attempt of a job. SP_OK, or a failure of the store with *error. */
int rows_add(struct rows *, const struct cells *, const struct job *, const struct outcome *,
             struct sp_error *);

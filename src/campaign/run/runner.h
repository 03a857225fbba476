/* The runner: computes the cells of an experiment that are missing from a store, in any number of
 * worker processes. Only the runner writes; a batch that was committed is never lost. */
#pragma once

#include "campaign/experiment/experiment.h"
#include "campaign/store/store.h"

struct sp_campaign {
  const struct sp_experiment *experiment;
  const struct sp_registry *registry; /* built-in and plug-ins */
  struct sp_store *store;             /* open for writing */
  const struct sp_conditions *conditions;
  int processes;     /* worker processes; >= 1 */
  int shard, shards; /* index mod shards = shard; 0, 1: everything */
  bool retry;        /* compute crashed and timed-out runs again */
  double seconds;    /* time limit of a run, 0: none */
  long megabytes;    /* memory limit of a run, 0: none */
  bool progress;     /* a line on stderr: done, rate, failures, time left */
  const char *label; /* before that line, as of struct progress */
};

struct sp_tally {
  long wanted, present, computed, failed; /* failed: computed, but status is not ok or refused */
  long answered;                          /* present or computed, ok or refused */
  bool interrupted; /* SIGINT or SIGTERM: stopped after the jobs already sent */
};

/* Computes the missing runs. SP_OK (also if runs failed: these are rows too), SP_BAD_INPUT (before
 * anything runs, if SimGrid refuses its settings) or SP_CANNOT with *error. */
int sp_campaign_run(const struct sp_campaign *, struct sp_tally *, struct sp_error *);

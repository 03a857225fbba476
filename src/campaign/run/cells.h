/* The cells of a campaign, platform by platform, and the jobs among them: those whose runs are
 * missing from the store. Private to the runner. */
#pragma once

#include "campaign/run/run_key.h"
#include "campaign/run/runner.h"

/* The numbers of a cell in the experiment: all that a worker process needs to know. */
struct place {
  int32_t variant, point, method;
  uint32_t index;
};

/* A run that is to be computed, with the keys of its rows. */
struct job {
  struct place place;
  struct sp_key instance, run;
};

/* A method with the digest of its source. */
struct sourced_method {
  struct sp_method method;
  struct sp_key source;
  char *text; /* of its runs' keys: sp_run_text */
};

/* Visits the platforms of the shard, one after another; holds only the current one. */
struct cells {
  const struct sp_campaign *campaign;
  struct sourced_method **methods; /* [variant], of each its table's, then `also` */
  int most;                        /* methods in any variant */
  long wanted;                     /* cells in total */
  int variant, point;              /* the next platform's */
  long index;
  char *axes; /* of that point; NULL: not yet made */
  struct sp_platforms platforms;
  bool over;
};
/* SP_OK, or a failure with *error; cells_close frees what it made in both cases. */
int cells_open(struct cells *, const struct sp_campaign *, struct sp_error *);
void cells_close(struct cells *);
/* Records the next platform and its cells as wanted, and returns those without a run in
 * job[0..*n-1] (room for .most). Counts the others in *tally. Sets .over when there is no platform
 * left. SP_OK, or a failure with *error. */
int cells_next(struct cells *, struct job *job, int *n, struct sp_tally *, struct sp_error *);
const struct sourced_method *cells_method(const struct cells *, const struct place *);
/* Does a method of the variant send several tasks in a message? */
bool cells_send_chunks(const struct cells *, int variant);
/* Is the run a child of the process that performs it, with the limits of the campaign? */
bool cells_apart(const struct cells *, const struct place *);

/* What the runner's files share: the cells to be computed (cells.c), the processes that
 * compute them (hand.c), the rows that come of them (rows.c). Private to the runner.
 */
#ifndef SP_CAMPAIGN_RUNNER_PARTS_H
#define SP_CAMPAIGN_RUNNER_PARTS_H

#include "campaign/run/run_key.h"
#include "campaign/run/runner.h"
#include <sys/types.h>

/* Seconds on a clock that nobody sets. */
double runner_now(void);
/* ---- Cells (cells.c). */

/* Where a cell stands in the experiment: all that a hand needs to know. */
struct place {
  int32_t variant, point, method;
  uint32_t index;
};

/* A cell to be computed, with the keys of its rows. */
struct errand {
  struct place place;
  struct sp_key instance, run;
};

/* The methods of a variant, those of the table, then `also`, with the digests of their sources. */
struct contest {
  int n;
  struct sp_method *method;
  struct sp_key *source;
};

/* Walks through the platforms of the shard, one after another; holds none but the current one. */
struct cells {
  const struct sp_campaign *campaign;
  struct contest *contest; /* [variant] */
  int most;                /* methods in any variant */
  long wanted;             /* cells in all */
  int variant, point;      /* the next platform's */
  long index;
  char *axes; /* of that point; NULL: not yet made */
  bool over;
};
int cells_open(struct cells *, const struct sp_campaign *, struct sp_error *);
void cells_close(struct cells *);
/* Records the next platform and its cells as wanted, and gives those without a run: errand[0..*n-1]
 * (room for .most). *present counts the others. Sets .over when there is no platform left. */
int cells_next(struct cells *, struct errand *errand, int *n, long *present, struct sp_error *);
const struct sp_method *cells_method(const struct cells *, const struct place *);
const struct sp_key *cells_source(const struct cells *, const struct place *);

/* ---- Hands (hand.c): processes that make instances and perform runs. */

/* What came of an errand. */
struct answer {
  struct sp_result result;
  double bound; /* NAN: none */
  char bound_name[16];
  double seconds;
  long max_rss_kb;
  int exit; /* how the process ended: 0, or minus the signal that ended it */
};

/* An errand queue with a process that works it off in order. */
struct hand {
  pid_t pid;   /* 0: no process */
  int socket;  /* to and from it, one message an errand or answer */
  int words;   /* what it says on the current errand: a file in memory */
  int n, cap;  /* errands waiting and under way */
  int sent;    /* the first `sent` are under way */
  double due;  /* date by which the first must be answered */
  double mean; /* seconds an errand takes, lately; 0: not known yet */
  enum { HAND_AT_WORK, HAND_STOPPED, HAND_STOPPED_TOO_LATE } state;
  struct errand *errand;
};
/* Puts n errands at the end of the queue. */
void hand_queue(struct hand *, const struct errand *, int n);
/* Does the queue hold too little to keep the process busy? */
bool hand_idle(const struct hand *);
/* Sends errands, after making the process if there is none. */
int hand_employ(struct hand *, const struct cells *, struct sp_error *);
/* Takes the next answer; the errand it answers leaves the queue for *errand. 1: an answer, 0: none
 * yet, -1: the process has ended. */
int hand_answer(struct hand *, const struct cells *, struct errand *, struct answer *);
/* After the end of the process: 1 if it takes an errand with it, whose *answer tells the cause, 0
 * if not; SP_CANNOT with *error where it ended without any reason to. */
int hand_bury(struct hand *, const struct cells *, struct errand *, struct answer *,
              struct sp_error *);
/* Stops the process, whose first errand has taken too long. */
void hand_stop(struct hand *);
/* Ends the process, if any, and frees the queue. */
void hand_clear(struct hand *);

/* ---- Rows (rows.c): what is written, in batches. */

struct rows {
  struct sp_store *store;
  bool open;    /* a transaction is */
  long n;       /* runs in it */
  double since; /* when it began */
  char *model;  /* of every run */
};
void rows_open(struct rows *, const struct sp_campaign *);
void rows_close(struct rows *);
/* Opens a transaction if none is; commits if it is full or old, or in any case. */
int rows_begin(struct rows *, struct sp_error *);
int rows_commit_if_due(struct rows *, struct sp_error *);
int rows_commit(struct rows *, struct sp_error *);
/* Date at which the batch is to be committed; INFINITY: none is open. */
double rows_due(const struct rows *);
int rows_add(struct rows *, const struct cells *, const struct errand *, const struct answer *,
             struct sp_error *);

/* A line on stderr: done, rate, failures, time left. */
struct progress {
  bool wanted, terminal, shown;
  double began, next;
};
void progress_begin(struct progress *, bool wanted);
void progress_show(struct progress *, const struct sp_tally *);
void progress_end(struct progress *, const struct sp_tally *);

#endif

/* Worker processes: processes that make instances and perform runs, each with a queue of jobs.
 * Private to the runner. */
#pragma once

#include "base/fifo.h"
#include "campaign/run/cells.h"

#include <sys/types.h>

/* The outcome of a job. */
struct outcome {
  struct sp_result result;
  double bound; /* NAN: none */
  char bound_name[16];
  double seconds, end; /* end: its date, at which the next job began if there was one */
  long max_rss_kb;
  int exit; /* how the process ended: 0, its exit code, or minus the signal that ended it */
};

/* The most jobs that are sent ahead to a process, and in a message. */
enum { WORKER_AHEAD = 1024, WORKER_MESSAGE = WORKER_AHEAD / 4 };

/* What a process does, which never returns: it receives the numbers of jobs from the socket, at
 * most WORKER_MESSAGE at a time, and sends their outcomes. output: a file for what the jobs print.
 */
typedef void worker_process(const struct cells *, int socket, int output, bool supervisor);

/* What the process of each worker does (process.c). */
_Noreturn void process_run(const struct cells *, int socket, int output, bool supervisor);

/* A queue of jobs with a process that computes them in order. */
struct worker {
  worker_process *process;
  bool supervisor;   /* of a plug-in: the process loads it */
  pid_t pid;         /* 0: no process */
  int socket;        /* jobs to the process, in messages of several; outcomes from it */
  int output;        /* of the process during the current job: a file in memory */
  struct fifo queue; /* struct job */
  long sent;         /* the first `sent` of it have been sent to the process */
  double asked;      /* date of the last message to the process */
  double due;        /* date by which the first must be done */
  double mean;       /* recent seconds of a job; 0: not known yet */
  bool fresh;        /* the process has not done a job yet */
  enum { WORKER_RUNNING, WORKER_STOPPED, WORKER_STOPPED_TOO_LATE } state;
};
/* Does the queue hold too little to keep the process busy? */
bool worker_idle(const struct worker *);
/* Sends jobs, after making the process if there is none. SP_OK or SP_CANNOT with *error. */
int worker_send(struct worker *, const struct cells *, struct sp_error *);
/* Receives the next outcome and moves its job from the queue to *job. 1: an outcome, 0: none yet,
 * -1: the process has ended. */
int worker_receive(struct worker *, const struct cells *, struct job *, struct outcome *);
/* Call it after worker_receive returned -1. 1: the process ended during *job, and *outcome says
 * how; 0: it ended after its last job, or the job is to be tried again in a fresh process;
 * SP_CANNOT with *error: it ended without a reason. */
int worker_ended(struct worker *, const struct cells *, struct job *, struct outcome *,
                 struct sp_error *);
/* Stops the process, since its first job has taken too long. Receive outcomes first. */
void worker_stop(struct worker *);
/* Ends the process, if any, and frees the queue. */
void worker_clear(struct worker *);

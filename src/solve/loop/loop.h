/* The kernel of self-scheduling: a worker that has computed all that it was sent asks for a chunk
 * of tasks, and who asks is served in the order of asking. A technique is a function that says how
 * large the next chunk is; it lives in a file of heuristics/, with its formula.
 *
 *   worker i asks at idle_i + request ; the port serves the earliest (ties: lowest index)
 *   amount = min(max(1, chunk(i)), R, b_i), R the tasks at the master
 *
 * The units of a divisible load count as tasks; the last chunk may be a part of one. Nothing is
 * sent to a worker that is busy, so each waits for its chunk during its whole transfer. Sources of
 * the formulas: the papers that each file names, as in LB4OMP, DLS4LB and LoopSim. */
#pragma once

#include <starport/dates.h>
#include <starport/heuristic.h>

struct loop;
/* Tasks of the next chunk, for a worker; what is below 1, above R or NAN is set right after it. */
typedef double loop_chunk(struct loop *, int worker);

/* What a worker has done so far, as it was told (struct sp_ended). */
struct loop_measured {
  double chunks;           /* ended */
  double tasks, seconds;   /* sums over them */
  double squares;          /* of the times of the tasks */
  double weighted_seconds; /* sum over chunks k = 1, 2, .. of k times its seconds, */
  double weighted_tasks;   /* and its tasks */
  double running;          /* tasks of the chunk that it computes, 0: none */
  double since;            /* the date at which it was sent */
};

struct loop {
  loop_chunk *chunk;
  const void *options;
  double N, P; /* tasks in all; workers that compute */
  double R;    /* tasks that are left */
  double now;
  double overhead; /* of a worker at each chunk */
  double h;        /* time that a chunk costs a worker: overhead, latency and request, their mean */
  double mu, sigma; /* mean and deviation of the time of a task, w in the mean; NAN: not told */
  double *speed;    /* [0..m] 1/w over the mean 1/w; 0: does not compute */
  int m;
  long chunks;                    /* sent so far */
  struct loop_measured *measured; /* [0..m] */
  double batch, in_batch;         /* of a technique: chunks left in its batch, and their size */
  double *weight;                 /* [0..m] of awf (sp_loop_weigh), 1 at first */
  struct sp_dates asks;           /* by worker: when it asks; INFINITY: it does not */
  double request;
};

/* The state of a technique, made at the start. Returns 0. */
int sp_loop_start(struct sp_context *, const struct sp_instance *, const void *options,
                  void **state, loop_chunk *);
/* The same, or a refusal: the technique needs the mean and the deviation of the sizes (told=yes).
 */
int sp_loop_start_told(struct sp_context *, const struct sp_instance *, const void *options,
                       void **state, loop_chunk *);
/* The function `start` of a technique whose chunks are NAME_chunk: by one of these two. */
#define LOOP_START(name, by)                                                   \
  static int name##_start(struct sp_context *cx, const struct sp_instance *in, \
                          const void *options_of, void **state)                \
  {                                                                            \
    return by(cx, in, options_of, state, name##_chunk);                        \
  }
/* What all techniques say of themselves, beside their names, sources and options. */
#define LOOP_TECHNIQUE(symbol)                                                             \
  .abi = SP_ABI, .version = 1, .problems = SP_BAG | SP_DIVISIBLE, .start = symbol##_start, \
  .next = sp_loop_next, .chunks = true
/* The function `next` of all techniques. */
struct sp_decision sp_loop_next(const struct sp_view *, const void *options, void *state);

/* ceil(x), of quotients that rounding has lifted above a whole number. */
static inline double loop_ceil(double x)
{
  return ceil(x * (1 - 0x1p-48));
}
/* In batches of P chunks: is a new batch to be opened? It counts down. */
static inline bool loop_new_batch(struct loop *l)
{
  bool opened = !(l->batch > 0);
  l->batch = opened ? l->P - 1 : l->batch - 1;
  return opened;
}

/* The weights of awf, by what has been measured and so long an overhead of each chunk. O(m). */
void sp_loop_weigh(struct loop *, double overhead);

/* The kernel of the on-line list heuristics of RR-5196 (Figure 7, corrected): min_c, min_w, mct,
 * min_loss. With a_i the date at which worker i has a free place, each of them minimises
 * max(s_i, t) + k_i, t being the date of the decision:
 *
 *   min_c, min_w  s = a, k = c or w, over the workers with a_i <= t
 *   min_loss      s = a, k = c
 *   mct           s = max(a, idle - c), k = c + w + d
 *
 * Where only workers with s_i <= t count, which are RIPE, a tree of the s_i by rank of k_i gives
 * the first rank that is due, O(log m) a decision (sp_list_ripe); it updates only the workers whose
 * line of the view has changed. The others look at all workers. c_i means c_i + S_i. Workers that
 * cannot compute (w infinite) are never ripe. */
#pragma once

#include "solve/bag/bag.h"

#include <starport/dates.h>

/* How a rule computes the date at which a worker has a free place: by the end of its (n - b)-th
 * task, as in the model; or as the report prints it, Idle - b w, which assumes one place too many
 * (the engines do not: the message waits, and the port with it). */
enum sp_list_places { SP_PLACES_BOUNDED, SP_PLACES_PAPER };

/* The option of this name, for a field of that type: {"places", ...}. */
#define SP_LIST_PLACES(type, field)                                                        \
  {                                                                                        \
    "places", SP_CHOICE, offsetof(type, field), "bounded", "bounded|paper", 0, 0,          \
        "when one is free: as in the model, or as printed, idle - b*w: one more than real" \
  }

/* The options of a list heuristic that has no others: a table and the struct that it fills. */
struct sp_list_options {
  int places;
  long chunk; /* tasks in a message */
};
extern const struct sp_option sp_list_options[];
/* The option `chunk`, for a field of that type. */
#define SP_LIST_CHUNK(type, field)                                                  \
  {                                                                                 \
    "chunk", SP_INTEGER, offsetof(type, field), "1", NULL, 1, 1e9,                  \
        "tasks in a message, if as many are left and the worker has as many places" \
  }
/* So many tasks, at most as many as there are, and as the worker has places in all. */
struct sp_decision sp_list_send_chunk(const struct sp_view *, int worker, double tasks);

static inline double sp_list_free_at(const struct sp_worker_view *worker, int places)
{
  if (worker->w == INFINITY)
    return INFINITY;
  if (places == SP_PLACES_BOUNDED)
    return worker->room_at;
  double date = worker->idle_at - (double)worker->buffer * worker->w;
  return date > 0 ? date : 0;
}

static inline struct sp_decision sp_list_send(int worker)
{
  struct sp_decision send = {SP_SEND, worker, 1, 0};
  return send;
}

/* The ripe worker of least k_i. */
struct sp_list_ripe {
  int *worker;             /* [rank] by (k_i, index) */
  int *rank;               /* [0..m] its inverse */
  struct sp_dates room_at; /* by rank; INFINITY: cannot compute */
};

/* The functions `start` of rules whose keys are c + S, or w. */
int sp_list_ripe_by_c(struct sp_context *, const struct sp_instance *, const void *options,
                      void **state);
int sp_list_ripe_by_w(struct sp_context *, const struct sp_instance *, const void *options,
                      void **state);

/* The function `next` of a rule: to the ripe worker of least (k_i, index) at date max(now, min
 * a_i). The options are a struct sp_list_options, the state is a struct sp_list_ripe. */
struct sp_decision sp_list_ripe_next(const struct sp_view *, const void *options, void *state);

/* The steady state as one stream (1d): in some unit of time worker i should get a task every
 * num[i]/den[i] (den 0: never). On exact data both are integers, so that (n + 1) num/den compares
 * like the exact fractions. num and den have m + 1 elements. */
void sp_steady_intervals(struct sp_context *, const struct sp_instance *, double *num, double *den);

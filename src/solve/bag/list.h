/* The kernel of the on-line list heuristics of RR-5196 (Figure 7, corrected): min_c, min_w, mct,
 * min_loss. With a_i the date at which worker i has a free place, each of them minimises
 * max(s_i, t) + k_i, t being the date of the decision:
 *
 *   min_c, min_w  s = a, k = c or w, over the workers with a_i <= t
 *   min_loss      s = a, k = c
 *   mct           s = max(a, idle - c), k = c + w + d
 *
 * A worker with s_i <= t is RIPE. Time only advances, so a worker stays ripe until it is sent a
 * task, and ripe workers are compared by k_i alone. Two structures follow, O(log m) a decision:
 *
 *   sp_list_ripe      only ripe workers count: a tree of the s_i by rank of k_i, which gives the
 *                     first rank that is due
 *   sp_list_earliest  all workers count: a tree by index of the k_i of the ripe workers and the
 *                     s_i + k_i of the others, which gives the least and the first index at most x;
 *                     the least s_i of the others gives the workers that have become ripe
 *
 * Both update only the workers whose line of the view has changed. c_i means c_i + S_i. Workers
 * that cannot compute (w infinite) are never entered, so never chosen. */
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

/* The dates of a worker (leaf), or the first least ones below an inner node; INFINITY: does not
 * apply. */
struct sp_list_node {
  struct sp_date ripe;   /* k_i of a ripe worker */
  struct sp_date late;   /* s_i + k_i of one that is not */
  struct sp_date ripens; /* s_i of one that is not */
};

struct sp_list_earliest {
  size_t leaves;             /* a power of 2; worker i is leaf i - 1 */
  struct sp_list_node *node; /* [1..2*leaves-1]: p has the children 2p and 2p+1 */
  double *k;                 /* [0..m] */
};

/* For the keys k[0..m], which stay in use. No worker is entered yet. */
struct sp_list_earliest *sp_list_earliest_new(struct sp_context *, int m, double *k);

/* Gives worker i these values and brings its ancestors up to date. */
static inline void sp_list_put(struct sp_list_earliest *list, int i, double ripe, double late,
                               double ripens)
{
  size_t p = list->leaves + (size_t)i - 1;
  struct sp_list_node best = {
      {sp_date_bits(ripe), i}, {sp_date_bits(late), i}, {sp_date_bits(ripens), i}};
  for (list->node[p] = best; p > 1; list->node[p] = best) {
    const struct sp_list_node *other = &list->node[p ^ 1];
    int64_t left = p & 1; /* the other is on the left and wins ties */
    best.ripe = sp_date_lesser(best.ripe, other->ripe, left);
    best.late = sp_date_lesser(best.late, other->late, left);
    best.ripens = sp_date_lesser(best.ripens, other->ripens, left);
    p /= 2;
  }
}

/* Worker i now has s_i = s. */
static inline void sp_list_enter(struct sp_list_earliest *list, int i, double s, double now)
{
  const struct sp_list_node *leaf = &list->node[list->leaves + (size_t)i - 1];
  double k = list->k[i];
  bool is_late = sp_date_value(leaf->ripe.bits) == INFINITY;
  if (s > now && !(is_late && sp_date_value(leaf->ripens.bits) == s))
    sp_list_put(list, i, INFINITY, s + k, s);
  else if (s <= now && sp_date_value(leaf->ripe.bits) != k)
    sp_list_put(list, i, k, INFINITY, INFINITY);
}

/* Every worker due by now becomes ripe; called when all changes are entered. */
static inline void sp_list_ripen(struct sp_list_earliest *list, double now)
{
  while (sp_date_value(list->node[1].ripens.bits) <= now) {
    int i = (int)list->node[1].ripens.index;
    sp_list_put(list, i, list->k[i], INFINITY, INFINITY);
  }
}

/* min over all workers of max(s_i, now) + k_i. */
static inline double sp_list_least(const struct sp_list_earliest *list, double now)
{
  double ripe = now + sp_date_value(list->node[1].ripe.bits);
  double late = sp_date_value(list->node[1].late.bits);
  return ripe < late ? ripe : late;
}

/* The first worker that has this minimum; of the ripe ones the first of least k_i. */
static inline int sp_list_soonest(const struct sp_list_earliest *list, double now)
{
  const struct sp_list_node *root = &list->node[1];
  double ripe = now + sp_date_value(root->ripe.bits), late = sp_date_value(root->late.bits);
  int64_t i = root->ripe.index, j = root->late.index;
  return (int)(ripe < late || (ripe == late && i < j) ? i : j);
}

/* The first worker with max(s_i, now) + k_i <= x, which must not be below the least. */
static inline int sp_list_first(const struct sp_list_earliest *list, double now, double x)
{
  size_t p = 1;
  while (p < list->leaves) {
    const struct sp_list_node *left = &list->node[2 * p];
    double ripe = now + sp_date_value(left->ripe.bits), late = sp_date_value(left->late.bits);
    p = 2 * p + ((ripe < late ? ripe : late) > x);
  }
  return (int)(p - list->leaves) + 1;
}

/* The steady state as one stream (1d): in some unit of time worker i should get a task every
 * num[i]/den[i] (den 0: never). On exact data both are integers, so that (n + 1) num/den compares
 * like the exact fractions. num and den have m + 1 elements. */
void sp_steady_intervals(struct sp_context *, const struct sp_instance *, double *num, double *den);

/* Instances: how they are made, what planners, engines and bounds compute of their fields, and
 * profiles of what changes. */
#pragma once

#include <starport/instance.h>

/* A star of m workers with all costs and loads 0, no deadline, unlimited places, one-port master
 * and workers, names "P0".."Pm", task_bytes = task_flops = 1. Never NULL; free it with
 * sp_instance_free(). */
struct sp_instance *sp_instance_alloc(int m);
/* An instance of the steady state of a checked graph, or of the load of a checked network, without
 * a deadline; the instance takes over both arguments. */
struct sp_instance *sp_instance_of_graph(struct sp_graph *, char *spec);
struct sp_instance *sp_instance_of_network(struct sp_network *, char *spec);
/* Does a copy of a star still say the same, its profiles aside? */
bool sp_instance_same(const struct sp_instance *copy, const struct sp_instance *);
/* Gives worker i, or its link, a copy of the profile, in place of one that it had. */
void sp_set_profile(struct sp_instance *, enum sp_changing, int i, const struct sp_profile *);
/* The star as if nothing changed and all tasks had size 1: what heuristics see, which do not know
 * the future. It shares all else with the instance, is not freed, and lives no longer. */
static inline struct sp_instance sp_nominal_star(const struct sp_instance *in)
{
  struct sp_instance nominal = *in;
  for (int kind = 0; kind < SP_CHANGING; kind++)
    nominal.profile[kind] = NULL;
  nominal.sizes = NULL;
  if (!in->told)
    nominal.size_mean = nominal.size_sd = NAN;
  return nominal;
}
/* What a heuristic that decides on line knows of a star: of tasks that arrive neither their dates
 * and weights nor, unless that is known, their number. Shared in the same way. */
static inline struct sp_instance sp_seen_star(const struct sp_instance *in)
{
  struct sp_instance seen = *in;
  if (in->release && !in->known)
    seen.total = (struct sp_num){.v = INFINITY};
  seen.release = seen.weights = NULL;
  return seen;
}
/* How many sizes there are: of tasks, or of units of a divisible load, the last of which may be a
 * part. */
static inline long sp_size_count(const struct sp_instance *in)
{
  return (long)ceil(in->total.v);
}
/* The sizes of the part of a divisible load that begins at `from`, and in *squares those of its
 * units, whole or not. What rounding adds to the load is of its last unit. */
double sp_size_of_part(const struct sp_instance *, double from, double amount, double *squares);
/* Do the tasks of a bag differ, or does a worker take time for each message? */
static inline bool sp_has_sizes(const struct sp_instance *in)
{
  return in->sizes || in->overhead.v > 0;
}
/* True if all units are at the master: it receives nothing from workers. */
static inline bool sp_from_master(const struct sp_instance *in)
{
  return in->problem == SP_BAG || in->problem == SP_DIVISIBLE;
}
/* Places that a message of so many units takes: one for each task of a bag. */
static inline long sp_places_taken(const struct sp_instance *in, double amount)
{
  return in->problem == SP_BAG ? (long)amount : 1;
}
/* Places of worker i for messages: b_i; unlimited for a divisible load, where b_i limits the units
 * of one message. */
static inline long sp_places(const struct sp_instance *in, int i)
{
  return in->problem == SP_DIVISIBLE ? LONG_MAX : in->buffer[i];
}
/* True if some worker holds a limited number of units of a divisible load. */
static inline bool sp_has_memory(const struct sp_instance *in)
{
  for (int i = 1; i <= in->m; i++)
    if (in->memory[i].v < INFINITY)
      return true;
  return false;
}
/* Cost in time of a message of `amount` units over link i: S_i + amount*c_i. */
static inline double sp_message_time(const struct sp_instance *in, int i, double amount)
{
  return in->latency[i].v + amount * in->c[i].v;
}

/* Does the result of worker i return to the master? */
static inline bool sp_returns(const struct sp_instance *in, int i)
{
  return in->result[i].v > 0;
}
/* Does a master that a plan tells the order of results send everything before it receives them? */
static inline bool sp_sends_first(const struct sp_instance *in)
{
  return !in->platform.node[0].ports.recv_send && !in->hold_result;
}
/* Cost in time of the result of `amount` units on link i: S_i + amount*d_i. */
static inline double sp_result_time(const struct sp_instance *in, int i, double amount)
{
  return in->latency[i].v + amount * in->result[i].v;
}

/* Frees the pieces and leaves an empty profile. */
void sp_profile_clear(struct sp_profile *);
/* A deep copy; clear it with sp_profile_clear(). */
struct sp_profile sp_profile_copy(const struct sp_profile *);
/* Are two profiles the same, piece by piece? */
bool sp_profile_same(const struct sp_profile *, const struct sp_profile *);
/* Appends a piece from `date` on; *cap is the room, 0 at first. The order is checked by
 * sp_profile_check(). */
void sp_profile_add(struct sp_profile *, long *cap, double date, double factor);
/* Checks dates, factors and the period. A speed or bandwidth must not be 0 for ever; a state is 0
 * or 1. SP_OK, or SP_BAD_INPUT with the reason, which `what` begins ("worker 3's speed"). */
int sp_profile_check(const struct sp_profile *, enum sp_changing, const char *what,
                     struct sp_error *);
/* The factor at a date. */
double sp_profile_factor(const struct sp_profile *, double date);

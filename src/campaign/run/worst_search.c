/* The search for a bad instance; see worst_search.h.
 *
 * It is hill climbing with restarts. Each climb starts at the worst of some random instances. A
 * step changes one or a few numbers, or moves tasks, and is taken if the ratio does not fall:
 * makespans are whole numbers, so many neighbours have equal ratios. A climb ends after PATIENCE
 * steps without progress, so that more evaluations mean more climbs. Draws favour the ends of the
 * ranges.
 *
 * Shrinking repeats until nothing helps: drop a worker, drop a task, halve a number, reduce it by
 * one. The result is small in each of these ways; it need not be the smallest. */
#include "campaign/run/worst_search.h"
#include "base/child.h"
#include "campaign/run/progress.h"
#include "engine/perform/perform.h"
#include "method/plugin/plugin.h"
#include "model/instance.h"

#include <stdio.h>

struct search {
  const struct sp_worst_query *a;
  struct sp_worst_found *found;
  uint64_t draws;
  double worst; /* ratio so far */
  struct progress progress;
  sigset_t interrupts;
};

/* ---- Chance */

static long draw(struct search *s, long least, long greatest)
{
  double u = sp_stream_uniform(s->a->seed, SP_STREAM_WORST_SEARCH, 0, 0, s->draws++);
  return least + (long)(u * (double)(greatest - least + 1));
}

/* ---- Instances */

/* The numbers of an instance that are searched, in this order, each list of length m. */
enum list { LOADS, COSTS_C, COSTS_W, LATENCIES, LISTS };

static struct sp_num *list_of(const struct sp_instance *in, enum list list)
{
  struct sp_num *const lists[LISTS] = {in->load, in->c, in->w, in->latency};
  return lists[list];
}

/* Sets the number of worker i: of all workers, if the space has equal links (processors). */
static void set(struct sp_instance *in, const struct sp_worst_space *space, enum list list, int i,
                long value)
{
  bool all = (list == COSTS_C && space->hom_c) || (list == COSTS_W && space->hom_w);
  for (int k = all ? 1 : i; k <= (all ? in->m : i); k++)
    list_of(in, list)[k] = sp_int(value);
}

/* One of least..most. The two ends together are drawn as often as the range: the worst instances
 * tend to have extreme numbers. */
static long any_of(struct search *s, long least, long most)
{
  long kind = draw(s, 0, 3);
  return kind == 0 ? least : kind == 1 ? most : draw(s, least, most);
}

/* A neighbour of `from`, or any value of the range. */
static long changed(struct search *s, int64_t from, long least, long most)
{
  if (draw(s, 0, 1))
    return any_of(s, least, most);
  long value = (long)from + 2 * draw(s, 0, 1) - 1;
  return value < least ? least : value > most ? most : value;
}

static long least_latency(const struct sp_worst_space *space)
{
  return space->latency > 0;
}

static void add_load(struct sp_instance *in, int i, long tasks)
{
  in->load[i] = sp_int(in->load[i].num + tasks);
}

/* All tasks at one worker, or each at a random one. */
static void random_loads(struct search *s, struct sp_instance *in)
{
  long tasks = any_of(s, 1, s->a->space.tasks);
  int only = draw(s, 0, 2) == 0 ? (int)draw(s, 1, in->m) : 0;
  for (long t = 0; t < tasks; t++)
    add_load(in, only ? only : (int)draw(s, 1, in->m), 1);
}

static struct sp_instance *random_instance(struct search *s)
{
  const struct sp_worst_space *space = &s->a->space;
  struct sp_instance *in = sp_instance_alloc((int)space->workers);
  in->problem = space->problem;
  for (int i = 1; i <= in->m; i++) {
    set(in, space, COSTS_C, i, any_of(s, 1, space->cost));
    set(in, space, COSTS_W, i, any_of(s, 1, space->cost));
    set(in, space, LATENCIES, i, any_of(s, least_latency(space), space->latency));
    if (space->problem == SP_BAG && space->buffer)
      in->buffer[i] = any_of(s, 1, space->buffer);
  }
  if (space->problem == SP_REDISTRIBUTION)
    random_loads(s, in);
  else
    in->total = sp_int(any_of(s, 1, space->tasks));
  return in;
}

/* Adds a task at worker i, or moves some from there to another worker. */
static void change_loads(struct search *s, struct sp_instance *in, int i)
{
  int64_t all = 0;
  for (int k = 1; k <= in->m; k++)
    all += in->load[k].num;
  if (all < s->a->space.tasks && draw(s, 0, 3) == 0) {
    add_load(in, i, 1);
    return;
  }
  long moved = draw(s, 0, 1) ? draw(s, 0, (long)in->load[i].num) : in->load[i].num > 0;
  add_load(in, i, -moved);
  if (draw(s, 0, 3) > 0 || moved == all)
    add_load(in, (int)draw(s, 1, in->m), moved);
}

/* Changes one number, or moves tasks. */
static void change(struct search *s, struct sp_instance *in)
{
  const struct sp_worst_space *space = &s->a->space;
  int i = (int)draw(s, 1, in->m);
  switch (draw(s, 0, 4)) {
  case 0:
  case 1:
    set(in, space, COSTS_C, i, changed(s, in->c[i].num, 1, space->cost));
    break;
  case 2:
  case 3:
    set(in, space, COSTS_W, i, changed(s, in->w[i].num, 1, space->cost));
    break;
  default:
    if (space->problem == SP_REDISTRIBUTION)
      change_loads(s, in, i);
    else if (draw(s, 0, 1))
      in->total = sp_int(changed(s, in->total.num, 1, space->tasks));
    else if (space->problem == SP_DIVISIBLE)
      set(in, space, LATENCIES, i,
          changed(s, in->latency[i].num, least_latency(space), space->latency));
    else if (space->buffer)
      in->buffer[i] = changed(s, in->buffer[i], 1, space->buffer);
  }
}

/* A neighbour: one change, sometimes several. */
static struct sp_instance *neighbour(struct search *s, const struct sp_instance *from)
{
  struct sp_instance *in = sp_instance_copy(from);
  do
    change(s, in);
  while (draw(s, 0, 2) == 0);
  return in;
}

/* ---- The ratio */

static double makespan_of(const struct search *s, const struct sp_instance *in,
                          const struct sp_method *method)
{
  struct sp_conditions conditions = {.seed = s->a->seed};
  struct sp_request request = {.registry = s->a->registry,
                               .method = method,
                               .engine = SP_ENGINE_NATIVE,
                               .conditions = &conditions,
                               .seconds = s->a->seconds,
                               .megabytes = s->a->megabytes};
  struct sp_result result;
  if (sp_is_plugin(method) || s->a->seconds > 0 || s->a->megabytes > 0)
    sp_perform(in, &request, &result, NULL, NULL);
  else
    sp_native_run(in, request.registry, method, &conditions, &result, NULL, NULL);
  return result.status == SP_RUN_OK ? result.makespan : NAN;
}

/* Shows the progress and takes the signals; between two evaluations. */
static void look_around(struct search *s)
{
  struct timespec now = {0};
  char worst[48];
  if (progress_due(&s->progress)) {
    long done = s->found->evaluations, all = s->a->evaluations;
    snprintf(worst, sizeof worst, ", worst ratio %.6g%s", s->worst,
             done < all ? "" : ", being shrunk");
    progress_print(&s->progress, done < all ? done : all, 0, all, worst);
  }
  s->found->interrupted |= sigtimedwait(&s->interrupts, NULL, &now) > 0;
}

/* Ratio of an instance, 0 if one of the two methods has no result. */
static double ratio_of(struct search *s, struct sp_instance *in, double *makespan,
                       double *reference)
{
  s->found->evaluations++;
  *makespan = *reference = NAN;
  if (sp_instance_check(in, NULL) == SP_OK) {
    *makespan = makespan_of(s, in, s->a->method);
    if (!isnan(*makespan))
      *reference = makespan_of(s, in, s->a->reference);
  }
  if (*reference > 0)
    return *makespan / *reference;
  s->found->refused++;
  return 0;
}

/* Replaces the instance found so far by this one if its ratio is at least `least`; else, or if the
 * search is interrupted, frees it. */
static bool keep_if(struct search *s, struct sp_instance *in, double least)
{
  struct sp_worst_found *f = s->found;
  double makespan, reference, ratio = 0;
  look_around(s);
  if (!f->interrupted)
    ratio = ratio_of(s, in, &makespan, &reference);
  if (!(ratio > 0 && ratio >= least)) {
    sp_instance_free(in);
    return false;
  }
  sp_instance_free(f->in);
  f->in = in;
  f->ratio = ratio;
  f->makespan = makespan;
  f->reference = reference;
  s->worst = fmax(s->worst, ratio);
  return true;
}

/* ---- The search */

enum { RANDOM = 20, PATIENCE = 400 };

static bool is_over(const struct search *s)
{
  return s->found->interrupted || s->found->evaluations >= s->a->evaluations;
}

/* One climb, from the worst of some random instances; keeps the better of its result and the
 * earlier ones. */
static void climb(struct search *s)
{
  struct sp_worst_found best = *s->found;
  long in_vain = 0;
  s->found->in = NULL;
  s->found->ratio = 0;
  for (int k = 0; k < RANDOM && !is_over(s); k++)
    keep_if(s, random_instance(s), s->found->ratio);
  while (s->found->in && in_vain < PATIENCE && !is_over(s)) {
    double before = s->found->ratio;
    keep_if(s, neighbour(s, s->found->in), before);
    in_vain = s->found->ratio > before ? 0 : in_vain + 1;
  }
  if (best.in && (!s->found->in || s->found->ratio <= best.ratio)) {
    sp_instance_free(s->found->in);
    best.evaluations = s->found->evaluations;
    best.refused = s->found->refused;
    best.interrupted = s->found->interrupted;
    *s->found = best;
  } else {
    sp_instance_free(best.in);
  }
}

/* ---- Shrinking */

static struct sp_instance *without_worker(const struct sp_instance *from, int dropped)
{
  struct sp_instance *in = sp_instance_alloc(from->m - 1);
  in->problem = from->problem;
  in->total = from->total;
  for (int i = 1; i <= in->m; i++) {
    int j = i < dropped ? i : i + 1;
    for (enum list list = 0; list < LISTS; list++)
      list_of(in, list)[i] = list_of(from, list)[j];
    in->buffer[i] = from->buffer[j];
  }
  return in;
}

static bool drop_workers(struct search *s, double least)
{
  bool dropped = false;
  for (int i = s->found->in->m; i >= 1 && s->found->in->m > 1; i--)
    if (keep_if(s, without_worker(s->found->in, i), least))
      dropped = true;
  return dropped;
}

/* Number k of an instance, k = 0, 1, ..; NULL after the last. */
static struct sp_num *number_at(struct sp_instance *in, int k)
{
  if (k < LISTS * in->m)
    return &list_of(in, (enum list)(k / in->m))[1 + k % in->m];
  return k == LISTS * in->m && in->problem != SP_REDISTRIBUTION ? &in->total : NULL;
}

/* A copy of the instance with another value of number k. */
static struct sp_instance *with_number(const struct search *s, int k, long value)
{
  struct sp_instance *in = sp_instance_copy(s->found->in);
  if (k < LISTS * in->m)
    set(in, &s->a->space, (enum list)(k / in->m), 1 + k % in->m, value);
  else
    in->total = sp_int(value);
  return in;
}

static bool reduce_numbers(struct search *s, double least)
{
  bool reduced = false;
  const struct sp_num *number;
  for (int place = 0; (number = number_at(s->found->in, place)); place++) {
    int list = place / s->found->in->m;
    long floor =
        list == LATENCIES ? least_latency(&s->a->space) : list > LOADS; /* costs, total: 1 */
    for (long step = number->num - floor; step > 0; step = step > 1 ? step / 2 : 0)
      while ((number = number_at(s->found->in, place))->num - step >= floor &&
             keep_if(s, with_number(s, place, number->num - step), least))
        reduced = true;
  }
  return reduced;
}

static void shrink(struct search *s)
{
  double least = s->a->at_least > 0 ? s->a->at_least : s->found->ratio;
  if (s->found->ratio < least)
    return;
  while (drop_workers(s, least) || reduce_numbers(s, least)) {
  }
}

void sp_worst_search(const struct sp_worst_query *a, struct sp_worst_found *found)
{
  struct search s = {.a = a, .found = found};
  sigset_t before;
  *found = (struct sp_worst_found){0};
  s.interrupts = sp_block_interrupts(&before);
  progress_begin(&s.progress, a->progress, "instances");
  while (!is_over(&s))
    climb(&s);
  found->searched = found->ratio;
  if (found->in)
    shrink(&s);
  progress_end(&s.progress);
  sigprocmask(SIG_SETMASK, &before, NULL);
}

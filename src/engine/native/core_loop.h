/* The life of the core's activities, and the loop that executes them; see core.h. */
#pragma once

#include "base/memory.h"
#include "engine/native/core.h"
#include "model/profile.h"

/* ---- The life of an activity. */

static inline void core_grow(struct core *c)
{
  int old = c->cap;
  c->cap = old ? 2 * old : 64;
  c->activity = sp_xrealloc(c->activity, (size_t)c->cap, sizeof *c->activity);
  c->next = sp_xrealloc(c->next, (size_t)c->cap * CORE_HOLDS, sizeof *c->next);
  c->ready = sp_xrealloc(c->ready, (size_t)c->cap, sizeof *c->ready);
  for (int k = c->cap - 1; k >= old; k--) {
    c->activity[k].state = CORE_FREE;
    c->activity[k].next_need[0] = c->free;
    c->free = k;
  }
}

/* A slot for an activity, to be engaged at once. */
CORE_INLINE int core_new(struct core *c)
{
  if (c->free == CORE_NONE)
    core_grow(c);
  int k = c->free;
  c->free = c->activity[k].next_need[0];
  return k;
}

/* The activity lacks nothing: it starts, if it may, and the next in its lines may get what it had
 * been given. */
CORE_INLINE void core_start(struct core *c, const struct core_source *source, void *user, int k)
{
  struct core_activity *a = &c->activity[k];
  const struct core_lane *l = a->lane;
  if (source->may_start && !source->may_start(user, c, k))
    return;
  a->state = CORE_UNDER_WAY;
  core_date(c, l->slot, k, c->now + source->start(user, c, k));
  for (int h = 0; h < l->holds; h++) {
    struct core_resource *r = &c->resource[c->hold[l->first + h].resource];
    r->pending = false;
    core_serve(c, r);
  }
}

/* Engages the activity, which starts at once if it lacks nothing. arrivals: units of the token
 * `waits` of its lane that must have been given; units: those of the token `claims` that it takes.
 */
CORE_INLINE void core_engage(struct core *c, const struct core_source *source, void *user, int k,
                             int lane, long order, double earliest, long arrivals, long units)
{
  struct core_activity *a = &c->activity[k];
  const struct core_lane *l = &c->lane[lane];
  a->lane = l;
  int missing = 0;
  a->state = CORE_WAITING;
  a->order = order;
  a->earliest = earliest;
  for (int h = 0; h < l->holds - l->late; h++)
    missing += core_ask_for(c, k, l, h);
  if (l->waits != CORE_NONE && arrivals > 0)
    missing += core_wait_for(c, l->waits, k, 0, arrivals);
  if (l->claims != CORE_NONE)
    missing += core_wait_for(c, l->claims, k, 1, c->token[l->claims].claimed += units);
  a->missing = (short)missing;
  if (missing == 0 && core_has_all(c, k, a))
    core_start(c, source, user, k);
}

/* Starts what has waited and lacks nothing now. */
CORE_INLINE void core_start_ready(struct core *c, const struct core_source *source, void *user)
{
  for (int n = 0; n < c->n_ready; n++)
    core_start(c, source, user, c->ready[n]);
  c->n_ready = 0;
  if (c->stale != CORE_NONE)
    core_set_date(c, c->stale, INFINITY);
  c->stale = CORE_NONE;
}

/* The activity leaves its lane and its resources, and its slot. */
CORE_INLINE void core_release(struct core *c, int k, struct core_activity *a,
                              const struct core_lane *l)
{
  a->state = CORE_FREE;
  a->next_need[0] = c->free;
  c->free = k;
  for (int h = 0; h < l->holds; h++) {
    struct core_resource *r = &c->resource[c->hold[l->first + h].resource];
    r->used--;
    core_serve(c, r);
  }
}

CORE_INLINE void core_end(struct core *c, const struct core_source *source, void *user, int k)
{
  struct core_activity *a = &c->activity[k];
  const struct core_lane *l = a->lane;
  source->end(user, c, k);
  core_release(c, k, a, l);
  if (l->gives[0] != CORE_NONE)
    core_give(c, l->gives[0], 1);
  if (l->gives[1] != CORE_NONE)
    core_give(c, l->gives[1], 1);
}

/* The activity under way on the lane, CORE_NONE: none. */
static inline int core_under_way(const struct core *c, int lane)
{
  int k = c->at[c->lane[lane].slot];
  return k != CORE_NONE && c->activity[k].state == CORE_UNDER_WAY &&
                 c->activity[k].lane == &c->lane[lane]
             ? k
             : CORE_NONE;
}

/* An activity under way is lost: it gives nothing. */
static inline void core_cancel(struct core *c, int k)
{
  struct core_activity *a = &c->activity[k];
  const struct core_lane *l = a->lane;
  core_set_date(c, l->slot, INFINITY);
  core_release(c, k, a, l);
}

/* The first activity of the lane that is engaged and has not started; CORE_NONE: none. Looks at
 * all. Lanes with late resources are not asked for. */
static inline int core_first_waiting(const struct core *c, int lane)
{
  int first = CORE_NONE;
  for (int k = 0; k < c->cap; k++)
    if (c->activity[k].lane == &c->lane[lane] && c->activity[k].state == CORE_WAITING &&
        (first == CORE_NONE || c->activity[k].order < c->activity[first].order))
      first = k;
  return first;
}

static inline void core_leave(struct core_line *line, int who, int next)
{
  line->first = line->first == who ? next : line->first;
  line->last = line->first == CORE_NONE ? CORE_NONE : line->last;
}

/* Takes back the first activity of its lane that waits. Whatever it claims, so many units, only its
 * lane claims. */
static inline void core_withdraw(struct core *c, int k, long units)
{
  struct core_activity *a = &c->activity[k];
  const struct core_lane *l = a->lane;
  if (l->claims != CORE_NONE) {
    struct core_token *t = &c->token[l->claims];
    t->claimed -= units;
    core_leave(&t->line, 2 * k + 1, a->next_need[1]);
    for (int who = t->line.first; who != CORE_NONE; who = *core_next_need(c, who))
      c->activity[who / 2].ticket[1] -= units;
  }
  for (int h = 0; h < l->holds; h++) {
    struct core_resource *r = &c->resource[c->hold[l->first + h].resource];
    bool waits = r->line.first == k * CORE_HOLDS + h;
    core_leave(&r->line, k * CORE_HOLDS + h, c->next[k * CORE_HOLDS + h]);
    r->used -= !waits;
    r->pending &= waits;
    core_serve(c, r);
  }
  for (int n = 0; n < c->n_ready; n++) /* what has just been given may have been all it lacked */
    if (c->ready[n] == k)
      c->ready[n] = c->ready[--c->n_ready];
  a->state = CORE_FREE;
  a->next_need[0] = c->free;
  c->free = k;
}

/* What could not start may start now. */
static inline void core_retry(struct core *c, int k)
{
  c->ready[c->n_ready++] = k;
}

/* ---- Time. */

/* What the slot waits for has come: an end is sorted into the n due ones, by order. Returns how
 * many there are. */
CORE_INLINE int core_come(struct core *c, int slot, int n)
{
  int k = c->at[slot], at = n;
  if (c->activity[k].state == CORE_DATED) {
    c->ready[c->n_ready++] = k;
    return n;
  }
  for (; at > 0 && c->activity[c->due[at - 1]].order > c->activity[k].order; at--)
    c->due[at] = c->due[at - 1];
  c->due[at] = k;
  return n + 1;
}

/* Ends all that is due by `until`, in its order; what has waited for its date is ready. The last
 * slot of the tournament leaves its date there: mostly the next activity replaces it at once. The
 * source engages nothing meanwhile. */
CORE_INLINE void core_end_due(struct core *c, const struct core_source *source, void *user,
                              double until)
{
  int n = 0;
  for (int slot = 0; slot < CORE_FRONTS; slot++)
    if (c->front[slot] <= until) {
      c->front[slot] = INFINITY;
      n = core_come(c, slot, n);
    }
  while (sp_dates_are_due(&c->dates, until)) {
    int leaf = until > c->now ? sp_dates_due(&c->dates, until) : sp_dates_first(&c->dates);
    n = core_come(c, leaf + CORE_FRONTS, n);
    if (sp_dates_least_but(&c->dates, leaf) > until) {
      c->stale = leaf + CORE_FRONTS;
      break;
    }
    sp_dates_set(&c->dates, leaf, INFINITY);
  }
  const int *due = c->due;
  for (int at = 0; at < n; at++)
    core_end(c, source, user, due[at]);
}

CORE_INLINE void core_run(struct core *c, const struct core_source *source, void *user)
{
  while (source->decide(user, c)) {
    core_start_ready(c, source, user);
    double next = core_next_date(c), until = next, change = source->next_change(user);
    if (change < INFINITY &&
        change <= next + AT_A_CHANGE * next) { /* what is due within rounding of it ends with it */
      next = change;
      until = change + AT_A_CHANGE * change;
    }
    if (next == INFINITY || !source->counts(user, next))
      return;
    c->now = next;
    core_end_due(c, source, user, until);
    if (change == next)
      source->change(user, c);
  }
}

/* For so many slots. The caller sets resources, tokens, lanes and holds, which core_clear frees. */
static inline void core_init(struct core *c, int slots)
{
  int others = slots > CORE_FRONTS ? slots - CORE_FRONTS : 1;
  c->free = c->stale = CORE_NONE;
  c->alarm = INFINITY;
  for (int slot = 0; slot < CORE_FRONTS; slot++)
    c->front[slot] = INFINITY;
  c->dates = sp_dates_in(sp_xcalloc(sp_dates_room(others), sizeof(int64_t)), others);
  c->due = sp_xcalloc((size_t)slots, sizeof *c->due);
  c->at = sp_xcalloc((size_t)slots, sizeof *c->at);
  for (int slot = 0; slot < slots; slot++)
    c->at[slot] = CORE_NONE;
}

static inline void core_clear(struct core *c)
{
  free(c->resource);
  free(c->token);
  free(c->lane);
  free(c->hold);
  free(c->activity);
  free(c->next);
  free(c->ready);
  free(c->due);
  free(c->at);
  free(c->dates.bits);
}

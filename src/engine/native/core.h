/* The core of the native engine: activities that last, on resources, with tokens. It knows no
 * master, no worker and no task: those are a world's ways to make resources and tokens.
 *
 * - A RESOURCE is what activities occupy while they last: a port, a processor, a bus. It is given
 * in the order in which activities are engaged: the second in line gets it after the first has
 *   started. A resource can have modes, of which one is in use at a time (activities of a node that
 *   exclude each other).
 * - A TOKEN counts what activities give when they end and others wait for: tasks that have come to
 *   a node, free places. `given` never goes down. One that claims a unit gets the number of its
 *   claim as its ticket; it waits until so many have been given. So units go out in the order of
 *   the claims.
 * - A LANE carries one activity at a time: a direction of a link, a processor. All activities of a
 *   lane need the same resources and tokens. So a lane says what they need, and the dates of what
 *   is under way are a tournament of lanes.
 *
 * An activity is engaged, starts, and ends. `missing` counts the resources and tokens that it has
 * not got; it starts when that is 0 and its date `earliest` has come. Nothing is polled.
 *
 * The functions are inline, so that the source's own are compiled into the loop. */
#pragma once

#include "base/memory.h"
#include "model/profile.h"

#include <starport/dates.h>
#include <stdlib.h>

enum { CORE_HOLDS = 8, CORE_NONE = -1 };

/* Who waits, first in first out: of a resource activity * CORE_HOLDS + number of the hold, of a
 * token 2 * activity + number of the need. */
struct core_line {
  int first, last; /* CORE_NONE: nobody */
};

struct core_resource {
  int capacity, used; /* INT_MAX: any number */
  int mode;           /* of those that use it */
  bool pending;       /* given to one that has not started */
  struct core_line line;
};

struct core_token {
  long given, claimed;
  struct core_line line; /* by ticket */
};

struct core_hold {
  int resource, mode;
};

/* What the activities of a lane need, and give at their end. CORE_NONE: nothing. */
struct core_lane {
  int first, holds; /* hold[first .. first + holds - 1] of the core */
  int waits;        /* token of which so many must have been given as the activity says */
  int claims;       /* token of which it takes a unit */
  int gives[2];     /* tokens */
  int activity;     /* engaged and given this lane, or CORE_NONE: set by the core */
};

enum core_state { CORE_FREE, CORE_WAITING, CORE_DATED, CORE_UNDER_WAY };

struct core_activity {
  int lane;
  short missing;
  short state;     /* DATED: it waits for `earliest` alone */
  long order;      /* of the ends of one date, the least first */
  double earliest; /* date before which it does not start; 0: none */
  long ticket[2];  /* of `waits` and of `claims` */
  int next_need[2];
  int next[CORE_HOLDS]; /* in the lines of its resources */
};

struct core {
  double now;
  struct core_resource *resource;
  struct core_token *token;
  struct core_lane *lane;
  struct core_hold *hold;
  struct core_activity *activity; /* [0..cap-1] */
  int lanes, cap, free;           /* free: the first free slot, linked by `lane` */
  struct sp_dates dates;          /* by lane: of its end, or `earliest` */
  int *ready, n_ready;            /* activities that lack nothing; room for cap */
  int *due;                       /* lanes that end at one date; room for all */
};

/* What decides; `user` is its own state. */
struct core_source {
  /* After the ends of a date: engages activities. false: the run stops. */
  bool (*decide)(void *user, struct core *);
  /* The activity starts now; how long it lasts. */
  double (*start)(void *user, struct core *, int activity);
  void (*end)(void *user, struct core *, int activity);
  /* The next date at which the source has something to change, INFINITY: none; and its change. */
  double (*next_change)(void *user);
  void (*change)(void *user, struct core *);
  /* Is something that ends at this date to be done? false: the run stops. */
  bool (*counts)(void *user, double date);
};

/* ---- Lines. */

static inline void core_append(struct core_line *line, int *last_next, int who)
{
  if (line->last == CORE_NONE)
    line->first = who;
  else
    *last_next = who;
  line->last = who;
}

static inline int *core_next(struct core *c, int who)
{
  return &c->activity[who / CORE_HOLDS].next[who % CORE_HOLDS];
}

static inline int *core_next_need(struct core *c, int who)
{
  return &c->activity[who / 2].next_need[who % 2];
}

/* ---- What an activity lacks. */

static inline void core_got(struct core *c, int k)
{
  struct core_activity *a = &c->activity[k];
  if (--a->missing > 0)
    return;
  c->lane[a->lane].activity = k;
  if (a->earliest > c->now) {
    a->state = CORE_DATED;
    sp_dates_set(&c->dates, a->lane, a->earliest);
  } else {
    c->ready[c->n_ready++] = k;
  }
}

static inline bool core_has_room(const struct core_resource *r, int mode)
{
  return !r->pending && r->used < r->capacity && (r->used == 0 || r->mode == mode);
}

static inline void core_give_resource(struct core_resource *r, int mode)
{
  r->used++;
  r->mode = mode;
  r->pending = true;
}

/* Gives the resource to the first in line, if there is room. */
static inline void core_serve(struct core *c, struct core_resource *r)
{
  int who = r->line.first;
  if (who == CORE_NONE)
    return;
  const struct core_lane *lane = &c->lane[c->activity[who / CORE_HOLDS].lane];
  int mode = c->hold[lane->first + who % CORE_HOLDS].mode;
  if (!core_has_room(r, mode))
    return;
  r->line.first = *core_next(c, who);
  if (r->line.first == CORE_NONE)
    r->line.last = CORE_NONE;
  core_give_resource(r, mode);
  core_got(c, who / CORE_HOLDS);
}

/* So many more units of the token are there. */
static inline void core_give(struct core *c, int token, long units)
{
  struct core_token *t = &c->token[token];
  t->given += units;
  for (int who; (who = t->line.first) != CORE_NONE;) {
    if (c->activity[who / 2].ticket[who % 2] > t->given)
      return;
    t->line.first = *core_next_need(c, who);
    if (t->line.first == CORE_NONE)
      t->line.last = CORE_NONE;
    core_got(c, who / 2);
  }
}

/* Need number `need` of activity k waits for its ticket. Mostly it is the greatest so far. */
static inline void core_wait_for(struct core *c, int token, int k, int need)
{
  struct core_token *t = &c->token[token];
  struct core_activity *a = &c->activity[k];
  long ticket = a->ticket[need];
  int who = 2 * k + need, last = t->line.last;
  if (ticket <= t->given)
    return;
  a->missing++;
  a->next_need[need] = CORE_NONE;
  if (last == CORE_NONE || c->activity[last / 2].ticket[last % 2] <= ticket) {
    core_append(&t->line, last == CORE_NONE ? NULL : core_next_need(c, last), who);
    return;
  }
  int *at = &t->line.first;
  while (c->activity[*at / 2].ticket[*at % 2] <= ticket)
    at = core_next_need(c, *at);
  a->next_need[need] = *at;
  *at = who;
}

/* ---- The life of an activity. */

static inline void core_grow(struct core *c)
{
  int old = c->cap;
  c->cap = old ? 2 * old : 64;
  c->activity = sp_xrealloc(c->activity, (size_t)c->cap, sizeof *c->activity);
  c->ready = sp_xrealloc(c->ready, (size_t)c->cap, sizeof *c->ready);
  for (int k = c->cap - 1; k >= old; k--) {
    c->activity[k].state = CORE_FREE;
    c->activity[k].lane = c->free;
    c->free = k;
  }
}

/* A slot for an activity, to be engaged at once. */
static inline int core_new(struct core *c)
{
  if (c->free == CORE_NONE)
    core_grow(c);
  int k = c->free;
  c->free = c->activity[k].lane;
  return k;
}

/* Engages the activity. arrivals: units of the token `waits` of its lane that must have been given.
 */
static inline void core_engage(struct core *c, int k, int lane, long order, double earliest,
                               long arrivals)
{
  struct core_activity *a = &c->activity[k];
  const struct core_lane *l = &c->lane[lane];
  a->lane = lane;
  a->state = CORE_WAITING;
  a->missing = 1; /* until all is asked for */
  a->order = order;
  a->earliest = earliest;
  for (int h = 0; h < l->holds; h++) {
    const struct core_hold *hold = &c->hold[l->first + h];
    struct core_resource *r = &c->resource[hold->resource];
    if (r->line.first == CORE_NONE && core_has_room(r, hold->mode)) {
      core_give_resource(r, hold->mode);
      continue;
    }
    a->missing++;
    a->next[h] = CORE_NONE;
    core_append(&r->line, r->line.last == CORE_NONE ? NULL : core_next(c, r->line.last),
                k * CORE_HOLDS + h);
  }
  if (l->waits != CORE_NONE && arrivals > 0) {
    a->ticket[0] = arrivals;
    core_wait_for(c, l->waits, k, 0);
  }
  if (l->claims != CORE_NONE) {
    a->ticket[1] = ++c->token[l->claims].claimed;
    core_wait_for(c, l->claims, k, 1);
  }
  core_got(c, k);
}

/* Starts what lacks nothing: the next in its lines may get what it had been given. */
static inline void core_start_ready(struct core *c, const struct core_source *source, void *user)
{
  for (int n = 0; n < c->n_ready; n++) {
    int k = c->ready[n];
    const struct core_lane *l = &c->lane[c->activity[k].lane];
    c->activity[k].state = CORE_UNDER_WAY;
    sp_dates_set(&c->dates, c->activity[k].lane, c->now + source->start(user, c, k));
    for (int h = 0; h < l->holds; h++) {
      struct core_resource *r = &c->resource[c->hold[l->first + h].resource];
      r->pending = false;
      core_serve(c, r);
    }
  }
  c->n_ready = 0;
}

/* The activity leaves its lane and its resources, and its slot. */
static inline void core_release(struct core *c, int k)
{
  struct core_activity *a = &c->activity[k];
  struct core_lane *l = &c->lane[a->lane];
  l->activity = CORE_NONE;
  a->state = CORE_FREE;
  a->lane = c->free;
  c->free = k;
  for (int h = 0; h < l->holds; h++) {
    struct core_resource *r = &c->resource[c->hold[l->first + h].resource];
    r->used--;
    core_serve(c, r);
  }
}

static inline void core_end(struct core *c, const struct core_source *source, void *user, int k)
{
  const struct core_lane *l = &c->lane[c->activity[k].lane];
  source->end(user, c, k);
  core_release(c, k);
  for (int g = 0; g < 2; g++)
    if (l->gives[g] != CORE_NONE)
      core_give(c, l->gives[g], 1);
}

/* The activity under way on the lane is lost: it gives nothing. */
static inline void core_cancel(struct core *c, int lane)
{
  int k = c->lane[lane].activity;
  sp_dates_set(&c->dates, lane, INFINITY);
  core_release(c, k);
}

/* ---- Time. */

/* Ends all that is due by `until`, in its order; what has waited for its date is ready. */
static inline void core_end_due(struct core *c, const struct core_source *source, void *user,
                                double until)
{
  int n = 0;
  while (sp_dates_are_due(&c->dates, until)) {
    int lane = until > c->now ? sp_dates_due(&c->dates, until) : sp_dates_first(&c->dates);
    int k = c->lane[lane].activity, at = n;
    sp_dates_set(&c->dates, lane, INFINITY);
    if (c->activity[k].state == CORE_DATED) {
      c->ready[c->n_ready++] = k;
      continue;
    }
    for (n++; at > 0 && c->activity[c->due[at - 1]].order > c->activity[k].order; at--)
      c->due[at] = c->due[at - 1];
    c->due[at] = k;
  }
  for (int at = 0; at < n; at++)
    core_end(c, source, user, c->due[at]);
}

static inline void core_run(struct core *c, const struct core_source *source, void *user)
{
  while (source->decide(user, c)) {
    core_start_ready(c, source, user);
    double next = sp_dates_least(&c->dates), until = next, change = source->next_change(user);
    if (change <= next + AT_A_CHANGE * next) { /* what is due within rounding of it ends with it */
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

/* The caller has set resources, tokens, lanes and holds, which core_clear frees. */
static inline void core_init(struct core *c, int lanes)
{
  c->lanes = lanes;
  c->free = CORE_NONE;
  c->dates = sp_dates_in(sp_xcalloc(sp_dates_room(lanes), sizeof(int64_t)), lanes);
  c->due = sp_xcalloc((size_t)lanes, sizeof *c->due);
}

static inline void core_clear(struct core *c)
{
  free(c->resource);
  free(c->token);
  free(c->lane);
  free(c->hold);
  free(c->activity);
  free(c->ready);
  free(c->due);
  free(c->dates.bits);
}

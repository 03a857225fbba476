/* The core of the native engine: activities that last, on resources, with tokens. It knows no
 * master, no worker and no task: those are a world's ways to make resources and tokens.
 *
 * - A RESOURCE is what activities occupy while they last: a port, a processor, a bus. It is given
 * in the order in which activities are engaged: the second in line gets it after the first has
 *   started. A resource can have modes, of which one is in use at a time (activities of a node that
 *   exclude each other). The last that a lane needs can be LATE: it is asked for when an activity
 *   lacks nothing else, and given in that order.
 * - A TOKEN counts what activities give when they end and others wait for: tasks that have come to
 *   a node, free places. `given` never goes down. One that claims a unit gets the number of its
 *   claim as its ticket; it waits until so many have been given. So units go out in the order of
 *   the claims.
 * - A LANE carries one activity at a time: a direction of a link, a processor. All activities of a
 *   lane need the same resources and tokens, so a lane says what they need.
 * - A SLOT is a place in the calendar of dates, for lanes of which one is under way at a time: each
 *   has its own, or all lanes of a port share one. The first CORE_FRONTS slots (a star's two ports;
 *   none of a graph) stand apart; the others are a tournament.
 *
 * An activity is engaged, starts, and ends. `missing` counts the resources and tokens that it has
 * not got; it starts when that is 0 and its date `earliest` has come. Nothing is polled.
 *
 * This file has the data, the calendar, and what an activity lacks; core_loop.h its life and the
 * loop. The functions are inline, so that the source's own are compiled into the loop. */
#pragma once

#include <starport/dates.h>
#include <stdbool.h>

/* The loop of an engine is one function, into which its source is compiled. Without optimisation
 * each stays a function of its own, so that coverage counts its branches once. A world defines
 * CORE_FRONTS before it includes this file. */
#ifdef __OPTIMIZE__
#define CORE_INLINE static inline __attribute__((always_inline))
#else
#define CORE_INLINE static inline
#endif

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
  int first, holds;   /* hold[first .. first + holds - 1] of the core */
  bool late;          /* the last is late; activities of such lanes have no date `earliest` */
  unsigned char kind; /* for the world's own use */
  int waits;          /* token of which so many must have been given as the activity says */
  int claims;         /* token of which it takes units */
  int gives[2];       /* tokens */
  int slot;
};

enum core_state { CORE_FREE, CORE_WAITING, CORE_LATE, CORE_DATED, CORE_UNDER_WAY };

struct core_activity {
  const struct core_lane *lane;
  short missing;
  short state;      /* LATE: for its late resource alone; DATED: for `earliest` alone */
  long order;       /* of the ends of one date, the least first */
  double earliest;  /* date before which it does not start; 0: none */
  long ticket[2];   /* of `waits` and of `claims` */
  int next_need[2]; /* who follows in the lines of these tokens; [0] if it is not in use: the next
                       that is not */
};

struct core {
  double now;
  struct core_resource *resource;
  struct core_token *token;
  struct core_lane *lane;
  struct core_hold *hold;
  struct core_activity *activity; /* [0..cap-1] */
  int *next;                      /* [activity * CORE_HOLDS + hold] in the lines of resources */
  int cap, free; /* free: the first activity that is not in use, linked by `next_need` */
  double
      front[CORE_FRONTS + 1]; /* of the slots that stand apart the dates of an end, or `earliest` */
  struct sp_dates dates;      /* the same of the other slots */
  int *at;                    /* [slot] the activity to which the date belongs */
  int stale;                  /* the slot that ended last keeps its date until the starts */
  double alarm;               /* date at which the source is asked at the latest; it sets it */
  int *ready, n_ready;        /* activities that have waited and lack nothing; room for cap */
  int *due;                   /* activities that end at one date; room for all slots */
};

/* What decides; `user` is its own state. */
struct core_source {
  /* After the ends of a date: engages activities. false: the run stops. */
  bool (*decide)(void *user, struct core *);
  /* It lacks nothing: may it start? NULL: always. If not the source calls core_retry later. */
  bool (*may_start)(void *user, struct core *, int activity);
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
  return &c->next[who];
}

static inline int *core_next_need(struct core *c, int who)
{
  return &c->activity[who / 2].next_need[who % 2];
}

/* ---- The calendar. */

CORE_INLINE void core_set_date(struct core *c, int slot, double date)
{
#if CORE_FRONTS > 0
  if (slot < CORE_FRONTS) {
    c->front[slot] = date;
    return;
  }
#endif
  sp_dates_set(&c->dates, slot - CORE_FRONTS, date);
}

/* The activity will end, or may start, at that date. */
CORE_INLINE void core_date(struct core *c, int slot, int k, double date)
{
  c->at[slot] = k;
  core_set_date(c, slot, date);
  if (slot >= CORE_FRONTS && slot == c->stale)
    c->stale = CORE_NONE;
}

CORE_INLINE double core_next_date(const struct core *c)
{
  double next = c->alarm;
  for (int slot = 0; slot < CORE_FRONTS; slot++)
    next = c->front[slot] < next ? c->front[slot] : next;
  return sp_dates_earliest(&c->dates, next);
}

/* ---- What an activity lacks. */

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

/* Asks for hold h of the lane; returns 1 if the activity waits for it, else 0. */
static inline int core_ask_for(struct core *c, int k, const struct core_lane *l, int h)
{
  const struct core_hold *hold = &c->hold[l->first + h];
  struct core_resource *r = &c->resource[hold->resource];
  int who = k * CORE_HOLDS + h;
  if (r->line.first == CORE_NONE && core_has_room(r, hold->mode)) {
    core_give_resource(r, hold->mode);
    return 0;
  }
  c->next[who] = CORE_NONE;
  core_append(&r->line, r->line.last == CORE_NONE ? NULL : core_next(c, r->line.last), who);
  return 1;
}

/* It has got all that it has asked for: true if it lacks nothing. It may have to ask for what is
 * late, or wait for its date. */
CORE_INLINE bool core_has_all(struct core *c, int k, struct core_activity *a)
{
  const struct core_lane *l = a->lane;
  if (l->late && a->state == CORE_WAITING) {
    a->state = CORE_LATE;
    a->missing = (short)core_ask_for(c, k, l, l->holds - 1);
    if (a->missing > 0)
      return false;
  }
  if (a->earliest > c->now) {
    a->state = CORE_DATED;
    core_date(c, l->slot, k, a->earliest);
    return false;
  }
  return true;
}

CORE_INLINE void core_got(struct core *c, int k)
{
  struct core_activity *a = &c->activity[k];
  if (--a->missing == 0 && core_has_all(c, k, a))
    c->ready[c->n_ready++] = k;
}

/* Gives the resource to the first in line, if there is room. */
CORE_INLINE void core_serve(struct core *c, struct core_resource *r)
{
  int who = r->line.first;
  if (who == CORE_NONE)
    return;
  const struct core_lane *lane = c->activity[who / CORE_HOLDS].lane;
  int mode = c->hold[lane->first + who % CORE_HOLDS].mode;
  if (!core_has_room(r, mode))
    return;
  r->line.first = *core_next(c, who);
  if (r->line.first == CORE_NONE)
    r->line.last = CORE_NONE;
  core_give_resource(r, mode);
  core_got(c, who / CORE_HOLDS);
}

/* Those in line whose units are there get them. */
static inline void core_serve_tickets(struct core *c, struct core_token *t)
{
  for (int who; (who = t->line.first) != CORE_NONE;) {
    if (c->activity[who / 2].ticket[who % 2] > t->given)
      return;
    t->line.first = *core_next_need(c, who);
    if (t->line.first == CORE_NONE)
      t->line.last = CORE_NONE;
    core_got(c, who / 2);
  }
}

/* So many more units of the token are there. */
CORE_INLINE void core_give(struct core *c, int token, long units)
{
  struct core_token *t = &c->token[token];
  t->given += units;
  if (t->line.first != CORE_NONE)
    core_serve_tickets(c, t);
}

/* Need number `need` of activity k has this ticket; returns 1 if it waits for it, else 0. Mostly it
 * is the greatest so far. */
static inline int core_wait_for(struct core *c, int token, int k, int need, long ticket)
{
  struct core_token *t = &c->token[token];
  struct core_activity *a = &c->activity[k];
  int who = 2 * k + need, last = t->line.last;
  a->ticket[need] = ticket;
  if (ticket <= t->given)
    return 0;
  a->next_need[need] = CORE_NONE;
  if (last == CORE_NONE || c->activity[last / 2].ticket[last % 2] <= ticket) {
    core_append(&t->line, last == CORE_NONE ? NULL : core_next_need(c, last), who);
    return 1;
  }
  int *at = &t->line.first;
  while (c->activity[*at / 2].ticket[*at % 2] <= ticket)
    at = core_next_need(c, *at);
  a->next_need[need] = *at;
  *at = who;
  return 1;
}

/* Starts activities when what they need is free and there, and has actors do them; see core.h. */
#include "engine/simgrid/core.h"
#include "engine/controller.h"
#include <simgrid/host.h>

/* ---- What an activity lacks. */

static struct activity *first_of(const struct resource *r)
{
  return r->line.n > 0 ? *fifo_at(&r->line, 0, struct activity *) : NULL;
}

void core_look(struct core *c, int resource)
{
  struct resource *r = &c->resource[resource];
  if (r->looked_at)
    return;
  r->looked_at = true;
  fifo_push(&c->look, &resource);
}

/* Is it the first in the lines of the first n resources, and is there room at each? */
static bool has_resources(const struct core *c, const struct activity *a, int n)
{
  for (int h = 0; h < n; h++) {
    const struct hold *hold = &a->lane->hold[h];
    const struct resource *r = &c->resource[hold->resource];
    if (first_of(r) != a || r->used >= r->capacity || (r->used > 0 && r->mode != hold->mode))
      return false;
  }
  return true;
}

/* Are so many units of the token there? If not the lane will be looked at when more are given. */
static bool has_units(struct token *t, long units, struct lane *lane)
{
  if (!t || t->given - t->taken >= units)
    return true;
  if (!lane->lacks) {
    lane->lacks = t;
    lane->next = t->lacking;
    t->lacking = lane;
  }
  return false;
}

/* The first activity of the lane stands in the line of what is late if it lacks nothing else. */
static void ask_late(struct core *c, struct lane *lane)
{
  struct activity *a = first_of(&c->resource[lane->number]);
  int n = lane->holds - 1;
  if (!lane->late || !a || a->asked || !has_resources(c, a, n) ||
      !has_units(a->waits, a->ticket, lane) || !has_units(lane->claims, a->units, lane))
    return;
  a->asked = true;
  fifo_push(&c->resource[lane->hold[n].resource].line, &a);
}

void core_give(struct core *c, struct token *t, long units)
{
  if (!t)
    return;
  t->given += units;
  struct lane *lane = t->lacking;
  t->lacking = NULL;
  for (struct lane *next; lane; lane = next) {
    next = lane->next;
    lane->lacks = NULL;
    ask_late(c, lane);
    core_look(c, lane->number);
  }
}

/* ---- The life of an activity. */

void *core_new(struct core *c, int lane, size_t size, long rank)
{
  struct activity *a = sp_xcalloc(1, size);
  a->lane = &c->lane[lane];
  a->rank = rank;
  a->units = 1;
  return a;
}

void core_engage(struct core *c, struct activity *a)
{
  for (int h = 0; h < a->lane->holds - a->lane->late; h++)
    fifo_push(&c->resource[a->lane->hold[h].resource].line, &a);
  ask_late(c, a->lane);
  core_look(c, a->lane->number);
}

/* Leaves the lines: the next in them may be able to start. */
static void take_resources(struct core *c, const struct activity *a)
{
  struct activity *first;
  for (int h = 0; h < a->lane->holds; h++) {
    const struct hold *hold = &a->lane->hold[h];
    struct resource *r = &c->resource[hold->resource];
    fifo_pop(&r->line, &first);
    r->used++;
    r->mode = hold->mode;
    core_look(c, hold->resource);
  }
}

static void leave_resources(struct core *c, struct lane *lane)
{
  lane->under_way = NULL;
  for (int h = 0; h < lane->holds; h++) {
    c->resource[lane->hold[h].resource].used--;
    core_look(c, lane->hold[h].resource);
  }
  ask_late(c, lane);
}

static void start(struct core *c, struct activity *a, double now)
{
  take_resources(c, a);
  if (a->lane->claims)
    a->lane->claims->taken += a->units;
  a->start = now;
  struct cost cost = c->source->start(c->world, a);
  nominal_start(&c->nominal, a, &cost);
}

/* Starts the first in the line of the resource if it lacks nothing. */
static void look_at(struct core *c, int resource, double now)
{
  struct resource *r = &c->resource[resource];
  bool idle = resource < c->lanes && r->line.n == 0 && r->used < r->capacity;
  r->looked_at = false;
  if (idle && c->source->fill)
    c->source->fill(c->world, &c->lane[resource]);
  struct activity *a = first_of(r);
  if (!a || !has_resources(c, a, a->lane->holds) || !has_units(a->waits, a->ticket, a->lane) ||
      !has_units(a->lane->claims, a->units, a->lane))
    return;
  if (a->earliest > now)
    sp_dates_set(&c->dated, a->lane->number, a->earliest);
  else
    start(c, a, now);
}

/* Its actor has done it (nominal.h), which frees it. */
static void end(void *core, struct activity *a)
{
  struct core *c = core;
  leave_resources(c, a->lane);
  c->source->end(c->world, a);
}

void core_lose(struct core *c, struct lane *lane)
{
  struct activity *a = lane->under_way;
  leave_resources(c, lane);
  core_give(c, lane->claims, a->units);
  nominal_lose(&c->nominal, a);
}

struct activity *core_withdraw(struct core *c, struct lane *lane)
{
  struct activity *first = first_of(&c->resource[lane->number]);
  if (!first)
    return NULL;
  fifo_pop(&c->resource[lane->number].line, &first);
  core_give(c, lane->lacks, 0); /* the next one may lack something else */
  return first;
}

const struct activity *core_first_waiting(const struct core *c)
{
  const struct activity *first = NULL;
  for (int l = 0; l < c->lanes; l++) {
    const struct activity *a = first_of(&c->resource[l]);
    if (a && (!first || a->rank < first->rank))
      first = a;
  }
  return first;
}

/* ---- The run. */

static void look_at_dated(struct core *c, double now)
{
  while (sp_dates_are_due(&c->dated, now)) {
    int lane = sp_dates_first(&c->dated);
    sp_dates_set(&c->dated, lane, INFINITY);
    core_look(c, lane);
  }
}

/* All that has ended by now is known (nominal.h). False: the run has failed. */
static bool decide(void *core, double now)
{
  struct core *c = core;
  struct nominal *n = &c->nominal;
  int resource;
  n->wake = n->change = INFINITY;
  c->source->decide(c->world, now);
  look_at_dated(c, now);
  while (c->look.n > 0 && n->result->status == SP_RUN_OK) {
    fifo_pop(&c->look, &resource);
    look_at(c, resource, now);
  }
  n->wake = sp_dates_earliest(&c->dated, n->wake);
  if (n->change <= controller_reach(n->wake))
    n->wake = n->change;
  return n->result->status == SP_RUN_OK;
}

static sg_host_t host_of(const struct core *c, int node)
{
  return sg_host_by_name(c->nominal.platform->given->node[node].name);
}

void core_set_way(struct core *c, int lane, int kind, int from, int to, struct actor_pool *pool)
{
  struct lane *l = &c->lane[lane];
  l->kind = kind;
  l->from = host_of(c, from);
  l->to = host_of(c, to);
  l->pool = pool;
}

void core_set_processor(struct core *c, int lane, int kind, int node, void (*act)(struct actor *))
{
  struct lane *l = &c->lane[lane];
  l->kind = kind;
  l->from = host_of(c, node);
  l->own = (struct actor_pool){"processor", l->from, act, NULL};
  if (c->nominal.fails) /* an actor there would be lost as well */
    l->own.host = c->nominal.host;
  l->pool = &l->own;
}

void core_set_capacity(struct core *c, int resource, int capacity)
{
  c->resource[resource].capacity = capacity;
  core_look(c, resource);
}

void core_init(struct core *c, const struct core_source *source, void *world,
               const struct platform *platform, int lanes, int resources, int tokens)
{
  c->source = source;
  c->world = world;
  c->lanes = lanes;
  c->resources = lanes + resources;
  c->lane = sp_xcalloc((size_t)lanes, sizeof *c->lane);
  c->resource = sp_xcalloc((size_t)c->resources, sizeof *c->resource);
  c->token = sp_xcalloc((size_t)tokens, sizeof *c->token);
  c->dated = sp_dates_in(sp_xcalloc(sp_dates_room(lanes), sizeof(int64_t)), lanes);
  for (int l = 0; l < lanes; l++) {
    c->lane[l].number = l;
    c->resource[l].capacity = 1;
    core_hold(&c->lane[l], l, 0);
  }
  nominal_init(&c->nominal, platform, c->lane, lanes);
  c->nominal.core = c;
  c->nominal.complete = end;
  c->nominal.decide = decide;
}

void core_clear(struct core *c)
{
  for (int l = 0; l < c->lanes; l++) {
    struct lane *lane = &c->lane[l];
    for (struct activity *a; (a = core_withdraw(c, lane));)
      free(a);
    free(lane->under_way);
    if (lane->doing != lane->under_way)
      free(lane->doing);
  }
  for (int r = 0; r < c->resources; r++)
    free(c->resource[r].line.item);
  nominal_clear(&c->nominal);
  free(c->lane);
  free(c->resource);
  free(c->token);
  free(c->look.item);
  free(c->dated.bits);
}

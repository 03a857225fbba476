/* Who occupies what in the simgrid engine: the rules at the head of controller.h, on the facts that
 * simgrid.c reports. A worker where something has changed is "stirred"; after the decisions of a
 * date, every stirred worker starts what it can. No time passes here. */
#include "base/memory.h"
#include "engine/simgrid/simgrid.h"
#include <stdlib.h>
#include <string.h>

static void stir(struct occupation *o, int i)
{
  if (!o->site[i].stirred) {
    o->site[i].stirred = true;
    fifo_push(&o->stirred, &i);
  }
}

void occupation_init(struct occupation *o)
{
  const struct sp_instance *in = o->in;
  o->through = in->problem == SP_REDISTRIBUTION || in->problem == SP_IMBALANCE;
  o->stirred.size = o->expecting.size = sizeof(int);
  o->arrival.size = sizeof(long);
  o->site = sp_xcalloc((size_t)in->m + 1, sizeof *o->site);
  if (o->d.relay)
    o->has_come = sp_xcalloc((size_t)o->d.job->plan->n, sizeof *o->has_come);
  for (int i = 1; i <= in->m; i++) {
    struct site *site = &o->site[i];
    for (enum kind kind = RECEPTION; kind < KINDS; kind++)
      site->activity[kind] = (struct activity){.kind = kind, .worker = i};
    site->engaged[SP_OUT].size = site->engaged[SP_IN].size = sizeof(struct hop);
    site->units.size = sizeof(struct unit);
    site->own = site->held = controller_kept(&o->d, i);
    stir(o, i);
  }
}

void occupation_clear(struct occupation *o)
{
  for (int i = 1; o->site && i <= o->in->m; i++) {
    free(o->site[i].engaged[SP_OUT].item);
    free(o->site[i].engaged[SP_IN].item);
    free(o->site[i].units.item);
  }
  free(o->site);
  free(o->stirred.item);
  free(o->expecting.item);
  free(o->arrival.item);
  free(o->has_come);
}

/* On line a reception takes its unit when it is engaged: from then on it cannot be begun. */
static void take_unit(struct occupation *o, struct hop *hop)
{
  struct site *site = &o->site[hop->worker];
  if (hop->relay == CONTROLLER_OWN) {
    site->own--;
    return;
  }
  struct unit unit;
  fifo_pop(&site->units, &unit);
  hop->relay = unit.rank;
  controller_relayed(&o->d, hop);
}

/* Asks the port as long as it has capacity and an answer. */
static void ask(struct occupation *o, enum sp_port port, double now)
{
  struct hop hop;
  while (o->used[port] < controller_capacity(&o->d, port) &&
         controller_ask(&o->d, port, now, &hop) == CONTROLLER_ENGAGED) {
    if (port == SP_IN && o->d.online)
      take_unit(o, &hop);
    if (port == SP_OUT && o->through && hop.rank >= o->d.moved[SP_IN])
      fifo_push(&o->expecting, &hop.worker);
    o->used[port]++;
    fifo_push(&o->site[hop.worker].engaged[port], &hop);
    stir(o, hop.worker);
  }
}

/* Is the task of a hop where the hop starts? */
static bool has_task(const struct occupation *o, enum sp_port port, const struct hop *hop)
{
  if (port == SP_OUT)
    return !o->through || hop->rank < o->d.moved[SP_IN];
  return o->d.online || hop->relay == CONTROLLER_OWN || o->has_come[hop->rank];
}

static bool start_transfer(struct occupation *o, enum sp_port port, struct activity *a)
{
  struct site *site = &o->site[a->worker];
  struct fifo *engaged = &site->engaged[port];
  if (a->busy || engaged->n == 0 || !has_task(o, port, fifo_at(engaged, 0)))
    return false;
  if (port == SP_OUT && site->held >= sp_places(o->in, a->worker))
    return false;
  fifo_pop(engaged, &a->hop);
  if (port == SP_OUT) {
    site->held++;
    if (o->arrival.n > 0)
      memcpy(&a->hop.message, fifo_at(&o->arrival, a->hop.rank), sizeof a->hop.message);
  }
  a->load = controller_noise_hop(&o->d, port, a->hop.message) * a->hop.amount;
  a->deed.duration = controller_hop_time(&o->d, port, &a->hop);
  return true;
}

static bool start_computation(struct occupation *o, struct activity *a, double now)
{
  struct site *site = &o->site[a->worker];
  bool idle = o->in->problem == SP_IMBALANCE || isinf(o->in->w[a->worker].v);
  if (a->busy || idle || site->own + site->units.n == 0)
    return false;
  struct unit *unit = &a->unit;
  long begun = site->begun;
  if (site->own > 0) {
    *unit = (struct unit){-1, -1, 1};
    site->own--;
    site->begun++;
  } else {
    fifo_pop(&site->units, unit);
  }
  controller_begun(&o->d, a->worker, unit->message, unit->amount, now);
  a->load = controller_noise_cpu(&o->d, a->worker, unit->message, begun) * unit->amount;
  a->deed.duration = controller_cpu_time(&o->d, a->worker, unit->message, begun, unit->amount);
  return true;
}

void occupation_decide(struct occupation *o, double now, occupation_begin *begin, void *data)
{
  ask(o, SP_IN, now);
  ask(o, SP_OUT, now);
  while (o->stirred.n > 0) {
    int i;
    fifo_pop(&o->stirred, &i);
    struct site *site = &o->site[i];
    site->stirred = false;
    for (enum kind kind = RECEPTION; kind < KINDS; kind++) {
      struct activity *a = &site->activity[kind];
      if (kind == COMPUTATION ? !start_computation(o, a, now)
                              : !start_transfer(o, kind == RECEPTION ? SP_IN : SP_OUT, a))
        continue;
      a->busy = true;
      a->deed.start = now;
      begin(data, a);
    }
  }
}

static void end_reception(struct occupation *o, const struct activity *a)
{
  o->used[SP_IN]--;
  if (controller_capacity(&o->d, SP_IN) > 1)
    fifo_push(&o->arrival, &a->hop.message);
  controller_transferred(&o->d, SP_IN, &a->hop, a->deed.start, a->deed.end);
  if (o->expecting.n > 0) {
    int target;
    fifo_pop(&o->expecting, &target);
    stir(o, target);
  }
}

static void end_emission(struct occupation *o, const struct activity *a)
{
  o->used[SP_OUT]--;
  controller_transferred(&o->d, SP_OUT, &a->hop, a->deed.start, a->deed.end);
  long relay = controller_relay(&o->d, a->hop.rank);
  struct unit unit = {a->hop.rank, a->hop.message, a->hop.amount};
  if (relay >= 0)
    o->has_come[relay] = true;
  else
    fifo_push(&o->site[a->worker].units, &unit);
}

void occupation_complete(struct occupation *o, struct activity *a)
{
  a->busy = false;
  switch (a->kind) {
  case RECEPTION:
    end_reception(o, a);
    break;
  case EMISSION:
    end_emission(o, a);
    break;
  default:
    o->site[a->worker].held--;
    controller_computed(&o->d, a->worker, a->unit.message, a->unit.amount, a->deed.start,
                        a->deed.end);
  }
  stir(o, a->worker);
}

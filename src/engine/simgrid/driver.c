/* Actors that wait in pools for activities, and the start and end of a run; see driver.h.
 *
 * THE END. SimGrid ends each actor by an exception that unwinds its stack, then frees the stack:
 * more than a tenth of the time of a short run. A process performs one simulation, so the first
 * actor that sees that the run is over leaves SimGrid as it is and goes back to where simgrid_run
 * was called. Not so if the user has given SimGrid options: it may have something to write at its
 * end. */
#include "engine/simgrid/driver.h"
#include "base/memory.h"
#include <simgrid/actor.h>
#include <simgrid/engine.h>

static void wake(struct actor *actor)
{
  if (!actor->suspended)
    return;
  actor->suspended = false;
  sg_actor_resume(actor->actor);
}

struct activity *driver_next(struct actor *self)
{
  const struct driver *d = self->driver;
  while (!d->over && !self->activity) {
    self->suspended = true;
    sg_actor_suspend(self->actor);
  }
  return d->over ? NULL : self->activity;
}

static void act(int argc, char **argv)
{
  struct actor *self = sg_actor_self_get_data();
  (void)argc, (void)argv;
  self->pool->act(self);
  driver_leave(self->driver);
}

void driver_assign(struct driver *d, struct actor_pool *pool, struct activity *activity)
{
  struct actor *actor = pool->idle;
  if (actor) {
    pool->idle = actor->next_idle;
    actor->activity = activity;
    wake(actor);
    return;
  }
  actor = sp_xcalloc(1, sizeof *actor);
  *actor = (struct actor){.driver = d, .pool = pool, .activity = activity, .next = d->actor};
  d->actor = actor;
  actor->actor = sg_actor_init(pool->name, pool->host);
  sg_actor_set_data(actor->actor, actor);
  sg_actor_start_(actor->actor, act, 0, NULL);
}

void driver_idle(struct actor *self)
{
  self->activity = NULL;
  self->next_idle = self->pool->idle;
  self->pool->idle = self;
}

void driver_leave(struct driver *d)
{
  if (d->may_leave && pthread_equal(pthread_self(), d->thread))
    setcontext(&d->caller);
  if (d->released)
    return;
  d->released = true;
  for (struct actor *actor = d->actor; actor; actor = actor->next)
    wake(actor);
}

void driver_run(struct driver *d, const struct sp_conditions *conditions)
{
  d->may_leave = conditions->n_cfg == 0 && conditions->n_log == 0;
  d->thread = pthread_self();
  getcontext(&d->caller);
  if (!d->over) /* else an actor has come back here */
    simgrid_run();
}

void driver_clear(struct driver *d)
{
  while (d->actor) {
    struct actor *next = d->actor->next;
    free(d->actor);
    d->actor = next;
  }
}

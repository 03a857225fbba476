/* What takes time in the simgrid engine is done by actors.
 *
 * Carriers on the master's host each take one transfer at a time, a direct flow between
 * two hosts; there come to be as many as a port has capacity. The processor on a worker's host
 * computes one unit at a time. Alarms sleep. An actor is created for its first activity, and
 * suspended while it has none.
 *
 * THE END. SimGrid ends each actor by an exception that unwinds its stack, then frees the stack: a
 * good tenth of a short run. A process performs one simulation, so the first actor that sees that
 * the run is over leaves SimGrid as it is and goes back to where simgrid_run was called. Not so if
 * the user has given SimGrid options: it may have something to write at its end. */
#include "engine/simgrid_actor.h"
#include "model/memory.h"
#include <simgrid/actor.h>
#include <simgrid/engine.h>
#include <simgrid/host.h>
#include <stdlib.h>

static void play(int argc, char **argv);

/* An actor for an activity of this kind: an idle one, or one that is still to be created. */
static struct player *hire(struct simgrid *e, enum kind kind, int worker)
{
  struct player **idle = kind == COMPUTATION ? &e->processor[worker] : &e->idle[kind];
  struct player *player = *idle;
  if (player) {
    *idle = player->next_idle;
  } else {
    player = sp_xcalloc(1, sizeof *player);
    player->e = e;
    player->next = e->players;
    e->players = player;
  }
  return player;
}

static void assign(struct player *player, struct activity *a)
{
  static const char *const name[] = {"receiver", "emitter", "processor", "alarm"};
  player->activity = a;
  if (!player->actor) {
    sg_host_t host = player->e->host[a->kind == COMPUTATION ? a->worker : 0];
    player->actor = sg_actor_init(name[a->kind], host);
    sg_actor_set_data(player->actor, player);
    sg_actor_start_(player->actor, play, 0, NULL);
  } else if (player->asleep) {
    player->asleep = false;
    sg_actor_resume(player->actor);
  }
}

static void note_step(struct simgrid *e, double duration)
{
  if (duration > 0 && duration < e->least)
    e->least = duration;
}

void actor_employ(struct simgrid *e, struct activity *a)
{
  bool transfer = a->kind != COMPUTATION;
  double bytes = transfer ? a->load * e->in->task_bytes : 0;
  if (bytes >= 0x1p63) {
    director_fail(&e->occupation.d, "a message of %g bytes is more than SimGrid can move", bytes);
    return;
  }
  a->clock = simgrid_get_clock();
  a->slack = (bytes - (double)(uint64_t)bytes) / e->in->task_bytes * e->in->c[a->worker].v;
  a->watched = false;
  note_step(e, a->duration);
  if (transfer)
    note_step(e, e->in->latency[a->worker].v);
  e->under_way++;
  sp_heap_set(&e->due, number(e, a), a->start + a->duration);
  assign(hire(e, a->kind, a->worker), a);
}

void actor_set_alarm(struct simgrid *e, double delay, double date)
{
  struct player *player = hire(e, ALARM, 0);
  player->alarm = (struct activity){.kind = ALARM, .duration = delay, .end = date};
  note_step(e, delay);
  assign(player, &player->alarm);
}

/* SimGrid does the activity. */
static void perform(const struct simgrid *e, const struct activity *a)
{
  double bytes = a->load * e->in->task_bytes;
  if (a->kind == COMPUTATION)
    sg_actor_execute(a->load * e->in->task_flops);
  else if (a->kind == ALARM || e->in->c[a->worker].v == 0 || bytes < 1)
    sg_actor_sleep_for(a->duration); /* nothing flows: a message takes its latency */
  else
    sg_host_sendto(e->host[a->kind == RECEPTION ? a->worker : 0],
                   e->host[a->kind == RECEPTION ? 0 : a->worker], bytes);
}

/* Books the end of an activity that SimGrid has done. */
static void report(struct simgrid *e, struct player *player)
{
  struct activity *a = player->activity;
  struct player **idle = a->kind == COMPUTATION ? &e->processor[a->worker] : &e->idle[a->kind];
  player->activity = NULL;
  player->next_idle = *idle;
  *idle = player;
  if (a->kind == ALARM) {
    e->rung = a->end > e->rung ? a->end : e->rung;
    return;
  }
  double clock = simgrid_get_clock(), due = a->clock + a->duration;
  if (is_past(clock, due, a->slack) || is_past(due, clock, a->slack))
    a->end = clock > e->now ? clock : e->now;
  else
    a->end = a->start + a->duration;
  sp_heap_remove(&e->due, number(e, a));
  e->under_way--;
  e->ended[e->n_ended++] = a;
}

/* Wakes at every doubling of the clock, as long as others act. SimGrid advances by
 * clock += date - clock. From one doubling to the next this is exact; over a longer way it may end
 * one bit beyond the date of the next event, which would then never be found. */
static void play_metronome(int argc, char **argv)
{
  const struct simgrid *e = sg_actor_self_get_data();
  (void)argc, (void)argv;
  sg_actor_sleep_for(e->least / 1024); /* before all else, even in a faster model */
  for (;;)
    sg_actor_sleep_for(simgrid_get_clock());
}

/* Wakes whoever sleeps, so that all actors end. */
static void release(struct simgrid *e)
{
  if (e->released)
    return;
  e->released = true;
  for (struct player *player = e->players; player; player = player->next)
    if (player->asleep) {
      player->asleep = false;
      sg_actor_resume(player->actor);
    }
}

static void play(int argc, char **argv)
{
  struct player *self = sg_actor_self_get_data();
  struct simgrid *e = self->e;
  (void)argc, (void)argv;
  while (!e->over) {
    if (!self->activity) {
      self->asleep = true;
      sg_actor_suspend(self->actor);
      continue;
    }
    perform(e, self->activity);
    if (e->over)
      return;
    report(e, self);
    sg_actor_yield();
    simgrid_settle(e);
  }
  if (e->may_leave && pthread_equal(pthread_self(), e->thread))
    setcontext(&e->caller);
  release(e);
}

void actor_run(struct simgrid *e)
{
  sg_actor_t metronome = sg_actor_init("metronome", e->host[0]);
  sg_actor_set_data(metronome, e);
  sg_actor_start_(metronome, play_metronome, 0, NULL);
  sg_actor_daemonize(metronome); /* the run ends without it */
  const struct sp_conditions *c = e->occupation.d.job->conditions;
  e->may_leave = c->n_cfg == 0 && c->n_log == 0;
  e->thread = pthread_self();
  getcontext(&e->caller);
  if (!e->over) /* else an actor has come back here */
    simgrid_run();
}

/* What takes time under SimGrid is done by actors.
 *
 * Carriers each take one transfer at a time, a direct flow between two hosts; there come to be as
 * many as go on at once. The processor on a node's host computes one unit at a time. Alarms sleep.
 * An actor is created for its first deed, and suspended while it has none.
 *
 * THE END. SimGrid ends each actor by an exception that unwinds its stack, then frees the stack: a
 * good tenth of a short run. A process performs one simulation, so the first actor that sees that
 * the run is over leaves SimGrid as it is and goes back to where simgrid_run was called. Not so if
 * the user has given SimGrid options: it may have something to write at its end. */
#include "base/memory.h"
#include "engine/simgrid/stage.h"
#include <simgrid/actor.h>
#include <simgrid/engine.h>
#include <simgrid/host.h>
#include <stdlib.h>

struct player {
  struct stage *stage;
  sg_actor_t actor;
  struct deed *deed; /* what it is to do; NULL: nothing */
  bool asleep;       /* suspended */
  struct deed alarm; /* an alarm's deed: end is the date it stands for */
  struct player *next_idle, *next;
};

static void play(int argc, char **argv);

/* An actor of this desk: an idle one, or one that is still to be created. */
static struct player *hire(struct stage *s, struct desk *desk)
{
  struct player *player = desk->idle;
  if (player) {
    desk->idle = player->next_idle;
  } else {
    player = sp_xcalloc(1, sizeof *player);
    player->stage = s;
    player->next = s->players;
    s->players = player;
  }
  return player;
}

static void employ(struct player *player, const struct desk *desk, struct deed *deed)
{
  player->deed = deed;
  if (!player->actor) {
    player->actor = sg_actor_init(desk->name, player->stage->host[desk->host]);
    sg_actor_set_data(player->actor, player);
    sg_actor_start_(player->actor, play, 0, NULL);
  } else if (player->asleep) {
    player->asleep = false;
    sg_actor_resume(player->actor);
  }
}

static void note_step(struct stage *s, double duration)
{
  if (duration > 0 && duration < s->least)
    s->least = duration;
}

void stage_assign(struct stage *s, struct deed *deed)
{
  struct desk *desk = &s->desk[deed->desk];
  deed->clock = simgrid_get_clock();
  deed->watched = false;
  note_step(s, deed->duration);
  note_step(s, deed->latency);
  s->under_way++;
  sp_heap_set(&s->due, deed->number, deed->start + deed->duration);
  employ(hire(s, desk), desk, deed);
}

void stage_set_alarm(struct stage *s, double delay, double date)
{
  struct desk *desk = &s->desk[DESK_ALARM];
  struct player *player = hire(s, desk);
  player->alarm =
      (struct deed){.desk = DESK_ALARM, .how = DEED_SLEEPS, .duration = delay, .end = date};
  note_step(s, delay);
  employ(player, desk, &player->alarm);
}

/* SimGrid does it. */
static void perform(const struct stage *s, const struct deed *deed)
{
  switch (deed->how) {
  case DEED_SLEEPS:
    sg_actor_sleep_for(deed->duration);
    break;
  case DEED_FLOWS:
    sg_host_sendto(s->host[deed->from], s->host[deed->to], deed->amount);
    break;
  default:
    sg_actor_execute(deed->amount);
  }
}

/* Books the end of what SimGrid has done. */
static void report(struct stage *s, struct player *player)
{
  struct deed *deed = player->deed;
  struct desk *desk = &s->desk[deed->desk];
  player->deed = NULL;
  player->next_idle = desk->idle;
  desk->idle = player;
  if (deed->desk == DESK_ALARM) {
    s->rung = deed->end > s->rung ? deed->end : s->rung;
    return;
  }
  double clock = simgrid_get_clock(), due = deed->clock + deed->duration;
  if (is_past(clock, due, deed->slack) || is_past(due, clock, deed->slack))
    deed->end = clock > s->now ? clock : s->now;
  else
    deed->end = deed->start + deed->duration;
  sp_heap_remove(&s->due, deed->number);
  s->under_way--;
  s->ended[s->n_ended++] = deed;
}

/* Wakes at every doubling of the clock, as long as others act. SimGrid advances by
 * clock += date - clock. From one doubling to the next this is exact; over a longer way it may end
 * one bit beyond the date of the next event, which would then never be found. */
static void play_metronome(int argc, char **argv)
{
  const struct stage *s = sg_actor_self_get_data();
  (void)argc, (void)argv;
  sg_actor_sleep_for(s->least / 1024); /* before all else, even in a faster model */
  for (;;)
    sg_actor_sleep_for(simgrid_get_clock());
}

/* Wakes whoever sleeps, so that all actors end. */
static void release(struct stage *s)
{
  if (s->released)
    return;
  s->released = true;
  for (struct player *player = s->players; player; player = player->next)
    if (player->asleep) {
      player->asleep = false;
      sg_actor_resume(player->actor);
    }
}

static void play(int argc, char **argv)
{
  struct player *self = sg_actor_self_get_data();
  struct stage *s = self->stage;
  (void)argc, (void)argv;
  while (!s->over) {
    if (!self->deed) {
      self->asleep = true;
      sg_actor_suspend(self->actor);
      continue;
    }
    perform(s, self->deed);
    if (s->over)
      return;
    report(s, self);
    sg_actor_yield();
    stage_settle(s);
  }
  if (s->may_leave && pthread_equal(pthread_self(), s->thread))
    setcontext(&s->caller);
  release(s);
}

void stage_act(struct stage *s, const struct sp_conditions *conditions)
{
  sg_actor_t metronome = sg_actor_init("metronome", s->host[0]);
  sg_actor_set_data(metronome, s);
  sg_actor_start_(metronome, play_metronome, 0, NULL);
  sg_actor_daemonize(metronome); /* the run ends without it */
  s->may_leave = conditions->n_cfg == 0 && conditions->n_log == 0;
  s->thread = pthread_self();
  getcontext(&s->caller);
  if (!s->over) /* else an actor has come back here */
    simgrid_run();
}

void stage_clear(struct stage *s)
{
  while (s->players) {
    struct player *next = s->players->next;
    free(s->players);
    s->players = next;
  }
  free(s->host);
  free(s->desk);
  free(s->deed);
  free(s->ended);
  sp_heap_free(&s->due);
}

/* Work that is lost when hosts and links go down, and what the master learns of it: the part of the
 * controller for that. The model is at the head of controller.h. */
#include "engine/failures.h"
#include "engine/note.h"
#include <stdlib.h>

/* More in a row would hardly end: losses without a unit computed in between, since tasks may take
 * longer than workers stay up; changes of states without any activity. */
enum { MOST_LOSSES = 100000, MOST_IDLE_CHANGES = 1000000 };

struct failures *failures_open(const struct sp_instance *in)
{
  if (!sp_can_fail(in))
    return NULL;
  struct failures *f = sp_xcalloc(1, sizeof *f);
  f->down = sp_xcalloc((size_t)in->m + 1, sizeof *f->down);
  return f;
}

void failures_close(struct failures *f)
{
  if (!f)
    return;
  free(f->down);
  free(f->planned.item);
  free(f->source.item);
  free(f->lost.item);
  free(f);
}

/* ---- States. */

static const struct sp_profile *state(const struct controller *c, enum sp_changing kind, int i)
{
  static const struct sp_profile always = {.period = INFINITY};
  return c->in->profile[kind] ? &c->in->profile[kind][i] : &always;
}

double controller_next_state(const struct controller *c, int i, double date)
{
  return fmin(profile_next(state(c, SP_HOST_STATE, i), date),
              profile_next(state(c, SP_LINK_STATE, i), date));
}

bool controller_host_is_up(const struct controller *c, int i, double date)
{
  return sp_profile_factor(state(c, SP_HOST_STATE, i), date) > 0;
}

bool controller_link_is_up(const struct controller *c, int i, double date)
{
  return sp_profile_factor(state(c, SP_LINK_STATE, i), date) > 0;
}

/* ---- What is sent. */

/* Has all the load been sent once? */
static bool all_sent(const struct controller *c)
{
  return c->failures->sent >= c->in->total.v * (1 - 1e-12);
}

void failures_engaged(struct controller *c, double amount)
{
  c->result->resends += all_sent(c);
  c->failures->sent += amount;
  c->failures->open++;
}

void controller_fails(struct controller *c)
{
  c->failures->pending++;
}

/* Counts a loss; the message of a plan waits until it is noticed. */
static void lose(struct controller *c, int i, bool stored, long rank, double amount)
{
  struct failures *f = c->failures;
  c->result->wasted += amount;
  f->open--;
  f->losses++;
  if (c->online)
    return;
  struct lost *lost = fifo_add(&f->lost, struct lost);
  *lost = (struct lost){i, stored, *fifo_at(&f->source, rank, long)};
}

void controller_lost_unit(struct controller *c, int i, long rank, double amount)
{
  lose(c, i, true, rank, amount);
}

void controller_lost_transfer(struct controller *c, const struct hop *hop, double start,
                              double date)
{
  if (c->viewing)
    c->views.port_free[SP_OUT] = date;
  if (counts(c, date))
    note(c, SP_TRANSFER, 0, hop->worker, hop->message, hop->amount, start, date, true);
  lose(c, hop->worker, false, hop->rank, hop->amount);
}

void controller_lost_computation(struct controller *c, int i, long rank, long message,
                                 double amount, double start, double date)
{
  if (counts(c, date))
    note(c, SP_COMPUTE, i, i, message, amount, start, date, true);
  lose(c, i, true, rank, amount);
}

void controller_taken_back(struct controller *c, const struct hop *hop)
{
  c->failures->sent -= hop->amount;
  c->failures->open--;
  c->result->resends -= all_sent(c);
  if (!c->online)
    fifo_push(&c->failures->planned, fifo_at(&c->failures->source, hop->rank, long));
}

/* ---- What the master learns. */

/* The heuristic, or the plan, is asked again. */
static void reopen(struct controller *c)
{
  c->closed[SP_OUT] = false;
  c->idle_answers = 0;
}

/* What worker i has lost of a plan is to be sent again; host: also what had come to it. */
static void send_again(struct controller *c, int i, bool host)
{
  struct failures *f = c->failures;
  struct lost lost;
  for (long n = f->lost.n; n > 0; n--) {
    fifo_pop(&f->lost, &lost);
    if (lost.worker == i && (host || !lost.stored))
      fifo_push(&f->planned, &lost.message);
    else
      fifo_push(&f->lost, &lost);
  }
}

void controller_noticed(struct controller *c, int i, bool host, double date)
{
  struct failures *f = c->failures;
  f->pending--;
  f->n_down += !f->down[i];
  f->down[i] = true;
  send_again(c, i, host);
  if (c->viewing)
    views_down(&c->views, i, host, date);
  reopen(c);
}

void controller_is_up(struct controller *c, int i, double date)
{
  struct failures *f = c->failures;
  if (!f->down[i])
    return;
  f->n_down--;
  f->down[i] = false;
  if (c->viewing)
    views_up(&c->views, i, date);
  reopen(c);
}

bool controller_waits(struct controller *c, bool moving)
{
  struct failures *f = c->failures;
  f->idle = moving ? 0 : f->idle + 1;
  if (f->open == 0 && f->pending == 0 && c->closed[SP_OUT])
    return false;
  if (f->losses > MOST_LOSSES)
    return sp_run_fails(c->result,
                        "%d losses since the last unit was computed, at date %.17g: units may take "
                        "longer than workers stay up",
                        MOST_LOSSES, c->last);
  return f->idle <= MOST_IDLE_CHANGES ||
         sp_run_fails(c->result,
                      "stuck at date %.17g: hosts and links go down and up %d times and "
                      "nothing else happens",
                      c->last, MOST_IDLE_CHANGES);
}

/* ---- Plans. */

/* Takes the oldest message to send again whose worker is not known to be down; -1: none. */
static long take_again(struct controller *c)
{
  struct fifo *planned = &c->failures->planned;
  for (long at = 0; at < planned->n; at++) {
    long k = *fifo_at(planned, at, long);
    if (c->failures->down[c->job->plan->msg[k].to])
      continue;
    for (; at + 1 < planned->n; at++)
      *fifo_at(planned, at, long) = *fifo_at(planned, at + 1, long);
    planned->n--;
    return k;
  }
  return -1;
}

/* Takes the next message of the plan; leaves those to workers that are down for later. -1: none
 * now. */
static long take_next(struct controller *c, double now)
{
  struct failures *f = c->failures;
  const struct sp_schedule *plan = c->job->plan;
  for (; f->next < plan->n; f->next++) {
    const struct sp_message *message = &plan->msg[f->next];
    if (message->earliest[SP_OUT] > now) {
      c->wake[SP_OUT] = message->earliest[SP_OUT];
      return -1;
    }
    if (!f->down[message->to])
      return f->next++;
    fifo_push(&f->planned, &f->next);
  }
  return -1;
}

enum answer failures_ask_plan(struct controller *c, double now, long *message)
{
  struct failures *f = c->failures;
  *message = take_again(c);
  if (*message < 0)
    *message = take_next(c, now);
  if (*message >= 0) {
    fifo_push(&f->source, message);
    return CONTROLLER_ENGAGED;
  }
  c->closed[SP_OUT] = f->planned.n == 0 && f->next == c->job->plan->n;
  return c->closed[SP_OUT] ? CONTROLLER_CLOSED : CONTROLLER_LATER;
}

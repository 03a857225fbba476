/* Work that is lost when hosts and links go down, and what the master learns of it: the part of the
 * controller for that. The model is at the head of controller.h. */
#include "engine/failures.h"
#include "engine/arrivals.h"
#include "engine/note.h"
#include "engine/results.h"
#include "engine/tasks.h"
#include <stdlib.h>

/* Messages lost or taken back in a row without a unit computed in between; more would hardly end,
 * since units may take longer than workers stay up. One failure can lose all units that are sent
 * and not computed. */
static long most_in_a_row(const struct controller *c)
{
  return 10000 + 1000L * c->in->m + 10 * c->failures->most_open;
}

/* The same in the run: each is sent again and recorded again. */
static long most_losses(const struct controller *c)
{
  return 10000000 + 10 * c->failures->most_open;
}

/* Pieces of states in a row without a unit computed in between: SimGrid passes each of them. */
static long most_pieces(const struct controller *c)
{
  return 1000000 + 10000L * c->in->m;
}

/* Are the units at the workers at first? */
static bool moves_tasks(const struct controller *c)
{
  return !sp_from_master(c->in);
}

static const struct sp_profile *state(const struct sp_instance *in, enum part part, int i)
{
  static const struct sp_profile always = {.period = INFINITY};
  const struct sp_profile *profile = in->profile[part == HOST ? SP_HOST_STATE : SP_LINK_STATE];
  return profile && profile_least(&profile[i]) == 0 ? &profile[i] : &always;
}

/* A worker that does not compute is sent nothing of the master's work. */
static bool takes_messages(const struct controller *c, int i)
{
  return !sp_from_master(c->in) || isfinite(c->in->w[i].v);
}

void failures_open(struct controller *c)
{
  size_t lines = (size_t)c->in->m + 1;
  if (!sp_can_fail(c->in))
    return;
  struct failures *f = c->failures = sp_xcalloc(1, sizeof *f);
  f->open = f->most_open = moves_tasks(c) ? (long)c->in->total.v : 0;
  f->down = sp_xcalloc(lines, sizeof *f->down);
  f->change = sp_dates_in(sp_xcalloc(sp_dates_room((int)lines), sizeof(int64_t)), (int)lines);
  for (enum part part = HOST; part < PARTS; part++) {
    c->is_down[part] = sp_xcalloc(lines, sizeof *c->is_down[part]);
    f->notice[part] = sp_xcalloc(lines, sizeof *f->notice[part]);
    f->state[part] = sp_xcalloc(lines, sizeof *f->state[part]);
    for (int i = 1; i <= c->in->m; i++) {
      f->notice[part][i] = INFINITY;
      f->state[part][i] = state(c->in, part, i);
    }
  }
  for (int i = 1; i <= c->in->m; i++) {
    sp_dates_set(&f->change, i, 0);
    f->n_ready += takes_messages(c, i);
  }
}

void failures_close(struct controller *c)
{
  struct failures *f = c->failures;
  if (!f)
    return;
  for (enum part part = HOST; part < PARTS; part++) {
    free(c->is_down[part]);
    free(f->notice[part]);
    free(f->state[part]);
  }
  free(f->change.bits);
  free(f->down);
  free(f->planned.item);
  free(f->source.item);
  free(f->lost.item);
  free(f);
}

void controller_set_loser(struct controller *c, const struct loser *loser)
{
  c->failures->loser = *loser;
}

/* ---- What is sent. */

/* Has all the load been sent once? */
static bool all_sent(const struct controller *c)
{
  return c->failures->sent >= c->in->total.v * (1 - 1e-12);
}

void failures_engaged(struct controller *c, enum sp_port port, double amount)
{
  struct failures *f = c->failures;
  if (port == SP_IN)
    return;
  c->result->resends += all_sent(c);
  f->sent += amount;
  if (!moves_tasks(c) && ++f->open > f->most_open)
    f->most_open = f->open;
}

void failures_count_resends(struct controller *c)
{
  if (moves_tasks(c))
    c->result->resends = (long)fmax(c->failures->sent - (double)c->moved[SP_IN], 0);
}

/* Messages engaged, or units, are lost or taken back. */
static void count_losses(struct controller *c, long n)
{
  struct failures *f = c->failures;
  f->open -= moves_tasks(c) ? 0 : n;
  f->losses += n;
  f->all_losses += n;
}

/* Counts a loss; the message of a plan, and a task that arrived, wait until it is noticed. */
static void lose(struct controller *c, const struct hop *hop, bool stored)
{
  struct failures *f = c->failures;
  if (hop->message >= 0) /* it has been sent */
    c->result->wasted += hop->amount;
  count_losses(c, 1);
  if (c->online && !c->tasks)
    return;
  struct lost *lost = fifo_add(&f->lost, struct lost);
  *lost = (struct lost){.worker = hop->worker,
                        .stored = stored,
                        .message = c->online ? -1 : *fifo_at(&f->source, hop->message, long),
                        .task = hop->task,
                        .tasks = (long)hop->amount};
}

void controller_lost_unit(struct controller *c, const struct hop *unit)
{
  lose(c, unit, true);
}

long controller_lost_results(struct controller *c, int i)
{
  struct computed lost;
  long units = 0;
  for (long n = c->results ? c->results->waiting[i].n : 0; n > 0; n--) {
    fifo_pop(&c->results->waiting[i], &lost);
    if (c->viewing)
      views_result_lost(&c->views, i, lost.unit.amount, true);
    units += (long)lost.unit.amount;
    lose(c, &lost.unit, true);
  }
  return units;
}

void controller_lost_initial(struct controller *c, long units)
{
  count_losses(c, units);
}

bool controller_has_lost_all(const struct controller *c, int i)
{
  return c->failures && !c->in->lost_stay && isfinite(c->failures->notice[HOST][i]);
}

/* The task of a reception is at its sender as before. */
static void keep(struct controller *c, const struct hop *reception, double date)
{
  views_kept(&c->views, reception->worker, reception->relay != CONTROLLER_OWN, date);
}

void controller_lost_transfer(struct controller *c, enum sp_port port, const struct hop *hop,
                              double start, double date)
{
  bool out = port == SP_OUT;
  if (c->viewing)
    c->views.port_free[port] = date;
  if (counts(c, date))
    note(c, SP_TRANSFER, out ? 0 : hop->worker, out ? hop->worker : 0, hop->message, hop->amount,
         start, date, true);
  lose(c, hop, false);
  if (!out && c->results) {
    results_left(c, hop->worker);
    if (c->viewing)
      views_result_lost(&c->views, hop->worker, hop->amount, false);
  } else if (!out) {
    keep(c, hop, date);
  }
}

void controller_lost_computation(struct controller *c, const struct hop *unit, double start,
                                 double date)
{
  int i = unit->worker;
  if (counts(c, date))
    note(c, SP_COMPUTE, i, i, unit->message, unit->amount, start, date, true);
  if (c->in->lost_stay) {
    views_interrupted(&c->views, i);
    count_losses(c, 1);
  } else {
    lose(c, unit, true);
  }
}

/* Tasks that differ are at the master again, to be sent first. */
static void return_tasks(struct controller *c, long first, long n)
{
  if (c->tasks)
    tasks_again(c, first, n);
  if (c->arrivals)
    c->arrivals->waiting += n;
}

void controller_taken_back(struct controller *c, enum sp_port port, const struct hop *hop,
                           double date)
{
  count_losses(c, 1);
  if (port == SP_IN) {
    keep(c, hop, date);
    return;
  }
  c->failures->sent -= hop->amount;
  c->result->resends -= all_sent(c);
  if (!c->online)
    fifo_push(&c->failures->planned, fifo_at(&c->failures->source, hop->rank, long));
  return_tasks(c, hop->task, (long)hop->amount);
}

/* ---- What the master notices. */

/* The heuristic, or the plan, is asked again. */
static void reopen(struct controller *c)
{
  c->closed[SP_OUT] = c->closed[SP_IN] = false;
  c->idle_answers = 0;
}

/* The message is to be sent again, the task is at the master again. */
static void return_lost(struct controller *c, const struct lost *lost)
{
  if (!c->online)
    fifo_push(&c->failures->planned, &lost->message);
  return_tasks(c, lost->task, lost->tasks);
}

/* What worker i has lost is to be sent again; host: also what had come to it. */
static void send_again(struct controller *c, int i, bool host)
{
  struct failures *f = c->failures;
  struct lost lost;
  for (long n = f->lost.n; n > 0; n--) {
    fifo_pop(&f->lost, &lost);
    if (lost.worker == i && (host || !lost.stored))
      return_lost(c, &lost);
    else
      fifo_push(&f->lost, &lost);
  }
}

static void noticed(struct controller *c, int i, bool host, double date)
{
  struct failures *f = c->failures;
  f->pending--;
  if (!f->down[i]) {
    f->n_down++;
    f->n_ready -= takes_messages(c, i);
  }
  f->down[i] = true;
  send_again(c, i, host);
  if (c->viewing)
    views_down(&c->views, i, host, date);
  reopen(c);
}

/* Host and link of worker i are up. */
static void is_up(struct controller *c, int i, double date)
{
  struct failures *f = c->failures;
  if (!f->down[i])
    return;
  f->n_down--;
  f->n_ready += takes_messages(c, i);
  f->down[i] = false;
  if (c->viewing)
    views_up(&c->views, i, date);
  reopen(c);
}

/* The master notices failures after the timeout, or when the worker is up again. */
static void notice(struct controller *c, int i, double now)
{
  struct failures *f = c->failures;
  bool up = !c->is_down[HOST][i] && !c->is_down[LINK][i];
  for (enum part part = HOST; part < PARTS; part++) {
    double *due = &f->notice[part][i];
    if (isinf(*due) || (!up && *due > controller_reach(now)))
      continue;
    f->loser.take_back(f->loser.engine, i, now);
    noticed(c, i, part == HOST, now);
    *due = INFINITY;
  }
  if (up)
    is_up(c, i, now);
}

/* ---- States. */

/* The host or the link of worker i goes down now. */
static void fail(struct controller *c, int i, enum part part, double now)
{
  struct failures *f = c->failures;
  f->loser.lose_transfer(f->loser.engine, i, now);
  if (part == HOST && isfinite(c->in->w[i].v))
    f->loser.lose_units(f->loser.engine, i, now);
  if (isfinite(f->notice[part][i]))
    return;
  f->notice[part][i] = now + c->in->timeout.v;
  f->pending++;
}

/* The first date after `date` at which a state of worker i changes. */
static double next_piece(const struct failures *f, int i, double date)
{
  return fmin(profile_next(f->state[HOST][i], date), profile_next(f->state[LINK][i], date));
}

/* The host or link of worker i goes down or up now, or the master notices that one has. */
static void change_state(struct controller *c, int i, double now)
{
  struct failures *f = c->failures;
  bool is_down[PARTS];
  double date = sp_dates_get(&f->change, i), next;
  for (; (next = next_piece(f, i, date)) <= controller_reach(now); f->pieces++)
    date = next;
  for (enum part part = HOST; part < PARTS; part++)
    is_down[part] = !(sp_profile_factor(f->state[part][i], date) > 0);
  for (enum part part = HOST; part < PARTS; part++) {
    bool fails = is_down[part] && !c->is_down[part][i];
    c->is_down[part][i] = is_down[part];
    if (fails)
      fail(c, i, part, now);
  }
  notice(c, i, now);
  if (c->results)
    results_touch(c, i);
  f->loser.touch(f->loser.engine, i);
  for (enum part part = HOST; part < PARTS; part++)
    next = fmin(next, f->notice[part][i]);
  sp_dates_set(&f->change, i, next);
  f->pieces++;
}

double failures_next(const struct controller *c)
{
  const struct failures *f = c->failures;
  bool over = f->open == 0 && (moves_tasks(c) || (f->pending == 0 && c->closed[SP_OUT]));
  return over ? INFINITY : sp_dates_least(&f->change);
}

/* The run fails if it would hardly end, or record too much. */
static void check_limits(struct controller *c, double now)
{
  const struct failures *f = c->failures;
  if (f->losses > most_in_a_row(c))
    sp_run_fails(c->result,
                 "%ld messages lost or taken back in a row and no unit computed in between: units "
                 "may take longer than workers stay up",
                 most_in_a_row(c));
  else if (f->all_losses > most_losses(c))
    sp_run_fails(c->result,
                 "%ld messages lost or taken back by date %.17g: units may take longer than "
                 "workers stay up",
                 most_losses(c), now);
  else if (f->pieces > most_pieces(c))
    sp_run_fails(c->result,
                 "%ld pieces of the profiles of hosts and links have passed by date %.17g and no "
                 "unit has been computed in between",
                 most_pieces(c), now);
}

void failures_change(struct controller *c, double now)
{
  struct sp_dates *change = &c->failures->change;
  while (sp_dates_are_due(change, controller_reach(now)))
    change_state(c, sp_dates_due(change, controller_reach(now)), now);
  check_limits(c, now);
}

/* ---- Plans. */

/* The place in `planned` of the oldest message to send again whose worker is not known to be down;
 * -1: none. */
static long place_again(const struct controller *c)
{
  const struct fifo *planned = &c->failures->planned;
  for (long at = 0; at < planned->n; at++)
    if (!c->failures->down[c->job->plan->msg[*fifo_at(planned, at, long)].to])
      return at;
  return -1;
}

static void remove_again(struct fifo *planned, long at)
{
  for (; at + 1 < planned->n; at++)
    *fifo_at(planned, at, long) = *fifo_at(planned, at + 1, long);
  planned->n--;
}

/* The next message of the plan; leaves those to workers that are down for later. -1: none now. */
static long next_planned(struct controller *c, double now)
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
      return f->next;
    fifo_push(&f->planned, &f->next);
  }
  return -1;
}

enum answer failures_ask_plan(struct controller *c, double now, long *message)
{
  struct failures *f = c->failures;
  const struct sp_schedule *plan = c->job->plan;
  long again = place_again(c);
  *message = again >= 0 ? *fifo_at(&f->planned, again, long) : next_planned(c, now);
  if (*message >= 0 && !arrivals_lack(c, plan->msg[*message].amount)) {
    if (again >= 0)
      remove_again(&f->planned, again);
    else
      f->next++;
    fifo_push(&f->source, message);
    return CONTROLLER_ENGAGED;
  }
  c->closed[SP_OUT] = f->planned.n == 0 && f->next == plan->n;
  return c->closed[SP_OUT] ? CONTROLLER_CLOSED : CONTROLLER_LATER;
}

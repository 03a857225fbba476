/* Checks the way of each unit: from the worker that has it to the master, from there to another
 * worker, and to one computation.
 *
 * A trace names messages but not the task that a sender takes. So the tasks that a worker can send
 * are counted: its initial ones that it does not compute, from date 0, and those that it received
 * and does not compute, from their arrival. The sends are possible iff, both in order of date, the
 * j-th send starts after the j-th task is available; tasks left over were never computed. */
#include "base/memory.h"
#include "base/text.h"
#include "model/instance.h"
#include "validate/star.h"

#include <stdlib.h>

long place_of_worker(const void *check, const struct sp_event *e)
{
  (void)check;
  return worker_of(e);
}

/* The events with a message, in any order; *greatest: its number, -1: there are none. */
static struct selection select_messages(const struct sp_trace *trace, long *greatest)
{
  struct selection s = {0, sp_xrealloc(NULL, (size_t)trace->n, sizeof *s.event)};

  *greatest = -1;
  for (long j = 0; j < trace->n; j++)
    if (trace->event[j].message >= 0) {
      s.event[s.n++] = &trace->event[j];
      if (trace->event[j].message > *greatest)
        *greatest = trace->event[j].message;
    }
  return s;
}

/* Gathers the events of each message, in a table by its number or, if there are many more numbers
 * than events, by its rank. No part may occur twice; of several the least number is reported. */
static int gather(struct check *check)
{
  static const char *const twice[] = {"received by the master", "sent by the master", "computed"};
  const struct sp_event *first = NULL, *second = NULL;
  long greatest, rank = -1;
  struct selection s = select_messages(check->trace, &greatest);
  bool sparse = greatest / 4 > s.n;

  if (sparse)
    sort_events(&s, by_message);
  check->messages = sparse ? s.n : greatest + 1;
  check->message = sp_xcalloc((size_t)check->messages, sizeof *check->message);
  for (long j = 0; j < s.n; j++) {
    const struct sp_event *e = s.event[j];
    rank = !sparse ? e->message : rank + (j == 0 || e->message != s.event[j - 1]->message);
    const struct sp_event **part = &check->message[rank].part[role_of(e)];
    if (*part && (!second || e->message < second->message)) {
      first = *part;
      second = e;
    }
    check->message[rank].message = e->message;
    *part = *part ? *part : e;
  }
  free(s.event);
  return !second
             ? SP_OK
             : violation(&check->rules, "message %ld is %s twice, from %.12g and from %.12g",
                         second->message + 1, twice[role_of(second)], first->start, second->start);
}

static bool same_amount(const struct check *check, const struct sp_event *a,
                        const struct sp_event *b)
{
  double scale = fmax(a->amount, b->amount);
  return fabs(a->amount - b->amount) <= check->rules.amounts * scale;
}

/* Was the message computed where it arrived, after it arrived? */
static int check_computed(struct check *check, const struct message_events *s)
{
  const struct sp_event *emission = s->part[EMISSION], *work = s->part[COMPUTATION];

  if (!work)
    return SP_OK;
  if (!emission)
    return violation(&check->rules, "worker %d computes message %ld, which was never sent",
                     work->from, s->message + 1);
  if (emission->lost)
    return violation(&check->rules,
                     "worker %d computes message %ld, which was lost on its way at %.12g",
                     work->from, s->message + 1, emission->end);
  if (work->from != emission->to)
    return violation(&check->rules,
                     "worker %d computes message %ld, which never arrived there but at %d",
                     work->from, s->message + 1, emission->to);
  if (before(&check->rules, work->start, emission->end))
    return violation(&check->rules,
                     "worker %d computes message %ld at %.12g before its arrival at %.12g",
                     work->from, s->message + 1, work->start, emission->end);
  if (!same_amount(check, emission, work))
    return violation(
        &check->rules, "worker %d computes %.12g unit%s of message %ld, which brought %.12g",
        work->from, work->amount, sp_plural(work->amount), s->message + 1, emission->amount);
  return SP_OK;
}

/* With one reception port, tasks leave the master under the number under which they came. */
static int check_forwarded(struct check *check, const struct message_events *s)
{
  const struct sp_event *reception = s->part[RECEPTION], *emission = s->part[EMISSION];

  if (emission && !reception)
    return violation(&check->rules, "the master sends message %ld, which it never received",
                     s->message + 1);
  if (reception && !emission && !check->partial)
    return violation(&check->rules, "message %ld is received by the master but never sent on",
                     s->message + 1);
  if (emission && before(&check->rules, emission->start, reception->end))
    return violation(&check->rules,
                     "store and forward: the emission of message %ld starts at %.12g before its "
                     "reception ends at %.12g",
                     s->message + 1, emission->start, reception->end);
  return SP_OK;
}

/* With several, the k-th task to arrive is the k-th to leave, under any number. */
static int check_forwarded_in_order(struct check *check)
{
  const struct selection *in = &check->of[RECEPTION], *out = &check->of[EMISSION];

  sort_events(in, by_end);
  sort_events(out, by_start);
  for (long k = 0; k < out->n; k++) {
    if (k >= in->n)
      return violation(&check->rules, "the master sends message %ld, but it received only %ld",
                       out->event[k]->message + 1, in->n);
    if (before(&check->rules, out->event[k]->start, in->event[k]->end))
      return violation(&check->rules,
                       "store and forward: message %ld leaves the master at %.12g, when only %ld "
                       "of those it received have arrived (the next at %.12g)",
                       out->event[k]->message + 1, out->event[k]->start, k, in->event[k]->end);
  }
  if (in->n > out->n && !check->partial)
    return violation(&check->rules, "the master received %ld message%s but sent only %ld on", in->n,
                     sp_plural((double)in->n), out->n);
  return SP_OK;
}

static int check_messages(struct check *check)
{
  bool forwards = !sp_from_master(check->in);
  bool numbered = check->in->platform.node[0].ports.recv == 1;
  int code = SP_OK;

  for (long j = 0; j < check->messages && code == SP_OK; j++) {
    code = check_computed(check, &check->message[j]);
    if (code == SP_OK && forwards && numbered)
      code = check_forwarded(check, &check->message[j]);
  }
  if (code == SP_OK && forwards && !numbered)
    code = check_forwarded_in_order(check);
  return code;
}

/* What one worker has to send: `own` initial units, then n received ones, by arrival. */
struct stock {
  int worker;
  long own, n;
  const struct sp_event **received;
};

/* Do the sends of a worker, by start, find the tasks they need? Tells what is left over. */
static int check_sends(struct check *check, const struct stock *stock,
                       const struct sp_event *const *send, long n)
{
  for (long j = 0; j < n; j++) {
    long k = j - stock->own; /* initial units go first */
    if (k >= stock->n)
      return violation(&check->rules,
                       "worker %d sends message %ld at %.12g without a task to send: it had only "
                       "%ld that it does not compute",
                       stock->worker, send[j]->message + 1, send[j]->start, stock->own + stock->n);
    if (k >= 0 && before(&check->rules, send[j]->start, stock->received[k]->end))
      return violation(&check->rules,
                       "worker %d sends message %ld at %.12g before the task that it sends on "
                       "arrives (message %ld, at %.12g)",
                       stock->worker, send[j]->message + 1, send[j]->start,
                       stock->received[k]->message + 1, stock->received[k]->end);
  }
  return SP_OK;
}

/* Without a deadline everything must be computed; with an imbalance, everything moved. */
static int check_left(struct check *check, const struct stock *stock, long sends)
{
  const struct sp_instance *in = check->in;
  long left = stock->own + stock->n - sends;

  if (in->problem == SP_IMBALANCE) {
    long wanted = in->load[stock->worker].v < 0 ? (long)-in->load[stock->worker].v : 0;
    if (left == wanted)
      return SP_OK;
    return violation(&check->rules,
                     "worker %d is left with %ld task%s after its transfers, expected %ld",
                     stock->worker, left, sp_plural((double)left), wanted);
  }
  if (left > 0 && sends < stock->own)
    return violation(&check->rules, "worker %d never computes nor sends %ld of its initial units",
                     stock->worker, stock->own - sends);
  if (left > 0)
    return violation(&check->rules,
                     "message %ld, which arrived at worker %d at %.12g, is never computed",
                     stock->received[stock->n - 1]->message + 1, stock->worker,
                     stock->received[stock->n - 1]->end);
  return SP_OK;
}

/* Emissions whose unit is not computed where it arrived (empty chunks need not be). */
static struct selection not_computed(const struct check *check)
{
  struct selection s = {0, sp_xrealloc(NULL, (size_t)check->messages, sizeof *s.event)};

  for (long j = 0; j < check->messages; j++) {
    const struct sp_event *emission = check->message[j].part[EMISSION];
    if (emission && !check->message[j].part[COMPUTATION] && emission->amount > 0)
      s.event[s.n++] = emission;
  }
  return s;
}

/* Initial units of worker i that it does not compute: L_i less the computations without a message.
 * Less than 0: it computes more than it has. */
static long count_own(const struct check *check, int i)
{
  const struct sp_instance *in = check->in;
  const struct sp_event *const *work = events_at(check, COMPUTATION, i);
  long own = sp_from_master(in) || in->load[i].v < 0 ? 0 : (long)in->load[i].v;

  for (long j = 0; j < count_at(check, COMPUTATION, i); j++)
    own -= work[j]->message < 0;
  return own;
}

/* own[i]: see count_own. Refuses the first computation of a unit that its worker does not have. */
static int check_own(struct check *check, long *own)
{
  const struct sp_instance *in = check->in;
  const struct sp_event *first = NULL;

  for (int i = 1; i <= in->m; i++) {
    own[i] = count_own(check, i);
    if (own[i] >= 0)
      continue;
    sort_groups(&check->at[COMPUTATION], in->m + 1, by_start);
    const struct sp_event *const *work = events_at(check, COMPUTATION, i);
    long j = count_at(check, COMPUTATION, i);
    for (long more = -own[i]; more > 0;)
      more -= work[--j]->message < 0;
    if (!first || by_start(&work[j], &first) < 0)
      first = work[j];
  }
  return !first ? SP_OK
                : violation(&check->rules,
                            "worker %d computes an initial unit at %.12g, more than the %.12g "
                            "that it had",
                            first->from, first->start,
                            sp_from_master(in) ? 0 : in->load[first->from].v);
}

/* First whether every send finds its task, of all workers: what is left over may only follow. */
static int check_workers(struct check *check)
{
  int m = check->in->m;
  struct selection left = not_computed(check);
  struct groups received = deal(&left, m + 1, place_of_worker, check, by_end);
  long *own = sp_xcalloc((size_t)m + 1, sizeof *own);

  sort_groups(&check->at[RECEPTION], m + 1, by_start);
  int code = check_own(check, own);
  for (int pass = 0; pass < (check->partial ? 1 : 2); pass++)
    for (int i = 1; i <= m && code == SP_OK; i++) {
      long n = count_at(check, RECEPTION, i);
      struct stock stock = {i, own[i], received.first[i + 1] - received.first[i],
                            received.event + received.first[i]};
      code = pass == 0 ? check_sends(check, &stock, events_at(check, RECEPTION, i), n)
                       : check_left(check, &stock, n);
    }
  free(own);
  free(left.event);
  groups_clear(&received);
  return code;
}

/* Units at the master: no more than there are, and all unless there is a deadline. */
static int check_total(struct check *check)
{
  const struct selection *out = &check->of[EMISSION];
  double total = check->in->total.v, sent = 0, slack = 0;

  if (check->in->problem == SP_DIVISIBLE && !isinf(total))
    slack = check->rules.amounts * total;
  for (long k = 0; k < out->n; k++)
    sent += out->event[k]->amount;
  if (sent > total + slack)
    return violation(&check->rules,
                     "the master sends %.12g unit%s, more than the %.12g that it had", sent,
                     sp_plural(sent), total);
  if (sent < total - slack && !check->partial)
    return violation(&check->rules, "the master sends only %.12g unit%s of its %.12g", sent,
                     sp_plural(sent), total);
  return SP_OK;
}

int check_units(struct check *check)
{
  int code = gather(check);

  if (code == SP_OK)
    code = check_messages(check);
  if (code == SP_OK && sp_can_fail(check->in))
    return check_failures(check);
  if (code == SP_OK)
    code = check_workers(check);
  if (code == SP_OK && sp_from_master(check->in))
    code = check_total(check);
  return code;
}

/* A worker's n computations, by start: first its initial units, then the others in the order of
 * their arrival, which are at arrival[place in the trace]. */
static int check_order(struct check *check, long n, const struct sp_event *const *work,
                       const double *arrival)
{
  for (long j = 1; j < n; j++) {
    const struct sp_event *e = work[j], *earlier = work[j - 1];
    if (e->message < 0 && earlier->message < 0)
      continue;
    double came = arrival[e - check->trace->event];
    double earlier_came = arrival[earlier - check->trace->event];
    bool late = e->message < 0 && earlier->message >= 0;
    if (!late && !before(&check->rules, came, earlier_came))
      continue;
    if (!before(&check->rules, earlier->start, e->start) || e->amount == 0 || earlier->amount == 0)
      continue; /* which of them began first is not known, or nothing was computed */
    if (late)
      return violation(&check->rules,
                       "worker %d computes an initial unit at %.12g after message %ld, expected "
                       "initial units first",
                       e->from, e->start, earlier->message + 1);
    return violation(&check->rules,
                     "worker %d computes message %ld, which arrived at %.12g, after message %ld, "
                     "which arrived at %.12g, expected the order of arrival",
                     e->from, e->message + 1, came, earlier->message + 1, earlier_came);
  }
  return SP_OK;
}

int check_orders(struct check *check)
{
  int m = check->in->m, code = SP_OK;
  double *arrival = sp_xcalloc((size_t)check->trace->n, sizeof *arrival);

  sort_groups(&check->at[COMPUTATION], m + 1, by_start);
  for (long k = 0; k < check->messages; k++)
    if (check->message[k].part[COMPUTATION])
      arrival[check->message[k].part[COMPUTATION] - check->trace->event] =
          check->message[k].part[EMISSION]->end;
  for (int i = 1; i <= m && code == SP_OK; i++)
    code = check_order(check, count_at(check, COMPUTATION, i), events_at(check, COMPUTATION, i),
                       arrival);
  free(arrival);
  return code;
}

/* Checks the way of each unit of a star: from the worker that has it to the master, from there to
 * another worker, and to one computation.
 *
 * A trace names messages but not the task that a sender takes. So the tasks that a worker can send
 * are its stock: at date 0 its initial ones that it does not compute, then those that it receives
 * and does not compute, from their arrival. Tasks left over were never computed. */
#include "base/memory.h"
#include "base/text.h"
#include "model/instance.h"
#include "validate/star.h"

/* No message is received, sent or computed twice. */
static bool check_once(const struct star *star)
{
  static const char *const twice[] = {"received by the master", "sent by the master", "computed"};
  const struct sp_event *pair[2];

  return !world_repeats(&star->world, pair) ||
         violation(&star->world, "message %ld is %s twice, from %.12g and from %.12g",
                   pair[0]->message + 1, twice[role_of(pair[0])], pair[0]->start, pair[1]->start);
}

/* Was the message computed where it arrived, after it arrived? */
static bool check_computed(const struct star *star, const struct message_events *s)
{
  const struct sp_event *emission = s->part[EMISSION], *work = s->part[COMPUTATION];
  const struct world *w = &star->world;

  if (!work)
    return true;
  long number = work->message + 1;
  if (!emission)
    return violation(w, "worker %d computes message %ld, which was never sent", work->from, number);
  if (emission->lost)
    return violation(w, "worker %d computes message %ld, which was lost on its way at %.12g",
                     work->from, number, emission->end);
  if (work->from != emission->to)
    return violation(w, "worker %d computes message %ld, which never arrived there but at %d",
                     work->from, number, emission->to);
  if (before(w, work->start, emission->end))
    return violation(w, "worker %d computes message %ld at %.12g before its arrival at %.12g",
                     work->from, number, work->start, emission->end);
  if (fabs(emission->amount - work->amount) > w->amounts * fmax(emission->amount, work->amount))
    return violation(w, "worker %d computes %.12g unit%s of message %ld, which brought %.12g",
                     work->from, work->amount, sp_plural(work->amount), number, emission->amount);
  return true;
}

/* The result of a computation comes to the master, after it. */
static bool check_result(const struct star *star, const struct message_events *s)
{
  const struct sp_event *work = s->part[COMPUTATION], *result = s->part[RECEPTION];
  const struct world *w = &star->world;

  if (!result)
    return !work || star->partial || w->can_fail || !sp_returns(star->in, work->from) ||
           violation(w, "the result of message %ld, computed at %.12g, never returns",
                     work->message + 1, work->end);
  long number = result->message + 1;
  if (!work || work->lost || work->from != result->from)
    return violation(w, "worker %d sends the result of message %ld, which it does not compute",
                     result->from, number);
  if (before(w, result->start, work->end))
    return violation(w, "the result of message %ld leaves at %.12g before it is computed at %.12g",
                     number, result->start, work->end);
  if (fabs(result->amount - work->amount) > w->amounts * fmax(result->amount, work->amount))
    return violation(w, "the result of message %ld is of %.12g unit%s, of which %.12g are computed",
                     number, result->amount, sp_plural(result->amount), work->amount);
  return true;
}

/* With one reception port, tasks leave the master under the number under which they came. */
static bool check_forwarded(const struct star *star, const struct message_events *s)
{
  const struct sp_event *reception = s->part[RECEPTION], *emission = s->part[EMISSION];
  const struct world *w = &star->world;

  if (emission && !reception)
    return violation(w, "the master sends message %ld, which it never received",
                     emission->message + 1);
  if (reception && !emission && !star->partial)
    return violation(w, "message %ld is received by the master but never sent on",
                     reception->message + 1);
  if (emission && before(w, emission->start, reception->end))
    return violation(w,
                     "store and forward: the emission of message %ld starts at %.12g before its "
                     "reception ends at %.12g",
                     emission->message + 1, emission->start, reception->end);
  return true;
}

/* With several, the k-th task to arrive is the k-th to leave, under any number. */
static bool check_forwarded_in_order(const struct star *star)
{
  const struct world *w = &star->world;
  struct selection in = star_all(star, RECEPTION);
  struct stock stock = {0, in.n, arrivals_of(&in), star_sorted(star, EMISSION), NULL};
  struct lack lack = find_lack(w, &stock);
  bool good = true;

  if (lack.event && lack.arrived == in.n)
    good = violation(w, "the master sends message %ld, but it received only %ld",
                     lack.event->message + 1, in.n);
  else if (lack.event)
    good = violation(w,
                     "store and forward: message %ld leaves the master at %.12g, when only %ld "
                     "of those it received have arrived (the next at %.12g)",
                     lack.event->message + 1, lack.event->start, lack.arrived,
                     stock.arrival[lack.arrived].date);
  else if (in.n > stock.own.n && !star->partial)
    good = violation(w, "the master received %ld message%s but sent only %ld on", in.n,
                     sp_plural((double)in.n), stock.own.n);
  free((void *)stock.arrival);
  free(stock.own.event);
  return good;
}

static bool check_messages(const struct star *star)
{
  bool forwards = !sp_from_master(star->in) && !star->world.can_fail;
  bool numbered = star->in->platform.node[0].ports.recv == 1;
  const struct world *w = &star->world;

  for (long j = 0; j < w->messages; j++)
    if (!check_computed(star, &w->message[j]) ||
        (sp_from_master(star->in) && !check_result(star, &w->message[j])) ||
        (forwards && numbered && !check_forwarded(star, &w->message[j])))
      return false;
  return !forwards || numbered || check_forwarded_in_order(star);
}

/* ---- What workers have to send. */

bool check_sends(const struct star *star, int i, const struct stock *stock)
{
  const struct world *w = &star->world;
  struct lack lack = find_lack(w, stock);

  if (!lack.event)
    return true;
  if (lack.arrived == stock->arrivals)
    return violation(w,
                     "worker %d sends message %ld at %.12g without a task to send: it had only "
                     "%.12g that it does not compute",
                     i, lack.event->message + 1, lack.event->start,
                     stock->held + (double)stock->arrivals);
  return violation(w,
                   "worker %d sends message %ld at %.12g before the task that it sends on "
                   "arrives (message %ld, at %.12g)",
                   i, lack.event->message + 1, lack.event->start,
                   stock->arrival[lack.arrived].event->message + 1,
                   stock->arrival[lack.arrived].date);
}

/* Without a deadline everything must be computed; with an imbalance, everything moved. */
static bool check_left(const struct star *star, int i, const struct stock *stock)
{
  const struct world *w = &star->world;
  double own = stock->held, sends = (double)stock->own.n;
  double left = own + (double)stock->arrivals - sends;

  if (star->in->problem == SP_IMBALANCE) {
    double wanted = fmax(-star->in->load[i].v, 0);
    if (left == wanted)
      return true;
    return violation(w, "worker %d is left with %.12g task%s after its transfers, expected %.12g",
                     i, left, sp_plural(left), wanted);
  }
  if (left > 0 && sends < own)
    return violation(w, "worker %d never computes nor sends %.12g of its initial units", i,
                     own - sends);
  if (left > 0)
    return violation(w, "message %ld, which arrived at worker %d at %.12g, is never computed",
                     stock->arrival[stock->arrivals - 1].event->message + 1, i,
                     stock->arrival[stock->arrivals - 1].date);
  return true;
}

static int receiver_of(const void *data, const struct sp_event *e, long place[MOST_PLACES])
{
  (void)data;
  place[0] = e->to;
  return 1;
}

struct groups not_computed(const struct star *star)
{
  const struct world *w = &star->world;
  struct selection s = {0, sp_xrealloc(NULL, (size_t)w->messages, sizeof *s.event)};

  for (long j = 0; j < w->messages; j++) {
    const struct sp_event *emission = w->message[j].part[EMISSION];
    if (emission && !emission->lost && !w->message[j].part[COMPUTATION] && emission->amount > 0)
      s.event[s.n++] = emission;
  }
  struct groups by = deal(&s, star->in->m + 1, receiver_of, NULL, NULL);
  free(s.event);
  return by;
}

bool count_own(const struct star *star, double *own)
{
  const struct sp_instance *in = star->in;
  const struct sp_event *first = NULL;

  for (int i = 1; i <= in->m; i++) {
    struct selection work = star_events(star, COMPUTATION, i);
    sort_events(&work, by_start);
    own[i] = sp_from_master(in) ? 0 : fmax(in->load[i].v, 0);
    for (long j = 0; j < work.n; j++)
      if (work.event[j]->message < 0 && !work.event[j]->lost && --own[i] == -1 &&
          (!first || by_start(&work.event[j], &first) < 0))
        first = work.event[j];
  }
  return !first ||
         violation(&star->world,
                   "worker %d computes an initial unit at %.12g, more than the %.12g that it had",
                   first->from, first->start, sp_from_master(in) ? 0 : in->load[first->from].v);
}

/* First whether every send finds its task, of all workers: what is left over may only follow. */
static bool check_workers(const struct star *star)
{
  int m = star->in->m;
  struct stock *stock = sp_xcalloc((size_t)m + 1, sizeof *stock);
  double *own = sp_xcalloc((size_t)m + 1, sizeof *own);
  struct groups received = not_computed(star);
  bool good = count_own(star, own);

  for (int i = 1; i <= m && good; i++) {
    struct selection in = group(&received, i);
    struct selection sends = star_events(star, RECEPTION, i);
    sends.n = sp_from_master(star->in) ? 0 : sends.n; /* results are no tasks */
    stock[i] = (struct stock){own[i], in.n, arrivals_of(&in), sends, NULL};
    sort_events(&stock[i].own, by_start);
    good = check_sends(star, i, &stock[i]);
  }
  for (int i = 1; i <= m && good && !star->partial; i++)
    good = check_left(star, i, &stock[i]);
  for (int i = 1; i <= m; i++)
    free((void *)stock[i].arrival);
  groups_clear(&received);
  free(own);
  free(stock);
  return good;
}

/* Units at the master: no more than there are, and all unless there is a deadline. */
static bool check_sent(const struct star *star)
{
  double total = star->in->total.v, sent = star_sum(star, EMISSION);
  double slack = isinf(total) ? 0 : star->world.amounts * total;

  if (sent > total + slack)
    return violation(&star->world, "the master sends %.12g unit%s, more than the %.12g that it had",
                     sent, sp_plural(sent), total);
  if (sent < total - slack && !star->partial)
    return violation(&star->world, "the master sends only %.12g unit%s of its %.12g", sent,
                     sp_plural(sent), total);
  return true;
}

bool check_units(const struct star *star)
{
  return check_once(star) && check_messages(star);
}

bool check_kept(const struct star *star)
{
  return check_workers(star) && (!sp_from_master(star->in) || check_sent(star)) &&
         (!star->in->release || check_arrived(star));
}

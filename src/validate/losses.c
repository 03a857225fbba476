/* What becomes of the units of a star whose hosts and links go down (bag, divisible): units that
 * are lost are computed after all, once, and not sent again before the loss is noticed. */
#include "base/memory.h"
#include "base/text.h"
#include "model/instance.h"
#include "validate/star.h"

/* The master notices a loss on the way to worker i, or there, after the timeout, or when host and
 * link are up again. */
double loss_noticed(const struct star *star, int i, double lost)
{
  const struct lane *lane = &star->world.lane[star_lane(star, EMISSION, i)];
  double up = lost, last;
  do {
    last = up;
    for (int k = 0; k < STATES; k++)
      if (lane->state[k])
        up = fmax(up, integral_first(lane->state[k], last, false));
  } while (up > last);
  return fmin(lost + star->in->timeout.v, up);
}

/* The date at which the message is lost; INFINITY: it is not. */
static double loss_of(const struct star *star, const struct message_events *s)
{
  const struct sp_event *emission = s->part[EMISSION], *work = s->part[COMPUTATION];
  const struct sp_event *result = s->part[RECEPTION];
  if (emission->lost)
    return emission->end;
  if (work && work->lost)
    return work->end;
  if (result)
    return result->lost ? result->end : INFINITY;
  if (work)
    return sp_returns(star->in, work->from) ? host_fails(star, work->from, work->end) : INFINITY;
  return emission->amount > 0 ? host_fails(star, emission->to, emission->end) : INFINITY;
}

/* A computed unit whose result returns has sent it before its host failed, or is lost then. */
static bool check_fate_of_result(const struct star *star, const struct message_events *s,
                                 double lost)
{
  const struct world *w = &star->world;
  const struct sp_event *work = s->part[COMPUTATION], *result = s->part[RECEPTION];
  if (!sp_returns(star->in, work->from))
    return true;
  double fails = host_fails(star, work->from, work->end);
  if (result && before(w, fails, result->start))
    return violation(w,
                     "worker %d sends the result of message %ld at %.12g, which it lost at %.12g",
                     work->from, work->message + 1, result->start, fails);
  if (!result && isinf(lost) && !star->partial)
    return violation(w, "the result of message %ld, computed at %.12g, neither returns nor is lost",
                     work->message + 1, work->end);
  return true;
}

/* What became of each message; its loss, if any, is appended. */
static bool check_fate(const struct star *star, const struct message_events *s,
                       struct stock *master, struct arrival *loss)
{
  const struct world *w = &star->world;
  const struct sp_event *emission = s->part[EMISSION], *work = s->part[COMPUTATION];
  if (!emission)
    return true;
  double lost = loss_of(star, s), fails = host_fails(star, emission->to, emission->end);
  if (work && before(w, fails, work->start))
    return violation(w, "worker %d computes message %ld from %.12g on, which it lost at %.12g",
                     work->to, emission->message + 1, work->start, fails);
  if (work && !work->lost && !check_fate_of_result(star, s, lost))
    return false;
  if (!work && emission->amount > 0 && isinf(lost) && !star->partial)
    return violation(w,
                     "message %ld, which arrived at worker %d at %.12g, is neither computed "
                     "nor lost",
                     emission->message + 1, emission->to, emission->end);
  if (isfinite(lost))
    loss[master->arrivals++] =
        (struct arrival){loss_noticed(star, emission->to, lost), emission->amount, NULL};
  return true;
}

bool check_sent_of(const struct star *star, const struct stock *master)
{
  struct lack lack = find_lack(&star->world, master);

  if (!lack.event)
    return true;
  return violation(&star->world,
                   "by %.12g the master has sent %.12g unit%s, but only %.12g were there or "
                   "known to be lost",
                   lack.event->start, lack.begun, sp_plural(lack.begun), lack.had);
}

static bool check_none_initial(const struct star *star)
{
  struct selection work = star_all(star, COMPUTATION);

  for (long j = 0; j < work.n; j++)
    if (work.event[j]->message < 0)
      return violation(&star->world, "worker %d computes an initial unit at %.12g, but has none",
                       work.event[j]->from, work.event[j]->start);
  return true;
}

/* Units that are computed and whose results, if they return, have not come. */
static double without_result(const struct star *star)
{
  double sum = 0;
  for (long j = 0; sp_from_master(star->in) && j < star->world.messages; j++) {
    const struct sp_event *work = star->world.message[j].part[COMPUTATION],
                          *result = star->world.message[j].part[RECEPTION];
    if (work && !work->lost && sp_returns(star->in, work->from) && (!result || result->lost))
      sum += work->amount;
  }
  return sum;
}

bool check_done(const struct star *star)
{
  double total = star->in->total.v, done = star_sum(star, COMPUTATION) - without_result(star);
  double slack = isinf(total) ? 0 : star->world.amounts * total;

  if (done > total + slack || (done < total - slack && !star->partial))
    return violation(&star->world, "%.12g unit%s computed, expected %.12g", done,
                     done == 1 ? " is" : "s are", total);
  return true;
}

/* How many tasks arrive. */
static long releases(const struct sp_instance *in)
{
  return in->release ? (long)in->total.v : 0;
}

/* They are the first arrivals; returns their number. */
static long add_releases(const struct sp_instance *in, struct arrival *arrival)
{
  for (long k = 0; k < releases(in); k++)
    arrival[k] = (struct arrival){in->release[k], 1, NULL};
  return releases(in);
}

bool check_arrived(const struct star *star)
{
  struct arrival *arrival = sp_xcalloc((size_t)releases(star->in), sizeof *arrival);
  struct stock master = {0, add_releases(star->in, arrival), arrival, star_sorted(star, EMISSION),
                         NULL};
  bool good = check_sent_of(star, &master);
  free(master.own.event);
  free(arrival);
  return good;
}

bool check_losses(const struct star *star)
{
  const struct sp_instance *in = star->in;
  struct arrival *loss = sp_xcalloc((size_t)(star->world.messages + releases(in)), sizeof *loss);
  struct stock master = {in->release ? 0 : in->total.v, add_releases(in, loss), loss,
                         star_sorted(star, EMISSION), NULL};
  bool good = true;

  for (long j = 0; j < star->world.messages && good; j++)
    good = check_fate(star, &star->world.message[j], &master, loss);
  sort_arrivals(loss, master.arrivals);
  good = good && check_sent_of(star, &master) && check_none_initial(star) && check_done(star);
  free(master.own.event);
  free(loss);
  return good;
}

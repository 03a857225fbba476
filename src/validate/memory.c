/* Memory: the units of a divisible load that a worker holds at any date, those that have been sent
 * to it less those that it has computed, are no more than fit.
 *
 * They become more at the starts of messages alone. A date may be wrong by the tolerance, so what
 * is computed by the later date counts. A computation that a deadline cuts off is not recorded: it
 * begins as soon as it can. */
#include "validate/star.h"

/* The share of a computation that is done by a date, which lies within it. */
static double share_by(const struct integral *rate, const struct sp_event *work, double date)
{
  double done = date - work->start, all = work->end - work->start;

  if (rate) {
    done = integral_between(rate, work->start, date);
    all = integral_between(rate, work->start, work->end);
  }
  return all > 0 ? fmin(done / all, 1) : 1;
}

/* The units that are freed by a date; of those of `work`, by start, the first *ended have ended,
 * and *sum is what they are. */
static double freed_by(const struct star *star, const struct selection *work, double date,
                       long *ended, double *sum)
{
  const struct sp_event *e;

  for (; *ended < work->n && work->event[*ended]->end <= date; ++*ended)
    *sum += work->event[*ended]->amount;
  if (*ended == work->n || star->in->free_by_chunk || work->event[*ended]->start >= date)
    return *sum;
  e = work->event[*ended];
  return *sum + e->amount * share_by(world_integral(&star->world, SP_SPEED, e->from), e, date);
}

/* The message whose computation is cut off by the deadline: the first that is not computed. NULL:
 * none. */
static const struct sp_event *cut_off(const struct star *star, const struct selection *sent)
{
  for (long j = 0; star->partial && j < sent->n; j++)
    if (sent->event[j]->amount > 0 && !message_of(&star->world, sent->event[j])->part[COMPUTATION])
      return sent->event[j];
  return NULL;
}

/* The units of it that are computed by a date; `idle` is the end of all other computations. */
static double cut_by(const struct star *star, const struct sp_event *message, double idle,
                     double date)
{
  const struct integral *rate = world_integral(&star->world, SP_SPEED, message->to);
  double begun = fmax(message->end, idle), w = star->in->w[message->to].v;

  if (star->in->free_by_chunk || !(date > begun))
    return 0;
  if (star->world.durations == SP_DURATIONS_ANY)
    return message->amount;
  double time = rate ? integral_between(rate, begun, date) : date - begun;
  return fmin(time / w, message->amount);
}

static bool check_worker(const struct star *star, int i)
{
  const struct world *w = &star->world;
  struct selection sent = star_events(star, EMISSION, i), work = star_events(star, COMPUTATION, i);
  double came = 0, computed = 0, idle = 0, most = star->in->memory[i].v;
  char what[DESCRIPTION];
  long ended = 0;

  sort_events(&sent, by_start);
  sort_events(&work, by_start);
  const struct sp_event *cut = cut_off(star, &sent);
  for (long j = 0; j < work.n; j++)
    idle = fmax(idle, work.event[j]->end);
  for (long j = 0; j < sent.n; j++) {
    const struct sp_event *e = sent.event[j];
    came += e->amount;
    double date = e->start * (1 + w->tolerance);
    double held = came - freed_by(star, &work, date, &ended, &computed);
    held -= cut ? cut_by(star, cut, idle, date) : 0;
    if (held > most + 2 * w->amounts * most + w->tolerance * came)
      return violation(w,
                       "worker %d holds %.12g units when %s starts at %.12g, more than its memory "
                       "of %.12g",
                       i, held, w->describe(e, what), e->start, most);
  }
  return true;
}

bool check_memory(const struct star *star)
{
  bool good = true;

  for (int i = 1; i <= star->in->m && good; i++)
    good = isinf(star->in->memory[i].v) || check_worker(star, i);
  return good;
}

/* The validator of hosts and links that go down (bag, divisible): what was under way when, and that
 * lost units are computed after all, once. See star.h. */
#include "base/memory.h"
#include "base/num.h"
#include "base/text.h"
#include "validate/star.h"

#include <stdlib.h>

/* The state of a worker or its link; what cannot go down is always up. */
static double first(const struct check *check, enum sp_changing kind, int i, double date, bool down)
{
  static const struct sp_profile always = {.period = INFINITY};
  static const struct integral up = {.profile = &always};
  return integral_first(check->integral[kind] ? &check->integral[kind][i] : &up, date, down);
}

/* A unit may come within rounding before the date at which the host is up again. */
double host_fails(const struct check *check, int i, double date)
{
  double later = date + check->rules.tolerance * date;
  double down = first(check, SP_HOST_STATE, i, later, true);
  return down > later ? down : date;
}

/* The first date from `date` on at which what the event needs is down. */
static double fails(const struct check *check, const struct sp_event *e, double date)
{
  double host = first(check, SP_HOST_STATE, worker_of(e), date, true);
  if (e->kind == SP_COMPUTE)
    return host;
  return fmin(host, first(check, SP_LINK_STATE, worker_of(e), date, true));
}

int check_state(struct check *check, const struct sp_event *e)
{
  const struct rules *rules = &check->rules;
  const char *what = e->kind == SP_COMPUTE ? "computation" : "transfer";
  double slack = rules->tolerance * e->end;
  double down = fails(check, e, e->start + slack);

  if (e->start < e->end && down < e->end - slack)
    return violation(rules,
                     "worker %d's %s of message %ld lasts from %.12g to %.12g, but its host "
                     "or link is down at %.12g",
                     worker_of(e), what, e->message + 1, e->start, e->end, down);
  if (e->lost && fmin(down, fails(check, e, fmax(e->end - slack, 0))) > e->end + slack)
    return violation(rules,
                     "worker %d's %s of message %ld is lost at %.12g, when its host and link "
                     "are up",
                     worker_of(e), what, e->message + 1, e->end);
  return SP_OK;
}

/* ---- Units. */

/* Units that are lost at a date. */
struct loss {
  double noticed, amount;
};

static int by_notice(const void *a, const void *b)
{
  const struct loss *x = a, *y = b;
  return SP_COMPARE(x->noticed, y->noticed);
}

/* The master notices a loss of worker i after the timeout, or when host and link are up again. */
static double noticed(const struct check *check, int i, double lost)
{
  double up = lost, other;
  while ((other = fmax(first(check, SP_HOST_STATE, i, up, false),
                       first(check, SP_LINK_STATE, i, up, false))) > up)
    up = other;
  return fmin(lost + check->in->timeout.v, up);
}

/* The date at which the message is lost; INFINITY: it is not. */
static double loss_of(const struct check *check, const struct message_events *s)
{
  const struct sp_event *emission = s->part[EMISSION], *work = s->part[COMPUTATION];
  if (emission->lost)
    return emission->end;
  if (work)
    return work->lost ? work->end : INFINITY;
  return emission->amount > 0 ? host_fails(check, emission->to, emission->end) : INFINITY;
}

/* What became of each message; its loss, if any, is appended. */
static int check_fate(struct check *check, const struct message_events *s, struct loss *loss,
                      long *losses)
{
  const struct rules *rules = &check->rules;
  const struct sp_event *emission = s->part[EMISSION], *work = s->part[COMPUTATION];
  if (!emission)
    return SP_OK;
  double lost = loss_of(check, s);
  if (work && before(rules, host_fails(check, work->to, emission->end), work->start))
    return violation(rules, "worker %d computes message %ld from %.12g on, which it lost at %.12g",
                     work->to, s->message + 1, work->start,
                     host_fails(check, work->to, emission->end));
  if (!work && emission->amount > 0 && isinf(lost) && !check->partial)
    return violation(rules,
                     "message %ld, which arrived at worker %d at %.12g, is neither computed "
                     "nor lost",
                     s->message + 1, emission->to, emission->end);
  if (isfinite(lost))
    loss[(*losses)++] = (struct loss){noticed(check, emission->to, lost), emission->amount};
  return SP_OK;
}

/* At each date the master has sent no more than it had: the load, and the losses noticed. */
static int check_sent(struct check *check, struct loss *loss, long losses)
{
  const struct selection *out = &check->of[EMISSION];
  double had = check->in->total.v, sent = 0;
  double slack = check->in->problem == SP_DIVISIBLE ? check->rules.amounts * had : 0;
  long k = 0;

  if (isinf(had))
    return SP_OK;
  qsort(loss, (size_t)losses, sizeof *loss, by_notice);
  sort_events(out, by_start);
  for (long j = 0; j < out->n; j++) {
    const struct sp_event *e = out->event[j];
    for (; k < losses && !before(&check->rules, e->start, loss[k].noticed); k++)
      had += loss[k].amount;
    sent += e->amount;
    if (sent > had + slack)
      return violation(&check->rules,
                       "by %.12g the master has sent %.12g unit%s, but only %.12g were there or "
                       "known to be lost",
                       e->start, sent, sp_plural(sent), had);
  }
  return SP_OK;
}

/* The units computed are those of the load. */
static int check_done(struct check *check)
{
  const struct selection *work = &check->of[COMPUTATION];
  double total = check->in->total.v, done = 0, slack = 0;

  if (check->in->problem == SP_DIVISIBLE && !isinf(total))
    slack = check->rules.amounts * total;
  for (long j = 0; j < work->n; j++) {
    const struct sp_event *e = work->event[j];
    if (e->message < 0)
      return violation(&check->rules, "worker %d computes an initial unit at %.12g, but has none",
                       e->from, e->start);
    done += e->lost ? 0 : e->amount;
  }
  if (done > total + slack || (done < total - slack && !check->partial))
    return violation(&check->rules, "%.12g unit%s computed, expected %.12g", done,
                     done == 1 ? " is" : "s are", total);
  return SP_OK;
}

int check_failures(struct check *check)
{
  struct loss *loss = sp_xcalloc((size_t)check->messages, sizeof *loss);
  long losses = 0;
  int code = SP_OK;

  for (long j = 0; j < check->messages && code == SP_OK; j++)
    code = check_fate(check, &check->message[j], loss, &losses);
  if (code == SP_OK)
    code = check_sent(check, loss, losses);
  if (code == SP_OK)
    code = check_done(check);
  free(loss);
  return code;
}

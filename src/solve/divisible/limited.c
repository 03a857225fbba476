/* The best chunks of a fixed activation sequence with chunk limits: see chunks.h.
 *
 * For a price lambda of the load and a time x after the end of the last message each message is
 *
 *   empty    if its column is too dear without a weight: lambda <= c Y + w Z (see weights.h)
 *   full     if it reaches its limit before its computation ends at T: it has no weight
 *   between  else: its column and its row are tight
 *
 * Weights follow from the first message to the last, where the full ones are known, and chunks from
 * the last to the first, where the empty ones are known. The two are repeated until they agree. The
 * least x with which the weights add up to at most 1, what is missing being the weight of the end
 * of the last message, makes both optimal for lambda. The load grows with lambda: where it passes
 * what is asked for, the solutions before and after, both optimal for that lambda, share it. The
 * weights just below and above x are shared likewise.
 *
 * Weights and chunks need not agree where a full message also has a part of its weight, so that
 * another one lies between its limits without a weight. Then the solution is only near the optimum,
 * and a good start for the linear programme. */
#include "solve/divisible/chunks.h"
#include "solve/divisible/weights.h"

/* Repetitions in which messages may become full and not full; further ones are seldom. */
static const int patience = 8;

/* Messages that the sweeps may visit: about half a second. */
static const double most_visited = 5e7;

/* The optimum for a price and an x. */
struct priced {
  double x, load, time, rest; /* rest: the weight of the end of the last message */
  bool *active, *full;
  double *chunk, *y;
};

struct search {
  struct sp_context *cx;
  const struct sp_instance *in;
  long n;
  const int *sequence;
  double *most, *scratch; /* [0..m] the most of a chunk */
  bool *full;             /* where the next evaluation begins */
  struct priced middle;   /* scratch memory */
  double lambda;          /* of the solution before */
  double visited;         /* messages so far */
};

static struct priced priced_new(const struct search *s)
{
  return (struct priced){.active = sp_new(s->cx, s->n, bool),
                         .full = sp_new(s->cx, s->n, bool),
                         .chunk = sp_new(s->cx, s->n, double),
                         .y = sp_new(s->cx, s->n, double)};
}

static void swap(struct priced *a, struct priced *b)
{
  struct priced old = *a;
  *a = *b;
  *b = old;
}

static void forget(const struct search *s)
{
  for (int i = 1; i <= s->in->m; i++)
    s->scratch[i] = 0;
}

/* As much as possible for each active message. Marks up to `allowed` of those that
 * differ as full or, unless `more`, as not full. Returns how many differ. */
static long fill(const struct search *s, struct priced *a, long allowed, bool more)
{
  double D = a->x, *R = s->scratch; /* R: what the worker still computes */
  long differ = 0;
  forget(s);
  a->load = 0;
  for (long k = s->n - 1; k >= 0; k--) {
    int i = s->sequence[k];
    double chunk = a->active[k] ? fmin((D - R[i]) / s->in->w[i].v, s->most[i]) : 0;
    bool full = a->active[k] && chunk == s->most[i];
    if (full != s->full[k] && (full || !more) && differ++ < allowed)
      s->full[k] = full;
    a->chunk[k] = chunk;
    R[i] = full ? R[i] + s->in->w[i].v * chunk : a->active[k] ? D : R[i];
    D += s->in->latency[i].v + s->in->c[i].v * chunk;
    a->load += chunk;
  }
  a->time = D;
  return differ;
}

/* Weights and chunks, in turn until they agree on the full messages: of those that differ all at
 * first, then the last half, which depend on the fewest others, and which only become full. */
static void evaluate(struct search *s, double lambda, double x, struct priced *a)
{
  long differ = 2 * s->n;
  a->x = x;
  for (int tries = 0; differ > 0 && s->visited < most_visited; tries++) {
    for (long k = 0; k < s->n; k++)
      a->full[k] = s->full[k];
    a->rest = sp_weights_at(s->cx, s->in, s->n, s->sequence, lambda, a->full, a->y, a->active);
    bool more = tries >= patience;
    differ = fill(s, a, more ? (differ + 1) / 2 : s->n, more);
    s->visited += (double)s->n;
  }
}

static bool within(const struct search *s, const struct priced *a)
{
  return a->load <= s->in->total.v && a->time <= s->in->deadline.v;
}

/* The least x between the two with which the weights add up to at most 1; *under: just below it,
 * with an x < 0 if there is none. It is that at which a message becomes full, so it is often one of
 * the two. Unless `exactly`, only until both are near and on one side of the load asked for. */
static void raise(struct search *s, double lambda, double low, double high, bool exactly,
                  struct priced *a, struct priced *under)
{
  under->x = -1;
  evaluate(s, lambda, low, a);
  if (a->rest >= 0)
    return;
  swap(a, under);
  evaluate(s, lambda, high, a);
  for (double x = nextafter(high, low); x > under->x && x < a->x;
       x = under->x + (a->x - under->x) / 2) {
    if (!exactly && a->x - under->x < 0x1p-10 * a->x && within(s, a) == within(s, under))
      return;
    evaluate(s, lambda, x, &s->middle);
    swap(&s->middle, s->middle.rest >= 0 ? a : under);
  }
}

/* An x and a price with which all messages are full. */
static void greatest(const struct search *s, double *x, double *lambda)
{
  *x = *lambda = 0;
  forget(s);
  for (long k = 0; k < s->n; k++) {
    int i = s->sequence[k];
    s->scratch[i] += s->in->w[i].v * s->most[i];
    *x = fmax(*x, s->scratch[i]);
    *lambda = fmax(*lambda, 2 * (s->in->c[i].v + s->in->w[i].v));
  }
}

/* The solutions before and after the price at which the load passes what is asked for; *under: just
 * below the x of the one before. False if the load never passes it. */
static bool bisect(struct search *s, struct priced *before, struct priced *after,
                   struct priced *under)
{
  double low = 0, high, least = 0, most;
  bool passed = false;
  greatest(s, &most, &high);
  for (;;) {
    double lambda = low + (high - low) / 2;
    if (!(lambda > low && lambda < high))
      break;
    raise(s, lambda, least, most, false, before, under);
    if (within(s, before)) {
      low = lambda;
      least = under->x < 0 ? before->x : under->x;
    } else {
      high = lambda;
      most = before->x;
      passed = true;
    }
  }
  raise(s, high, least, most, true, after, under);
  raise(s, low, least, most, true, before, under);
  s->lambda = low;
  if (before->x > 0 && under->x < 0) {
    evaluate(s, low, nextafter(before->x, 0), under);
    under->x = under->rest < 0 ? under->x : -1;
  }
  return passed;
}

/* Of the messages that become active at this price the last ones first, so that early ones stay
 * empty and can be dropped: see active.c. */
static void split_tie(struct search *s, struct priced *before, struct priced *after)
{
  for (;;) {
    long more = 0;
    for (long k = 0; k < s->n; k++)
      more += after->active[k] && !before->active[k];
    if (more <= 1 || before->x != after->x)
      return;
    more /= 2;
    s->middle.x = before->x;
    for (long k = s->n - 1; k >= 0; k--) {
      bool becomes = after->active[k] && !before->active[k];
      s->middle.active[k] = before->active[k] || (becomes && more > 0);
      more -= becomes;
    }
    fill(s, &s->middle, s->n, false);
    for (long k = 0; k < s->n; k++)
      s->middle.full[k] = s->full[k];
    bool less = within(s, &s->middle);
    if (less) { /* the weights are those of the price */
      double *y = s->middle.y;
      s->middle.y = before->y;
      before->y = y;
      s->middle.rest = before->rest;
    }
    swap(&s->middle, less ? before : after);
  }
}

/* Where the linear programme starts: the messages as they are before, and the one whose chunk grows
 * from there. With it another row is tight: that of the full message whose weight vanishes at this
 * x, or that of the end of the last message. If the sweeps have not ended: anywhere. */
static void start_from(const struct search *s, const struct priced *before,
                       const struct priced *after, const struct priced *under,
                       struct sp_lp_message *start)
{
  long grows = -1, vanishes = before->x > 0 ? -1 : s->n - 1;
  for (long k = 0; k < s->n; k++) {
    bool between = s->visited >= most_visited || (before->active[k] && !before->full[k]);
    start[k].chunk = between ? SP_LP_DETERMINED : before->active[k] ? SP_LP_UPPER : SP_LP_LOWER;
    start[k].tight = between;
    if (after->active[k] && !before->active[k])
      grows = k;
    if (under->x >= 0 && before->full[k] && under->y[k] > 0)
      vanishes = k;
  }
  if (grows >= 0 && vanishes >= 0 && !start[vanishes].tight) {
    start[grows].chunk = SP_LP_DETERMINED;
    start[vanishes].tight = true;
  }
}

/* The weights of both sides of x that add up to 1. */
static void share_weights(const struct search *s, struct priced *before, const struct priced *under)
{
  if (under->x < 0 || !(before->rest > 0))
    return;
  double part = before->rest / (before->rest - under->rest);
  for (long k = 0; k < s->n; k++)
    before->y[k] += part * (under->y[k] - before->y[k]);
  before->rest = 0;
}

static void share(const struct search *s, const struct priced *before, const struct priced *after,
                  bool passed, double *chunk)
{
  double part = fmin((s->in->total.v - before->load) / (after->load - before->load),
                     (s->in->deadline.v - before->time) / (after->time - before->time));
  for (long k = 0; k < s->n; k++)
    chunk[k] =
        passed ? before->chunk[k] + part * (after->chunk[k] - before->chunk[k]) : before->chunk[k];
}

static struct search search_new(struct sp_context *cx, const struct sp_instance *in,
                                const struct sp_division *d)
{
  struct search s = {cx, in, d->n, d->sequence, .most = sp_new(cx, in->m + 1, double)};
  s.scratch = sp_new(cx, in->m + 1, double);
  s.full = sp_new(cx, d->n, bool);
  s.middle = priced_new(&s);
  for (int i = 1; i <= in->m; i++)
    s.most[i] =
        fmin(fmin(sp_chunk_limit(in, i), in->total.v), in->deadline.v / (in->c[i].v + in->w[i].v));
  return s;
}

bool sp_limited_chunks(struct sp_context *cx, const struct sp_instance *in, struct sp_division *d,
                       struct sp_lp_message *start)
{
  const void *mark = sp_mark(cx);
  struct search s = search_new(cx, in, d);
  struct priced before = priced_new(&s), after = priced_new(&s), under = priced_new(&s);
  bool passed = bisect(&s, &before, &after, &under);
  if (passed)
    split_tie(&s, &before, &after);
  start_from(&s, &before, &after, &under, start);
  share_weights(&s, &before, &under);
  share(&s, &before, &after, passed, d->chunk);
  double load, time = sp_sequence_fit(cx, in, d->n, d->sequence, d->chunk, &load);
  bool by_deadline = in->deadline.v < INFINITY;
  bool all = fabs(load - in->total.v) <= 1e-12 * in->total.v;
  d->value = by_deadline ? load : time;
  bool proven = (all || by_deadline) &&
                sp_weights_prove(cx, in, d->n, d->sequence, s.lambda, before.y,
                                 fmax(before.rest, 0), load, all ? time : in->deadline.v);
  sp_release(cx, mark);
  return proven;
}

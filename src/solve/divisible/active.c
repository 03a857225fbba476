/* The best chunks of a fixed activation sequence without chunk limits: see chunks.h.
 *
 * For a price lambda of the load the least weights (solve/divisible/weights.h) name the active
 * messages A. In the linear system of A each row with a weight and each column with a chunk is
 * tight, so its chunks are optimal for that price. A grows with lambda.
 *
 *   the greatest lambda: any x >= 0 will do, so it serves the load U(A) and more
 *   less: the end of the last message has a weight, too, so x = 0 and the load is U(A)
 *
 * A load in between is shared by the systems before and after the lambda at which U(A) passes it.
 * Where several messages become active at one lambda, as with equal links, the optimum is not
 * unique. The last ones then become active first, so that early ones stay empty and can be dropped.
 */
#include "solve/divisible/chunks.h"
#include "solve/divisible/weights.h"

struct search {
  struct sp_context *cx;
  const struct sp_instance *in;
  long n;
  const int *sequence;
  double lambda, *y, rest; /* weights; that of the end of the last message */
};

/* The linear system of the active messages with x = 0. */
struct system {
  bool *active;
  double load, time;
};

static struct system system_new(const struct search *s)
{
  return (struct system){.active = sp_new(s->cx, s->n, bool)};
}

/* Solves the system; true if it carries less than is asked for. */
static bool within(const struct search *s, struct system *a)
{
  struct sp_affine load, time;
  sp_linear_sweep(s->cx, s->in, s->n, s->sequence, a->active, &load, &time);
  a->load = load.constant;
  a->time = time.constant;
  return a->load <= s->in->total.v && a->time <= s->in->deadline.v;
}

/* *middle takes the place of one of the two ends. */
static void narrow(struct system *middle, struct system *end)
{
  struct system old = *end;
  *end = *middle;
  *middle = old;
}

static void weigh(struct search *s, double lambda, bool *active)
{
  s->lambda = lambda;
  s->rest = sp_weights_at(s->cx, s->in, s->n, s->sequence, lambda, s->y, active);
}

/* The systems before and after the lambda at which the load passes what is asked for. False if it
 * does not until there are no weights for a greater lambda; then *after is not of the next one. */
static bool bisect(struct search *s, struct system *before, struct system *after)
{
  double low = 0, high = sp_weights_most(s->in, s->n, s->sequence);
  bool passed = false;
  struct system middle = system_new(s);
  for (;;) {
    double lambda = low + (high - low) / 2;
    if (!(lambda > low && lambda < high))
      break;
    weigh(s, lambda, middle.active);
    bool weights = s->rest >= 0, less = weights && within(s, &middle);
    *(less ? &low : &high) = lambda;
    passed = less ? passed : weights;
    if (less || weights)
      narrow(&middle, less ? before : after);
  }
  weigh(s, low, middle.active);
  return passed;
}

/* Of the messages that become active between the two, those whose columns are tight: near the
 * greatest lambda others follow within its last digit. */
static void become_tight(const struct search *s, const struct system *before,
                         const struct system *after, bool *active)
{
  const void *mark = sp_mark(s->cx);
  double Y = s->rest, *Z = sp_new(s->cx, s->in->m + 1, double);
  for (long k = 0; k < s->n; k++)
    Y += s->y[k];
  for (long k = 0; k < s->n; k++) {
    int i = s->sequence[k];
    Z[i] += s->y[k];
    double column = s->in->c[i].v * Y + s->in->w[i].v * Z[i];
    active[k] = before->active[k] || (after->active[k] && column <= s->lambda * (1 + 1e-12));
    Y -= s->y[k];
  }
  sp_release(s->cx, mark);
}

/* The same among the messages that become active at this lambda, the last ones first. */
static void split_tie(const struct search *s, struct system *before, struct system *after)
{
  struct system middle = system_new(s);
  become_tight(s, before, after, middle.active);
  for (;;) {
    narrow(&middle, within(s, &middle) ? before : after);
    long more = 0;
    for (long k = 0; k < s->n; k++)
      more += after->active[k] && !before->active[k];
    if (more <= 1)
      return;
    more /= 2;
    for (long k = s->n - 1; k >= 0; k--) {
      middle.active[k] = before->active[k] || (after->active[k] && more > 0);
      more -= middle.active[k] && !before->active[k];
    }
  }
}

/* The chunks between those of the two systems. */
static void share(const struct search *s, const struct system *before, const struct system *after,
                  double *chunk)
{
  double *other = sp_new(s->cx, s->n, double);
  double part = fmin((s->in->total.v - before->load) / (after->load - before->load),
                     (s->in->deadline.v - before->time) / (after->time - before->time));
  sp_linear_fill(s->cx, s->in, s->n, s->sequence, before->active, 0, chunk);
  sp_linear_fill(s->cx, s->in, s->n, s->sequence, after->active, 0, other);
  for (long k = 0; k < s->n; k++)
    chunk[k] += part * (other[k] - chunk[k]);
}

static void divide(struct search *s, double *chunk)
{
  struct system before = system_new(s), after = system_new(s);
  within(s, &before);
  if (bisect(s, &before, &after)) {
    split_tie(s, &before, &after);
    share(s, &before, &after, chunk);
  } else { /* the greatest lambda: any x */
    struct sp_affine load, time;
    sp_linear_sweep(s->cx, s->in, s->n, s->sequence, before.active, &load, &time);
    sp_linear_fill(s->cx, s->in, s->n, s->sequence, before.active, sp_linear_x(s->in, load, time),
                   chunk);
  }
}

bool sp_active_chunks(struct sp_context *cx, const struct sp_instance *in, struct sp_division *d)
{
  const void *mark = sp_mark(cx);
  double load;
  struct search s = {cx, in, d->n, d->sequence, 0, sp_new(cx, d->n, double), 0};
  divide(&s, d->chunk);
  bool by_deadline = in->deadline.v < INFINITY;
  bool proven = sp_chunks_within(in, d->n, d->sequence, d->chunk);
  double time = sp_sequence_fit(cx, in, d->n, d->sequence, d->chunk, &load);
  bool all = load >= in->total.v * (1 - 1e-12); /* no if costs of 1e300 were too much for doubles */
  d->value = by_deadline ? load : time;
  proven =
      proven && (all || by_deadline) &&
      sp_weights_prove(cx, in, d->n, d->sequence, s.y, s.rest, load, all ? time : in->deadline.v);
  sp_release(cx, mark);
  return proven;
}

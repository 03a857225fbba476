/* Weights that prove the optimum of a fixed activation sequence: see solve/divisible/weights.h.
 *
 * Y_{n+1} is concave and decreasing in lambda: by induction each Y_k is, since Z is the greatest of
 * convex functions. So Newton's method comes from the right to the greatest lambda, in finitely
 * many steps, since only finitely many sets of messages can have weights. Each step is a walk over
 * the messages in which all is affine in lambda.
 *
 * Weights grow from round to round where the links could feed the workers several times: what
 * lambda lacks by rounding can grow to any size until the last message. So the weights are kept as
 * far as they depend little on it, and the walk goes on from there: it is affine in t, by which
 * lambda and the weights so far differ from those that are kept, and t is too small to change
 * those. */
#include "solve/divisible/weights.h"
#include "solve/divisible/cyclic.h"

static const double far_below = -1e100; /* as good as any negative Y: from here it could overflow */

/* What is known before message `from`, affine in t. */
struct walk {
  const struct sp_instance *in;
  const int *sequence;
  long n, from;
  struct sp_affine lambda, Y;
  double lost;                 /* of Y by rounding */
  struct sp_affine *Z, *moved; /* [0..m]: Z at `from`; scratch memory for Z */
};

static double at(struct sp_affine a, double t)
{
  return a.constant + a.coefficient * t;
}

/* Y - y, and what it lacks by rounding: Y is the difference of thousands of weights. */
static double take(double Y, double y, double *lost)
{
  double left = Y - (y - *lost);
  *lost = (Y - left) - (y - *lost);
  return left;
}

/* The weight that makes the column of message k tight. */
static struct sp_affine tight(const struct walk *walk, long k, struct sp_affine Y,
                              const struct sp_affine *Z)
{
  int i = walk->sequence[k];
  double c = walk->in->c[i].v, rate = 1 / walk->in->w[i].v;
  return (struct sp_affine){(walk->lambda.constant - c * Y.constant) * rate - Z[i].constant,
                            (walk->lambda.coefficient - c * Y.coefficient) * rate -
                                Z[i].coefficient};
}

/* The values at t become the constants. */
static void settle(struct walk *walk, double t)
{
  walk->lambda.constant = at(walk->lambda, t);
  walk->Y.constant = at(walk->Y, t);
  for (int i = 1; i <= walk->in->m; i++)
    walk->Z[i].constant = at(walk->Z[i], t);
}

/* Walks on to the end, or until t matters, and settles the values there. y, active: may be NULL. */
static void advance(struct walk *walk, double t, double *y, bool *active)
{
  while (walk->from < walk->n && at(walk->Y, t) > far_below) {
    int i = walk->sequence[walk->from];
    struct sp_affine tight_y = tight(walk, walk->from, walk->Y, walk->Z);
    bool positive = at(tight_y, t) > 0;
    if (y) {
      y[walk->from] = positive ? at(tight_y, t) : 0;
      active[walk->from] = positive;
    }
    walk->from++;
    if (!positive)
      continue;
    walk->Y.constant = take(walk->Y.constant, tight_y.constant, &walk->lost);
    walk->Y.coefficient -= tight_y.coefficient;
    walk->Z[i].constant += tight_y.constant;
    walk->Z[i].coefficient += tight_y.coefficient;
    if (fabs(t * walk->Y.coefficient) >= 1)
      break;
  }
  settle(walk, t);
}

/* Y_{n+1} at t, and its slope. */
static struct sp_affine end(const struct walk *walk, double t)
{
  struct walk copy = *walk;
  copy.Z = walk->moved;
  for (int i = 1; i <= walk->in->m; i++)
    copy.Z[i] = walk->Z[i];
  advance(&copy, t, NULL, NULL);
  advance(&copy, 0, NULL, NULL);
  return copy.Y;
}

/* Newton's method from a t with Y_{n+1} < 0, by bisection where rounding stops it. Returns the
 * least t found with Y_{n+1} <= 0: to its left messages without weights may hide the slope. */
static double root(const struct walk *walk, double t)
{
  double low = -INFINITY, high = t, jump = 0x1p-52 * fabs(t);
  for (;;) {
    struct sp_affine Y = end(walk, t);
    if (Y.constant == 0)
      return t;
    *(Y.constant < 0 ? &high : &low) = t;
    t -= Y.constant / Y.coefficient;
    if (!(t > low && t < high)) {
      t = isinf(low) ? high - jump : low + (high - low) / 2;
      jump *= 2;
    }
    if (!(t > low && t < high))
      return high;
  }
}

/* A small t with Y_{n+1} <= 0. */
static double right_of_root(const struct walk *walk, double t)
{
  while (t > 0 && t < INFINITY && end(walk, t).constant > 0)
    t *= 16;
  return t;
}

static struct walk start(struct sp_context *cx, const struct sp_instance *in, long n,
                         const int *sequence)
{
  struct walk walk = {in, sequence, n, 0, {0, 1}, {1, 0}, 0, NULL, NULL};
  walk.Z = sp_new(cx, in->m + 1, struct sp_affine);
  walk.moved = sp_new(cx, in->m + 1, struct sp_affine);
  return walk;
}

double sp_weights_at(struct sp_context *cx, const struct sp_instance *in, long n,
                     const int *sequence, double lambda, double *y, bool *active)
{
  const void *mark = sp_mark(cx);
  double lost = 0, Y = 1, *Z = sp_new(cx, in->m + 1, double);
  for (long k = 0; k < n; k++) {
    int i = sequence[k];
    double tight_y = (lambda - in->c[i].v * Y) / in->w[i].v - Z[i];
    active[k] = tight_y > 0;
    y[k] = fmax(tight_y, 0);
    Y = take(Y, y[k], &lost);
    Z[i] += y[k];
  }
  sp_release(cx, mark);
  return Y;
}

void sp_weights(struct sp_context *cx, const struct sp_instance *in, long n, const int *sequence,
                double *y, bool *active)
{
  const void *mark = sp_mark(cx);
  struct walk walk = start(cx, in, n, sequence);
  double t = 0;
  for (long k = 0; k < n; k++)
    t = fmax(t, in->c[sequence[k]].v + in->w[sequence[k]].v);
  for (long kept = -1; walk.from < n && walk.from > kept;) { /* costs of 1e300 can end it early */
    kept = walk.from;
    t = root(&walk, t);
    advance(&walk, t, y, active);
    t = right_of_root(&walk, 0x1p-50 * fabs(t));
  }
  sp_release(cx, mark);
}

bool sp_weights_prove(struct sp_context *cx, const struct sp_instance *in, long n,
                      const int *sequence, const double *y, double rest, double load, double time)
{
  const void *mark = sp_mark(cx);
  double *Z = sp_new(cx, in->m + 1, double);
  double sum = rest, lambda = INFINITY, startups = 0, P = 0, lost = 0;
  for (long k = 0; k < n; k++)
    sum = take(sum, -y[k], &lost);
  double Y = sum;
  for (long k = 0; k < n; k++) {
    int i = sequence[k];
    P += in->latency[i].v;
    startups += y[k] * P;
    Z[i] += y[k];
    lambda = fmin(lambda, in->c[i].v * fmax(Y, 0) + in->w[i].v * Z[i]);
    Y = take(Y, y[k], &lost);
  }
  startups += rest * P;
  sp_release(cx, mark);
  return sum > 0 && sum < INFINITY && time * sum - (lambda * load + startups) <= 1e-13 * time * sum;
}

bool sp_linear_optimal(struct sp_context *cx, const struct sp_instance *in, long n,
                       const int *sequence, double load, double time)
{
  const void *mark = sp_mark(cx);
  double *y = sp_new(cx, n, double);
  sp_weights(cx, in, n, sequence, y, sp_new(cx, n, bool));
  bool proven = sp_weights_prove(cx, in, n, sequence, y, 0, load, time);
  sp_release(cx, mark);
  return proven;
}

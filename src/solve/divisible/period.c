/* The periodic schedule of a divisible load: see cyclic.h.
 *
 * Period r of k starts at the master at (r - 1) P, P = a W/k + b, with the same messages in the
 * same order. Worker i has its chunk o_i later and computes it in q_i. A chunk arrives every P and
 * is computed in q_i, so the greater of the two decides when the worker ends:
 *
 *   o_i + q_i + (k - 1) max(P, q_i)      o_i = sum_{j <= i} (S_j + c_j chunk_j), q_i = w_i chunk_i
 */
#include "base/text.h"
#include "model/instance.h"
#include "solve/divisible/cyclic.h"

/* Their run needs 1.5 GiB, less than a campaign's limit; that of twice as many more than it. */
static const double most_messages = 1 << 23;

const struct sp_period *sp_period_new(struct sp_context *cx, const struct sp_instance *in)
{
  struct sp_period *p = sp_new(cx, 1, struct sp_period);
  double port = 0;
  p->in = in;
  p->worker = sp_new(cx, in->m, int);
  p->share = sp_new(cx, in->m, double);
  int all = sp_order_workers(cx, in, in->c, NULL, p->worker);
  for (; p->n < all; p->n++) {
    int i = p->worker[p->n];
    double c = in->c[i].v, w = in->w[i].v, left = 1 - port;
    double beta = c > left * w ? left / c : 1 / w;
    if (!(beta > 0))
      break;
    port += beta * c;
    p->share[p->n] = beta;
    p->rho += beta;
    p->a2 = fmax(p->a2, beta * w);
    p->b += in->latency[i].v;
    if (c > left * w)
      port = 1; /* by definition, without rounding errors */
  }
  p->a = port / p->rho;
  p->a2 /= p->rho;
  for (int j = 0; j < p->n; j++)
    p->share[j] /= p->rho;
  if (!(p->b > 0)) {
    sp_refuse(cx, "the workers to use have no start-up times, so more periods are always better");
    return NULL;
  }
  return p;
}

double sp_period_length(const struct sp_period *p, double W, double k)
{
  return fmax(p->a * W / k + p->b, p->a2 * W / k);
}

/* Values that differ by rounding are ties, as in exact arithmetic. */
double sp_period_count(const struct sp_period *p, double W)
{
  double root = sqrt(p->a * W / p->b), knee = (p->a2 - p->a) * W / p->b;
  double tried[] = {1, floor(root), ceil(root), floor(knee), ceil(knee)};
  double k = 1, least = 2 * sp_period_length(p, W, 1);
  for (int j = 1; j < 5; j++) {
    double time = (tried[j] + 1) * sp_period_length(p, W, tried[j]);
    if (!(tried[j] >= 1))
      continue;
    if (time < least * (1 - 1e-14) || (time <= least * (1 + 1e-14) && tried[j] < k)) {
      least = time;
      k = tried[j];
    }
  }
  return k;
}

double sp_period_makespan(const struct sp_period *p, double W, double k)
{
  const struct sp_instance *in = p->in;
  double P = p->a * W / k + p->b, arrival = 0, makespan = 0;
  for (int j = 0; j < p->n; j++) {
    int i = p->worker[j];
    double chunk = p->share[j] * W / k, work = chunk * in->w[i].v;
    arrival += sp_message_time(in, i, chunk);
    makespan = fmax(makespan, arrival + work + (k - 1) * fmax(P, work));
  }
  return makespan;
}

double sp_period_bisect(const struct sp_period *p, double most,
                        bool (*early)(void *data, double W, double k), void *data)
{
  double lo = 0, hi = most;
  if (!(hi > 0))
    return 0;
  if (early(data, hi, sp_period_count(p, hi)))
    return hi;
  for (;;) {
    double mid = lo + (hi - lo) / 2;
    if (!(mid > lo && mid < hi))
      return lo;
    if (early(data, mid, sp_period_count(p, mid)))
      lo = mid;
    else
      hi = mid;
  }
}

int sp_period_divide(struct sp_context *cx, const struct sp_period *p, double k,
                     struct sp_division *out)
{
  if (!(k * p->n <= most_messages))
    return sp_refuse(
        cx,
        "start-ups are so short that %.12g periods of %d message%s would be best; a plan "
        "has at most %.12g messages",
        k, p->n, sp_plural(p->n), most_messages);
  *out = sp_division_new(cx, (long)k * p->n, p->n, p->worker);
  return 0;
}

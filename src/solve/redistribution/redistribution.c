/* The times of a redistribution as the heuristics use them: the least integers in the proportions
 * of the data where these are exact, else the doubles. With exact times, ties, floors and ceilings
 * are those of the paper; dividing by the common factor makes a plan independent of the unit of
 * time. */
#include "solve/redistribution/redistribution.h"
#include "base/num.h"

/* The sum of two times up to this one fits the 53 bits of a double. */
static const double largest_exact = 0x1p52;

/* x * D, an integer. */
static int64_t times(struct sp_num x, int64_t D)
{
  return x.num * (D / x.den);
}

/* Sets c[1..m] to c_i + S_i and w[1..m] to w_i (0 where w_i is infinite), all multiplied by the
 * least common denominator of the finite times, which is returned; 0 if there is none below 2^62.
 */
static int64_t exact_times(struct sp_context *cx, const struct sp_instance *in, int64_t *c,
                           int64_t *w)
{
  struct sp_num *list = sp_new(cx, 3 * in->m, struct sp_num);
  int n = 0;
  for (int i = 1; i <= in->m; i++) {
    list[n++] = in->c[i];
    list[n++] = in->latency[i];
    if (in->w[i].v < INFINITY)
      list[n++] = in->w[i];
  }
  int64_t D = sp_num_common(list, n);
  for (int i = 1; i <= in->m && D > 0; i++) {
    c[i] = times(in->c[i], D) + times(in->latency[i], D);
    w[i] = in->w[i].v < INFINITY ? times(in->w[i], D) : 0;
  }
  return D;
}

/* Sets c and w to integers; false if there are none below 2^52. */
static bool set_integers(struct sp_context *cx, struct sp_redistribution *p, int multiple)
{
  int64_t *c = sp_new(cx, p->m + 1, int64_t), *w = sp_new(cx, p->m + 1, int64_t);
  int64_t D = exact_times(cx, p->in, c, w);
  uint64_t divisor = 0;
  if (D == 0)
    return false;
  for (int i = 1; i <= p->m; i++)
    divisor = sp_gcd(sp_gcd(divisor, (uint64_t)c[i]), (uint64_t)w[i]);
  int64_t common = divisor > 0 ? (int64_t)divisor : 1;
  double sum = 0, factor = multiple;
  for (int i = 1; i <= p->m; i++) {
    p->c[i] = factor * (double)(c[i] / common);
    p->w[i] = p->in->w[i].v < INFINITY ? factor * (double)(w[i] / common) : INFINITY;
    sum = fmax(sum, fmax(p->c[i], p->w[i] < INFINITY ? p->w[i] : 0));
  }
  p->mul = (double)common;
  p->div = (double)D * factor;
  return sum * (p->tasks + 4) * 2 < largest_exact;
}

static void set_reals(struct sp_redistribution *p)
{
  for (int i = 1; i <= p->m; i++) {
    p->c[i] = p->in->c[i].v + p->in->latency[i].v;
    p->w[i] = p->in->w[i].v;
  }
  p->mul = p->div = 1;
}

struct sp_redistribution *sp_redistribution_new(struct sp_context *cx, const struct sp_instance *in,
                                                int multiple)
{
  struct sp_redistribution *p = sp_new(cx, 1, struct sp_redistribution);
  int m = p->m = in->m;
  p->in = in;
  p->c = sp_new(cx, m + 1, double);
  p->w = sp_new(cx, m + 1, double);
  p->f = sp_new(cx, m + 1, double);
  p->load = sp_new(cx, m + 1, double);
  for (int i = 1; i <= m; i++) {
    p->load[i] = in->load[i].v;
    p->tasks += in->load[i].v;
  }
  p->exact = set_integers(cx, p, multiple);
  if (!p->exact)
    set_reals(p);
  for (int i = 1; i <= m; i++)
    p->f[i] = p->load[i] > 0 ? p->load[i] * p->w[i] : 0;
  p->by_c = sp_order(cx, m, p->c);
  p->uniform = p->c[p->by_c[0]] == p->c[p->by_c[m - 1]];
  return p;
}

struct sp_state sp_redistribution_state(struct sp_context *cx, const struct sp_redistribution *p,
                                        long places)
{
  struct sp_state_worker *worker = sp_new(cx, p->m + 1, struct sp_state_worker);
  for (int i = 1; i <= p->m; i++) {
    worker[i].c = p->c[i];
    worker[i].w = p->w[i];
    worker[i].places = p->in->buffer[i] < places ? p->in->buffer[i] : places;
  }
  return sp_state_of(cx, p->m, worker);
}

double sp_redistribution_time(const struct sp_redistribution *p, double time)
{
  return time * p->mul / p->div;
}

/* The times of a redistribution as the heuristics compute with them: the least integers in the
 * proportions of the data where these are exact, else the doubles. Exact times make ties, floors
 * and ceilings mean what the paper means; dividing by the common factor makes a plan independent of
 * the unit of time. */
#include <starport/redistribution.h>

#include <stdlib.h>

/* Times up to here leave room for a sum of two within the 53 bits of a double. */
static const double largest_exact = 0x1p52;

static int64_t gcd(int64_t a, int64_t b)
{
  while (b) {
    int64_t r = a % b;
    a = b;
    b = r;
  }
  return a;
}

/* x * D, where sp_num_common has promised that it is an integer of 62 bits. */
static int64_t times(struct sp_num x, int64_t D)
{
  return x.num * (D / x.den);
}

/* Lists the finite times of an instance; returns how many. */
static int finite_times(const struct sp_instance *in, struct sp_num *list)
{
  int n = 0;
  for (int i = 1; i <= in->m; i++) {
    list[n++] = in->c[i];
    list[n++] = in->latency[i];
    if (in->w[i].v < INFINITY)
      list[n++] = in->w[i];
  }
  return n;
}

/* Sets c, w to integers, or returns false where the data have none of less than 2^52. */
static bool set_integers(struct sp_context *cx, struct sp_redistribution *p, int multiple)
{
  const struct sp_instance *in = p->in;
  struct sp_num *list = sp_new(cx, 3 * p->m, struct sp_num);
  int64_t D = sp_num_common(list, finite_times(in, list));
  if (D == 0)
    return false;
  int64_t common = 0;
  for (int i = 1; i <= p->m; i++) {
    common = gcd(common, times(in->c[i], D) + times(in->latency[i], D));
    if (in->w[i].v < INFINITY)
      common = gcd(common, times(in->w[i], D));
  }
  if (common == 0)
    common = 1;
  double sum = 0, factor = multiple;
  for (int i = 1; i <= p->m; i++) {
    p->c[i] = factor * (double)((times(in->c[i], D) + times(in->latency[i], D)) / common);
    p->w[i] = INFINITY;
    if (in->w[i].v < INFINITY)
      p->w[i] = factor * (double)(times(in->w[i], D) / common);
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

struct entry {
  double c;
  int worker;
};

static int by_c(const void *a, const void *b)
{
  const struct entry *x = a, *y = b;
  if (x->c != y->c)
    return x->c < y->c ? -1 : 1;
  return x->worker - y->worker;
}

static void sort_by_c(struct sp_context *cx, struct sp_redistribution *p)
{
  struct entry *entry = sp_new(cx, p->m, struct entry);
  for (int i = 1; i <= p->m; i++)
    entry[i - 1] = (struct entry){p->c[i], i};
  qsort(entry, (size_t)p->m, sizeof *entry, by_c);
  for (int j = 0; j < p->m; j++) {
    p->by_c[j] = entry[j].worker;
    if (j == 0 || entry[j].c > entry[j - 1].c)
      p->cost[p->ranks++] = entry[j].c;
    p->rank[entry[j].worker] = p->ranks - 1;
  }
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
  p->by_c = sp_new(cx, m, int);
  p->cost = sp_new(cx, m, double);
  p->rank = sp_new(cx, m + 1, int);
  bool computes = false;
  for (int i = 1; i <= m; i++) {
    p->load[i] = in->load[i].v;
    p->tasks += in->load[i].v;
    computes = computes || in->w[i].v < INFINITY;
  }
  if (p->tasks > 0 && !computes) {
    sp_refuse(cx, "no worker can compute (w = inf everywhere)");
    return NULL;
  }
  p->exact = set_integers(cx, p, multiple);
  if (!p->exact)
    set_reals(p);
  for (int i = 1; i <= m; i++)
    p->f[i] = p->load[i] > 0 ? p->load[i] * p->w[i] : 0;
  sort_by_c(cx, p);
  p->uniform = p->ranks == 1;
  return p;
}

double sp_redistribution_time(const struct sp_redistribution *p, double time)
{
  return time * p->mul / p->div;
}

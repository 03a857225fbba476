/* Upper bounds on the work done by a deadline T; rounding never puts one below what can be done.
 *
 * Bag and divisible load: a schedule that does n tasks (a load W) by T does these also without the
 * messages whose work ends later. So no lower bound on the makespan of n tasks exceeds T, and one
 * that exceeds T for n + 1 tasks proves that no more than n are done. Each bound of bounds.c is
 * inverted so, by bisection: `steady` becomes rho T, `unbounded` the most tasks that the port can
 * deliver in time, and so on. Nothing depends on the bounds growing with n.
 *
 * Redistribution: worker i computes at most f_i = floor(T/w_i) tasks.
 * - capacity: the sum of the f_i, at most all tasks.
 * - port: let a_i = min(L_i, f_i). More than sum a_i needs tasks that are moved. Worker i computes
 *   at most f_i - a_i in addition to a_i, each has arrived in time (latest.h), and no emission
 *   begins before the first reception ends. And of what worker j gives away only L_j - a_j tasks
 *   add to the sum, each c_j on the port, before the last emission and computation. */
#include "base/memory.h"
#include "method/context.h"
#include "model/instance.h"
#include "solve/bounds/bounds.h"

/* Work that ends within 1e-12 of T counts (model/evaluate.c); the rest is for rounding. */
static double last_date(const struct sp_instance *in)
{
  return in->deadline.v * (1 + 4e-12);
}

/* ---- Bag and divisible load: one bound each name. */

struct inverse {
  struct sp_instance trial; /* without deadline, of another load; it shares all arrays */
  bool whole;
  double T;
  int n;
  struct {
    const char *name;
    double possible, excluded; /* the greatest load within T, the least beyond */
  } bound[SP_MAX_BOUNDS];
};

static int place_of(struct inverse *v, const char *name)
{
  int k = 0;
  while (k < v->n && strcmp(v->bound[k].name, name) != 0)
    k++;
  if (k == v->n) {
    v->bound[v->n].name = name;
    v->bound[v->n].possible = 0;
    v->bound[v->n++].excluded = INFINITY;
  }
  return k;
}

/* Computes the bounds of this load. True if each of them excludes it. */
static bool try_load(struct inverse *v, double load)
{
  struct sp_bound bound[SP_MAX_BOUNDS];
  v->trial.total = v->whole ? sp_int((int64_t)load) : sp_double(load);
  int n = bounds_of_makespan(&v->trial, bound);
  bool all = n > 0;
  for (int b = 0; b < n; b++) {
    int k = place_of(v, bound[b].name);
    if (bound[b].value > v->T)
      v->bound[k].excluded = fmin(v->bound[k].excluded, load);
    else {
      v->bound[k].possible = fmax(v->bound[k].possible, load);
      all = false;
    }
  }
  return all;
}

/* Narrows bound k down, below `high`, where some bound excludes the load. */
static void narrow(struct inverse *v, int k, double high)
{
  const double precision = 1e-13;
  double low = v->bound[k].possible;
  high = fmin(high, v->bound[k].excluded);
  while (v->whole ? high - low > 1 : high - low > precision * high) {
    double middle = low + (high - low) / 2;
    middle = v->whole ? floor(middle) : middle;
    try_load(v, middle);
    if (v->bound[k].possible >= middle)
      low = middle;
    else
      high = middle;
  }
}

/* Some worker computes something by T, and its result, if it returns, can have come. */
static bool something_ends(const struct sp_instance *best, double T, bool whole)
{
  for (int i = 1; i <= best->m; i++) {
    double unit = whole ? best->c[i].v + best->w[i].v + best->result[i].v : 0;
    double start_ups = best->latency[i].v * (sp_returns(best, i) ? 2 : 1);
    if (best->w[i].v < INFINITY && start_ups + unit < T)
      return true;
  }
  return false;
}

static int invert(const struct sp_instance *in, const struct sp_instance *best,
                  struct sp_bound *bound)
{
  const double greatest = 0x1p53;
  struct inverse v = {.trial = *in, .whole = in->problem == SP_BAG, .T = last_date(in)};
  double total = in->total.v, high = fmin(total, 1);
  int n = 0;
  if (total == 0 || !something_ends(best, v.T, v.whole)) {
    bound[0] = (struct sp_bound){"capacity", 0};
    return 1;
  }
  v.trial.deadline = (struct sp_num){INFINITY, 0, 0};
  while (!try_load(&v, high) && high < fmin(total, greatest))
    high = fmin(2 * high, fmin(total, greatest));
  for (int k = 0; k < v.n; k++) {
    narrow(&v, k, high);
    double value = v.bound[k].excluded - v.whole;
    if (v.bound[k].possible >= total)
      value = total;
    if (value < INFINITY)
      bound[n++] = (struct sp_bound){v.bound[k].name, fmin(value, total)};
  }
  return n;
}

/* ---- Redistribution. */

struct moves {
  const struct sp_redistribution *p;
  double T;            /* in the units of p */
  double *own, *limit; /* a_i, f_i - a_i */
  double sum;          /* of the a_i */
};

/* Tasks that the emission ports can bring to workers with time for them. */
static double most_sent(struct sp_context *cx, const struct moves *x)
{
  const struct sp_redistribution *p = x->p;
  struct latest latest = latest_new(cx, p, false);
  double first = INFINITY;
  int ports = p->in->platform.node[0].ports.send;
  latest.length = sp_new(cx, p->m + 1, double);
  latest.limit = x->limit;
  for (int i = 1; i <= p->m; i++) {
    latest.length[i] = ports == INT_MAX ? 0 : p->c[i] / ports;
    if (p->load[i] > 0)
      first = fmin(first, p->c[i]);
  }
  return x->T > first ? latest_most(&latest, x->T - first, p->tasks) : 0;
}

/* Tasks that the workers cannot compute themselves and the reception ports can take. */
static double most_taken(const struct moves *x)
{
  const struct sp_redistribution *p = x->p;
  double last = INFINITY, tasks = 0;
  for (int i = 1; i <= p->m; i++)
    last = fmin(last, p->c[i] + p->w[i]);
  double time = fmax(0, x->T - last) * p->in->platform.node[0].ports.recv;
  for (int j = 0; j < p->m; j++) {
    int i = p->by_c[j];
    double excess = p->load[i] - x->own[i], taken = fmin(excess, time / p->c[i]);
    taken = p->c[i] == 0 ? excess : taken;
    time -= taken * p->c[i];
    tasks += taken;
  }
  return floor(tasks * (1 + 0x1p-40));
}

static int bounds_redistributed(const struct sp_instance *in, const struct sp_instance *best,
                                struct sp_context *cx, struct sp_bound *bound)
{
  const struct sp_redistribution *p = sp_redistribution_new(cx, best, 1);
  struct moves x = {p, last_date(in) * (p->div / p->mul), sp_new(cx, p->m + 1, double),
                    sp_new(cx, p->m + 1, double), 0};
  double capacity = 0;
  for (int i = 1; i <= p->m; i++) {
    double f = floor(x.T / p->w[i] * (1 + 0x1p-50));
    x.own[i] = fmin(p->load[i], f);
    x.limit[i] = f - x.own[i];
    x.sum += x.own[i];
    capacity += f;
  }
  double moved = fmin(most_sent(cx, &x), most_taken(&x));
  bound[0] = (struct sp_bound){"port", fmin(p->tasks, x.sum + moved)};
  bound[1] = (struct sp_bound){"capacity", fmin(p->tasks, capacity)};
  return 2;
}

int bounds_by_deadline(const struct sp_instance *in, struct sp_context *cx, struct sp_bound *bound)
{
  const struct sp_instance best = sp_is_changing(in) ? changing_best(cx, in) : *in;
  if (in->problem == SP_REDISTRIBUTION)
    return bounds_redistributed(in, &best, cx, bound);
  return in->problem & (SP_BAG | SP_DIVISIBLE) ? invert(in, &best, bound) : 0;
}

/* The lower bounds on the makespan of an instance without deadline, for every problem. On a star
 * that changes those of a star that does not change hold with the best speeds over time; to them
 * come those by integrals (changing.c). */
#include "solve/bounds/bounds.h"
#include "method/context.h"

#include <string.h>

/* Without latencies where messages carry several tasks of a bag, which pay them once. */
static struct sp_instance without_latency(struct sp_context *cx, const struct sp_instance *in)
{
  struct sp_instance free = *in;
  if (in->problem != SP_BAG || !in->chunks)
    return free;
  free.latency = sp_new(cx, in->m + 1, struct sp_num);
  for (int i = 0; i <= in->m; i++)
    free.latency[i] = sp_int(0);
  return free;
}

struct sp_instance bounds_task_by_task(struct sp_context *cx, const struct sp_instance *in)
{
  struct sp_instance least = without_latency(cx, in);
  if (in->sizes) {
    double smallest = INFINITY;
    for (long k = 0; (double)k < in->total.v; k++)
      smallest = fmin(smallest, in->sizes[k]);
    smallest = fmax(smallest, 0x1p-200); /* bounds take a w of 0 for none */
    least.w = sp_new(cx, in->m + 1, struct sp_num);
    for (int i = 0; i <= in->m; i++)
      least.w[i] = sp_double(in->w[i].v * smallest);
  }
  return least;
}

static int fill(const struct sp_instance *in, struct sp_context *cx, struct sp_bound *bound)
{
  if (in->sizes)
    return bounds_sizes(in, cx, bound);
  const struct sp_instance free = without_latency(cx, in);
  in = &free;
  const struct sp_redistribution *p = sp_redistribution_new(cx, in, 1);
  switch (in->problem) {
  case SP_REDISTRIBUTION:
    return bounds_redistribution(in, p, cx, bound);
  case SP_BAG:
    return bounds_bag(in, p, cx, bound);
  case SP_DIVISIBLE:
    return bounds_divisible(in, p, cx, bound);
  case SP_IMBALANCE:
    return bounds_imbalance(in, p, cx, bound);
  case SP_STEADY:
  case SP_NETWORK:
    break;
  }
  return 0;
}

/* Adds a bound to n others; of one name the greater. Returns how many there are. */
static int add(struct sp_bound *bound, int n, struct sp_bound more)
{
  int same = 0;
  while (same < n && strcmp(bound[same].name, more.name) != 0)
    same++;
  if (same == n || more.value > bound[same].value)
    bound[same] = more;
  return same == n ? n + 1 : n;
}

static int fill_changing(const struct sp_instance *in, struct sp_context *cx,
                         struct sp_bound *bound)
{
  const struct sp_instance free = without_latency(cx, in);
  const struct sp_instance best = changing_best(cx, &free);
  struct sp_bound more[SP_MAX_BOUNDS];
  int n = fill(&best, cx, bound);
  int by_integrals = in->sizes ? 0 : bounds_changing(&free, &best, cx, more);
  for (int k = 0; k < by_integrals; k++)
    n = add(bound, n, more[k]);
  return n;
}

int bounds_of_makespan(const struct sp_instance *in, struct sp_bound *bound)
{
  struct sp_context *cx = sp_context_plain();
  int n = (sp_is_changing(in) ? fill_changing : fill)(in, cx, bound), finite = 0;
  for (int k = 0; k < n; k++)
    if (isfinite(bound[k].value))
      bound[finite++] = bound[k];
  sp_context_free(cx);
  return finite;
}

/* Solves stars.
 *
 * All messages at once (equation (7)): processor i is usable iff r_i <= T, so in the order of r the
 * usable processors are a prefix. One message at a time (equation (10)): on identical links the
 * faster processors are first, with r = 0 the faster links; else all orders of all subsets are
 * tried up to SP_ORDERED_PROCESSORS, and beyond that only some orders and their neighbours, without
 * proof. */
#include "base/min_queue.h"
#include "solve/network/kinds.h"

#include <stdlib.h>
#include <string.h>

enum rule { BY_R, BY_Z, BY_W, BY_SUM, RULES };

/* order[0..n-2]: the workers by a rule. */
static void sort_workers(struct sp_context *cx, const struct sp_network *net, enum rule rule,
                         long *order)
{
  struct min_entry *arm = sp_new(cx, net->n, struct min_entry);
  for (long i = 1; i < net->n; i++) {
    double z = network_z(net, i), w = 1 / network_s(net, i);
    double r = network_r(net, i) + network_info(net, i, 1);
    const double key[RULES] = {net->sequential ? r : r + network_start(net, i), z, w, r + z};
    arm[i - 1] = (struct min_entry){key[rule], rule == BY_Z || rule == BY_R ? w : z, i};
  }
  qsort(arm, (size_t)net->n - 1, sizeof *arm, min_compare);
  for (long i = 0; i < net->n - 1; i++)
    order[i] = arm[i].number;
}

/* The first `served` workers of the order. */
static void star_form(struct form *form, const long *order, long served, bool sequential)
{
  long base = 0;
  form->n = 1;
  for (long i = 0; i < served; i++) {
    long node = form_add(form, order[i], order[i], base, sequential);
    base = sequential ? node : 0;
  }
}

/* ---- Orders of a sequential star. Served first to last, C_i = p T - q with p, q > 0 built up one
 * worker at a time, and so is the load a T - b of the workers served so far. */
struct served {
  double p, q, a, b;
  double from; /* the T from which on all have time to start */
};

static struct served serve(const struct sp_network *net, struct served x, long row)
{
  double s = network_s(net, row), divisor = 1 + network_z(net, row) * s;
  double r = network_r(net, row) + network_info(net, row, 1), start = network_start(net, row);
  x.p /= divisor;
  x.q = (x.q + r - (divisor - 1) * start) / divisor;
  x.a += x.p * s;
  x.b += (x.q + start) * s;
  x.from = start > 0 ? fmax(x.from, (x.q + start) / x.p) : x.from;
  return x;
}

static double time_of(const struct sp_network *net, struct served x)
{
  return sp_network_is_dual(net) ? net->deadline.v : (1 + x.b) / x.a;
}

/* As form_cost. */
static double cost_of(const struct sp_network *net, struct served x)
{
  return sp_network_is_dual(net) ? x.b - x.a * net->deadline.v : time_of(net, x);
}

static struct served none_served(const struct sp_network *net)
{
  double s = network_s(net, 0);
  return (struct served){.p = 1, .a = s, .b = s * network_start(net, 0)};
}

static bool are_in_time(const struct sp_network *net, struct served x)
{
  double time = time_of(net, x);
  return x.p * time >= x.q && time >= x.from;
}

struct orders {
  const struct sp_network *net;
  double best;
  long *served;        /* workers that the best order serves */
  long *order, *trial; /* [0..n-2]: the best order, then the workers that it leaves out */
};

/* The first `fixed` workers of the trial are served; tries all continuations. */
static void try_all(struct orders *o, long fixed, struct served x)
{
  long n = o->net->n - 1;
  for (long i = fixed; i < n; i++) {
    long row = o->trial[i];
    struct served next = serve(o->net, x, row);
    double cost = cost_of(o->net, next);
    if (!are_in_time(o->net, next))
      continue; /* not reached in time, nor with others before it */
    o->trial[i] = o->trial[fixed];
    o->trial[fixed] = row;
    if (cost < o->best) {
      o->best = cost;
      *o->served = fixed + 1;
      memcpy(o->order, o->trial, (size_t)n * sizeof *o->order);
    }
    try_all(o, fixed + 1, next);
    o->trial[fixed] = o->trial[i];
    o->trial[i] = row;
  }
}

/* The cost of an order, without the workers that cannot be reached in time. kept, if not
 * NULL, gets the workers that are served, then the others. */
static double cost_of_order(const struct sp_network *net, const long *order, long *kept,
                            long *served)
{
  struct served x = none_served(net);
  long used = 0, unused = net->n - 1;
  for (long i = 0; i < net->n - 1; i++) {
    struct served next = serve(net, x, order[i]);
    bool usable = are_in_time(net, next);
    x = usable ? next : x;
    if (kept)
      kept[usable ? used : unused - 1] = order[i];
    used += usable;
    unused -= !usable;
  }
  if (served)
    *served = used;
  return cost_of(net, x);
}

/* Numbers of workers up to which a worker is moved to any place, and to the next place. */
enum { ANYWHERE = 60, NEXT = 300 };

/* Moves single workers as long as the cost falls. */
static void improve(struct orders *o)
{
  long n = o->net->n - 1, reach = n <= ANYWHERE ? n : n <= NEXT ? 1 : 0;
  double cost = cost_of_order(o->net, o->trial, NULL, NULL);
  for (bool better = true; better;) {
    better = false;
    for (long from = 0; from < n; from++)
      for (long to = from > reach ? from - reach : 0; to < n && to <= from + reach; to++) {
        sp_move_to(o->trial, sizeof *o->trial, from, to);
        double next = cost_of_order(o->net, o->trial, NULL, NULL);
        better = better || next < cost;
        if (next < cost)
          cost = next;
        else
          sp_move_to(o->trial, sizeof *o->trial, to, from);
      }
  }
  if (cost < o->best) {
    o->best = cost;
    cost_of_order(o->net, o->trial, o->order, o->served);
  }
}

static void search(struct sp_context *cx, struct orders *o)
{
  for (enum rule rule = BY_R; rule < RULES; rule++) {
    sort_workers(cx, o->net, rule, o->trial);
    improve(o);
  }
}

/* Finds order[0..n-2]; true if it is proven. */
static bool find_order(struct sp_context *cx, const struct sp_network *net, long *order,
                       long *served)
{
  bool same = true, no_start = true;
  for (long i = 1; i < net->n; i++) {
    bool alike = network_start(net, i) == network_start(net, 1);
    same = same && alike && net->z[i].v == net->z[1].v && net->r[i].v == net->r[1].v;
    no_start = no_start && alike && network_r(net, i) + network_info(net, i, 1) == 0;
  }
  sort_workers(cx, net, BY_Z, order); /* on equal links by w */
  if (same || no_start)
    return true;
  struct orders o = {net, INFINITY, served, order, sp_new(cx, net->n, long)};
  bool all = net->n <= SP_ORDERED_PROCESSORS;
  memcpy(o.trial, order, ((size_t)net->n - 1) * sizeof *order);
  if (all) {
    o.best = cost_of(net, none_served(net));
    *served = 0;
    try_all(&o, 0, none_served(net));
  } else
    search(cx, &o);
  return all;
}

int star_solve(struct sp_context *cx, const struct sp_network *net,
               struct sp_network_solution *solution, struct sp_error *error)
{
  (void)error;
  long *order = sp_xcalloc((size_t)net->n, sizeof *order);
  struct form form = form_new(cx, net, net->n);
  long served = net->n - 1;
  if (net->sequential)
    solution->proven = find_order(cx, net, order, &served);
  else
    sort_workers(cx, net, BY_R, order);
  star_form(&form, order, net->start ? served : net->n - 1, net->sequential);
  form_report_reached(&form, solution);
  if (net->sequential) {
    solution->order = order;
    solution->ordered = form.n - 1;
  } else
    free(order);
  return SP_OK;
}

/* Assigns processors to buses and to groups that hear one message (bus.c). The choice is NP-hard
 * (Theorem 1): processors are added where the cost is least, then moved singly, and from there on
 * branch and bound tries all choices, faster processors first.
 *
 * Bound: by a date T the processors that have their places take no more than they do without the
 * others, and each other no more than if a bus served it alone from the start. */
#include "solve/network/kinds.h"

#include <string.h>

struct search {
  const struct sp_network *net;
  const int *row; /* [0..n-2] faster first */
  struct bus_group *group;
  long *in;      /* [row] its group, SP_UNUSED: none */
  long *on;      /* [bus] its groups */
  long *order;   /* scratch: groups in use, faster first */
  double *p, *q; /* scratch: [bus] what remains of T after its messages is p T - q */
  double best;   /* as form_cost */
  struct bus_group *best_group;
  long *best_in;
  long nodes, most;
};

/* ---- The cost of an assignment. */

static long sort_groups(struct search *s)
{
  long n = 0;
  for (long g = 0; g < s->net->n - 1; g++) {
    if (!s->group[g].members)
      continue;
    long at = n++;
    for (; at > 0 && s->group[s->order[at - 1]].speed < s->group[g].speed; at--)
      s->order[at] = s->order[at - 1];
    s->order[at] = g;
  }
  return n;
}

/* The load that n groups in order take by T, and its slope; groups that are late take none, or, if
 * `all`, a negative part. */
static double load_by(struct search *s, double T, long n, bool all, double *slope)
{
  const struct sp_network *net = s->net;
  *slope = network_s(net, 0);
  double load = *slope * T;
  for (long k = 0; k < net->links; k++) {
    s->p[k] = 1;
    s->q[k] = 0;
  }
  for (long i = 0; i < n; i++) {
    const struct bus_group *g = &s->group[s->order[i]];
    double divisor = 1 + network_z(net, g->bus) * g->speed;
    double p = s->p[g->bus] / divisor, q = (s->q[g->bus] + network_r(net, g->bus)) / divisor;
    if (!all && p * T < q)
      continue;
    load += g->speed * (p * T - q);
    *slope += g->speed * p;
    s->p[g->bus] = p;
    s->q[g->bus] = q;
  }
  return load;
}

/* The load is convex in T: Newton's method descends to the least time. */
static double cost_of(struct search *s)
{
  double slope;
  long n = sort_groups(s);
  if (sp_network_is_dual(s->net))
    return -load_by(s, s->net->deadline.v, n, false, &slope);
  double load = load_by(s, 0, n, true, &slope), T = INFINITY;
  if (slope <= 0)
    return INFINITY;
  for (double next = (1 - load) / slope; next < T; next = T - (load - 1) / slope) {
    T = next;
    load = load_by(s, T, n, false, &slope);
  }
  return T;
}

/* ---- Places. */

static bool can_hear(const struct search *s, long row, int bus)
{
  const struct sp_network *net = s->net;
  return (net->bus[row] == SP_UNUSED || net->bus[row] == bus) &&
         (!net->hears || net->hears[row * net->links + bus]);
}

/* Can a group on this bus be begun? */
static bool can_transmit(const struct search *s, int bus)
{
  long used = 0;
  for (long k = 0; k < s->net->links; k++)
    used += s->on[k] > 0;
  return s->on[bus] > 0 || used < s->net->transmit;
}

struct place {
  long group;
  int bus;
};

static void join(struct search *s, long row, struct place place)
{
  struct bus_group *group = &s->group[place.group];
  s->on[place.bus] += !group->members;
  group->bus = place.bus;
  group->members++;
  group->speed += network_s(s->net, row);
  s->in[row] = place.group;
}

/* Undoes join; before: the group as it was. */
static void leave(struct search *s, long row, const struct bus_group *before)
{
  struct bus_group *group = &s->group[s->in[row]];
  s->on[group->bus] -= !before->members;
  *group = *before;
  s->in[row] = SP_UNUSED;
}

static long places(const struct search *s)
{
  return s->net->n - 1 + s->net->links;
}

/* The k-th place: a group with room, then on each bus an unused one. False if the row cannot take
 * it. */
static bool place_at(const struct search *s, long k, long row, struct place *place)
{
  long groups = s->net->n - 1, unused = 0;
  if (k < groups) {
    const struct bus_group *group = &s->group[k];
    *place = (struct place){k, group->bus};
    return group->members && group->members < s->net->listeners && can_hear(s, row, group->bus);
  }
  while (unused < groups && s->group[unused].members)
    unused++;
  *place = (struct place){unused, (int)(k - groups)};
  return can_hear(s, row, place->bus) && can_transmit(s, place->bus);
}

static void keep_if_better(struct search *s, double cost)
{
  if (cost >= s->best)
    return;
  s->best = cost;
  memcpy(s->best_group, s->group, (size_t)s->net->n * sizeof *s->group);
  memcpy(s->best_in, s->in, (size_t)s->net->n * sizeof *s->in);
}

/* Puts a row, which is in no group, where the cost is least, if that is less than `cost`; returns
 * the cost. */
static double put(struct search *s, long row, double cost)
{
  struct place place, best = {.group = SP_UNUSED};
  for (long k = 0; k < places(s); k++) {
    if (!place_at(s, k, row, &place))
      continue;
    struct bus_group before = s->group[place.group];
    join(s, row, place);
    double next = cost_of(s);
    leave(s, row, &before);
    if (next < cost) {
      cost = next;
      best = place;
    }
  }
  if (best.group != SP_UNUSED)
    join(s, row, best);
  return cost;
}

/* Moves single rows as long as the cost falls. */
static void improve(struct search *s)
{
  double cost = cost_of(s);
  for (long k = 0; k < s->net->n - 1; k++)
    cost = put(s, s->row[k], cost);
  for (bool better = true; better;) {
    better = false;
    for (long k = 0; k < s->net->n - 1; k++) {
      long row = s->row[k], g = s->in[row];
      if (g == SP_UNUSED) {
        double next = put(s, row, cost);
        better = better || next < cost;
        cost = next;
        continue;
      }
      struct bus_group from = s->group[g], rest = from;
      rest.members--;
      rest.speed -= rest.members ? network_s(s->net, row) : rest.speed;
      leave(s, row, &rest);
      double next = put(s, row, cost);
      if (next >= cost) { /* back; it was put nowhere */
        s->on[from.bus] += !rest.members;
        s->group[g] = from;
        s->in[row] = g;
      }
      better = better || next < cost;
      cost = next;
    }
  }
  keep_if_better(s, cost);
}

/* ---- Branch and bound. */

/* The most that rows from the k-th on can take by T. */
static double most_of(const struct search *s, long k, double T)
{
  double sum = 0;
  for (; k < s->net->n - 1; k++) {
    double most = 0, speed = network_s(s->net, s->row[k]);
    for (int bus = 0; bus < s->net->links; bus++)
      if (can_hear(s, s->row[k], bus))
        most =
            fmax(most, speed * (T - network_r(s->net, bus)) / (1 + network_z(s->net, bus) * speed));
    sum += most;
  }
  return sum;
}

/* Can no assignment of the rows from the k-th on lower the cost? */
static bool is_hopeless(struct search *s, long k)
{
  static const double ROUNDING = 1e-12;
  bool dual = sp_network_is_dual(s->net);
  double slope, T = dual ? s->net->deadline.v : s->best;
  double least = dual ? -s->best : 1; /* what must be exceeded */
  if (isinf(T))
    return false;
  long n = sort_groups(s);
  return load_by(s, T, n, false, &slope) + most_of(s, k, T) <= least * (1 + ROUNDING);
}

/* Tries all places of the rows from the k-th on; false if there are too many. */
static bool explore(struct search *s, long k)
{
  if (++s->nodes > s->most)
    return false;
  keep_if_better(s, cost_of(s));
  if (k == s->net->n - 1 || is_hopeless(s, k))
    return true;
  long row = s->row[k];
  struct place place;
  bool all = true;
  for (long i = 0; i < places(s) && all; i++) {
    if (!place_at(s, i, row, &place))
      continue;
    struct bus_group before = s->group[place.group];
    join(s, row, place);
    all = explore(s, k + 1);
    leave(s, row, &before);
  }
  return all && explore(s, k + 1); /* at last without the row */
}

static void forget(struct search *s)
{
  memset(s->group, 0, (size_t)s->net->n * sizeof *s->group);
  memset(s->on, 0, (size_t)s->net->links * sizeof *s->on);
  for (long i = 0; i < s->net->n; i++)
    s->in[i] = SP_UNUSED;
}

bool bus_assign(struct sp_context *cx, const struct sp_network *net, const int *row,
                struct bus_group *group, long *in)
{
  struct search s = {
      .net = net,
      .row = row,
      .order = sp_new(cx, net->n, long),
      .p = sp_new(cx, net->links, double),
      .q = sp_new(cx, net->links, double),
      .group = sp_new(cx, net->n, struct bus_group),
      .in = sp_new(cx, net->n, long),
      .on = sp_new(cx, net->links, long),
      .best = INFINITY,
      .best_group = group,
      .best_in = in,
      .most = net->n <= 20 ? SP_ASSIGNMENTS : 20L * SP_ASSIGNMENTS / net->n,
  };
  for (long i = 0; i < net->n; i++)
    in[i] = SP_UNUSED;
  forget(&s);
  improve(&s);
  forget(&s);
  return explore(&s, 0);
}

/* Solves buses (equation (11)): messages on a bus follow each other, faster processors first
 * (equations (8) and (9)); processors that cannot be reached before the others end get no load.
 *
 * Up to `listeners` processors may hear one message, which carries the parts of all of them; they
 * start together, so such a group is one processor of the sum of their speeds. The originator
 * transmits on at most `transmit` buses. A processor listens to one of the buses that it can hear,
 * in one group. Which bus and which group is NP-hard (Theorem 1): processors are added where the
 * cost is least, then moved singly, and from there on branch and bound tries all choices, faster
 * processors first.
 *
 * Bound: by a date T the processors that have their places take no more than they do without the
 * others, and each other no more than if a bus served it alone from the start. */
#include "base/memory.h"
#include "base/min_queue.h"
#include "base/text.h"
#include "solve/network/kinds.h"

#include <stdlib.h>
#include <string.h>

struct group {
  int bus;
  long members; /* 0: unused */
  double speed;
};

struct search {
  const struct sp_network *net;
  const long *row; /* [0..n-2] faster first */
  struct group *group;
  long *in;      /* [row] its group, SP_UNUSED: none */
  long *on;      /* [bus] its groups */
  long *order;   /* scratch: groups in use, faster first */
  double *p, *q; /* scratch: [bus] what remains of T after its messages is p T - q */
  double best;   /* as form_cost */
  struct group *best_group;
  long *best_in;
  long nodes, most;
};

/* All processors but the originator, faster first; the caller frees them. */
static long *faster_rows(const struct sp_network *net)
{
  struct min_entry *entry = sp_xcalloc((size_t)net->n, sizeof *entry);
  long *row = sp_xcalloc((size_t)net->n, sizeof *row);
  for (long i = 1; i < net->n; i++)
    entry[i - 1] = (struct min_entry){net->w[i].v, 0, i};
  qsort(entry, (size_t)net->n - 1, sizeof *entry, min_compare);
  for (long i = 0; i < net->n - 1; i++)
    row[i] = entry[i].number;
  free(entry);
  return row;
}

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
    const struct group *g = &s->group[s->order[i]];
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

static void join(struct search *s, long row, long g, int bus)
{
  struct group *group = &s->group[g];
  s->on[bus] += !group->members;
  group->bus = bus;
  group->members++;
  group->speed += network_s(s->net, row);
  s->in[row] = g;
}

/* Undoes join; before: the group as it was. */
static void leave(struct search *s, long row, const struct group *before)
{
  struct group *group = &s->group[s->in[row]];
  s->on[group->bus] -= !before->members;
  *group = *before;
  s->in[row] = SP_UNUSED;
}

struct place {
  long group;
  int bus;
};

/* The places that a row can take: groups with room, and on each bus an unused one. The caller frees
 * them. */
static struct place *places_of(const struct search *s, long row, long *n)
{
  const struct sp_network *net = s->net;
  struct place *place = sp_xcalloc((size_t)(net->n + net->links), sizeof *place);
  long unused = 0;
  *n = 0;
  for (long g = 0; g < net->n - 1; g++) {
    const struct group *group = &s->group[g];
    if (group->members && group->members < net->listeners && can_hear(s, row, group->bus))
      place[(*n)++] = (struct place){g, group->bus};
    unused += unused == g && group->members;
  }
  for (int bus = 0; bus < net->links; bus++)
    if (can_hear(s, row, bus) && can_transmit(s, bus))
      place[(*n)++] = (struct place){unused, bus};
  return place;
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
  long n, at = SP_UNUSED;
  struct place *place = places_of(s, row, &n);
  for (long k = 0; k < n; k++) {
    struct group before = s->group[place[k].group];
    join(s, row, place[k].group, place[k].bus);
    double next = cost_of(s);
    leave(s, row, &before);
    if (next < cost) {
      cost = next;
      at = k;
    }
  }
  if (at != SP_UNUSED)
    join(s, row, place[at].group, place[at].bus);
  free(place);
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
      struct group from = s->group[g], rest = from;
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
  long row = s->row[k], n;
  struct place *place = places_of(s, row, &n);
  bool all = true;
  for (long i = 0; i < n && all; i++) {
    struct group before = s->group[place[i].group];
    join(s, row, place[i].group, place[i].bus);
    all = explore(s, k + 1);
    leave(s, row, &before);
  }
  free(place);
  return all && explore(s, k + 1); /* at last without the row */
}

static void forget(struct search *s)
{
  memset(s->group, 0, (size_t)s->net->n * sizeof *s->group);
  memset(s->on, 0, (size_t)s->net->links * sizeof *s->on);
  for (long i = 0; i < s->net->n; i++)
    s->in[i] = SP_UNUSED;
}

/* Finds the best groups and what rows are in them; true if it is proven. */
static bool find(struct search *s)
{
  size_t n = (size_t)s->net->n, links = (size_t)s->net->links;
  s->order = sp_xcalloc(n, sizeof *s->order);
  s->p = sp_xcalloc(links, sizeof *s->p);
  s->q = sp_xcalloc(links, sizeof *s->q);
  s->group = sp_xcalloc(n, sizeof *s->group);
  s->in = sp_xcalloc(n, sizeof *s->in);
  s->on = sp_xcalloc(links, sizeof *s->on);
  s->best = INFINITY;
  s->most = s->net->n <= 20 ? SP_ASSIGNMENTS : 20L * SP_ASSIGNMENTS / s->net->n;
  forget(s);
  improve(s);
  forget(s);
  bool proven = explore(s, 0);
  free(s->order);
  free(s->p);
  free(s->q);
  free(s->group);
  free(s->in);
  free(s->on);
  return proven;
}

/* Each on its given bus, alone. */
static void take_given(struct search *s)
{
  for (long i = 1; i < s->net->n; i++) {
    s->best_in[i] = i - 1;
    s->best_group[i - 1] = (struct group){s->net->bus[i], 1, network_s(s->net, i)};
  }
}

/* ---- Groups as processors of a network. */

static struct sp_network *join_groups(const struct search *s, long *index)
{
  const struct sp_network *net = s->net;
  struct sp_network *joined = sp_network_copy(net);
  joined->n = 1;
  for (long g = 0; g < net->n - 1; g++)
    index[g] = SP_UNUSED;
  for (long k = 0; k < net->n - 1; k++) {
    long row = s->row[k], g = s->best_in[row];
    if (g == SP_UNUSED || index[g] != SP_UNUSED)
      continue;
    index[g] = joined->n;
    const struct group *group = &s->best_group[g];
    joined->bus[joined->n] = group->bus;
    joined->w[joined->n++] =
        group->members == 1 ? net->w[row] : (struct sp_num){1 / (group->speed * net->tcp.v), 0, 0};
  }
  return joined;
}

/* Solves the network of groups: faster groups first. */
static void solve_joined(const struct sp_network *joined, struct sp_network_solution *of)
{
  long *last = sp_xcalloc((size_t)joined->links, sizeof *last), *row = faster_rows(joined);
  struct form form;
  form_init(&form, joined, joined->n);
  for (long i = 0; i < joined->n - 1; i++)
    last[joined->bus[row[i]]] =
        form_add(&form, row[i], joined->bus[row[i]], last[joined->bus[row[i]]], true);
  form_report_reached(&form, of);
  form_clear(&form);
  free(last);
  free(row);
}

/* Gives each member its part of what the group computes. */
static void report(const struct search *s, const long *index, struct sp_network_solution *of,
                   struct sp_network_solution *to)
{
  const struct sp_network *net = s->net;
  bool exact = of->time_exact;
  to->time = of->time;
  to->time_exact = of->time_exact;
  to->bus = sp_xcalloc((size_t)net->n, sizeof *to->bus);
  to->group = net->listeners > 1 ? sp_xcalloc((size_t)net->n, sizeof *to->group) : NULL;
  to->alpha_exact = exact ? sp_xcalloc((size_t)net->n, sizeof *to->alpha_exact) : NULL;
  to->row[0] = of->row[0];
  for (long i = 0; i < net->n; i++) {
    long g = i ? s->best_in[i] : SP_UNUSED, at = !i ? 0 : g == SP_UNUSED ? SP_UNUSED : index[g];
    bool used = at != SP_UNUSED && of->row[at].used;
    to->bus[i] = i && used ? s->best_group[g].bus : net->bus[i];
    if (used && i) {
      to->row[i] = of->row[at];
      to->row[i].alpha *= network_s(net, i) / s->best_group[g].speed;
    }
    if (to->group)
      to->group[i] = i && used ? at - 1 : SP_UNUSED;
    if (exact) {
      bool single = at == 0 || (at > 0 && s->best_group[g].members == 1);
      to->alpha_exact[i] = sp_xstrdup(single ? of->alpha_exact[at] : "0");
    }
  }
  to->bus[0] = SP_UNUSED;
  of->time_exact = NULL;
}

int bus_solve(const struct sp_network *net, struct sp_network_solution *solution,
              struct sp_error *error)
{
  bool given = net->listeners == 1 && net->transmit >= net->links;
  for (long i = 1; i < net->n && given; i++)
    given = net->bus[i] != SP_UNUSED;
  if (!given && net->n > SP_ASSIGNED_PROCESSORS)
    return sp_bad_input(error, "%ld processors to assign to buses, expected at most %d", net->n - 1,
                        SP_ASSIGNED_PROCESSORS - 1);
  size_t n = (size_t)net->n;
  long *row = faster_rows(net), *index = sp_xcalloc(n, sizeof *index);
  struct search s = {.net = net,
                     .row = row,
                     .best_group = sp_xcalloc(n, sizeof *s.best_group),
                     .best_in = sp_xcalloc(n, sizeof *s.best_in)};
  if (given)
    take_given(&s);
  else
    solution->proven = find(&s);
  struct sp_network *joined = join_groups(&s, index);
  struct sp_network_solution of = {.n = joined->n,
                                   .row = sp_xcalloc((size_t)joined->n, sizeof *of.row)};
  if (joined->n > 1 || net->w[0].v < INFINITY)
    solve_joined(joined, &of);
  bool computes = net->w[0].v < INFINITY;
  for (long g = 1; g < joined->n; g++)
    computes = computes || of.row[g].used;
  int code = computes
                 ? SP_OK
                 : sp_bad_input(error, "w1 is inf and no other processor can be reached in time, "
                                       "expected one that computes");
  if (code == SP_OK)
    report(&s, index, &of, solution);
  sp_network_solution_clear(&of);
  sp_network_free(joined);
  free(row);
  free(index);
  free(s.best_group);
  free(s.best_in);
  return code;
}

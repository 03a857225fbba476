/* Solves buses (equation (11)): messages on a bus follow each other, faster processors first
 * (equations (8) and (9)); processors that cannot be reached before the others end get no load.
 *
 * Up to `listeners` processors may hear one message, which carries the parts of all of them; they
 * start together, so such a group is one processor of the sum of their speeds. The originator
 * transmits on at most `transmit` buses. A processor listens to one of the buses that it can hear,
 * in one group; bus_search.c finds which. */
#include "base/memory.h"
#include "solve/network/kinds.h"

/* The groups, and the group of each row. */
struct assignment {
  const struct sp_network *net;
  int *row; /* [0..n-2] faster first */
  struct bus_group *group;
  long *in; /* [row] SP_UNUSED: none */
};

/* All processors but the originator, faster first. */
static int *faster_rows(struct sp_context *cx, const struct sp_network *net)
{
  double *w = sp_new(cx, net->n, double);
  for (long i = 1; i < net->n; i++)
    w[i] = net->w[i].v;
  return sp_order(cx, (int)net->n - 1, w);
}

/* Each on its given bus, alone. */
static void take_given(struct assignment *s)
{
  for (long i = 1; i < s->net->n; i++) {
    s->in[i] = i - 1;
    s->group[i - 1] = (struct bus_group){s->net->bus[i], 1, network_s(s->net, i)};
  }
}

/* ---- Groups as processors of a network. */

static struct sp_network *join_groups(const struct assignment *s, long *index)
{
  const struct sp_network *net = s->net;
  struct sp_network *joined = sp_network_copy(net);
  joined->n = 1;
  for (long g = 0; g < net->n - 1; g++)
    index[g] = SP_UNUSED;
  for (long k = 0; k < net->n - 1; k++) {
    long row = s->row[k], g = s->in[row];
    if (g == SP_UNUSED || index[g] != SP_UNUSED)
      continue;
    index[g] = joined->n;
    const struct bus_group *group = &s->group[g];
    joined->bus[joined->n] = group->bus;
    joined->w[joined->n++] =
        group->members == 1 ? net->w[row] : (struct sp_num){1 / (group->speed * net->tcp.v), 0, 0};
  }
  return joined;
}

/* Solves the network of groups: faster groups first. */
static void solve_joined(struct sp_context *cx, const struct sp_network *joined,
                         struct sp_network_solution *of)
{
  const int *row = faster_rows(cx, joined);
  long *last = sp_new(cx, joined->links, long);
  struct form form = form_new(cx, joined, joined->n);
  for (long i = 0; i < joined->n - 1; i++)
    last[joined->bus[row[i]]] =
        form_add(&form, row[i], joined->bus[row[i]], last[joined->bus[row[i]]], true);
  form_report_reached(&form, of);
}

/* Gives each member its part of what the group computes. */
static void report(const struct assignment *s, const long *index, struct sp_network_solution *of,
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
    long g = i ? s->in[i] : SP_UNUSED, at = !i ? 0 : g == SP_UNUSED ? SP_UNUSED : index[g];
    bool used = at != SP_UNUSED && of->row[at].used;
    to->bus[i] = i && used ? s->group[g].bus : net->bus[i];
    if (used && i) {
      to->row[i] = of->row[at];
      to->row[i].alpha *= network_s(net, i) / s->group[g].speed;
    }
    if (to->group)
      to->group[i] = i && used ? at - 1 : SP_UNUSED;
    if (exact) {
      bool single = at == 0 || (at > 0 && s->group[g].members == 1);
      to->alpha_exact[i] = sp_xstrdup(single ? of->alpha_exact[at] : "0");
    }
  }
  to->bus[0] = SP_UNUSED;
  of->time_exact = NULL;
}

int bus_solve(struct sp_context *cx, const struct sp_network *net,
              struct sp_network_solution *solution, struct sp_error *error)
{
  bool given = net->listeners == 1 && net->transmit >= net->links;
  for (long i = 1; i < net->n && given; i++)
    given = net->bus[i] != SP_UNUSED;
  if (!given && net->n > SP_ASSIGNED_PROCESSORS)
    return sp_bad_input(error, "%ld processors to assign to buses, expected at most %d", net->n - 1,
                        SP_ASSIGNED_PROCESSORS - 1);
  long *index = sp_new(cx, net->n, long);
  struct assignment s = {.net = net,
                         .row = faster_rows(cx, net),
                         .group = sp_new(cx, net->n, struct bus_group),
                         .in = sp_new(cx, net->n, long)};
  if (given)
    take_given(&s);
  else
    solution->proven = bus_assign(cx, net, s.row, s.group, s.in);
  struct sp_network *joined = join_groups(&s, index);
  struct sp_network_solution of = {.n = joined->n,
                                   .row = sp_xcalloc((size_t)joined->n, sizeof *of.row)};
  if (joined->n > 1 || net->w[0].v < INFINITY)
    solve_joined(cx, joined, &of);
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
  return code;
}

/* Plans direct exchanges of tasks by one rule, and writes plans as hops. */
#include "solve/network/direct.h"
#include "method/context.h"
#include "model/instance.h"
#include "model/schedule.h"

/* ---- The rule. */

struct direct_worker {
  double n, own;          /* tasks it computes if nothing more moves; initial ones left */
  double sends, receives; /* its ports are free */
  double g;               /* end of the tasks received if it had no other */
};

static double end_with(const struct sp_redistribution *p, int i, double n, double g)
{
  return n > 0 ? fmax(n * p->w[i], g) : 0;
}

static int ends_last(const struct sp_redistribution *p, const struct direct_worker *x)
{
  int last = 1;
  for (int i = 2; i <= p->m; i++)
    if (end_with(p, i, x[i].n, x[i].g) > end_with(p, last, x[last].n, x[last].g))
      last = i;
  return last;
}

/* The end of one more task on r that s sends; *arrival: it is there. */
static double end_of_one_more(const struct sp_redistribution *p, const struct direct_worker *x,
                              int s, int r, double *arrival)
{
  *arrival = fmax(x[s].sends, x[r].receives) + direct_time(p, s, r);
  return end_with(p, r, x[r].n + 1, fmax(x[r].g, *arrival) + p->w[r]);
}

void direct_greedy(struct sp_context *cx, const struct sp_redistribution *p,
                   struct sp_schedule *plan)
{
  struct direct_worker *x = sp_new(cx, p->m + 1, struct direct_worker);
  for (int i = 1; i <= p->m; i++)
    x[i].n = x[i].own = p->load[i];
  for (;;) {
    int s = ends_last(p, x), best = 0;
    double least = end_with(p, s, x[s].n, x[s].g), arrival = 0, arrives = 0;
    plan->planned = least;
    for (int r = 1; r <= p->m && x[s].own > 0; r++) {
      double end = r == s ? INFINITY : end_of_one_more(p, x, s, r, &arrival);
      if (end < least) {
        least = end;
        arrives = arrival;
        best = r;
      }
    }
    if (!best)
      return;
    sp_schedule_add(plan, s, best, 1, -1);
    x[s].n--;
    x[s].own--;
    x[s].sends = arrives;
    x[best].n++;
    x[best].receives = arrives;
    x[best].g = fmax(x[best].g, arrives) + p->w[best];
  }
}

/* ---- Switches. */

/* Largest number of tasks that are planned, and nodes of the search. */
static const double MOST_TASKS = 100000;
enum { DIRECT_NODES = 2000000 };

static struct sp_num reciprocal(struct sp_num x)
{
  return x.den ? (struct sp_num){(double)x.den / (double)x.num, x.den, x.num} : sp_double(1 / x.v);
}

static struct sp_instance *star_of(const struct sp_network *net)
{
  struct sp_instance *in = sp_instance_alloc((int)net->n);
  in->problem = SP_REDISTRIBUTION;
  for (long i = 0; i < net->n; i++) {
    in->load[i + 1] = net->load[i];
    in->w[i + 1] = reciprocal(net->speed[i]);
    in->c[i + 1] = reciprocal(net->bandwidth[i]);
  }
  return in;
}

int direct_solve(const struct sp_network *net, struct sp_network_solution *solution,
                 struct sp_error *error)
{
  double tasks = 0;
  for (long i = 0; i < net->n; i++) {
    tasks += net->load[i].v;
    if (net->load[i].v != floor(net->load[i].v))
      return sp_bad_input(error, "alpha is %g at processor %ld, expected a whole number of tasks",
                          net->load[i].v, i + 1);
  }
  if (tasks > MOST_TASKS || net->n > 1000)
    return sp_bad_input(error,
                        "%g tasks on %ld processors, expected at most %g and 1000 to plan them",
                        tasks, net->n, MOST_TASKS);
  struct sp_instance *in = star_of(net);
  int code = sp_instance_check(in, error);
  if (code == SP_OK) {
    struct sp_context *cx = sp_context_plain();
    const struct sp_redistribution *p = sp_redistribution_new(cx, in, 1);
    direct_greedy(cx, p, &solution->tasks);
    solution->proven = direct_search(cx, p, DIRECT_NODES, &solution->tasks);
    solution->tasks.planned = sp_redistribution_time(p, solution->tasks.planned);
    sp_context_free(cx);
  }
  sp_instance_free(in);
  return code;
}

/* ---- Hops. */

/* The link between the two nodes, in *link[]; made when it is first used. */
static int link_between(struct sp_graph *g, const struct sp_instance *in, int *link, int a, int b)
{
  int *one = &link[(a < b ? a : b) * g->platform.nodes + (a < b ? b : a)];
  if (!*one) {
    struct sp_num c = in->c[in->c[a + 1].v > in->c[b + 1].v ? a + 1 : b + 1];
    sp_graph_add_link(g, a, b, c, c);
    *one = g->links;
  }
  return *one - 1;
}

/* The computations of a node: `own` initial tasks, then those of its messages that are kept. */
static void compute_kept(struct sp_hops *hops, const struct sp_schedule *plan, const bool *sent_on,
                         int node, double own)
{
  struct sp_hop hop = {.from = node, .to = node, .link = -1, .amount = 1};
  for (; own > 0; own--)
    sp_hops_add(hops, &hop);
  for (long k = 0; k < plan->n; k++)
    if (plan->msg[k].to == node + 1) {
      hop.arrivals++;
      if (!sent_on[k])
        sp_hops_add(hops, &hop);
    }
}

void direct_hops(const struct sp_network *net, const struct sp_schedule *plan,
                 struct sp_graph **graph, struct sp_hops *hops)
{
  struct sp_instance *in = star_of(net);
  struct sp_graph *g = *graph = sp_graph_alloc((int)net->n);
  struct sp_context *cx = sp_context_plain();
  int *link = sp_new(cx, net->n * net->n, int);
  long *arrived = sp_new(cx, net->n, long), *rank = sp_new(cx, plan->n, long);
  double *own = sp_new(cx, net->n, double);
  bool *sent_on = sp_new(cx, plan->n, bool);
  *hops = SP_HOPS_EMPTY;
  for (int i = 0; i < g->platform.nodes; i++) {
    g->w[i] = in->w[i + 1];
    g->master[i] = true;
    own[i] = net->load[i].v;
  }
  for (long k = 0; k < plan->n; k++) {
    const struct sp_message *m = &plan->msg[k];
    int from = m->from - 1, to = m->to - 1;
    rank[k] = ++arrived[to];
    if (m->after >= 0)
      sent_on[m->after] = true;
    else
      own[from]--;
    sp_hops_add(hops, &(struct sp_hop){.from = from,
                                       .to = to,
                                       .link = link_between(g, in, link, from, to),
                                       .amount = 1,
                                       .arrivals = m->after >= 0 ? rank[m->after] : 0});
  }
  for (int i = 0; i < g->platform.nodes; i++)
    compute_kept(hops, plan, sent_on, i, own[i]);
  sp_context_free(cx);
  sp_instance_free(in);
}

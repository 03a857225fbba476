/* Solves meshes and tori: the best tree that is found (graph.c), or layers as on a hypercube.
 *
 * Layers: layer k holds the processors k hops from the originator. A processor receives over its
 * links from the layer before; when it has received all, it sends over its links to the next one.
 * With R_i the date at which processor i has received and x_e what link e carries, for given
 * layers,
 *
 *   minimise T,  R_i >= R_j + r + z x_e for each link e from j to i,  R_i + w alpha_i <= T,
 *   what i receives = alpha_i + what it sends,  all alpha = 1
 *
 * (on a hypercube equation (12), by symmetry). A message that carries nothing and that T depends on
 * is not sent, those into the last layers first; as what remains is still a solution, T only falls.
 * Layers are added as long as it does. Other messages may be better left out, so this is no proof.
 *
 * Lower bound, for any tree and any layers: the same programme in which each link may carry load
 * both ways, and R_j is only the start-ups on the way to j. By a date T of at least k and less than
 * k + 1 start-ups nothing is further than k hops; the bound is the least over all k. */
#include "base/memory.h"
#include "solve/lp/lp.h"
#include "solve/network/kinds.h"

static const struct sp_num zero = {0, 0, 1}, one = {1, 1, 1}, minus = {-1, -1, 1};

static struct sp_num real(double v)
{
  return (struct sp_num){v, 0, 0};
}

/* Messages count from 0 to 2 links - 1: message e goes over link e / 2, either way. */
struct programme {
  struct sp_context *cx;
  const struct sp_network *net;
  long *hops, most;  /* [row] from the originator; the most */
  bool *out, *takes; /* [message] not sent; [row] takes part */
  bool bound;
  long layers;       /* that take part, without the originator's */
  double time, load; /* units of the programme */
  double r, z, w;    /* in them */
  struct sp_lp *lp;
  struct sp_lp_solution solution;
  int T, *alpha, *R, *x;  /* columns: [row], [row], [message] */
  int *balance, *arrival; /* rows: [row], [message] */
};

static long sender(const struct programme *p, long e)
{
  const struct sp_edge *edge = &p->net->edge[e / 2];
  return e % 2 ? edge->b : edge->a;
}

static long receiver(const struct programme *p, long e)
{
  return sender(p, e ^ 1);
}

static bool leads_on(const struct programme *p, long e)
{
  return p->hops[receiver(p, e)] == p->hops[sender(p, e)] + 1;
}

/* Is message e in the programme? */
static bool is_sent(const struct programme *p, long e)
{
  long from = sender(p, e), to = receiver(p, e);
  return p->takes[from] && p->takes[to] && p->hops[from] < p->layers &&
         (p->bound || (leads_on(p, e) && !p->out[e]));
}

static void count_hops(struct programme *p)
{
  const struct sp_network *net = p->net;
  for (long i = 0; i < net->n; i++)
    p->hops[i] = i == net->originator ? 0 : net->n;
  for (bool shorter = true; shorter;) {
    shorter = false;
    for (long e = 0; e < 2 * net->links; e++) {
      long from = p->hops[sender(p, e)], *to = &p->hops[receiver(p, e)];
      shorter = shorter || from + 1 < *to;
      *to = from + 1 < *to ? from + 1 : *to;
    }
  }
  for (long i = 0; i < net->n; i++)
    p->most = p->hops[i] > p->most ? p->hops[i] : p->most;
}

/* Which processors take part: in layers, those to which a message is sent. */
static void find_receivers(struct programme *p)
{
  for (long i = 0; i < p->net->n; i++)
    p->takes[i] = p->bound ? p->hops[i] <= p->layers : p->hops[i] == 0;
  for (long layer = 1; layer <= p->layers && !p->bound; layer++)
    for (long e = 0; e < 2 * p->net->links; e++)
      if (p->hops[receiver(p, e)] == layer && leads_on(p, e) && !p->out[e] &&
          p->takes[sender(p, e)])
        p->takes[receiver(p, e)] = true;
}

static void add_processor(struct programme *p, long i, int whole)
{
  bool first = p->hops[i] == 0, dual = sp_network_is_dual(p->net);
  double start = p->bound ? p->r * (double)p->hops[i] : 0;
  p->alpha[i] = sp_lp_column(p->lp, zero, SP_LP_FREE, dual ? minus : zero, false);
  p->R[i] = sp_lp_column(p->lp, real(start), first ? zero : SP_LP_FREE, zero, false);
  p->balance[i] =
      sp_lp_row(p->lp, first ? sp_lp_minus(SP_LP_FREE) : zero, first ? SP_LP_FREE : zero);
  int end = sp_lp_row(p->lp, zero, SP_LP_FREE);
  sp_lp_set(p->lp, end, p->T, one);
  sp_lp_set(p->lp, end, p->R[i], minus);
  sp_lp_set(p->lp, end, p->alpha[i], real(-p->w));
  sp_lp_set(p->lp, p->balance[i], p->alpha[i], minus);
  sp_lp_set(p->lp, whole, p->alpha[i], one);
}

static void add_message(struct programme *p, long e)
{
  long from = sender(p, e), to = receiver(p, e);
  double start = p->bound ? p->r * (double)p->hops[from] : 0;
  p->x[e] = sp_lp_column(p->lp, zero, SP_LP_FREE, zero, false);
  p->arrival[e] = sp_lp_row(p->lp, real(start + p->r), SP_LP_FREE);
  sp_lp_set(p->lp, p->balance[from], p->x[e], minus);
  sp_lp_set(p->lp, p->balance[to], p->x[e], one);
  sp_lp_set(p->lp, p->arrival[e], p->x[e], real(-p->z));
  sp_lp_set(p->lp, p->arrival[e], p->bound ? p->T : p->R[to], one);
  if (!p->bound)
    sp_lp_set(p->lp, p->arrival[e], p->R[from], minus);
  else if (leads_on(p, e)) /* it computes what it keeps only then */
    sp_lp_set(p->lp, p->arrival[e], p->alpha[to], real(-p->w));
}

static void build(struct programme *p)
{
  const struct sp_network *net = p->net;
  bool dual = sp_network_is_dual(net);
  struct sp_num end = real(net->deadline.v / p->time);
  p->lp = sp_lp_alloc(false);
  p->T = sp_lp_column(p->lp, dual ? end : real(p->bound ? p->r * (double)p->layers : 0), end,
                      dual ? zero : one, false);
  int whole = sp_lp_row(p->lp, dual ? zero : one, dual ? SP_LP_FREE : one);
  find_receivers(p);
  for (long i = 0; i < net->n; i++)
    if (p->takes[i])
      add_processor(p, i, whole);
  for (long e = 0; e < 2 * net->links; e++)
    if (is_sent(p, e))
      add_message(p, e);
}

/* Solves for so many layers: the least cost, as form_cost, or INFINITY if there is no solution. */
static int solve(struct programme *p, double *cost, struct sp_error *error)
{
  bool dual = sp_network_is_dual(p->net);
  sp_lp_solution_clear(&p->solution);
  build(p);
  int code = sp_lp_solve(p->lp, 0, &p->solution, error);
  bool found = code == SP_OK && p->solution.status == SP_LP_OPTIMAL;
  *cost = found ? p->solution.value * (dual ? p->load : p->time) : INFINITY;
  sp_lp_free(p->lp);
  return code;
}

/* Bounds from a programme in doubles are lowered by so much of them. */
static const double ROUNDING = 1e-9;

static int find_bound(struct programme *p, double *bound, struct sp_error *error)
{
  double best = INFINITY, cost;
  int code = SP_OK;
  p->bound = true;
  for (p->layers = 0; p->layers <= p->most && code == SP_OK; p->layers++) {
    code = solve(p, &cost, error);
    best = fmin(best, cost);
  }
  best -= ROUNDING * fabs(best);
  *bound = sp_network_is_dual(p->net) ? -best : best;
  return code;
}

/* ---- Layers. */

/* A message with less than this share of the load, in the programme's unit, carries nothing; T
 * depends on a message whose row has a greater price. */
static const double NOTHING = 1e-9;

static bool is_empty(const struct programme *p, long e)
{
  return p->solution.primal[p->x[e]] < NOTHING;
}

/* Leaves out the messages into one layer, the last possible, that carry nothing and that T depends
 * on; false if there are none. */
static bool leave_out(struct programme *p)
{
  bool some = false;
  for (long layer = p->layers; layer > 0 && !some; layer--)
    for (long e = 0; e < 2 * p->net->links; e++)
      if (p->hops[receiver(p, e)] == layer && is_sent(p, e) && is_empty(p, e) &&
          fabs(p->solution.dual[p->arrival[e]]) > NOTHING)
        p->out[e] = some = true;
  return some;
}

/* As solve, for layers without the messages that are better left out. With a deadline a processor
 * that cannot be reached by then leaves no solution: then none of the last layer takes part. */
static int solve_layers(struct programme *p, double *cost, struct sp_error *error)
{
  int code;
  do
    code = solve(p, cost, error);
  while (code == SP_OK && isfinite(*cost) && leave_out(p));
  return code;
}

static void report_layers(const struct programme *p, struct sp_network_solution *to)
{
  const struct sp_network *net = p->net;
  const double *value = p->solution.primal;
  to->time = value[p->T] * p->time;
  to->layers = 0;
  to->stream = sp_xcalloc(2 * (size_t)net->links, sizeof *to->stream);
  for (long i = 0; i < net->n; i++)
    if (p->takes[i]) {
      double ready = value[p->R[i]] * p->time;
      to->row[i] = (struct sp_network_row){.alpha = fmax(0, value[p->alpha[i]]) * p->load,
                                           .parent = SP_UNUSED,
                                           .start = ready,
                                           .ready = ready,
                                           .used = true};
      to->layers = p->hops[i] > to->layers ? p->hops[i] : to->layers;
    }
  for (long e = 0; e < 2 * net->links; e++) {
    if (!is_sent(p, e))
      continue;
    double amount = fmax(0, value[p->x[e]]) * p->load;
    double duration = network_r(net, e / 2) + network_z(net, e / 2) * amount;
    struct sp_network_row *row = &to->row[receiver(p, e)];
    row->carried += amount;
    row->start = fmin(row->start, value[p->R[sender(p, e)]] * p->time);
    to->stream[to->streams++] = (struct sp_switch_stream){sender(p, e), receiver(p, e), amount,
                                                          duration > 0 ? amount / duration : 0};
  }
}

/* Adds layers as long as that lowers the cost. */
static int find_layers(struct programme *p, struct sp_network_solution *solution,
                       struct sp_error *error)
{
  size_t messages = 2 * (size_t)p->net->links;
  bool *best = sp_new(p->cx, 2 * p->net->links, bool);
  double least = INFINITY, cost;
  int code = SP_OK;
  for (p->layers = 0; p->layers <= p->most && code == SP_OK; p->layers++) {
    memset(p->out, 0, messages * sizeof *p->out);
    code = solve_layers(p, &cost, error);
    if (code != SP_OK || cost >= least)
      break;
    least = cost;
    memcpy(best, p->out, messages * sizeof *best);
  }
  memcpy(p->out, best, messages * sizeof *best);
  p->layers--;
  if (code == SP_OK)
    code = solve(p, &cost, error);
  if (code == SP_OK)
    report_layers(p, solution);
  return code;
}

/* ---- */

static struct programme begin(struct sp_context *cx, const struct sp_network *net)
{
  long n = net->n, messages = 2 * net->links;
  bool dual = sp_network_is_dual(net);
  double w = 1 / network_s(net, net->originator);
  struct programme p = {.cx = cx,
                        .net = net,
                        .hops = sp_new(cx, n, long),
                        .out = sp_new(cx, messages, bool),
                        .takes = sp_new(cx, n, bool),
                        .alpha = sp_new(cx, n, int),
                        .R = sp_new(cx, n, int),
                        .balance = sp_new(cx, n, int),
                        .x = sp_new(cx, messages, int),
                        .arrival = sp_new(cx, messages, int),
                        .time = sp_lp_unit(dual ? net->deadline.v : w),
                        .load = dual ? sp_lp_unit(net->deadline.v / w) : 1};
  p.r = network_r(net, 0) / p.time;
  p.z = network_z(net, 0) * p.load / p.time;
  p.w = w * p.load / p.time;
  count_hops(&p);
  return p;
}

int mesh_solve(struct sp_context *cx, const struct sp_network *net,
               struct sp_network_solution *solution, struct sp_error *error)
{
  struct programme p = begin(cx, net);
  int code = SP_OK;
  if (net->layered)
    code = find_layers(&p, solution, error);
  else
    graph_solve(cx, net, solution);
  solution->depth = p.most;
  solution->proven = false; /* another tree, or messages that are not in layers */
  sp_lp_solution_clear(&p.solution);
  return code;
}

double mesh_bound(struct sp_context *cx, const struct sp_network *net)
{
  struct programme p = begin(cx, net);
  struct sp_error error;
  double bound;
  int code = find_bound(&p, &bound, &error);
  sp_lp_solution_clear(&p.solution);
  return code == SP_OK ? bound : NAN;
}

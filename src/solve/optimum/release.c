/* The exact optimum of a small bag whose tasks arrive over time, of any objective, or whose results
 * return, of the makespan: all orders of target workers, depth first.
 *
 * Task k, in the order of arrival, is message k. Once the targets are chosen every date is least
 * when each message starts as soon as it can (all are maxima of sums of earlier dates), and no
 * objective decreases with a date. So the orders of targets are all that is searched; that the
 * master waits on purpose is one of them, in which the first message goes to a worker without a
 * free place.
 *
 * Results return over a port of their own and hold no places, so what is sent does not depend on
 * them, and the last one comes first if they are received in the order in which they are computed:
 * as soon as there is one, as on one machine with release dates.
 *
 * Bounds at a node where n tasks are left, of which the j-th arrives at r_j: the j-th of them to
 * arrive at a worker does so no earlier than P_j = max(P_(j-1), r_j) + least c, and the j-th to end
 * no earlier than the j-th least of the dates a_i + k w_i (k = 1, 2, ..), where a_i is the earliest
 * date at which worker i can begin another one. So the j-th least end is at least E_j = max(P_j +
 * least w, that date). The makespan is at least E_n, the sum of flows at least the sum of E_j -
 * r_j, and the longest flow E_j - r_j for each j, since of the first j tasks one ends no earlier
 * than E_j. With weights w_k, of which the least is v: task k itself ends no earlier than A_k = P_k
 * + least w, so the sum of weighted flows is at least the sum of w_k (A_k - r_k) + v (E_k - A_k),
 * and the greatest one w_k (A_k - r_k) and v (E_k - r_k) for each k. Where results return the dates
 * of the tasks sent and the E_j, in order, each with the least time of a result, bound the date of
 * the last one, too. Of workers that are alike and in the same state one is tried. Nothing is
 * searched once the value is that of a bound of src/solve/bounds/ but for 1e-12. */
#include "method/context.h"
#include "model/instance.h"
#include "solve/bag/bag.h"
#include "solve/bag/flow.h"
#include "solve/bounds/bounds.h"
#include "solve/optimum/optimum.h"

#include <string.h>

/* Tasks by the date at which they are computed. */
struct sorted {
  double *date, *d; /* [0..n-1] and the times of their results */
};

struct search {
  struct sp_context *cx;
  const struct sp_instance *in;
  enum sp_objective objective;
  long N, nodes, limit;
  struct sp_state state;
  double least_c, least_w, least_d;
  double *lightest;     /* [0..N] the least weight from task k on */
  double *next;         /* [0..m] scratch of the bound: the next end of each worker */
  bool returns;         /* results return: */
  double *d;            /* [0..m] the time of a result of each worker */
  double *end;          /* [0..N-1] when the tasks so far are computed */
  struct sorted sorted; /* scratch: these tasks and others */
  int *order;           /* [0..N-1] targets so far */
  int *best;            /* [0..N-1] */
  double value;         /* of best; INFINITY: none */
  double least;         /* no order is better, but for 1e-12 */
  double open;          /* least bound of what was not searched */
};

/* Adds a task to the n sorted ones. */
static void insert(struct sorted *list, long n, double date, double d)
{
  for (; n > 0 && list->date[n - 1] > date; n--) {
    list->date[n] = list->date[n - 1];
    list->d[n] = list->d[n - 1];
  }
  list->date[n] = date;
  list->d[n] = d;
}

/* The date at which the results of the n sorted tasks have come, if each takes its d, or `all`. */
static double received(const struct sorted *list, long n, double all)
{
  double port = 0, last = 0;
  for (long k = 0; k < n; k++) {
    double d = isnan(all) ? list->d[k] : all;
    last = sp_state_later(last, list->date[k]);
    if (d > 0)
      port = sp_state_later(port, list->date[k]) + d;
  }
  return sp_state_later(last, port);
}

/* The date at which the results of the first k tasks have come. */
static double last_of(struct search *s, long k)
{
  for (long j = 0; j < k; j++)
    insert(&s->sorted, j, s->end[j], s->d[s->order[j]]);
  return received(&s->sorted, k, NAN);
}

/* The objective so far and one more end. */
static double with_end(const struct search *s, double value, long k, double end)
{
  return flow_with(s->objective, value, flow_release(s->in, k), flow_weight(s->in, k), end);
}

/* The same of a task k that ends at A or later, where some task that came no later ends at E or
 * later, and the sum of all ends is no less than that of E; v is the least weight. */
static double with_bound(const struct search *s, double value, long k, double A, double E, double v)
{
  double weight = flow_weight(s->in, k), release = flow_release(s->in, k);
  if (s->objective == SP_SUM_WEIGHTED_FLOW)
    return value + weight * (A - release) + v * (E - A);
  if (s->objective == SP_MAX_WEIGHTED_FLOW)
    return sp_state_later(value, sp_state_later(weight * (A - release), v * (E - release)));
  return with_end(s, value, k, E);
}

/* The earliest date at which the worker can begin one more task. */
static double begins(const struct sp_state_worker *x, double port)
{
  double start = sp_state_later(port, x->room);
  return sp_state_later(start + sp_state_time(x, 1), x->idle);
}

/* No completion of the order of the first k targets, of this value, is better. */
static double bound_of(struct search *s, long k, double value)
{
  double port = s->state.port[SP_OUT], lightest = s->lightest[k];
  if (s->returns)
    value = sp_state_later(value, last_of(s, k));
  for (int i = 1; i <= s->state.m; i++) {
    const struct sp_state_worker *x = &s->state.worker[i];
    double first = sp_state_later(port, k < s->N ? flow_release(s->in, k) : 0);
    s->next[i] = isinf(x->w) ? INFINITY : begins(x, first) + x->w;
  }
  for (; k < s->N; k++) {
    int i = 1;
    port = sp_state_later(port, flow_release(s->in, k)) + s->least_c;
    for (int j = 2; j <= s->state.m; j++)
      if (s->next[j] < s->next[i])
        i = j;
    double alone = port + s->least_w, end = sp_state_later(s->next[i], alone);
    value = with_bound(s, value, k, alone, end, lightest);
    s->next[i] += s->state.worker[i].w;
    if (s->returns)
      insert(&s->sorted, k, end, 0);
  }
  return s->returns ? sp_state_later(value, received(&s->sorted, s->N, s->least_d)) : value;
}

/* Has an earlier worker the same costs, places and state? */
static bool is_repeated(const struct search *s, int i)
{
  const struct sp_state_worker *a = &s->state.worker[i], *b;
  for (int j = 1; j < i; j++) {
    b = &s->state.worker[j];
    bool same = a->c == b->c && a->latency == b->latency && a->w == b->w && s->d[i] == s->d[j] &&
                a->idle == b->idle && a->room == b->room && a->places == b->places &&
                a->sent == b->sent;
    for (long k = 0; same && k < a->places; k++)
      same = s->state.finish[a->first + k] == s->state.finish[b->first + k];
    if (same)
      return true;
  }
  return false;
}

/* Sends task k as soon as it is there; returns its end. */
static double send(struct search *s, long k, int i, struct sp_state_before *before)
{
  double port = s->state.port[SP_OUT];
  s->state.port[SP_OUT] = sp_state_later(port, flow_release(s->in, k));
  *before = sp_state_try(&s->state, 0, i);
  before->port[SP_OUT] = port;
  return s->state.worker[i].idle;
}

/* Sums of as many dates differ by rounding. */
static bool is_better(const struct search *s, double value)
{
  return value < s->value * (1 - 1e-14 * (double)s->N);
}

static void search(struct search *s, long k, double value)
{
  if (k == s->N) {
    if (s->returns)
      value = last_of(s, k);
    if (is_better(s, value)) {
      s->value = value;
      memcpy(s->best, s->order, (size_t)s->N * sizeof *s->best);
    }
    return;
  }
  double bound = bound_of(s, k, value);
  if (!is_better(s, fmax(bound, s->least)))
    return;
  if (s->nodes >= s->limit || sp_stopped(s->cx)) {
    s->open = fmin(s->open, bound);
    return;
  }
  if (++s->nodes % 1024 == 0)
    sp_context_visited(s->cx, s->nodes);
  for (int i = 1; i <= s->state.m; i++) {
    struct sp_state_before before;
    if (isinf(s->state.worker[i].w) || is_repeated(s, i))
      continue;
    s->order[k] = i;
    s->end[k] = send(s, k, i, &before);
    search(s, k + 1, with_end(s, value, k, s->end[k]));
    sp_state_take_back(&s->state, i, &before);
  }
}

/* The plan of a heuristic, if it is better than what is known. */
static void start_from(struct search *s, const char *method)
{
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  if (sp_plan_with(s->cx, method, s->in, &plan) == 0 && plan.n == s->N) {
    double value = 0;
    sp_state_open(&s->state);
    for (long k = 0; k < s->N; k++) {
      s->order[k] = plan.msg[k].to;
      s->end[k] = flow_send(&s->state, s->in, k, s->order[k]);
      value = with_end(s, value, k, s->end[k]);
    }
    if (s->returns)
      value = last_of(s, s->N);
    if (is_better(s, value)) {
      s->value = value;
      memcpy(s->best, s->order, (size_t)s->N * sizeof *s->best);
    }
  }
  sp_schedule_clear(&plan);
}

/* The greatest bound that needs no search, without its allowance for rounding. */
static double least_of(const struct sp_instance *in, enum sp_objective objective)
{
  struct sp_bound bound[SP_FLOW_BOUNDS] = {0};
  if (objective == SP_MAKESPAN)
    return sp_greatest_bound(in) * (1 + 1e-12);
  sp_flow_bounds(in, bound);
  return bound[objective - SP_MAX_FLOW].value * (1 + 1e-12);
}

int optimum_release(struct sp_context *cx, const struct sp_instance *in, struct sp_optimal *o,
                    struct sp_schedule *best)
{
  static const char *const rules[] = {"mct", "min_c", "min_w", "srpt"};
  static const char *const searches[] = {
      "flow-search:objective=makespan", "flow-search:objective=max_flow",
      "flow-search:objective=sum_flow", "flow-search:objective=max_weighted_flow",
      "flow-search:objective=sum_weighted_flow"};
  const long searched_first = 10; /* less is searched sooner than improved */
  if (in->problem != SP_BAG)
    return sp_refuse(cx, "flows are of tasks: expected a bag, this is %s",
                     sp_problem_name(in->problem));
  if (o->objective >= SP_MAX_WEIGHTED_FLOW && !in->weights)
    return sp_refuse(cx, "no task has a weight, expected weights for weighted flows");
  if (sp_bag_served(cx, in, false))
    return -1;
  bool returns = sp_has_results(in);
  const struct sp_ports *ports = &in->platform.node[0].ports;
  if (returns &&
      (o->objective != SP_MAKESPAN || in->hold_result || !ports->recv_send || ports->recv != 1))
    return sp_refuse(cx,
                     "of results that return the makespan alone is searched, over one port of "
                     "their own (duplex=full), with places that do not wait for them (hold=task)");
  long N = (long)in->total.v;
  struct search s = {.cx = cx,
                     .in = in,
                     .objective = o->objective,
                     .N = N,
                     .limit = o->nodes,
                     .state = sp_state_new(cx, in, (double)N, 0),
                     .least_c = INFINITY,
                     .least_w = INFINITY,
                     .least_d = INFINITY,
                     .returns = returns,
                     .d = sp_result_costs(cx, in),
                     .end = sp_new(cx, N, double),
                     .sorted = {sp_new(cx, N, double), sp_new(cx, N, double)},
                     .lightest = sp_new(cx, N + 1, double),
                     .next = sp_new(cx, in->m + 1, double),
                     .order = sp_new(cx, N, int),
                     .best = sp_new(cx, N, int),
                     .value = INFINITY,
                     .least = least_of(in, o->objective),
                     .open = INFINITY};
  for (int i = 1; i <= in->m; i++) {
    if (isinf(in->w[i].v))
      continue;
    s.least_c = fmin(s.least_c, sp_message_time(in, i, 1));
    s.least_w = fmin(s.least_w, in->w[i].v);
    s.least_d = fmin(s.least_d, s.d[i]);
  }
  s.lightest[N] = INFINITY;
  for (long k = N - 1; k >= 0; k--)
    s.lightest[k] = fmin(flow_weight(in, k), s.lightest[k + 1]);
  for (size_t k = 0; k < sizeof rules / sizeof *rules; k++)
    start_from(&s, rules[k]);
  if (N >= searched_first)
    start_from(&s, searches[o->objective]);
  sp_state_open(&s.state);
  search(&s, 0, 0);
  for (long k = 0; k < N; k++)
    sp_schedule_add(best, 0, s.best[k], 1, -1);
  best->planned = sp_makespan(in, best);
  o->value = N > 0 ? s.value : 0;
  o->bound = fmin(fmax(s.open, s.least * (1 - 1e-12)), o->value);
  o->proven = o->searched = isinf(s.open);
  return 0;
}

/* flow-search: an order of target workers improved by small changes, for the objective of tasks
 * that arrive.
 *
 * Rules that decide on line send a task without knowing what comes. This planner knows all dates.
 * It starts from the best of five of these rules and changes the order in one place at a time: a
 * task gets another worker, two tasks exchange theirs, or one worker of the order moves to an
 * earlier or later place. A change is kept if the objective, and at a tie the sum of flows, does
 * not get greater. With few tasks N and enough evaluations the first half of the search also keeps
 * worse orders, by a threshold that decreases to 0, as local-search does.
 *
 *   kept iff (value', sum') <= (value, sum) in lexicographic order, or, where evaluations >= 10
 * N^2, N >= 10,  value' <= value (1 + 1/N max(0, 1 - 2 step/evaluations))
 *
 * Never worse than these rules, since the best order seen is kept. A rule that waits sends the same
 * messages, none of them earlier. Results that return are received as they are computed, over one
 * port.
 *
 * Source: starport; threshold accepting after Dueck and Scheuer, 1990. Cost: O(N) an evaluation,
 * O(N log N) with results; fewer than `evaluations` of them if these would send more than 3*10^7
 * tasks. Example: "c=1,1 w=3,7 release=0,1,5" with flow-search:objective=max_flow: makespan 10, and
 * the longest flow is 6, as of mct, the least. */

#include "solve/bag/bag.h"
#include "solve/bag/flow.h"

#include <stdlib.h>
#include <string.h>

struct options {
  int objective;
  long evaluations;
  const char *start;
};

static const double most_messages = 3e7;

/* When a task is computed, where. */
struct computed {
  double date;
  int worker;
  long task;
};

struct walk {
  int *to; /* [0..N-1] */
  double value, sum;
};

struct search {
  struct sp_context *cx;
  const struct sp_instance *in;
  enum sp_objective objective;
  long N;
  struct sp_state state;
  double *d;                 /* [0..m] the time of a result of each worker */
  struct computed *computed; /* [0..N-1] scratch; NULL: no results return */
  int computers, *worker;    /* [0..computers-1] those that can compute */
};

static void add_end(const struct search *s, struct walk *walk, long k, double end)
{
  double release = flow_release(s->in, k);
  walk->value = flow_with(s->objective, walk->value, release, flow_weight(s->in, k), end);
  walk->sum = flow_with(SP_SUM_FLOW, walk->sum, release, 1, end);
}

static int by_date(const void *a, const void *b)
{
  const struct computed *x = a, *y = b;
  return x->date != y->date ? (x->date > y->date) - (x->date < y->date)
                            : (x->worker > y->worker) - (x->worker < y->worker);
}

/* The value once the results of all tasks, computed so, have come. */
static void receive(const struct search *s, struct walk *walk)
{
  double port = 0;
  walk->value = walk->sum = 0;
  qsort(s->computed, (size_t)s->N, sizeof *s->computed, by_date);
  for (long n = 0; n < s->N; n++) {
    const struct computed *c = &s->computed[n];
    double end = c->date;
    if (s->d[c->worker] > 0)
      end = port = sp_state_later(port, c->date) + s->d[c->worker];
    add_end(s, walk, c->task, end);
  }
}

/* Executes the order; false if its value is above `limit`. */
static bool execute(struct search *s, struct walk *walk, double limit)
{
  walk->value = walk->sum = 0;
  sp_state_open(&s->state);
  for (long k = 0; k < s->N; k++) {
    double end = flow_send(&s->state, s->in, k, walk->to[k]);
    add_end(s, walk, k, end);
    if (walk->value > limit)
      return false;
    if (s->computed)
      s->computed[k] = (struct computed){end, walk->to[k], k};
  }
  if (s->computed)
    receive(s, walk);
  return walk->value <= limit;
}

/* < 0 if a is better than b. */
static int compare(const struct walk *a, const struct walk *b)
{
  return a->value != b->value ? (a->value > b->value) - (a->value < b->value)
                              : (a->sum > b->sum) - (a->sum < b->sum);
}

static void copy(const struct search *s, struct walk *to, const struct walk *from)
{
  memcpy(to->to, from->to, (size_t)s->N * sizeof *to->to);
  to->value = from->value;
  to->sum = from->sum;
}

/* One change of the order. */
static void change(struct search *s, int *to)
{
  enum { ANOTHER, EXCHANGE, SHIFT, MOVES };
  double x = sp_uniform(s->cx);
  long move = sp_pick(&x, MOVES), k = sp_pick(&x, s->N), l = sp_pick(&x, s->N);
  if (move == ANOTHER)
    to[k] = s->worker[sp_pick(&x, s->computers)];
  else if (move == EXCHANGE)
    sp_swap(to[k], to[l]);
  else
    sp_move_to(to, sizeof *to, k, l);
}

static void improve(struct search *s, double evaluations, struct walk *best)
{
  struct walk now = {.to = sp_new(s->cx, s->N, int)}, then = {.to = sp_new(s->cx, s->N, int)};
  double tasks = fmax(10, (double)s->N), many = 10 * tasks * tasks;
  double warmest = evaluations < many ? 0 : 1 / tasks;
  copy(s, &now, best);
  for (double step = 1; step < evaluations; step++) {
    double warmth = warmest * fmax(0, 1 - step / (0.5 * evaluations));
    copy(s, &then, &now);
    change(s, then.to);
    if (!execute(s, &then, now.value * (1 + warmth)) || (warmth == 0 && compare(&then, &now) > 0))
      continue;
    sp_swap(now, then);
    if (compare(&now, best) < 0)
      copy(s, best, &now);
  }
}

/* The order of a rule, if it is better than *best. */
static void start_from(struct search *s, const char *method, struct walk *best)
{
  struct walk walk = {.to = sp_new(s->cx, s->N, int)};
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  if (sp_plan_with(s->cx, method, s->in, &plan) == 0 && plan.n == s->N) {
    for (long k = 0; k < s->N; k++)
      walk.to[k] = plan.msg[k].to;
    if (execute(s, &walk, INFINITY) && compare(&walk, best) < 0)
      copy(s, best, &walk);
  }
  sp_schedule_clear(&plan);
}

static struct search prepare(struct sp_context *cx, const struct sp_instance *in, int objective)
{
  struct search s = {.cx = cx, .in = in, .objective = (enum sp_objective)objective};
  s.N = (long)in->total.v;
  s.state = sp_state_new(cx, in, in->total.v, 0);
  s.d = sp_result_costs(cx, in);
  s.computed = sp_has_results(in) ? sp_new(cx, s.N, struct computed) : NULL;
  s.worker = sp_new(cx, in->m, int);
  for (int i = 1; i <= in->m; i++)
    if (in->w[i].v < INFINITY)
      s.worker[s.computers++] = i;
  return s;
}

static int flow_search_plan(struct sp_context *cx, const struct sp_instance *in, const void *data,
                            struct sp_schedule *out)
{
  static const char *const rules[] = {"mct", "srpt", "min_c", "min_w", "min_loss"};
  const struct options *options = data;
  const struct sp_ports *ports = &in->platform.node[0].ports;
  if (sp_bag_served(cx, in, false))
    return -1;
  if (options->objective >= SP_MAX_WEIGHTED_FLOW && !in->weights)
    return sp_refuse(cx, "no task has a weight, expected weights for weighted flows");
  if (sp_has_results(in) && (in->hold_result || !ports->recv_send || ports->recv != 1))
    return sp_refuse(cx, "it plans results that return over one port of their own (duplex=full), "
                         "with places that do not wait for them (hold=task)");
  struct search s = prepare(cx, in, options->objective);
  struct walk best = {.to = sp_new(cx, s.N, int), .value = INFINITY};
  if (options->start[0])
    start_from(&s, options->start, &best);
  for (size_t k = 0; k < sizeof rules / sizeof *rules && !options->start[0]; k++)
    start_from(&s, rules[k], &best);
  if (isinf(best.value))
    return -1;
  if (s.N > 0)
    improve(&s, fmin((double)options->evaluations, floor(most_messages / (double)s.N)), &best);
  for (long k = 0; k < s.N; k++)
    sp_schedule_add(out, 0, best.to[k], 1, -1);
  out->planned = sp_makespan(in, out);
  return 0;
}

static const struct sp_option options[] = {
    {"objective", SP_CHOICE, offsetof(struct options, objective), "sum_flow",
     "makespan|max_flow|sum_flow|max_weighted_flow|sum_weighted_flow", 0, 0, "what is least"},
    {"evaluations", SP_INTEGER, offsetof(struct options, evaluations), "20000", NULL, 0, 1e12,
     "most orders that the search may execute"},
    {"start", SP_TEXT, offsetof(struct options, start), "", NULL, 0, 0,
     "method whose plan is improved; empty: the best of mct, srpt, min_c, min_w, min_loss"},
    SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_flow_search = {
    .abi = SP_ABI,
    .name = "flow-search",
    .summary = "an order of target workers improved by small changes, for makespan or flows",
    .source = "starport; threshold accepting",
    .version = 1,
    .problems = SP_BAG,
    .options = options,
    .options_size = sizeof(struct options),
    .plan = flow_search_plan,
    .results = true,
    .arrivals = true,
};

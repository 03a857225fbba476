/* cyclic: repeats the best period that it finds.
 *
 * With places the steady state is a cycle of targets (RR-5196, Figure 3: the order of the messages
 * is what is hard). Small stars have their best cycle from the graph of states, exactly (solve/
 * steady/places.h). On larger ones a local search looks for one: it begins with cycles whose
 * numbers of tasks follow the rates of the bound with places, spread evenly, and with what min_c
 * and mct send in the long run, and tries at each position another worker, no message, one more,
 * and the exchange with the next. The rate of a cycle is that of its repetitions once they take
 * equal times.
 *
 *   send(T, e): until the date T - e repeat the cycle from one of its positions, without the
 *               messages whose tasks cannot end by T; then min_c among the workers that end by T
 *   deadline:   the best of send(deadline, 0) from all positions; from the best position with e =
 *               1/64, 1/16, 1/4 of the deadline, and all of it
 *   else:       the least T for which send(T, e) has N tasks, by bisection, for the same e
 *
 * A star with more than `states` states is searched. `planned` is the executed makespan. Refused
 * with several emissions at once. Cost: that of the graph, or 3 10^7 messages of the search, and
 * 2 10^7 of the plan, 60 N at most.
 *
 * Source: starport; after RR-5196, Definitions 4 and 9, Theorems 2 to 4. Example (Theorem 2, n = 2,
 * B = 20, a = 6,7,7,6,6,8): c = 6,7,7,6,6,8,20, w = 74,73,73,74,74,72,20, b = 1, deadline 8000: 794
 * tasks; min_c computes 695. */
#include "base/num.h"
#include "model/instance.h"
#include "solve/bag/bag.h"
#include "solve/steady/places.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct options {
  long states;
};

enum { MOST_LENGTH = 256, REPEATS = 24 };
static const double most_searched = 3e7, most_sent = 2e7;

struct cycle {
  int length, target[MOST_LENGTH + 1];
  double rate;
};

struct search {
  const struct sp_instance *in;
  struct sp_bag bag;
  struct sp_state state;
  double N;     /* tasks at most */
  double sent;  /* messages so far, or what takes as long */
  double *load; /* [0..m] scratch */
  int *tried;   /* [N] scratch */
  int *order;   /* [N] the targets of the best plan, */
  long n;       /* so many, */
  double end;   /* and their makespan */
};

/* ---- The rate of a cycle. */

/* The time of a repetition on the port in the long run: the mean of the last half, or one of three
 * that are equal. */
static double port_time(struct search *s, const struct cycle *c)
{
  double time[REPEATS], sum = 0;
  sp_state_open(&s->state);
  for (int r = 0; r < REPEATS; r++) {
    double before = s->state.port[SP_OUT];
    for (int k = 0; k < c->length; k++)
      sp_state_send(&s->state, 0, c->target[k], 1);
    s->sent += c->length;
    time[r] = s->state.port[SP_OUT] - before;
    if (r >= 2 && fabs(time[r] - time[r - 1]) <= 1e-12 * time[r] &&
        fabs(time[r] - time[r - 2]) <= 1e-12 * time[r])
      return time[r];
    sum += r >= REPEATS / 2 ? time[r] : 0;
  }
  return sum / (REPEATS - REPEATS / 2);
}

/* Many places hide for long that a worker computes more slowly than it receives. */
static void set_rate(struct search *s, struct cycle *c)
{
  double time = port_time(s, c);
  memset(s->load, 0, (size_t)(s->in->m + 1) * sizeof *s->load);
  for (int k = 0; k < c->length; k++) {
    s->load[c->target[k]] += s->in->w[c->target[k]].v;
    time = fmax(time, s->load[c->target[k]]);
  }
  c->rate = c->length / time;
}

/* ---- The search for a cycle. */

/* Changes position k by the move: 1..m another worker, 0 no message, -1..-m one more before it,
 * m + 1 the exchange with the next. False: no such cycle, or it is the same. */
static bool change_cycle(struct cycle *c, int k, int move, int m)
{
  int *at = &c->target[k], behind = c->length - k;
  if (move > m) {
    int *next = &c->target[(k + 1) % c->length], swap = *at;
    bool differ = *at != *next;
    *at = *next;
    *next = swap;
    return differ;
  }
  if (move > 0) {
    bool differ = *at != move;
    *at = move;
    return differ;
  }
  if (move == 0) {
    memmove(at, at + 1, (size_t)(behind - 1) * sizeof *at);
    return --c->length > 0;
  }
  memmove(at + 1, at, (size_t)behind * sizeof *at);
  *at = -move;
  return ++c->length <= MOST_LENGTH;
}

/* Takes the first change that is better, position by position, until no position has one. */
static void improve_cycle(struct search *s, struct cycle *c)
{
  int m = s->in->m;
  for (int k = 0, since = 0; since < c->length && s->sent < most_searched; k++, since++)
    for (int move = -m; move <= m + 1; move++) {
      struct cycle other = *c;
      int worker = abs(move);
      if ((worker >= 1 && worker <= m && isinf(s->in->w[worker].v)) ||
          !change_cycle(&other, k % c->length, move, m))
        continue;
      set_rate(s, &other);
      if (other.rate > c->rate * (1 + 1e-12)) {
        *c = other;
        since = -1;
        break;
      }
    }
}

/* A cycle of about so many messages in the proportions of the rates, each worker's spread evenly.
 */
static struct cycle spread_evenly(struct search *s, const double *rate, double rho, int length)
{
  struct cycle c = {0};
  double *next = s->load;
  for (int i = 1; i <= s->in->m; i++) {
    double tasks = round(rate[i] / rho * length);
    next[i] = tasks > 0 ? 0.5 / tasks : INFINITY;
  }
  for (;;) {
    int first = 1;
    for (int i = 2; i <= s->in->m; i++)
      first = next[i] < next[first] ? i : first;
    if (!(next[first] < 1) || c.length == MOST_LENGTH)
      return c;
    c.target[c.length++] = first;
    next[first] += 1 / round(rate[first] / rho * length);
  }
}

/* What a method sends in the middle of a plan of many tasks. */
static struct cycle middle_of_plan(struct sp_context *cx, struct search *s, const char *method,
                                   int length)
{
  struct cycle c = {0};
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  struct sp_instance *bag = sp_instance_copy(s->in);
  bag->deadline = SP_INFINITE;
  bag->total = sp_int(REPEATS * length);
  if (sp_plan_with(cx, method, bag, &plan) == 0)
    for (; c.length < length; c.length++)
      c.target[c.length] = plan.msg[REPEATS / 2 * length + c.length].to;
  s->sent += (double)REPEATS * length;
  sp_schedule_clear(&plan);
  sp_instance_free(bag);
  return c;
}

static void offer_cycle(struct search *s, struct cycle *best, struct cycle c)
{
  if (c.length == 0)
    return;
  set_rate(s, &c);
  improve_cycle(s, &c);
  if (c.rate > best->rate)
    *best = c;
}

static struct cycle search_cycle(struct sp_context *cx, struct search *s)
{
  const struct sp_instance *in = s->in;
  double *c = sp_task_costs(cx, in), *t = sp_new(cx, in->m + 1, double);
  double *rate = sp_new(cx, in->m + 1, double);
  for (int i = 1; i <= in->m; i++) {
    t[i] = in->w[i].v;
    if (in->buffer[i] < LONG_MAX)
      t[i] = fmax(t[i], (c[i] + t[i]) / (double)in->buffer[i]);
  }
  double rho = sp_steady_rates_of(cx, in->m, c, t, 1, rate);
  struct cycle best = {.rate = -1};
  int least = in->m < MOST_LENGTH / 2 ? in->m : MOST_LENGTH / 2;
  int most = 4 * in->m + 8 < MOST_LENGTH / 2 ? 4 * in->m + 8 : MOST_LENGTH / 2;
  for (int length = least; length <= most && s->sent < most_searched; length += length / 2 + 1) {
    offer_cycle(s, &best, middle_of_plan(cx, s, "min_c-deadline", length));
    offer_cycle(s, &best, middle_of_plan(cx, s, "min_loss", length));
    offer_cycle(s, &best, spread_evenly(s, rate, rho, length));
  }
  return best;
}

/* The best cycle of a star whose graph of states is small. */
static bool exact_cycle(const struct sp_instance *in, long states, struct cycle *c)
{
  if (states == 0)
    return false;
  struct sp_instance *endless = sp_instance_copy(in);
  struct sp_star_cycle exact;
  struct sp_error error;
  endless->deadline = SP_INFINITE;
  bool known = sp_star_cycle_solve(endless, (struct sp_star_limits){.states = states}, &exact,
                                   &error) == SP_OK &&
               exact.length <= MOST_LENGTH;
  if (known) {
    c->length = (int)exact.length;
    memcpy(c->target, exact.target, (size_t)c->length * sizeof *c->target);
  }
  sp_star_cycle_clear(&exact);
  sp_instance_free(endless);
  return known;
}

/* ---- The plan. */

/* The next worker of the cycle from *k on that can end one more task by T; 0: none can. */
static int next_of_cycle(const struct sp_state *state, const struct cycle *c, int *k, double T)
{
  for (int skipped = 0; skipped < c->length; skipped++) {
    int i = c->target[*k];
    const struct sp_state_worker *x = &state->worker[i];
    *k = (*k + 1) % c->length;
    if (sp_state_end(x, sp_state_later(state->port[SP_OUT], x->room)) <= T)
      return i;
  }
  return 0;
}

/* send(T, end) from position k; keeps the order if it is better. */
static bool try_plan(struct search *s, const struct cycle *c, int k, double T, double end)
{
  struct sp_state *state = &s->state;
  long n = 0;
  int i = 1;
  sp_state_open(state);
  while ((double)n < s->N && i > 0) {
    bool cycle = state->port[SP_OUT] <= T - end;
    i = cycle ? next_of_cycle(state, c, &k, T) : sp_bag_choose(&s->bag, state, SP_CHEAPEST_LINK, T);
    s->sent += cycle ? 1 : s->in->m;
    if (i > 0) {
      sp_state_send(state, 0, i, 1);
      s->tried[n++] = i;
    }
  }
  if (n < s->n || (n == s->n && state->last >= s->end))
    return false;
  s->n = n;
  s->end = state->last;
  memcpy(s->order, s->tried, (size_t)n * sizeof *s->order);
  return true;
}

/* The least T for which send(T, share T) has all tasks. */
static void bisect(struct search *s, const struct cycle *c, int first, double share, double fails)
{
  while (s->end - fails > 0x1p-20 * s->end && s->sent < most_sent) {
    double T = fails + (s->end - fails) / 2;
    if (!try_plan(s, c, first, T, share * T))
      fails = T;
  }
}

static void plan_cycle(struct sp_context *cx, struct search *s, const struct cycle *c)
{
  const double shares[] = {0, 1.0 / 64, 1.0 / 16, 1.0 / 4, 1};
  int best = 0;
  s->n = -1;
  s->sent = 0;
  for (int first = 0; first < c->length && s->sent < most_sent / 2; first++)
    if (try_plan(s, c, first, s->in->deadline.v, 0))
      best = first;
  double least = s->in->deadline.v < INFINITY ? 0 : sp_unbounded_optimum(cx, s->in, NULL);
  for (int k = 0; k < 5 && s->sent < most_sent; k++)
    if (s->in->deadline.v < INFINITY)
      try_plan(s, c, best, s->in->deadline.v, shares[k] * s->in->deadline.v);
    else
      bisect(s, c, best, shares[k], least);
}

static int cyclic_plan(struct sp_context *cx, const struct sp_instance *in, const void *data,
                       struct sp_schedule *out)
{
  const struct options *o = data;
  if (in->platform.node[0].ports.send != 1)
    return sp_refuse(cx, "it plans for a master that sends one message at a time");
  if (sp_steady_rates(cx, in, sp_new(cx, in->m + 1, double)) == 0)
    return sp_refuse(cx, "no worker can compute (w = inf everywhere)");
  struct search s = {.in = in, .bag = sp_bag_new(cx, in), .N = sp_most_tasks(in)};
  s.state = sp_state_new(cx, in, s.N, 0);
  s.load = sp_new(cx, in->m + 1, double);
  s.tried = sp_new(cx, s.N, int);
  s.order = sp_new(cx, s.N, int);
  struct cycle c = {0};
  if (!exact_cycle(in, o->states, &c))
    c = search_cycle(cx, &s);
  plan_cycle(cx, &s, &c);
  for (long k = 0; k < s.n; k++)
    sp_schedule_add(out, 0, s.order[k], 1, -1);
  out->planned = s.end;
  return 0;
}

static const struct sp_option options[] = {
    {"states", SP_INTEGER, offsetof(struct options, states), "100000", NULL, 0, 2e6,
     "largest graph of states whose best cycle is taken; 0: cycles are searched"},
    SP_OPTIONS_END};

const struct sp_heuristic sp_heuristic_cyclic = {
    .abi = SP_ABI,
    .name = "cyclic",
    .summary = "the best period of messages that is found, repeated",
    .source = "starport; after RR-5196, Definitions 4 and 9",
    .version = 1,
    .problems = SP_BAG,
    .options = options,
    .options_size = sizeof(struct options),
    .plan = cyclic_plan,
};

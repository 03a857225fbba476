/* cyclic: repeats the best period that it finds.
 *
 * With places the steady state is a cycle of targets (RR-5196, Figure 3: the order of the messages
 * is what is hard). Small stars have their best cycle from the graph of states, exactly; on larger
 * ones a local search looks for one (solve/bag/places_search.c).
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
 * B = 20, a = 6,7,7,6,6,8): "c=6,7,7,6,6,8,20 w=74,73,73,74,74,72,20 buffer=1 tasks=inf
 * deadline=8000": 794 tasks; min_c computes 695. */
#include "solve/bag/bag.h"
#include "solve/bag/places.h"

#include <string.h>

struct options {
  long states;
};

static const double most_sent = 2e7;

struct cycle {
  int length, target[SP_PERIOD_LENGTH];
};

struct search {
  const struct sp_instance *in;
  struct sp_bag bag;
  struct sp_state state;
  double N;    /* tasks at most */
  double sent; /* messages so far, or what takes as long */
  int *tried;  /* [N] scratch */
  int *order;  /* [N] the targets of the best plan, */
  long n;      /* so many, */
  double end;  /* and their makespan */
};

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
  if (sp_rates(cx, in, SP_RATE_TASKS, NULL, NULL) == 0)
    return sp_refuse(cx, "no worker can compute (w = inf everywhere)");
  struct search s = {.in = in, .bag = sp_bag_new(cx, in), .N = sp_most_tasks(in)};
  s.state = sp_state_new(cx, in, s.N, 0);
  s.tried = sp_new(cx, s.N, int);
  s.order = sp_new(cx, s.N, int);
  struct cycle c;
  c.length = sp_star_period(cx, in, o->states, c.target);
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

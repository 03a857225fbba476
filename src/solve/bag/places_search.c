/* A search for a good period of a star with places: of the exact best cycle where the graph of its
 * states is small, else of what a local search finds.
 *
 * The search begins with cycles whose numbers of tasks follow the rates of the bound with places,
 * spread evenly, and with what min_c-deadline and min_loss send in the middle of many tasks. It
 * tries at each position another worker, no message, one more, and the exchange with the next. The
 * rate of a cycle is that of its repetitions once they take equal times. */
#include "base/num.h"
#include "model/instance.h"
#include "solve/bag/bag.h"
#include "solve/bag/places.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LENGTH = SP_PERIOD_LENGTH, REPEATS = 24 };
static const double most_searched = 3e7;

struct cycle {
  int length, target[MOST_LENGTH + 1];
  double rate;
};

struct search {
  const struct sp_instance *in;
  struct sp_state state;
  double sent;  /* messages so far */
  double *load; /* [0..m] scratch */
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
    int *next = &c->target[(k + 1) % c->length];
    sp_swap(*at, *next);
    return *at != *next;
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
  double *rate = sp_new(cx, in->m + 1, double);
  double rho = sp_rates(cx, in, SP_RATE_PLACES, rate, NULL);
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

int sp_star_period(struct sp_context *cx, const struct sp_instance *in, long states,
                   int target[SP_PERIOD_LENGTH])
{
  struct search s = {.in = in, .load = sp_new(cx, in->m + 1, double)};
  struct cycle c = {0};
  s.state = sp_state_new(cx, in, REPEATS * (MOST_LENGTH + 1), 0); /* more is never sent */
  if (!exact_cycle(in, states, &c))
    c = search_cycle(cx, &s);
  memcpy(target, c.target, (size_t)c.length * sizeof *target);
  return c.length;
}

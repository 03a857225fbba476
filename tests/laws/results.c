/* Tests bags whose results return. On RESULTS_COUNT tiny random instances (default 1000) the proven
 * optimum is that of an exhaustive search, which has recurrences of its own and tries every order
 * of target workers with every order of results; no rule that decides on line is better, and no
 * bound is above. The rates of the steady state are those of a search through all vertices of the
 * dual programme, and 1d comes near them where workers hold any number of tasks and the master has
 * one port each way. With places the mixture of cycles of the exact rate, executed, comes near it,
 * and no rule is above it. */
#include "method/context.h"
#include "random_instance.h"
#include "solve/bag/bag.h"
#include "solve/bag/places.h"
#include <setjmp.h>
#include <starport/optimal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SEED = 3204, MOST_TASKS = 4 };

/* At most 3 workers and 4 tasks; results of some links or all. */
static struct sp_instance *tiny(uint32_t index)
{
  struct dice dice = {SEED, 0, index}, *d = &dice;
  int m = dice_int(d, 1, 3), n = dice_int(d, 1, MOST_TASKS), style = dice_int(d, 0, 3);
  bool limits = dice_int(d, 0, 1), some = dice_int(d, 0, 1), starts = dice_int(d, 0, 2) == 0;
  struct sp_instance *in = sp_instance_alloc(m);
  in->problem = SP_BAG;
  in->task_bytes = in->task_flops = 0x1p40;
  in->total = sp_int(n);
  for (int i = 1; i <= m; i++) {
    in->c[i] = dice_cost(d, style);
    in->w[i] = dice_cost(d, style);
    if (in->c[i].v > 0 && (!some || dice_int(d, 0, 1)))
      in->result[i] = dice_cost(d, style);
    if (starts)
      in->latency[i] = dice_cost(d, style);
    if (limits)
      in->buffer[i] = dice_int(d, 1, 3);
  }
  assert_int_equal(sp_instance_check(in, NULL), SP_OK);
  return in;
}

static bool near(double a, double b)
{
  return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

/* ---- The optimum. */

struct tries {
  const struct sp_instance *in;
  int n, to[MOST_TASKS];
  double end[MOST_TASKS], least;
};

/* The date at which the k-th task from the last of worker i before task n is computed; 0: none. */
static double end_before(const struct tries *t, int n, int i, long k)
{
  while (n-- > 0)
    if (t->to[n] == i && --k == 0)
      return t->end[n];
  return 0;
}

/* Every order in which the results that are left can come. */
static void try_results(struct tries *t, unsigned left, double port, double last)
{
  const struct sp_instance *in = t->in;
  if (left == 0)
    t->least = fmin(t->least, last);
  for (int k = 0; k < t->n; k++) {
    int i = t->to[k];
    if (!(left >> k & 1))
      continue;
    double d = in->result[i].v > 0 ? in->latency[i].v + in->result[i].v : 0;
    double end = d > 0 ? fmax(port, t->end[k]) + d : t->end[k];
    try_results(t, left & ~(1U << k), d > 0 ? end : port, fmax(last, end));
  }
}

static void try_targets(struct tries *t, int k, double port)
{
  const struct sp_instance *in = t->in;
  if (k == t->n) {
    try_results(t, (1U << k) - 1, 0, 0);
    return;
  }
  for (int i = 1; i <= in->m; i++) {
    double start = port;
    if (in->buffer[i] != LONG_MAX)
      start = fmax(start, end_before(t, k, i, in->buffer[i]));
    double arrival = start + in->latency[i].v + in->c[i].v;
    t->to[k] = i;
    t->end[k] = fmax(arrival, end_before(t, k, i, 1)) + in->w[i].v;
    try_targets(t, k + 1, arrival);
  }
}

static void check_runs(const struct sp_registry *registry, const struct sp_instance *in,
                       double least)
{
  struct sp_bound bound[SP_MAX_BOUNDS];
  int bounds = sp_bounds(in, bound);
  for (int k = 0; k < bounds; k++)
    if (bound[k].value > least * (1 + 1e-12))
      fail_msg("bound %s is %.17g, the optimum %.17g", bound[k].name, bound[k].value, least);
  for (int k = 0; k < registry->n; k++) {
    const struct sp_heuristic *h = registry->item[k];
    struct sp_method method;
    struct sp_result r;
    bool optimal = !strcmp(h->name, "optimal");
    if ((h->plan && !optimal && strcmp(h->name, "flow-search") != 0) || h->chunks ||
        !(h->problems & SP_BAG))
      continue;
    assert_int_equal(sp_method_parse(registry, h->name, &method, NULL), SP_OK);
    sp_native_run(in, registry, &method, &(struct sp_conditions){0}, &r, NULL, NULL);
    sp_method_clear(&method);
    assert_int_equal(r.status, SP_RUN_OK);
    if (r.makespan < least * (1 - 1e-9) || (optimal && !near(r.makespan, least))) {
      print_star(stderr, in);
      fail_msg("%s: %.17g, the optimum %.17g", h->name, r.makespan, least);
    }
  }
}

static void test_optima(void **state)
{
  (void)state;
  struct sp_registry *registry = all_heuristics();
  uint32_t first = first_case(), count = (uint32_t)setting("RESULTS_COUNT", 1000);
  for (uint32_t index = first; index < first + count; index++) {
    struct sp_instance *in = tiny(index);
    if (sp_has_results(in)) {
      struct tries t = {.in = in, .n = (int)in->total.v, .least = INFINITY};
      try_targets(&t, 0, 0);
      check_runs(registry, in, t.least);
    }
    sp_instance_free(in);
  }
  sp_registry_free(registry);
}

/* ---- Rates. */

enum { MOST_WORKERS = 7 };

struct rate_case {
  const struct sp_instance *in;
  double c[MOST_WORKERS + 1], d[MOST_WORKERS + 1], t[MOST_WORKERS + 1];
};

/* At most 7 workers, any duplex, number of ports and places. */
static struct sp_instance *small(uint32_t index)
{
  struct dice dice = {SEED + 1, 0, index}, *d = &dice;
  int m = dice_int(d, 1, MOST_WORKERS), style = dice_int(d, 0, 3);
  struct sp_instance *in = sp_instance_alloc(m);
  struct sp_ports *ports = &in->platform.node[0].ports;
  in->problem = SP_BAG;
  in->task_bytes = in->task_flops = 0x1p40;
  in->total = sp_int(1000);
  ports->send = dice_int(d, 0, 2) ? 1 : 2;
  ports->recv = dice_int(d, 0, 2) ? 1 : 2;
  ports->recv_send = dice_int(d, 0, 1);
  in->hold_result = dice_int(d, 0, 1);
  in->result[1] = sp_int(1);
  for (int i = 1; i <= m; i++) {
    in->c[i] = dice_cost(d, style);
    in->w[i] = dice_cost(d, style);
    if (in->c[i].v > 0 && dice_int(d, 0, 3))
      in->result[i] = dice_cost(d, style);
    if (in->c[i].v == 0)
      in->result[i] = sp_int(0);
    if (dice_int(d, 0, 1))
      in->buffer[i] = dice_int(d, 1, 3);
  }
  assert_int_equal(sp_instance_check(in, NULL), SP_OK);
  return in;
}

static double value_at(const struct rate_case *r, double y, double z)
{
  const struct sp_ports *ports = &r->in->platform.node[0].ports;
  double value = y * ports->send + (ports->recv_send ? z * ports->recv : 0);
  if (y < 0 || z < 0)
    return INFINITY;
  for (int i = 1; i <= r->in->m; i++)
    value += fmax(0, 1 - y * r->c[i] - z * r->d[i]) / r->t[i];
  return value;
}

/* The least value at all vertices: of two lines among y = 0 (0), z = 0 (-1) and y c_i + z d_i = 1
 * (i). Half duplex has one row and so one price, y P = z R (-2), whose time counts once. */
static double least_value(const struct rate_case *r)
{
  const struct sp_ports *ports = &r->in->platform.node[0].ports;
  int m = r->in->m, first = ports->recv_send ? -1 : -2, last = ports->recv_send ? m : 0;
  double least = INFINITY;
  for (int i = first; i <= last; i++)
    for (int j = i + 1; j <= m; j++) {
      double a[2], b[2], e[2];
      for (int k = 0; k < 2; k++) {
        int line = k ? j : i;
        bool half = line == -2;
        a[k] = line > 0 ? r->c[line] : half ? ports->send : line == 0;
        b[k] = line > 0 ? r->d[line] : half ? -ports->recv : line == -1;
        e[k] = line > 0;
      }
      double det = a[0] * b[1] - a[1] * b[0];
      if (fabs(det) > 1e-12 && (ports->recv_send || i == -2))
        least = fmin(least, value_at(r, (e[0] * b[1] - e[1] * b[0]) / det,
                                     (a[0] * e[1] - a[1] * e[0]) / det));
    }
  return least;
}

static double vertices(const struct sp_instance *in, bool places)
{
  struct rate_case r = {.in = in};
  for (int i = 1; i <= in->m; i++) {
    double c = in->c[i].v, d = in->result[i].v, w = in->w[i].v;
    r.c[i] = c;
    r.d[i] = d;
    r.t[i] = fmax(w, in->platform.node[0].ports.recv_send ? fmax(c, d) : c + d);
    if (places && in->buffer[i] < LONG_MAX)
      r.t[i] = fmax(r.t[i], (c + w + (in->hold_result ? d : 0)) / (double)in->buffer[i]);
  }
  return least_value(&r);
}

static void test_rates(void **state)
{
  (void)state;
  uint32_t first = first_case(), count = (uint32_t)setting("RESULTS_COUNT", 1000);
  for (uint32_t index = first; index < first + count; index++) {
    struct sp_instance *in = small(index);
    struct sp_context *cx = sp_context_plain();
    struct sp_q_pool pool = {0};
    for (int places = 0; places < 2 && sp_has_results(in); places++) {
      enum sp_rate kind = places ? SP_RATE_PLACES : SP_RATE_TASKS;
      double price[2], alpha[MOST_WORKERS + 1], expected = vertices(in, places);
      double exact = sp_q_double(sp_exact_rate(cx, in, kind, &pool));
      double rate = sp_rates(cx, in, kind, alpha, price);
      if (!near(exact, expected) || !near(rate, expected)) {
        print_star(stderr, in);
        fail_msg("case %u: rate %.17g, exactly %.17g, by vertices %.17g", index, rate, exact,
                 expected);
      }
    }
    sp_q_clear(&pool);
    sp_context_free(cx);
    sp_instance_free(in);
  }
}

/* 4000 tasks over one port each way take at most 1 % longer than by the rate. */
static void test_streams(void **state)
{
  (void)state;
  struct sp_registry *registry = all_heuristics();
  uint32_t first = first_case(), count = (uint32_t)setting("RESULTS_COUNT", 1000) / 20;
  struct sp_method method;
  assert_int_equal(sp_method_parse(registry, "1d", &method, NULL), SP_OK);
  for (uint32_t index = first; index < first + count; index++) {
    struct sp_instance *in = small(index);
    struct sp_context *cx = sp_context_plain();
    struct sp_result r;
    in->platform.node[0].ports.send = in->platform.node[0].ports.recv = 1;
    double rate = sp_rates(cx, in, SP_RATE_TASKS, NULL, NULL), T = 4000 / rate;
    for (int i = 1; i <= in->m; i++)
      in->buffer[i] = LONG_MAX;
    in->total = sp_int(4000);
    sp_native_run(in, registry, &method, &(struct sp_conditions){0}, &r, NULL, NULL);
    if (sp_has_results(in) && !(r.makespan <= 1.01 * T)) {
      print_star(stderr, in);
      fail_msg("case %u: 4000 tasks take %.17g, by the rate %.17g", index, r.makespan, T);
    }
    sp_context_free(cx);
    sp_instance_free(in);
  }
  sp_method_clear(&method);
  sp_registry_free(registry);
}

/* ---- Places. */

/* At most 3 workers of whole costs and at most 3 places each, one port each way. */
static struct sp_instance *with_places(uint32_t index)
{
  struct dice dice = {SEED + 2, 0, index}, *d = &dice;
  int m = dice_int(d, 1, 3);
  struct sp_instance *in = sp_instance_alloc(m);
  in->problem = SP_BAG;
  in->task_bytes = in->task_flops = 0x1p40;
  for (int i = 1; i <= m; i++) {
    in->c[i] = sp_int(dice_int(d, 1, 5));
    in->w[i] = sp_int(dice_int(d, 1, 9));
    in->result[i] = sp_int(dice_int(d, i > 1 ? 0 : 1, 9));
    in->latency[i] = sp_int(dice_int(d, 0, 3) ? 0 : 1);
    in->buffer[i] = dice_int(d, 1, 3);
  }
  return in;
}

/* The tasks of the mixture, each cycle 30 times in a row, the one that is behind its share first.
 */
static void plan_mixture(const struct sp_star_mixture *m, long tasks, struct sp_schedule *plan)
{
  double time[2] = {0, 0};
  while (plan->n < tasks) {
    int k = m->n == 2 && time[1] / sp_q_double(m->share[1]) < time[0] / sp_q_double(m->share[0]);
    const struct sp_star_cycle *cycle = &m->cycle[k];
    for (long j = 0; j < 30 * cycle->length && plan->n < tasks; j++)
      sp_schedule_add(plan, 0, cycle->target[j % cycle->length], 1, -1);
    time[k] += 30 * (double)cycle->length / sp_q_double(cycle->throughput);
  }
}

static void test_places(void **state)
{
  (void)state;
  static const char *const rules[] = {"min_c", "mct", "1d"};
  struct sp_registry *registry = all_heuristics();
  uint32_t first = first_case(), count = (uint32_t)setting("RESULTS_COUNT", 1000) / 25;
  for (uint32_t index = first; index < first + count; index++) {
    struct sp_instance *in = with_places(index);
    struct sp_star_mixture m;
    struct sp_error error;
    struct sp_schedule plan = SP_SCHEDULE_EMPTY;
    if (sp_star_mixture_solve(in, &m, &error) != SP_OK)
      fail_msg("case %u: %s", index, error.text);
    in->total = sp_int(20000);
    plan_mixture(&m, 20000, &plan);
    double by_rate = 20000 / sp_q_double(m.throughput), least = sp_makespan(in, &plan);
    if (!(least <= 1.03 * by_rate)) {
      print_star(stderr, in);
      fail_msg("case %u: the mixture takes %.17g, by its rate %.17g", index, least, by_rate);
    }
    for (int k = 0; k < 3; k++) {
      struct sp_method method;
      struct sp_result r;
      assert_int_equal(sp_method_parse(registry, rules[k], &method, NULL), SP_OK);
      sp_native_run(in, registry, &method, &(struct sp_conditions){0}, &r, NULL, NULL);
      sp_method_clear(&method);
      least = fmin(least, r.makespan);
    }
    if (!(least >= 0.999 * by_rate)) {
      print_star(stderr, in);
      fail_msg("case %u: some plan takes %.17g, by the rate %.17g", index, least, by_rate);
    }
    sp_schedule_clear(&plan);
    sp_star_mixture_clear(&m);
    sp_instance_free(in);
  }
  sp_registry_free(registry);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_places), cmocka_unit_test(test_optima),
                                     cmocka_unit_test(test_rates), cmocka_unit_test(test_streams)};
  return cmocka_run_group_tests_name("results", tests, NULL, NULL);
}

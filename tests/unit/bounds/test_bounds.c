/* Tests the lower bounds: LP (7) equals known values and GLPK's; no bound exceeds the optimum of
 * tiny redistributions or the makespan of any heuristic, on BOUNDS_COUNT instances (default 1000).
 */
#include "redistributions.h"
#include "stars.h"

#include "solve/network/lp7.h"
#include "solve/optimum/optimum.h"

#include <glpk.h>
#include <jansson.h>
#include <string.h>

static double bound_named(const struct sp_instance *in, const char *name)
{
  struct sp_bound bound[SP_MAX_BOUNDS];
  int n = sp_bounds(in, bound);
  for (int k = 0; k < n; k++) {
    double rise = k ? bound[k].value - bound[k - 1].value : 0;
    assert_true(in->deadline.v < INFINITY ? rise >= 0 : rise <= 0);
    if (!strcmp(bound[k].name, name))
      return bound[k].value;
  }
  fail_msg("no bound is named %s", name);
  return NAN;
}

static void expect(const char *text, const char *name, double value)
{
  struct sp_instance *in = parse(text);
  double bound = bound_named(in, name);
  if (!near(bound, value, 1e-12))
    fail_msg("%s: %s is %.17g, expected %.17g", text, name, bound, value);
  sp_instance_free(in);
}

static void lp7_of_the_cases(void **state)
{
  (void)state;
  json_error_t error;
  json_t *root = json_load_file("tests/data/redistribution.json", 0, &error), *one;
  assert_non_null(root);
  size_t k;
  json_array_foreach(json_object_get(root, "instances"), k, one)
  {
    const json_t *c = json_object_get(one, "c");
    struct sp_instance *in = sp_instance_alloc((int)json_array_size(c));
    struct sp_num value;
    in->problem = SP_REDISTRIBUTION;
    for (int i = 1; i <= in->m; i++) {
      size_t j = (size_t)i - 1;
      in->c[i] = sp_int(json_integer_value(json_array_get(c, j)));
      in->w[i] = sp_int(json_integer_value(json_array_get(json_object_get(one, "w"), j)));
      in->load[i] = sp_int(json_integer_value(json_array_get(json_object_get(one, "load"), j)));
    }
    assert_int_equal(sp_instance_check(in, NULL), SP_OK);
    assert_int_equal(sp_num_parse(json_string_value(json_object_get(one, "lp7")), &value), 0);
    if (lp7(in) != value.v || bound_named(in, "lp7") != value.v)
      fail_msg("%s: %.17g", json_string_value(json_object_get(one, "name")), lp7(in));
    sp_instance_free(in);
  }
  json_decref(root);
}

/* LP (7) by GLPK: column 1 is T, column 1 + i is delta_i. */
static double lp7_by_glpk(const struct sp_instance *in)
{
  glp_prob *lp = glp_create_prob();
  int m = in->m, all[64];
  double one[64];
  glp_add_cols(lp, m + 1);
  glp_set_col_bnds(lp, 1, GLP_LO, 0, 0);
  glp_set_obj_coef(lp, 1, 1);
  glp_add_rows(lp, 3 * m + 1);
  for (int i = 1; i <= m; i++) {
    double alpha = in->load[i].v, s = 1 / in->w[i].v, b = 1 / in->c[i].v;
    int pair[3] = {0, 1, i + 1};
    glp_set_col_bnds(lp, i + 1, GLP_UP, 0, alpha);
    glp_set_mat_row(lp, 3 * i - 2, 2, pair, (double[3]){0, b, -1});
    glp_set_row_bnds(lp, 3 * i - 2, GLP_LO, 0, 0);
    glp_set_mat_row(lp, 3 * i - 1, 2, pair, (double[3]){0, b, 1});
    glp_set_row_bnds(lp, 3 * i - 1, GLP_LO, 0, 0);
    glp_set_mat_row(lp, 3 * i, 2, pair, (double[3]){0, s, 1});
    glp_set_row_bnds(lp, 3 * i, GLP_LO, alpha, 0);
    all[i] = i + 1;
    one[i] = 1;
  }
  glp_set_mat_row(lp, 3 * m + 1, m, all, one);
  glp_set_row_bnds(lp, 3 * m + 1, GLP_FX, 0, 0);
  glp_smcp options;
  glp_init_smcp(&options);
  options.msg_lev = GLP_MSG_OFF;
  options.tol_bnd = options.tol_dj = 1e-10;
  assert_int_equal(glp_simplex(lp, &options), 0);
  assert_int_equal(glp_get_status(lp), GLP_OPT);
  double value = glp_get_obj_val(lp);
  glp_delete_prob(lp);
  return value;
}

static void lp7_against_glpk(void **state)
{
  (void)state;
  uint64_t seed = 70007;
  for (int trial = 0; trial < 1000; trial++) {
    unsigned kind = (unsigned)(trial % 3) | (trial % 4 ? 0 : RELAY);
    struct sp_instance *in = random_instance(&seed, kind, draw(&seed, 2, 9), 50, 40);
    double T = lp7(in), known = lp7_by_glpk(in);
    if (fabs(T - known) > 1e-8 * (1 + known))
      fail_msg("trial %d: %.17g, GLPK %.17g", trial, T, known);
    sp_instance_free(in);
  }
  glp_free_env();
}

/* Counts how often each bound is the greatest, at least once each. */
static void optimum_of_tiny_instances(void **state)
{
  (void)state;
  uint64_t seed = 20002;
  int best_is[5] = {0}, met = 0, proven_count = 0;
  static const char *const names[5] = {"capacity", "lp7", "worker", "port", "arrivals"};
  for (int trial = 0; trial < 2500; trial++) {
    unsigned kind = (unsigned)(trial % 3) | (trial & 4 ? LATENCY : 0) | (trial % 7 ? 0 : RELAY);
    struct sp_instance *in = random_instance(&seed, kind, draw(&seed, 1, 4), 5, 9);
    struct sp_schedule best = SP_SCHEDULE_EMPTY;
    double makespan, lower;
    bool proven;
    struct sp_bound bound[SP_MAX_BOUNDS];
    int n = sp_bounds(in, bound);
    assert_int_equal(sp_optimum(in, 20000, &best, &makespan, &lower, &proven), SP_OK);
    proven_count += proven;
    for (int k = 0; k < n; k++)
      if (bound[k].value > makespan) /* not by the last bit */
        fail_msg("trial %d: %s is %.17g, a plan takes %.17g", trial, bound[k].name, bound[k].value,
                 makespan);
    for (int k = 0; k < 5; k++)
      best_is[k] += n > 0 && bound[0].value > 0 && !strcmp(bound[0].name, names[k]);
    met += n > 0 && near(bound[0].value, makespan, 1e-12);
    sp_schedule_clear(&best);
    sp_instance_free(in);
  }
  assert_true(proven_count > 2400);
  assert_true(met > 500);
  for (int k = 0; k < 5; k++)
    if (best_is[k] == 0)
      fail_msg("%s is never the greatest", names[k]);
}

static void at_most(const struct sp_instance *in, int trial, long double optimum)
{
  struct sp_bound bound[SP_MAX_BOUNDS];
  int n = sp_bounds(in, bound);
  for (int k = 0; k < n; k++)
    if (bound[k].value > (double)optimum)
      fail_msg("trial %d: %s is %.17g, the optimum %.17Lg", trial, bound[k].name, bound[k].value,
               optimum);
}

/* Of one worker the optimum is a sum, also of costs that have all 53 bits. */
static void one_worker_with_reals(void **state)
{
  (void)state;
  uint64_t seed = 50005;
  for (int trial = 0; trial < 20000; trial++) {
    struct sp_instance *in = sp_instance_alloc(1);
    double c = (double)draw(&seed, 1, INT_MAX) / 3e8, w = (double)draw(&seed, 1, INT_MAX) / 7e8;
    long N = draw(&seed, 1, 30);
    in->c[1] = sp_double(c);
    in->w[1] = sp_double(w);
    in->problem = SP_REDISTRIBUTION;
    in->load[1] = sp_int(N);
    assert_int_equal(sp_instance_check(in, NULL), SP_OK);
    at_most(in, trial, N * (long double)w);
    in->problem = SP_BAG;
    in->load[1] = sp_int(0);
    in->total = sp_int(N);
    at_most(in, trial, fmaxl(c + N * (long double)w, N * (long double)c + w));
    in->buffer[1] = 1;
    at_most(in, trial, N * ((long double)c + w));
    sp_instance_free(in);
  }
}

/* The bound `arrivals` is never below the others, except by rounding, and often above. */
static void arrivals_dominate(void **state)
{
  (void)state;
  uint64_t seed = 50005;
  int above = 0;
  for (int trial = 0; trial < 1500; trial++) {
    unsigned kind = (unsigned)(trial % 3) | (trial & 4 ? LATENCY : 0) | (trial % 7 ? 0 : RELAY);
    struct sp_instance *in = random_instance(&seed, kind, draw(&seed, 2, 12), 60, 100);
    struct sp_bound bound[SP_MAX_BOUNDS];
    int n = sp_bounds(in, bound);
    double arrivals = bound_named(in, "arrivals"), others = 0;
    for (int k = 0; k < n; k++)
      if (strcmp(bound[k].name, "arrivals") != 0)
        others = fmax(others, bound[k].value);
    if (arrivals < others * (1 - 1e-11))
      fail_msg("trial %d: %.17g, another %.17g", trial, arrivals, others);
    above += arrivals > others * (1 + 1e-9);
    sp_instance_free(in);
  }
  assert_true(above > 20);
}

/* The heuristic with few evaluations, if it counts them: many instances matter here. */
static void thrifty(const struct sp_heuristic *h, char *text, size_t size)
{
  bool counts = false;
  for (const struct sp_option *option = h->options; option && option->name; option++)
    counts = counts || !strcmp(option->name, "evaluations");
  snprintf(text, size, counts ? "%s:evaluations=500" : "%s", h->name);
}

static void no_heuristic_beats_a_bound(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  const char *count = getenv("BOUNDS_COUNT");
  int trials = count ? atoi(count) : 1000;
  uint64_t seed = 30003;
  for (int trial = 0; trial < trials; trial++) {
    static const enum sp_problem problems[] = {SP_REDISTRIBUTION, SP_BAG, SP_IMBALANCE};
    unsigned kind = (unsigned)(trial % 3) | (trial & 4 ? LATENCY : 0);
    struct sp_instance *in = random_instance(&seed, kind, draw(&seed, 2, 9), 30, 40);
    in->problem = problems[trial / 3 % 3];
    for (int i = 1; in->problem != SP_REDISTRIBUTION && i <= in->m; i++) {
      in->buffer[i] = in->problem == SP_BAG && draw(&seed, 0, 2) ? draw(&seed, 1, 3) : LONG_MAX;
      in->load[i] = sp_int(in->problem == SP_BAG ? 0 : i % 2 ? draw(&seed, 0, 9) : 0);
      if (in->problem == SP_IMBALANCE && i % 2 == 0)
        in->load[i] = sp_int(-in->load[i - 1].num);
    }
    if (in->problem == SP_IMBALANCE && in->m % 2)
      in->load[in->m] = sp_int(0);
    if (in->problem == SP_BAG)
      in->total = sp_int(draw(&seed, 0, 60));
    struct sp_error error;
    if (sp_instance_check(in, &error))
      fail_msg("%s", error.text);
    struct sp_bound bound[SP_MAX_BOUNDS];
    int n = sp_bounds(in, bound);
    assert_true(n > 0);
    for (int h = 0; h < registry->n; h++) {
      const char *unlimited = "star-unbounded-buffer"; /* refuses places */
      if (!(registry->item[h]->problems & (unsigned)in->problem) ||
          (!strcmp(registry->item[h]->name, unlimited) && in->problem == SP_BAG) ||
          registry->item[h]->chunks) /* pay a latency once for several tasks */
        continue;
      if (!strcmp(registry->item[h]->name, "optimal")) /* refuses without a proof */
        continue;
      char text[64];
      thrifty(registry->item[h], text, sizeof text);
      struct sp_schedule plan = planned_by(registry, text, in);
      double makespan = sp_makespan(in, &plan);
      if (!(makespan >= bound[0].value * (1 - 1e-12)))
        fail_msg("trial %d: %s takes %.17g, %s is %.17g", trial, registry->item[h]->name, makespan,
                 bound[0].name, bound[0].value);
      sp_schedule_clear(&plan);
    }
    sp_instance_free(in);
  }
  sp_registry_free(registry);
}

static void by_hand(void **state)
{
  (void)state;
  /* 3 and 2 tasks at 12, 3 would not be enough at 11. */
  expect("c=2.385 w=4,5 load=5,0", "capacity", 12);
  /* P1 keeps floor(9/3) = 3; floor((9 - 3)/2) = 3 are sent; at 8 only 2 + 2. */
  expect("c=2,1 w=3,2 load=5,0", "worker", 9);
  /* At 12 P1 must give away 2 tasks and P2 has time for 2 more, which must arrive by 8 and by 4;
   * but the first is at the master at 3 and at P2 at 5. */
  expect("c=3,2 w=6,4 load=4,1", "port", 12);
  expect("c=3,2 w=6,4 load=4,1", "arrivals", 13);
  /* One worker: no task can be sent. */
  expect("c=1 w=2.5 load=4", "worker", 10);
  /* Tasks arrive at 3, 6, 9, 12; the second one of worker 2 waits until 13 and ends at 20. */
  expect("c=3 w=7,7 tasks=4", "unbounded", 20);
  /* b = 1: a task every 2 + 3. */
  expect("c=2 w=3 buffer=1 tasks=6", "places", 30);
  expect("c=2 w=3 buffer=1 tasks=6", "bounded-throughput", 30);
  /* A task takes 3 + 4 of its worker's time, and the second worker waits for the first message to
   * the other: 7 * 7 + 3 <= 2 T. */
  expect("c=3,3 w=4,4 buffer=1 tasks=7", "starving", 26);
  /* Figure 8: rho* = 11/20; with one place 1/3 + 1/30, with port time left unused. */
  expect("c=1,10 w=2,20 buffer=1 tasks=11", "steady", 20);
  expect("c=1,10 w=2,20 buffer=1 tasks=11", "bounded-throughput", 30);
  expect("c=2,4 w=1,8 work=10", "steady", 20);
  expect("c=2,5,1,3 delta=3,1,-2,-2", "port", 12);
}

/* At most the value, and close to it: prices and dates are searched, start-ups are rounded. */
static void almost(const char *text, const char *name, double value, double less)
{
  struct sp_instance *in = parse(text);
  double bound = bound_named(in, name);
  if (!(bound <= value && bound >= value * (1 - less)))
    fail_msg("%s: %s is %.17g, expected %.17g or little less", text, name, bound, value);
  sp_instance_free(in);
}

static void with_start_ups(void **state)
{
  (void)state;
  /* No time to receive: workers that begin at 1, 2, 3 compute (T-1)/2 + (T-2)/2 + (T-3)/2 = 10. */
  almost("c=0 w=2,2,2 latency=1 work=10", "queue", 26. / 3, 2e-4);
  /* Any one is first, the others begin at 2. */
  expect("c=0 w=2,2,2 latency=1 work=10", "first", 25. / 3);
  /* One worker, t = T - 1 after the first start-up: 4 messages carry (4t - 6)/5, 33 could carry t.
   * A part x of the latter makes 10 of it, 10 + 4 + 29x = T: (t - 13)(t + 6) = 29 (56 - 4t). The
   * optimum is 15: 4, 3, 2 and 1 units. */
  almost("c=1 w=1 latency=1 work=10", "rounds", 1 + (sqrt(18689) - 109) / 2, 1e-5);
  /* Each resource alone would allow 11. */
  expect("c=1 w=1 latency=1 work=10", "latency", 11);
}

static void of_changing_stars(void **state)
{
  (void)state;
  /* P1 computes one task by 3 and half of another, which ends at 11; P2 five from 1 on. */
  almost("c=1,1 w=2,2 tasks=6 profile=w1:3*0,10*1", "capacity", 11, 1e-11);
  /* Two tasks leave by 2, each of four others takes 10. */
  almost("c=1,1 w=2,2 tasks=6 profile=w:3*0,10*1;c:2*0.1", "port", 44, 1e-11);
  /* By T - 1 < 5 link 1 carries at most three tasks, which take 1 each; another takes 2. */
  almost("c=1,2 w=1,1 tasks=4 profile=c1:0*1,2*0.5", "port", 6, 1e-11);
  almost("c=1,2 w=1,1 tasks=4 profile=c1:0*1,2*0.5", "capacity", 5, 1e-11);
  /* The worker is down from 2 to 10. */
  almost("c=1 w=1 tasks=3 profile=host1:2*0,10*1", "capacity", 12, 1e-11);
  /* P1 keeps one task, four take 2 each, the last takes 3 more. */
  almost("c=2,1 w=3,2 load=5,0 profile=w1:3*0,20*1", "worker", 11, 1e-11);
  /* Before 11 P1 gives away 5 tasks, which P2 cannot compute from 2 on. */
  almost("c=1,1 w=2,2 load=6,0 profile=w1:3*0,10*1", "port", 11, 1e-11);
  /* From 0.1 to 3 and from 10 to 15 in each round of 12, at both workers. */
  almost("c=1,1 w=2,2 work=6 latency=0.1 profile=w:3*0,10*1,every:12", "capacity", 13.1, 1e-11);
  /* With c1 = 1: 3 + 5 and an emission of 1, or a reception of 1 and 2 + 6. */
  expect("c=2,5,1,3 delta=3,1,-2,-2 profile=c1:5*2", "port", 9);
  /* Start-ups at the best bandwidth, as with c = 0.5. */
  almost("c=1 w=1 latency=1 work=10 profile=c:3*2,9*1", "latency", 11, 1e-11);
}

/* A factor that is always 1 changes no bound, except that those by integrals come in addition. */
static void of_stars_that_only_seem_to_change(void **state)
{
  (void)state;
  static double date[] = {0, 3, 7.5}, one[] = {1, 1, 1};
  static const enum sp_problem problems[] = {SP_REDISTRIBUTION, SP_BAG, SP_DIVISIBLE};
  uint64_t seed = 90009;
  for (int trial = 0; trial < 600; trial++) {
    unsigned kind = (unsigned)(trial % 3) | (trial & 4 ? LATENCY : 0);
    struct sp_instance *in = random_instance(&seed, kind, draw(&seed, 1, 6), 9, 20);
    struct sp_profile p = {.n = draw(&seed, 1, 3), .date = date, .factor = one};
    p.period = draw(&seed, 0, 1) ? 9 : INFINITY;
    p.again = p.n > 1 && isfinite(p.period) && trial % 2;
    in->problem = problems[trial / 3 % 3];
    for (int i = 1; in->problem != SP_REDISTRIBUTION && i <= in->m; i++)
      in->load[i] = sp_int(0);
    if (in->problem != SP_REDISTRIBUTION)
      in->total = sp_int(draw(&seed, 1, 30));
    struct sp_bound known[SP_MAX_BOUNDS];
    int n = sp_bounds(in, known);
    for (int i = 1; i <= in->m; i++) {
      sp_set_profile(in, SP_SPEED, i, &p);
      sp_set_profile(in, SP_BANDWIDTH, i, &p);
    }
    for (int k = 0; k < n; k++) {
      double bound = bound_named(in, known[k].name);
      bool also = in->problem == SP_REDISTRIBUTION && strchr("cwp", known[k].name[0]);
      if (!(also ? near(bound, known[k].value, 1e-12) : bound == known[k].value))
        fail_msg("trial %d: %s is %.17g, not %.17g", trial, known[k].name, bound, known[k].value);
    }
    sp_instance_free(in);
  }
}

static void where_none_applies(void **state)
{
  (void)state;
  struct sp_bound bound[SP_MAX_BOUNDS];
  struct sp_instance *in = parse("c=1 w=1 tasks=9 profile=host1:3*0"); /* for ever */
  int n = sp_bounds(in, bound);
  for (int k = 0; k < n; k++)
    assert_true(bound[k].value < 20 && strcmp(bound[k].name, "capacity") != 0);
  sp_instance_free(in);
}

/* One worker: the tasks end at 3, 5, ..; of the redistribution 4 stay, and the others end at 3 + 2
 * or later. */
static void by_a_deadline(void **state)
{
  (void)state;
  expect("c=1 w=2 tasks=3 deadline=5", "unbounded", 2);
  expect("c=1 w=2 tasks=inf deadline=5", "unbounded", 2);
  expect("c=1 w=2 tasks=inf deadline=5", "steady", 2);
  expect("c=1 w=2 tasks=1 deadline=5", "unbounded", 1);
  expect("c=1 w=2 tasks=inf deadline=2", "capacity", 0);
  expect("c=1,2 w=2 load=6,0 deadline=9", "capacity", 6);
  expect("c=1,2 w=2 load=9,0 deadline=9", "capacity", 8);
  expect("c=1,2 w=2 load=9,0 deadline=9", "port", 7);
  struct sp_instance *in = parse("c=1 w=2 work=inf deadline=5");
  double steady = bound_named(in, "steady"); /* T is taken 4e-12 longer, loads within 1e-13 */
  assert_true(steady >= 2.5 && steady <= 2.5 * (1 + 4.2e-12));
  sp_instance_free(in);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(lp7_of_the_cases),
                                     cmocka_unit_test(lp7_against_glpk),
                                     cmocka_unit_test(optimum_of_tiny_instances),
                                     cmocka_unit_test(one_worker_with_reals),
                                     cmocka_unit_test(arrivals_dominate),
                                     cmocka_unit_test(no_heuristic_beats_a_bound),
                                     cmocka_unit_test(by_hand),
                                     cmocka_unit_test(with_start_ups),
                                     cmocka_unit_test(of_changing_stars),
                                     cmocka_unit_test(of_stars_that_only_seem_to_change),
                                     cmocka_unit_test(where_none_applies),
                                     cmocka_unit_test(by_a_deadline)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

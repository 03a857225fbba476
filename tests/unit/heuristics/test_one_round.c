/* Tests the exact search of one round (bb-light:depth=once) against all orders of all subsets, by a
 * forward recurrence that shares no code with it; which orders by one key are not the best; one
 * round without costs of the load, and a master that computes.
 *
 *   ONE_ROUND_COUNT=100000 build/tests/unit/heuristics/test_one_round     (default: 300 stars)
 */
#include "io/graph/network_spec.h"
#include "searches.h"
#include "solve/network/network.h"

#include <stdlib.h>

enum { MOST = 5 };

/* Served first to last the port has p T - q left, and a T - b units are sent. */
struct recurrence {
  double p, q, a, b;
};

static struct recurrence serve(const struct sp_instance *in, struct recurrence x, int i)
{
  double both = in->c[i].v + in->w[i].v;
  x.q += in->latency[i].v;
  x.a += x.p / both;
  x.b += x.q / both;
  x.p *= in->w[i].v / both;
  x.q *= in->w[i].v / both;
  return x;
}

/* The time of the load, or minus the load by the deadline; INFINITY: the last one gets nothing. */
static double cost_of(const struct sp_instance *in, struct recurrence x)
{
  double T = in->deadline.v < INFINITY ? in->deadline.v : (in->total.v + x.b) / x.a;
  if (x.p * T <= x.q * (1 + 1e-12))
    return INFINITY;
  return in->deadline.v < INFINITY ? -fmin(in->total.v, x.a * T - x.b) : T;
}

struct trial {
  const struct sp_instance *in;
  double once, each; /* least costs: of all subsets, of all workers */
};

static void try_orders(struct trial *t, struct recurrence x, int n, unsigned used)
{
  for (int i = 1; i <= t->in->m; i++) {
    if (used >> i & 1)
      continue;
    struct recurrence next = serve(t->in, x, i);
    double cost = cost_of(t->in, next);
    if (cost < t->once)
      t->once = cost;
    if (n + 1 == t->in->m && cost < t->each)
      t->each = cost;
    try_orders(t, next, n + 1, used | 1U << i);
  }
}

static void compare(const struct sp_registry *registry, const struct sp_instance *in, double cost)
{
  double found = value_of(registry, in, "bb-light:depth=once:unproven=refuse", NULL, NULL);
  double expected = in->deadline.v < INFINITY ? (isinf(cost) ? 0 : -cost) : cost;
  for (int i = 1; !close_to(found, expected, 1e-9) && i <= in->m; i++)
    print_message("worker %d: c=%g w=%g latency=%g\n", i, in->c[i].v, in->w[i].v, in->latency[i].v);
  if (!close_to(found, expected, 1e-9))
    fail_msg("work=%g deadline=%g: %.17g, expected %.17g", in->total.v, in->deadline.v, found,
             expected);
}

/* The keys that an order may follow, the least first; T is the best time or the deadline. */
enum rule { BY_C, BY_W, BY_S, BY_SW, BY_RATIO, BY_SUM, BY_TIME, BY_EXCHANGE, RULES };
static const char *const RULE[RULES] = {
    "c", "w", "S", "S w", "c/w", "c + S", "c T + S w", "c, then neighbours exchanged"};

static double key(const struct sp_instance *in, enum rule rule, double T, int i)
{
  double c = in->c[i].v, w = in->w[i].v, S = in->latency[i].v;
  return (const double[RULES]){c, w, S, S * w, c / w, c + S, c * T + S * w, c}[rule];
}

/* Is worker i before j? Ties by c, then by S w. */
static bool is_before(const struct sp_instance *in, enum rule rule, double T, int i, int j)
{
  double x = key(in, rule, T, i) - key(in, rule, T, j);
  for (int tie = 0; tie < 2 && fabs(x) < 1e-9; tie++)
    x = key(in, tie ? BY_SW : BY_C, T, i) - key(in, tie ? BY_SW : BY_C, T, j);
  return x < -1e-9;
}

static double cost_in(const struct sp_instance *in, const int *order)
{
  struct recurrence x = {.p = 1};
  for (int k = 0; k < in->m; k++)
    x = serve(in, x, order[k]);
  return cost_of(in, x);
}

static void swap(int *order)
{
  int i = order[0];
  order[0] = order[1];
  order[1] = i;
}

/* Exchanges neighbours while that helps; the cost reached. */
static double exchange(const struct sp_instance *in, int *order)
{
  double cost = cost_in(in, order);
  for (int k = 0; k + 1 < in->m; k++) {
    swap(order + k);
    double other = cost_in(in, order);
    if (other < cost && !close_to(other, cost, 1e-12)) {
      cost = other;
      k = -1;
    } else
      swap(order + k);
  }
  return cost;
}

/* The cost of all workers in the order of the rule. */
static double cost_by(const struct sp_instance *in, enum rule rule, double T)
{
  int order[16] = {0};
  for (int i = 1; i <= in->m; i++) {
    int k = i - 1;
    for (; k > 0 && is_before(in, rule, T, i, order[k - 1]); k--)
      order[k] = order[k - 1];
    order[k] = i;
  }
  return rule == BY_EXCHANGE ? exchange(in, order) : cost_in(in, order);
}

static bool is_best(const struct sp_instance *in, enum rule rule, double best)
{
  double T = in->deadline.v < INFINITY ? in->deadline.v : best;
  return cost_by(in, rule, T) <= best + 1e-9 * fabs(best);
}

static struct sp_instance *small_instance(uint64_t *seed, int k)
{
  struct sp_num nothing = {NAN, 0, 0};
  bool by_deadline = k % 3 == 2;
  struct sp_instance *in =
      divisible(1 + k % MOST, by_deadline ? nothing : sp_int(draw(seed, 1, 100)),
                by_deadline ? sp_int(draw(seed, 1, 120)) : nothing);
  for (int i = 1; i <= in->m; i++) {
    in->c[i] = sp_int(draw(seed, 0, 6));
    in->w[i] = sp_int(draw(seed, 1, 10));
    in->latency[i] = sp_int(draw(seed, 0, 8));
  }
  return in;
}

/* Of the stars whose best schedule uses all workers, by their number: how many, and on how many the
 * order of each rule is the best. */
static void all_orders(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  const char *text = getenv("ONE_ROUND_COUNT");
  int count = text ? atoi(text) : 300, all[MOST + 1] = {0}, best[RULES][MOST + 1] = {{0}};
  uint64_t seed = 6096;
  for (int k = 0; k < count; k++) {
    struct sp_instance *in = small_instance(&seed, k);
    struct trial t = {in, INFINITY, INFINITY};
    try_orders(&t, (struct recurrence){.p = 1}, 0, 0);
    compare(registry, in, t.once);
    bool selected = t.each <= t.once && t.each < INFINITY;
    all[in->m] += selected;
    for (int rule = 0; rule < RULES && selected; rule++)
      best[rule][in->m] += is_best(in, (enum rule)rule, t.each);
    sp_instance_free(in);
  }
  for (int rule = 0; rule < RULES; rule++)
    for (int m = 2; m <= MOST; m++)
      print_message("%d workers by %s: the best order on %d of %d\n", m, RULE[rule], best[rule][m],
                    all[m]);
  assert_true(all[MOST] > count / 20);
  assert_int_equal(best[BY_TIME][2], all[2]);
  assert_true(best[BY_C][MOST] < all[MOST] && best[BY_TIME][MOST] < all[MOST]);
  sp_registry_free(registry);
}

/* The smallest stars (by the sum of all numbers, from 1) on which a rule is not the best: the best
 * time, and that of the rule. With two workers c T + S w is always right. */
static void counterexamples(void **state)
{
  (void)state;
  static const struct {
    const char *star;
    double best, ruled;
    enum rule rule;
  } known[] = {
      {"c=1,2 w=4,2 latency=3,1 work=2", 59.0 / 7, 69.0 / 8, BY_C},
      {"c=1,2 w=2,1 latency=1,1 work=2", 26.0 / 5, 25.0 / 4, BY_W},
      {"c=1,1 w=1,3 latency=2,1 work=2", 28.0 / 5, 29.0 / 5, BY_S},
      {"c=1,2 w=2,1 latency=1,1 work=2", 26.0 / 5, 25.0 / 4, BY_SW},
      {"c=1,1 w=1,2 latency=1,1 work=2", 9.0 / 2, 19.0 / 4, BY_RATIO},
      {"c=1,1 w=1,3 latency=2,1 work=2", 28.0 / 5, 29.0 / 5, BY_SUM},
      {"c=1,1,2 w=2,4,2 latency=1,2,1 work=4", 319.0 / 34, 113.0 / 12, BY_TIME},
      {"c=1,1,2 w=4,2,2 latency=2,4,1 work=4", 421.0 / 34, 149.0 / 12, BY_EXCHANGE},
  };
  struct sp_registry *registry = heuristics();
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    struct sp_instance *in = star(known[k].star);
    struct trial t = {in, INFINITY, INFINITY};
    try_orders(&t, (struct recurrence){.p = 1}, 0, 0);
    double ruled = cost_by(in, known[k].rule, t.each);
    if (t.each > t.once || !close_to(t.each, known[k].best, 1e-12) ||
        !close_to(ruled, known[k].ruled, 1e-12))
      fail_msg("%s: %.17g of all %.17g, by %s %.17g", known[k].star, t.each, t.once,
               RULE[known[k].rule], ruled);
    expect(registry, in, "bb-light:depth=once:unproven=refuse", known[k].best, known[k].star);
    sp_instance_free(in);
  }
  sp_registry_free(registry);
}

/* Figure 4: DLS{1Round, C=0} = DLS{C=0}, and one round is a restriction of DLS. */
static void hierarchy(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  uint64_t seed = 4;
  int longer = 0, all = 0;
  for (int k = 0; k < 120; k++) {
    struct sp_instance *in = small_instance(&seed, k);
    for (int i = 1; i <= in->m; i++) {
      in->latency[i] = sp_int(draw(&seed, 2, 8));
      in->c[i] = k % 2 ? in->c[i] : sp_int(0);
    }
    const char *limits = "bb-light:depth=unbounded:nodes=300000:unproven=refuse";
    double once = value_of(registry, in, "bb-light:depth=once:unproven=refuse", NULL, NULL);
    double rounds = value_of(registry, in, limits, NULL, NULL);
    double dp = k % 2 ? once : value_of(registry, in, "dp", NULL, NULL);
    if (!close_to(dp, once, 1e-9) ||
        (k % 2 == 0 && !close_to(rounds, once, 1e-9) && !isnan(rounds)))
      fail_msg("trial %d: dp %.17g, one round %.17g, several %.17g", k, dp, once, rounds);
    bool better = in->deadline.v < INFINITY ? rounds > once : rounds < once;
    assert_true(isnan(rounds) || better || close_to(rounds, once, 1e-9));
    longer += better && !close_to(rounds, once, 1e-9);
    all += !isnan(rounds);
    sp_instance_free(in);
  }
  assert_true(all > 60 && longer > 10);
  sp_registry_free(registry);
}

/* The time of `network star`. */
static double time_of_network(const char *spec)
{
  struct sp_error error = {""};
  struct sp_network_solution solution = {0};
  struct sp_network *net = sp_network_parse(SP_STAR, spec, &error);
  if (!net || sp_network_solve(net, &solution, &error))
    fail_msg("%s: %s", spec, error.text);
  double time = solution.time;
  sp_network_solution_clear(&solution);
  sp_network_free(net);
  return time;
}

/* A master that computes is a worker with c = 0 and latency 0: network star mode=sequential. */
static void computing_master(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  uint64_t seed = 8;
  for (int k = 0; k < 100; k++) {
    struct sp_num nothing = {NAN, 0, 0};
    struct sp_instance *in = divisible(2 + k % 5, sp_int(1), nothing);
    char w[64] = "", z[64] = "", r[64] = "", text[256];
    for (int i = 1; i <= in->m; i++) {
      in->c[i] = sp_int(i == 1 ? 0 : draw(&seed, 0, 6));
      in->w[i] = sp_int(draw(&seed, 1, 40));
      in->latency[i] = sp_int(i == 1 ? 0 : draw(&seed, 0, 4));
      snprintf(w + strlen(w), sizeof w - strlen(w), ",%g", in->w[i].v);
      snprintf(z + strlen(z), sizeof z - strlen(z), ",%g", in->c[i].v);
      snprintf(r + strlen(r), sizeof r - strlen(r), ",%g", in->latency[i].v);
    }
    snprintf(text, sizeof text, "mode=sequential w=%s z=%s r=%s", w + 1, z + 1, r + 1);
    double once = value_of(registry, in, "bb-light:depth=once:unproven=refuse", NULL, NULL);
    double solved = time_of_network(text);
    if (!close_to(once, solved, 1e-9))
      fail_msg("%s: %.17g, one round %.17g", text, solved, once);
    sp_instance_free(in);
  }
  sp_registry_free(registry);
}

/* More workers than `network star mode=sequential` enumerates: proven, no worse than any rule, and
 * not as good as several rounds. */
static void many_workers(void **state)
{
  (void)state;
  static const char *const stars[] = {"c=1,3,2,5,4,2,6,1,3,2 w=20,31,45,12,70,33,28,90,55,64 "
                                      "latency=4,2,7,1,3,9,5,8,6,2 work=100",
                                      "c=7,2,9,4,6,1,3,8,5,2,6,4 w=3,9,1,6,8,2,7,5,4,10,2,6 "
                                      "latency=5,3,8,2,9,4,1,7,6,3,2,10 work=200"};
  struct sp_registry *registry = heuristics();
  for (size_t k = 0; k < 2; k++) {
    struct sp_instance *in = star(stars[k]);
    double once = value_of(registry, in, "bb-light:depth=once:unproven=refuse", NULL, NULL);
    double any = value_of(registry, in, "sa", NULL, NULL);
    assert_true(!isnan(once) && any < once);
    for (int rule = 0; rule < RULES; rule++)
      assert_true(once <= cost_by(in, (enum rule)rule, once) * (1 + 1e-12));
    sp_instance_free(in);
  }
  sp_registry_free(registry);
}

static void bad_input(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  check_star(registry, "c=1,2 w=3,4 latency=5,6 work=0", "bb-light:depth=once", 0);
  check_star(registry, "c=1,2 w=2 latency=1 work=30 buffer=40,5", "bb-light:depth=once", 76);
  refuse_star(registry, "c=1,2 w=3,2 work=10 memory=4", "bb-light:depth=once",
              "no sequence of at most 2 messages carries the load within the memory");
  refuse_star(registry, "c=1,2 w=2 latency=1 work=30 buffer=40,5", "bb-light:depth=unbounded",
              "a buffer or the memory limits messages: take depth=bounded or depth=once");
  sp_registry_free(registry);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_orders),   cmocka_unit_test(counterexamples),
      cmocka_unit_test(hierarchy),    cmocka_unit_test(computing_master),
      cmocka_unit_test(many_workers), cmocka_unit_test(bad_input),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

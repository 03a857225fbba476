/* Tests the exact search of one round (bb-light:depth=once) against all orders of
 * all subsets, by a forward recurrence that shares no code with it, and says which orders by one
 * cost are not the best.
 *
 *   ONE_ROUND_COUNT=100000 build/tests/unit/heuristics/test_one_round     (default: 300 stars)
 */
#include "searches.h"

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

/* The time of the load, or minus the load by the deadline; INFINITY: the last one is not reached.
 */
static double cost_of(const struct sp_instance *in, struct recurrence x)
{
  double T = in->deadline.v < INFINITY ? in->deadline.v : (in->total.v + x.b) / x.a;
  if (x.p * T < x.q)
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
    fail_msg("work=%g deadline=%g: %.17g, expected %.17g", in->total.v,
             in->deadline.v, found, expected);
}

/* The costs that an order may follow, the least first. */
enum rule { BY_C, BY_W, BY_S, BY_SW, BY_SUM, RULES };
static const char *const RULE[RULES] = {"c", "w", "S", "S w", "c + S"};

static double key(const struct sp_instance *in, enum rule rule, int i)
{
  double c = in->c[i].v, w = in->w[i].v, S = in->latency[i].v;
  return (const double[RULES]){c, w, S, S * w, c + S}[rule];
}

/* The cost of all workers in the order of the rule, ties by index. */
static double cost_by(const struct sp_instance *in, enum rule rule)
{
  struct recurrence x = {.p = 1};
  unsigned used = 0;
  for (int n = 0; n < in->m; n++) {
    int first = 0;
    for (int i = 1; i <= in->m; i++)
      if (!(used >> i & 1) && (!first || key(in, rule, i) < key(in, rule, first)))
        first = i;
    used |= 1U << first;
    x = serve(in, x, first);
  }
  return cost_of(in, x);
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

static void all_orders(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  const char *text = getenv("ONE_ROUND_COUNT");
  int count = text ? atoi(text) : 300, solved = 0, best[RULES] = {0};
  uint64_t seed = 6096;
  for (int k = 0; k < count; k++) {
    struct sp_instance *in = small_instance(&seed, k);
    struct trial t = {in, INFINITY, INFINITY};
    try_orders(&t, (struct recurrence){.p = 1}, 0, 0);
    compare(registry, in, t.once);
    bool ordered = in->m > 1 && t.each <= t.once && t.each < INFINITY;
    solved += ordered;
    for (int rule = 0; rule < RULES && ordered; rule++)
      if (cost_by(in, (enum rule)rule) <= t.each + 1e-9 * fabs(t.each))
        best[rule]++;
      else if (in->m == 2 && getenv("SHOW"))
        print_message("%s: c=%g,%g w=%g,%g latency=%g,%g work=%g deadline=%g: %.9g, not %.9g\n", RULE[rule], in->c[1].v,in->c[2].v,in->w[1].v,in->w[2].v,in->latency[1].v,in->latency[2].v,in->total.v,in->deadline.v,fabs(t.each),fabs(cost_by(in,(enum rule)rule)));
    sp_instance_free(in);
  }
  for (int rule = 0; rule < RULES; rule++)
    print_message("order by %s: best on %d of %d\n", RULE[rule], best[rule], solved);
  assert_true(solved > count / 4 && best[BY_C] < solved && best[BY_SW] < solved);
  sp_registry_free(registry);
}

/* More workers than `network star mode=sequential` enumerates. */
static void ten_workers(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  struct sp_instance *in = star("c=1,3,2,5,4,2,6,1,3,2 w=20,31,45,12,70,33,28,90,55,64 "
                                "latency=4,2,7,1,3,9,5,8,6,2 work=100");
  double once = value_of(registry, in, "bb-light:depth=once:unproven=refuse", NULL, NULL);
  double any = value_of(registry, in, "sa", NULL, NULL);
  assert_true(!isnan(once) && any < once);
  for (int rule = 0; rule < RULES; rule++)
    assert_true(once <= cost_by(in, (enum rule)rule) * (1 + 1e-12));
  sp_instance_free(in);
  sp_registry_free(registry);
}

static void bad_input(void **state)
{
  (void)state;
  struct sp_registry *registry = heuristics();
  check_star(registry, "c=1,2 w=3,4 latency=5,6 work=0", "bb-light:depth=once", 0);
  refuse_star(registry, "c=1,2 w=2 latency=1 work=30 buffer=40,5", "bb-light:depth=once",
              "a buffer limits");
  refuse_star(registry, "c=1,2 w=2 latency=1 work=9", "multi-installment", "differ");
  refuse_star(registry, "c=1,1 w=2 latency=1 work=10", "multi-installment:installments=9",
              "9 installments");
  check_star(registry, "c=1,1 w=2,2 latency=1 work=10", "multi-installment:installments=1", 19.6);
  check_star(registry, "c=1 w=1 latency=1 work=21", "multi-installment", 28);
  sp_registry_free(registry);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_orders),
      cmocka_unit_test(ten_workers),
      cmocka_unit_test(bad_input),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

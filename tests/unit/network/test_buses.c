/* Tests buses that several processors hear: BUSES_COUNT (default 300) small ones against all
 * ordered groups, the instances of Theorem 1 against 3-D matchings, and rules that larger ones
 * keep. The search solves 10,000 as an enumeration does; its first step alone is optimal on 94 %.
 */
#include "networks.h"

/* Buses of which each free processor hears some; about a third has a deadline. */
static struct sp_network *random_buses(uint64_t *seed, long n, long buses)
{
  struct sp_network *net = random_network(seed, SP_BUS, n, buses, .3 * draw(seed));
  net->hears = calloc((size_t)(n * buses), sizeof *net->hears);
  for (long i = 1; i < n; i++) {
    net->bus[i] = draw(seed) < .2 ? (int)draw_whole(seed, 0, buses - 1) : SP_UNUSED;
    for (long k = 0; k < buses; k++)
      net->hears[i * buses + k] = k == net->bus[i] || draw(seed) < .6;
    if (net->bus[i] == SP_UNUSED)
      net->hears[i * buses + draw_whole(seed, 0, buses - 1)] = true;
  }
  for (long k = 0; k < buses; k++)
    if (draw(seed) < .2)
      net->z[k] = sp_int(0);
  if (draw(seed) < .3)
    net->w[0] = (struct sp_num){INFINITY, 0, 0};
  if (draw(seed) < .3)
    net->deadline = sp_double(.2 + draw(seed));
  net->listeners = draw_whole(seed, 1, 3);
  net->transmit = draw_whole(seed, 1, buses);
  return net;
}

/* ---- All ordered groups on all buses. */

enum { MOST = 5, BUSES = 3 };

struct list {
  int groups, members[MOST];
  double speed[MOST]; /* in the order of their messages */
};

static double speed_of(const struct sp_network *net, long i)
{
  return 1 / (net->w[i].v * net->tcp.v);
}

/* The load by T if all end together; *late: somebody cannot be reached. */
static double load_by(const struct sp_network *net, const struct list *on, double T, bool *late)
{
  double load = speed_of(net, 0) * T;
  *late = false;
  for (long k = 0; k < net->links; k++) {
    double rest = T;
    for (int g = 0; g < on[k].groups; g++) {
      rest = (rest - net->r[k].v) / (1 + net->z[k].v * net->tcm.v * on[k].speed[g]);
      *late = *late || rest < 0;
      load += on[k].speed[g] * rest;
    }
  }
  return load;
}

static double cost_of(const struct sp_network *net, const struct list *on)
{
  bool late;
  double first = load_by(net, on, 0, &late), slope = load_by(net, on, 1, &late) - first;
  double T = sp_network_is_dual(net) ? net->deadline.v : (1 - first) / slope;
  double load = slope > 0 ? load_by(net, on, T, &late) : 0;
  if (sp_network_is_dual(net))
    return late || !(load > 0) ? INFINITY : -load;
  return late || !(slope > 0) ? INFINITY : T;
}

static double best_of(const struct sp_network *net, struct list *on, long i)
{
  if (i == net->n)
    return cost_of(net, on);
  double best = best_of(net, on, i + 1), speed = speed_of(net, i);
  long used = 0;
  for (long k = 0; k < net->links; k++)
    used += on[k].groups > 0;
  for (long k = 0; k < net->links; k++) {
    struct list before = on[k];
    if (!net->hears[i * net->links + k] || (net->bus[i] != SP_UNUSED && net->bus[i] != k))
      continue;
    for (int g = 0; g < before.groups; g++)
      if (before.members[g] < net->listeners) {
        on[k].members[g]++;
        on[k].speed[g] += speed;
        best = fmin(best, best_of(net, on, i + 1));
        on[k] = before;
      }
    for (int at = 0; at <= before.groups && (before.groups || used < net->transmit); at++) {
      for (int g = before.groups++; g > at; g--) {
        on[k].members[g] = on[k].members[g - 1];
        on[k].speed[g] = on[k].speed[g - 1];
      }
      before.groups--;
      on[k].groups++;
      on[k].members[at] = 1;
      on[k].speed[at] = speed;
      best = fmin(best, best_of(net, on, i + 1));
      on[k] = before;
    }
  }
  return best;
}

/* Each used processor hears its bus, no group is too large, and no bus too many is used. */
static void check_rules(const struct sp_network *net, const struct sp_network_solution *s)
{
  long used = 0;
  for (long k = 0; k < net->links; k++) {
    bool on = false;
    for (long i = 1; i < net->n; i++)
      on = on || (s->row[i].used && s->bus[i] == k);
    used += on;
  }
  assert_true(used <= net->transmit);
  for (long i = 1; i < net->n; i++) {
    long members = 0;
    if (!s->row[i].used)
      continue;
    assert_true(!net->hears || net->hears[i * net->links + s->bus[i]]);
    assert_true(net->bus[i] == SP_UNUSED || net->bus[i] == s->bus[i]);
    for (long j = 1; j < net->n && s->group; j++)
      if (s->row[j].used && s->group[j] == s->group[i]) {
        assert_true(s->bus[j] == s->bus[i]);
        members++;
      }
    assert_true(members <= net->listeners);
  }
}

static void as_enumerated(void **state)
{
  (void)state;
  const char *given = getenv("BUSES_COUNT");
  long count = given ? strtol(given, NULL, 10) : 300, nobody = 0;
  uint64_t seed = 20280;
  for (long k = 0; k < count; k++) {
    struct sp_network *net =
        random_buses(&seed, draw_whole(&seed, 2, MOST), draw_whole(&seed, 1, BUSES));
    struct list on[BUSES] = {0};
    struct sp_network_solution s;
    double best = best_of(net, on, 1);
    int code = sp_network_solve(net, &s, NULL);
    assert_int_equal(code == SP_OK, isfinite(best));
    nobody += code != SP_OK;
    if (code == SP_OK) {
      double cost = sp_network_is_dual(net) ? -s.load : s.time;
      if (!s.proven || fabs(cost - best) > 1e-10 * fabs(best))
        fail_msg("buses %ld: %.17g, expected %.17g", k, cost, best);
      check_rules(net, &s);
      executed(net, &s, SP_ENGINE_NATIVE, NULL);
      sp_network_solution_clear(&s);
    }
    sp_network_free(net);
  }
  assert_true(nobody < count / 10);
}

/* ---- Theorem 1: triple k of W x X x Z is bus k, heard by its three processors. */

enum { Q = 4, TRIPLES = 12 };

static bool matches(long triples, long (*triple)[3], long k, unsigned taken, long left)
{
  if (!left)
    return true;
  if (k == triples)
    return false;
  unsigned own = 1u << triple[k][0] | 1u << triple[k][1] | 1u << triple[k][2];
  return (!(taken & own) && matches(triples, triple, k + 1, taken | own, left - 1)) ||
         matches(triples, triple, k + 1, taken, left);
}

static struct sp_network *network_of(long q, long triples, long (*triple)[3])
{
  long n = 3 * q + 1;
  struct sp_network *net = sp_network_alloc(SP_BUS, n, triples);
  net->w[0] = (struct sp_num){INFINITY, 0, 0};
  net->tcp = net->tcm = sp_int(3 * q);
  net->listeners = 3;
  net->transmit = q;
  net->hears = calloc((size_t)(n * triples), sizeof *net->hears);
  for (long i = 1; i < n; i++)
    net->bus[i] = SP_UNUSED;
  for (long k = 0; k < triples; k++) {
    net->r[k] = sp_int(1);
    for (int of = 0; of < 3; of++)
      net->hears[(triple[k][of] + 1) * triples + k] = true;
  }
  return net;
}

/* Triples that name each element once, if there are enough of them. */
static void draw_triples(uint64_t *seed, long q, long triples, long (*triple)[3])
{
  for (long k = 0; k < triples; k++)
    for (long of = 0; of < 3; of++)
      triple[k][of] = of * q + (k < q ? (k * (of + 1) + of) % q : draw_whole(seed, 0, q - 1));
}

static void theorem_1(void **state)
{
  (void)state;
  uint64_t seed = 1;
  int yes = 0, no = 0;
  for (int k = 0; k < 200; k++) {
    long triple[TRIPLES][3], q = draw_whole(&seed, 2, Q), triples = draw_whole(&seed, q, 3 * q);
    draw_triples(&seed, q, triples, triple);
    struct sp_network *net = network_of(q, triples, triple);
    struct sp_error error;
    struct sp_network_solution s;
    if (sp_network_check(net, &error) != SP_OK) { /* an element in no triple: no matching */
      assert_non_null(strstr(error.text, "hears no bus"));
      assert_false(matches(triples, triple, 0, 0, q));
      sp_network_free(net);
      continue;
    }
    s = solution_of(net);
    bool matching = matches(triples, triple, 0, 0, q);
    if (matching ? fabs(s.time - 2) > 1e-12 : s.time < 2.01)
      fail_msg("%d: %.17g, %s", k, s.time, matching ? "a matching" : "none");
    yes += matching;
    no += !matching;
    check_rules(net, &s);
    executed(net, &s, k % 20 ? SP_ENGINE_NATIVE : SP_ENGINE_SIMGRID, NULL);
    sp_network_solution_clear(&s);
    sp_network_free(net);
  }
  print_message("%d with a matching, %d without\n", yes, no);
  assert_true(yes > 20 && no > 20);
}

/* ---- Larger ones: a heuristic. */

static void larger(void **state)
{
  (void)state;
  uint64_t seed = 20281;
  for (int k = 0; k < 3; k++) {
    struct sp_network *net = random_buses(&seed, 40, 6);
    struct sp_network_solution s = solution_of(net);
    check_rules(net, &s);
    executed(net, &s, SP_ENGINE_NATIVE, NULL);
    assert_true(!s.proven && s.usable > 2);
    sp_network_solution_clear(&s);
    sp_network_free(net);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(as_enumerated),
      cmocka_unit_test(theorem_1),
      cmocka_unit_test(larger),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

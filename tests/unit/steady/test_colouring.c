/* Tests weighted edge colouring: rounds without conflicts give every edge its time. Their total is
 * the least: the greatest load of a vertex, or of an odd set if there are odd cycles. */
#include "graphs.h"
#include "solve/steady/colouring.h"

enum { VERTICES = 14, EDGES = 24 };

struct random_problem {
  int ports[VERTICES], end[EDGES][2];
  struct sp_rational **weight;
  struct sp_q_pool pool;
  struct colour_problem p;
};

/* most_ports > 1: several ports at some vertices, any number at others. */
static void make(struct random_problem *r, uint64_t *state, int vertices, bool bipartite,
                 int most_ports)
{
  int edges = draw(state, 1, EDGES);
  r->pool = (struct sp_q_pool){0};
  r->weight = sp_q_zeros(&r->pool, edges);
  for (int v = 0; v < vertices; v++) {
    r->ports[v] = draw(state, 1, most_ports);
    if (most_ports > 1 && r->ports[v] == most_ports)
      r->ports[v] = INT_MAX;
  }
  for (int e = 0; e < edges; e++) {
    int half = vertices / 2, a = draw(state, 0, bipartite ? half - 1 : vertices - 1);
    int b =
        bipartite ? draw(state, half, vertices - 1) : (a + draw(state, 1, vertices - 1)) % vertices;
    r->end[e][0] = a;
    r->end[e][1] = draw(state, 0, 7) ? b : -1;
    int tasks = draw(state, 0, 60);
    r->weight[e] = sp_q_new(&r->pool, ratio(tasks, draw(state, 0, 3) ? 1 : 7));
  }
  r->p = (struct colour_problem){vertices, edges, r->ports, (const int(*)[2])r->end, r->weight};
}

/* Checks all properties of a colouring but its length. */
static void check_rounds(const struct colour_problem *p, const struct colouring *c)
{
  struct sp_q_pool pool = {0};
  struct sp_rational **given = sp_q_zeros(&pool, p->edges), *total = sp_q_int(&pool, 0);
  for (int r = 0; r < c->rounds; r++) {
    int used[VERTICES] = {0};
    const struct colour_round *round = &c->round[r];
    assert_true(sp_q_sign(round->length) > 0);
    sp_q_add(total, round->length);
    for (int k = 0; k < round->n; k++) {
      int e = round->edge[k];
      assert_true(k == 0 || round->edge[k - 1] < e);
      sp_q_add(given[e], round->length);
      for (int side = 0; side < 2; side++)
        if (p->end[e][side] >= 0)
          assert_true(++used[p->end[e][side]] <= p->ports[p->end[e][side]]);
    }
  }
  for (int e = 0; e < p->edges; e++)
    assert_int_equal(sp_q_compare(given[e], p->weight[e]), 0);
  assert_int_equal(sp_q_compare(total, c->total), 0);
  sp_q_clear(&pool);
}

/* The greatest of all edges, of the loads of the vertices by ports, and (odd) of all odd sets. */
static struct sp_rational *least_total(struct sp_q_pool *pool, const struct colour_problem *p,
                                       bool odd)
{
  struct sp_rational *most = sp_q_int(pool, 0);
  for (int e = 0; e < p->edges; e++)
    sp_q_raise(most, p->weight[e]);
  for (unsigned set = 1; set < 1u << p->vertices; set++) {
    int size = __builtin_popcount(set), v = __builtin_ctz(set);
    if (size != 1 && (!odd || size % 2 == 0))
      continue;
    struct sp_q_pool own = {0};
    struct sp_rational *sum = sp_q_int(&own, 0);
    for (int e = 0; e < p->edges; e++) {
      bool in = set >> p->end[e][0] & 1, too = p->end[e][1] >= 0 && set >> p->end[e][1] & 1;
      if (size == 1 ? in || too : in && too)
        sp_q_add(sum, p->weight[e]);
    }
    sp_q_raise(most, sp_q_of(&own, sum, '/', sp_q_int(&own, size == 1 ? p->ports[v] : size / 2)));
    sp_q_clear(&own);
  }
  return most;
}

static void random_bipartite(void **unused)
{
  uint64_t state = 20041;
  (void)unused;
  for (int k = 0; k < 1000; k++) {
    struct random_problem r;
    struct colouring c;
    make(&r, &state, draw(&state, 2, VERTICES), true, k % 2 ? 1 : 4);
    colour_bipartite(&r.p, &c);
    check_rounds(&r.p, &c);
    struct sp_rational *least = least_total(&r.pool, &r.p, false);
    assert_int_equal(sp_q_compare(c.total, least), 0);
    colouring_clear(&c);
    sp_q_clear(&r.pool);
  }
}

static void random_general(void **unused)
{
  uint64_t state = 19650;
  int odd = 0;
  (void)unused;
  for (int k = 0; k < 1000; k++) {
    struct random_problem r;
    struct colouring c;
    make(&r, &state, draw(&state, 3, 8), false, 1);
    bool exact = colour_general(&r.p, &c);
    assert_true(exact);
    check_rounds(&r.p, &c);
    struct sp_rational *least = least_total(&r.pool, &r.p, true);
    struct sp_rational *simple = least_total(&r.pool, &r.p, false);
    assert_int_equal(sp_q_compare(c.total, least), 0);
    odd += sp_q_compare(simple, least) < 0;
    colouring_clear(&c);
    sp_q_clear(&r.pool);
  }
  assert_true(odd > 50); /* odd sets decide in many cases */
}

/* A triangle of equal weights needs three rounds; its fractional optimum is no less. */
static void triangle(void **unused)
{
  const int ports[3] = {1, 1, 1}, end[3][2] = {{0, 1}, {1, 2}, {0, 2}};
  struct sp_q_pool pool = {0};
  struct sp_rational **weight = sp_q_zeros(&pool, 3);
  struct colour_problem p = {3, 3, ports, end, weight};
  struct colouring c;
  (void)unused;
  for (int e = 0; e < 3; e++)
    weight[e] = sp_q_new(&pool, ratio(5, 7));
  assert_true(colour_general(&p, &c));
  check_rounds(&p, &c);
  assert_rational(c.total, "15/7");
  colouring_clear(&c);
  sp_q_clear(&pool);
}

/* The cycle of five with weight 1: each vertex is busy for 2, two edges go at once: 5/2. */
static void pentagon(void **unused)
{
  const int ports[5] = {1, 1, 1, 1, 1}, end[5][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}};
  struct sp_q_pool pool = {0};
  struct sp_rational **weight = sp_q_zeros(&pool, 5);
  struct colour_problem p = {5, 5, ports, end, weight};
  struct colouring c;
  (void)unused;
  for (int e = 0; e < 5; e++)
    weight[e] = sp_q_new(&pool, ratio(1, 1));
  assert_true(colour_general(&p, &c));
  check_rounds(&p, &c);
  assert_rational(c.total, "5/2");
  colouring_clear(&c);
  sp_q_clear(&pool);
}

/* Two odd vertices with two ports are beyond Edmonds' theorem as used here: the rounds are valid,
 * but perhaps not the shortest. */
static void several_ports(void **unused)
{
  uint64_t state = 77123;
  (void)unused;
  for (int k = 0; k < 200; k++) {
    struct random_problem r;
    struct colouring c;
    make(&r, &state, draw(&state, 3, 8), false, 4);
    colour_general(&r.p, &c);
    check_rounds(&r.p, &c);
    colouring_clear(&c);
    sp_q_clear(&r.pool);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_bipartite),
                                     cmocka_unit_test(random_general), cmocka_unit_test(triangle),
                                     cmocka_unit_test(pentagon), cmocka_unit_test(several_ports)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

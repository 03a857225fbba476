/* Tests properties of solved networks: the same network written in two ways, searches against brute
 * force, LP (7) of the switch, large networks, and refusals. */
#include "networks.h"

enum { COUNT = 300 };

static void assert_same(const struct sp_network *a, const struct sp_network *b)
{
  struct sp_network_solution x = solution_of(a), y = solution_of(b);
  assert_true(x.time == y.time && x.n == y.n);
  assert_string_equal(x.time_exact, y.time_exact);
  for (long i = 0; i < x.n; i++)
    assert_string_equal(x.alpha_exact[i], y.alpha_exact[i]);
  sp_network_solution_clear(&x);
  sp_network_solution_clear(&y);
}

/* A chain is a tree that does not branch. */
static void chain_is_path(void **state)
{
  (void)state;
  uint64_t seed = 4711;
  for (int k = 0; k < COUNT; k++) {
    long n = draw_whole(&seed, 2, 12);
    struct sp_network *chain = random_network(&seed, SP_CHAIN, n, n - 1, .1 * draw(&seed));
    struct sp_network *tree = sp_network_alloc(SP_TREE, n, n);
    tree->tcp = chain->tcp;
    tree->tcm = chain->tcm;
    for (long i = 0; i < n; i++) {
      tree->w[i] = chain->w[i];
      tree->parent[i] = i - 1;
      if (i) {
        tree->z[i] = chain->z[i - 1];
        tree->r[i] = chain->r[i - 1];
      }
    }
    assert_same(chain, tree);
    sp_network_free(chain);
    sp_network_free(tree);
  }
}

/* One bus is a star on identical links that serves one processor at a time. */
static void bus_is_star(void **state)
{
  (void)state;
  uint64_t seed = 4712;
  int compared = 0;
  for (int k = 0; k < COUNT; k++) {
    long n = draw_whole(&seed, 2, 9);
    struct sp_network *bus = random_network(&seed, SP_BUS, n, 1, .03);
    struct sp_network *star = sp_network_alloc(SP_STAR, n, n);
    struct sp_network_solution s;
    star->sequential = true;
    star->tcp = bus->tcp;
    star->tcm = bus->tcm;
    for (long i = 0; i < n; i++) {
      star->w[i] = bus->w[i];
      star->z[i] = bus->z[0];
      star->r[i] = bus->r[0];
    }
    bool feasible = sp_network_solve(bus, &s, NULL) == SP_OK;
    if (feasible) {
      sp_network_solution_clear(&s);
      assert_same(bus, star);
      compared++;
    } else {
      s = solution_of(star);
      assert_true(s.usable < (double)n);
      sp_network_solution_clear(&s);
    }
    sp_network_free(bus);
    sp_network_free(star);
  }
  assert_true(compared > COUNT / 3);
}

/* The originator inside a long chain: no pair of branches is better than the solution. */
static void best_branches(void **state)
{
  (void)state;
  uint64_t seed = 4713;
  for (int k = 0; k < 60; k++) {
    long n = draw_whole(&seed, 2, 40);
    struct sp_network *net = random_network(&seed, SP_CHAIN, n, n - 1, .02 * draw(&seed));
    net->originator = draw_whole(&seed, 0, n - 1);
    net->tcm.den = k % 2 ? net->tcm.den : 0; /* half of them only in doubles */
    struct sp_network_solution found = solution_of(net), s;
    assert_true(!found.time_exact == !(k % 2));
    double best = INFINITY;
    for (net->left = 0; net->left <= net->originator; net->left++)
      for (net->right = 0; net->right < n - net->originator; net->right++)
        if (sp_network_solve(net, &s, NULL) == SP_OK) {
          best = fmin(best, s.time);
          sp_network_solution_clear(&s);
        } else
          break;
    assert_near(found.time, best, 1e-14);
    sp_network_solution_clear(&found);
    sp_network_free(net);
  }
}

/* The chain that remains of a loop without link `cut`; its time. */
static double cut_time(const struct sp_network *loop, long cut)
{
  long n = loop->n;
  struct sp_network *chain = sp_network_alloc(SP_CHAIN, n, n - 1);
  for (long k = 0; k < n; k++) {
    long row = (cut + 1 + k) % n;
    chain->w[k] = loop->w[row];
    if (k < n - 1) {
      chain->z[k] = loop->z[row];
      chain->r[k] = loop->r[row];
    }
  }
  chain->tcm = loop->tcm;
  chain->tcp = loop->tcp;
  chain->originator = n - 1 - cut;
  struct sp_network_solution s = solution_of(chain);
  double time = s.time;
  sp_network_solution_clear(&s);
  sp_network_free(chain);
  return time;
}

/* No cut of a loop gives a better chain than its open chain. */
static void best_cuts(void **state)
{
  (void)state;
  uint64_t seed = 9776;
  for (int k = 0; k < 80; k++) {
    long n = k % 8 ? draw_whole(&seed, 2, 30) : 200;
    struct sp_network *net =
        random_network(&seed, SP_LOOP, n, n, k % 3 ? .01 * draw(&seed) : 1e-5 * draw(&seed));
    net->tcm = k % 2 ? sp_int(1) : (struct sp_num){.v = .001}; /* half of them only in doubles */
    struct sp_network_solution found = solution_of(net);
    double best = INFINITY;
    for (long cut = 0; cut < n; cut++)
      best = fmin(best, cut_time(net, cut));
    assert_near(found.open_time, best, 1e-14);
    sp_network_solution_clear(&found);
    sp_network_free(net);
  }
}

/* Beyond the exhaustive search the order is not proven, and no worse than a simple one. */
static void long_orders(void **state)
{
  (void)state;
  uint64_t seed = 4714;
  int equal = 0;
  for (int k = 0; k < 40; k++) {
    struct sp_network *net = random_network(&seed, SP_STAR, 9, 9, .3);
    net->sequential = true;
    struct sp_network_solution best = solution_of(net);
    assert_true(best.proven);
    /* A tenth processor, too slow to be used, makes the heuristic solve the same star. */
    struct sp_network *larger = sp_network_alloc(SP_STAR, 10, 10);
    larger->sequential = true;
    larger->tcp = net->tcp;
    larger->tcm = net->tcm;
    for (long i = 0; i < 9; i++) {
      larger->w[i] = net->w[i];
      larger->z[i] = net->z[i];
      larger->r[i] = net->r[i];
    }
    larger->r[9] = sp_int(1000);
    struct sp_network_solution s = solution_of(larger);
    assert_false(s.proven);
    assert_true(s.time >= best.time * (1 - 1e-14) && s.time <= best.time * 1.01);
    equal += s.time <= best.time * (1 + 1e-14);
    sp_network_solution_clear(&s);
    sp_network_solution_clear(&best);
    sp_network_free(larger);
    sp_network_free(net);
  }
  print_message("%d of 40 orders optimal\n", equal);
  assert_true(equal >= 36);
}

/* Theorem 1: every assignment of the free processors, tried here one by one. */
static void assignments(void **state)
{
  (void)state;
  uint64_t seed = 4715;
  for (int k = 0; k < 40; k++) {
    long n = draw_whole(&seed, 2, 6), given = draw_whole(&seed, 0, 1);
    struct sp_network *net = random_network(&seed, SP_BUS, n, 2, .2);
    for (long i = 1; i < n; i++)
      net->bus[i] = i <= given ? 0 : SP_UNUSED;
    struct sp_network_solution found, s;
    double best = INFINITY;
    int code = sp_network_solve(net, &found, NULL);
    for (unsigned set = 0; set < 729; set++) {
      long on = 1;
      struct sp_network *part = sp_network_alloc(SP_BUS, n, 2);
      part->tcp = net->tcp;
      part->tcm = net->tcm;
      part->w[0] = net->w[0];
      for (int b = 0; b < 2; b++) {
        part->z[b] = net->z[b];
        part->r[b] = net->r[b];
      }
      unsigned rest = set;
      for (long i = 1; i < n; i++, rest /= 3) {
        int bus = i <= given ? 0 : (int)(rest % 3) - 1;
        if (bus < 0)
          continue;
        part->w[on] = net->w[i];
        part->bus[on++] = bus;
      }
      part->n = on;
      if (sp_network_solve(part, &s, NULL) == SP_OK) {
        best = fmin(best, s.time);
        sp_network_solution_clear(&s);
      }
      sp_network_free(part);
    }
    assert_int_equal(code == SP_OK, isfinite(best));
    if (code == SP_OK) {
      assert_near(found.time, best, 1e-13);
      sp_network_solution_clear(&found);
    }
    sp_network_free(net);
  }
}

/* ---- Graphs: every processor takes one of its edges or none; each choice that is a tree is
 * solved. */

/* The completion time of a choice, edge[i] for row i or SP_UNUSED; INFINITY if it is not a tree. */
static double time_of_choice(const struct sp_network *net, const long *edge)
{
  long at[8] = {0}, on = 1, wanted = 1;
  double time = INFINITY;
  struct sp_network_solution s;
  struct sp_network *tree = sp_network_alloc(SP_TREE, net->n, net->n);
  tree->tcp = net->tcp;
  tree->tcm = net->tcm;
  tree->w[0] = net->w[0];
  for (long i = 1; i < net->n; i++) {
    at[i] = SP_UNUSED;
    wanted += edge[i] != SP_UNUSED;
  }
  for (long pass = 0; pass < net->n; pass++)
    for (long i = 1; i < net->n; i++) {
      if (edge[i] == SP_UNUSED || at[i] != SP_UNUSED)
        continue;
      const struct sp_edge *e = &net->edge[edge[i]];
      long parent = e->a == i ? e->b : e->a;
      if (at[parent] == SP_UNUSED)
        continue;
      tree->w[on] = net->w[i];
      tree->z[on] = net->z[edge[i]];
      tree->r[on] = net->r[edge[i]];
      tree->parent[on] = at[parent];
      at[i] = on++;
    }
  tree->n = tree->links = on;
  if (on == wanted && sp_network_solve(tree, &s, NULL) == SP_OK) {
    time = s.time;
    sp_network_solution_clear(&s);
  }
  sp_network_free(tree);
  return time;
}

static double best_choice(const struct sp_network *net, long *edge, long row)
{
  if (row == net->n)
    return time_of_choice(net, edge);
  edge[row] = SP_UNUSED;
  double best = best_choice(net, edge, row + 1);
  for (long k = 0; k < net->links; k++)
    if (net->edge[k].a == row || net->edge[k].b == row) {
      edge[row] = k;
      best = fmin(best, best_choice(net, edge, row + 1));
    }
  return best;
}

static void graphs(void **state)
{
  (void)state;
  uint64_t seed = 4717;
  for (int k = 0; k < 60; k++) {
    long edge[8], n = draw_whole(&seed, 2, 5);
    struct sp_network *net = random_links(&seed, n, draw_whole(&seed, 1, 6));
    struct sp_network_solution s = solution_of(net);
    assert_true(s.proven && s.lower_bound <= s.time * (1 + 1e-12));
    assert_near(s.time, best_choice(net, edge, 1), 1e-12);
    sp_network_solution_clear(&s);
    sp_network_free(net);
  }
  /* Too many trees: one is grown, near the bound. */
  struct sp_network *net = random_links(&seed, 60, 300);
  struct sp_network_solution s = solution_of(net);
  assert_true(!s.proven && s.usable > 5);
  print_message("%g times the bound\n", s.time / s.lower_bound);
  assert_true(s.time >= s.lower_bound && s.time < 2.25 * s.lower_bound);
  sp_network_solution_clear(&s);
  sp_network_free(net);
}

/* ---- Switch. */

static void check_streams(const struct sp_network *net, const struct sp_network_solution *s)
{
  double *sum = calloc((size_t)net->n, sizeof *sum);
  for (long k = 0; k < s->streams; k++) {
    sum[s->stream[k].from] += s->stream[k].amount;
    sum[s->stream[k].to] -= s->stream[k].amount;
    assert_near(s->stream[k].rate * s->time, s->stream[k].amount, 1e-14);
    assert_true(s->stream[k].amount > 0);
  }
  for (long i = 0; i < net->n; i++) {
    double slack = 1e-12 * (1 + net->load[i].v);
    assert_true(fabs(sum[i] - s->delta[i]) <= slack);
    assert_true(fabs(s->delta[i]) <= s->time * net->bandwidth[i].v + slack);
    assert_true(s->delta[i] <= net->load[i].v + slack);
    assert_true(net->load[i].v - s->delta[i] <= s->time * net->speed[i].v + slack);
    struct sp_num alpha;
    assert_int_equal(sp_num_parse(s->alpha_exact[i], &alpha), 0);
    assert_true(fabs(s->row[i].alpha - alpha.v) <= slack);
    assert_true(fabs(s->row[i].alpha - (net->load[i].v - s->delta[i])) <= slack);
  }
  free(sum);
}

static void switches(void **state)
{
  (void)state;
  uint64_t seed = 4716;
  for (int k = 0; k < 100; k++) {
    long n = draw_whole(&seed, 1, 8);
    struct sp_num exact;
    struct sp_network *net = sp_network_alloc(SP_SWITCH, n, n);
    for (long i = 0; i < n; i++) {
      net->load[i] = sp_int(draw_whole(&seed, i ? 0 : 1, 20));
      net->speed[i] = sp_int(draw_whole(&seed, 1, 9));
      net->bandwidth[i] = sp_int(draw_whole(&seed, 1, 9));
    }
    struct sp_network_solution s = solution_of(net);
    assert_int_equal(sp_num_parse(s.time_exact, &exact), 0);
    assert_near(s.time, exact.v, 1e-13);
    check_streams(net, &s);
    sp_network_solution_clear(&s);
    sp_network_free(net);
  }
  struct sp_network_solution s = solved(SP_SWITCH, "alpha=8,1,1,0 s=1/3,1/3,1/4,1/4 b=1/2");
  assert_string_equal(s.time_exact, "48/5"); /* the bound lp7 of section 4.2's example */
  sp_network_solution_clear(&s);
  s = solved(SP_SWITCH, "alpha=3,6 s=1,2 b=.1");
  assert_true(s.time == 3 && s.streams == 0); /* balanced: nothing moves */
  sp_network_solution_clear(&s);
}

/* ---- Large networks. */

static void large(void **state)
{
  (void)state;
  enum { N = 2000 };
  static const double start[] = {0, 1e-5};
  for (int k = 0; k < 2; k++)
    for (enum sp_network_kind kind = SP_CHAIN; kind <= SP_BUS; kind++) {
      if (k && (kind == SP_TREE || kind == SP_BUS))
        continue;
      long links = kind == SP_CHAIN ? N - 1 : kind == SP_BUS ? 2 : N;
      struct sp_network *net = sp_network_alloc(kind, N, links);
      for (long i = 0; i < links; i++) {
        net->z[i] = sp_double(1 + .5 * (double)(i % 7));
        net->r[i] = sp_double(start[k] * (double)(1 + i % 5));
      }
      for (long i = 1; i < N && kind == SP_TREE; i++)
        net->parent[i] = i - 1 - i % 3 * (i > 3);
      for (long i = 1; i < N && kind == SP_BUS; i++)
        net->bus[i] = (int)(i % 2);
      net->originator = kind == SP_CHAIN ? N / 3 : 0;
      struct sp_network_solution s = solution_of(net);
      double sum = 0;
      for (long i = 0; i < s.n; i++)
        sum += s.row[i].alpha;
      assert_near(sum, 1, 1e-9);
      assert_true(k ? s.usable > 10 : s.usable == N);
      sp_network_solution_clear(&s);
      sp_network_free(net);
    }
}

/* ---- Refusals: one line each. */

static void refused(enum sp_network_kind kind, const char *spec, const char *expected)
{
  struct sp_error error = {""};
  struct sp_network_solution solution;
  struct sp_network *net = sp_network_parse(kind, spec, &error);
  if (net) {
    assert_int_equal(sp_network_solve(net, &solution, &error), SP_BAD_INPUT);
    sp_network_free(net);
  }
  if (!strstr(error.text, expected) || strchr(error.text, '\n'))
    fail_msg("'%s' gave '%s', expected '%s'", spec, error.text, expected);
}

static void bad_input(void **state)
{
  (void)state;
  refused(SP_CHAIN, "w=1,2,3 z=.1,.2,.3", "z has 3 values, expected 2 or one for all");
  refused(SP_CHAIN, "w=1,2,3 z=.1 r=1,2,3,4", "r has 4 values, expected 2");
  refused(SP_CHAIN, "w=1,2,3 z=.1 n=4", "w has 3 values, expected 4");
  refused(SP_LOOP, "w=1,2,3 z=.1,.2", "z has 2 values, expected 3");
  refused(SP_CHAIN, "w=1,0,3 z=.1", "w of 2 is 0, expected a number > 0");
  refused(SP_CHAIN, "w=1,-2,3 z=.1", "w of 2 is -2, expected a number > 0");
  refused(SP_CHAIN, "w=1,inf z=.1", "w of 2 is inf");
  refused(SP_STAR, "w=1,2 z=0,-.1", "z of 2 is -0.1, expected a number >= 0");
  refused(SP_STAR, "w=1,2 r=0,-.1", "r of 2 is -0.1");
  refused(SP_CHAIN, "w=1,x", "w has 'x', expected a number");
  refused(SP_CHAIN, "w=1,,2", "w has '', expected a number");
  refused(SP_CHAIN, "w=1 z=2", "expected n=NUMBER");
  refused(SP_CHAIN, "w=1 n=0", "n is '0'");
  refused(SP_CHAIN, "z=1,2", "no w=");
  refused(SP_CHAIN, "w", "'w', expected key=value");
  refused(SP_CHAIN, "w=1,2 w=3,4", "w is given twice");
  refused(SP_CHAIN, "w=1,2 d=3", "unknown key 'd', expected w, z, r, n, tcp, tcm, beta, return, ");
  refused(SP_CHAIN, "w=1,2 tcp=0", "tcp is 0, expected a number > 0");
  refused(SP_CHAIN, "w=1,2 tcm=-1", "tcm is -1");
  refused(SP_CHAIN, "w=1,2 beta=-.1", "beta is -0.1");
  refused(SP_CHAIN, "w=1,2 return=inf", "return is inf");
  refused(SP_CHAIN, "w=1,2 tcp=x", "tcp is 'x'");
  refused(SP_CHAIN, "w=1,2 originator=3", "originator is '3'");
  refused(SP_CHAIN, "w=1,2 branches=0-2", "branches is 0-2, expected at most 0-1");
  refused(SP_CHAIN, "w=1,2 branches=1", "branches is '1'");
  refused(SP_CHAIN, "w=1,1 z=.1 r=2 branches=0-1", "processor 2 cannot be reached before");
  refused(SP_STAR, "w=1,2 mode=both", "mode is 'both'");
  refused(SP_TREE, "w=1,2,3", "expected one of parent= and edges=");
  refused(SP_TREE, "w=1,2 parent=0,1 edges=1-2:0:0", "expected one of parent= and edges=");
  refused(SP_TREE, "w=1,2 z=1 edges=1-2:0:0", "z and r given with edges=");
  refused(SP_TREE, "w=1,2 edges=1-2:0", "edges has '1-2:0', expected a-b:z:r");
  refused(SP_TREE, "w=1,2 edges=1:0:0", "edges has '1:0:0', expected a-b:z:r, all numbers");
  refused(SP_TREE, "w=1,2 edges=1-2:x:0", "edges has '1-2:x:0'");
  refused(SP_TREE, "w=1,2 edges=1-3:0:0", "edges has 1-3, expected two different numbers");
  refused(SP_TREE, "w=1 n=201 edges=1-2:0:0", "201 processors and 1 edge, expected at most 200");
  refused(SP_TREE, "w=1,2 edges=2-2:0:0", "edges has 2-2");
  refused(SP_TREE, "w=1,2 edges=1-2:0:-1", "r of 1 is -1");
  refused(SP_TREE, "w=1,2,3 parent=0,1", "parent has 2 values, expected 3");
  refused(SP_TREE, "w=1,2,3 parent=0,1,0", "1 and 3 have no parent, expected a connected tree");
  refused(SP_TREE, "w=1,2,3 parent=3,1,2", "a cycle");
  refused(SP_TREE, "w=1,2,3 parent=0,3,2", "2 is on or under a cycle");
  refused(SP_TREE, "w=1,2,3 parent=0,1,4", "parent of 3 is 4");
  refused(SP_TREE, "w=1,2,3 parent=0,1,1.5", "parent of 3 is 1.5");
  refused(SP_TREE, "w=1,1,1 parent=0,1,2 z=.1 deadline=-1", "deadline is -1, expected");
  refused(SP_BUS, "w1=1", "no bus1=");
  refused(SP_BUS, "bus1=1:0:1", "no w1=");
  refused(SP_BUS, "w1=1 bus2=1:0:1", "'bus2', expected bus1");
  refused(SP_BUS, "w1=1 bus1=1:0", "bus1 is '1:0', expected z:r:w,w,..");
  refused(SP_BUS, "w1=1 bus1=1:0:", "expected z:r:w,w,..");
  refused(SP_BUS, "w1=1 bus1=1:x:2", "bus1 has z '1' and r 'x'");
  refused(SP_BUS, "w1=1 bus1=1:0:2,0", "w of 3 is 0");
  refused(SP_BUS, "w1=1 bus1=.1:.6:1,2 deadline=0", "deadline is 0, expected a number > 0");
  refused(SP_BUS, "w1=1 bus1=.1:0: bus2=.1:0: free=1@1,1@3",
          "free has '1@3', expected w@bus+bus.., buses from 1 to 2");
  refused(SP_BUS, "w1=1 bus1=.1:0: free=1@", "free has '1@'");
  refused(SP_BUS, "w1=1 bus1=.1:0: free=1@1+", "free has '1@1+'");
  refused(SP_BUS, "w1=1 bus1=.1:0: free=1@1@1", "free has '1@1@1'");
  refused(SP_BUS, "w1=1 bus1=.1:0: free=@1", "free has '', expected a number");
  refused(SP_BUS, "w1=1 bus1=.1:0:1 recv=0", "recv is '0', expected a whole number from 1 on");
  refused(SP_BUS, "w1=1 bus1=.1:0:1 send=x", "send is 'x'");
  refused(SP_BUS, "w1=inf bus1=.1:1:1 deadline=.5", "w1 is inf and no other processor");
  refused(SP_BUS, "w1=1 bus1=.1:0:1,inf", "w of 3 is inf");
  refused(SP_HYPERCUBE, "d=0 w=1", "d is '0', expected a whole number from 1 to 60");
  refused(SP_HYPERCUBE, "d=61 w=1", "d is '61'");
  refused(SP_HYPERCUBE, "d=3 w=1,2", "w has 2 values, expected one");
  refused(SP_HYPERCUBE, "d=3 w=1 z=1,2", "z has 2 values");
  refused(SP_HYPERCUBE, "w=1", "no d=");
  refused(SP_MESH, "d=1x1 w=1", "d is '1x1', expected AxB, with 2 to 200 processors");
  refused(SP_MESH, "d=15x14 w=1", "d is '15x14'");
  refused(SP_MESH, "d=3x w=1", "d is '3x'");
  refused(SP_MESH, "d=0x4 w=1", "d is '0x4'");
  refused(SP_TORUS, "d=2x2,3 w=1", "d is '2x2,3'");
  refused(SP_TORUS, "w=1", "no d=");
  refused(SP_MESH, "d=2x2 w=1,2", "w has 2 values, expected one for all");
  refused(SP_MESH, "d=2x2 w=1 r=0,1", "r has 2 values, expected one for all");
  refused(SP_MESH, "d=2x2 w=1 mode=parallel", "mode is 'parallel', expected layers or tree");
  refused(SP_MESH, "d=2x2 w=1 originator=5", "originator is '5'");
  refused(SP_SWITCH, "alpha=0,0 s=1 b=1", "alpha is 0 everywhere");
  refused(SP_SWITCH, "alpha=1,0 s=1,0 b=1", "s of 2 is 0");
  refused(SP_SWITCH, "alpha=1,0 s=1 b=0", "b of 1 is 0");
  refused(SP_SWITCH, "alpha=1,0 s=1", "no b=");
  refused(SP_CHAIN, "@nowhere/at/all", "nowhere/at/all: cannot read: No such file");
}

/* Too many processors to assign. */
static void many_to_assign(void **state)
{
  (void)state;
  struct sp_error error;
  struct sp_network_solution s;
  struct sp_network *net = sp_network_alloc(SP_BUS, 201, 2);
  for (long i = 1; i < net->n; i++)
    net->bus[i] = SP_UNUSED;
  assert_int_equal(sp_network_solve(net, &s, &error), SP_BAD_INPUT);
  assert_string_equal(error.text, "200 processors to assign to buses, expected at most 199");
  sp_network_free(net);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(many_to_assign), cmocka_unit_test(chain_is_path),
      cmocka_unit_test(bus_is_star),    cmocka_unit_test(best_branches),
      cmocka_unit_test(best_cuts),      cmocka_unit_test(long_orders),
      cmocka_unit_test(assignments),    cmocka_unit_test(graphs),
      cmocka_unit_test(switches),       cmocka_unit_test(large),
      cmocka_unit_test(bad_input),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

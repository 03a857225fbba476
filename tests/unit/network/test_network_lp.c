/* Tests solved random networks against linear programmes. For given processors and a given
 * order of messages, with R_i the date at which processor i has its load,
 *
 *   minimise T, R_i >= R_base + r_i + z_i * carried, T >= R_i + w_i alpha_i, sum alpha_i = 1
 *
 * does not assume that all end together. The least value over all choices of processors (and
 * orders) is the optimum, which the recursions must find. */
#include "networks.h"
#include "solve/lp/lp.h"

enum { MOST = 8 };

/* The processors that take part: base[k] is the index of the one whose reception (or message) is
 * before. */
struct choice {
  const struct sp_network *net;
  int n;
  long row[MOST], link[MOST];
  int base[MOST];
  bool own[MOST]; /* the message carries only the receiver's part */
  double count[MOST], links[MOST];
};

static struct choice alone(const struct sp_network *net)
{
  return (struct choice){.net = net, .n = 1, .row = {net->originator}, .count = {1}, .links = {1}};
}

static int join(struct choice *c, long row, long link, int base, bool own)
{
  c->row[c->n] = row;
  c->link[c->n] = link;
  c->base[c->n] = base;
  c->own[c->n] = own;
  c->count[c->n] = c->links[c->n] = 1;
  return c->n++;
}

static bool under(const struct choice *c, int k, int ancestor)
{
  while (k > ancestor)
    k = c->base[k];
  return k == ancestor;
}

static double cost_w(const struct sp_network *net, long row)
{
  double taken = net->intercept ? net->intercept[row].v * net->tcm.v : 0;
  return taken + net->w[net->kind == SP_HYPERCUBE ? 0 : row].v * net->tcp.v;
}

static double cost_start(const struct sp_network *net, long row)
{
  return net->start ? net->start[row].v : 0;
}

static double value_of(struct sp_lp *lp)
{
  struct sp_lp_solution s;
  struct sp_error error;
  if (sp_lp_solve(lp, 0, &s, &error) != SP_OK)
    fail_msg("%s", error.text);
  assert_true(s.status == SP_LP_OPTIMAL || s.status == SP_LP_INFEASIBLE);
  double value = s.status == SP_LP_OPTIMAL ? s.value : INFINITY; /* not by the deadline */
  sp_lp_solution_clear(&s);
  sp_lp_free(lp);
  return value;
}

static const struct sp_num nought = {0, 0, 1};

/* How many processors the message to k serves. */
static double served_by(const struct choice *c, int k)
{
  double served = 0;
  for (int i = k; i < c->n; i++)
    served += c->own[k] ? i == k : under(c, i, k);
  return served;
}

/* The least time, or with a deadline minus the greatest load. With variants of section 2.1 all used
 * processors are to end together, as the paper says: one that starts late is not to relay alone. */
static double least_cost(const struct choice *c)
{
  const struct sp_network *net = c->net;
  bool dual = sp_network_is_dual(net), varied = sp_network_is_varied(net);
  struct sp_lp *lp = sp_lp_alloc(false);
  struct sp_num one = sp_int(1), load = dual ? sp_int(-1) : nought;
  int T =
      sp_lp_column(lp, dual ? net->deadline : nought, net->deadline, dual ? nought : one, false);
  int whole = sp_lp_row(lp, dual ? nought : one, dual ? SP_LP_FREE : one), alpha[MOST], R[MOST];
  for (int k = 0; k < c->n; k++) {
    struct sp_num loads = {load.v * c->count[k], 0, 0};
    alpha[k] = sp_lp_column(lp, nought, SP_LP_FREE, loads, false);
    R[k] = sp_lp_column(lp, nought, k ? SP_LP_FREE : nought, nought, false);
    struct sp_num start = {cost_start(net, c->row[k]), 0, 0};
    int end = sp_lp_row(lp, start, varied ? start : SP_LP_FREE);
    sp_lp_set(lp, whole, alpha[k], sp_double(c->count[k]));
    sp_lp_set(lp, end, T, sp_int(1));
    sp_lp_set(lp, end, R[k], sp_int(-1));
    sp_lp_set(lp, end, alpha[k], (struct sp_num){-cost_w(net, c->row[k]), 0, 0});
  }
  for (int k = 1; k < c->n; k++) {
    double z = net->z[c->link[k]].v * net->tcm.v / c->links[k], served = served_by(c, k);
    struct sp_num r = {net->r[c->link[k]].v + z * net->info.v * served, 0, 0};
    int receive = sp_lp_row(lp, r, varied ? r : SP_LP_FREE);
    z += served > 1 ? net->merge.v * net->tcp.v : 0;
    sp_lp_set(lp, receive, R[k], sp_int(1));
    sp_lp_set(lp, receive, R[c->base[k]], sp_int(-1));
    for (int i = k; i < c->n; i++)
      if (c->own[k] ? i == k : under(c, i, k))
        sp_lp_set(lp, receive, alpha[i], (struct sp_num){-z * c->count[i], 0, 0});
  }
  return value_of(lp);
}

/* ---- All choices of each kind. */

static double best_chain(const struct sp_network *net)
{
  double best = INFINITY;
  for (long left = 0; left <= net->originator; left++)
    for (long right = 0; right < net->n - net->originator; right++) {
      struct choice c = alone(net);
      for (long i = 1, base = 0; i <= left; i++)
        base = join(&c, net->originator - i, net->originator - i, (int)base, false);
      for (long i = 1, base = 0; i <= right; i++)
        base = join(&c, net->originator + i, net->originator + i - 1, (int)base, false);
      best = fmin(best, least_cost(&c));
    }
  return best;
}

static double best_open(const struct sp_network *net)
{
  double best = INFINITY;
  for (long left = 0; left < net->n; left++)
    for (long right = 0; left + right < net->n; right++) {
      struct choice c = alone(net);
      for (long i = 1, base = 0; i <= left; i++)
        base = join(&c, net->n - i, net->n - i, (int)base, false);
      for (long i = 1, base = 0; i <= right; i++)
        base = join(&c, i, i - 1, (int)base, false);
      best = fmin(best, least_cost(&c));
    }
  return best;
}

static double best_subset(const struct sp_network *net)
{
  double best = INFINITY;
  for (unsigned set = 0; set < 1u << (net->n - 1); set++) {
    struct choice c = alone(net);
    for (long i = 1; i < net->n; i++)
      if (set >> (i - 1) & 1)
        join(&c, i, i, 0, false);
    best = fmin(best, least_cost(&c));
  }
  return best;
}

/* All orders of all subsets that extend the choice. */
static double best_sequence(const struct choice *c, unsigned taken)
{
  double best = least_cost(c);
  for (long i = 1; i < c->net->n; i++) {
    struct choice next = *c;
    if (taken >> i & 1)
      continue;
    join(&next, i, i, next.n - 1, true);
    best = fmin(best, best_sequence(&next, taken | 1u << i));
  }
  return best;
}

static double best_hypercube(const struct sp_network *net)
{
  double best = INFINITY;
  struct choice c = alone(net);
  for (long layer = 0; layer < net->n; layer++) {
    if (layer) {
      int k = join(&c, layer, 0, (int)layer - 1, false);
      c.count[k] = sp_network_row_size(net, layer);
      c.links[k] = c.count[k] * (double)layer;
    }
    best = fmin(best, least_cost(&c));
  }
  return best;
}

/* ---- A thousand networks of all kinds. */

enum { COUNT = 1000 };

/* The link over which a row receives. */
static long link_of(const struct sp_network *net, long row, long parent)
{
  switch (net->kind) {
  case SP_CHAIN:
    return row < parent ? row : parent;
  case SP_LOOP:
    return parent == row - 1 ? parent : row;
  case SP_BUS:
    return net->bus[row];
  case SP_HYPERCUBE:
    return 0;
  default:
    return row;
  }
}

/* Loads and dates of a solution are consistent. */
static void check_rows(const struct sp_network *net, const struct sp_network_solution *solution)
{
  double sum = 0;
  for (long i = 0; i < solution->n; i++) {
    const struct sp_network_row *row = &solution->row[i];
    sum += row->alpha * sp_network_row_size(net, i);
    if (!row->used) {
      assert_true(row->alpha == 0);
      continue;
    }
    assert_true(row->alpha >= 0 && row->start >= 0 && row->ready >= row->start);
    assert_near(row->ready + cost_start(net, i) + row->alpha * cost_w(net, i), solution->time,
                1e-9);
    if (row->parent == SP_UNUSED)
      continue;
    assert_true(row->start >= solution->row[row->parent].ready - 1e-12);
    long link = link_of(net, i, row->parent);
    double units = row->carried + net->info.v * row->below;
    double message = net->r[link].v + net->z[link].v * net->tcm.v * units;
    message += row->below > 1 ? net->merge.v * net->tcp.v * row->carried : 0;
    if (net->kind != SP_LOOP || net->n > 2)
      assert_true(fabs(row->ready - row->start - message) <= 1e-12);
  }
  assert_near(sum, solution->load, 1e-12);
}

static void compare(struct sp_network *net, double best)
{
  struct sp_network_solution solution = solution_of(net);
  assert_near(sp_network_is_dual(net) ? -solution.load : solution.time, best, 1e-8);
  assert_true(solution.proven);
  check_rows(net, &solution);
  sp_network_solution_clear(&solution);
  sp_network_free(net);
}

/* Every third network gets a deadline. */
static void set_deadline(uint64_t *seed, struct sp_network *net, int k)
{
  if (k % 3 == 0)
    net->deadline = sp_double(.05 + draw(seed));
}

static void random_chains(void **state)
{
  (void)state;
  uint64_t seed = 20261;
  for (int k = 0; k < COUNT; k++) {
    long n = draw_whole(&seed, 1, 5);
    struct sp_network *net = random_network(&seed, SP_CHAIN, n, n - 1, .6 * draw(&seed));
    net->originator = draw_whole(&seed, 0, n - 1);
    set_deadline(&seed, net, k);
    compare(net, best_chain(net));
  }
}

static void random_stars(void **state)
{
  (void)state;
  uint64_t seed = 20262;
  for (int k = 0; k < COUNT; k++) {
    long n = draw_whole(&seed, 1, 5);
    struct sp_network *net = random_network(&seed, SP_STAR, n, n, 2);
    set_deadline(&seed, net, k);
    compare(net, best_subset(net));
  }
}

static void random_hypercubes(void **state)
{
  (void)state;
  uint64_t seed = 20263;
  for (int k = 0; k < COUNT; k++) {
    struct sp_network *net =
        random_network(&seed, SP_HYPERCUBE, draw_whole(&seed, 2, 7), 1, .4 * draw(&seed));
    set_deadline(&seed, net, k);
    compare(net, best_hypercube(net));
  }
}

/* On identical links, with r = 0, and in general: all orders of all subsets. */
static void random_orders(void **state)
{
  (void)state;
  uint64_t seed = 20264;
  for (int k = 0; k < COUNT; k++) {
    long n = draw_whole(&seed, 1, k % 10 ? 4 : 5);
    struct sp_network *net = random_network(&seed, SP_STAR, n, n, k % 3 ? .5 : 0);
    net->sequential = true;
    for (long i = 1; i < n && k % 3 == 1; i++) {
      net->z[i] = net->z[1];
      net->r[i] = net->r[1];
    }
    struct choice c = alone(net);
    set_deadline(&seed, net, k / 3);
    compare(net, best_sequence(&c, 0));
  }
}

/* The least time with any of the processors of the choice. A message to a processor that is left
 * out is not sent: those on its port come earlier, those below it in a tree are left out, too. */
static double best_part(const struct choice *all)
{
  double best = INFINITY;
  for (unsigned set = 0; set < 1u << (all->n - 1); set++) {
    struct choice c = alone(all->net);
    int index[MOST] = {0};
    bool whole = true;
    for (int k = 1; k < all->n; k++) {
      int base = all->base[k];
      if (set >> (k - 1) & 1) {
        whole = whole && index[base] >= 0;
        index[k] = whole ? join(&c, all->row[k], all->link[k], index[base], all->own[k]) : -1;
      } else
        index[k] = all->own[k] ? index[base] : -1;
    }
    if (whole)
      best = fmin(best, least_cost(&c));
  }
  return best;
}

/* Solves a network of a given shape; returns whether it leaves some processor idle. */
static bool compare_part(struct sp_network *net, const struct choice *all)
{
  struct sp_network_solution solution = solution_of(net);
  bool idle = solution.usable < (double)net->n;
  sp_network_solution_clear(&solution);
  compare(net, best_part(all));
  return idle;
}

enum { SHAPES = 300 };

static void random_trees(void **state)
{
  (void)state;
  uint64_t seed = 20265;
  int idle = 0;
  for (int k = 0; k < SHAPES; k++) {
    long n = draw_whole(&seed, 1, 7);
    struct sp_network *net = random_network(&seed, SP_TREE, n, n, .5);
    struct choice c = alone(net);
    set_deadline(&seed, net, k);
    for (long i = 1; i < n; i++) {
      net->parent[i] = draw_whole(&seed, 0, i - 1);
      join(&c, i, i, (int)net->parent[i], false);
    }
    idle += compare_part(net, &c);
  }
  assert_true(idle > SHAPES / 5 && idle < SHAPES);
}

static void random_buses(void **state)
{
  (void)state;
  uint64_t seed = 20266;
  int idle = 0;
  for (int k = 0; k < SHAPES; k++) {
    long n = draw_whole(&seed, 1, 6), buses = draw_whole(&seed, 1, 3);
    struct sp_network *net = random_network(&seed, SP_BUS, n, buses, .2);
    struct choice c = alone(net);
    set_deadline(&seed, net, k);
    int last[3] = {0};
    for (long i = 1; i < n; i++) { /* increasing w, so that the order is that of the rows */
      net->w[i] = sp_double(net->w[i > 1 ? i - 1 : 0].v * (i > 1) + .25 * (double)i);
      net->bus[i] = (int)draw_whole(&seed, 0, buses - 1);
      last[net->bus[i]] = join(&c, i, net->bus[i], last[net->bus[i]], true);
    }
    idle += compare_part(net, &c);
  }
  assert_true(idle > SHAPES / 5 && idle < SHAPES);
}

/* ---- Variants of section 2.1. */

static void vary(uint64_t *seed, struct sp_network *net, int k)
{
  size_t n = (size_t)net->n;
  double scale = draw(seed);
  if (k & 1)
    net->start = calloc(n, sizeof *net->start);
  if (k & 2)
    net->intercept = calloc(n, sizeof *net->intercept);
  for (long i = 0; i < net->n && k & 1; i++)
    net->start[i] = draw_number(seed, 0, i ? .2 * scale : .05);
  for (long i = 0; i < net->n && k & 2; i++)
    net->intercept[i] = draw_number(seed, 0, 1);
  if (k & 4)
    net->info = draw_number(seed, 0, .1 * scale);
  if (k & 8 && net->kind != SP_STAR)
    net->merge = draw_number(seed, 0, scale);
}

static void random_variants(void **state)
{
  (void)state;
  uint64_t seed = 20270;
  for (int k = 0; k < 4 * SHAPES; k++) {
    static const enum sp_network_kind kinds[] = {SP_CHAIN, SP_TREE, SP_STAR, SP_STAR};
    enum sp_network_kind kind = kinds[k % 4];
    long n = draw_whole(&seed, 1, kind == SP_TREE ? 6 : k % 8 == 7 ? 4 : 5);
    struct sp_network *net =
        random_network(&seed, kind, n, kind == SP_CHAIN ? n - 1 : n, .2 * draw(&seed));
    vary(&seed, net, k / 4);
    if (k % 5 == 0)
      net->deadline = sp_double(.2 + draw(&seed));
    net->sequential = k % 4 == 3;
    struct choice c = alone(net);
    for (long i = 1; i < n && kind == SP_TREE; i++) {
      net->parent[i] = draw_whole(&seed, 0, i - 1);
      join(&c, i, i, (int)net->parent[i], false);
    }
    if (kind == SP_CHAIN)
      net->originator = draw_whole(&seed, 0, n - 1);
    compare(net, kind == SP_CHAIN  ? best_chain(net)
                 : kind == SP_TREE ? best_part(&c)
                 : net->sequential ? best_sequence(&c, 0)
                                   : best_subset(net));
  }
}

/* Closed loops: row j, the meeting point, receives two parts, x and y. */
static double least_closed(const struct sp_network *net, long meet)
{
  struct sp_lp *lp = sp_lp_alloc(false);
  int T = sp_lp_column(lp, nought, SP_LP_FREE, sp_int(1), false), alpha[MOST + 1], R[MOST];
  int whole = sp_lp_row(lp, sp_int(1), sp_int(1)), y = (int)net->n;
  for (int i = 0; i <= net->n; i++) {
    alpha[i] = sp_lp_column(lp, nought, SP_LP_FREE, nought, false);
    sp_lp_set(lp, whole, alpha[i], sp_int(1));
  }
  for (int i = 0; i < net->n; i++) {
    R[i] = sp_lp_column(lp, nought, i ? SP_LP_FREE : nought, nought, false);
    int end = sp_lp_row(lp, nought, SP_LP_FREE);
    sp_lp_set(lp, end, T, sp_int(1));
    sp_lp_set(lp, end, R[i], sp_int(-1));
    sp_lp_set(lp, end, alpha[i], (struct sp_num){-cost_w(net, i), 0, 0});
    if (i == meet)
      sp_lp_set(lp, end, alpha[y], (struct sp_num){-cost_w(net, i), 0, 0});
  }
  for (int link = 0; link < net->n; link++) {
    int next = (link + 1) % (int)net->n, receive = sp_lp_row(lp, net->r[link], SP_LP_FREE);
    struct sp_num z = {-net->z[link].v * net->tcm.v, 0, 0};
    bool before = link < meet;
    sp_lp_set(lp, receive, R[before ? next : link], sp_int(1));
    sp_lp_set(lp, receive, R[before ? link : next], sp_int(-1));
    for (int i = before ? next : (int)meet + 1; i <= (before ? (int)meet : link); i++)
      sp_lp_set(lp, receive, alpha[i], z);
    if (!before)
      sp_lp_set(lp, receive, alpha[y], z);
  }
  return value_of(lp);
}

/* The programme may let one part arrive before the other, so it may only be better than equation
 * (5), and must be equal where it lets both arrive together. */
static void random_loops(void **state)
{
  (void)state;
  uint64_t seed = 20267;
  int closed = 0, equal = 0, feasible = 0;
  for (int k = 0; k < COUNT; k++) {
    long n = draw_whole(&seed, 1, 5);
    struct sp_network *net = random_network(&seed, SP_LOOP, n, n, .3 * draw(&seed));
    struct sp_network_solution solution = solution_of(net);
    double best = best_open(net);
    assert_near(solution.open_time, best, 1e-8);
    for (long meet = 1; meet < n; meet++) {
      if (isnan(solution.closed[meet]))
        continue;
      double least = least_closed(net, meet);
      assert_true(least <= solution.closed[meet] * (1 + 1e-9));
      best = fmin(best, solution.closed[meet]);
      feasible++;
      equal += solution.closed[meet] <= least * (1 + 1e-9);
    }
    assert_near(solution.time, best, 1e-9);
    closed += solution.meet != SP_UNUSED;
    if (solution.meet != SP_UNUSED) {
      const struct sp_network_row *row = &solution.row[solution.meet];
      assert_near(row->carried + solution.second_carried, row->alpha, 1e-9);
      double second = solution.second_start + net->r[solution.meet].v +
                      net->z[solution.meet].v * net->tcm.v * solution.second_carried;
      assert_near(second, row->ready, 1e-9);
    }
    check_rows(net, &solution);
    sp_network_solution_clear(&solution);
    sp_network_free(net);
  }
  print_message("%d of %d closed, %d of %d feasible ones optimal\n", closed, COUNT, equal,
                feasible);
  assert_true(closed > COUNT / 5 && closed < COUNT && equal > feasible / 2);
}

/* The most that a switch computes by its deadline: of what processor i holds less what it sends. */
static double most_on_switch(const struct sp_network *net)
{
  struct sp_lp *lp = sp_lp_alloc(false);
  double T = net->deadline.v;
  int balance = sp_lp_row(lp, nought, nought);
  for (long i = 0; i < net->n; i++) {
    struct sp_num sent = {T * net->bandwidth[i].v, 0, 0}, most = {T * net->speed[i].v, 0, 0};
    int x = sp_lp_column(lp, nought, most, sp_int(-1), false);
    int delta = sp_lp_column(lp, sp_lp_minus(sent), sent, nought, false);
    int held = sp_lp_row(lp, sp_lp_minus(SP_LP_FREE), net->load[i]);
    sp_lp_set(lp, balance, delta, sp_int(1));
    sp_lp_set(lp, held, x, sp_int(1));
    sp_lp_set(lp, held, delta, sp_int(1));
  }
  return -value_of(lp);
}

/* Lemma A.1: by the least time of a load of 1 the greatest load is 1, with the same parts. */
static void deadlines(void **state)
{
  (void)state;
  uint64_t seed = 20269;
  for (int k = 0; k < COUNT; k++) {
    enum sp_network_kind kind = (enum sp_network_kind)(k % SP_NETWORK_KINDS);
    long n = draw_whole(&seed, 2, 6), links = kind == SP_CHAIN ? n - 1 : n;
    links = kind == SP_HYPERCUBE ? 1 : kind == SP_BUS ? 2 : links;
    struct sp_network *net = kind == SP_MESH || kind == SP_TORUS
                                 ? random_grid(&seed, kind, 12, .2 * draw(&seed))
                                 : random_network(&seed, kind, n, links, .2 * draw(&seed));
    double total = 0;
    for (long i = 0; i < n && kind == SP_SWITCH; i++)
      net->bandwidth[i] = sp_double(draw(&seed) / 2 + .1);
    for (long i = 0; i < n && kind == SP_SWITCH; i++)
      total += (net->load[i] = sp_double(draw(&seed))).v;
    for (long i = 1; i < n && kind == SP_TREE; i++)
      net->parent[i] = draw_whole(&seed, 0, i - 1);
    for (long i = 1; i < n && kind == SP_BUS; i++)
      net->bus[i] = k % 2 ? (int)(i % 2) : SP_UNUSED;
    net->sequential = k % 2;
    struct sp_network_solution first = solution_of(net);
    net->deadline = sp_double(first.time);
    struct sp_network_solution second = solution_of(net);
    assert_near(second.load, kind == SP_SWITCH ? total : 1, 1e-9);
    assert_true(second.time == first.time);
    net->deadline = sp_double(first.time / 2);
    struct sp_network_solution half = solution_of(net);
    if (kind == SP_SWITCH)
      assert_near(half.load, most_on_switch(net), 1e-9);
    else /* convex, and 0 at date 0 */
      assert_true(half.load <= second.load / 2 * (1 + 1e-9));
    sp_network_solution_clear(&first);
    sp_network_solution_clear(&second);
    sp_network_solution_clear(&half);
    sp_network_free(net);
  }
}

/* The same network, only in doubles. */
static void doubles_agree(void **state)
{
  (void)state;
  uint64_t seed = 20268;
  for (int k = 0; k < COUNT; k++) {
    enum sp_network_kind kind = (enum sp_network_kind)(k % (SP_HYPERCUBE + 1));
    long n = draw_whole(&seed, 2, 24), links = kind == SP_CHAIN ? n - 1 : n;
    links = kind == SP_HYPERCUBE ? 1 : kind == SP_BUS ? 2 : links;
    struct sp_network *net = random_network(&seed, kind, n, links, .1 * draw(&seed));
    struct sp_network_solution exact, plain;
    for (long i = 1; i < n && kind == SP_TREE; i++)
      net->parent[i] = draw_whole(&seed, 0, i - 1);
    for (long i = 1; i < n && kind == SP_BUS; i++)
      net->bus[i] = (int)(i % 2);
    net->sequential = k % 2;
    int code = sp_network_solve(net, &exact, NULL);
    net->tcm.den = 0;
    assert_int_equal(sp_network_solve(net, &plain, NULL), code);
    sp_network_free(net);
    if (code != SP_OK)
      continue;
    assert_non_null(exact.time_exact);
    assert_null(plain.time_exact);
    assert_near(plain.time, exact.time, 1e-12);
    assert_true(plain.usable == exact.usable && plain.meet == exact.meet);
    for (long i = 1; i < n && kind == SP_LOOP; i++)
      assert_int_equal(isnan(plain.closed[i]), isnan(exact.closed[i]));
    sp_network_solution_clear(&exact);
    sp_network_solution_clear(&plain);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_chains),     cmocka_unit_test(random_stars),
      cmocka_unit_test(random_hypercubes), cmocka_unit_test(random_orders),
      cmocka_unit_test(random_trees),      cmocka_unit_test(random_buses),
      cmocka_unit_test(random_loops),      cmocka_unit_test(doubles_agree),
      cmocka_unit_test(deadlines),         cmocka_unit_test(random_variants),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Tests DLS{1Round} (RR-6096, section 4.2), each worker at most once, with limits of the messages:
 * a buffer or, since a worker holds one message, its memory (RR-5196, Definition 7). On tiny stars
 * bb-light:depth=once finds what an enumeration finds that shares no code with it: all orders of
 * all selections of workers and, of each, all vertices of its polytope of chunks. The others that
 * plan one round are no better. Some stars have a master that computes, a worker with c = 0 and
 * S = 0. Without limits tests/unit/heuristics/test_one_round.c compares with a recurrence.
 * ONE_ROUND_COUNT sets the number of stars (default 400), CASES_FROM the first. */
#include "random_instance.h"
#include "solve/divisible/divisible.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { SEED = 6096, MOST = 4, CONDITIONS = 3 * MOST + 1, COLUMNS = MOST + 2 };

/* ---- The enumeration. */

/* A half-space row . (chunks, T) >= its last number, or a plane with = for it. */
typedef double condition[COLUMNS];

struct polytope {
  int n;           /* messages; columns 0..n-1 are their chunks, n is T, n + 1 the right side */
  condition plane; /* all is computed, or T is the deadline */
  int conditions;
  condition half[CONDITIONS];
  bool by_deadline;
  double best; /* the least cost of a vertex: T, or minus the load */
};

static double *add(struct polytope *p, double right)
{
  double *row = p->half[p->conditions++];
  memset(row, 0, sizeof(condition));
  row[p->n + 1] = right;
  return row;
}

/* The schedules of messages to these workers in this order. */
static struct polytope polytope_of(const struct sp_instance *in, int n, const int *worker)
{
  struct polytope p = {.n = n, .by_deadline = in->deadline.v < INFINITY, .best = INFINITY};
  double start_ups = 0;
  for (int k = 0; k < n; k++) {
    int i = worker[k];
    double most =
        fmin(in->buffer[i] < LONG_MAX ? (double)in->buffer[i] : INFINITY, in->memory[i].v);
    add(&p, 0)[k] = 1;
    if (most < INFINITY)
      add(&p, -most)[k] = -1;
    double *row = add(&p, start_ups += in->latency[i].v);
    for (int j = 0; j <= k; j++)
      row[j] = -in->c[worker[j]].v;
    row[k] -= in->w[i].v;
    row[n] = 1;
  }
  double *all = p.by_deadline ? in->total.v < INFINITY ? add(&p, -in->total.v) : NULL : p.plane;
  for (int k = 0; all && k < n; k++)
    all[k] = p.by_deadline ? -1 : 1;
  if (p.by_deadline)
    p.plane[n] = 1;
  p.plane[n + 1] = p.by_deadline ? in->deadline.v : in->total.v;
  return p;
}

/* Solves the equations by elimination with the greatest pivots; false: they have no single
 * solution. */
static bool solve(int size, condition *row, double *x)
{
  for (int k = 0; k < size; k++) {
    int pivot = k;
    for (int r = k + 1; r < size; r++)
      pivot = fabs(row[r][k]) > fabs(row[pivot][k]) ? r : pivot;
    if (fabs(row[pivot][k]) < 1e-9)
      return false;
    for (int c = 0; c <= size; c++) {
      double value = row[k][c];
      row[k][c] = row[pivot][c];
      row[pivot][c] = value;
    }
    for (int r = 0; r < size; r++) {
      double factor = row[r][k] / row[k][k];
      for (int c = k; c <= size && r != k; c++)
        row[r][c] -= factor * row[k][c];
    }
  }
  for (int k = 0; k < size; k++)
    x[k] = row[k][size] / row[k][k];
  return true;
}

/* The vertex on the plane and on those of the chosen conditions, if it is one. */
static void try_vertex(struct polytope *p, const int *chosen)
{
  condition row[MOST + 1];
  double x[MOST + 1], load = 0;
  memcpy(row[0], p->plane, sizeof(condition));
  for (int k = 0; k < p->n; k++)
    memcpy(row[k + 1], p->half[chosen[k]], sizeof(condition));
  if (!solve(p->n + 1, row, x))
    return;
  for (int j = 0; j < p->conditions; j++) {
    double sum = -p->half[j][p->n + 1], size = fabs(sum);
    for (int k = 0; k <= p->n; k++) {
      sum += p->half[j][k] * x[k];
      size += fabs(p->half[j][k] * x[k]);
    }
    if (sum < -1e-11 * size)
      return;
  }
  for (int k = 0; k < p->n; k++)
    load += x[k];
  p->best = fmin(p->best, p->by_deadline ? -load : x[p->n]);
}

static void choose(struct polytope *p, int n, int from, int *chosen)
{
  if (n == p->n)
    try_vertex(p, chosen);
  for (int j = from; n < p->n && j < p->conditions; j++) {
    chosen[n] = j;
    choose(p, n + 1, j + 1, chosen);
  }
}

/* The least cost of all sequences that begin with n messages to these workers. */
static double enumerate(const struct sp_instance *in, int n, int *worker)
{
  double best = in->deadline.v < INFINITY ? 0 : INFINITY; /* nothing is sent */
  if (n > 0) {
    struct polytope p = polytope_of(in, n, worker);
    int chosen[MOST] = {0};
    choose(&p, 0, 0, chosen);
    best = fmin(best, p.best);
  }
  for (int i = 1; i <= in->m; i++) {
    bool used = false;
    for (int k = 0; k < n; k++)
      used |= worker[k] == i;
    worker[n] = i;
    if (!used)
      best = fmin(best, enumerate(in, n + 1, worker));
  }
  return best;
}

/* ---- The stars. */

/* At most 3 workers, of every eighth star 4; some limits are less than the load. */
static struct sp_instance *tiny(uint32_t index)
{
  struct dice dice = {SEED, 0, index}, *d = &dice;
  int m = index % 8 == 7 ? 4 : dice_int(d, 1, 3), style = dice_int(d, 0, 3);
  int load = dice_int(d, 1, 20), limits = dice_int(d, 0, 3);
  struct sp_instance *in = sp_instance_alloc(m);
  in->problem = SP_DIVISIBLE;
  in->total = sp_int(load);
  bool free_links = dice_int(d, 0, 5) == 0;
  bool latencies = dice_int(d, 0, 2) > 0, computes = m > 1 && dice_int(d, 0, 3) == 0;
  for (int i = 1; i <= m; i++) {
    bool master = computes && i == 1;
    in->c[i] = master || free_links ? sp_int(0) : dice_cost(d, style);
    in->w[i] = dice_cost(d, style);
    in->latency[i] = latencies && !master ? dice_cost(d, style) : sp_int(0);
    if (limits == 1)
      in->buffer[i] = dice_int(d, 1, load);
    else if (limits > 1 && dice_int(d, 0, 3) > 0)
      in->memory[i] = sp_double(load * dice_int(d, 2, 14) / 16.0);
  }
  if (dice_int(d, 0, 2) == 0) {
    in->deadline = sp_double(in->latency[m].v + load * (in->c[m].v + in->w[m].v) / 2);
    if (dice_int(d, 0, 1))
      in->total = (struct sp_num){INFINITY, 0, 0};
  }
  return in;
}

static void complain(const struct sp_instance *in, uint32_t index, const char *what, double value,
                     double expected)
{
  fprintf(stderr, "case %u: %s %.17g, expected %.17g\n  ", index, what, value, expected);
  print_star(stderr, in);
  fail();
}

/* The time of the method's plan, or its load by the deadline; NAN if it refuses. *once: each worker
 * gets at most one message. */
static double value_of(const struct sp_registry *registry, const struct sp_instance *in,
                       const char *text, bool *once)
{
  struct sp_method method;
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  struct sp_error error;
  double value = NAN, load = 0;
  assert_int_equal(sp_method_parse(registry, text, &method, &error), SP_OK);
  struct sp_context *cx = sp_context_alloc(registry, SEED, in, &method);
  *once = true;
  if (sp_plan(cx, &method, in, &plan) == 0) {
    int messages[MOST + 1] = {0};
    for (long k = 0; k < plan.n; k++) {
      load += plan.msg[k].amount;
      *once &= ++messages[plan.msg[k].to] == 1;
    }
    value = in->deadline.v < INFINITY ? load : plan.n > 0 ? sp_makespan(in, &plan) : 0;
  }
  sp_schedule_clear(&plan);
  sp_context_free(cx);
  sp_method_clear(&method);
  return value;
}

static bool differ(double a, double b)
{
  return !(fabs(a - b) <= 1e-9 * fabs(b));
}

static void one_round_is_the_best(void **state)
{
  (void)state;
  struct sp_registry *registry = all_heuristics();
  long count = setting("ONE_ROUND_COUNT", 400), impossible = 0;
  for (uint32_t index = first_case(); index < first_case() + count; index++) {
    struct sp_instance *in = tiny(index);
    int worker[MOST + 1];
    bool once;
    double cost = enumerate(in, 0, worker), best = in->deadline.v < INFINITY ? -cost : cost;
    double found = value_of(registry, in, "bb-light:depth=once:unproven=refuse", &once);
    bool nothing = isinf(best) || best == 0;
    if (nothing ? found > 0 : differ(found, best) || !once)
      complain(in, index, "bb-light:depth=once", found, best);
    impossible += isnan(found);
    sp_instance_free(in);
  }
  sp_registry_free(registry);
  printf("one_round: %ld stars, %ld on which no round does it\n", count, impossible);
  assert_true(impossible < count / 2);
}

/* Plans of others that happen to be of one round, among them those that plan nothing else. */
static void no_other_is_better(void **state)
{
  (void)state;
  static const char *const other[] = {"communication-first:rounds=1",
                                      "computation-first:rounds=1",
                                      "latency-first:rounds=1",
                                      "multi-installment:installments=1",
                                      "dp",
                                      "umr",
                                      "periodic",
                                      "periodic-optimized",
                                      "sa:evaluations=200",
                                      "ga:evaluations=200"};
  enum { OTHERS = sizeof other / sizeof *other };
  struct sp_registry *registry = all_heuristics();
  long count = setting("ONE_ROUND_COUNT", 400), plans[OTHERS] = {0}, all = 0;
  for (uint32_t index = first_case(); index < first_case() + count; index++) {
    struct sp_instance *in = tiny(index);
    bool once, byT = in->deadline.v < INFINITY;
    double best = value_of(registry, in, "bb-light:depth=once:unproven=refuse", &once);
    for (int k = 0; k < OTHERS; k++) {
      double value = value_of(registry, in, other[k], &once);
      if (isnan(value) || !once)
        continue;
      plans[k]++;
      all++;
      if (isnan(best) ? !byT || value > 0
                      : differ(value, best) && (byT ? value > best : value < best))
        complain(in, index, other[k], value, best);
    }
    sp_instance_free(in);
  }
  sp_registry_free(registry);
  for (int k = 0; k < OTHERS; k++)
    printf("others: %ld plans of %s\n", plans[k], other[k]);
  assert_true(all > count && plans[0] > count / 8);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_round_is_the_best),
      cmocka_unit_test(no_other_is_better),
  };
  return cmocka_run_group_tests_name("one round", tests, NULL, NULL);
}

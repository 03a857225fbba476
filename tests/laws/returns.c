/* Tests divisible loads whose results return. On RETURNS_COUNT tiny random stars (default 300; 2 to
 * 4 workers, start-ups, loads and deadlines, half and full duplex, workers whose results do not
 * return) the plans of the heuristic returns are the best of all orders of messages and results of
 * all subsets of workers. This search shares no code with it: the chunks of given orders are a
 * vertex, found by trying all sets of tight constraints. What is planned is what both engines
 * execute (SimGrid on every eighth), and no lower bound and no plan of other orders contradicts it.
 *
 * In several rounds no sequence of up to 4 messages has a better value than that of an exhaustive
 * search, nearly all have the same; and loads by a deadline are compared with the deadline's
 * inverse, the time of a load. */
#include "engine/perform/perform.h"
#include "random_instance.h"
#include "simgrid.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SEED = 8108, MOST = 4, ROWS = MOST * (MOST + 1) / 2 + MOST + 1 };

static struct sp_instance *tiny(uint32_t index)
{
  struct dice dice = {SEED, 0, index}, *d = &dice;
  int m = dice_int(d, 2, MOST), style = dice_int(d, 0, 3);
  bool startups = dice_int(d, 0, 1), proportional = dice_int(d, 0, 3) == 0;
  struct sp_instance *in = sp_instance_alloc(m);
  in->problem = SP_DIVISIBLE;
  in->task_bytes = in->task_flops = 0x1p40;
  in->platform.node[0].ports.recv_send = dice_int(d, 0, 1);
  in->total = sp_int(dice_int(d, 1, 40));
  for (int i = 1; i <= m; i++) {
    in->c[i] = dice_cost(d, style);
    in->w[i] = dice_cost(d, style);
    in->result[i] = proportional                      ? sp_double(in->c[i].v / 2)
                    : i > 1 && dice_int(d, 0, 9) == 0 ? sp_int(0)
                                                      : dice_cost(d, style);
    if (startups)
      in->latency[i] = dice_cost(d, style);
  }
  if (dice_int(d, 0, 2) == 0) {
    in->deadline = sp_int(dice_int(d, 1, 200));
    in->total = (struct sp_num){INFINITY, 0, 0};
  }
  assert_int_equal(sp_instance_check(in, NULL), SP_OK);
  return in;
}

/* ---- The exhaustive search. */

enum { ANY, FIFO, LIFO, KINDS };

struct tries {
  const struct sp_instance *in;
  int n, send[MOST], back[MOST]; /* the workers of the messages; the order of their results */
  double best[KINDS];            /* least time or greatest load */
};

/* Solves n equations, row after row with its right side; false: singular. */
static bool solve(int n, double a[MOST + 1][MOST + 2], double *x)
{
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++)
      best = fabs(a[i][k]) > fabs(a[best][k]) ? i : best;
    if (fabs(a[best][k]) < 1e-11)
      return false;
    for (int j = k; j <= n; j++) {
      double swap = a[k][j];
      a[k][j] = a[best][j];
      a[best][j] = swap;
    }
    for (int i = 0; i < n; i++) {
      double factor = i == k ? 0 : a[i][k] / a[k][k];
      for (int j = k; j <= n && factor != 0; j++)
        a[i][j] -= factor * a[k][j];
    }
  }
  for (int k = 0; k < n; k++)
    x[k] = a[k][n] / a[k][k];
  return true;
}

/* row: a chain from date 0 over the messages before `sent`, the chunks of the worker of message
 * `first` up to message `last`, and the results from that of `last` on; first = -1: no chunk, and
 * all results. */
static void add_chain(const struct tries *t, int sent, int first, int last, double *row)
{
  const struct sp_instance *in = t->in;
  row[t->n] = -1;
  for (int j = 0; j < sent; j++) {
    row[j] += in->c[t->send[j]].v;
    row[t->n + 1] -= in->latency[t->send[j]].v;
  }
  for (int j = first; first >= 0 && j <= last; j++)
    row[j] += t->send[j] == t->send[first] ? in->w[t->send[j]].v : 0;
  bool after = first < 0, returns = after || in->result[t->send[last]].v > 0;
  for (int b = 0; b < t->n && returns; b++) {
    int j = t->back[b], i = t->send[j];
    after = after || j == last;
    if (!after || in->result[i].v == 0)
      continue;
    row[j] += in->result[i].v;
    row[t->n + 1] -= in->latency[i].v;
  }
}

/* The constraints of the orders, row . (chunks, T) <= right side; returns how many. */
static int constraints(const struct tries *t, double row[ROWS][MOST + 2])
{
  int n = t->n, rows = 0;
  memset(row, 0, ROWS * sizeof *row);
  for (int first = 0; first < n; first++)
    for (int last = first; last < n; last++)
      if (t->send[last] == t->send[first])
        add_chain(t, first + 1, first, last, row[rows++]);
  if (!t->in->platform.node[0].ports.recv_send)
    add_chain(t, n, -1, -1, row[rows++]);
  for (int j = 0; j < n; j++)
    row[rows++][j] = -1;
  return rows;
}

static bool is_feasible(int n, int rows, double row[ROWS][MOST + 2], const double *x)
{
  for (int r = 0; r < rows; r++) {
    double left = 0, size = fabs(row[r][n + 1]);
    for (int j = 0; j <= n; j++) {
      left += row[r][j] * x[j];
      size += fabs(row[r][j] * x[j]);
    }
    if (left > row[r][n + 1] + 1e-10 * (size + 1e-6))
      return false;
  }
  return true;
}

/* The value of the orders: that of the best vertex; NAN: not possible. */
static double value(const struct tries *t)
{
  const struct sp_instance *in = t->in;
  bool by_deadline = in->deadline.v < INFINITY;
  double row[ROWS][MOST + 2], best = NAN;
  int n = t->n, rows = constraints(t, row);
  for (unsigned tight = 0; tight < 1U << rows; tight++) {
    double a[MOST + 1][MOST + 2] = {{0}}, x[MOST + 1], load = 0;
    int k = 0;
    if (__builtin_popcount(tight) != n)
      continue;
    for (int r = 0; r < rows; r++)
      for (int j = 0; tight >> r & 1 && j <= n + 1; j++)
        a[k + __builtin_popcount(tight & ((1U << r) - 1))][j] = row[r][j];
    for (int j = 0; j < n && !by_deadline; j++)
      a[n][j] = 1;
    a[n][n] = by_deadline;
    a[n][n + 1] = by_deadline ? in->deadline.v : in->total.v;
    if (!solve(n + 1, a, x) || !is_feasible(n, rows, row, x))
      continue;
    for (int j = 0; j < n; j++)
      load += x[j];
    best = by_deadline ? fmax(isnan(best) ? 0 : best, load)
                       : fmin(isnan(best) ? INFINITY : best, x[n]);
  }
  return best;
}

static void keep(const struct tries *t, double found, double *best)
{
  if (t->in->deadline.v < INFINITY ? found > *best : found < *best)
    *best = found;
}

/* All orders of the results, then the value. */
static void try_results(struct tries *t, int k)
{
  if (k < t->n) {
    for (int q = k; q < t->n; q++) {
      int swap[2] = {t->back[k], t->back[q]};
      t->back[k] = swap[1];
      t->back[q] = swap[0];
      try_results(t, k + 1);
      t->back[k] = swap[0];
      t->back[q] = swap[1];
    }
    return;
  }
  bool fifo = true, lifo = true;
  double found = value(t);
  for (int b = 0; b < t->n; b++) {
    fifo &= t->back[b] == b;
    lifo &= t->back[b] == t->n - 1 - b;
  }
  if (isnan(found))
    return;
  keep(t, found, &t->best[ANY]);
  if (fifo)
    keep(t, found, &t->best[FIFO]);
  if (lifo)
    keep(t, found, &t->best[LIFO]);
}

/* All sequences of messages to some workers that begin with the first n. */
static void try_messages(struct tries *t)
{
  for (int k = 0; k < t->n; k++)
    t->back[k] = k;
  if (t->n > 0)
    try_results(t, 0);
  for (int i = 1; i <= t->in->m; i++) {
    bool used = false;
    for (int k = 0; k < t->n; k++)
      used |= t->send[k] == i;
    if (used)
      continue;
    t->send[t->n++] = i;
    try_messages(t);
    t->n--;
  }
}

/* ---- The heuristic. */

static bool near(double a, double b)
{
  return fabs(a - b) <= 1e-8 * fmax(fabs(a), fabs(b)) + 1e-12;
}

static const char *shown;
static void complain(const struct sp_instance *in, const char *what, double found, double expected)
{
  fprintf(stderr, "%s: %s %.17g, expected %.17g\n  starport run -H %s ", shown, what, found,
          expected, shown);
  print_star(stderr, in);
  fail();
}

/* Runs it, on both engines or the native one alone; returns the time or load. */
static double executed(const struct sp_registry *registry, const struct sp_instance *in,
                       const char *name, bool both)
{
  struct sp_method method;
  struct sp_conditions conditions = {0};
  double found = 0;
  shown = name;
  assert_int_equal(sp_method_parse(registry, name, &method, NULL), SP_OK);
  enum sp_engine engines[] = {SP_ENGINE_NATIVE, SP_ENGINE_SIMGRID};
  for (int k = 0; k < 1 + both; k++) {
    struct sp_result r;
    struct sp_request request = {
        .registry = registry, .method = &method, .engine = engines[k], .conditions = &conditions};
    sp_perform(in, &request, &r, NULL, NULL);
    if (r.status != SP_RUN_OK)
      fail_msg("%s: %s", name, r.reason);
    if (!(fabs(r.makespan - r.planned) <= 1e-12 * r.planned))
      complain(in, "executed", r.makespan, r.planned);
    found = in->deadline.v < INFINITY ? r.done : r.makespan;
  }
  sp_method_clear(&method);
  return found;
}

static void check(const struct sp_registry *registry, uint32_t index)
{
  static const char *const tied[KINDS] = {"return-optimal:nodes=1000000000", "return-fifo",
                                          "return-lifo"};
  struct sp_instance *in = tiny(index);
  bool by_deadline = in->deadline.v < INFINITY;
  double none = by_deadline ? 0 : INFINITY, sign = by_deadline ? -1 : 1;
  struct tries t = {.in = in, .best = {none, none, none}};
  struct sp_bound bound[SP_MAX_BOUNDS];
  try_messages(&t);
  for (int kind = ANY; kind < KINDS; kind++) {
    double found = executed(registry, in, tied[kind], index % 8 == 0);
    if (!near(found, t.best[kind]))
      complain(in, "found", found, t.best[kind]);
  }
  static const char *const others[] = {"return-fifo:orders=by-c", "return-search"};
  for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
    double found = executed(registry, in, others[k], index % 8 == 0);
    if (sign * found < sign * t.best[ANY] - 1e-8 * t.best[ANY])
      complain(in, "found more than the optimum", found, t.best[ANY]);
  }
  for (int k = 0, bounds = sp_bounds(in, bound); k < bounds; k++) {
    shown = bound[k].name;
    if (sign * bound[k].value > sign * t.best[ANY] + 1e-8 * t.best[ANY])
      complain(in, "bound", bound[k].value, t.best[ANY]);
  }
  sp_instance_free(in);
}

static void test_tiny_stars(void **state)
{
  (void)state;
  need_simgrid();
  struct sp_registry *registry = all_heuristics();
  uint32_t first = first_case(), count = (uint32_t)setting("RETURNS_COUNT", 300);
  for (uint32_t index = first; index < first + count; index++)
    check(registry, index);
  sp_registry_free(registry);
}

/* ---- Several rounds. */

/* The best of all subsequences with all orders of results. */
static double best_of_sequence(const struct sp_instance *in, int n, const int *sequence)
{
  struct tries t = {.in = in, .best = {[ANY] = in->deadline.v < INFINITY ? 0 : INFINITY}};
  for (unsigned kept = 1; kept < 1U << n; kept++) {
    t.n = 0;
    for (int k = 0; k < n; k++)
      if (kept >> k & 1) {
        t.back[t.n] = t.n;
        t.send[t.n++] = sequence[k];
      }
    try_results(&t, 0);
  }
  return t.best[ANY];
}

/* Of a method by deadlines: how often its answer is the best, the least growth of its load with a
 * deadline 5 % later, and the longest time for its load, over the deadline. */
struct rounds {
  int cases, best;
  double growth, time;
};

/* The load by a deadline grows with it, and takes about as long. */
static void check_inverse(const struct sp_registry *registry, struct sp_instance *in,
                          const char *name, double load, struct rounds *r)
{
  double T = in->deadline.v;
  struct sp_bound bound[SP_MAX_BOUNDS];
  for (int k = 0, bounds = sp_bounds(in, bound); k < bounds; k++)
    if (load > bound[k].value * (1 + 1e-12))
      complain(in, "load above a bound", load, bound[k].value);
  if (load == 0)
    return;
  in->deadline = sp_double(1.05 * T);
  r->growth = fmin(r->growth, executed(registry, in, name, false) / load);
  in->deadline = sp_double(INFINITY);
  in->total = sp_double(load);
  r->time = fmax(r->time, executed(registry, in, name, false) / T);
  in->deadline = sp_double(T);
  in->total = (struct sp_num){INFINITY, 0, 0};
}

/* A sequence of at most 4 messages. */
static void check_sequence(const struct sp_registry *registry, struct sp_instance *in,
                           uint32_t index, struct rounds *r)
{
  struct dice dice = {SEED + 1, 0, index};
  int n = dice_int(&dice, 2, MOST), sequence[MOST];
  char name[40] = "fixed:sequence=";
  size_t length = strlen(name);
  double sign = in->deadline.v < INFINITY ? -1 : 1;
  for (int k = 0; k < n; k++) {
    sequence[k] = dice_int(&dice, 1, in->m);
    snprintf(name + length, sizeof name - length, "%s%d", k ? "-" : "", sequence[k]);
    length = strlen(name);
  }
  double best = best_of_sequence(in, n, sequence);
  double found = executed(registry, in, name, index % 8 == 0);
  if (sign * found < sign * best - 1e-8 * best)
    complain(in, "found more than the optimum of the sequence", found, best);
  r->cases++;
  r->best += near(found, best);
  if (in->deadline.v < INFINITY)
    check_inverse(registry, in, name, found, r);
}

/* Every eighth instance that has a deadline, for one of the methods. */
static void check_method(const struct sp_registry *registry, struct sp_instance *in, uint32_t index,
                         struct rounds *r)
{
  static const char *const methods[] = {"sa:evaluations=500", "communication-first",
                                        "computation-first", "latency-first", "periodic-optimized"};
  const char *name = methods[index / 8 % 5];
  if (index % 8 || isinf(in->deadline.v) || (index / 8 % 5 == 4 && in->latency[1].v == 0))
    return;
  check_inverse(registry, in, name, executed(registry, in, name, true), r);
}

/* Short sequences nearly always get their best load or time, so a later deadline never has less.
 * The methods find other sequences for another deadline, and can do less with more time. */
static void test_rounds(void **state)
{
  (void)state;
  struct sp_registry *registry = all_heuristics();
  struct rounds sequence = {.growth = INFINITY}, method = {.growth = INFINITY};
  uint32_t first = first_case(), count = (uint32_t)setting("RETURNS_COUNT", 300);
  for (uint32_t index = first; index < first + count; index++) {
    struct sp_instance *in = tiny(index);
    if (sp_has_results(in)) {
      check_sequence(registry, in, index, &sequence);
      check_method(registry, in, index, &method);
    }
    sp_instance_free(in);
  }
  printf("sequences: the best of %d of %d, growth %.9g, time %.9g\n"
         "methods: growth %.9g, time %.9g\n",
         sequence.best, sequence.cases, sequence.growth, sequence.time, method.growth, method.time);
  assert_true(sequence.best >= 0.95 * sequence.cases && sequence.growth >= 1 &&
              sequence.time <= 1.01);
  assert_true(method.growth >= 0.8 && method.time <= 1.5);
  sp_registry_free(registry);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_tiny_stars),
                                     cmocka_unit_test(test_rounds)};
  return cmocka_run_group_tests_name("returns", tests, NULL, NULL);
}

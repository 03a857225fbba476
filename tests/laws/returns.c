/* Tests one round of a divisible load whose results return, the heuristic returns. On RETURNS_COUNT
 * tiny random stars (default 300; 2 to 4 workers, start-ups, loads and deadlines, half and full
 * duplex, workers whose results do not return) its plans are the best of all orders of messages and
 * results of all subsets of workers. This search shares no code with it: the chunks of given orders
 * are a vertex, found by trying all sets of tight constraints. What is planned is what both engines
 * execute (SimGrid on every eighth), and no lower bound and no plan of other orders contradicts it.
 */
#include "engine/perform/perform.h"
#include "random_instance.h"
#include "simgrid.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SEED = 8108, MOST = 4, ROWS = 2 * MOST + 1 };

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
  int n, send[MOST], back[MOST]; /* orders; all workers used have a place in `back` */
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

/* The constraints of the orders, row . (chunks, T) <= right side; returns how many. */
static int constraints(const struct tries *t, double row[ROWS][MOST + 2])
{
  const struct sp_instance *in = t->in;
  int n = t->n, rows = 0;
  bool half = !in->platform.node[0].ports.recv_send;
  memset(row, 0, ROWS * sizeof *row);
  for (int k = 0; k < n + half; k++) { /* chains through the worker of message k; k = n: the port */
    double *r = row[rows++];
    r[n] = -1;
    for (int j = 0; j < (k < n ? k + 1 : n); j++) {
      r[j] += in->c[t->send[j]].v;
      r[n + 1] -= in->latency[t->send[j]].v;
    }
    if (k < n)
      r[k] += in->w[t->send[k]].v;
    bool after = k == n;
    for (int b = 0; b < n; b++) {
      int i = t->back[b], j = 0;
      after = after || i == t->send[k];
      if (!after || in->result[i].v == 0 || (k < n && in->result[t->send[k]].v == 0))
        continue;
      while (t->send[j] != i)
        j++;
      r[j] += in->result[i].v;
      r[n + 1] -= in->latency[i].v;
    }
  }
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
    fifo &= t->back[b] == t->send[b];
    lifo &= t->back[b] == t->send[t->n - 1 - b];
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
  if (t->n > 0) {
    memcpy(t->back, t->send, sizeof t->back);
    try_results(t, 0);
  }
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
  static const char *const tied[KINDS] = {"returns:nodes=1000000000", "returns:order=fifo",
                                          "returns:order=lifo"};
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
  static const char *const others[] = {"returns:order=fifo-by-c", "returns:order=search"};
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

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_tiny_stars)};
  return cmocka_run_group_tests_name("returns", tests, NULL, NULL);
}

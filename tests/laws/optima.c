/* Tests that no heuristic is better than a proven optimum: on tiny random instances no heuristic of
 * the registry takes less time than the optimum or a lower bound, and no bound is above the
 * optimum. With a deadline, no heuristic computes more. Optimum, bounds and heuristics share little
 * code except the engine, so each checks the others. OPTIMA_COUNT sets the number of instances
 * (default 600). */
#include "random_instance.h"
#include <setjmp.h>
#include <starport/optimal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Budgets of the search for the optimum and of other searches: small, like the instances. */
enum { SEED = 80604, NODES = 20000, EVALUATIONS = 100, SEARCH_NODES = 500, MOST_METHODS = 128 };

static const enum sp_problem PROBLEMS[] = {SP_REDISTRIBUTION, SP_BAG, SP_DIVISIBLE};
enum { SERVED = sizeof PROBLEMS / sizeof *PROBLEMS };

static struct sp_registry *registry;
static struct sp_method method[MOST_METHODS];
static int methods;

/* ---- Instances */

/* At most 4 workers (3 for a divisible load) and 8 tasks; the rest as in the other laws. */
static struct sp_instance *tiny(uint64_t seed, uint32_t index, enum sp_problem problem)
{
  struct dice dice = {seed, 0, index}, *d = &dice;
  int m = dice_int(d, 1, problem == SP_DIVISIBLE ? 3 : 4), style = dice_int(d, 0, 3);
  bool latencies = dice_int(d, 0, 3) == 0, limits = dice_int(d, 0, 3) > 0;
  struct sp_instance *in = sp_instance_alloc(m);
  in->problem = problem;
  in->total = sp_int(dice_int(d, 1, 8));
  for (int i = 1; i <= m; i++) {
    in->c[i] = dice_cost(d, style);
    in->w[i] = dice_cost(d, style);
    if (latencies || problem == SP_DIVISIBLE)
      in->latency[i] = dice_cost(d, style);
    if (problem == SP_BAG && limits)
      in->buffer[i] = dice_int(d, 1, 3);
    if (problem == SP_REDISTRIBUTION && dice_int(d, 0, 1))
      in->load[i] = sp_int(dice_int(d, 0, 8 / m));
  }
  if (dice_int(d, 0, 9) == 0)
    in->w[dice_int(d, 1, m)] = (struct sp_num){INFINITY, 0, 0};
  if (problem != SP_DIVISIBLE && dice_int(d, 0, 9) == 0)
    in->c[dice_int(d, 1, m)] = sp_int(0);
  if (dice_int(d, 0, problem == SP_DIVISIBLE ? 3 : 2) == 0) {
    in->deadline = sp_int(dice_int(d, 1, 60));
    if (problem == SP_BAG && style < 2 && dice_int(d, 0, 1))
      in->total = (struct sp_num){INFINITY, 0, 0};
  }
  return in;
}

/* ---- Methods */

/* Every heuristic that sends tasks one by one, with its presets, except for the budgets of
 * searches. */
static void open_methods(void)
{
  static const struct {
    const char *name;
    long value;
  } cheaper[] = {{"evaluations", EVALUATIONS}, {"nodes", SEARCH_NODES}};
  for (int k = 0; k < registry->n && methods < MOST_METHODS; k++) {
    const struct sp_heuristic *h = registry->item[k];
    char text[128];
    if (h->chunks)
      continue;
    snprintf(text, sizeof text, "%s", h->name);
    for (const struct sp_option *option = h->options; option && option->name; option++)
      for (size_t c = 0; c < sizeof cheaper / sizeof *cheaper; c++)
        if (!strcmp(option->name, cheaper[c].name)) {
          size_t used = strlen(text);
          snprintf(text + used, sizeof text - used, ":%s=%ld", option->name, cheaper[c].value);
        }
    assert_int_equal(sp_method_parse(registry, text, &method[methods++], NULL), SP_OK);
  }
}

static void close_methods(void)
{
  while (methods > 0)
    sp_method_clear(&method[--methods]);
}

/* ---- The law */

static _Noreturn void complain(const struct sp_instance *in, const char *name, double value,
                               const char *what, double other)
{
  fprintf(stderr, "%s: %.17g is better than %s, %.17g\n  starport run --engine=native -H optimal ",
          name, value, what, other);
  print_star(stderr, in);
  fail();
  abort();
}

/* The proven optimum of all plans: the least makespan, or the most by the deadline. NAN: unknown.
 */
static double optimum_of(const struct sp_instance *in)
{
  struct sp_schedule best = SP_SCHEDULE_EMPTY;
  struct sp_optimal asked = {.nodes = NODES, .messages = 60};
  struct sp_context *cx = sp_context_alloc(registry, 0, in, NULL);
  bool known = sp_optimal(cx, in, &asked, &best) == 0 && asked.proven;
  sp_context_free(cx);
  sp_schedule_clear(&best);
  return known ? asked.value : NAN;
}

static bool below(double value, double least)
{
  return value < least * (1 - 1e-9);
}

/* Checks one instance; true if its optimum is known. */
static bool check(struct sp_instance *in)
{
  struct sp_bound bound[SP_MAX_BOUNDS];
  struct sp_conditions nominal = {.seed = 7};
  bool by_deadline = in->deadline.v < INFINITY;
  double optimum = optimum_of(in);
  int n = sp_bounds(in, bound);
  for (int b = 0; b < n; b++)
    if (by_deadline ? optimum > bound[b].value : optimum < bound[b].value) /* not by the last bit */
      complain(in, "the optimum", optimum, bound[b].name, bound[b].value);
  for (int k = 0; k < methods; k++) {
    struct sp_result r;
    if (!(method[k].heuristic->problems & (unsigned)in->problem))
      continue;
    sp_native_run(in, registry, &method[k], &nominal, &r, NULL, NULL);
    if (r.status != SP_RUN_OK)
      continue;
    if (by_deadline ? below(optimum, r.done) : below(r.makespan, optimum))
      complain(in, method[k].name, by_deadline ? r.done : r.makespan, "the optimum", optimum);
    for (int b = 0; b < n; b++)
      if (by_deadline ? below(bound[b].value, r.done) : below(r.makespan, bound[b].value))
        complain(in, method[k].name, by_deadline ? r.done : r.makespan, bound[b].name,
                 bound[b].value);
  }
  return !isnan(optimum);
}

static void test_nothing_is_better_than_the_optimum(void **state)
{
  (void)state;
  long count = setting("OPTIMA_COUNT", 600), known[SERVED] = {0}, all[SERVED] = {0};
  for (long index = 0; index < count; index++) {
    int p = (int)(index % SERVED);
    struct sp_instance *in = tiny(SEED, first_case() + (uint32_t)index, PROBLEMS[p]);
    if (sp_instance_check(in, NULL) == SP_OK) {
      all[p]++;
      known[p] += check(in);
      random_memory(SEED, first_case() + (uint32_t)index, in);
      if (sp_has_memory(in) && index % 4 == 2)
        check(in); /* its optimum is seldom proven */
    }
    sp_instance_free(in);
  }
  for (int p = 0; p < SERVED; p++) {
    printf("%s: %ld instances, of %ld the optimum is proven\n", sp_problem_name(PROBLEMS[p]),
           all[p], known[p]);
    assert_true(known[p] >= all[p] / 2);
  }
}

int main(void)
{
  registry = all_heuristics();
  open_methods();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_nothing_is_better_than_the_optimum),
  };
  int failures = cmocka_run_group_tests_name("optima", tests, NULL, NULL);
  close_methods();
  sp_registry_free(registry);
  return failures;
}

/* Tests the lower bounds of stars that change over time: on tiny random instances no plan takes
 * less than a bound. CHANGING_COUNT sets the number of instances of each problem (default 2000).
 *
 * Where no latency changes every schedule is covered, also one that waits for a better speed. An
 * activity that begins later ends no earlier, whatever the profile is: the integral from a later
 * date on is less. So in a sequence of messages each date is a function of the dates before it that
 * never decreases, and the dates are least if everything starts as soon as it can, as the engine
 * executes a plan. All sequences of a bag are tried. Of a redistribution all lists of up to three
 * transfers are, and of a divisible load and an imbalance random plans, whose makespans no bound
 * may exceed either. Where hosts and links go down tasks of a redistribution are moved at random,
 * on line, without a deadline and with one, by which no more is computed than the bounds allow. */
#include "engine/engine.h"
#include "random_moves.h"
#include "random_plan.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SEED = 190419, PLANS = 40 };

static long instances(void)
{
  return setting("CHANGING_COUNT", 2000);
}

/* Some hosts and links are down for a time. */
static void stop_some(struct dice *d, struct sp_instance *in)
{
  for (int kind = SP_HOST_STATE; kind <= SP_LINK_STATE; kind++)
    for (int i = 1; i <= in->m; i++) {
      double down = dice_int(d, 0, 12), date[] = {0, down, down + dice_int(d, 1, 20)};
      double up[] = {1, 0, 1};
      int first = down > 0 ? 0 : 1;
      struct sp_profile p = {
          .n = 3 - first, .date = date + first, .factor = up + first, .period = INFINITY};
      if (dice_int(d, 0, 1))
        sp_set_profile(in, (enum sp_changing)kind, i, &p);
    }
}

/* At most 3 workers and 5 tasks. */
static struct sp_instance *tiny(enum sp_problem problem, uint32_t index)
{
  struct dice dice = {SEED + problem, 0, index}, *d = &dice;
  int m = dice_int(d, 1, 3), style = dice_int(d, 0, 3);
  bool latencies = dice_int(d, 0, 2) == 0, limits = dice_int(d, 0, 1);
  struct sp_instance *in = sp_instance_alloc(m);
  in->problem = problem;
  in->total = sp_int(dice_int(d, 1, 5));
  for (int i = 1; i <= m; i++) {
    in->c[i] = dice_int(d, 0, 9) ? dice_cost(d, style) : sp_int(0);
    in->w[i] = dice_cost(d, style);
    if (latencies)
      in->latency[i] = dice_cost(d, style);
    if (problem == SP_BAG && limits)
      in->buffer[i] = dice_int(d, 1, 3);
    if (problem == SP_REDISTRIBUTION && dice_int(d, 0, 2))
      in->load[i] = sp_int(dice_int(d, 0, 3));
  }
  if (problem == SP_IMBALANCE)
    dice_deltas(d, in);
  if (m > 1 && dice_int(d, 0, 9) == 0)
    in->w[m] = (struct sp_num){INFINITY, 0, 0};
  if (dice_int(d, 0, 5) == 0)
    in->platform.node[0].ports.send = in->platform.node[0].ports.recv = 2;
  random_profiles(SEED + problem, index, in);
  for (int i = 2; i <= m && in->profile[SP_BANDWIDTH] && index % 3 == 0; i++)
    sp_set_profile(in, SP_BANDWIDTH, i, &in->profile[SP_BANDWIDTH][1]); /* all links alike */
  if (problem != SP_IMBALANCE && index % 4 == 1)
    stop_some(d, in);
  if (problem == SP_REDISTRIBUTION && sp_can_fail(in)) {
    in->lost_stay = dice_int(d, 0, 1);
    in->deadline = dice_int(d, 0, 2) ? in->deadline : sp_int(dice_int(d, 1, 30));
  }
  assert_int_equal(sp_instance_check(in, NULL), SP_OK);
  return in;
}

static _Noreturn void complain(const struct sp_instance *in, const struct sp_schedule *plan,
                               const char *what, double bound, double makespan)
{
  fprintf(stderr, "%s: %.17g, but a plan takes %.17g:", what, bound, makespan);
  for (long k = 0; k < plan->n; k++)
    fprintf(stderr, " %d-%d", plan->msg[k].from, plan->msg[k].to);
  fprintf(stderr, "\n  starport bound ");
  print_star(stderr, in);
  fail();
  abort();
}

/* The least makespan found, and the bounds. */
struct trial {
  const struct sp_instance *in;
  struct sp_bound bound[SP_MAX_BOUNDS];
  int n;
  double least;
};

static struct trial trial_of(const struct sp_instance *in)
{
  struct trial t = {.in = in, .least = INFINITY};
  t.n = sp_bounds(in, t.bound);
  return t;
}

static void execute(struct trial *t, const struct sp_schedule *plan)
{
  struct sp_conditions nominal = {.seed = 7};
  struct sp_job job = {.in = t->in, .plan = plan, .conditions = &nominal};
  struct sp_result result;
  struct sp_error error;
  if (sp_schedule_check(t->in, plan, &error) != SP_OK)
    return;
  sp_native_execute(&job, &result, NULL, NULL);
  if (result.status != SP_RUN_OK)
    return; /* a task for a worker that cannot compute, or that the sender does not have */
  for (int k = 0; k < t->n; k++)
    if (result.makespan < t->bound[k].value * (1 - 1e-12))
      complain(t->in, plan, t->bound[k].name, t->bound[k].value, result.makespan);
  if (result.makespan < t->least)
    t->least = result.makespan;
}

/* All orders of sending. */
static void all_orders(struct trial *t, struct sp_schedule *plan)
{
  if ((double)plan->n == t->in->total.v) {
    execute(t, plan);
    return;
  }
  for (int i = 1; i <= t->in->m; i++) {
    sp_schedule_add(plan, 0, i, 1, -1);
    all_orders(t, plan);
    plan->n--;
  }
}

/* All lists of up to `left` more transfers, of initial or received tasks. */
static void all_lists(struct trial *t, struct sp_schedule *list, int left)
{
  execute(t, list);
  for (int s = 1; s <= t->in->m && left > 0; s++)
    for (int r = 1; r <= t->in->m; r++)
      for (long after = -1; after < list->n; after++) {
        if (r == s || (after >= 0 && list->msg[after].to != s))
          continue;
        sp_schedule_add(list, s, r, 1, after);
        all_lists(t, list, left - 1);
        list->n--;
      }
}

static void random_plans(struct trial *t, uint32_t index)
{
  for (uint32_t k = 0; k < PLANS; k++) {
    struct sp_schedule plan = random_plan(SEED, index * PLANS + k, t->in);
    execute(t, &plan);
    sp_schedule_clear(&plan);
  }
}

/* Decides on line, at random. */
static void random_moves(struct trial *t)
{
  struct sp_method method = {.heuristic = &wanderer, .name = (char *)"wanderer"};
  for (uint64_t k = 0; k < PLANS; k++) {
    struct sp_conditions nominal = {.seed = k};
    struct sp_result result;
    sp_native_run(t->in, NULL, &method, &nominal, &result, NULL, NULL);
    bool cut = t->in->deadline.v < INFINITY;
    if (result.status != SP_RUN_OK)
      continue; /* workers that are down do not return */
    for (int j = 0; j < t->n; j++)
      if (cut ? result.done > t->bound[j].value * (1 + 1e-12)
              : result.makespan < t->bound[j].value * (1 - 1e-12))
        complain(t->in, &(struct sp_schedule){0}, t->bound[j].name, t->bound[j].value,
                 cut ? result.done : result.makespan);
    if (!cut)
      t->least = fmin(t->least, result.makespan);
  }
}

/* How often each bound is the greatest, and met. */
struct tally {
  const char *name[16];
  int greatest[16], n, met, all;
};

static void count(struct tally *tally, const struct trial *t)
{
  int k = 0;
  tally->all += t->least < INFINITY;
  if (t->n == 0 || !(t->bound[0].value > 0))
    return;
  tally->met += t->bound[0].value >= t->least * (1 - 1e-9);
  while (k < tally->n && strcmp(tally->name[k], t->bound[0].name) != 0)
    k++;
  tally->n += k == tally->n;
  tally->name[k] = t->bound[0].name;
  tally->greatest[k]++;
}

static struct tally search(enum sp_problem problem)
{
  struct tally tally = {.n = 0};
  for (long index = 0; index < instances(); index++) {
    struct sp_instance *in = tiny(problem, first_case() + (uint32_t)index);
    struct sp_schedule plan = SP_SCHEDULE_EMPTY;
    struct trial t = trial_of(in);
    if (problem == SP_BAG)
      all_orders(&t, &plan);
    else if (problem == SP_REDISTRIBUTION && sp_can_fail(in))
      random_moves(&t);
    else if (problem == SP_REDISTRIBUTION)
      all_lists(&t, &plan, 3);
    else
      random_plans(&t, first_case() + (uint32_t)index);
    count(&tally, &t);
    sp_schedule_clear(&plan);
    sp_instance_free(in);
  }
  printf("%s: %d instances, the greatest bound is met in %d;", sp_problem_name(problem), tally.all,
         tally.met);
  for (int k = 0; k < tally.n; k++)
    printf(" %s %d", tally.name[k], tally.greatest[k]);
  printf("\n");
  return tally;
}

/* Has the bound been the greatest at least once? */
static bool leads(const struct tally *tally, const char *name)
{
  for (int k = 0; k < tally->n; k++)
    if (!strcmp(tally->name[k], name))
      return true;
  return false;
}

static void test_bag(void **state)
{
  (void)state;
  struct tally tally = search(SP_BAG);
  assert_true(tally.met > tally.all / 4 && leads(&tally, "capacity") && leads(&tally, "port"));
}

static void test_redistribution(void **state)
{
  (void)state;
  struct tally tally = search(SP_REDISTRIBUTION);
  assert_true(tally.met > tally.all / 4 && leads(&tally, "capacity") && leads(&tally, "port") &&
              leads(&tally, "worker"));
}

static void test_divisible(void **state)
{
  (void)state;
  struct tally tally = search(SP_DIVISIBLE);
  assert_true(leads(&tally, "capacity") && leads(&tally, "port"));
}

static void test_imbalance(void **state)
{
  (void)state;
  struct tally tally = search(SP_IMBALANCE);
  assert_true(tally.met > tally.all / 10);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bag),
      cmocka_unit_test(test_redistribution),
      cmocka_unit_test(test_divisible),
      cmocka_unit_test(test_imbalance),
  };
  return cmocka_run_group_tests_name("changing", tests, NULL, NULL);
}

/* Tests that rounding decides nothing where hosts and links go down: a star whose times are tenths,
 * thirds or sevenths, and whose states change at sums of its costs, does what the star does that
 * has the same times in whole numbers. On ROUNDING_COUNT random stars and plans (default 4000).
 * Every 20th plan, and min_c, mct or umr, also on SimGrid, whose dates are those of the native
 * engine to the last bit. Every fifth star is a redistribution, for which bba-on-line and random
 * moves do so; what is decided on line at one date may be asked at two that differ by rounding. */
#include "engine/perform/perform.h"
#include "model/profile.h"
#include "random_moves.h"
#include "random_plan.h"
#include "simgrid.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SEED = 131 };

/* States of worker i and its link that change at sums of the costs of a worker, in whole numbers.
 */
static void whole_states(struct dice *d, struct sp_instance *in, enum sp_changing kind, int i)
{
  struct sp_profile p = {.period = INFINITY};
  bool again = dice_int(d, 0, 2);
  int of = dice_int(d, 1, in->m), changes = again ? dice_int(d, 1, 3) : 2; /* in the end it is up */
  double date = 0;
  long cap = 0;
  for (int k = 0; k <= changes; k++) {
    int messages = dice_int(d, 1, 5), units = dice_int(d, 0, 4);
    sp_profile_add(&p, &cap, date, k % 2 ? 0 : 1);
    date += messages * (in->latency[of].v + in->c[of].v) + units * in->w[of].v;
  }
  p.period = again ? date : INFINITY;
  sp_set_profile(in, kind, i, &p);
  sp_profile_clear(&p);
}

/* A bag, a divisible load or a redistribution whose times are whole numbers. */
static struct sp_instance *whole_star(uint32_t index)
{
  struct dice dice = {SEED, 0, index}, *d = &dice;
  int m = dice_int(d, 1, 4), most = dice_int(d, 1, 20);
  struct sp_instance *in = sp_instance_alloc(m);
  bool latencies = dice_int(d, 0, 2) == 0, limits = dice_int(d, 0, 1);
  in->problem = dice_int(d, 0, 2) ? SP_BAG : SP_DIVISIBLE;
  in->task_bytes = in->task_flops = 0x1p40;
  in->total = sp_int(dice_int(d, 1, 20));
  in->timeout = sp_int(dice_int(d, 0, 1) * dice_int(d, 1, 2 * most));
  for (int i = 1; i <= m; i++) {
    in->c[i] = sp_int(dice_int(d, 1, most));
    in->w[i] = sp_int(dice_int(d, 1, most));
    in->latency[i] = sp_int(latencies ? dice_int(d, 0, most) : 0);
    if (in->problem == SP_BAG && limits)
      in->buffer[i] = dice_int(d, 1, 4);
  }
  if (index % 5 == 4) {
    in->problem = SP_REDISTRIBUTION;
    in->lost_stay = index / 5 % 2;
    for (int i = 1; i <= m; i++) {
      in->buffer[i] = LONG_MAX;
      in->load[i] = sp_int(dice_int(d, 0, 8));
    }
  }
  for (int kind = SP_HOST_STATE; kind <= SP_LINK_STATE; kind++)
    for (int i = 1; i <= m; i++)
      if (dice_int(d, 0, 1))
        whole_states(d, in, (enum sp_changing)kind, i);
  return in;
}

static struct sp_num divided(struct sp_num x, int by)
{
  char text[64];
  struct sp_num quotient;
  snprintf(text, sizeof text, "%.17g/%d", x.v, by);
  assert_int_equal(sp_num_parse(text, &quotient), 0);
  return quotient;
}

/* The same star with all times divided. */
static struct sp_instance *divided_star(const struct sp_instance *whole, int by)
{
  struct sp_instance *in = sp_instance_copy(whole);
  in->timeout = divided(in->timeout, by);
  for (int i = 1; i <= in->m; i++) {
    in->c[i] = divided(in->c[i], by);
    in->w[i] = divided(in->w[i], by);
    in->latency[i] = divided(in->latency[i], by);
    for (int kind = SP_HOST_STATE; kind <= SP_LINK_STATE; kind++) {
      struct sp_profile *p = in->profile[kind] ? &in->profile[kind][i] : NULL;
      for (long k = 0; p && k < p->n; k++)
        p->date[k] /= by;
      if (p) {
        p->period /= by;
        profile_integrate(p);
      }
    }
  }
  assert_int_equal(sp_instance_check(in, NULL), SP_OK);
  return in;
}

/* Executes the plan, or (NULL) what the method decides. */
static struct sp_result perform(const struct sp_instance *in, const struct sp_schedule *plan,
                                const struct sp_method *method, enum sp_engine engine)
{
  struct sp_conditions conditions = {0};
  struct sp_request request = {
      .plan = plan, .method = method, .engine = engine, .conditions = &conditions};
  struct sp_result result;
  sp_perform(in, &request, &result, NULL, NULL);
  return result;
}

/* The same decisions, losses and, but for the division, makespan. Where units take longer than
 * workers stay up, both runs fail, at some date. */
static bool same_run(const struct sp_result *a, const struct sp_result *b, int by)
{
  if (a->status != SP_RUN_OK)
    return a->status == b->status;
  return b->status == SP_RUN_OK && a->messages == b->messages && a->wasted == b->wasted &&
         a->resends == b->resends && a->order_hash == b->order_hash &&
         fabs(a->makespan - by * b->makespan) <= 1e-12 * a->makespan;
}

static bool rounding_decides_nothing(uint32_t index, const struct sp_instance *whole, int by,
                                     const struct sp_instance *in)
{
  struct sp_schedule plan = random_plan(SEED, index, whole);
  struct sp_result exact = perform(whole, &plan, NULL, SP_ENGINE_NATIVE);
  struct sp_result rounded = perform(in, &plan, NULL, SP_ENGINE_NATIVE);
  bool same = same_run(&exact, &rounded, by);
  if (!same)
    fprintf(stderr,
            "case %u, in whole numbers: %s%.17g, %g wasted, %ld resends\n"
            "  divided by %d: %s%.17g, %g wasted, %ld resends\n  ",
            index, exact.reason, exact.makespan, exact.wasted, exact.resends, by, rounded.reason,
            rounded.makespan, rounded.wasted, rounded.resends);
  sp_schedule_clear(&plan);
  return same;
}

/* Do the engines execute the plan, or the method, to the same bits? */
static bool same_bits(const struct sp_instance *in, const struct sp_schedule *plan,
                      const struct sp_method *method)
{
  struct sp_result native = perform(in, plan, method, SP_ENGINE_NATIVE), simgrid;
  if (native.status != SP_RUN_OK)
    return true;
  simgrid = perform(in, plan, method, SP_ENGINE_SIMGRID);
  bool same = simgrid.status == SP_RUN_OK && simgrid.bits_hash == native.bits_hash;
  if (!same)
    fprintf(stderr, "%s: %s%.17g on SimGrid, not %.17g\n  ", method ? method->name : "plan",
            simgrid.reason, simgrid.makespan, native.makespan);
  return same;
}

static bool method_has_the_same_bits(const char *name, bool at_random, const struct sp_instance *in)
{
  struct sp_registry *registry = all_heuristics();
  struct sp_method method;
  assert_int_equal(sp_method_parse(registry, name, &method, NULL), SP_OK);
  if (at_random)
    method.heuristic = &wanderer;
  bool same = same_bits(in, NULL, &method);
  sp_method_clear(&method);
  sp_registry_free(registry);
  return same;
}

static bool engines_have_the_same_bits(uint32_t index, const struct sp_instance *in)
{
  struct sp_schedule plan = random_plan(SEED, index, in);
  const char *name = in->problem == SP_DIVISIBLE ? "umr" : index % 3 ? "min_c" : "mct";
  bool same = same_bits(in, &plan, NULL) && method_has_the_same_bits(name, false, in);
  sp_schedule_clear(&plan);
  return same;
}

static bool holds(uint32_t index, bool simgrid)
{
  static const int by[] = {10, 3, 7, 30};
  struct sp_instance *whole = whole_star(index), *in = divided_star(whole, by[index % 4]);
  bool planned = in->problem != SP_REDISTRIBUTION;
  assert_int_equal(sp_instance_check(whole, NULL), SP_OK);
  bool same = !planned || rounding_decides_nothing(index, whole, by[index % 4], in);
  if (same && simgrid && planned && index % 20 == index / 20 % 20)
    same = engines_have_the_same_bits(index, in);
  if (same && simgrid && !planned)
    same = method_has_the_same_bits("bba-on-line", index % 2, in);
  if (!same)
    print_star(stderr, in);
  sp_instance_free(whole);
  sp_instance_free(in);
  return same;
}

static void test_rounding(void **state)
{
  (void)state;
  struct sp_error error;
  bool simgrid = sp_simgrid_check(&(struct sp_conditions){0}, &error) == SP_OK;
  uint32_t first = (uint32_t)setting("ROUNDING_FIRST", 0), differences = 0;
  uint32_t cases = (uint32_t)setting("ROUNDING_COUNT", 4000);
  for (uint32_t index = first; index < first + cases && differences < 20; index++)
    differences += holds(index, simgrid) ? 0 : 1;
  assert_int_equal(differences, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_rounding)};
  return cmocka_run_group_tests_name("rounding", tests, NULL, NULL);
}

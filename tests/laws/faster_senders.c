/* Tests RR-6005, section 3.5, on small random redistributions against the proven optimum: where the
 * senders communicate faster than the receivers MBBSA is optimal. The report does not say at which
 * makespan a worker is one or the other. Here it is M, the makespan that MBBSA plans: senders are
 * the workers with f_i > M, receivers those with f_i < M (f_i = L_i w_i), there is a sender, and no
 * sender has a greater c_i + S_i than a receiver.
 *
 * Proof, for whole numbers: each task is at the master when the port is free for it, so the plan
 * ends by M. At M - 1 workers with f_i = M send, too, so some sender has the least cost of all
 * workers: no task is at the master before the date that Algorithm 3 assumes. As it fails there, no
 * schedule ends by M - 1, whichever workers send and receive.
 *
 * FASTER_COUNT sets the number of stars (default 1000). */
#include "random_instance.h"
#include <setjmp.h>
#include <starport/optimal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { SEED = 35, NODES = 1000000 };

static struct sp_registry *registry;

static double cost(const struct sp_instance *in, int i)
{
  return in->c[i].v + in->latency[i].v;
}

/* The date at which worker i ends if nothing moves. */
static double end_of(const struct sp_instance *in, int i)
{
  return in->load[i].v > 0 ? in->load[i].v * in->w[i].v : 0;
}

/* Gives the worker that would end last the cheapest link, and so on. */
static void sort_links(struct sp_instance *in)
{
  for (int i = 1; i <= in->m; i++)
    for (int j = 1; j <= in->m; j++)
      if (end_of(in, i) > end_of(in, j) && cost(in, i) > cost(in, j)) {
        struct sp_num c = in->c[i], latency = in->latency[i];
        in->c[i] = in->c[j];
        in->c[j] = c;
        in->latency[i] = in->latency[j];
        in->latency[j] = latency;
      }
}

/* 2 to 4 workers, which hold at most 8 tasks each; links drawn alone, or then sorted. */
static struct sp_instance *small(uint32_t index)
{
  struct dice dice = {SEED, 0, index}, *d = &dice;
  int m = dice_int(d, 2, 4), style = dice_int(d, 0, 3);
  bool latencies = dice_int(d, 0, 3) == 0;
  struct sp_instance *in = sp_instance_alloc(m);
  in->problem = SP_REDISTRIBUTION;
  for (int i = 1; i <= m; i++) {
    in->c[i] = dice_cost(d, style);
    in->w[i] = dice_cost(d, style);
    if (latencies)
      in->latency[i] = dice_cost(d, style);
    if (dice_int(d, 0, 1))
      in->load[i] = sp_int(dice_int(d, 1, 8));
  }
  if (index % 2)
    sort_links(in);
  return in;
}

/* The senders at date M are there, and none has a dearer link than a receiver. */
static bool senders_are_faster(const struct sp_instance *in, double M)
{
  double dearest = -INFINITY, cheapest = INFINITY;
  for (int i = 1; i <= in->m; i++)
    if (end_of(in, i) > M * (1 + 1e-11)) /* real numbers: M is known to 2^-40 */
      dearest = fmax(dearest, cost(in, i));
    else if (end_of(in, i) < M * (1 - 1e-11))
      cheapest = fmin(cheapest, cost(in, i));
  return dearest > -INFINITY && dearest <= cheapest;
}

static double optimum_of(const struct sp_instance *in)
{
  struct sp_schedule best = SP_SCHEDULE_EMPTY;
  struct sp_optimal asked = {.nodes = NODES};
  struct sp_context *cx = sp_context_alloc(registry, 0, in, NULL);
  bool proven = sp_optimal(cx, in, &asked, &best) == 0 && asked.proven;
  sp_context_free(cx);
  sp_schedule_clear(&best);
  return proven ? asked.value : NAN;
}

/* The executed makespan of MBBSA's plan, and the planned one. */
static double mbbsa(const struct sp_instance *in, double *M)
{
  struct sp_method method;
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  assert_int_equal(sp_method_parse(registry, "mbbsa", &method, NULL), SP_OK);
  struct sp_context *cx = sp_context_alloc(registry, 0, in, &method);
  assert_int_equal(sp_plan(cx, &method, in, &plan), 0);
  double makespan = sp_makespan(in, &plan);
  *M = plan.planned;
  sp_context_free(cx);
  sp_method_clear(&method);
  sp_schedule_clear(&plan);
  return makespan;
}

static void test_mbbsa_is_optimal_if_senders_are_faster(void **state)
{
  (void)state;
  long count = setting("FASTER_COUNT", 1000), faster = 0, slower_late = 0;
  for (long index = 0; index < count; index++) {
    struct sp_instance *in = small(first_case() + (uint32_t)index);
    double M, makespan = mbbsa(in, &M), optimum = optimum_of(in);
    bool late = !(makespan <= optimum * (1 + 1e-9)); /* also if it is not proven */
    if (senders_are_faster(in, M)) {
      faster++;
      if (late) {
        fprintf(stderr, "mbbsa plans %.17g and executes %.17g, the optimum is %.17g\n  ", M,
                makespan, optimum);
        print_star(stderr, in);
        fail();
      }
    } else {
      slower_late += late;
    }
    sp_instance_free(in);
  }
  printf("stars: %ld, on %ld the senders are faster, on %ld of the others mbbsa is not optimal\n",
         count, faster, slower_late);
  assert_true(faster >= count / 4);
}

/* Stars on which MBBSA is not optimal, although the statement holds in another reading. */
static void test_other_readings_fail(void **state)
{
  static const struct {
    const char *star;
    double planned, makespan, optimum;
  } known[] = {
      /* at the optimum worker 4 is the sender; at 96 also worker 2, over the dearest link */
      {"c=25,64,7,7 w=86,58,41,63 load=1,2,0,2", 96, 119, 116},
      /* no worker has to send at M */
      {"c=98,25,98 w=33,48,10 load=6,4,7", 198, 198, 196},
  };
  (void)state;
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    struct sp_instance *in = sp_star_parse(known[k].star, NULL);
    double M, makespan = mbbsa(in, &M);
    assert_true(M == known[k].planned && makespan == known[k].makespan);
    assert_true(optimum_of(in) == known[k].optimum && !senders_are_faster(in, M));
    sp_instance_free(in);
  }
}

int main(void)
{
  registry = all_heuristics();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_mbbsa_is_optimal_if_senders_are_faster),
      cmocka_unit_test(test_other_readings_fail),
  };
  int failures = cmocka_run_group_tests_name("faster senders", tests, NULL, NULL);
  sp_registry_free(registry);
  return failures;
}

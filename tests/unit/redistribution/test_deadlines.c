/* Tests that a list of the deadlines gives the same entries as the heap and the calendar, which
 * serve targets with too many deadlines for a list. */
#include "redistributions.h"

#include <starport/redistribution.h>

/* Compares all entries of one target, from a random one on. Returns 1 if there is a list. */
static int compare(uint64_t *seed, struct sp_deadlines *list, struct sp_deadlines *heap,
                   struct sp_target t)
{
  double d[2], date = -INFINITY, t_out = 0, low = 0, largest = -INFINITY;
  bool cheapest = draw(seed, 0, 2) == 0;
  int r, worker = 0;
  if (draw(seed, 0, 2))
    largest = t.p->c[draw(seed, 1, t.p->m)];
  if (draw(seed, 0, 1)) {
    date = draw(seed, 0, (int)t.M);
    worker = draw(seed, 0, t.p->m);
  }
  t.Lsend = 1000000;
  sp_deadlines_open_after(list, &t, date, worker);
  t.Lsend = -1; /* a list has too many, whatever there is */
  sp_deadlines_open_after(heap, &t, date, worker);
  assert_true(heap->at < 0 && heap->cheapest == list->cheapest);
  do {
    t_out += draw(seed, 0, 4);
    low += draw(seed, 0, 3);
    if (cheapest) {
      r = sp_deadlines_cheapest(list, t_out);
      assert_int_equal(r, sp_deadlines_cheapest(heap, t_out));
      assert_true(r == 0 || list->date == heap->date);
    } else {
      r = sp_deadlines_next(list, fmax(t_out, low), low, -INFINITY, largest, &d[0]);
      assert_int_equal(r,
                       sp_deadlines_next(heap, fmax(t_out, low), low, -INFINITY, largest, &d[1]));
      assert_true(r == 0 || d[0] == d[1]);
    }
  } while (r != 0);
  return list->at >= 0;
}

static void list_and_heap(void **state)
{
  uint64_t seed = 5150;
  int listed = 0;
  for (int trial = 0; trial < 1500; trial++) {
    unsigned kind = (unsigned)trial % 3 | (trial & 8 ? UNIFORM : 0) | (trial % 7 ? 0 : RELAY);
    struct sp_instance *in = random_instance(&seed, kind, draw(&seed, 1, 12), 9, trial & 4 ? 4 : 9);
    struct sp_method method;
    struct sp_error error;
    assert_int_equal(sp_method_parse(*state, "fwd", &method, &error), 0);
    struct sp_context *cx = sp_context_alloc(*state, 1, in, &method);
    const struct sp_redistribution *p = sp_redistribution_new(cx, in, 1);
    struct sp_deadlines list = sp_deadlines_new(cx, p), heap = sp_deadlines_new(cx, p);
    for (int k = 0; p && k < 6; k++)
      listed += compare(&seed, &list, &heap,
                        (struct sp_target){.cx = cx, .p = p, .M = draw(&seed, 1, 200)});
    sp_context_free(cx);
    sp_method_clear(&method);
    sp_instance_free(in);
  }
  assert_true(listed > 5000);
}

/* Rounding gives some deadlines of two workers of nearly equal w the same date, for some targets.
 */
static void nearly_equal(void **state)
{
  uint64_t seed = 31337;
  int listed = 0;
  for (int trial = 0; trial < 300; trial++) {
    struct sp_instance *in = random_instance(&seed, REALS, 50, 9, 9);
    in->load[7] = in->load[4] = sp_int(0);
    in->w[7] = cost(&seed, REALS, 9);
    in->w[4] = inexact(in->w[7].v * (1 + 0x1p-51 * draw(&seed, -2, 2)));
    struct sp_method method;
    struct sp_error error;
    assert_int_equal(sp_method_parse(*state, "fwd", &method, &error), 0);
    struct sp_context *cx = sp_context_alloc(*state, 1, in, &method);
    const struct sp_redistribution *p = sp_redistribution_new(cx, in, 1);
    struct sp_deadlines list = sp_deadlines_new(cx, p), heap = sp_deadlines_new(cx, p);
    for (int k = 0; k < 6; k++)
      listed += compare(&seed, &list, &heap,
                        (struct sp_target){.cx = cx, .p = p, .M = draw(&seed, 500, 20000) * 0.01});
    sp_context_free(cx);
    sp_method_clear(&method);
    sp_instance_free(in);
  }
  assert_true(listed > 1500);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(list_and_heap),
                                     cmocka_unit_test(nearly_equal)};
  return cmocka_run_group_tests(tests, set_up_registry, tear_down_registry);
}

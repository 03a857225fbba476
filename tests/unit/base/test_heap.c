/* Tests the indexed heap against a linear search, through random insertions, moves and removals. */
#include "redistributions.h"

#include <starport/heap.h>

enum { CAPACITY = 37 };

static int least(const bool *present, const double *key, const double *second)
{
  int best = -1;
  for (int i = 0; i < CAPACITY; i++)
    if (present[i] &&
        (best < 0 || key[i] < key[best] || (key[i] == key[best] && second[i] < second[best])))
      best = i;
  return best;
}

static void random_operations(void **state)
{
  (void)state;
  struct sp_instance *in = sp_instance_alloc(1);
  struct sp_context *cx = sp_context_alloc(NULL, 0, in, NULL);
  struct sp_heap heap = sp_heap_new(cx, CAPACITY);
  bool present[CAPACITY] = {false};
  double key[CAPACITY], second[CAPACITY];
  uint64_t seed = 31337;
  assert_int_equal(sp_heap_top(&heap), -1);
  for (int step = 0; step < 200000; step++) {
    int i = draw(&seed, 0, CAPACITY - 1);
    if (draw(&seed, 0, 2) == 0) {
      sp_heap_remove(&heap, i);
      present[i] = false;
    } else {
      key[i] = draw(&seed, -4, 4) * 2.385;
      second[i] = step & 1 ? draw(&seed, 0, 2) * 0.7 : 0;
      if (second[i] != 0)
        sp_heap_set2(&heap, i, key[i], second[i]);
      else
        sp_heap_set(&heap, i, key[i]);
      present[i] = true;
    }
    assert_int_equal(sp_heap_top(&heap), least(present, key, second));
    assert_true(sp_heap_has(&heap, i) == present[i]);
    if (step % 5000 == 4999) {
      sp_heap_clear(&heap);
      for (int k = 0; k < CAPACITY; k++)
        present[k] = false;
    }
  }
  sp_context_free(cx);
  sp_instance_free(in);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_operations)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

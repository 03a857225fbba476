/* Tests the queue of entries against linear searches. */
#include "base/min_queue.h"
#include "redistributions.h"

#include <stdlib.h>

enum { CAPACITY = 37 };

static size_t first_of(const struct min_entry *entry, size_t n)
{
  size_t best = 0;
  for (size_t k = 1; k < n; k++)
    if (min_compare(&entry[k], &entry[best]) < 0)
      best = k;
  return best;
}

/* The queue agrees with a list, whose first entry is searched. */
static void random_entries(void **state)
{
  (void)state;
  struct min_entry list[CAPACITY], room[CAPACITY];
  struct min_queue queue = min_queue_in(room, CAPACITY);
  uint64_t seed = 4711;
  size_t n = 0;
  for (int step = 0; step < 200000; step++) {
    struct min_entry entry = {draw(&seed, -4, 4) * 2.385, draw(&seed, 0, 2) * 0.7, step};
    int what = draw(&seed, 0, 3);
    size_t first = first_of(list, n);
    assert_int_equal(min_queue_top(&queue), n > 0 ? list[first].number : -1);
    if (what > 1 && n < CAPACITY) {
      min_queue_push2(&queue, entry.key, entry.second, entry.number);
      list[n++] = entry;
    } else if (what == 1 && n > 0) {
      min_queue_replace(&queue, entry);
      list[first] = entry;
    } else if (n > 0) {
      assert_int_equal(min_queue_pop(&queue).number, list[first].number);
      list[first] = list[--n];
    }
  }
}

/* By key, then by the second key, then by number. */
static void order_of_entries(void **state)
{
  (void)state;
  struct min_entry entry[] = {{2, 0, 1}, {1, 3, 2}, {1, 0, 4}, {1, 0, 3}, {-1, 9, 5}};
  const long sorted[] = {5, 3, 4, 2, 1};
  qsort(entry, 5, sizeof *entry, min_compare);
  for (int k = 0; k < 5; k++)
    assert_int_equal(entry[k].number, sorted[k]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_entries),
                                     cmocka_unit_test(order_of_entries)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

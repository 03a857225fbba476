/* Tests the deadlines in order, of which groups that cannot matter are left out, against a sorted
 * list of all. */
#include "redistributions.h"
#include "solve/redistribution/redistribution.h"

#include <stdlib.h>

enum { MOST = 4096 };

struct entry {
  double date;
  int worker;
};

static int in_order(const void *a, const void *b)
{
  const struct entry *x = a, *y = b;
  if (x->date != y->date)
    return x->date < y->date ? -1 : 1;
  return x->worker - y->worker;
}

static int all_entries(const struct sp_redistribution *p, double M, struct entry *entry)
{
  int n = 0;
  for (int r = 1; r <= p->m; r++)
    for (double k = 1; p->w[r] < INFINITY && p->f[r] < M && p->f[r] <= M - k * p->w[r]; k++) {
      assert_true(n < MOST);
      entry[n++] = (struct entry){M - k * p->w[r], r};
    }
  qsort(entry, (size_t)n, sizeof *entry, in_order);
  return n;
}

/* Compares all entries of one target, for a sequence whose end grows at random. Returns how many
 * there were. */
static int compare(uint64_t *seed, struct sp_deadlines *D, const struct sp_target *target)
{
  static struct entry entry[MOST];
  const struct sp_redistribution *p = target->p;
  int n = all_entries(p, target->M, entry), at = 0, taken = 0, r;
  double t = 0, low = 0, d, largest = -INFINITY;
  sp_deadlines_open(D, target);
  do {
    t += draw(seed, 0, 4);
    low = fmin(t, low + draw(seed, 0, 3));
    if (draw(seed, 0, 9) == 0)
      largest = draw(seed, 0, 2) ? p->c[draw(seed, 1, p->m)] : -INFINITY;
    while (at < n) {
      double c = p->c[entry[at].worker];
      if ((c < largest ? low : t) + c <= entry[at].date)
        break;
      at++;
    }
    r = sp_deadlines_next(D, t, low, largest, &d);
    assert_int_equal(r, at < n ? entry[at].worker : 0);
    assert_true(r == 0 || d == entry[at].date);
    at++;
    taken += r != 0;
  } while (r != 0);
  return taken;
}

static void all_that_matter(void **state)
{
  uint64_t seed = 5150;
  int taken = 0;
  for (int trial = 0; trial < 1500; trial++) {
    unsigned kind = (unsigned)trial % 3 | (trial & 8 ? UNIFORM : 0) | (trial % 7 ? 0 : RELAY);
    struct sp_instance *in = random_instance(&seed, kind, draw(&seed, 1, 12), 9, trial & 4 ? 4 : 9);
    struct sp_method method;
    struct sp_error error;
    assert_int_equal(sp_method_parse(*state, "fwd", &method, &error), 0);
    struct sp_context *cx = sp_context_alloc(*state, 1, in, &method);
    const struct sp_redistribution *p = sp_redistribution_new(cx, in, 1);
    struct sp_deadlines D = sp_deadlines_new(cx, p);
    for (int k = 0; p && k < 6; k++)
      taken += compare(&seed, &D, &(struct sp_target){.cx = cx, .p = p, .M = draw(&seed, 1, 200)});
    sp_context_free(cx);
    sp_method_clear(&method);
    sp_instance_free(in);
  }
  assert_true(taken > 50000);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(all_that_matter)};
  return cmocka_run_group_tests(tests, set_up_registry, tear_down_registry);
}

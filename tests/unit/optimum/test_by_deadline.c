/* Tests the most tasks by a deadline against every plan of tiny bags and redistributions, by an
 * enumeration of its own for bags and the evaluator for redistributions; no upper bound is below.
 * OPTIMAL_COUNT sets the instances of each kind (default 150). */
#include "bags.h"

#include "model/schedule.h"
#include <starport/optimal.h>

#include <string.h>

enum { MOST = 6 };

static struct sp_registry *registry;

static int instances(void)
{
  const char *count = getenv("OPTIMAL_COUNT");
  return count ? atoi(count) : 150;
}

/* The proven optimum, whose plan does as much; no bound is less. */
static double most_of(const struct sp_instance *in, int trial)
{
  struct sp_schedule best = SP_SCHEDULE_EMPTY;
  struct sp_optimal asked = {.nodes = 100000};
  struct sp_bound bound[SP_MAX_BOUNDS];
  struct sp_context *cx = sp_context_alloc(registry, 0, in, NULL);
  assert_int_equal(sp_optimal(cx, in, &asked, &best), 0);
  double done = sp_load_by(in, &best, in->deadline.v);
  if (!asked.proven || done != asked.value || asked.bound != asked.value)
    fail_msg("trial %d: value %g, done %g, bound %g", trial, asked.value, done, asked.bound);
  int n = sp_bounds(in, bound);
  assert_true(n > 0);
  for (int k = 0; k < n; k++)
    if (bound[k].value < asked.value || (k && bound[k].value < bound[k - 1].value))
      fail_msg("trial %d: %s is %.17g, %g are done", trial, bound[k].name, bound[k].value, done);
  sp_context_free(cx);
  sp_schedule_clear(&best);
  return asked.value;
}

/* A partial order of sending: end[i][k] is the end of task k of worker i. */
struct order {
  const struct sp_instance *in;
  int sent[5];
  double end[5][MOST], port;
  int done, most;
};

static void every_order(struct order *x, int left)
{
  const struct sp_instance *in = x->in;
  x->most = x->done > x->most ? x->done : x->most;
  for (int i = 1; i <= in->m && left > 0; i++) {
    double port = x->port, start = port;
    int n = x->sent[i];
    if (in->w[i].v == INFINITY)
      continue;
    if (n >= in->buffer[i])
      start = fmax(start, x->end[i][n - in->buffer[i]]);
    x->port = start + in->latency[i].v + in->c[i].v;
    x->end[i][n] = (n ? fmax(x->port, x->end[i][n - 1]) : x->port) + in->w[i].v;
    bool in_time = x->end[i][n] <= in->deadline.v * (1 + 1e-12);
    x->sent[i]++;
    x->done += in_time;
    if (in_time)
      every_order(x, left - 1);
    x->done -= in_time;
    x->sent[i]--;
    x->port = port;
  }
}

static void every_bag(void **state)
{
  (void)state;
  uint64_t seed = 1101;
  int some = 0, limited = 0;
  for (int trial = 0; trial < instances(); trial++) {
    unsigned kind = (unsigned)trial % 3 | (trial & 4 ? LATENCY : 0) | (trial % 7 ? 0 : RELAY);
    struct sp_instance *in =
        random_bag(&seed, kind, draw(&seed, 2, 4), MOST, trial & 8 ? 3 : 20, trial % 4);
    in->deadline = sp_int(draw(&seed, 1, trial & 8 ? 15 : 90));
    struct order x = {.in = in};
    every_order(&x, (int)in->total.v);
    if (trial % 5 == 0 && x.most < in->total.v)
      in->total = (struct sp_num){INFINITY, 0, 0};
    double most = most_of(in, trial);
    if (most != x.most)
      fail_msg("bag %d: %g, all orders %d", trial, most, x.most);
    some += most > 0;
    limited += most < in->total.v;
    sp_instance_free(in);
  }
  assert_true(some > instances() / 3 && limited > instances() / 4);
}

/* The most by T of all lists of up to `left` more transfers of initial tasks. */
static void every_list(const struct sp_instance *in, struct sp_schedule *list, double left,
                       double *most)
{
  double done = sp_load_by(in, list, in->deadline.v);
  if (isnan(done)) /* more is sent than there is */
    return;
  *most = fmax(*most, done);
  for (int s = 1; s <= in->m && left > 0; s++)
    for (int r = 1; r <= in->m; r++)
      if (r != s) {
        sp_schedule_add(list, s, r, 1, -1);
        every_list(in, list, left - 1, most);
        list->n--;
      }
}

static void every_redistribution(void **state)
{
  (void)state;
  uint64_t seed = 1102;
  int moved = 0, cut = 0;
  for (int trial = 0; trial < instances();) {
    unsigned kind = (unsigned)trial % 3 | (trial & 4 ? LATENCY : 0) | (trial % 9 ? 0 : RELAY);
    struct sp_instance *in = random_instance(&seed, kind, draw(&seed, 2, 3), 4, 9);
    if (in->total.v > 0 && in->total.v <= 5) {
      struct sp_schedule list = SP_SCHEDULE_EMPTY;
      in->deadline = sp_int(draw(&seed, 1, 40));
      double kept = sp_load_by(in, &list, in->deadline.v), most = 0;
      every_list(in, &list, in->m < 3 ? 5 : 4, &most);
      double found = most_of(in, trial);
      if (found < most || (in->total.v <= 4 && found > most))
        fail_msg("redistribution %d: %g, all lists %g", trial, found, most);
      moved += found > kept;
      cut += found < in->total.v;
      trial++;
      sp_schedule_clear(&list);
    }
    sp_instance_free(in);
  }
  assert_true(moved > instances() / 20 && cut > instances() / 5);
}

int main(void)
{
  registry = heuristics();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_bag),
      cmocka_unit_test(every_redistribution),
  };
  int failures = cmocka_run_group_tests_name("by_deadline", tests, NULL, NULL);
  sp_registry_free(registry);
  return failures;
}

/* Tests the receivers on uniform links: those found near the grid of arrivals are those of a search
 * through all deadlines, and the makespan found from the last ones is that of the whole plan. */
#include "redistributions.h"

#include <starport/redistribution.h>

#include <string.h>

struct seen {
  struct sp_deadlines D, plain;
  struct sp_uniform_links *grid;
  int trial;
  long yes, no;
  long known;   /* makespans */
  bool rejects; /* every target: the bisection then asks for greater ones */
};

/* The receivers as the probes of mbbsa and fwd find them; returns their number. */
static long searched(struct sp_deadlines *D, const struct sp_target *t, int *receiver)
{
  double c = t->first, d;
  long n = 0;
  int r;
  sp_deadlines_open(D, t);
  while (n < t->Lsend && (r = sp_deadlines_next(D, t->arrival[n], -INFINITY, -INFINITY,
                                                n > 0 ? c : -INFINITY, &d)) != 0)
    receiver[n++] = r;
  return n;
}

static bool compare(struct sp_target *t, void *data)
{
  struct seen *seen = data;
  enum sp_answer answer = sp_uniform_links_receivers(seen->grid, &seen->D, t);
  int *receiver = sp_new(t->cx, t->Lsend, int);
  long n = searched(&seen->plain, t, receiver);
  if (answer != SP_UNKNOWN && (answer == SP_YES) != (n == t->Lsend))
    fail_msg("trial %d, target %.17g: %ld of %ld", seen->trial, t->M, n, t->Lsend);
  for (long k = 0; k < n && answer != SP_UNKNOWN; k++)
    if (t->receiver[k] != receiver[k])
      fail_msg("trial %d, target %.17g: receiver %ld is %d, not %d", seen->trial, t->M, k,
               t->receiver[k], receiver[k]);
  seen->yes += answer == SP_YES;
  seen->no += answer == SP_NO;
  memcpy(t->receiver, receiver, (size_t)n * sizeof *receiver);
  return n == t->Lsend && !seen->rejects;
}

static double executed(const struct sp_target *t)
{
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  for (long k = 0; k < t->Lsend; k++)
    sp_schedule_add(&plan, t->sender[k], t->receiver[k], 1, -1);
  double makespan = sp_makespan(t->p->in, &plan);
  sp_schedule_clear(&plan);
  return makespan;
}

/* Of these a makespan is found, at first. */
enum { LAST = 1024 };

static bool compare_makespans(struct sp_target *t, void *data)
{
  struct seen *seen = data;
  if (searched(&seen->plain, t, t->receiver) < t->Lsend)
    return false;
  double makespan = executed(t);
  int *receiver = sp_new(t->cx, t->Lsend, int);
  memcpy(receiver, t->receiver, (size_t)t->Lsend * sizeof *receiver);
  double found = sp_uniform_links_makespan(seen->grid, &seen->D, t);
  for (long k = t->Lsend > LAST ? t->Lsend - LAST : 0; k < t->Lsend; k++)
    if (t->receiver[k] != receiver[k])
      fail_msg("trial %d, target %.17g: receiver %ld is %d, not %d", seen->trial, t->M, k,
               t->receiver[k], receiver[k]);
  if (!isnan(found) && found != makespan)
    fail_msg("trial %d, target %.17g: %.17g, not %.17g", seen->trial, t->M, found, makespan);
  seen->known += !isnan(found);
  return true;
}

/* Links of one cost, much greater than the times between two deadlines. One worker holds nearly all
 * tasks, or some do. Times have a common divisor, or are nearly multiples of the cost, or neither.
 */
static struct sp_instance *dense(uint64_t *seed, int trial)
{
  unsigned kind = trial % 3 == 0 ? REALS : INTEGERS;
  struct sp_instance *in = random_instance(seed, kind | UNIFORM, draw(seed, 10, 60), 9, 12);
  bool fraction = draw(seed, 0, 1);
  for (int i = 1; i <= in->m; i++) {
    in->c[i] = fraction ? inexact(100.1) : sp_int(101);
    in->w[i] = kind == REALS ? cost(seed, REALS, 40) : sp_int(draw(seed, 3, 400));
    if (trial % 5 == 0)
      in->w[i] = inexact(in->c[1].v * draw(seed, 1, 3) / 4 + 1e-7 * draw(seed, 0, 100));
    if (trial % 7 == 0)
      in->w[i] = inexact(20 + 1e-9 * draw(seed, 0, 1000));
    if (trial % 2)
      in->load[i] = sp_int(0);
    if (trial % 4 == 1) { /* at first two slow workers alone have room */
      bool slow = i >= in->m - 1;
      in->w[i] = slow ? sp_int(draw(seed, 200, 2000)) : in->w[i];
      in->load[i] = sp_int(slow ? 0 : 1 + (int)(3000 / in->w[i].v));
    }
  }
  in->w[1] = sp_int(draw(seed, 100, 200));
  in->load[1] = sp_int(draw(seed, 100, 900));
  return in;
}

/* Shows the targets of a bisection to `probe`. */
static void bisect(struct seen *seen, const struct sp_registry *registry,
                   const struct sp_instance *in, sp_probe *probe)
{
  struct sp_method method;
  struct sp_error error;
  assert_int_equal(sp_method_parse(registry, "fwd", &method, &error), 0);
  struct sp_context *cx = sp_context_alloc(registry, 1, in, &method);
  struct sp_schedule out = SP_SCHEDULE_EMPTY;
  const struct sp_redistribution *p = sp_redistribution_new(cx, in, 1);
  seen->D = sp_deadlines_new(cx, p);
  seen->plain = sp_deadlines_new(cx, p);
  seen->grid = sp_uniform_links_new(cx, p);
  struct sp_search by = {SP_SENDERS_EACH, probe, NULL, NULL, seen};
  sp_bisect(cx, p, &by, &out);
  sp_schedule_clear(&out);
  sp_context_free(cx);
  sp_method_clear(&method);
}

static void grid_and_search(void **state)
{
  struct seen seen = {.trial = 0};
  uint64_t seed = 9001;
  for (; seen.trial < 400; seen.trial++) {
    struct sp_instance *in = dense(&seed, seen.trial);
    seen.rejects = seen.trial % 4 == 0;
    bisect(&seen, *state, in, compare);
    sp_instance_free(in);
  }
  if (seen.yes < 1000 || seen.no < 400)
    fail_msg("%ld accepted, %ld refused", seen.yes, seen.no);
}

/* Most workers are idle; some are so slow that what they began long before matters. */
static void makespans(void **state)
{
  struct seen seen = {.trial = 0};
  uint64_t seed = 777;
  for (; seen.trial < 80; seen.trial++) {
    struct sp_instance *in = dense(&seed, 6 * seen.trial + 3);
    for (int i = 1; i <= in->m; i++) {
      in->load[i] = sp_int(draw(&seed, 0, 5) ? 0 : draw(&seed, 1, 9));
      if (seen.trial % 3 == 0 && draw(&seed, 0, 5) == 0)
        in->w[i] = inexact(1e4 * draw(&seed, 1, 20) + 0.3);
    }
    in->w[1] = inexact(170.7);
    in->load[1] = sp_int(draw(&seed, 2000, 6000));
    bisect(&seen, *state, in, compare_makespans);
    sp_instance_free(in);
  }
  if (seen.known < 300)
    fail_msg("%ld makespans", seen.known);
}

/* Many deadlines at nearly one date, then none for a long time: from one such date to the next
 * receivers lag behind the grid, and the last ones are known only if the lag has been made up. */
static void deadlines_in_clumps(void **state)
{
  struct seen seen = {.trial = 0};
  uint64_t seed = 35;
  for (; seen.trial < 2; seen.trial++) {
    int gap = draw(&seed, 15, 40), m = gap * draw(&seed, 20, 30);
    struct sp_instance *in = random_instance(&seed, INTEGERS, m, 0, 1);
    for (int i = 1; i <= m; i++) {
      in->c[i] = inexact(100.1);
      in->w[i] = inexact(100.1 * gap * (1 + 1e-6 * draw(&seed, 0, 1000)));
    }
    in->w[1] = inexact(170.7);
    in->load[1] = sp_int(draw(&seed, 2000, 2600));
    bisect(&seen, *state, in, compare_makespans);
    sp_instance_free(in);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(grid_and_search), cmocka_unit_test(makespans),
                                     cmocka_unit_test(deadlines_in_clumps)};
  return cmocka_run_group_tests(tests, set_up_registry, tear_down_registry);
}

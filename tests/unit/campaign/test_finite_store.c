/* Does a finite store at the master explain the rows of different links in Table 1 of RR-6005?
 *
 * Suppose that the master has room for B = 5 tasks, each from the start of its reception to the
 * start of its emission: reception k + B waits until emission k starts. Plans and platforms are
 * those of the variant one-rule of rr6005-table1 (seed 6005, which no search has used); only their
 * execution changes.
 *
 * Expected, written before the first run: MBBSA and R-BSA come out in the printed order in the four
 * rows that tell, R-BSA first with general costs and MBBSA first with c <= w. They do.
 *
 * docs/reproducing.md has the figures; print them with STORE_COUNT=1000. */
#include "redistributions.h"

#include "campaign/experiment/experiment.h"

#include <string.h>

enum { METHODS = 3, ROOM = 5 };

/* The makespan of a plan on a one-port star with costs but no latencies, places or relays, and
 * room for so many tasks at the master. */
static double executed(const struct sp_instance *in, const struct sp_schedule *plan, long room)
{
  double *idle = calloc((size_t)in->m + 1, sizeof *idle);
  double *leaves = calloc((size_t)plan->n + 1, sizeof *leaves); /* the start of emission k */
  double in_port = 0, out_port = 0, last = 0;
  assert_true(idle && leaves);
  for (int i = 1; i <= in->m; i++)
    idle[i] = in->load[i].v * in->w[i].v;
  for (long k = 0; k < plan->n; k++)
    idle[plan->msg[k].from] -= in->w[plan->msg[k].from].v;
  for (long k = 0; k < plan->n; k++) {
    int to = plan->msg[k].to;
    if (k >= room)
      in_port = fmax(in_port, leaves[k - room]);
    in_port += in->c[plan->msg[k].from].v;
    leaves[k] = fmax(out_port, in_port);
    out_port = leaves[k] + in->c[to].v;
    idle[to] = fmax(idle[to], out_port) + in->w[to].v;
  }
  for (int i = 1; i <= in->m; i++)
    last = fmax(last, idle[i]);
  free(leaves);
  free(idle);
  return last;
}

/* Two tasks come in in 1 each and leave in 10 and 1; the third comes in in 1. */
static void by_hand(void **state)
{
  (void)state;
  struct sp_error error;
  struct sp_instance *in = sp_star_parse("c=1,10,1 w=100,1,1 load=3,0,0", &error);
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  assert_non_null(in);
  for (int k = 0; k < 3; k++)
    sp_schedule_add(&plan, 1, k == 0 ? 2 : 3, 1, -1);
  /* Emissions 1..11, 11..12, 12..13. With one place reception 2 is 1..2, reception 3 11..12. */
  assert_true(executed(in, &plan, 3) == 14 && executed(in, &plan, 1) == 14);
  in->c[1] = sp_int(4); /* emissions 4..14, 14..15; with one place reception 3 begins at 14 */
  assert_true(executed(in, &plan, 3) == 17 && executed(in, &plan, 2) == 17);
  assert_true(executed(in, &plan, 1) == 20);
  sp_schedule_clear(&plan);
  sp_instance_free(in);
}

struct row {
  double sum[METHODS], squares[METHODS]; /* distances from the best of the three */
  double gap, gap_squares;               /* R-BSA less MBBSA */
};

static void add(const struct sp_registry *registry, const struct sp_variant *variant,
                const struct sp_instance *in, bool uniform, struct row *row)
{
  double makespan[METHODS], d[METHODS];
  for (int h = 0; h < METHODS; h++) {
    struct sp_schedule plan = planned_by(registry, sp_variant_method(variant, h), in);
    makespan[h] = executed(in, &plan, ROOM);
    double with_room = sp_makespan(in, &plan);
    assert_true(executed(in, &plan, plan.n) == with_room);
    assert_true(uniform ? executed(in, &plan, 1) == with_room : makespan[h] >= with_room);
    sp_schedule_clear(&plan);
  }
  for (int h = 0; h < METHODS; h++) {
    d[h] = makespan[h] / fmin(makespan[0], fmin(makespan[1], makespan[2]));
    row->sum[h] += d[h];
    row->squares[h] += d[h] * d[h];
  }
  row->gap += d[2] - d[1];
  row->gap_squares += (d[2] - d[1]) * (d[2] - d[1]);
}

static double deviation(double sum, double squares, int n)
{
  return sqrt(fmax(0, squares / n - sum / n * (sum / n)));
}

static void table_1(void **state)
{
  (void)state;
  const char *count = getenv("STORE_COUNT");
  int n = count ? atoi(count) : 100, variant = 0;
  struct sp_registry *registry = heuristics();
  struct sp_experiment e;
  struct sp_error error;
  struct sp_overrides nothing = {.engine = -1};
  assert_int_equal(sp_experiment_read("experiments/rr6005-table1.ini", &nothing, &e, &error),
                   SP_OK);
  while (strcmp(e.variant[variant].name, "one-rule"))
    assert_true(++variant < e.n_variants);
  for (int point = 0; point < sp_points(&e, variant); point++) {
    struct row row = {0};
    bool uniform = !strcmp(sp_point_label(&e, variant, point, sp_axis_find(&e, "comm")), "hom");
    for (int index = 0; index < n; index++) {
      struct sp_instance *in = sp_experiment_instance(&e, variant, point, (uint32_t)index, &error);
      assert_non_null(in);
      add(registry, &e.variant[variant], in, uniform, &row);
      sp_instance_free(in);
    }
    char *axes = sp_point_axes(&e, variant, point);
    for (int h = 0; h < METHODS && count; h++)
      print_message("%s %d: mean %.4f sd %.4f\n", axes, h, row.sum[h] / n,
                    deviation(row.sum[h], row.squares[h], n));
    if (count)
      print_message("%s r-bsa - mbbsa: %.5f +- %.5f\n", axes, row.gap / n,
                    deviation(row.gap, row.gap_squares, n) / sqrt(n));
    const char *range = sp_point_label(&e, variant, point, sp_axis_find(&e, "range"));
    if (!uniform && strcmp(range, "c>=w")) /* where the printed means tell the two apart */
      assert_true((row.gap < 0) == !strcmp(range, "general"));
  }
  sp_experiment_clear(&e);
  sp_registry_free(registry);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(by_hand), cmocka_unit_test(table_1)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

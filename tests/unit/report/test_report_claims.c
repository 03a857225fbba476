/* Claims on a hand-made matrix: verdicts, the deciding point, pairing; their table in reports. */
#include "report_rows.h"

static struct sp_finding finding_of(struct sp_claim claim)
{
  struct sample s;
  build(&s);
  return sp_claim_finding(&s.matrix, &claim);
}

static char *hom[] = {"comm=hom"}, *fast[] = {"comm=c<=w"}, *both[] = {"comm=hom", "comm=c<=w"};
static struct sp_choice at_both[] = {{0, 0}, {0, 1}};
#define MAKESPAN  .quantity = quantity_of("mean(makespan)")
#define NUMBER(x) .other = -1, .number = (x)
#define OTHER(k)  .other = (k), .number = NAN

/* bba: 10 12 15 20 at hom, mean 14.25, se sqrt(56.75 / 3 / 4) = 2.17; 8 8 8 8 at c<=w. */
static void test_numbers(void **state)
{
  (void)state;
  struct sp_finding f =
      finding_of((struct sp_claim){MAKESPAN, .method = 0, .comparison = SP_AT_LEAST, NUMBER(7.5)});
  assert_int_equal(f.verdict, SP_HOLDS);
  assert_int_equal(f.point, 1); /* where the margin is least */
  near(f.value, 8, 0);
  near(f.margin, 0.5, 0);
  f = finding_of((struct sp_claim){MAKESPAN, .comparison = SP_AT_MOST, NUMBER(8)});
  assert_int_equal(f.verdict, SP_CANNOT_TELL); /* 14.25 - 3 * 2.17 = 7.7 */
  assert_int_equal(f.point, 0);
  near(f.se, sqrt(56.75 / 12), 1e-15);
  near(f.margin, -6.25, 0);
  f = finding_of((struct sp_claim){MAKESPAN, .comparison = SP_AT_MOST, NUMBER(7.5)});
  assert_int_equal(f.verdict, SP_DOES_NOT_HOLD);
  near(f.margin, -6.75, 0);
  f = finding_of((struct sp_claim){MAKESPAN, .comparison = SP_AT_MOST, NUMBER(21),
                                   .at = {{1, hom, 0}, at_both}});
  assert_int_equal(f.verdict, SP_HOLDS);
  assert_int_equal(f.n, 4);
}

/* Without a standard error equality decides, and strictness. */
static void test_exact(void **state)
{
  (void)state;
  static const struct {
    enum sp_comparison comparison;
    double number;
    enum sp_claim_verdict verdict;
  } cases[] = {{SP_AT_LEAST, 8, SP_HOLDS},          {SP_ABOVE, 8, SP_DOES_NOT_HOLD},
               {SP_AT_MOST, 8, SP_HOLDS},           {SP_BELOW, 8, SP_DOES_NOT_HOLD},
               {SP_ABOVE, 7.99, SP_HOLDS},          {SP_BELOW, 8.01, SP_HOLDS},
               {SP_AT_MOST, 7.99, SP_DOES_NOT_HOLD}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
    for (int function = 0; function < 2; function++) {
      struct sp_finding f = finding_of(
          (struct sp_claim){.quantity = quantity_of(function ? "max(makespan)" : "mean(makespan)"),
                            .comparison = cases[k].comparison,
                            NUMBER(cases[k].number),
                            .at = {{1, fast, 0}, at_both + 1}});
      assert_int_equal(f.verdict, cases[k].verdict);
    }
}

/* r-bsa less bba at hom, where both are: 0 -2 -3; mean -5/3, se sqrt(7/9). At c<=w: 0 2 0 4. */
static void test_paired(void **state)
{
  (void)state;
  struct sp_finding f = finding_of((struct sp_claim){MAKESPAN, .method = 1, .comparison = SP_BELOW,
                                                     OTHER(0), .at = {{1, hom, 0}, at_both}});
  assert_int_equal(f.verdict, SP_CANNOT_TELL);
  assert_int_equal(f.n, 3);
  near(f.value, -5.0 / 3, 1e-15);
  near(f.se, sqrt(7.0 / 9), 1e-15);
  near(f.margin, 5.0 / 3, 1e-15);
  f = finding_of(
      (struct sp_claim){MAKESPAN, .method = 1, .comparison = SP_BELOW, OTHER(0),
                        .at = {{2, both, 0}, at_both}}); /* labels of one axis are alternatives */
  assert_int_equal(f.point, 1);
  near(f.value, 1.5, 0);
  near(f.margin, -1.5, 0);
  f = finding_of((struct sp_claim){.quantity = quantity_of("max(makespan)"),
                                   .method = 1,
                                   .comparison = SP_BELOW,
                                   OTHER(0),
                                   .at = {{1, hom, 0}, at_both}});
  assert_int_equal(f.verdict, SP_HOLDS); /* 12 against 20, without errors */
  near(f.value, -8, 0);
  f = finding_of((struct sp_claim){.quantity = quantity_of("sd(makespan)"),
                                   .method = 0,
                                   .comparison = SP_ABOVE,
                                   OTHER(2),
                                   .at = {{1, hom, 0}, at_both}});
  assert_true(f.se > 0 && f.n == 4);
}

/* A claim without results is missing, unless it fails at another point. One platform cannot tell.
 */
static void test_missing(void **state)
{
  (void)state;
  struct sp_finding f =
      finding_of((struct sp_claim){MAKESPAN, .method = 2, .comparison = SP_AT_LEAST, NUMBER(0)});
  assert_int_equal(f.verdict, SP_CLAIM_MISSING);
  assert_true(f.point == 1 && isnan(f.value) && isnan(f.margin));
  f = finding_of((struct sp_claim){MAKESPAN, .method = 2, .comparison = SP_AT_LEAST, NUMBER(100)});
  assert_int_equal(f.verdict, SP_DOES_NOT_HOLD);
  assert_int_equal(f.point, 0);
  struct sample s;
  build(&s);
  for (int k = 1; k < PLATFORMS; k++)
    s.makespan[k * METHODS] = NAN;
  struct sp_claim claim = {MAKESPAN, .comparison = SP_AT_LEAST, NUMBER(1),
                           .at = {{1, hom, 0}, at_both}};
  assert_int_equal(sp_claim_finding(&s.matrix, &claim).verdict, SP_CANNOT_TELL);
}

/* ---- In reports. */

static void test_formats(void **state)
{
  (void)state;
  struct sample s;
  struct sp_claim claims[] = {
      {.text = "fast", MAKESPAN, .comparison = SP_AT_LEAST, NUMBER(7.5)},
      {.text = "100 % slow",
       MAKESPAN,
       .comparison = SP_AT_MOST,
       NUMBER(7.5),
       .at = {{1, hom, 0}, at_both}},
      {.text = "a, b",
       MAKESPAN,
       .method = 1,
       .comparison = SP_BELOW,
       OTHER(0),
       .at = {{2, both, 0}, at_both}},
      {.text = "gone",
       .quantity = quantity_of("max(gap)"),
       .method = 2,
       .comparison = SP_ABOVE,
       NUMBER(1)},
  };
  build(&s);
  s.experiment.claim = claims;
  s.experiment.n_claims = 4;
  expect_section("claims", report_of_claims(&s.matrix));
}

int main(void)
{
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_numbers), cmocka_unit_test(test_exact),   cmocka_unit_test(test_paired),
      cmocka_unit_test(test_missing), cmocka_unit_test(test_formats),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

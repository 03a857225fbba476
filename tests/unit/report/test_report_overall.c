/* Values over all points: means whose observations are platforms, their published values
 * without keys beside them, planning times, and the figure of one quantity against another. */
#include "report_rows.h"

/* ---- The clustered mean. */

static void test_clustered_mean(void **state)
{
  (void)state;
  /* Of one size: the mean of the clusters' means 2.625, 7.375, -1.125, with its standard error. */
  const double even[] = {1.75, 9.125, -2.5, 3.5, 5.625, 0.25}, means[] = {2.625, 7.375, -1.125};
  double se;
  long clusters;
  near(sp_clustered_mean(even, 3, 2, &se, &clusters), sp_mean(means, 3), 1e-15);
  near(se, sp_standard_error(means, 3), 1e-15);
  assert_int_equal(clusters, 3);
  /* Of sizes 2, 1, 0: mean 17/3; sums 8 and 9, so deviations 8 - 34/3 = -10/3 and 10/3, and
   * se = sqrt(2 * 200/9) / 3 = 20/9. */
  const double uneven[] = {3, 9, NAN, 5, NAN, NAN};
  near(sp_clustered_mean(uneven, 3, 2, &se, &clusters), 17.0 / 3, 1e-15);
  near(se, 20.0 / 9, 1e-15);
  assert_int_equal(clusters, 2);
  near(sp_clustered_mean(even, 1, 6, &se, &clusters), sp_mean(even, 6), 1e-15);
  assert_true(isnan(se));
  const double none[] = {NAN, NAN};
  assert_true(isnan(sp_clustered_mean(none, 2, 1, &se, &clusters)) && isnan(se) && !clusters);
}

/* ---- Overall values. */

static void test_overall(void **state)
{
  (void)state;
  struct sample s;
  struct sp_published print;
  struct sp_summary summary;
  summarise(&s, &print, &summary);
  /* bba: 1, 1.2, 1.25 at hom, four times 1 at c<=w; of the fourth platform c<=w alone. */
  const struct sp_cell *bba = sp_summary_overall(&summary, SP_MEAN, 0);
  near(bba->value, 7.45 / 7, 1e-15);
  double mean = 7.45 / 7, d[] = {2 - 2 * mean, 2.2 - 2 * mean, 2.25 - 2 * mean, 1 - mean};
  near(bba->se, sqrt(4.0 / 3 * (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + d[3] * d[3])) / 7, 1e-15);
  near(sp_summary_overall(&summary, SP_MAX, 0)->value, 1.25, 0);
  assert_int_equal(bba->n, 4);
  assert_int_equal(sp_summary_overall(&summary, SP_MEAN, 2)->n, 3); /* fwd has none at c<=w */
  /* Other functions are of the pooled sample, without an error. */
  struct sp_quantity median = quantity_of("median(distance)"),
                     share = quantity_of("share(distance<=1.1)");
  struct sp_cell cell = sp_quantity_overall(&s.matrix, &median, 0);
  near(cell.value, 1, 0);
  assert_true(isnan(cell.se));
  near(sp_quantity_overall(&s.matrix, &share, 0).value, 5.0 / 7, 1e-15);
  struct sp_quantity wins = quantity_of("wins(distance)");
  near(sp_quantity_overall(&s.matrix, &wins, 0).value, 2.0 / 7, 1e-15);
}

/* ---- Published values without keys. */

/* Compares the sample with a file of that text; the caller clears the summary. */
static int compare(struct sample *s, const char *text, struct sp_summary *summary,
                   struct sp_error *error)
{
  char path[] = "/tmp/starport-overall-XXXXXX";
  int fd = mkstemp(path);
  assert_true(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
  close(fd);
  build(s);
  s->experiment.compare_overall = path;
  s->experiment.compare_overall_tag = "claim";
  int code = sp_summarise(&s->matrix, NULL, summary, error);
  unlink(path);
  return code;
}

static void test_compare_overall(void **state)
{
  (void)state;
  struct sample s;
  struct sp_summary summary;
  struct sp_error error;
  /* bba 1.0643 (0.0332), r-bsa 1.1071 (0.0821); the published error is taken to be ours, so that
   * 3 sqrt 2 se is allowed: 0.1409 and 0.3481. */
  assert_int_equal(compare(&s, "bba,r-bsa_mean,fwd\n1.22,1.455,\n", &summary, &error), SP_OK);
  assert_int_equal(sp_summary_overall(&summary, SP_MEAN, 0)->verdict, SP_DIFFERS);
  assert_int_equal(sp_summary_overall(&summary, SP_MEAN, 1)->verdict, SP_UNDECIDED);
  assert_int_equal(sp_summary_overall(&summary, SP_MEAN, 2)->verdict, SP_NOT_PUBLISHED);
  assert_string_equal(sp_summary_overall(&summary, SP_MEAN, 0)->published.text, "1.22");
  near(sp_summary_overall(&summary, SP_MEAN, 1)->published_se,
       sp_summary_overall(&summary, SP_MEAN, 1)->se, 0);
  assert_true(summary.overall_error_unstated);
  assert_int_equal(summary.overall_verdicts.compared, 2);
  assert_int_equal(summary.overall_verdicts.of[SP_DIFFERS], 1);
  assert_int_equal(summary.verdicts.compared, 0);
  /* Its own errors, and the full text of a method with '-' for ':'. */
  const char *own = "bba-tie=last_mean,bba-tie=last_se,rbsa_mean,rbsa_se\n1.21,.04,1.2,0\n";
  assert_int_equal(compare(&s, own, &summary, &error), SP_OK);
  assert_int_equal(sp_summary_overall(&summary, SP_MEAN, 0)->verdict, SP_UNDECIDED);
  near(sp_summary_overall(&summary, SP_MEAN, 0)->published_se, 0.04, 0);
  assert_false(summary.overall_error_unstated);
}

/* A name alone does not mean a method with options if another method has just that name. */
static void test_compare_options(void **state)
{
  (void)state;
  struct sample s;
  struct sp_summary summary;
  struct sp_error error;
  build(&s);
  s.methods[1] = "bba";
  char path[] = "/tmp/starport-overall-XXXXXX", text[] = "bba_mean\n1\n";
  int fd = mkstemp(path);
  assert_true(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
  close(fd);
  s.experiment.compare_overall = path;
  s.experiment.compare_overall_tag = "ours";
  assert_int_equal(sp_summarise(&s.matrix, NULL, &summary, &error), SP_OK);
  unlink(path);
  assert_null(sp_summary_overall(&summary, SP_MEAN, 0)->published.text);
  assert_string_equal(sp_summary_overall(&summary, SP_MEAN, 1)->published.text, "1");
}

static void test_compare_refused(void **state)
{
  (void)state;
  struct sample s;
  struct sp_summary summary;
  struct sp_error error;
  assert_int_equal(compare(&s, "bba_mean\n1.2\n1.3\n", &summary, &error), SP_BAD_INPUT);
  assert_non_null(strstr(error.text, "2 rows, expected one, of all points"));
  assert_int_equal(compare(&s, "bba_mean\n", &summary, &error), SP_BAD_INPUT);
  s.experiment.compare_overall = "/nowhere/x.csv";
  assert_int_equal(sp_summarise(&s.matrix, NULL, &summary, &error), SP_BAD_INPUT);
  assert_non_null(strstr(error.text, "/nowhere/x.csv: cannot read"));
}

/* ---- Planning times. */

static void test_planning(void **state)
{
  (void)state;
  struct sample s;
  struct sp_number_text text;
  struct sp_quantity mean = quantity_of("mean(planning)"),
                     part = quantity_of("mean(makespan/planning)"),
                     wins = quantity_of("wins(planning)"), other = quantity_of("mean(planned)");
  double planning[POINTS * PLATFORMS * METHODS];
  build(&s);
  assert_true(isnan(sp_quantity_cell(&s.matrix, &mean, 0, 0).value)); /* not read */
  for (int k = 0; k < POINTS * PLATFORMS * METHODS; k++)
    planning[k] = k % METHODS == 2 ? NAN : 1e-6 * (k + 1);
  s.matrix.planning = planning;
  near(sp_quantity_cell(&s.matrix, &mean, 0, 0).value, 5.5e-6, 1e-20); /* 1, 4, 7, 10 */
  assert_int_equal(sp_quantity_cell(&s.matrix, &mean, 0, 2).n, 0);
  assert_true(sp_quantity_is_timed(&mean) && sp_quantity_is_timed(&part));
  assert_false(sp_quantity_is_timed(&wins) || sp_quantity_is_timed(&other));
  assert_string_equal(sp_quantity_number(&mean, 5.5e-6, &text), "5.5e-06");
  assert_string_equal(sp_quantity_number(&other, 5.5e-6, &text), "0.0000");
  assert_string_equal(sp_quantity_number(&mean, NAN, &text), "-");
}

/* ---- One quantity against another. */

static void test_scatter(void **state)
{
  (void)state;
  struct sample s;
  double planning[POINTS * PLATFORMS * METHODS], low, high;
  build(&s);
  for (int k = 0; k < POINTS * PLATFORMS * METHODS; k++)
    planning[k] = k % METHODS == 2 ? 0 : (k + 1) / 64.0;
  s.matrix.planning = planning;
  struct sp_plot plot = {.name = "cost",
                         .x = "median(planning)",
                         .x_value = quantity_of("median(planning)"),
                         .log_x = true,
                         .ci95 = true,
                         .y = quantity_of("mean(distance)")};
  s.experiment.plot = &plot;
  struct sp_cell y = sp_quantity_overall(&s.matrix, &plot.y, 0);
  assert_true(sp_plot_shows(&plot, 1, y.value));
  assert_false(sp_plot_shows(&plot, 0, y.value)); /* it has no place on a logarithmic axis */
  assert_false(sp_plot_shows(&plot, 1, NAN));
  sp_plot_interval(&plot, &y, &low, &high); /* t of 3 degrees: 3.1824463052837 */
  near(high - low, 2 * 3.1824463052837 * y.se, 1e-10);
  /* In the CSV the mean distance is not repeated: it is there for each variant. */
  expect_section("scatter", report_of_scatter(&s.matrix, &plot));
  plot.y = quantity_of("mean(nonsense)"); /* the matrix does not have the value */
  assert_true(isnan(sp_quantity_overall(&s.matrix, &plot.y, 0).value));
}

/* Numbers that differ are #; the kinds after the third are counted together; what has no row is not
 * run; a terminal does not obey a reason. */
static void test_reasons(void **state)
{
  (void)state;
  struct sample s;
  struct sp_reason reason[METHODS * SP_REASONS] = {{0}};
  build(&s);
  s.matrix.reason = reason;
  for (int k = 0; k < POINTS * PLATFORMS; k++)
    s.makespan[k * METHODS] = NAN;
  sp_reasons_add(&s.matrix, 0, SP_REFUSED, "13 tasks, of 1.5, at most 12.");
  sp_reasons_add(&s.matrix, 0, SP_REFUSED, "144 tasks, of 2, at most 12.");
  sp_reasons_add(&s.matrix, 0, SP_REFUSED, "15 tasks, of 1.5, at most 12.");
  sp_reasons_add(&s.matrix, 0, SP_REFUSED, "15 tasks, of 1.5, at most 12");
  sp_reasons_add(&s.matrix, 0, SP_TIMEOUT, "\033[2J");
  sp_reasons_add(&s.matrix, 0, SP_CRASHED, "a");
  sp_reasons_add(&s.matrix, 0, SP_CRASHED, "b");
  char *text = sp_reasons_text(&s.matrix, 0);
  assert_string_equal(text,
                      "3 refused: # tasks, of #, at most 12.; 1 refused: 15 tasks, of 1.5, at "
                      "most 12; 1 timeout: ?[2J; 2 for other reasons; 1 not run");
}

int main(void)
{
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_reasons),         cmocka_unit_test(test_clustered_mean),
      cmocka_unit_test(test_overall),         cmocka_unit_test(test_compare_overall),
      cmocka_unit_test(test_compare_options), cmocka_unit_test(test_compare_refused),
      cmocka_unit_test(test_planning),        cmocka_unit_test(test_scatter),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

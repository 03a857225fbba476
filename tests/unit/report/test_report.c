/* Summaries of a hand-made matrix: samples, shares, published values and verdicts. */
#include "report_rows.h"

/* ---- Samples. */
static void test_distances(void **state)
{
  (void)state;
  struct sample s;
  build(&s);
  double out[PLATFORMS];
  assert_int_equal(sample_of(&s.matrix, 0, 0, "mean(distance)", out),
                   3); /* r-bsa lacks the fourth */
  near(out[0], 1, 0);
  near(out[1], 1.2, 0);
  near(out[2], 1.25, 0);
  assert_int_equal(sample_of(&s.matrix, 0, 2, "mean(distance)", out), 3);
  near(out[0], 0.5, 0); /* fwd is not in the best: it may beat it */
  assert_int_equal(sample_of(&s.matrix, 1, 2, "mean(distance)", out), 0);
  assert_int_equal(sample_of(&s.matrix, 0, 0, "mean(gap)", out), 4);
  near(out[3], 400, 0);
  assert_int_equal(sample_of(&s.matrix, 0, 1, "mean(makespan)", out), 3);
  near(out[2], 12, 0);
}

static void test_nothing_to_do(void **state)
{
  (void)state;
  struct sample s;
  build(&s);
  s.makespan[0] = s.makespan[1] = 0;
  double out[PLATFORMS];
  sample_of(&s.matrix, 0, 0, "mean(distance)", out);
  near(out[0], 1, 0);
  sample_of(&s.matrix, 0, 2, "mean(distance)", out);
  assert_true(isinf(out[0]));
  s.bound[0] = 0;
  sample_of(&s.matrix, 0, 0, "mean(gap)", out);
  near(out[0], 0, 0);
}

static void test_ties(void **state)
{
  (void)state;
  assert_true(sp_tied(1e9, 1e9 + 1e-4));
  assert_false(sp_tied(1, 1 + 2e-12));
  assert_false(sp_tied(3, INFINITY));
  assert_true(sp_tied(0, 0));
}

/* Platforms with all runs: of hom 3, of c<=w 4. bba: tie; lose; lose | tie win tie win. */
static void test_shares(void **state)
{
  (void)state;
  struct sample s;
  build(&s);
  struct sp_summary summary;
  assert_int_equal(sp_summarise(&s.matrix, NULL, &summary, NULL), SP_OK);
  near(sp_summary_overall(&summary, SP_WINS, 0)->value, 2.0 / 7, 1e-16);
  near(sp_summary_overall(&summary, SP_TIES, 0)->value, 3.0 / 7, 1e-16);
  near(sp_summary_overall(&summary, SP_WINS, 1)->value, 2.0 / 7, 1e-16);
  near(sp_summary_overall(&summary, SP_WINS, 2)->value, 1.0 / 3,
       1e-16); /* 5 < 10, 10 = 10, 15 > 12 */
  near(sp_summary_overall(&summary, SP_TIES, 2)->value, 1.0 / 3, 1e-16);
  const struct sp_cell *cell = sp_summary_cell(&summary, 2, 1, 0);
  assert_string_equal(summary.quantity[2].name, "wins");
  near(cell->value, 0.5, 0);
  near(cell->se, 0.25, 0);
  assert_int_equal(summary.missing, 5);
}

/* Platform 3 has both at c<=w alone. Means over the points: bba 1, 1.1, 1.125, 1; r-bsa 1, 1.125,
 * 1, 1.5. Differences 0, -0.025, 0.125, -0.5: mean -0.1; signed ranks -1, +2, -3: p = 2 * 3/8. */
static void test_contests(void **state)
{
  (void)state;
  struct sample s;
  build(&s);
  struct sp_pair *contest;
  assert_int_equal(sp_pairs(&s.matrix, &contest), 1);
  assert_int_equal(contest->platforms, 4);
  near(contest->difference.mean, -0.1, 1e-15);
  near(contest->p, 0.75, 0);
}

/* fwd, which lacks c<=w, is declared, too, and a fourth method without results. Ratios to the best
 * of those that have one, at hom: bba 2, 1.2, 1.25, 1; r-bsa 2, 1, 1; fwd 1, 1, 1.25, 1.25. */
static void test_contests_of_some(void **state)
{
  (void)state;
  struct sample s;
  build(&s);
  double makespan[POINTS * PLATFORMS * 4];
  for (int k = 0; k < POINTS * PLATFORMS * 4; k++)
    makespan[k] = k % 4 < METHODS ? table[k / 4 * METHODS + k % 4] : NAN;
  s.matrix.value[SP_FIELD_MAKESPAN] = makespan;
  s.matrix.methods = s.matrix.best_of = 4;
  struct sp_pair *pair;
  assert_int_equal(sp_pairs(&s.matrix, &pair), 6);
  assert_int_equal(pair[0].platforms, 4);
  near(pair[0].difference.mean, (0 - 0.025 + 0.125 - 0.5) / 4, 1e-15);
  assert_int_equal(pair[3].platforms, 3); /* r-bsa and fwd */
  near(pair[3].difference.mean, (1 + 0 - 0.25) / 3, 1e-15);
  assert_int_equal(pair[5].platforms, 0);
  assert_true(isnan(pair[5].p) && isnan(pair[5].difference.mean));
}

/* ---- Published values. */
static void test_published(void **state)
{
  (void)state;
  struct sp_published print;
  struct sp_error error;
  assert_int_equal(read_text("# Table 1\ncomm,comp,r_bsa_mean,min_c_sd,count\n"
                             "hom,het,1.0074,0,1000\r\nhet,het,1,,\n",
                             2, &print, &error),
                   SP_OK);
  static const char *const known[] = {"het", "het"}, *const unknown[] = {"het", "hom"};
  assert_int_equal(sp_published_row(&print, known), 1);
  assert_int_equal(sp_published_row(&print, unknown), -1);
  struct sp_published_value p = printed_of(&print, 0, "R-BSA:order=forward", SP_MEAN);
  assert_string_equal(p.text, "1.0074");
  near(p.value, 1.0074, 0);
  near(p.half_digit, 0.00005, 1e-20);
  p = printed_of(&print, 1, "rbsa", SP_MEAN); /* "1" is as precise as the table */
  near(p.half_digit, 0.00005, 1e-20);
  assert_null(printed_of(&print, 1, "min_c", SP_SD).text);
  assert_null(printed_of(&print, 0, "r-bsa", SP_SD).text);
  assert_null(printed_of(&print, 0, "bsa", SP_MEAN).text);
  assert_int_equal(sp_published_count(&print, 0), 1000);
  assert_int_equal(sp_published_count(&print, 1), 0);
}

static void refused(const char *text, const char *expected)
{
  struct sp_published print;
  struct sp_error error;
  assert_int_equal(read_text(text, 1, &print, &error), SP_BAD_INPUT);
  if (!strstr(error.text, expected))
    fail_msg("'%s' does not say '%s'", error.text, expected);
}

static void test_published_refused(void **state)
{
  (void)state;
  refused("", ":1: the file ends, expected a header and rows");
  refused("comm,bba_mean\n", ":1: the file ends, expected a header and rows");
  refused("comm\nhom\n", ":1: 1 column, expected 1 key and values");
  const struct sp_experiment nothing = {.memory = lasting_memory()};
  refused("comm,comp,bba_mean\n", ":1: column 'comp', expected METHOD_FUNCTION or count");
  refused("comm,_mean\n", ":1: column '_mean', expected");
  refused("comm,bba_mean\nhom\n", ":2: 1 fields, expected 2");
  refused("comm,bba_mean\n\nhom,1,2\n", ":3: 3 fields, expected 2");
  refused("comm,bba_mean\nhom,1e3\n", ":2: bba_mean is '1e3', expected a number in plain digits");
  struct sp_published print;
  struct sp_error error;
  assert_int_equal(sp_published_read(&nothing, "/nowhere/t.csv", 1, false, &print, &error),
                   SP_BAD_INPUT);
  assert_non_null(strstr(error.text, "/nowhere/t.csv: cannot read: No such file"));
}

static struct sp_cell compared(double value, double se, double published, double published_se,
                               const char *quantity, double share)
{
  struct sp_quantity q = quantity_of(quantity);
  struct sp_cell cell = sp_cell_of(value, se, 100);
  cell.published = (struct sp_published_value){"", published, 0.0005};
  cell.published_se = published_se;
  sp_cell_compare(&cell, &q, share, false);
  return cell;
}

/* 3 sqrt(0.003^2 + 0.004^2) = 0.015; the margin is 20 % of 0.2. */
static void test_verdict(void **state)
{
  (void)state;
  static const struct {
    double value, se, published, published_se;
    enum sp_verdict verdict;
  } cases[] = {
      {1.2154, 0.003, 1.2, 0.004, SP_AGREES},
      {1.2156, 0.003, 1.2, 0.004, SP_DIFFERS},
      {1.1844, 0.003, 1.2, 0.004, SP_DIFFERS},
      {1.2004, NAN, 1.2, NAN, SP_AGREES},
      {1.2, 0.012, 1.2, 0.004, SP_AGREES},
      {1.2, 0.013, 1.2, 0.004, SP_UNDECIDED},
      {1.203, 0.012, 1.2, 0.004, SP_UNDECIDED},
      {1.3, 0.05, 1.2, 0, SP_UNDECIDED},
      {NAN, NAN, 1.2, 0, SP_MISSING},
      {1.2, 0, NAN, NAN, SP_NOT_PUBLISHED},
      {1, 0, 1, 0, SP_TRIVIAL},
      {1.0001, 0.0001, 1, 0, SP_AGREES},
      {1.0004, 0.0001, 1, 0, SP_UNDECIDED}, /* the margin of 1 is 0 */
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    struct sp_cell cell = compared(cases[k].value, cases[k].se, cases[k].published,
                                   cases[k].published_se, "mean(distance)", 0.2);
    if (cell.verdict != cases[k].verdict)
      fail_msg("case %zu: %s", k, sp_verdict_name(cell.verdict));
  }
  assert_int_equal(compared(0, 0, 0, 0, "sd(makespan)", 0.2).verdict, SP_TRIVIAL);
  assert_int_equal(compared(0, 0, 0.1, 0, "sd(makespan)", 0.2).verdict, SP_UNDECIDED);
  assert_int_equal(compared(1, 0, 1, 0, "mean(makespan)", 0.2).verdict, SP_AGREES);
  near(compared(7, 0, 5, 0, "mean(makespan)", 0.2).margin, 1, 1e-15);
  near(compared(7, 0, 5, 0, "sd(distance)", 0.2).margin, 1, 1e-15);
  near(compared(7, 0, 5, 0, "median(distance)", 0.2).margin, 0.8, 1e-15);
  assert_string_equal(sp_verdict_name(SP_UNDECIDED), "cannot tell");
}

/* With so many platforms six standard errors are the margin, or there is no such number. */
static void test_platforms(void **state)
{
  (void)state;
  struct sp_cell cell = compared(1.2, 0.02, 1.2, 0.004, "mean(distance)", 0.2); /* margin 0.04 */
  double own = 0.04 * 0.04 / 36 - 0.004 * 0.004;
  near(sp_cell_platforms(&cell, false), ceil(100 * 0.02 * 0.02 / own), 0);
  near(sp_cell_platforms(&cell, true), ceil(100 * (0.02 * 0.02 + 0.004 * 0.004) * 36 / 0.0016), 1);
  cell = compared(1.2, 0.02, 1.2, 0.007, "mean(distance)", 0.2);
  assert_true(isinf(sp_cell_platforms(&cell, false)));
}

/* Few platforms cannot tell, where more agree or differ. */
static void test_few_platforms(void **state)
{
  (void)state;
  static const struct {
    double n;
    enum sp_verdict alike, other;
  } cases[] = {{40, SP_UNDECIDED, SP_UNDECIDED}, {1e4, SP_AGREES, SP_DIFFERS}};
  for (int k = 0; k < 2; k++) {
    double se = 0.4 / sqrt(cases[k].n);
    assert_int_equal(compared(1.2, se, 1.2, 0.001, "mean(distance)", 0.2).verdict, cases[k].alike);
    assert_int_equal(compared(1.3, se, 1.2, 0.001, "mean(distance)", 0.2).verdict, cases[k].other);
  }
}

static void test_verdicts(void **state)
{
  (void)state;
  struct sample s;
  struct sp_published print;
  struct sp_summary summary;
  summarise(&s, &print, &summary);
  const struct sp_cell *cell = sp_summary_cell(&summary, 0, 0, 0);
  near(cell->value, 1.15, 1e-15);
  near(cell->se, sqrt(0.035 / 6), 1e-15);
  near(cell->published_se, 0.9 / 20, 1e-15);
  assert_int_equal(cell->verdict, SP_UNDECIDED);
  cell = sp_summary_cell(&summary, 1, 0, 0); /* sd: se in proportion to ours */
  near(cell->published_se, cell->se * sqrt(3.0 / 400) * 0.9 / cell->value, 1e-15);
  assert_int_equal(sp_summary_cell(&summary, 0, 0, 1)->verdict, SP_DIFFERS); /* 1 against 1.6 */
  cell = sp_summary_cell(&summary, 0, 1, 1); /* neither sd nor count: as many platforms as ours */
  near(cell->value, 1.1875, 0);
  near(cell->published_se, cell->se, 0);
  assert_int_equal(cell->verdict, SP_UNDECIDED);
  assert_true(summary.count_unstated);
  assert_int_equal(sp_summary_cell(&summary, 0, 0, 2)->verdict,
                   SP_NOT_PUBLISHED); /* not declared */
  assert_int_equal(summary.verdicts.compared, 7);
  assert_int_equal(summary.verdicts.of[SP_UNDECIDED], 2);
  assert_int_equal(summary.verdicts.of[SP_DIFFERS], 3);
  assert_int_equal(summary.verdicts.of[SP_TRIVIAL], 2);
}

/* A cell that differs and that the list of assumptions names is assumed. */
static void test_assumed(void **state)
{
  (void)state;
  struct sample s;
  struct sp_published print;
  struct sp_summary summary;
  static char *labels[] = {"comm=hom"};
  summarise(&s, &print, &summary);
  s.experiment.assumed = (struct sp_texts){1, labels, 0};
  assert_int_equal(sp_summarise(&s.matrix, &print, &summary, NULL), SP_OK);
  assert_int_equal(sp_summary_cell(&summary, 0, 0, 1)->verdict, SP_ASSUMED);
  assert_int_equal(sp_summary_cell(&summary, 0, 0, 0)->verdict, SP_UNDECIDED);
  assert_true(summary.verdicts.of[SP_ASSUMED] > 0);
}

/* r-bsa is best on all platforms of hom, so its spread is 0: nothing is known of its error, unless
 * a theorem says that it is 0 there, and is right. */
static void test_theorem(void **state)
{
  (void)state;
  struct sample s;
  struct sp_published print = {0};
  struct sp_summary summary;
  static char *hom[] = {"comm=hom"}, *head[] = {"comm", "rbsa_mean", "rbsa_sd"},
              *of_hom[] = {"hom", "1.6", "0.5"}, *of_fast[] = {"c<=w", "1.6", "0.5"},
              **row[] = {of_hom, of_fast};
  static struct sp_choice at_hom = {0, 0};
  struct sp_claim claim = {.theorem = true, .method = 1, .at = {{1, hom, 0}, &at_hom}};
  static const enum sp_verdict verdict[2][2] = {{SP_UNDECIDED, SP_UNDECIDED},
                                                {SP_DIFFERS, SP_UNDECIDED}};
  for (int proven = 0; proven < 2; proven++)
    for (int point = 0; point < 2; point++) {
      build(&s);
      s.experiment.claim = &claim;
      s.experiment.n_claims = proven;
      print = (struct sp_published){1, 3, 2, head, row, 1};
      assert_int_equal(sp_summarise(&s.matrix, &print, &summary, NULL), SP_OK);
      assert_int_equal(sp_summary_cell(&summary, 1, point, 1)->verdict, verdict[proven][point]);
    }
}

static void test_missing(void **state)
{
  (void)state;
  struct sample s;
  struct sp_published print;
  struct sp_summary summary;
  summarise(&s, &print, &summary);
  for (int k = 0; k < PLATFORMS; k++)
    s.makespan[k * METHODS] = NAN; /* bba at hom: no method has a distance there */
  assert_int_equal(sp_summarise(&s.matrix, &print, &summary, NULL), SP_OK);
  assert_int_equal(sp_summary_cell(&summary, 0, 0, 0)->verdict, SP_MISSING);
  assert_int_equal(sp_summary_cell(&summary, 1, 0, 1)->verdict, SP_MISSING);
  assert_int_equal(summary.verdicts.of[SP_MISSING], 4);
  assert_int_equal(summary.n_pairs, 1);
  assert_int_equal(summary.pair[0].platforms, 4); /* at c<=w */
}

static void test_unknown_quantity(void **state)
{
  (void)state;
  struct sample s;
  struct sp_summary summary;
  struct sp_error error;
  struct sp_quantity quantity = quantity_of("mean(time)");
  build(&s);
  s.experiment.quantity = &quantity;
  s.experiment.n_quantities = 1;
  assert_int_equal(sp_summarise(&s.matrix, NULL, &summary, &error), SP_OK);
  assert_true(isnan(sp_summary_cell(&summary, 0, 0, 0)->value)); /* the matrix does not have it */
  assert_int_equal(sp_quantity_read("mode(distance)", &quantity, &error), SP_BAD_INPUT);
  assert_non_null(strstr(error.text, "'mode(distance)', expected one of mean, sd, "));
}

int main(void)
{
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_distances),     cmocka_unit_test(test_nothing_to_do),
      cmocka_unit_test(test_ties),          cmocka_unit_test(test_shares),
      cmocka_unit_test(test_contests),      cmocka_unit_test(test_contests_of_some),
      cmocka_unit_test(test_published),     cmocka_unit_test(test_published_refused),
      cmocka_unit_test(test_verdict),       cmocka_unit_test(test_platforms),
      cmocka_unit_test(test_few_platforms), cmocka_unit_test(test_verdicts),
      cmocka_unit_test(test_assumed),       cmocka_unit_test(test_theorem),
      cmocka_unit_test(test_missing),       cmocka_unit_test(test_unknown_quantity),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

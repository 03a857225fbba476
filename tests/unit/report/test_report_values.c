/* Values and quantities of a hand-made matrix, figures with published values, platforms drawn
 * again. */
#include "report_rows.h"

/* ---- Values. */

/* FUNCTION(VALUE): a parameter, the terms, the text; and what is refused. */
static void test_words(void **state)
{
  (void)state;
  struct sp_quantity q = quantity_of("q05(makespan/done/port)"), kept = q;
  near(q.parameter, 0.05, 0);
  assert_true(q.function == SP_QUANTILE && q.terms == 3);
  assert_true(q.term[1].field == SP_FIELD_DONE && q.term[2].value == SP_VALUE_LOWER_BOUND);
  assert_string_equal(q.term[2].name, "port");
  assert_string_equal(q.name, "q05");
  assert_string_equal(q.value, "makespan/done/port");
  assert_string_equal(q.text, "q05(makespan/done/port)");
  near(quantity_of("q99(gap)").parameter, 0.99, 0);
  near(quantity_of("median(gap)").parameter, 0.5, 0);
  near(quantity_of("share(gap<=1.25)").parameter, 1.25, 0);
  assert_string_equal(quantity_of("sd(gap)").label, "sd(gap) %");
  assert_string_equal(quantity_of("share(gap<=1.25)").label, "share(gap<=1.25)");
  assert_string_equal(quantity_of("mean(gap/distance)").label, "mean(gap/distance)");
  static const char *const refused[] = {"q(gap)",
                                        "q5(gap)",
                                        "q055(gap)",
                                        "qx5(gap)",
                                        "p05(gap)",
                                        "q-5(gap)",
                                        "mode(gap)",
                                        "q00 to q99(gap)",
                                        "share(gap)",
                                        "share(gap<=)",
                                        "share(gap<=inf)",
                                        "share(gap<1)",
                                        "mean(gap<=1)",
                                        "mean",
                                        "mean(gap",
                                        "",
                                        "mean(rho/rho/rho/rho/rho/rho/rho/rho/rho)"};
  for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
    struct sp_error error = {""};
    assert_int_equal(sp_quantity_read(refused[k], &q, &error), SP_BAD_INPUT);
    assert_non_null(strstr(error.text, "', expected "));
  }
  assert_memory_equal(&q, &kept, sizeof q);
}

/* done 3, 5, 7, 9 by platform, messages the same plus one, half as many wasted; 1 resend; rho 1/2,
 * 1/4, 1/8, none. */
struct rich {
  struct sample s;
  double done[POINTS * PLATFORMS * METHODS], messages[POINTS * PLATFORMS * METHODS];
  double wasted[POINTS * PLATFORMS * METHODS], resends[POINTS * PLATFORMS * METHODS];
  double rho[POINTS * PLATFORMS], total[POINTS * PLATFORMS];
  struct sp_measure measure[2];
};

static void enrich(struct rich *r)
{
  build(&r->s);
  for (int k = 0; k < POINTS * PLATFORMS; k++) {
    for (int method = 0; method < METHODS; method++) {
      r->done[k * METHODS + method] = 3 + 2 * (k % PLATFORMS);
      r->messages[k * METHODS + method] = 4 + 2 * (k % PLATFORMS);
      r->wasted[k * METHODS + method] = 2 + k % PLATFORMS;
      r->resends[k * METHODS + method] = 1;
    }
    r->rho[k] = k % PLATFORMS == 3 ? NAN : 0.5 / (1 << k % PLATFORMS);
    r->total[k] = 100;
  }
  r->measure[0] = (struct sp_measure){"rho", r->rho};
  r->measure[1] = (struct sp_measure){"total", r->total};
  double **value = r->s.matrix.value;
  value[SP_FIELD_DONE] = r->done;
  value[SP_FIELD_MESSAGES] = r->messages;
  value[SP_FIELD_WASTED] = r->wasted;
  value[SP_FIELD_WASTED + 1] = r->resends;
  r->s.matrix.n_measures = 2;
  r->s.matrix.measure = r->measure;
}

/* bba at hom: makespans 10 12 15 20. */
static void test_values(void **state)
{
  (void)state;
  struct rich r;
  enrich(&r);
  const struct sp_matrix *m = &r.s.matrix;
  double out[PLATFORMS];
  struct sp_quantity rate = quantity_of("mean(done/makespan/rho)");
  sp_values(m, 0, 0, &rate, out);
  near(out[0], 3.0 / 10 / 0.5, 1e-16);
  near(out[1], 5.0 / 12 / 0.25, 1e-16);
  near(out[2], 7.0 / 15 / 0.125, 1e-15);
  assert_true(isnan(out[3]));
  assert_int_equal(sample_of(m, 0, 0, "mean(done/makespan/rho)", out), 3);
  assert_int_equal(sample_of(m, 0, 0, "mean(total/messages)", out), 4);
  near(out[3], 10, 0);
  assert_int_equal(sample_of(m, 0, 0, "mean(messages/wasted/resends)", out), 4);
  near(out[3], 2, 0);
  assert_int_equal(sample_of(m, 0, 1, "mean(makespan/bound)", out), 3);
  near(out[1], 2.5, 0);
  assert_int_equal(sample_of(m, 0, 1, "mean(distance/distance)", out), 3);
  near(out[2], 1, 0);
  assert_int_equal(sample_of(m, 0, 0, "mean(planned)", out), 0); /* not in this matrix */
  assert_int_equal(sample_of(m, 0, 0, "mean(port)", out), 0);
}

/* The method `optimal` with any options gives the optimum. */
static void test_optimum(void **state)
{
  (void)state;
  struct sample s;
  double out[PLATFORMS];
  build(&s);
  assert_int_equal(sp_optimal_method(&s.variant), -1);
  assert_int_equal(sample_of(&s.matrix, 0, 0, "mean(makespan/optimum)", out), 0);
  s.also[0] = "OPTIMAL:nodes=3";
  assert_int_equal(sp_optimal_method(&s.variant), 2);
  assert_int_equal(sample_of(&s.matrix, 0, 0, "mean(makespan/optimum)", out), 4);
  near(out[0], 2, 0);
  near(out[3], 0.8, 0);
}

static void test_quantities(void **state)
{
  (void)state;
  struct sample s;
  build(&s);
  const struct sp_quantity q25 = quantity_of("q25(makespan)"),
                           share = quantity_of("share(makespan<=12)"),
                           median = quantity_of("median(makespan)");
  struct sp_cell cell = sp_quantity_cell(&s.matrix, &q25, 0, 0); /* 10 12 15 20 */
  near(cell.value, 11.5, 0);
  assert_true(isnan(cell.se) && cell.n == 4);
  cell = sp_quantity_cell(&s.matrix, &median, 0, 0);
  near(cell.value, 13.5, 0);
  assert_true(isnan(cell.se) && cell.n == 4);
  cell = sp_quantity_cell(&s.matrix, &share, 0, 0);
  near(cell.value, 0.5, 0);
  near(cell.se, 0.25, 0);
  cell = sp_quantity_cell(&s.matrix, &share, 1, 2); /* nothing ran */
  assert_true(isnan(cell.value) && cell.n == 0);
}

/* ---- Platforms drawn again. */

static const char stars[] =
    "id=x\nproblem=bag\nseed=11\ncount=3\n[platform]\nworkers=4\nc=1..9\nw=1..9\n[workload]\n"
    "buffer=2\n[axis n]\ntasks=6, 60\n[run]\nmethods=min_c, mct\n[figure]\nx=n\n"
    "y=mean(done/makespan/rho)\nclaim=\"t\": mean(makespan/unbounded) mct >= 1\n"
    "claim=\"p\": mean(rho/power) mct <= 1\n";

static void test_measured(void **state)
{
  (void)state;
  struct sp_experiment e;
  struct sp_error error;
  assert_int_equal(sp_experiment_parse("x", stars, NULL, &e, &error), SP_OK);
  double makespan[2 * 3 * 2];
  for (int k = 0; k < 12; k++)
    makespan[k] = k / 2 == 4 ? NAN : 100; /* platform 1 at the second point: no run */
  struct sp_matrix m = {
      .experiment = &e, .points = 2, .methods = 2, .best_of = 2, .count = 3, .value = {makespan}};
  struct sp_platforms platforms = {.experiment = &e};
  m.platforms = &platforms;
  assert_int_equal(sp_matrix_measure(&m, &error), SP_OK);
  assert_int_equal(m.n_measures, 3);
  const double *rho = sp_matrix_measured(&m, "rho"), *power = sp_matrix_measured(&m, "power"),
               *unbounded = sp_matrix_measured(&m, "unbounded");
  assert_null(sp_matrix_measured(&m, "done"));
  for (int k = 0; k < 6; k++) {
    if (k == 4) {
      assert_true(isnan(rho[k]) && isnan(power[k]) && isnan(unbounded[k]));
      continue;
    }
    struct sp_instance *in = sp_experiment_instance(&e, 0, k / 3, (uint32_t)(k % 3), &error);
    struct sp_bound bound[SP_MAX_BOUNDS];
    double known = NAN, rate = 0, port = 1;
    for (int b = sp_bounds(in, bound) - 1; b >= 0; b--)
      if (!strcmp(bound[b].name, "unbounded"))
        known = bound[b].value;
    near(unbounded[k], known, 0);
    for (int c = 1; c <= 9; c++) /* the cheapest links first */
      for (int i = 1; i <= 4; i++)
        if (in->c[i].v == c && port > 0) {
          double x = fmin(fmin(1 / in->w[i].v, 1.0 / c), port / c);
          rate += x;
          port -= x * c;
        }
    near(rho[k], rate, 1e-12);
    near(power[k], 1 / in->w[1].v + 1 / in->w[2].v + 1 / in->w[3].v + 1 / in->w[4].v, 1e-12);
    sp_instance_free(in);
  }
  assert_int_equal(platforms.drawn, 5); /* once for the three values */
  sp_platforms_clear(&platforms);
  sp_experiment_clear(&e);
}

/* ---- Figures. */

static int read_points(const char *text, struct sp_published *print, struct sp_error *error)
{
  char path[] = "/tmp/starport-report-XXXXXX";
  int fd = mkstemp(path);
  assert_true(write(fd, text, strlen(text)) == (ssize_t)strlen(text));
  close(fd);
  int code = sp_published_read(&(struct sp_experiment){.memory = lasting_memory()}, path, 1, true,
                               print, error);
  unlink(path);
  return code;
}

/* Columns METHOD, METHOD_FUNCTION, METHOD_se, count. */
static void test_points(void **state)
{
  (void)state;
  struct sample s;
  struct sp_published print;
  struct sp_summary summary;
  struct sp_error error;
  struct sp_plot plot = {.name = "", .x = "comm", .y = quantity_of("mean(makespan)")};
  build(&s);
  assert_int_equal(read_points("# ours\ncomm,bba,bba_se,r_bsa_mean,count\n"
                               "hom,14.3,0.01,10.7,100\nc<=w,.9,,9,\n",
                               &print, &error),
                   SP_OK);
  sp_summarise_figure(&s.matrix, &plot, &print, &summary);
  assert_int_equal(summary.keys, 1);
  const struct sp_cell *cell = sp_summary_cell(&summary, 0, 0, 0);
  near(cell->value, 14.25, 0);
  near(cell->published_se, 0.01, 0);             /* as published */
  assert_int_equal(cell->verdict, SP_UNDECIDED); /* four platforms */
  cell = sp_summary_cell(&summary, 0, 0, 1);
  near(cell->published_se, cell->se * sqrt(3.0 / 100), 1e-15); /* ours, on 100 platforms */
  assert_int_equal(sp_summary_cell(&summary, 0, 1, 0)->verdict, SP_DIFFERS); /* 8, se 0 */
  assert_int_equal(summary.verdicts.compared, 4);
  assert_int_equal(summary.verdicts.of[SP_DIFFERS], 1);
  assert_null(printed_of(&print, 0, "bba", SP_SD).text);
  assert_int_equal(read_points("comm,\nhom,1\n", &print, &error), SP_BAD_INPUT);
  assert_int_equal(read_points("comm,bba\nhom,x\n", &print, &error), SP_BAD_INPUT);
  plot.y = quantity_of("mean(length)");
  sp_summarise_figure(&s.matrix, &plot, NULL, &summary);
  assert_true(isnan(sp_summary_cell(&summary, 0, 0, 0)->value)); /* the matrix does not have it */
}

static void test_figure_formats(void **state)
{
  (void)state;
  struct sample s;
  struct sp_published print;
  struct sp_summary summary;
  struct sp_error error;
  struct sp_plot plot = {.name = "one",
                         .title = "A figure",
                         .x = "comm",
                         .y = quantity_of("mean(makespan)"),
                         .compare = "results/p.csv",
                         .compare_tag = "ours"};
  build(&s);
  assert_int_equal(read_points("comm,bba,count\nhom,14.3,100\n", &print, &error), SP_OK);
  sp_summarise_figure(&s.matrix, &plot, &print, &summary);
  s.experiment.plot = &plot;
  expect_section("series", report_of_series(&summary, &plot));
}

int main(void)
{
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_words),          cmocka_unit_test(test_values),
      cmocka_unit_test(test_optimum),        cmocka_unit_test(test_quantities),
      cmocka_unit_test(test_measured),       cmocka_unit_test(test_points),
      cmocka_unit_test(test_figure_formats),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

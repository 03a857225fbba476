/* Tests the pictures of [figure NAME] from a hand-made matrix. */
#include "figure_rows.h"

struct figure {
  struct sample s;
  struct sp_plot plot;
};

static char *labels[] = {(char[]){"20"}, (char[]){"5"}};

/* The two points lie on the axis comm at 20 and 5. */
static void build_figure(struct figure *f)
{
  build(&f->s);
  f->s.value[0].label = labels[0];
  f->s.value[1].label = labels[1];
  static char comm[] = "comm";
  f->plot = (struct sp_plot){.name = labels[0],
                             .x = comm,
                             .series_axis = -1,
                             .y = quantity_of("mean(makespan)"),
                             .ci95 = true};
  f->s.experiment.n_plots = 1;
  f->s.experiment.plot = &f->plot;
}

/* bba at 20: 10 12 15 20, mean 14.25, sd 4.349..; t(0.975; 3) = 3.1824463. */
static void test_series(void **state)
{
  struct figure f;
  struct sp_error error = {""};
  struct sp_album album = {.memory = lasting_memory(), .directory = *state};
  build_figure(&f);
  drawn(sp_draw_series(&album, &f.s.matrix, &error), &error);
  assert_int_equal(album.n, 1);
  assert_string_equal(album.name[0], "tiny-20");
  char *data = content(*state, "tiny-20.dat");
  assert_non_null(strstr(data, "# mean(makespan) against comm; "));
  assert_non_null(strstr(data, "# bba:tie=last\n5 8 8 8 4\n20 14.25 ")); /* in the order of x */
  assert_non_null(strstr(data, "# fwd\n5 NaN NaN NaN 0\n20 13.75 "));
  double low, high;
  assert_int_equal(sscanf(strstr(data, "20 14.25 "), "20 14.25 %lf %lf 4", &low, &high), 2);
  double half = 3.182446305284263 * sqrt(56.75 / 3) / 2;
  near(low, 14.25 - half, 1e-9);
  near(high, 14.25 + half, 1e-9);
  free(data);
  has(*state, "tiny-20.gp", "index 0 using 1:2:3:4 with yerrorlines linestyle 1 title 'bba'");
  has(*state, "tiny-20.gp", "set ylabel 'mean(makespan)'\n");
  has(*state, "tiny-20.gp", "4 platforms a point; bars: 95 % intervals (Student)");
  has_not(*state, "tiny-20.gp", "logscale");
  has(*state, "tiny-20.svg", "</svg>");
}

/* Without intervals, on logarithmic axes; a method without a result is in the legend. */
static void test_series_log(void **state)
{
  struct figure f;
  struct sp_error error = {""};
  struct sp_album album = {.memory = lasting_memory(), .directory = *state};
  build_figure(&f);
  f.plot.ci95 = false;
  f.plot.log_x = f.plot.log_y = true;
  f.plot.title = (char[]){"It's \"a\" <title> & `more` $x \\"};
  for (int k = 0; k < POINTS * PLATFORMS; k++)
    f.s.makespan[k * METHODS + 1] = NAN;
  drawn(sp_draw_series(&album, &f.s.matrix, &error), &error);
  has(*state, "tiny-20.gp", "set logscale x\nset logscale y\n");
  has(*state, "tiny-20.gp", "set xtics (5, 20)\n");
  has(*state, "tiny-20.gp", "NaN with linespoints linestyle 2 title 'r-bsa (no result)'");
  has(*state, "tiny-20.gp", "set title 'It''s \"a\" <title> & `more` $x \\'.\"\\n\".'4 platforms");
  has(*state, "tiny-20.svg", "It's \"a\" &lt;title> &amp; `more` $x \\");
  has(*state, "tiny-20.dat", "\n20 14.25 14.25 14.25 4\n");
  for (int k = 0; k < POINTS * PLATFORMS * METHODS; k++)
    f.s.makespan[k] = NAN;
  drawn(sp_draw_series(&album, &f.s.matrix, &error), &error);
  has(*state, "tiny-20-2.gp", "set label 'no result' at graph 0.5,0.5 center\n");
  has(*state, "tiny-20-2.svg", ">no result<");
}

/* Another axis: a picture for each of its values, with the published rows of that value. */
static void test_series_prints(void **state)
{
  struct figure f;
  struct sp_error error = {""};
  struct sp_album album = {.memory = lasting_memory(), .directory = *state};
  static char name[] = "tasks", ten[] = "10", fifty[] = "1/2", comm[] = "comm";
  build_figure(&f);
  struct sp_overlay one[] = {{.label = ten}}, two[] = {{.label = fifty}, {.label = ten}};
  struct sp_axis axes[] = {{comm, 2, f.s.value}, {name, 1, one}};
  f.s.experiment.n_axes = 2;
  f.s.experiment.axis = axes;
  f.plot.x = name;
  f.plot.x_axis = 1;
  char csv[100];
  snprintf(csv, sizeof csv, "%s/ref.csv", (char *)*state);
  FILE *file = fopen(csv, "w");
  fputs("# values of the figure\n\ncomm,tasks,BBA_mean,fwd,fwd_sd\n"
        "20,10,15.5,,3\n5,10,7.5,9,3\n",
        file);
  fclose(file);
  f.plot.compare = csv;
  f.plot.compare_tag = comm;
  drawn(sp_draw_series(&album, &f.s.matrix, &error), &error);
  assert_int_equal(album.n, 2);
  assert_string_equal(album.name[1], "tiny-20-5");
  has(*state, "tiny-20-20.dat", "# bba:tie=last in ref.csv (comm)\n10 15.5\n\n\n");
  has_not(*state, "tiny-20-20.dat", "fwd in");
  has(*state, "tiny-20-5.dat", "# fwd in ref.csv (comm)\n10 9\n\n\n");
  has(*state, "tiny-20-5.gp", "'tiny-20-5.dat' index 4 with points linestyle 3 pointtype 8 ");
  has(*state, "tiny-20-5.gp", " title 'hollow: ref.csv (comm)'\n");

  axes[1] = (struct sp_axis){name, 2, two}; /* 1/2 is a number, too */
  f.s.matrix.points = 1;
  drawn(sp_draw_series(&album, &f.s.matrix, &error), &error);
  has(*state, "tiny-20-20-2.dat", "# fwd\n0.5 13.75 ");

  struct sp_variant variants[] = {f.s.variant, f.s.variant}; /* nothing is published of a variant */
  static char again[] = "again", nameless[] = "";
  variants[1].name = again;
  f.s.experiment.variant = variants;
  f.s.experiment.n_variants = 2;
  f.s.matrix.variant = 1;
  f.plot.name = nameless;
  drawn(sp_draw_series(&album, &f.s.matrix, &error), &error);
  has_not(*state, "tiny-again-figure-20.dat", "ref.csv");
}

static void refused(struct figure *f, const char *directory, const char *text, const char *expected)
{
  char csv[100];
  struct sp_error error = {""};
  struct sp_album album = {.memory = lasting_memory(), .directory = directory};
  snprintf(csv, sizeof csv, "%s/ref.csv", directory);
  FILE *file = fopen(csv, "w");
  fputs(text, file);
  fclose(file);
  f->plot.compare = csv;
  assert_int_equal(sp_draw_series(&album, &f->s.matrix, &error), SP_BAD_INPUT);
  if (!strstr(error.text, expected))
    fail_msg("'%s' does not say '%s'", error.text, expected);
  assert_int_equal(album.n, 0);
}

static void test_series_refused(void **state)
{
  struct figure f;
  build_figure(&f);
  refused(&f, *state, "N,bba\nmany,1\n",
          "ref.csv: N of row 1 is 'many', expected a value of axis comm");
  refused(&f, *state, "", "ref.csv:1: the file ends, expected a header and rows");
  refused(&f, *state, "comm,bba_mean\n5,x\n", "ref.csv:2: bba_mean is 'x', expected a number");
}

/* The same data give the same bytes. */
static void test_same_bytes(void **state)
{
  static const char *const suffix[] = {".dat", ".gp", ".svg", ".pdf"};
  struct figure f;
  struct sp_error error = {""};
  build_figure(&f);
  for (int k = 0; k < 4; k++) {
    char name[40], *text[2];
    snprintf(name, sizeof name, "tiny-20%s", suffix[k]);
    for (int turn = 0; turn < 2; turn++) {
      struct sp_album album = {.memory = lasting_memory(), .directory = *state};
      drawn(sp_draw_series(&album, &f.s.matrix, &error), &error);
      text[turn] = content(*state, name);
    }
    assert_memory_equal(text[0], text[1], 1 << 20);
    free(text[0]);
    free(text[1]);
  }
}

int main(void)
{
  static const struct CMUnitTest tests[] = {
      IN_FOLDER(test_series),         IN_FOLDER(test_series_log), IN_FOLDER(test_series_prints),
      IN_FOLDER(test_series_refused), IN_FOLDER(test_same_bytes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

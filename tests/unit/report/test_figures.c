/* Tests figures from a hand-made matrix: names, shares, profiles, distances from the bound. */
#include "base/memory.h"
#include "figure_rows.h"

/* ---- Names and shares. */
static void name_is(const char *id, const char *word, const char *expected)
{
  struct sp_variant variant[] = {{.name = ""}, {.name = "a b"}};
  struct sp_experiment e = {
      .memory = lasting_memory(), .id = (char *)(uintptr_t)id, .n_variants = 2, .variant = variant};
  assert_string_equal(sp_file_name(&e, 1, &word, 1), expected);
}

static void test_names(void **state)
{
  (void)state;
  name_is("t1", "c<=w", "t1-a-b-c-le-w");
  name_is("t1", "../x'y\"$(z)", "t1-a-b-..-x-y---z-");
  name_is("-t1", "b>=3", "figure-t1-a-b-b-ge-3");
  name_is(".t1", "", "figure.t1-a-b-");
  char word[400];
  memset(word, 'x', sizeof word - 1);
  word[sizeof word - 1] = 0;
  const char *words[] = {word};
  struct sp_variant variant = {.name = ""};
  struct sp_experiment e = {
      .memory = lasting_memory(), .id = (char *)(uintptr_t) "long", .variant = &variant};
  assert_int_equal(strlen(sp_file_name(&e, 0, words, 1)), SP_FILE_NAME);
}

static void shares_are(double *value, long n, long total, const char *expected)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  sp_plot_shares(value, n, total, 0.5, 9, out);
  fclose(out);
  assert_string_equal(text, expected);
  free(text);
}

static void test_shares(void **state)
{
  (void)state;
  shares_are((double[]){3, INFINITY, 1, 3}, 4, 8, "0.5 0\n1 0.125\n3 0.375\n9 0.375\n\n\n");
  shares_are(NULL, 0, 0, "0.5 0\n9 0\n\n\n");
  double many[3 * SP_PLOT_STEPS]; /* three steps of one third of the least share: one is written */
  for (int k = 0; k < 3 * SP_PLOT_STEPS; k++)
    many[k] = 1 + k * 1e-3;
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  sp_plot_shares(many, 3 * SP_PLOT_STEPS, 3 * SP_PLOT_STEPS, 0, 9, out);
  fclose(out);
  int lines = 0;
  for (char *at = text; (at = strchr(at, '\n')); at++)
    lines++;
  assert_int_equal(lines, 1 + SP_PLOT_STEPS + 3);
  assert_non_null(strstr(text, "\n1.002 0.00050000000000000001\n"));
  assert_non_null(strstr(text, "\n6.9990000000000006 1\n"));
  free(text);
}

/* Entries of a key that are too long for one column of a paper have several lines, in one column;
 * the picture is as high as they need. */
static void test_key(void **state)
{
  (void)state;
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  struct sp_paper paper = {.x = "x", .y = "y", .tics = ""};
  const char *name = "bb-light:depth=unbounded:unproven=refuse:nodes=1000000 (47 without a result)";
  sp_paper_entry(&paper, "min_c");
  assert_false(paper.is_broken);
  sp_paper_entry(&paper, name);
  assert_true(paper.is_broken);
  assert_int_equal(paper.lines, 4);
  assert_int_equal(paper.longest, 33);
  sp_plot_entry("min_c", out);
  sp_plot_entry(name, out);
  sp_plot_begin("a", "A test", "", "", &paper, out);
  fclose(out);
  const char *broken = ", \\\n     NaN with lines linecolor rgb 'white' title ";
  char *expected = sp_format(" title 'min_c' title 'bb-light:depth=unbounded:'%s"
                             "'unproven=refuse:nodes=1000000 (47'%s'without a result)'# A test",
                             broken, broken);
  assert_memory_equal(text, expected, strlen(expected));
  assert_non_null(strstr(text, " size 720,516 "));
  assert_non_null(strstr(text, " height 1 maxcols 1\n"));
  free(expected);
  free(text);
}

/* ---- Profiles. */

/* Eight platforms; r-bsa has no result on one, where bba is the best.
 * bba / best: 1 1.2 1.25 1 | 1 1 1 1; r-bsa: 1 1 1 - | 1 1.25 1 1.5. Bound 4 everywhere. */
static void test_profile(void **state)
{
  struct sample s;
  struct sp_error error = {""};
  struct sp_album album = {.memory = lasting_memory(), .directory = *state};
  build(&s);
  drawn(sp_draw_profiles(&album, &s.matrix, &error), &error);
  assert_int_equal(album.n, 2);
  has(*state, "tiny-profile.dat",
      "# bba:tie=last: 8 of 8 have a value\n0.99192348952950216 0\n1 0.75\n"
      "1.2 0.875\n1.25 1\n1.512213407418644 1\n");
  has(*state, "tiny-profile.dat", "# r-bsa: 7 of 8 have a value\n");
  has(*state, "tiny-profile.dat", "\n1 0.625\n1.25 0.75\n1.5 0.875\n");
  has_not(*state, "tiny-profile.dat", "fwd");
  has(*state, "tiny-profile.gp", "title 'r-bsa (1 without a result)'\n");
  has(*state, "tiny-profile.gp", "set xtics (1, 1.05, 1.1, ");
  has(*state, "tiny-gap.dat", "# fwd: 4 of 8 have a value\n");
  has(*state, "tiny-gap.dat", "\n25 0.125\n150 0.25\n275 0.375\n525 0.5\n");
  has(*state, "tiny-gap.gp", "linestyle 3 title 'fwd (4 without a result)'\n");
  has(*state, "tiny-gap.gp", "set style line 3 linecolor rgb '#009e73' linewidth 1.5 dashtype 2 ");
  has(*state, "tiny-gap.svg", "</svg>");
  has(*state, "tiny-gap.pdf", "%PDF");
  has(*state, "tiny-gap.gp",
      "size 8.4cm,7.02cm font 'DejaVu Sans,8' fontscale 0.75 "); /* 84 mm, 8 pt */
  has(*state, "tiny-gap.gp", "unset title\nset key samplen 2\nset xtics (");
}

/* Without bounds no picture of the gaps; with one method no profile. */
static void test_no_profile(void **state)
{
  struct sample s;
  struct sp_error error = {""};
  struct sp_album album = {.memory = lasting_memory(), .directory = *state};
  build(&s);
  s.matrix.best_of = 1;
  for (int k = 0; k < POINTS * PLATFORMS * METHODS; k++)
    s.bound[k] = NAN;
  drawn(sp_draw_profiles(&album, &s.matrix, &error), &error);
  assert_int_equal(album.n, 0);
}

/* There are pictures also if nothing ran, or if nothing took time. */
static void test_nothing(void **state)
{
  struct sample s;
  struct sp_error error = {""};
  struct sp_album album = {.memory = lasting_memory(), .directory = *state};
  build(&s);
  for (int k = 0; k < POINTS * PLATFORMS * METHODS; k++)
    s.makespan[k] = NAN;
  drawn(sp_draw_profiles(&album, &s.matrix, &error), &error);
  has(*state, "tiny-profile.gp", "title 'bba (8 without a result)'");
  for (int k = 0; k < POINTS * PLATFORMS * METHODS; k++)
    s.makespan[k] = s.bound[k] = 0;
  drawn(sp_draw_profiles(&album, &s.matrix, &error), &error);
  assert_int_equal(album.n, 4);
  assert_string_equal(album.name[2], "tiny-profile-2"); /* the name was taken */
  has(*state, "tiny-profile-2.dat", "# r-bsa: 8 of 8 have a value\n");
  has(*state, "tiny-gap-2.dat", "\n0 1\n");
}

/* A ratio of 40 000 gets tics at powers of ten; a platform without a best never counts. */
static void test_far(void **state)
{
  struct sample s;
  struct sp_error error = {""};
  struct sp_album album = {.memory = lasting_memory(), .directory = *state};
  build(&s);
  s.makespan[0] = 400000;
  s.makespan[METHODS] = 0; /* r-bsa is infinitely far there */
  drawn(sp_draw_profiles(&album, &s.matrix, &error), &error);
  has(*state, "tiny-profile.gp", "set xtics (1, 10, 100, 1000, 10000)\n");
  has(*state, "tiny-profile.gp", "title 'r-bsa (2 without a result)'\n");
  /* Ratios near the greatest double: the axis stays finite, and its tics end. */
  s.makespan[0] = 1e308;
  drawn(sp_draw_profiles(&album, &s.matrix, &error), &error);
  has_not(*state, "tiny-profile-2.gp", "inf");
}

/* A folder that does not exist, and names that differ only in case. */
static void nothing(const void *self, FILE *out)
{
  fputs(self ? "# one\n" : "# none\n", out);
}

static void plain(const void *self, const char *name, FILE *out)
{
  (void)self;
  const struct sp_paper paper = {.x = "x", .y = "y", .tics = ""};
  sp_plot_begin(name, "A test", "", "", &paper, out);
  fputs("plot x notitle\n", out);
  sp_plot_end(name, &paper, out);
}

static void test_album(void **state)
{
  struct sp_picture picture = {NULL, nothing, plain};
  struct sp_error error = {""};
  struct sp_album album = {.memory = lasting_memory(), .directory = *state};
  drawn(sp_album_draw(&album, "a-B", &picture, &error), &error);
  drawn(sp_album_draw(&album, "A-b", &picture, &error), &error);
  drawn(sp_album_draw(&album, "a-b", &picture, &error), &error);
  assert_string_equal(album.name[1], "A-b-2");
  assert_string_equal(album.name[2], "a-b-3");
  assert_int_equal(remove_files(*state, ".svg"), 3);
  album.directory = "/nowhere/at/all";
  assert_int_equal(sp_album_draw(&album, "x", &picture, &error), SP_CANNOT);
  assert_non_null(strstr(error.text, "/nowhere/at/all/x.dat"));
}

int main(void)
{
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names), cmocka_unit_test(test_shares), cmocka_unit_test(test_key),
      IN_FOLDER(test_profile),      IN_FOLDER(test_no_profile),    IN_FOLDER(test_nothing),
      IN_FOLDER(test_far),          IN_FOLDER(test_album),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

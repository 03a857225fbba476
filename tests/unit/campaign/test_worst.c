/* Tests the list of worst instances: its content, the commands that repeat the runs, and that a
 * repeated run equals the stored one. */
#include "small_campaign.h"

static void is_worst(const struct sp_worst *w, int method, int point, long index, double distance)
{
  assert_int_equal(w->method, method);
  assert_int_equal(w->point, point);
  assert_int_equal(w->index, index);
  near(w->distance, distance, 1e-15);
}

/* bba: hom 1 1.2 1.25 and one missing, c<=w 1 1 1 1; r-bsa: hom 1 1 1, c<=w 1 1.25 1 1.5. */
static void test_find(void **state)
{
  (void)state;
  struct sample s;
  struct sp_worst *worst;
  build(&s);
  assert_int_equal(sp_worst_find(&s.matrix, 3, &worst), 6);
  is_worst(&worst[0], 0, 0, 2, 1.25);
  is_worst(&worst[1], 0, 0, 1, 1.2);
  is_worst(&worst[2], 0, 0, 0, 1); /* of equal ones the first point, the lowest index */
  is_worst(&worst[3], 1, 1, 3, 1.5);
  is_worst(&worst[4], 1, 1, 1, 1.25);
  is_worst(&worst[5], 1, 0, 0, 1);
  near(worst[3].makespan, 12, 0);
  assert_int_equal(sp_worst_find(&s.matrix, 1000000000, &worst), 14); /* 2 x 7 platforms */
  is_worst(&worst[13], 1, 1, 2, 1);
  assert_int_equal(sp_worst_find(&s.matrix, 0, &worst), 0);
}

static void test_find_none(void **state)
{
  (void)state;
  struct sample s;
  struct sp_worst *worst;
  build(&s);
  for (int k = 0; k < POINTS * PLATFORMS; k++)
    s.makespan[k * METHODS + 1] = NAN;
  assert_int_equal(sp_worst_find(&s.matrix, 3, &worst), 0);
  assert_true(isnan(sp_distance_at(&s.matrix, 0, 0)));
}

/* The arguments of the command as a shell sees them, a line each. */
static void shell_splits(const char *command, const char *expected)
{
  static const char program[] = "starport run";
  char line[1000], text[1000];
  assert_int_equal(strncmp(command, program, sizeof program - 1), 0);
  snprintf(line, sizeof line, "printf '%%s\\n' %s", command + sizeof program - 1);
  FILE *out = popen(line, "r");
  assert_non_null(out);
  text[fread(text, 1, sizeof text - 1, out)] = '\0';
  assert_int_equal(pclose(out), 0);
  assert_string_equal(text, expected);
}

static void test_command(void **state)
{
  (void)state;
  struct small s;
  small_open(&s);
  char *command = sp_rerun_command(&s.experiment, 0, 1, 17, s.registry, "small", "a b.svg");
  shell_splits(command, "--from=small:comm=" HOSTILE_LABEL ":17\n--set\nseed=4711\n--set\n"
                        "c=int 2..8\n-H\nbba,mbbsa,r-bsa:order=forward\n--engine=native\n"
                        "--gantt=a b.svg\n");
  command = sp_rerun_command(&s.experiment, 1, 0, 3, s.registry, "it's/s.db#small", "w.svg");
  shell_splits(command, "--from=it's/s.db#small:variant=again,comm=hom:3\n-H\nbba:tie=last,r-bsa\n"
                        "--engine=native\n--gantt=w.svg\n");
  small_close(&s);
}

static void test_replay(void **state)
{
  (void)state;
  struct small s;
  struct sp_matrix *all, m;
  struct sp_error error = {""};
  struct sp_replay replay;
  small_open(&s);
  for (int variant = 0; variant < 2; variant++) {
    assert_int_equal(sp_matrices_read(&s.experiment, s.store, &all, &error), SP_OK);
    m = all[variant];
    for (int k = 0; k < m.points * 5 * m.methods; k++) {
      int point = k / m.methods / 5, method = k % m.methods;
      long index = k / m.methods % 5;
      if (sp_replay(&m, s.registry, s.store, point, index, method, &replay, &error))
        fail_msg("%s", error.text);
      near(replay.result.makespan, m.value[SP_FIELD_MAKESPAN][k], 0);
      assert_true(replay.trace.n >= (long)replay.in->total.v);
      sp_replay_clear(&replay);
    }
    sp_matrices_free(all);
  }
  small_close(&s);
}

/* Each platform is run again with its own noise. */
static void test_replay_with_noise(void **state)
{
  (void)state;
  struct sp_overrides overrides = {.count = 3, .noise = "link:0.3,cpu:0.5", .engine = -1};
  struct small s;
  struct sp_matrix *all;
  struct sp_error error = {""};
  struct sp_replay replay;
  small_compute(&s, small_text, &overrides, 77);
  assert_int_equal(sp_matrices_read(&s.experiment, s.store, &all, &error), SP_OK);
  for (long index = 0; index < 3; index++) {
    if (sp_replay(&all[0], s.registry, s.store, 0, index, 0, &replay, &error))
      fail_msg("%s", error.text);
    sp_replay_clear(&replay);
  }
  sp_matrices_free(all);
  small_close(&s);
}

/* A run that differs from the stored one is reported, if either has changed. */
static void test_replay_differs(void **state)
{
  (void)state;
  struct small s;
  struct sp_matrix *all, m;
  struct sp_error error = {""};
  struct sp_replay replay;
  small_open(&s);
  assert_int_equal(sp_matrices_read(&s.experiment, s.store, &all, &error), SP_OK);
  m = all[0];
  m.value[SP_FIELD_MAKESPAN][0] *= 1 + 1e-8;
  assert_int_equal(sp_replay(&m, s.registry, s.store, 0, 0, 0, &replay, &error), SP_NOT_VERIFIED);
  assert_non_null(strstr(error.text, "bba at comm=hom:0: run again it is ok with makespan "));
  sp_replay_clear(&replay);
  m.value[SP_FIELD_MAKESPAN][0] /= 1 + 1e-8;
  assert_int_equal(sp_replay(&m, s.registry, s.store, 0, 0, 0, &replay, &error), SP_OK);
  sp_replay_clear(&replay);
  sp_matrices_free(all);

  s.experiment.seed++; /* other platforms: decisions differ even where a makespan should agree */
  struct sp_replay other;
  assert_int_equal(sp_matrices_read(&s.experiment, s.store, &all, &error), SP_OK);
  m = all[0];
  sp_replay(&m, s.registry, s.store, 0, 0, 0, &other, &error);
  m.value[SP_FIELD_MAKESPAN][0] = other.result.makespan;
  sp_replay_clear(&other);
  assert_int_equal(sp_replay(&m, s.registry, s.store, 0, 0, 0, &replay, &error), SP_NOT_VERIFIED);
  sp_replay_clear(&replay);
  s.experiment.seed--;

  struct sp_registry nothing = {0};
  assert_int_equal(sp_replay(&m, &nothing, s.store, 0, 0, 0, &replay, &error), SP_BAD_INPUT);
  sp_replay_clear(&replay);
  sp_matrices_free(all);
  small_close(&s);
}

static char *list(const struct small *s, enum sp_format format, const char *directory)
{
  struct sp_error error = {""};
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (sp_report_worst(&s->experiment, s->registry, s->store, 2, "small", directory, format, out,
                      &error))
    fail_msg("%s", error.text);
  fclose(out);
  return text;
}

static void test_list(void **state)
{
  (void)state;
  struct small s;
  char directory[60], picture[120];
  small_open(&s);
  snprintf(directory, sizeof directory, "%s/figures", s.directory);
  char *text = list(&s, SP_TEXT_FORMAT, directory);
  assert_non_null(
      strstr(text, "Worst instances: " HOSTILE_TITLE ": as specified\nbba\n  1. comm="));
  assert_non_null(strstr(text, "\nr-bsa:order=forward\n  1. "));
  assert_non_null(strstr(text, "     starport run --from='small:variant=again,comm=hom:"));
  free(text);
  static const char *const names[] = {"small-worst-bba-1.svg",
                                      "small-worst-r-bsa-order-forward-2.svg",
                                      "small-again-worst-bba-tie-last-2.svg"};
  for (int k = 0; k < 3; k++) {
    snprintf(picture, sizeof picture, "%s/%s", directory, names[k]);
    assert_int_equal(access(picture, R_OK), 0);
  }
  text = list(&s, SP_CSV_FORMAT, NULL);
  int lines = 0;
  for (const char *p = text; *p; p++)
    lines += *p == '\n';
  assert_int_equal(lines, 1 + 2 * (3 + 2));
  assert_non_null(strstr(text, "\nsmall,again,\"bba:tie=last\",1,\"variant=again,comm=hom\","));
  free(text);
  small_close(&s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_find),           cmocka_unit_test(test_find_none),
      cmocka_unit_test(test_command),        cmocka_unit_test(test_replay),
      cmocka_unit_test(test_replay_differs), cmocka_unit_test(test_replay_with_noise),
      cmocka_unit_test(test_list),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

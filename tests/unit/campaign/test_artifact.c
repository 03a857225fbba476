/* Tests artifacts: the folder is complete or not made, the checksums detect every change, an
 * extract has the checksum of a campaign of its size. */
#include "base/memory.h"
#include "campaign/artifact/parts.h"
#include "campaign/run/runner.h"
#include "store_rows.h"
#include <math.h>
#include <sys/stat.h>

static const char text[] = "id = small-one\n"
                           "title = a test\n"
                           "source = this test\n"
                           "problem = redistribution\n"
                           "seed = 3141\n"
                           "count = 23\n"
                           "tier.small = 4\n"
                           "[platform]\n"
                           "workers = 5\n"
                           "c = int 1..100\n"
                           "w = int 1..100\n"
                           "[workload]\n"
                           "load = int 0..50\n"
                           "[axis comm]\n"
                           "hom: c.shared = yes\n"
                           "het:\n"
                           "[run]\n"
                           "methods = bba, r-bsa\n"
                           "also = fwd\n"
                           "engine = native\n"
                           "[variant last]\n"
                           "methods = BBA:tie=last, R_BSA\n"
                           "[table]\n"
                           "rows = comm\n"
                           "cells = mean(distance)\n"
                           "best = methods\n";

/* Cells at an index: 2 points of bba, r-bsa, fwd, and bba:tie=last of the variant. */
enum { AN_INDEX = 8 };

static struct sp_registry *registry_ok(void)
{
  struct sp_error error;
  struct sp_registry *registry = sp_registry_alloc(&error);
  assert_non_null(registry);
  return registry;
}

static struct sp_experiment experiment_of(long count)
{
  struct sp_experiment e;
  struct sp_error error = {""};
  struct sp_overrides overrides = {.count = count, .engine = -1};
  if (sp_experiment_parse("test.ini", text, &overrides, &e, &error))
    fail_msg("%s", error.text);
  return e;
}

/* Computes the experiment, or a half of it, into a database. */
static void compute(const char *path, const struct sp_experiment *e, int shards)
{
  struct sp_error error = {""};
  struct sp_registry *registry = registry_ok();
  struct sp_store *store = store_open_ok(path, SP_STORE_WRITE);
  struct sp_conditions conditions = {.seed = e->seed};
  struct sp_campaign campaign = {.experiment = e,
                                 .registry = registry,
                                 .store = store,
                                 .conditions = &conditions,
                                 .processes = 1,
                                 .shards = shards};
  struct sp_tally tally;
  if (sp_campaign_run(&campaign, &tally, &error))
    fail_msg("%s", error.text);
  sp_store_close(store);
  sp_registry_free(registry);
}

static int write_from(const char *path, const struct sp_experiment *e, const char *directory,
                      const char *print_name, struct sp_artifact_tally *tally,
                      struct sp_error *error)
{
  struct sp_registry *registry = registry_ok();
  struct sp_store *store = store_open_ok(path, SP_STORE_READ);
  struct sp_artifact order = {.experiment = e,
                              .store = store,
                              .print_name = print_name,
                              .directory = directory,
                              .registry = registry};
  int code = sp_artifact_write(&order, tally, error);
  sp_store_close(store);
  sp_registry_free(registry);
  return code;
}

static int files_here(void)
{
  FILE *list = popen("ls -A | wc -l", "r");
  int n = -1;
  assert_int_equal(fscanf(list, "%d", &n), 1);
  pclose(list);
  return n;
}

static void assert_readme_says(const char *words)
{
  char *readme = sp_xcalloc(1 << 14, 1);
  FILE *f = fopen("pack/README.md", "r");
  assert_non_null(f);
  assert_true(fread(readme, 1, (1 << 14) - 1, f) > 0);
  fclose(f);
  if (!strstr(readme, words))
    fail_msg("README.md does not say '%s':\n%s", words, readme);
  free(readme);
}

static void a_whole_experiment_gives_the_checksums_of_campaigns(void **state)
{
  (void)state;
  struct sp_artifact_tally tally;
  struct sp_error error = {""};
  char full[65], small[65], line[100];
  int files;
  struct sp_experiment e = experiment_of(23), few = experiment_of(4);
  compute("full.db", &e, 1);
  assert_int_equal(write_from("full.db", &e, "pack", NULL, &tally, &error), SP_OK);
  assert_int_equal(tally.wanted, 23 * AN_INDEX);
  assert_int_equal(tally.missing, 0);
  assert_string_equal(tally.checksum, checksum_of("full.db", full));
  assert_int_equal(system("cd pack && sha256sum --status -c SHA256SUMS"), 0);
  assert_int_equal(sp_artifact_check("pack", &files, &error), SP_OK);
  assert_int_equal(files, 9);

  /* The small tier is that of the experiment file; the database holds the text. */
  sp_experiment_clear(&few);
  struct sp_overrides overrides = {.count = 4, .engine = -1};
  assert_int_equal(sp_experiment_parse("x", e.text, &overrides, &few, &error), SP_OK);
  compute("small.db", &few, 1);
  snprintf(line, sizeof line, "checksum: %s", checksum_of("small.db", small));
  assert_readme_says(line);
  assert_readme_says("--count=4 ");
  assert_readme_says("Small tier: 4 platforms a point, 32 runs, less than a minute");
  sp_experiment_clear(&few);
  sp_experiment_clear(&e);
}

static void missing_runs_are_counted_and_reported(void **state)
{
  (void)state;
  struct sp_artifact_tally tally;
  struct sp_error error;
  struct sp_experiment e = experiment_of(7);
  compute("half.db", &e, 2); /* indices 0, 2, 4, 6 */
  assert_int_equal(write_from("half.db", &e, "pack", NULL, &tally, &error), SP_OK);
  assert_int_equal(tally.wanted, 7 * AN_INDEX);
  assert_int_equal(tally.missing, 3 * AN_INDEX);
  assert_readme_says("24 of 56 runs missing");
  sp_experiment_clear(&e);
}

static void a_failure_leaves_nothing_behind(void **state)
{
  (void)state;
  struct sp_artifact_tally tally;
  struct sp_error error = {""};
  struct sp_experiment e = experiment_of(2);
  compute("full.db", &e, 1);
  /* The published values are copied late, when most files are there. */
  e.compare = sp_experiment_copy(&e, "not-there.csv");
  assert_int_not_equal(write_from("full.db", &e, "pack", "results/x.csv", &tally, &error), SP_OK);
  assert_non_null(strstr(error.text, "not-there.csv"));
  assert_int_equal(files_here(), 1);

  assert_int_equal(mkdir("taken", 0777), 0);
  assert_int_equal(mkdir("taken/by", 0777), 0);
  assert_int_equal(write_from("full.db", &e, "taken", NULL, &tally, &error), SP_BAD_INPUT);
  assert_int_equal(write_from("full.db", &e, "full.db", NULL, &tally, &error), SP_BAD_INPUT);
  assert_int_equal(write_from("full.db", &e, "no/where", NULL, &tally, &error), SP_CANNOT);
  assert_int_equal(files_here(), 2);
  sp_experiment_clear(&e);
}

static void assert_check(int code, const char *command, const char *words)
{
  struct sp_error error = {""};
  int files;
  assert_int_equal(system(command), 0);
  assert_int_equal(sp_artifact_check("pack", &files, &error), code);
  if (!strstr(error.text, words))
    fail_msg("'%s' does not say '%s'", error.text, words);
}

static void the_check_finds_what_was_changed(void **state)
{
  (void)state;
  struct sp_artifact_tally tally;
  struct sp_error error;
  struct sp_experiment e = experiment_of(2);
  compute("full.db", &e, 1);
  assert_int_equal(write_from("full.db", &e, "pack", NULL, &tally, &error), SP_OK);
  assert_check(SP_OK, "true", "");
  assert_check(SP_NOT_VERIFIED, "sed -i 's/3141/3142/' pack/platforms.csv", "pack/platforms.csv:");
  assert_check(SP_OK, "sed -i 's/3142/3141/' pack/platforms.csv", "");
  assert_check(SP_NOT_VERIFIED, "mv pack/report.tex there", "pack/report.tex: no such file");
  assert_check(SP_BAD_INPUT, "sed -i '3s/  / /' pack/SHA256SUMS", "pack/SHA256SUMS:3: ");
  assert_check(SP_NOT_VERIFIED, "sed -i '1,$d' pack/SHA256SUMS", ": not in SHA256SUMS");
  assert_check(SP_NOT_VERIFIED,
               "cd pack && mv dump.txt ../there && find . -type f ! -name README.md -delete && "
               "sha256sum README.md >SHA256SUMS",
               "no line for dump.txt");
  assert_check(SP_NOT_VERIFIED,
               "mv there pack/dump.txt && cd pack && echo >README.md && "
               "sha256sum README.md dump.txt >SHA256SUMS",
               "README.md: does not name the checksum");
  assert_check(SP_BAD_INPUT, "rm pack/SHA256SUMS", "expected an artifact");
  sp_experiment_clear(&e);
}

static void seconds_are_those_of_the_last_attempts(void **state)
{
  (void)state;
  struct sp_error error;
  char line[400] = "";
  FILE *f = fmemopen(line, sizeof line, "w");
  struct sp_store *store = store_open_ok("rows.db", SP_STORE_WRITE);
  assert_true(sp_store_seconds(store) == 0);
  put_batch(store, 0, 9, 1);
  assert_true(isnan(sp_store_seconds(store)));
  const double seconds[] = {3.25, 0.125, 0.5};
  for (int k = 0; k < 3; k++) { /* run 4 twice, run 5 once */
    struct sp_attempt_row row = {
        .run = run_row(k < 2 ? 4 : 5).key, .seconds = seconds[k], .max_rss_kb = 700 - 9 * k};
    assert_int_equal(sp_store_attempt(store, &row, &error), SP_OK);
  }
  assert_true(sp_store_seconds(store) == 0.625);
  assert_int_equal(sp_store_put_attempts(store, f, &error), SP_OK);
  fclose(f);
  assert_non_null(strstr(line, "\t3 attempts\t3.875 s\tat most 700 KiB\n"));
  sp_store_close(store);
}

static void durations_are_coarse(void **state)
{
  (void)state;
  assert_string_equal(artifact_duration(0), "less than a minute");
  assert_string_equal(artifact_duration(28.9), "less than a minute");
  assert_string_equal(artifact_duration(29.1), "less than ten minutes");
  assert_string_equal(artifact_duration(1e9), "more than a week");
  assert_string_equal(artifact_duration(NAN), "not measured");
}

int main(void)
{
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, enter_folder, leave_folder)
  const struct CMUnitTest tests[] = {
      IN_FOLDER(a_whole_experiment_gives_the_checksums_of_campaigns),
      IN_FOLDER(missing_runs_are_counted_and_reported),
      IN_FOLDER(a_failure_leaves_nothing_behind),
      IN_FOLDER(the_check_finds_what_was_changed),
      IN_FOLDER(seconds_are_those_of_the_last_attempts),
      cmocka_unit_test(durations_are_coarse),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Tests the report of an experiment with figures and claims, from a store: the content of the
 * matrix, the order of the parts, the counts, published points. */
#include "report_rows.h"

/* Two axes; 2 x 2 points, 3 platforms, 2 methods. */
static const char text[] =
    "id = bag\ntitle = A bag\nproblem = bag\nseed = 11\ncount = 3\n[platform]\nworkers = 4\n"
    "c = int 1..9\nw = normal 5 2 in 1..9\n[workload]\nbuffer = 2\n[axis n]\ntasks = 20 *2 .. 40\n"
    "[axis net]\nfree:\nslow: latency = 1\n[run]\nmethods = min_c, mct\nengine = native\n"
    "[figure main]\nx = n\ny = mean(makespan/total)\n"
    "claim = \"slower\": min_c > mct\n"
    "claim = \"never\": mct >= 100 at net=slow\n"
    "[figure]\nx = n log\ny = max(messages)\n"
    "[variant other]\nw = 3\n";

/* makespan: the tasks, a third more for min_c; plus the platform's number. */
static double makespan_of(int tasks, int index, int method)
{
  return tasks + index + (method ? 0 : tasks / 4);
}

static void put_run(struct sp_store *store, const char *axes, int tasks, int index, int method)
{
  static const char *const names[] = {"min_c", "mct"};
  struct sp_error error;
  char name[100];
  int length = snprintf(name, sizeof name, "%s %d", axes, index);
  struct sp_key instance = sp_key_of(name, (size_t)length);
  length = snprintf(name, sizeof name, "%s %d %d", axes, index, method);
  struct sp_run_row run = {.key = sp_key_of(name, (size_t)length),
                           .instance = instance,
                           .method = names[method],
                           .method_version = 1,
                           .engine = "native",
                           .model = "native",
                           .result = {.status = SP_RUN_OK,
                                      .makespan = makespan_of(tasks, index, method),
                                      .planned = tasks + 0.5,
                                      .done = tasks,
                                      .messages = tasks + method},
                           .bound = 4,
                           .bound_name = "steady"};
  assert_int_equal(sp_store_instance(store, &instance, "body", &error), SP_OK);
  assert_int_equal(
      sp_store_cell(store, "bag", axes, index, names[method], &instance, &run.key, &error), SP_OK);
  assert_int_equal(sp_store_run(store, &run, &error), SP_OK);
}

static struct sp_store *fill_store(char *directory, char path[64])
{
  struct sp_error error;
  struct sp_store *store;
  assert_non_null(mkdtemp(directory));
  snprintf(path, 64, "%s/t.db", directory);
  assert_int_equal(sp_store_open(path, SP_STORE_WRITE, &store, &error), SP_OK);
  struct sp_key key = sp_key_of(text, sizeof text - 1);
  assert_int_equal(sp_store_experiment(store, "bag", &key, text, &error), SP_OK);
  for (int k = 0; k < 2 * 2 * 3 * 2; k++) {
    int tasks = k / 12 ? 40 : 20;
    char axes[40];
    snprintf(axes, sizeof axes, "n=%d net=%s", tasks, k / 6 % 2 ? "slow" : "free");
    put_run(store, axes, tasks, k / 2 % 3, k % 2);
  }
  return store;
}

/* A store, its experiment, and a file of published points. */
struct bench {
  char directory[40], path[64], csv[64];
  struct sp_store *store;
  struct sp_experiment e;
};

static void bench_open(struct bench *b, const char *points)
{
  struct sp_error error = {""};
  strcpy(b->directory, "/tmp/starport-report-XXXXXX");
  b->store = fill_store(b->directory, b->path);
  if (sp_experiment_parse("bag.ini", text, NULL, &b->e, &error))
    fail_msg("%s", error.text);
  snprintf(b->csv, sizeof b->csv, "%s/p.csv", b->directory);
  if (!points)
    return;
  FILE *file = fopen(b->csv, "w");
  fputs(points, file);
  fclose(file);
  b->e.plot[0].compare = b->csv;
  b->e.plot[0].compare_tag = sp_experiment_copy(&b->e, "ours");
}

static void bench_close(struct bench *b)
{
  sp_experiment_clear(&b->e);
  sp_store_close(b->store);
  unlink(b->csv);
  unlink(b->path);
  rmdir(b->directory);
}

static char *report(struct bench *b, enum sp_format format, struct sp_report_counts *counts)
{
  struct sp_error error = {""};
  char *written = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&written, &size);
  if (sp_report(&b->e, b->store, format, out, counts, &error))
    fail_msg("%s", error.text);
  fclose(out);
  return written;
}

static void test_matrix(void **state)
{
  (void)state;
  struct bench b;
  struct sp_matrix *all, m;
  struct sp_error error;
  bench_open(&b, NULL);
  assert_int_equal(sp_matrices_read(&b.e, b.store, &all, &error), SP_OK);
  m = all[0];
  assert_int_equal(m.points, 4);
  for (int k = 0; k < 24; k++) {
    int tasks = k / 12 ? 40 : 20;
    near(m.value[SP_FIELD_MAKESPAN][k], makespan_of(tasks, k / 2 % 3, k % 2), 0);
    near(m.value[SP_FIELD_MESSAGES][k], tasks + k % 2, 0);
    near(sp_matrix_measured(&m, "total")[k / 2], tasks, 0);
  }
  assert_null(m.value[SP_FIELD_DONE]); /* no quantity names it */
  assert_int_equal(m.n_measures, 1);
  sp_matrices_free(all);
  bench_close(&b);
}

/* "never" fails; of the published points one differs: makespan/total of mct at 20 is 1.05, se
 * 0.0289; at 40 1.025, se 0.0144. */
static void test_counts(void **state)
{
  (void)state;
  struct bench b;
  struct sp_report_counts counts;
  bench_open(&b, "net,n,mct,mct_se\nfree,20,1.1,0.001\nslow,40,1.0,0.02\nslow,20,1.5,0.001\n");
  char *csv = report(&b, SP_CSV_FORMAT, &counts);
  assert_int_equal(counts.tag[SP_OURS].differ, 1); /* a value of ours is not published */
  const struct sp_tag_counts *printed = &counts.tag[SP_PRINTED], *claimed = &counts.tag[SP_CLAIMED];
  assert_int_equal(printed->agree + printed->differ + printed->undecided + printed->trivial, 0);
  assert_true(claimed->agree == 1 && claimed->differ == 1); /* the claims */
  assert_int_equal(claimed->undecided + claimed->trivial, 0);
  assert_int_equal(counts.tag[SP_OURS].agree + counts.tag[SP_OURS].undecided, 2);
  assert_non_null(strstr(csv, "\nbag,,20,slow,mct,declared,mean(makespan/total),1.05,"));
  assert_non_null(strstr(csv, ",3,0,1.5,0.001,differs\n"));
  assert_non_null(strstr(csv, "\nbag,,40,free,mct,declared,max(messages),41,,3,0,,,\n"));
  assert_non_null(strstr(csv, "\nbag,,20,free,min_c,claim,mean(makespan/total) min_c > mct,0.25,0,"
                              "3,0,,,holds\n"));
  assert_non_null(strstr(csv, ",mct,claim,mean(makespan/total) mct >= 100 at net=slow,"));
  char *variant = strstr(csv, "\nbag,other,");
  assert_true(variant > strstr(csv, ",claim,")); /* without published values and claims */
  assert_null(strstr(variant, ",claim,"));
  assert_null(strstr(variant, "differs"));
  free(csv);
  bench_close(&b);
}

static void test_text(void **state)
{
  (void)state;
  struct bench b;
  struct sp_report_counts counts;
  bench_open(&b, "net,n,mct,mct_se\nfree,20,1.1,0.001\n");
  char *written = report(&b, SP_TEXT_FORMAT, &counts);
  assert_non_null(strstr(
      written, "\n\nFigure main: A bag: as specified\nagainst n; under our values p.csv (ours)\n"
               "\nmean(makespan/total)\n"
               "net   n   min_c            mct\n"
               "free  20  1.3000 (0.0289)  1.0500 (0.0289)\n"
               "                           1.1    cannot tell\n"
               "free  40  1.2750 (0.0144)  1.0250 (0.0144)\n"
               "slow  20  1.3000 "));
  assert_non_null(strstr(written, "\nFigure: A bag: as specified\nagainst n\n\nmax(messages)\n"));
  assert_null(
      strstr(written, "does not state its number of platforms")); /* it has standard errors */
  assert_non_null(strstr(written, "\n2 claims: 1 holds, 1 does not.\n"));
  assert_non_null(strstr(written, "\nFigure main: A bag: other\nagainst n\n"));
  free(written);
  written = report(&b, SP_LATEX_FORMAT, &counts);
  assert_int_equal(counts.tag[SP_CLAIMED].differ, 1);
  assert_non_null(strstr(written, "does not hold & "));
  free(written);
  bench_close(&b);
}

static void refused(const char *points, const char *words)
{
  struct bench b;
  struct sp_report_counts counts;
  struct sp_error error = {""};
  char *written = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&written, &size);
  bench_open(&b, points);
  assert_int_equal(sp_report(&b.e, b.store, SP_TEXT_FORMAT, out, &counts, &error), SP_BAD_INPUT);
  if (!strstr(error.text, words))
    fail_msg("'%s' does not say '%s'", error.text, words);
  fclose(out);
  free(written);
  bench_close(&b);
}

static void test_bad_points(void **state)
{
  (void)state;
  refused("net,n,mct\nfree,21,1\n", "p.csv: n of row 1 is '21', expected a value of axis n");
  refused("n,net,mct\n20,free,1\n", "p.csv: n of row 1 is '20', expected a value of axis net");
  refused("net,n,mct\nfree,20,x\n", "p.csv:2: mct is 'x', expected a number in plain digits");
  refused("net,n\nfree,20\n", "p.csv:1: 2 columns, expected 2 keys and values");
}

int main(void)
{
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_matrix),
      cmocka_unit_test(test_counts),
      cmocka_unit_test(test_text),
      cmocka_unit_test(test_bad_points),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

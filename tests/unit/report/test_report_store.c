/* Tests reports from a store: the matrix, the formats as a whole, the figures. */
#include "report_rows.h"
#include <dirent.h>
#include <sys/stat.h>

static const char experiment_text[] = "id = tiny\n"
                                      "title = A tiny table\n"
                                      "problem = redistribution\n"
                                      "seed = 1\n"
                                      "count = 4\n"
                                      "[platform]\n"
                                      "workers = 3\n"
                                      "c = int 1..9\n"
                                      "w = int 1..9\n"
                                      "[workload]\n"
                                      "load = int 0..90\n"
                                      "[axis comm]\n"
                                      "hom: c.shared = yes\n"
                                      "c<=w:\n"
                                      "[run]\n"
                                      "methods = BBA:tie=last, r-bsa:order=backward\n"
                                      "also = fwd\n"
                                      "engine = native\n"
                                      "[table]\n"
                                      "rows = comm\n"
                                      "cells = mean(distance) sd(distance)\n"
                                      "[variant again]\n"
                                      "when = comm=c<=w\n"
                                      "methods = r-bsa\n";

static void put_run(struct sp_store *store, int point, int index, int method)
{
  static const char *const axes[] = {"comm=hom", "comm=c<=w"};
  static const char *const names[] = {"bba:tie=last", "r-bsa", "fwd"};
  struct sp_error error;
  double makespan = table[(point * PLATFORMS + index) * METHODS + method];
  char text[40];
  int length = snprintf(text, sizeof text, "%d %d", point, index);
  struct sp_key instance = sp_key_of(text, (size_t)length);
  length = snprintf(text, sizeof text, "%d %d %d", point, index, method);
  struct sp_run_row run = {.key = sp_key_of(text, (size_t)length),
                           .instance = instance,
                           .method = names[method],
                           .method_version = 1,
                           .engine = "native",
                           .model = "native",
                           .result = {.status = isnan(makespan) ? SP_CRASHED : SP_RUN_OK,
                                      .makespan = makespan,
                                      .planned = NAN,
                                      .done = 3},
                           .bound = 4,
                           .bound_name = "capacity"};
  snprintf(run.result.reason, sizeof run.result.reason, "%s", isnan(makespan) ? "signal 11" : "");
  assert_int_equal(sp_store_instance(store, &instance, "body", &error), SP_OK);
  assert_int_equal(
      sp_store_cell(store, "tiny", axes[point], index, names[method], &instance, &run.key, &error),
      SP_OK);
  assert_int_equal(sp_store_run(store, &run, &error), SP_OK);
}

/* The store of the table, in *directory, which the caller removes. */
static struct sp_store *fill_store(char *directory, char path[64])
{
  struct sp_error error;
  struct sp_store *store;
  assert_non_null(mkdtemp(directory));
  snprintf(path, 64, "%s/t.db", directory);
  assert_int_equal(sp_store_open(path, SP_STORE_WRITE, &store, &error), SP_OK);
  struct sp_key key = sp_key_of(experiment_text, sizeof experiment_text - 1);
  assert_int_equal(sp_store_experiment(store, "tiny", &key, experiment_text, &error), SP_OK);
  for (int k = POINTS * PLATFORMS * METHODS - 1; k >= 0; k--)
    put_run(store, k / METHODS / PLATFORMS, k / METHODS % PLATFORMS, k % METHODS);
  return store;
}

/* Methods may be spelt otherwise in the experiment than in the store; crashed runs are missing. */
static void test_matrix(void **state)
{
  (void)state;
  char directory[] = "/tmp/starport-report-XXXXXX", path[64];
  struct sp_store *store = fill_store(directory, path);
  struct sp_experiment e;
  struct sp_matrix *all, m;
  struct sp_error error;
  assert_int_equal(sp_experiment_parse("tiny.ini", experiment_text, NULL, &e, &error), SP_OK);
  assert_int_equal(sp_matrices_read(&e, store, &all, &error), SP_OK);
  m = all[0];
  static const long missing[] = {0, 1, 0, 0, 0, 4};
  for (int k = 0; k < POINTS * METHODS; k++)
    assert_int_equal(sp_matrix_missing(&m, k / METHODS, k % METHODS), missing[k]);
  for (int k = 0; k < POINTS * PLATFORMS * METHODS; k++) {
    assert_int_equal(isnan(m.value[SP_FIELD_MAKESPAN][k]), isnan(table[k]));
    if (!isnan(table[k])) {
      near(m.value[SP_FIELD_MAKESPAN][k], table[k], 0);
      near(m.bound[k], 4, 0);
    }
  }
  sp_matrices_free(all);

  struct sp_report_counts counts;
  memset(&counts, 7, sizeof counts);
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_int_equal(sp_report(&e, store, SP_CSV_FORMAT, out, &counts, &error), SP_OK);
  fclose(out);
  assert_int_equal(counts.tag[SP_PRINTED].differ + counts.tag[SP_OURS].differ, 0);
  assert_non_null(strstr(text, "\ntiny,,hom,BBA:tie=last,declared,mean(distance),"
                               "1.1500000000000001,0.076376261582597332,3,0,,,\n"));
  assert_non_null(strstr(text, "\ntiny,again,c<=w,r-bsa,declared,mean(distance),1,0,4,0,,,\n"));
  free(text);

  e.compare = sp_experiment_copy(&e, "/nowhere/t.csv");
  assert_int_equal(sp_report(&e, store, SP_TEXT_FORMAT, stdout, NULL, &error), SP_BAD_INPUT);
  sp_experiment_clear(&e);
  sp_store_close(store);
  unlink(path);
  rmdir(directory);
}

/* A published label that no axis has would never be compared, without a message. */
static void test_unknown_label(void **state)
{
  (void)state;
  char directory[] = "/tmp/starport-report-XXXXXX", path[64], csv[64];
  struct sp_store *store = fill_store(directory, path);
  struct sp_experiment e;
  struct sp_error error;
  assert_int_equal(sp_experiment_parse("tiny.ini", experiment_text, NULL, &e, &error), SP_OK);
  snprintf(csv, sizeof csv, "%s/p.csv", directory);
  FILE *file = fopen(csv, "w");
  fputs("communication,bba_mean\nhom,1\nhet,1\n", file);
  fclose(file);
  e.compare = sp_experiment_copy(&e, csv);
  assert_int_equal(sp_report(&e, store, SP_TEXT_FORMAT, stdout, NULL, &error), SP_BAD_INPUT);
  assert_non_null(
      strstr(error.text, "communication of row 2 is 'het', expected a value of axis comm"));
  sp_experiment_clear(&e);
  sp_store_close(store);
  unlink(csv);
  unlink(path);
  rmdir(directory);
}

/* ---- Figures. */
static char *content(const char *directory, const char *name)
{
  char path[160], *text = calloc(1, 1 << 20);
  snprintf(path, sizeof path, "%s/%s", directory, name);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
  fclose(file);
  return text;
}

/* Removes what was drawn, and the directory; returns how many files there were. */
static int remove_all(const char *directory)
{
  char path[400];
  int n = 0;
  DIR *open_directory = opendir(directory);
  for (struct dirent *entry; (entry = readdir(open_directory));) {
    snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
    n += unlink(path) == 0;
  }
  closedir(open_directory);
  rmdir(directory);
  return n;
}

static void test_figures(void **state)
{
  (void)state;
  char directory[] = "/tmp/starport-report-XXXXXX", path[64], figures[64];
  struct sp_store *store = fill_store(directory, path);
  struct sp_experiment e;
  struct sp_error error;
  int drawn = 0;
  snprintf(figures, sizeof figures, "%s/figures", directory);
  assert_int_equal(sp_experiment_parse("tiny.ini", experiment_text, NULL, &e, &error), SP_OK);
  assert_int_equal(sp_report_figures(&e, store, figures, true, &drawn, &error), SP_OK);
  assert_int_equal(drawn, 6); /* three points, a profile, two distances from the bound */
  char *data = content(figures, "tiny-hom.dat"), *script = content(figures, "tiny-again-c-le-w.gp");
  char *svg = content(figures, "tiny-c-le-w.svg"), *pdf = content(figures, "tiny-c-le-w.pdf");
  assert_string_equal(
      data, "# distance = makespan / least makespan of the methods below; one block a method\n"
            "# columns: 100 (distance - 1), share of the platforms that are at most as "
            "far\n"
            "# BBA:tie=last: 100 (distance - 1), share of 3 platforms\n0 0\n"
            "0 0.33333333333333331\n19.999999999999996 0.66666666666666663\n25 1\n25 1\n\n\n"
            "# r-bsa:order=backward: 100 (distance - 1), share of 3 platforms\n0 0\n"
            "0 1\n25 1\n\n\n");
  assert_non_null(strstr(script, "plot 'tiny-again-c-le-w.dat' index 0 with steps "));
  assert_non_null(strstr(svg, "</svg>"));
  assert_memory_equal(pdf, "%PDF", 4);
  free(pdf);
  free(svg);
  free(script);
  free(data);
  assert_int_equal(remove_all(figures), 24);
  sp_experiment_clear(&e);
  sp_store_close(store);
  unlink(path);
  rmdir(directory);
}

/* Draws with the programs of `programs`, which fails with the message; two files are left. */
static void refuse_figures(const char *programs, const char *message)
{
  char directory[] = "/tmp/starport-report-XXXXXX", path[64], figures[64];
  struct sp_store *store = fill_store(directory, path);
  struct sp_experiment e;
  struct sp_error error;
  int drawn = 0;
  char *known = strdup(getenv("PATH"));
  snprintf(figures, sizeof figures, "%s/figures", directory);
  assert_int_equal(sp_experiment_parse("tiny.ini", experiment_text, NULL, &e, &error), SP_OK);
  setenv("PATH", programs, 1);
  assert_int_equal(sp_report_figures(&e, store, figures, true, &drawn, &error), SP_CANNOT);
  setenv("PATH", known, 1);
  assert_non_null(strstr(error.text, message));
  assert_int_equal(remove_all(figures), 2);
  free(known);
  sp_experiment_clear(&e);
  sp_store_close(store);
  unlink(path);
  assert_int_equal(rmdir(directory), 0);
}

/* Without gnuplot the script and the data are written, with a message. */
static void test_no_gnuplot(void **state)
{
  (void)state;
  refuse_figures("/nowhere", "tiny-hom.gp: written, but gnuplot is not installed");
}

/* Pictures that a full disk cut off are removed. */
static void test_partial_pictures(void **state)
{
  (void)state;
  char folder[] = "/tmp/starport-gnuplot-XXXXXX", program[64];
  assert_non_null(mkdtemp(folder));
  snprintf(program, sizeof program, "%s/gnuplot", folder);
  FILE *f = fopen(program, "w");
  assert_non_null(f);
  fputs("#!/bin/sh\necho '<svg>' > ${1%.gp}.svg\necho '%PDF' > ${1%.gp}.pdf\n", f);
  fclose(f);
  assert_int_equal(chmod(program, 0755), 0);
  refuse_figures(folder, "tiny-hom.gp: gnuplot wrote no complete SVG and PDF");
  unlink(program);
  assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_matrix),           cmocka_unit_test(test_unknown_label),
      cmocka_unit_test(test_figures),          cmocka_unit_test(test_no_gnuplot),
      cmocka_unit_test(test_partial_pictures),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

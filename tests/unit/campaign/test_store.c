/* Tests the results database: every column is read back, conflicts are reported, missing runs are
 * found. */
#include "store_rows.h"

#include <time.h>

/* The dump of a database, to be freed. */
__attribute__((noinline)) static char *dump_of(const char *path)
{
  char *text = NULL;
  size_t length;
  struct sp_error error;
  struct sp_store *store = store_open_ok(path, SP_STORE_READ);
  FILE *f = open_memstream(&text, &length);
  assert_int_equal(sp_store_dump(store, f, &error), SP_OK);
  fclose(f);
  sp_store_close(store);
  return text;
}

static void test_columns(void **state)
{
  (void)state;
  struct sp_error error;
  struct sp_store *store = store_open_ok("a.db", SP_STORE_WRITE);
  struct sp_run_row run = run_row(7), failed = run_row(8);
  struct sp_key experiment = key_of("experiment", 3);
  char k[65], i[65], s[65], f[65], x[65], expected[3000];
  failed.result.status = SP_FAILED;
  strcpy(failed.result.reason, "stuck:\tnode \\ 3\nat 2.5\r");
  failed.result.planned = 4.25;
  run.result.makespan = 0.1 + 0.2;
  run.bound = 5; /* a whole number in a column of reals */
  assert_int_equal(sp_store_experiment(store, "t1", &experiment, "id = t1", &error), SP_OK);
  assert_int_equal(sp_store_instance(store, &run.instance, "body é", &error), SP_OK);
  assert_int_equal(sp_store_cell(store, "t1", "comm=het range=c<=w", 1234567890123, run.method,
                                 &run.instance, &run.key, &error),
                   SP_OK);
  assert_int_equal(sp_store_run(store, &run, &error), SP_OK);
  assert_int_equal(sp_store_run(store, &failed, &error), SP_OK);
  assert_int_equal(sp_store_status(store, &run.key), SP_RUN_OK);
  assert_int_equal(sp_store_status(store, &failed.key), SP_FAILED);
  assert_int_equal(sp_store_status(store, &experiment), -1);
  sp_store_close(store);

  char *dump = dump_of("a.db"), *rows = strstr(dump, "\nrun\t");
  snprintf(expected, sizeof expected,
           "experiment\tid\tkey\ttext\nt1\t%s\tid = t1\ninstance\tkey\tbody\n%s\tbody é\n"
           "cell\texperiment\taxes\tidx\tmethod\tinstance\trun\n"
           "t1\tcomm=het range=c<=w\t1234567890123\tmbbsa:tie=last\t%s\t%s\n",
           sp_key_text(&experiment, x), sp_key_text(&run.instance, i), i, sp_key_text(&run.key, k));
  assert_memory_equal(dump, expected, strlen(expected));
  snprintf(
      expected, sizeof expected,
      "\n%s\t%s\tmbbsa:tie=last\t7\t%s\tnative\tnative; seed 17\tok\t\\N\t"
      "0.30000000000000004\t\\N\t0.0070000000000000001\t77\t5\tcapacity\tfedcba9876543217\t"
      "0123456789abcdf6\t0\t1\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\n",
      k, i, sp_key_text(&run.method_source, s));
  assert_non_null(strstr(rows, expected));
  snprintf(expected, sizeof expected,
           "\n%s\t%s\tr-bsa\t7\t%s\tnative\tnative; seed 17\tfailed\t"
           "stuck:\\tnode \\\\ 3\\nat 2.5\\r\t\\N\t4.25\t\\N\t\\N\t0.80000000000000004\tcapacity\t"
           "\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\n",
           sp_key_text(&failed.key, f), sp_key_text(&failed.instance, i),
           sp_key_text(&failed.method_source, s));
  assert_non_null(strstr(rows, expected));
  free(dump);
}

enum { PLANNING_TEXT = 200 };

/* Writes "axes index method seconds;" of cells that have them. */
static int note_planning(void *data, const struct sp_cell_row *row)
{
  char *text = data;
  size_t length = strlen(text);
  if (!isnan(row->planning))
    snprintf(text + length, PLANNING_TEXT - length, "%s %ld %s %g;", row->axes, row->index,
             row->method, row->planning);
  return SP_OK;
}

static void test_planning(void **state)
{
  (void)state;
  static const struct {
    long run;
    double seconds;
  } attempts[] = {{4, 0.5}, {1, 0.125}, {4, 0.25}, {2, 2}, {2, NAN}, {77, 3}};
  char text[PLANNING_TEXT] = "";
  struct sp_error error;
  struct sp_store *store = store_open_ok("a.db", SP_STORE_WRITE);
  put_batch(store, 0, 6, 1);
  for (size_t k = 0; k < sizeof attempts / sizeof *attempts; k++) {
    struct sp_attempt_row row = {.run = key_of("run", attempts[k].run),
                                 .planning_seconds = attempts[k].seconds};
    assert_int_equal(sp_store_attempt(store, &row, &error), SP_OK);
  }
  assert_int_equal(sp_store_cells(store, "table", true, note_planning, text, &error), SP_OK);
  /* The latest of run 4; the latest of run 2 has none; no cell wants run 77. */
  assert_string_equal(text, "comm=het 1 mbbsa:tie=last 0.25;comm=hom 0 mbbsa:tie=last 0.125;");
  text[0] = '\0';
  assert_int_equal(sp_store_cells(store, "table", false, note_planning, text, &error), SP_OK);
  assert_string_equal(text, "");
  sp_store_close(store);
}

static void test_attempts(void **state)
{
  (void)state;
  char answer[300];
  struct sp_error error;
  struct sp_store *store = store_open_ok("a.db", SP_STORE_WRITE);
  struct sp_attempt_row row = {key_of("run", 2), 0.375, 4321, 9, "tail of\nstderr", 0.0625};
  assert_int_equal(sp_store_attempt(store, &row, &error), SP_OK);
  row.stderr_tail = NULL;
  row.planning_seconds = NAN;
  assert_int_equal(sp_store_attempt(store, &row, &error), SP_OK);
  sp_store_close(store);
  ask_file("a.db",
           "SELECT group_concat(length(run)||started||host||seconds||max_rss_kb||exit||"
           "ifnull(stderr_tail, '-')||build||' plans '||ifnull(planning_seconds, 'nothing'), '|')"
           " FROM attempt",
           answer, sizeof answer);
  assert_non_null(strstr(answer, "0.37543219tail of\nstderrstarport "));
  assert_non_null(strstr(answer, "0.37543219-starport "));
  assert_non_null(strstr(answer, " plans 0.0625|"));
  assert_non_null(strstr(answer, " plans nothing"));
  assert_int_equal(answer[0], '3'); /* 32 bytes, then the year */
  assert_int_equal(answer[2], '2');
}

/* Random doubles, and the extreme ones, are read back to the bit. */
static void test_doubles(void **state)
{
  (void)state;
  enum { N = 500 };
  static double value[N] = {5e-324, 1.7976931348623157e308, 9007199254740993.0, 0.1, -0.0};
  struct sp_error error;
  struct sp_store *store = store_open_ok("a.db", SP_STORE_WRITE);
  uint64_t bits = 88172645463325252;
  for (int k = 5; k < N; k++) {
    bits = bits * 6364136223846793005u + 1442695040888963407u;
    uint64_t finite = bits & UINT64_MAX >> 2; /* no sign, no infinity, no NAN */
    memcpy(&value[k], &finite, sizeof finite);
  }
  assert_int_equal(sp_store_begin(store, &error), SP_OK);
  struct sp_run_row run = run_row(0);
  assert_int_equal(sp_store_instance(store, &run.instance, "body", &error), SP_OK);
  for (int k = 0; k < N; k++) {
    run.key = key_of("run", k);
    run.result.makespan = value[k];
    assert_int_equal(sp_store_run(store, &run, &error), SP_OK);
  }
  /* Inserting the same row again is not a conflict, so no bit was lost; a different last bit is
   * one. */
  for (int k = 0; k < N; k++) {
    run.key = key_of("run", k);
    run.result.makespan = value[k];
    assert_int_equal(sp_store_run(store, &run, &error), SP_OK);
    run.result.makespan = nextafter(value[k], 1);
    assert_int_equal(sp_store_run(store, &run, &error), SP_NOT_VERIFIED);
  }
  assert_int_equal(sp_store_commit(store, &error), SP_OK);
  sp_store_close(store);
  sp_store_close(store_open_ok("a.db", SP_STORE_READ)); /* the rows match the seal */
}

static void test_conflict(void **state)
{
  (void)state;
  struct sp_error error = {""};
  struct sp_store *store = store_open_ok("a.db", SP_STORE_WRITE);
  put_batch(store, 0, 30, 1);
  struct sp_run_row run = run_row(13), other = run;
  other.result.makespan = 77.25;
  assert_int_equal(sp_store_run(store, &run, &error), SP_OK);
  assert_int_equal(sp_store_run(store, &other, &error), SP_NOT_VERIFIED);
  assert_non_null(strstr(error.text, "makespan 4.2421428571428574"));
  assert_non_null(strstr(error.text, "makespan 77.25"));
  for (int what = 0; what < 11; what++) {
    other = run;
    other.result.planned = what == 0 ? 3 : run.result.planned;
    other.result.done += what == 1;
    other.result.messages += what == 2;
    other.result.order_hash ^= what == 3;
    other.result.bits_hash ^= what == 4;
    other.bound += what == 5;
    other.bound_name = what == 6 ? "lp7" : run.bound_name;
    other.model = what == 7 ? "native" : run.model;
    other.method_version += what == 8;
    other.result.wasted += what == 9;
    other.result.resends += what == 10;
    assert_int_equal(sp_store_run(store, &other, &error), SP_NOT_VERIFIED);
  }
  assert_int_equal(sp_store_instance(store, &run.instance, "another", &error), SP_NOT_VERIFIED);
  /* A refused row leaves the batch open, and its other rows stay. */
  assert_int_equal(sp_store_begin(store, &error), SP_OK);
  struct sp_run_row more = run_row(14);
  more.key = key_of("run", 1000);
  other.result.makespan = 1;
  assert_int_equal(sp_store_run(store, &more, &error), SP_OK);
  assert_int_equal(sp_store_run(store, &other, &error), SP_NOT_VERIFIED);
  assert_int_equal(sp_store_commit(store, &error), SP_OK);
  assert_int_equal(sp_store_status(store, &more.key), SP_RUN_OK);
  sp_store_close(store);
  sp_store_close(store_open_ok("a.db", SP_STORE_READ)); /* the seal holds */
}

/* Results replace crashed and timeout, and a retry deletes these. */
static void test_provisional(void **state)
{
  (void)state;
  struct sp_error error;
  struct sp_store *store = store_open_ok("a.db", SP_STORE_WRITE);
  struct sp_run_row ok = run_row(1), crashed = ok, timeout = ok;
  crashed.result.status = SP_CRASHED;
  strcpy(crashed.result.reason, "signal 11");
  timeout.result.status = SP_TIMEOUT;
  strcpy(timeout.result.reason, "10 s");
  assert_int_equal(sp_store_instance(store, &ok.instance, "body", &error), SP_OK);
  assert_int_equal(sp_store_run(store, &timeout, &error), SP_OK);
  assert_int_equal(sp_store_run(store, &crashed, &error), SP_OK);
  assert_int_equal(sp_store_run(store, &timeout, &error), SP_OK);
  assert_int_equal(sp_store_status(store, &ok.key), SP_CRASHED);
  assert_int_equal(sp_store_run(store, &ok, &error), SP_OK);
  assert_int_equal(sp_store_run(store, &crashed, &error), SP_OK);
  assert_int_equal(sp_store_status(store, &ok.key), SP_RUN_OK);
  assert_int_equal(sp_store_forget(store, &ok.key, &error), SP_OK);
  assert_int_equal(sp_store_status(store, &ok.key), -1);
  sp_store_close(store);
  sp_store_close(store_open_ok("a.db", SP_STORE_READ));
}

static int count_cell(void *data, const struct sp_cell_row *cell)
{
  long *seen = data;
  seen[cell->status < 0 ? 1 : 0]++;
  if (cell->status >= 0) {
    struct sp_run_row run =
        run_row(3 * cell->index + (cell->method[0] == 'm') + 2 * (cell->method[0] == 'r'));
    const struct sp_field *f;
    for (int k = 0; (f = sp_result_field(k)); k++) {
      double expected = f->place ? sp_field_number(f, &run.result) : NAN;
      assert_true(isnan(expected) ? isnan(cell->value[k]) : cell->value[k] == expected);
    }
    assert_true(isnan(cell->bound) ? isnan(run.bound) : cell->bound == run.bound);
    assert_string_equal(cell->reason, "");
  } else
    assert_true(isnan(cell->value[SP_FIELD_MAKESPAN]));
  return seen[0] + seen[1] == seen[2];
}

/* Missing runs show; the cell of an edited heuristic wants another run; an edited experiment starts
 * again. */
static void test_cells(void **state)
{
  (void)state;
  struct sp_error error;
  const char *id, *text;
  struct sp_store *store = store_open_ok("a.db", SP_STORE_WRITE);
  put_batch(store, 0, 30, 1);
  struct sp_run_row run = run_row(5);
  struct sp_key edited = key_of("run", 5000), experiment = key_of("experiment", 2);
  long seen[3] = {0, 0, -1};
  assert_int_equal(
      sp_store_cell(store, "table", "comm=hom", 1, "r-bsa", &run.instance, &edited, &error), SP_OK);
  assert_int_equal(sp_store_cells(store, "table", false, count_cell, seen, &error), SP_OK);
  assert_int_equal(seen[0], 29);
  assert_int_equal(seen[1], 1);
  long some[3] = {0, 0, 4};
  assert_int_equal(sp_store_cells(store, "table", false, count_cell, some, &error), 1);
  assert_int_equal(some[0] + some[1], 4);
  assert_int_equal(sp_store_experiment(store, "table", &experiment, "new", &error), SP_OK);
  memset(seen, 0, sizeof seen);
  assert_int_equal(sp_store_cells(store, "table", false, count_cell, seen, &error), SP_OK);
  assert_int_equal(seen[0] + seen[1], 0);
  assert_int_equal(sp_store_status(store, &run.key), SP_RUN_OK);
  assert_int_equal(sp_store_experiment(store, "apart", &experiment, "x", &error), SP_OK);
  assert_true(sp_store_experiment_at(store, 1, &id, &text));
  assert_string_equal(id, "table");
  assert_string_equal(text, "new");
  assert_false(sp_store_experiment_at(store, 2, &id, &text));
  /* A cell without an experiment is an error, and undoes the batch. */
  assert_int_equal(sp_store_begin(store, &error), SP_OK);
  assert_int_equal(sp_store_cell(store, "none", "", 1, "bba", &run.instance, &edited, &error),
                   SP_CANNOT);
  assert_int_equal(sp_store_commit(store, &error), SP_CANNOT);
  sp_store_close(store);
  sp_store_close(store_open_ok("a.db", SP_STORE_READ));
}

static double seconds_since(const struct timespec *start)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)(now.tv_sec - start->tv_sec) + 1e-9 * (double)(now.tv_nsec - start->tv_nsec);
}

/* Takes a second or two; the time is printed, not asserted. */
static void test_many(void **state)
{
  (void)state;
  enum { N = 100000 };
  char hex[65];
  struct timespec start;
  struct sp_error error;
  struct sp_store *store = store_open_ok("a.db", SP_STORE_WRITE);
  clock_gettime(CLOCK_MONOTONIC, &start);
  for (long k = 0; k < N; k += 20000)
    put_batch(store, k, k + 20000, 1);
  print_message("%d runs with cells and instances: %.2f s", N, seconds_since(&start));
  sp_store_close(store);
  clock_gettime(CLOCK_MONOTONIC, &start);
  store = store_open_ok("a.db", SP_STORE_READ);
  print_message(", opened and checked: %.2f s", seconds_since(&start));
  clock_gettime(CLOCK_MONOTONIC, &start);
  assert_int_equal(sp_store_checksum(store, hex, &error), SP_OK);
  print_message(", dumped: %.2f s\n", seconds_since(&start));
  sp_store_close(store);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_columns, enter_folder, leave_folder),
      cmocka_unit_test_setup_teardown(test_attempts, enter_folder, leave_folder),
      cmocka_unit_test_setup_teardown(test_planning, enter_folder, leave_folder),
      cmocka_unit_test_setup_teardown(test_doubles, enter_folder, leave_folder),
      cmocka_unit_test_setup_teardown(test_conflict, enter_folder, leave_folder),
      cmocka_unit_test_setup_teardown(test_provisional, enter_folder, leave_folder),
      cmocka_unit_test_setup_teardown(test_cells, enter_folder, leave_folder),
      cmocka_unit_test_setup_teardown(test_many, enter_folder, leave_folder),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Tests merging: merge and dump do not depend on the order; shards that disagree are refused. */
#include "store_rows.h"

/* Three shards merged in any order, and rows inserted backwards, are the unsharded database. */
static void test_merge(void **state)
{
  (void)state;
  static const int order[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  char name[32], whole[65], other[65], attempts[8];
  struct sp_error error;
  struct sp_attempt_row attempt = {.run = key_of("run", 0)};
  struct sp_store *store = store_open_ok("whole.db", SP_STORE_WRITE);
  put_batch(store, 0, 300, 1);
  sp_store_close(store);
  checksum_of("whole.db", whole);
  store = store_open_ok("backwards.db", SP_STORE_WRITE);
  assert_int_equal(sp_store_begin(store, &error), SP_OK);
  for (long k = 299; k >= 0; k--)
    assert_int_equal(put_rows(store, k, k + 1, 1), SP_OK);
  assert_int_equal(sp_store_commit(store, &error), SP_OK);
  sp_store_close(store);
  assert_string_equal(checksum_of("backwards.db", other), whole);
  for (int i = 0; i < 3; i++) {
    snprintf(name, sizeof name, "shard%d.db", i);
    store = store_open_ok(name, SP_STORE_WRITE);
    put_batch(store, i, 300, 3);
    put_batch(store, 0, 20, 1); /* shards may overlap */
    assert_int_equal(sp_store_attempt(store, &attempt, &error), SP_OK);
    sp_store_close(store);
    assert_string_not_equal(checksum_of(name, other), whole);
  }
  for (int i = 0; i < 6; i++) {
    unlink("out.db");
    store = store_open_ok("out.db", SP_STORE_WRITE);
    for (int j = 0; j < 3; j++) {
      snprintf(name, sizeof name, "shard%d.db", order[i][j]);
      assert_int_equal(sp_store_merge(store, name, &error), SP_OK);
    }
    sp_store_close(store);
    assert_string_equal(checksum_of("out.db", other), whole);
  }
  assert_string_equal(ask_file("out.db", "SELECT count(*) FROM attempt", attempts, sizeof attempts),
                      "3");
}

static void test_merge_conflict(void **state)
{
  (void)state;
  char before[65], after[65];
  struct sp_error error;
  struct sp_run_row run = run_row(40);
  struct sp_store *store = store_open_ok("a.db", SP_STORE_WRITE);
  put_batch(store, 0, 60, 1);
  assert_int_equal(sp_store_merge(store, "a.db", &error), SP_BAD_INPUT);
  assert_int_equal(sp_store_merge(store, "none.db", &error), SP_BAD_INPUT);
  sp_store_close(store);
  checksum_of("a.db", before);
  store = store_open_ok("b.db", SP_STORE_WRITE);
  run.result.makespan = 6.125;
  assert_int_equal(sp_store_instance(store, &run.instance, "redistribution\ntotal 13\n", &error),
                   SP_OK);
  assert_int_equal(sp_store_run(store, &run, &error), SP_OK);
  put_batch(store, 60, 90, 1);
  sp_store_close(store);
  store = store_open_ok("a.db", SP_STORE_WRITE);
  assert_int_equal(sp_store_merge(store, "b.db", &error), SP_NOT_VERIFIED);
  assert_non_null(strstr(error.text, "makespan 8.0992857142857133"));
  assert_non_null(strstr(error.text, "makespan 6.125"));
  run = run_row(61);
  assert_int_equal(sp_store_status(store, &run.key), -1); /* undone at once */
  put_batch(store, 10, 20, 1);
  sp_store_close(store);
  assert_string_equal(checksum_of("a.db", after), before);
  /* Cells that want different runs: the shards were computed from different sources. */
  store = store_open_ok("c.db", SP_STORE_WRITE);
  put_batch(store, 0, 3, 1);
  run = run_row(1);
  struct sp_key edited = key_of("run", 4000);
  assert_int_equal(
      sp_store_cell(store, "table", "comm=hom", 0, run.method, &run.instance, &edited, &error),
      SP_OK);
  assert_int_equal(sp_store_merge(store, "a.db", &error), SP_NOT_VERIFIED);
  assert_non_null(strstr(error.text, "wants two runs"));
  edited = key_of("experiment", 9);
  assert_int_equal(sp_store_experiment(store, "table", &edited, "edited", &error), SP_OK);
  assert_int_equal(sp_store_merge(store, "a.db", &error), SP_NOT_VERIFIED);
  assert_non_null(strstr(error.text, "experiment 'table' has two texts"));
  sp_store_close(store);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_merge, enter_folder, leave_folder),
      cmocka_unit_test_setup_teardown(test_merge_conflict, enter_folder, leave_folder),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

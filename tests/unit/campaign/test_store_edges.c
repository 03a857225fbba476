/* Tests rare states of the results database: locks that say nothing, a lock that cannot be written,
 * places that are no files, dumps that cannot be written, rows that only just differ. */
#include "store_rows.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

static int open_code(const char *path, enum sp_store_mode mode, struct sp_error *error)
{
  struct sp_store *store;
  int code = sp_store_open(path, mode, &store, error);
  sp_store_close(store);
  return code;
}

/* Another process holds the lock, and its file is empty. */
static void test_silent_lock(void **state)
{
  int ready[2];
  char byte;
  struct sp_error error;
  (void)state;
  sp_store_close(store_open_ok("a.db", SP_STORE_WRITE));
  assert_int_equal(pipe(ready), 0);
  pid_t child = fork();
  if (child == 0) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int fd = open("a.db-lock", O_RDWR | O_CREAT, 0666);
    if (fcntl(fd, F_SETLK, &whole) || write(ready[1], "x", 1) != 1)
      _exit(1);
    for (;;)
      pause();
  }
  assert_int_equal(read(ready[0], &byte, 1), 1);
  assert_int_equal(open_code("a.db", SP_STORE_WRITE, &error), SP_CANNOT);
  assert_string_equal(error.text, "a.db: another process is writing to this database");
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
}

/* ---- Between its opening and its locking the lock's file is removed, then replaced. */

static int swaps;

/* Takes the place of the C library's, also in the tested library. */
int fcntl(int fd, int command, ...)
{
  int (*next)(int, int, ...) = (int (*)(int, int, ...))dlsym(RTLD_NEXT, "fcntl");
  va_list arguments;
  va_start(arguments, command);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  if (command == F_SETLK && swaps > 0) {
    unlink("a.db-lock");
    if (--swaps == 0)
      close(open("a.db-lock", O_RDWR | O_CREAT, 0666));
  }
  return next(fd, command, argument);
}

static void test_swapped_lock(void **state)
{
  struct sp_error error;
  (void)state;
  sp_store_close(store_open_ok("a.db", SP_STORE_WRITE));
  swaps = 2;
  struct sp_store *store = store_open_ok("a.db", SP_STORE_WRITE);
  assert_int_equal(swaps, 0);
  pid_t child = fork();
  if (child == 0)
    _exit(open_code("a.db", SP_STORE_WRITE, &error) != SP_CANNOT);
  int status;
  waitpid(child, &status, 0);
  assert_int_equal(status, 0);
  sp_store_close(store);
}

/* The disk is full before the lock is written: no lock and no database are left. */
static void test_full_lock(void **state)
{
  int status;
  (void)state;
  pid_t child = fork();
  if (child == 0) {
    struct sp_error error = {""};
    struct rlimit none = {0, RLIM_INFINITY};
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &none);
    int code = open_code("a.db", SP_STORE_WRITE, &error);
    bool good =
        code == SP_CANNOT && !strcmp(error.text, "a.db: cannot write: a.db-lock: File too large");
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY});
    _exit(!good);
  }
  waitpid(child, &status, 0);
  assert_int_equal(status, 0);
  assert_int_not_equal(access("a.db", F_OK), 0);
  assert_int_not_equal(access("a.db-lock", F_OK), 0);
}

static void test_places(void **state)
{
  struct sp_error error;
  (void)state;
  sp_store_close(store_open_ok("a.db", SP_STORE_WRITE));
  for (int mode = SP_STORE_READ; mode <= SP_STORE_WRITE; mode++) {
    assert_int_equal(open_code("a.db/b.db", (enum sp_store_mode)mode, &error), SP_CANNOT);
    assert_string_equal(error.text, "a.db/b.db: cannot read: Not a directory");
  }
  struct sp_store *store = store_open_ok("a.db", SP_STORE_WRITE);
  assert_int_not_equal(sp_store_merge(store, "none.db", &error), SP_OK);
  assert_int_equal(symlink("a.db", "same.db"), 0);
  assert_int_equal(sp_store_merge(store, "same.db", &error), SP_BAD_INPUT);
  assert_string_equal(error.text, "same.db: cannot be merged into itself");
  sp_store_close(store);
  assert_true(sp_is_database("a.db#table") && !sp_is_database("a.csv") && !sp_is_database(".db"));
}

static void test_first_version(void **state)
{
  struct sp_error error;
  sqlite3 *db;
  (void)state;
  sp_store_close(store_open_ok("a.db", SP_STORE_WRITE));
  assert_int_equal(sqlite3_open("a.db", &db), SQLITE_OK);
  assert_int_equal(sqlite3_exec(db, "PRAGMA user_version=1", NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close(db);
  assert_int_equal(open_code("a.db", SP_STORE_READ, &error), SP_BAD_INPUT);
  assert_string_equal(error.text,
                      "a.db: the database has schema version 1, expected version 2 to 7");
}

static void test_dump(void **state)
{
  char before[65], within[65];
  struct sp_error error;
  FILE *full = fopen("/dev/full", "w");
  (void)state;
  struct sp_store *store = store_open_ok("a.db", SP_STORE_WRITE);
  assert_true(isfinite(sp_store_seconds(store))); /* no runs take 0 s */
  put_batch(store, 0, 60, 1);
  assert_true(isnan(sp_store_seconds(store))); /* runs of which no attempt is known */
  assert_int_equal(sp_store_dump(store, full, &error), SP_CANNOT);
  assert_string_equal(error.text, "a.db: the dump could not be written");
  fclose(full);
  assert_int_equal(sp_store_checksum(store, before, &error), SP_OK);
  assert_int_equal(sp_store_begin(store, &error), SP_OK);
  assert_int_equal(sp_store_checksum(store, within, &error), SP_OK); /* in an open batch */
  assert_string_equal(before, within);
  assert_int_equal(put_rows(store, 60, 63, 1), SP_OK);
  assert_int_equal(sp_store_checksum(store, within, &error), SP_OK);
  assert_string_not_equal(before, within);
  sp_store_close(store); /* undoes it */
  assert_string_equal(checksum_of("a.db", within), before);
}

static int any_row(void *data, const struct sp_cell_row *cell)
{
  (void)data, (void)cell;
  return SP_OK;
}

/* Of a long text the number of bytes is kept; it may stand in another database as it is. */
static void test_long_text(void **state)
{
  struct sp_error error;
  struct sp_run_row run = run_row(0);
  char *body = calloc(SP_STORE_BODY + 2, 1);
  (void)state;
  memset(body, 'x', SP_STORE_BODY + 1);
  struct sp_store *store = store_open_ok("long.db", SP_STORE_WRITE);
  assert_int_equal(sp_store_instance(store, &run.instance, body, &error), SP_OK);
  assert_int_equal(sp_store_instance(store, &run.instance, body, &error), SP_OK);
  assert_int_equal(sp_store_instance(store, &run.instance, "as it is", &error), SP_OK);
  sp_store_close(store);
  free(body);
  sqlite3 *db;
  sqlite3_stmt *s;
  assert_int_equal(sqlite3_open("long.db", &db), SQLITE_OK);
  sqlite3_prepare_v2(db, "SELECT body FROM instance", -1, &s, NULL);
  assert_int_equal(sqlite3_step(s), SQLITE_ROW);
  assert_string_equal((const char *)sqlite3_column_text(s, 0),
                      "drawn again from its experiment: 16385 bytes");
  sqlite3_finalize(s);
  sqlite3_close(db);
}

/* Texts, or models, of which one begins with the other; a cell without a run has no model. */
static void test_beginnings(void **state)
{
  struct sp_error error;
  struct sp_run_row run = run_row(0), other = run_row(1);
  struct sp_key missing = key_of("run", 77);
  (void)state;
  struct sp_store *store = store_open_ok("a.db", SP_STORE_WRITE);
  struct sp_key experiment = key_of("experiment", 1);
  assert_int_equal(sp_store_experiment(store, "table", &experiment, "text", &error), SP_OK);
  assert_int_equal(sp_store_instance(store, &run.instance, "body", &error), SP_OK);
  assert_int_equal(sp_store_instance(store, &run.instance, "body and more", &error),
                   SP_NOT_VERIFIED);
  assert_non_null(strstr(error.text, "which differ from byte 4 on"));
  assert_int_equal(sp_store_cell(store, "table", "a", 0, "none", &run.instance, &missing, &error),
                   SP_OK);
  assert_int_equal(
      sp_store_cell(store, "table", "b", 0, run.method, &run.instance, &run.key, &error), SP_OK);
  assert_int_equal(
      sp_store_cell(store, "table", "b", 1, other.method, &run.instance, &other.key, &error),
      SP_OK);
  other.model = "native; seed 17 and more";
  uint64_t order = 7;
  assert_false(sp_store_order(store, "table", "b", 0, run.method, &order));
  assert_int_equal(sp_store_run(store, &run, &error), SP_OK);
  assert_true(sp_store_order(store, "table", "b", 0, run.method, &order));
  assert_true(order == run.result.order_hash);
  assert_int_equal(sp_store_cells(store, "table", false, any_row, NULL, &error), SP_OK);
  assert_int_equal(sp_store_run(store, &other, &error), SP_OK);
  assert_int_equal(sp_store_cells(store, "table", false, any_row, NULL, &error), SP_NOT_VERIFIED);
  assert_non_null(strstr(error.text, "experiment 'table' has runs of native; seed 17 and of"));
  sp_store_close(store);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_silent_lock, enter_folder, leave_folder),
      cmocka_unit_test_setup_teardown(test_swapped_lock, enter_folder, leave_folder),
      cmocka_unit_test_setup_teardown(test_full_lock, enter_folder, leave_folder),
      cmocka_unit_test_setup_teardown(test_places, enter_folder, leave_folder),
      cmocka_unit_test_setup_teardown(test_first_version, enter_folder, leave_folder),
      cmocka_unit_test_setup_teardown(test_dump, enter_folder, leave_folder),
      cmocka_unit_test_setup_teardown(test_long_text, enter_folder, leave_folder),
      cmocka_unit_test_setup_teardown(test_beginnings, enter_folder, leave_folder),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

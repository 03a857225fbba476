/* Tests faults of the results database: a second writer, damage, foreign files, another version, a
 * full disk, kill -9. */
#include "store_rows.h"

#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

static int open_code(const char *path, enum sp_store_mode mode, struct sp_error *error)
{
  struct sp_store *store;
  int code = sp_store_open(path, mode, &store, error);
  if (code) {
    assert_null(store);
    assert_null(strchr(error->text, '\n'));
  }
  sp_store_close(store);
  return code;
}

/* ---- The lock. */

/* A child that opens the database for writing, reports that through a pipe, then waits. */
static pid_t hold(const char *path)
{
  int ready[2];
  char byte;
  assert_int_equal(pipe(ready), 0);
  pid_t child = fork();
  if (child == 0) {
    struct sp_store *store;
    struct sp_error error;
    if (sp_store_open(path, SP_STORE_WRITE, &store, &error) || sp_store_begin(store, &error) ||
        put_rows(store, 500, 600, 1) || write(ready[1], "x", 1) != 1)
      _exit(1);
    for (;;)
      pause();
  }
  close(ready[1]);
  assert_int_equal(read(ready[0], &byte, 1), 1);
  close(ready[0]);
  return child;
}

static void end(pid_t child)
{
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
}

static void test_lock(void **state)
{
  (void)state;
  char pid[32], host[256], before[65], after[65];
  struct sp_error error;
  struct sp_store *store = store_open_ok("a.db", SP_STORE_WRITE);
  put_batch(store, 0, 100, 1);
  sp_store_close(store);
  assert_int_not_equal(access("a.db-lock", F_OK), 0);
  checksum_of("a.db", before);
  pid_t child = hold("a.db");
  snprintf(pid, sizeof pid, "process %d on host ", (int)child);
  gethostname(host, sizeof host);
  assert_int_equal(open_code("a.db", SP_STORE_WRITE, &error), SP_CANNOT);
  assert_non_null(strstr(error.text, pid));
  assert_non_null(strstr(error.text, host));
  assert_int_equal(open_code("a.db", SP_STORE_WRITE, &error), SP_CANNOT);
  assert_string_equal(checksum_of("a.db", after), before); /* reading is allowed */
  end(child);
  assert_int_equal(access("a.db-lock", F_OK), 0); /* left, but not locked */
  assert_int_equal(open_code("a.db", SP_STORE_WRITE, &error), SP_OK);
  assert_string_equal(checksum_of("a.db", after), before);
}

/* A child that the holder forked does not keep the lock when the holder has ended. */
static void test_lock_is_not_inherited(void **state)
{
  (void)state;
  int ready[2];
  pid_t orphan;
  struct sp_error error;
  assert_int_equal(pipe(ready), 0);
  pid_t child = fork();
  if (child == 0) {
    struct sp_store *store;
    if (sp_store_open("a.db", SP_STORE_WRITE, &store, &error))
      _exit(1);
    pid_t worker = fork();
    if (worker && write(ready[1], &worker, sizeof worker) != (ssize_t)sizeof worker)
      _exit(1);
    for (;;)
      pause();
  }
  assert_int_equal(read(ready[0], &orphan, sizeof orphan), sizeof orphan);
  end(child);
  assert_int_equal(open_code("a.db", SP_STORE_WRITE, &error), SP_OK);
  kill(orphan, SIGKILL);
}

/* ---- Damaged databases and other files. */

static void make(const char *path)
{
  struct sp_store *store = store_open_ok(path, SP_STORE_WRITE);
  put_batch(store, 0, 2000, 1);
  sp_store_close(store);
}

static long size_of(const char *path)
{
  struct stat status;
  assert_int_equal(stat(path, &status), 0);
  return (long)status.st_size;
}

static void overwrite(const char *path, long at, const void *bytes, size_t length)
{
  int fd = open(path, O_WRONLY);
  assert_int_equal(pwrite(fd, bytes, length, at), length);
  close(fd);
}

static void test_truncated(void **state)
{
  (void)state;
  struct sp_error error;
  make("a.db");
  long size = size_of("a.db");
  for (int mode = SP_STORE_READ; mode <= SP_STORE_WRITE; mode++)
    for (int part = 7; part > 0; part--) {
      make("b.db");
      assert_int_equal(truncate("b.db", size * part / 8 + (part % 2 ? 0 : 1234)), 0);
      assert_int_equal(open_code("b.db", (enum sp_store_mode)mode, &error), SP_BAD_INPUT);
      assert_non_null(strstr(error.text, "b.db: the database is damaged: "));
      unlink("b.db");
    }
}

/* SQLite says that it has no memory, as for some damaged databases. */
static void test_no_memory(void **state)
{
  enum { LIMIT = 100000 };
  struct sp_error error;
  (void)state;
  make("a.db");
  sqlite3_hard_heap_limit64(LIMIT);
  assert_int_equal(open_code("a.db", SP_STORE_READ, &error), SP_CANNOT);
  assert_string_equal(error.text, "a.db: no memory left, or the database is damaged");
  sqlite3_hard_heap_limit64(0);
  unlink("a.db");
}

/* A table whose name has a line end: SQLite's message quotes it, ours is one line all the same. */
static void test_one_line(void **state)
{
  (void)state;
  struct sp_error error;
  char bytes[65536], *name;
  make("a.db");
  FILE *f = fopen("a.db", "r");
  assert_non_null(f);
  size_t size = fread(bytes, 1, sizeof bytes, f);
  fclose(f);
  assert_non_null(name = memmem(bytes, size, "instanceinstance", 16));
  assert_non_null(memcpy(name, "inst\nnceinst\nnce", 16));
  overwrite("a.db", 0, bytes, size);
  assert_int_equal(open_code("a.db", SP_STORE_READ, &error), SP_BAD_INPUT);
  assert_null(strchr(error.text, '\n'));
}

/* Blocks of noise and of zeros, single bytes: each is found at every position. Unused bytes may
 * change without notice: then the rows must be the same. */
static void test_overwritten(void **state)
{
  (void)state;
  char noise[512], before[65], after[65];
  struct sp_error error;
  make("a.db");
  checksum_of("a.db", before);
  long size = size_of("a.db"), found = 0;
  char *sound = malloc((size_t)size);
  FILE *f = fopen("a.db", "rb");
  assert_int_equal(fread(sound, 1, (size_t)size, f), size);
  fclose(f);
  for (size_t i = 0; i < sizeof noise; i++)
    noise[i] = (char)(i * 167 + 13);
  for (int trial = 0; trial < 300; trial++) {
    long at = 100 + (trial * 7919L * 4099L) % (size - 700);
    size_t length = trial % 3 ? sizeof noise : 1;
    char flipped = (char)(sound[at] ^ 1 << trial % 8);
    static const char zeros[512];
    overwrite("a.db", at, trial % 3 == 0 ? &flipped : trial % 3 == 1 ? noise : zeros, length);
    int code = open_code("a.db", SP_STORE_READ, &error);
    if (code == SP_OK)
      assert_string_equal(checksum_of("a.db", after), before);
    else
      assert_int_equal(code, SP_BAD_INPUT);
    found += code != SP_OK;
    overwrite("a.db", at, sound + at, length);
  }
  print_message("%ld of 300 damages found, the others lie in unused bytes\n", found);
  assert_true(found > 200);
  assert_int_equal(open_code("a.db", SP_STORE_READ, &error), SP_OK);
  free(sound);
}

static void execute(const char *path, const char *sql)
{
  sqlite3 *db;
  assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
  assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close(db);
}

/* An edited row is not a result. */
static void test_edited(void **state)
{
  (void)state;
  static const char *const edits[] = {
      "UPDATE run SET makespan=makespan*1.0000000001 WHERE method='bba'",
      "DELETE FROM cell WHERE idx=3",
      "UPDATE instance SET body=body||' ' WHERE key=(SELECT min(key) FROM instance)",
      "UPDATE experiment SET text='other'",
      "UPDATE seal SET sum=zeroblob(8)",
      "DELETE FROM seal",
  };
  struct sp_error error;
  for (size_t i = 0; i < sizeof edits / sizeof edits[0]; i++) {
    make("a.db");
    execute("a.db", edits[i]);
    assert_int_equal(open_code("a.db", SP_STORE_READ, &error), SP_BAD_INPUT);
    assert_non_null(strstr(error.text, "do not match its seal"));
    assert_int_equal(open_code("a.db", SP_STORE_WRITE, &error), SP_BAD_INPUT);
    unlink("a.db");
  }
}

static void test_foreign(void **state)
{
  (void)state;
  struct sp_error error;
  execute("other.db", "CREATE TABLE run(key)");
  FILE *f = fopen("text.db", "w");
  fputs("id = rr6005-table1\n", f);
  fclose(f);
  f = fopen("empty.db", "w");
  fclose(f);
  assert_int_equal(open_code("empty.db", SP_STORE_READ, &error), SP_BAD_INPUT);
  assert_non_null(strstr(error.text, "empty.db: an empty database"));
  for (int mode = SP_STORE_READ; mode <= SP_STORE_WRITE; mode++) {
    assert_int_equal(open_code("other.db", (enum sp_store_mode)mode, &error), SP_BAD_INPUT);
    assert_non_null(strstr(error.text, "not a database of results (application_id 0"));
    assert_int_equal(open_code("text.db", (enum sp_store_mode)mode, &error), SP_BAD_INPUT);
    assert_non_null(strstr(error.text, "not a database of results (no SQLite file)"));
    assert_int_equal(open_code(".", (enum sp_store_mode)mode, &error), SP_BAD_INPUT);
  }
  assert_int_equal(size_of("text.db"), 19); /* untouched */
  assert_int_equal(open_code("empty.db", SP_STORE_READ, &error), SP_BAD_INPUT);
  assert_int_equal(open_code("empty.db", SP_STORE_WRITE, &error), SP_OK);
  assert_int_equal(open_code("none.db", SP_STORE_READ, &error), SP_BAD_INPUT);
  assert_int_not_equal(access("none.db", F_OK), 0);
  assert_int_equal(open_code("none/a.db", SP_STORE_WRITE, &error), SP_CANNOT);
}

static void test_version(void **state)
{
  (void)state;
  struct sp_error error;
  make("a.db");
  execute("a.db", "PRAGMA user_version=17");
  for (int mode = SP_STORE_READ; mode <= SP_STORE_WRITE; mode++) {
    assert_int_equal(open_code("a.db", (enum sp_store_mode)mode, &error), SP_BAD_INPUT);
    assert_string_equal(error.text,
                        "a.db: the database has schema version 17, expected version 2 to 7");
  }
}

/* A database as older programs have made it, still without rows: version 4 has no columns for tasks
 * that arrive, version 3 none for what a run has lost, version 2 has no view `results` either. */
static void make_older(const char *path, int version)
{
  unlink(path);
  sp_store_close(store_open_ok(path, SP_STORE_WRITE));
  execute(path, "PRAGMA writable_schema=ON; UPDATE sqlite_schema SET sql=replace(replace(sql,"
                " ' max_weighted_flow REAL, sum_weighted_flow REAL,', ''),"
                " ' run.max_weighted_flow, run.sum_weighted_flow,', '')");
  execute(path, "PRAGMA writable_schema=ON; UPDATE sqlite_schema SET sql=replace(replace(sql,"
                " ' wasted_time REAL, imbalance REAL, spread REAL, port_share REAL,"
                " overhead_share REAL, speed_up REAL, efficiency REAL,', ''),"
                " ' run.wasted_time, run.imbalance, run.spread, run.port_share,"
                " run.overhead_share, run.speed_up, run.efficiency,', '')");
  execute(path, "PRAGMA writable_schema=ON; UPDATE sqlite_schema SET sql=replace(replace(sql,"
                " ' max_flow REAL, sum_flow REAL, max_stretch REAL, max_queue REAL,', ''),"
                " ' run.max_flow, run.sum_flow, run.max_stretch, run.max_queue,', '')");
  if (version < 4)
    execute(path, "PRAGMA writable_schema=ON; UPDATE sqlite_schema SET sql=replace(replace(sql,"
                  " ' wasted REAL, resends INTEGER,', ''), ' run.wasted, run.resends,', '')");
  execute(path, version == 2   ? "DROP VIEW results; PRAGMA user_version=2"
                : version == 3 ? "PRAGMA user_version=3"
                               : "PRAGMA user_version=4");
}

/* It is written and read as it is, but for a run that has lost something, and merges into one of
 * today: its runs have lost nothing. */
static void test_older(void **state)
{
  (void)state;
  struct sp_error error;
  char text[200], sum[65], expected[65];
  struct sp_run_row run = run_row(1), lost = run_row(4);
  struct sp_store *store;
  run.result.wasted = 0;
  run.result.resends = 0;
  for (int version = 2; version <= 3; version++) {
    make_older("old.db", version);
    store = store_open_ok("old.db", SP_STORE_WRITE);
    assert_int_equal(sp_store_instance(store, &run.instance, "body", &error), SP_OK);
    assert_int_equal(sp_store_instance(store, &lost.instance, "another", &error), SP_OK);
    assert_int_equal(sp_store_run(store, &run, &error), SP_OK);
    assert_int_equal(sp_store_run(store, &run, &error), SP_OK);
    assert_int_equal(sp_store_run(store, &lost, &error), SP_BAD_INPUT);
    snprintf(text, sizeof text,
             "old.db: the database has schema version %d, without wasted and resends, which a run "
             "has, expected version 7: 'starport merge -o NEW.db old.db' makes one",
             version);
    assert_string_equal(error.text, text);
    lost.result.wasted = 0; /* what was lost had just begun */
    assert_int_equal(sp_store_run(store, &lost, &error), SP_BAD_INPUT);
    lost.result.wasted = 1;
    lost.result.status = SP_FAILED;
    assert_int_equal(sp_store_run(store, &lost, &error), SP_OK);
    sp_store_close(store);
    sp_store_close(store_open_ok("old.db", SP_STORE_READ)); /* the seal holds */
    ask_file("old.db", "SELECT count(*) FROM sqlite_schema WHERE type='view'", text, sizeof text);
    assert_string_equal(text, version == 2 ? "0" : "1");

    unlink("new.db");
    store = store_open_ok("new.db", SP_STORE_WRITE);
    assert_int_equal(sp_store_merge(store, "old.db", &error), SP_OK);
    assert_int_equal(sp_store_checksum(store, sum, &error), SP_OK);
    assert_int_equal(sp_store_run(store, &run, &error), SP_OK); /* the same row */
    assert_int_equal(sp_store_run(store, &lost, &error), SP_OK);
    assert_int_equal(sp_store_checksum(store, expected, &error), SP_OK);
    sp_store_close(store);
    assert_string_equal(sum, expected);
    lost.result.status = SP_RUN_OK;
  }
}

/* Version 4 keeps what a run has lost, and refuses one whose tasks arrive. */
static void test_before_arrivals(void **state)
{
  (void)state;
  struct sp_error error;
  struct sp_run_row lost = run_row(4), arrived = run_row(1);
  arrived.result.max_flow = 0;
  make_older("old.db", 4);
  struct sp_store *store = store_open_ok("old.db", SP_STORE_WRITE);
  assert_int_equal(sp_store_instance(store, &lost.instance, "body", &error), SP_OK);
  assert_int_equal(sp_store_instance(store, &arrived.instance, "another", &error), SP_OK);
  assert_int_equal(sp_store_run(store, &lost, &error), SP_OK);
  assert_int_equal(sp_store_run(store, &arrived, &error), SP_BAD_INPUT);
  assert_string_equal(error.text,
                      "old.db: the database has schema version 4, without max_flow, which a run "
                      "has, expected version 7: 'starport merge -o NEW.db old.db' makes one");
  sp_store_close(store);
}

/* Tables that are missing, or views in their place, which may run for ever. */
static void test_tables(void **state)
{
  (void)state;
  static const char *const change[] = {
      "DROP TABLE seal",
      "CREATE TABLE more(x)",
      "DROP VIEW results",
      "DROP VIEW results; CREATE VIEW results AS SELECT * FROM cell",
      "DROP TABLE cell; CREATE VIEW cell AS WITH RECURSIVE r(k) AS (SELECT 1 UNION ALL SELECT k+1"
      " FROM r) SELECT 'table' experiment, '' axes, k idx, 'bba' method, x'00' instance, x'00' run"
      " FROM r",
  };
  struct sp_error error;
  for (size_t k = 0; k < sizeof change / sizeof *change; k++) {
    unlink("a.db");
    make("a.db");
    execute("a.db", change[k]);
    for (int mode = SP_STORE_READ; mode <= SP_STORE_WRITE; mode++) {
      assert_int_equal(open_code("a.db", (enum sp_store_mode)mode, &error), SP_BAD_INPUT);
      assert_non_null(strstr(error.text, "its tables are not those of a database of results"));
    }
  }
}

/* ---- The disk is full: a file may grow by a little only. */

static int write_until_full(void)
{
  struct sp_error error = {""};
  struct sp_store *store = store_open_ok("a.db", SP_STORE_WRITE);
  struct rlimit limit = {(rlim_t)size_of("a.db") + 40000, (rlim_t)size_of("a.db") + 40000};
  signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &limit);
  int code = SP_OK;
  for (long k = 2000; k < 200000 && !code; k += 100) {
    struct sp_run_row run = run_row(3 * k);
    code = sp_store_begin(store, &error);
    if (!code)
      code = sp_store_instance(store, &run.instance, "a body", &error);
    for (long j = k; j < k + 100 && !code; j++) {
      struct sp_run_row next = run_row(j);
      next.instance = run.instance;
      code = sp_store_run(store, &next, &error);
    }
    if (!code)
      code = sp_store_commit(store, &error);
  }
  sp_store_close(store);
  return code == SP_CANNOT && !strncmp(error.text, "a.db: ", 6) && !strchr(error.text, '\n') ? 0
                                                                                             : 1;
}

static void test_full(void **state)
{
  (void)state;
  char runs[32], hex[65];
  make("a.db");
  pid_t child = fork();
  if (child == 0)
    _exit(write_until_full());
  int status;
  waitpid(child, &status, 0);
  assert_int_equal(status, 0);
  checksum_of("a.db", hex);
  ask_file("a.db", "SELECT count(*) FROM run", runs, sizeof runs);
  long n = strtol(runs, NULL, 10);
  assert_true(n >= 2000 && n % 100 == 0);
}

/* ---- kill -9 at any moment: complete batches remain, and continuing gives the rows of an
 * undisturbed run. */

enum { ROWS = 3000, BATCH = 50 };

static void fill(void)
{
  struct sp_error error;
  struct sp_store *store;
  if (sp_store_open("a.db", SP_STORE_WRITE, &store, &error))
    _exit(1);
  for (long k = 0; k < ROWS; k += BATCH)
    if (sp_store_begin(store, &error) || put_rows(store, k, k + BATCH, 1) ||
        sp_store_commit(store, &error))
      _exit(1);
  sp_store_close(store);
  _exit(0);
}

/* Opens the database, which undoes the open batch; if no table is left, a reader is refused. */
static bool has_tables(const char *path)
{
  char tables[32];
  struct sp_error error;
  struct sp_store *store;
  ask_file(path, "SELECT count(*) FROM sqlite_schema", tables, sizeof tables);
  if (strcmp(tables, "0") != 0)
    return true;
  assert_int_equal(sp_store_open(path, SP_STORE_READ, &store, &error), SP_BAD_INPUT);
  assert_non_null(strstr(error.text, "a.db: an empty database"));
  return false;
}

static void test_kill(void **state)
{
  (void)state;
  char undisturbed[65], hex[65], runs[32];
  struct sp_store *store = store_open_ok("whole.db", SP_STORE_WRITE);
  put_batch(store, 0, ROWS, 1);
  sp_store_close(store);
  checksum_of("whole.db", undisturbed);
  int killed = 0, status = 1;
  for (unsigned trial = 0; trial < 12; trial++) {
    pid_t child = fork();
    if (child == 0)
      fill();
    usleep(10000 + trial * 17000);
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    killed += WIFSIGNALED(status);
    if (access("a.db", F_OK) || !has_tables("a.db"))
      continue; /* killed before it was made */
    checksum_of("a.db", hex);
    ask_file("a.db", "SELECT count(*) FROM run", runs, sizeof runs);
    assert_int_equal(strtol(runs, NULL, 10) % BATCH, 0);
  }
  assert_true(killed > 0);
  pid_t child = fork();
  if (child == 0)
    fill();
  waitpid(child, &status, 0);
  assert_int_equal(status, 0);
  assert_string_equal(checksum_of("a.db", hex), undisturbed);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_lock, enter_folder, leave_folder),
      cmocka_unit_test_setup_teardown(test_lock_is_not_inherited, enter_folder, leave_folder),
      cmocka_unit_test_setup_teardown(test_truncated, enter_folder, leave_folder),
      cmocka_unit_test_setup_teardown(test_no_memory, enter_folder, leave_folder),
      cmocka_unit_test_setup_teardown(test_one_line, enter_folder, leave_folder),
      cmocka_unit_test_setup_teardown(test_overwritten, enter_folder, leave_folder),
      cmocka_unit_test_setup_teardown(test_edited, enter_folder, leave_folder),
      cmocka_unit_test_setup_teardown(test_foreign, enter_folder, leave_folder),
      cmocka_unit_test_setup_teardown(test_version, enter_folder, leave_folder),
      cmocka_unit_test_setup_teardown(test_older, enter_folder, leave_folder),
      cmocka_unit_test_setup_teardown(test_before_arrivals, enter_folder, leave_folder),
      cmocka_unit_test_setup_teardown(test_tables, enter_folder, leave_folder),
      cmocka_unit_test_setup_teardown(test_full, enter_folder, leave_folder),
      cmocka_unit_test_setup_teardown(test_kill, enter_folder, leave_folder),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

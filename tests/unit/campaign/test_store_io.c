/* Tests the results database on a disk that fails: from its k-th operation on, for every k, each
 * operation of SQLite on the disk returns an error. What was asked for then fails with one line, or
 * gives what it gives on a sound disk; and the database, on a sound disk again, is whole. */
#include "store_rows.h"

/* ---- The disk: SQLite's own, and an error from an operation on. */

static sqlite3_vfs disk, *sound;
struct layer { /* behind SQLite's own part of an open file */
  sqlite3_io_methods methods;
  const sqlite3_io_methods *sound;
};
static long left = -1; /* operations before the first that fails; -1: none fails */
static bool only_once;

static struct layer *layer_of(sqlite3_file *f)
{
  return (struct layer *)((char *)f + sound->szOsFile);
}

static bool fails(void)
{
  bool failing = left == 0;
  if (left > 0)
    left--;
  else if (failing && only_once)
    left = -2;
  return failing;
}

static int disk_read(sqlite3_file *f, void *to, int n, sqlite3_int64 at)
{
  return fails() ? SQLITE_IOERR_READ : layer_of(f)->sound->xRead(f, to, n, at);
}

static int disk_write(sqlite3_file *f, const void *from, int n, sqlite3_int64 at)
{
  return fails() ? SQLITE_FULL : layer_of(f)->sound->xWrite(f, from, n, at);
}

static int disk_truncate(sqlite3_file *f, sqlite3_int64 size)
{
  return fails() ? SQLITE_IOERR_TRUNCATE : layer_of(f)->sound->xTruncate(f, size);
}

/* The machine itself does not fail: nothing need be on the disk. */
static int disk_sync(sqlite3_file *f, int flags)
{
  (void)f;
  (void)flags;
  return fails() ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}

static int disk_size(sqlite3_file *f, sqlite3_int64 *size)
{
  return fails() ? SQLITE_IOERR_FSTAT : layer_of(f)->sound->xFileSize(f, size);
}

static int disk_lock(sqlite3_file *f, int kind)
{
  return fails() ? SQLITE_IOERR_LOCK : layer_of(f)->sound->xLock(f, kind);
}

static int disk_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags, int *got)
{
  (void)vfs;
  f->pMethods = NULL;
  int code = fails() ? SQLITE_CANTOPEN : sound->xOpen(sound, name, f, flags, got);
  if (code == SQLITE_OK) {
    struct layer *layer = layer_of(f);
    layer->sound = f->pMethods;
    layer->methods = *f->pMethods;
    layer->methods.xRead = disk_read;
    layer->methods.xWrite = disk_write;
    layer->methods.xTruncate = disk_truncate;
    layer->methods.xSync = disk_sync;
    layer->methods.xFileSize = disk_size;
    layer->methods.xLock = disk_lock;
    f->pMethods = &layer->methods;
  }
  return code;
}

static int disk_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
  (void)vfs;
  return fails() ? SQLITE_IOERR_DELETE : sound->xDelete(sound, name, sync);
}

static void mount(void)
{
  sound = sqlite3_vfs_find(NULL);
  disk = *sound;
  disk.zName = "failing";
  disk.szOsFile += (int)sizeof(struct layer);
  disk.xOpen = disk_open;
  disk.xDelete = disk_delete;
  assert_int_equal(sqlite3_vfs_register(&disk, 1), SQLITE_OK);
}

/* ---- What is asked for. Each returns a code, and writes what it has found to `found`. */

static int put_all(struct sp_store *store, long first, long last, struct sp_error *error)
{
  struct sp_key experiment = key_of("experiment", 1);
  int code = sp_store_experiment(store, "table", &experiment, "id = table\n", error);
  for (long k = first; k < last && !code; k++) {
    struct sp_run_row run = run_row(k);
    struct sp_attempt_row attempt = {
        .run = run.key, .seconds = 2, .max_rss_kb = 7, .planning_seconds = 1};
    code = sp_store_instance(store, &run.instance, "body", error);
    if (!code)
      code = sp_store_cell(store, "table", "comm=hom", k / 3, run.method, &run.instance, &run.key,
                           error);
    if (!code)
      code = sp_store_run(store, &run, error);
    if (!code)
      code = sp_store_attempt(store, &attempt, error);
  }
  return code;
}

static int checksum(struct sp_store *store, FILE *found, struct sp_error *error)
{
  char hex[65] = "";
  int code = sp_store_checksum(store, hex, error);
  fprintf(found, "%s\n", hex);
  return code;
}

static int add_batch(struct sp_store *store, FILE *found, struct sp_error *error)
{
  int code = sp_store_begin(store, error);
  if (!code)
    code = put_all(store, 3, 60, error);
  if (!code)
    code = sp_store_commit(store, error);
  return code ? code : checksum(store, found, error);
}

/* Another text of the experiment, another run of a cell, a run computed again; batches of one row.
 */
static int replace(struct sp_store *store, FILE *found, struct sp_error *error)
{
  struct sp_run_row run = run_row(2);
  struct sp_key key = key_of("experiment", 2), other = key_of("run", 99);
  int code = sp_store_cell(store, "table", "comm=hom", 0, run.method, &run.instance, &other, error);
  if (!code)
    code = sp_store_forget(store, &run.key, error);
  run.result.status = SP_CRASHED;
  if (!code)
    code = sp_store_run(store, &run, error);
  run.result.status = SP_RUN_OK;
  if (!code)
    code = sp_store_run(store, &run, error);
  if (!code)
    code = sp_store_experiment(store, "table", &key, "id = table\nother\n", error);
  return code ? code : checksum(store, found, error);
}

static int merge(struct sp_store *store, FILE *found, struct sp_error *error)
{
  int code = sp_store_merge(store, "more.db", error);
  return code ? code : checksum(store, found, error);
}

static int extract(struct sp_store *store, FILE *found, struct sp_error *error)
{
  struct sp_store *in;
  int code = sp_store_open("more.db", SP_STORE_READ, &in, error);
  if (code)
    return code;
  code = sp_store_extract(store, in, "table", "id = table\n", 5, error);
  sp_store_close(in);
  return code ? code : checksum(store, found, error);
}

static int put_cell(void *found, const struct sp_cell_row *cell)
{
  fprintf(found, "%s %ld %s %.17g %.17g\n", cell->axes, cell->index, cell->method,
          cell->value[SP_FIELD_MAKESPAN], cell->planning);
  return SP_OK;
}

static void put_version(void *found, const char *method, int version, const char *engine,
                        const char *model)
{
  fprintf(found, "%s %d %s %s\n", method, version, engine, model);
}

static int read_all(struct sp_store *store, FILE *found, struct sp_error *error)
{
  int code = sp_store_cells(store, "table", false, put_cell, found, error);
  if (!code)
    code = sp_store_cells(store, "table", true, put_cell, found, error);
  if (!code)
    code = sp_store_versions(store, put_version, found, error);
  if (!code)
    code = sp_store_put_sources(store, found, error);
  if (!code)
    code = sp_store_put_platforms(store, "table", found, error);
  return code ? code : sp_store_dump(store, found, error);
}

struct request {
  int (*ask)(struct sp_store *, FILE *found, struct sp_error *);
  const char *start; /* the database before; NULL: there is none */
  enum sp_store_mode mode;
};

/* ---- The law. */

static void copy(const char *from, const char *to)
{
  char bytes[65536];
  FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
  assert_true(in && out);
  for (size_t n; (n = fread(bytes, 1, sizeof bytes, in)) > 0;)
    assert_int_equal(fwrite(bytes, 1, n, out), n);
  fclose(in);
  fclose(out);
}

/* Asks on a disk of which `operations` succeed; *text, which the caller frees, is what was found.
 */
static int ask(const struct request *request, long operations, char **text, struct sp_error *error)
{
  struct sp_store *store;
  size_t size;
  FILE *found = open_memstream(text, &size);
  unlink("a.db");
  unlink("a.db-journal");
  if (request->start)
    copy(request->start, "a.db");
  left = operations;
  int code = sp_store_open("a.db", request->mode, &store, error);
  if (!code)
    code = request->ask(store, found, error);
  sp_store_close(store);
  fclose(found);
  return code;
}

/* The database is that before or after, or one of those between: it opens, with its seal. */
static void assert_whole(const struct request *request)
{
  struct sp_store *store;
  struct sp_error error;
  if (!request->start && access("a.db", F_OK) != 0)
    return;
  int code = sp_store_open("a.db", SP_STORE_WRITE, &store, &error);
  if (code)
    fail_msg("%s", error.text);
  sp_store_close(store);
}

/* To SQLite's check of its pages, one that cannot be read is damaged. */
static bool is_good(int code, const char *text)
{
  return strstr(text, ".db: ") && !strchr(text, '\n') &&
         (code == SP_CANNOT || (code == SP_BAD_INPUT && strstr(text, "unable to get the page")));
}

static void test_disk(const struct request *request)
{
  char *expected, *found;
  struct sp_error error;
  long k = 0, errors = 0;
  assert_int_equal(ask(request, -1, &expected, &error), SP_OK);
  for (bool failed = true; failed; k++) {
    error.text[0] = '\0';
    int code = ask(request, k, &found, &error);
    failed = left == 0 || left == -2;
    left = -1;
    if (code == SP_OK)
      assert_string_equal(found, expected);
    else if (!is_good(code, error.text))
      fail_msg("operation %ld: code %d, %s", k, code, error.text);
    errors += code != SP_OK;
    assert_whole(request);
    free(found);
  }
  print_message("%ld operations, %ld errors\n", k, errors);
  assert_true(errors > 0 && errors < k);
  free(expected);
}

static void test_failing(void **state)
{
  static const struct request requests[] = {
      {add_batch, NULL, SP_STORE_WRITE},   {add_batch, "old.db", SP_STORE_WRITE},
      {replace, "old.db", SP_STORE_WRITE}, {merge, "old.db", SP_STORE_WRITE},
      {extract, NULL, SP_STORE_WRITE},     {read_all, "more.db", SP_STORE_READ}};
  static const char *const names[] = {"old.db", "more.db"};
  struct sp_error error;
  (void)state;
  mount();
  for (int k = 0; k < 2; k++) {
    struct sp_store *store = store_open_ok(names[k], SP_STORE_WRITE);
    assert_int_equal(put_all(store, 3 * k, 6 + 60 * k, &error), SP_OK);
    sp_store_close(store);
  }
  for (int once = 0; once < 2; once++)
    for (size_t k = 0; k < sizeof requests / sizeof *requests; k++) {
      only_once = once;
      test_disk(&requests[k]);
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_failing, enter_folder, leave_folder),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

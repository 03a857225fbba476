/* Opens the results database with all checks and the lock of its writer, and closes it. */
#include "base/file.h"
#include "campaign/store/database.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- The lock of a database, which allows one writer. The file PATH-lock holds the writer's "pid
 * host" and is locked by fcntl: the lock ends with the process, also after kill -9, and forked
 * children do not inherit it, so no lock is left behind. Over NFS it also holds between hosts. */

static const char *lock_path(const struct sp_store *store)
{
  return sp_context_text(store->memory, "%s-lock", store->path);
}

/* Is fd still the file of that name? Its last holder may have removed it after we opened it. */
static bool in_place(int fd, const char *name)
{
  struct stat mine, there;
  return fstat(fd, &mine) == 0 && stat(name, &there) == 0 && mine.st_dev == there.st_dev &&
         mine.st_ino == there.st_ino;
}

static int report_holder(const char *path, int fd, struct sp_error *error)
{
  char text[300], host[256];
  long pid;
  ssize_t n = pread(fd, text, sizeof text - 1, 0);
  text[n > 0 ? n : 0] = '\0';
  if (sscanf(text, "%ld %255s", &pid, host) == 2)
    return sp_failure(error, SP_CANNOT, "%s: process %ld on host %s is writing to this database",
                      path, pid, host);
  return sp_failure(error, SP_CANNOT, "%s: another process is writing to this database", path);
}

static bool write_holder(const char *host, int fd)
{
  char text[300];
  int n = snprintf(text, sizeof text, "%ld %s\n", (long)getpid(), host[0] ? host : "?");
  return ftruncate(fd, 0) == 0 && pwrite(fd, text, (size_t)n, 0) == n;
}

/* Opens and locks NAME: 0, or -1 with errno (EAGAIN: another process holds the lock; then *fd is
 * open). */
static int take(const char *name, int *fd)
{
  for (;;) {
    *fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (*fd < 0)
      return -1;
    if (fcntl(*fd, F_SETLK, &whole) != 0) {
      errno = errno == EACCES ? EAGAIN : errno;
      return -1;
    }
    if (in_place(*fd, name))
      return 0;
    close(*fd);
  }
}

/* Locks the database: SP_OK, or SP_CANNOT with *error (another process has it, or the lock cannot
 * be written). */
static int lock_database(struct sp_store *store, struct sp_error *error)
{
  int code = SP_OK, *fd = &store->lock;
  const char *name = lock_path(store);
  bool held = take(name, fd) == 0;
  if (!held && errno == EAGAIN)
    code = report_holder(store->path, *fd, error);
  else if (!held || !write_holder(store->host, *fd))
    code = sp_failure(error, SP_CANNOT, "%s: cannot write: %s: %s", store->path, name,
                      strerror(errno));
  if (code && *fd >= 0) {
    if (held)
      unlink(name);
    close(*fd);
    *fd = -1;
  }
  return code;
}

static void unlock_database(const struct sp_store *store)
{
  unlink(lock_path(store)); /* while locked: later the file may be another process's */
  close(store->lock);
}

/* ---- Checks. */

enum { APPLICATION = 0x53746172 }; /* "Star" */

static int damaged(const struct sp_store *store, const char *how, struct sp_error *error)
{
  return sp_bad_input(error, "%s: the database is damaged: %s", store->path, how);
}

/* Checks the file before SQLite opens it: SP_OK also if it is empty, or new and to be written. */
static int check_file(const char *path, enum sp_store_mode mode, struct sp_error *error)
{
  static const char magic[16] = "SQLite format 3";
  char head[16];
  if (sp_regular_file(path, error))
    return SP_BAD_INPUT;
  FILE *f = fopen(path, "rb");
  if (!f && errno == ENOENT && mode == SP_STORE_WRITE)
    return SP_OK;
  if (!f)
    return sp_failure(error, errno == ENOENT ? SP_BAD_INPUT : SP_CANNOT, "%s: cannot read: %s",
                      path, strerror(errno));
  size_t n = fread(head, 1, sizeof head, f);
  fclose(f);
  if (n && (n < sizeof head || memcmp(head, magic, sizeof head) != 0))
    return sp_bad_input(error, "%s: not a database of results (no SQLite file)", path);
  return SP_OK;
}

/* A writer creates the tables if the file has none: it is new, or a kill interrupted their
 * creation. */
static int require_tables(struct sp_store *store, struct sp_error *error)
{
  char tables[32];
  int code = store_ask(store, "SELECT count(*) FROM sqlite_schema", tables, sizeof tables, error);
  if (code || strcmp(tables, "0") != 0)
    return code;
  if (!store->writable)
    return sp_bad_input(error, "%s: an empty database, to which no campaign has written",
                        store->path);
  const char *sql =
      sp_context_text(store->memory,
                      "PRAGMA page_size=16384; BEGIN IMMEDIATE; %s; PRAGMA application_id=%d;"
                      "PRAGMA user_version=%d; COMMIT",
                      store_schema(store->memory, store_newest()), APPLICATION, store_newest());
  return store_execute(store, sql, error);
}

static int check_kind(struct sp_store *store, struct sp_error *error)
{
  char text[32];
  int code = store_ask(store, "PRAGMA application_id", text, sizeof text, error);
  if (code)
    return code;
  if (strtol(text, NULL, 10) != APPLICATION)
    return sp_bad_input(error, "%s: not a database of results (application_id %s, expected %d)",
                        store->path, text, APPLICATION);
  code = store_ask(store, "PRAGMA user_version", text, sizeof text, error);
  store->version = strtol(text, NULL, 10);
  if (!code && (store->version < STORE_FIRST_VERSION || store->version > store_newest()))
    return sp_bad_input(error, "%s: the database has schema version %s, expected version %d to %d",
                        store->path, text, STORE_FIRST_VERSION, store_newest());
  store_set_tables(store);
  return code;
}

/* Has the file our tables and nothing else? A view in the place of a table could run for ever. */
static int check_tables(struct sp_store *store, struct sp_error *error)
{
  static const char sql[] = "SELECT group_concat(type||' '||name||' '||ifnull(sql, ''), ';') FROM"
                            " (SELECT * FROM sqlite_schema ORDER BY name)";
  char found[4096], expected[4096];
  struct sp_store ours = {.path = store->path};
  if (sqlite3_open(":memory:", &ours.db))
    abort(); /* no memory */
  int code = store_execute(&ours, store_schema(store->memory, store->version), error);
  if (!code)
    code = store_ask(&ours, sql, expected, sizeof expected, error);
  sqlite3_close(ours.db);
  if (!code)
    code = store_ask(store, sql, found, sizeof found, error);
  if (!code && strcmp(found, expected) != 0)
    return damaged(store, "its tables are not those of a database of results", error);
  return code;
}

static int check_rows(struct sp_store *store, struct sp_error *error)
{
  char text[200] = "", sum[32];
  int code = check_tables(store, error);
  if (!code)
    code = store_ask(store, "PRAGMA quick_check(1)", text, sizeof text, error);
  for (char *p = text; (p = strchr(p, '\n'));) /* SQLite's message has several lines */
    *p = ' ';
  if (!code && strcmp(text, "ok") != 0)
    return damaged(store, text, error);
  if (!code)
    code = store_ask(store, "SELECT hex(sum) FROM seal", text, sizeof text, error);
  if (!code)
    code = store_sum(store, error);
  snprintf(sum, sizeof sum, "%016llX", (unsigned long long)store->seal);
  if (!code && strcmp(sum, text) != 0)
    return damaged(store, "its rows do not match its seal", error);
  return code;
}

/* Checks in one transaction, since a writer may commit at any moment. */
static int check_content(struct sp_store *store, struct sp_error *error)
{
  int code = store_execute(store, "BEGIN", error);
  if (code)
    return code;
  code = check_rows(store, error);
  sqlite3_exec(store->db, "COMMIT", NULL, NULL, NULL);
  return code;
}

static const char settings[] = "PRAGMA journal_mode=DELETE; PRAGMA synchronous=FULL;"
                               "PRAGMA foreign_keys=ON; PRAGMA cell_size_check=ON;"
                               "PRAGMA cache_size=-65536; PRAGMA temp_store=MEMORY;"
                               "PRAGMA trusted_schema=OFF";

/* The rows in the file have been checked, and ours obey the schema's CHECKs as they are made. Only
 * these are left out: SQLite makes the list of statuses anew, as a table, for each run, which took
 * two thirds of the instructions of writing it. */
static const char without_checks[] = "PRAGMA ignore_check_constraints=ON";

/* SQLite must be able to write also if the store is opened for reading: after a kill the next
 * process that opens it undoes the open batch. */
static int open_database(struct sp_store *store, const char *path, struct sp_error *error)
{
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  /* With a folder, since "", ":memory:" and "file:.." are no files for SQLite. */
  const char *name =
      path ? sp_context_text(store->memory, "%s%s", *path == '/' ? "" : "./", path) : ":memory:";
  int failed =
      sqlite3_open_v2(name, &store->db, flags | (store->writable ? SQLITE_OPEN_CREATE : 0), NULL);
  if (failed)
    return store_cannot(store, error);
  sqlite3_extended_result_codes(store->db, 0);
  sqlite3_busy_timeout(store->db, 60000); /* milliseconds: a reader waits for a commit */
  store_define_hash(store);
  if (store->writable && sqlite3_db_readonly(store->db, "main"))
    return sp_failure(error, SP_CANNOT, "%s: cannot write: %s", store->path, strerror(EACCES));
  int code = require_tables(store, error);
  if (!code)
    code = check_kind(store, error);
  if (!code)
    code = store_execute(store, settings, error);
  if (!code && !store->writable)
    code = store_execute(store, "PRAGMA query_only=ON", error);
  return code ? code : check_content(store, error);
}

int sp_store_open(const char *path, enum sp_store_mode mode, struct sp_store **opened,
                  struct sp_error *error)
{
  *opened = NULL;
  struct sp_store *store = sp_xcalloc(1, sizeof *store);
  store->memory = sp_context_plain();
  store->path = sp_context_copy(store->memory, path ? path : "results in memory");
  gethostname(store->host, sizeof store->host - 1);
  store->writable = mode == SP_STORE_WRITE;
  store->lock = -1;
  int code = path ? check_file(path, mode, error) : SP_OK;
  if (!code && path && store->writable)
    code = lock_database(store, error);
  if (!code)
    code = open_database(store, path, error);
  if (!code && store->writable)
    code = store_execute(store, without_checks, error);
  if (code) {
    sp_store_close(store);
    return code;
  }
  *opened = store;
  return SP_OK;
}

void sp_store_close(struct sp_store *store)
{
  if (!store)
    return;
  for (int table = 0; table < STORE_TABLES; table++)
    for (int k = 0; k < STORE_OPERATIONS; k++)
      sqlite3_finalize(store->statement[table][k]);
  sqlite3_finalize(store->find_status);
  sqlite3_close(store->db); /* an open batch is undone */
  if (store->lock >= 0)
    unlock_database(store);
  sp_context_free(store->memory);
  free(store);
}

/* Fuzzes the readers of campaigns with libFuzzer: the first byte chooses the reader (x: experiment
 * file, b: results database, v: values of a database), the rest is its text. A reader either
 * refuses its text with one line or gives an object that can be used: the points of an experiment
 * are named, a database is dumped and its experiments are read and reported, without control
 * characters.
 *
 * v: the text of an experiment, which may be empty, a zero byte, and lines [ROW]TABLE.COLUMN=VALUE,
 * which change this row of a small database, or all; "\\N" is NULL. A database whose content does
 * not match its seal is sealed again, so that what is behind the seal is tested, too. */
#include "base/memory.h"
#include "campaign/experiment/experiment.h"
#include "campaign/report/report.h"
#include "campaign/run/run_key.h"
#include "campaign/store/database.h"
#include "engine/perform/perform_graph.h"
#include "method/registry.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* No heuristic and no engine is linked: the readers only keep the names of methods, and reports of
 * graphs have no values of the graph itself. */
const struct sp_heuristic *const sp_builtin_heuristics[] = {NULL};

struct sp_registry *sp_registry_with_graphs(struct sp_error *error)
{
  return sp_registry_alloc(error);
}

void sp_graph_measure(const struct sp_instance *in, int n, const char *const *name, double *value)
{
  (void)in, (void)n, (void)name, (void)value;
}

/* All platforms count as different. */
char *sp_instance_text(const struct sp_instance *in)
{
  return sp_format("%p", (const void *)in);
}

static void require(bool condition)
{
  if (!condition)
    abort();
}

static void refused(const struct sp_error *error)
{
  require(error->text[0] != '\0' && !strchr(error->text, '\n'));
}

static void read_experiment(const char *text)
{
  enum { MOST_POINTS = 20 };
  struct sp_experiment e;
  struct sp_error error = {""};
  if (sp_experiment_parse("f.ini", text, NULL, &e, &error) != SP_OK) {
    refused(&error);
    return;
  }
  for (int v = 0; v < e.n_variants; v++)
    for (int k = 0; k < sp_points(&e, v) && k < MOST_POINTS; k++) {
      char *place = sp_place_text(&e, v, k);
      int variant, point;
      require(sp_place_find(&e, place, &variant, &point, &error) == SP_OK);
      require(variant == v && point == k);
    }
  sp_experiment_clear(&e);
}

/* ---- Databases. */

static char path[] = "/tmp/starport-fuzz.XXXXXX";

/* Published values are in files, which are not fuzzed here. */
static bool compares(const struct sp_experiment *e)
{
  bool any = e->compare || e->compare_overall;
  for (int k = 0; k < e->n_plots; k++)
    any = any || e->plot[k].compare;
  return any;
}

static void report(struct sp_store *store, const char *text)
{
  struct sp_experiment e;
  struct sp_error error = {""};
  if (sp_experiment_parse("f.ini", text, NULL, &e, &error) != SP_OK)
    return;
  for (enum sp_format format = SP_TEXT_FORMAT; format < SP_HTML_FORMAT && !compares(&e); format++) {
    char *written = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&written, &size);
    if (sp_report(&e, store, format, f, NULL, &error) != SP_OK)
      refused(&error);
    fclose(f);
    for (size_t k = 0; k < size; k++)
      require(written[k] == '\n' || !iscntrl((unsigned char)written[k]));
    free(written);
  }
  sp_experiment_clear(&e);
}

static void use_store(struct sp_store *store)
{
  struct sp_error error = {""};
  const char *id, *text;
  char *dump = NULL;
  size_t size = 0;
  FILE *f = open_memstream(&dump, &size);
  if (sp_store_dump(store, f, &error) != SP_OK)
    refused(&error);
  fclose(f);
  free(dump);
  for (int k = 0; sp_store_experiment_at(store, k, &id, &text); k++) {
    read_experiment(text);
    report(store, text);
  }
}

static void execute(sqlite3 *db, const char *sql, const char *value)
{
  sqlite3_stmt *s = NULL;
  if (sqlite3_prepare_v2(db, sql, -1, &s, NULL) == SQLITE_OK) {
    if (value)
      sqlite3_bind_text(s, 1, value, -1, SQLITE_STATIC);
    sqlite3_step(s);
  }
  sqlite3_finalize(s);
}

/* Changes the values of the lines, unless there are none, and seals the content. */
static void change_and_seal(char *lines)
{
  struct sp_store store = {.memory = sp_context_plain(), .path = path};
  struct sp_error error;
  if (sqlite3_open(path, &store.db) == SQLITE_OK) {
    execute(store.db, "PRAGMA journal_mode=OFF", NULL);
    execute(store.db, "PRAGMA synchronous=OFF", NULL);
    for (char *line; (line = strsep(&lines, "\n"));) {
      char row = 0, table[12], column[20], sql[200];
      int at = 0;
      if (isxdigit((unsigned char)*line) && isalpha((unsigned char)line[1]) == isdigit(*line))
        row = *line++;
      if (sscanf(line, "%11[a-z].%19[a-z_]=%n", table, column, &at) < 2 || !at)
        continue;
      snprintf(sql, sizeof sql, "UPDATE OR IGNORE %s SET %s=?1", table, column);
      if (row)
        snprintf(sql + strlen(sql), 80, " WHERE substr(hex(%s),2,1)='%c'",
                 strcmp(table, "cell") ? "key" : "run", toupper(row));
      execute(store.db, sql, strcmp(line + at, "\\N") ? line + at : NULL);
    }
    store_define_hash(&store);
    if (store_sum(&store, &error) == SP_OK) {
      char sql[64];
      snprintf(sql, sizeof sql, "UPDATE seal SET sum=x'%016llX'", (unsigned long long)store.seal);
      execute(store.db, sql, NULL);
    }
  }
  sqlite3_close(store.db);
  sp_context_free(store.memory);
}

static void put_file(const uint8_t *data, size_t size)
{
  static int file = -1;
  if (file < 0)
    file = mkstemp(path);
  require(file >= 0 && ftruncate(file, 0) == 0 && pwrite(file, data, size, 0) == (ssize_t)size);
}

/* Reads the database in the file, which is sealed again if it is refused. */
static void read_database(void)
{
  struct sp_store *store = NULL;
  struct sp_error error = {""};
  if (sp_store_open(path, SP_STORE_READ, &store, &error) != SP_OK) {
    refused(&error);
    char none[] = "";
    change_and_seal(none);
    if (sp_store_open(path, SP_STORE_READ, &store, &error) != SP_OK)
      refused(&error);
  }
  if (store)
    use_store(store);
  sp_store_close(store);
}

/* ---- A database whose values are changed. */

static const char usual[] =
    "id = v\ntitle = values\nproblem = redistribution\nseed = 1\ncount = 3\n"
    "[platform]\nworkers = 2\nc = int 1..9\nw = int 1..9\n[workload]\n"
    "load = int 30..50\n[axis x]\n1: c = 1\n2: c = 2\n[run]\n"
    "methods = bba, mbbsa\n[variant one]\nmethods = bba, mbbsa\n"
    "[table]\nbest = methods\nrows = x\ncells = mean(distance), max(gap), share(gap<=50)\n"
    "claim = \"first\": mean(makespan) bba <= mbbsa\n[figure f]\nx = x\ny = mean(makespan)\n";

/* The cells and runs of the experiment; the first byte of a run's key is the number of its row. */
static void fill(struct sp_store *store, const struct sp_experiment *e)
{
  struct sp_error error;
  struct sp_key key = sp_key_of(usual, strlen(usual)), instance = {{7}}, run = {{0}};
  require(!sp_store_experiment(store, e->id, &key, usual, &error));
  require(!sp_store_instance(store, &instance, "body", &error));
  for (int point = 0; point < sp_points(e, 0); point++)
    for (long index = 0; index < e->count; index++)
      for (int method = 0; method < e->variant[0].methods.n; method++, run.byte[0]++) {
        char *axes = sp_place_text(e, 0, point);
        const char *name = e->variant[0].methods.text[method];
        struct sp_result result = {.status = SP_RUN_OK, .makespan = 100 + (double)(index * method)};
        struct sp_run_row row = {run,      instance, name,   1,   {{0}},
                                 "native", "native", result, 100, "port"};
        require(!sp_store_cell(store, e->id, axes, index, name, &instance, &run, &error));
        require(!sp_store_run(store, &row, &error));
      }
}

/* The bytes of that database; *size is set. */
static const uint8_t *small_database(size_t *size)
{
  static uint8_t bytes[1 << 17];
  static size_t length;
  struct sp_store *store;
  struct sp_experiment e;
  struct sp_error error;
  if (!length) {
    put_file(bytes, 0);
    require(!sp_experiment_parse("f.ini", usual, NULL, &e, &error));
    require(!sp_store_open(path, SP_STORE_WRITE, &store, &error) && !sp_store_begin(store, &error));
    fill(store, &e);
    require(!sp_store_commit(store, &error));
    sp_store_close(store);
    sp_experiment_clear(&e);
    FILE *f = fopen(path, "rb");
    length = f ? fread(bytes, 1, sizeof bytes, f) : 0;
    require(length && length < sizeof bytes && fclose(f) == 0);
  }
  *size = length;
  return bytes;
}

/* text: with a zero byte after its end. */
static void read_values(const char *text, size_t size)
{
  size_t length, first = strlen(text);
  const uint8_t *bytes = small_database(&length);
  put_file(bytes, length);
  char *lines = strdup(first < size ? text + first + 1 : "");
  require(lines != NULL);
  if (first) {
    sqlite3 *db;
    require(sqlite3_open(path, &db) == SQLITE_OK);
    execute(db, "UPDATE experiment SET text=?1", text);
    sqlite3_close(db);
  }
  change_and_seal(lines);
  read_database();
  free(lines);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (size == 0)
    return 0;
  if (data[0] == 'b') {
    put_file(data + 1, size - 1);
    read_database();
  }
  if (data[0] != 'x' && data[0] != 'v')
    return 0;
  char *text = malloc(size);
  require(text != NULL);
  memcpy(text, data + 1, size - 1);
  text[size - 1] = '\0';
  if (data[0] == 'x')
    read_experiment(text);
  else
    read_values(text, size - 1);
  free(text);
  return 0;
}

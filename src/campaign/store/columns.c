/* The columns of the tables. Those of runs end with the numbers of a result, which follow from the
 * table of fields (method/fields.h); a database of an older version lacks the last ones. */
#include "base/memory.h"
#include "campaign/store/database.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct store_table tables[STORE_TABLES] = {
    [STORE_EXPERIMENTS] = {"experiment", 3, 1, "id", ", key, text", "tkt"},
    [STORE_INSTANCES] = {"instance", 2, 1, "key", ", body", "kt"},
    [STORE_CELLS] = {"cell", 6, 4, "experiment, axes, idx, method", ", instance, run", "ttitkk"},
    [STORE_RUNS] = {"run", STORE_FIELDS, 1, "key",
                    ", instance, method, method_version, method_source, engine, model, status,"
                    " reason",
                    "kktiktttT"}, /* and the fields */
    [STORE_ATTEMPTS] = {"attempt", 9, 0, "", "", "kTTrIeTTr"},
};

/* A row's instance and experiment are inserted before it. A cell is a wanted run, a run its result:
 * cell LEFT JOIN run shows the missing runs. */
static const char schema[] =
    "CREATE TABLE experiment(id TEXT PRIMARY KEY, key BLOB NOT NULL, text TEXT NOT NULL)"
    " WITHOUT ROWID;"
    "CREATE TABLE instance(key BLOB PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE cell(experiment TEXT NOT NULL REFERENCES experiment, axes TEXT NOT NULL,"
    " idx INTEGER NOT NULL, method TEXT NOT NULL, instance BLOB NOT NULL REFERENCES instance,"
    " run BLOB NOT NULL, PRIMARY KEY(experiment, axes, idx, method)) WITHOUT ROWID;"
    "CREATE TABLE run(key BLOB PRIMARY KEY, instance BLOB NOT NULL REFERENCES instance,"
    " method TEXT NOT NULL, method_version INTEGER NOT NULL, method_source BLOB NOT NULL,"
    " engine TEXT NOT NULL, model TEXT NOT NULL,"
    " status TEXT NOT NULL CHECK(status IN ('ok','refused','failed','crashed','timeout')),"
    " reason TEXT,%s CHECK((status='ok')=(makespan IS NOT NULL)),"
    " CHECK((status='ok')=(reason IS NULL))) WITHOUT ROWID;"
    "CREATE TABLE attempt(run BLOB NOT NULL, started TEXT, host TEXT, seconds REAL,"
    " max_rss_kb INTEGER, exit INTEGER, stderr_tail TEXT, build TEXT, planning_seconds REAL);"
    "CREATE TABLE seal(sum BLOB NOT NULL);"
    "INSERT INTO seal VALUES(zeroblob(8));";
static const char results[] =
    "SELECT cell.experiment, cell.axes, cell.idx, cell.method, run.engine, run.status, run.reason,"
    "%s latest.planning_seconds, latest.seconds, instance.body AS instance"
    " FROM cell LEFT JOIN run ON run.key=cell.run"
    " LEFT JOIN instance ON instance.key=cell.instance"
    " LEFT JOIN (SELECT run, planning_seconds, seconds, max(rowid) FROM attempt GROUP BY run)"
    " AS latest ON latest.run=cell.run";

/* ---- The numbers of a run. */

/* A field of the result as a column, or the bound, which stands after the messages. */
struct number {
  const char *name, *type;
  char kind;
  long since;
  double before;
};

static struct number number_of(const struct sp_field *f)
{
  static const char *const types[] = {
      [SP_FIELD_REAL] = "REAL", [SP_FIELD_INTEGER] = "INTEGER", [SP_FIELD_HASH] = "BLOB"};
  static const char kinds[] = {
      [SP_FIELD_REAL] = 'r', [SP_FIELD_INTEGER] = 'I', [SP_FIELD_HASH] = 'h'};
  return (struct number){f->name, types[f->type], kinds[f->type], f->since, f->before};
}

/* Those of the newest version in the order of the columns; returns how many. */
static int list_numbers(struct number *number)
{
  const struct sp_field *f;
  int n = 0;
  for (int k = 0; (f = sp_result_field(k)); k++) {
    number[n++] = number_of(f);
    if (k == SP_FIELD_MESSAGES) {
      number[n++] = (struct number){"bound", "REAL", 'r', STORE_FIRST_VERSION, NAN};
      number[n++] = (struct number){"bound_name", "TEXT", 'T', STORE_FIRST_VERSION, NAN};
    }
  }
  return n;
}

int store_field(int k)
{
  return STORE_FIELDS + k + (k > SP_FIELD_MESSAGES ? 2 : 0);
}

int store_newest(void)
{
  const struct sp_field *f;
  int newest = STORE_WITH_VIEW;
  for (int k = 0; (f = sp_result_field(k)); k++)
    newest = f->since > newest ? f->since : newest;
  return newest;
}

/* Writes the column for a query; of a database that lacks it, what its ok runs have. */
static void put_number(FILE *f, const struct number *number, long version)
{
  static const char *const before[] = {"0", "NULL"};
  if (number->since <= version)
    fprintf(f, ", %s", number->name);
  else
    fprintf(f, ", CASE WHEN makespan IS NOT NULL THEN CAST(%s AS %s) END",
            before[isnan(number->before) != 0], number->type);
}

/* ---- Tables, the schema and queries. */

void store_set_tables(struct sp_store *store)
{
  struct store_table *run = &store->table[STORE_RUNS];
  struct number number[STORE_MOST_COLUMNS];
  int n = list_numbers(number);
  size_t size;
  memcpy(store->table, tables, sizeof tables);
  FILE *f = sp_open_text(&store->rest, &size);
  fputs(run->rest, f);
  strcpy(store->kinds, run->kinds);
  for (int k = 0; k < n && number[k].since <= store->version; k++) {
    fprintf(f, ", %s", number[k].name);
    store->kinds[run->columns++] = number[k].kind;
  }
  fclose(f);
  run->rest = store->rest;
  run->kinds = store->kinds;
}

char *store_results(long version)
{
  const struct sp_field *field;
  char *columns;
  size_t size;
  FILE *f = sp_open_text(&columns, &size);
  for (int k = 0; (field = sp_result_field(k)); k++) {
    if (field->place && field->since <= version)
      fprintf(f, " run.%s,", field->name);
    fputs(k == SP_FIELD_PLANNED ? " run.bound, run.bound_name," : "", f);
  }
  fclose(f);
  char *text = sp_format(results, columns);
  free(columns);
  return text;
}

char *store_schema(long version)
{
  struct number number[STORE_MOST_COLUMNS];
  int n = list_numbers(number);
  char *columns;
  size_t size;
  FILE *f = sp_open_text(&columns, &size);
  for (int k = 0; k < n && number[k].since <= version; k++)
    fprintf(f, " %s %s,", number[k].name, number[k].type);
  fclose(f);
  char *view = store_results(version), *made = sp_format(schema, columns);
  char *text = version < STORE_WITH_VIEW ? sp_xstrdup(made)
                                         : sp_format("%sCREATE VIEW results AS %s", made, view);
  free(made);
  free(view);
  free(columns);
  return text;
}

char *store_all_columns(long version)
{
  struct number number[STORE_MOST_COLUMNS];
  int n = list_numbers(number);
  char *text;
  size_t size;
  FILE *f = sp_open_text(&text, &size);
  fprintf(f, "%s%s", tables[STORE_RUNS].names, tables[STORE_RUNS].rest);
  for (int k = 0; k < n; k++)
    put_number(f, &number[k], version);
  fclose(f);
  return text;
}

char *store_numbers(long version)
{
  const struct sp_field *field;
  char *text;
  size_t size;
  FILE *f = sp_open_text(&text, &size);
  for (int k = 0; (field = sp_result_field(k)); k++) {
    struct number number = number_of(field);
    if (field->place)
      put_number(f, &number, version);
  }
  fclose(f);
  return text;
}

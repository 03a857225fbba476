/* The columns of the tables. Those of runs end with the numbers of a result, which follow from the
 * table of fields (method/fields.h); a database of an older version lacks the last ones. */
#include "campaign/store/database.h"

static const struct store_table tables[STORE_TABLES] = {
    [STORE_EXPERIMENTS] = {"experiment", 3, 1, "id", ", key, text", "tkt"},
    [STORE_INSTANCES] = {"instance", 2, 1, "key", ", body", "kt"},
    [STORE_CELLS] = {"cell", 6, 4, "experiment, axes, idx, method", ", instance, run", "ttitkk"},
    [STORE_RUNS] = {"run", STORE_FIELDS, 1, "key", STORE_RUN, "kktiktttT"}, /* and the fields */
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
static const char view[] = "CREATE VIEW results AS SELECT cell.experiment, cell.axes, cell.idx, "
                           "cell.method, run.engine, run.status, run.reason,"
                           "%s latest.planning_seconds, latest.seconds, instance.body AS instance"
                           " FROM cell LEFT JOIN run ON run.key=cell.run"
                           " LEFT JOIN instance ON instance.key=cell.instance" STORE_LATEST;

static const char *const types[] = {
    [SP_FIELD_REAL] = "REAL", [SP_FIELD_INTEGER] = "INTEGER", [SP_FIELD_HASH] = "BLOB"};
static const char kinds[] = {
    [SP_FIELD_REAL] = 'r', [SP_FIELD_INTEGER] = 'I', [SP_FIELD_HASH] = 'h'};

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

/* Writes a field for a query; of a database that lacks it, what its ok runs have. */
static void put_value(FILE *out, const struct sp_field *f, long version)
{
  static const char *const before[] = {"0", "NULL"};
  if (f->since <= version)
    fprintf(out, ", %s", f->name);
  else
    fprintf(out, ", CASE WHEN makespan IS NOT NULL THEN CAST(%s AS %s) END",
            before[isnan(f->before) != 0], types[f->type]);
}

const char *store_fields(struct sp_context *memory, long version, enum store_list list)
{
  static const char *const bound[] = {[STORE_DEFINED] = " bound REAL, bound_name TEXT,",
                                      [STORE_NAMED] = ", bound, bound_name",
                                      [STORE_VIEWED] = " run.bound, run.bound_name,",
                                      [STORE_ALL] = ", bound, bound_name",
                                      [STORE_SHOWN] = ""};
  const struct sp_field *f;
  char *text;
  FILE *out = sp_open_string(&text);
  for (int k = 0; (f = sp_result_field(k)); k++) {
    bool there = f->since <= version;
    if (list == STORE_DEFINED && there)
      fprintf(out, " %s %s,", f->name, types[f->type]);
    else if (list == STORE_NAMED && there)
      fprintf(out, ", %s", f->name);
    else if (list == STORE_VIEWED && there && f->place)
      fprintf(out, " run.%s,", f->name);
    else if (list == STORE_ALL || (list == STORE_SHOWN && f->place))
      put_value(out, f, version);
    if (k == (list == STORE_VIEWED ? SP_FIELD_PLANNED : SP_FIELD_MESSAGES))
      fputs(bound[list], out);
  }
  return sp_context_end(memory, out, &text);
}

void store_set_tables(struct sp_store *store)
{
  const struct sp_field *f;
  struct store_table *run = &store->table[STORE_RUNS];
  memcpy(store->table, tables, sizeof tables);
  snprintf(store->kinds, sizeof store->kinds, "%s", run->kinds);
  for (int k = 0; (f = sp_result_field(k)) && f->since <= store->version; k++) {
    store->kinds[store_field(k)] = kinds[f->type];
    run->columns = store_field(k) + 1;
  }
  memcpy(store->kinds + STORE_BOUND, "rT", 2);
  run->rest = sp_context_text(store->memory, "%s%s", run->rest,
                              store_fields(store->memory, store->version, STORE_NAMED));
  run->kinds = store->kinds;
}

const char *store_schema(struct sp_context *memory, long version)
{
  char *text;
  FILE *out = sp_open_string(&text);
  fprintf(out, schema, store_fields(memory, version, STORE_DEFINED));
  if (version >= STORE_WITH_VIEW)
    fprintf(out, view, store_fields(memory, version, STORE_VIEWED));
  return sp_context_end(memory, out, &text);
}

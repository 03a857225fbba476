/* The table of the numbers of a run, the columns of databases, the records of `run --json` and the
 * table of docs/results.md agree. */
#include "campaign/store/database.h"
#include "store_rows.h"

#include <jansson.h>

#define FOR_FIELDS(k, f) for (int k = 0; (f = sp_result_field(k)); k++)

/* A new field is the last column, and the places of those that are shown are 1, 2, .. */
static void test_order(void **state)
{
  (void)state;
  const struct sp_field *f, *before = NULL;
  int shown = 0;
  FOR_FIELDS(k, f)
  {
    assert_true(!before || before->since <= f->since);
    shown += f->place > 0;
    before = f;
  }
  for (int place = 1; place <= shown; place++)
    assert_non_null(sp_shown_field(place));
  assert_null(sp_shown_field(shown + 1));
}

/* The names of a table's columns with their types, " name TYPE, name TYPE,". */
static char *columns_of(const char *path, const char *table, char *text, size_t size)
{
  char query[200];
  snprintf(query, sizeof query,
           "SELECT ' '||group_concat(name||' '||type||',', ' ') FROM pragma_table_info('%s')",
           table);
  return ask_file(path, query, text, size);
}

static void test_database(void **state)
{
  (void)state;
  static const char *const types[] = {"REAL", "INTEGER", "BLOB"};
  const struct sp_field *f;
  char run[2000], view[2000], count[20], version[20], word[100];
  struct sp_store *store = store_open_ok("a.db", SP_STORE_WRITE);
  ask_file("a.db", "SELECT count(*) FROM pragma_table_info('run')", count, sizeof count);
  ask_file("a.db", "PRAGMA user_version", version, sizeof version);
  assert_int_equal(atoi(count), store->table[STORE_RUNS].columns);
  assert_int_equal(strlen(store->table[STORE_RUNS].kinds), store->table[STORE_RUNS].columns);
  columns_of("a.db", "run", run, sizeof run);
  columns_of("a.db", "results", view, sizeof view);
  FOR_FIELDS(k, f)
  {
    snprintf(word, sizeof word, " %s %s,", f->name, types[f->type]);
    assert_non_null(strstr(run, word));
    assert_int_equal(strstr(view, word) != NULL, f->place > 0);
    assert_true(f->since <= atoi(version));
    snprintf(word, sizeof word, "SELECT name FROM pragma_table_info('run') WHERE cid=%d",
             store_field(k));
    assert_string_equal(ask_file("a.db", word, count, sizeof count), f->name);
  }
  sp_store_close(store);
}

/* The record of a run on the star. */
static json_t *record_of(const char *star)
{
  char command[300];
  const char *build = getenv("BUILD");
  snprintf(command, sizeof command, "%s/starport run --star='%s' -H min_c --engine=native --json",
           build ? build : "build", star);
  FILE *f = popen(command, "r");
  json_t *document = json_loadf(f, 0, NULL);
  assert_int_equal(pclose(f), 0);
  json_t *record = json_incref(json_array_get(json_object_get(document, "runs"), 0));
  json_decref(document);
  return record;
}

static void test_json(void **state)
{
  (void)state;
  const char *const stars[] = {"c=2,2 w=3,4 tasks=6", "c=2,2 w=3,4 tasks=6 profile=host1:6*0,10*1"};
  const struct sp_field *f;
  struct sp_error error;
  for (int k = 0; k < 2; k++) {
    struct sp_instance *in = sp_star_parse(stars[k], &error);
    json_t *record = record_of(stars[k]);
    FOR_FIELDS(j, f)
    {
      bool expected = f->place && (!f->applies || f->applies(in));
      const json_t *value = json_object_get(record, f->name);
      assert_int_equal(value != NULL, expected);
      assert_true(!value || json_is_number(value) ||
                  !f->of_ok); /* an on-line heuristic states no plan */
    }
    json_decref(record);
    sp_instance_free(in);
  }
}

static void print_rows(FILE *out)
{
  static const char *const types[] = {"real", "whole", "hash"};
  const struct sp_field *f;
  FOR_FIELDS(k, f)
  fprintf(out, "| `%s` | %s | %s | %d | %s |\n", f->name, types[f->type], f->unit, f->since,
          f->meaning);
}

/* The rows of the section are those of the table; else they are printed. */
static void test_page(void **state)
{
  (void)state;
  char *page, *rows;
  size_t size;
  FILE *f = open_memstream(&rows, &size), *document = fopen("docs/results.md", "r");
  fputs("|---|---|---|---|---|\n", f);
  print_rows(f);
  fputc('\n', f);
  fclose(f);
  f = open_memstream(&page, &size);
  for (int c; (c = fgetc(document)) != EOF;)
    fputc(c, f);
  fclose(document);
  fclose(f);
  if (!strstr(page, rows))
    fail_msg("docs/results.md, \"The numbers of a run\", expected the rows\n%s", rows);
  free(page);
  free(rows);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_order),
      cmocka_unit_test(test_json),
      cmocka_unit_test(test_page),
      cmocka_unit_test_setup_teardown(test_database, enter_folder, leave_folder),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Tests the reader of CSV lines: quotes, blanks, line ends, the byte order mark, and refusals. */
#include "base/csv.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char path[] = "/tmp/starport-csv.XXXXXX";

static void write_file(const char *content, size_t size)
{
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  assert_int_equal(fwrite(content, 1, size, f), size);
  fclose(f);
}

/* The fields of the only line, joined by '|'. */
static void fields(const char *line, bool trimmed, int most, const char *expected)
{
  struct csv csv;
  int code;
  char joined[200] = "";
  write_file(line, strlen(line));
  assert_int_equal(csv_open(&csv, path, NULL), SP_OK);
  csv.trimmed = trimmed;
  assert_true(csv_next(&csv, &code));
  int n = csv_cut(&csv, most);
  assert_int_equal(n, csv.n);
  for (int k = 0; k < csv.n; k++)
    strcat(strcat(joined, k ? "|" : ""), csv.field[k]);
  assert_string_equal(joined, expected);
  assert_false(csv_next(&csv, &code));
  assert_int_equal(code, SP_OK);
  csv_close(&csv);
}

static void test_fields(void **state)
{
  (void)state;
  fields("a,b,c\n", false, 0, "a|b|c");
  fields("a", false, 0, "a");
  fields(",a,,\r\n", false, 0, "|a||");
  fields("\xef\xbb\xbf"
         "a,b",
         false, 0, "a|b");
  fields(" a , b", false, 0, " a | b");
  fields(" a , b\t\r\n", true, 0, "a|b");
}

/* The longest line is read, a longer one refused. */
static void test_long_lines(void **state)
{
  (void)state;
  char *text = malloc(CSV_MOST_BYTES + 2);
  assert_non_null(text);
  memset(text, 'x', CSV_MOST_BYTES + 2);
  for (int more = 0; more < 2; more++) {
    struct csv csv;
    struct sp_error error = {""};
    int code;
    text[CSV_MOST_BYTES - 1 + more] = '\n';
    write_file(text, (size_t)(CSV_MOST_BYTES + more));
    assert_int_equal(csv_open(&csv, path, &error), SP_OK);
    assert_true(csv_next(&csv, &code) == !more);
    assert_int_equal(code, more ? SP_BAD_INPUT : SP_OK);
    assert_true(!more == !strstr(error.text, ":1: a line of more than 1048576 bytes"));
    csv_close(&csv);
    text[CSV_MOST_BYTES - 1] = 'x';
  }
  free(text);
}

static void test_quotes(void **state)
{
  (void)state;
  fields("\"a,b\",c", false, 0, "a,b|c");
  fields("c,\"a,b\"", false, 0, "c|a,b");
  fields("\"\",x", false, 0, "|x");
  fields("a\"b,c\"", false, 0, "a\"b|c\"");
  fields("\"a\"b,c", false, 0, "\"a\"b|c");
  fields("\"a,b", false, 0, "\"a|b");
  fields(" \"a\",b", false, 0, " \"a\"|b");
  fields(" \" a \" ,b", true, 0, " a |b");
}

static void test_rest(void **state)
{
  (void)state;
  fields("a,b,c,\"d", false, 2, "a|b,c,\"d");
  fields("\"a,b\",c,d", false, 2, "a,b|c,d");
  fields("a", false, 2, "a");
}

static void test_refused(void **state)
{
  (void)state;
  struct csv csv;
  struct sp_error error;
  char expected[100];
  int code;
  assert_int_equal(csv_open(&csv, "/nowhere/a.csv", &error), SP_BAD_INPUT);
  assert_string_equal(error.text, "/nowhere/a.csv: cannot read: No such file or directory");
  assert_int_equal(csv_open(&csv, "/tmp", &error), SP_BAD_INPUT);
  assert_string_equal(error.text, "/tmp: cannot read: Is a directory");
  write_file("a\nb\0c\n", 6);
  assert_int_equal(csv_open(&csv, path, &error), SP_OK);
  assert_true(csv_next(&csv, &code));
  assert_false(csv_next(&csv, &code));
  assert_int_equal(code, SP_BAD_INPUT);
  snprintf(expected, sizeof expected, "%s:2: a zero byte, expected text", path);
  assert_memory_equal(error.text, expected, strlen(expected));
  assert_int_equal(csv_refuse(&csv, "%s", "no"), SP_BAD_INPUT);
  snprintf(expected, sizeof expected, "%s:2: no", path);
  assert_string_equal(error.text, expected);
  csv_close(&csv);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_fields),  cmocka_unit_test(test_long_lines),
      cmocka_unit_test(test_quotes),  cmocka_unit_test(test_rest),
      cmocka_unit_test(test_refused),
  };
  int file = mkstemp(path);
  if (file < 0)
    return 1;
  close(file);
  int failures = cmocka_run_group_tests_name("csv", tests, NULL, NULL);
  unlink(path);
  return failures;
}

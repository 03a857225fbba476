/* Tests the bytes of each format of a report, against the files of tests/data/report. */
#include "report_rows.h"

static void test_formats(void **state)
{
  (void)state;
  struct sample s;
  struct sp_published published;
  struct sp_summary summary;
  summarise(&s, &published, &summary);
  expect_section("variant", report_of_variant(&summary));
}

static void test_csv_header(void **state)
{
  (void)state;
  struct sample s;
  build(&s);
  s.axis.name = "a \"b\", c";
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  report_write_csv_header(&s.experiment, out);
  fclose(out);
  assert_string_equal(text, "experiment,variant,\"a \"\"b\"\", c\",method,role,quantity,value,se,n,"
                            "missing,print,print_se,verdict\n");
  free(text);
}

int main(void)
{
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_formats),
      cmocka_unit_test(test_csv_header),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

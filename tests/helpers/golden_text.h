/* Compares texts of reports with files of tests/data/report. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* Fails where the text differs from tests/data/report/NAME; with UPDATE=1 in the environment writes
 * that file instead. */
static inline void expect_file(const char *name, const char *text)
{
  char path[100], *expected = NULL;
  size_t size = 0;
  snprintf(path, sizeof path, "tests/data/report/%s", name);
  bool update = getenv("UPDATE") != NULL;
  FILE *file = fopen(path, update ? "w" : "r");
  if (!file)
    fail_msg("%s: cannot be opened", path);
  if (update)
    assert_true(fputs(text, file) >= 0);
  else if (getdelim(&expected, &size, '\0', file) < 0)
    fail_msg("%s: cannot be read", path);
  assert_int_equal(fclose(file), 0);
  if (!update)
    assert_string_equal(text, expected);
  free(expected);
}

/* Tests numbers as written: exact values, nearest doubles, refusals, common denominators. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <locale.h>
#include <starport/instance.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/text.h"

static void expect(const char *text, double v, int64_t num, int64_t den)
{
  struct sp_num x = {-7, 7, 7};
  if (sp_num_parse(text, &x))
    fail_msg("%s was refused", text);
  if (memcmp(&x.v, &v, sizeof v) || x.den != den || (den && x.num != num))
    fail_msg("%s is %.17g = %lld/%lld, expected %.17g = %lld/%lld", text, x.v, (long long)x.num,
             (long long)x.den, v, (long long)num, (long long)den);
}

static void test_exact(void **state)
{
  (void)state;
  expect("3", 3, 3, 1);
  expect("-2", -2, -2, 1);
  expect("+17", 17, 17, 1);
  expect("-0", 0, 0, 1);
  expect("0.25", 0.25, 1, 4);
  expect("1e-3", 1e-3, 1, 1000);
  expect("98.095", 98.095, 19619, 200);
  expect(".5", 0.5, 1, 2);
  expect("7.", 7, 7, 1);
  expect("5/8", 0.625, 5, 8);
  expect("-124/107", -124.0 / 107.0, -124, 107);
  expect("6/4", 1.5, 3, 2);
  expect("0/5", 0, 0, 1);
  expect("12e2", 1200, 1200, 1);
  expect("9223372036854775807", 0x1p63, INT64_MAX, 1);
  expect("5e-19", 5e-19, 1, 2000000000000000000);
  expect("0.00000000000000000000e-30", 0, 0, 1);
  expect("1.00000000000000000", 1, 1, 1);
  expect("0e99999", 0, 0, 1);
}

static void test_only_the_double(void **state)
{
  (void)state;
  expect("inf", INFINITY, 0, 0);
  expect("+inf", INFINITY, 0, 0);
  expect("9223372036854775808", 0x1p63, 0, 0);
  expect("1e300", 1e300, 0, 0);
  expect("-1e-30", -1e-30, 0, 0);
  expect("3.14159265358979323846264338327950288", 3.14159265358979323846, 0, 0);
  expect("1e-400", 0, 0, 0);
}

/* Each of these is nearest only if it is rounded once: the obvious (double)a / (double)b is off. */
static void test_rounded_once(void **state)
{
  (void)state;
  struct sp_num x;
  uint64_t seed = UINT64_C(0x9e3779b97f4a7c15);
  int differs = 0;
  /* above the middle of two doubles by less than 2^-115: only the remainder tells */
  expect("2642494381216869047/2313467843477804259", 0x1.2468acf13579bp+0,
         INT64_C(2642494381216869047), INT64_C(2313467843477804259));
  for (int i = 0; i < 20000; i++) {
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    int64_t a = (int64_t)(seed >> 1);
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    int64_t b = (int64_t)(seed >> (1 + seed % 40)) | 1;
    char text[64];
    snprintf(text, sizeof text, "%lld/%lld", (long long)a, (long long)b);
    assert_int_equal(sp_num_parse(text, &x), 0);
    differs += x.v != (double)a / (double)b;
    /* the true value lies between the midpoints to the neighbours of x.v */
    long double above = ((long double)x.v + (long double)nextafter(x.v, INFINITY)) / 2;
    long double below = ((long double)x.v + (long double)nextafter(x.v, 0)) / 2;
    long double quotient = (long double)a / (long double)b; /* 64 bits: midpoints are exact */
    assert_true(quotient <= above && quotient >= below);
  }
  assert_true(differs > 100);
}

static void test_refused(void **state)
{
  (void)state;
  static const char *const bad[] = {"",         " ",
                                    "3 ",       " 3",
                                    "nan",      "-inf",
                                    "infinity", "Inf",
                                    "0x10",     "1,5",
                                    "1/0",      "1/",
                                    "/2",       "1/-2",
                                    "1.5/2",    "1e",
                                    "1e+",      "e5",
                                    ".",        "-",
                                    "--1",      "3f",
                                    "1/2/3",    "1e999",
                                    "-1e999",   "9223372036854775808/3",
                                    "1e200000", "\xd9\xa3",
                                    "1_000"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    struct sp_num x = {-7, 11, 13};
    if (sp_num_parse(bad[i], &x) != -1)
      fail_msg("'%s' was read as %g", bad[i], x.v);
    assert_true(x.v == -7 && x.num == 11 && x.den == 13);
  }
}

/* R and Python programs set locales; "0,25" and "0.25" must not change their meaning. */
static void test_any_locale(void **state)
{
  (void)state;
  static const char *const comma[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "fr_FR"};
  for (size_t i = 0; i < 4; i++)
    if (setlocale(LC_NUMERIC, comma[i]))
      break;
  char text[SP_NUMBER_TEXT];
  expect("3.14159265358979323846264338327950288", 3.14159265358979323846, 0, 0);
  expect("0.25", 0.25, 1, 4);
  assert_string_equal(sp_double_text(0.1, text), "0.1");
  assert_string_equal(sp_double_text(-1.5e-9, text), "-1.5e-09");
  setlocale(LC_NUMERIC, "C");
}

static void test_text(void **state)
{
  (void)state;
  char text[SP_NUMBER_TEXT];
  assert_string_equal(sp_double_text(INFINITY, text), "inf");
  assert_string_equal(sp_double_text(3, text), "3");
  assert_string_equal(sp_double_text(-200, text), "-200");
  assert_string_equal(sp_double_text(123456789012345, text), "123456789012345");
  assert_string_equal(sp_double_text(1e300, text), "1e+300");
  assert_string_equal(sp_double_text(1.0 / 3, text), "0.3333333333333333");
  assert_string_equal(sp_double_text(0.1 + 0.2, text), "0.30000000000000004");
  const double x = 4.9406564584124654e-324;
  assert_true(strtod(sp_double_text(x, text), NULL) == x);
}

static void test_double(void **state)
{
  (void)state;
  struct sp_num x = sp_double(0.1);
  assert_true(x.num == 3602879701896397 && x.den == INT64_C(1) << 55);
  x = sp_double(-6);
  assert_true(x.v == -6 && x.num == -6 && x.den == 1);
  x = sp_double(0x1p62);
  assert_true(x.num == INT64_C(1) << 62 && x.den == 1);
  x = sp_double(0x1p-62);
  assert_true(x.num == 1 && x.den == INT64_C(1) << 62);
  assert_int_equal(sp_double(0x1p63).den, 0);
  assert_int_equal(sp_double(-0x1p63).den, 0);
  assert_int_equal(sp_double(0x1p-63).den, 0);
  assert_int_equal(sp_double(1e300).den, 0);
  assert_int_equal(sp_double(INFINITY).den, 0);
  assert_true(sp_double(-0.0).den == 1 && sp_double(-0.0).num == 0);
  assert_true(sp_int(-9007199254740993).num == -9007199254740993);
}

static void test_common(void **state)
{
  (void)state;
  struct sp_num x[4] = {{0, 0, 0}};
  assert_int_equal(sp_num_common(x, 0), 1);
  sp_num_parse("5/8", &x[0]);
  sp_num_parse("7/12", &x[1]);
  sp_num_parse("-3", &x[2]);
  sp_num_parse("0.1", &x[3]);
  assert_int_equal(sp_num_common(x, 3), 24);
  assert_int_equal(sp_num_common(x, 4), 120);
  sp_num_parse("inf", &x[3]);
  assert_int_equal(sp_num_common(x, 4), 0);
  sp_num_parse("1/4611686018427387847", &x[1]); /* a denominator near 2^62 beside 8 */
  assert_int_equal(sp_num_common(x, 2), 0);
  sp_num_parse("1/1000000007", &x[0]);
  sp_num_parse("4611686018427387903", &x[1]); /* D fits, D*x does not */
  assert_int_equal(sp_num_common(x, 2), 0);
  sp_num_parse("-4611686018427387904", &x[1]);
  assert_int_equal(sp_num_common(x + 1, 1), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_exact),        cmocka_unit_test(test_only_the_double),
      cmocka_unit_test(test_rounded_once), cmocka_unit_test(test_refused),
      cmocka_unit_test(test_any_locale),   cmocka_unit_test(test_text),
      cmocka_unit_test(test_double),       cmocka_unit_test(test_common),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

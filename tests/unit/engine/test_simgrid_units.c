/* Tests units: every spelling is compared with SimGrid, which loads a platform with these units;
 * and refusals. */
#include "io/platform/reader.h"

#include <math.h>
#include <setjmp.h>
#include <simgrid/engine.h>
#include <simgrid/host.h>
#include <simgrid/link.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char *const speeds[] = {
    "f",         "kf",        "Mf",        "Gf",       "Tf",        "Pf",
    "Ef",        "Zf",        "Yf",        "flops",    "kiloflops", "megaflops",
    "gigaflops", "teraflops", "petaflops", "exaflops", "zetaflops", "yottaflops"};
static const char *const prefixes[] = {"",   "k",  "M",  "G",  "T",  "P",  "E",  "Z", "Y",
                                       "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "Zi", "Yi"};
static const char *const times[] = {"w", "d", "h", "m", "s", "ms", "us", "ns", "ps"};
static const char *const numbers[] = {"98.095", "41.279125", "59.904",      ".7",
                                      "3.",     "1e-3",      "2E+2",        "0x1.8p3",
                                      "+0.1",   "1.0e0",     "  6.02214076"};
enum {
  SPEEDS = sizeof speeds / sizeof speeds[0],
  PREFIXES = sizeof prefixes / sizeof prefixes[0],
  TIMES = sizeof times / sizeof times[0],
  NUMBERS = sizeof numbers / sizeof numbers[0],
  CASES = 400 /* enough for each unit to meet each number */
};

static void spell(char text[3][64], int i)
{
  const char *number = numbers[i % NUMBERS];
  snprintf(text[0], 64, "%s%s", number, speeds[i % SPEEDS]);
  snprintf(text[1], 64, "%s%s%s", number, prefixes[i % PREFIXES], i / PREFIXES % 2 ? "bps" : "Bps");
  snprintf(text[2], 64, "%s%s", number, times[i % TIMES]);
}

static void test_against_simgrid(void **state)
{
  (void)state;
  char path[] = "/tmp/starport-units-XXXXXX", text[3][64], name[16];
  FILE *f = fdopen(mkstemp(path), "w");
  assert_non_null(f);
  fputs("<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
        "<platform version=\"4.1\"><zone id=\"z\" routing=\"Full\">\n",
        f);
  for (int i = 0; i < CASES; i++) {
    spell(text, i);
    fprintf(f,
            "<host id=\"h%d\" speed=\"%s\"/><link id=\"l%d\" bandwidth=\"%s\" latency=\"%s\"/>\n",
            i, text[0], i, text[1], text[2]);
  }
  fputs("</zone></platform>\n", f);
  fclose(f);
  char program[] = "test_simgrid_units", quiet[] = "--log=root.thresh:critical";
  char *arguments[] = {program, quiet, NULL};
  int n = 2;
  simgrid_init(&n, arguments);
  simgrid_load_platform(path);
  unlink(path);
  for (int i = 0; i < CASES; i++) {
    double speed, bandwidth, latency;
    spell(text, i);
    assert_null(unit_parse(UNIT_SPEED, text[0], &speed));
    assert_null(unit_parse(UNIT_BANDWIDTH, text[1], &bandwidth));
    assert_null(unit_parse(UNIT_TIME, text[2], &latency));
    snprintf(name, sizeof name, "h%d", i);
    assert_true(speed == sg_host_get_speed(sg_host_by_name(name)));
    name[0] = 'l';
    assert_true(bandwidth == sg_link_get_bandwidth(sg_link_by_name(name)));
    assert_true(latency == sg_link_get_latency(sg_link_by_name(name)));
  }
}

static void test_refused(void **state)
{
  (void)state;
  static const char *const bad[][3] = {{"", "", ""},
                                       {"f", "Bps", "s"},
                                       {"3", "3", "3"},
                                       {"0f", "0Bps", "-1s"},
                                       {"-3f", "-3MBps", "nan"},
                                       {"nanf", "nanBps", "nans"},
                                       {"inff", "infBps", "infs"},
                                       {"3 f", "3 Bps", "3 s"},
                                       {"3F", "3BPS", "3min"},
                                       {"3kflops", "3KBps", "3S"},
                                       {"3Kif", "3kiBps", "3kms"},
                                       {"1e400f", "1e-400Bps", "1e400s"},
                                       {"3f,", "3Bps,4Bps", "3s,"},
                                       {"1e300Yf", "1e300YBps", "1e308w"}};
  static const enum unit_kind kind[] = {UNIT_SPEED, UNIT_BANDWIDTH, UNIT_TIME};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    for (int k = 0; k < 3; k++) {
      double value = 2.385;
      assert_non_null(unit_parse(kind[k], bad[i][k], &value));
      assert_true(value == 2.385);
    }
}

static void test_zero_time(void **state)
{
  (void)state;
  static const char *const zero[] = {"0", "0s", "0.0us", "-0"};
  for (int i = 0; i < 4; i++) {
    double value = 2.385;
    assert_null(unit_parse(UNIT_TIME, zero[i], &value));
    assert_true(value == 0 && !signbit(value));
  }
}

static void test_power_states(void **state)
{
  (void)state;
  double value = 2.385;
  assert_null(unit_parse_speed("98.095Mf, 7f ,0f", 0, &value));
  assert_true(value == 98.095e6);
  assert_null(unit_parse_speed("98.095Mf, 7f ,0f", 1, &value));
  assert_true(value == 7);
  assert_non_null(unit_parse_speed("98.095Mf, 7f ,0f", 2, &value)); /* the state used is off */
  assert_non_null(unit_parse_speed("98.095Mf", 1, &value));
  assert_non_null(unit_parse_speed("98.095Mf,", 0, &value));
  assert_non_null(unit_parse_speed("98.095Mf,3", 0, &value));
  assert_true(value == 7);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_against_simgrid),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_zero_time),
      cmocka_unit_test(test_power_states),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

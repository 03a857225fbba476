/* Tests the profiles of platform files: what they mean on a star, each refusal, and where their
 * files are found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include "base/memory.h"
#include "io/instance.h"
#include "io/star/star.h"
#include "io/text/star.h"
#include "model/instance.h"
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/starport-profiles-XXXXXX";

static void put(const char *name, const char *text)
{
  char path[100];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *f = fopen(path, "w");
  fputs(text, f);
  fclose(f);
}

/* A master M and a worker W with the given attributes, behind the links k and l; `extra` is where
 * traces are. */
static const char *latency = "0s"; /* of both links */

static void put_platform(const char *host, const char *link, const char *other, const char *extra)
{
  char text[2000];
  snprintf(text, sizeof text,
           "<?xml version='1.0'?>\n"
           "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
           "<platform version=\"4.1\"><zone id=\"z\" routing=\"Full\">\n"
           "<host id=\"M\" speed=\"1f\"/><host id=\"W\" speed=\"2f\" %s/>\n"
           "<link id=\"l\" bandwidth=\"2Bps\" latency=\"%s\" %s/>\n"
           "<link id=\"k\" bandwidth=\"4Bps\" latency=\"%s\" %s/>\n"
           "<route src=\"M\" dst=\"W\"><link_ctn id=\"l\"/><link_ctn id=\"k\"/></route></zone>\n"
           "%s</platform>\n",
           host, latency, link, latency, other, extra);
  put("p.xml", text);
}

/* The star that the platform gives, or the error without the folder; the caller frees it. */
static char *star_of(void)
{
  char path[100];
  struct sp_error error = {""};
  snprintf(path, sizeof path, "%s/p.xml", folder);
  struct sp_source source = {.platform = path, .tasks = "3", .task_bytes = "4", .task_flops = "6"};
  struct sp_instance *in = sp_read_instance(&source, &error);
  if (!in) {
    const char *text = strstr(error.text, folder);
    return sp_xstrdup(text ? text + strlen(folder) + 1 : error.text);
  }
  char *text = star_text(in);
  sp_instance_free(in);
  return text;
}

static void assert_star(const char *expected)
{
  char *text = star_of();
  assert_string_equal(text, expected);
  free(text);
}

static void speeds_and_bandwidths(void **state)
{
  (void)state;
  put("a", "# a comment\n\n 0 1\r\n5  0.5\n% another\n7 0\nLOOPAFTER 3\n");
  put("b", "1 1\n3 8\nPERIODICITY 10\n");
  put("c", "2 1\n");
  put_platform("speed_file=\"a\"", "", "", "");
  assert_star("c=2 w=3 tasks=3 profile=w1:5*0.5,7*0,every:10");
  put_platform("availability_file=\"a\"", "", "", "");
  assert_star("c=2 w=3 tasks=3 profile=w1:5*0.5,7*0,every:10");
  put_platform("state_file=\"c\"", "bandwidth_file=\"c2\"", "", "");
  put("c2", "0 1\n3 8");
  assert_star("c=2 w=3 tasks=3 profile=c1:0*0.5,3*2;host1:0*1"); /* from 3 on it is k's */
  put("d", "0 4\n2 0.5\n4 6\n");
  put_platform("", "bandwidth_file=\"c2\"", "bandwidth_file=\"d\"", "");
  assert_star("c=2 w=3 tasks=3 profile=c1:0*0.5,2*0.25,4*3");
}

/* Before its first date the platform's own value holds in the first round, the last one later. */
static void first_rounds(void **state)
{
  (void)state;
  put("e", "2 0.5\n4 3\nLOOPAFTER 6\n");
  put("f", "1 1\n3 0.5\nPERIODICITY 10\n");
  put("g", "2 4\n6 1\nPERIODICITY 10\n");
  put("h", "1 3\n5 2\nPERIODICITY 10\n"); /* 2 as the platform has it */
  put_platform("speed_file=\"e\"", "bandwidth_file=\"f\"", "", "");
  assert_star("c=2 w=3 tasks=3 profile=w1:2*0.5,4*3,every:10,from:2;"
              "c1:1*0.5,3*0.25,every:10,from:1");
  put_platform("", "bandwidth_file=\"h\"", "bandwidth_file=\"g\"", ""); /* min(h, g) / 2 */
  assert_star("p.xml: worker 1: the profile of its bandwidth: repeats from date 2, expected 0, or "
              "the first change, before which the factor is 1");
  put("h", "2 3\n5 2\n9 1\nPERIODICITY 10\n");
  put_platform("", "bandwidth_file=\"h\"", "bandwidth_file=\"g\"", "");
  assert_star("c=2 w=3 tasks=3 profile=c1:2*1.5,5*1,6*0.5,every:10,from:2");
  put("h", "1 5\n2 6\n3 5\n4 6\nPERIODICITY 10\n"); /* more than l has; twice before 15 */
  put("g", "5 1\n6 1.5\nPERIODICITY 10\n");
  put_platform("", "bandwidth_file=\"g\"", "bandwidth_file=\"h\"", "");
  assert_star("c=2 w=3 tasks=3 profile=c1:5*0.5,6*0.75,every:10,from:5");
}

/* A route has the sum of its links' latencies at each date. */
static void latencies(void **state)
{
  (void)state;
  latency = "2s";
  put("i", "1 3\n3 0\nPERIODICITY 9\n");
  put("j", "1 6\n3 2\nPERIODICITY 9\n");
  put_platform("", "latency_file=\"i\"", "", "");
  assert_star("c=2 w=3 latency=4 tasks=3 profile=latency1:1*1.25,3*0.5,every:9,from:1");
  put_platform("", "latency_file=\"i\"", "latency_file=\"j\"", "");
  assert_star("c=2 w=3 latency=4 tasks=3 profile=latency1:1*2.25,3*0.5,every:9,from:1");
  put("i", "0 1\n5 0\n");
  put("j", "7 0\n");
  put_platform("", "latency_file=\"i\"", "latency_file=\"j\"", "");
  assert_star("c=2 w=3 latency=4 tasks=3 profile=latency1:0*0.75,5*0.5,7*0");
  latency = "0s";
}

static void traces(void **state)
{
  (void)state;
  put_platform("", "", "",
               "<trace id=\"t\" periodicity=\"9\">\n 0 1\n 2 0.25\n</trace>\n"
               "<trace id=\"u\" periodicity=\"0\">3 0\n4 1</trace>\n"
               "<trace_connect kind=\"SPEED\" trace=\"t\" element=\"W\"/>\n"
               "<trace_connect trace=\"u\" element=\"W\"/>");
  assert_star("c=2 w=3 tasks=3 profile=w1:2*0.25,every:9;host1:3*0,4*1");
}

static void refusals(void **state)
{
  (void)state;
  static const char *const file[][2] = {
      {"", "bad:1: \"\", expected at least one line with a date and a value"},
      {"# nothing\n", "bad:1: \"\", expected at least one line with a date and a value"},
      {"0 1\n5 2\n4 1\n", "bad:3: \"4 1\", expected dates that do not go back"},
      {"0 1\n-5 2\n", "bad:2: \"-5 2\", expected a date and a value, both finite and >= 0"},
      {"0 -1\n", "bad:1: \"0 -1\", expected a date and a value, both finite and >= 0"},
      {"0 nan\n", "bad:1: \"0 nan\", expected a date and a value, both finite and >= 0"},
      {"0 1e999\n", "bad:1: \"0 1e999\", expected a date and a value, both finite and >= 0"},
      {"0 1 1\n", "bad:1: \"0 1 1\", expected a date and a value, both finite and >= 0"},
      {"0\n", "bad:1: \"0\", expected a date and a value, both finite and >= 0"},
      {"0 1\n7 0\n", "bad:2: 0 for ever, expected a value > 0 in the end"},
      {"0 0\n7 0\nLOOPAFTER 2\n", "bad:3: 0 for ever, expected a value > 0 in the end"},
      {"STOCHASTIC\nDET 0 DET 1\n", "bad:1: \"STOCHASTIC\", expected dates and values: profiles "
                                    "that SimGrid draws are not supported"},
      {"0 1\n9 1\nPERIODICITY 9\n", "bad:3: \"PERIODICITY\", expected a period that ends after the "
                                    "last date"},
      {"0 1\nLOOPAFTER 0\n", "bad:2: \"LOOPAFTER 0\", expected PERIODICITY or LOOPAFTER once, with "
                             "a number > 0"},
      {"0 1\nLOOPAFTER 1\nPERIODICITY 9\n", "bad:3: \"PERIODICITY 9\", expected PERIODICITY or "
                                            "LOOPAFTER once, with a number > 0"},
  };
  for (size_t k = 0; k < sizeof file / sizeof *file; k++) {
    put("bad", file[k][0]);
    put_platform("speed_file=\"bad\"", "", "", "");
    assert_star(file[k][1]);
  }
  put("ten", "0 1\nPERIODICITY 10\n");
  put("nine", "0 1\nPERIODICITY 9\n");
  put_platform("speed_file=\"none\"", "", "", "");
  char *text = star_of();
  assert_non_null(strstr(text, "none: cannot read: No such file"));
  free(text);
  put_platform("speed_file=\"/ten\"", "", "", "");
  assert_star("p.xml:4: speed_file \"/ten\", expected a name relative to the platform, as SimGrid "
              "finds it");
  put_platform("", "bandwidth_file=\"ten\"", "bandwidth_file=\"ten\"", "");
  assert_star("p.xml:6: a second use of the trace or file ten, which SimGrid reads only once");
  put_platform("", "bandwidth_file=\"ten\"", "bandwidth_file=\"nine\"", "");
  text = star_of();
  assert_non_null(strstr(text, "nine:2: period 9 on one route with period 10"));
  free(text);
  put_platform("", "latency_file=\"ten\"", "", "");
  assert_star(
      "ten:2: a latency > 0 on a route whose latency is 0 without profiles, expected one of "
      "which it is a multiple");
}

static void refused_traces(void **state)
{
  (void)state;
#define TRACE "<trace id=\"t\" periodicity=\"0\">0 1</trace>"
  static const char *const extra[][2] = {
      {"<trace id=\"t\" periodicity=\"x\">0 1</trace>",
       "p.xml:8: periodicity \"x\", expected a number"},
      {"<trace id=\"t\" periodicity=\"0\"></trace>",
       "p.xml:8: <trace> t without lines, expected DATE VALUE"},
      {"<trace id=\"t\" periodicity=\"0\">\n0 1\n0 x</trace>",
       "p.xml:10: \"0 x\", expected a date and a value, both finite and >= 0"},
      {TRACE TRACE, "p.xml:8: a second use of the trace or file t, which SimGrid reads only once"},
      {"<trace_connect trace=\"t\" element=\"W\"/>",
       "p.xml:8: trace \"t\", expected one declared before"},
      {TRACE "<trace_connect trace=\"t\" element=\"l\"/>",
       "p.xml:8: element \"l\", expected a host"},
      {TRACE "<trace_connect trace=\"t\" element=\"M\"/>",
       "p.xml:4: host M has a profile of its state, expected a master that is up (--master or a "
       "deployment names another host)"},
      {TRACE "<trace_connect kind=\"BANDWIDTH\" trace=\"t\" element=\"l\"/>",
       "p.xml:8: kind=\"BANDWIDTH\", expected SPEED or HOST_AVAIL: SimGrid does not connect traces "
       "to links, a <link> has bandwidth_file and state_file"},
      {TRACE "<trace_connect trace=\"t\" element=\"M\"/><trace_connect trace=\"t\" element=\"W\"/>",
       "p.xml:8: trace t is connected twice, expected once: SimGrid connects it to the first host "
       "alone"},
  };
  for (size_t k = 0; k < sizeof extra / sizeof *extra; k++) {
    put_platform("", "", "", extra[k][0]);
    assert_star(extra[k][1]);
  }
}

static void name_profile(const void *what, enum sp_changing kind, int i, char name[SP_PROFILE_NAME])
{
  (void)what;
  snprintf(name, SP_PROFILE_NAME, "%s%d", kind == SP_BANDWIDTH ? "c" : "w", i);
}

/* The file of that name in the folder, to be written. */
static FILE *create(const char *name)
{
  char path[400];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return fopen(path, "w");
}

/* The star after it has been written and read. */
static struct sp_instance *read_back(const struct sp_instance *in)
{
  char platform[100], deployment[100], name[SP_PROFILE_NAME];
  struct sp_error error = {""};
  FILE *f = create("p.xml");
  sp_write_platform(f, in, NULL, &(struct sp_profile_names){name_profile, NULL, false});
  fclose(f);
  f = create("d.xml");
  sp_write_deployment(f, in, NULL);
  fclose(f);
  for (int i = 1; i <= in->m; i++) {
    name_profile(NULL, SP_BANDWIDTH, i, name);
    f = create(name);
    sp_write_profile(f, in, SP_BANDWIDTH, i);
    fclose(f);
  }
  snprintf(platform, sizeof platform, "%s/p.xml", folder);
  snprintf(deployment, sizeof deployment, "%s/d.xml", folder);
  struct sp_source source = {.platform = platform, .deployment = deployment};
  struct sp_instance *back = sp_read_instance(&source, &error);
  assert_string_equal(error.text, "");
  return back;
}

/* A number of the decimal form 0.0001 .. 9.9999. */
static double decimal(uint64_t *seed)
{
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 33) / 0x1p31 < 0.5 ? (double)(1 + (*seed >> 40) % 999) / 1000
                                              : (double)(1 + (*seed >> 40) % 99999) / 10000;
}

/* Factors that are no short binary fractions come back where a unit serves all; else with another
 * last bit, and no other number of bytes/s would give them. */
static void factors_come_back(void **state)
{
  (void)state;
  uint64_t seed = 19;
  int exact = 0;
  for (int trial = 0; trial <= 1000; trial++) {
    struct sp_instance *in = sp_instance_alloc(trial < 1000 ? 1 + trial % 4 : 300);
    in->problem = SP_BAG;
    in->total = sp_int(3);
    for (int i = 1; i <= in->m; i++) {
      struct sp_profile profile = {.period = INFINITY};
      long cap = 0;
      in->c[i] = sp_double(decimal(&seed));
      in->w[i] = sp_double(decimal(&seed));
      for (int k = 0; k < 1 + trial / 4 % 4; k++)
        sp_profile_add(&profile, &cap, k, k + decimal(&seed) / 16);
      sp_set_profile(in, SP_BANDWIDTH, i, &profile);
      sp_profile_clear(&profile);
    }
    bool served = sp_exact_units(in, NULL) == SP_OK;
    struct sp_instance *back = read_back(in);
    exact += served;
    for (int i = 1; i <= in->m; i++) {
      const struct sp_profile *p = &in->profile[SP_BANDWIDTH][i];
      const struct sp_profile *q = &back->profile[SP_BANDWIDTH][i];
      double x = sp_bandwidth(in, i);
      assert_true(in->c[i].v == back->c[i].v && p->n == q->n);
      for (long k = 0; k < p->n; k++) {
        double f = p->factor[k], value = f * x;
        if (q->factor[k] == f)
          continue;
        assert_false(served);
        assert_true(q->factor[k] == nextafter(f, 0) || q->factor[k] == nextafter(f, INFINITY));
        assert_true(nextafter(value, 0) / x != f && nextafter(value, INFINITY) / x != f);
      }
    }
    sp_instance_free(back);
    sp_instance_free(in);
  }
  assert_int_equal(exact, 1000); /* not the great one */
}

static int make_folder(void **state)
{
  (void)state;
  return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
  char command[100];
  (void)state;
  snprintf(command, sizeof command, "rm -r %s", folder);
  return system(command);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(speeds_and_bandwidths),
                                     cmocka_unit_test(traces),
                                     cmocka_unit_test(first_rounds),
                                     cmocka_unit_test(latencies),
                                     cmocka_unit_test(refusals),
                                     cmocka_unit_test(refused_traces),
                                     cmocka_unit_test(factors_come_back)};
  return cmocka_run_group_tests_name("platform_profiles", tests, make_folder, remove_folder);
}

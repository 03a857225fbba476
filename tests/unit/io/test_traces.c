/* Tests the traces for Perfetto, Vega-Lite and evalys: a reader of these formats alone
 * (tests/helpers/events_of) gets the events back to the last bit and finds nothing that overlaps on
 * a row. */
#include "executor.h"
#include "io/trace/trace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char *text_of(sp_trace_writer *write, const struct sp_trace *trace,
                     const struct sp_trace_about *about)
{
  char *text = NULL;
  size_t size;
  FILE *stream = open_memstream(&text, &size);
  write(stream, trace, about);
  fclose(stream);
  return text;
}

/* The events that the reader finds in a file. */
static char *read_back(sp_trace_writer *write, const char *suffix, const struct sp_trace *trace,
                       const struct sp_trace_about *about)
{
  char name[64], command[128], *text = NULL;
  size_t size;
  int got;
  snprintf(name, sizeof name, "/tmp/starport-test-XXXXXX%s", suffix);
  int fd = mkstemps(name, (int)strlen(suffix));
  assert_true(fd >= 0);
  FILE *file = fdopen(fd, "w"), *copy = open_memstream(&text, &size);
  write(file, trace, about);
  assert_int_equal(fclose(file), 0);
  snprintf(command, sizeof command, "python3 tests/helpers/events_of %s", name);
  FILE *reader = popen(command, "r");
  assert_non_null(reader);
  while ((got = getc(reader)) != EOF)
    putc(got, copy);
  fclose(copy);
  assert_int_equal(pclose(reader), 0);
  unlink(name);
  return text;
}

static void check(struct sp_trace *trace, const struct sp_trace_about *about)
{
  static const struct {
    sp_trace_writer *write;
    const char *suffix;
  } format[] = {{sp_write_perfetto, ".json"}, {sp_write_vega, ".json"}, {sp_write_jobs, ".csv"}};
  sp_trace_sort(trace);
  char *events = text_of(sp_write_events, trace, about);
  for (size_t k = 0; k < sizeof format / sizeof *format; k++) {
    char *read = read_back(format[k].write, format[k].suffix, trace, about);
    assert_string_equal(read, events);
    free(read);
  }
  free(events);
}

/* Stars of all problems, with several ports and messages that take no time. */
static void test_random(void **state)
{
  (void)state;
  uint64_t chance = 7;
  for (int k = 0; k < 12; k++) {
    static const enum sp_problem problem[] = {SP_REDISTRIBUTION, SP_BAG, SP_DIVISIBLE,
                                              SP_IMBALANCE};
    struct sp_instance *in = random_instance(&chance, problem[k % 4]);
    struct sp_schedule plan = SP_SCHEDULE_EMPTY;
    struct sp_trace trace = SP_TRACE_EMPTY;
    random_plan(&chance, in, &plan);
    execute(in, &plan, &trace);
    check(&trace, &(struct sp_trace_about){.in = in, .title = "random"});
    sp_schedule_clear(&plan);
    sp_trace_clear(&trace);
    sp_instance_free(in);
  }
}

/* Dates of full precision whose neighbours fall into the same nanosecond or overlap by rounding, on
 * a graph without names; texts with quotes and bytes that are not UTF-8. */
static void test_dates(void **state)
{
  (void)state;
  struct sp_trace trace = SP_TRACE_EMPTY;
  double date = 0;
  for (int k = 0; k < 500; k++) {
    double end = date + (k % 7 ? 1.0 / (k + 3) : k % 2 ? 0 : 1e-10);
    sp_trace_add(&trace, &(struct sp_event){date, end, 1.0 / 3, 1, 2, 2 * k, SP_TRANSFER, false});
    sp_trace_add(&trace,
                 &(struct sp_event){end, end + 1e-3, 1.0 / 3, 2, 2, 2 * k + 1, SP_COMPUTE, false});
    date = k % 3 ? end : end - end * 1e-13;
  }
  check(&trace, &(struct sp_trace_about){.title = "a \"b\"\n\xff", .provenance = "\\ \xc3\xa9"});
  sp_trace_clear(&trace);
}

static void test_empty(void **state)
{
  (void)state;
  struct sp_trace trace = SP_TRACE_EMPTY;
  check(&trace, &(struct sp_trace_about){0});
}

/* How often `part` stands in the text. */
static int count(const char *text, const char *part)
{
  int n = 0;
  for (; (text = strstr(text, part)); text += strlen(part))
    n++;
  return n;
}

/* The units held, by date, that the counter of places of worker 1 says. */
struct held {
  double date;
  int held;
};
static void assert_places(const char *star, struct sp_trace *trace, const struct held *step, int n)
{
  struct sp_error error;
  struct sp_instance *in = sp_star_parse(star, &error);
  sp_trace_sort(trace);
  char *text = text_of(sp_write_perfetto, trace, &(struct sp_trace_about){.in = in});
  for (int k = 0; k < n; k++) {
    char line[120];
    snprintf(
        line, sizeof line,
        "{\"ph\":\"C\",\"pid\":2,\"name\":\"places\",\"ts\":%.0f.00025,\"args\":{\"held\":%d}}",
        step[k].date * 1e6, step[k].held);
    assert_int_equal(count(text, line), 1);
  }
  assert_int_equal(count(text, "\"ph\":\"C\""), n);
  free(text);
  sp_instance_free(in);
}

/* A place is held from the start of the reception to the end of the computation. */
static void test_places(void **state)
{
  (void)state;
  struct sp_trace trace = SP_TRACE_EMPTY;
  static const double sent[] = {0, 2, 5}, computed[] = {2, 5, 8};
  for (int k = 0; k < 3; k++) {
    sp_trace_add(&trace, &(struct sp_event){sent[k], sent[k] + 2, 1, 0, 1, k, SP_TRANSFER, false});
    sp_trace_add(&trace,
                 &(struct sp_event){computed[k], computed[k] + 3, 1, 1, 1, k, SP_COMPUTE, false});
  }
  static const struct held step[] = {{0, 0}, {0, 1}, {2, 2}, {5, 1}, {5, 2}, {8, 1}, {11, 0}};
  assert_places("c=2 w=3 tasks=3 buffer=2", &trace, step, 7);
  sp_trace_clear(&trace);
}

/* With hold=result it is held until the result has come; else that changes nothing. */
static void test_places_of_results(void **state)
{
  (void)state;
  struct sp_trace trace = SP_TRACE_EMPTY;
  static const double sent[] = {0, 10};
  for (int k = 0; k < 2; k++) {
    double d = sent[k];
    sp_trace_add(&trace, &(struct sp_event){d, d + 2, 1, 0, 1, k, SP_TRANSFER, false});
    sp_trace_add(&trace, &(struct sp_event){d + 2, d + 5, 1, 1, 1, k, SP_COMPUTE, false});
    sp_trace_add(&trace, &(struct sp_event){d + 5, d + 9, 1, 1, 0, k, SP_TRANSFER, false});
  }
  static const struct held result[] = {{0, 0}, {0, 1}, {9, 0}, {10, 1}, {19, 0}};
  static const struct held task[] = {{0, 0}, {0, 1}, {5, 0}, {10, 1}, {15, 0}};
  assert_places("c=2 w=3 tasks=2 buffer=1 result=4 hold=result", &trace, result, 5);
  assert_places("c=2 w=3 tasks=2 buffer=1 result=4", &trace, task, 5);
  sp_trace_clear(&trace);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_dates),
      cmocka_unit_test(test_empty),
      cmocka_unit_test(test_places),
      cmocka_unit_test(test_places_of_results),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Tests the Paje trace: pj_dump reads it without a message and finds every state on its row at its
 * dates. This file checks faults that pj_dump accepts (decreasing dates, truncation). */
#include "executor.h"
#include "io/trace/trace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct dump {
  long states, containers;
  double last; /* greatest end of a state */
  bool third;  /* worker 3 computes from 0 to 4 */
};

/* Writes the trace to a file, runs pj_dump on it and counts what it prints. */
static struct dump dump(const struct sp_trace *trace, const struct sp_instance *in,
                        const char *provenance, bool quiet)
{
  struct dump d = {0};
  char name[] = "/tmp/starport-test-XXXXXX", command[100], line[400];
  int fd = mkstemp(name);
  assert_true(fd >= 0);
  FILE *stream = fdopen(fd, "w");
  sp_write_paje(stream, trace, &(struct sp_trace_about){.in = in, .provenance = provenance});
  assert_int_equal(fclose(stream), 0);
  snprintf(command, sizeof command, "pj_dump %s %s 2>&1", quiet ? "-q" : "", name);
  FILE *pipe = popen(command, "r");
  assert_non_null(pipe);
  while (fgets(line, sizeof line, pipe)) {
    double start, end;
    if (strncmp(line, "State, ", 7) == 0) {
      d.states++;
      if (sscanf(line, "State, %*[^,], activity, %lf, %lf", &start, &end) == 2)
        d.last = fmax(d.last, end);
      d.third |=
          strstr(line, "P3 cpu, activity, 0.000000, 4.000000, 4.000000, 0.000000, comp") != 0;
    } else if (strncmp(line, "Container, ", 11) == 0) {
      d.containers++;
    } else {
      fail_msg("pj_dump: %s", line);
    }
  }
  int code = pclose(pipe);
  unlink(name);
  assert_int_equal(code, 0);
  return d;
}

static char *paje_of(const struct sp_trace *trace, const struct sp_instance *in,
                     const char *provenance)
{
  char *text = NULL;
  size_t size;
  FILE *stream = open_memstream(&text, &size);
  sp_write_paje(stream, trace, &(struct sp_trace_about){.in = in, .provenance = provenance});
  fclose(stream);
  return text;
}

/* Dates never go backwards, and each has 12 digits behind the point. */
static void check_dates(const char *text)
{
  double last = 0;
  for (const char *line = text; *line; line = strchr(line, '\n') + 1) {
    int code, digits = 0;
    double date;
    if (sscanf(line, "%d %lf", &code, &date) != 2 || code < 3)
      continue;
    assert_true(date >= last);
    last = date;
    assert_int_equal(sscanf(strchr(line, '.') + 1, "%*[0-9]%n", &digits), 0);
    assert_int_equal(digits, 12);
  }
}

static void test_section_4_2(void **state)
{
  (void)state;
  struct sp_error error;
  struct sp_instance *in = sp_star_parse("c=2,2,2,2 w=3,3,4,4 load=8,1,1,0", &error);
  struct sp_schedule plan = SP_SCHEDULE_EMPTY;
  struct sp_trace trace = SP_TRACE_EMPTY;
  for (int k = 0; k < 4; k++)
    sp_schedule_add(&plan, 1, k % 2 ? 2 : 4, 1, -1);
  assert_true(execute(in, &plan, &trace) == 13);
  sp_trace_sort(&trace);
  /* 8 hops, two states each; 10 computations. Root, star, 5 nodes, 5 * 3 - 1 rows. */
  struct dump d = dump(&trace, in, "starport 0.1.0 \"quoted\"\nand broken", false);
  assert_int_equal(d.states, 8 * 2 + 10);
  assert_int_equal(d.containers, 2 + 5 + 14);
  assert_true(d.last == 13);
  assert_true(d.third);
  d = dump(&trace, in, NULL, true); /* -q: reads and prints nothing */
  assert_int_equal(d.states + d.containers, 0);
  char *text = paje_of(&trace, in, "starport 0.1.0 \"quoted\"\nand broken");
  assert_true(strncmp(text, "# starport 0.1.0 'quoted' and broken\n%EventDef", 46) == 0);
  check_dates(text);
  free(text);
  sp_schedule_clear(&plan);
  sp_trace_clear(&trace);
  sp_instance_free(in);
}

/* Messages that a master with many ports carries at once must not nest in one row. */
static void test_random(void **state)
{
  (void)state;
  uint64_t chance = 42;
  for (int k = 0; k < 24; k++) {
    static const enum sp_problem problem[] = {SP_REDISTRIBUTION, SP_BAG, SP_DIVISIBLE,
                                              SP_IMBALANCE};
    struct sp_instance *in = random_instance(&chance, problem[k % 4]);
    struct sp_schedule plan = SP_SCHEDULE_EMPTY;
    struct sp_trace trace = SP_TRACE_EMPTY;
    long expected = 0;
    double last = 0;
    random_plan(&chance, in, &plan);
    execute(in, &plan, &trace);
    sp_trace_sort(&trace);
    for (long j = 0; j < trace.n; j++) {
      expected += trace.event[j].kind == SP_TRANSFER ? 2 : 1;
      last = fmax(last, trace.event[j].end);
    }
    char *text = paje_of(&trace, in, NULL);
    check_dates(text);
    free(text);
    struct dump d = dump(&trace, in, "random", false);
    assert_int_equal(d.states, expected);
    assert_true(d.last == last);
    sp_schedule_clear(&plan);
    sp_trace_clear(&trace);
    sp_instance_free(in);
  }
}

/* Every state of a row has imbrication 0: none nests in another, though one begins a rounding
 * error early, some take no time, and others lie side by side. */
static void test_no_nesting(void **state)
{
  (void)state;
  struct sp_trace trace = SP_TRACE_EMPTY;
  sp_trace_add(&trace, &(struct sp_event){0, 2.5, 1, 1, 0, 0, SP_TRANSFER, false});
  sp_trace_add(&trace, &(struct sp_event){2.5 - 1e-13, 5, 1, 1, 0, 1, SP_TRANSFER, false});
  sp_trace_add(&trace, &(struct sp_event){5, 5, 1, 1, 0, 2, SP_TRANSFER, false});
  sp_trace_add(&trace, &(struct sp_event){5, 7, 1, 1, 0, 3, SP_TRANSFER, false});
  sp_trace_add(&trace, &(struct sp_event){1.25, 6, 1, 2, 0, 4, SP_TRANSFER, false});
  sp_trace_sort(&trace);
  struct dump d = dump(&trace, NULL, NULL, false);
  assert_int_equal(d.states, 10);
  assert_int_equal(d.containers, 2 + 3 + 8 + 1); /* a second row for the master's port */
  char *text = paje_of(&trace, NULL, NULL);
  check_dates(text);
  assert_non_null(strstr(text, "\"P0 in 2\""));
  int depth[20] = {0};
  for (const char *line = text; *line; line = strchr(line, '\n') + 1) {
    int code, row;
    if (sscanf(line, "%d %*f activity r%d", &code, &row) != 2)
      continue;
    depth[row] += code == 5 ? 1 : -1;
    assert_in_range(depth[row], 0, 1);
  }
  free(text);
  sp_trace_clear(&trace);
}

/* On a graph there is no master, and only rows and nodes that are used. */
static void test_graph(void **state)
{
  (void)state;
  struct sp_trace trace = SP_TRACE_EMPTY;
  sp_trace_add(&trace, &(struct sp_event){0, 2.5, 1, 1, 3, 0, SP_TRANSFER, false});
  sp_trace_add(&trace, &(struct sp_event){0, 0, 0, 1, 3, 1, SP_TRANSFER, false});
  sp_trace_add(&trace, &(struct sp_event){1, 4.5, 1, 1, 4, 2, SP_TRANSFER, false});
  sp_trace_add(&trace, &(struct sp_event){2.5, 7.25, 1, 3, 3, 3, SP_COMPUTE, false});
  sp_trace_sort(&trace);
  struct dump d = dump(&trace, NULL, NULL, false);
  assert_int_equal(d.states, 7);
  assert_int_equal(d.containers, 2 + 3 + 5); /* P1 out, out 2; P3 in, cpu; P4 in */
  assert_true(d.last == 7.25);
  char *text = paje_of(&trace, NULL, NULL);
  check_dates(text);
  assert_non_null(strstr(text, "s star 0 \"graph\""));
  assert_non_null(strstr(text, "\"P1 out 2\""));
  assert_null(strstr(text, "P0"));
  assert_null(strstr(text, "P2"));
  assert_null(strstr(text, "P4 cpu"));
  free(text);
  sp_trace_clear(&trace);
}

static void test_empty(void **state)
{
  (void)state;
  struct sp_trace trace = SP_TRACE_EMPTY;
  struct dump d = dump(&trace, NULL, "nothing happened", true);
  assert_int_equal(d.states, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_section_4_2), cmocka_unit_test(test_random),
      cmocka_unit_test(test_no_nesting),  cmocka_unit_test(test_graph),
      cmocka_unit_test(test_empty),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Tests --star texts and CSV files: their meaning, and every refusal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include "io/text/star.h"
#include "stars.h"
#include <cmocka.h>
#include <starport/starport.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void refused(const char *text, const char *words)
{
  struct sp_error error = {""};
  struct sp_instance *in = sp_star_parse(text, &error);
  if (in)
    fail_msg("'%s' was accepted", text);
  if (!strstr(error.text, words) || strchr(error.text, '\n'))
    fail_msg("'%s' does not say '%s'", error.text, words);
  assert_null(sp_star_parse(text, NULL));
}

static void test_problems(void **state)
{
  (void)state;
  struct sp_instance *in = parse("c=2,2,2,2 w=3,3,4,4 load=8,1,1,0");
  assert_int_equal(in->problem, SP_REDISTRIBUTION);
  assert_true(in->m == 4 && in->total.num == 10 && in->load[1].num == 8 && in->w[4].num == 4);
  assert_true(in->task_bytes == 0x1p40 && in->task_flops == 0x1p40);
  assert_true(in->latency[3].v == 0 && in->buffer[3] == LONG_MAX && isinf(in->deadline.v));
  sp_instance_free(in);

  in = parse("  c=1/3\tw=2,0.25,inf buffer=3,inf,1\n tasks=20480 latency=1e-3 ");
  assert_int_equal(in->problem, SP_BAG);
  assert_true(in->m == 3 && in->total.num == 20480 && in->c[3].num == 1 && in->c[3].den == 3);
  assert_true(in->buffer[1] == 3 && in->buffer[2] == LONG_MAX && in->buffer[3] == 1);
  assert_true(isinf(in->w[3].v) && in->latency[2].den == 1000);
  sp_instance_free(in);

  in = parse("work=1000.5 c=1,2 w=5");
  assert_true(in->problem == SP_DIVISIBLE && in->total.num == 2001 && in->total.den == 2);
  assert_true(in->w[1].num == 5 && in->w[2].num == 5);
  sp_instance_free(in);

  in = parse("c=2,5,1,3 delta=3,1,-2,-2");
  assert_true(in->problem == SP_IMBALANCE && in->load[3].num == -2 && in->w[2].num == 1);
  sp_instance_free(in);
}

static void test_deadlines(void **state)
{
  (void)state;
  static const char *const endless[] = {"c=1 w=2 deadline=100", "c=1 w=2 work=inf deadline=100",
                                        "c=1 w=2 tasks=inf deadline=100"};
  for (int i = 0; i < 3; i++) {
    struct sp_instance *in = parse(endless[i]);
    assert_int_equal(in->problem, i == 2 ? SP_BAG : SP_DIVISIBLE);
    assert_true(in->m == 1 && isinf(in->total.v) && in->deadline.num == 100);
    sp_instance_free(in);
  }
  struct sp_instance *in = parse("c=1,2 w=2 load=7,0 deadline=1e2");
  assert_true(in->problem == SP_REDISTRIBUTION && in->deadline.num == 100);
  sp_instance_free(in);
}

static void test_ports(void **state)
{
  (void)state;
  struct sp_instance *in = parse("c=1 w=2 load=7,0 recv=inf send=3");
  assert_int_equal(in->platform.node[0].ports.recv, INT_MAX);
  assert_int_equal(in->platform.node[0].ports.send, 3);
  assert_int_equal(in->platform.node[1].ports.recv, 1);
  sp_instance_free(in);
  refused("c=1 w=2 load=7 recv=0", "--star: recv is 0, expected a whole number >= 1 or inf");
  refused("c=1 w=2 load=7 send=1.5", "send is 1.5, expected a whole number");
  refused("c=1 w=2 load=7 send=-2", "send is -2");
  refused("c=1 w=2 load=7 send=3000000000", "send is 3000000000");
  refused("c=1 w=2 load=7 recv=1,2", "recv has 2 values, expected one");
}

static void test_bad_words(void **state)
{
  (void)state;
  refused("", "--star: c is missing");
  refused("w=1 load=1", "c is missing, expected the time per unit on each link");
  refused("c=1 load=1", "w is missing");
  refused("c=1 w=2", "no workload, expected one of load, tasks, work, delta or deadline");
  refused("c=1 w=2 load", "'load', expected key=value");
  refused("c=1 w=2 =5", "unknown key ''");
  refused("c=1 w=2 speed=5", "unknown key 'speed', expected c, w, latency, load, buffer, memory");
  refused("c=1 w=2 c=3 load=1", "c is given twice");
  refused("c=1 w=2 load=", "load has an empty value");
  refused("c=1,,2 w=2 load=1", "c has an empty value");
  refused("c=1,2, w=2 load=1", "c has an empty value");
  refused("c=1,2 w=,2 load=1", "w has an empty value");
  refused("c=1,2x w=2 load=1", "c is '2x', expected a number such as 3, 0.25, 5/8 or inf");
  refused("c=nan w=2 load=1", "c is 'nan'");
  refused("c=1 w=0x10 load=1", "w is '0x10'");
  refused("c=1 w=1/0 load=1", "w is '1/0'");
  refused("c=1=2 w=1 load=1", "c is '1=2'");
}

static void test_lengths(void **state)
{
  (void)state;
  refused("c=1,2,3,4 w=1,2,3 load=8", "c has 4 values and w has 3, expected as many, or one");
  refused("c=1 w=1,2 load=8,1,0", "load has 3 values and w has 2");
  refused("c=1 w=1 load=8,1,0 buffer=inf,inf", "load has 3 values and buffer has 2");
  refused("c=1 w=2 tasks=5,6", "tasks has 2 values, expected one");
  refused("c=1,2 w=2 work=5,6", "work has 2 values, expected one");
  refused("c=1 w=2 load=3 deadline=5,6", "deadline has 2 values");
}

static void test_combinations(void **state)
{
  (void)state;
  refused("c=1 w=2 load=3 tasks=4",
          "load together with tasks, expected one of the two: loads on both");
  refused("c=1 w=2 load=3 work=4", "load together with work, expected one of the two");
  refused("c=1 w=2 load=3 delta=0",
          "load together with delta, expected one of load, tasks, work and");
  refused("c=1 w=2 tasks=3 work=3", "tasks together with work, expected one of");
  refused("c=1 w=2 work=3 delta=0", "work together with delta");
  refused("c=1 w=2 load=3 buffer=2", "worker 1: buffer is 2, expected none: initial loads with");
  refused("c=1,1 w=2 tasks=3 buffer=2,1.5", "worker 2: buffer is 1.5, expected a whole number");
  refused("c=1,1 w=2 tasks=3 buffer=0", "worker 1: buffer is 0");
  refused("c=1,1,1 w=2 load=3,0,-1", "--star: worker 3: load is -1, expected a whole number");
  refused("c=1 w=2 load=3,0.5", "worker 2: load is 0.5");
  refused("c=1 w=0 load=3", "worker 1: w is 0, expected a number > 0 or inf");
  refused("c=-1 w=1 load=3", "worker 1: c is -1, expected a finite number >= 0");
  refused("c=1 w=1 latency=inf load=3", "worker 1: latency is inf");
  refused("c=1 w=inf load=3,1", "w is inf for every worker");
  refused("c=1 w=1 tasks=inf", "tasks is inf, expected a finite amount, or a deadline");
  refused("c=1 w=1 deadline=-1", "deadline is -1");
  refused("c=1 w=1 deadline=inf", "work is inf, expected a finite amount");
  refused("c=1 w=1 delta=1,-2", "the sum of delta is -1");
}

static void test_too_many(void **state)
{
  (void)state;
  enum { N = 1000001 };
  char *text = malloc(2 * N + 64);
  static const char head[] = "w=2 load=1 c=";
  memcpy(text, head, sizeof head);
  char *p = text + sizeof head - 1;
  for (int i = 0; i < N; i++, p += 2)
    memcpy(p, "1,", 2);
  p[-1] = '\0';
  refused(text, "more than 1000000 values of c");
  p[-3] = '\0';
  struct sp_instance *in = parse(text);
  assert_int_equal(in->m, 1000000);
  sp_instance_free(in);
  free(text);
}

/* Writes content to a temporary file and reads it with "@". */
static struct sp_instance *read_csv(const char *content, size_t size, struct sp_error *error)
{
  char path[] = "/tmp/starport-test-XXXXXX", star[64];
  int fd = mkstemp(path);
  assert_true(fd >= 0 && write(fd, content, size) == (ssize_t)size);
  close(fd);
  snprintf(star, sizeof star, "@%s", path);
  struct sp_instance *in = sp_star_parse(star, error);
  unlink(path);
  return in;
}

static struct sp_instance *csv(const char *content)
{
  struct sp_error error = {"no reason"};
  struct sp_instance *in = read_csv(content, strlen(content), &error);
  if (!in)
    fail_msg("%s", error.text);
  return in;
}

static void csv_refused(const char *content, const char *words)
{
  struct sp_error error = {""};
  assert_null(read_csv(content, strlen(content), &error));
  if (!strstr(error.text, words) || strncmp(error.text, "/tmp/starport-test-", 19))
    fail_msg("'%s' does not say '%s'", error.text, words);
}

static void test_csv(void **state)
{
  (void)state;
  struct sp_instance *in = csv("# written by hand\n"
                               "# deadline=97.5 tasks=inf\n"
                               "\n"
                               "c,w,buffer\n"
                               "2,3,1\n"
                               "# a comment, c=3 and other words\n"
                               "1/2, 4 ,inf\n");
  assert_true(in->problem == SP_BAG && in->m == 2 && isinf(in->total.v));
  assert_true(in->deadline.v == 97.5 && in->c[2].v == 0.5 && in->w[2].num == 4);
  assert_true(in->buffer[1] == 1 && in->buffer[2] == LONG_MAX);
  sp_instance_free(in);

  in = csv("\xef\xbb\xbf\"c\",\"W\",\"load\"\r\n\"2\",\"3\",8\r\n2,3,1\r\n\r\n2,4,1\r\n2,4,0");
  assert_true(in->problem == SP_REDISTRIBUTION && in->m == 4 && in->total.num == 10);
  sp_instance_free(in);

  in = csv("c,w,tasks,recv\n1,2,1000,inf\n3,4,1e3,inf\n");
  assert_true(in->problem == SP_BAG && in->total.num == 1000);
  assert_int_equal(in->platform.node[0].ports.recv, INT_MAX);
  sp_instance_free(in);

  in = csv("# buffer=2 tasks=9\nc\n1\n2\n# w=5\n3\n");
  assert_true(in->m == 3 && in->buffer[1] == 2 && in->buffer[3] == 2 && in->w[2].num == 5);
  sp_instance_free(in);
}

static void test_bad_csv(void **state)
{
  (void)state;
  struct sp_error error;
  assert_null(sp_star_parse("@/nowhere/workers.csv", &error));
  assert_non_null(strstr(error.text, "/nowhere/workers.csv: cannot read: No such file"));
  assert_null(sp_star_parse("@/tmp", &error));
  assert_non_null(strstr(error.text, "/tmp: cannot read: Is a directory"));
  csv_refused("", ":1: no header, expected a header and a row for each worker");
  csv_refused("# tasks=4\n\n", ":2: no header");
  csv_refused("c,w,load\n", ":1: a header alone");
  csv_refused("c,w,speed\n1,2,3\n", ":1: unknown column 'speed', expected c, w,");
  csv_refused("c,w,\n1,2,3\n", ":1: unknown column ''");
  csv_refused("c,w,c\n1,2,3\n", ":1: c is given twice");
  csv_refused("# tasks=4\nc,w,tasks\n1,2,4\n", ":2: tasks is given twice");
  csv_refused("c,w,tasks\n1,2,4\n#tasks=4\n", ":3: tasks is given twice");
  csv_refused("# seed=4\nc,w,tasks\n1,2,4\n", ":1: unknown key 'seed', expected c, w,");
  csv_refused("# w=2,4\nc,load\n1,2\n1,2\n", ":1: w in a comment, expected one value for all");
  csv_refused("# w=2\nc,w,load\n1,2,3\n", ":2: w is given twice");
  csv_refused("c,w,load\n# w=2\n1,2,3\n", ":2: w in a comment, expected one value for all");
  csv_refused("c,w,load\n1,2,3\n# w=2\n", ":3: w is given twice");
  csv_refused("# tasks=\nc,w\n1,2\n", ":1: tasks has an empty value");
  csv_refused("c,w,load\n1,2,4\n1,2\n", ":3: fewer cells than columns, expected 3");
  csv_refused("c,w,load\n1,2,4\n1,2,3,4\n", ":3: more cells than columns, expected 3");
  csv_refused("c,w,load\n1,,4\n", ":2: w has an empty value, expected a number");
  csv_refused("c,w,load\n1,two,4\n", ":2: w is 'two', expected a number such as");
  csv_refused("c,w,work\n1,2,4\n1,2,5\n", ":3: work is '5', expected the value of the rows above");
  csv_refused("c,w,work\n1,2,4\n1,2,x\n", ":3: work is 'x', expected a number");
  csv_refused("c,w,load\n1,2,4\n\n1,2,-1\n1,2,3\n", ":4: worker 2: load is -1, expected a whole");
  csv_refused("c,w,tasks,buffer\n1,2,4,1\n1,2,4,0\n", ":3: worker 2: buffer is 0");
  csv_refused("w,load\n2,4\n", "c is missing");
  assert_null(read_csv("c,w,load\n1,\0,4\n", 15, &error));
  assert_non_null(strstr(error.text, ":2: a zero byte"));
}

static void columns_refused(const char *text, struct sp_star_column column, const char *words)
{
  struct sp_error error;
  assert_null(sp_star_with(text, &column, 1, &error));
  assert_non_null(strstr(error.text, words));
}

static void test_columns(void **state)
{
  const struct sp_num c[2] = {sp_double(0.5), sp_int(3)}, load[2] = {sp_int(7), sp_int(0)};
  const struct sp_star_column column[2] = {{"c", 2, c}, {"load", 2, load}};
  struct sp_error error;
  (void)state;
  struct sp_instance *in = sp_star_with("w=2,4", column, 2, &error);
  char *text = star_text(in);
  assert_string_equal(text, "c=1/2,3 w=2,4 load=7,0");
  free(text);
  sp_instance_free(in);
  columns_refused("w=2,4", column[0], "--star: no workload");
  columns_refused("c=1 w=2,4", column[0], "--star: c is given twice, expected it once");
  columns_refused("w=2,4,5 tasks=3", column[0], "--star: w has 3 values and c has 2");
  columns_refused("w=2", (struct sp_star_column){"colour", 2, c}, "--star: unknown key 'colour'");
  columns_refused("c=1 w=2", (struct sp_star_column){"tasks", 2, c}, "--star: tasks has 2 values");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_problems), cmocka_unit_test(test_deadlines),
      cmocka_unit_test(test_ports),    cmocka_unit_test(test_bad_words),
      cmocka_unit_test(test_lengths),  cmocka_unit_test(test_combinations),
      cmocka_unit_test(test_too_many), cmocka_unit_test(test_csv),
      cmocka_unit_test(test_bad_csv),  cmocka_unit_test(test_columns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

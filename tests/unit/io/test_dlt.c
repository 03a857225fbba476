/* Tests the reader and writer of DLT Studio's instances: its files are read, files of starport read
 * back to the same numbers, and instances that our model does not have are refused with the line of
 * the processor. */

#include "io/exchange/dlt.h"
#include <setjmp.h>
#include <starport/starport.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct sp_instance *read_text(const char *text, const struct sp_num *load,
                                     const struct sp_num *deadline, struct sp_error *error)
{
  char name[] = "/tmp/starport-test-XXXXXX.json";
  int fd = mkstemps(name, 5);
  assert_true(fd >= 0);
  assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
  close(fd);
  struct sp_instance *in = sp_read_dlt(name, load, deadline, error);
  if (!in) /* the file is named */
    assert_int_equal(strncmp(error->text, name, strlen(name)), 0);
  unlink(name);
  return in;
}

static void refused(const char *text, const char *words)
{
  struct sp_error error;
  if (read_text(text, NULL, NULL, &error))
    fail_msg("'%s': accepted, expected '%s'", text, words);
  if (!strstr(error.text, words))
    fail_msg("'%s': refused with '%s', expected '%s'", text, error.text, words);
}

/* Two processors; EXTRA is added to the second. */
static void refused_processor(const char *extra, const char *words)
{
  char text[512];
  snprintf(text, sizeof text,
           "{\"totalLoad\":7.25,\n\"processors\":[{\"name\":\"}\\\"{\",\n\"power\":{},\"C\":3,"
           "\"A\":5},\n"
           "{\"S\":0.625,\"C\":1,\"A\":2,%s}]}",
           extra);
  refused(text, words);
}

static void test_read(void **state)
{
  (void)state;
  struct sp_error error;
  struct sp_instance *in = read_text(
      "{\"class\":\"dls\",\"totalLoad\":713.5,\"beta\":0,\"originator\":{\"powerIdle\":4},"
      "\"name\":\"bench\",\"processors\":[{\"S\":0.11,\"C\":0,\"A\":3,\"B\":17,\"p\":0,\"r\":0,"
      "\"d\":-1,\"f\":2,\"l\":0.5,\"power\":{\"idle\":1},\"energyPieces\":[[0,1]],"
      "\"computePieces\":[],\"name\":\"node\"},{\"C\":1e-3,\"A\":12.75,\"B\":713.5},"
      "{\"S\":2,\"C\":1,\"A\":0.1,\"B\":-3}]}",
      NULL, NULL, &error);
  assert_non_null(in);
  assert_int_equal(in->problem, SP_DIVISIBLE);
  assert_int_equal(in->m, 3);
  assert_true(in->total.v == 713.5 && isinf(in->deadline.v));
  assert_true(in->latency[1].v == 0.11 && in->latency[1].num == 11 && in->latency[1].den == 100);
  assert_true(in->c[1].v == 0 && in->w[1].v == 3 && in->buffer[1] == 17);
  assert_true(in->latency[2].v == 0 && in->c[2].v == 1e-3 && in->w[2].v == 12.75);
  assert_true(in->buffer[2] == LONG_MAX && in->buffer[3] == LONG_MAX);
  assert_true(in->w[3].num == 1 && in->w[3].den == 10);
  sp_instance_free(in);
}

/* A limit that the load of the file keeps may not be one that --work keeps. */
static void test_load(void **state)
{
  (void)state;
  static const char text[] = "{\"totalLoad\":10,\"processors\":[{\"C\":1,\"A\":2,\"B\":12},"
                             "{\"C\":1,\"A\":2,\"B\":1e18},{\"C\":1,\"A\":2}]}";
  struct sp_error error;
  struct sp_num load = sp_int(20), endless = {INFINITY, 0, 0};
  struct sp_instance *in = read_text(text, NULL, NULL, &error);
  assert_non_null(in);
  assert_true(in->buffer[1] == LONG_MAX);
  sp_instance_free(in);
  in = read_text(text, &load, NULL, &error);
  assert_non_null(in);
  assert_true(in->total.v == 20 && in->buffer[1] == 12 && in->buffer[2] == LONG_MAX);
  sp_instance_free(in);
  assert_null(read_text(text, &endless, NULL, &error));
  in = read_text(text, &endless, &load, &error);
  assert_non_null(in);
  assert_true(isinf(in->total.v) && in->deadline.v == 20 && in->buffer[1] == 12);
  assert_true(in->buffer[2] == LONG_MAX && in->buffer[3] == LONG_MAX);
  sp_instance_free(in);
}

static void test_refused(void **state)
{
  (void)state;
  refused("{\"totalLoad\":1,\n\"processors\":[{]}", ":2: ");
  refused("{\"totalLoad\":1}", "no list \"processors\"");
  refused("[1]", "no list \"processors\"");
  refused("{\"transfers\":[]}", "expected an instance of DLT Studio");
  refused("{\"totalLoad\":1,\"processors\":[]}", "lists 0, expected 1 to");
  refused("{\"totalLoad\":1,\"processors\":[3]}", "processor 1 is not an object");
  refused("{\"processors\":[{\"C\":1,\"A\":1}]}", "\"totalLoad\" is missing");
  refused("{\"totalLoad\":-1,\"processors\":[{\"C\":1,\"A\":1}]}", "work is -1");
  refused("{\"totalLoad\":1,\"speed\":2,\"processors\":[{\"C\":1,\"A\":1}]}", "'speed'");
  refused("{\"class\":\"mlsd\",\"totalLoad\":1,\"processors\":[{\"C\":1,\"A\":1}]}", "\"class\"");
  refused("{\"beta\":0.25,\"totalLoad\":1,\"processors\":[{\"C\":1,\"A\":1}]}",
          "results do not return");
  refused("{\"totalLoad\":1,\"processors\":[{\"C\":1,\"A\":1,\"A\":2}]}", "duplicate");
  refused_processor("\"p\":0.5", ":4: processor 2: \"p\" is not 0");
  refused_processor("\"r\":\"late\"", ":4: processor 2: \"r\" is not 0");
  refused_processor("\"d\":9", ":4: processor 2: \"d\" is not 0");
  refused_processor("\"B\":2.5", ":4: processor 2: \"B\" is less than the load and not whole");
  refused_processor("\"B\":null", ":4: processor 2: \"B\" is not a number");
  refused_processor("\"w\":1", ":4: processor 2: unknown key 'w'");
  refused_processor("\"computePieces\":[[0,1],[-2,3]]", ":4: processor 2: \"computePieces\"");
  refused("{\"totalLoad\":1,\"processors\":[{\"C\":1}]}", "worker 1: w is 0");
  refused("{\"totalLoad\":1,\"processors\":[{\"C\":-2,\"A\":1}]}", "worker 1: c is -2");
  struct sp_error error;
  assert_null(sp_read_dlt("/nowhere/x.json", NULL, NULL, &error));
  assert_non_null(strstr(error.text, "/nowhere/x.json: cannot read"));
}

/* The text of the instance; NULL with the reason. */
static char *written(const struct sp_instance *in, bool text, struct sp_error *error)
{
  char *out = NULL;
  size_t size;
  FILE *stream = open_memstream(&out, &size);
  assert_non_null(stream);
  int code = sp_write_dlt(stream, in, text, error);
  fclose(stream);
  if (code == SP_OK)
    return out;
  assert_int_equal(size, 0);
  free(out);
  return NULL;
}

static void assert_same(const struct sp_num *a, const struct sp_num *b, int m)
{
  for (int i = 1; i <= m; i++)
    assert_true(a[i].v == b[i].v);
}

static void test_round_trip(void **state)
{
  (void)state;
  struct sp_error error;
  struct sp_instance *in = sp_star_parse(
      "c=1/3,0,0.7,123456789.125 w=0.1,7,1e-9,2/7 latency=5/8,0,1e300,3 work=1234.0009765625 "
      "buffer=inf,3,1233,inf",
      &error);
  assert_non_null(in);
  char *text = written(in, false, &error);
  assert_non_null(text);
  struct sp_instance *again = read_text(text, NULL, NULL, &error);
  assert_non_null(again);
  assert_int_equal(again->m, 4);
  assert_true(again->total.v == in->total.v);
  assert_same(in->c, again->c, 4);
  assert_same(in->w, again->w, 4);
  assert_same(in->latency, again->latency, 4);
  for (int i = 1; i <= 4; i++)
    assert_true(in->buffer[i] == again->buffer[i]);
  free(text);
  text = written(again, true, &error);
  assert_string_equal(text,
                      "V 1234.0009765625\n# S C A B\n"
                      "0.625 0.33333333333333331 0.10000000000000001 1e+18\n"
                      "0 0 7 3\n"
                      "1.0000000000000001e+300 0.69999999999999996 1.0000000000000001e-09 1233\n"
                      "3 123456789.125 0.2857142857142857 1e+18\n");
  free(text);
  sp_instance_free(again);
  sp_instance_free(in);
}

static void not_written(const char *star, const char *words)
{
  struct sp_error error;
  struct sp_instance *in = sp_star_parse(star, &error);
  assert_non_null(in);
  assert_null(written(in, false, &error));
  if (!strstr(error.text, words))
    fail_msg("'%s': refused with '%s', expected '%s'", star, error.text, words);
  sp_instance_free(in);
}

static void test_not_written(void **state)
{
  (void)state;
  not_written("c=1 w=2 tasks=3", "no bag");
  not_written("c=1 w=2 deadline=3", "no deadline");
  not_written("c=1 w=2 work=0", "load is 0");
  not_written("c=1 w=2 work=5 send=2", "2 messages at once");
  not_written("c=1,1 w=2,inf work=5", "worker 2 only relays");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_read),        cmocka_unit_test(test_load),
      cmocka_unit_test(test_refused),     cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_not_written),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

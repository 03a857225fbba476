/* Tests events files: written files are read back exactly; other files are refused with the
 * line. */

#include "io/trace/trace.h"
#include "model/schedule.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define HEADER "start,end,kind,from,to,amount,message\n"

/* A file with this content; the caller removes it and frees the name. */
static char *file_of(const char *bytes, size_t size)
{
  char name[] = "/tmp/starport-test-XXXXXX";
  int fd = mkstemp(name);
  assert_true(fd >= 0);
  assert_int_equal(write(fd, bytes, size), (ssize_t)size);
  close(fd);
  return strdup(name);
}

static int read_text(const char *bytes, size_t size, struct sp_trace *trace, struct sp_error *error)
{
  char *path = file_of(bytes, size);
  int code = sp_read_events(path, trace, error);
  if (code != SP_OK) /* the file and a line are named */
    assert_true(strncmp(error->text, path, strlen(path)) == 0);
  unlink(path);
  free(path);
  return code;
}

static void accepted(const char *text, long n)
{
  struct sp_trace trace = SP_TRACE_EMPTY;
  struct sp_error error;
  if (read_text(text, strlen(text), &trace, &error) != SP_OK)
    fail_msg("'%s' refused: %s", text, error.text);
  assert_int_equal(trace.n, n);
  sp_trace_clear(&trace);
}

static void refused_bytes(const char *text, size_t size, const char *words)
{
  struct sp_trace trace = SP_TRACE_EMPTY;
  struct sp_error error;
  assert_int_equal(read_text(text, size, &trace, &error), SP_BAD_INPUT);
  if (!strstr(error.text, words))
    fail_msg("refused with '%s', expected '%s'", error.text, words);
  assert_int_equal(trace.n, 0);
}

static void refused(const char *text, const char *words)
{
  refused_bytes(text, strlen(text), words);
}

static void test_text(void **state)
{
  (void)state;
  struct sp_trace trace = SP_TRACE_EMPTY;
  char *text = NULL;
  size_t size;
  sp_trace_add(&trace, &(struct sp_event){0, 1e300, 1, 2, 2, -1, SP_COMPUTE, false});
  sp_trace_add(&trace, &(struct sp_event){3.25, 4, 0.1, 0, 2, 6, SP_TRANSFER, false});
  FILE *stream = open_memstream(&text, &size);
  sp_write_events(stream, &trace, &(struct sp_trace_about){0});
  fclose(stream);
  assert_string_equal(text, HEADER "0,1.0000000000000001e+300,compute,2,2,1,0\n"
                                   "3.25,4,transfer,0,2,0.10000000000000001,7\n");
  free(text);
  sp_trace_clear(&trace);
}

/* 2000 events with dates of full precision, written, read, compared field by field. */
static void test_round_trip(void **state)
{
  (void)state;
  struct sp_trace trace = SP_TRACE_EMPTY, read = SP_TRACE_EMPTY;
  struct sp_error error;
  char *text = NULL;
  size_t size;
  double date = 0.1;
  for (int k = 0; k < 2000; k++) {
    date = date * 1.0037 + 1.0 / 3;
    sp_trace_add(&trace, &(struct sp_event){date, date + 1.0 / (k + 3), 1.0 / (k + 7),
                                            k % 2 ? k : 0, k, k % 2 ? k - 1 : 3L << 40,
                                            k % 2 ? SP_COMPUTE : SP_TRANSFER, false});
  }
  FILE *stream = open_memstream(&text, &size);
  sp_write_events(stream, &trace, &(struct sp_trace_about){0});
  fclose(stream);
  assert_int_equal(read_text(text, size, &read, &error), SP_OK);
  assert_int_equal(read.n, trace.n);
  for (long k = 0; k < read.n; k++) {
    const struct sp_event *a = &trace.event[k], *b = &read.event[k];
    assert_true(a->start == b->start && a->end == b->end && a->amount == b->amount);
    assert_true(a->from == b->from && a->to == b->to && a->message == b->message);
    assert_true(a->kind == b->kind);
  }
  free(text);
  sp_trace_clear(&trace);
  sp_trace_clear(&read);
}

static void test_tolerated(void **state)
{
  (void)state;
  accepted(HEADER, 0);
  accepted(HEADER "2.5,3,compute,7,7,1,0\n0,2.5,transfer,0,7,1,1\n", 2);
  accepted(HEADER "2.5,3,compute,7,7,1,0", 1); /* no newline at the end */
  accepted(HEADER "2.5,3,compute,7,7,1,0\n\n", 1);
  accepted("start,end,kind,from,to,amount,message\r\n2.5,3,compute,7,7,1,0\r\n\r\n", 1);
  accepted(HEADER "-1e-3,+3.25E0,compute,7,7,1,0\n", 1); /* the validator refuses it */
}

static void test_refused(void **state)
{
  (void)state;
  refused("", ":1: read '', expected start,end,kind,from,to,amount,message");
  refused("start,end\n", ":1: read 'start,end', expected start,end,kind");
  refused("\n" HEADER, ":1: read '', expected start,end,kind");
  refused(HEADER "\n2.5,3,compute,7,7,1,0\n", ":2: read '', expected an event");
  refused(HEADER "2.5,3,compute,7,7,1\n", ":2: read '2.5,3,compute,7,7,1', expected seven fields");
  refused(HEADER "2.5,3,compute,7,7,1,0,\n", "expected seven fields");
  refused(HEADER "2.5,3,Compute,7,7,1,0\n",
          "read 'Compute' as kind, expected transfer, compute, result, lost-transfer, lost-compute "
          "or lost-result");
  refused(HEADER "2.5,3,compute,7,7,1,0\nnan,3,compute,7,7,1,0\n", ":3: read 'nan' as start");
  refused(HEADER "2.5,inf,compute,7,7,1,0\n", "read 'inf' as end, expected a finite number");
  refused(HEADER "2.5,1e999,compute,7,7,1,0\n", "read '1e999' as end");
  refused(HEADER "0x2,3,compute,7,7,1,0\n", "read '0x2' as start");
  refused(HEADER ",3,compute,7,7,1,0\n", "read '' as start");
  refused(HEADER " 2,3,compute,7,7,1,0\n", "read ' 2' as start");
  refused(HEADER "2.5s,3,compute,7,7,1,0\n", "read '2.5s' as start");
  refused(HEADER "2.5.1,3,compute,7,7,1,0\n", "read '2.5.1' as start");
  refused(HEADER "2,3,compute,-7,7,1,0\n", "read '-7' as from, expected an integer");
  refused(HEADER "2,3,compute,7,7.5,1,0\n", "read '7.5' as to, expected an integer");
  refused(HEADER "2,3,compute,7,4294967303,1,0\n", "read '4294967303' as to");
  refused(HEADER "2,3,compute,7,7,one,0\n", "read 'one' as amount");
  refused(HEADER "2,3,compute,7,7,1,99999999999999999999\n", "as message");
  refused(HEADER "2,3,compute,7,7,1, 4\n", "read ' 4' as message");
  refused_bytes(HEADER "2,3,comp\0ute", sizeof HEADER + 11, ":2: a zero byte, expected text");
}

static void test_unreadable(void **state)
{
  (void)state;
  struct sp_trace trace = SP_TRACE_EMPTY;
  struct sp_error error;
  assert_int_equal(sp_read_events("/nowhere/events.csv", &trace, &error), SP_BAD_INPUT);
  assert_non_null(strstr(error.text, "/nowhere/events.csv: cannot read: No such file"));
  assert_int_equal(sp_read_events("/", &trace, &error), SP_BAD_INPUT);
  assert_non_null(strstr(error.text, "Is a directory"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_text),       cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_tolerated),  cmocka_unit_test(test_refused),
      cmocka_unit_test(test_unreadable),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

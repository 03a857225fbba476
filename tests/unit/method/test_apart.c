/* Tests runs in a child process: the results that return, and the messages for crashes and
 * time-outs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"
#include "method/plugin/apart.h"
#include "model/schedule.h"
#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

static struct sp_result run(sp_performer *function, void *data, double seconds, long megabytes)
{
  struct sp_result result;
  memset(&result, 0x5a, sizeof result);
  sp_perform_apart(function, data, true, seconds, megabytes, &result, &(struct sp_records){0});
  return result;
}

static void fill(void *data, struct sp_result *result, const struct sp_records *to)
{
  const long *n = data;
  *result = (struct sp_result){.makespan = 27.375, .planned = 26.5, .messages = *n, .done = 31};
  for (long k = 0; to->trace && k < *n; k++)
    sp_trace_add(to->trace, &(struct sp_event){.start = 0.1 * (double)k, .to = 7, .message = k});
  for (long k = 0; to->decided && k < *n; k++)
    sp_schedule_add(to->decided, 3, 5, 0.75, k - 1);
  if (to->decided)
    to->decided->planned = 26.5;
  if (to->decisions) {
    to->decisions->row = sp_xcalloc((size_t)*n, sizeof *to->decisions->row);
    to->decisions->n = to->decisions->cap = *n;
    to->decisions->row[*n - 1] = (struct sp_seen){.decision = *n - 1, .idle_at = 7.25, .held = 3};
  }
}

static void brings_everything_back(void **state)
{
  long n = 100003; /* more than any pipe holds */
  struct sp_result result;
  struct sp_trace trace = SP_TRACE_EMPTY;
  struct sp_schedule decided = SP_SCHEDULE_EMPTY;
  (void)state;
  sp_trace_add(&trace, &(struct sp_event){.start = 1}); /* is replaced */
  struct sp_decisions decisions = {0};
  sp_perform_apart(fill, &n, true, 0, 0, &result,
                   &(struct sp_records){&trace, &decided, &decisions});
  assert_int_equal(result.status, SP_RUN_OK);
  assert_true(result.makespan == 27.375 && result.planned == 26.5 && result.done == 31);
  assert_int_equal(result.messages, n);
  assert_int_equal(trace.n, n);
  assert_true(trace.event[n - 1].start == 0.1 * (double)(n - 1));
  assert_int_equal(decided.n, n);
  assert_int_equal(decided.msg[n - 1].after, n - 2);
  assert_true(decided.planned == 26.5);
  assert_int_equal(decisions.n, n);
  assert_int_equal(decisions.row[n - 1].decision, n - 1);
  assert_true(decisions.row[n - 1].idle_at == 7.25 && decisions.row[n - 1].held == 3);
  sp_trace_clear(&trace);
  sp_schedule_clear(&decided);
  sp_decisions_clear(&decisions);
  assert_int_equal(run(fill, &n, 0, 0).messages, n); /* neither wanted */
}

static void dies(void *data, struct sp_result *result, const struct sp_records *to)
{
  const char *how = data;
  (void)result, (void)to;
  fputs("a first line\n  the last line\n\n", stderr);
  if (strcmp(how, "backtrace") == 0)
    fputs("[0.0] [x/CRITICAL] Current backtrace:\n  ->  0# 0xdead in nowhere\n", stderr);
  if (strcmp(how, "critical") == 0)
    fputs("[0.0] x.cpp:1: [x/CRITICAL] Bad key\nKeys:\n  good\n", stderr);
  if (strcmp(how, "exit 7") == 0)
    exit(7);
  if (strcmp(how, "exit 0") == 0)
    exit(0);
  signal(SIGSEGV, SIG_DFL); /* a sanitizer catches it */
  raise(strcmp(how, "segv") == 0 ? SIGSEGV : SIGABRT);
}

static void reports_how_a_child_died(void **state)
{
  static const char *const words[][2] = {
      {"abort", "killed by signal 6 (Aborted):   the last line"},
      {"segv", "killed by signal 11 (Segmentation fault):   the last line"},
      {"backtrace", "killed by signal 6 (Aborted):   the last line"},
      {"critical", "killed by signal 6 (Aborted): Bad key"},
      {"exit 7", "exited with code 7:   the last line"},
      {"exit 0", "ended without a result:   the last line"}};
  (void)state;
  for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
    struct sp_result result = run(dies, (void *)words[k][0], 0, 0);
    assert_int_equal(result.status, SP_CRASHED);
    assert_string_equal(result.reason, words[k][1]);
    assert_true(isnan(result.planned));
  }
}

static void loops(void *data, struct sp_result *result, const struct sp_records *to)
{
  (void)data, (void)result, (void)to;
  for (;;)
    pause();
}

static void stops_an_endless_loop(void **state)
{
  (void)state;
  struct sp_result result = run(loops, NULL, 0.125, 0);
  assert_int_equal(result.status, SP_TIMEOUT);
  assert_string_equal(result.reason, "stopped after 0.125 s");
}

static void takes_memory(void *data, struct sp_result *result, const struct sp_records *to)
{
  volatile char *block = sp_xcalloc(*(size_t *)data, 1);
  (void)to;
  block[12345] = 1;
  *result = (struct sp_result){.messages = 13};
  free((void *)block);
}

static void limits_memory(void **state)
{
  size_t little = 5 << 20, much = (size_t)1 << 30;
  (void)state;
  assert_int_equal(run(takes_memory, &little, 0, 64).messages, 13);
  assert_int_equal(run(takes_memory, &much, 0, 0).messages, 13);
#ifndef __SANITIZE_ADDRESS__
  struct sp_result result = run(takes_memory, &much, 0, 64);
  assert_int_equal(result.status, SP_CRASHED);
  assert_non_null(strstr(result.reason, "killed by signal 6 (Aborted): starport: out of memory"));
#endif
}

static void talks(void *data, struct sp_result *result, const struct sp_records *to)
{
  (void)to;
  printf("on standard output, line %d\n", 1);
  for (long k = 0; k < *(long *)data; k++)
    fprintf(stderr, "on standard error, line %ld\n", k);
  *result = (struct sp_result){.messages = 17};
}

/* Runs talks() with both standard streams of this process in files; returns their sizes. */
static void streams(long lines, off_t size[2])
{
  struct sp_result result;
  int file[2], saved[2];
  fflush(NULL);
  for (int k = 0; k < 2; k++) {
    file[k] = memfd_create("stream", 0);
    saved[k] = dup(1 + k);
    dup2(file[k], 1 + k);
  }
  printf("buffered before the fork "); /* must be written once */
  sp_perform_apart(talks, &lines, true, 0, 0, &result, &(struct sp_records){0});
  fflush(NULL);
  for (int k = 0; k < 2; k++) {
    size[k] = lseek(file[k], 0, SEEK_END);
    dup2(saved[k], 1 + k);
    close(saved[k]);
    close(file[k]);
  }
  assert_int_equal(result.messages, 17);
}

static void keeps_standard_output_clean(void **state)
{
  off_t size[2];
  (void)state;
  streams(3, size);
  assert_int_equal(size[0], 25);
  assert_int_equal(size[1], 3 * 26 + 27);
  streams(10000, size); /* more than the buffer holds */
  assert_int_equal(size[1], 10 * 26 + 90 * 27 + 900 * 28 + 9000 * 29 + 27);
}

/* Allows its files `data` bytes: the result, which comes back in a file, is longer. */
static void limits_its_files(void *data, struct sp_result *result, const struct sp_records *to)
{
  long n = 1000;
  fill(&n, result, to);
  signal(SIGXFSZ, SIG_IGN);
  rlim_t most = *(rlim_t *)data;
  setrlimit(RLIMIT_FSIZE, &(struct rlimit){most, RLIM_INFINITY});
}

static void says_that_a_result_is_cut(void **state)
{
  struct sp_result result = {.status = SP_CRASHED};
  rlim_t most = 0;
  (void)state;
  for (; result.status == SP_CRASHED; most += 4096) {
    struct sp_trace trace = SP_TRACE_EMPTY;
    struct sp_schedule decided = SP_SCHEDULE_EMPTY;
    struct sp_decisions decisions = {0};
    sp_perform_apart(limits_its_files, &most, true, 0, 0, &result,
                     &(struct sp_records){&trace, &decided, &decisions});
    if (result.status == SP_CRASHED)
      assert_string_equal(result.reason, "exited with code 1: the result cannot be returned: File "
                                         "too large");
    else
      assert_int_equal(decisions.n, 1000);
    sp_trace_clear(&trace);
    sp_schedule_clear(&decided);
    sp_decisions_clear(&decisions);
  }
  assert_true(most > 100000);
}

/* Ends after writing another number of bytes to the file of its result. */
static void writes_zeros(void *data, struct sp_result *result, const struct sp_records *to)
{
  static const char zeros[1 << 14];
  (void)data, (void)result, (void)to;
  for (int fd = 3; fd < 64; fd++) {
    char path[32], name[64] = "";
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    bool found = readlink(path, name, sizeof name - 1) > 0 && strstr(name, "memfd:result");
    if (found && write(fd, zeros, sizeof zeros) < 0)
      _exit(7);
  }
  _exit(0);
}

static void knows_its_result(void **state)
{
  (void)state;
  struct sp_result result = run(writes_zeros, NULL, 0, 0);
  assert_int_equal(result.status, SP_CRASHED);
  assert_string_equal(result.reason, "ended without a result");
}

static void sleeps(void *data, struct sp_result *result, const struct sp_records *to)
{
  (void)data, (void)to;
  usleep(100000);
  *result = (struct sp_result){.messages = 19};
}

static void nothing(int signal)
{
  (void)signal;
}

static void goes_on_after_signals(void **state)
{
  struct itimerval every = {{0, 7000}, {0, 7000}}, never = {{0, 0}, {0, 0}};
  (void)state;
  sigaction(SIGALRM, &(struct sigaction){.sa_handler = nothing}, NULL);
  setitimer(ITIMER_REAL, &every, NULL);
  struct sp_result result = run(sleeps, NULL, 0, 0);
  setitimer(ITIMER_REAL, &never, NULL);
  assert_int_equal(result.messages, 19);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(brings_everything_back),
      cmocka_unit_test(reports_how_a_child_died),
      cmocka_unit_test(stops_an_endless_loop),
      cmocka_unit_test(limits_memory),
      cmocka_unit_test(keeps_standard_output_clean),
      cmocka_unit_test(says_that_a_result_is_cut),
      cmocka_unit_test(knows_its_result),
      cmocka_unit_test(goes_on_after_signals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

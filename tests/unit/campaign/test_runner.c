/* Tests campaigns: the database does not depend on the number of processes, on shards or on
 * interruptions; a failed run becomes a row with its cause. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/file.h"
#include "base/memory.h"
#include "campaign/run/runner.h"
#include "method/plugin/plugin.h"
#include "method/registry.h"
#include "simgrid.h"
#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* tests/data/faulty.c, on which instances it misbehaves. */
static bool is_bad(const struct sp_instance *in)
{
  return in->w[1].v > 60;
}

/* ---- A campaign on databases of its own folder. */

struct fixture {
  char folder[64];
  struct sp_registry *registry;
  struct sp_conditions conditions;
  struct sp_experiment e;
};

static const char experiment_text[] = "id = two-points\n"
                                      "title = a test\n"
                                      "source = this test\n"
                                      "problem = redistribution\n"
                                      "seed = 2718\n"
                                      "count = 40\n"
                                      "[platform]\n"
                                      "workers = 7\n"
                                      "c = int 1..100\n"
                                      "w = int 1..100\n"
                                      "[workload]\n"
                                      "load = int 0..50\n"
                                      "[axis comm]\n"
                                      "hom: c.shared = yes\n"
                                      "het:\n"
                                      "[run]\n"
                                      "methods = %s\n"
                                      "engine = %s\n"
                                      "[table]\n"
                                      "rows = comm\n"
                                      "cells = mean(distance)\n"
                                      "best = methods\n"
                                      "%s";

static void read_with(struct fixture *f, const char *methods, const char *engine, const char *tail)
{
  struct sp_overrides none = {.engine = -1};
  struct sp_error error;
  char *text = NULL;
  sp_experiment_clear(&f->e);
  assert_true(asprintf(&text, experiment_text, methods, engine, tail) > 0);
  int code = sp_experiment_parse("test.ini", text, &none, &f->e, &error);
  free(text);
  if (code)
    fail_msg("%s", error.text);
  f->conditions = (struct sp_conditions){.seed = f->e.seed};
}

static void read_experiment(struct fixture *f, const char *methods, const char *engine)
{
  read_with(f, methods, engine, "");
}

static int open_fixture(void **state)
{
  struct fixture *f = sp_xcalloc(1, sizeof *f);
  const struct sp_heuristic *faulty;
  struct sp_error error;
  char path[PATH_MAX];
  strcpy(f->folder, "/tmp/test_runner-XXXXXX");
  assert_non_null(mkdtemp(f->folder));
  f->registry = sp_registry_alloc(&error);
  sp_program_path(path);
  strcpy(strstr(path, "/tests/unit/"), "/faulty.so");
  if (sp_plugin_describe(path, &faulty, &error))
    fail_msg("%s", error.text);
  assert_int_equal(sp_registry_add(f->registry, faulty, &error), SP_OK);
  read_experiment(f, "bba, mbbsa, r-bsa", "native");
  *state = f;
  return 0;
}

static int close_fixture(void **state)
{
  struct fixture *f = *state;
  char command[128];
  snprintf(command, sizeof command, "rm -r %s", f->folder);
  assert_int_equal(system(command), 0);
  sp_experiment_clear(&f->e);
  sp_registry_free(f->registry);
  free(f);
  return 0;
}

static struct sp_store *open_store(const struct fixture *f, const char *name)
{
  struct sp_store *store;
  struct sp_error error;
  char path[128];
  snprintf(path, sizeof path, "%s/%s.db", f->folder, name);
  if (sp_store_open(path, SP_STORE_WRITE, &store, &error))
    fail_msg("%s", error.text);
  return store;
}

static struct sp_campaign campaign_of(const struct fixture *f, struct sp_store *store)
{
  return (struct sp_campaign){.experiment = &f->e,
                              .registry = f->registry,
                              .store = store,
                              .conditions = &f->conditions,
                              .processes = 2,
                              .shards = 1};
}

static struct sp_tally run(const struct sp_campaign *campaign)
{
  struct sp_tally tally;
  struct sp_error error;
  if (sp_campaign_run(campaign, &tally, &error))
    fail_msg("%s", error.text);
  return tally;
}

struct sum {
  char hex[65];
};

static struct sum checksum(struct sp_store *store)
{
  struct sum sum;
  struct sp_error error;
  assert_int_equal(sp_store_checksum(store, sum.hex, &error), SP_OK);
  return sum;
}

/* Runs on a database of that name and closes it. */
static struct sum run_on(const struct fixture *f, const char *name, int jobs)
{
  struct sp_store *store = open_store(f, name);
  struct sp_campaign campaign = campaign_of(f, store);
  campaign.processes = jobs;
  run(&campaign);
  struct sum sum = checksum(store);
  sp_store_close(store);
  return sum;
}

/* ---- Tests. */

static void any_number_of_processes_and_shards(void **state)
{
  struct fixture *f = *state;
  struct sp_error error;
  struct sum whole = run_on(f, "one", 1);
  assert_string_equal(run_on(f, "three", 3).hex, whole.hex);
  struct sp_store *merged = open_store(f, "merged");
  long wanted = 0;
  for (int shard = 2; shard >= 0; shard--) {
    char name[16], path[128];
    snprintf(name, sizeof name, "shard%d", shard);
    snprintf(path, sizeof path, "%s/%s.db", f->folder, name);
    struct sp_store *store = open_store(f, name);
    struct sp_campaign campaign = campaign_of(f, store);
    campaign.shard = shard;
    campaign.shards = 3;
    struct sp_tally tally = run(&campaign);
    assert_int_equal(tally.computed, tally.wanted);
    wanted += tally.wanted;
    sp_store_close(store);
    assert_int_equal(sp_store_merge(merged, path, &error), SP_OK);
  }
  assert_int_equal(wanted, 2 * 40 * 3);
  assert_string_equal(checksum(merged).hex, whole.hex);
  sp_store_close(merged);
}

static void computes_what_is_missing(void **state)
{
  struct fixture *f = *state;
  struct sp_store *store = open_store(f, "grows");
  struct sp_campaign campaign = campaign_of(f, store);
  f->e.count = 11;
  struct sp_tally tally = run(&campaign);
  assert_int_equal(tally.wanted, 2 * 11 * 3);
  assert_int_equal(tally.computed, tally.wanted);
  f->e.count = 29;
  tally = run(&campaign);
  assert_int_equal(tally.present, 2 * 11 * 3);
  assert_int_equal(tally.computed, 2 * 18 * 3);
  tally = run(&campaign);
  assert_int_equal(tally.computed, 0);
  assert_false(tally.interrupted);
  sp_store_close(store);
}

static void equal_cells_are_run_once(void **state)
{
  struct fixture *f = *state;
  read_with(f, "bba, mbbsa\nalso = r-bsa", "native", "[variant again]\nmethods = mbbsa\n");
  struct sp_store *store = open_store(f, "twice");
  struct sp_campaign campaign = campaign_of(f, store);
  struct sp_tally tally = run(&campaign);
  assert_int_equal(tally.wanted, 2 * 40 * 4);
  assert_int_equal(tally.computed, 2 * 40 * 3);
  assert_int_equal(tally.present, 2 * 40);
  sp_store_close(store);
}

/* The rows of a method. */
struct count {
  const char *method, *reason; /* of all that are not ok; ends in a blank: how it begins */
  long of[5];                  /* by status */
  long other;                  /* those with another reason */
};

static int count_row(void *data, const struct sp_cell_row *row)
{
  struct count *count = data;
  if (strcmp(row->method, count->method) != 0 || row->status < 0)
    return 0;
  count->of[row->status]++;
  size_t length = strlen(count->reason);
  bool begins = length > 0 && count->reason[length - 1] == ' ';
  if (row->status != SP_RUN_OK)
    count->other += !row->reason || strncmp(row->reason, count->reason, length + !begins) != 0;
  return 0;
}

static struct count count_rows(const struct fixture *f, struct sp_store *store, const char *method,
                               const char *reason)
{
  struct count count = {.method = method, .reason = reason};
  struct sp_error error;
  assert_int_equal(sp_store_cells(store, f->e.id, false, count_row, &count, &error), SP_OK);
  return count;
}

static long bad_instances(const struct fixture *f)
{
  struct sp_error error;
  long bad = 0;
  for (int point = 0; point < sp_points(&f->e, 0); point++)
    for (uint32_t index = 0; index < f->e.count; index++) {
      struct sp_instance *in = sp_experiment_instance(&f->e, 0, point, index, &error);
      bad += is_bad(in);
      sp_instance_free(in);
    }
  return bad;
}

static void check_method(const struct fixture *f, struct sp_store *store, const char *method,
                         enum sp_status status, const char *reason)
{
  long bad = bad_instances(f), all = sp_points(&f->e, 0) * f->e.count;
  struct count count = count_rows(f, store, method, reason);
  assert_in_range(bad, 1, all - 1);
  assert_int_equal(count.of[SP_RUN_OK], all - bad);
  assert_int_equal(count.of[status], bad);
  assert_int_equal(count.other, 0);
}

static void misbehave(struct fixture *f, const char *engine)
{
  read_experiment(f, "bba, faulty, faulty:as=endless, faulty:as=refuse, faulty:as=exit, mbbsa",
                  engine);
  f->e.count = 3;
  struct sp_store *store = open_store(f, engine);
  struct sp_campaign campaign = campaign_of(f, store);
  campaign.seconds = 2; /* under AddressSanitizer a busy machine needs 0.2 */
  struct sp_tally tally = run(&campaign);
  assert_int_equal(tally.computed, 2 * 3 * 6);
  assert_int_equal(tally.failed, 3 * bad_instances(f));
  check_method(f, store, "faulty", SP_CRASHED, "killed by signal 6 (Aborted): the last words");
  check_method(f, store, "faulty:as=exit", SP_CRASHED, "exited with code 7");
  check_method(f, store, "faulty:as=endless", SP_TIMEOUT, "stopped after 2 s");
  check_method(f, store, "faulty:as=refuse", SP_REFUSED, "w_1 is ");
  assert_int_equal(count_rows(f, store, "bba", "").of[SP_RUN_OK], 6);
  assert_int_equal(count_rows(f, store, "mbbsa", "").of[SP_RUN_OK], 6);
  struct sum before = checksum(store);
  assert_int_equal(run(&campaign).computed, 0);
  campaign.retry = true;
  tally = run(&campaign);
  assert_int_equal(tally.computed, 3 * bad_instances(f));
  assert_string_equal(checksum(store).hex, before.hex);
  sp_store_close(store);
}

static void misbehaviour_becomes_rows(void **state)
{
  misbehave(*state, "native");
}

static void misbehaviour_becomes_rows_with_simgrid(void **state)
{
  need_simgrid();
  misbehave(*state, "simgrid");
}

/* A process that ends during a run, after others, is not that run's fault: it is tried again in a
 * fresh process. The second time it is. */
static void a_killed_run_is_tried_again(void **state)
{
  struct fixture *f = *state;
  char path[128];
  read_experiment(f, "bba, faulty:as=kill, mbbsa", "native");
  f->e.count = 4;
  snprintf(path, sizeof path, "%s/kill", f->folder);
  for (int once = 1; once >= 0; once--) {
    struct sp_store *store = open_store(f, once ? "once" : "always");
    struct sp_campaign campaign = campaign_of(f, store);
    campaign.processes = 1; /* whose first instance is a good one */
    if (once) {
      fclose(fopen(path, "w"));
      setenv("KILL_ONCE", path, 1);
    } else {
      unsetenv("KILL_ONCE");
    }
    struct sp_tally tally = run(&campaign);
    assert_int_equal(tally.computed, 2 * 4 * 3);
    assert_int_equal(tally.failed, once ? 0 : bad_instances(f));
    if (once)
      assert_int_not_equal(access(path, F_OK), 0);
    else
      check_method(f, store, "faulty:as=kill", SP_CRASHED, "killed by signal 9 (Killed)");
    assert_int_equal(count_rows(f, store, "bba", "").of[SP_RUN_OK], 8);
    assert_int_equal(count_rows(f, store, "mbbsa", "").of[SP_RUN_OK], 8);
    sp_store_close(store);
  }
}

static void greed_becomes_a_row(void **state)
{
#ifdef __SANITIZE_ADDRESS__
  (void)state;
  skip();
#else
  struct fixture *f = *state;
  read_experiment(f, "bba, faulty:as=greedy", "native");
  f->e.count = 10;
  struct sp_store *store = open_store(f, "greed");
  struct sp_campaign campaign = campaign_of(f, store);
  campaign.megabytes = 200;
  run(&campaign);
  check_method(f, store, "faulty:as=greedy", SP_CRASHED,
               "killed by signal 6 (Aborted): starport: out of ");
  sp_store_close(store);
#endif
}

static void stops_at_a_signal_and_goes_on(void **state)
{
  struct fixture *f = *state;
  f->e.count = 2000;
  struct sum whole = run_on(f, "undisturbed", 2);
  struct sp_store *store = open_store(f, "interrupted");
  struct sp_campaign campaign = campaign_of(f, store);
  int kinds[] = {SIGINT, SIGTERM};
  pid_t self = getpid();
  for (int k = 0; k < 2; k++) {
    pid_t killer = fork();
    if (killer == 0) {
      usleep(60000);
      kill(self, kinds[k]);
      _exit(0);
    }
    struct sp_tally tally = run(&campaign);
    waitpid(killer, NULL, 0);
    assert_true(tally.interrupted);
    assert_in_range(tally.present + tally.computed, 1, tally.wanted - 1);
  }
  struct sp_tally tally = run(&campaign);
  assert_false(tally.interrupted);
  assert_int_equal(tally.present + tally.computed, tally.wanted);
  assert_string_equal(checksum(store).hex, whole.hex);
  sp_store_close(store);
}

static void survives_kill_9(void **state)
{
  struct fixture *f = *state;
  f->e.count = 600;
  struct sum whole = run_on(f, "undisturbed", 2);
  for (int k = 0; k < 5; k++) {
    pid_t group = fork();
    if (group == 0) {
      setpgid(0, 0);
      run_on(f, "killed", 2);
      _exit(0);
    }
    usleep((useconds_t)(30000 + 77773 * k));
    kill(-group, SIGKILL);
    waitpid(group, NULL, 0);
  }
  assert_string_equal(run_on(f, "killed", 2).hex, whole.hex);
}

static void refuses_unknown_methods(void **state)
{
  struct fixture *f = *state;
  struct sp_error error;
  struct sp_tally tally;
  read_experiment(f, "bba, bbb", "native");
  struct sp_store *store = open_store(f, "unknown");
  struct sp_campaign campaign = campaign_of(f, store);
  assert_int_equal(sp_campaign_run(&campaign, &tally, &error), SP_BAD_INPUT);
  assert_non_null(strstr(error.text, "test.ini: method 'bbb': "));
  sp_store_close(store);
}

#define test(name) cmocka_unit_test_setup_teardown(name, open_fixture, close_fixture)

int main(void)
{
  const struct CMUnitTest tests[] = {
      test(any_number_of_processes_and_shards),
      test(computes_what_is_missing),
      test(equal_cells_are_run_once),
      test(misbehaviour_becomes_rows),
      test(a_killed_run_is_tried_again),
      test(misbehaviour_becomes_rows_with_simgrid),
      test(greed_becomes_a_row),
      test(stops_at_a_signal_and_goes_on),
      test(survives_kill_9),
      test(refuses_unknown_methods),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Tests runs for which too few file descriptors are left: with none, one, two.. each run ends with
 * a reason, until there are enough of them and it has its result. */
#include "io/graph/graph.h"
#include "io/text/star.h"
#include "simgrid.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { MOST = 40 };
static struct sp_registry *registry;
static const struct sp_conditions nominal = {.seed = 7};

/* Allows `n` more descriptors than are open. */
static void allow(int n)
{
  struct rlimit limit;
  int next = dup(STDERR_FILENO);
  close(next);
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = (rlim_t)(next + n);
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
}

/* The run, with the least number of descriptors that it needs: with fewer it says why. */
static void test_run(void (*run)(struct sp_result *))
{
  struct sp_result result = {.status = SP_FAILED};
  struct rlimit before;
  int n = 0;
  getrlimit(RLIMIT_NOFILE, &before);
  for (; n < MOST && result.status != SP_RUN_OK; n++) {
    memset(&result, 0x5a, sizeof result);
    allow(n);
    run(&result);
    setrlimit(RLIMIT_NOFILE, &before);
    if (result.status != SP_RUN_OK && (!result.reason[0] || strchr(result.reason, '\n')))
      fail_msg("%d descriptors: status %d, '%s'", n, (int)result.status, result.reason);
    if (n == 0)
      assert_string_equal(result.reason, "no process for the run: Too many open files");
  }
  print_message("%d descriptors suffice\n", n - 1);
  assert_int_equal(result.status, SP_RUN_OK);
}

static void run_star(const char *star, enum sp_engine engine, double seconds,
                     struct sp_result *result)
{
  struct sp_error error = {""};
  struct sp_instance *in = sp_star_parse(star, &error);
  struct sp_method method;
  struct sp_trace trace = SP_TRACE_EMPTY;
  assert_int_equal(sp_method_parse(registry, "min_c", &method, &error), SP_OK);
  assert_non_null(in);
  struct sp_request request = {.registry = registry,
                               .method = &method,
                               .engine = engine,
                               .conditions = &nominal,
                               .seconds = seconds};
  sp_perform(in, &request, result, &trace, NULL);
  sp_trace_clear(&trace);
  sp_method_clear(&method);
  sp_instance_free(in);
}

static void native(struct sp_result *result)
{
  run_star("c=1,2 w=3,4 tasks=5", SP_ENGINE_NATIVE, 10, result);
}

static void simgrid(struct sp_result *result)
{
  run_star("c=1,2 w=3,4 tasks=5", SP_ENGINE_SIMGRID, 0, result);
}

static void changing(struct sp_result *result)
{
  run_star("c=1,2 w=3,4 tasks=5 profile=w1:3*0.5,10*1;c2:2*0.5", SP_ENGINE_SIMGRID, 0, result);
}

static void graph(struct sp_result *result)
{
  struct sp_error error = {""};
  struct sp_graph *g = sp_read_graph_spec("w=1,3 edges=1-2:2", &error);
  struct sp_hops hops = SP_HOPS_EMPTY;
  double held[2] = {1};
  sp_hops_add(&hops, &(struct sp_hop){.from = 0, .to = 1, .link = 0, .amount = 1});
  sp_hops_add(&hops, &(struct sp_hop){.from = 1, .to = 1, .link = -1, .amount = 1, .arrivals = 1});
  struct sp_hop_job job = {g, sp_hops_source(&hops), INFINITY, &nominal};
  struct sp_hop_check check = {held, NULL, NAN, INFINITY, 0, SP_DURATIONS_EXACT};
  sp_perform_hops(&job, &check, SP_ENGINE_SIMGRID, result, NULL);
  sp_hops_clear(&hops);
  sp_graph_free(g);
}

static void test_native(void **state)
{
  (void)state;
  test_run(native);
}

static void test_simgrid(void **state)
{
  (void)state;
  need_simgrid();
  test_run(simgrid);
}

static void test_changing(void **state)
{
  (void)state;
  need_simgrid();
  test_run(changing);
}

static void test_graph(void **state)
{
  (void)state;
  need_simgrid();
  test_run(graph);
}

/* SimGrid's settings are tried in a child of their own. */
static void test_settings(void **state)
{
  char item[] = "network/model:CM02", *cfg[] = {item};
  struct sp_conditions conditions = {.n_cfg = 1, .cfg = (void *)cfg};
  struct sp_error error = {""};
  struct rlimit before;
  (void)state;
  need_simgrid();
  getrlimit(RLIMIT_NOFILE, &before);
  allow(0);
  int code = sp_simgrid_check(&conditions, &error);
  setrlimit(RLIMIT_NOFILE, &before);
  assert_int_equal(code, SP_CANNOT);
  assert_string_equal(error.text, "cannot make a process: Too many open files");
  assert_int_equal(sp_simgrid_check(&conditions, &error), SP_OK);
}

int main(void)
{
  struct sp_error error;
  registry = sp_registry_alloc(&error);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_native),   cmocka_unit_test(test_simgrid),
      cmocka_unit_test(test_changing), cmocka_unit_test(test_graph),
      cmocka_unit_test(test_settings),
  };
  int failures = cmocka_run_group_tests(tests, NULL, NULL);
  sp_registry_free(registry);
  return failures;
}

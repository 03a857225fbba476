/* Tests hops that are not possible on their graph, each with its reason, and words for noise. */
#include "engine/hops.h"
#include "engine/perform/perform.h"
#include "graphs.h"

static const struct sp_conditions nominal = {.seed = 7};

/* The reason for which the engine refuses one hop on 1 - 2 - 3, of which 1 has no port for messages
 * that it receives and 3 none for those that it sends. */
static void refused(struct sp_hop hop, const char *words)
{
  struct sp_graph *g = graph_of("w=1,inf,1 edges=1-2:2:inf,2-3:2", "1", NULL);
  struct sp_hops hops = SP_HOPS_EMPTY;
  struct sp_result result;
  g->platform.node[0].ports.recv = g->platform.node[2].ports.send = 0;
  sp_hops_add(&hops, &hop);
  struct sp_hop_job job = {g, sp_hops_source(&hops), INFINITY, &nominal};
  sp_native_hops(&job, &result, NULL);
  if (result.status != SP_FAILED || !strstr(result.reason, words))
    fail_msg("'%s', expected '%s'", result.reason, words);
  sp_hops_clear(&hops);
  sp_graph_free(g);
}

static void test_refused(void **state)
{
  (void)state;
  refused((struct sp_hop){-1, 1, 0, false, 1, 0, 0}, "there is no such node");
  refused((struct sp_hop){3, 1, 0, false, 1, 0, 0}, "there is no such node");
  refused((struct sp_hop){0, -1, 0, false, 1, 0, 0}, "there is no such node");
  refused((struct sp_hop){0, 3, 0, false, 1, 0, 0}, "there is no such node");
  refused((struct sp_hop){0, 1, 0, false, NAN, 0, 0}, "its amount is not a number >= 0");
  refused((struct sp_hop){0, 1, 0, false, INFINITY, 0, 0}, "its amount is not a number >= 0");
  refused((struct sp_hop){0, 1, 0, false, 1, -1, 0}, "its earliest date is not a number >= 0");
  refused((struct sp_hop){0, 1, 0, false, 1, INFINITY, 0},
          "its earliest date is not a number >= 0");
  refused((struct sp_hop){0, 1, 0, false, 1, 0, -1}, "it waits for less than no transfer");
  refused((struct sp_hop){0, 1, -2, false, 1, 0, 0}, "there is no such link");
  refused((struct sp_hop){0, 1, 2, false, 1, 0, 0}, "there is no such link");
  refused((struct sp_hop){0, 1, -1, false, 1, 0, 0}, "a message needs a link");
  refused((struct sp_hop){0, 2, 0, false, 1, 0, 0}, "its link does not join the two nodes");
  refused((struct sp_hop){2, 1, 0, false, 1, 0, 0}, "its link does not join the two nodes");
  refused((struct sp_hop){1, 2, 0, false, 1, 0, 0}, "its link does not join the two nodes");
  refused((struct sp_hop){1, 0, 0, false, 1, 0, 0}, "nothing can be sent that way");
  refused((struct sp_hop){2, 1, 1, false, 1, 0, 0}, "there is no port for it");
  refused((struct sp_hop){0, 0, 0, false, 1, 0, 0}, "a computation needs no link");
  refused((struct sp_hop){1, 1, -1, false, 1, 0, 0}, "the node does not compute");
}

static void test_noise(void **state)
{
  static const char *const wrong[] = {
      "link:x", "link:-0.1", "link:1",       "cpu:nan",
      "cpu:",   "disk:0.1",  "link:0.1,cpu", "link:0.1,platform:-1"};
  double link = 7, cpu = 7;
  uint32_t platform = 7;
  (void)state;
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    assert_int_equal(sp_noise_parse(wrong[k], &link, &cpu, &platform), -1);
    assert_true(link == 7 && cpu == 7);
  }
  assert_int_equal(sp_noise_parse("cpu:1/8", &link, &cpu, NULL), 0);
  assert_true(link == 0 && cpu == 0.125);
  assert_int_equal(sp_noise_parse("link:0.5,platform:17", &link, &cpu, NULL), -1);
  assert_int_equal(sp_noise_parse("link:0.5,platform:17", &link, &cpu, &platform), 0);
  assert_true(link == 0.5 && cpu == 0 && platform == 17);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_noise),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

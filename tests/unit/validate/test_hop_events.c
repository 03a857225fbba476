/* Tests what the validator of graphs says about short traces, each wrong in one way. */
#include "graphs.h"
#include "model/hops.h"
#include "model/schedule.h"
#include "validate/hop_check.h"

static int validate(const char *graph, const char *model, const struct sp_event *event, long n,
                    struct sp_error *error)
{
  double held[4] = {9, 9};
  struct sp_graph *g = graph_of(graph, "1", model);
  struct sp_trace trace = SP_TRACE_EMPTY;
  struct sp_hop_check check = {held, NULL, NAN, INFINITY, 0, SP_DURATIONS_EXACT};
  for (long k = 0; k < n; k++)
    sp_trace_add(&trace, &event[k]);
  int code = sp_validate_hops(g, &trace, &check, error);
  sp_trace_clear(&trace);
  sp_graph_free(g);
  return code;
}

static void test_refused(void **state)
{
  static const char graph[] = "w=1,1 edges=1-2:2";
  static const struct {
    const char *model;
    struct sp_event event[2];
    long n;
    const char *words;
  } table[] = {
      {NULL, {{0, 2, 1, 3, 1, 0, SP_TRANSFER, false}}, 1, "event 1: unknown node 3, expected 1"},
      {NULL, {{0, 2, 1, 1, 3, 0, SP_TRANSFER, false}}, 1, "event 1: unknown node 3, expected 1"},
      {NULL,
       {{0, 2, INFINITY, 1, 2, 0, SP_TRANSFER, false}},
       1,
       "has the amount inf, expected a finite one"},
      {NULL,
       {{0, 2, 1, 2, 1, 0, SP_TRANSFER, false}, {1, 3, 1, 2, 1, 1, SP_TRANSFER, false}},
       2,
       "node 2 to node 1 starts at 1 while message 1 from node 2 to node 1 lasts from 0 to 2"},
      {"recv-parallel",
       {{0, 2, 1, 2, 1, 0, SP_TRANSFER, false}, {1, 2, 1, 2, 2, 1, SP_COMPUTE, false}},
       2,
       "node 2, which does not send and compute at once: computation 2"},
  };
  (void)state;
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    struct sp_error error = {""};
    assert_int_equal(validate(graph, table[k].model, table[k].event, table[k].n, &error),
                     SP_NOT_VERIFIED);
    if (!strstr(error.text, table[k].words))
      fail_msg("'%s', expected '%s'", error.text, table[k].words);
  }
}

/* The same link, where both nodes have ports for two messages. */
static void test_link(void **state)
{
  static const struct sp_event event[] = {{0, 2, 1, 2, 1, 0, SP_TRANSFER, false},
                                          {1, 3, 1, 2, 1, 1, SP_TRANSFER, false}};
  double held[2] = {0, 2};
  struct sp_error error = {""};
  struct sp_graph *g = graph_of("w=1,1 edges=1-2:2", "1", NULL);
  struct sp_trace trace = {2, 2, (struct sp_event *)event};
  struct sp_hop_check check = {held, NULL, NAN, INFINITY, 0, SP_DURATIONS_EXACT};
  (void)state;
  g->platform.node[1].ports.send = g->platform.node[0].ports.recv = 2;
  assert_int_equal(sp_validate_hops(g, &trace, &check, &error), SP_NOT_VERIFIED);
  assert_non_null(strstr(error.text, "the link from 2 to 1: message 2 from node 2 to node 1"));
  sp_graph_free(g);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_link),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

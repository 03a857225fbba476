/* Tests the simgrid engine of hops: agreement with the native engine on random graphs and lists, on
 * the platform that is written for a graph and on the graph's own platform; SimGrid's other models;
 * refusals. Every run is in a child process, since SimGrid runs once in a process. HOPS_COUNT:
 * random lists (default 400), from number CASES_FROM (0) on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"
#include "engine/engine.h"
#include "engine/hops.h"
#include "hop_lists.h"
#include "method/plugin/apart.h"
#include "validate/hop_check.h"
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const struct sp_conditions plain = {.seed = 11};

static void execute(void *data, struct sp_result *result, const struct sp_records *to)
{
  sp_simgrid_hops(data, result, to->trace);
}

static struct sp_result simgrid(const struct sp_hop_job *job, struct sp_trace *trace)
{
  struct sp_result result;
  struct sp_hop_job copy = *job;
  sp_perform_apart(execute, &copy, true, 300, 0, &result, &(struct sp_records){.trace = trace});
  if (trace)
    sp_trace_sort(trace);
  return result;
}

static struct sp_result native(const struct sp_hop_job *job, struct sp_trace *trace)
{
  struct sp_result result;
  sp_native_hops(job, &result, trace);
  sp_trace_sort(trace);
  return result;
}

/* How two runs differ; NULL: they are equal to the bit. */
static const char *difference(const struct sp_result *a, const struct sp_trace *ta,
                              const struct sp_result *b, const struct sp_trace *tb)
{
  static char text[256];
  if (a->status != b->status || strcmp(a->reason, b->reason) != 0) {
    snprintf(text, sizeof text, "'%.100s' against '%.100s'", a->reason, b->reason);
    return text;
  }
  for (long k = 0; k < ta->n && k < tb->n; k++) {
    const struct sp_event *x = &ta->event[k], *y = &tb->event[k];
    if (x->message == y->message && x->from == y->from && x->to == y->to &&
        x->amount == y->amount && x->kind == y->kind && x->start == y->start && x->end == y->end)
      continue;
    snprintf(text, sizeof text, "event %ld: hop %ld [%.17g, %.17g] against %ld [%.17g, %.17g]", k,
             x->message, x->start, x->end, y->message, y->start, y->end);
    return text;
  }
  if (ta->n != tb->n || a->done != b->done || a->messages != b->messages ||
      a->order_hash != b->order_hash || a->bits_hash != b->bits_hash) {
    snprintf(text, sizeof text, "%ld events, %g done, order %lx against %ld, %g, %lx", ta->n,
             a->done, (unsigned long)a->order_hash, tb->n, b->done, (unsigned long)b->order_hash);
    return text;
  }
  return NULL;
}

/* Runs the job on both engines; true if they agree. */
static bool agree(const struct sp_hop_job *job, uint64_t index)
{
  struct sp_trace trace[2] = {SP_TRACE_EMPTY, SP_TRACE_EMPTY};
  struct sp_result a = simgrid(job, &trace[0]), b = native(job, &trace[1]);
  const char *how = difference(&a, &trace[0], &b, &trace[1]);
  if (how)
    fprintf(stderr, "case %lu: %s\n", (unsigned long)index, how);
  sp_trace_clear(&trace[0]);
  sp_trace_clear(&trace[1]);
  return !how;
}

/* ---- Random runs. */

/* Gives a list piece by piece; the size of a piece depends on all values of the view. */
struct pieces {
  const struct sp_hops *hops;
  long next;
  uint64_t seen;
};

static void start_pieces(void *state)
{
  struct pieces *p = state;
  p->next = 0;
  p->seen = 1;
}

static bool more_pieces(void *state, const struct sp_hop_view *view, struct sp_hops *add)
{
  struct pieces *p = state;
  long received = 0, under_way = 0;
  for (int i = 0; i < view->g->platform.nodes; i++) {
    const struct sp_hop_node *node = &view->node[i];
    received += (i + 1) * (node->received + 2 * node->ended);
    under_way += node->sending + node->computing;
  }
  p->seen = p->seen * 31 + (uint64_t)received + 7 * (uint64_t)view->waiting;
  long pieces = (long)((p->seen >> 3) % 4);
  if (view->waiting + under_way == 0 && pieces == 0)
    pieces = 1;
  for (; pieces > 0 && p->next < p->hops->n; pieces--)
    sp_hops_add(add, &p->hops->hop[p->next++]);
  return p->next < p->hops->n;
}

static struct hop_shape shape_of(uint64_t index, uint64_t *state)
{
  return (struct hop_shape){.nodes = draw(state, 1, 9),
                            .extra = draw(state, 0, 8),
                            .hops = draw(state, 1, index % 10 == 9 ? 300 : 50),
                            .ports = (int)(index % 4),
                            .latency = index % 3 ? 30 : 0,
                            .free = index % 5 == 2 ? 25 : 0,
                            .bus = index % 4 == 3 ? 40 : 0,
                            .earliest = index % 6 == 1 ? 20 : 0,
                            .results = index % 3 == 1 ? 40 : 0,
                            .largest = index % 7 == 6 ? 2 : 9};
}

/* Costs that no unit makes exact: tenths, whose sums are equal but for rounding, or any. */
static struct sp_num uneven(uint64_t *state, bool tenths)
{
  return sp_double(tenths ? draw(state, 1, 30) / 10.0 : draw(state, 1, 1000000) / 77777.0);
}

static void make_uneven(struct sp_graph *g, uint64_t *state)
{
  bool tenths = draw(state, 0, 1);
  if (sp_graph_has_results(g))
    g->result = uneven(state, tenths);
  for (int l = 0; l < g->links; l++)
    for (int way = 0; way < 2; way++)
      if (isfinite(g->link[l].c[way].v) && g->link[l].c[way].v > 0)
        g->link[l].c[way] = uneven(state, tenths);
  for (int i = 0; i < g->platform.nodes; i++)
    if (isfinite(g->w[i].v))
      g->w[i] = uneven(state, tenths);
}

/* Some nodes have few places, which hops may wait for in vain; speeds, bandwidths and latencies of
 * some change. */
static void make_changing(struct sp_graph *g, uint64_t *state)
{
  static const enum sp_changing kinds[] = {SP_SPEED, SP_BANDWIDTH, SP_LATENCY};
  g->places = sp_xcalloc((size_t)g->platform.nodes, sizeof *g->places);
  for (int i = 0; i < g->platform.nodes; i++)
    g->places[i] = draw(state, 0, 1) ? draw(state, 2, 9) : LONG_MAX;
  for (int k = 0; k < 3; k++)
    for (int at = 0; at < (kinds[k] == SP_SPEED ? g->platform.nodes : g->links); at++)
      if (draw(state, 0, 2) == 0)
        change_at_random(state, g, kinds[k], at);
}

static bool random_run_agrees(uint64_t index)
{
  uint64_t state = index * UINT64_C(2654435761) + 12345;
  struct hop_shape shape = shape_of(index, &state);
  struct sp_graph *g = hop_graph(&state, &shape);
  struct sp_hops hops = hop_list(&state, &shape, g, NULL);
  double noise = index % 5 == 4 ? 0.3 : 0;
  struct sp_conditions conditions = {.seed = index, .noise_link = noise, .noise_cpu = noise};
  struct pieces pieces = {.hops = &hops};
  struct sp_hop_job job = {
      .g = g, .source = sp_hops_source(&hops), .until = INFINITY, .conditions = &conditions};
  if (index % 3 == 0)
    make_uneven(g, &state);
  if (index % 8 == 7)
    make_changing(g, &state);
  if (index % 5 >= 3)
    job.source = (struct sp_hop_source){start_pieces, more_pieces, &pieces};
  if (index % 11 == 5)
    job.until = draw(&state, 1, 100);
  bool same = agree(&job, index);
  sp_hops_clear(&hops);
  sp_graph_free(g);
  return same;
}

static void engines_agree_on_random_lists(void **state)
{
  const char *text = getenv("HOPS_COUNT"), *from = getenv("CASES_FROM");
  uint64_t count = text ? strtoul(text, NULL, 10) : 400, wrong = 0;
  uint64_t first = from ? strtoul(from, NULL, 10) : 0;
  (void)state;
  for (uint64_t index = first; index < first + count; index++)
    wrong += !random_run_agrees(index);
  printf("hops: %lu lists compared\n", (unsigned long)count);
  if (wrong)
    fail_msg("%lu of %lu differ", (unsigned long)wrong, (unsigned long)count);
}

/* ---- Closed forms and conditions. */

/* A chain 1 -> 2 -> 3 with a latency, two units carried one after the other and computed at 3. */
static struct sp_graph *chain(struct sp_hops *hops)
{
  struct sp_graph *g = graph_of("w=inf,inf,1.75 edges=1-2:2.5,2-3:3.25", "1", NULL);
  g->link[0].latency = sp_double(0.375);
  for (long k = 0; k < 2; k++) {
    sp_hops_add(hops, &(struct sp_hop){.from = 0, .to = 1, .link = 0, .amount = 1});
    sp_hops_add(hops,
                &(struct sp_hop){.from = 1, .to = 2, .link = 1, .amount = 1, .arrivals = k + 1});
    sp_hops_add(hops,
                &(struct sp_hop){.from = 2, .to = 2, .link = -1, .amount = 1, .arrivals = k + 1});
  }
  return g;
}

static void a_chain_is_the_closed_form(void **state)
{
  struct sp_hops hops = SP_HOPS_EMPTY;
  struct sp_graph *g = chain(&hops);
  struct sp_hop_job job = {g, sp_hops_source(&hops), INFINITY, &plain};
  struct sp_result result = simgrid(&job, NULL);
  (void)state;
  assert_string_equal(result.reason, "");
  assert_true(result.makespan == 0.375 + 2.5 + 2 * 3.25 + 1.75);
  assert_true(result.done == 2);
  assert_int_equal(result.messages, 4);
  job.conditions = NULL;
  assert_true(agree(&job, 0));
  sp_hops_clear(&hops);
  sp_graph_free(g);
}

/* SimGrid drops 3/7 of the message's last byte, 9e-12 of a unit: to its clock it ends before the
 * first computation, which is booked to end 4e-12 before the message. */
static void a_part_of_a_byte_changes_no_order(void **state)
{
  struct sp_hops hops = SP_HOPS_EMPTY;
  struct sp_graph *g = graph_of("w=inf,1 edges=1-2:1", "1", NULL);
  struct sp_hop_job job = {g, sp_hops_source(&hops), INFINITY, &plain};
  struct sp_trace trace = SP_TRACE_EMPTY;
  (void)state;
  sp_hops_add(&hops, &(struct sp_hop){.from = 0, .to = 1, .link = 0, .amount = 1.0 / 7});
  sp_hops_add(&hops, &(struct sp_hop){.from = 1, .to = 1, .link = -1, .amount = 1.0 / 7 - 4e-12});
  sp_hops_add(&hops, &(struct sp_hop){.from = 1, .to = 1, .link = -1, .amount = 1, .arrivals = 1});
  simgrid(&job, &trace);
  assert_int_equal(trace.n, 3);
  assert_true(trace.event[2].start == 1.0 / 7);
  assert_true(agree(&job, 0));
  sp_trace_clear(&trace);
  sp_hops_clear(&hops);
  sp_graph_free(g);
}

static void other_models_give_other_dates(void **state)
{
  static const char *const lv08[] = {"network/model:LV08"};
  static const char *const thread[] = {"contexts/factory:thread"};
  struct sp_hops hops = SP_HOPS_EMPTY;
  struct sp_graph *g = chain(&hops);
  struct sp_conditions conditions = {.seed = 1, .n_cfg = 1, .cfg = lv08};
  struct sp_hop_job job = {g, sp_hops_source(&hops), INFINITY, &conditions};
  struct sp_result result = simgrid(&job, NULL);
  (void)state;
  assert_string_equal(result.reason, "");
  assert_true(result.makespan > 1.02 * (0.375 + 2.5 + 2 * 3.25 + 1.75));
  assert_int_equal(result.messages, 4);
  conditions.cfg = thread;
  assert_true(agree(&job, 1));
  sp_hops_clear(&hops);
  sp_graph_free(g);
}

/* Dates differ, but all hops are done, and no port is taken twice. */
static void other_models_do_the_same_hops(void **state)
{
  static const char *const lv08[] = {"network/model:LV08"};
  struct sp_conditions conditions = {.seed = 1, .n_cfg = 1, .cfg = lv08};
  (void)state;
  for (uint64_t index = 0; index < 40; index++) {
    uint64_t random = index + 4711;
    struct hop_shape shape = shape_of(index, &random);
    struct sp_graph *g = hop_graph(&random, &shape);
    struct sp_hops hops = hop_list(&random, &shape, g, NULL);
    struct sp_hop_job job = {g, sp_hops_source(&hops), INFINITY, &conditions};
    double *held = malloc((size_t)shape.nodes * sizeof *held);
    struct sp_hop_check check = {.held = held,
                                 .total = NAN,
                                 .until = INFINITY,
                                 .tolerance = SP_ENGINE_TOLERANCE,
                                 .durations = SP_DURATIONS_ANY};
    struct sp_trace trace = SP_TRACE_EMPTY;
    struct sp_error error = {""};
    struct sp_result result = simgrid(&job, &trace);
    for (int i = 0; i < shape.nodes; i++)
      held[i] = INFINITY;
    assert_string_equal(result.reason, "");
    assert_int_equal(trace.n, hops.n);
    if (sp_validate_hops(g, &trace, &check, &error) != SP_OK)
      fail_msg("case %lu: %s", (unsigned long)index, error.text);
    free(held);
    sp_trace_clear(&trace);
    sp_hops_clear(&hops);
    sp_graph_free(g);
  }
}

/* ---- Platforms. */

static bool same_number(struct sp_num a, struct sp_num b)
{
  return a.v == b.v && a.num == b.num && a.den == b.den;
}

static struct sp_graph *read_back(const struct sp_graph *g)
{
  char path[] = "/tmp/starport-graph-XXXXXX";
  struct sp_error error;
  FILE *stream = fdopen(mkstemp(path), "w");
  sp_write_graph_platform(stream, g, NULL);
  fclose(stream);
  struct sp_graph *read =
      sp_read_graph_platform(&(struct sp_graph_source){.platform = path}, &error);
  unlink(path);
  if (!read)
    fail_msg("%s", error.text);
  return read;
}

static void a_written_platform_is_the_same_graph(void **state)
{
  uint64_t random = 9;
  (void)state;
  for (int k = 0; k < 60; k++) {
    struct hop_shape shape = {.nodes = draw(&random, 1, 20),
                              .extra = draw(&random, 0, 20),
                              .ports = 1,
                              .latency = 30,
                              .free = 10,
                              .bus = 20,
                              .largest = 100};
    struct sp_graph *g = hop_graph(&random, &shape);
    if (k % 2)
      make_uneven(g, &random);
    for (int l = 0; l < g->links; l += 3)
      g->link[l].latency = ratio(draw(&random, 1, 50), 21);
    struct sp_graph *read = read_back(g);
    assert_int_equal(read->platform.nodes, g->platform.nodes);
    assert_int_equal(read->links, g->links);
    assert_false(read->runs_on_file);
    for (int i = 0; i < g->platform.nodes; i++) {
      assert_string_equal(read->platform.node[i].name, g->platform.node[i].name);
      assert_true(same_number(read->w[i], g->w[i]));
    }
    for (int l = 0; l < g->links; l++) {
      const struct sp_link *a = &g->link[l], *b = &read->link[l];
      assert_true(a->a == b->a && a->b == b->b && a->bus == b->bus);
      assert_true(same_number(a->c[0], b->c[0]) && same_number(a->c[1], b->c[1]));
      assert_true(same_number(a->latency, b->latency));
    }
    sp_graph_free(read);
    sp_graph_free(g);
  }
}

static void bad_properties_are_refused(void **state)
{
  static const struct {
    const char *property, *message;
  } bad[] = {
      {"id=\"c\" value=\"-1\"", "property c is \"-1\", expected a finite number >= 0"},
      {"id=\"c\" value=\"inf\"", "property c is \"inf\", expected a finite number >= 0"},
      {"id=\"latency\" value=\"x\"", "property latency is \"x\", expected a finite number >= 0"},
      {"id=\"bus\" value=\"0\"", "property bus is \"0\", expected a whole number >= 1"},
      {"id=\"bus\" value=\"3e9\"", "property bus is \"3e9\", expected a whole number >= 1"}};
  (void)state;
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    char path[] = "/tmp/starport-graph-XXXXXX", expected[256];
    struct sp_error error = {""};
    FILE *stream = fdopen(mkstemp(path), "w");
    fprintf(stream,
            "<?xml version='1.0'?><!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
            "<platform version=\"4.1\"><zone id=\"z\" routing=\"Full\"><host id=\"a\" "
            "speed=\"1f\"/>\n<link id=\"l\" bandwidth=\"1Bps\" latency=\"0s\"><prop %s/></link>"
            "</zone></platform>\n",
            bad[k].property);
    fclose(stream);
    struct sp_graph_source source = {.platform = path};
    assert_null(sp_read_graph_platform(&source, &error));
    snprintf(expected, sizeof expected, "%s:3: link l: %s", path, bad[k].message);
    assert_string_equal(error.text, expected);
    unlink(path);
  }
}

/* A ring of four hosts (the first as given); a unit is 1000 bytes. */
static struct sp_graph *ring(char path[], const char *host, const char *latency, const char *policy)
{
  struct sp_error error;
  FILE *stream = fdopen(mkstemp(path), "w");
  fprintf(stream,
          "<?xml version='1.0'?><!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
          "<platform version=\"4.1\"><zone id=\"ring\" routing=\"Floyd\">\n"
          "<%s/>\n",
          host);
  for (int i = 1; i < 4; i++)
    fprintf(stream, "<host id=\"h%d\" speed=\"%d00f\"/>\n", i, i);
  for (int i = 0; i < 4; i++)
    fprintf(stream,
            "<link id=\"l%d\" bandwidth=\"%d00Bps\" latency=\"%s\" sharing_policy=\"%s\"/>\n", i,
            i + 1, latency, policy);
  for (int i = 0; i < 4; i++)
    if (strcmp(policy, "SPLITDUPLEX") == 0)
      fprintf(stream,
              "<route src=\"h%d\" dst=\"h%d\"><link_ctn id=\"l%d\" direction=\"UP\"/></route>\n", i,
              (i + 1) % 4, i);
    else
      fprintf(stream, "<route src=\"h%d\" dst=\"h%d\"><link_ctn id=\"l%d\"/></route>\n", i,
              (i + 1) % 4, i);
  fputs("</zone></platform>\n", stream);
  fclose(stream);
  struct sp_graph_source source = {
      .platform = path, .master = "1", .task_bytes = "1000", .task_flops = "700"};
  struct sp_graph *g = sp_read_graph(&source, &error);
  if (!g)
    fail_msg("%s", error.text);
  return g;
}

static const char host[] = "host id=\"h0\" speed=\"100f\"";

static bool ring_agrees(struct sp_graph *g)
{
  uint64_t random = 77;
  struct hop_shape shape = {.nodes = 4, .hops = 200, .largest = 5};
  struct sp_hops hops = hop_list(&random, &shape, g, NULL);
  struct sp_hop_job job = {g, sp_hops_source(&hops), INFINITY, &plain};
  bool same = agree(&job, 0);
  sp_hops_clear(&hops);
  return same;
}

static void a_platform_of_hosts_is_used_itself(void **state)
{
  static const struct {
    const char *host, *latency, *policy;
    bool runs;
  } kinds[] = {{host, "0", "SPLITDUPLEX", true},
               {host, "0", "FATPIPE", true},
               {host, "0", "SHARED", false}, /* both ways on one link */
               {host, "250ms", "SPLITDUPLEX", false},
               {"router id=\"h0\"", "0", "SPLITDUPLEX", false}};
  (void)state;
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    char path[] = "/tmp/starport-ring-XXXXXX";
    struct sp_graph *g = ring(path, kinds[k].host, kinds[k].latency, kinds[k].policy);
    assert_int_equal(g->runs_on_file, kinds[k].runs);
    assert_true(ring_agrees(g));
    if (kinds[k].runs) { /* it runs on the file: the graph's costs are compared with it */
      struct sp_hops none = SP_HOPS_EMPTY;
      struct sp_hop_job job = {g, sp_hops_source(&none), INFINITY, &plain};
      g->link[1].c[1] = sp_double(6);
      struct sp_result result = simgrid(&job, NULL);
      assert_string_equal(result.reason,
                          "link 2-3: a unit takes 5 on SimGrid's link, 6 in the graph");
      g->w[2] = sp_double(6);
      result = simgrid(&job, NULL);
      assert_string_equal(result.reason,
                          "node 3: a unit takes 3.5 on SimGrid's host, 6 in the graph");
    }
    unlink(path);
    sp_graph_free(g);
  }
}

static void limits_are_named(void **state)
{
  struct sp_hops hops = SP_HOPS_EMPTY;
  struct sp_graph *g = chain(&hops);
  struct sp_hop_job job = {g, sp_hops_source(&hops), INFINITY, &plain};
  (void)state;
  hops.hop[0].amount = 1e10;
  struct sp_result result = simgrid(&job, NULL);
  assert_int_equal(result.status, SP_FAILED);
  assert_non_null(strstr(result.reason, "bytes is more than SimGrid can move"));
  sp_graph_free(g);
  job.g = g = sp_graph_alloc(10001);
  result = simgrid(&job, NULL);
  assert_int_equal(result.status, SP_FAILED);
  assert_non_null(strstr(result.reason, "10001 nodes: SimGrid's table of routes is limited"));
  sp_graph_free(g);
  sp_hops_clear(&hops);
}

static void both_report_what_is_stuck(void **state)
{
  struct sp_hops hops = SP_HOPS_EMPTY;
  struct sp_graph *g = chain(&hops);
  struct sp_hop_job job = {g, sp_hops_source(&hops), INFINITY, &plain};
  (void)state;
  hops.hop[4].arrivals = 7;
  struct sp_result result = simgrid(&job, NULL);
  assert_int_equal(result.status, SP_FAILED);
  assert_non_null(strstr(result.reason, "stuck"));
  assert_true(agree(&job, 0));
  hops.hop[0].earliest = 3;
  job.until = 2; /* nothing ends by then, and nothing is stuck */
  result = simgrid(&job, NULL);
  assert_int_equal(result.status, SP_RUN_OK);
  assert_true(result.makespan == 0);
  assert_true(agree(&job, 1));
  sp_hops_clear(&hops);
  sp_graph_free(g);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_chain_is_the_closed_form),
      cmocka_unit_test(a_part_of_a_byte_changes_no_order),
      cmocka_unit_test(other_models_give_other_dates),
      cmocka_unit_test(other_models_do_the_same_hops),
      cmocka_unit_test(bad_properties_are_refused),
      cmocka_unit_test(a_written_platform_is_the_same_graph),
      cmocka_unit_test(a_platform_of_hosts_is_used_itself),
      cmocka_unit_test(limits_are_named),
      cmocka_unit_test(both_report_what_is_stuck),
      cmocka_unit_test(engines_agree_on_random_lists),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

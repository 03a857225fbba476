/* Tests graphs as data: texts and SimGrid platforms, refusals; and trees: the closed form against
 * the programme, stars, the best spanning tree. */
#include "graphs.h"
#include "method/context.h"
#include "solve/bag/bag.h"

#include <stdio.h>
#include <unistd.h>

static void text(void **unused)
{
  struct sp_graph *g =
      graph_of("w=1.5,3,inf edges=1-2:2:7/3,3-2:inf:1e-1 recv=1,2,inf send=3", "2,1", NULL);
  (void)unused;
  assert_int_equal(g->platform.nodes, 3);
  assert_int_equal(g->links, 2);
  assert_true(g->w[0].num == 3 && g->w[0].den == 2 && isinf(g->w[2].v));
  assert_true(g->link[0].a == 0 && g->link[0].b == 1);
  assert_true(g->link[0].c[0].num == 2 && g->link[0].c[1].num == 7 && g->link[0].c[1].den == 3);
  assert_true(g->link[1].a == 2 && isinf(g->link[1].c[0].v) && g->link[1].c[1].den == 10);
  assert_true(g->platform.node[1].ports.recv == 2 && g->platform.node[2].ports.recv == INT_MAX);
  assert_true(g->platform.node[0].ports.send == 3 && g->master[0] && g->master[1]);
  assert_false(g->master[2] || sp_graph_is_base(g));
  assert_string_equal(g->platform.node[2].name, "P3");
  sp_graph_free(g);
  g = graph_of("w=4 edges=1-2:1,2-5:3,1-3:1,1-4:1", "5", NULL); /* one w for all five */
  assert_int_equal(g->platform.nodes, 5);
  assert_true(g->w[4].num == 4 && sp_graph_is_base(g) && !g->master[0] && g->master[4]);
  sp_graph_free(g);
}

/* Words are cut at any blank, and so is master=. */
static void spec(void **unused)
{
  struct sp_error error = {""};
  (void)unused;
  struct sp_graph *g = sp_read_graph_spec("w=1,inf\tmaster=2,1\nedges=1-2:2", &error);
  assert_non_null(g);
  assert_true(g->master[0] && g->master[1] && g->links == 1);
  sp_graph_free(g);
  assert_null(sp_read_graph_spec("w=1,2 edges=1-2:2\nmaster=3\n", &error));
  assert_string_equal(error.text, "master: '3', expected nodes: a name or a number 1..2");
  assert_null(sp_read_graph_spec("w=1 edges=1-9999999:2", &error));
  assert_string_equal(error.text, "graph: 9999999 nodes and 1 edge: some are disconnected, "
                                  "expected a path to each");
}

/* The first change of a profile. */
static void assert_change(const struct sp_graph *g, enum sp_changing kind, int at, double date,
                          double factor)
{
  const struct sp_profile *p = &g->profile[kind][at];
  assert_true(p->n > 1 && p->date[0] == 0 && p->factor[0] == 1);
  assert_true(p->date[1] == date && p->factor[1] == factor);
}

/* Places and profiles; of two profiles of one target the later one holds, and masters stay up. */
static void changes(void **unused)
{
  (void)unused;
  struct sp_graph *g = graph_of("w=1,3,4 edges=1-2:2,1-3:1,3-2:1 buffer=inf,2,9223372036854775806 "
                                "profile=w2:10*0.5,20*1,every:30;link2-1:5*0,7*1;c2-3:3*2;"
                                "latency:1*0;latency1-3:2*4;host:6*0,8*1;host3:9*0",
                                "2", NULL);
  assert_true(g->places[0] == LONG_MAX && g->places[1] == 2 && g->places[2] == LONG_MAX - 1);
  assert_change(g, SP_SPEED, 1, 10, 0.5);
  assert_true(g->profile[SP_SPEED][1].period == 30 && g->profile[SP_SPEED][1].n == 3);
  assert_int_equal(g->profile[SP_SPEED][0].n, 0);
  assert_change(g, SP_LINK_STATE, 0, 5, 0);
  assert_int_equal(g->profile[SP_LINK_STATE][2].n, 0);
  assert_change(g, SP_BANDWIDTH, 2, 3, 2);
  assert_change(g, SP_LATENCY, 0, 1, 0);
  assert_change(g, SP_LATENCY, 1, 2, 4);
  assert_change(g, SP_LATENCY, 2, 1, 0);
  assert_change(g, SP_HOST_STATE, 0, 6, 0);
  assert_int_equal(g->profile[SP_HOST_STATE][1].n, 0);
  assert_change(g, SP_HOST_STATE, 2, 9, 0);
  assert_true(sp_graph_is_changing(g) && sp_graph_can_fail(g));
  sp_graph_free(g);
  g = graph_of("w=1 edges=1-2:2 buffer=3 profile=w:1*2", NULL, NULL);
  assert_true(g->places[1] == 3 && sp_graph_is_changing(g) && !sp_graph_can_fail(g));
  assert_change(g, SP_SPEED, 0, 1, 2);
  sp_graph_free(g);
}

static void models(void **unused)
{
  (void)unused;
  static const char *const name[SP_MODELS] = {"base",          "multiport",     "recv-parallel",
                                              "send-parallel", "work-parallel", "sequential"};
  for (int m = 0; m < SP_MODELS; m++)
    assert_int_equal(sp_model_find(name[m], strlen(name[m])), m);
  assert_int_equal(sp_model_find("Work_Parallel", 13), SP_MODEL_WORK_PARALLEL);
  assert_int_equal(sp_model_find("basement", 8), SP_MODELS);
  struct sp_graph *g =
      graph_of("w=1,2,3 edges=1-2:1,1-3:1 model=base,sequential,send-parallel", NULL, NULL);
  assert_false(g->platform.node[1].ports.recv_send || g->platform.node[1].ports.send_work);
  assert_true(g->platform.node[2].ports.send_work && !g->platform.node[2].ports.recv_work);
  sp_graph_free(g);
}

/* Each line is refused, with a word of the reason. */
static void refusals(void **unused)
{
  static const char *const bad[][2] = {
      {"w=1,2,3 edges=1-2:2", "disconnected"},
      {"w=1,2,3 edges=1-2:2,3-1:5:inf", "disconnected"},
      {"w=inf,2", "no neighbour"},
      {"w=inf,inf edges=1-2:3", "every node"},
      {"w=1,2 edges=1-2:0", "cost is 0"},
      {"w=1,2 edges=1-2:1:0", "cost is 0"},
      {"w=1,2 edges=1-2:inf:inf", "cost is inf"},
      {"w=1,2 edges=1-2:1,1-2:2", "parallel"},
      {"w=1,2 edges=1-2:1,2-1:2", "parallel"},
      {"w=1,2 edges=1-2:1,1-1:2", "self loop"},
      {"w=1,2 edges=1-3:1", "no such node"},
      {"w=1,2 edges=0-2:1", "edge '0-2:1'"},
      {"w=1,2 edges=1-2:", "edge '1-2:'"},
      {"w=1,2 edges=1-2:3:", "edge '1-2:3:'"},
      {"w=1,2 edges=1:2", "edge '1:2'"},
      {"w=1,2 edges=1-99999999999999999999:1", "edge"},
      {"w=1,2 edges=1-2:1 recv=1.5", "recv"},
      {"w=1,2 edges=1-2:1 send=99999999999", "send"},
      {"w=1,2 edges=1-2:1 model=base,none", "none"},
      {"w=1,2 edges=1-2:1 model=multiport,base,base", "3 values"},
      {"w=1e101,2 edges=1-2:1", "w is 1e+101"},
      {"w=1,2 edges=1-2:1e-101", "cost is 1e-101"},
      {"w=-1,2 edges=1-2:1", "w is -1"},
      {"w=nan,2 edges=1-2:1", "nan"},
      {"w=1,2 edges=1-2:1 buffer=0", "buffer has the value '0'"},
      {"w=1,2 edges=1-2:1 buffer=1.5", "buffer has the value '1.5'"},
      {"w=1,2 edges=1-2:1 buffer=9223372036854775807", "whole number >= 1 or inf"},
      {"w=1,2 edges=1-2:1 buffer=1,2,3", "buffer has 3 values, expected 1 or 2"},
      {"w=1,2 edges=1-2:1 profile=", "profile is ''"},
      {"w=1,2 edges=1-2:1 profile=c2:1*2", "profile is 'c2:1*2'"},
      {"w=1,2 edges=1-2:1 profile=c1-:1*2", "profile is 'c1-:1*2'"},
      {"w=1,2 edges=1-2:1 profile=c1-2-1:1*2", "profile is 'c1-2-1:1*2'"},
      {"w=1,2 edges=1-2:1 profile=w1-2:1*2", "profile is 'w1-2:1*2'"},
      {"w=1,2 edges=1-2:1 profile=w0:1*2", "profile is 'w0:1*2'"},
      {"w=1,2 edges=1-2:1 profile=w2:1*2,every:30,9*1", "profile has '9*1'"},
      {"w=1,2 edges=1-2:1 profile=w3:1*2", "profile of w3, but the graph has 2 nodes"},
      {"w=1,2 edges=1-2:1 profile=host10000000:1*0", "but the graph has 2 nodes"},
      {"w=1,2 edges=1-2:1 profile=link1-3:1*0",
       "profile of link1-3, but the graph has no such edge"},
      {"w=1,2 edges=1-2:1 profile=host1:1*0", "master 1 (P1) goes down"},
      {"w=1,2 edges=1-2:1 profile=w2:1*0", "node 2: the profile of its speed: 0 for ever"},
      {"w=1,2 edges=1-2:1 profile=c2-1:1*0", "link 1-2: the profile of its bandwidth: 0 for ever"},
      {"w=1,2 edges=1-2:1 profile=link1-2:1*.5", "link 1-2: the profile of its state: a state of"},
      {"w=1,2 edges=1-2:1 profile=w:2*1,1*2", "node 1: the profile of its speed: a change goes"},
      {"w=1,2 edges=1-2:1 profile=w:1*2 profile=w:1*3", "profile is given twice"},
      {"w= edges=1-2:1", "w has the value ''"},
      {"", "no w"},
      {"w=1 w=2", "twice"},
  };
  (void)unused;
  for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
    struct sp_graph_source source = {.text = bad[k][0]};
    struct sp_error error = {""};
    assert_null(sp_read_graph(&source, &error));
    if (!strstr(error.text, bad[k][1]) || strchr(error.text, '\n'))
      fail_msg("%s: %s", bad[k][0], error.text);
  }
  struct sp_error error;
  struct sp_graph *g = sp_graph_alloc(2);
  sp_graph_add_link(g, 0, 1, sp_int(1), sp_int(1));
  assert_int_equal(sp_graph_check(g, &error), SP_BAD_INPUT);
  assert_non_null(strstr(error.text, "no master"));
  g->master[1] = true;
  assert_int_equal(sp_graph_check(g, &error), SP_OK);
  g->platform.node[0].ports.recv_send = g->platform.node[0].ports.recv_work = false;
  assert_int_equal(sp_graph_check(g, &error), SP_BAD_INPUT);
  assert_non_null(strstr(error.text, "six operating models"));
  sp_graph_free(g);
}

static void graph_file(void **unused)
{
  char path[] = "/tmp/starport-graph-XXXXXX", place[64];
  int descriptor = mkstemp(path);
  FILE *file = fdopen(descriptor, "w");
  struct sp_error error;
  (void)unused;
  fputs("# figure 2\nw=1,3,4,6 # four nodes\nedges=1-2:2,1-3:1,3-4:3,2-4:3\n", file);
  fclose(file);
  snprintf(place, sizeof place, "@%s", path);
  struct sp_graph *g = graph_of(place, NULL, NULL);
  assert_true(g->platform.nodes == 4 && g->links == 4);
  sp_graph_free(g);
  file = fopen(path, "w");
  fputs("w=1,3\nedges=1-2:2,2-2:1\n", file);
  fclose(file);
  struct sp_graph_source source = {.text = place};
  assert_null(sp_read_graph(&source, &error));
  assert_non_null(strstr(error.text, path));
  assert_non_null(strstr(error.text, "self loop"));
  unlink(path);
}

static void simgrid_platform(void **unused)
{
  struct sp_graph_source source = {.platform = "platforms/steady-fig2.xml",
                                   .master = "P1,4",
                                   .task_bytes = "12e6",
                                   .task_flops = "12e9"};
  struct sp_error error = {"no reason"};
  struct sp_graph *g = sp_read_graph(&source, &error);
  static const int w[] = {1, 3, 4, 6}, ends[][3] = {{0, 1, 2}, {0, 2, 1}, {2, 3, 3}, {1, 3, 3}};
  (void)unused;
  if (!g)
    fail_msg("%s", error.text);
  assert_true(g->platform.nodes == 4 && g->links == 4 && g->master[0] && g->master[3]);
  for (int i = 0; i < 4; i++) {
    assert_true(g->w[i].num == w[i] && g->w[i].den == 1);
    assert_true(g->link[i].a == ends[i][0] && g->link[i].b == ends[i][1]);
    assert_true(g->link[i].c[0].num == ends[i][2] && g->link[i].c[0].den == 1);
    assert_true(g->link[i].c[1].v == g->link[i].c[0].v);
  }
  assert_string_equal(g->platform.file, source.platform);
  sp_graph_free(g);
  source = (struct sp_graph_source){.platform = "platforms/steady-thm3.xml"};
  g = sp_read_graph(&source, &error);
  assert_true(g && isinf(g->w[0].v) && isinf(g->w[2].v) && isfinite(g->w[1].v));
  sp_graph_free(g);
  source.platform = "tests/data/bus.xml";
  assert_null(sp_read_graph(&source, &error));
  assert_non_null(strstr(error.text, "bus.xml:8: link wire joins more than two"));
  source.platform = "platforms/cluster.xml";
  assert_null(sp_read_graph(&source, &error));
  source.platform = "platforms/no-such.xml";
  assert_null(sp_read_graph(&source, &error));
}

/* Reads hosts M and W with links of these attributes, there and back, and a file of each profile.
 */
static struct sp_graph *changing_platform(const char *host, const char *there, const char *back,
                                          struct sp_error *error)
{
  static const char *const file[][2] = {{"speed", "0 0.5\n2 1\n4 0.25\nLOOPAFTER 6\n"},
                                        {"up", "3 0\n5 1\n"},
                                        {"wide", "2 2000\n4 500\nPERIODICITY 9\n"},
                                        {"wide2", "2 2000\n4 500\nPERIODICITY 9\n"},
                                        {"late", "7 3\n"},
                                        {"late2", "7 3\n"}};
  char folder[] = "/tmp/starport-graph-XXXXXX", path[80];
  assert_non_null(mkdtemp(folder));
  for (size_t k = 0; k <= sizeof file / sizeof *file; k++) {
    bool platform = k == sizeof file / sizeof *file;
    snprintf(path, sizeof path, "%s/%s", folder, platform ? "p.xml" : file[k][0]);
    FILE *f = fopen(path, "w");
    if (platform)
      fprintf(f,
              "<?xml version='1.0'?><!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">"
              "<platform version=\"4.1\"><zone id=\"z\" routing=\"Full\"><host id=\"M\" "
              "speed=\"1f\"/><host id=\"W\" speed=\"2f\" %s/><link id=\"a\" bandwidth=\"1000Bps\" "
              "%s</link><link id=\"b\" bandwidth=\"1000Bps\" %s</link><route src=\"M\" dst=\"W\" "
              "symmetrical=\"NO\"><link_ctn id=\"a\"/></route><route src=\"W\" dst=\"M\" "
              "symmetrical=\"NO\"><link_ctn id=\"b\"/></route></zone></platform>",
              host, there, back);
    else
      fputs(file[k][1], f);
    fclose(f);
  }
  struct sp_graph *g =
      sp_read_graph(&(struct sp_graph_source){.platform = path, .master = "M"}, error);
  for (size_t k = 0; k < sizeof file / sizeof *file; k++) {
    unlink(path);
    snprintf(path, sizeof path, "%s/%s", folder, file[k][0]);
  }
  unlink(path);
  rmdir(folder);
  return g;
}

static void simgrid_changes(void **unused)
{
  static const char *const bad[][3] = {
      {"latency=\"1s\" bandwidth_file=\"wide\">", "latency=\"1s\" bandwidth_file=\"wide2\">",
       "p.xml:1: link a: its bandwidth changes and its latency is part of the cost"},
      {"latency=\"1s\">", "latency=\"1s\" latency_file=\"late\">",
       "p.xml:1: link b: its latency changes and its latency is part of the cost"},
      {"latency=\"0\" bandwidth_file=\"wide\">", "latency=\"0\">",
       "p.xml: the profiles of edge 1-2 differ from one direction to the other"},
      {"latency=\"0\">", "latency=\"0\" state_file=\"up\">", "the profiles of edge 1-2 differ"}};
  static const char c[] = "latency=\"2s\" latency_file=\"late%s\" bandwidth_file=\"wide%s\">"
                          "<prop id=\"c\" value=\"5/3\"/>";
  struct sp_error error = {""};
  char there[200], back[200];
  (void)unused;
  struct sp_graph *g = changing_platform("speed_file=\"speed\" state_file=\"up\"", "latency=\"0\">",
                                         "latency=\"0\">", &error);
  if (!g)
    fail_msg("%s", error.text);
  assert_false(g->runs_on_file || g->profile[SP_BANDWIDTH] || g->profile[SP_LATENCY]);
  assert_true(g->profile[SP_SPEED][1].n == 3 && g->profile[SP_SPEED][1].factor[0] == 0.5);
  assert_true(g->profile[SP_SPEED][1].period == 10 && g->profile[SP_SPEED][0].n == 0);
  assert_change(g, SP_HOST_STATE, 1, 3, 0);
  sp_graph_free(g);
  snprintf(there, sizeof there, c, "", "");
  snprintf(back, sizeof back, c, "2", "2");
  g = changing_platform("", there, back, &error);
  if (!g)
    fail_msg("%s", error.text);
  assert_true(g->link[0].c[1].num == 5 && g->link[0].latency.v == 2 && !g->profile[SP_SPEED]);
  assert_change(g, SP_BANDWIDTH, 0, 2, 2);
  assert_true(g->profile[SP_BANDWIDTH][0].factor[2] == 0.5);
  assert_change(g, SP_LATENCY, 0, 7, 1.5);
  sp_graph_free(g);
  g = changing_platform("", "latency=\"0\">", "latency=\"0\">", &error);
  assert_true(g && g->runs_on_file);
  sp_graph_free(g);
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    assert_null(changing_platform("", bad[k][0], bad[k][1], &error));
    if (!strstr(error.text, bad[k][2]))
      fail_msg("%s, expected %s", error.text, bad[k][2]);
  }
}

/* ---- Trees */

/* The closed form is the programme's value. */
static void closed_form(void **unused)
{
  uint64_t state = 20020412;
  (void)unused;
  for (int k = 0; k < 1000; k++) {
    int n = draw(&state, 1, 12), parent[12];
    struct sp_graph *g = random_graph(&state, n, 0, 15);
    struct sp_num c[12];
    struct sp_steady s;
    struct sp_error error;
    parent[0] = -1;
    for (int l = 0; l < g->links; l++) {
      parent[g->link[l].b] = g->link[l].a;
      c[g->link[l].b] = g->link[l].c[0];
    }
    assert_int_equal(sp_steady_solve(g, true, &s, &error), SP_OK);
    double rounded = sp_tree_throughput(n, parent, c, g->w);
    assert_true(fabs(rounded - s.throughput) <= 1e-12 * rounded);
    sp_steady_clear(&s);
    sp_graph_free(g);
  }
}

/* The three regimes of the paper's figures 5 to 7, by hand: the port has time for all children; it
 * ends within the last one; the link to the parent is the limit. */
static void star_regimes(void **unused)
{
  const int parent[] = {-1, 0, 0};
  struct sp_num w[] = {sp_int(3), sp_int(4), sp_int(10)};
  struct sp_num idle[] = {sp_int(1), sp_int(1), sp_int(2)},
                busy[] = {sp_int(1), sp_int(3), sp_int(6)};
  (void)unused;
  assert_true(fabs(sp_tree_throughput(3, parent, idle, w) - (1 / 3. + 1 / 4. + 1 / 10.)) <= 1e-15);
  assert_true(fabs(sp_tree_throughput(3, parent, busy, w) - (1 / 3. + 1 / 4. + (1 - 3 / 4.) / 6)) <=
              1e-15);
  const int chain[] = {-1, 0, 1, 1};
  struct sp_num cost[] = {sp_int(1), sp_int(2), sp_int(1), sp_int(2)};
  struct sp_num far[] = {{INFINITY, 0, 0}, sp_int(3), sp_int(4), sp_int(10)};
  /* 41/60 is more than 1/c0 */
  assert_true(fabs(sp_tree_throughput(4, chain, cost, far) - 0.5) <= 1e-15);
}

/* A star whose master does not compute: the rates of the bag of tasks (RR-5196) are the same. */
static void stars_of_bags(void **unused)
{
  enum { MOST = 10 };
  uint64_t state = 5196;
  struct sp_registry *registry = heuristics();
  struct sp_method method;
  struct sp_instance *in = sp_instance_alloc(1);
  (void)unused;
  assert_int_equal(sp_method_parse(registry, "min_c", &method, NULL), SP_OK);
  struct sp_context *cx = sp_context_alloc(registry, 1, in, &method);
  for (int k = 0; k < 500; k++) {
    int m = draw(&state, 1, MOST), parent[MOST + 1] = {-1};
    struct sp_num c[MOST + 1] = {sp_int(1)}, w[MOST + 1] = {{INFINITY, 0, 0}};
    double c_double[MOST + 1] = {0}, w_double[MOST + 1] = {0};
    for (int i = 1; i <= m; i++) {
      c[i] = ratio(draw(&state, 1, 30), draw(&state, 1, 7));
      w[i] = sp_int(draw(&state, 1, 60));
      c_double[i] = c[i].v;
      w_double[i] = w[i].v;
    }
    double mine = sp_tree_throughput(m + 1, parent, c, w);
    double bag = sp_steady_rates_of(cx, m, c_double, w_double, 1, NULL);
    assert_true(fabs(mine - bag) <= 1e-12 * bag);
  }
  sp_method_clear(&method);
  sp_context_free(cx);
  sp_instance_free(in);
  sp_registry_free(registry);
}

static void cycles_are_no_trees(void **unused)
{
  const int parent[] = {-1, 2, 1};
  struct sp_num one[] = {sp_int(1), sp_int(1), sp_int(1)};
  (void)unused;
  assert_true(sp_tree_throughput(3, parent, one, one) < 0);
}

/* A chain of a million relays and a broad tree: no recursion, no quadratic search. */
static void large_trees(void **unused)
{
  enum { N = 1000000 };
  int *parent = malloc(N * sizeof *parent);
  struct sp_num *c = malloc(N * sizeof *c), *w = malloc(N * sizeof *w);
  (void)unused;
  for (int i = 0; i < N; i++) {
    parent[i] = i - 1;
    c[i] = sp_int(1 + i % 13);
    w[i] = (struct sp_num){INFINITY, 0, 0};
  }
  w[N - 1] = sp_int(2);
  assert_true(fabs(sp_tree_throughput(N, parent, c, w) - 1.0 / 13) < 1e-15);
  for (int i = 1; i < N; i++) {
    parent[i] = 0;
    c[i] = sp_int(N - i);
    w[i] = sp_int(8);
  }
  /* 1, 2, 3 fit: 6/8 of the time; the child with c = 4 gets the rest */
  double expected = 3.0 / 8 + (1 - 6.0 / 8) / 4;
  assert_true(fabs(sp_tree_throughput(N, parent, c, w) - expected) < 1e-15);
  free(parent);
  free(c);
  free(w);
}

/* The four trees of Figure 2, each without one edge. */
static void trees_of_figure_2(void **unused)
{
  static const char *const tree[][2] = {{"w=1,3,4,6 edges=1-3:1,3-4:3,2-4:3", "19/12"},
                                        {"w=1,3,4,6 edges=1-2:2,3-4:3,2-4:3", "3/2"},
                                        {"w=1,3,4,6 edges=1-2:2,1-3:1,3-4:3", "41/24"},
                                        {"w=1,3,4,6 edges=1-2:2,1-3:1,2-4:3", "13/8"}};
  struct sp_error error;
  struct sp_tree best;
  (void)unused;
  for (int k = 0; k < 4; k++) { /* 38/24, 36/24, 41/24, 39/24 */
    struct sp_graph *g = graph_of(tree[k][0], NULL, NULL);
    assert_int_equal(sp_best_tree(g, 0, &best, &error), SP_OK);
    assert_string_equal(best.throughput_text, tree[k][1]);
    sp_tree_clear(&best);
    sp_graph_free(g);
  }
  struct sp_graph *g = graph_of(FIGURE_2, NULL, NULL);
  assert_int_equal(sp_best_tree(g, 0, &best, &error), SP_OK);
  assert_string_equal(best.throughput_text, "41/24");
  assert_true(best.best && best.parent[3] == 2 && best.parent[1] == 0);
  sp_tree_clear(&best);
  sp_graph_free(g);
}

/* The best tree is never above the graph, and the heuristics never above the best. */
static void best_trees(void **unused)
{
  uint64_t state = 31337;
  int found = 0, all = 150;
  (void)unused;
  for (int k = 0; k < all; k++) {
    struct sp_graph *g = random_graph(&state, draw(&state, 2, 7), 6, 12);
    struct sp_error error;
    struct sp_tree best, good;
    struct sp_steady s;
    if (k % 10 == 0)
      g->platform.node[1].ports = sp_model_ports(SP_MODEL_SEQUENTIAL);
    assert_int_equal(sp_best_tree(g, 0, &best, &error), SP_OK);
    assert_int_equal(sp_best_tree(g, 1, &good, &error), SP_OK); /* as if there were too many */
    assert_int_equal(sp_steady_solve(g, false, &s, &error), SP_OK);
    assert_true(best.best && best.throughput <= s.throughput * (1 + 1e-9));
    assert_true(good.throughput <= best.throughput * (1 + 1e-12));
    found += good.throughput >= best.throughput * (1 - 1e-12);
    struct sp_graph *tree = sp_tree_graph(g, &best);
    assert_int_equal(sp_graph_check(tree, &error), SP_OK);
    sp_graph_free(tree);
    sp_tree_clear(&best);
    sp_tree_clear(&good);
    sp_steady_clear(&s);
    sp_graph_free(g);
  }
  assert_true(found > all * 8 / 10);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(text),
                                     cmocka_unit_test(changes),
                                     cmocka_unit_test(spec),
                                     cmocka_unit_test(models),
                                     cmocka_unit_test(refusals),
                                     cmocka_unit_test(graph_file),
                                     cmocka_unit_test(simgrid_platform),
                                     cmocka_unit_test(simgrid_changes),
                                     cmocka_unit_test(closed_form),
                                     cmocka_unit_test(star_regimes),
                                     cmocka_unit_test(stars_of_bags),
                                     cmocka_unit_test(cycles_are_no_trees),
                                     cmocka_unit_test(large_trees),
                                     cmocka_unit_test(trees_of_figure_2),
                                     cmocka_unit_test(best_trees)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

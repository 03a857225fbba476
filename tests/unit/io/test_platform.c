/* Tests platform and deployment files: the examples, every refusal, routes, and written files read
 * back. Runs in the project's root. */

#include "base/file.h"
#include "io/instance.h"
#include "model/instance.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define HEAD                                                                                \
  "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n" \
  "<platform version=\"4.1\">"
#define ZONE(routing, body) HEAD "<zone id=\"z\" routing=\"" routing "\">" body "</zone></platform>"
#define HOST(name, speed)   "<host id=\"" name "\" speed=\"" speed "\"/>"
#define DUPLEX(name, bandwidth, latency)                                 \
  "<link id=\"" name "\" bandwidth=\"" bandwidth "\" latency=\"" latency \
  "\" sharing_policy=\"SPLITDUPLEX\"/>"
#define ROUTE(from, to, hops) "<route src=\"" from "\" dst=\"" to "\">" hops "</route>"
#define UP(link)              "<link_ctn id=\"" link "\" direction=\"UP\"/>"
#define DOWN(link)            "<link_ctn id=\"" link "\" direction=\"DOWN\"/>"

static struct sp_instance *read_text(const char *platform, const char *deployment,
                                     const struct sp_source *source, struct sp_error *error)
{
  FILE *first = fmemopen((void *)platform, strlen(platform), "r");
  FILE *second = deployment ? fmemopen((void *)deployment, strlen(deployment), "r") : NULL;
  struct sp_instance *in = sp_read_platform_streams(first, second, source, error);
  fclose(first);
  if (second)
    fclose(second);
  return in;
}

/* ---- examples */

struct example {
  const char *name;
  enum sp_problem problem;
  int m;
  double total, c[8], w[8], load[8];
};

static void test_examples(void **state)
{
  (void)state;
  static const struct example list[] = {
      {"rr6005-trace", SP_REDISTRIBUTION, 4, 10, {2, 2, 2, 2}, {3, 3, 4, 4}, {8, 1, 1, 0}},
      {"rr6005-fig2", SP_REDISTRIBUTION, 4, 26, {1, 8, 1, 1}, {1, 1, 9, 10}, {13, 13, 0, 0}},
      {"rr6005-fig4", SP_IMBALANCE, 4, 0, {2, 5, 1, 3}, {1e-9, 1e-9, 1e-9, 1e-9}, {3, 1, -2, -2}},
      {"cluster",
       SP_BAG,
       8,
       40,
       {.5, .5, .5, .5, .5, .5, .5, .5},
       {4.5, 4.5, 4.5, 4.5, 4.5, 4.5, 4.5, 4.5},
       {0}}};
  for (size_t k = 0; k < sizeof list / sizeof list[0]; k++) {
    char platform[64], deployment[64];
    snprintf(platform, sizeof platform, "platforms/%s.xml", list[k].name);
    snprintf(deployment, sizeof deployment, "deploy/%s_d.xml", list[k].name);
    struct sp_source source = {.platform = platform, .deployment = deployment};
    struct sp_error error = {""};
    struct sp_instance *in = sp_read_instance(&source, &error);
    assert_string_equal(error.text, "");
    assert_non_null(in);
    assert_int_equal(in->problem, list[k].problem);
    assert_int_equal(in->m, list[k].m);
    assert_true(in->total.v == list[k].total);
    assert_string_equal(in->platform.file, platform);
    for (int i = 1; i <= in->m; i++) {
      assert_true(in->c[i].v == list[k].c[i - 1]);
      assert_true(in->w[i].v == list[k].w[i - 1]);
      assert_true(in->load[i].v == list[k].load[i - 1]);
    }
    sp_instance_free(in);
  }
}

/* ---- refusals */

static void test_bad_files(void **state)
{
  (void)state;
  static const char *const list[][2] = {
      {"there-is-none", ": cannot read: No such file"},
      {"not-xml", ":1: not well-formed XML"},
      {"cut-short", ":10: not well-formed XML"},
      {"entity-bomb", ":2: declarations inside the DOCTYPE"},
      {"external-entity", ":2: declarations inside the DOCTYPE"},
      {"parameter-entity", ":2: declarations inside the DOCTYPE"},
      {"unknown-entity", ":6: entity &what;"},
      {"other-doctype", ":2: DOCTYPE html"},
      {"no-doctype", ":2: no DOCTYPE"},
      {"zero-speed", ":6: host W: speed \"0f\", expected a positive speed"},
      {"negative-speed", ":6: host W: speed \"-3f\""},
      {"nan-speed", ":6: host W: speed \"nanf\""},
      {"inf-speed", ":6: host W: speed \"inff\""},
      {"zero-bandwidth", ":7: link l: bandwidth \"0Bps\", expected a positive bandwidth"},
      {"negative-bandwidth", ":7: link l: bandwidth \"-3MBps\""},
      {"nan-bandwidth", ":7: link l: bandwidth \"nanBps\""},
      {"inf-bandwidth", ":7: link l: bandwidth \"infBps\""},
      {"negative-latency", ":7: link l: latency \"-1us\", expected a time >= 0"},
      {"unit-missing", ":6: host W: speed \"3\", expected a positive speed with its unit"},
      {"unit-missing-link", ":7: link l: bandwidth \"125000\""},
      {"unit-unknown", ":7: link l: bandwidth \"3MBpm\""},
      {"duplicate-host", ":7: duplicate name: host W"},
      {"unknown-attribute", ":6: unknown attribute 'colour' of <host>"},
      {"too-many-hosts", ":4: radical \"0-9999999\" asks for more than 1000001 hosts"},
      {"shared-link", ":7: a reception and an emission of the master share link l"},
      {"two-directions", ":6: host W: 0.5Bps 0s from the master, 0.25Bps"},
      {"no-route", ":6: from host M to W: no route"},
      {"vivaldi", ":4: routing \"Vivaldi\" is not supported"},
      {"unknown-host_d", ":5: unknown host Z"},
      {"two-masters_d", ":5: a second master, on host W"},
      {"no-master_d", ":4: no master"},
      {"no-worker_d", ":4: no worker"},
      {"no-workload_d", ":4: no workload"},
      {"negative-load_d", ":5: load \"-7\" for host W, expected a whole number"},
      {"fractional-load_d", ":5: load \"7.5\" for host W, expected a whole number"},
      {"master-works_d", ":5: a second actor on host M"},
      {"unknown-function_d", ":5: actor function \"wroker\""},
      {"unknown-property_d", ":5: property \"laod\" of a worker"},
      {"zero-task-bytes_d", ":4: task_bytes \"0\" for host M"}};
  for (size_t k = 0; k < sizeof list / sizeof list[0]; k++) {
    char path[96], begin[160];
    snprintf(path, sizeof path, "tests/data/bad/%s.xml", list[k][0]);
    snprintf(begin, sizeof begin, "%s%s", path, list[k][1]);
    bool deployment = strlen(path) > 6 && strcmp(path + strlen(path) - 6, "_d.xml") == 0;
    struct sp_source source = {.platform = deployment ? "tests/data/bad/good.xml" : path,
                               .deployment = deployment ? path : "tests/data/bad/good_d.xml"};
    struct sp_error error = {""};
    assert_null(sp_read_instance(&source, &error));
    error.text[strlen(begin)] = '\0';
    assert_string_equal(error.text, begin);
  }
}

/* A star of A and B, A being the master, in a Full zone. */
#define PAIR(zone, link, route)                                                          \
  HEAD "<zone id=\"z\" routing=\"" zone "\">" HOST("A", "1f") HOST("B", "3f") link route \
      "</zone></platform>"
#define LINK DUPLEX("l", "0.5Bps", "0.25s")
#define WAY  ROUTE("A", "B", UP("l"))

static void test_bad_texts(void **state)
{
  (void)state;
  static const char *const list[][2] = {
      {"", "not well-formed"},
      {PAIR("Full", LINK, ROUTE("A", "B", "<link_ctn id=\"l\"/>")), "expected direction="},
      {PAIR("Full", LINK, ROUTE("A", "B", UP("x"))), "link \"x\", expected one declared"},
      {PAIR("Full", LINK, ROUTE("A", "C", UP("l"))), "dst \"C\", expected a host or router"},
      {PAIR("Full", LINK, ROUTE("A", "z", UP("l"))), "dst \"z\", expected a host or router"},
      {PAIR("Full", LINK, ROUTE("A", "B", "")), "a route without links"},
      {PAIR("Full", LINK, WAY WAY), "a second route from A to B"},
      {PAIR("Full", LINK LINK, WAY), "duplicate link l"},
      {PAIR("Full", LINK DUPLEX("l_UP", "1Bps", "0s"), WAY), "duplicate link l_UP"},
      {PAIR("Full", LINK, WAY LINK), "<link> after what must follow it"},
      {PAIR("Full", LINK, WAY "text"), "text \"text\""},
      {PAIR("Full", LINK, WAY "<peer/>"), "<peer> in <zone> is not supported"},
      {PAIR("Full", LINK, WAY "<bypassRoute/>"), "<bypassRoute> in <zone> is not supported"},
      {PAIR("Full", "<link id=\"l\" bandwidth=\"1Bps\"/>", ""),
       "<link> without the attribute latency"},
      {PAIR("Full", "<link id=\"l\" bandwidth=\"1Bps\" latency=\"0\" sharing_policy=\"WIFI\"/>",
            ""),
       "sharing_policy \"WIFI\""},
      {PAIR("Full", "<host id=\"C\" speed=\"1f\" speed_file=\"x\"/>", ""),
       "speed_file: x: cannot read: No such file"},
      {PAIR("Full", "<zone id=\"y\" routing=\"Full\"/>", ""), "and hosts in one zone"},
      {PAIR("Cluster", LINK, WAY), "<route> in a Cluster zone"},
      {PAIR("Full", LINK "<host_link id=\"B\" up=\"l_UP\" down=\"l_DOWN\"/>", ""),
       "<host_link> in a zone that is not a Cluster"},
      {PAIR("Cluster", LINK "<host_link id=\"B\" up=\"l\" down=\"l\"/>", ""), "SPLITDUPLEX"},
      {PAIR("Cluster", "", ""), "no link on the way"},
      {PAIR("Full", LINK HOST("C&#10;D", "1f"), WAY), "expected a name without control"},
      {PAIR("Full", LINK "<host id=\"C\" speed=\"1&#10;f\"/>", WAY), "speed \"1?f\""},
      {HEAD "</platform>", "no host"},
      {HEAD "<cluster id=\"c\" prefix=\"n\" suffix=\"\" radical=\"0-3x\" speed=\"1f\" bw=\"1Bps\" "
            "lat=\"0s\"/></platform>",
       "radical \"0-3x\""},
      {HEAD "<cluster id=\"c\" prefix=\"n\" suffix=\"\" radical=\"0-3\" speed=\"1f\" bw=\"1Bps\" "
            "lat=\"0s\" bb_bw=\"9Bps\"/></platform>",
       "share link c_backbone"},
      {HEAD "<cluster id=\"c\" prefix=\"n\" suffix=\"\" radical=\"0-3\" speed=\"1f\" bw=\"1Bps\" "
            "lat=\"0s\" topology=\"TORUS\"/></platform>",
       "topology TORUS"},
      {"<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
       "<platform version=\"3\"/>",
       "platform version \"3\""},
  };
  static const char workload[] =
      HEAD "<actor host=\"A\" function=\"master\"/><actor host=\"B\" function=\"worker\">"
           "<prop id=\"load\" value=\"7\"/></actor></platform>";
  static const char cluster[] =
      HEAD "<actor host=\"n0\" function=\"master\"/><actor host=\"n1\" function=\"worker\">"
           "<prop id=\"load\" value=\"7\"/></actor></platform>";
  for (size_t k = 0; k < sizeof list / sizeof list[0]; k++) {
    struct sp_source source = {.platform = "p.xml"};
    struct sp_error error = {""};
    const char *deployment = strstr(list[k][0], "<cluster") ? cluster : workload;
    bool hostless = strstr(list[k][1], "no host") != NULL;
    source.tasks = hostless ? "7" : NULL;
    assert_null(read_text(list[k][0], hostless ? NULL : deployment, &source, &error));
    if (!strstr(error.text, list[k][1]))
      fail_msg("read '%s', expected '%s'", error.text, list[k][1]);
    assert_null(strchr(error.text, '\n'));
  }
}

#define DOCTYPE(rest) "<?xml version='1.0'?>\n<!DOCTYPE platform " rest ">\n"
#define SITE          "SYSTEM \"https://simgrid.org/simgrid.dtd\""
#define STAR(name)                                                                              \
  "<platform version=\"4.1\"><zone id=\"z\" routing=\"Full\">" HOST("A", "1f") HOST(name, "3f") \
      LINK ROUTE("A", name, UP("l")) "</zone></platform>"
#define ENCODED(name, letter) \
  "<?xml version='1.0' encoding='" name "'?>\n<!DOCTYPE platform " SITE ">\n" STAR(letter)
#define BYTES(text) text, sizeof(text) - sizeof(text)[0]

/* Well-formed XML that SimGrid's parser does not take, or reads as other names. */
static void test_other_xml(void **state)
{
  (void)state;
  static const struct {
    const void *text;
    size_t size;
    const char *expected; /* NULL: it is taken, and so by SimGrid */
  } list[] = {
      {BYTES(DOCTYPE(SITE) STAR("B")), NULL},
      {BYTES(ENCODED("UTF-8", "\xc3\xa9")), NULL},
      {BYTES(ENCODED("ISO-8859-1", "B")), NULL},
      {BYTES(DOCTYPE("SYSTEM \"http://simgrid.gforge.inria.fr/simgrid/simgrid.dtd\"") STAR("B")),
       NULL},
      {BYTES("\xef\xbb\xbf" DOCTYPE(SITE) STAR("B")), ":1: a byte order mark"},
      {BYTES(u"\ufeff<?xml version='1.0'?>"), ":1: a zero byte"},
      {BYTES("\x4c\x6f\xa7\x94\x93\x40"), ":1: EBCDIC"}, /* "<?xml " */
      {BYTES(DOCTYPE(SITE) STAR("B") "\0"), ":3: a zero byte"},
      {BYTES(DOCTYPE(SITE) STAR("B") "\n\0<x/>"), ":4: a zero byte"},
      {BYTES(DOCTYPE(SITE) STAR("B\0")), ":3: a zero byte"},
      {BYTES(ENCODED("ISO-8859-1", "\xe9")), ":3: id \"\xc3\xa9\" in a file in ISO-8859-1"},
      {BYTES(DOCTYPE("SYSTEM \"http://simgrid.org/simgrid.dtd\"") STAR("B")), ":2: DOCTYPE"},
      {BYTES(DOCTYPE("PUBLIC \"x\" \"https://simgrid.org/simgrid.dtd\"") STAR("B")),
       ":2: DOCTYPE platform PUBLIC"},
      {BYTES(DOCTYPE(SITE " []") STAR("B")), ":2: declarations inside the DOCTYPE"},
      {BYTES("<?xml version='1.0' standalone='yes'?><!DOCTYPE platform " SITE ">" STAR("B")),
       ":1: standalone in the XML declaration"},
      {BYTES(DOCTYPE(SITE) "<platform version=\"4.1\"><![CDATA[ ]]></platform>"), ":3: a CDATA"},
      {BYTES(DOCTYPE(SITE) "<platform xmlns=\"x\" version=\"4.1\"/>"), ":3: a namespace"},
      {BYTES(DOCTYPE(SITE) "<x:platform xmlns:x=\"x\" version=\"4.1\"/>"), ":3: a namespace"},
  };
  for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
    struct sp_source source = {.platform = "p.xml", .tasks = "7"};
    struct sp_error error = {""};
    FILE *f = fmemopen((void *)list[k].text, list[k].size, "r");
    struct sp_instance *in = sp_read_platform_streams(f, NULL, &source, &error);
    fclose(f);
    if (!in != (list[k].expected != NULL) || (!in && !strstr(error.text, list[k].expected)))
      fail_msg("read '%s', expected '%s'", error.text, list[k].expected);
    sp_instance_free(in);
  }
}

static void test_bad_options(void **state)
{
  (void)state;
  static const char platform[] = PAIR("Full", LINK, WAY);
  static const struct {
    struct sp_source source;
    const char *expected;
  } list[] = {{{.tasks = "7.5"}, "--tasks=7.5"},
              {{.work = "-1"}, "--work=-1"},
              {{.tasks = "7", .work = "8"}, "more than one of"},
              {{.tasks = "7", .deadline = "soon"}, "--deadline=soon"},
              {{.tasks = "7", .task_bytes = "inf"}, "--task-bytes=inf"},
              {{.tasks = "7", .task_flops = "0"}, "--task-flops=0"},
              {{.tasks = "7", .master = "C"}, "--master=C, expected a host"},
              {{.tasks = "inf"}, "tasks is inf"},
              {{.master = "B"}, "no workload"}};
  for (size_t k = 0; k < sizeof list / sizeof list[0]; k++) {
    struct sp_error error = {""};
    assert_null(read_text(platform, NULL, &list[k].source, &error));
    if (!strstr(error.text, list[k].expected))
      fail_msg("read '%s', expected '%s'", error.text, list[k].expected);
  }
  struct sp_error error = {""};
  struct sp_source both = {.star = "c=2 w=3 tasks=7", .platform = "x.xml"}, none = {0};
  assert_null(sp_read_instance(&both, &error));
  assert_null(sp_read_instance(&none, &error));
}

/* ---- routes; expected values as SimGrid 3.32 gives them for the same files */

static void expect_star(const char *platform, const struct sp_source *source, int m,
                        const char *const *names, const double *bandwidth, const double *latency)
{
  struct sp_error error = {""};
  struct sp_instance *in = read_text(platform, NULL, source, &error);
  assert_string_equal(error.text, "");
  assert_non_null(in);
  assert_int_equal(in->m, m);
  for (int i = 1; i <= m; i++) {
    assert_string_equal(in->platform.node[i].name, names[i - 1]);
    assert_true(in->c[i].v == 1 / bandwidth[i - 1]);
    assert_true(in->latency[i].v == latency[i - 1]);
  }
  sp_instance_free(in);
}

#define MESH(routing)                                                                           \
  ZONE(routing,                                                                                 \
       HOST("A", "1f") HOST("B", "3f") "<router id=\"r\"/>" HOST("C", "5f")                     \
           DUPLEX("a", "7Bps", "0.5s") DUPLEX("b", "11Bps", "0.25s") DUPLEX("d", "13Bps", "2s") \
               DUPLEX("e", "17Bps", "4s") ROUTE("A", "r", UP("a"))                              \
                   ROUTE("r", "B", UP("b") UP("d")) ROUTE("C", "r", DOWN("e")))

static void test_shortest_routes(void **state)
{
  (void)state;
  static const char *const names[] = {"B", "C"}, *const others[] = {"A", "B"};
  static const double bandwidth[] = {7, 7}, latency[] = {2.75, 4.5};
  static const double bandwidth_c[] = {7, 11}, latency_c[] = {4.5, 6.25};
  static const char *const texts[] = {MESH("Floyd"), MESH("Dijkstra"), MESH("dijkstracache")};
  for (int k = 0; k < 3; k++) {
    struct sp_source source = {.tasks = "7"};
    expect_star(texts[k], &source, 2, names, bandwidth, latency);
    source.master = "C";
    expect_star(texts[k], &source, 2, others, bandwidth_c, latency_c);
  }
  struct sp_error error = {""};
  struct sp_source source = {.tasks = "7"};
  static const char tie[] =
      ZONE("Floyd", HOST("A", "1f") HOST("B", "3f") "<router id=\"r\"/><router id=\"s\"/>" DUPLEX(
                        "a", "7Bps", "0.5s") ROUTE("A", "r", UP("a")) ROUTE("r", "B", UP("a"))
                        ROUTE("A", "s", UP("a")) ROUTE("s", "B", UP("a")));
  assert_null(read_text(tie, NULL, &source, &error));
  assert_non_null(strstr(error.text, "several routes with equally few links"));
}

static void test_clusters(void **state)
{
  (void)state;
  static const char *const names[] = {"n1.x", "n2.x", "n5.x"};
  static const double bandwidth[] = {10, 10, 10}, latency[] = {4, 4, 4};
  struct sp_source source = {.tasks = "7"};
  expect_star(HEAD "<cluster id=\"c\" prefix=\"n\" suffix=\".x\" radical=\"0-2,5\" speed=\"1f,2f\" "
                   "bw=\"10Bps\" lat=\"1s\" bb_bw=\"100Bps\" bb_lat=\"2s\"/></platform>",
              &source, 3, names, bandwidth, latency);
  static const char *const one[] = {"P1"};
  static const double narrow[] = {3.5}, sum[] = {1.25};
  expect_star(ZONE("Cluster",
                   HOST("P0", "1f") HOST("P1", "2f")
                       DUPLEX("L1", "3.5Bps",
                              "0.25s") "<host_link id=\"P1\" up=\"L1_UP\" down=\"L1_DOWN\"/>"
                                       "<backbone id=\"bb\" bandwidth=\"1e3Bps\" latency=\"1s\"/>"),
              &source, 1, one, narrow, sum);
}

static void test_nested_zones(void **state)
{
  (void)state;
  static const char *const names[] = {"n0", "n1", "k0"};
  static const double bandwidth[] = {5, 5, 5}, latency[] = {2, 2, 1.5};
  struct sp_source source = {.tasks = "7", .master = "E"};
  expect_star(
      HEAD
      "<AS id=\"z\" routing=\"Full\">"
      "<cluster id=\"c\" prefix=\"n\" suffix=\"\" radical=\"0-1\" speed=\"1f\" bw=\"10Bps\" "
      "lat=\"1s\"/>"
      "<cluster id=\"d\" prefix=\"k\" suffix=\"\" radical=\"0\" speed=\"1f\" bw=\"11Bps\" "
      "lat=\"0.5s\" router_id=\"kr\"/>"
      "<zone id=\"e\" routing=\"Full\">" HOST("E", "5f") "</zone>" DUPLEX(
          "F", "5Bps", "1s") "<zoneRoute src=\"e\" dst=\"d\" gw_src=\"E\" "
                             "gw_dst=\"kr\">" UP("F") "</zoneRoute>"
                                                      "<ASroute src=\"c\" dst=\"e\" "
                                                      "gw_src=\"nc_router\" "
                                                      "gw_dst=\"E\">" DOWN("F") "</ASroute>"
                                                                                "</AS></platform>",
      &source, 3, names, bandwidth, latency);
}

/* A bag never receives: there, a plain link and ways back of another kind do no harm. */
static void test_shared_links_of_a_bag(void **state)
{
  (void)state;
  static const char text[] =
      PAIR("Full", "<link id=\"l\" bandwidth=\"0.5Bps\" latency=\"0\"/>",
           "<route src=\"A\" dst=\"B\" symmetrical=\"no\"><link_ctn id=\"l\"/></route>");
  struct sp_source source = {.tasks = "7", .task_bytes = "3"};
  struct sp_error error = {""};
  struct sp_instance *in = read_text(text, NULL, &source, &error);
  assert_string_equal(error.text, "");
  assert_true(in->c[1].v == 6 && in->total.v == 7 && in->problem == SP_BAG);
  sp_instance_free(in);
}

/* ---- deployments */

static void test_order_and_options(void **state)
{
  (void)state;
  static const char platform[] =
      ZONE("Cluster",
           HOST("A", "1f") HOST("B", "2f") HOST("C", "4f") HOST("D", "5f") DUPLEX("b", "2Bps", "0s")
               DUPLEX("c", "4Bps", "0s") "<host_link id=\"B\" up=\"b_UP\" down=\"b_DOWN\"/>"
                                         "<host_link id=\"C\" up=\"c_UP\" down=\"c_DOWN\"/>");
  static const char deployment[] =
      HEAD "<process host=\"C\" function=\"worker\"><prop id=\"buffer\" value=\"3\"/></process>"
           "<actor host=\"D\" function=\"master\"><prop id=\"tasks\" value=\"41\"/>"
           "<prop id=\"recv\" value=\"inf\"/><prop id=\"send\" value=\"2\"/>"
           "<prop id=\"deadline\" value=\"59.904\"/><prop id=\"task_flops\" value=\"8\"/></actor>"
           "<actor host=\"B\" function=\"worker\"/></platform>";
  struct sp_source source = {0};
  struct sp_error error = {""};
  struct sp_instance *in = read_text(platform, deployment, &source, &error);
  assert_string_equal(error.text, "");
  assert_int_equal(in->problem, SP_BAG);
  assert_string_equal(in->platform.node[0].name, "D");
  assert_string_equal(in->platform.node[1].name, "C");
  assert_string_equal(in->platform.node[2].name, "B");
  assert_int_equal(in->platform.node[0].ports.recv, INT_MAX);
  assert_int_equal(in->platform.node[0].ports.send, 2);
  assert_true(in->deadline.v == 59.904 && in->total.v == 41);
  assert_true(in->w[1].v == 2 && in->w[2].v == 4 && in->c[1].v == .25 && in->c[2].v == .5);
  assert_true(in->buffer[1] == 3 && in->buffer[2] == LONG_MAX);
  assert_null(in->platform.file);
  sp_instance_free(in);

  source = (struct sp_source){.work = "5/8", .deadline = "inf"};
  static const char plain[] =
      HEAD "<actor host=\"A\" function=\"master\"><prop id=\"tasks\" value=\"41\"/></actor>"
           "<actor host=\"B\" function=\"worker\"/></platform>";
  in = read_text(platform, plain, &source, &error);
  assert_string_equal(error.text, "");
  assert_true(in->problem == SP_DIVISIBLE && in->total.num == 5 && in->total.den == 8);
  sp_instance_free(in);
  source = (struct sp_source){.master = "B"};
  assert_null(read_text(platform, plain, &source, &error));
  assert_non_null(strstr(error.text, "--master=B, but"));
}

/* ---- writing */

static uint64_t draw(uint64_t *seed)
{
  *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return *seed >> 33;
}

static double draw_real(uint64_t *seed)
{
  return ldexp((double)(draw(seed) % (100 << 20) + 1), -20);
}

static struct sp_instance *random_instance(uint64_t *seed, int m)
{
  static const enum sp_problem problems[] = {SP_REDISTRIBUTION, SP_BAG, SP_DIVISIBLE, SP_IMBALANCE};
  struct sp_instance *in = sp_instance_alloc(m);
  in->problem = problems[draw(seed) % 4];
  if (in->problem == SP_BAG)
    in->total = sp_int((int64_t)draw(seed) % 1000);
  if (in->problem == SP_DIVISIBLE)
    sp_num_parse("98.095", &in->total);
  for (int i = 1; i <= m; i++) {
    in->c[i] = draw(seed) % 9 ? sp_double(draw_real(seed)) : sp_int(0);
    in->w[i] = draw(seed) % 9 ? sp_double(draw_real(seed)) : (struct sp_num){INFINITY, 0, 0};
    if (draw(seed) % 9 == 0)
      sp_num_parse("1/3", &in->c[i]);
    in->latency[i] = sp_double(draw(seed) % 2 ? draw_real(seed) / 7 : 0);
    if (in->problem == SP_REDISTRIBUTION)
      in->load[i] = sp_int((int64_t)draw(seed) % 50);
    if (in->problem == SP_BAG && draw(seed) % 3 == 0)
      in->buffer[i] = (long)(draw(seed) % 7) + 1;
  }
  if (in->problem == SP_IMBALANCE && m > 1) {
    in->load[1] = sp_int(7);
    in->load[m] = sp_int(-7);
  }
  in->w[1] = sp_int(3);
  in->platform.node[0].ports.recv = draw(seed) % 2 ? INT_MAX : 1;
  return in;
}

static bool same(struct sp_num a, struct sp_num b)
{
  return a.v == b.v && a.num == b.num && a.den == b.den;
}

static void assert_same(const struct sp_instance *a, const struct sp_instance *b)
{
  assert_int_equal(a->m, b->m);
  assert_int_equal(a->problem, b->problem);
  assert_true(same(a->total, b->total) && same(a->deadline, b->deadline));
  assert_true(a->task_bytes == b->task_bytes && a->task_flops == b->task_flops);
  assert_int_equal(a->platform.node[0].ports.recv, b->platform.node[0].ports.recv);
  for (int i = 0; i <= a->m; i++)
    assert_string_equal(a->platform.node[i].name, b->platform.node[i].name);
  for (int i = 1; i <= a->m; i++) {
    assert_true(same(a->c[i], b->c[i]) && same(a->w[i], b->w[i]));
    assert_true(a->latency[i].v == b->latency[i].v && same(a->load[i], b->load[i]));
    assert_int_equal(a->buffer[i], b->buffer[i]);
  }
}

static void assert_reads_back(const struct sp_instance *in)
{
  char *platform, *deployment;
  size_t platform_size, deployment_size;
  FILE *f = open_memstream(&platform, &platform_size);
  sp_write_platform(f, in, "a comment -- with dashes-", NULL);
  fclose(f);
  f = open_memstream(&deployment, &deployment_size);
  sp_write_deployment(f, in, NULL);
  fclose(f);
  struct sp_source source = {0};
  struct sp_error error = {""};
  struct sp_instance *back = read_text(platform, deployment, &source, &error);
  assert_string_equal(error.text, "");
  assert_non_null(back);
  assert_same(in, back);
  sp_instance_free(back);
  free(platform);
  free(deployment);
}

static void test_round_trip(void **state)
{
  (void)state;
  uint64_t seed = 20061103;
  for (int k = 0; k < 400; k++) {
    struct sp_instance *in = random_instance(&seed, (int)(draw(&seed) % 12) + 1);
    if (k % 3 == 0)
      sp_exact_units(in, NULL);
    free(in->platform.node[1].name);
    in->platform.node[1].name = strdup(k % 2 ? "star" : "R&D <\"1\">");
    struct sp_error error = {""};
    if (sp_instance_check(in, &error) != SP_OK)
      fail_msg("%s", error.text);
    assert_reads_back(in);
    sp_instance_free(in);
  }
}

static void test_large_star(void **state)
{
  (void)state;
  uint64_t seed = 42;
  struct sp_instance *in = random_instance(&seed, 10000);
  struct sp_error error = {""};
  assert_int_equal(sp_instance_check(in, &error), SP_OK);
  assert_int_equal(sp_exact_units(in, &error), SP_CANNOT); /* no unit serves so many reals */
  assert_non_null(strstr(error.text, "worker "));
  assert_reads_back(in); /* ... and yet nothing is lost */
  sp_instance_free(in);
}

static void test_exact_units(void **state)
{
  (void)state;
  struct sp_instance *in = sp_instance_alloc(100);
  struct sp_error error = {""};
  for (int i = 1; i <= 100; i++) {
    in->c[i] = sp_int(i);
    in->w[i] = sp_int(101 - i);
  }
  assert_int_equal(sp_exact_units(in, &error), SP_OK);
  assert_true(in->task_bytes == 45 * 1048576.0);
  for (int i = 1; i <= 100; i++) {
    assert_true(in->task_bytes / sp_bandwidth(in, i) == i);
    assert_true(in->task_flops / sp_speed(in, i) == 101 - i);
  }
  sp_instance_free(in);
  uint64_t seed = 6005;
  for (int k = 0; k < 200; k++) {
    in = sp_instance_alloc(20);
    for (int i = 1; i <= 20; i++) {
      in->c[i] = sp_double(draw_real(&seed));
      in->w[i] = sp_double(draw_real(&seed));
    }
    assert_int_equal(sp_exact_units(in, &error), SP_OK);
    for (int i = 1; i <= 20; i++) {
      assert_true(in->task_bytes / sp_bandwidth(in, i) == in->c[i].v);
      assert_true(in->task_flops / sp_speed(in, i) == in->w[i].v);
    }
    sp_instance_free(in);
  }
}

/* ---- files */

static void test_files(void **state)
{
  (void)state;
  char folder[] = "/tmp/starport-file-XXXXXX", path[64], text[16] = "";
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/out", folder);
  struct sp_error error = {""};
  struct sp_file *file = sp_create_file(path, &error);
  assert_non_null(file);
  fputs("59.904", file->stream);
  fflush(file->stream);
  assert_int_equal(access(path, F_OK), -1); /* no file has the name yet */
  sp_abandon_file(file);
  assert_int_equal(access(path, F_OK), -1);
  mode_t mask = umask(027);
  file = sp_create_file(path, &error);
  umask(mask);
  fputs("98.095", file->stream);
  assert_int_equal(sp_commit_file(file, &error), SP_OK);
  struct stat status;
  assert_int_equal(stat(path, &status), 0);
  assert_int_equal(status.st_mode & 0777, 0640);
  FILE *f = fopen(path, "r");
  assert_non_null(fgets(text, sizeof text, f));
  fclose(f);
  assert_string_equal(text, "98.095");
  unlink(path);
  assert_int_equal(rmdir(folder), 0); /* no temporary is left */
  assert_null(sp_create_file(path, &error));
  assert_non_null(strstr(error.text, "cannot write"));
  assert_null(sp_create_file("/tmp", &error));
  file = sp_create_file("/dev/null", &error); /* a device is written, and stays */
  assert_non_null(file);
  assert_int_equal(sp_commit_file(file, &error), SP_OK);
  assert_int_equal(stat("/dev/null", &status), 0);
  assert_true(S_ISCHR(status.st_mode));
  sp_abandon_file(NULL);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_examples),
      cmocka_unit_test(test_bad_files),
      cmocka_unit_test(test_bad_texts),
      cmocka_unit_test(test_other_xml),
      cmocka_unit_test(test_bad_options),
      cmocka_unit_test(test_shortest_routes),
      cmocka_unit_test(test_clusters),
      cmocka_unit_test(test_nested_zones),
      cmocka_unit_test(test_shared_links_of_a_bag),
      cmocka_unit_test(test_order_and_options),
      cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_large_star),
      cmocka_unit_test(test_exact_units),
      cmocka_unit_test(test_files),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

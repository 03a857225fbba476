/* Tests experiment files: the keys of rr6005-table1, its points and platforms, overrides, every
 * refusal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/stream.h"
#include "campaign/experiment/experiment.h"

static const char table1_path[] = "experiments/rr6005-table1.ini";
static const struct sp_overrides nothing = {.engine = -1};

static struct sp_experiment read_with(const char *path, const struct sp_overrides *o)
{
  struct sp_experiment e;
  struct sp_error error = {""};
  if (sp_experiment_read(path, o, &e, &error))
    fail_msg("%s", error.text);
  return e;
}

static struct sp_experiment table1(void)
{
  return read_with(table1_path, &nothing);
}

static struct sp_experiment parse(const char *text)
{
  struct sp_experiment e;
  struct sp_error error = {""};
  if (sp_experiment_parse("text", text, &nothing, &e, &error))
    fail_msg("%s", error.text);
  return e;
}

static struct sp_instance *instance(const struct sp_experiment *e, int variant, int point,
                                    uint32_t index)
{
  struct sp_error error = {""};
  struct sp_instance *in = sp_experiment_instance(e, variant, point, index, &error);
  if (!in)
    fail_msg("%s", error.text);
  return in;
}

/* The same platform to the last bit? */
static void assert_same(const struct sp_instance *a, const struct sp_instance *b)
{
  assert_int_equal(a->m, b->m);
  assert_int_equal(a->problem, b->problem);
  assert_int_equal(a->platform.node[0].ports.recv, b->platform.node[0].ports.recv);
  assert_true(a->total.v == b->total.v);
  for (int i = 1; i <= a->m; i++) {
    assert_true(a->c[i].v == b->c[i].v && a->w[i].v == b->w[i].v);
    assert_true(a->load[i].v == b->load[i].v && a->latency[i].v == b->latency[i].v);
    assert_int_equal(a->buffer[i], b->buffer[i]);
  }
}

static void assert_texts(const struct sp_texts *list, const char *joined)
{
  char text[512] = "";
  for (int i = 0; i < list->n; i++) {
    strcat(text, i ? " " : "");
    strcat(text, list->text[i]);
  }
  assert_string_equal(text, joined);
}

/* ---- The file of Table 1. */

/* The point of a variant with these axes. */
static int point_of(const struct sp_experiment *e, int variant, const char *axes)
{
  char text[200];
  int found, point;
  bool named = variant && !strstr(axes, "variant=");
  snprintf(text, sizeof text, "%s%s %s", named ? "variant=" : "",
           named ? e->variant[variant].name : "", axes);
  assert_int_equal(sp_place_find(e, text, &found, &point, NULL), SP_OK);
  assert_int_equal(found, variant);
  return point;
}

static void test_table1(void **state)
{
  (void)state;
  struct sp_experiment e = table1();
  assert_string_equal(e.file, table1_path);
  assert_string_equal(e.id, "rr6005-table1");
  assert_string_equal(e.source, "RR-6005, section 4.3, Table 1");
  assert_int_equal(e.problem, SP_REDISTRIBUTION);
  assert_true(e.seed == 6005 && e.count == 1000 && e.engine == SP_ENGINE_SIMGRID);
  assert_int_equal(e.n_tiers, 1);
  assert_string_equal(e.tier[0].name, "small");
  assert_int_equal(e.tier[0].count, 100);
  assert_texts(&e.assumed, "workers load integers");
  assert_string_equal(e.assumed_because, "unstated in the report");
  assert_int_equal(e.n_axes, 3);
  assert_string_equal(e.axis[2].name, "range");
  assert_string_equal(e.axis[2].value[1].label, "c<=w");
  assert_int_equal(e.axis[2].value[1].n, 2);
  assert_string_equal(e.axis[2].value[1].setting[1].key, "w");
  assert_string_equal(e.axis[2].value[1].setting[1].value, "int 50..80");
  assert_int_equal(e.axis[2].value[0].n, 0);
  assert_texts(&e.rows, "comm comp range");
  assert_int_equal(e.n_quantities, 2);
  assert_string_equal(e.quantity[1].name, "sd");
  assert_string_equal(e.quantity[1].value, "distance");
  assert_string_equal(e.compare, "results/rr6005-table1.csv");
  assert_string_equal(e.compare_tag, "printed");
  sp_experiment_clear(&e);
  assert_null(e.axis);
}

static void test_variants(void **state)
{
  (void)state;
  struct sp_experiment e = table1();
  assert_int_equal(e.n_variants, 4);
  assert_string_equal(e.variant[0].name, "");
  assert_texts(&e.variant[0].methods, "bba mbbsa r-bsa");
  assert_texts(&e.variant[0].also, "best-of fwd bwd");
  assert_string_equal(e.variant[1].name, "as-published");
  assert_texts(&e.variant[1].methods, "bba:tie=last mbbsa r-bsa:order=forward:tie=begin");
  assert_texts(&e.variant[1].also, "");
  assert_texts(&e.variant[1].when.text, "comm=hom");
  assert_string_equal(e.variant[2].name, "nearest-known");
  assert_texts(&e.variant[2].methods, "bba:cost=median:tie=last mbbsa:senders=cumulative "
                                      "r-bsa:order=forward:tie=begin:senders=cumulative");
  assert_texts(&e.variant[2].when.text, "comm=het");
  assert_int_equal(e.variant[2].settings.n, 2);
  assert_string_equal(e.variant[2].settings.setting[0].key, "recv");
  sp_experiment_clear(&e);
}

static void test_inherited_methods(void **state)
{
  (void)state;
  struct sp_experiment e =
      parse("id=x\nproblem=redistribution\nseed=1\ncount=2\n[variant few]\nworkers=4\n"
            "[platform]\nworkers=20\n[run]\nmethods=bba,fwd\nalso=bwd\n"
            "[variant own]\nmethods = mbbsa\n[axis a]\nx:\ny: c = 3\n");
  assert_int_equal(e.n_variants, 3);
  assert_texts(&e.variant[1].methods, "bba fwd");
  assert_texts(&e.variant[1].also, "bwd");
  assert_texts(&e.variant[2].methods, "mbbsa");
  assert_texts(&e.variant[2].also, "");
  assert_texts(&e.rows, "a");
  assert_int_equal(e.n_quantities, 2);
  assert_string_equal(e.quantity[0].name, "mean");
  sp_experiment_clear(&e);
}

static void test_bag(void **state)
{
  (void)state;
  struct sp_experiment e =
      parse("id=x\nproblem=bag\nseed=1\ncount=2\n[platform]\nworkers=20\n[workload]\ntasks=9\n"
            "buffer = 1\n[run]\nmethods=min_c\nengine=native\n");
  assert_int_equal(e.engine, SP_ENGINE_NATIVE);
  assert_int_equal(sp_points(&e, 0), 1);
  char *axes = sp_point_axes(&e, 0, 0);
  assert_string_equal(axes, "");
  assert_int_equal(point_of(&e, 0, ""), 0);
  struct sp_instance *in = instance(&e, 0, 0, 0);
  assert_true(in->problem == SP_BAG && in->total.v == 9 && in->buffer[20] == 1);
  sp_instance_free(in);
  sp_experiment_clear(&e);
}

/* ---- Stepped axes, figures, claims. */

static const char bag_head[] =
    "id=x\nproblem=bag\nseed=1\ncount=2\n[platform]\nworkers=5\n"
    "[workload]\nbuffer=1\n[run]\nmethods=min_c, mct:tie=last\nalso=1d\n";

/* An experiment of that head and further lines, the first of them line 12. */
static struct sp_experiment bag(const char *lines)
{
  char text[2000];
  snprintf(text, sizeof text, "%s%s", bag_head, lines);
  return parse(text);
}

static void assert_labels(const char *list, const char *key, const char *joined)
{
  char labels[1000] = "", text[500];
  snprintf(text, sizeof text,
           "id=x\nproblem=bag\nseed=1\ncount=2\n[platform]\nworkers=5\n%s\n[axis n]\n%s = "
           "%s\n"
           "[run]\nmethods=min_c\n",
           strcmp(key, "tasks") ? "tasks=7" : "", key, list);
  struct sp_experiment e = parse(text);
  for (int k = 0; k < e.axis[0].n; k++) {
    strcat(labels, k ? " " : "");
    strcat(labels, e.axis[0].value[k].label);
    assert_int_equal(e.axis[0].value[k].n, 1);
    assert_string_equal(e.axis[0].value[k].setting[0].key, key);
    assert_string_equal(e.axis[0].value[k].setting[0].value, e.axis[0].value[k].label);
  }
  assert_string_equal(labels, joined);
  sp_experiment_clear(&e);
}

static void test_steps(void **state)
{
  (void)state;
  assert_labels("10 *2 .. 20480", "tasks", "10 20 40 80 160 320 640 1280 2560 5120 10240 20480");
  assert_labels("1,2, 3 +5..20 ,32", "tasks", "1 2 3 8 13 18 32");
  assert_labels("0.1 +0.1 .. 1", "deadline", "0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1");
  assert_labels("0.1 +0.1 .. 0.3", "deadline", "0.1 0.2 0.3"); /* 0.1 + 2 * 0.1 > 0.3 */
  assert_labels("1e+1*1e1..1000", "tasks", "10 100 1000");
  assert_labels("7 *3 .. 7", "tasks", "7");
  struct sp_experiment e = bag("[axis n]\ntasks = 1 +1 .. 1000\n"); /* MOST_VALUES hold */
  assert_int_equal(sp_points(&e, 0), 1000);
  struct sp_instance *in = instance(&e, 0, 998, 1), *same = instance(&e, 0, 3, 1);
  assert_true(in->total.v == 999 && same->total.v == 4 && in->c[5].v == same->c[5].v);
  sp_instance_free(in);
  sp_instance_free(same);
  sp_experiment_clear(&e);
}

static void test_figure_sections(void **state)
{
  (void)state;
  struct sp_experiment e = bag(
      "[figure]\nx = n log\ny = mean(done/makespan/rho) ci95 log\n[axis n]\ntasks = 10 *2 .. 40\n"
      "[figure two]\ntitle = A title\nseries = method\nx=n\ny = q95(makespan/unbounded)\n"
      "xlabel = number of tasks\nylabel = time, over the least\ncompare = results/x.csv ours\n");
  assert_int_equal(e.n_plots, 2);
  const struct sp_plot *a = &e.plot[0], *b = &e.plot[1];
  assert_string_equal(a->name, "");
  assert_string_equal(a->x, "n");
  assert_string_equal(a->y.name, "mean");
  assert_string_equal(a->y.value, "done/makespan/rho");
  assert_true(a->log_x && a->log_y && a->ci95 && !a->title && !a->compare && a->line == 12);
  assert_string_equal(b->name, "two");
  assert_string_equal(b->title, "A title");
  assert_string_equal(b->y.name, "q95");
  assert_string_equal(b->y.value, "makespan/unbounded");
  assert_string_equal(b->compare, "results/x.csv");
  assert_string_equal(b->compare_tag, "ours");
  assert_true(!b->log_x && !b->log_y && !b->ci95);
  assert_string_equal(sp_plot_x_label(a), "n"); /* without words of its own */
  assert_string_equal(sp_plot_y_label(a), a->y.text);
  assert_string_equal(sp_plot_x_label(b), "number of tasks");
  assert_string_equal(sp_plot_y_label(b), "time, over the least");
  sp_experiment_clear(&e);
}

static void test_claims(void **state)
{
  (void)state;
  struct sp_experiment e =
      bag("[axis n]\ntasks = 10 *2 .. 40\n[table]\ncells = median(gap)\n"
          "claim = \"about 90 %\" : MIN-C >= 0.9 at n=10, n = 40\n[figure]\nx = n\n"
          "claim = \"b\": 1d<mct:tie=last\ny = sd(makespan)\n[figure c]\nx = n\ny = max(gap)\n"
          "claim = \"c\": share(distance<=1.5) min_c <= 1/2\nclaim = \"d\": 1d > -3\n");
  assert_int_equal(e.n_claims, 4);
  const struct sp_claim *claim = e.claim;
  assert_string_equal(claim[0].text, "about 90 %");
  assert_string_equal(claim[0].condition, "MIN-C >= 0.9 at n=10, n = 40");
  assert_string_equal(claim[0].quantity.name, "median");
  assert_true(claim[0].method == 0 && claim[0].other == -1 && claim[0].number == 0.9);
  assert_true(claim[0].comparison == SP_AT_LEAST && claim[0].plot == -1 && claim[0].line == 16);
  assert_texts(&claim[0].at.text, "n=10 n=40");
  assert_string_equal(claim[1].quantity.name, "sd");
  assert_true(claim[1].method == 2 && claim[1].other == 1 && isnan(claim[1].number));
  assert_true(claim[1].comparison == SP_BELOW && claim[1].plot == 0 && claim[1].at.text.n == 0);
  assert_string_equal(claim[2].quantity.name, "share");
  assert_string_equal(claim[2].quantity.value, "distance<=1.5");
  assert_true(claim[2].comparison == SP_AT_MOST && claim[2].number == 0.5);
  assert_string_equal(claim[3].quantity.name, "max");
  assert_true(claim[3].comparison == SP_ABOVE && claim[3].number == -3 && claim[3].plot == 1);
  sp_experiment_clear(&e);
}

static void test_theorem(void **state)
{
  (void)state;
  struct sp_experiment e =
      bag("[axis n]\ntasks = 1,2\n[table]\ntheorem = \"t\": max(distance) min_c <= 1\n");
  assert_true(e.n_claims == 1 && e.claim[0].theorem && e.claim[0].method == 0);
  sp_experiment_clear(&e);
}

/* A claim in the head has the quantity of the figure, or of the table if there is one. */
static void test_claim_in_the_head(void **state)
{
  (void)state;
  static const char *const tables[] = {"", "[table]\nrows=n\n"};
  for (int k = 0; k < 2; k++) {
    char text[500];
    snprintf(text, sizeof text,
             "claim = \"t\": min_c > 0\n%s[axis n]\ntasks=1,2\n[figure]\nx=n\ny=max(gap)\n%s",
             bag_head, tables[k]);
    struct sp_experiment e = parse(text);
    assert_string_equal(e.claim[0].quantity.value, k ? "distance" : "gap");
    sp_experiment_clear(&e);
  }
}

/* `optimum` is known if there is a method of that name; a bound if the platforms have it. */
static void test_values(void **state)
{
  (void)state;
  struct sp_experiment e = bag("[axis n]\ntasks=1,2\n[table]\ncells = mean(makespan/unbounded)\n");
  assert_string_equal(e.quantity[0].value, "makespan/unbounded");
  sp_experiment_clear(&e);
  e = parse("id=x\nproblem=redistribution\nseed=1\ncount=2\n[platform]\nworkers=3\n[run]\n"
            "methods=bba\nalso=optimal:nodes=9\n[table]\ncells=mean(makespan/optimum)\n");
  assert_int_equal(e.n_quantities, 1);
  sp_experiment_clear(&e);
}

static void test_normal_setting(void **state)
{
  (void)state;
  struct sp_overrides o = {
      .n_set = 1, .set = (const char *const[]){"c=normal 10 4 in 1..12"}, .engine = -1};
  struct sp_experiment e = read_with("experiments/rr5196-fig11.ini", &o);
  assert_int_equal(sp_points(&e, 0), 11);
  struct sp_instance *a = instance(&e, 0, 0, 3), *b = instance(&e, 0, 10, 3),
                     *other = instance(&e, 1, 0, 3);
  bool differ = false;
  for (int i = 1; i <= 20; i++) {
    assert_true(a->c[i].v >= 1 && a->c[i].v <= 12 && a->w[i].v >= 50 && a->w[i].v <= 150);
    assert_true(a->c[i].v == b->c[i].v && a->w[i].v == b->w[i].v);
    assert_true(a->buffer[i] == 1 && b->buffer[i] == 32 && a->c[i].v == other->c[i].v);
    differ = differ || a->w[i].v != other->w[i].v;
  }
  assert_true(differ && a->total.v == 20480);
  sp_instance_free(a);
  sp_instance_free(b);
  sp_instance_free(other);
  sp_experiment_clear(&e);
}

/* ---- Points. */

static void test_points(void **state)
{
  (void)state;
  static const char *const order[] = {
      "comm=hom comp=hom range=general", "comm=hom comp=hom range=c<=w",
      "comm=hom comp=hom range=c>=w",    "comm=hom comp=het range=general",
      "comm=hom comp=het range=c<=w",    "comm=hom comp=het range=c>=w",
      "comm=het comp=hom range=general", "comm=het comp=hom range=c<=w",
      "comm=het comp=hom range=c>=w",    "comm=het comp=het range=general",
      "comm=het comp=het range=c<=w",    "comm=het comp=het range=c>=w"};
  struct sp_experiment e = table1();
  static const int points[] = {12, 6, 6}, first[] = {0, 0, 6};
  for (int v = 0; v < 3; v++) {
    assert_int_equal(sp_points(&e, v), points[v]);
    for (int p = 0; p < points[v]; p++) {
      char *axes = sp_point_axes(&e, v, p), *place = sp_place_text(&e, v, p);
      int variant, point;
      assert_string_equal(v == 2 ? strchr(axes, ' ') + 1 : axes, order[first[v] + p]);
      assert_true(!strncmp(axes, "variant=nearest-known ", 22) == (v == 2));
      assert_int_equal(point_of(&e, v, axes), p);
      assert_int_equal(sp_place_find(&e, place, &variant, &point, NULL), SP_OK);
      assert_true(variant == v && point == p);
      assert_string_equal(sp_point_label(&e, v, p, sp_axis_find(&e, "comm")),
                          first[v] + p < 6 ? "hom" : "het");
    }
  }
  assert_string_equal(sp_point_label(&e, 2, 4, sp_axis_find(&e, "range")), "c<=w");
  char *place = sp_place_text(&e, 2, 5);
  assert_string_equal(place, "variant=nearest-known,comm=het,comp=het,range=c>=w");
  assert_int_equal(point_of(&e, 0, "range=c>=w, comm=het,comp=hom"), 8);
  sp_experiment_clear(&e);
}

static void test_when_alternatives(void **state)
{
  (void)state;
  struct sp_experiment e =
      parse("id=x\nproblem=redistribution\nseed=1\ncount=2\n[platform]\nworkers=9\n"
            "[axis n]\n4: workers=4\n5: workers=5\n6: workers=6\n[axis k]\na:\nb: c = 3\n"
            "[run]\nmethods=bba\n[variant v]\nwhen = n=6 n=4, k=b\n");
  assert_int_equal(sp_points(&e, 0), 6);
  assert_int_equal(sp_points(&e, 1), 2);
  assert_string_equal(sp_point_label(&e, 1, 0, sp_axis_find(&e, "n")), "4");
  assert_string_equal(sp_point_label(&e, 1, 1, sp_axis_find(&e, "n")), "6");
  assert_string_equal(sp_point_label(&e, 1, 1, sp_axis_find(&e, "k")), "b");
  assert_int_equal(point_of(&e, 1, "n=6,k=b"), 1);
  struct sp_instance *in = instance(&e, 1, 1, 3);
  assert_true(in->m == 6 && in->c[2].v == 3);
  sp_instance_free(in);
  sp_experiment_clear(&e);
}

static void no_place(const struct sp_experiment *e, const char *axes, const char *words)
{
  struct sp_error error = {""};
  int variant, point;
  assert_int_equal(sp_place_find(e, axes, &variant, &point, &error), SP_BAD_INPUT);
  if (!strstr(error.text, words))
    fail_msg("'%s' does not say '%s'", error.text, words);
}

static void test_no_place(void **state)
{
  (void)state;
  struct sp_experiment e = table1();
  no_place(&e, "", "no value of the axis comm, expected comm=hom or another");
  no_place(&e, "comm=hom,comp=het", "no value of the axis range, expected range=general");
  no_place(&e, "size=3", "unknown axis 'size' of rr6005-table1, expected such as comm");
  no_place(&e, "comm", "'comm', expected AXIS=LABEL");
  no_place(&e, "comm=hem", "unknown value 'hem' of the axis comm, expected one such as hom");
  no_place(&e, "comm=hom,comm=het", "axis comm twice, expected it once");
  no_place(&e, "variant=none", "unknown variant 'none' of rr6005-table1, expected as-published");
  no_place(&e, "variant=nearest-known,comm=hom,comp=hom,range=general",
           "comm=hom is not in the variant nearest-known, expected comm=het");
  sp_experiment_clear(&e);
}

/* ---- Platforms. */

/* A number of the definition: least + floor(u * (number of choices)). */
static double drawn(uint64_t seed, enum sp_stream stream, uint32_t index, uint32_t worker,
                    double least, double most)
{
  return least + floor(sp_stream_uniform(seed, stream, index, worker, 0) * (most - least + 1));
}

static void test_definition(void **state)
{
  (void)state;
  struct sp_experiment e = table1();
  struct sp_instance *in = instance(&e, 0, 7, 123); /* het hom c<=w */
  assert_int_equal(in->m, 10);
  for (uint32_t i = 1; i <= 10; i++) {
    assert_true(in->c[i].v == drawn(6005, SP_STREAM_C, 123, i, 20, 50));
    assert_true(in->w[i].v == drawn(6005, SP_STREAM_W, 123, 0, 50, 80));
    assert_true(in->load[i].v == drawn(6005, SP_STREAM_LOAD, 123, i, 0, 50));
  }
  assert_int_equal(in->platform.node[0].ports.recv, 1);
  sp_instance_free(in);
  in = instance(&e, 2, 4, 123); /* het het c<=w */
  assert_true(in->m == drawn(6005, SP_STREAM_WORKERS, 123, 0, 4, 12));
  assert_int_equal(in->platform.node[0].ports.recv, INT_MAX);
  assert_int_equal(in->platform.node[0].ports.send, 1);
  sp_instance_free(in);
  sp_experiment_clear(&e);
}

static void test_workers_drawn(void **state)
{
  (void)state;
  struct sp_experiment e = table1();
  int seen[13] = {0};
  for (uint32_t index = 0; index < 900; index++) {
    struct sp_instance *in = instance(&e, 2, 0, index);
    assert_true(in->m >= 4 && in->m <= 12);
    seen[in->m]++;
    sp_instance_free(in);
  }
  for (int m = 4; m <= 12; m++)
    assert_true(seen[m] > 60 && seen[m] < 140);
  sp_experiment_clear(&e);
}

/* u of an integer draw lies in [(v - least) / n, (v - least + 1) / n): the same u at two points
 * gives overlapping intervals. */
static void assert_paired(double a, double a_least, double a_most, double b, double b_least,
                          double b_most)
{
  double n = a_most - a_least + 1, k = b_most - b_least + 1;
  assert_true((a - a_least) / n < (b - b_least + 1) / k &&
              (b - b_least) / k < (a - a_least + 1) / n);
}

static void test_pairing(void **state)
{
  (void)state;
  struct sp_experiment e = table1();
  bool differ = false;
  for (uint32_t index = 0; index < 40; index++) {
    struct sp_instance *general = instance(&e, 0, 9, index), *fast = instance(&e, 0, 10, index),
                       *links = instance(&e, 0, 6, index), *alike = instance(&e, 0, 0, index),
                       *published = instance(&e, 1, 0, index), *near = instance(&e, 2, 3, index);
    for (int i = 1; i <= 10; i++) {
      assert_paired(general->c[i].v, 1, 100, fast->c[i].v, 20, 50);
      assert_paired(general->w[i].v, 1, 100, fast->w[i].v, 50, 80);
      assert_true(general->load[i].v == fast->load[i].v && fast->load[i].v == alike->load[i].v);
      assert_true(general->c[i].v == links->c[i].v && links->w[i].v == alike->w[i].v);
      assert_true(links->w[i].v == links->w[1].v && alike->c[i].v == alike->c[1].v);
      differ = differ || general->c[i].v != general->c[1].v;
    }
    assert_same(alike, published);
    for (int i = 1; i <= 10 && i <= near->m; i++)
      assert_true(near->c[i].v == general->c[i].v && near->w[i].v == general->w[i].v);
    struct sp_instance *all[] = {general, fast, links, alike, published, near};
    for (int k = 0; k < 6; k++)
      sp_instance_free(all[k]);
  }
  assert_true(differ);
  sp_experiment_clear(&e);
}

/* A platform does not depend on the others or on their number. */
static void test_alone(void **state)
{
  (void)state;
  struct sp_overrides few = {.count = 3, .engine = -1};
  struct sp_experiment e = table1(), other = read_with(table1_path, &few);
  struct sp_instance *kept[12][30];
  for (int p = 0; p < 12; p++)
    for (uint32_t index = 0; index < 30; index++)
      kept[p][index] = instance(&e, 0, p, index);
  for (int p = 11; p >= 0; p--)
    for (uint32_t index = 30; index-- > 0;) {
      struct sp_instance *alone = instance(&other, 0, p, index);
      assert_same(alone, kept[p][index]);
      sp_instance_free(alone);
      sp_instance_free(kept[p][index]);
    }
  sp_experiment_clear(&e);
  sp_experiment_clear(&other);
}

/* Lower layers first: base, axis, variant, --set. */
static void test_layers(void **state)
{
  (void)state;
  static const char text[] = "id=x\nproblem=redistribution\nseed=1\ncount=2\n[platform]\n"
                             "workers=9\nc=1\nw=1\nlatency=1\n[axis a]\nx: c=2,w=2,latency=2\n"
                             "[run]\nmethods=bba\n[variant v]\nw=3\nlatency=3\n";
  struct sp_overrides o = {.n_set = 1, .set = (const char *const[]){"latency = 4"}, .engine = -1};
  struct sp_experiment plain = parse(text), e;
  struct sp_error error;
  assert_int_equal(sp_experiment_parse("text", text, &o, &e, &error), SP_OK);
  struct sp_instance *in = instance(&plain, 1, 0, 0), *over = instance(&e, 1, 0, 0);
  assert_true(in->c[1].v == 2 && in->w[1].v == 3 && in->latency[1].v == 3);
  assert_true(over->c[1].v == 2 && over->w[1].v == 3 && over->latency[1].v == 4);
  sp_instance_free(in);
  sp_instance_free(over);
  sp_experiment_clear(&plain);
  sp_experiment_clear(&e);
}

/* Real costs of one parameter, whole ones of another; some workers without load. */
static void test_settings(void **state)
{
  (void)state;
  struct sp_experiment e =
      parse("id=x\nproblem=redistribution\nseed=1\ncount=2\n[platform]\nworkers=7\n"
            "c = real 1..2\nw = 1..50\nlatency = int 1..5\n[workload]\nload = int 20..90\n"
            "[axis k]\nall:\nhalf: loaded = half\none: loaded = 1\nreal: type = real\n"
            "[run]\nmethods=bba\n");
  int whole = 0;
  for (uint32_t index = 0; index < 20; index++) {
    struct sp_instance *all = instance(&e, 0, 0, index), *half = instance(&e, 0, 1, index),
                       *one = instance(&e, 0, 2, index), *real = instance(&e, 0, 3, index);
    for (int i = 1; i <= 7; i++) {
      assert_true(all->c[i].v >= 1 && all->c[i].v <= 2 && all->w[i].den == 1);
      assert_true(all->c[i].v * 0x1p20 == floor(all->c[i].v * 0x1p20));
      whole += all->c[i].den == 1 || real->w[i].den != 1;
      assert_true(real->latency[i].den == 1 && real->latency[i].v == all->latency[i].v);
      assert_true(all->load[i].v >= 20 && half->load[i].v == (i <= 4 ? all->load[i].v : 0));
      assert_true((one->load[i].v > 0) == (i == 1));
      assert_true(half->c[i].v == all->c[i].v && real->c[i].v == all->c[i].v);
    }
    sp_instance_free(all);
    sp_instance_free(half);
    sp_instance_free(one);
    sp_instance_free(real);
  }
  assert_true(whole > 120 && whole <= 140);
  sp_experiment_clear(&e);
}

/* ---- Overrides. */

static void test_overrides(void **state)
{
  (void)state;
  struct sp_overrides tier = {.tier = "small", .engine = -1}, full = {.tier = "full", .engine = -1},
                      both = {.tier = "small", .count = 17, .engine = SP_ENGINE_NATIVE};
  struct sp_experiment a = read_with(table1_path, &tier), b = read_with(table1_path, &full),
                       c = read_with(table1_path, &both);
  assert_int_equal(a.count, 100);
  assert_int_equal(b.count, 1000);
  assert_true(c.count == 17 && c.engine == SP_ENGINE_NATIVE && a.engine == SP_ENGINE_SIMGRID);
  sp_experiment_clear(&a);
  sp_experiment_clear(&b);
  sp_experiment_clear(&c);
}

/* Seed, noise and configuration of the runs are in the text, so they are part of the experiment. */
static void test_conditions(void **state)
{
  (void)state;
  const uint64_t seed = 8131;
  struct sp_overrides o = {.engine = -1,
                           .seed = &seed,
                           .noise = "cpu:0.25,link:0.0625",
                           .n_cfg = 2,
                           .cfg = (const char *const[]){"network/model:LV08", "cpu/optim:Full"}};
  struct sp_experiment none = read_with(table1_path, &nothing), e = read_with(table1_path, &o),
                       again;
  struct sp_conditions before = sp_experiment_conditions(&none), c = sp_experiment_conditions(&e);
  assert_true(before.seed == 6005 && before.n_cfg == 0);
  assert_true(before.noise_link == 0 && before.noise_cpu == 0);
  assert_true(c.seed == 8131 && c.noise_link == 0.0625 && c.noise_cpu == 0.25 && c.n_cfg == 2);
  assert_string_equal(c.cfg[1], "cpu/optim:Full");
  assert_int_equal(sp_experiment_parse("stored", e.text, NULL, &again, NULL), SP_OK);
  assert_true(again.seed == 8131 && again.noise_cpu == 0.25 && again.cfg.n == 2);
  sp_experiment_clear(&none);
  sp_experiment_clear(&e);
  sp_experiment_clear(&again);
  o = (struct sp_overrides){.engine = -1, .n_cfg = 1, .cfg = (const char *const[]){"a:b;c"}};
  struct sp_error error;
  assert_int_equal(sp_experiment_read(table1_path, &o, &e, &error), SP_BAD_INPUT);
  assert_string_equal(error.text, "--cfg='a:b;c', expected no line break or ';' in it");
}

/* --set changes platforms at every point, seed=S all of them; the text contains all overrides. */
static void test_set(void **state)
{
  (void)state;
  struct sp_overrides o = {.tier = "small",
                           .n_set = 3,
                           .set = (const char *const[]){"workers=4", "c=int 3..3", "c = 7"},
                           .engine = -1},
                      seed = {.n_set = 1, .set = (const char *const[]){"seed=6006"}, .engine = -1};
  struct sp_experiment e = read_with(table1_path, &o), again = parse(e.text), plain = table1(),
                       fresh = read_with(table1_path, &seed);
  assert_true(fresh.seed == 6006 && plain.seed == 6005);
  assert_null(strstr(plain.text, "[override]"));
  assert_int_equal(again.count, 100);
  assert_string_equal(again.text, e.text);
  int differ = 0;
  for (int p = 0; p < 12; p++) {
    struct sp_instance *in = instance(&e, 0, p, 5), *same = instance(&again, 0, p, 5),
                       *old = instance(&plain, 0, p, 5), *new = instance(&fresh, 0, p, 5);
    assert_true(in->m == 4 && in->c[1].v == 7 && in->c[4].v == 7 && old->m == 10);
    assert_same(in, same);
    differ += old->c[1].v != new->c[1].v || old->w[1].v != new->w[1].v;
    sp_instance_free(in);
    sp_instance_free(same);
    sp_instance_free(old);
    sp_instance_free(new);
  }
  assert_int_equal(differ, 12);
  struct sp_experiment twice;
  struct sp_overrides more = {.count = 9, .n_set = 1, .set = (const char *const[]){"c=8"}};
  more.engine = -1;
  assert_int_equal(sp_experiment_parse("text", e.text, &more, &twice, NULL), SP_OK);
  struct sp_instance *in = instance(&twice, 0, 3, 5);
  assert_true(twice.count == 9 && in->c[2].v == 8 && in->m == 4);
  sp_instance_free(in);
  struct sp_overrides small = {.tier = "small", .engine = -1};
  struct sp_experiment later;
  assert_int_equal(sp_experiment_parse("text", twice.text, &small, &later, NULL), SP_OK);
  assert_int_equal(later.count, 100);
  struct sp_experiment *all[] = {&e, &again, &plain, &fresh, &twice, &later};
  for (int i = 0; i < 6; i++)
    sp_experiment_clear(all[i]);
}

static void override_refused(const struct sp_overrides *o, const char *words)
{
  struct sp_experiment e;
  struct sp_error error = {""};
  assert_int_equal(sp_experiment_read(table1_path, o, &e, &error), SP_BAD_INPUT);
  if (!strstr(error.text, words))
    fail_msg("'%s' does not say '%s'", error.text, words);
  assert_null(e.text);
  assert_int_equal(e.n_variants, 0);
}

static void test_bad_overrides(void **state)
{
  (void)state;
  static const char *const bad[][2] = {
      {"workers", "--set='workers', expected KEY=VALUE"},
      {"=3", "--set='=3', expected KEY=VALUE"},
      {"[run]=", "--set='[run]=', expected KEY=VALUE"},
      {"c=3\nw=4", "expected no line break, tab or ';' in it"},
      {"c=3;w=4", "expected no line break, tab or ';' in it"},
      {"worker=3", "rr6005-table1.ini: command line: unknown key 'worker'; did you mean workers?"},
      {"c=5..2", "command line: c=5..2: expected A..B"},
      {"seed=x", "command line: seed = x, expected a whole number"},
      {"tasks=9",
       "command line: the settings describe the problem bag, expected redistribution as"},
      {"load=0..5", "command line: 10 loads of 0..5 rarely sum to minimum=50"},
      {"methods=bba", "command line: unknown key 'methods', expected"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    struct sp_overrides o = {.n_set = 1, .set = &bad[i][0], .engine = -1};
    override_refused(&o, bad[i][1]);
  }
  struct sp_overrides o = {.tier = "tiny", .engine = -1};
  override_refused(&o, "command line: unknown tier 'tiny', expected full or small");
  o = (struct sp_overrides){.count = 5000000000, .engine = -1};
  override_refused(&o, "command line: count = 5000000000, expected a whole number from 1 to");
}

/* ---- Without a file. */

static void test_compare(void **state)
{
  (void)state;
  static const char *const methods[] = {"bba:tie=last", "fwd"};
  struct sp_overrides o = {
      .count = 31, .n_set = 1, .set = (const char *const[]){"workers=6"}, .engine = -1};
  struct sp_experiment e, bag;
  struct sp_error error = {""};
  if (sp_experiment_compare("HET_HOM-fast-links", &o, methods, 2, 99, &e, &error))
    fail_msg("%s", error.text);
  assert_string_equal(e.id, "compare-het-hom-fast-links");
  assert_true(e.count == 31 && e.seed == 99 && e.n_variants == 1 && sp_points(&e, 0) == 1);
  assert_texts(&e.variant[0].methods, "bba:tie=last fwd");
  struct sp_instance *in = instance(&e, 0, 0, 4);
  struct sp_generator g;
  assert_int_equal(sp_generator_init(&g, "het-hom-fast-links", NULL), SP_OK);
  struct sp_instance *same = sp_generate(&g, 6, 99, 4);
  assert_same(in, same);
  sp_instance_free(in);
  sp_instance_free(same);
  sp_experiment_clear(&e);
  o.set = (const char *const[]){"tasks=40"};
  assert_int_equal(sp_experiment_compare("het-het", &o, methods, 2, 0, &bag, &error), SP_OK);
  assert_int_equal(bag.problem, SP_BAG);
  sp_experiment_clear(&bag);
  assert_int_equal(sp_experiment_compare("hat", &o, methods, 2, 0, &e, &error), SP_BAD_INPUT);
  assert_non_null(strstr(error.text, "unknown family 'hat'"));
  o.set = (const char *const[]){"c=9..1"};
  assert_int_equal(sp_experiment_compare("het-het", &o, methods, 2, 0, &e, &error), SP_BAD_INPUT);
  assert_non_null(strstr(error.text, "compare: command line: c=9..1: expected A..B"));
  assert_int_equal(sp_experiment_compare("het-het", NULL, methods, 0, 0, &e, &error), SP_BAD_INPUT);
  static const char *const odd[] = {"bba,fwd"};
  assert_int_equal(sp_experiment_compare("het-het", NULL, odd, 1, 0, &e, &error), SP_BAD_INPUT);
  assert_non_null(strstr(error.text, "method 'bba,fwd', expected no comma"));
}

/* ---- Methods. */

static void methods_checked(const char *run, const char *words)
{
  char text[400];
  struct sp_error error = {""};
  struct sp_registry *registry = sp_registry_alloc(&error);
  snprintf(text, sizeof text,
           "id=x\nproblem=redistribution\nseed=1\ncount=2\n[platform]\nworkers=9\n[run]\n%s\n",
           run);
  struct sp_experiment e = parse(text);
  int code = sp_experiment_check_methods(&e, registry, &error);
  assert_int_equal(code, words ? SP_BAD_INPUT : SP_OK);
  if (words && !strstr(error.text, words))
    fail_msg("'%s' does not say '%s'", error.text, words);
  sp_experiment_clear(&e);
  sp_registry_free(registry);
}

static void test_methods(void **state)
{
  (void)state;
  methods_checked("methods = bba, BBA:tie=last\nalso = fwd", NULL);
  methods_checked("methods = bba, bbaa", "text:8: unknown heuristic 'bbaa'; did you mean bba?");
  methods_checked("methods = bba\nalso = fwd, bba:tie=no", "text:9: bba: tie=no: expected first");
  methods_checked("methods = bba, sorted",
                  "text:8: sorted does not solve the problem redistribution");
  methods_checked("methods = mbbsa, bba, BBA:tie=first",
                  "text:8: 'BBA:tie=first' is bba, expected");
  methods_checked("methods = bba\n[variant v]\nmethods = nix", "text:10: unknown heuristic 'nix'");
  struct sp_experiment e = table1();
  struct sp_error error = {""};
  struct sp_registry *registry = sp_registry_alloc(&error);
  if (sp_experiment_check_methods(&e, registry, &error))
    fail_msg("%s", error.text);
  sp_registry_free(registry);
  sp_experiment_clear(&e);
}

/* ---- Every refusal of a file. Each tests/data/bad/NAME.ini begins with "; LINE: the words". */

static void check_bad_file(const char *path)
{
  char expected[600], first[512];
  FILE *in = fopen(path, "r");
  assert_non_null(in);
  assert_non_null(fgets(first, sizeof first, in));
  fclose(in);
  first[strcspn(first, "\n")] = '\0';
  snprintf(expected, sizeof expected, "%s:%s", path, first + 2);
  struct sp_experiment e;
  struct sp_error error = {""};
  if (sp_experiment_read(path, &nothing, &e, &error) != SP_BAD_INPUT)
    fail_msg("%s is accepted", path);
  if (strncmp(error.text, expected, strlen(expected)))
    fail_msg("'%s' does not begin with '%s'", error.text, expected);
  assert_null(strchr(error.text, '\n'));
  assert_null(e.text);
}

static void test_bad_files(void **state)
{
  (void)state;
  glob_t found;
  assert_int_equal(glob("tests/data/bad/*.ini", 0, NULL, &found), 0);
  assert_true(found.gl_pathc > 80);
  for (size_t i = 0; i < found.gl_pathc; i++)
    check_bad_file(found.gl_pathv[i]);
  globfree(&found);
}

static void test_no_file(void **state)
{
  (void)state;
  struct sp_experiment e;
  struct sp_error error;
  assert_int_equal(sp_experiment_read("experiments/none.ini", &nothing, &e, &error), SP_BAD_INPUT);
  assert_string_equal(error.text, "experiments/none.ini: cannot read: No such file or directory");
  assert_int_equal(sp_experiment_read("experiments", &nothing, &e, &error), SP_BAD_INPUT);
  assert_string_equal(error.text, "experiments: cannot read: Is a directory");
  assert_int_equal(sp_experiment_read("/dev/zero", &nothing, &e, &error), SP_BAD_INPUT);
  assert_string_equal(error.text, "/dev/zero: not a regular file");
  assert_int_equal(sp_experiment_parse("empty", "", &nothing, &e, &error), SP_BAD_INPUT);
  assert_string_equal(error.text, "empty:1: no 'id' in the file, expected id = NAME");
}

/* ---- Platforms from files. */

/* Three files in order, each once; their digests are in the text, which needs no pattern then. */
static void test_files(void **state)
{
  (void)state;
  struct sp_error error = {""};
  struct sp_experiment e =
      parse("id = files\nproblem = bag\n"
            "instances = platforms/rr5196-fig[89].xml platforms/rr5196-fig9.xml "
            "platforms/cluster.xml\n"
            "[platform]\ntasks = 12\nbuffer = 2..3\n"
            "[axis tasks]\ntasks = 7, 9\n[run]\nmethods = min_c\n");
  assert_int_equal(e.n_files, 3);
  assert_int_equal(e.count, 3);
  assert_string_equal(e.platform[0].path, "platforms/cluster.xml");
  assert_string_equal(e.platform[2].path, "platforms/rr5196-fig9.xml");
  struct sp_instance *in = instance(&e, 0, 1, 0), *again = instance(&e, 0, 1, 0);
  assert_true(in->total.v == 9 && in->m == 8);
  for (int i = 1; i <= in->m; i++)
    assert_in_range(in->buffer[i], 2, 3);
  assert_same(in, again);
  sp_instance_free(in);
  sp_instance_free(again);
  assert_null(sp_experiment_instance(&e, 0, 0, 3, &error));
  struct sp_experiment stored = parse(e.text);
  assert_string_equal(stored.text, e.text);
  assert_int_equal(stored.n_files, 3);
  assert_memory_equal(stored.platform[1].digest, e.platform[1].digest, sizeof(struct sp_key));
  sp_experiment_clear(&stored);
  /* Another content under the same name is refused. */
  char *digest = strstr(e.text, "[files]\n") + strlen("[files]\n");
  digest[0] = digest[0] == '0' ? '1' : '0';
  stored = parse(e.text);
  assert_null(sp_experiment_instance(&stored, 0, 0, 0, &error));
  assert_non_null(strstr(error.text, "cluster.xml: it has changed"));
  sp_experiment_clear(&stored);
  sp_experiment_clear(&e);
}

/* Any text that is cut off or changed in one byte is read, or refused in one line. */
static void test_damaged(void **state)
{
  (void)state;
  struct sp_experiment e = table1(), damaged;
  size_t length = strlen(e.text);
  char *text = strdup(e.text);
  uint64_t draw = 0;
  for (int i = 0; i < 1500; i++) {
    struct sp_error error = {""};
    strcpy(text, e.text);
    size_t at = (size_t)(sp_stream_uniform(1, 1, 1, 1, draw++) * (double)length);
    static const char bytes[] = "[]=:;,. \n\"xX0(-\x80";
    size_t byte = (size_t)(sp_stream_uniform(1, 1, 1, 1, draw++) * (sizeof bytes));
    text[at] = bytes[byte];
    int code = sp_experiment_parse("damaged", text, &nothing, &damaged, &error);
    assert_true(code == SP_OK || (code == SP_BAD_INPUT && !strncmp(error.text, "damaged:", 8)));
    assert_null(strchr(error.text, '\n'));
    sp_experiment_clear(&damaged);
  }
  free(text);
  sp_experiment_clear(&e);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_table1),
      cmocka_unit_test(test_variants),
      cmocka_unit_test(test_inherited_methods),
      cmocka_unit_test(test_bag),
      cmocka_unit_test(test_steps),
      cmocka_unit_test(test_figure_sections),
      cmocka_unit_test(test_claims),
      cmocka_unit_test(test_theorem),
      cmocka_unit_test(test_claim_in_the_head),
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_normal_setting),
      cmocka_unit_test(test_points),
      cmocka_unit_test(test_when_alternatives),
      cmocka_unit_test(test_no_place),
      cmocka_unit_test(test_definition),
      cmocka_unit_test(test_workers_drawn),
      cmocka_unit_test(test_pairing),
      cmocka_unit_test(test_alone),
      cmocka_unit_test(test_layers),
      cmocka_unit_test(test_settings),
      cmocka_unit_test(test_overrides),
      cmocka_unit_test(test_conditions),
      cmocka_unit_test(test_set),
      cmocka_unit_test(test_bad_overrides),
      cmocka_unit_test(test_compare),
      cmocka_unit_test(test_methods),
      cmocka_unit_test(test_bad_files),
      cmocka_unit_test(test_no_file),
      cmocka_unit_test(test_files),
      cmocka_unit_test(test_damaged),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

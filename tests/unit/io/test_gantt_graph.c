/* Tests the Gantt chart of a graph's trace: its rows, their places, the labels. Pictures are
 * checked by their pixels; legibility was checked by eye. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "io/chart/draw.h"
#include "io/trace/trace.h"
#include "model/graph.h"
#include "model/schedule.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void add(struct sp_trace *trace, double start, double end, double amount, int from, int to)
{
  sp_trace_add(trace, &(struct sp_event){start, end, amount, from, to, trace->n,
                                         from == to ? SP_COMPUTE : SP_TRANSFER, false});
}

/* A chain of three with its load: node 1 keeps 0.5, node 2 0.3, node 3 0.2; node 4 is idle and node
 * 5 gets an empty message. */
static struct sp_trace chain(void)
{
  struct sp_trace trace = SP_TRACE_EMPTY;
  add(&trace, 0, 2, 0.5, 1, 2);
  add(&trace, 0, 6, 0.5, 1, 1);
  add(&trace, 2, 3.25, 0.2, 2, 3);
  add(&trace, 2, 5, 0.3, 2, 2);
  add(&trace, 3.25, 6, 0.2, 3, 3);
  add(&trace, 0, 0, 0, 3, 5);
  return trace;
}

static struct gantt_chart lay_out(const struct sp_trace *trace)
{
  struct gantt_chart chart;
  struct sp_error error;
  assert_int_equal(gantt_chart_init(&chart, trace, NULL, NAN, NULL, &error), SP_OK);
  return chart;
}

static void rows_of_all_nodes(void **state)
{
  static const struct {
    int node;
    enum gantt_role role;
    long n;
  } expected[] = {{1, GANTT_SEND, 1}, {1, GANTT_COMP, 1}, {2, GANTT_RECV, 1}, {2, GANTT_SEND, 1},
                  {2, GANTT_COMP, 1}, {3, GANTT_RECV, 1}, {3, GANTT_SEND, 1}, {3, GANTT_COMP, 1},
                  {4, GANTT_COMP, 0}, {5, GANTT_RECV, 1}};
  struct sp_trace trace = chain();
  struct gantt_chart chart = lay_out(&trace);
  (void)state;
  assert_true(chart.graph);
  assert_int_equal(chart.n_rows, 10);
  double y = chart.top;
  for (int k = 0; k < 10; k++) {
    const struct gantt_row *row = &chart.row[k];
    assert_int_equal(row->node, expected[k].node);
    assert_int_equal(row->role, expected[k].role);
    assert_int_equal(row->n, expected[k].n);
    assert_true(row->y >= y); /* one below the other */
    y = row->y + row->height;
    for (long j = row->first; j < row->first + row->n; j++)
      assert_int_equal(chart.item[j].row, k);
  }
  assert_true(y <= chart.bottom);
  assert_int_equal(chart.n_bands, 5);
  for (int b = 0; b < 5; b++)
    assert_int_equal(chart.band[b].node, b + 1);
  const struct gantt_item *item = &chart.item[chart.row[2].first];
  assert_int_equal(item->other, 1);
  assert_int_equal(item->receiver, 2);
  assert_int_equal(item->look, GANTT_TO_WORKER);
  assert_false(chart.used[GANTT_OWN]);
  assert_float_equal(chart.makespan, 6, 0);
  gantt_chart_clear(&chart);
  sp_trace_clear(&trace);
}

/* Names come from the platform, also into the labels. */
static void names_of_hosts(void **state)
{
  struct sp_trace trace = chain();
  struct sp_graph *graph = sp_graph_alloc(500);
  struct sp_instance in = {.kind = SP_INSTANCE_GRAPH, .graph = graph};
  struct gantt_chart chart;
  struct sp_error error;
  char text[64];
  (void)state;
  free(graph->platform.node[1].name);
  graph->platform.node[1].name = strdup("grelon-2");
  assert_int_equal(gantt_chart_init(&chart, &trace, &in, NAN, NULL, &error), SP_OK);
  assert_int_equal(chart.n_bands, 4);
  assert_int_equal(chart.idle, 496);
  assert_string_equal(chart.name[2], "grelon-2");
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 9, 9);
  cairo_t *cr = cairo_create(surface);
  gantt_font(cr, 8, false);
  assert_true(gantt_graph_label(cr, &chart, &chart.item[chart.row[0].first], text));
  assert_string_equal(text, "→grelon-2 0.5");
  cairo_destroy(cr);
  cairo_surface_destroy(surface);
  gantt_chart_clear(&chart);
  sp_graph_free(graph);
  sp_trace_clear(&trace);
}

/* What is drawn as a star: anything at node 0, and workers that compute only what they had. */
static void stars_stay_stars(void **state)
{
  struct sp_trace trace = SP_TRACE_EMPTY;
  (void)state;
  assert_false(sp_trace_is_graph(&trace));
  sp_trace_add(&trace, &(struct sp_event){0, 3, 1, 2, 2, -1, SP_COMPUTE, false});
  assert_false(sp_trace_is_graph(&trace));
  trace.event[0].message = 4;
  assert_true(sp_trace_is_graph(&trace));
  sp_trace_add(&trace, &(struct sp_event){0, 3, 1, 2, 0, 7, SP_TRANSFER, false});
  assert_false(sp_trace_is_graph(&trace));
  trace.event[1].from = 0;
  trace.event[1].to = 2;
  assert_false(sp_trace_is_graph(&trace));
  sp_trace_clear(&trace);
}

static void overlaps_get_lanes(void **state)
{
  struct sp_trace trace = SP_TRACE_EMPTY;
  (void)state;
  for (int i = 2; i <= 4; i++)
    add(&trace, i, i + 2.5, 1, 1, i); /* three at once */
  struct gantt_chart chart = lay_out(&trace);
  assert_int_equal(chart.row[0].lanes, 3);
  assert_true(chart.row[0].height > chart.row[1].height * 2);
  assert_true(chart.row[0].y + chart.row[0].height <= chart.row[1].y);
  gantt_chart_clear(&chart);
  sp_trace_clear(&trace);
}

/* Many nodes make the page higher, then the rows lower. */
static void pages_are_finite(void **state)
{
  static const int nodes[] = {5, 50, 500, 20000};
  double before = 0;
  (void)state;
  for (int k = 0; k < 4; k++) {
    struct sp_trace trace = SP_TRACE_EMPTY;
    for (int i = 1; i < nodes[k]; i++) {
      add(&trace, i, i + 1, 1, i, i + 1);
      add(&trace, i + 1, i + 5, 1, i + 1, i + 1);
    }
    struct gantt_chart chart = lay_out(&trace);
    assert_true(chart.height >= before - 1 && chart.height < 1600);
    for (int r = 1; r < chart.n_rows; r++)
      assert_true(chart.row[r].y >= chart.row[r - 1].y);
    before = chart.height;
    gantt_chart_clear(&chart);
    sp_trace_clear(&trace);
  }
}

/* ---- labels */

static void assert_label(const struct gantt_chart *chart, cairo_t *cr, int row,
                         const char *expected)
{
  char text[64] = "";
  bool fits = gantt_graph_label(cr, chart, &chart->item[chart->row[row].first], text);
  assert_int_equal(fits, expected != NULL);
  if (expected)
    assert_string_equal(text, expected);
}

static void labels(void **state)
{
  cairo_surface_t *png = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 10, 10);
  cairo_t *cr = cairo_create(png);
  struct sp_trace trace = chain();
  (void)state;
  gantt_font(cr, 8, false);
  struct gantt_chart chart = lay_out(&trace);
  assert_label(&chart, cr, 0, "→P2 0.5");
  assert_label(&chart, cr, 1, "0.5");
  assert_label(&chart, cr, 2, "←P1 0.5");
  assert_label(&chart, cr, 6, NULL); /* an empty message, of no length */
  chart.horizon *= 9;
  assert_label(&chart, cr, 0, "→P2");
  chart.horizon *= 1.5;
  assert_label(&chart, cr, 0, "P2");
  chart.horizon *= 3;
  assert_label(&chart, cr, 0, NULL);
  gantt_chart_clear(&chart);
  for (long k = 0; k < trace.n; k++)
    trace.event[k].amount = 1; /* tasks: their numbers, in the room of the greatest */
  trace.event[4].message = 998;
  chart = lay_out(&trace);
  assert_label(&chart, cr, 0, "→P2 #1");
  assert_label(&chart, cr, 1, "#2");
  assert_label(&chart, cr, 7, "#999");
  chart.horizon *= 20;
  char text[64];
  assert_true(gantt_text_width(cr, "#4") < gantt_x(&chart, 5) - gantt_x(&chart, 2) - 2);
  assert_false(gantt_graph_label(cr, &chart, &chart.item[chart.row[4].first], text));
  gantt_chart_clear(&chart);
  sp_trace_clear(&trace);
  cairo_destroy(cr);
  cairo_surface_destroy(png);
}

/* Bars are where the layout has them, in the hue of the node that receives or computes. */
static void png_shows_the_trace(void **state)
{
  char path[] = "/tmp/starport-graph-XXXXXX.png";
  struct sp_trace trace = chain();
  struct gantt_chart chart = lay_out(&trace);
  struct sp_error error = {""};
  (void)state;
  close(mkstemps(path, 4));
  assert_int_equal(sp_write_gantt(path, &trace, NULL, "chain", NAN, NULL, &error), SP_OK);
  cairo_surface_t *png = cairo_image_surface_create_from_png(path);
  for (int r = 0; r < chart.n_rows; r++) {
    const struct gantt_item *item = &chart.item[chart.row[r].first];
    if (!chart.row[r].n || item->end <= item->start)
      continue;
    double x = gantt_x(&chart, item->start + (item->end - item->start) / 8);
    double y = chart.row[r].y + chart.row[r].height / 2;
    struct gantt_colour c = gantt_fill(item->look, item->receiver, false);
    uint32_t pixel;
    memcpy(&pixel,
           cairo_image_surface_get_data(png) +
               (ptrdiff_t)(2 * y) * cairo_image_surface_get_stride(png) + 4 * (ptrdiff_t)(2 * x),
           sizeof pixel);
    assert_true(fabs((pixel >> 16 & 255) / 255.0 - c.r) < 0.01);
    assert_true(fabs((pixel >> 8 & 255) / 255.0 - c.g) < 0.01);
    assert_true(fabs((pixel & 255) / 255.0 - c.b) < 0.01);
  }
  unlink(path);
  cairo_surface_destroy(png);
  gantt_chart_clear(&chart);
  sp_trace_clear(&trace);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_of_all_nodes),   cmocka_unit_test(stars_stay_stars),
      cmocka_unit_test(names_of_hosts),      cmocka_unit_test(overlaps_get_lanes),
      cmocka_unit_test(pages_are_finite),    cmocka_unit_test(labels),
      cmocka_unit_test(png_shows_the_trace),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

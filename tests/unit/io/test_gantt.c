/* Tests the Gantt chart: the places on the page, the three formats, the errors. Pictures are
 * checked by their pixels; legibility was checked by eye. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "io/chart/draw.h"
#include "model/instance.h"
#include "model/schedule.h"
#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char directory[] = "/tmp/starport-gantt.XXXXXX";

static void add(struct sp_trace *trace, enum sp_kind kind, double start, double end, int from,
                int to, long message)
{
  sp_trace_add(trace, &(struct sp_event){start, end, 1, from, to, message, kind, false});
}

/* RR-6005, section 4.2: BBA sends tasks of P1 to P2, P4, P2, P4; makespan 14. */
static struct sp_trace section_4_2(void)
{
  static const int receiver[] = {2, 4, 2, 4};
  static const double begin[] = {4, 6, 8, 10}, end[] = {7, 10, 11, 14};
  struct sp_trace trace = SP_TRACE_EMPTY;
  for (int k = 0; k < 4; k++) {
    add(&trace, SP_COMPUTE, 3 * k, 3 * k + 3, 1, 1, -1);
    add(&trace, SP_TRANSFER, 2 * k, 2 * k + 2, 1, 0, k);
    add(&trace, SP_TRANSFER, 2 * k + 2, 2 * k + 4, 0, receiver[k], k);
    add(&trace, SP_COMPUTE, begin[k], end[k], receiver[k], receiver[k], k);
  }
  add(&trace, SP_COMPUTE, 0, 3, 2, 2, -1);
  add(&trace, SP_COMPUTE, 0, 4, 3, 3, -1);
  return trace;
}

static struct gantt_chart lay_out(const struct sp_trace *trace, double bound)
{
  struct gantt_chart chart;
  struct sp_error error;
  assert_int_equal(gantt_chart_init(&chart, trace, NULL, bound, NULL, &error), SP_OK);
  return chart;
}

static const struct gantt_row *row_of(const struct gantt_chart *chart, int node,
                                      enum gantt_role role)
{
  for (int k = 0; k < chart->n_rows; k++)
    if (chart->row[k].node == node && chart->row[k].role == role)
      return &chart->row[k];
  return NULL;
}

/* ---- files */

static char *path_of(const char *name)
{
  static char path[256];
  snprintf(path, sizeof path, "%s/%s", directory, name);
  return path;
}

static char *read_all(const char *path, size_t *size)
{
  FILE *f = fopen(path, "rb");
  assert_non_null(f);
  char *bytes = NULL;
  *size = 0;
  FILE *memory = open_memstream(&bytes, size);
  for (int c; (c = getc(f)) != EOF;)
    putc(c, memory);
  fclose(memory);
  fclose(f);
  return bytes;
}

static int count_files(void)
{
  DIR *d = opendir(directory);
  assert_non_null(d);
  int n = 0;
  for (struct dirent *e; (e = readdir(d));)
    n += e->d_name[0] != '.';
  closedir(d);
  return n;
}

static void write_chart(const char *name, const struct sp_trace *trace, double bound)
{
  struct sp_error error = {""};
  if (sp_write_gantt(path_of(name), trace, NULL, "BBA", bound, NULL, &error) != SP_OK)
    fail_msg("%s", error.text);
}

/* ---- layout */

static void rows_of_the_report(void **state)
{
  (void)state;
  struct sp_trace trace = section_4_2();
  struct gantt_chart chart = lay_out(&trace, 9.6);
  assert_int_equal(chart.workers, 4);
  assert_int_equal(chart.n_rows, 2 + 4 * 2);
  assert_int_equal(row_of(&chart, 0, GANTT_IN)->n, 4);
  assert_int_equal(row_of(&chart, 0, GANTT_OUT)->n, 4);
  assert_int_equal(row_of(&chart, 1, GANTT_COMM)->n, 4);
  assert_int_equal(row_of(&chart, 1, GANTT_COMP)->n, 4);
  assert_int_equal(row_of(&chart, 2, GANTT_COMP)->n, 3);
  assert_int_equal(row_of(&chart, 3, GANTT_COMM)->n, 0);
  assert_int_equal(row_of(&chart, 4, GANTT_COMP)->n, 2);
  for (int k = 0; k < chart.n_rows; k++)
    assert_int_equal(chart.row[k].lanes, 1);
  for (int k = 1; k < chart.n_rows; k++)
    assert_true(chart.row[k].y >= chart.row[k - 1].y + chart.row[k - 1].height);
  assert_true(chart.row[9].y + chart.row[9].height <= chart.bottom);
  gantt_chart_clear(&chart);
  sp_trace_clear(&trace);
}

/* Each hop has the hue of the worker on which its task ends, also on the sender's row. */
static void tasks_keep_their_receiver(void **state)
{
  (void)state;
  static const int receiver[] = {2, 4, 2, 4};
  struct sp_trace trace = section_4_2();
  struct gantt_chart chart = lay_out(&trace, NAN);
  const struct gantt_row *in = row_of(&chart, 0, GANTT_IN), *sent = row_of(&chart, 1, GANTT_COMM);
  for (int k = 0; k < 4; k++) {
    const struct gantt_item *item = &chart.item[in->first + k];
    assert_int_equal(item->message, k);
    assert_int_equal(item->other, 1);
    assert_int_equal(item->receiver, receiver[k]);
    assert_int_equal(item->look, GANTT_TO_MASTER);
    assert_int_equal(chart.item[sent->first + k].receiver, receiver[k]);
    assert_int_equal(chart.item[sent->first + k].other, 0);
  }
  const struct gantt_item *item = &chart.item[row_of(&chart, 2, GANTT_COMP)->first];
  assert_int_equal(item[0].look, GANTT_OWN);
  assert_int_equal(item[1].look, GANTT_RECEIVED);
  gantt_chart_clear(&chart);
  sp_trace_clear(&trace);
}

/* What a worker has computed returns as a result; a task that goes through the master back to its
 * worker is none. */
static void results_have_a_look(void **state)
{
  (void)state;
  struct sp_trace trace = SP_TRACE_EMPTY;
  add(&trace, SP_TRANSFER, 0, 1, 0, 1, 0);
  add(&trace, SP_COMPUTE, 1, 3, 1, 1, 0);
  add(&trace, SP_TRANSFER, 3, 4.5, 1, 0, 0); /* the result */
  add(&trace, SP_TRANSFER, 4.5, 5, 2, 0, 1); /* a task, and back */
  add(&trace, SP_TRANSFER, 5, 6, 0, 2, 1);
  add(&trace, SP_COMPUTE, 6, 7, 2, 2, 1);
  struct gantt_chart chart = lay_out(&trace, NAN);
  static const enum gantt_look look[] = {GANTT_TO_WORKER, GANTT_RECEIVED,  GANTT_RESULT,
                                         GANTT_TO_MASTER, GANTT_TO_WORKER, GANTT_RECEIVED};
  for (int k = 0; k < 6; k++)
    assert_int_equal(chart.look[k], look[k]);
  const struct gantt_row *row = row_of(&chart, 0, GANTT_IN);
  const struct gantt_item *result = &chart.item[row->first];
  assert_int_equal(result->look, GANTT_RESULT);
  assert_int_equal(result->receiver, 1);
  assert_true(gantt_bar_of(&chart, row, result).hatched);
  gantt_chart_clear(&chart);
  trace.n = 3;
  chart = lay_out(&trace, NAN); /* the makespan is the end of the last result */
  assert_float_equal(chart.makespan, 4.5, 0);
  gantt_chart_clear(&chart);
  sp_trace_clear(&trace);
}

/* The darkest pixel's lightness, or the lightest one's, on the falling diagonal of a hatched
 * square. */
static int diagonal(bool falling, bool lightest)
{
  enum { SIDE = 40 };
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, SIDE, SIDE);
  cairo_t *cr = cairo_create(surface);
  cairo_set_source_rgb(cr, 1, 1, 1);
  cairo_paint(cr);
  cairo_set_source_rgb(cr, 0, 0, 0);
  cairo_set_line_width(cr, 1.2);
  gantt_hatch(cr, 0, 0, SIDE, SIDE, falling);
  cairo_stroke(cr);
  cairo_surface_flush(surface);
  const unsigned char *pixels = cairo_image_surface_get_data(surface);
  int found = lightest ? 0 : 255;
  for (int k = 1; k < SIDE - 1; k++) {
    int value = pixels[k * cairo_image_surface_get_stride(surface) + 4 * k];
    found = (value > found) == lightest ? value : found;
  }
  cairo_destroy(cr);
  cairo_surface_destroy(surface);
  return found;
}

/* A stroke of falling hatching runs along that diagonal; rising ones cross it. */
static void hatching_rises_or_falls(void **state)
{
  (void)state;
  assert_true(diagonal(true, true) < 100);
  assert_true(diagonal(false, true) > 200 && diagonal(false, false) < 100);
}

static void dates_and_abscissas(void **state)
{
  (void)state;
  struct sp_trace trace = section_4_2();
  struct gantt_chart chart = lay_out(&trace, 9.6);
  assert_float_equal(chart.makespan, 14, 0);
  assert_float_equal(chart.bound, 9.6, 0);
  assert_float_equal(gantt_x(&chart, 0), chart.left, 1e-9);
  assert_float_equal(gantt_x(&chart, chart.horizon), chart.right, 1e-9);
  assert_true(gantt_x(&chart, 14) < chart.right);
  gantt_chart_clear(&chart);
  chart = lay_out(&trace, 17.25); /* a bound beyond the end is on the page, too */
  assert_true(gantt_x(&chart, 17.25) < chart.right);
  gantt_chart_clear(&chart);
  chart = lay_out(&trace, -1); /* no bound */
  assert_true(isnan(chart.bound));
  gantt_chart_clear(&chart);
  /* Where something is computed, the makespan is the end of the last computation. */
  add(&trace, SP_TRANSFER, 14, 15.5, 2, 0, 4);
  chart = lay_out(&trace, NAN);
  assert_float_equal(chart.makespan, 14, 0);
  assert_true(chart.horizon > 15.5);
  gantt_chart_clear(&chart);
  sp_trace_clear(&trace);
}

static void rows_without_purpose_are_left_out(void **state)
{
  (void)state;
  struct sp_trace trace = SP_TRACE_EMPTY;
  add(&trace, SP_TRANSFER, 0, 1.375, 0, 3, 0);
  struct gantt_chart chart = lay_out(&trace, NAN); /* nothing is received or computed */
  assert_int_equal(chart.n_rows, 1 + 3);
  assert_float_equal(chart.makespan, 1.375, 0);
  gantt_chart_clear(&chart);
  add(&trace, SP_COMPUTE, 1.375, 4.5, 3, 3, 0);
  chart = lay_out(&trace, NAN);
  assert_int_equal(chart.n_rows, 1 + 3 * 2);
  gantt_chart_clear(&chart);
  add(&trace, SP_COMPUTE, 0, 4.5, 0, 0, -1); /* a master that computes */
  chart = lay_out(&trace, NAN);
  assert_int_equal(row_of(&chart, 0, GANTT_COMP)->n, 1);
  assert_int_equal(row_of(&chart, 3, GANTT_COMP)->n, 1);
  gantt_chart_clear(&chart);
  sp_trace_clear(&trace);
}

static struct gantt_chart lay_out_on(const struct sp_trace *trace, int workers)
{
  struct gantt_chart chart;
  struct sp_error error;
  struct sp_instance *in = sp_instance_alloc(workers);
  free(in->platform.node[2].name);
  in->platform.node[2].name = strdup("grelon\n-\xff");
  assert_int_equal(gantt_chart_init(&chart, trace, in, NAN, NULL, &error), SP_OK);
  sp_instance_free(in);
  return chart;
}

/* A chart of 99 workers of which one works shows just that; of 142, their number. */
static void idle_workers(void **state)
{
  (void)state;
  struct sp_trace trace = SP_TRACE_EMPTY;
  add(&trace, SP_TRANSFER, 0, 1, 0, 2, 0);
  add(&trace, SP_COMPUTE, 1, 2, 2, 2, 0);
  struct gantt_chart chart = lay_out_on(&trace, 12);
  assert_int_equal(chart.n_bands, 13);
  assert_int_equal(chart.n_rows, 1 + 12 * 2);
  assert_int_equal(row_of(&chart, 2, GANTT_COMP)->n, 1);
  assert_int_equal(row_of(&chart, 12, GANTT_COMP)->n, 0);
  assert_int_equal(chart.idle, 0);
  assert_string_equal(chart.name[0], "master");
  assert_string_equal(chart.name[1], "P1");
  assert_string_equal(chart.name[2], "grelon -?"); /* as cairo accepts it */
  gantt_chart_clear(&chart);
  chart = lay_out_on(&trace, 142);
  assert_int_equal(chart.n_bands, 2);
  assert_int_equal(chart.band[1].node, 2);
  assert_int_equal(chart.idle, 141);
  gantt_chart_clear(&chart);
  struct sp_instance *in = sp_instance_alloc(142);
  struct sp_error error;
  const struct sp_gantt_view all = {NAN, NAN, true};
  assert_int_equal(gantt_chart_init(&chart, &trace, in, NAN, &all, &error), SP_OK);
  assert_int_equal(chart.n_bands, 143);
  assert_int_equal(chart.idle, 0);
  gantt_chart_clear(&chart);
  sp_instance_free(in);
  sp_trace_clear(&trace);
}

/* A window of dates cuts what is over its edge, and leaves out what only touches it. */
static void windows(void **state)
{
  (void)state;
  struct sp_trace trace = SP_TRACE_EMPTY;
  struct gantt_chart chart;
  struct sp_error error;
  for (int k = 0; k < 4; k++)
    add(&trace, SP_COMPUTE, 10 * k, 10 * k + 10, 1, 1, -1);
  const struct sp_gantt_view view = {15, 30, false}, late = {50, NAN, false}, back = {3, 2, false};
  assert_int_equal(gantt_chart_init(&chart, &trace, NULL, NAN, &view, &error), SP_OK);
  assert_int_equal(chart.n_items, 2);
  assert_float_equal(chart.item[0].start, 15, 0);
  assert_float_equal(chart.item[0].end, 20, 0);
  assert_float_equal(gantt_x(&chart, 15), chart.left, 1e-9);
  assert_float_equal(gantt_x(&chart, 30), chart.right, 1e-9);
  assert_float_equal(chart.makespan, 40, 0);
  gantt_chart_clear(&chart);
  assert_int_equal(gantt_chart_init(&chart, &trace, NULL, NAN, &late, &error), SP_BAD_INPUT);
  assert_int_equal(gantt_chart_init(&chart, &trace, NULL, NAN, &back, &error), SP_BAD_INPUT);
  sp_trace_clear(&trace);
}

/* No two of GANTT_HUES workers have colours that are near each other. */
static void hues_differ(void **state)
{
  (void)state;
  for (int a = 1; a <= GANTT_HUES; a++)
    for (int b = 1; b < a; b++) {
      struct gantt_colour x = gantt_hue(a), y = gantt_hue(b);
      double distance = hypot(hypot(x.r - y.r, x.g - y.g), x.b - y.b);
      if (distance < 0.15)
        fail_msg("workers %d and %d: %g", b, a, distance);
    }
  assert_memory_equal(&(struct gantt_colour[]){gantt_hue(1)},
                      &(struct gantt_colour[]){gantt_hue(21)}, sizeof(struct gantt_colour));
}

/* The transfer of a unit that a worker loses before it computes it is marked. */
static void lost_units(void **state)
{
  (void)state;
  struct sp_trace trace = SP_TRACE_EMPTY;
  add(&trace, SP_TRANSFER, 0, 1, 0, 1, 0);
  add(&trace, SP_TRANSFER, 1, 2, 0, 1, 1);
  add(&trace, SP_TRANSFER, 2, 3, 0, 2, 2);
  add(&trace, SP_COMPUTE, 1, 2, 1, 1, 0);
  trace.event[trace.n - 1].lost = true;
  add(&trace, SP_COMPUTE, 3, 4, 2, 2, 2);
  struct gantt_chart chart = lay_out(&trace, NAN);
  assert_true(chart.gone);
  for (long k = 0; k < chart.n_items; k++) {
    const struct gantt_item *item = &chart.item[k];
    assert_int_equal(item->gone, item->look == GANTT_TO_WORKER && item->message < 2);
  }
  gantt_chart_clear(&chart);
  sp_trace_clear(&trace);
}

/* What the rows of the chart have merged; two tasks of this length in each of two colours. */
static struct gantt_merged merged(double length)
{
  struct sp_trace trace = SP_TRACE_EMPTY;
  struct gantt_merged merged = {false, false};
  add(&trace, SP_COMPUTE, 0, length, 1, 1, -1);
  add(&trace, SP_COMPUTE, length, 2 * length, 1, 1, -1);
  add(&trace, SP_COMPUTE, 2 * length, 3 * length, 1, 1, 0);
  add(&trace, SP_COMPUTE, 0, 1000, 2, 2, -1);
  struct gantt_chart chart = lay_out(&trace, NAN);
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 9, 9);
  cairo_t *cr = cairo_create(surface);
  for (int r = 0; r < chart.n_rows; r++)
    gantt_draw_row(cr, &chart, &chart.row[r], &merged);
  cairo_destroy(cr);
  cairo_surface_destroy(surface);
  gantt_chart_clear(&chart);
  sp_trace_clear(&trace);
  return merged;
}

static void merged_intervals(void **state)
{
  (void)state;
  struct gantt_merged apart = merged(100), alike = merged(2), different = merged(0.01);
  assert_true(!apart.alike && !apart.different);
  assert_true(alike.alike && !alike.different);
  assert_true(!different.alike && different.different);
}

static void overlaps_get_lanes(void **state)
{
  (void)state;
  struct sp_trace trace = SP_TRACE_EMPTY;
  for (int i = 1; i <= 3; i++) /* three receptions at once, then one */
    add(&trace, SP_TRANSFER, 0.25 * i, 5 + i, i, 0, i);
  add(&trace, SP_TRANSFER, 8.5, 9, 1, 0, 4);
  add(&trace, SP_TRANSFER, 2, 4, 0, 1, 5); /* P1 sends and receives at once */
  struct gantt_chart chart = lay_out(&trace, NAN);
  const struct gantt_row *in = row_of(&chart, 0, GANTT_IN), *both = row_of(&chart, 1, GANTT_COMM);
  assert_int_equal(in->lanes, 3);
  assert_int_equal(in->at_once, 3);
  for (int k = 0; k < 3; k++)
    assert_int_equal(chart.item[in->first + k].lane, k);
  assert_int_equal(chart.item[in->first + 3].lane, 0);
  assert_int_equal(both->lanes, 2);
  for (long k = both->first; k < both->first + both->n; k++)
    assert_int_equal(chart.item[k].lane, chart.item[k].sends ? 0 : 1);
  assert_int_equal(row_of(&chart, 2, GANTT_COMM)->lanes, 1);
  gantt_chart_clear(&chart);
  for (int k = 0; k < 30; k++)
    add(&trace, SP_TRANSFER, 20, 21 + k, 0, 1 + k % 3, 6 + k);
  chart = lay_out(&trace, NAN);
  assert_int_equal(row_of(&chart, 0, GANTT_OUT)->lanes, GANTT_MAX_LANES);
  assert_int_equal(row_of(&chart, 0, GANTT_OUT)->at_once, 30);
  double free_at[GANTT_MAX_LANES] = {0}; /* what is shown does not overlap even then */
  for (long k = 0; k < row_of(&chart, 0, GANTT_OUT)->n; k++) {
    const struct gantt_item *item = &chart.item[row_of(&chart, 0, GANTT_OUT)->first + k];
    assert_true(item->start >= free_at[item->lane] && item->end >= item->start);
    free_at[item->lane] = item->end;
  }
  gantt_chart_clear(&chart);
  sp_trace_clear(&trace);
}

/* For a page that scrolls: no worker is left out, and all that is at once has a lane of its own. */
static void whole_charts(void **state)
{
  (void)state;
  struct sp_trace trace = SP_TRACE_EMPTY;
  struct sp_instance *in = sp_instance_alloc(142);
  struct gantt_chart chart;
  struct sp_error error;
  for (int k = 0; k < 30; k++)
    add(&trace, SP_TRANSFER, 20, 21 + k, 0, 1 + k % 3, k);
  add(&trace, SP_TRANSFER, 10, 22, 1, 0, 30);
  assert_int_equal(gantt_rows_init(&chart, &trace, in, NAN, true, NULL, &error), SP_OK);
  assert_int_equal(chart.n_rows, 2 + 142 * 2);
  assert_int_equal(chart.idle, 0);
  assert_int_equal(row_of(&chart, 0, GANTT_OUT)->lanes, 30);
  assert_int_equal(row_of(&chart, 1, GANTT_COMM)->lanes, 11);
  assert_int_equal(chart.item[row_of(&chart, 1, GANTT_COMM)->first].lane,
                   0); /* the first to begin */
  assert_int_equal(row_of(&chart, 142, GANTT_COMP)->n, 0);
  gantt_chart_clear(&chart);
  sp_instance_free(in);
  sp_trace_clear(&trace);
}

/* Dates that differ by rounding do not overlap. */
static void rounding_is_no_overlap(void **state)
{
  (void)state;
  struct sp_trace trace = SP_TRACE_EMPTY;
  add(&trace, SP_COMPUTE, 0, 2.385 + 1e-12, 1, 1, -1);
  add(&trace, SP_COMPUTE, 2.385, 7.1, 1, 1, -1);
  struct gantt_chart chart = lay_out(&trace, NAN);
  assert_int_equal(row_of(&chart, 1, GANTT_COMP)->lanes, 1);
  assert_int_equal(row_of(&chart, 1, GANTT_COMP)->at_once, 1);
  gantt_chart_clear(&chart);
  sp_trace_clear(&trace);
}

static void page_grows_then_rows_shrink(void **state)
{
  (void)state;
  double height = 0, pitch = INFINITY;
  for (int m = 1; m <= 4000; m = m * 3 / 2 + 1) {
    struct sp_trace trace = SP_TRACE_EMPTY;
    for (int i = 1; i <= m; i++)
      add(&trace, SP_COMPUTE, 0, 2.5, i, i, -1);
    struct gantt_chart chart = lay_out(&trace, NAN);
    assert_true(chart.bottom - chart.bands >= height && chart.pitch <= pitch);
    assert_true(chart.height < 1300);
    height = chart.bottom - chart.bands;
    pitch = chart.pitch;
    gantt_chart_clear(&chart);
    sp_trace_clear(&trace);
  }
}

/* ---- axis */

static void ticks_are_round(void **state)
{
  (void)state;
  assert_float_equal(gantt_step(14, 16), 1, 1e-15);
  assert_float_equal(gantt_step(14, 10), 2, 1e-15);
  assert_float_equal(gantt_step(14, 3), 5, 1e-15);
  assert_float_equal(gantt_step(14, 2), 10, 1e-14);
  assert_float_equal(gantt_step(3e-6, 10), 5e-7, 1e-20);
  assert_float_equal(gantt_step(1, 10), 0.1, 1e-16);
  assert_int_equal(gantt_exponent(14), 0);
  assert_int_equal(gantt_exponent(99999), 0);
  assert_int_equal(gantt_exponent(2.8e6), 6);
  assert_int_equal(gantt_exponent(1e5), 3);
  assert_int_equal(gantt_exponent(2.8e-6), -6);
  assert_int_equal(gantt_exponent(2.8e-3), -3);
}

static void numbers_are_readable(void **state)
{
  (void)state;
  char text[48];
  gantt_number(text, sizeof text, 9.6);
  assert_string_equal(text, "9.6");
  gantt_number(text, sizeof text, 123456.75);
  assert_string_equal(text, "123457");
  gantt_number(text, sizeof text, 1234567);
  assert_string_equal(text, "1.23457×10⁶");
  gantt_number(text, sizeof text, 2.5e-10);
  assert_string_equal(text, "2.5×10⁻¹⁰");
}

/* ---- pictures */

/* Of the pixel of the PNG at a place in points: 0 black, 1 white. */
static double lightness_at(cairo_surface_t *png, double x, double y)
{
  const unsigned char *row =
      cairo_image_surface_get_data(png) + (ptrdiff_t)(2 * y) * cairo_image_surface_get_stride(png);
  uint32_t pixel;
  memcpy(&pixel, row + 4 * (ptrdiff_t)(2 * x), sizeof pixel);
  return ((pixel >> 16 & 255) + (pixel >> 8 & 255) + (pixel & 255)) / 765.0;
}

static double darkest_in(cairo_surface_t *png, double x0, double x1, double y0, double y1)
{
  double darkest = 1;
  for (double y = y0; y < y1; y += 0.5)
    for (double x = x0; x < x1; x += 0.5)
      darkest = fmin(darkest, lightness_at(png, x, y));
  return darkest;
}

/* Bars, the line of the makespan and its text are where the layout has them. */
static void png_shows_the_trace(void **state)
{
  (void)state;
  struct sp_trace trace = section_4_2();
  struct gantt_chart chart = lay_out(&trace, 9.6);
  write_chart("s42.png", &trace, 9.6);
  cairo_surface_t *png = cairo_image_surface_create_from_png(path_of("s42.png"));
  assert_int_equal(cairo_surface_status(png), CAIRO_STATUS_SUCCESS);
  assert_int_equal(cairo_image_surface_get_width(png), (int)ceil(2 * chart.width));
  assert_int_equal(cairo_image_surface_get_height(png), (int)ceil(2 * chart.height));
  const struct gantt_row *own = row_of(&chart, 1, GANTT_COMP);
  double y = own->y + own->height / 2;
  assert_true(lightness_at(png, gantt_x(&chart, 1.5), y) < 0.9);  /* a task of P1 */
  assert_true(lightness_at(png, gantt_x(&chart, 1.5), y) > 0.8);  /* ... is light grey */
  assert_true(lightness_at(png, gantt_x(&chart, 12.5), y) > 0.9); /* P1 has ended */
  assert_true(lightness_at(png, gantt_x(&chart, 14), y) < 0.5);   /* line of the makespan */
  assert_true(lightness_at(png, gantt_x(&chart, 13.9), y) > 0.9); /* ... only there */
  assert_true(darkest_in(png, gantt_x(&chart, 14) - 30, gantt_x(&chart, 14) + 20, 38, 44) < 0.2);
  assert_true(darkest_in(png, gantt_x(&chart, 11), gantt_x(&chart, 13), 30, 60) > 0.99);
  const struct gantt_row *busy = row_of(&chart, 4, GANTT_COMP);
  y = busy->y + 3;
  assert_true(lightness_at(png, gantt_x(&chart, 7), y) < 0.7); /* received: full colour */
  assert_true(lightness_at(png, gantt_x(&chart, 5.5), y) > 0.9);
  cairo_surface_destroy(png);
  gantt_chart_clear(&chart);
  sp_trace_clear(&trace);
  unlink(path_of("s42.png"));
}

static void formats_have_their_magic(void **state)
{
  (void)state;
  static const struct {
    const char *name, *magic;
  } format[] = {
      {"a.svg", "<?xml"}, {"a.pdf", "%PDF-1."}, {"a.png", "\x89PNG\r\n"}, {"A.SVG", "<?xml"}};
  struct sp_trace trace = section_4_2();
  for (size_t k = 0; k < sizeof format / sizeof *format; k++) {
    write_chart(format[k].name, &trace, 9.6);
    size_t size;
    char *bytes = read_all(path_of(format[k].name), &size);
    assert_true(size > 1000);
    assert_memory_equal(bytes, format[k].magic, strlen(format[k].magic));
    free(bytes);
    unlink(path_of(format[k].name));
  }
  assert_int_equal(count_files(), 0);
  sp_trace_clear(&trace);
}

/* Also after other charts were drawn, and with the events in any order. */
static void same_trace_same_bytes(void **state)
{
  (void)state;
  static const char *const name[] = {"b.svg", "b.pdf", "b.png"};
  struct sp_trace trace = section_4_2(), turned = SP_TRACE_EMPTY;
  for (long k = trace.n - 1; k >= 0; k--)
    sp_trace_add(&turned, &trace.event[k]);
  for (int k = 0; k < 3; k++) {
    size_t first_size, again_size;
    write_chart(name[k], &trace, 9.6);
    char *first = read_all(path_of(name[k]), &first_size);
    if (k == 1) /* the PDF carries no date of today */
      sleep(1);
    write_chart(name[k], &turned, 9.6);
    char *again = read_all(path_of(name[k]), &again_size);
    assert_int_equal(first_size, again_size);
    assert_memory_equal(first, again, first_size);
    free(first);
    free(again);
    unlink(path_of(name[k]));
  }
  sp_trace_clear(&trace);
  sp_trace_clear(&turned);
}

/* No event; no time; dates of any size; a title of any kind: all are drawn. */
static void extremes_are_drawn(void **state)
{
  (void)state;
  static const double scale[] = {0, 1e-300, 1e-6, 1e6, 1e299};
  struct sp_trace trace = SP_TRACE_EMPTY;
  struct sp_error error = {""};
  write_chart("c.svg", &trace, NAN);
  for (size_t k = 0; k < sizeof scale / sizeof *scale; k++) {
    sp_trace_clear(&trace);
    add(&trace, SP_TRANSFER, 0, 1.5 * scale[k], 0, 1, 0);
    add(&trace, SP_COMPUTE, 1.5 * scale[k], 4.25 * scale[k], 1, 1, 0);
    write_chart("c.svg", &trace, 3.75 * scale[k]);
    write_chart("c.png", &trace, 3.75 * scale[k]);
  }
  static char title[100000]; /* is cut in no time */
  memset(title, 'W', sizeof title);
  title[sizeof title - 1] = '\0';
  memcpy(title, "\xff\n\xc3", 3); /* not UTF-8 */
  assert_int_equal(sp_write_gantt(path_of("c.pdf"), &trace, NULL, title, NAN, NULL, &error), SP_OK);
  memcpy(title, "é\n", 3);
  assert_int_equal(sp_write_gantt(path_of("c.pdf"), &trace, NULL, title, NAN, NULL, &error), SP_OK);
  assert_int_equal(sp_write_gantt(path_of("c.pdf"), &trace, NULL, NULL, NAN, NULL, &error), SP_OK);
  sp_trace_clear(&trace);
  unlink(path_of("c.svg"));
  unlink(path_of("c.png"));
  unlink(path_of("c.pdf"));
}

/* 10^5 events, as many of them as possible far apart from their neighbours on the row. */
static void files_stay_small(void **state)
{
  (void)state;
  struct sp_trace trace = SP_TRACE_EMPTY;
  uint64_t chance = 88172645463325252u;
  for (long k = 0; k < 50000; k++) {
    chance = chance * 6364136223846793005u + 1442695040888963407u;
    int i = 1 + (int)(chance >> 33) % 200;
    add(&trace, SP_TRANSFER, (double)k, (double)k + 0.75, 0, i, k);
    add(&trace, SP_COMPUTE, (double)k + 0.75, (double)k + 1.75, i, i, k);
  }
  write_chart("d.svg", &trace, NAN);
  write_chart("d.pdf", &trace, NAN);
  struct stat svg, pdf;
  assert_int_equal(stat(path_of("d.svg"), &svg), 0);
  unlink(path_of("d.svg"));
  assert_int_equal(stat(path_of("d.pdf"), &pdf), 0);
  unlink(path_of("d.pdf"));
  assert_in_range(svg.st_size, 100000, 2000000);
  assert_in_range(pdf.st_size, 10000, 1000000);
  sp_trace_clear(&trace);
}

/* ---- errors */

static void refuse(const char *path, const struct sp_trace *trace, int code, const char *word)
{
  struct sp_error error = {""};
  assert_int_equal(sp_write_gantt(path, trace, NULL, "t", NAN, NULL, &error), code);
  assert_non_null(strstr(error.text, word));
  assert_null(strchr(error.text, '\n'));
  assert_int_equal(count_files(), 0);
}

static void suffixes_are_checked(void **state)
{
  (void)state;
  struct sp_trace trace = section_4_2();
  static const char *const name[] = {"e.jpg", "e", "svg", "e.svg.gz", "e.sv"};
  for (size_t k = 0; k < sizeof name / sizeof *name; k++)
    refuse(path_of(name[k]), &trace, SP_BAD_INPUT, "expected .svg, .pdf or .png");
  refuse("", &trace, SP_BAD_INPUT, "suffix");
  sp_trace_clear(&trace);
}

static void unwritable_output(void **state)
{
  (void)state;
  struct sp_trace trace = section_4_2();
  refuse(path_of("missing/f.svg"), &trace, SP_CANNOT, "missing/f.svg");
  refuse("/proc/f.pdf", &trace, SP_CANNOT, "/proc/f.pdf");
  /* A target that cannot be replaced: the temporary must go. */
  assert_int_equal(mkdir(path_of("f.png"), 0700), 0);
  struct sp_error error = {""};
  assert_int_equal(sp_write_gantt(path_of("f.png"), &trace, NULL, "t", NAN, NULL, &error),
                   SP_CANNOT);
  assert_int_equal(count_files(), 1);
  assert_int_equal(rmdir(path_of("f.png")), 0);
  sp_trace_clear(&trace);
}

/* The disk is full half way: as a limit on the size of files, 2000 bytes. */
static void interrupted_output(void **state)
{
  (void)state;
  struct sp_trace trace = section_4_2();
  struct rlimit before, tight;
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  tight = before;
  tight.rlim_cur = 2000;
  void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
  static const char *const name[] = {"h.svg", "h.pdf", "h.png"};
  for (int k = 0; k < 3; k++) {
    struct sp_error error = {""};
    setrlimit(RLIMIT_FSIZE, &tight);
    int code = sp_write_gantt(path_of(name[k]), &trace, NULL, "t", NAN, NULL, &error);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(code, SP_CANNOT);
    assert_non_null(strstr(error.text, name[k]));
    assert_int_equal(count_files(), 0);
  }
  signal(SIGXFSZ, handler);
  sp_trace_clear(&trace);
}

static void bad_traces_are_refused(void **state)
{
  (void)state;
  static const struct sp_event bad[] = {
      {NAN, 2, 1, 0, 1, 0, SP_TRANSFER, false},      {1, NAN, 1, 0, 1, 0, SP_TRANSFER, false},
      {1, INFINITY, 1, 0, 1, 0, SP_TRANSFER, false}, {-0.5, 2, 1, 0, 1, 0, SP_TRANSFER, false},
      {3, 2, 1, 0, 1, 0, SP_TRANSFER, false},        {1, 2, 1, -1, 1, 0, SP_TRANSFER, false},
      {1, 2, 1, 0, -2, 0, SP_TRANSFER, false},       {1, 2, 1, 1, 2, 0, SP_COMPUTE, false},
  };
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    struct sp_trace trace = section_4_2();
    sp_trace_add(&trace, &bad[k]);
    refuse(path_of("g.svg"), &trace, SP_BAD_INPUT, "event 19");
    sp_trace_clear(&trace);
  }
  struct sp_trace trace = SP_TRACE_EMPTY;
  add(&trace, SP_COMPUTE, 0, 1, INT_MAX, INT_MAX, -1);
  refuse(path_of("g.svg"), &trace, SP_CANNOT, "2147483647 workers");
  sp_trace_clear(&trace);
}

static int make_directory(void **state)
{
  (void)state;
  return mkdtemp(directory) ? 0 : -1;
}

static int remove_directory(void **state)
{
  (void)state;
  return rmdir(directory);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_of_the_report),
      cmocka_unit_test(tasks_keep_their_receiver),
      cmocka_unit_test(dates_and_abscissas),
      cmocka_unit_test(rows_without_purpose_are_left_out),
      cmocka_unit_test(idle_workers),
      cmocka_unit_test(windows),
      cmocka_unit_test(hues_differ),
      cmocka_unit_test(lost_units),
      cmocka_unit_test(merged_intervals),
      cmocka_unit_test(overlaps_get_lanes),
      cmocka_unit_test(whole_charts),
      cmocka_unit_test(rounding_is_no_overlap),
      cmocka_unit_test(page_grows_then_rows_shrink),
      cmocka_unit_test(ticks_are_round),
      cmocka_unit_test(numbers_are_readable),
      cmocka_unit_test(png_shows_the_trace),
      cmocka_unit_test(formats_have_their_magic),
      cmocka_unit_test(same_trace_same_bytes),
      cmocka_unit_test(extremes_are_drawn),
      cmocka_unit_test(files_stay_small),
      cmocka_unit_test(suffixes_are_checked),
      cmocka_unit_test(unwritable_output),
      cmocka_unit_test(interrupted_output),
      cmocka_unit_test(bad_traces_are_refused),
      cmocka_unit_test(results_have_a_look),
      cmocka_unit_test(hatching_rises_or_falls),
  };
  return cmocka_run_group_tests(tests, make_directory, remove_directory);
}

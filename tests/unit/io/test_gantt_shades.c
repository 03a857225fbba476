/* Tests what a Gantt chart shades behind the rows of a star that changes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "io/chart/draw.h"
#include "model/instance.h"
#include "model/schedule.h"
#include <starport/starport.h>
#include <stdio.h>
#include <stdlib.h>

/* The chart of a run to date 100 / 1.02 on the star, so that the axis ends at 100. */
static struct gantt_chart chart_of(const char *star)
{
  struct gantt_chart chart;
  struct sp_error error = {"no reason"};
  struct sp_trace trace = SP_TRACE_EMPTY;
  struct sp_instance *in = sp_star_parse(star, &error);
  if (!in)
    fail_msg("%s: %s", star, error.text);
  sp_trace_add(&trace, &(struct sp_event){0, 1, 1, 0, 1, 0, SP_TRANSFER, false});
  sp_trace_add(&trace, &(struct sp_event){1, 100 / 1.02, 1, 1, 1, 0, SP_COMPUTE, false});
  assert_int_equal(gantt_chart_init(&chart, &trace, in, NAN, NULL, &error), SP_OK);
  sp_instance_free(in);
  sp_trace_clear(&trace);
  return chart;
}

/* The shade of a worker's row at a date. */
static enum gantt_shade shade_at(const struct gantt_chart *chart, int node, enum gantt_role role,
                                 double date)
{
  double x = gantt_x(chart, date);
  for (long k = 0; k < chart->n_spans; k++) {
    const struct gantt_span *span = &chart->span[k];
    const struct gantt_row *row = &chart->row[span->row];
    if (row->node == node && row->role == role && span->x0 <= x && x < span->x1)
      return span->shade;
  }
  return GANTT_FULL_SPEED;
}

static void constant_stars_have_no_shades(void **state)
{
  (void)state;
  struct gantt_chart chart = chart_of("c=1,2 w=3,4 tasks=1");
  assert_false(chart.changing);
  assert_int_equal(chart.n_spans, 0);
  assert_true(chart.height == chart.bottom + 64);
  gantt_chart_clear(&chart);
}

static void the_slower_the_darker(void **state)
{
  (void)state;
  struct gantt_chart chart = chart_of(
      "c=1,2 w=3,4 tasks=1 profile=w1:10*0.9,20*0.5,30*0.1,40*0,50*3,60*1,every:80;c2:5*.5");
  assert_int_equal(shade_at(&chart, 1, GANTT_COMP, 5), GANTT_FULL_SPEED);
  assert_int_equal(shade_at(&chart, 1, GANTT_COMP, 15), 1);
  assert_int_equal(shade_at(&chart, 1, GANTT_COMP, 25), 3);
  assert_int_equal(shade_at(&chart, 1, GANTT_COMP, 35), GANTT_SLOWEST);
  assert_int_equal(shade_at(&chart, 1, GANTT_COMP, 45), GANTT_STILL);
  assert_int_equal(shade_at(&chart, 1, GANTT_COMP, 55), GANTT_FULL_SPEED);
  assert_int_equal(shade_at(&chart, 1, GANTT_COMP, 65), GANTT_FULL_SPEED);
  assert_int_equal(shade_at(&chart, 1, GANTT_COMP, 95), 1); /* the second period */
  assert_int_equal(shade_at(&chart, 1, GANTT_COMM, 45), GANTT_FULL_SPEED);
  assert_int_equal(shade_at(&chart, 2, GANTT_COMM, 4), GANTT_FULL_SPEED);
  assert_int_equal(shade_at(&chart, 2, GANTT_COMM, 99), 3);
  assert_int_equal(shade_at(&chart, 2, GANTT_COMP, 99), GANTT_FULL_SPEED);
  assert_true(chart.height == chart.bottom + 80); /* one more line of the legend */
  gantt_chart_clear(&chart);
}

/* A worker that is down neither computes nor receives; one whose link is down computes. */
static void states(void **state)
{
  (void)state;
  struct gantt_chart chart =
      chart_of("c=1,2 w=3,4 tasks=1 profile=host1:10*0,20*1;link2:30*0,40*1;w1:15*0,25*1");
  assert_int_equal(shade_at(&chart, 1, GANTT_COMP, 12), GANTT_DOWN);
  assert_int_equal(shade_at(&chart, 1, GANTT_COMP, 18), GANTT_DOWN);
  assert_int_equal(shade_at(&chart, 1, GANTT_COMP, 22), GANTT_STILL);
  assert_int_equal(shade_at(&chart, 1, GANTT_COMM, 12), GANTT_DOWN);
  assert_int_equal(shade_at(&chart, 2, GANTT_COMM, 35), GANTT_DOWN);
  assert_int_equal(shade_at(&chart, 2, GANTT_COMP, 35), GANTT_FULL_SPEED);
  gantt_chart_clear(&chart);
}

/* The legend explains grey where something is slower, but not the edges of what is down. */
static void legend(void **state)
{
  static const struct {
    const char *profile;
    bool slower, still, down;
  } expected[] = {
      {"host1:10.01*0,20.01*1;link2:30.02*0,40.02*1,every:60", false, false, true},
      {"w1:10.01*0,20.01*1", false, true, false},
      {"host1:10.01*0,20.01*1;w2:30*0.9,40*1", true, false, true},
      {"host1:0*0,3e-7*1,every:1e-6;host2:10*0,20*1", true, false,
       true}, /* down 30 % of the time */
      {"w1:10.01*0.5,10.02*1", true, false, false},
  };
  (void)state;
  for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
    char star[128];
    bool wanted[GANTT_SHADES];
    snprintf(star, sizeof star, "c=1,2 w=3,4 tasks=1 profile=%s", expected[k].profile);
    struct gantt_chart chart = chart_of(star);
    gantt_shades_wanted(&chart, wanted);
    assert_int_equal(wanted[GANTT_SLOWEST], expected[k].slower);
    assert_int_equal(wanted[GANTT_STILL], expected[k].still);
    assert_int_equal(wanted[GANTT_DOWN], expected[k].down);
    gantt_chart_clear(&chart);
  }
}

/* 10^8 changes are one rectangle with the shade of their mean, however fast the factors above 1;
 * 10^5 different columns of a row are not more than the page has. */
static void many_changes_are_merged(void **state)
{
  (void)state;
  struct gantt_chart chart = chart_of("c=1 w=3 tasks=1 profile=w:0*0,5e-7*9,every:1e-6");
  assert_int_equal(chart.n_spans, 1);
  assert_int_equal(chart.span[0].shade, 3);
  assert_true(chart.span[0].x0 <= chart.left && chart.span[0].x1 >= chart.right);
  gantt_chart_clear(&chart);

  struct sp_error error = {"no reason"};
  struct sp_trace trace = SP_TRACE_EMPTY;
  struct sp_instance *in = sp_star_parse("c=1 w=3 tasks=1", &error);
  struct sp_profile p = {.period = INFINITY};
  long cap = 0;
  for (long k = 0; k < 100000; k++)
    sp_profile_add(&p, &cap, (double)k / 1000, (double)((k * 7919) % 1000) / 999);
  sp_set_profile(in, SP_SPEED, 1, &p);
  sp_trace_add(&trace, &(struct sp_event){0, 98, 1, 1, 1, 0, SP_COMPUTE, false});
  assert_int_equal(gantt_chart_init(&chart, &trace, in, NAN, NULL, &error), SP_OK);
  assert_in_range(chart.n_spans, 1, 1600);
  gantt_chart_clear(&chart);
  sp_profile_clear(&p);
  sp_instance_free(in);
  sp_trace_clear(&trace);
}

/* What was lost looks alike for all workers, and unlike what was done. */
static void lost_work(void **state)
{
  (void)state;
  struct gantt_chart chart;
  struct sp_error error = {"no reason"};
  struct sp_trace trace = SP_TRACE_EMPTY;
  sp_trace_add(&trace,
               &(struct sp_event){
                   .end = 5, .amount = 1, .from = 1, .to = 1, .kind = SP_COMPUTE, .lost = true});
  sp_trace_add(&trace,
               &(struct sp_event){.end = 5, .amount = 1, .from = 2, .to = 2, .kind = SP_COMPUTE});
  assert_int_equal(gantt_chart_init(&chart, &trace, NULL, NAN, NULL, &error), SP_OK);
  assert_true(chart.used[GANTT_LOST] && chart.used[GANTT_RECEIVED]);
  for (long k = 0; k < chart.n_items; k++) {
    const struct gantt_item *item = &chart.item[k];
    assert_int_equal(item->look, item->receiver == 1 ? GANTT_LOST : GANTT_RECEIVED);
    assert_int_equal(gantt_bar_of(&chart, &chart.row[item->row], item).hatched,
                     item->receiver == 1);
  }
  gantt_chart_clear(&chart);
  sp_trace_clear(&trace);
}

static int luminance(cairo_surface_t *surface, double x, double y)
{
  const unsigned char *row =
      cairo_image_surface_get_data(surface) + (int)y * cairo_image_surface_get_stride(surface);
  return row[4 * (int)x + 1];
}

/* The picture in grey: full speed is lighter than slow, slow than down. */
static void shades_are_drawn(void **state)
{
  (void)state;
  struct gantt_chart chart = chart_of("c=1,2 w=3,4 tasks=1 profile=w2:20*0.9,40*0.1;host2:70*0");
  cairo_surface_t *surface =
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)chart.width, (int)chart.height);
  cairo_t *cr = cairo_create(surface);
  gantt_draw(cr, &chart, "shades");
  cairo_surface_flush(surface);
  double y = chart.row[chart.n_rows - 1].y + 2;
  int at[4];
  for (int k = 0; k < 4; k++)
    at[k] = luminance(surface, gantt_x(&chart, 13 + 22 * k), y);
  assert_int_equal(at[0], 255);
  assert_true(at[0] - at[1] > 15 && at[1] - at[2] > 40 && at[2] - at[3] > 40);
  cairo_destroy(cr);
  cairo_surface_destroy(surface);
  gantt_chart_clear(&chart);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(constant_stars_have_no_shades),
      cmocka_unit_test(the_slower_the_darker),
      cmocka_unit_test(states),
      cmocka_unit_test(legend),
      cmocka_unit_test(many_changes_are_merged),
      cmocka_unit_test(shades_are_drawn),
      cmocka_unit_test(lost_work),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

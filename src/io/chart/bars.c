/* Draws the intervals of a row of a Gantt chart.
 *
 * A row may have 10^5 intervals and a page a few thousand points, so intervals are first gathered
 * into bars: intervals that touch and look alike form one bar with a thin edge between them.
 * Neighbours that are too narrow to be distinguished also form one bar; it is grey if they differ,
 * and paler if it has more gaps. Bars of one paint are drawn as one stroke as thick as the lane. So
 * the file size depends mainly on the page, not on the trace. */
#include "base/memory.h"
#include "base/num.h"
#include "io/chart/draw.h"

static const double visible = 0.5;   /* nothing is drawn narrower than this */
static const double edge_width = 3;  /* intervals of at least this width get an edge */
static const double edge_height = 5; /* in lower lanes the edge is white, for lack of room */

/* A look and a hue: intervals of equal paint differ only by their edges. */
struct paint {
  enum gantt_look look;
  int receiver;
  bool mixed; /* several intervals, too short to be distinguished */
  bool small; /* too small for hatching and outline */
};

struct bar {
  double x0, x1;
  double busy; /* part of its width; the rest is gaps too narrow to be shown */
  int lane;
  bool edged;  /* a member is wide enough for an edge */
  bool merged; /* members have no edge between them */
  struct paint paint;
};

struct bars {
  struct bar *bar;
  long n, first; /* first: of the current lane */
  double finest;
};

static int compare_colours(struct gantt_colour a, struct gantt_colour b)
{
  int order = SP_COMPARE(a.r, b.r);
  order = order ? order : SP_COMPARE(a.g, b.g);
  return order ? order : SP_COMPARE(a.b, b.b);
}

static struct gantt_colour colour_of(const struct paint *p)
{
  return p->mixed ? gantt_hue(0) : gantt_fill(p->look, p->receiver, p->small);
}

/* True if the two paints look the same; two workers may share a hue. */
static bool same_paint(const struct paint *p, const struct paint *q)
{
  return compare_colours(colour_of(p), colour_of(q)) == 0;
}

static bool is_hatched(const struct paint *p)
{
  return gantt_is_hatched(p->look) && !p->small && !p->mixed;
}

static double width(const struct bar *b)
{
  return b->x1 - b->x0;
}

/* The darkness of a bar in quarters; 1 if nearly all of it is busy. */
static double density(const struct bar *b)
{
  double share = width(b) < visible ? 1 : b->busy / width(b);
  return share > 0.85 ? 1 : floor(share * 4 + 1) / 4;
}

static struct gantt_colour fill_of(const struct bar *b)
{
  return gantt_tint(colour_of(&b->paint), density(b));
}

/* Ends the last bar, whose paint is now final. If it only continues the bar before it, the two are
 * merged. */
static void settle(struct bars *bars)
{
  if (bars->n - bars->first < 2)
    return;
  struct bar *last = &bars->bar[bars->n - 1], *before = last - 1;
  if (last->x0 - before->x1 < bars->finest && same_paint(&last->paint, &before->paint)) {
    before->x1 = last->x1;
    before->busy += last->busy;
    before->merged |= last->merged || !last->edged;
    before->edged |= last->edged;
    bars->n--;
  }
}

/* Adds an interval that starts no earlier than the last bar. */
static void gather(struct bars *bars, struct bar b)
{
  struct bar *last = bars->n > bars->first ? &bars->bar[bars->n - 1] : NULL;
  if (last && b.x0 < last->x1)
    b.x0 = last->x1;
  if (b.x1 < b.x0)
    return;
  bool touches = last && b.x0 - last->x1 < bars->finest;
  bool alike = touches && same_paint(&last->paint, &b.paint);
  if (alike || (touches && width(&b) < bars->finest && width(last) < bars->finest)) {
    if (!alike)
      last->paint = (struct paint){.mixed = true};
    last->x1 = b.x1;
    last->busy += b.busy;
    last->merged |= !b.edged;
    last->edged |= b.edged;
    return;
  }
  settle(bars);
  bars->bar[bars->n++] = b;
}

/* Rounds to a grid that is at most half the finest width: short numbers keep vector files small. */
static double snapped_x(const struct gantt_chart *chart, double date)
{
  double grid = fmin(chart->finest / 2, 0.5);
  return floor(gantt_x(chart, date) / grid + 0.5) * grid;
}

static struct bar bar_of(const struct gantt_chart *chart, const struct gantt_row *row,
                         const struct gantt_item *item)
{
  struct bar b = {.x0 = snapped_x(chart, item->start),
                  .x1 = snapped_x(chart, item->end),
                  .busy = gantt_x(chart, item->end) - gantt_x(chart, item->start),
                  .lane = item->lane,
                  .paint = {.look = item->look, .receiver = item->receiver}};
  b.edged = width(&b) >= edge_width * chart->finest / 0.25;
  b.paint.small = width(&b) < edge_width || gantt_lane_height(row) < edge_height;
  return b;
}

static struct bars gather_row(const struct gantt_chart *chart, const struct gantt_row *row)
{
  struct bars bars = {sp_xcalloc((size_t)row->n, sizeof *bars.bar), 0, 0, chart->finest};
  const struct gantt_item *item = chart->item + row->first;
  for (int lane = 0; lane < row->lanes; lane++) {
    bars.first = bars.n;
    for (long k = 0; k < row->n; k++)
      if (item[k].lane == lane)
        gather(&bars, bar_of(chart, row, &item[k]));
    settle(&bars);
  }
  return bars;
}

static int compare_bars(const void *a, const void *b)
{
  const struct bar *p = a, *q = b;
  int order = compare_colours(fill_of(p), fill_of(q));
  order = order ? order : SP_COMPARE(p->lane, q->lane);
  return order ? order : SP_COMPARE(p->x0, q->x0);
}

static double lane_top(const struct gantt_row *row, int lane)
{
  return row->y + lane * gantt_lane_height(row);
}

/* Draws all bars of a paint as one thick stroke. Intervals without length are also visible. */
static void fill_bars(cairo_t *cr, const struct gantt_row *row, const struct bars *bars)
{
  double height = gantt_lane_height(row);
  cairo_set_line_width(cr, height);
  for (long k = 0; k < bars->n; k++) {
    const struct bar *b = &bars->bar[k];
    double y = lane_top(row, b->lane) + height / 2;
    gantt_line(cr, b->x0, y, width(b) < visible ? b->x0 + visible : b->x1, y);
    if (k + 1 == bars->n || compare_colours(fill_of(b), fill_of(b + 1)) != 0) {
      gantt_set(cr, fill_of(b));
      cairo_stroke(cr);
    }
  }
}

static void hatch_bars(cairo_t *cr, const struct gantt_row *row, const struct bars *bars)
{
  double height = gantt_lane_height(row);
  cairo_set_line_width(cr, 1.2);
  for (long k = 0; k < bars->n; k++) {
    const struct bar *b = &bars->bar[k];
    if (!is_hatched(&b->paint))
      continue;
    double y = lane_top(row, b->lane);
    gantt_hatch(cr, b->x0, y, b->x1, y + height, b->paint.look == GANTT_RESULT);
    gantt_set(cr, gantt_hue(b->paint.look == GANTT_LOST ? 0 : b->paint.receiver));
    cairo_stroke(cr);
  }
}

/* Draws dark outlines of bars and a tick at the start of each interval; in low lanes only white
 * ticks. */
static void draw_edges(cairo_t *cr, const struct gantt_chart *chart, const struct gantt_row *row,
                       const struct bars *bars)
{
  double height = gantt_lane_height(row);
  bool dark = height >= edge_height;
  for (long k = 0; dark && k < bars->n; k++) {
    const struct bar *b = &bars->bar[k];
    if (b->edged)
      cairo_rectangle(cr, b->x0, lane_top(row, b->lane), width(b), height);
  }
  for (long k = row->first; k < row->first + row->n; k++) {
    const struct bar b = bar_of(chart, row, &chart->item[k]);
    if (b.edged)
      gantt_line(cr, b.x0, lane_top(row, b.lane), b.x0, lane_top(row, b.lane) + height);
  }
  cairo_set_line_width(cr, 0.5);
  cairo_set_source_rgb(cr, dark ? 0.25 : 1, dark ? 0.25 : 1, dark ? 0.25 : 1);
  cairo_stroke(cr);
}

void gantt_draw_row(cairo_t *cr, const struct gantt_chart *chart, const struct gantt_row *row,
                    struct gantt_merged *merged)
{
  struct bars bars = gather_row(chart, row);
  qsort(bars.bar, (size_t)bars.n, sizeof *bars.bar, compare_bars);
  fill_bars(cr, row, &bars);
  hatch_bars(cr, row, &bars);
  draw_edges(cr, chart, row, &bars);
  for (long k = 0; k < bars.n; k++) {
    bool mixed = bars.bar[k].paint.mixed;
    merged->different |= mixed;
    merged->alike |= bars.bar[k].merged && !mixed;
  }
  free(bars.bar);
}

struct gantt_bar gantt_bar_of(const struct gantt_chart *chart, const struct gantt_row *row,
                              const struct gantt_item *item)
{
  const struct bar b = bar_of(chart, row, item);
  return (struct gantt_bar){.x0 = b.x0,
                            .x1 = b.x1,
                            .y = lane_top(row, b.lane) + gantt_lane_height(row) / 2,
                            .fill = fill_of(&b),
                            .hatched = is_hatched(&b.paint)};
}

/* The intervals of a row of the Gantt chart.
 *
 * A row may hold 10^5 intervals and a page a few thousand points, so intervals are first gathered
 * into bars: what touches and looks alike is one bar with a thin edge between its members, and
 * neighbours too narrow to be told apart become one bar, grey if they differ and as pale as it has
 * gaps. Bars of one paint are one stroke as thick as the lane. A file thus grows with the page,
 * hardly with the trace. */
#include "base/memory.h"
#include "io/chart/gantt.h"
#include <stdlib.h>

static const double visible = 0.5;   /* nothing is drawn narrower than this */
static const double edge_width = 3;  /* intervals from here on get an edge */
static const double edge_height = 5; /* ... which in lower lanes is white, for want of room */

/* A look in a hue: intervals of equal paint cannot be told apart but by their edges. */
struct paint {
  enum gantt_look look;
  int receiver;
  bool mixed; /* several, too short to tell apart */
  bool small; /* too small for hatching and outline */
};

struct bar {
  double x0, x1;
  double busy; /* of its width: the rest are gaps too narrow to be shown */
  int lane;
  bool edged; /* a member is wide enough for an edge */
  struct paint paint;
};

struct bars {
  struct bar *bar;
  long n, first; /* first: of the current lane */
  double finest;
};

static int compare_colours(struct gantt_colour a, struct gantt_colour b)
{
  double d = a.r - b.r;
  if (d == 0)
    d = a.g - b.g;
  if (d == 0)
    d = a.b - b.b;
  return (d > 0) - (d < 0);
}

static struct gantt_colour colour_of(const struct paint *p)
{
  return p->mixed ? gantt_hue(0) : gantt_fill(p->look, p->receiver, p->small);
}

/* By what is seen: two workers may share a hue. */
static bool same_paint(const struct paint *p, const struct paint *q)
{
  return compare_colours(colour_of(p), colour_of(q)) == 0;
}

static bool is_hatched(const struct paint *p)
{
  return p->look == GANTT_TO_MASTER && !p->small && !p->mixed;
}

static double width(const struct bar *b)
{
  return b->x1 - b->x0;
}

/* How dark a bar is to be: in quarters, 1 if nearly all of it is busy. */
static double density(const struct bar *b)
{
  double share = width(b) < visible ? 1 : b->busy / width(b);
  return share > 0.85 ? 1 : floor(share * 4 + 1) / 4;
}

static struct gantt_colour fill_of(const struct bar *b)
{
  return gantt_tint(colour_of(&b->paint), density(b));
}

/* The last bar has got its final paint: if it only continues the one before, they are one. */
static void settle(struct bars *bars)
{
  if (bars->n - bars->first < 2)
    return;
  struct bar *last = &bars->bar[bars->n - 1], *before = last - 1;
  if (last->x0 - before->x1 < bars->finest && same_paint(&last->paint, &before->paint)) {
    before->x1 = last->x1;
    before->busy += last->busy;
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
    last->edged |= b.edged;
    return;
  }
  settle(bars);
  bars->bar[bars->n++] = b;
}

/* To a grid no coarser than half the finest width: short numbers keep vector files small. */
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
  int colour = compare_colours(fill_of(p), fill_of(q));
  if (colour)
    return colour;
  if (p->lane != q->lane)
    return p->lane < q->lane ? -1 : 1;
  return (p->x0 > q->x0) - (p->x0 < q->x0);
}

static double lane_top(const struct gantt_row *row, int lane)
{
  return row->y + lane * gantt_lane_height(row);
}

/* One thick stroke for all bars of a paint. What takes no time still shows. */
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
    gantt_hatch(cr, b->x0, y, b->x1, y + height);
    gantt_set(cr, gantt_hue(b->paint.receiver));
    cairo_stroke(cr);
  }
}

/* Dark outlines of bars and a tick where an interval begins; white ticks alone in low lanes. */
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

bool gantt_draw_row(cairo_t *cr, const struct gantt_chart *chart, const struct gantt_row *row)
{
  struct bars bars = gather_row(chart, row);
  qsort(bars.bar, (size_t)bars.n, sizeof *bars.bar, compare_bars);
  fill_bars(cr, row, &bars);
  hatch_bars(cr, row, &bars);
  draw_edges(cr, chart, row, &bars);
  bool mixed = false;
  for (long k = 0; k < bars.n; k++)
    mixed |= bars.bar[k].paint.mixed;
  free(bars.bar);
  return mixed;
}

/* ---- labels */

/* The longest form of the label that has room: "P3 #12", "P3" (the master's rows), "#12". */
static bool label_of(cairo_t *cr, const struct gantt_chart *chart, const struct gantt_row *row,
                     const struct gantt_item *item, double room, char text[64])
{
  if (chart->graph)
    return gantt_graph_label(cr, chart, item, text);
  bool partner = row->role != GANTT_COMP && item->other > 0;
  if (partner && item->message >= 0) {
    snprintf(text, 64, "P%d #%ld", item->other, item->message + 1);
    if (gantt_text_width(cr, text) <= room)
      return true;
  }
  if (partner)
    snprintf(text, 64, "P%d", item->other);
  else if (item->message >= 0)
    snprintf(text, 64, "#%ld", item->message + 1);
  else
    return false;
  return gantt_text_width(cr, text) <= room;
}

/* Middle of a text this wide inside the bar: its centre, unless the line of a marked date passes
 * there and a part beside the line has room. */
static double label_middle(const struct gantt_chart *chart, const struct bar *b, double text)
{
  const double date[] = {chart->makespan, chart->bound};
  double low = b->x0, high = b->x1;
  for (int k = 0; k < 2; k++) {
    double x = gantt_x(chart, date[k]), middle = (low + high) / 2;
    if (!(fabs(x - middle) < text / 2 + 2))
      continue;
    if (x - low > high - x && x - low > text + 4)
      high = x;
    else if (high - x > text + 4)
      low = x;
  }
  return (low + high) / 2;
}

/* On hatching the text stands on a plate of the bar's ground. */
static void draw_label(cairo_t *cr, const struct gantt_chart *chart, const struct bar *b, double y,
                       double size, const char *text)
{
  double length = gantt_text_width(cr, text), middle = label_middle(chart, b, length);
  struct gantt_colour fill = fill_of(b);
  if (is_hatched(&b->paint)) {
    gantt_set(cr, fill);
    cairo_rectangle(cr, middle - length / 2 - 1, y - size * 0.55, length + 2, size * 1.1);
    cairo_fill(cr);
  }
  double ink = gantt_is_light(fill) ? 0 : 1;
  cairo_set_source_rgb(cr, ink, ink, ink);
  gantt_text(cr, middle, y, 0.5, text);
}

void gantt_draw_labels(cairo_t *cr, const struct gantt_chart *chart, const struct gantt_row *row)
{
  const double least = 9; /* width below which no label fits */
  double height = gantt_lane_height(row), size = height * 0.62 > 8 ? 8 : height * 0.62;
  if (size < 4.2)
    return;
  gantt_font(cr, size, false);
  for (long k = row->first; k < row->first + row->n; k++) {
    char text[64];
    const struct bar b = bar_of(chart, row, &chart->item[k]);
    if (width(&b) >= least && label_of(cr, chart, row, &chart->item[k], width(&b) - 3, text))
      draw_label(cr, chart, &b, lane_top(row, b.lane) + height / 2, size, text);
  }
}

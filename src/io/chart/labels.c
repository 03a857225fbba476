/* Writes the labels of the intervals of a Gantt chart. */
#include "io/chart/draw.h"

/* What is lost, or moves what is lost afterwards, has a cross. */
static const char *cross(const struct gantt_item *item)
{
  return item->gone || item->look == GANTT_LOST ? " ×" : "";
}

/* The longest form of the label that fits: "P3 #12", "P3" (the master's rows), "#12"; of what is
 * lost "P3 #12 ×", "#12 ×" or "×". */
static bool star_label(cairo_t *cr, const struct gantt_chart *chart, const struct gantt_row *row,
                       const struct gantt_item *item, double room, char text[64])
{
  bool partner = row->role != GANTT_COMP && item->other > 0;
  const char *lost = cross(item);
  if (partner && item->message >= 0) {
    snprintf(text, 64, "%s #%ld%s", chart->name[item->other], item->message + 1, lost);
    if (gantt_text_width(cr, text) <= room)
      return true;
  }
  if (*lost && item->message >= 0) {
    snprintf(text, 64, "#%ld%s", item->message + 1, lost);
    if (gantt_text_width(cr, text) > room)
      snprintf(text, 64, "%s", lost + 1);
    return gantt_text_width(cr, text) <= room;
  }
  if (partner)
    snprintf(text, 64, "%s", chart->name[item->other]);
  else if (item->message >= 0)
    snprintf(text, 64, "#%ld", item->message + 1);
  else
    return false;
  return gantt_text_width(cr, text) <= room;
}

/* Writes a label with the number, or with the amount if number is 0. Arrows show the direction of a
 * message. */
static void write_label(const struct gantt_chart *chart, const struct gantt_item *item, bool arrow,
                        bool detail, long number, char text[64])
{
  int used = 0;

  text[0] = '\0';
  if (item->look == GANTT_TO_WORKER)
    used = snprintf(text, 64, "%s%s%s",
                    !arrow        ? ""
                    : item->sends ? "→"
                                  : "←",
                    chart->name[item->other], detail ? " " : "");
  if (detail && number)
    snprintf(text + used, (size_t)(64 - used), "#%ld", number);
  else if (detail)
    snprintf(text + used, (size_t)(64 - used), "%.4g", item->amount);
}

/* The longest form of the label that fits. Each number takes the width of the greatest one, so that
 * intervals of equal length have labels of the same form. */
bool gantt_graph_label(cairo_t *cr, const struct gantt_chart *chart, const struct gantt_item *item,
                       char text[64])
{
  static const bool form[][2] = {{true, true}, {true, false}, {false, false}};
  double room = gantt_x(chart, item->end) - gantt_x(chart, item->start) - 2;
  int forms = item->look == GANTT_TO_WORKER ? 3 : 1;

  for (int k = 0; k < forms; k++) {
    write_label(chart, item, form[k][0], form[k][1], chart->amounts ? 0 : chart->numbers, text);
    if (gantt_text_width(cr, text) <= room) {
      write_label(chart, item, form[k][0], form[k][1], chart->amounts ? 0 : item->message + 1,
                  text);
      return true;
    }
  }
  return false;
}

/* The middle of a text of this width in the bar. It is the centre of the bar, unless the line of a
 * marked date crosses the text and the text fits on one side of the line. */
static double label_middle(const struct gantt_chart *chart, const struct gantt_bar *b, double text)
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

/* Over hatching the text has a background in the colour of the bar. */
static void draw_label(cairo_t *cr, const struct gantt_chart *chart, const struct gantt_bar *b,
                       double size, const char *text)
{
  double length = gantt_text_width(cr, text), middle = label_middle(chart, b, length);
  if (b->hatched) {
    gantt_set(cr, b->fill);
    cairo_rectangle(cr, middle - length / 2 - 1, b->y - size * 0.55, length + 2, size * 1.1);
    cairo_fill(cr);
  }
  double grey = gantt_is_light(b->fill) ? 0 : 1;
  cairo_set_source_rgb(cr, grey, grey, grey);
  gantt_text(cr, middle, b->y, 0.5, text);
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
    const struct gantt_item *item = &chart->item[k];
    const struct gantt_bar b = gantt_bar_of(chart, row, item);
    double width = b.x1 - b.x0;
    if (width >= least && (chart->graph ? gantt_graph_label(cr, chart, item, text)
                                        : star_label(cr, chart, row, item, width - 3, text)))
      draw_label(cr, chart, &b, size, text);
  }
}

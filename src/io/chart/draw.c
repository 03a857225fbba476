/* The page of the Gantt chart: bands and names of the rows, title, legend; and all parts in their
 * order, what is drawn later lying above. */
#include "base/memory.h"
#include "io/chart/gantt.h"
#include <libxml/xmlstring.h>
#include <stdlib.h>
#include <string.h>

/* ---- title */

/* A copy that cairo accepts: valid UTF-8 on one line. The caller frees it. */
static char *clean_text(const char *text)
{
  char *copy = sp_xstrdup(text ? text : "");
  bool valid = xmlCheckUTF8((const unsigned char *)copy);
  for (char *c = copy; *c; c++) {
    unsigned char byte = (unsigned char)*c;
    if (byte < 0x20 || byte == 0x7f)
      *c = ' ';
    else if (byte >= 0x80 && !valid)
      *c = '?';
  }
  return copy;
}

/* Cuts one character (of one byte or more) off the end and puts an ellipsis there. */
static void shorten(char *text, size_t *length)
{
  do
    (*length)--;
  while (*length > 0 && ((unsigned char)text[*length] & 0xc0) == 0x80);
  strcpy(text + *length, "…");
}

static void draw_title(cairo_t *cr, const struct gantt_chart *chart, const char *title)
{
  double room = chart->width - 28;
  size_t length = strlen(title);
  char *text = sp_xcalloc(length + sizeof "…", 1);
  memcpy(text, title, length);
  cairo_set_source_rgb(cr, 0, 0, 0);
  gantt_font(cr, 12, true);
  if (gantt_text_width(cr, text) > room)
    gantt_font(cr, 8, true);
  while (length > 0 && gantt_text_width(cr, text) > room)
    shorten(text, &length);
  gantt_text(cr, chart->width / 2, 20, 0.5, text);
  free(text);
}

/* ---- bands and names */

/* Where a node's rows begin and end. */
static double node_top(const struct gantt_chart *chart, int node)
{
  return node == 0 ? chart->top : chart->bands + (node - 1) * chart->pitch;
}

static double node_bottom(const struct gantt_chart *chart, int node)
{
  return node == 0 ? chart->bands - 3 : node_top(chart, node) + chart->pitch;
}

/* Every other worker stands on a pale band, which leads the eye along the rows. */
static void draw_bands(cairo_t *cr, const struct gantt_chart *chart)
{
  if (chart->graph) {
    gantt_graph_bands(cr, chart);
    return;
  }
  for (int i = 1; i <= chart->workers; i += 2)
    cairo_rectangle(cr, chart->left, node_top(chart, i), chart->right - chart->left, chart->pitch);
  cairo_set_source_rgb(cr, 0.962, 0.962, 0.962);
  cairo_fill(cr);
}

/* Where bands are low only every 5th, 10th... worker is named. */
static int named_workers(const struct gantt_chart *chart)
{
  return chart->pitch >= 9 ? 1 : (int)gantt_step(20, chart->pitch);
}

static void draw_row_name(cairo_t *cr, const struct gantt_chart *chart, const struct gantt_row *row)
{
  static const char *const name[] = {"IN", "OUT", "comm.", "comp."};
  double middle = row->y + row->height / 2;
  gantt_font(cr, 7, false);
  cairo_set_source_rgb(cr, 0.3, 0.3, 0.3);
  if (row->at_once <= row->lanes) {
    gantt_text(cr, chart->left - 5, middle, 1, name[row->role]);
    return;
  }
  char many[32];
  snprintf(many, sizeof many, "%d at once", row->at_once);
  gantt_text(cr, chart->left - 5, middle - 5, 1, name[row->role]);
  gantt_text(cr, chart->left - 5, middle + 5, 1, many);
}

static void draw_node_name(cairo_t *cr, const struct gantt_chart *chart, int node)
{
  int every = named_workers(chart);
  if (node > 0 && node % every != 0 && node != 1)
    return;
  char name[32];
  snprintf(name, sizeof name, node ? "P%d" : "master", node);
  double middle = (node_top(chart, node) + node_bottom(chart, node)) / 2;
  gantt_font(cr, node == 0 || chart->pitch > 14 ? 9 : 7, true);
  cairo_set_source_rgb(cr, 0, 0, 0);
  gantt_text(cr, 10, middle, 0, name);
}

static void draw_names(cairo_t *cr, const struct gantt_chart *chart)
{
  if (chart->graph) {
    gantt_graph_names(cr, chart);
    return;
  }
  for (int node = 0; node <= chart->workers; node++)
    draw_node_name(cr, chart, node);
  for (int k = 0; k < chart->n_rows; k++)
    if (chart->row[k].node == 0 || chart->pitch >= 17)
      draw_row_name(cr, chart, &chart->row[k]);
}

/* ---- legend */

/* look GANTT_LOOKS: mixed. */
static void draw_swatch(cairo_t *cr, enum gantt_look look, double x, double y)
{
  const double width = 22, height = 9;
  cairo_rectangle(cr, x, y - height / 2, width, height);
  gantt_set(cr, gantt_fill(look, 1, false));
  cairo_fill(cr);
  if (look == GANTT_TO_MASTER) {
    gantt_hatch(cr, x, y - height / 2, x + width, y + height / 2);
    gantt_set(cr, gantt_hue(1));
    cairo_set_line_width(cr, 1.2);
    cairo_stroke(cr);
  }
  cairo_rectangle(cr, x, y - height / 2, width, height);
  cairo_set_line_width(cr, 0.5);
  cairo_set_source_rgb(cr, 0.25, 0.25, 0.25);
  cairo_stroke(cr);
}

/* What the colours and the numbers in labels mean. */
static const char *key_of(const struct gantt_chart *chart)
{
  if (!chart->graph)
    return "colour: the receiving worker   #k: message k";
  return chart->amounts ? "colour: the receiving node   numbers: amounts"
                        : "colour: the receiving node   #k: hop k";
}

static void draw_legend(cairo_t *cr, const struct gantt_chart *chart, bool mixed)
{
  static const char *const name[] = {
      [GANTT_TO_MASTER] = "worker to master",     [GANTT_TO_WORKER] = "master to worker",
      [GANTT_RECEIVED] = "computation, received", [GANTT_OWN] = "computation, own",
      [GANTT_LOOKS] = "too short to tell apart",
  };
  static const char *const graph_name[] = {
      [GANTT_TO_WORKER] = "message",
      [GANTT_RECEIVED] = "computation",
      [GANTT_LOOKS] = "too short to tell apart",
  };
  double x = chart->left, y = chart->height - 16;
  gantt_font(cr, 8, false);
  for (int look = 0; look <= GANTT_LOOKS; look++) {
    if (!(look < GANTT_LOOKS ? chart->used[look] : mixed))
      continue;
    draw_swatch(cr, (enum gantt_look)look, x, y);
    cairo_set_source_rgb(cr, 0, 0, 0);
    const char *text = chart->graph ? graph_name[look] : name[look];
    gantt_text(cr, x + 26, y, 0, text);
    x += 42 + gantt_text_width(cr, text);
  }
  if (chart->used[GANTT_TO_MASTER] || chart->used[GANTT_TO_WORKER])
    gantt_text(cr, chart->right, chart->bottom + 25, 1, key_of(chart));
}

void gantt_draw(cairo_t *cr, const struct gantt_chart *chart, const char *title)
{
  cairo_set_source_rgb(cr, 1, 1, 1);
  cairo_paint(cr);
  draw_bands(cr, chart);
  gantt_draw_axis(cr, chart);
  bool mixed = false;
  for (int k = 0; k < chart->n_rows; k++)
    mixed |= gantt_draw_row(cr, chart, &chart->row[k]);
  gantt_draw_markers(cr, chart);
  for (int k = 0; k < chart->n_rows; k++)
    gantt_draw_labels(cr, chart, &chart->row[k]);
  draw_names(cr, chart);
  draw_legend(cr, chart, mixed);
  char *text = clean_text(title);
  draw_title(cr, chart, text);
  free(text);
}

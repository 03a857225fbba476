/* Draws the page of a Gantt chart: title, legend, and all other parts. Later parts are drawn over
 * earlier ones. */
#include "io/chart/draw.h"
#include "base/memory.h"
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

/* The first `length` bytes of the whole text, less what they have of a cut character, and an
 * ellipsis. */
static void shorten(char *text, const char *whole, size_t length)
{
  while (length > 0 && ((unsigned char)whole[length] & 0xc0) == 0x80)
    length--;
  memcpy(text, whole, length);
  strcpy(text + length, "…");
}

/* Draws as much of the title as fits on the page; a search by halves, since a title may be long. */
static void draw_title(cairo_t *cr, const struct gantt_chart *chart, const char *title)
{
  double room = chart->width - 28;
  size_t least = 0, most = strlen(title);
  char *text = sp_xcalloc(most + sizeof "…", 1);
  strcpy(text, title);
  cairo_set_source_rgb(cr, 0, 0, 0);
  gantt_font(cr, 12, true);
  if (gantt_text_width(cr, text) > room)
    gantt_font(cr, 8, true);
  if (gantt_text_width(cr, text) > room) {
    while (most - least > 1) {
      size_t middle = least + (most - least) / 2;
      shorten(text, title, middle);
      *(gantt_text_width(cr, text) > room ? &most : &least) = middle;
    }
    shorten(text, title, least);
  }
  gantt_text(cr, chart->width / 2, 20, 0.5, text);
  free(text);
}

/* ---- legend */

/* Draws a sample of a look; GANTT_LOOKS means mixed. */
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

/* The meaning of colours and of numbers in labels. */
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
  gantt_draw_bands(cr, chart);
  gantt_draw_axis(cr, chart);
  bool mixed = false;
  for (int k = 0; k < chart->n_rows; k++)
    mixed |= gantt_draw_row(cr, chart, &chart->row[k]);
  gantt_draw_markers(cr, chart);
  for (int k = 0; k < chart->n_rows; k++)
    gantt_draw_labels(cr, chart, &chart->row[k]);
  gantt_draw_names(cr, chart);
  draw_legend(cr, chart, mixed);
  char *text = clean_text(title);
  draw_title(cr, chart, text);
  free(text);
}

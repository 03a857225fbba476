/* Draws the colours, hatching, lines and text of Gantt charts, and makes texts of any origin fit to
 * be drawn.
 *
 * The first six hues are of the palette of Okabe and Ito (Color Universal Design, 2008), which
 * readers with any form of colour blindness can distinguish. Its yellow and black are left out
 * because they have too little contrast with paper and text. Fourteen others follow; that many can
 * only be told apart by all with the labels. Looks also differ in lightness and texture, so that
 * the chart can be read in grey: transfers to the master are hatched, results with strokes the
 * other way, transfers to a worker pale, received tasks full, own tasks light grey. */
#include "base/memory.h"
#include "io/chart/draw.h"
#include <libxml/xmlstring.h>

struct gantt_colour gantt_hue(int worker)
{
  static const struct gantt_colour grey = {0.55, 0.55, 0.55};
  static const struct gantt_colour hue[GANTT_HUES] = {
      {0.000, 0.447, 0.698}, /* blue */
      {0.902, 0.624, 0.000}, /* orange */
      {0.000, 0.620, 0.451}, /* bluish green */
      {0.800, 0.475, 0.655}, /* reddish purple */
      {0.337, 0.706, 0.914}, /* sky blue */
      {0.835, 0.369, 0.000}, /* vermilion */
      {0.227, 0.180, 0.600}, /* indigo */
      {0.667, 0.729, 0.122}, /* lime */
      {0.533, 0.133, 0.333}, /* wine */
      {0.867, 0.780, 0.420}, /* sand */
      {0.078, 0.388, 0.180}, /* dark green */
      {0.969, 0.553, 0.545}, /* salmon */
      {0.420, 0.263, 0.129}, /* brown */
      {0.400, 0.820, 0.720}, /* mint */
      {0.667, 0.200, 0.667}, /* purple */
      {0.286, 0.376, 0.451}, /* slate */
      {0.706, 0.620, 0.929}, /* lavender */
      {0.500, 0.500, 0.100}, /* olive */
      {0.850, 0.100, 0.300}, /* crimson */
      {0.060, 0.200, 0.360}, /* navy */
  };
  return worker > 0 ? hue[(worker - 1) % GANTT_HUES] : grey;
}

struct gantt_colour gantt_tint(struct gantt_colour c, double strength)
{
  double white = 1 - strength;
  return (struct gantt_colour){white + strength * c.r, white + strength * c.g,
                               white + strength * c.b};
}

struct gantt_colour gantt_fill(enum gantt_look look, int worker, bool small)
{
  static const struct gantt_colour own = {0.87, 0.87, 0.87}, small_own = {0.7, 0.7, 0.7};
  static const double strength[GANTT_LOOKS] = {[GANTT_TO_MASTER] = 0.12,
                                               [GANTT_TO_WORKER] = 0.45,
                                               [GANTT_LOST] = 0.12,
                                               [GANTT_RESULT] = 0.2};
  struct gantt_colour hue = gantt_hue(look == GANTT_LOST ? 0 : worker);
  if (look == GANTT_OWN)
    return small ? small_own : own;
  if (look == GANTT_RECEIVED)
    return hue;
  return gantt_tint(hue, small ? 0.75 : strength[look]);
}

bool gantt_is_hatched(enum gantt_look look)
{
  return look == GANTT_TO_MASTER || look == GANTT_RESULT || look == GANTT_LOST;
}

bool gantt_is_light(struct gantt_colour c)
{
  return 0.299 * c.r + 0.587 * c.g + 0.114 * c.b > 0.5;
}

void gantt_set(cairo_t *cr, struct gantt_colour c)
{
  cairo_set_source_rgb(cr, c.r, c.g, c.b);
}

void gantt_line(cairo_t *cr, double x0, double y0, double x1, double y1)
{
  cairo_move_to(cr, x0, y0);
  cairo_line_to(cr, x1, y1);
}

/* The strokes are the lines x + y = a multiple of the gap, of falling ones x - y, cut to the
 * rectangle here, because a clip would take far more bytes in the file. */
void gantt_hatch(cairo_t *cr, double x0, double y0, double x1, double y1, bool falling)
{
  const double gap = 3.5, sign = falling ? -1 : 1;
  double low = falling ? -y1 : y0, high = falling ? -y0 : y1;
  for (double sum = gap * ceil((x0 + low) / gap); sum < x1 + high; sum += gap) {
    double from = sum - high > x0 ? sum - high : x0, to = sum - low < x1 ? sum - low : x1;
    gantt_line(cr, from, sign * (sum - from), to, sign * (sum - to));
  }
}

void gantt_font(cairo_t *cr, double size, bool bold)
{
  cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                         bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cr, size);
}

double gantt_text_width(cairo_t *cr, const char *text)
{
  cairo_text_extents_t box;
  cairo_text_extents(cr, text, &box);
  return box.x_advance;
}

/* The middle height is that of capitals and digits, so that the labels of a row are on one base
 * line. */
void gantt_text(cairo_t *cr, double x, double y, double align, const char *text)
{
  cairo_font_extents_t font;
  cairo_font_extents(cr, &font);
  cairo_move_to(cr, x - align * gantt_text_width(cr, text), y + 0.39 * font.ascent);
  cairo_show_text(cr, text);
  cairo_new_path(cr);
}

/* ---- texts that are valid, on one line, as long as there is room */

/* The first `length` bytes of the whole text, less what they have of a cut character, and an
 * ellipsis. */
static void shorten(char *text, const char *whole, size_t length)
{
  while (length > 0 && ((unsigned char)whole[length] & 0xc0) == 0x80)
    length--;
  memcpy(text, whole, length);
  strcpy(text + length, "…");
}

char *gantt_clean_text(struct sp_context *memory, const char *text, size_t most)
{
  char *copy = sp_context_copy(memory, text ? text : "");
  bool valid = xmlCheckUTF8((const unsigned char *)copy);
  for (char *c = copy; *c; c++) {
    unsigned char byte = (unsigned char)*c;
    if (byte < 0x20 || byte == 0x7f)
      *c = ' ';
    else if (byte >= 0x80 && !valid)
      *c = '?';
  }
  if (strlen(copy) <= most)
    return copy;
  char *cut = sp_alloc(memory, most + sizeof "…", 1);
  shorten(cut, copy, most);
  return cut;
}

const char *gantt_fitted(cairo_t *cr, const struct gantt_chart *chart, const char *whole,
                         double room)
{
  size_t least = 0, most = strlen(whole);
  if (gantt_text_width(cr, whole) <= room)
    return whole;
  char *text = sp_alloc(chart->memory, most + sizeof "…", 1);
  while (most - least > 1) {
    size_t middle = least + (most - least) / 2;
    shorten(text, whole, middle);
    *(gantt_text_width(cr, text) > room ? &most : &least) = middle;
  }
  shorten(text, whole, least);
  return text;
}

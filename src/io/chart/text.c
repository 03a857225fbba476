/* Makes texts of any origin fit to be drawn: valid, on one line, as long as there is room. */
#include "base/memory.h"
#include "io/chart/draw.h"
#include <libxml/xmlstring.h>
#include <stdlib.h>
#include <string.h>

/* The first `length` bytes of the whole text, less what they have of a cut character, and an
 * ellipsis. */
static void shorten(char *text, const char *whole, size_t length)
{
  while (length > 0 && ((unsigned char)whole[length] & 0xc0) == 0x80)
    length--;
  memcpy(text, whole, length);
  strcpy(text + length, "…");
}

char *gantt_clean_text(const char *text, size_t most)
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
  if (strlen(copy) <= most)
    return copy;
  char *cut = sp_xcalloc(most + sizeof "…", 1);
  shorten(cut, copy, most);
  free(copy);
  return cut;
}

char *gantt_fitted(cairo_t *cr, const char *whole, double room)
{
  size_t least = 0, most = strlen(whole);
  char *text = sp_xcalloc(most + sizeof "…", 1);
  strcpy(text, whole);
  if (gantt_text_width(cr, text) <= room)
    return text;
  while (most - least > 1) {
    size_t middle = least + (most - least) / 2;
    shorten(text, whole, middle);
    *(gantt_text_width(cr, text) > room ? &most : &least) = middle;
  }
  shorten(text, whole, least);
  return text;
}

/* Parts of SimGrid platform files that every writer needs. */
#include "io/platform/xml_write.h"

#include <inttypes.h>

void xml_put_text(FILE *f, const char *text)
{
  for (; *text; text++)
    switch (*text) {
    case '&':
      fputs("&amp;", f);
      break;
    case '<':
      fputs("&lt;", f);
      break;
    case '"':
      fputs("&quot;", f);
      break;
    default:
      fputc(*text, f);
    }
}

/* A comment must not hold "--" nor end in "-". */
static void put_comment(FILE *f, const char *comment)
{
  if (!comment)
    return;
  fputs("<!-- ", f);
  for (; *comment; comment++) {
    fputc(*comment, f);
    if (comment[0] == '-' && comment[1] == '-')
      fputc(' ', f);
  }
  fputs(" -->\n", f);
}

void xml_put_head(FILE *f, const char *comment)
{
  fputs("<?xml version='1.0'?>\n"
        "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n",
        f);
  put_comment(f, comment);
  fputs("<platform version=\"4.1\">\n", f);
}

void xml_put_number(FILE *f, struct sp_num x)
{
  if (isinf(x.v))
    fputs("inf", f);
  else if (x.den > 1)
    fprintf(f, "%" PRId64 "/%" PRId64, x.num, x.den);
  else if (x.den == 1)
    fprintf(f, "%" PRId64, x.num);
  else
    fprintf(f, "%.17g", x.v);
}

void xml_put_prop(FILE *f, const char *key, struct sp_num value)
{
  fprintf(f, "<prop id=\"%s\" value=\"", key);
  xml_put_number(f, value);
  fputs("\"/>", f);
}

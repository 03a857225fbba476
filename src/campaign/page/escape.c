/* Writes texts and numbers so that they are not read as markup. Labels and titles come from
 * experiment files of any origin; the page must only show them. */
#include "campaign/page/html.h"
#include <stdarg.h>

/* Reads one character of UTF-8 at *text and advances; U+FFFD for a byte that begins none. */
static uint32_t next_character(const unsigned char **text)
{
  static const struct {
    unsigned char mask, mark;
    int more;
    uint32_t least; /* characters below it have a shorter form, the only valid one */
  } form[] = {
      {0x80, 0x00, 0, 0}, {0xE0, 0xC0, 1, 0x80}, {0xF0, 0xE0, 2, 0x800}, {0xF8, 0xF0, 3, 0x10000}};
  const unsigned char *p = *text;
  *text = p + 1;
  for (int k = 0; k < 4; k++) {
    if ((p[0] & form[k].mask) != form[k].mark)
      continue;
    uint32_t c = (uint32_t)(p[0] & ~form[k].mask);
    for (int i = 1; i <= form[k].more; i++) {
      if ((p[i] & 0xC0) != 0x80)
        return 0xFFFD;
      c = c << 6 | (p[i] & 0x3F);
    }
    if (c < form[k].least || c > 0x10FFFF || (c >= 0xD800 && c < 0xE000))
      return 0xFFFD;
    *text = p + 1 + form[k].more;
    return c;
  }
  return 0xFFFD;
}

void sp_html_text(const char *text, FILE *out)
{
  const unsigned char *p = (const unsigned char *)text;
  while (*p) {
    const unsigned char *start = p;
    uint32_t c = next_character(&p);
    if (c == '&')
      fputs("&amp;", out);
    else if (c == '<')
      fputs("&lt;", out);
    else if (c == '>')
      fputs("&gt;", out);
    else if (c == '"')
      fputs("&quot;", out);
    else if (c == '\'')
      fputs("&#39;", out);
    else if (c == 0xFFFD || (c >= 0x7F && c < 0xA0) || (c < ' ' && c != '\n' && c != '\t'))
      fputs("\xEF\xBF\xBD", out); /* not a character of HTML: U+FFFD */
    else
      fwrite(start, 1, (size_t)(p - start), out);
  }
}

void sp_html_put(FILE *out, const char *format, ...)
{
  va_list values;
  va_start(values, format);
  for (; *format; format++)
    if (*format != '%')
      fputc(*format, out);
    else if (*++format == 's')
      sp_html_text(va_arg(values, const char *), out);
    else if (*format == 'd')
      fprintf(out, "%d", va_arg(values, int));
    else if (*format++ == 'l')
      fprintf(out, "%ld", va_arg(values, long));
  va_end(values);
}

void sp_html_string(const char *text, FILE *out)
{
  const unsigned char *p = (const unsigned char *)text;
  fputc('"', out);
  while (*p) {
    uint32_t c = next_character(&p);
    if (c >= 0x10000)
      fprintf(out, "\\u%04X\\u%04X", 0xD800 + ((c - 0x10000) >> 10), 0xDC00 + (c & 0x3FF));
    else if (c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&')
      fprintf(out, "\\u%04X", c);
    else
      fputc((int)c, out);
  }
  fputc('"', out);
}

void sp_html_item(int k, const char *text, FILE *out)
{
  fputs(k ? "," : "", out);
  sp_html_string(text, out);
}

void sp_html_member(const char *before, const char *key, const char *text, FILE *out)
{
  fprintf(out, "%s\"%s\":", before, key);
  sp_html_string(text, out);
}

void sp_html_number(double value, FILE *out)
{
  fprintf(out, isfinite(value) ? "%.17g" : "null", value);
}

/* Writes the XML that all SimGrid platform files share. By hand: libxml2's writer escapes ">" and
 * tabs as well and has a layout of its own, so the bytes of the files would change. */
#include "base/num.h"
#include "io/platform/platform.h"
#include "io/platform/profiles.h"

#include <string.h>

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

void xml_put_name(FILE *f, const char *start, const char *name)
{
  fprintf(f, "%s=\"", start);
  xml_put_text(f, name);
  fputc('"', f);
}

/* XML forbids "--" in a comment and "-" at its end. */
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

void xml_put_zone(FILE *f, const struct sp_platform *p, const char *base, const char *routing)
{
  char name[32];
  snprintf(name, sizeof name, "%s", base);
  for (int k = 0, i = 0; i < p->nodes; i++)
    if (strcmp(p->node[i].name, name) == 0) {
      snprintf(name, sizeof name, "%.16s%d", base, ++k);
      i = -1;
    }
  fprintf(f, "  <zone id=\"%s\" routing=\"%s\">\n", name, routing);
}

void xml_put_prop(FILE *f, const char *key, struct sp_num value)
{
  fprintf(f, "<prop id=\"%s\" value=\"", key);
  sp_num_write(f, value);
  fputs("\"/>", f);
}

void xml_put_profile(FILE *f, const struct sp_profile *profile, enum sp_changing kind, int i,
                     const struct sp_profile_names *names)
{
  static const char *const attribute[] = {[SP_SPEED] = "speed_file",
                                          [SP_BANDWIDTH] = "bandwidth_file",
                                          [SP_HOST_STATE] = "state_file",
                                          [SP_LINK_STATE] = "state_file",
                                          [SP_LATENCY] = "latency_file"};
  char name[SP_PROFILE_NAME];
  if (!names || profile->n == 0)
    return;
  names->name(names->what, kind, i, name);
  fputc(' ', f);
  xml_put_name(f, attribute[kind], name);
}

void profile_put_file(FILE *f, const struct sp_profile *p, double unit)
{
  for (long k = p->again; k < p->n; k++) /* before date[1] it is nominal, once */
    fprintf(f, "%.17g %.17g\n", p->date[k], p->factor[k] * unit);
  if (isfinite(p->period))
    fprintf(f, "PERIODICITY %.17g\n", p->period);
}

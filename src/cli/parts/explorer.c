/* Links to the explorer. The page reads what stands after '#' as the query of a form. */
#include "cli/parts/explorer.h"
#include "base/memory.h"
#include "cli/shared/output.h"
#include "cli/shared/paths.h"
#include "io/text/star.h"
#include <ctype.h>
#include <string.h>

/* The text with %XX for bytes that an address cannot have, or that have a meaning in it. */
static void put_escaped(const char *text, FILE *out)
{
  for (; *text; text++)
    if (isalnum((unsigned char)*text) || strchr("-_.~,:=/", *text))
      fputc(*text, out);
    else
      fprintf(out, "%%%02X", (unsigned char)*text);
}

/* The address of the page beside the program. */
static void put_shipped(FILE *out)
{
  const char *page = cli_find_shipped("explorer.html");
  if (!page)
    cli_refuse(SP_CANNOT, "explorer.html is not beside the program, nor in its share/starport: "
                          "'make explorer' makes it, then 'make install' installs it");
  else {
    fputs("file://", out);
    put_escaped(page, out);
  }
}

bool cli_is_page_address(const char *text)
{
  const char *end = text;
  while (isgraph((unsigned char)*end) && *end != '#')
    end++;
  return end > text && !*end;
}

const char *cli_explorer_link(const struct sp_instance *in, const struct sp_method *method, int n,
                              const char *base)
{
  char *link = NULL, *star = cli_keep(star_text(in));
  size_t size = 0;
  FILE *out = sp_open_text(&link, &size);
  if (base)
    fputs(base, out);
  else
    put_shipped(out);
  fputs("#star=", out);
  put_escaped(star, out);
  fputs("&h=", out);
  for (int k = 0; k < n; k++) {
    fputs(k ? "," : "", out);
    put_escaped(method[k].name, out);
  }
  fclose(out);
  return cli_keep(link);
}

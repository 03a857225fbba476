/* Makes the paths of data and of output files, and links to the explorer. */
#include "cli/shared/paths.h"
#include "base/file.h"
#include "cli/shared/output.h"
#include "io/text/star.h"
#include <ctype.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

/* The path of NAME in the folder, or in its share/starport; NULL if neither is there. */
static char *find_in(const char *folder, const char *name)
{
  char *path = cli_format("%s/share/starport/%s", folder, name);
  if (access(path, R_OK))
    path = cli_format("%s/%s", folder, name);
  return access(path, R_OK) ? NULL : path;
}

char *cli_find_shipped(const char *name)
{
  char folder[PATH_MAX], *path = NULL, *slash;
  sp_program_path(folder);
  while (!path && (slash = strrchr(folder, '/'))) {
    *slash = '\0';
    path = find_in(folder, name);
  }
  return path;
}

char *cli_data_directory(void)
{
  const char *chosen = getenv("STARPORT_DATA");
  if (chosen && *chosen)
    return cli_format("%s", chosen);
  char *directory = cli_find_shipped("experiments");
  if (directory)
    *strrchr(directory, '/') = '\0';
  return directory;
}

int cli_complain_no_data(void)
{
  return cli_complain(SP_CANNOT, CLI_NO_DATA);
}

/* ---- The explorer's page, which reads what stands after '#' as the query of a form. */

/* The text with %XX for bytes that an address cannot have, or that have a meaning in it. */
static void put_escaped(const char *text, FILE *out)
{
  for (; *text; text++) {
    bool plain = isalnum((unsigned char)*text) || strchr("-_.~,:=/", *text);
    fprintf(out, plain ? "%c" : "%%%02X", (unsigned char)*text);
  }
}

/* The address of the page that came with the program. */
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
  FILE *out = sp_open_string(&link);
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
  return sp_context_end(cli_memory(), out, &link);
}

/* ---- Output files. */

char *cli_name_for(const char *path, const char *method)
{
  const char *base = strrchr(path, '/');
  const char *dot = strrchr(base ? base : path, '.');
  size_t stem = dot ? (size_t)(dot - path) : strlen(path);
  char *name = cli_format("%.*s-%s%s", (int)stem, path, method, path + stem);
  for (char *p = name + stem; p < name + stem + 1 + strlen(method); p++)
    if (*p == ':' || *p == '=' || *p == '/')
      *p = '-';
  return name;
}

int cli_make_directory(const char *path)
{
  struct stat there;
  int cause = mkdir(path, 0777) ? errno : 0;
  if (cause == EEXIST && !stat(path, &there))
    cause = S_ISDIR(there.st_mode) ? 0 : ENOTDIR;
  if (cause)
    return cli_complain(SP_BAD_INPUT, "%s: cannot make the directory: %s", path, strerror(cause));
  return SP_OK;
}

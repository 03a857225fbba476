/* Makes the paths of data and of output files. */
#include "base/memory.h"
#include "cli/shared/cli.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool cli_has_suffix(const char *path, const char *suffix)
{
  size_t length = strlen(path), end = strlen(suffix);
  return length > end && !strcmp(path + length - end, suffix);
}

char *cli_path(const char *directory, const char *name)
{
  return sp_format("%s/%s", directory, name);
}

static bool has_data(const char *directory)
{
  char *platforms = cli_path(directory, "platforms"), *results = cli_path(directory, "results");
  bool there = !access(platforms, R_OK) && !access(results, R_OK);
  free(platforms);
  free(results);
  return there;
}

char *cli_data_directory(void)
{
  const char *chosen = getenv("STARPORT_DATA");
  if (chosen && *chosen)
    return sp_xstrdup(chosen);
  char executable[4096];
  ssize_t length = readlink("/proc/self/exe", executable, sizeof executable - 1);
  if (length > 0) {
    executable[length] = '\0';
    for (int up = 0; up < 2; up++) {
      char *slash = strrchr(executable, '/');
      if (slash)
        *slash = '\0';
    }
    if (has_data(executable))
      return sp_xstrdup(executable);
  }
  const char *known[] = {".", STARPORT_DATADIR};
  for (int i = 0; i < 2; i++)
    if (has_data(known[i]))
      return sp_xstrdup(known[i]);
  return NULL;
}

char *cli_name_for(const char *path, const char *method)
{
  const char *base = strrchr(path, '/');
  const char *dot = strrchr(base ? base : path, '.');
  size_t stem = dot ? (size_t)(dot - path) : strlen(path);
  char *name = sp_format("%.*s-%s%s", (int)stem, path, method, path + stem);
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

/* Finds and loads the modules of the program; see modules.h. */
#include "method/plugin/modules.h"
#include "base/file.h"
#include "base/memory.h"
#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* That of the module FOLDER/BELOW/NAME, of which `folder` is the path of a file or ends with a
 * slash. */
static const void *load(const char *folder, const char *below, const char *name, const char *symbol,
                        int scope)
{
  const char *slash = strrchr(folder, '/');
  if (!slash)
    return NULL;
  char *path = sp_format("%.*s/%s%s", (int)(slash - folder), folder, below, name);
  void *handle = access(path, R_OK) ? NULL : dlopen(path, RTLD_NOW | scope);
  free(path);
  return handle ? dlsym(handle, symbol) : NULL;
}

const void *sp_open_module(const char *name, const char *symbol, int global)
{
  int scope = global ? RTLD_GLOBAL : RTLD_LOCAL;
  char program[PATH_MAX];
  Dl_info library;
  sp_program_path(program);
  dlerror();
  const void *found = load(program, "", name, symbol, scope);
  if (!found)
    found = load(program, "../lib/starport/", name, symbol, scope);
  if (!found && dladdr(&load, &library))
    found = load(library.dli_fname, "", name, symbol, scope);
  return found;
}

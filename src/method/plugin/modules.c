/* Finds and loads the modules of the program; see modules.h. */
#include "method/plugin/modules.h"
#include "base/file.h"
#include "base/memory.h"
#include "method/plugin/python.h"
#include <dlfcn.h>
#include <limits.h>
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

/* ---- heuristics in Python */

static const struct python_module *python; /* NULL: not loaded yet */

int sp_python_begin(struct sp_error *error)
{
  char why[256] = "";
  if (!python)
    python = sp_open_module("starport-python.so", "python_module", 1);
  const char *reason = python ? NULL : dlerror();
  if (!python)
    return sp_bad_input(error,
                        "heuristics in Python are not installed%s%s: install python3-dev and build "
                        "starport again",
                        reason ? ": " : "", reason ? reason : "");
  return python->begin(why, sizeof why) ? sp_bad_input(error, "%s", why) : SP_OK;
}

const struct sp_heuristic *sp_python_heuristic(const char *file, struct sp_error *error)
{
  char why[256] = "";
  if (sp_python_begin(error))
    return NULL;
  const struct sp_heuristic *h = python->load(file, why, sizeof why);
  if (!h)
    sp_bad_input(error, "%s", why);
  return h;
}

/* Loads the module of heuristics in Python and calls it. */
#include "engine/perform/python.h"
#include "engine/perform/modules.h"
#include <dlfcn.h>

static const struct python_module *python; /* NULL: not loaded yet */

const struct sp_heuristic *sp_python_heuristic(const char *file, struct sp_error *error)
{
  char why[256] = "";
  if (!python)
    python = sp_open_module("starport-python.so", "python_module", 1);
  const struct sp_heuristic *h = python ? python->load(file, why, sizeof why) : NULL;
  const char *reason = python ? why : dlerror();
  if (!python)
    sp_bad_input(error,
                 "heuristics in Python are not installed%s%s: install python3-dev and build "
                 "starport again",
                 reason ? ": " : "", reason ? reason : "");
  else if (!h)
    sp_bad_input(error, "%s", reason);
  return h;
}

const char *sp_python_file(const struct sp_heuristic *h)
{
  return python ? python->file(h) : NULL;
}

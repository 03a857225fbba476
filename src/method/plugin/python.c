/* Loads the module of heuristics in Python and calls it. */
#include "method/plugin/python.h"
#include "method/plugin/modules.h"
#include <dlfcn.h>

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

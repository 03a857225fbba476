/* Heuristics written in Python as plug-ins: what python/plugin.c, linked as starport-python.so with
 * Python's interpreter, offers to the program, which loads it for the first --plugin=FILE.py. */
#pragma once

#include <starport/starport.h>

struct python_module {
  /* Starts the interpreter and imports the package, once; no file of others. 0, or -1 with the
   * reason in error[0..size-1]. */
  int (*begin)(char *error, size_t size);
  /* The heuristic that the file defines, which lives as long as the process; NULL with the last
   * line of the exception in error[0..size-1]. After begin. */
  const struct sp_heuristic *(*load)(const char *file, char *error, size_t size);
};

/* The module's one exported name. */
extern const struct python_module python_module;

/* Loads the interpreter, which children of this process then need not: SP_OK, or SP_BAD_INPUT with
 * the reason. */
int sp_python_begin(struct sp_error *);
/* Loads the file, too. NULL with the reason: no module, or the exception. */
const struct sp_heuristic *sp_python_heuristic(const char *file, struct sp_error *);

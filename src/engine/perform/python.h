/* Heuristics written in Python as plug-ins: what python/plugin.c, linked as starport-python.so with
 * Python's interpreter, offers to the program, which loads it for the first --plugin=FILE.py. */
#pragma once

#include <starport/starport.h>

struct python_module {
  /* The heuristic that the file defines, which lives as long as the process; NULL with the last
   * line of the exception in error[0..size-1]. */
  const struct sp_heuristic *(*load)(const char *file, char *error, size_t size);
  /* The file of a heuristic of `load`; NULL for any other. */
  const char *(*file)(const struct sp_heuristic *);
};

/* The module's one exported name. */
extern const struct python_module python_module;

/* Loads the interpreter, then the file. NULL with the reason: no module, or the exception. */
const struct sp_heuristic *sp_python_heuristic(const char *file, struct sp_error *);
/* The file of a heuristic in Python; NULL if it is none. */
const char *sp_python_file(const struct sp_heuristic *);

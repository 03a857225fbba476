/* Heuristics written in Python: the hooks that the engine calls, and the views that they are shown.
 */
#pragma once

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>
#include <starport/starport.h>

/* An object of Python's class starport.heuristic.Adapter, and what one run keeps of it. */
struct python_heuristic {
  struct sp_heuristic heuristic; /* its texts are the adapter's */
  PyObject *adapter;             /* owned, as all below */
  PyObject *text[3];             /* name, summary, source */
  PyObject *next, *view;         /* of an on-line heuristic that was started */
  PyObject *options;             /* of a plug-in: the list that its table of options refers to */
};

/* Makes the types Worker and View and adds them to the module. 0, or -1 with an exception. */
int heuristic_types(PyObject *module);
/* Reads the adapter's attributes. Its hooks take the struct itself as their options. 0, or -1 with
 * an exception and nothing to clear. */
int heuristic_init(struct python_heuristic *, PyObject *adapter);
void heuristic_clear(struct python_heuristic *);
/* The heuristic of an adapter for a program that loads plug-ins, whose options are the program's
 * own. It lives as long as the process; NULL with an exception, also if there are too many. */
const struct sp_heuristic *heuristic_plugin(PyObject *adapter);

/* Reads a list of (from, to, amount, after, earliest, earliest_in), `after` an index or -1, into
 * the empty schedule. 0, or -1 with an exception. */
int schedule_read(PyObject *messages, struct sp_schedule *);

/* starport-python.so: Python's interpreter in the program, for --plugin=FILE.py. It imports the
 * package in the folder python beside this file, whose heuristic.load_plugin does the rest. Each
 * run is a forked child of the program, which goes on in the interpreter of its parent. */
#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include "engine/perform/python.h"
#include <Python.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The plug-ins: as many as python/heuristic.c has hooks for. */
enum { MOST = 8 };
static struct {
  const struct sp_heuristic *heuristic;
  char *file;
} loaded[MOST];

/* Starts the interpreter, whose hashes are the same in each process so that sets have the same
 * order. 0, or -1 with an exception. */
static int begin(void)
{
  Dl_info here;
  if (Py_IsInitialized())
    return 0;
  setenv("PYTHONHASHSEED", "0", 0);
  Py_InitializeEx(0);
  PyObject *path = PySys_GetObject("path");
  if (!path || !dladdr(&begin, &here))
    return -1;
  const char *slash = strrchr(here.dli_fname, '/');
  char *own = strndup(here.dli_fname, slash ? (size_t)(slash - here.dli_fname) : 0);
  PyObject *folder = PyUnicode_FromFormat("%s/python", own && *own ? own : ".");
  free(own);
  int code = folder ? PyList_Insert(path, 0, folder) : -1;
  Py_XDECREF(folder);
  return code;
}

/* The words of the exception that is set. */
static void explain(PyObject *module, char *error, size_t size)
{
  PyObject *type, *value, *traceback, *words = NULL;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  if (module && value)
    words = PyObject_CallMethod(module, "words_of", "O", value);
  else if (value)
    words = PyObject_Str(value);
  const char *text = words ? PyUnicode_AsUTF8AndSize(words, NULL) : NULL;
  snprintf(error, size, "%s", text ? text : "Python does not start");
  PyErr_Clear();
  Py_XDECREF(words);
  Py_XDECREF(type);
  Py_XDECREF(value);
  Py_XDECREF(traceback);
}

static const struct sp_heuristic *load(const char *file, char *error, size_t size)
{
  PyObject *module = begin() ? NULL : PyImport_ImportModule("starport.heuristic");
  PyObject *address = module ? PyObject_CallMethod(module, "load_plugin", "s", file) : NULL;
  const struct sp_heuristic *h = address ? PyLong_AsVoidPtr(address) : NULL;
  if (!h)
    explain(module, error, size);
  Py_XDECREF(address);
  Py_XDECREF(module);
  for (int k = 0; h && k < MOST; k++)
    if (!loaded[k].heuristic) {
      loaded[k].heuristic = h;
      loaded[k].file = strdup(file);
      break;
    }
  return h;
}

static const char *file_of(const struct sp_heuristic *h)
{
  for (int k = 0; k < MOST; k++)
    if (loaded[k].heuristic == h)
      return loaded[k].file;
  return NULL;
}

const struct python_module python_module = {load, file_of};

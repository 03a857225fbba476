/* starport-python.so: Python's interpreter in the program, for --plugin=FILE.py. It imports the
 * package in the folder python beside this file, or where pip has put both in an environment, in
 * ../pythonX.Y/site-packages; heuristic.load_plugin of the package does the rest. The program
 * starts the interpreter; forked children of it go on in it, load the file and perform the runs. */
#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include "method/plugin/python.h"
#include <Python.h>
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static PyObject *module; /* starport.heuristic; NULL: not imported yet */

/* Puts a folder, of which the reference is taken, before those in which modules are looked for. 0,
 * or -1 with an exception. */
static int look_in(PyObject *folder)
{
  PyObject *path = PySys_GetObject("path");
  int code = path && folder ? PyList_Insert(path, 0, folder) : -1;
  Py_XDECREF(folder);
  return code;
}

/* Starts the interpreter, whose hashes are the same in each process so that sets have the same
 * order. 0, or -1 with an exception. */
static int start(void)
{
  Dl_info here = {0};
  const char *slash = dladdr(&start, &here) ? strrchr(here.dli_fname, '/') : NULL;
  char own[PATH_MAX] = ".";
  if (slash)
    snprintf(own, sizeof own, "%.*s", (int)(slash - here.dli_fname), here.dli_fname);
  setenv("PYTHONHASHSEED", "0", 0);
  Py_InitializeEx(0);
  int major = (int)(Py_Version >> 24), minor = (int)(Py_Version >> 16 & 0xff);
  if (look_in(PyUnicode_FromFormat("%s/../python%d.%d/site-packages", own, major, minor)))
    return -1;
  return look_in(PyUnicode_FromFormat("%s/python", own));
}

/* The words of the exception that is set. */
static void explain(char *error, size_t size)
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

static int begin(char *error, size_t size)
{
  if (!module && (Py_IsInitialized() || !start()))
    module = PyImport_ImportModule("starport.heuristic");
  if (!module)
    explain(error, size);
  return module ? 0 : -1;
}

static const struct sp_heuristic *load(const char *file, char *error, size_t size)
{
  PyObject *address = PyObject_CallMethod(module, "load_plugin", "s", file);
  const struct sp_heuristic *h = address ? PyLong_AsVoidPtr(address) : NULL;
  if (!h)
    explain(error, size);
  Py_XDECREF(address);
  return h;
}

const struct python_module python_module = {begin, load};

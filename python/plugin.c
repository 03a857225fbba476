/* starport-python.so: Python's interpreter in the program, for --plugin=FILE.py. It imports the
 * package in the folder python beside this file, or in the virtual environment in which this file
 * is; heuristic.load_plugin of the package does the rest. The program starts the interpreter; forked
 * children of it go on in it, load the file and perform the runs. */
#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include "method/plugin/python.h"
#include <Python.h>
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static PyObject *module; /* starport.heuristic; NULL: not imported yet */

/* If the folder is ENVIRONMENT/lib/starport of a virtual environment, where pip has put this file,
 * the interpreter takes its packages, the one of starport among them, whatever the PATH is. */
static void choose_environment(const char *folder)
{
  char path[PATH_MAX + sizeof "/../../bin/python3"];
  snprintf(path, sizeof path, "%s/../../pyvenv.cfg", folder);
  if (access(path, R_OK))
    return;
  snprintf(path, sizeof path, "%s/../../bin/python3", folder);
  wchar_t *name = Py_DecodeLocale(path, NULL); /* the interpreter keeps it */
  if (name)
    Py_SetProgramName(name);
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
  choose_environment(own);
  setenv("PYTHONHASHSEED", "0", 0);
  Py_InitializeEx(0);
  PyObject *path = PySys_GetObject("path"), *folder = PyUnicode_FromFormat("%s/python", own);
  int code = path && folder ? PyList_Insert(path, 0, folder) : -1;
  Py_XDECREF(folder);
  return code;
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

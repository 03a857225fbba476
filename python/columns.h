/* Arrays as columns of a star. */
#pragma once

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>
#include <starport/starport.h>

/* The star of a text and of a dictionary {key: array}, which is read where it is. An array has one
 * dimension, whole numbers or floats. NULL with an exception: error_class with the library's words.
 */
struct sp_instance *columns_star(const char *text, PyObject *arrays, PyObject *error_class);

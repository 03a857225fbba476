/* Stars as objects of Python. */
#pragma once

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>
#include <starport/starport.h>

struct star {
  PyObject_HEAD struct sp_instance *in;
};

/* Makes the type Star, whose errors have the given class. NULL with an exception. */
PyTypeObject *star_type_init(PyObject *error_class);
/* A new object of the type Star, which takes over the instance. */
PyObject *star_object(struct sp_instance *);

/* n values of so many bytes each, as they are in memory. */
static inline PyObject *bytes_of(const void *from, long n, size_t size)
{
  return PyBytes_FromStringAndSize(from, (Py_ssize_t)((size_t)n * size));
}

/* Arrays as columns of a star, through Python's buffers. Whole numbers are exact; a float is exact
 * if its denominator is at most 2^32, else it means its shortest decimal, as in star.py. */
#include "columns.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COLUMNS = 6 }; /* as many keys have a value for each worker */

static bool read_double(double v, struct sp_num *out)
{
  if (fabs(v) < 0x1p53 && ldexp(v, 32) == floor(ldexp(v, 32))) {
    *out = sp_double(v + 0.0); /* not -0 */
    return true;
  }
  char *text = PyOS_double_to_string(v, 'r', 0, 0, NULL);
  bool good = text && sp_num_parse(text, out) == 0;
  PyMem_Free(text);
  return good;
}

/* Reads an element of the format of Python's struct; false if it is no number of a star. */
static bool read_element(char format, const void *at, struct sp_num *out)
{
  double d;
  float f;
  int i;
  long l;
  long long q;
  switch (format) {
  case 'd':
    memcpy(&d, at, sizeof d);
    return read_double(d, out);
  case 'f':
    memcpy(&f, at, sizeof f);
    return read_double((double)f, out);
  case 'i':
    memcpy(&i, at, sizeof i);
    *out = sp_int(i);
    return true;
  case 'l':
    memcpy(&l, at, sizeof l);
    *out = sp_int(l);
    return true;
  default:
    memcpy(&q, at, sizeof q);
    *out = sp_int(q);
    return true;
  }
}

/* The words with which a star refuses what is no number. */
static void refuse(const char *key, const Py_buffer *array, const char *at, PyObject *error_class)
{
  struct sp_error error;
  double v = NAN;
  char text[64];
  if (array->format[0] == 'd')
    memcpy(&v, at, sizeof v);
  snprintf(text, sizeof text, "%.20s=%g", key, v);
  sp_instance_free(sp_star_parse(text, &error));
  PyErr_SetString(error_class, error.text);
}

/* Reads an array; its values are the caller's, NULL with an exception. */
static struct sp_num *read_array(const char *key, PyObject *from, int *n, PyObject *error_class)
{
  Py_buffer array;
  struct sp_num *value = NULL;
  if (PyObject_GetBuffer(from, &array, PyBUF_STRIDED_RO | PyBUF_FORMAT))
    return NULL;
  if (array.ndim != 1 || !array.format || strlen(array.format) != 1 ||
      !strchr("dfilq", array.format[0]) || array.shape[0] < 1 || array.shape[0] > INT_MAX)
    PyErr_Format(PyExc_TypeError, "%s is an array that is no list of numbers", key);
  else if (!(value = malloc((size_t)array.shape[0] * sizeof *value)))
    PyErr_NoMemory();
  *n = value ? (int)array.shape[0] : 0;
  for (int k = 0; k < *n; k++) {
    const char *at = (const char *)array.buf + k * array.strides[0];
    if (read_element(array.format[0], at, &value[k]))
      continue;
    refuse(key, &array, at, error_class);
    free(value);
    value = NULL;
    break;
  }
  PyBuffer_Release(&array);
  return value;
}

struct sp_instance *columns_star(const char *text, PyObject *arrays, PyObject *error_class)
{
  struct sp_star_column column[MOST_COLUMNS];
  struct sp_num *value[MOST_COLUMNS];
  struct sp_instance *in = NULL;
  struct sp_error error;
  PyObject *key, *array;
  Py_ssize_t at = 0;
  int n = 0;
  while (n < MOST_COLUMNS && !PyErr_Occurred() && PyDict_Next(arrays, &at, &key, &array)) {
    struct sp_star_column *c = &column[n];
    c->key = PyUnicode_AsUTF8AndSize(key, NULL);
    value[n] = c->key ? read_array(c->key, array, &c->n, error_class) : NULL;
    c->value = value[n];
    n += value[n] != NULL;
  }
  if (!PyErr_Occurred() && n < PyDict_Size(arrays))
    PyErr_Format(PyExc_TypeError, "%d arrays, expected at most %d", (int)PyDict_Size(arrays),
                 MOST_COLUMNS);
  else if (!PyErr_Occurred() && !(in = sp_star_with(text, column, n, &error)))
    PyErr_SetString(error_class, error.text);
  while (n > 0)
    free(value[--n]);
  return in;
}

/* Stars as objects of Python: an instance of libstarport, whose numbers go out as bytes in the
 * layout of the library's structs (NUMBER in starport/layout.py). */
#include "star.h"
#include "columns.h"
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(struct sp_num) == 24, "NUMBER of layout.py");

static PyTypeObject *star_type;
static PyObject *error_class;

static PyObject *star_with(PyTypeObject *type, struct sp_instance *in)
{
  allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
  struct star *star = (struct star *)alloc(type, 0);
  if (star)
    star->in = in;
  else
    sp_instance_free(in);
  return (PyObject *)star;
}

PyObject *star_object(struct sp_instance *in)
{
  return star_with(star_type, in);
}

static PyObject *star_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
  PyObject *from, *arrays = NULL;
  struct sp_error error;
  (void)keywords;
  if (!PyArg_ParseTuple(args, "O|O!", &from, &PyDict_Type, &arrays))
    return NULL;
  if (PyObject_TypeCheck(from, star_type))
    return star_with(type, sp_instance_copy(((struct star *)from)->in));
  const char *text = PyUnicode_AsUTF8AndSize(from, NULL);
  if (!text)
    return NULL;
  if (arrays) {
    struct sp_instance *with = columns_star(text, arrays, error_class);
    return with ? star_with(type, with) : NULL;
  }
  struct sp_instance *in = sp_star_parse(text, &error);
  return in ? star_with(type, in) : PyErr_Format(error_class, "%s", error.text);
}

static void star_dealloc(PyObject *self)
{
  PyTypeObject *type = Py_TYPE(self);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  sp_instance_free(((struct star *)self)->in);
  release(self);
  Py_DECREF(type);
}

static PyObject *star_numbers(PyObject *self, PyObject *key)
{
  const struct sp_instance *in = ((struct star *)self)->in;
  const struct sp_num chunk = {in->free_by_chunk, in->free_by_chunk, 1};
  const struct sp_num stay = {in->lost_stay, in->lost_stay, 1};
  const struct sp_num hold = {in->hold_result, in->hold_result, 1};
  const struct sp_num moments[] = {{in->size_mean, 0, 0}, {in->size_sd, 0, 0}};
  const struct sp_num known_count = {in->known, in->known, 1};
  const bool half = !in->platform.node[0].ports.recv_send;
  const struct sp_num half_duplex = {half, half, 1};
  const struct {
    const char *name;
    const struct sp_num *value;
    int n;
  } known[] = {{"c", in->c + 1, in->m},
               {"w", in->w + 1, in->m},
               {"latency", in->latency + 1, in->m},
               {"load", in->load + 1, in->m},
               {"total", &in->total, 1},
               {"deadline", &in->deadline, 1},
               {"timeout", &in->timeout, 1},
               {"memory", in->memory + 1, in->m},
               {"free_by_chunk", &chunk, 1},
               {"result", in->result + 1, in->m},
               {"hold_result", &hold, 1},
               {"lost_stay", &stay, 1},
               {"known", &known_count, 1},
               {"moments", moments, in->told ? 2 : 0},
               {"overhead", &in->overhead, 1},
               {"request", &in->request, 1},
               {"half_duplex", &half_duplex, 1}};
  const char *name = PyUnicode_AsUTF8AndSize(key, NULL);
  for (size_t k = 0; name && k < sizeof known / sizeof *known; k++)
    if (!strcmp(known[k].name, name))
      return bytes_of(known[k].value, known[k].n, sizeof(struct sp_num));
  return name ? PyErr_Format(PyExc_KeyError, "%s", name) : NULL;
}

static PyObject *star_places(PyObject *self, PyObject *none)
{
  const struct sp_instance *in = ((struct star *)self)->in;
  (void)none;
  return bytes_of(in->buffer + 1, in->m, sizeof *in->buffer);
}

/* One number a task; NULL: None. */
static PyObject *by_task(const struct sp_instance *in, const double *value)
{
  if (!value)
    Py_RETURN_NONE;
  return bytes_of(value, (long)in->total.v, sizeof *value);
}

static PyObject *star_release(PyObject *self, PyObject *none)
{
  const struct sp_instance *in = ((struct star *)self)->in;
  (void)none;
  return by_task(in, in->release);
}

static PyObject *star_weights(PyObject *self, PyObject *none)
{
  const struct sp_instance *in = ((struct star *)self)->in;
  (void)none;
  return by_task(in, in->weights);
}

static PyObject *star_sizes(PyObject *self, PyObject *none)
{
  const struct sp_instance *in = ((struct star *)self)->in;
  (void)none;
  return by_task(in, in->sizes);
}

static PyObject *star_problem(PyObject *self, void *closure)
{
  (void)closure;
  return PyUnicode_FromString(sp_problem_name(((struct star *)self)->in->problem));
}

static PyObject *star_workers(PyObject *self, void *closure)
{
  (void)closure;
  return PyLong_FromLong(((struct star *)self)->in->m);
}

static PyObject *star_ports(PyObject *self, void *closure)
{
  const struct sp_ports *ports = &((struct star *)self)->in->platform.node[0].ports;
  (void)closure;
  return Py_BuildValue("(ii)", ports->recv, ports->send);
}

static PyObject *star_profile(PyObject *self, void *closure)
{
  char *text = sp_profiles_text(((struct star *)self)->in);
  PyObject *profile = PyUnicode_FromString(text);
  (void)closure;
  free(text);
  return profile;
}

static PyMethodDef star_methods[] = {
    {"_numbers", star_numbers, METH_O, "_numbers(key) -> bytes of NUMBER"},
    {"_release", star_release, METH_NOARGS, "_release() -> bytes of double, one a task; or None"},
    {"_weights", star_weights, METH_NOARGS, "_weights() -> bytes of double, one a task; or None"},
    {"_sizes", star_sizes, METH_NOARGS, "_sizes() -> bytes of double, one a task; or None"},
    {"_places", star_places, METH_NOARGS, "_places() -> bytes of long, one a worker"},
    {0}};
static PyGetSetDef star_getters[] = {
    {"problem", star_problem, NULL, "'redistribution', 'bag', 'divisible' or 'imbalance'", NULL},
    {"workers", star_workers, NULL, "number of workers", NULL},
    {"profile", star_profile, NULL,
     "what changes over time, as the key profile of --star takes it; '' if nothing does", NULL},
    {"_ports", star_ports, NULL, "(recv, send) of the master; 2^31 - 1: any number", NULL},
    {0}};
static PyType_Slot star_slots[] = {
    {Py_tp_new, star_new},
    {Py_tp_dealloc, star_dealloc},
    {Py_tp_methods, star_methods},
    {Py_tp_getset, star_getters},
    {Py_tp_doc,
     "A star of the text that --star takes, with columns in a dictionary of arrays beside "
     "it; or a copy of a star."},
    {0}};
static PyType_Spec star_spec = {"starport._starport.Star", sizeof(struct star), 0,
                                Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, star_slots};

PyTypeObject *star_type_init(PyObject *error)
{
  error_class = error;
  return star_type = (PyTypeObject *)PyType_FromSpec(&star_spec);
}

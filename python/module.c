/* The module starport._starport: stars, and the functions of libstarport on them. Values cross the
 * border once: texts and Python's heuristics go in; numbers, messages and events come out as bytes
 * in the layout of the library's structs (NUMBER, MESSAGE and EVENT in starport/layout.py). */
#include "call.h"
#include "columns.h"
#include "heuristic.h"
#include <starport/optimal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(struct sp_num) == 24, "NUMBER of layout.py");
_Static_assert(sizeof(struct sp_message) == 40 && offsetof(struct sp_message, after) == 16,
               "MESSAGE of layout.py");
_Static_assert(sizeof(struct sp_event) == 48 && offsetof(struct sp_event, from) == 24 &&
                   offsetof(struct sp_event, message) == 32 &&
                   offsetof(struct sp_event, kind) == 40,
               "EVENT of layout.py");

static struct sp_registry *registry; /* the built-in heuristics, never changed */
static PyObject *error_class, *refused_class;
static PyTypeObject *star_type;

struct star {
  PyObject_HEAD struct sp_instance *in;
};

static PyObject *bytes_of(const void *from, long n, size_t size)
{
  return PyBytes_FromStringAndSize(from, (Py_ssize_t)((size_t)n * size));
}

/* ---- Stars. */

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
  const struct {
    const char *name;
    const struct sp_num *value;
    int n;
  } known[] = {
      {"c", in->c + 1, in->m},       {"w", in->w + 1, in->m},  {"latency", in->latency + 1, in->m},
      {"load", in->load + 1, in->m}, {"total", &in->total, 1}, {"deadline", &in->deadline, 1},
      {"timeout", &in->timeout, 1}};
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

/* ---- Methods: the text of a built-in one, or an adapter. */

struct asked {
  struct sp_method method;
  struct python_heuristic python;
};

static int asked_init(struct asked *a, PyObject *method)
{
  struct sp_error error;
  *a = (struct asked){.python = {.adapter = NULL}};
  if (!PyUnicode_Check(method)) {
    if (heuristic_init(&a->python, method))
      return -1;
    const struct sp_heuristic *h = &a->python.heuristic;
    if (sp_heuristic_check(h, &error) == SP_OK) {
      a->method = (struct sp_method){h, &a->python, (char *)(uintptr_t)h->name};
      return 0;
    }
    heuristic_clear(&a->python);
  } else {
    const char *text = PyUnicode_AsUTF8AndSize(method, NULL);
    if (!text || sp_method_parse(registry, text, &a->method, &error) == SP_OK)
      return text ? 0 : -1;
  }
  PyErr_SetString(error_class, error.text);
  return -1;
}

static void asked_clear(struct asked *a)
{
  if (a->python.adapter)
    heuristic_clear(&a->python);
  else
    sp_method_clear(&a->method);
}

/* ---- Functions. */

/* Runs of more tasks are verified only if the caller asks for the events. */
#define VERIFIED_TASKS 5e6

/* A run, a plan or the bounds. */
struct task {
  struct call call;
  struct sp_instance *in;
  struct asked asked;
  struct sp_conditions conditions;
  bool kept; /* the events are wanted */
  struct sp_result result;
  struct sp_trace trace;
  struct sp_schedule schedule; /* planned, or as decided */
  int refused;
  char reason[256];
  int n;
  struct sp_bound bound[SP_MAX_BOUNDS];
};

static void task_free(struct call *call)
{
  struct task *t = (struct task *)call;
  sp_trace_clear(&t->trace);
  sp_schedule_clear(&t->schedule);
  asked_clear(&t->asked);
  sp_instance_free(t->in);
  free(t);
}

/* NULL with an exception. The method is NULL for none. */
static struct task *task_new(void (*make)(struct call *), PyObject *star, PyObject *method)
{
  struct task *t = malloc(sizeof *t);
  if (!t) {
    PyErr_NoMemory();
    return NULL;
  }
  *t = (struct task){.call = {make, task_free, 0}, .schedule = SP_SCHEDULE_EMPTY};
  if (method && asked_init(&t->asked, method)) {
    free(t);
    return NULL;
  }
  t->in = sp_instance_copy(((struct star *)star)->in);
  return t;
}

/* A heuristic in Python is called with the interpreter's lock, and signals raise in it. 0, or -1
 * with an exception and no task. */
static int task_make(struct task *t)
{
  if (!t->asked.python.adapter)
    return call_make(&t->call);
  t->call.make(&t->call);
  return 0;
}

static void make_run(struct call *call)
{
  struct task *t = (struct task *)call;
  const struct sp_instance *in = t->in;
  struct sp_result *r = &t->result;
  struct sp_error error;
  bool checked = t->kept || !(sp_most_tasks(in) > VERIFIED_TASKS);
  bool exact = !(t->conditions.noise_link > 0) && !(t->conditions.noise_cpu > 0);
  sp_native_run(in, registry, &t->asked.method, &t->conditions, r, checked ? &t->trace : NULL,
                t->kept ? &t->schedule : NULL);
  if (!checked || r->status != SP_RUN_OK)
    return;
  sp_trace_sort(&t->trace);
  int code = sp_validate(in, &t->trace, SP_ENGINE_TOLERANCE,
                         exact ? SP_DURATIONS_EXACT : SP_DURATIONS_ANY, &error);
  if (code != SP_OK)
    sp_run_fails(r, "invalid trace: %.230s", error.text);
  else
    snprintf(r->warning, sizeof r->warning, "%.255s", error.text);
  r->verified = code == SP_OK;
}

static PyObject *run(PyObject *self, PyObject *args)
{
  PyObject *star, *method;
  struct sp_conditions conditions = {0};
  unsigned long long seed;
  unsigned int platform;
  int kept;
  (void)self;
  if (!PyArg_ParseTuple(args, "O!OKddIp", star_type, &star, &method, &seed, &conditions.noise_link,
                        &conditions.noise_cpu, &platform, &kept))
    return NULL;
  struct task *t = task_new(make_run, star, method);
  if (!t)
    return NULL;
  conditions.seed = seed;
  conditions.platform = platform;
  t->conditions = conditions;
  t->conditions.stop = &t->call.given_up;
  t->kept = kept;
  if (task_make(t))
    return NULL;
  const struct sp_result *r = &t->result;
  bool can_fail = sp_can_fail(t->in);
  PyObject *result = Py_BuildValue(
      "(ssssOddldNNKKNN)", t->asked.method.name, sp_status_name(r->status), r->reason, r->warning,
      r->verified ? Py_True : Py_False, r->makespan, r->planned, r->messages, r->done,
      Py_BuildValue(can_fail ? "d" : "", r->wasted), Py_BuildValue(can_fail ? "l" : "", r->resends),
      (unsigned long long)r->order_hash, (unsigned long long)r->bits_hash,
      bytes_of(t->trace.event, kept && r->status == SP_RUN_OK ? t->trace.n : 0,
               sizeof *t->trace.event),
      bytes_of(t->schedule.msg, t->schedule.n, sizeof *t->schedule.msg));
  task_free(&t->call);
  return result;
}

static void make_plan(struct call *call)
{
  struct task *t = (struct task *)call;
  struct sp_context *cx = sp_context_alloc(registry, t->conditions.seed, t->in, &t->asked.method);
  sp_context_stop_when(cx, &call->given_up);
  t->refused = sp_plan(cx, &t->asked.method, t->in, &t->schedule);
  snprintf(t->reason, sizeof t->reason, "%s", sp_context_reason(cx));
  sp_context_free(cx);
}

static PyObject *plan(PyObject *self, PyObject *args)
{
  PyObject *star, *method, *result = NULL;
  unsigned long long seed;
  (void)self;
  if (!PyArg_ParseTuple(args, "O!OK", star_type, &star, &method, &seed))
    return NULL;
  struct task *t = task_new(make_plan, star, method);
  if (!t)
    return NULL;
  t->conditions.seed = seed;
  if (task_make(t))
    return NULL;
  if (t->refused)
    PyErr_Format(refused_class, "%s: refused: %s", t->asked.method.name, t->reason);
  else
    result = Py_BuildValue("(sdN)", t->asked.method.name, t->schedule.planned,
                           bytes_of(t->schedule.msg, t->schedule.n, sizeof *t->schedule.msg));
  task_free(&t->call);
  return result;
}

static void make_bounds(struct call *call)
{
  struct task *t = (struct task *)call;
  t->n = sp_bounds(t->in, t->bound);
}

static PyObject *bounds(PyObject *self, PyObject *args)
{
  PyObject *star;
  (void)self;
  if (!PyArg_ParseTuple(args, "O!", star_type, &star))
    return NULL;
  struct task *t = task_new(make_bounds, star, NULL);
  if (!t || task_make(t))
    return NULL;
  PyObject *list = PyList_New(t->n);
  for (int k = 0; list && k < t->n; k++)
    PyList_SetItem(list, k, Py_BuildValue("(sd)", t->bound[k].name, t->bound[k].value));
  task_free(&t->call);
  return list;
}

enum { MOST_MESSAGES = 1000 }; /* of the search of a divisible load, as on the command line */

static PyObject *optimal(PyObject *self, PyObject *args)
{
  struct star *star;
  struct sp_optimal o = {0};
  struct sp_schedule best = SP_SCHEDULE_EMPTY;
  struct sp_context *cx;
  PyObject *result = NULL;
  int refused;
  (void)self;
  if (!PyArg_ParseTuple(args, "O!ll", star_type, &star, &o.nodes, &o.messages))
    return NULL;
  if (o.nodes < 0 || o.messages < 0 || o.messages > MOST_MESSAGES)
    return PyErr_Format(
        error_class, "node_limit=%ld, messages=%ld, expected whole numbers, of messages at most %d",
        o.nodes, o.messages, MOST_MESSAGES);
  if (o.messages > 0 && star->in->problem != SP_DIVISIBLE)
    return PyErr_Format(error_class, "messages is for a divisible load, this instance is a %s",
                        sp_problem_name(star->in->problem));
  Py_BEGIN_ALLOW_THREADS;
  cx = sp_context_alloc(registry, 0, star->in, NULL);
  refused = sp_optimal(cx, star->in, &o, &best);
  Py_END_ALLOW_THREADS;
  if (refused)
    PyErr_SetString(refused_class, sp_context_reason(cx));
  else
    result = Py_BuildValue("(ddNNNlN)", o.value, o.bound, PyBool_FromLong(o.proven),
                           PyBool_FromLong(o.searched), PyBool_FromLong(o.infimum), o.messages,
                           bytes_of(best.msg, best.n, sizeof *best.msg));
  sp_context_free(cx);
  sp_schedule_clear(&best);
  return result;
}

static PyObject *cost(PyObject *self, PyObject *args)
{
  struct star *star;
  PyObject *messages, *result = NULL;
  struct sp_schedule schedule = SP_SCHEDULE_EMPTY;
  struct sp_error error;
  (void)self;
  if (!PyArg_ParseTuple(args, "O!O!", star_type, &star, &PyList_Type, &messages))
    return NULL;
  if (sp_is_changing(star->in))
    return PyErr_Format(error_class, "cost is of stars that do not change, expected run");
  if (schedule_read(messages, &schedule) == 0) {
    if (sp_schedule_check(star->in, &schedule, &error) == SP_OK)
      result = PyFloat_FromDouble(sp_schedule_cost(star->in, &schedule));
    else
      PyErr_SetString(error_class, error.text);
  }
  sp_schedule_clear(&schedule);
  return result;
}

/* The address of the struct sp_heuristic of an adapter, for python/plugin.c. */
static PyObject *plugin(PyObject *self, PyObject *adapter)
{
  const struct sp_heuristic *h = heuristic_plugin(adapter);
  (void)self;
  return h ? PyLong_FromVoidPtr((void *)(uintptr_t)h) : NULL;
}

static PyMethodDef functions[] = {
    {"run", run, METH_VARARGS,
     "run(star, method, seed, noise_link, noise_cpu, platform, events) -> tuple"},
    {"plan", plan, METH_VARARGS, "plan(star, method, seed) -> (name, planned, messages)"},
    {"bounds", bounds, METH_VARARGS, "bounds(star) -> [(name, value), ..], the greatest first"},
    {"optimal", optimal, METH_VARARGS, "optimal(star, nodes, messages) -> tuple"},
    {"cost", cost, METH_VARARGS,
     "cost(star, messages) -> makespan, or minus the load by the deadline"},
    {"plugin", plugin, METH_O, "plugin(adapter) -> address"},
    {0}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "_starport",
                                        .m_doc = "libstarport; see the package starport",
                                        .m_size = -1, .m_methods = functions};

PyMODINIT_FUNC PyInit__starport(void);
PyMODINIT_FUNC PyInit__starport(void)
{
  struct sp_error error;
  PyObject *module = PyModule_Create(&definition);
  if (!module || heuristic_types(module))
    return NULL;
  registry = sp_registry_alloc(&error);
  if (!registry)
    return PyErr_Format(PyExc_ImportError, "%s", error.text);
  star_type = (PyTypeObject *)PyType_FromSpec(&star_spec);
  error_class = PyErr_NewExceptionWithDoc(
      "starport.Error", "What the command line refuses, in its words.", PyExc_ValueError, NULL);
  refused_class =
      error_class
          ? PyErr_NewExceptionWithDoc("starport.Refused",
                                      "A heuristic refuses the star; heuristics may raise it.",
                                      error_class, NULL)
          : NULL;
  if (!star_type || !refused_class ||
      PyModule_AddObjectRef(module, "Star", (PyObject *)star_type) ||
      PyModule_AddObjectRef(module, "Error", error_class) ||
      PyModule_AddObjectRef(module, "Refused", refused_class))
    return NULL;
  return module;
}

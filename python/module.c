/* The module starport._starport: stars, and the functions of libstarport on them. Values cross the
 * border once: texts and Python's heuristics go in; numbers, messages and events come out as bytes
 * in the layout of the library's structs (NUMBER, MESSAGE and EVENT in starport/layout.py). */
#include "call.h"
#include "heuristic.h"
#include "star.h"
#include <math.h>
#include <starport/optimal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(struct sp_message) == 48 && offsetof(struct sp_message, after) == 16,
               "MESSAGE of layout.py");
_Static_assert(sizeof(struct sp_event) == 48 && offsetof(struct sp_event, from) == 24 &&
                   offsetof(struct sp_event, message) == 32 &&
                   offsetof(struct sp_event, kind) == 40,
               "EVENT of layout.py");

static struct sp_registry *registry; /* the built-in heuristics, never changed */
static PyObject *error_class, *refused_class;
static PyTypeObject *star_type;

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

/* None where the run has no such number. */
static PyObject *value_of(const struct sp_field *f, const struct sp_instance *in,
                          const struct sp_result *r)
{
  const void *at = (const char *)r + f->at;
  if ((f->applies && !f->applies(in)) || (f->type == SP_FIELD_REAL && isnan(*(const double *)at)))
    return Py_BuildValue("");
  if (f->type == SP_FIELD_REAL)
    return PyFloat_FromDouble(*(const double *)at);
  return f->type == SP_FIELD_INTEGER ? PyLong_FromLong(*(const long *)at)
                                     : PyLong_FromUnsignedLongLong(*(const uint64_t *)at);
}

/* The numbers of a result by name, whatever its status. */
static PyObject *values_of(const struct sp_instance *in, const struct sp_result *r)
{
  const struct sp_field *f;
  PyObject *values = PyDict_New();
  for (int k = 0; values && (f = sp_result_field(k)); k++) {
    PyObject *value = value_of(f, in, r);
    if (value)
      PyDict_SetItemString(values, f->name, value);
    Py_XDECREF(value);
  }
  return values;
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
  PyObject *result =
      Py_BuildValue("(ssssONNN)", t->asked.method.name, sp_status_name(r->status), r->reason,
                    r->warning, r->verified ? Py_True : Py_False, values_of(t->in, r),
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

static void make_flow_bounds(struct call *call)
{
  struct task *t = (struct task *)call;
  t->n = sp_flow_bounds(t->in, t->bound);
}

static PyObject *list_of_bounds(PyObject *args, void (*make)(struct call *))
{
  PyObject *star;
  if (!PyArg_ParseTuple(args, "O!", star_type, &star))
    return NULL;
  struct task *t = task_new(make, star, NULL);
  if (!t || task_make(t))
    return NULL;
  PyObject *list = PyList_New(t->n);
  for (int k = 0; list && k < t->n; k++)
    PyList_SetItem(list, k, Py_BuildValue("(sd)", t->bound[k].name, t->bound[k].value));
  task_free(&t->call);
  return list;
}

static PyObject *bounds(PyObject *self, PyObject *args)
{
  (void)self;
  return list_of_bounds(args, make_bounds);
}

static PyObject *flow_bounds(PyObject *self, PyObject *args)
{
  (void)self;
  return list_of_bounds(args, make_flow_bounds);
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
  int objective;
  if (!PyArg_ParseTuple(args, "O!lli", star_type, &star, &o.nodes, &o.messages, &objective))
    return NULL;
  o.objective = (enum sp_objective)objective;
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
    {"bounds", bounds, METH_VARARGS, "bounds(star) -> [(name, value), ..], the strongest first"},
    {"flow_bounds", flow_bounds, METH_VARARGS, "flow_bounds(star) -> [(name, value), ..]"},
    {"optimal", optimal, METH_VARARGS, "optimal(star, nodes, messages, objective) -> tuple"},
    {"cost", cost, METH_VARARGS,
     "cost(star, messages) -> makespan, or minus the load by the deadline"},
    {"plugin", plugin, METH_O, "plugin(adapter) -> address"},
    {0}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "_starport",
                                        .m_doc = "libstarport; see the package starport",
                                        .m_size = -1, .m_methods = functions};

/* FIELDS and the class Fields, from the library's table: an attribute for each, with its meaning.
 * 0, or -1 with an exception. */
static int add_fields(PyObject *module)
{
  const struct sp_field *f;
  PyObject *fields = PyList_New(0), *slots = PyDict_New();
  bool made = fields && slots;
  for (int k = 0; made && (f = sp_result_field(k)); k++) {
    PyObject *meaning = PyUnicode_FromFormat("%s%s%s%s", f->meaning, *f->unit ? " [" : "", f->unit,
                                             *f->unit ? "]" : "");
    PyObject *field = Py_BuildValue("(siNN)", f->name, f->place, PyBool_FromLong(f->of_ok),
                                    PyBool_FromLong(!f->applies));
    made = meaning && field && !PyDict_SetItemString(slots, f->name, meaning) &&
           !PyList_Append(fields, field);
    Py_XDECREF(meaning);
    Py_XDECREF(field);
  }
  PyObject *type =
      made ? PyObject_CallFunction((PyObject *)&PyType_Type, "s(){s:s,s:s,s:O}", "Fields",
                                   "__doc__", "The numbers of a run.", "__module__",
                                   "starport._starport", "__slots__", slots)
           : NULL;
  int failed = !type || PyModule_AddObjectRef(module, "Fields", type) ||
               PyModule_AddObjectRef(module, "FIELDS", fields);
  Py_XDECREF(fields);
  Py_XDECREF(slots);
  Py_XDECREF(type);
  return failed ? -1 : 0;
}

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
  error_class = PyErr_NewExceptionWithDoc(
      "starport.Error", "What the command line refuses, in its words.", PyExc_ValueError, NULL);
  refused_class =
      error_class
          ? PyErr_NewExceptionWithDoc("starport.Refused",
                                      "A heuristic refuses the star; heuristics may raise it.",
                                      error_class, NULL)
          : NULL;
  star_type = error_class ? star_type_init(error_class) : NULL;
  if (!star_type || !refused_class ||
      PyModule_AddObjectRef(module, "Star", (PyObject *)star_type) ||
      PyModule_AddObjectRef(module, "Error", error_class) ||
      PyModule_AddObjectRef(module, "Refused", refused_class) || add_fields(module))
    return NULL;
  return module;
}

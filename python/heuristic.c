/* Heuristics written in Python; see heuristic.h. The engine calls the hooks with the interpreter's
 * lock held. An exception in a hook goes to the adapter's method `failed`, whose text is the
 * reason.
 *
 * A view is a copy: a heuristic that keeps it reads old numbers, never freed memory. Of the workers
 * only the lines that have changed are copied again. */
#include "heuristic.h"
#include "star.h"
#include <string.h>
#include <structmember.h>

/* ---- What a heuristic is shown. */

struct worker {
  PyObject_HEAD int number;
  struct sp_worker_view line;
};

struct view {
  PyObject_HEAD struct sp_view now; /* its pointers are valid while next() is asked, else NULL */
  PyObject *workers;                /* tuple of struct worker */
};

static PyTypeObject *worker_type, *view_type;

static void dealloc(PyObject *self)
{
  PyTypeObject *type = Py_TYPE(self);
  PyObject_Free(self);
  Py_DECREF(type);
}

static PyObject *worker_buffer(PyObject *self, void *closure)
{
  long places = ((struct worker *)self)->line.buffer;
  (void)closure;
  return places == LONG_MAX ? PyFloat_FromDouble(INFINITY) : PyLong_FromLong(places);
}

#define LINE(field) offsetof(struct worker, line.field)
static PyMemberDef worker_members[] = {
    {"number", T_INT, offsetof(struct worker, number), READONLY, "the worker's number, from 1"},
    {"c", T_DOUBLE, LINE(c), READONLY, "time per unit on its link"},
    {"w", T_DOUBLE, LINE(w), READONLY, "time per unit of computation"},
    {"latency", T_DOUBLE, LINE(latency), READONLY, "time that each message takes on top"},
    {"room_at", T_DOUBLE, LINE(room_at), READONLY,
     "date one more unit may start arriving; inf: never"},
    {"idle_at", T_DOUBLE, LINE(idle_at), READONLY,
     "date at which all units sent or kept are computed"},
    {"memory", T_DOUBLE, LINE(memory), READONLY,
     "units it can hold, of which it holds assigned - done; inf: unlimited"},
    {"assigned", T_DOUBLE, LINE(assigned), READONLY, "units sent or kept"},
    {"done", T_DOUBLE, LINE(done), READONLY, "units computed"},
    {"result", T_DOUBLE, LINE(result), READONLY, "time per unit of a result; 0: nothing returns"},
    {"owed", T_DOUBLE, LINE(owed), READONLY, "units computed whose results have not come"},
    {"held", T_LONG, LINE(held), READONLY, "places taken"},
    {"movable", T_LONG, LINE(movable), READONLY, "tasks not begun, which a reception may take"},
    {0},
};
static PyGetSetDef worker_getters[] = {
    {"buffer", worker_buffer, NULL, "places of the worker; inf: unlimited", NULL}, {0}};
static PyType_Slot worker_slots[] = {{Py_tp_members, worker_members},
                                     {Py_tp_getset, worker_getters},
                                     {Py_tp_dealloc, dealloc},
                                     {Py_tp_doc, "What is known of a worker; dates are forecasts."},
                                     {0}};
static PyType_Spec worker_spec = {"starport.Worker", sizeof(struct worker), 0,
                                  Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                                  worker_slots};

static void view_dealloc(PyObject *self)
{
  Py_CLEAR(((struct view *)self)->workers);
  dealloc(self);
}

static PyObject *view_port(PyObject *self, void *closure)
{
  (void)closure;
  return PyUnicode_InternFromString(((struct view *)self)->now.port == SP_IN ? "in" : "out");
}

static PyObject *view_port_free(PyObject *self, void *closure)
{
  const double *date = ((struct view *)self)->now.port_free;
  (void)closure;
  return Py_BuildValue("(dd)", date[SP_OUT], date[SP_IN]);
}

static PyObject *view_changed(PyObject *self, void *closure)
{
  const struct sp_view *now = &((struct view *)self)->now;
  int n = now->changed ? now->n_changed : 0;
  PyObject *numbers = PyTuple_New(n);
  (void)closure;
  for (int k = 0; numbers && k < n; k++)
    PyTuple_SetItem(numbers, k, PyLong_FromLong(now->changed[k]));
  return numbers;
}

#define NOW(field) offsetof(struct view, now.field)
static PyMemberDef view_members[] = {
    {"now", T_DOUBLE, NOW(now), READONLY, "date"},
    {"deadline", T_DOUBLE, NOW(deadline), READONLY, "inf: none"},
    {"remaining", T_DOUBLE, NOW(remaining), READONLY,
     "port out: units at the master, unsent; in: units that can be moved in all"},
    {"coming", T_DOUBLE, NOW(coming), READONLY,
     "tasks that have not come to the master yet; inf: any number may"},
    {"weight", T_DOUBLE, NOW(weight), READONLY,
     "port out: weight of the task that is sent next; 1 where tasks have none"},
    {"workers", T_OBJECT_EX, offsetof(struct view, workers), READONLY,
     "tuple of Worker; worker i is workers[i - 1]"},
    {0},
};
static PyGetSetDef view_getters[] = {
    {"port", view_port, NULL, "the port of the master that asks: 'out' or 'in'", NULL},
    {"port_free", view_port_free, NULL, "forecast ends of the messages of (out, in)", NULL},
    {"changed", view_changed, NULL,
     "numbers of the workers that changed since this port last asked; () after next() returned",
     NULL},
    {0}};
static PyType_Slot view_slots[] = {
    {Py_tp_members, view_members},
    {Py_tp_getset, view_getters},
    {Py_tp_dealloc, view_dealloc},
    {Py_tp_doc, "What an on-line heuristic may know at the date of a decision."},
    {0}};
static PyType_Spec view_spec = {"starport.View", sizeof(struct view), 0,
                                Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, view_slots};

int heuristic_types(PyObject *module)
{
  worker_type = (PyTypeObject *)PyType_FromSpec(&worker_spec);
  view_type = (PyTypeObject *)PyType_FromSpec(&view_spec);
  if (!worker_type || !view_type ||
      PyModule_AddObjectRef(module, "Worker", (PyObject *)worker_type))
    return -1;
  return PyModule_AddObjectRef(module, "View", (PyObject *)view_type);
}

/* A view of m workers; NULL with an exception. */
static PyObject *view_new(int m)
{
  struct view *view = PyObject_New(struct view, view_type);
  if (!view)
    return NULL;
  view->now = (struct sp_view){.m = m};
  view->workers = PyTuple_New(m);
  for (int i = 1; view->workers && i <= m; i++) {
    struct worker *worker = PyObject_New(struct worker, worker_type);
    if (!worker) {
      Py_DECREF(view);
      return NULL;
    }
    worker->number = i;
    PyTuple_SetItem(view->workers, i - 1, (PyObject *)worker);
  }
  if (!view->workers)
    Py_CLEAR(view);
  return (PyObject *)view;
}

static void view_line(struct view *view, int i)
{
  ((struct worker *)PyTuple_GetItem(view->workers, i - 1))->line = view->now.worker[i];
}

/* Copies what has changed; all of it at the first question. */
static void view_update(struct view *view, const struct sp_view *now)
{
  bool first = !view->now.worker;
  view->now = *now;
  for (int k = 0; k < (first ? now->m : now->n_changed); k++)
    view_line(view, first ? k + 1 : now->changed[k]);
}

/* ---- Answers. */

/* Reads the number of a worker: an int, or an integer of numpy. */
static bool read_worker(PyObject *answer, int *worker)
{
  int overflow;
  if (PyBool_Check(answer) || !PyIndex_Check(answer))
    return false;
  PyObject *index = PyNumber_Index(answer);
  long number = index ? PyLong_AsLongAndOverflow(index, &overflow) : -1;
  Py_XDECREF(index);
  *worker = number < 0 || number > INT_MAX || PyErr_Occurred() ? -1 : (int)number;
  return !PyErr_Occurred();
}

static bool is_word(PyObject *answer, const char *word)
{
  return PyUnicode_Check(answer) && PyUnicode_CompareWithASCIIString(answer, word) == 0;
}

/* Reads a pair (worker, amount) or ("wait", date). */
static bool read_pair(PyObject *answer, struct sp_decision *decision)
{
  if (!PyTuple_Check(answer) || PyTuple_Size(answer) != 2)
    return false;
  PyObject *first = PyTuple_GetItem(answer, 0);
  double number = PyFloat_AsDouble(PyTuple_GetItem(answer, 1));
  if (PyErr_Occurred())
    return false;
  if (is_word(first, "wait"))
    *decision = (struct sp_decision){.verb = SP_WAIT, .until = number};
  else
    *decision = (struct sp_decision){.verb = SP_SEND, .amount = number};
  return decision->verb == SP_WAIT || read_worker(first, &decision->worker);
}

static bool read_answer(PyObject *answer, struct sp_decision *decision)
{
  *decision = (struct sp_decision){.verb = SP_SEND, .amount = 1};
  if (read_worker(answer, &decision->worker) || read_pair(answer, decision))
    return true;
  decision->verb = is_word(answer, "wait") ? SP_WAIT : SP_DONE;
  if (decision->verb == SP_WAIT || is_word(answer, "done"))
    return true;
  PyErr_Clear();
  PyErr_Format(PyExc_TypeError,
               "next() returned %R, expected a worker's number, (worker, amount), 'wait', ('wait', "
               "date) or 'done'",
               answer);
  return false;
}

int schedule_read(PyObject *messages, struct sp_schedule *out)
{
  Py_ssize_t n = PyList_Size(messages);
  for (Py_ssize_t k = 0; k < n; k++) {
    int from, to;
    double amount;
    double earliest[2];
    long after, returns;
    PyObject *message = PyList_GetItem(messages, k);
    if (!message || !PyTuple_Check(message)) {
      PyErr_SetString(PyExc_TypeError, "a message that is no tuple");
      return -1;
    }
    if (!PyArg_ParseTuple(message, "iidlddl", &from, &to, &amount, &after, &earliest[SP_OUT],
                          &earliest[SP_IN], &returns))
      return -1;
    sp_schedule_add(out, from, to, amount, after);
    memcpy(out->msg[k].earliest, earliest, sizeof earliest);
    out->msg[k].returns = returns;
  }
  return n < 0 ? -1 : 0;
}

/* ---- Hooks. */

/* Gives the exception to the adapter, whose words are the reason of the refusal: -1. */
static int stopped(struct sp_context *cx, struct python_heuristic *h)
{
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  if (traceback)
    PyException_SetTraceback(value, traceback);
  PyObject *words = PyObject_CallMethod(h->adapter, "failed", "O", value ? value : Py_None);
  const char *text = words ? PyUnicode_AsUTF8AndSize(words, NULL) : NULL;
  PyErr_Clear();
  if (cx)
    sp_refuse(cx, "%s", text ? text : "an exception without words");
  Py_XDECREF(words);
  Py_XDECREF(type);
  Py_XDECREF(value);
  Py_XDECREF(traceback);
  return -1;
}

/* The value of an option of a plug-in. */
static PyObject *option_value(const struct sp_option *o, const void *options)
{
  const void *field = (const char *)options + o->offset;
  switch (o->type) {
  case SP_CHOICE:
    return PyBool_FromLong(*(const int *)field);
  case SP_INTEGER:
    return PyLong_FromLong(*(const long *)field);
  case SP_REAL:
    return PyFloat_FromDouble(*(const double *)field);
  default:
    return PyUnicode_FromString(*(const char *const *)field);
  }
}

/* Calls a method of the adapter with a copy of the instance and the values of its options. */
static PyObject *ask(struct python_heuristic *h, const char *method, const struct sp_instance *in,
                     const void *options)
{
  const struct sp_option *o = h->heuristic.options;
  PyObject *star = star_object(sp_instance_copy(in)), *values = PyDict_New(), *answer = NULL;
  for (; o && o->name && values; o++) {
    PyObject *value = option_value(o, options);
    if (!value || PyDict_SetItemString(values, o->name, value))
      Py_CLEAR(values);
    Py_XDECREF(value);
  }
  if (star && values)
    answer = PyObject_CallMethod(h->adapter, method, "OO", star, values);
  Py_XDECREF(star);
  Py_XDECREF(values);
  return answer;
}

static int plan_with(struct python_heuristic *h, struct sp_context *cx,
                     const struct sp_instance *in, const void *options, struct sp_schedule *out)
{
  PyObject *messages, *answer = ask(h, "plan", in, options);
  bool good = answer && PyArg_ParseTuple(answer, "dO!", &out->planned, &PyList_Type, &messages) &&
              !schedule_read(messages, out);
  Py_XDECREF(answer);
  return good ? 0 : stopped(cx, h);
}

static int start_with(struct python_heuristic *h, struct sp_context *cx,
                      const struct sp_instance *in, const void *options, void **state)
{
  Py_CLEAR(h->next);
  Py_CLEAR(h->view);
  h->next = ask(h, "start", in, options);
  h->view = h->next ? view_new(in->m) : NULL;
  *state = h;
  return h->view ? 0 : stopped(cx, h);
}

static struct sp_decision next(const struct sp_view *now, const void *options, void *state)
{
  struct python_heuristic *h = state;
  struct view *view = (struct view *)h->view;
  struct sp_decision decision;
  (void)options;
  view_update(view, now);
  PyObject *answer = PyObject_CallFunctionObjArgs(h->next, h->view, NULL);
  view->now.changed = NULL;
  if (!answer || !read_answer(answer, &decision)) {
    stopped(NULL, h);
    decision = (struct sp_decision){.verb = (enum sp_verb) - 1}; /* which fails the run */
  }
  Py_XDECREF(answer);
  return decision;
}

static int plan(struct sp_context *cx, const struct sp_instance *in, const void *options,
                struct sp_schedule *out)
{
  return plan_with((struct python_heuristic *)(uintptr_t)options, cx, in, NULL, out);
}

static int start(struct sp_context *cx, const struct sp_instance *in, const void *options,
                 void **state)
{
  return start_with((struct python_heuristic *)(uintptr_t)options, cx, in, NULL, state);
}

/* ---- Heuristics. */

/* The text of an attribute, which is kept; NULL with an exception. */
static const char *text_of(PyObject *adapter, const char *name, PyObject **kept)
{
  *kept = PyObject_GetAttrString(adapter, name);
  return *kept ? PyUnicode_AsUTF8AndSize(*kept, NULL) : NULL;
}

static long number_of(PyObject *adapter, const char *name)
{
  PyObject *value = PyObject_GetAttrString(adapter, name);
  long number = value ? PyLong_AsLong(value) : -1;
  Py_XDECREF(value);
  return number;
}

int heuristic_init(struct python_heuristic *h, PyObject *adapter)
{
  *h = (struct python_heuristic){.adapter = Py_NewRef(adapter)};
  h->heuristic = (struct sp_heuristic){.abi = SP_ABI,
                                       .name = text_of(adapter, "name", &h->text[0]),
                                       .summary = text_of(adapter, "summary", &h->text[1]),
                                       .source = text_of(adapter, "source", &h->text[2]),
                                       .version = (int)number_of(adapter, "version"),
                                       .problems = (unsigned)number_of(adapter, "problems")};
  if (number_of(adapter, "online") == 0)
    h->heuristic.plan = plan, h->heuristic.results = h->heuristic.arrivals = true;
  else
    h->heuristic.start = start, h->heuristic.next = next;
  if (!PyErr_Occurred())
    return 0;
  heuristic_clear(h);
  return -1;
}

void heuristic_clear(struct python_heuristic *h)
{
  Py_CLEAR(h->adapter);
  Py_CLEAR(h->next);
  Py_CLEAR(h->view);
  Py_CLEAR(h->options);
  for (int k = 0; k < 3; k++)
    Py_CLEAR(h->text[k]);
}

/* ---- Plug-ins. A hook is given neither its heuristic nor options of ours, so each plug-in has
 * hooks of its own. */

enum { PLUGINS = 8 };
static struct python_heuristic plugin[PLUGINS];

#define HOOKS(k)                                                                                 \
  static int plan_##k(struct sp_context *cx, const struct sp_instance *in, const void *options,  \
                      struct sp_schedule *out)                                                   \
  {                                                                                              \
    return plan_with(&plugin[k], cx, in, options, out);                                          \
  }                                                                                              \
  static int start_##k(struct sp_context *cx, const struct sp_instance *in, const void *options, \
                       void **state)                                                             \
  {                                                                                              \
    return start_with(&plugin[k], cx, in, options, state);                                       \
  }
HOOKS(0)
HOOKS(1)
HOOKS(2)
HOOKS(3)
HOOKS(4)
HOOKS(5)
HOOKS(6)
HOOKS(7)

static const struct {
  int (*plan)(struct sp_context *, const struct sp_instance *, const void *, struct sp_schedule *);
  int (*start)(struct sp_context *, const struct sp_instance *, const void *, void **);
} hooks[PLUGINS] = {{plan_0, start_0}, {plan_1, start_1}, {plan_2, start_2}, {plan_3, start_3},
                    {plan_4, start_4}, {plan_5, start_5}, {plan_6, start_6}, {plan_7, start_7}};

/* Makes the table of the adapter's list of (name, kind, preset, help), kind being a character; an
 * option has 8 bytes in their struct. Its texts live as long as the list. 0, or -1 with an
 * exception. */
static int read_options(PyObject *list, struct sp_heuristic *h)
{
  Py_ssize_t n = list ? PyList_Size(list) : -1;
  if (n <= 0)
    return (int)n;
  struct sp_option *table = PyMem_Calloc((size_t)n + 1, sizeof *table);
  for (Py_ssize_t k = 0; table && k < n; k++) {
    struct sp_option *o = &table[k];
    int kind;
    if (!PyArg_ParseTuple(PyList_GetItem(list, k), "sCss", &o->name, &kind, &o->preset, &o->help)) {
      PyMem_Free(table);
      return -1;
    }
    o->type = kind == 'b' ? SP_CHOICE : kind == 'i' ? SP_INTEGER : kind == 'f' ? SP_REAL : SP_TEXT;
    o->choices = kind == 'b' ? "no|yes" : NULL;
    o->offset = 8 * (size_t)k;
    o->max = kind == 'i' ? 1e15 : 1e300;
    o->min = -o->max;
  }
  h->options = table;
  h->options_size = 8 * (size_t)n;
  return table ? 0 : -1;
}

const struct sp_heuristic *heuristic_plugin(PyObject *adapter)
{
  int k = 0;
  while (k < PLUGINS && plugin[k].adapter)
    k++;
  if (k == PLUGINS) {
    PyErr_Format(PyExc_ValueError, "more than %d plug-ins in Python", PLUGINS);
    return NULL;
  }
  struct sp_heuristic *h = &plugin[k].heuristic;
  if (heuristic_init(&plugin[k], adapter))
    return NULL;
  plugin[k].options = PyObject_GetAttrString(adapter, "options");
  if (read_options(plugin[k].options, h)) {
    heuristic_clear(&plugin[k]);
    return NULL;
  }
  if (h->plan)
    h->plan = hooks[k].plan;
  else
    h->start = hooks[k].start;
  return h;
}

/* Reads actors and their properties: the host of the master, the hosts of workers, the workload. */
#include "base/memory.h"
#include "base/text.h"
#include "io/platform/reader.h"

#include <float.h>

static const struct star_key_form others[] = {
    {"task_bytes", {NULL}, "a finite number > 0", DBL_TRUE_MIN, DBL_MAX, false, false},
    {"task_flops", {NULL}, "a finite number > 0", DBL_TRUE_MIN, DBL_MAX, false, false},
    {"result_bytes", {NULL}, "a finite number >= 0", 0, DBL_MAX, false, false},
};

/* The form of a property. */
static const struct star_key_form *form_of(int prop)
{
  return prop < STAR_KEYS ? &star_keys[prop] : &others[prop - STAR_KEYS];
}

const char *workload_value(int prop, const char *text, struct sp_num *value)
{
  const struct star_key_form *r = form_of(prop);
  if (r->word[0]) {
    *value = sp_int(!strcmp(text, r->word[1]));
    return value->v > 0 || !strcmp(text, r->word[0]) ? NULL : r->expected;
  }
  if (sp_num_parse(text, value))
    return r->expected;
  double v = value->v;
  bool allowed =
      isinf(v) ? r->infinite && v > 0
               : v >= r->least && v <= r->most && (!r->whole || (v == floor(v) && value->den <= 1));
  return allowed ? NULL : r->expected;
}

int platform_actor(struct reader *r)
{
  struct workload *w = r->workload;
  const char *function = xml_get(r, "function"), *start = xml_get(r, "start_time"),
             *end = xml_get(r, "kill_time");
  bool master = strcmp(function, "master") == 0;
  if (!master && strcmp(function, "worker") != 0)
    return xml_refuse(r, "actor function \"%.60s\", expected master or worker", function);
  if ((start && strtod(start, NULL) > 0) || (end && strtod(end, NULL) >= 0))
    return xml_refuse(r, "an actor with a start_time or kill_time, expected one that lives "
                         "throughout");
  for (int i = 0; master && i < w->n_actors; i++)
    if (w->actor[i].master)
      return xml_refuse(r,
                        "a second master, on host %.60s, expected one (the first is %.60s, line "
                        "%ld)",
                        xml_get(r, "host"), w->actor[i].host, w->actor[i].line);
  w->actor = sp_context_grow(w->memory, w->actor, w->n_actors, sizeof *w->actor);
  w->actor[w->n_actors++] = (struct actor){.host = sp_context_copy(w->memory, xml_get(r, "host")),
                                           .file = r->input->name,
                                           .line = xml_line(r),
                                           .master = master,
                                           .key = -1,
                                           .load = sp_int(0)};
  return 0;
}

/* The property of that name if this actor may have it, else PROPS. */
static int prop_of(const struct actor *a, const char *name)
{
  int prop = a->master ? STAR_PER_WORKER : 0, end = a->master ? PROPS : STAR_PER_WORKER;
  while (prop < end && (!form_of(prop)->expected || strcmp(form_of(prop)->name, name) != 0))
    prop++;
  return prop < end ? prop : PROPS;
}

static int worker_value(struct reader *r, struct actor *a, int key, struct sp_num value)
{
  bool again = key == STAR_BUFFER   ? a->buffer != 0
               : key == STAR_MEMORY ? a->memory.v > 0
                                    : a->key >= 0;
  if (again)
    return xml_refuse(r, "a second %s for host %.60s, expected one",
                      key == STAR_DELTA ? "load" : form_of(key)->name, a->host);
  if (key == STAR_BUFFER)
    a->buffer = isfinite(value.v) ? (long)value.v : LONG_MAX;
  else if (key == STAR_MEMORY)
    a->memory = value;
  else {
    a->load = value;
    a->key = key;
  }
  return 0;
}

int platform_actor_prop(struct reader *r, const char *name, const char *text)
{
  struct workload *w = r->workload;
  struct actor *a = &w->actor[w->n_actors - 1];
  int key = prop_of(a, name);
  struct sp_num value;
  struct sp_error why = {""};
  if (a->master && sp_is_one_of(name, tasks_names))
    return tasks_add(&w->tasks, w->memory, name, strlen(name), text, strlen(text), &why)
               ? xml_refuse(r, "%s", why.text)
               : 0;
  if (key == PROPS)
    return xml_refuse(
        r, "property \"%.60s\" of a %s, expected %s", name, a->master ? "master" : "worker",
        a->master
            ? "tasks, work, deadline, task_bytes, task_flops, recv, send, duplex, "
              "free, result_bytes, hold, release, weights, known, sizes, told, overhead, request, "
              "timeout or lost"
            : "load, buffer, memory or delta");
  const char *expected = workload_value(key, text, &value);
  if (expected)
    return xml_refuse(r, "%s \"%.60s\" for host %.60s, expected %s", name, text, a->host, expected);
  if (!a->master)
    return worker_value(r, a, key, value);
  if (w->has[key])
    return xml_refuse(r, "a second %s of the master, expected one", name);
  w->value[key] = value;
  w->has[key] = true;
  return 0;
}

/* ---- The arguments of SimGrid's own master and workers. */

int platform_actor_argument(struct reader *r)
{
  struct workload *w = r->workload;
  const char *text = xml_get(r, "value");
  struct sp_num number;
  if (w->actor[w->n_actors - 1].master) {
    w->argument = sp_context_grow(w->memory, w->argument, w->n_arguments, sizeof *w->argument);
    w->argument[w->n_arguments++] = sp_context_copy(w->memory, text);
    return 0;
  }
  return sp_num_parse(text, &number) || number.den != 1
             ? xml_refuse(r,
                          "argument \"%.60s\" of a worker, expected its number or none (a load is "
                          "<prop id=\"load\" value=\"..\"/>)",
                          text)
             : 0;
}

static const struct actor *find_master(const struct workload *w)
{
  int i = 0;
  while (i < w->n_actors && !w->actor[i].master)
    i++;
  return i < w->n_actors ? &w->actor[i] : NULL;
}

/* True if the text is the number of workers. */
static bool counts(const struct workload *w, const char *text)
{
  struct sp_num number;
  return !sp_num_parse(text, &number) && number.den == 1 && number.num == w->n_actors - 1;
}

/* True if the arguments from the fourth on are the hosts of the workers, in any order. */
static bool name_workers(const struct workload *w)
{
  bool all = w->n_arguments - 3 == w->n_actors - 1;
  for (int i = 0; i < w->n_actors && all; i++) {
    int k = 3;
    while (k < w->n_arguments && strcmp(w->argument[k], w->actor[i].host) != 0)
      k++;
    all = w->actor[i].master || k < w->n_arguments;
  }
  return all;
}

/* The place of the number of tasks among the arguments; -1: they are others. */
static int first_argument(const struct workload *w)
{
  if (w->n_arguments == 4 && counts(w, w->argument[3]))
    return 0;
  if (w->n_arguments == 4 && counts(w, w->argument[0]))
    return 1;
  return w->n_arguments >= 4 && name_workers(w) ? 0 : -1;
}

int platform_actor_arguments(struct workload *w, struct sp_error *error)
{
  static const int key[] = {STAR_TASKS, PROP_TASK_FLOPS, PROP_TASK_BYTES};
  const struct actor *master = find_master(w);
  int first = first_argument(w);
  if (!w->n_arguments)
    return SP_OK;
  if (first < 0)
    return sp_bad_input(
        error,
        "%s:%ld: arguments of the master, expected tasks, flops and bytes of a "
        "task, then the hosts of the workers or their number, which is %d here (or <prop "
        "id=\"tasks\" value=\"..\"/>, task_flops, task_bytes)",
        master->file, master->line, w->n_actors - 1);
  for (int k = 0; k < 3; k++) {
    const char *text = w->argument[first + k], *name = form_of(key[k])->name;
    const char *expected = workload_value(key[k], text, &w->value[key[k]]);
    if (w->has[key[k]])
      return sp_bad_input(error, "%s:%ld: %s as a property and as an argument, expected one",
                          master->file, master->line, name);
    if (expected)
      return sp_bad_input(error, "%s:%ld: argument %d of the master, %s \"%.60s\", expected %s",
                          master->file, master->line, first + k + 1, name, text, expected);
    w->has[key[k]] = true;
  }
  return SP_OK;
}

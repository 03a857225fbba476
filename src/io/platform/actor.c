/* Reads actors and their properties: the host of the master, the hosts of workers, the workload. */
#include "base/memory.h"
#include "io/platform/build.h"

#include <stdlib.h>
#include <string.h>

static const char *const key_names[KEYS] = {"tasks", "work", "deadline", "task_bytes", "task_flops",
                                            "recv",  "send", "load",     "buffer",     "delta"};

static bool whole(struct sp_num x)
{
  return isfinite(x.v) && x.v == floor(x.v) && x.den <= 1;
}

const char *workload_value(enum actor_key key, const char *text, struct sp_num *value)
{
  struct sp_num x;
  bool number = sp_num_parse(text, &x) == 0;
  *value = (struct sp_num){0, 0, 1};
  switch (key) {
  case KEY_TASKS:
    if (!number || !(x.v >= 0) || (isfinite(x.v) && !whole(x)))
      return "a whole number of tasks >= 0 or inf";
    break;
  case KEY_WORK:
  case KEY_DEADLINE:
    if (!number || !(x.v >= 0))
      return "a number >= 0 or inf";
    break;
  case KEY_TASK_BYTES:
  case KEY_TASK_FLOPS:
    if (!number || !(x.v > 0) || !isfinite(x.v))
      return "a positive finite number";
    break;
  case KEY_RECV:
  case KEY_SEND:
    if (!number || !(x.v >= 1) || (isfinite(x.v) && (!whole(x) || x.v >= INT_MAX)))
      return "a number of ports, 1 or more, or inf";
    break;
  case KEY_LOAD:
    if (!number || !(x.v >= 0) || !whole(x))
      return "a whole number of tasks >= 0";
    break;
  case KEY_BUFFER:
    if (!number || !(x.v >= 1) || (isfinite(x.v) && (!whole(x) || x.v > 9007199254740992.0)))
      return "a number of places, 1 or more, or inf";
    break;
  case KEY_DELTA:
    if (!number || !whole(x))
      return "a whole number of tasks";
    break;
  case KEYS:
    break;
  }
  *value = x;
  return NULL;
}

void platform_actor(struct xml *x)
{
  struct workload *w = workload_of(x);
  const char *function = xml_get(x, "function"), *start = xml_get(x, "start_time"),
             *end = xml_get(x, "kill_time");
  bool master = strcmp(function, "master") == 0;
  if (!master && strcmp(function, "worker") != 0) {
    xml_refuse(x, "actor function \"%.60s\", expected master or worker", function);
    return;
  }
  if ((start && strtod(start, NULL) > 0) || (end && strtod(end, NULL) >= 0)) {
    xml_refuse(x, "an actor with a start_time or kill_time, expected one that lives throughout");
    return;
  }
  for (int i = 0; master && i < w->n_actors; i++)
    if (w->actor[i].master) {
      xml_refuse(x, "a second master, on host %.60s, expected one (the first is %.60s, line %ld)",
                 xml_get(x, "host"), w->actor[i].host, w->actor[i].line);
      return;
    }
  sp_grow(w->actor, w->n_actors, w->cap_actors);
  w->actor[w->n_actors++] = (struct actor){.host = sp_xstrdup(xml_get(x, "host")),
                                           .file = xml_file(x),
                                           .line = xml_line(x),
                                           .master = master,
                                           .load = sp_int(0)};
}

/* The key of that name if this actor may have it, else KEYS. */
static enum actor_key key_of(const struct actor *a, const char *name)
{
  enum actor_key first = a->master ? KEY_TASKS : KEY_LOAD, last = a->master ? KEY_LOAD : KEYS;
  for (enum actor_key key = first; key < last; key++)
    if (strcmp(key_names[key], name) == 0)
      return key;
  return KEYS;
}

static void worker_value(struct xml *x, struct actor *a, enum actor_key key, struct sp_num value)
{
  bool again = key == KEY_BUFFER ? a->buffer != 0 : a->has_load || a->has_delta;
  if (again) {
    xml_refuse(x, "a second %s for host %.60s, expected one", key == KEY_BUFFER ? "buffer" : "load",
               a->host);
  } else if (key == KEY_BUFFER) {
    a->buffer = isfinite(value.v) ? (long)value.v : LONG_MAX;
  } else {
    a->load = value;
    a->has_load = key == KEY_LOAD;
    a->has_delta = key == KEY_DELTA;
  }
}

void platform_actor_prop(struct xml *x)
{
  struct workload *w = workload_of(x);
  struct actor *a = &w->actor[w->n_actors - 1];
  const char *name = xml_get(x, "id"), *text = xml_get(x, "value");
  enum actor_key key = key_of(a, name);
  if (key == KEYS) {
    xml_refuse(x, "property \"%.60s\" of a %s, expected %s", name, a->master ? "master" : "worker",
               a->master ? "tasks, work, deadline, task_bytes, task_flops, recv or send"
                         : "load, buffer or delta");
    return;
  }
  struct sp_num value;
  const char *expected = workload_value(key, text, &value);
  if (expected) {
    xml_refuse(x, "%s \"%.60s\" for host %.60s, expected %s", name, text, a->host, expected);
  } else if (!a->master) {
    worker_value(x, a, key, value);
  } else if (w->has[key]) {
    xml_refuse(x, "a second %s of the master, expected one", name);
  } else {
    w->value[key] = value;
    w->has[key] = true;
  }
}

void workload_clear(struct workload *w)
{
  for (int i = 0; i < w->n_actors; i++)
    free(w->actor[i].host);
  free(w->actor);
  *w = (struct workload){0};
}

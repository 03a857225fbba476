/* Describes the heuristics of plug-ins and loads them; see plugin.h. The process of the plug-in
 * writes the description into memory that it shares with this one, which copies it. */
#include "method/plugin/plugin.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/result.h"
#include "base/text.h"
#include "method/context.h"
#include "method/plugin/description.h"
#include "method/plugin/python.h"
#include <dlfcn.h>
#include <errno.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct plugin {
  struct sp_heuristic heuristic; /* as described, then as loaded */
  struct plugin *next;
  char *file, *text;
  struct stat described; /* the file */
  bool loaded;           /* into this process */
};
static struct plugin *plugins;

enum { SECONDS_TO_LOAD = 10, MOST_BYTES = 1 << 16, MOST_OPTIONS_SIZE = 1 << 16 };

/* ---- The file. */

static bool is_python(const char *file)
{
  return sp_has_suffix(file, ".py");
}

/* "./my-rule.so" -> "sp_heuristic_my_rule". */
static char *symbol_of(const char *file)
{
  const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file;
  char *symbol = sp_format("sp_heuristic_%.*s", (int)strcspn(base, "."), base);
  for (char *p = symbol; *p; p++)
    if (*p == '-')
      *p = '_';
  return symbol;
}

/* Loads it into this process. NULL with the reason. */
static const struct sp_heuristic *open_file(const char *file, struct sp_error *error)
{
  if (is_python(file))
    return sp_python_heuristic(file, error);
  void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    sp_bad_input(error, "%s", dlerror());
    return NULL;
  }
  char *symbol = symbol_of(file);
  const struct sp_heuristic *heuristic = dlsym(handle, symbol);
  if (!heuristic)
    sp_bad_input(error, "no symbol '%s', expected after the file's name", symbol);
  free(symbol);
  return heuristic;
}

/* ---- In the process of the plug-in. */

struct description {
  size_t size;
  char text[MOST_BYTES]; /* or the error */
};

struct question {
  const char *file;
  struct description *answer; /* shared */
};

static void answer(void *data, struct sp_result *result, const struct sp_records *to)
{
  const struct question *q = data;
  struct sp_error error;
  char *text = NULL;
  size_t size = 0;
  (void)to;
  *result = sp_result_of(SP_REFUSED);
  const struct sp_heuristic *h = open_file(q->file, &error);
  if (h && sp_heuristic_check(h, &error) == SP_OK) {
    FILE *out = sp_open_text(&text, &size);
    description_write(out, h);
    fclose(out);
    if (size <= MOST_BYTES)
      result->status = SP_RUN_OK;
    else
      sp_bad_input(&error, "its texts take %zu bytes, expected at most %d", size, MOST_BYTES);
  }
  if (result->status == SP_RUN_OK)
    memcpy(q->answer->text, text, q->answer->size = size);
  else
    snprintf(q->answer->text, sizeof q->answer->text, "%s", error.text);
}

/* ---- The functions of a heuristic that is not loaded yet. */

static struct plugin *of_heuristic(const struct sp_heuristic *h)
{
  struct plugin *p = plugins;
  while (p && &p->heuristic != h)
    p = p->next;
  return p;
}

static void load(struct plugin *p)
{
  struct stat now;
  struct sp_error error;
  const struct sp_heuristic *h = NULL;
  if (p->loaded)
    return;
  if (stat(p->file, &now) || now.st_ino != p->described.st_ino ||
      now.st_size != p->described.st_size || now.st_mtim.tv_sec != p->described.st_mtim.tv_sec ||
      now.st_mtim.tv_nsec != p->described.st_mtim.tv_nsec)
    sp_bad_input(&error, "the file has changed since starport was started");
  else
    h = open_file(p->file, &error);
  if (!h) {
    fprintf(stderr, "%s: %s\n", p->file, error.text);
    fflush(stderr);
    _exit(1);
  }
  p->heuristic.plan = h->plan;
  p->heuristic.start = h->start;
  p->heuristic.next = h->next;
  p->loaded = true;
}

static int load_and_plan(struct sp_context *cx, const struct sp_instance *in, const void *options,
                         struct sp_schedule *out)
{
  struct plugin *p = of_heuristic(cx->heuristic);
  load(p);
  return p->heuristic.plan(cx, in, options, out);
}

static int load_and_start(struct sp_context *cx, const struct sp_instance *in, const void *options,
                          void **state)
{
  struct plugin *p = of_heuristic(cx->heuristic);
  load(p);
  return p->heuristic.start ? p->heuristic.start(cx, in, options, state) : 0;
}

static struct sp_decision never(const struct sp_view *view, const void *options, void *state)
{
  (void)view, (void)options, (void)state;
  abort(); /* load_and_start has replaced it */
}

static const struct sp_heuristic loading = {
    .plan = load_and_plan, .start = load_and_start, .next = never};

/* ---- Plug-ins. */

/* Asks for the description: as sp_plugin_describe. */
static int ask(struct plugin *p, struct description *shared, struct sp_error *error)
{
  struct sp_result result;
  sp_perform_apart(answer, &(struct question){p->file, shared}, true, SECONDS_TO_LOAD, 0, &result,
                   &(struct sp_records){0});
  size_t size = shared->size < MOST_BYTES ? shared->size : MOST_BYTES;
  memcpy(p->text, shared->text, MOST_BYTES); /* of which nothing is trusted */
  if (result.status == SP_REFUSED) {
    sp_make_plain(p->text);
    return sp_bad_input(error, "%s", p->text);
  }
  if (result.status != SP_RUN_OK)
    return sp_failure(error, SP_CANNOT, "when it is loaded: %s", result.reason);
  p->text[size] = '\0';
  p->heuristic = description_read(p->text, size, &loading);
  if (p->heuristic.options_size > MOST_OPTIONS_SIZE)
    return sp_bad_input(error, "its options take %zu bytes, expected at most %d",
                        p->heuristic.options_size, MOST_OPTIONS_SIZE);
  return sp_heuristic_check(&p->heuristic, error);
}

static int make(struct plugin *p, struct sp_error *error)
{
  if (is_python(p->file) && sp_python_begin(error))
    return SP_BAD_INPUT;
  struct description *shared =
      mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED)
    return sp_failure(error, SP_CANNOT, "cannot share memory: %s", strerror(errno));
  stat(p->file, &p->described);
  int code = ask(p, shared, error);
  munmap(shared, sizeof *shared);
  return code;
}

int sp_plugin_describe(const char *path, const struct sp_heuristic **heuristic,
                       struct sp_error *error)
{
  /* a name without a directory is a file in the current directory, not in the library path */
  char *file = sp_format("%s%s", is_python(path) || strchr(path, '/') ? "" : "./", path);
  struct plugin *p = plugins;
  while (p && strcmp(p->file, file))
    p = p->next;
  int code = SP_OK;
  if (!p) {
    p = sp_xcalloc(1, sizeof *p);
    p->text = sp_xcalloc(MOST_BYTES + 1, 1);
    p->file = sp_xstrdup(file);
    code = make(p, error);
    if (code) {
      free((void *)p->heuristic.options);
      free(p->text);
      free(p->file);
      free(p);
    } else {
      p->next = plugins;
      plugins = p;
    }
  }
  free(file);
  *heuristic = code ? NULL : &p->heuristic;
  return code;
}

static struct plugin *of_name(const char *name)
{
  struct plugin *p = plugins;
  while (p && sp_name_compare(p->heuristic.name, name))
    p = p->next;
  return p;
}

/* The k-th plug-in of the method; NULL: there are no more. */
static struct plugin *plugin_at(const struct sp_method *method, int k)
{
  if (!method || !plugins)
    return NULL;
  struct plugin *p = of_heuristic(method->heuristic);
  if (p && k-- == 0)
    return p;
  for (const struct sp_option *o = method->heuristic->options; o && o->name; o++)
    if (o->type == SP_TEXT) {
      p = of_name(*(const char *const *)((const char *)method->options + o->offset));
      if (p && k-- == 0)
        return p;
    }
  return NULL;
}

const char *sp_plugin_file(const struct sp_method *method, int k)
{
  const struct plugin *p = plugin_at(method, k);
  return p ? p->file : NULL;
}

bool sp_is_plugin(const struct sp_method *method)
{
  return plugin_at(method, 0) != NULL;
}

void sp_plugin_load(const struct sp_method *method)
{
  struct plugin *p;
  for (int k = 0; (p = plugin_at(method, k)); k++)
    load(p);
}

/* ---- Runs. */

struct run {
  sp_performer *perform;
  void *data;
  const struct sp_method *method;
  double seconds;
  long megabytes;
};

static void load_and_perform(void *data, struct sp_result *result, const struct sp_records *to)
{
  const struct run *r = data;
  sp_plugin_load(r->method);
  sp_perform_apart(r->perform, r->data, true, r->seconds, r->megabytes, result, to);
}

void sp_perform_method_apart(sp_performer *perform, void *data, const struct sp_method *method,
                             bool apart, double seconds, long megabytes, struct sp_result *result,
                             const struct sp_records *to)
{
  const struct plugin *p = plugin_at(method, 0);
  struct run r = {perform, data, method, seconds, megabytes};
  if (p && !p->loaded)
    sp_perform_apart(load_and_perform, &r, true, seconds > 0 ? 2 * seconds + SECONDS_TO_LOAD : 0, 0,
                     result, to);
  else
    sp_perform_apart(perform, data, apart || p, seconds, megabytes, result, to);
}

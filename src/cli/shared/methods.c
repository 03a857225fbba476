/* Loads the heuristics of a command line: the registry, the plug-ins of --plugin, the methods of
 * -H. */
#include "base/memory.h"
#include "cli/shared/cli.h"
#include "engine/perform/isolate.h"
#include "engine/perform/perform_graph.h"
#include "engine/perform/python.h"
#include "method/registry.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static void read_methods(void *options, const char *text, const char *command)
{
  struct cli_strings *methods = options;
  for (char *next = (char *)text; next;) { /* argv may be written to */
    char *one = strsep(&next, ",");
    if (!*one)
      cli_usage(command, "-H has an empty name, expected NAME[:KEY=VALUE..][,NAME..]");
    cli_strings_add(methods, one);
  }
}

static const struct cli_option options[] = {
    {"heuristic", CLI_TEXTS, 0, "NAME[:KEY=VALUE..][,..]",
     "heuristics with their options ('starport list'); all: every one that solves the problem; may "
     "be repeated",
     .group = 0, .letter = 'H', .read = read_methods},
    {0},
};
const struct cli_command cli_methods_group = {.option = options};

enum { SECONDS_TO_LOAD = 10 }; /* a plug-in */

/* "./my-rule.so" -> "sp_heuristic_my_rule". */
static char *symbol_of(const char *path)
{
  const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
  char *symbol = sp_format("sp_heuristic_%.*s", (int)strcspn(base, "."), base);
  for (char *p = symbol; *p; p++)
    if (*p == '-')
      *p = '_';
  return symbol;
}

static bool is_python(const char *path)
{
  return sp_has_suffix(path, ".py");
}

/* A name without a directory is a file in the current directory, not in the library path. */
static void *open_plugin(const char *path)
{
  char *here = strchr(path, '/') ? sp_xstrdup(path) : cli_path(".", path);
  void *handle = dlopen(here, RTLD_NOW | RTLD_LOCAL);
  free(here);
  return handle;
}

/* Opens it in a process of its own: what it does when it is loaded may end that process. */
static void try_plugin(void *path, struct sp_result *result, const struct sp_records *to)
{
  (void)to;
  if (is_python(path))
    sp_python_heuristic(path, NULL);
  else
    open_plugin(path);
  *result = (struct sp_result){.status = SP_RUN_OK};
}

/* The heuristic of a shared object; NULL with the reason. */
static const struct sp_heuristic *open_object(struct cli_methods *methods, const char *path,
                                              struct sp_error *error)
{
  void *handle = open_plugin(path);
  if (!handle) {
    sp_bad_input(error, "%s", dlerror());
    return NULL;
  }
  methods->plugin =
      sp_xrealloc(methods->plugin, (size_t)methods->n_plugins + 1, sizeof *methods->plugin);
  methods->plugin[methods->n_plugins++] = handle;
  char *symbol = symbol_of(path);
  const struct sp_heuristic *heuristic = dlsym(handle, symbol);
  if (!heuristic)
    sp_bad_input(error, "no symbol '%s', expected after the file's name", symbol);
  free(symbol);
  return heuristic;
}

static int load_plugin(struct cli_methods *methods, const char *path)
{
  struct sp_result tried;
  struct sp_error error;
  if (sp_regular_file(path, &error))
    return cli_complain(SP_BAD_INPUT, "--plugin=%s", error.text);
  sp_isolate(try_plugin, (void *)path, SECONDS_TO_LOAD, 0, &tried, &(struct sp_records){0});
  if (tried.status != SP_RUN_OK)
    return cli_complain(SP_CANNOT, "--plugin=%s: when it is loaded: %s", path, tried.reason);
  const struct sp_heuristic *heuristic =
      is_python(path) ? sp_python_heuristic(path, &error) : open_object(methods, path, &error);
  if (!heuristic || sp_registry_add(methods->registry, heuristic, &error))
    return cli_complain(SP_BAD_INPUT, "--plugin=%s: %s", path, error.text);
  return SP_OK;
}

int cli_methods_open(struct cli_methods *methods, const struct cli_strings *plugins,
                     const struct cli_strings *texts)
{
  struct sp_error error;
  *methods = (struct cli_methods){.registry = sp_registry_with_graphs(&error)};
  if (!methods->registry)
    return cli_complain(SP_CANNOT, "%s", error.text);
  for (int i = 0; plugins && i < plugins->n; i++) {
    int code = load_plugin(methods, plugins->item[i]);
    if (code)
      return code;
  }
  return texts ? cli_methods_read(methods, texts, 0) : SP_OK;
}

static int add_method(struct cli_methods *methods, const char *text)
{
  struct sp_error error;
  methods->method = sp_xrealloc(methods->method, (size_t)methods->n + 1, sizeof *methods->method);
  if (sp_method_parse(methods->registry, text, &methods->method[methods->n], &error))
    return cli_complain(SP_BAD_INPUT, "%s", error.text);
  methods->n++;
  return SP_OK;
}

/* True if one of the texts is that name alone. */
static bool names(const struct cli_strings *texts, const char *name)
{
  int i = 0;
  while (i < texts->n && sp_name_compare(texts->item[i], name))
    i++;
  return i < texts->n;
}

static int add_all(struct cli_methods *methods, const struct cli_strings *texts,
                   enum sp_problem problem)
{
  int n, code = SP_OK;
  const struct sp_heuristic **solving = registry_solving(methods->registry, problem, &n);
  for (int i = 0; i < n && !code; i++)
    if (!names(texts, solving[i]->name))
      code = add_method(methods, solving[i]->name);
  free(solving);
  return code;
}

int cli_methods_read(struct cli_methods *methods, const struct cli_strings *texts,
                     enum sp_problem problem)
{
  int code = SP_OK;
  for (int i = 0; i < texts->n && !code; i++)
    code = problem && !sp_name_compare(texts->item[i], "all") ? add_all(methods, texts, problem)
                                                              : add_method(methods, texts->item[i]);
  return code;
}

void cli_methods_close(struct cli_methods *methods)
{
  for (int i = 0; i < methods->n; i++)
    sp_method_clear(&methods->method[i]);
  free(methods->method);
  sp_registry_free(methods->registry);
  for (int i = 0; i < methods->n_plugins; i++)
    dlclose(methods->plugin[i]);
  free(methods->plugin);
}

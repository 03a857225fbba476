/* The heuristics of a command line: the registry, the plug-ins of --plugin, the methods of
 * -H. */
#include "cli/shared/methods.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/shared/output.h"
#include "engine/perform/perform_graph.h"
#include "method/plugin/plugin.h"
#include "method/registry.h"
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

static int add_plugin(struct cli_methods *methods, const char *path)
{
  const struct sp_heuristic *heuristic;
  struct sp_error error;
  if (sp_regular_file(path, &error))
    return cli_complain(SP_BAD_INPUT, "--plugin=%s", error.text);
  int code = sp_plugin_describe(path, &heuristic, &error);
  if (!code)
    code = sp_registry_add(methods->registry, heuristic, &error);
  return code ? cli_complain(code, "--plugin=%s: %s", path, error.text) : SP_OK;
}

int cli_methods_open(struct cli_methods *methods, const struct cli_strings *plugins,
                     const struct cli_strings *texts)
{
  struct sp_error error;
  *methods = (struct cli_methods){.registry = sp_registry_with_graphs(&error)};
  if (!methods->registry)
    return cli_complain(SP_CANNOT, "%s", error.text);
  for (int i = 0; plugins && i < plugins->n; i++) {
    int code = add_plugin(methods, plugins->item[i]);
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
}

/* The heuristics of a command line: the registry, the plug-ins of --plugin, the methods of
 * -H. */
#include "cli/shared/methods.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/shared/output.h"
#include "engine/perform/perform_graph.h"
#include "method/plugin/plugin.h"
#include "method/registry.h"

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

static int add_plugin(struct sp_registry *registry, const char *path)
{
  const struct sp_heuristic *heuristic;
  struct sp_error error;
  if (sp_regular_file(path, &error))
    return cli_complain(SP_BAD_INPUT, "--plugin=%s", error.text);
  int code = sp_plugin_describe(path, &heuristic, &error);
  if (!code)
    code = sp_registry_add(registry, heuristic, &error);
  return code ? cli_complain(code, "--plugin=%s: %s", path, error.text) : SP_OK;
}

int cli_registry_open(struct sp_registry **registry, const struct cli_strings *plugins)
{
  struct sp_error error;
  int code = SP_OK;
  *registry = sp_registry_with_graphs(&error);
  if (!*registry)
    return cli_complain(SP_CANNOT, "%s", error.text);
  cli_keep(*registry);
  for (int i = 0; plugins && i < plugins->n && !code; i++)
    code = add_plugin(*registry, plugins->item[i]);
  return code;
}

struct sp_registry *cli_registry(const struct cli_strings *plugins)
{
  struct sp_registry *registry;
  cli_end_if(cli_registry_open(&registry, plugins));
  return registry;
}

static void add_method(struct cli_methods *methods, const char *text)
{
  struct sp_error error;
  methods->method = cli_grow(methods->method, methods->n);
  if (sp_method_parse(methods->registry, text, &methods->method[methods->n], &error))
    cli_refuse(SP_BAD_INPUT, "%s", error.text);
  methods->n++;
}

/* True if one of the texts is that name alone. */
static bool names(const struct cli_strings *texts, const char *name)
{
  int i = 0;
  while (i < texts->n && sp_name_compare(texts->item[i], name))
    i++;
  return i < texts->n;
}

static void add_all(struct cli_methods *methods, const struct cli_strings *texts,
                    enum sp_problem problem)
{
  int n;
  const struct sp_heuristic **solving = registry_solving(methods->registry, problem, &n);
  for (int i = 0; i < n; i++)
    if (!names(texts, solving[i]->name))
      add_method(methods, solving[i]->name);
  free(solving);
}

struct cli_methods cli_methods_read(const struct sp_registry *registry,
                                    const struct cli_strings *texts, enum sp_problem problem)
{
  struct cli_methods methods = {.registry = registry};
  for (int i = 0; i < texts->n; i++)
    if (problem && !sp_name_compare(texts->item[i], "all"))
      add_all(&methods, texts, problem);
    else
      add_method(&methods, texts->item[i]);
  return methods;
}

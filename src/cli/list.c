/* starport list: prints the names of heuristics, experiments and families, or one heuristic in
 * full. */
#include "cli/commands.h"
#include "cli/parts/heuristic.h"
#include "cli/reproduction/reproduce.h"
#include "cli/shared/experiment.h"
#include "cli/shared/methods.h"
#include "cli/shared/paths.h"
#include "method/registry.h"

struct list_options {
  const char *what;
  enum sp_problem problem; /* 0: all */
  struct cli_strings plugins;
  bool json, names;
};

#define PROBLEMS  "redistribution, bag, divisible, imbalance, steady or network"
#define AT(field) offsetof(struct list_options, field)
static const struct cli_option options[] = {
    {NULL, CLI_ARGUMENT, .offset = AT(what)},
    {"problem", CLI_PROBLEM, AT(problem), "NAME",
     "only the heuristics or experiments of this problem: " PROBLEMS, .group = 0,
     .choices = PROBLEMS},
    {"plugin", CLI_TEXTS, AT(plugins), "FILE.so|py", "load a heuristic; may be repeated",
     .group = 0},
    {"names", CLI_FLAG, AT(names), NULL, "print only the names, one per line", .group = 3},
    {"json", CLI_FLAG, AT(json), NULL, "print one JSON document", .group = 3},
    {0},
};

/* ---- Heuristics. */

static void print_heuristics(const struct list_options *o, const struct sp_heuristic *const *item,
                             int n)
{
  json_t *list = json_array();
  for (int i = 0; i < n; i++)
    if (o->json)
      json_array_append_new(list, cli_heuristic_record(item[i]));
    else if (o->names)
      puts(item[i]->name);
    else
      cli_heuristic_print(item[i]);
  if (o->json)
    json_print(json_pack("{s:O}", "heuristics", list));
  json_decref(list);
}

static int list_heuristics(const struct list_options *o)
{
  const struct sp_registry *registry = cli_registry(&o->plugins);
  const struct sp_heuristic *const *item = registry->item;
  int n = registry->n;
  if (o->problem)
    item = cli_keep(registry_solving(registry, o->problem, &n));
  print_heuristics(o, item, n);
  return SP_OK;
}

/* One heuristic in full. */
static int list_one(const struct list_options *o)
{
  const struct sp_registry *registry = cli_registry(&o->plugins);
  const struct sp_heuristic *h = sp_registry_find(registry, o->what);
  const char *near = h ? NULL : sp_registry_nearest(registry, o->what);
  if (near)
    cli_usage("starport list", "'%s' is no heuristic; did you mean %s?", o->what, near);
  if (!h)
    cli_usage("starport list",
              "'%s' is no heuristic, expected one, or heuristics, experiments or families",
              o->what);
  if (o->problem)
    cli_usage("starport list", "--problem is for lists: %s is one heuristic", h->name);
  return cli_heuristic_show(registry, h, o->names, o->json);
}

/* ---- Experiments and families: lists of names with a summary. */

static void add_entry(json_t *list, const char *name, const char *summary)
{
  json_array_append_new(list,
                        json_pack("{s:s, s:o}", "name", name, "summary", sp_json_text(summary)));
}

/* Prints the list and releases it. */
static void print_entries(const struct list_options *o, json_t *list)
{
  size_t i;
  json_t *entry;
  if (o->json)
    json_print(json_pack("{s:O}", o->what, list));
  else
    json_array_foreach(list, i, entry)
    {
      const char *name = json_string_value(json_object_get(entry, "name"));
      if (o->names)
        puts(name);
      else
        cli_print_entry(name, json_string_value(json_object_get(entry, "summary")));
    }
  json_decref(list);
}

/* Adds an experiment file; SP_BAD_INPUT after a line. */
static int add_experiment(const struct list_options *o, json_t *list, const char *path)
{
  static const struct sp_overrides none = {.engine = -1};
  struct sp_experiment e;
  struct sp_error error;
  if (sp_experiment_read(path, &none, &e, &error))
    return cli_failed(SP_BAD_INPUT, &error);
  if (!o->problem || o->problem == e.problem)
    add_entry(list, e.id,
              cli_format("%s%s%s", e.source ? e.source : "", e.source && e.title ? ": " : "",
                         e.title ? e.title : ""));
  sp_experiment_clear(&e);
  return SP_OK;
}

/* First the tables of single values, then the experiment files of the data directory. */
static int list_experiments(const struct list_options *o)
{
  int files, code;
  char **path = cli_experiment_paths(&files);
  code = path ? SP_OK : cli_complain_no_data();
  json_t *list = json_array();
  for (int i = 0; i < CLI_EXPERIMENTS && !o->problem; i++) /* they have several */
    add_entry(list, cli_experiments[i].id, cli_experiments[i].title);
  for (int i = 0; i < files; i++)
    if (add_experiment(o, list, path[i]))
      code = SP_BAD_INPUT;
  print_entries(o, list);
  return code;
}

static bool next_setting(int k, const char **form, const char **help)
{
  const struct sp_setting_help *setting = sp_setting_help(k);
  if (!setting)
    return false;
  *form = cli_format("%s=%s", setting->name, setting->value);
  *help = setting->help;
  return true;
}

static void list_forms(const char *name, bool next(int, const char **, const char **))
{
  const char *form, *help;
  struct sp_table *table = sp_table_alloc(2, (const char *const[]){name, "what it is"}, "ll");
  for (int k = 0; next(k, &form, &help); k++)
    sp_table_add(table, "ss", cli_format("  %s", form), help);
  sp_table_end(table, stdout);
}

static void list_families(const struct list_options *o)
{
  int families;
  const struct sp_family *family = sp_families(&families);
  json_t *list = json_array();
  for (int i = 0; i < families; i++)
    add_entry(list, family[i].name, family[i].summary);
  print_entries(o, list);
  if (o->json || o->names)
    return;
  printf("\nSettings of every family, --set=KEY=VALUE:\n");
  list_forms("  setting", next_setting);
  puts("\nLaws, in place of A..B. AMOUNT / LAW is a time of a drawn speed; LAW in A..B is cut:");
  list_forms("  law", sp_law_help);
  puts("\nChanges over time, drawn for each worker; a factor of 1 is the speed or bandwidth "
       "itself:");
  list_forms("  change", sp_way_help);
}

static int run_list_command(void *options_of)
{
  const struct list_options *o = options_of;
  if (!o->what || !strcmp(o->what, "heuristics"))
    return list_heuristics(o);
  if (!strcmp(o->what, "experiments"))
    return list_experiments(o);
  if (strcmp(o->what, "families"))
    return list_one(o);
  if (o->problem)
    cli_usage("starport list", "--problem is for heuristics and experiments: a family serves the "
                               "problem that its settings say");
  list_families(o);
  return SP_OK;
}

const struct cli_command cli_list = {
    .name = "list",
    .does = "names the heuristics, experiments and families of platforms",
    .option = options,
    .usage = "[heuristics|experiments|families|NAME]",
    .help =
        "Names the heuristics (the default) with the problems that they solve, their source and "
        "their options; the experiments, with those of experiments/*.ini in the data directory; or "
        "the families of random platforms of 'starport generate'; or, of the heuristic NAME, its "
        "rule with its source, and an example, which is run."
        "\vExample: starport list mct",
    .size = sizeof(struct list_options),
    .run = run_list_command,
};

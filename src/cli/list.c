/* starport list: prints the names of heuristics, experiments and families. */
#include "base/memory.h"
#include "base/text_table.h"
#include "campaign/generate/generate.h"
#include "cli/commands.h"
#include "cli/parts/values.h"
#include "cli/shared/arguments.h"
#include "cli/shared/experiment.h"
#include "cli/shared/json.h"
#include "cli/shared/messages.h"
#include "cli/shared/methods.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct list_options {
  const char *what;
  struct cli_strings plugins;
  bool json, names;
};

#define AT(field) offsetof(struct list_options, field)
static const struct cli_option options[] = {
    {NULL, CLI_ARGUMENT, .offset = AT(what)},
    {"plugin", CLI_TEXTS, AT(plugins), "FILE.so", "load a heuristic; may be repeated", .group = 0},
    {"names", CLI_FLAG, AT(names), NULL, "print only the names, one per line", .group = 3},
    {"json", CLI_FLAG, AT(json), NULL, "print one JSON document", .group = 3},
    {0},
};

static const struct cli_command command = {
    .option = options,
    .usage = "[heuristics|experiments|families]",
    .help =
        "Names the heuristics (the default) with the problems that they solve, their source and "
        "their "
        "options; the experiments, with those of experiments/*.ini in the data directory; or the "
        "families of random platforms of 'starport generate'."
        "\vExample: starport list heuristics",
};

/* ---- Heuristics. */

/* "redistribution, bag". */
static const char *problems_of(const struct sp_heuristic *h, char *text, size_t size)
{
  text[0] = '\0';
  for (unsigned bit = 1; bit && bit <= h->problems; bit <<= 1)
    if (h->problems & bit) {
      size_t used = strlen(text);
      snprintf(text + used, size - used, "%s%s", used ? ", " : "",
               sp_problem_name((enum sp_problem)bit));
    }
  return text;
}

/* "0..100": the values of an option. */
static const char *values_of(const struct sp_option *option, char *text, size_t size)
{
  struct sp_number_text min, max;
  if (option->type == SP_CHOICE)
    return option->choices;
  if (option->type == SP_TEXT)
    return "TEXT";
  snprintf(text, size, "%s..%s", sp_rounded_text(option->min, &min),
           sp_rounded_text(option->max, &max));
  return text;
}

static void print_heuristics(const struct sp_registry *registry)
{
  static const char *const heads[] = {"heuristic", "problems", "source", "summary"};
  struct sp_table *table = sp_table_alloc(4, heads, "llll");
  char text[128];
  for (int i = 0; i < registry->n; i++) {
    const struct sp_heuristic *h = registry->item[i];
    sp_table_row(table);
    sp_table_set(table, 0, "%s", h->name);
    sp_table_set(table, 1, "%s", problems_of(h, text, sizeof text));
    sp_table_set(table, 2, "%s", h->source);
    sp_table_set(table, 3, "%s", h->summary);
    for (const struct sp_option *o = h->options; o && o->name; o++)
      sp_table_note(table, "    %s=%s  (default %s) %s", o->name, values_of(o, text, sizeof text),
                    o->preset, o->help);
  }
  sp_table_print(table, stdout);
  sp_table_free(table);
}

static json_t *option_record(const struct sp_option *option)
{
  static const char *const types[] = {"choice", "integer", "real", "text"};
  json_t *record = json_pack("{s:s, s:s, s:s, s:s}", "name", option->name, "type",
                             types[option->type], "default", option->preset, "help", option->help);
  if (option->type == SP_CHOICE) {
    json_t *choices = json_array();
    for (const char *p = option->choices; *p; p += strcspn(p, "|"), p += *p == '|')
      json_array_append_new(choices, json_stringn(p, strcspn(p, "|")));
    json_object_set_new(record, "choices", choices);
  } else if (option->type != SP_TEXT) {
    json_object_set_new(record, "min", json_number(option->min));
    json_object_set_new(record, "max", json_number(option->max));
  }
  return record;
}

static json_t *heuristic_record(const struct sp_heuristic *h)
{
  json_t *problems = json_array(), *taken = json_array();
  for (unsigned bit = 1; bit && bit <= h->problems; bit <<= 1)
    if (h->problems & bit)
      json_array_append_new(problems, json_string(sp_problem_name((enum sp_problem)bit)));
  for (const struct sp_option *o = h->options; o && o->name; o++)
    json_array_append_new(taken, option_record(o));
  return json_pack("{s:s, s:o, s:s, s:s, s:i, s:b, s:o}", "name", h->name, "problems", problems,
                   "source", h->source, "summary", h->summary, "version", h->version, "online",
                   h->plan == NULL, "options", taken);
}

static int list_heuristics(const struct list_options *o)
{
  struct cli_methods methods;
  int code = cli_methods_open(&methods, &o->plugins, NULL);
  const struct sp_registry *registry = methods.registry;
  if (!code && o->json) {
    json_t *list = json_array(), *document = json_document();
    for (int i = 0; i < registry->n; i++)
      json_array_append_new(list, heuristic_record(registry->item[i]));
    json_object_set_new(document, "heuristics", list);
    json_print(document);
  } else if (!code && o->names)
    for (int i = 0; i < registry->n; i++)
      puts(registry->item[i]->name);
  else if (!code)
    print_heuristics(registry);
  cli_methods_close(&methods);
  return code;
}

/* ---- Experiments and families: lists of (name, text). */

struct entry {
  const char *name, *text;
};

static void print_entries(const struct list_options *o, const char *kind, int n,
                          const struct entry *entry)
{
  const char *const heads[] = {kind, "what it is"};
  struct sp_table *table = sp_table_alloc(2, heads, "ll");
  json_t *list = json_array(), *document = json_document();
  for (int i = 0; i < n; i++) {
    sp_table_row(table);
    sp_table_set(table, 0, "%s", entry[i].name);
    sp_table_set(table, 1, "%s", entry[i].text);
    json_array_append_new(list,
                          json_pack("{s:s, s:s}", "name", entry[i].name, "summary", entry[i].text));
    if (o->names)
      puts(entry[i].name);
  }
  char plural[32];
  snprintf(plural, sizeof plural, strcmp(kind, "family") ? "%ss" : "families", kind);
  json_object_set_new(document, plural, list);
  if (o->json)
    json_print(json_incref(document));
  else if (!o->names)
    sp_table_print(table, stdout);
  json_decref(document);
  sp_table_free(table);
}

/* The id and title of an experiment file, which the caller frees; false after a line. */
static bool experiment_entry(const char *path, struct entry *entry)
{
  static const struct sp_overrides none = {.engine = -1};
  struct sp_experiment e;
  struct sp_error error;
  if (sp_experiment_read(path, &none, &e, &error)) {
    cli_complain(SP_BAD_INPUT, "%s", error.text);
    return false;
  }
  char *text = sp_format("%s%s%s", e.source ? e.source : "", e.source && e.title ? ": " : "",
                         e.title ? e.title : "");
  *entry = (struct entry){sp_xstrdup(e.id), text};
  sp_experiment_clear(&e);
  return true;
}

/* First the tables of single values, then the experiment files of the data directory. */
static int list_experiments(const struct list_options *o)
{
  int files, n = CLI_EXPERIMENTS, code = SP_OK;
  char **path = cli_experiment_paths(&files);
  struct entry *entry = sp_xcalloc((size_t)(n + files), sizeof *entry);
  for (int i = 0; i < n; i++)
    entry[i] = (struct entry){cli_experiments[i].id, cli_experiments[i].title};
  for (int i = 0; i < files; i++) {
    if (experiment_entry(path[i], &entry[n]))
      n++;
    else
      code = SP_BAD_INPUT;
    free(path[i]);
  }
  print_entries(o, "experiment", n, entry);
  for (int i = CLI_EXPERIMENTS; i < n; i++) {
    free((char *)entry[i].name);
    free((char *)entry[i].text);
  }
  free(entry);
  free(path);
  return code;
}

static void list_families(const struct list_options *o)
{
  int families, keys;
  const struct sp_family *family = sp_families(&families);
  const struct sp_generator_key *key = sp_generator_keys(&keys);
  struct entry *entry = sp_xcalloc((size_t)families, sizeof *entry);
  for (int i = 0; i < families; i++)
    entry[i] = (struct entry){family[i].name, family[i].summary};
  print_entries(o, "family", families, entry);
  free(entry);
  if (o->json || o->names)
    return;
  printf("\nSettings of every family, --set=KEY=VALUE:\n");
  struct sp_table *table =
      sp_table_alloc(2, (const char *const[]){"  setting", "what it is"}, "ll");
  for (int i = 0; i < keys; i++) {
    sp_table_row(table);
    sp_table_set(table, 0, "  %s", key[i].usage);
    sp_table_set(table, 1, "%s", key[i].help);
  }
  sp_table_print(table, stdout);
  sp_table_free(table);
}

int cli_list(int argc, char **argv)
{
  struct list_options o = {0};
  int code = SP_OK;
  cli_parse(&command, argc, argv, &o);
  if (!o.what || !strcmp(o.what, "heuristics"))
    code = list_heuristics(&o);
  else if (!strcmp(o.what, "experiments"))
    code = list_experiments(&o);
  else if (!strcmp(o.what, "families"))
    list_families(&o);
  else
    cli_usage("starport list", "unknown list '%s', expected heuristics, experiments or families",
              o.what);
  free(o.plugins.item);
  return code;
}

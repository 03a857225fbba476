/* starport new heuristic NAME: writes the skeleton of a heuristic. */
#include "cli/commands.h"
#include "cli/shared/files.h"
#include "cli/shared/methods.h"
#include "cli/shared/output.h"
#include "cli/shared/paths.h"
#include "method/plugin/plugin.h"
#include "method/registry.h"
#include <ctype.h>
#include <unistd.h>

/* heuristics/template.c, line by line. */
static const char skeleton[] =
#include "template.h"
    ;

struct new_options {
  const char *kind, *name;
};

#define AT(field) offsetof(struct new_options, field)
static const struct cli_option options[] = {
    {NULL, CLI_ARGUMENT, .offset = AT(kind)},
    {NULL, CLI_ARGUMENT, .offset = AT(name)},
    {0},
};

static void check_new_options(void *options_of, const char *name)
{
  const struct new_options *o = options_of;
  if (!o->kind || strcmp(o->kind, "heuristic"))
    cli_usage(name, "expected 'heuristic NAME'");
  if (!o->name)
    cli_usage(name, "name the heuristic");
}

/* Checks a name: a small letter, then small letters, digits, '-' and '_'; or ends the process. */
static void check_name(const char *name)
{
  size_t good = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_");
  if (!islower((unsigned char)name[0]) || name[good] || good > 40)
    cli_refuse(SP_BAD_INPUT,
               "'%s' cannot name a heuristic: expected a small letter, then at most 39 small "
               "letters, digits, '-' and '_'",
               name);
  if (sp_registry_find(cli_registry(NULL), name))
    cli_refuse(SP_BAD_INPUT, "'%s' is the name of a heuristic of 'starport list'", name);
}

/* True if `word` begins at p and is a whole identifier there. */
static bool word_at(const char *p, const char *word)
{
  size_t length = strlen(word);
  return !strncmp(p, word, length) && !isalnum((unsigned char)p[length]);
}

/* The skeleton with its name and its symbols renamed. */
static void write_skeleton(FILE *out, const char *name, const char *symbol)
{
  static const char quoted[] = "\"template\"", word[] = "template";
  for (const char *p = skeleton; *p;) {
    if (!strncmp(p, quoted, strlen(quoted))) {
      fprintf(out, "\"%s\"", name);
      p += strlen(quoted);
    } else if (word_at(p, word)) {
      fputs(symbol, out);
      p += strlen(word);
    } else
      fputc(*p++, out);
  }
}

/* The compiler's option for the folder of the public headers, with a blank; "" if they are not
 * found. */
static const char *include_option(void)
{
  char *headers = cli_find_shipped("include/starport");
  if (!headers)
    return "";
  *strrchr(headers, '/') = '\0';
  return cli_format(strchr(headers, ' ') ? "-I'%s' " : "-I%s ", headers);
}

static int write_file(const char *name, const char *symbol, const char *path)
{
  struct sp_error error;
  if (!access(path, F_OK))
    return cli_complain(SP_BAD_INPUT, "%s: the file exists, expected a new name", path);
  struct sp_file *file = sp_create_file(path, &error);
  if (file)
    write_skeleton(file->stream, name, symbol);
  return cli_close_file(file, SP_OK, &error);
}

static int run_new_command(void *options_of)
{
  const struct new_options *o = options_of;
  check_name(o->name);
  char *symbol = cli_format("%s", o->name);
  for (char *p = symbol; *p; p++)
    *p = *p == '-' ? '_' : *p;
  const char *path = cli_format("%s.c", symbol);
  int code = write_file(o->name, symbol, path);
  if (!code)
    printf("wrote %s\n"
           "compile:  " SP_PLUGIN_CC " %s-o %s.so %s\n"
           "run:      starport run --plugin=./%s.so -H %s --star=\"c=2,2 w=3,4 tasks=9\"\n",
           path, include_option(), symbol, path, symbol, o->name);
  return code;
}

const struct cli_command cli_new = {
    .name = "new",
    .does = "writes the skeleton of a heuristic",
    .option = options,
    .usage = "heuristic NAME",
    .help = "Writes NAME.c in the current directory ('-' becomes '_'): a documented heuristic "
            "that compiles and runs. In the project's folder heuristics/ the file is part of the "
            "next build; anywhere else it is compiled as a shared object and loaded with --plugin."
            "\vExample: starport new heuristic my-rule",
    .check = check_new_options,
    .size = sizeof(struct new_options),
    .run = run_new_command,
};

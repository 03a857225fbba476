/* Reads command lines as the tables of options say, and calls the command. */
#include "cli/shared/options.h"
#include "base/text.h"
#include "cli/shared/output.h"
#include <errno.h>

void cli_strings_add(struct cli_strings *strings, const char *text)
{
  strings->item = cli_grow(strings->item, strings->n);
  strings->item[strings->n++] = text;
}

/* ---- Values. */

double cli_number(const char *command, const char *option, const char *text, bool whole,
                  double least, double most)
{
  struct sp_num number;
  char low[SP_NUMBER_TEXT], high[SP_NUMBER_TEXT];
  if (sp_num_parse(text, &number) || (whole && number.den != 1) || !(number.v >= least) ||
      !(number.v <= most))
    cli_usage(command, "--%s=%s is not a %snumber from %s to %s", option, text,
              whole ? "whole " : "", sp_double_text(least, low), sp_double_text(most, high));
  return number.v;
}

static uint64_t read_seed(const char *command, const char *option, const char *text)
{
  char *end;
  errno = 0;
  uint64_t seed = strtoull(text, &end, 10);
  if (errno || end == text || *end || !(*text >= '0' && *text <= '9'))
    cli_usage(command, "--%s=%s is not a whole number from 0 to 2^64 - 1", option, text);
  return seed;
}

/* The length of what stands between two choices at p. */
static size_t between(const char *p)
{
  return *p == '|' ? 1 : *p == ',' ? 2 : strncmp(p, " or ", 4) ? 0 : 4;
}

static int read_choice(const char *command, const struct cli_option *o, const char *text)
{
  size_t length = strlen(text);
  int index = 0;
  for (const char *p = o->choices; *p; p += between(p), index++) {
    size_t word = strcspn(p, "|, ");
    if (word == length && !strncmp(p, text, length))
      return index;
    p += word;
  }
  cli_usage(command, "--%s=%s, expected %s", o->name, text, o->choices);
}

static enum sp_problem read_problem(const char *command, const struct cli_option *o,
                                    const char *text)
{
  enum sp_problem problem = SP_REDISTRIBUTION;
  read_choice(command, o, text);
  while (strcmp(text, sp_problem_name(problem)))
    problem <<= 1;
  return problem;
}

static void read_value(const struct cli_option *o, void *options, const char *text,
                       const char *command)
{
  void *field = (char *)options + o->offset;
  if (o->given)
    *(bool *)((char *)options + o->given) = true;
  if (o->read) {
    o->read(options, text, command);
    return;
  }
  switch (o->type) {
  case CLI_FLAG:
    *(bool *)field = true;
    break;
  case CLI_TEXTS:
  case CLI_ARGUMENTS:
    cli_strings_add((struct cli_strings *)field, text);
    break;
  case CLI_INTEGER:
    *(long *)field = (long)cli_number(command, o->name, text, true, o->least, o->most);
    break;
  case CLI_NUMBER:
    *(double *)field = cli_number(command, o->name, text, false, o->least, o->most);
    break;
  case CLI_SEED:
    *(uint64_t *)field = read_seed(command, o->name, text);
    break;
  case CLI_CHOICE:
    *(int *)field = read_choice(command, o, text);
    break;
  case CLI_PROBLEM:
    *(enum sp_problem *)field = read_problem(command, o, text);
    break;
  default:
    *(const char **)field = text;
  }
}

/* ---- Words. */

/* A command line while it is read. */
struct line {
  const struct cli_command *command, *const *all;
  const char *name; /* "starport run" */
  char *options;    /* of the command */
  char **next;      /* the words that are left, to NULL */
};

/* Reads an option that a word names. value: what stands in the same word, else NULL. */
static void take_option(struct line *l, struct cli_word *w, const char *value)
{
  cli_find_option(l->command, w);
  const struct cli_option *o = w->found == 1 ? w->option : NULL;
  if (o && (o->type == CLI_HELP || o->type == CLI_HELP_ALL) && !value) {
    cli_print_help(l->command, l->name, o->type == CLI_HELP_ALL);
    cli_exit(SP_OK);
  }
  if (o && o->value && !value && *l->next)
    value = *l->next++;
  if (!o || !o->value != !value)
    cli_refuse_option(l->command, l->all, w, l->name);
  else
    read_value(o, l->options + w->offset, value, l->name);
}

/* "--NAME" or "--NAME=VALUE". */
static void take_name(struct line *l, const char *word)
{
  const char *name = word + 2, *end = name + strcspn(name, "=");
  struct cli_word w = {.text = word, .name = name, .length = (size_t)(end - name)};
  take_option(l, &w, *end ? end + 1 : NULL);
}

/* "-X", "-XYZ" or, if X has a value, "-XVALUE". */
static void take_letters(struct line *l, const char *word)
{
  for (const char *p = word + 1; *p; p++) {
    struct cli_word w = {.text = word, .letter = *p};
    cli_find_option(l->command, &w);
    bool rest = w.option && w.option->value && p[1];
    take_option(l, &w, rest ? p + 1 : NULL);
    if (rest)
      return;
  }
}

/* Gives the word to the first argument without a word. */
static void take_argument(struct line *l, const char *word)
{
  struct cli_part part;
  for (int k = 0; cli_part(l->command, k, &part); k++)
    for (const struct cli_option *o = part.of->option; o && o->type; o++) {
      const char *const *field = (const char *const *)(l->options + part.offset + o->offset);
      if (o->type == CLI_ARGUMENTS || (o->type == CLI_ARGUMENT && !*field)) {
        read_value(o, l->options + part.offset, word, l->name);
        return;
      }
    }
  cli_usage(l->name, "'%s' is one argument too many", word);
}

/* Options may stand after arguments, until "--"; what is wrong with an option is said first. */
static void take_words(struct line *l, int argc)
{
  const char **argument = sp_xcalloc((size_t)argc + 1, sizeof *argument);
  int n = 0;
  bool options = true;
  for (char *word; (word = *l->next);) {
    l->next++;
    if (options && !strcmp(word, "--"))
      options = false;
    else if (!options || word[0] != '-' || !word[1])
      argument[n++] = word;
    else if (word[1] == '-')
      take_name(l, word);
    else
      take_letters(l, word);
  }
  for (int k = 0; k < n; k++)
    take_argument(l, argument[k]);
  free(argument);
}

/* ---- Before the first word and after the last. */

/* The command line, quoted where a shell needs it. */
static char *command_line(int argc, char **argv)
{
  char *line = NULL;
  FILE *stream = sp_open_string(&line);
  for (int i = 0; i < argc; i++) {
    bool plain = i == 0 || (argv[i][0] && !strpbrk(argv[i], " \t\n'\"\\$`*?[](){}<>|&;#~!"));
    fprintf(stream, plain ? "%s%s" : "%s'%s'", i ? " " : "", argv[i]);
  }
  fclose(stream);
  return line;
}

static void preset_part(const struct cli_part *part, char *options, int argc, char **argv)
{
  if (part->of->preset)
    part->of->preset(options);
  for (const struct cli_option *o = part->of->option; o && o->type; o++)
    if (o->type == CLI_LINE)
      *(char **)(options + o->offset) = command_line(argc, argv);
}

static void check_part(const struct cli_part *part, void *options, const char *name)
{
  for (const struct cli_option *o = part->of->option; o && o->type; o++) {
    const void *field = (char *)options + o->offset;
    bool list = o->type == CLI_TEXTS || o->type == CLI_ARGUMENTS;
    if (o->needed &&
        (list ? ((const struct cli_strings *)field)->n == 0 : !*(const char *const *)field))
      cli_usage(name, "%s", o->needed);
  }
  if (part->of->check)
    part->of->check(options, name);
}

int cli_call(const struct cli_command *command, const struct cli_command *const *all, int argc,
             char **argv)
{
  char *options = cli_keep(command->initial ? sp_xmemdup(command->initial, 1, command->size)
                                            : sp_xcalloc(1, command->size));
  struct line line = {command, all, argv[0], options, argv + 1};
  struct cli_part part;
  int parts = 0;
  for (; cli_part(command, parts, &part); parts++)
    preset_part(&part, options + part.offset, argc, argv);
  take_words(&line, argc);
  for (int k = parts - 1; k >= 0; k--) { /* what a group needs, before what the command does */
    cli_part(command, k, &part);
    check_part(&part, options + part.offset, argv[0]);
  }
  return command->run(options);
}

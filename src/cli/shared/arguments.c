/* Reads command lines: makes parsers of argp from tables of options; they also print --help. */
#include "base/memory.h"
#include "base/text.h"
#include "cli/shared/cli.h"
#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The command that is called, among all. */
struct program {
  const struct cli_command *command, *const *all;
};

void cli_strings_add(struct cli_strings *strings, const char *text)
{
  strings->item = sp_xrealloc(strings->item, (size_t)strings->n + 1, sizeof *strings->item);
  strings->item[strings->n++] = text;
}

void cli_strings_free(struct cli_strings *strings)
{
  for (int i = 0; i < strings->n; i++)
    free((char *)strings->item[i]);
  free(strings->item);
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

static int read_choice(const char *command, const struct cli_option *o, const char *text)
{
  size_t length = strlen(text);
  int index = 0;
  for (const char *p = o->choices; *p; p += *p == '|', index++) {
    size_t word = strcspn(p, "|");
    if (word == length && !strncmp(p, text, length))
      return index;
    p += word;
  }
  cli_usage(command, "--%s=%s, expected %s", o->name, text, o->choices);
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
  default:
    *(const char **)field = text;
  }
}

static error_t parse_common(int key, char *word, struct argp_state *state)
{
  const struct program *program = state->input;
  int next = state->next;
  switch (key) {
  case 'h':
    setenv("ARGP_HELP_FMT", "no-dup-args-note", 0);
    argp_help(state->root_argp, stdout,
              ARGP_HELP_SHORT_USAGE | ARGP_HELP_PRE_DOC | ARGP_HELP_LONG | ARGP_HELP_POST_DOC,
              state->name);
    cli_exit(SP_OK);
  case ARGP_KEY_ARG:
    cli_usage(state->name, "'%s' is one argument too many", word);
  case ARGP_KEY_ERROR: /* argp would print two lines, getopt has printed none (ARGP_NO_ERRS) */
    cli_refuse_option(program->command, program->all, next > 0 ? state->argv[next - 1] : "",
                      next < state->argc ? state->argv[next] : NULL);
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option common_options[] = {
    {"help", 'h', NULL, 0, "print this text", -1},
    {0},
};
static const struct argp common = {common_options, parse_common, NULL, NULL, NULL, NULL, NULL};

/* ---- Tables of options as parsers. */

/* The parser of a command or of a group, with its input. */
struct parser {
  const struct cli_command *command;
  struct program *program; /* of a command; NULL: a group */
  void *options;
  struct argp argp;
  struct argp_option *option;
  struct argp_child *child;
  int groups;
  struct parser *group; /* [0..groups-1] */
};

/* The key of option k if it has no letter. */
enum { FIRST_KEY = 0x100 };

static int key_of(const struct cli_option *o, int k)
{
  return o->type == CLI_HEADING ? 0 : o->letter ? o->letter : FIRST_KEY + k;
}

/* True if the field is not filled by an option. */
static bool is_word(const struct cli_option *o)
{
  return o->type == CLI_LINE || o->type == CLI_ARGUMENT || o->type == CLI_ARGUMENTS;
}

static bool is_list(const struct cli_option *o)
{
  return o->type == CLI_TEXTS || o->type == CLI_ARGUMENTS;
}

/* Gives the word to the first argument without a word; false if all have one. */
static bool take_argument(const struct parser *p, const char *word)
{
  for (const struct cli_option *o = p->command->option; o && o->type; o++) {
    const char **field = (const char **)((char *)p->options + o->offset);
    if (o->type == CLI_ARGUMENTS || (o->type == CLI_ARGUMENT && !*field)) {
      read_value(o, p->options, word, NULL);
      return true;
    }
  }
  return false;
}

/* The command line, quoted where a shell needs it; the caller frees it. */
static char *command_line(int argc, char **argv)
{
  char *line = NULL;
  size_t size = 0;
  FILE *stream = sp_open_text(&line, &size);
  for (int i = 0; i < argc; i++) {
    bool plain = i == 0 || (argv[i][0] && !strpbrk(argv[i], " \t\n'\"\\$`*?[](){}<>|&;#~!"));
    fprintf(stream, plain ? "%s%s" : "%s'%s'", i ? " " : "", argv[i]);
  }
  fclose(stream);
  return line;
}

/* Before the first word: the values of options that are not given. */
static void preset(const struct parser *p, const struct argp_state *state)
{
  for (int k = 0; k < p->groups; k++)
    state->child_inputs[k] = &p->group[k];
  if (p->program)
    state->child_inputs[p->groups] = p->program;
  if (p->command->preset)
    p->command->preset(p->options);
  for (const struct cli_option *o = p->command->option; o && o->type; o++)
    if (o->type == CLI_LINE)
      *(char **)((char *)p->options + o->offset) = command_line(state->argc, state->argv);
}

/* After the last word. */
static void check(const struct parser *p, const char *command)
{
  for (const struct cli_option *o = p->command->option; o && o->type; o++) {
    const void *field = (char *)p->options + o->offset;
    if (o->needed &&
        (is_list(o) ? ((const struct cli_strings *)field)->n == 0 : !*(const char *const *)field))
      cli_usage(command, "%s", o->needed);
  }
  if (p->command->check)
    p->command->check(p->options, command);
}

static error_t parse(int key, char *text, struct argp_state *state)
{
  struct parser *p = state->input;
  const struct cli_command *c = p->command;
  if (key == ARGP_KEY_INIT)
    preset(p, state);
  else if (key == ARGP_KEY_SUCCESS)
    check(p, state->name);
  else if (key == ARGP_KEY_ARG)
    return take_argument(p, text) ? 0 : ARGP_ERR_UNKNOWN;
  for (int k = 0; c->option && c->option[k].type; k++)
    if (key > 0 && !is_word(&c->option[k]) && key == key_of(&c->option[k], k)) {
      read_value(&c->option[k], p->options, text, state->name);
      return 0;
    }
  return ARGP_ERR_UNKNOWN;
}

static void set_options(struct parser *p)
{
  const struct cli_option *o = p->command->option;
  int n = 0, shown = 0;
  while (o && o[n].type)
    n++;
  p->option = sp_xcalloc((size_t)n + 1, sizeof *p->option);
  for (int k = 0; k < n; k++)
    if (!is_word(&o[k]))
      p->option[shown++] = (struct argp_option){.name = o[k].name,
                                                .key = key_of(&o[k], k),
                                                .arg = o[k].value,
                                                .flags = o[k].help ? 0 : OPTION_HIDDEN,
                                                .doc = o[k].help,
                                                .group = o[k].group};
  if (!shown) { /* the help of argp loses memory on an empty table */
    free(p->option);
    p->option = NULL;
  }
}

/* The parser of a command of the program, or of a group (program NULL). */
static void set_parser(struct parser *p, const struct cli_command *c, void *options,
                       struct program *program)
{
  *p = (struct parser){.command = c, .program = program, .options = options};
  while (c->group[p->groups].group)
    p->groups++;
  set_options(p);
  p->group = sp_xcalloc((size_t)p->groups, sizeof *p->group);
  p->child = sp_xcalloc((size_t)p->groups + 2, sizeof *p->child);
  for (int k = 0; k < p->groups; k++) {
    set_parser(&p->group[k], c->group[k].group, (char *)options + c->group[k].offset, NULL);
    p->child[k].argp = &p->group[k].argp;
  }
  if (program)
    p->child[p->groups].argp = &common;
  p->argp = (struct argp){p->option, parse, c->usage, c->help, p->child, NULL, NULL};
}

/* Frees what the options hold, and the parser. */
static void clear_parser(struct parser *p)
{
  for (int k = 0; k < p->groups; k++)
    clear_parser(&p->group[k]);
  for (const struct cli_option *o = p->command->option; o && o->type; o++) {
    void *field = (char *)p->options + o->offset;
    if (is_list(o))
      free(((struct cli_strings *)field)->item);
    else if (o->type == CLI_LINE)
      free(*(char **)field);
  }
  free(p->option);
  free(p->child);
  free(p->group);
}

int cli_call(const struct cli_command *command, const struct cli_command *const *all, int argc,
             char **argv)
{
  struct parser p;
  struct program program = {command, all};
  void *options = command->initial ? sp_xmemdup(command->initial, 1, command->size)
                                   : sp_xcalloc(1, command->size);
  set_parser(&p, command, options, &program);
  argp_parse(&p.argp, argc, argv, ARGP_NO_ERRS | ARGP_NO_HELP, NULL, &p);
  int code = command->run(options);
  clear_parser(&p);
  free(options);
  return code;
}

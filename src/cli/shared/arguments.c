/* Parsing of command lines with argp, and of the numbers in them. */
#include "cli/shared/arguments.h"
#include "base/memory.h"
#include "cli/shared/messages.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Wrong options. argp would print two lines: getopt's errors are silenced (ARGP_NO_ERRS), and
 * the wrong word is looked up again for a message of one line. */

struct found {
  int n; /* options that match, 1 if one matches exactly */
  const struct argp_option *option;
};

static void find_long(const struct argp *argp, const char *name, size_t length, struct found *found)
{
  for (const struct argp_option *o = argp->options; o && (o->name || o->key || o->doc); o++)
    if (o->name && !strncmp(o->name, name, length)) {
      bool exact = !o->name[length];
      found->n = exact ? -1 : found->n < 0 ? -1 : found->n + 1;
      if (exact || found->n > 0)
        found->option = o;
    }
  for (const struct argp_child *c = argp->children; c && c->argp; c++)
    find_long(c->argp, name, length, found);
}

static const struct argp_option *find_short(const struct argp *argp, int key)
{
  for (const struct argp_option *o = argp->options; o && (o->name || o->key || o->doc); o++)
    if (o->key == key)
      return o;
  for (const struct argp_child *c = argp->children; c && c->argp; c++) {
    const struct argp_option *o = find_short(c->argp, key);
    if (o)
      return o;
  }
  return NULL;
}

/* The fault of the word, a format for its length and text; NULL if it has none. */
static const char *fault_of(const struct argp *argp, const char *word)
{
  if (word[0] != '-' || !word[1])
    return NULL;
  if (word[1] != '-') {
    const struct argp_option *o = find_short(argp, word[1]);
    return !o ? "unknown option %.*s" : o->arg && !word[2] ? "%.*s needs a value" : NULL;
  }
  struct found found = {0, NULL};
  const char *value = strchr(word, '=');
  find_long(argp, word + 2, value ? (size_t)(value - word - 2) : strlen(word + 2), &found);
  if (!found.option)
    return "unknown option %.*s";
  if (found.n > 1)
    return "%.*s abbreviates several options";
  if (found.option->arg && !value)
    return "%.*s needs a value";
  return !found.option->arg && value ? "%.*s takes no value" : NULL;
}

static _Noreturn void refuse_word(const struct argp_state *state)
{
  const char *word = state->next > 0 ? state->argv[state->next - 1] : "";
  const char *fault = fault_of(state->root_argp, word);
  if (!fault && state->next < state->argc) {
    word = state->argv[state->next];
    fault = fault_of(state->root_argp, word);
  }
  cli_usage(state->name, fault ? fault : "%.*s is misused", (int)strcspn(word, "="), word);
}

static error_t parse_common(int key, char *word, struct argp_state *state)
{
  switch (key) {
  case 'h':
    setenv("ARGP_HELP_FMT", "no-dup-args-note", 0);
    argp_help(state->root_argp, stdout,
              ARGP_HELP_SHORT_USAGE | ARGP_HELP_PRE_DOC | ARGP_HELP_LONG | ARGP_HELP_POST_DOC,
              state->name);
    cli_exit(SP_OK);
  case ARGP_KEY_ARG:
    cli_usage(state->name, "'%s' is one argument too many", word);
  case ARGP_KEY_ERROR:
    refuse_word(state);
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option common_options[] = {
    {"help", 'h', NULL, 0, "print this text", -1},
    {0},
};
const struct argp cli_help_argp = {common_options, parse_common, NULL, NULL, NULL, NULL, NULL};

void cli_parse(const struct argp *argp, int argc, char **argv, void *input)
{
  argp_parse(argp, argc, argv, ARGP_NO_ERRS | ARGP_NO_HELP, NULL, input);
}

void cli_strings_add(struct cli_strings *strings, const char *text)
{
  strings->item = sp_xrealloc(strings->item, (size_t)strings->n + 1, sizeof *strings->item);
  strings->item[strings->n++] = text;
}

/* ---- Numbers. */

long cli_integer(const struct argp_state *state, const char *option, const char *text, long least)
{
  char *end;
  errno = 0;
  long value = strtol(text, &end, 10);
  if (errno || end == text || *end || value < least)
    cli_usage(state->name, "%s=%s is not a whole number >= %ld", option, text, least);
  return value;
}

double cli_number(const struct argp_state *state, const char *option, const char *text)
{
  struct sp_num number;
  if (sp_num_parse(text, &number))
    cli_usage(state->name, "%s=%s is not a number", option, text);
  return number.v;
}

uint64_t cli_seed(const struct argp_state *state, const char *text)
{
  char *end;
  errno = 0;
  uint64_t seed = strtoull(text, &end, 10);
  if (errno || end == text || *end || !(*text >= '0' && *text <= '9'))
    cli_usage(state->name, "--seed=%s is not a whole number from 0 to 2^64 - 1", text);
  return seed;
}

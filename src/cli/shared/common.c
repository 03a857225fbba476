/* Messages, argument parsing around argp, and names of places. */
#include "base/memory.h"
#include "cli/shared/cli.h"
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What was read stands in messages, and may be anything: control characters, which a terminal
 * would obey, become '?'. */
static void print_plainly(const char *format, va_list arguments)
{
  char *text = NULL;
  if (vasprintf(&text, format, arguments) < 0)
    abort();
  for (char *p = text; *p; p++)
    if ((unsigned char)*p < ' ' || *p == 0x7f)
      *p = '?';
  fputs(text, stderr);
  free(text);
}

int cli_complain(int code, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  fflush(stdout);
  fputs("starport: ", stderr);
  print_plainly(format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  return code;
}

_Noreturn void cli_usage(const char *command, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "%s: ", command);
  print_plainly(format, arguments);
  fprintf(stderr, ", see '%s --help'\n", command);
  va_end(arguments);
  exit(SP_USAGE);
}

_Noreturn void cli_exit(int code)
{
  errno = 0;
  if (ferror(stdout) | fclose(stdout)) {
    fprintf(stderr, "starport: standard output: %s, expected to write there\n",
            errno ? strerror(errno) : "write error");
    code = SP_CANNOT;
  }
  exit(code);
}

/* ---- Wrong options. argp would print two lines; getopt's errors are silenced (ARGP_NO_ERRS) and
 * the word at fault is looked up again to say the same in one line. */

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

/* What is wrong with the word; NULL if nothing is. */
static const char *fault_of(const struct argp *argp, const char *word)
{
  if (word[0] != '-' || !word[1])
    return NULL;
  if (word[1] != '-') {
    const struct argp_option *o = find_short(argp, word[1]);
    return !o ? "is no option" : o->arg && !word[2] ? "needs a value" : NULL;
  }
  struct found found = {0, NULL};
  const char *value = strchr(word, '=');
  find_long(argp, word + 2, value ? (size_t)(value - word - 2) : strlen(word + 2), &found);
  if (!found.option)
    return "is no option";
  if (found.n > 1)
    return "stands for several options";
  if (found.option->arg && !value)
    return "needs a value";
  return !found.option->arg && value ? "takes no value" : NULL;
}

static _Noreturn void refuse_word(const struct argp_state *state)
{
  const char *word = state->next > 0 ? state->argv[state->next - 1] : "";
  const char *fault = fault_of(state->root_argp, word);
  if (!fault && state->next < state->argc) {
    word = state->argv[state->next];
    fault = fault_of(state->root_argp, word);
  }
  cli_usage(state->name, "%.*s %s", (int)strcspn(word, "="), word, fault ? fault : "is misused");
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

/* ---- Places and names. */

char *cli_path(const char *directory, const char *name)
{
  char *path = NULL;
  if (asprintf(&path, "%s/%s", directory, name) < 0)
    abort();
  return path;
}

static bool has_data(const char *directory)
{
  char *platforms = cli_path(directory, "platforms"), *results = cli_path(directory, "results");
  bool there = !access(platforms, R_OK) && !access(results, R_OK);
  free(platforms);
  free(results);
  return there;
}

char *cli_data_directory(void)
{
  const char *said = getenv("STARPORT_DATA");
  if (said && *said)
    return sp_xstrdup(said);
  char executable[4096];
  ssize_t length = readlink("/proc/self/exe", executable, sizeof executable - 1);
  if (length > 0) {
    executable[length] = '\0';
    for (int up = 0; up < 2; up++) {
      char *slash = strrchr(executable, '/');
      if (slash)
        *slash = '\0';
    }
    if (has_data(executable))
      return sp_xstrdup(executable);
  }
  const char *known[] = {".", STARPORT_DATADIR};
  for (int i = 0; i < 2; i++)
    if (has_data(known[i]))
      return sp_xstrdup(known[i]);
  return NULL;
}

char *cli_name_for(const char *path, const char *method)
{
  const char *base = strrchr(path, '/');
  const char *dot = strrchr(base ? base : path, '.');
  size_t stem = dot ? (size_t)(dot - path) : strlen(path);
  char *name = NULL;
  if (asprintf(&name, "%.*s-%s%s", (int)stem, path, method, path + stem) < 0)
    abort();
  for (char *p = name + stem; p < name + stem + 1 + strlen(method); p++)
    if (*p == ':' || *p == '=' || *p == '/')
      *p = '-';
  return name;
}

char *cli_command_line(int argc, char **argv)
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

int cli_probe_output(const char *path)
{
  struct sp_error error;
  struct sp_file *file = sp_create_file(path, &error);
  if (!file)
    return cli_complain(SP_BAD_INPUT, "%s", error.text);
  sp_abandon_file(file);
  return SP_OK;
}

void cli_check_picture(const char *command, const char *path)
{
  const char *dot = strrchr(path, '.');
  if (!dot || (strcasecmp(dot, ".svg") && strcasecmp(dot, ".pdf") && strcasecmp(dot, ".png")))
    cli_usage(command, "'%s' is no picture's name: expected FILE.svg, FILE.pdf or FILE.png", path);
}

/* What the tables of options say: --help and --help-all, with usage, what the command does, its
 * options and an example; and which option a word means. */
#include "base/text.h"
#include "base/text_table.h"
#include "cli/shared/options.h"
#include "cli/shared/output.h"
#include <ctype.h>

static const struct cli_option help_options[] = {
    {"help", CLI_HELP, 0, NULL, "print the help", .group = 9, .letter = 'h'},
    {"help-all", CLI_HELP_ALL, 0, NULL, "print the help with all options", .group = 9},
    {0},
};
static const struct cli_command help_group = {.option = help_options};

bool cli_part(const struct cli_command *c, int k, struct cli_part *part)
{
  *part = k == 0   ? (struct cli_part){&help_group, 0}
          : k == 1 ? (struct cli_part){c, 0}
                   : (struct cli_part){c->group[k - 2].group, c->group[k - 2].offset};
  return part->of != NULL;
}

enum { WIDTH = 79, TEXT = 29, USAGE = 12 }; /* columns: of the page, of help, of a long usage */

/* Prints each line of the usage, or the one that there is without arguments. */
static void print_usage(const char *name, const char *usage)
{
  const char *next = usage ? usage : "";
  for (const char *before = "Usage:"; before; before = *next++ ? "  or: " : NULL) {
    int length = (int)strcspn(next, "\n"), column = printf("%s %s [OPTION...]", before, name);
    if (length && column + 1 + length > WIDTH)
      printf("\n%*s%.*s", USAGE, "", length, next);
    else if (length)
      printf(" %.*s", length, next);
    putchar('\n');
    next += length;
  }
}

static void print_option(const struct cli_option *o)
{
  int column =
      o->letter ? printf("  -%c, --%s", o->letter, o->name) : printf("      --%s", o->name);
  if (o->value)
    column += printf("=%s", o->value);
  if (column > TEXT + 3) {
    putchar('\n');
    column = 0;
  }
  column += printf("%*s", column < TEXT ? TEXT - column : 3, "");
  sp_print_wrapped(o->help, column, TEXT, WIDTH);
  putchar('\n');
}

/* By group; a group's heading is its first line, the others follow by their letter, or the first of
 * the name. */
static int compare_options(const void *a, const void *b)
{
  const struct cli_option *x = *(const struct cli_option *const *)a,
                          *y = *(const struct cli_option *const *)b;
  if (x->group != y->group)
    return x->group - y->group;
  if (x->type == CLI_HEADING || y->type == CLI_HEADING)
    return (y->type == CLI_HEADING) - (x->type == CLI_HEADING);
  int first = x->letter ? x->letter : *x->name, other = y->letter ? y->letter : *y->name;
  if (tolower(first) != tolower(other))
    return tolower(first) - tolower(other);
  return first != other ? other - first : strcmp(x->name, y->name);
}

/* Has the command options that only --help-all shows? */
static bool has_more(const struct cli_command *c)
{
  struct cli_part part;
  for (int k = 0; cli_part(c, k, &part); k++)
    for (const struct cli_option *o = part.of->option; o && o->type; o++)
      if (o->more)
        return true;
  return false;
}

/* The options that the help names, in its order; the caller frees the array. */
static const struct cli_option **shown_options(const struct cli_command *c, bool all, size_t *n)
{
  const struct cli_option **shown = NULL;
  struct cli_part part;
  bool more = has_more(c);
  *n = 0;
  for (int k = 0; cli_part(c, k, &part); k++)
    for (const struct cli_option *o = part.of->option; o && o->type; o++)
      if (o->help && (all || !o->more) && (more || o->type != CLI_HELP_ALL)) {
        shown = sp_xrealloc(shown, *n + 1, sizeof *shown);
        shown[(*n)++] = o;
      }
  qsort(shown, *n, sizeof *shown, compare_options);
  return shown;
}

void cli_print_help(const struct cli_command *c, const char *name, bool all)
{
  size_t n, does = strcspn(c->help, "\v");
  const struct cli_option **shown = shown_options(c, all, &n);
  char *text = strndup(c->help, does);
  bool apart = false; /* a heading was printed: from there on groups stand apart */
  print_usage(name, c->usage);
  sp_print_wrapped(text, 0, 0, WIDTH);
  puts("\n");
  for (size_t k = 0; k < n; k++) {
    bool heading = shown[k]->type == CLI_HEADING;
    apart |= heading;
    if (k > 0 && apart && shown[k]->group != shown[k - 1]->group)
      putchar('\n');
    if (heading)
      printf(" %s\n", shown[k]->help);
    else
      print_option(shown[k]);
  }
  if (c->help[does]) {
    putchar('\n');
    sp_print_wrapped(c->help + does + 1, 0, 0, WIDTH);
    putchar('\n');
  }
  free(text);
  free(shown);
}

/* ---- Finds the option that a word means. If there is none, says what is wrong with the word, and
 * which option was perhaps meant: another one of the command, or one of another command. */

void cli_find_option(const struct cli_command *c, struct cli_word *w)
{
  struct cli_part part;
  w->found = 0;
  w->option = NULL;
  for (int k = 0; cli_part(c, k, &part); k++)
    for (const struct cli_option *o = part.of->option; o && o->type; o++) {
      if (!o->name || (w->letter ? o->letter != w->letter : strncmp(o->name, w->name, w->length)))
        continue;
      bool exact = w->letter || !o->name[w->length];
      if (exact || !w->option) {
        w->option = o;
        w->offset = part.offset;
      }
      w->found = exact ? 1 : w->found + 1;
      if (exact)
        return;
    }
}

static bool has_option(const struct cli_command *c, const struct cli_word *word)
{
  struct cli_word w = *word;
  cli_find_option(c, &w);
  return w.option && (w.letter || !w.option->name[w.length]);
}

/* " (an option of run, network)", or which option of the command is near, or "". */
static const char *meant_by(const struct cli_command *c, const struct cli_command *const *all,
                            const struct cli_word *w)
{
  const char *text = "";
  for (; *all; all++)
    if (has_option(*all, w))
      text = cli_format("%s%s%s", text, *text ? ", " : " (an option of ", (*all)->name);
  if (*text || w->letter)
    return *text ? cli_format("%s)", text) : "";
  struct sp_nearest nearest = {.word = cli_format("%.*s", (int)w->length, w->name)};
  struct cli_part part;
  for (int k = 1; cli_part(c, k, &part); k++)
    for (const struct cli_option *o = part.of->option; o && o->type; o++)
      if (o->name)
        sp_nearest_offer(&nearest, o->name);
  return nearest.name ? cli_format("; did you mean --%s?", nearest.name) : "";
}

void cli_refuse_option(const struct cli_command *c, const struct cli_command *const *all,
                       const struct cli_word *w, const char *name)
{
  int shown = (int)strcspn(w->text, "=");
  if (!w->option)
    cli_usage(name, "unknown option %.*s%s", shown, w->text, meant_by(c, all, w));
  cli_usage(name,
            w->found > 1       ? "%.*s abbreviates several options"
            : w->option->value ? "%.*s needs a value"
                               : "%.*s takes no value",
            shown, w->text);
}

/* Finds the option that a word means. If there is none, says what is wrong with the word, and which
 * option was perhaps meant: another one of the command, or one of another command. */
#include "base/text.h"
#include "cli/shared/options.h"
#include "cli/shared/output.h"
#include <stdio.h>
#include <string.h>

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

enum { LONGEST = 200 };

/* Writes " (an option of run, network)", or which option of the command is near, or "". */
static void say_meant(const struct cli_command *c, const struct cli_command *const *all,
                      const struct cli_word *w, char text[LONGEST])
{
  size_t used = 0;
  text[0] = '\0';
  for (; *all && used < LONGEST; all++)
    if (has_option(*all, w))
      used += (size_t)snprintf(text + used, LONGEST - used, "%s%s", used ? ", " : " (an option of ",
                               (*all)->name);
  if (used && used < LONGEST)
    snprintf(text + used, LONGEST - used, ")");
  if (used || w->letter)
    return;
  char word[64];
  struct sp_nearest nearest = {.word = word};
  struct cli_part part;
  snprintf(word, sizeof word, "%.*s", (int)w->length, w->name);
  for (int k = 1; cli_part(c, k, &part); k++)
    for (const struct cli_option *o = part.of->option; o && o->type; o++)
      if (o->name)
        sp_nearest_offer(&nearest, o->name);
  if (nearest.name)
    snprintf(text, LONGEST, "; did you mean --%s?", nearest.name);
}

void cli_refuse_option(const struct cli_command *c, const struct cli_command *const *all,
                       const struct cli_word *w, const char *name)
{
  int shown = (int)strcspn(w->text, "=");
  char words[LONGEST];
  if (!w->option) {
    say_meant(c, all, w, words);
    cli_usage(name, "unknown option %.*s%s", shown, w->text, words);
  }
  cli_usage(name,
            w->found > 1       ? "%.*s abbreviates several options"
            : w->option->value ? "%.*s needs a value"
                               : "%.*s takes no value",
            shown, w->text);
}

/* Says what is wrong with an option, and which one was perhaps meant: another one of the command,
 * or one of another command. */
#include "base/text.h"
#include "cli/shared/cli.h"
#include <stdio.h>
#include <string.h>

static const struct cli_option help[] = {{.name = "help", .type = CLI_FLAG, .letter = 'h'}, {0}};
static const struct cli_command help_group = {.option = help};

/* What the user wrote: an option's letter, or the beginning of its name. */
struct written {
  char letter; /* 0: a name */
  const char *name;
  size_t length;
};

/* The options that it can mean. */
struct found {
  int n; /* -1: this one exactly */
  const struct cli_option *option;
};

static void look_in(const struct cli_command *c, const struct written *w, struct found *found)
{
  for (const struct cli_option *o = c->option; o && o->type; o++) {
    bool fits =
        o->name && (w->letter ? o->letter == w->letter : !strncmp(o->name, w->name, w->length));
    if (!fits)
      continue;
    bool exact = w->letter || !o->name[w->length];
    found->n = exact || found->n < 0 ? -1 : found->n + 1;
    if (exact || found->n > 0)
      found->option = o;
  }
  for (int k = 0; c->group[k].group; k++)
    look_in(c->group[k].group, w, found);
}

static struct found find(const struct cli_command *c, const struct written *w)
{
  struct found found = {0, NULL};
  look_in(c, w, &found);
  look_in(&help_group, w, &found);
  return found;
}

static void offer_options(const struct cli_command *c, struct sp_nearest *nearest)
{
  for (const struct cli_option *o = c->option; o && o->type; o++)
    if (o->name)
      sp_nearest_offer(nearest, o->name);
  for (int k = 0; c->group[k].group; k++)
    offer_options(c->group[k].group, nearest);
}

enum { LONGEST = 200 };

/* Writes " (an option of run, network)", or which option of the command is near, or "". */
static void say_meant(const struct cli_command *c, const struct cli_command *const *all,
                      const struct written *w, char text[LONGEST])
{
  size_t used = 0;
  text[0] = '\0';
  for (; *all && used < LONGEST; all++)
    if (find(*all, w).n < 0)
      used += (size_t)snprintf(text + used, LONGEST - used, "%s%s", used ? ", " : " (an option of ",
                               (*all)->name);
  if (used && used < LONGEST)
    snprintf(text + used, LONGEST - used, ")");
  if (used || w->letter)
    return;
  char word[64];
  struct sp_nearest nearest = {.word = word};
  snprintf(word, sizeof word, "%.*s", (int)w->length, w->name);
  offer_options(c, &nearest);
  if (nearest.name)
    snprintf(text, LONGEST, "; did you mean --%s?", nearest.name);
}

/* Ends with a usage error if the word is a wrong option. */
static void check(const struct cli_command *c, const struct cli_command *const *all,
                  const char *word)
{
  if (word[0] != '-' || !word[1])
    return;
  bool is_short = word[1] != '-';
  const char *value = is_short ? (word[2] ? word + 2 : NULL) : strchr(word, '=');
  int shown = (int)strcspn(word, "=");
  struct written w = {is_short ? word[1] : '\0', word + 2, strcspn(word + 2, "=")};
  struct found found = find(c, &w);
  char name[64], words[LONGEST];
  snprintf(name, sizeof name, "starport %s", c->name);
  if (!found.option) {
    say_meant(c, all, &w, words);
    cli_usage(name, "unknown option %.*s%s", shown, word, words);
  }
  if (found.n > 1)
    cli_usage(name, "%.*s abbreviates several options", shown, word);
  if (found.option->value && !value)
    cli_usage(name, "%.*s needs a value", shown, word);
  if (!found.option->value && value && !is_short)
    cli_usage(name, "%.*s takes no value", shown, word);
}

void cli_refuse_option(const struct cli_command *c, const struct cli_command *const *all,
                       const char *word, const char *after)
{
  check(c, all, word);
  if (after)
    check(c, all, after);
  cli_usage("starport", "%s is misused", after ? after : word);
}

/* Makes a heuristic with random options of its table. Choices are random; texts and numbers have
 * their default values, except budgets, which are small: laws need many instances, not the best
 * plans. Included by the test programs of this folder, after random_instance.h. */
#pragma once

#include "random_instance.h"
#include <stdlib.h>
#include <string.h>

/* Appends ":name=choice", one of the option's choices, "a|b|c". */
static inline void add_choice(struct dice *d, const struct sp_option *option, char *text,
                              size_t size)
{
  int last = 0;
  for (const char *at = option->choices; *at; at++)
    last += *at == '|';
  const char *choice = option->choices;
  for (int skip = dice_int(d, 0, last); skip > 0; skip--)
    choice = strchr(choice, '|') + 1;
  size_t used = strlen(text);
  snprintf(text + used, size - used, ":%s=%.*s", option->name, (int)strcspn(choice, "|"), choice);
}

/* True if the heuristic takes part in its case number `turn`. The portfolio, which plans with all
 * others, is costly, and its plan is that of one of them: it takes part in one case of 16; the
 * exact searches, of which a case takes up to seconds, in one of 4. */
static inline bool takes_part(const struct sp_heuristic *h, uint32_t turn)
{
  static const char *const exact[] = {"bb", "bb-light", "optimal"};
  uint32_t one_of = strcmp(h->name, "portfolio") == 0 ? 16 : 1;
  for (size_t k = 0; k < sizeof exact / sizeof exact[0]; k++)
    if (!strcmp(h->name, exact[k]))
      one_of = 4;
  return turn % one_of == 0;
}

/* Writes "name" into text, with ":evaluations=1000" or ":nodes=2000" where its budget is larger. */
static inline void thrifty_method(const struct sp_heuristic *h, char *text, size_t size)
{
  static const struct {
    const char *name;
    long most;
  } budget[] = {{"evaluations", 1000}, {"nodes", 2000}};
  snprintf(text, size, "%s", h->name);
  for (const struct sp_option *option = h->options; option && option->name; option++)
    for (size_t k = 0; k < sizeof budget / sizeof budget[0]; k++) {
      size_t used = strlen(text);
      if (!strcmp(option->name, budget[k].name) && atol(option->preset) > budget[k].most)
        snprintf(text + used, size - used, ":%s=%ld", option->name, budget[k].most);
    }
}

/* Writes "name:option=choice.." into text: method number `index` of the seed. */
static inline void random_method(uint64_t seed, uint32_t index, const struct sp_heuristic *h,
                                 char *text, size_t size)
{
  struct dice dice = {seed + 2, 0, index};
  thrifty_method(h, text, size);
  for (const struct sp_option *option = h->options; option && option->name; option++)
    if (option->type == SP_CHOICE && dice_int(&dice, 0, 1))
      add_choice(&dice, option, text, size);
}

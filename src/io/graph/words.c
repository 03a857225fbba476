/* Cuts the texts of graphs and networks into words key=value[,value..], and values into numbers. */
#include "io/graph/words.h"
#include "base/memory.h"

#include <ctype.h>

#define WORD(name, word) word
const char *const words_key[KEYS] = {WORDS_KEYS(WORD)};

static bool allows(const struct words *words, int key)
{
  return words->allowed >> key & 1;
}

static int unknown_key(const struct words *words, const char *key, struct sp_error *error)
{
  char known[200] = "";
  size_t at = 0;
  for (int k = 0; k < KEYS; k++)
    if (allows(words, k)) {
      const char *join = !at ? "" : words->allowed >> k == 1 ? " or " : ", ";
      at += (size_t)snprintf(known + at, sizeof known - at, "%s%s", join, words_key[k]);
    }
  return sp_bad_input(error, "unknown key '%.40s', expected %s", key, known);
}

/* bus1, bus2, .. in this order. */
static int take_bus(struct words *words, const char *key, char *value, struct sp_error *error)
{
  char expected[32];
  snprintf(expected, sizeof expected, "bus%ld", words->buses + 1);
  if (strcmp(key, expected) != 0)
    return sp_bad_input(error, "'%.40s', expected %s", key, expected);
  words->bus = sp_context_grow(words->memory, words->bus, words->buses, sizeof *words->bus);
  words->bus[words->buses++] = value;
  return SP_OK;
}

static int take_word(struct words *words, char *word, struct sp_error *error)
{
  char *value = strchr(word, '=');
  int k = 0;
  if (!value)
    return sp_bad_input(error, "'%.40s', expected key=value[,value..]", word);
  *value++ = '\0';
  if (allows(words, KEY_BUS) && !strncmp(word, "bus", 3))
    return take_bus(words, word, value, error);
  while (k < KEYS && (!allows(words, k) || strcmp(word, words_key[k]) != 0))
    k++;
  if (k == KEYS)
    return unknown_key(words, word, error);
  if (words->value[k])
    return sp_bad_input(error, "%s is given twice, expected it once", word);
  words->value[k] = value;
  return SP_OK;
}

int words_cut(struct words *words, struct sp_error *error)
{
  static const char blanks[] = " \t\r\n";
  int code = SP_OK;
  char *rest, *word = strtok_r(words->text, blanks, &rest);
  for (; word && code == SP_OK; word = strtok_r(NULL, blanks, &rest))
    code = take_word(words, word, error);
  return code;
}

long words_count(const char *list)
{
  long n = 1;
  for (; *list; list++)
    n += *list == ',';
  return n;
}

int words_list(const struct words *words, const char *name, char *text, struct list *list,
               struct sp_error *error)
{
  list->value = sp_new(words->memory, words_count(text), struct sp_num);
  for (char *value; (value = strsep(&text, ","));)
    if (sp_num_parse(value, &list->value[list->n++]))
      return sp_bad_input(error, "%s has '%.40s', expected a number", name, value);
  return SP_OK;
}

int words_edge(char *text, long *a, long *b, struct sp_num x[2])
{
  char *end = text;
  if (!isdigit((unsigned char)*text))
    return 0;
  *a = strtol(text, &end, 10);
  if (*end != '-' || !isdigit((unsigned char)end[1]))
    return 0;
  *b = strtol(end + 1, &end, 10);
  if (*end != ':')
    return 0;
  char *second = strchr(end + 1, ':');
  if (second)
    *second = '\0';
  bool numbers = !sp_num_parse(end + 1, &x[0]) && (!second || !sp_num_parse(second + 1, &x[1]));
  if (second)
    *second = ':';
  return numbers ? 1 + (second != NULL) : 0;
}

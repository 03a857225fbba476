/* Cuts the SPEC of a network into words key=value, and values into numbers. */
#include "io/graph/network_words.h"
#include "base/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const network_key_name[KEYS] = {
    "w",    "z",      "r",     "n",  "tcp",  "tcm", "beta",  "return", "originator", "branches",
    "mode", "parent", "edges", "w1", "free", "d",   "alpha", "s",      "b"};

#define BIT(key) (1u << (key))
enum {
  COMMON = BIT(KEY_TCP) | BIT(KEY_TCM) | BIT(KEY_BETA) | BIT(KEY_RETURN),
  LISTS = BIT(KEY_W) | BIT(KEY_Z) | BIT(KEY_R) | BIT(KEY_N) | COMMON
};
static const unsigned allowed[SP_NETWORK_KINDS] = {
    [SP_CHAIN] = LISTS | BIT(KEY_ORIGINATOR) | BIT(KEY_BRANCHES),
    [SP_LOOP] = LISTS,
    [SP_TREE] = LISTS | BIT(KEY_PARENT) | BIT(KEY_EDGES),
    [SP_STAR] = LISTS | BIT(KEY_MODE),
    [SP_BUS] = COMMON | BIT(KEY_W1) | BIT(KEY_FREE),
    [SP_HYPERCUBE] = COMMON | BIT(KEY_W) | BIT(KEY_Z) | BIT(KEY_R) | BIT(KEY_D),
    [SP_SWITCH] = BIT(KEY_ALPHA) | BIT(KEY_S) | BIT(KEY_B) | BIT(KEY_N),
};

static const char blanks[] = " \t\r\n";

static void known_keys(enum sp_network_kind kind, char *text, size_t size)
{
  size_t at = 0;
  text[0] = '\0';
  for (int k = 0; k < KEYS; k++)
    if (allowed[kind] & BIT(k))
      at += (size_t)snprintf(text + at, size - at, "%s%s", at ? ", " : "", network_key_name[k]);
  if (kind == SP_BUS)
    snprintf(text + at, size - at, ", bus1, bus2, ..");
}

/* bus1, bus2, .. in this order. */
static int take_bus(struct words *words, const char *name, char *value, struct sp_error *error)
{
  char expected[32];
  snprintf(expected, sizeof expected, "bus%ld", words->buses + 1);
  if (strcmp(name, expected) != 0)
    return sp_bad_input(error, "'%.40s', expected %s", name, expected);
  words->bus = sp_xrealloc(words->bus, (size_t)words->buses + 1, sizeof *words->bus);
  words->bus[words->buses++] = value;
  return SP_OK;
}

static int take_word(struct words *words, char *word, struct sp_error *error)
{
  char keys[200], *equals = strchr(word, '=');
  int k = 0;
  if (!equals)
    return sp_bad_input(error, "'%.40s', expected key=value[,value..]", word);
  *equals = '\0';
  if (words->kind == SP_BUS && !strncmp(word, "bus", 3))
    return take_bus(words, word, equals + 1, error);
  while (k < KEYS && !((allowed[words->kind] & BIT(k)) && !strcmp(word, network_key_name[k])))
    k++;
  if (k == KEYS) {
    known_keys(words->kind, keys, sizeof keys);
    return sp_bad_input(error, "unknown key '%.40s', expected %s", word, keys);
  }
  if (words->value[k])
    return sp_bad_input(error, "%s is given twice, expected it once", word);
  words->value[k] = equals + 1;
  return SP_OK;
}

/* Refuses missing keys. */
static int require(const struct words *words, struct sp_error *error)
{
  static const unsigned needed[SP_NETWORK_KINDS] = {[SP_CHAIN] = BIT(KEY_W),
                                                    [SP_LOOP] = BIT(KEY_W),
                                                    [SP_TREE] = BIT(KEY_W),
                                                    [SP_STAR] = BIT(KEY_W),
                                                    [SP_BUS] = BIT(KEY_W1),
                                                    [SP_HYPERCUBE] = BIT(KEY_W) | BIT(KEY_D),
                                                    [SP_SWITCH] =
                                                        BIT(KEY_ALPHA) | BIT(KEY_S) | BIT(KEY_B)};
  for (int k = 0; k < KEYS; k++)
    if ((needed[words->kind] & BIT(k)) && !words->value[k])
      return sp_bad_input(error, "no %s=, expected it", network_key_name[k]);
  char *const *value = words->value;
  if (words->kind == SP_TREE && !value[KEY_PARENT] == !value[KEY_EDGES])
    return sp_bad_input(error, "expected one of parent= and edges=");
  if (value[KEY_EDGES] && (value[KEY_Z] || value[KEY_R]))
    return sp_bad_input(error, "z and r given with edges=, expected them in its values a-b:z:r");
  return SP_OK;
}

int network_words_cut(struct words *words, struct sp_error *error)
{
  int code = SP_OK;
  for (char *p = words->text + strspn(words->text, blanks); *p && code == SP_OK;) {
    char *word = p;
    p += strcspn(p, blanks);
    if (*p)
      *p++ = '\0';
    p += strspn(p, blanks);
    code = take_word(words, word, error);
  }
  return code == SP_OK ? require(words, error) : code;
}

int network_read_list(const char *name, char *text, struct list *list, struct sp_error *error)
{
  size_t n = 1;
  for (const char *p = text; *p; p++)
    n += *p == ',';
  list->value = sp_xcalloc(n, sizeof *list->value);
  for (char *p = text; p;) {
    char *comma = strchr(p, ',');
    if (comma)
      *comma = '\0';
    if (sp_num_parse(p, &list->value[list->n++]))
      return sp_bad_input(error, "%s has '%.40s', expected a number", name, p);
    p = comma ? comma + 1 : NULL;
  }
  return SP_OK;
}

int network_read_whole(const char *name, const char *text, long least, long most, long *value,
                       struct sp_error *error)
{
  char *end;
  errno = 0;
  long read = strtol(text, &end, 10);
  if (end == text || *end || errno || read < least || read > most)
    return sp_bad_input(error, "%s is '%.40s', expected a whole number from %ld to %ld", name, text,
                        least, most);
  *value = read;
  return SP_OK;
}

/* Values of a heuristic's options: read, stored and described by the table that declares them. */
#include "method/options.h"
#include "base/num.h"
#include "base/text.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_NUMBER = 63 };

const char *option_choice(const struct sp_option *o, int index, size_t *length)
{
  const char *choice = o->choices;
  for (; index > 0; index--) {
    choice = strchr(choice, '|');
    if (!choice)
      return NULL;
    choice++;
  }
  *length = strcspn(choice, "|");
  return choice;
}

static bool read_choice(const struct sp_option *o, const char *text, size_t length, int *choice)
{
  char name[LONGEST_NUMBER + 1];
  size_t n;
  const char *known;
  for (*choice = 0; (known = option_choice(o, *choice, &n)) != NULL; ++*choice) {
    if (n > LONGEST_NUMBER)
      continue;
    memcpy(name, known, n);
    name[n] = '\0';
    if (n && sp_name_is(name, text, length))
      return true;
  }
  return false;
}

static bool read_integer(const struct sp_option *o, const char *digits, long *integer)
{
  return sp_read_whole(digits, LONG_MIN, LONG_MAX, integer) && (double)*integer >= o->min &&
         (double)*integer <= o->max;
}

static bool read_real(const struct sp_option *o, const char *digits, double *real)
{
  struct sp_num number;
  if (sp_num_parse(digits, &number))
    return false;
  *real = number.v;
  return number.v >= o->min && number.v <= o->max;
}

bool option_read(const struct sp_option *o, const char *text, size_t length, struct option_value *v)
{
  *v = (struct option_value){.text = text, .length = length};
  if (o->type == SP_TEXT)
    return true;
  if (!length)
    return false;
  if (o->type == SP_CHOICE)
    return read_choice(o, text, length, &v->choice);
  if (length > LONGEST_NUMBER)
    return false;
  char digits[LONGEST_NUMBER + 1];
  memcpy(digits, text, length);
  digits[length] = '\0';
  return o->type == SP_INTEGER ? read_integer(o, digits, &v->integer)
                               : read_real(o, digits, &v->real);
}

/* Where a value of each type is in struct option_value, and its size. */
static const struct {
  size_t offset, size;
} field[] = {
    [SP_CHOICE] = {offsetof(struct option_value, choice), sizeof(int)},
    [SP_INTEGER] = {offsetof(struct option_value, integer), sizeof(long)},
    [SP_REAL] = {offsetof(struct option_value, real), sizeof(double)},
    [SP_TEXT] = {offsetof(struct option_value, text), sizeof(const char *)},
};

void option_store(const struct sp_option *o, void *options, const struct option_value *v)
{
  memcpy((char *)options + o->offset, (const char *)v + field[o->type].offset, field[o->type].size);
}

size_t option_size(enum sp_option_type type)
{
  return (unsigned)type <= SP_TEXT ? field[type].size : 0;
}

char *option_expects(const struct sp_option *o, char *out, size_t size)
{
  char min[SP_NUMBER_TEXT], max[SP_NUMBER_TEXT];
  size_t used = 0, n, after;
  switch (o->type) {
  case SP_CHOICE:
    out[0] = '\0';
    for (int i = 0; used < size; i++) {
      const char *choice = option_choice(o, i, &n);
      if (!choice)
        break;
      const char *join = !i ? "" : option_choice(o, i + 1, &after) ? ", " : " or ";
      used += (size_t)snprintf(out + used, size - used, "%s%.*s", join, (int)n, choice);
    }
    break;
  case SP_INTEGER:
  case SP_REAL:
    sp_double_text(o->min, min);
    sp_double_text(o->max, max);
    snprintf(out, size, "a %s from %s to %s", o->type == SP_INTEGER ? "whole number" : "number",
             min, max);
    break;
  case SP_TEXT:
    snprintf(out, size, "text");
    break;
  }
  return out;
}

bool option_sends_chunks(const struct sp_heuristic *h, const void *options)
{
  bool several = h->chunks;
  for (const struct sp_option *o = h->options; o && o->name; o++)
    if (!strcmp(o->name, "chunk") && o->type == SP_INTEGER)
      several = several || *(const long *)(const void *)((const char *)options + o->offset) > 1;
  return several;
}

/* Values of a heuristic's options: read, stored and described by the table that declares them. */
#include "method/options.h"
#include "base/num.h"
#include "base/text.h"

#include <limits.h>
#include <starport/starport.h>
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

/* Size and alignment, in bytes, of the field for an option of this type; 0: unknown type. */
static size_t option_size(enum sp_option_type type)
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

/* ---- The start-up check: refuses a malformed heuristic, with the reason, before it can crash a
 * run. */

enum { MOST_OPTIONS = 64, LONGEST_NAME = 63 };

/* Names are written between ',' and ':' on the command line, and in names of files. */
static bool good_name(const char *name)
{
  size_t length = name ? strlen(name) : 0;
  return length && length <= LONGEST_NAME &&
         strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == length;
}

/* The fault of option i; NULL: none. */
static const char *option_fault(const struct sp_heuristic *h, int i)
{
  const struct sp_option *o = &h->options[i];
  struct option_value preset;
  size_t size = option_size(o->type);
  if (!good_name(o->name))
    return "its name is not made of letters, digits, '-' and '_'";
  for (int k = 0; k < i; k++)
    if (!sp_name_compare(h->options[k].name, o->name))
      return "its name is taken by another option";
  if (!size)
    return "its type is unknown";
  if (o->offset > h->options_size || h->options_size - o->offset < size)
    return "its offset lies outside of options_size";
  if (o->offset % size)
    return "its offset is not aligned for its type";
  if (!o->help || !*o->help)
    return "it has no help";
  if (o->type == SP_CHOICE && (!o->choices || !*o->choices))
    return "it has no choices";
  if (!o->preset)
    return "it has no preset";
  if ((o->type == SP_INTEGER || o->type == SP_REAL) && !(o->min <= o->max))
    return "its min is greater than its max";
  if (!option_read(o, o->preset, strlen(o->preset), &preset))
    return "its preset is not a value that it accepts";
  return NULL;
}

static int check_options(const struct sp_heuristic *h, struct sp_error *error)
{
  for (int i = 0; h->options && h->options[i].name; i++) {
    const char *fault = i < MOST_OPTIONS ? option_fault(h, i)
                                         : "there are too many: does SP_OPTIONS_END close them?";
    if (fault)
      return sp_bad_input(error, "heuristic '%s': option '%.64s': %s", h->name, h->options[i].name,
                          fault);
  }
  return SP_OK;
}

/* The fault of the struct, apart from its name and options; NULL: none. */
static const char *fault_of(const struct sp_heuristic *h)
{
  const unsigned known = SP_REDISTRIBUTION | SP_BAG | SP_DIVISIBLE | SP_IMBALANCE;
  if (!h->summary || !*h->summary)
    return "it has no summary";
  if (!h->source || !*h->source)
    return "it has no source";
  if (h->version < 1)
    return "its version is not >= 1";
  if (!h->problems || h->problems & ~known)
    return "its problems are none, or unknown ones";
  if (!h->plan && !h->next)
    return "it has neither plan (off-line) nor next (on-line)";
  if (h->plan && (h->next || h->start))
    return "it has plan (off-line) beside start or next (on-line), expected one kind";
  return NULL;
}

int sp_heuristic_check(const struct sp_heuristic *h, struct sp_error *error)
{
  if (!h)
    return sp_bad_input(error, "a heuristic is missing: null pointer");
  if (h->abi != SP_ABI)
    return sp_bad_input(error, "a heuristic was compiled for interface %d, expected %d", h->abi,
                        SP_ABI);
  if (!good_name(h->name))
    return sp_bad_input(error, "heuristic '%.64s': expected a name of letters, digits, '-', '_'",
                        h->name ? h->name : "");
  const char *fault = fault_of(h);
  if (fault)
    return sp_bad_input(error, "heuristic '%s': %s", h->name, fault);
  return check_options(h, error);
}

/* The start-up check: refuses a malformed heuristic, with the reason, before it can crash a run. */
#include "base/text.h"
#include "method/options.h"

#include <starport/starport.h>
#include <string.h>

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

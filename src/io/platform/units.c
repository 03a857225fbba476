/* Reads quantities with the units of SimGrid's XML (all of version 3.32, each one checked):
 *   speed      f, flops, and kf Mf Gf Tf Pf Ef Zf Yf, kiloflops .. yottaflops
 *   bandwidth  bps, Bps with the prefixes k M G T P E Z Y and Ki Mi Gi Ti Pi Ei Zi Yi (bps = 1/8)
 *   time       w d h m s ms us ns ps
 * The value is strtod(number) * factor, where the factor of the n-th prefix is the unit's own value
 * multiplied n times by 1000 or 1024, each product rounded: with this order of operations our
 * doubles equal those of SimGrid, to the bit. */
#include "io/platform/units.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct prefix {
  const char *name;
  int power;
};

static const struct prefix decimal[] = {{"", 0},  {"k", 1}, {"M", 2}, {"G", 3}, {"T", 4},
                                        {"P", 5}, {"E", 6}, {"Z", 7}, {"Y", 8}, {NULL, 0}};
static const struct prefix binary[] = {{"Ki", 1}, {"Mi", 2}, {"Gi", 3}, {"Ti", 4}, {"Pi", 5},
                                       {"Ei", 6}, {"Zi", 7}, {"Yi", 8}, {NULL, 0}};
static const struct prefix words[] = {{"", 0},      {"kilo", 1}, {"mega", 2}, {"giga", 3},
                                      {"tera", 4},  {"peta", 5}, {"exa", 6},  {"zeta", 7},
                                      {"yotta", 8}, {NULL, 0}};

/* If unit is one of the prefixes followed by base, sets *factor = value * step^power. */
static bool prefixed(const char *unit, const struct prefix *prefix, const char *base, double value,
                     double step, double *factor)
{
  for (; prefix->name; prefix++) {
    size_t length = strlen(prefix->name);
    if (strncmp(unit, prefix->name, length) != 0 || strcmp(unit + length, base) != 0)
      continue;
    for (int i = 0; i < prefix->power; i++)
      value *= step;
    *factor = value;
    return true;
  }
  return false;
}

static bool time_factor(const char *unit, double *factor)
{
  static const struct {
    const char *name;
    double seconds;
  } table[] = {{"w", 604800}, {"d", 86400}, {"h", 3600},  {"m", 60},    {"s", 1},
               {"ms", 1e-3},  {"us", 1e-6}, {"ns", 1e-9}, {"ps", 1e-12}};
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
    if (strcmp(unit, table[i].name) == 0) {
      *factor = table[i].seconds;
      return true;
    }
  return false;
}

static bool unit_factor(enum sp_quantity quantity, const char *unit, double *factor)
{
  switch (quantity) {
  case SP_SPEED:
    return prefixed(unit, decimal, "f", 1, 1000, factor) ||
           prefixed(unit, words, "flops", 1, 1000, factor);
  case SP_BANDWIDTH:
    return prefixed(unit, binary, "bps", 0.125, 1024, factor) ||
           prefixed(unit, decimal, "bps", 0.125, 1000, factor) ||
           prefixed(unit, binary, "Bps", 1, 1024, factor) ||
           prefixed(unit, decimal, "Bps", 1, 1000, factor);
  case SP_TIME:
    return time_factor(unit, factor);
  }
  return false;
}

static const char *expected(enum sp_quantity quantity)
{
  switch (quantity) {
  case SP_SPEED:
    return "a positive speed with its unit, as 2.5Gf";
  case SP_BANDWIDTH:
    return "a positive bandwidth with its unit, as 125MBps";
  case SP_TIME:
    break;
  }
  return "a time >= 0 with its unit, as 50us";
}

/* The number with its unit, of any sign and size. */
static bool read_quantity(enum sp_quantity quantity, const char *text, double *value)
{
  char *end;
  errno = 0;
  double number = strtod(text, &end);
  double factor = 1;
  bool bare_zero = quantity == SP_TIME && *end == '\0' && number == 0;
  if (end == text || errno == ERANGE)
    return false;
  if (!bare_zero && !unit_factor(quantity, end, &factor))
    return false;
  *value = number * factor;
  return true;
}

const char *sp_quantity_parse(enum sp_quantity quantity, const char *text, double *value)
{
  double result;
  if (!read_quantity(quantity, text, &result) || !isfinite(result) ||
      (quantity == SP_TIME ? result < 0 : result <= 0))
    return expected(quantity);
  *value = result == 0 ? 0 : result; /* not -0 */
  return NULL;
}

/* Copies the first `length` bytes of the list without the blanks around them; false if too long. */
static bool first_item(const char *list, size_t length, char *item, size_t size)
{
  const char *begin = list, *end = list + length;
  while (begin < end && isspace((unsigned char)*begin))
    begin++;
  while (end > begin && isspace((unsigned char)end[-1]))
    end--;
  size_t n = (size_t)(end - begin);
  if (n >= size)
    return false;
  memcpy(item, begin, n);
  item[n] = '\0';
  return true;
}

const char *sp_speed_parse(const char *list, long state, double *value)
{
  double speed = 0, other;
  bool found = false;
  for (long i = 0;; i++) {
    char item[400];
    size_t length = strcspn(list, ",");
    if (!first_item(list, length, item, sizeof item) || !read_quantity(SP_SPEED, item, &other))
      return expected(SP_SPEED);
    if (i == state) {
      const char *why = sp_quantity_parse(SP_SPEED, item, &speed);
      if (why)
        return why;
      found = true;
    }
    if (list[length] == '\0')
      break;
    list += length + 1;
  }
  if (!found)
    return "a speed for the power state that pstate names";
  *value = speed;
  return NULL;
}

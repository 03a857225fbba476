/* Reads quantities with the units of SimGrid's XML (all of version 3.32, each one checked):
 *   speed      f, flops, and kf Mf Gf Tf Pf Ef Zf Yf, kiloflops .. yottaflops
 *   bandwidth  bps, Bps with the prefixes k M G T P E Z Y and Ki Mi Gi Ti Pi Ei Zi Yi (bps = 1/8)
 *   time       w d h m s ms us ns ps
 * The value is strtod(number) * factor, where the factor of the n-th prefix is the unit's own value
 * multiplied n times by 1000 or 1024, each product rounded: with this order of operations our
 * doubles equal those of SimGrid, to the bit. */
#include "base/memory.h"
#include "io/platform/reader.h"

#include <errno.h>

static const char blanks[] = " \t\n\v\f\r";

enum { POWERS = 9 };
/* The prefixes, each at its power. */
static const char *const decimal[POWERS] = {"", "k", "M", "G", "T", "P", "E", "Z", "Y"};
static const char *const binary[POWERS] = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "Zi", "Yi"};
static const char *const words[POWERS] = {"",     "kilo", "mega", "giga", "tera",
                                          "peta", "exa",  "zeta", "yotta"};

static const char *const expected[] = {
    [UNIT_SPEED] = "a positive speed with its unit, as 2.5Gf",
    [UNIT_BANDWIDTH] = "a positive bandwidth with its unit, as 125MBps",
    [UNIT_TIME] = "a time >= 0 with its unit, as 50us",
};

/* If unit is one of the prefixes followed by base, sets *factor = value * step^power. */
static bool prefixed(const char *unit, const char *const *prefix, const char *base, double value,
                     double step, double *factor)
{
  for (int power = 0; power < POWERS; power++, value *= step) {
    size_t length = strlen(prefix[power]);
    if (strncmp(unit, prefix[power], length) != 0 || strcmp(unit + length, base) != 0)
      continue;
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

static bool unit_factor(enum unit_kind kind, const char *unit, double *factor)
{
  if (kind == UNIT_TIME)
    return time_factor(unit, factor);
  if (kind == UNIT_SPEED)
    return prefixed(unit, decimal, "f", 1, 1000, factor) ||
           prefixed(unit, words, "flops", 1, 1000, factor);
  return prefixed(unit, binary, "bps", 0.125, 1024, factor) ||
         prefixed(unit, decimal, "bps", 0.125, 1000, factor) ||
         prefixed(unit, binary, "Bps", 1, 1024, factor) ||
         prefixed(unit, decimal, "Bps", 1, 1000, factor);
}

/* The number with its unit, of any sign and size. */
static bool read_number(enum unit_kind kind, const char *text, double *value)
{
  char *end;
  errno = 0;
  double number = strtod(text, &end);
  double factor = 1;
  bool bare_zero = kind == UNIT_TIME && *end == '\0' && number == 0;
  if (end == text || errno == ERANGE || (!bare_zero && !unit_factor(kind, end, &factor)))
    return false;
  *value = number * factor;
  return true;
}

const char *unit_parse(enum unit_kind kind, const char *text, double *value)
{
  double result;
  if (!read_number(kind, text, &result) || !isfinite(result) ||
      (kind == UNIT_TIME ? result < 0 : result <= 0))
    return expected[kind];
  *value = result == 0 ? 0 : result; /* not -0 */
  return NULL;
}

const char *unit_parse_speed(const char *list, long state, double *value)
{
  char *copy = sp_xstrdup(list), *rest = copy, *item;
  const char *why = "a speed for the power state that pstate names";
  double speed = 0;
  bool right = true;
  for (long i = 0; right && (item = strsep(&rest, ",")); i++) {
    double other;
    item += strspn(item, blanks);
    for (char *end = item + strlen(item); end > item && strchr(blanks, end[-1]);)
      *--end = '\0';
    right = read_number(UNIT_SPEED, item, &other);
    if (i == state)
      why = unit_parse(UNIT_SPEED, item, &speed);
  }
  free(copy);
  if (!right)
    return expected[UNIT_SPEED];
  if (!why)
    *value = speed;
  return why;
}

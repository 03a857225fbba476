/* Reads the ranges of settings: "A..B", "A", "int A..B", "real A..B" and "normal MEAN SD
 * in A..B". */
#include "campaign/generate/generate.h"

#include <stdio.h>
#include <string.h>

/* Skips "int " or "real " at the start of *text. */
static enum sp_grid take_grid(const char **text)
{
  enum sp_grid grid = !strncmp(*text, "int ", 4)    ? SP_INTEGERS
                      : !strncmp(*text, "real ", 5) ? SP_REALS
                                                    : SP_AS_TYPE;
  if (grid != SP_AS_TYPE)
    *text = strchr(*text, ' ') + 1;
  *text += strspn(*text, " ");
  return grid;
}

/* Reads "A..B", or "A" for both; -1 unless 0 <= A <= B. */
static int parse_bounds(const char *text, struct sp_range *range)
{
  struct sp_num min, max;
  char first[32];
  const char *dots = strstr(text, "..");
  int length = dots ? (int)(dots - text) : (int)strlen(text);
  if (length >= (int)sizeof first)
    return -1;
  snprintf(first, sizeof first, "%.*s", length, text);
  if (sp_num_parse(first, &min) || sp_num_parse(dots ? dots + 2 : first, &max))
    return -1;
  range->min = min.v;
  range->max = max.v;
  return min.v >= 0 && min.v <= max.v ? 0 : -1;
}

/* Reads "MEAN SD in A..B", the text after "normal ". */
static int parse_normal(const char *text, struct sp_range *range)
{
  char mean[32], sd[32];
  int used = 0;
  struct sp_num m, d;
  sscanf(text, "%31s %31s in %n", mean, sd, &used);
  if (!used || sp_num_parse(mean, &m) || sp_num_parse(sd, &d) || parse_bounds(text + used, range))
    return -1;
  range->mean = m.v;
  range->sd = d.v;
  return isfinite(m.v) && isfinite(d.v) && d.v > 0 && range->min < range->max ? 0 : -1;
}

const char *sp_range_parse(const char *value, struct sp_range *range)
{
  const char *text = value;
  enum sp_grid grid = take_grid(&text);
  *range = (struct sp_range){.grid = grid};
  if (strncmp(text, "normal", 6))
    return parse_bounds(text, range) ? "A..B with 0 <= A <= B, or one number; real A..B for reals"
                                     : NULL;
  range->grid = grid == SP_INTEGERS ? SP_INTEGERS : SP_REALS;
  return text[6] != ' ' || parse_normal(text + 7, range)
             ? "normal MEAN SD in A..B with SD > 0 and 0 <= A < B"
             : NULL;
}

const char *sp_whole_range_parse(const char *value, struct sp_range *range)
{
  enum sp_grid grid = take_grid(&value);
  *range = (struct sp_range){.grid = SP_INTEGERS};
  return grid == SP_REALS || parse_bounds(value, range) ? "A..B with 0 <= A <= B, or one number"
                                                        : NULL;
}

/* Shortest number texts, spelling-insensitive names and their edit distance. */
#include "model/text.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* printf and strtod follow the locale together, so the search is right in any; only the decimal
 * mark of what was found has to be put back. */
char *sp_double_text(double v, char text[SP_NUMBER_TEXT])
{
  if (fabs(v) < 1e15 && v == floor(v)) { /* 200, not 2e+02 */
    snprintf(text, SP_NUMBER_TEXT, "%.0f", v);
    return text;
  }
  for (int digits = 1; digits <= 17; digits++) {
    snprintf(text, SP_NUMBER_TEXT, "%.*g", digits, v);
    if (!isfinite(v) || strtod(text, NULL) == v)
      break;
  }
  for (char *p = text; isfinite(v) && *p; p++)
    if (!strchr("+-0123456789e", *p))
      *p = '.';
  return text;
}

static int plain(char c)
{
  return c == '_' ? '-' : tolower((unsigned char)c);
}

int sp_name_compare(const char *a, const char *b)
{
  for (; *a && plain(*a) == plain(*b); a++, b++)
    ;
  return (*a ? plain(*a) : 0) - (*b ? plain(*b) : 0);
}

bool sp_name_is(const char *name, const char *text, size_t length)
{
  if (strlen(name) != length)
    return false;
  for (size_t i = 0; i < length; i++)
    if (plain(name[i]) != plain(text[i]))
      return false;
  return true;
}

/* One row of the dynamic programme at a time: row[j] is the distance between the first i bytes of
 * a and the first j of b. */
int sp_name_distance(const char *a, const char *b)
{
  enum { LONGEST = 63 };
  int row[LONGEST + 1];
  size_t n = strnlen(b, LONGEST), rows = strnlen(a, LONGEST);
  for (size_t j = 0; j <= n; j++)
    row[j] = (int)j;
  for (size_t i = 1; i <= rows; i++) {
    int diagonal = row[0];
    row[0] = (int)i;
    for (size_t j = 1; j <= n; j++) {
      int change = diagonal + (plain(a[i - 1]) != plain(b[j - 1]));
      int drop = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
      diagonal = row[j];
      row[j] = change < drop ? change : drop;
    }
  }
  return row[n];
}

/* The shortest text of a number, the comparison of names, their edit distance. */
#include "base/text.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* printf and strtod use the same locale, so the search is correct in any; only the decimal mark of
 * the result has to be replaced. */
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

/* Those from 0x80 on are two bytes in UTF-8. */
void sp_make_plain(char *text)
{
  for (unsigned char *p = (unsigned char *)text; *p; p++)
    if (*p < ' ' || *p == 0x7f)
      *p = '?';
    else if (*p == 0xc2 && p[1] >= 0x80 && p[1] < 0xa0)
      p[0] = p[1] = '?';
}

/* The next character of a name, in lower case, without '-' and '_'; moves *p after it. 0: end. */
static int next_plain(const char **p, const char *end)
{
  while (*p < end && (**p == '-' || **p == '_'))
    ++*p;
  return *p < end ? tolower((unsigned char)*(*p)++) : 0;
}

static int compare(const char *a, size_t a_length, const char *b, size_t b_length)
{
  const char *a_end = a + a_length, *b_end = b + b_length;
  int x, y;
  do {
    x = next_plain(&a, a_end);
    y = next_plain(&b, b_end);
  } while (x && x == y);
  return x - y;
}

int sp_name_compare(const char *a, const char *b)
{
  return compare(a, strlen(a), b, strlen(b));
}

bool sp_name_is(const char *name, const char *text, size_t length)
{
  return compare(name, strlen(name), text, length) == 0;
}

/* Copies the characters that count, at most LONGEST; returns how many. */
enum { LONGEST = 63 };
static size_t squeeze(const char *name, char text[LONGEST])
{
  const char *end = name + strlen(name);
  size_t n = 0;
  for (int c; n < LONGEST && (c = next_plain(&name, end)) != 0; n++)
    text[n] = (char)c;
  return n;
}

/* One row of the dynamic programme at a time: row[j] is the distance between the first i bytes of
 * a and the first j of b. */
int sp_name_distance(const char *a, const char *b)
{
  int row[LONGEST + 1];
  char from[LONGEST], to[LONGEST];
  size_t rows = squeeze(a, from), n = squeeze(b, to);
  for (size_t j = 0; j <= n; j++)
    row[j] = (int)j;
  for (size_t i = 1; i <= rows; i++) {
    int diagonal = row[0];
    row[0] = (int)i;
    for (size_t j = 1; j <= n; j++) {
      int change = diagonal + (from[i - 1] != to[j - 1]);
      int drop = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
      diagonal = row[j];
      row[j] = change < drop ? change : drop;
    }
  }
  return row[n];
}

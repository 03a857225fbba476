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

const char *sp_plural(double n)
{
  return n == 1 ? "" : "s";
}

bool sp_is_one_of(const char *text, const char *const *known)
{
  while (*known && strcmp(text, *known))
    known++;
  return *known;
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

/* d[i][j] is the distance between the first i characters of a and the first j of b. */
int sp_name_distance(const char *a, const char *b)
{
  int d[LONGEST + 1][LONGEST + 1];
  char from[LONGEST], to[LONGEST];
  size_t m = squeeze(a, from), n = squeeze(b, to);
  for (size_t i = 0; i <= m; i++)
    for (size_t j = 0; j <= n; j++) {
      if (!i || !j) {
        d[i][j] = (int)(i + j);
        continue;
      }
      int change = d[i - 1][j - 1] + (from[i - 1] != to[j - 1]);
      int drop = (d[i - 1][j] < d[i][j - 1] ? d[i - 1][j] : d[i][j - 1]) + 1;
      d[i][j] = change < drop ? change : drop;
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1] &&
          d[i][j] > d[i - 2][j - 2] + 1)
        d[i][j] = d[i - 2][j - 2] + 1;
    }
  return d[m][n];
}

/* ---- The name that was perhaps meant. */

void sp_nearest_offer(struct sp_nearest *nearest, const char *name)
{
  enum { SHORTEST_PART = 3, MOST_ERRORS = 4 };
  int length = (int)strnlen(nearest->word, LONGEST), limit = length > 1 ? 1 + length / 4 : 0;
  if (limit > MOST_ERRORS)
    limit = MOST_ERRORS;
  int distance = sp_name_distance(name, nearest->word);
  if (distance > limit) {
    if (length < SHORTEST_PART || !strcasestr(name, nearest->word))
      return;
    distance = MOST_ERRORS + 1;
  }
  if (nearest->name && nearest->distance <= distance)
    return;
  nearest->name = name;
  nearest->distance = distance;
}

const char *sp_did_you_mean(struct sp_nearest *nearest)
{
  if (!nearest->name)
    return "";
  snprintf(nearest->text, sizeof nearest->text, "; did you mean %.64s?", nearest->name);
  return nearest->text;
}

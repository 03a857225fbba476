/* The line of an object in a JSON text, found by counting braces. */
#include "base/file.h"

#include <stdbool.h>
#include <string.h>

static const char blanks[] = " \t\r\n";

/* True if a string that ends before `after` is the key of a value that begins with one of `first`.
 */
static bool is_key_of(const char *after, const char *first)
{
  after += strspn(after, blanks);
  if (*after != ':')
    return false;
  after += 1 + strspn(after + 1, blanks);
  return !*first || *after == *first;
}

long sp_json_line(const char *text, const char *key, long k)
{
  long line = 1;
  int depth = 0;
  bool inside = false;

  for (; *text; text++) {
    line += *text == '\n';
    if (inside && *text == '{' && depth++ == 0 && k-- == 0)
      return line;
    depth -= inside && *text == '}';
    if (*text != '"')
      continue;
    const char *string = ++text;
    for (; *text && *text != '"'; text++)
      text += *text == '\\';
    bool named = (size_t)(text - string) == strlen(key) && !memcmp(string, key, strlen(key));
    if (named && k < 0 && is_key_of(text + 1, ""))
      return line;
    inside = inside || (named && is_key_of(text + 1, "["));
  }
  return 1;
}

/* Writes JSON documents, with jansson. */
#include "cli/shared/json.h"
#include "base/memory.h"
#include <math.h>
#include <stdlib.h>

json_t *json_number(double value)
{
  if (!isfinite(value))
    return json_null();
  if (fabs(value) < 9007199254740992.0 &&
      floor(value) == value) /* all integers below 2^53 are exact */
    return json_integer((json_int_t)value);
  return json_real(value);
}

json_t *json_text(const char *text)
{
  json_t *string = json_string(text);
  if (string)
    return string;
  char *plain = sp_xstrdup(text);
  for (char *p = plain; *p; p++)
    *p = *p & 0x80 ? '?' : *p;
  string = json_string(plain);
  free(plain);
  return string;
}

json_t *json_document(void)
{
  return json_pack("{s:i}", "schema", 1);
}

void json_print(json_t *document)
{
  /* cli_exit reports a failure to write, which ferror(stdout) shows. */
  json_dumpf(document, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(17));
  putchar('\n');
  json_decref(document);
}

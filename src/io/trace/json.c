/* Writes what the traces in JSON share. Large arrays are written piece by piece: jansson would hold
 * them in memory. */
#include "io/trace/json.h"
#include "base/memory.h"
#include "io/trace/trace.h"

#include <jansson.h>
#include <stdlib.h>

json_t *sp_json_text(const char *text)
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

void write_json_text(FILE *stream, const char *text)
{
  json_t *string = sp_json_text(text);
  json_dumpf(string, stream, JSON_ENCODE_ANY);
  json_decref(string);
}

void write_json_member(FILE *stream, const char *key, const char *text)
{
  if (!text)
    return;
  fprintf(stream, ",\n\"%s\":", key);
  write_json_text(stream, text);
}

const char *event_members(const struct sp_event *e, struct event_members *members)
{
  snprintf(members->text, sizeof members->text,
           "\"start\":%.17g,\"end\":%.17g,\"from\":%d,\"to\":%d,\"amount\":%.17g,\"message\":%ld",
           e->start, e->end, e->from, e->to, e->amount, e->message + 1);
  return members->text;
}

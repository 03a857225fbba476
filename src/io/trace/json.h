/* What the traces in JSON share. */
#pragma once

#include <starport/schedule.h>
#include <stdio.h>

/* Writes the text in quotes, with what JSON escapes. */
void write_json_text(FILE *, const char *text);
/* Writes a further member of an object whose value is a text; nothing for NULL. */
void write_json_member(FILE *, const char *key, const char *text);
/* The members of an event's object, without braces, as in the events file: start, end, from, to,
 * amount and message. Returns text. */
struct event_members {
  char text[192];
};
const char *event_members(const struct sp_event *, struct event_members *text);

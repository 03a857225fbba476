/* JSON files that are read, and what the traces in JSON share. */
#pragma once

#include <jansson.h>
#include <starport/schedule.h>
#include <stdio.h>

/* A JSON file in memory. */
struct json_file {
  const char *path;
  char *text;
  json_t *document;
  struct sp_error *error;
};
/* Reads it: SP_OK, or SP_BAD_INPUT with *error. The caller closes it in both cases. */
int json_file_read(struct json_file *, const char *path, struct sp_error *);
void json_file_close(struct json_file *);
/* Refuses entry k, from 0, of the array NAMEs: "PATH:LINE: NAME K+1: " and the text. */
int json_file_refuse(const struct json_file *, const char *name, long k, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

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

/* Values of a heuristic's options: what the parser of methods and the start-up check share. */
#ifndef SP_METHOD_OPTIONS_H
#define SP_METHOD_OPTIONS_H

#include <starport/heuristic.h>

/* A value read from text, by the option's type. */
struct option_value {
  int choice;
  long integer;
  double real;
  const char *text; /* SP_TEXT: where the `length` bytes stand in the text read */
  size_t length;
};

/* Reads `length` bytes as a value of the option. False if they are none, or out of range. */
bool option_read(const struct sp_option *, const char *text, size_t length, struct option_value *);
/* Stores the value in an options struct; for SP_TEXT the pointer `text`, which the caller keeps. */
void option_store(const struct sp_option *, void *options, const struct option_value *);
/* Writes what the option accepts, "own, mean or median" or "a whole number from 1 to 9"; returns
 * out. */
char *option_expects(const struct sp_option *, char *out, size_t size);
/* Bytes and alignment of the field that holds the option. */
size_t option_size(enum sp_option_type);
/* The choice of that index: its start and its length; NULL if there are no more. */
const char *option_choice(const struct sp_option *, int index, size_t *length);

#endif

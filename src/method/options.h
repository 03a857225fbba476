/* Values of a heuristic's options, for the parser of methods. */
#pragma once

#include <starport/heuristic.h>

/* A value read from text, by the option's type. */
struct option_value {
  int choice;
  long integer;
  double real;
  const char *text; /* SP_TEXT: `length` bytes of the text read */
  size_t length;
};

/* Reads `length` bytes as a value of the option. False if it is malformed or out of range. */
bool option_read(const struct sp_option *, const char *text, size_t length, struct option_value *);
/* Stores the value in an options struct; of SP_TEXT the pointer, whose text must stay valid. */
void option_store(const struct sp_option *, void *options, const struct option_value *);
/* Writes the values that the option accepts, such as "own, mean or median" or "a whole number from
 * 1 to 9", into out[0..size-1]; returns out. */
char *option_expects(const struct sp_option *, char *out, size_t size);
/* Does the heuristic send several tasks in a message, with these options: does it say so, or has it
 * an option `chunk` of more than 1? */
bool option_sends_chunks(const struct sp_heuristic *, const void *options);
/* The start of choice number `index`, and its length; NULL if there are fewer. */
const char *option_choice(const struct sp_option *, int index, size_t *length);

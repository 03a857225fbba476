/* The values of settings, for the two files that make words of them: network.c and steady.c.
 * Private to this room. */
#pragma once

#include "campaign/generate/generate.h"
#include "solve/steady/steady.h"

/* The settings of an instance, and the key of its draws. */
struct sp_drawing {
  const struct sp_settings *settings;
  uint64_t seed;
  uint32_t index;
  struct sp_error *error;
};
/* The value of a key, `preset` if it is not set. */
const char *sp_word(const struct sp_drawing *, const char *key, const char *preset);
/* A draw from a stream of the instance, for processor or link `who`. */
double sp_word_draw(const struct sp_drawing *, const struct sp_range *, enum sp_stream, long who);
/* The value of a key that must be a whole number in [least, most] or a range of them, from which it
 * is drawn; false with the error. */
bool sp_word_count(const struct sp_drawing *, const char *key, long least, long most, long *n);
/* Writes value number `who` (from 1) of a key: drawn from its range, or the value itself if it is
 * not a range. False with the error. */
bool sp_word_put(const struct sp_drawing *, const char *key, const char *preset, enum sp_stream,
                 long who, FILE *);
/* Is the value of the key a range? */
bool sp_word_drawn(const struct sp_drawing *, const char *key);
/* Reports "key=value: expected .." as the error; returns false. */
bool sp_word_fault(const struct sp_drawing *, const char *key, const char *value,
                   const char *expected);

/* Write the words of an instance of the command line: of a network (network.c), of a graph
 * (steady.c). False with the error. */
bool sp_network_words(const struct sp_drawing *, FILE *);
bool sp_steady_words(const struct sp_drawing *, FILE *);

/* Networks and graphs of campaigns: settings become the words of the command line (`starport
 * network`, `starport steady --graph`), ranges are drawn, families of graphs are built.
 *
 * Every draw has its own what, as in generate.h: keyed by parameter, instance and the number of
 * the processor or link. */
#ifndef SP_CAMPAIGN_GENERATE_GRAPH_H
#define SP_CAMPAIGN_GENERATE_GRAPH_H

#include "campaign/generate/generate.h"

#include <stdio.h>

/* Is it a problem of graphs or networks? */
static inline bool sp_of_graphs(enum sp_problem problem)
{
  return problem == SP_NETWORK || problem == SP_STEADY;
}

/* A setting that is in force. */
struct sp_word {
  const char *key, *value;
};
enum { SP_MOST_WORDS = 256 }; /* keys are far fewer, unless there are so many buses */
struct sp_words {
  enum sp_problem problem; /* SP_NETWORK or SP_STEADY */
  int n;
  struct sp_word word[SP_MOST_WORDS];
};

/* The key by that name ("master" of steady, "bus3" of network); NULL: there is none. The caller
 * frees it. */
char *sp_word_key(enum sp_problem, const char *name);
/* The keys for people, as sp_generator_keys. */
const struct sp_generator_key *sp_word_keys(enum sp_problem, int *n);
/* Lays a word over those before it; false if there is no room for another. */
bool sp_words_set(struct sp_words *, const char *key, const char *value);

/* Instance `index` of the seed, checked; NULL with *error, which begins with the key at fault where
 * one value alone is wrong. */
struct sp_instance *sp_generate_graph(const struct sp_words *, uint64_t seed, uint32_t index,
                                      struct sp_error *);

/* ---- For the two builders (network.c, steady.c). */

/* What is drawn for an instance. */
struct sp_drawing {
  const struct sp_words *words;
  uint64_t seed;
  uint32_t index;
  struct sp_error *error;
};
/* The value of a key, `preset` if it is not set. */
const char *sp_word(const struct sp_drawing *, const char *key, const char *preset);
/* A whole number in [least, most] or a range of them, drawn from the stream of the number of
 * workers; false with the error. */
bool sp_word_count(const struct sp_drawing *, const char *key, long least, long most, long *n);
/* Writes value number `who` (from 1) of a key to the stream: drawn from its range, else as it is.
 */
bool sp_word_put(const struct sp_drawing *, const char *key, const char *preset, enum sp_drawn,
                 long who, FILE *);
/* Is the value a range that is to be drawn? */
bool sp_word_drawn(const struct sp_drawing *, const char *key);
/* Appends the words of the instance to the text; false with the error. */
bool sp_network_words(const struct sp_drawing *, FILE *);
bool sp_steady_words(const struct sp_drawing *, FILE *);

#endif

/* Networks and graphs of experiments from settings. The settings become the words of the command
 * line (`starport network`, `starport steady --graph`): ranges are drawn, families of graphs built.
 *
 * Every draw has its own stream, as in generate.h: its key is parameter, instance and the number of
 * the processor or link. */
#pragma once

#include "campaign/generate/generate.h"

/* Is it a problem of graphs or networks? */
static inline bool sp_of_graphs(enum sp_problem problem)
{
  return problem == SP_NETWORK || problem == SP_STEADY;
}

/* A setting in force. */
struct sp_word {
  const char *key, *value;
};
enum { SP_MOST_WORDS = 256 }; /* more than all keys, unless there are many buses */
struct sp_words {
  enum sp_problem problem; /* SP_NETWORK or SP_STEADY */
  int n;
  struct sp_word word[SP_MOST_WORDS];
};

/* The key of that name ("master" of steady, "bus3" of network); NULL: unknown. The caller frees
 * it. */
char *sp_word_key(enum sp_problem, const char *name);
/* The keys and their help texts, as sp_generator_keys. */
const struct sp_generator_key *sp_word_keys(enum sp_problem, int *n);
/* Sets a key, or replaces its value; false if there is no room for another key. The strings are
 * borrowed. */
bool sp_words_set(struct sp_words *, const char *key, const char *value);

/* Instance `index` of the seed, checked; NULL with *error, which begins with the key of a
 * single wrong value. The caller frees it. */
struct sp_instance *sp_generate_graph(const struct sp_words *, uint64_t seed, uint32_t index,
                                      struct sp_error *);

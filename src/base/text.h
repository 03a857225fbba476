/* Numbers as a person would write them, and names that may differ in case, '-' and '_'. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { SP_NUMBER_TEXT = 32 };

/* Writes v with the fewest digits that read back as v: 0.1, not 0.10000000000000001; whole
 * numbers below 10^15 without exponent; "inf" for INFINITY. Independent of the locale. Returns
 * text. */
char *sp_double_text(double v, char text[SP_NUMBER_TEXT]);

/* Replaces each byte of a control character by '?', so that a terminal does not obey it. */
void sp_make_plain(char *text);

/* What follows the name of n things: "s", or "" if n is 1. */
const char *sp_plural(double n);

/* Is it one of the texts, of which NULL is the last? */
bool sp_is_one_of(const char *text, const char *const *known);

/* The order of names in which case, '-' and '_' do not count: < 0, 0 or > 0 as strcmp. "R_BSA",
 * "rbsa" and "r-bsa" are the same name. */
int sp_name_compare(const char *a, const char *b);
/* True if name is equal, in that order, to the first `length` bytes of text. */
bool sp_name_is(const char *name, const char *text, size_t length);
/* The typing errors that turn one name into the other: characters left out, added, changed, or
 * exchanged with their neighbour; without '-', '_' and case. Only the first 63 characters count. */
int sp_name_distance(const char *a, const char *b);

/* Finds the known name that was perhaps meant by a word: offer all names, then ask. Start with
 * {.word = WORD} and zeros. */
struct sp_nearest {
  const char *word, *name; /* name NULL: none is near so far */
  int distance;
  char text[96];
};
/* Keeps the name if it is nearer than those before and a typing error, of one character and one in
 * four, at most four in all, could make the word of it; or, after all such names, if it contains
 * the word. */
void sp_nearest_offer(struct sp_nearest *, const char *name);
/* "; did you mean NAME?" or, if no name is near, "". Lives as long as *nearest. */
const char *sp_did_you_mean(struct sp_nearest *nearest);

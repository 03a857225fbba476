/* Allocation that aborts when memory is exhausted, so that callers need no error path: on machines
 * that run simulations exhaustion means a mistake in the sizes. With it come the functions that
 * free and copy memory. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* n zeroed elements of size bytes; never NULL (n = 0 gives a block that can be freed). The caller
 * frees it. Aborts with one line on stderr when n * size overflows or memory is exhausted. */
void *sp_xcalloc(size_t n, size_t size);
/* Resizes block (NULL: a new one) to n elements of size bytes; new elements are not initialised.
 * Aborts as above. The old pointer is invalid afterwards. */
void *sp_xrealloc(void *block, size_t n, size_t size);
/* Makes room for one more element in `array`, of which n of cap elements are in use. */
#define sp_grow(array, n, cap)                                        \
  do {                                                                \
    if ((n) == (cap)) {                                               \
      (cap) = (cap) ? 2 * (cap) : 16;                                 \
      (array) = sp_xrealloc((array), (size_t)(cap), sizeof *(array)); \
    }                                                                 \
  } while (0)
/* Exchanges two values of one type. */
#define sp_swap(a, b)           \
  do {                          \
    __typeof__(a) first_ = (a); \
    (a) = (b);                  \
    (b) = first_;               \
  } while (0)
/* Moves the element of size bytes at place `from` of the array to `to`; those between make room. */
void sp_move_to(void *array, size_t size, long from, long to);
/* A copy of n elements of size bytes, which the caller frees; NULL gives NULL. Aborts as above. */
void *sp_xmemdup(const void *block, size_t n, size_t size);
/* A copy of text, which the caller frees; NULL gives NULL. Aborts as above. */
char *sp_xstrdup(const char *text);
/* The formatted text, never NULL, which the caller frees. Aborts as above. */
char *sp_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* A stream into memory, never NULL. When it is closed, *text is the text written, which the caller
 * frees, and *size its length. Aborts as above. */
FILE *sp_open_text(char **text, size_t *size);
/* The same where the length is not wanted. Close it in the block that opens it. */
#define sp_open_string(text) sp_open_text(text, &(size_t){0})

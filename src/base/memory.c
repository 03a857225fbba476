/* Allocation that aborts instead of failing. */
#include "base/memory.h"

#include <stdarg.h>

enum { SMALL = 1024 };

static _Noreturn void exhausted(size_t n, size_t size)
{
  fprintf(stderr, "starport: out of memory: %zu elements of %zu bytes\n", n, size);
  abort();
}

/* Small blocks come from malloc: it takes those that the thread has freed, which glibc's calloc
 * does not. */
void *sp_xcalloc(size_t n, size_t size)
{
  if (n < SMALL && size < SMALL && n * size < SMALL)
    return memset(sp_xrealloc(NULL, n, size), 0, n * size);
  void *block = calloc(n ? n : 1, size ? size : 1); /* which checks n * size; of 0 it may be NULL */
  if (!block)
    exhausted(n, size);
  return block;
}

void *sp_xrealloc(void *block, size_t n, size_t size)
{
  size_t bytes;
  if (__builtin_mul_overflow(n, size, &bytes))
    exhausted(n, size);
  void *grown = realloc(block, bytes ? bytes : 1); /* realloc(p, 0) may free p and return NULL */
  if (!grown)
    exhausted(n, size);
  return grown;
}

void sp_move_to(void *array, size_t size, long from, long to)
{
  char *base = array, moved[32];
  size_t first = (size_t)(from < to ? from : to) * size,
         last = (size_t)(from < to ? to : from) * size;
  if (size > sizeof moved)
    abort();
  memcpy(moved, base + (size_t)from * size, size);
  if (from < to)
    memmove(base + first, base + first + size, last - first);
  else
    memmove(base + first + size, base + first, last - first);
  memcpy(base + (size_t)to * size, moved, size);
}

void *sp_xmemdup(const void *block, size_t n, size_t size)
{
  return block ? memcpy(sp_xrealloc(NULL, n, size), block, n * size) : NULL;
}

char *sp_xstrdup(const char *text)
{
  if (!text)
    return NULL;
  size_t bytes = strlen(text) + 1;
  return memcpy(sp_xrealloc(NULL, bytes, 1), text, bytes);
}

char *sp_format(const char *format, ...)
{
  char *text;
  va_list arguments;
  va_start(arguments, format);
  if (vasprintf(&text, format, arguments) < 0)
    abort(); /* only memory can be missing */
  va_end(arguments);
  return text;
}

FILE *sp_open_text(char **text, size_t *size)
{
  FILE *stream = open_memstream(text, size);
  if (!stream)
    abort(); /* only memory can be missing */
  return stream;
}

/* Aligned columns of text. */
#include "base/memory.h"
#include "campaign/report/parts.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct sp_columns {
  int columns, fields;
  char **field;
};

struct sp_columns *sp_columns_alloc(int columns)
{
  struct sp_columns *c = sp_xcalloc(1, sizeof *c);
  c->columns = columns;
  return c;
}

void sp_columns_add(struct sp_columns *c, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  c->field = sp_xrealloc(c->field, (size_t)c->fields + 1, sizeof *c->field);
  if (vasprintf(&c->field[c->fields++], format, arguments) < 0)
    abort();
  va_end(arguments);
}

/* The width of the fields from `first` on in steps of a row. */
static int width_of(const struct sp_columns *c, int first)
{
  int width = 0;
  for (int k = first; k < c->fields; k += c->columns)
    if ((int)strlen(c->field[k]) > width)
      width = (int)strlen(c->field[k]);
  return width;
}

void sp_columns_print(struct sp_columns *c, FILE *out)
{
  int *width = sp_xcalloc((size_t)c->columns, sizeof *width);
  for (int k = 0; k < c->columns; k++)
    width[k] = width_of(c, k);
  int owed = 0; /* blanks that stand before the next text: none end a line */
  for (int k = 0; k < c->fields; k++) {
    int column = k % c->columns, length = (int)strlen(c->field[k]);
    if (length)
      fprintf(out, "%*s%s", owed, "", c->field[k]);
    owed = (length ? 0 : owed) + width[column] - length + 2;
    if (column == c->columns - 1) {
      fputc('\n', out);
      owed = 0;
    }
    free(c->field[k]);
  }
  free(width);
  free(c->field);
  free(c);
}

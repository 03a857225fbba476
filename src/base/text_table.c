/* Aligned text tables and wrapped text for people. */
#include "base/text_table.h"
#include "base/memory.h"
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>

struct sp_table {
  int columns, rows, cap;
  const char *const *heads;
  const char *align;
  char **cell; /* [row * columns + column]; NULL: empty */
  char **note; /* [row]: lines under the row; NULL: none */
};

struct sp_table *sp_table_alloc(int n, const char *const *heads, const char *align)
{
  struct sp_table *table = sp_xcalloc(1, sizeof *table);
  *table = (struct sp_table){.columns = n, .heads = heads, .align = align};
  return table;
}

void sp_table_row(struct sp_table *table)
{
  size_t columns = (size_t)table->columns;
  if (table->rows == table->cap) {
    table->cap = table->cap ? 2 * table->cap : 16;
    table->cell = sp_xrealloc(table->cell, (size_t)table->cap * columns, sizeof *table->cell);
    table->note = sp_xrealloc(table->note, (size_t)table->cap, sizeof *table->note);
  }
  table->note[table->rows] = NULL;
  memset(table->cell + (size_t)table->rows * columns, 0, columns * sizeof *table->cell);
  table->rows++;
}

void sp_table_set(struct sp_table *table, int column, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  char **cell = &table->cell[(table->rows - 1) * table->columns + column];
  free(*cell);
  if (vasprintf(cell, format, arguments) < 0)
    abort();
  va_end(arguments);
}

void sp_table_add(struct sp_table *table, const char *types, ...)
{
  va_list arguments;
  va_start(arguments, types);
  sp_table_row(table);
  for (int column = 0; types[column]; column++) {
    const char *text = types[column] == 's' ? va_arg(arguments, const char *) : NULL;
    if (text)
      sp_table_set(table, column, "%s", text);
    else if (types[column] == 'i')
      sp_table_set(table, column, "%d", va_arg(arguments, int));
    else if (types[column] == 'I')
      sp_table_set(table, column, "%ld", va_arg(arguments, long));
    else if (types[column] == 'f')
      sp_table_number(table, column, va_arg(arguments, double));
  }
  va_end(arguments);
}

void sp_table_note(struct sp_table *table, const char *format, ...)
{
  char **note = &table->note[table->rows - 1], *line = NULL, *all = NULL;
  va_list arguments;
  va_start(arguments, format);
  if (vasprintf(&line, format, arguments) < 0 ||
      asprintf(&all, "%s%s\n", *note ? *note : "", line) < 0)
    abort();
  va_end(arguments);
  free(line);
  free(*note);
  *note = all;
}

const char *sp_rounded_text(double value, struct sp_number_text *buffer)
{
  double size = fabs(value);
  const char *format = size < 1e15 && floor(value) == value ? "%.0f"
                       : size >= 1e5 && size < 1e15         ? "%.2f"
                                                            : "%.6g";
  snprintf(buffer->text, sizeof buffer->text, format, value);
  return buffer->text;
}

void sp_table_number(struct sp_table *table, int column, double value)
{
  struct sp_number_text buffer;
  if (!isnan(value))
    sp_table_set(table, column, "%s", sp_rounded_text(value, &buffer));
}

/* Width of a column; 0 if it is empty in every row. */
static size_t width_of(const struct sp_table *table, int column)
{
  size_t width = 0;
  for (int row = 0; row < table->rows; row++) {
    const char *cell = table->cell[row * table->columns + column];
    size_t length = cell ? strlen(cell) : 0;
    width = length > width ? length : width;
  }
  size_t head = table->heads ? strlen(table->heads[column]) : 0;
  return width && head > width ? head : width;
}

static void print_row(const struct sp_table *table, const size_t *width, char *const *cell,
                      FILE *out)
{
  size_t owed = 0; /* blanks before the next text: no line ends with blanks */
  for (int column = 0; column < table->columns; column++) {
    if (!width[column])
      continue;
    const char *text = cell ? cell[column] : table->heads[column];
    size_t length = text ? strlen(text) : 0, blanks = width[column] - length;
    bool right = table->align && table->align[column] == 'r';
    if (length)
      fprintf(out, "%*s%s", (int)(owed + (right ? blanks : 0)), "", text);
    owed = length ? (right ? 0 : blanks) : owed + width[column];
    owed += 2;
  }
  fputc('\n', out);
}

void sp_table_end(struct sp_table *table, FILE *out)
{
  size_t *width = sp_xcalloc((size_t)table->columns, sizeof *width);
  for (int column = 0; column < table->columns; column++)
    width[column] = width_of(table, column);
  if (table->heads && table->rows)
    print_row(table, width, NULL, out);
  for (int row = 0; row < table->rows; row++) {
    print_row(table, width, table->cell + row * table->columns, out);
    if (table->note[row])
      fputs(table->note[row], out);
  }
  free(width);
  for (int k = 0; k < table->rows * table->columns; k++)
    free(table->cell[k]);
  for (int row = 0; row < table->rows; row++)
    free(table->note[row]);
  free(table->cell);
  free(table->note);
  free(table);
}

void sp_print_wrapped(const char *text, int column, int margin, int width)
{
  while (*text) {
    int blanks = (int)strspn(text, " "), word = (int)strcspn(text + blanks, " \n");
    bool fits = column <= margin || column + blanks + word <= width;
    column = fits ? column + blanks : margin;
    printf(fits ? "%*s%.*s" : "\n%*s%.*s", fits ? blanks : margin, "", word, text + blanks);
    column += word;
    text += blanks + word;
    if (*text == '\n') {
      printf("\n%*s", margin, "");
      column = margin;
      text++;
    }
  }
}

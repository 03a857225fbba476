/* Lists of numbers as text; see numbers.h. */
#include "io/text/numbers.h"
#include "base/csv.h"
#include "base/memory.h"
#include "base/num.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static void add(struct numbers *list, double value)
{
  sp_grow(list->value, list->n, list->cap);
  list->value[list->n++] = value;
}

bool numbers_one(const char *text, size_t length, struct sp_num *out)
{
  char number[64];
  if (length >= sizeof number)
    return false;
  snprintf(number, sizeof number, "%.*s", (int)length, text);
  return sp_num_parse(number, out) == 0;
}

bool numbers_parse(struct numbers *list, const char *text, size_t length, const char **bad,
                   size_t *n)
{
  const char *end = text + length;
  for (;; text++) {
    const char *comma = memchr(text, ',', (size_t)(end - text));
    struct sp_num value;
    *bad = text;
    *n = (size_t)((comma ? comma : end) - text);
    if (!numbers_one(text, *n, &value))
      return false;
    add(list, value.v);
    text += *n;
    if (text == end)
      return true;
  }
}

static int read_line(struct numbers *list, const struct numbers_column *column, struct csv *csv,
                     bool *headed, struct sp_error *error)
{
  struct sp_num value;
  const char *text = csv->line + strspn(csv->line, " \t\r\n");
  if (!*text || *text == '#')
    return SP_OK;
  csv_cut(csv, 0);
  if (!*headed) {
    *headed = true;
    return csv->n == 1 && !strcmp(csv->field[0], column->header)
               ? SP_OK
               : sp_bad_input(error, "the header is not '%s', expected this column alone",
                              column->header);
  }
  if (csv->n != 1)
    return sp_bad_input(error, "%d cells, expected %s", csv->n, column->each);
  if (sp_num_parse(csv->field[0], &value))
    return sp_bad_input(error, "%s is '%.40s', expected %s", column->header, csv->field[0],
                        column->each);
  if (column->ordered && list->n > 0 && value.v < list->value[list->n - 1])
    return sp_bad_input(error, "%s is %.40s, expected a %s not before that of the line above",
                        column->header, csv->field[0], column->what);
  if (list->n == NUMBERS_MOST)
    return sp_bad_input(error, "more than %d %ss", NUMBERS_MOST, column->what);
  add(list, value.v);
  return SP_OK;
}

int numbers_read(struct numbers *list, const struct numbers_column *column, const char *path,
                 struct sp_error *error)
{
  struct csv csv = {0};
  struct sp_error why = {""};
  bool headed = false;
  int code;
  if (csv_open(&csv, path, error) != SP_OK)
    return SP_BAD_INPUT;
  csv.trimmed = true;
  while (csv_next(&csv, &code) && (code = read_line(list, column, &csv, &headed, &why)) == SP_OK)
    ;
  if (code == SP_OK && list->n == 0)
    code = sp_bad_input(&why, "%s, expected the header '%s' and a %s for each task",
                        headed ? "a header alone" : "no header", column->header, column->what);
  if (code != SP_OK && why.text[0])
    csv_refuse(&csv, "%s", why.text);
  csv_close(&csv);
  return code;
}

void numbers_write(FILE *f, const double *value, long n)
{
  char text[SP_NUMBER_TEXT];
  for (long k = 0; k < n; k++)
    fprintf(f, "%s%s", k ? "," : "", sp_double_text(value[k], text));
}

void numbers_clear(struct numbers *list)
{
  free(list->value);
  *list = (struct numbers){0};
}

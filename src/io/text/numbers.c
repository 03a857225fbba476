/* Lists of numbers as text; see numbers.h. */
#include "io/text/numbers.h"
#include "base/csv.h"
#include "base/memory.h"
#include "base/num.h"
#include "base/text.h"

static void add(struct sp_context *memory, struct numbers *list, double value)
{
  list->value = sp_context_grow(memory, list->value, list->n, sizeof *list->value);
  list->value[list->n++] = value;
}

bool numbers_parse(struct sp_context *memory, struct numbers *list, const char *text, size_t length,
                   const char **bad, size_t *n)
{
  const char *end = text + length;
  for (;; text++) {
    const char *comma = memchr(text, ',', (size_t)(end - text));
    struct sp_num value;
    *bad = text;
    *n = (size_t)((comma ? comma : end) - text);
    if (!sp_num_read(text, *n, &value))
      return false;
    add(memory, list, value.v);
    text += *n;
    if (text == end)
      return true;
  }
}

/* A file that is being read: which list each of its columns is. */
struct table {
  struct sp_context *memory;
  const struct numbers_column *column; /* [0..n-1] those that it may have */
  int n;
  int cells, of[NUMBERS_MOST_COLUMNS]; /* [0..cells-1] of the header; 0: there is none yet */
};

static int unknown_column(const struct table *t, const char *name, struct sp_error *error)
{
  if (t->n == 1)
    return sp_bad_input(error, "the header is not '%s', expected this column alone",
                        t->column->header);
  return sp_bad_input(error, "the header has '%.40s', expected %s, %s or %s, each once", name,
                      t->column[0].header, t->column[1].header, t->column[2].header);
}

static int read_header(struct table *t, const struct csv *csv, struct sp_error *error)
{
  for (int cell = 0; cell < csv->n; cell++) {
    int k = 0;
    while (k < t->n && strcmp(csv->field[cell], t->column[k].header) != 0)
      k++;
    for (int before = 0; before < cell && k < t->n; before++)
      k = t->of[before] == k ? t->n : k;
    if (k == t->n)
      return unknown_column(t, csv->field[cell], error);
    t->of[t->cells++] = k;
  }
  return SP_OK;
}

static int read_cell(const struct table *t, int cell, const char *text, struct sp_error *error)
{
  const struct numbers_column *column = &t->column[t->of[cell]];
  struct numbers *list = column->list;
  struct sp_num value;
  if (sp_num_parse(text, &value))
    return sp_bad_input(error, "%s is '%.40s', expected %s", column->header, text, column->each);
  if (column->ordered && list->n > 0 && value.v < list->value[list->n - 1])
    return sp_bad_input(error, "%s is %.40s, expected a %s not before that of the line above",
                        column->header, text, column->what);
  if (list->n == NUMBERS_MOST)
    return sp_bad_input(error, "more than %d %ss", NUMBERS_MOST, column->what);
  add(t->memory, list, value.v);
  return SP_OK;
}

static int read_row(struct table *t, const struct csv *csv, struct sp_error *error)
{
  int code = SP_OK;
  if (t->cells == 0)
    return read_header(t, csv, error);
  if (csv->n != t->cells && t->cells == 1)
    return sp_bad_input(error, "%d cells, expected %s", csv->n, t->column[t->of[0]].each);
  if (csv->n != t->cells)
    return sp_bad_input(error, "%d cell%s, expected %d, as in the header", csv->n,
                        sp_plural(csv->n), t->cells);
  for (int cell = 0; cell < csv->n && code == SP_OK; cell++)
    code = read_cell(t, cell, csv->field[cell], error);
  return code;
}

int numbers_read(struct sp_context *memory, const struct numbers_column *column, int n,
                 const char *path, struct sp_error *error)
{
  struct csv csv = {0};
  struct sp_error why = {""};
  struct table t = {.memory = memory, .column = column, .n = n};
  int code;
  if (csv_open(&csv, path, error) != SP_OK)
    return SP_BAD_INPUT;
  csv.trimmed = true;
  while (csv_next_row(&csv, &code) && (code = read_row(&t, &csv, &why)) == SP_OK)
    ;
  if (code == SP_OK && column[t.of[0]].list->n == 0)
    code = sp_bad_input(&why, "%s, expected the header '%s' and a %s for each task",
                        t.cells ? "a header alone" : "no header", column->header, column->what);
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

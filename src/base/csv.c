/* Reading CSV files line by line, with one rule for quotes. */
#include "base/csv.h"
#include "base/file.h"
#include "base/memory.h"

#include <errno.h>
#include <stdarg.h>

static const char blanks[] = " \t\r\n";

int csv_open(struct csv *csv, const char *path, struct sp_error *error)
{
  *csv = (struct csv){.path = path, .error = error, .stream = sp_open_file(path, error)};
  return csv->stream ? SP_OK : SP_BAD_INPUT;
}

int csv_refuse(const struct csv *csv, const char *format, ...)
{
  struct sp_error why;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(why.text, sizeof why.text, format, arguments);
  va_end(arguments);
  return sp_bad_input(csv->error, "%.200s:%ld: %.280s", csv->path,
                      csv->number > 0 ? csv->number : 1, why.text);
}

/* Reads a line with its end into csv->line; the number of its bytes, 0 at the end of the file. A
 * longer line than CSV_MOST_BYTES is cut there. */
static size_t read_line(struct csv *csv)
{
  size_t n = 0;
  for (int c = 0; c != '\n' && n <= CSV_MOST_BYTES && (c = getc_unlocked(csv->stream)) != EOF;) {
    sp_grow(csv->line, n, csv->size);
    csv->line[n++] = (char)c;
  }
  sp_grow(csv->line, n, csv->size);
  csv->line[n] = '\0';
  return n;
}

bool csv_next(struct csv *csv, int *code)
{
  size_t length = read_line(csv);
  *code = SP_OK;
  if (ferror(csv->stream))
    *code = sp_bad_input(csv->error, "%s: cannot read: %s", csv->path, strerror(errno));
  if (!length || *code != SP_OK)
    return false;
  csv->number++;
  if (length > CSV_MOST_BYTES) {
    *code = csv_refuse(csv, "a line of more than %d bytes, expected shorter lines", CSV_MOST_BYTES);
    return false;
  }
  if (strlen(csv->line) != length) {
    *code = csv_refuse(csv, "a zero byte, expected text: comma-separated values");
    return false;
  }
  if (length > 0 && csv->line[length - 1] == '\n')
    csv->line[--length] = '\0';
  if (length > 0 && csv->line[length - 1] == '\r')
    csv->line[--length] = '\0';
  if (csv->number == 1 && !strncmp(csv->line, "\xef\xbb\xbf", 3))
    memmove(csv->line, csv->line + 3, length - 2);
  return true;
}

/* The end of the quoted text that begins at *field, if only a comma or the end of the line (and
 * blanks, if they do not count) follow it; else NULL. */
static char *closing_quote(const struct csv *csv, char *field)
{
  char *quote = *field == '"' ? strchr(field + 1, '"') : NULL;
  const char *after = quote ? quote + 1 : "x";
  if (csv->trimmed)
    after += strspn(after, blanks);
  return *after == ',' || !*after ? quote : NULL;
}

/* Cuts the field at *at, moves *at behind its comma, or to NULL after the last field. */
static char *cut_field(const struct csv *csv, char **at)
{
  char *field = *at + (csv->trimmed ? strspn(*at, blanks) : 0);
  char *quote = closing_quote(csv, field), *end = quote ? quote + 1 : field;
  end += strcspn(end, ",");
  *at = *end ? end + 1 : NULL;
  *end = '\0';
  if (quote) {
    *quote = '\0';
    return field + 1;
  }
  while (csv->trimmed && end > field && strchr(blanks, end[-1]))
    *--end = '\0';
  return field;
}

int csv_cut(struct csv *csv, int most)
{
  csv->n = 0;
  for (char *at = csv->line; at;) {
    sp_grow(csv->field, csv->n, csv->cap);
    bool rest = most > 0 && csv->n == most - 1;
    csv->field[csv->n++] = rest ? at : cut_field(csv, &at);
    if (rest)
      break;
  }
  return csv->n;
}

bool csv_next_row(struct csv *csv, int *code)
{
  while (csv_next(csv, code)) {
    char first = csv->line[strspn(csv->line, blanks)];
    if (first && first != '#')
      return csv_cut(csv, 0) > 0;
  }
  return false;
}

void csv_close(struct csv *csv)
{
  if (csv->stream)
    fclose(csv->stream);
  free(csv->line);
  free(csv->field);
  *csv = (struct csv){0};
}
